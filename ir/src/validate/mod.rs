//! Validators: one per artefact, each with a named rule for every invariant.

pub mod boolprog;
pub mod boolprog_names;
pub mod certificate;
pub mod cfg;
mod cfg_edges;
pub mod cfg_total;
pub mod findings;
pub mod kripke;
pub mod predicate;
pub mod property;
pub mod result;
