//! Memory: programs with explicit memory accesses to graphs over plain variables and regions.
//!
//! Objects whose address is never a value become plain variables, one per scalar that is
//! accessed, or regions of their own where an index is variable. The scalars of all other objects
//! are put into classes by what pointers may point to ([`crate::points_to`]); each class is one
//! region, from addresses to cells. Where a class is accessed at several sizes or at overlapping
//! places, its cells are bytes.

mod access;
mod assumed;
mod batch;
mod block;
mod build;
mod bytes;
mod calls;
mod classify;
mod coincide;
mod copy;
mod cursors;
mod formats;
mod graph;
mod initial;
mod layout;
mod lists;
mod live;
mod names;
mod padding;
mod pointed;
mod simplify;
mod slots;
mod steps;
mod tables;
mod text;
mod translate;
mod truth;

pub use build::build;
pub use simplify::simplify;
pub use text::Source;

#[cfg(test)]
mod tests;
