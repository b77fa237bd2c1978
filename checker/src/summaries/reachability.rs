//! The formulas that summaries decide: those about which states are reachable.
//!
//! Control gets to a place with some values in the structure with summaries just if it does in the
//! program, in both halves, so that `AG φ` and `EF φ` of a state formula φ have the same value in
//! both, and so have Boolean combinations of them. `A[φ W ψ]` is more: a path over a call leaves
//! out the states inside. If each path of the structure satisfies it, so does each of the program,
//! because a path of the program up to where it is violated is one of the structure with fewer
//! states, none of which satisfies ψ. The converse does not hold: a state inside of the call may
//! satisfy ψ.

use belnap_ir::property::{Along, Between, Formula, Quantifier};
use belnap_ir::result::Verdict;

/// The verdicts of a structure with summaries that are verdicts of the program, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trusted {
    /// None.
    Nothing,
    /// That the property holds.
    Proofs,
    /// All.
    All,
}

impl Trusted {
    /// What is trusted of a formula.
    pub fn of(formula: &Formula) -> Self {
        match formula {
            formula if is_about_reachability(formula) => Trusted::All,
            Formula::Between(Quantifier::Forall, Between::WeakUntil, kept, until)
                if is_about_states(kept) && is_about_states(until) =>
            {
                Trusted::Proofs
            }
            _ => Trusted::Nothing,
        }
    }

    /// Whether this verdict is one of them.
    pub fn includes(self, verdict: Verdict) -> bool {
        match self {
            Trusted::Nothing => false,
            Trusted::Proofs => verdict == Verdict::Holds,
            Trusted::All => verdict != Verdict::Inconclusive,
        }
    }
}

fn is_about_reachability(formula: &Formula) -> bool {
    match formula {
        Formula::Const(_) | Formula::Atom(..) => true,
        Formula::Along(Quantifier::Forall, Along::Globally, body)
        | Formula::Along(Quantifier::Exists, Along::Finally, body) => is_about_states(body),
        Formula::Not(a) => is_about_reachability(a),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().all(is_about_reachability),
        Formula::Implies(a, b) | Formula::Iff(a, b) => {
            is_about_reachability(a) && is_about_reachability(b)
        }
        _ => false,
    }
}

fn is_about_states(formula: &Formula) -> bool {
    match formula {
        Formula::Const(_) | Formula::Atom(..) => true,
        Formula::Not(a) => is_about_states(a),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().all(is_about_states),
        Formula::Implies(a, b) | Formula::Iff(a, b) => is_about_states(a) && is_about_states(b),
        _ => false,
    }
}
