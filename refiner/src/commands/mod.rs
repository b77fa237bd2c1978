//! The command line of the stage: options and `run`, for the executable and the driver.

pub mod again;
mod listing;
mod method;
pub mod refine;
