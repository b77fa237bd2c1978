//! May/must models (KMTSs, May/Must Def. 1) as a subject of their own: which is less complete than
//! which, their completions, abstractions and quotients, and translations between their kinds.
//!
//! A KMTS is an explicit structure in which nothing is `b`: labels are true, false or unknown, and
//! what must exist may exist. [`require`] says why a structure is none; everything here relies on
//! it. In `over` semantics no transition must exist. Transitions that differ only in their
//! statement are one.
//!
//! What a reader would guess wrong: the completeness preorder ([`preorder`]) looks at
//! propositions and transitions only. That a system is `total`, or at which location of a program a
//! state is, does not count. Actions do: a transition is matched by one with the same action.

pub mod abstraction;
pub mod bisimulation;
mod bits;
pub mod compare;
pub mod completion;
pub mod distinguish;
pub mod formulas;
pub mod graph;
pub mod preorder;
pub mod quotient;
mod refinement;
pub mod smallest;
pub mod translate;

use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::kripke::{ExplicitKripke, Semantics};

/// Refuses what is not a KMTS.
///
/// # Errors
/// Every reason, the first few of them in full.
pub fn require(structure: &ExplicitKripke) -> Result<(), Vec<Diagnostic>> {
    let mut found = refusals(structure);
    let more = found.len().saturating_sub(SHOWN);
    found.truncate(SHOWN);
    if let Some(last) = found.pop_if(|_| more > 0) {
        found.push(last.note(format!("and {more} more")));
    }
    if found.is_empty() { Ok(()) } else { Err(found) }
}

/// Why a structure is not a KMTS: something is known of the must half alone, a label is `b`, or a
/// transition is.
pub fn refusals(structure: &ExplicitKripke) -> Vec<Diagnostic> {
    let mut found = refusals_of_labels(structure);
    for (index, transition) in structure.transitions.iter().enumerate() {
        if transition.value == Belnap::Both {
            let states = &structure.states;
            let (from, to) = (&states[transition.from].name, &states[transition.to].name);
            let message =
                format!("the transition from '{from}' to '{to}' must exist, but may not exist");
            let note = "only a listing of a Boolean program has such transitions, to states that \
                        are not complete; it is for `belnap check`";
            let place = Place::Json(format!("transitions[{index}]"));
            found.push(Diagnostic::error("kmts-must-implies-may", place, message).note(note));
        }
    }
    found
}

/// The same of a structure that lists a Boolean program, whose transitions may be `b`.
pub fn refusals_of_labels(structure: &ExplicitKripke) -> Vec<Diagnostic> {
    if structure.semantics == Semantics::Under {
        let message = "nothing is known of what may happen: a KMTS has may-transitions, too";
        let place = Place::Json("semantics".into());
        return vec![Diagnostic::error("kmts-semantics", place, message)];
    }
    let mut found = Vec::new();
    for state in &structure.states {
        for (name, value) in structure.propositions.iter().zip(&state.labels) {
            if *value == Belnap::Both {
                let message = format!("'{name}' is both true and false in state '{}'", state.name);
                let place = Place::Json(format!("states.{}.{name}", state.name));
                let note = "labels of a KMTS are t, f or n";
                found.push(Diagnostic::error("kmts-label", place, message).note(note));
            }
        }
    }
    found
}

/// How many reasons are shown.
const SHOWN: usize = 10;
