//! The ledger of a finished graph: entries about steps that cannot be taken are dropped.

pub mod impossible;
mod range;
