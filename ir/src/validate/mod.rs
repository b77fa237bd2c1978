//! Validators: one per artefact, each with a named rule for every invariant.

pub mod property;
