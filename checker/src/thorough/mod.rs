//! Thorough checking: what all completions of a structure have in common (May/Must §4, Def. 9).
//!
//! A *completion* of a structure decides everything that is unknown in it: it is a classical
//! structure above it in the completeness preorder (Def. 3). A property holds thoroughly if all
//! completions satisfy it, and fails thoroughly if none does. That is more than three values say:
//! `p | !p` holds of every completion, whatever is known of `p`.
//!
//! [`demands`] is the one view of a structure that everything here works on; [`parity`] solves the
//! games.
//!
//! What a reader would guess wrong:
//! * A state of a completion is a *copy* of a state here. Copies of one state are independent of
//!   each other: other labels, other successors, also at another visit.
//! * A must-transition has one or more copies of its target behind it, a may-transition none or
//!   more.
//! * Values are not compositional: `p` and `!p` can both be open while `p | !p` is not, so no
//!   value of a subformula is ever kept.

pub mod demands;
pub mod parity;
