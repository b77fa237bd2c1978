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
pub mod compare;
pub mod completion;
pub mod distinguish;
pub mod formulas;
pub mod graph;
pub mod preorder;
pub mod quotient;
pub mod smallest;
pub mod translate;

use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::kripke::{ExplicitKripke, Semantics};

/// Why a structure is not a KMTS: every reason of the first kind that applies.
///
/// # Errors
/// If something is known of the must half alone, or a label is `b`.
pub fn require(structure: &ExplicitKripke) -> Result<(), Vec<Diagnostic>> {
    let error =
        |rule, path: String, message: String| Diagnostic::error(rule, Place::Json(path), message);
    if structure.semantics == Semantics::Under {
        let message = "nothing is known of what may happen: a KMTS has may-transitions, too";
        return Err(vec![error("kmts-semantics", "semantics".into(), message.into())]);
    }
    let mut found = Vec::new();
    for (index, transition) in structure.transitions.iter().enumerate() {
        if transition.value == Belnap::Both {
            let states = &structure.states;
            let (from, to) = (&states[transition.from].name, &states[transition.to].name);
            let message =
                format!("the transition from '{from}' to '{to}' must exist, but may not exist");
            found.push(error("kmts-must-implies-may", format!("transitions[{index}]"), message));
        }
    }
    for state in &structure.states {
        for (name, value) in structure.propositions.iter().zip(&state.labels) {
            if *value == Belnap::Both {
                let message = format!("'{name}' is both true and false in state '{}'", state.name);
                found.push(error("kmts-label", format!("states.{}.{name}", state.name), message));
            }
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    let more = found.len().saturating_sub(SHOWN);
    found.truncate(SHOWN);
    if let Some(last) = found.last_mut() {
        let note = "a listing of a Boolean program has such transitions to states that are not \
                    complete; only `belnap check` can use it";
        let count = if more > 0 { format!("and {more} more; ") } else { String::new() };
        *last = last.clone().note(format!("{count}{note}"));
    }
    Err(found)
}

/// How many reasons are shown.
const SHOWN: usize = 10;
