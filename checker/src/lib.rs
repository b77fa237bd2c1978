//! Encoding and checking.

pub mod explicit;
