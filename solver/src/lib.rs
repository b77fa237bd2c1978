//! The one door to the theorem prover. Nothing is here yet: no stage that exists needs a prover.
