//! Control-flow graphs and predicates to Boolean programs.
//!
//! [`tracked`] resolves a predicate file, [`approximate`] finds for a condition the weakest
//! expressions over predicates that imply it and its negation, [`edges`] (with [`nondet`] and
//! [`calls`]) does that for every edge, and [`emit`] writes the Boolean program.
//!
//! What a reader would guess wrong: combinations of predicates that no state has may be covered by
//! any expression, so an expression can look stronger than the condition it stands for; and the
//! result does not depend on the number of threads or on what was asked before, because
//! everything that is computed is determined by what can be, not by what was found first. Only a
//! question that runs out of time can make a difference.

pub mod approximate;
mod bounded;
pub mod calls;
pub mod commands;
pub mod edges;
pub mod emit;
pub mod express;
mod facts;
pub mod implicants;
pub mod infer;
mod joint;
pub mod nondet;
pub mod options;
pub mod previous;
pub mod program;
pub mod theory;
pub mod tracked;
