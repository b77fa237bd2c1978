//! What the methods of [`METHODS`](crate::methods::METHODS) do, one file each.

pub mod core;
pub mod elimination;
pub mod induction;
pub mod interpolants;
pub mod invariants;
pub mod values;
pub mod wp;
