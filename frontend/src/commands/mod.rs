//! What the executables of this crate do: their options and their `run`.

pub mod c2cfg;
pub mod passes;
