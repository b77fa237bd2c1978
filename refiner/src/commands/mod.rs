//! The command line of the stage: options and `run`, for the executable and the driver.

mod listing;
pub mod refine;
