//! The symbolic engine: the mu-calculus over four-valued structures, on decision diagrams.
//!
//! A property is put in positive form twice, as itself and negated; for each, the engine computes
//! where it is definitely true. So `holds` and `fails` are two questions of the same kind, asked
//! of one structure, and the second is asked only if the first is not answered.

pub mod atoms;
mod check;
mod definite;
mod edges;
pub mod evaluate;
mod order;
pub mod positive;
pub mod reach;
pub mod seeds;
mod solve;
pub mod space;
mod successors;
mod values;

pub(crate) use order::variable_order;

pub use check::{CheckError, CheckOptions, Checked, Prepared, Question, Session, check};
