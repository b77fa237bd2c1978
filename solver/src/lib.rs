//! The one door to the theorem prover.
pub mod horn;
pub mod path;
pub mod readback;
pub mod terms;
mod transition;
