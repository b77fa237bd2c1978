//! The command lines of the stages: options and `run`, for the executables and the driver.

pub mod bp2kripke;
pub mod check;

pub mod kmts;
pub mod options;
pub mod properties;
pub mod recursion;
pub mod thorough;
