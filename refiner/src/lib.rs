//! From an inconclusive result to better predicates, or to an execution that decides.
//!
//! [`path`] reads the explanation of a result as a path of the graph, if it is one. Each method of
//! [`discover`] proposes conditions; [`select`] splits them into atoms, drops what is known, ranks
//! and caps. [`refine`](refine::refine) combines the methods. [`start`] asks which initial states
//! of the abstraction the program has, [`only`] whether it has one execution only. [`commands`] is the
//! executable.
//!
//! What a reader would guess wrong: a path that the abstraction allows and the program too is not
//! refined: it is an execution, and the property is decided.

pub mod affine;
pub mod annotate;
pub mod candidates;
pub mod commands;
pub mod decided;
pub mod discover;
pub mod execution;
pub mod initial;
pub mod known;
pub mod only;
pub mod path;
pub mod refine;
pub mod select;
pub mod start;
pub mod values;
pub mod widen;
