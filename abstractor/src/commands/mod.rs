//! Command lines of the stage.

pub mod cfg2bp;
