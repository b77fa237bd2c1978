//! Methods that find predicates, one file each, and one that finds executions.

pub mod core;
pub mod deeper;
pub mod elimination;
pub mod horn;
pub mod induction;
pub mod values;
pub mod wp;
