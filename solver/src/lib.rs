//! The one door to the theorem prover.
pub mod terms;
