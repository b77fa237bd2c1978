//! The command line of the stage: options and `run`, for the executable and the driver.

pub mod unroll;
