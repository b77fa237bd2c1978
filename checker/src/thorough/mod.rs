//! Thorough checking: what all completions of a structure have in common (May/Must §4, Def. 9).
//!
//! A *completion* of a structure decides everything that is unknown in it: it is a classical
//! structure above it in the completeness preorder (Def. 3). A property holds thoroughly if all
//! completions satisfy it, and fails thoroughly if none does. That is more than three values say:
//! `p | !p` holds of every completion, whatever is known of `p`.
//!
//! [`check`] is the door. Three values are tried first ([`three_valued`]), then whether the formula
//! is one for which they are enough ([`polarity`]); then it is asked whether some completion
//! satisfies the formula, and whether one satisfies its negation:
//!
//! | file | for |
//! |---|---|
//! | [`propositional`] | formulas about one state |
//! | [`modal`] | formulas without fixpoints, depth first |
//! | [`linear`] | formulas of LTL: emptiness, and a game with a deterministic automaton |
//! | [`obligations`] | all others, as a parity game ([`parity`]); [`tracker`] says what is owed |
//! | [`tableau`] | CTL, by types and their deletion: a second opinion |
//!
//! [`demands`] is the one view of a structure that everything here works on, [`closure`] the one of
//! a formula. A yes is shown by a completion ([`completion`]), which other code checks again; a no
//! is told ([`reason`]). [`wanted`] makes one of a whole structure. [`minimise`] writes the
//! question as a formula where that can be done.
//!
//! What a reader would guess wrong:
//! * A state of a completion is a *copy* of a state here. Copies of one state are independent of
//!   each other: other labels, other successors, also at another visit.
//! * A must-transition has one or more copies of its target behind it, a may-transition none or
//!   more.
//! * Values are not compositional: `p` and `!p` can both be open while `p | !p` is not, so no
//!   value of a subformula is ever kept.

pub mod check;
pub mod closure;
pub mod completion;
pub mod demands;
pub mod effort;
pub mod faithful;
pub mod linear;
pub mod minimise;
pub mod modal;
pub mod model;
pub mod obligations;
pub mod parity;
mod part;
pub mod polarity;
pub mod propositional;
pub mod reason;
pub mod saturation;
pub mod tableau;
pub mod three_valued;
pub mod tracker;
pub mod wanted;

pub use check::{Decider, Engine, Options, Thorough, check};
