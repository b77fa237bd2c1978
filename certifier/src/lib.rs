//! Checks of evidence that share nothing with what makes it.
//!
//! [`certificate`] proves from a certificate that a property always holds ([`vacuity`] says if
//! that is no wonder, [`trigger`] what an assertion depends on): [`invariance`] from an invariant
//! for each location, [`unrolling`] from the rounds that loops take at most. [`against`] proves
//! that a Boolean program approximates a graph, [`start`] that a program can start in some states;
//! [`project`] makes questions smaller. All write their questions as SMT-LIB text ([`smt`]), with
//! the prover's text reader as the only part of `belnap-solver` that they use: an error in the
//! abstractor, the checker, the refiner or the rules and caches of the solver does not hide itself
//! here.

pub mod against;
pub mod assumed;
pub mod certificate;
pub mod commands;
pub mod exclusive;
pub mod formula;
pub mod invariance;
pub mod project;
pub mod questions;
pub mod smt;
pub mod start;
pub mod trigger;
pub mod unrolling;
pub mod vacuity;
pub mod ways;
