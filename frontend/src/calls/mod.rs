//! Calls: pointers to functions become tests and direct calls, direct calls are replaced by copies
//! of what they call, and what nothing refers to any more is dropped.
//!
//! # Where things are, in the order in which they run
//!
//! | module | what it does |
//! |---|---|
//! | `prune`, `references` | drops what the entry function cannot reach; what operations mention |
//! | [`crate::points_to`] | what pointers to functions may be |
//! | `callbacks` | notes functions that unknown code could call |
//! | `resolve` | calls through pointers become chains of tests and direct calls |
//! | `recursion`, `plan` | which functions call themselves; what to inline |
//! | `deeper` | which recursive calls are replaced beyond the first levels |
//! | `inline` | copies of functions in place of calls; prunes what is left over |
//! | `hints` | types of allocated objects, from the pointers that get their address |

mod callbacks;
mod deeper;
mod hints;
mod inline;
mod plan;
mod prune;
mod recursion;
mod references;
mod resolve;
#[cfg(test)]
pub(crate) mod sketch;
#[cfg(test)]
mod tests;

pub use callbacks::note_callbacks;
pub use deeper::{CallTree, Deeper, OpenCall};
pub use inline::{InlineMode, InlineOptions, Inlined, KeptFunction, KeptReason, inline};
pub use prune::prune;
pub use resolve::resolve_indirect;
