//! The one door to the theorem prover.
//!
//! [`session::Session`] answers whether some state makes given conditions true and others false,
//! with the prover ([`prover::Prover`]) as the last resort. [`wp`] gives weakest preconditions
//! and the normal form in which questions are asked, [`terms`] the translation to the prover's
//! terms. [`smt_lib`] is for questions that are text already.
//!
//! What a reader would guess wrong: an answer that does not come in time is *unknown*, which
//! makes a result less precise and never wrong; and states found earlier answer later questions,
//! so the number of questions that reach the prover is far below the number asked.

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
pub mod live;
pub mod path;
pub mod prover;
mod ranges;
pub mod readback;
mod sample;
pub mod session;
pub mod smt_lib;
pub mod terms;
mod transition;
pub mod wp;
