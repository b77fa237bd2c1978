//! The one door to the theorem prover.
//!
//! What can be asked:
//!
//! * Which states there are: [`session::Session`] answers whether some state makes given conditions
//!   true and others false. Rules ([`cheap`]), sampled states ([`evaluate`]) and earlier answers
//!   ([`cache`]) come first, the prover ([`prover::Prover`]) last; [`counters`] counts.
//! * Which executions there are: [`path`] answers whether one follows a path, or some path of an
//!   unrolled graph.
//! * Which choice is the smallest: [`minimum`] solves a pseudo-Boolean problem.
//! * What bit vectors can be: [`bits`] answers questions that others have put into terms already;
//!   [`blast`] does so for terms that grow, by itself.
//! * Why there are none: [`horn`] gives interpolants and invariants; [`invariant`] shortens them
//!   for people.
//!
//! What questions are made of: [`wp`] gives weakest preconditions and the normal form of
//! conditions,
//! [`linear`] that of sums, [`needed`] the variables that conditions depend on, and [`spread`] the
//! conditions that conditions need before a step. [`terms`] puts
//! expressions into the prover's terms and [`readback`] gets them out again. [`smt_lib`] is for
//! questions that are text already. `products` is asked first where variables are multiplied.
//!
//! What a reader would guess wrong: an answer that does not come in time is *unknown*, which
//! makes a result less precise and never wrong; and states found earlier answer later questions,
//! so the number of questions that reach the prover is far below the number asked.

pub mod bits;
pub mod blast;
pub mod cache;
pub mod cheap;
pub mod counters;
pub mod evaluate;
#[cfg(test)]
mod example;
mod extract;
pub mod horn;
pub mod invariant;
pub mod linear;
pub mod minimum;
pub mod needed;
pub mod path;
mod products;
pub mod prover;
mod ranges;
pub mod readback;
mod sample;
pub mod session;
pub mod smt_lib;
pub mod spread;
pub mod terms;
mod transition;
pub mod wp;
