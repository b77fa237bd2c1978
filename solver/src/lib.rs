//! The one door to the theorem prover.
pub mod path;
pub mod terms;
mod transition;
