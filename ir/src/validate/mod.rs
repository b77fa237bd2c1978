//! Validators: one per artefact, each with a named rule for every invariant. That of predicate
//! files, which are resolved before they become data, is with their reader.

pub mod boolprog;
pub mod boolprog_names;
pub mod certificate;
pub mod cfg;
mod cfg_edges;
pub mod cfg_total;
pub mod findings;
pub mod kripke;
pub mod operator;
pub mod property;
pub mod result;
pub mod traces;
