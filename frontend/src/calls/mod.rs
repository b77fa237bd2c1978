//! Calls: pointers to functions become tests and direct calls, direct calls are replaced by copies
//! of what they call, and what nothing refers to any more is dropped.
//!
//! In order: [`prune`], [`crate::points_to`], [`note_callbacks`], [`resolve_indirect`], [`inline`] (which
//! prunes).

mod callbacks;
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
pub use inline::{InlineMode, InlineOptions, Kept, KeptReason, inline};
pub use prune::prune;
pub use resolve::resolve_indirect;
