//! What the executable of this crate does: its options and its `run`.

pub mod c2cfg;
mod database;
pub mod flags;
pub mod harness;
pub mod machine;
pub mod program;
