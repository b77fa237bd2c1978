//! Methods that find predicates, one file each.

pub mod core;
pub mod horn;
pub mod wp;
