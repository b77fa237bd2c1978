//! The executable's command line.

pub mod certify;
