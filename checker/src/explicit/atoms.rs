//! What an atom says of each state.
//!
//! Atoms are propositions called as they are printed: `at(L)`, `halted`, `p`, `{x > 0}`. Places
//! that are none come from the states' locations.

use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::kripke::{ExplicitKripke, Location, LocationKind};
use belnap_ir::property::{Atom, ERROR_FUNCTIONS, Formula};
use belnap_ir::span::Span;

use crate::names::GUARD_LABELS;

/// How many known names a message lists.
const LISTED: usize = 10;

/// The value of the atom in every state.
///
/// # Errors
/// If the structure knows nothing of the atom.
pub fn values(
    structure: &ExplicitKripke,
    atom: &Atom,
    span: Span,
) -> Result<Vec<Belnap>, Diagnostic> {
    match proposition(structure, atom) {
        Some(index) => Ok(structure.states.iter().map(|state| state.labels[index]).collect()),
        None if is_place(atom) && !structure.locations.is_empty() => {
            place_values(structure, atom, span)
        }
        None if is_untracked(structure, atom) => Ok(vec![Belnap::Unknown; structure.states.len()]),
        None => Err(unknown(atom, span, "proposition", structure.propositions.clone())),
    }
}

/// A warning for each condition of the formula that the structure does not track and whose value
/// is therefore unknown everywhere.
pub fn untracked(structure: &ExplicitKripke, formula: &Formula) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut work = vec![formula];
    while let Some(formula) = work.pop() {
        match formula {
            Formula::Const(_) | Formula::Var(..) => {}
            Formula::Atom(atom, span) => {
                let message = format!("'{atom}' is not tracked: its value is unknown everywhere");
                if is_untracked(structure, atom) && found.iter().all(|d| d.message != message) {
                    found.push(Diagnostic::at("check-untracked", *span, message).warning());
                }
            }
            Formula::Not(body)
            | Formula::Step(_, _, body)
            | Formula::Along(_, _, body)
            | Formula::Fixpoint(_, _, body) => work.push(body),
            Formula::And(operands) | Formula::Or(operands) => work.extend(operands.iter().rev()),
            Formula::Implies(left, right)
            | Formula::Iff(left, right)
            | Formula::Between(_, _, left, right) => work.extend([&**right, &**left]),
        }
    }
    found
}

fn proposition(structure: &ExplicitKripke, atom: &Atom) -> Option<usize> {
    let name = atom.to_string();
    structure.propositions.iter().position(|proposition| *proposition == name)
}

/// A condition over a program, which has a value even if it is not tracked.
fn is_untracked(structure: &ExplicitKripke, atom: &Atom) -> bool {
    matches!(atom, Atom::Condition(_))
        && !structure.locations.is_empty()
        && proposition(structure, atom).is_none()
}

fn is_place(atom: &Atom) -> bool {
    !matches!(atom, Atom::Named(_) | Atom::Condition(_))
}

fn place_values(
    structure: &ExplicitKripke,
    atom: &Atom,
    span: Span,
) -> Result<Vec<Belnap>, Diagnostic> {
    let here: Vec<bool> =
        structure.locations.iter().map(|location| is_at(structure, location, atom)).collect();
    let always_known = match atom {
        Atom::Halted | Atom::Failed => true,
        // Called only from where control never is, it still exists.
        Atom::Enter(name) => {
            ERROR_FUNCTIONS.contains(&name.as_str())
                || structure.scopes.iter().any(|scope| scope.procedure == *name)
        }
        _ => false,
    };
    if !always_known && !here.contains(&true) {
        let (what, names) = known_places(structure, atom);
        let refusal = unknown(atom, span, what, names);
        return Err(match atom {
            Atom::At { .. } => refusal.note(GUARD_LABELS),
            _ => refusal,
        });
    }
    Ok(structure
        .states
        .iter()
        .map(|state| state.location.map_or(Belnap::Unknown, |id| here[id.index()].into()))
        .collect())
}

fn is_at(structure: &ExplicitKripke, location: &Location, atom: &Atom) -> bool {
    match atom {
        Atom::At { procedure, label } => {
            let inside = &structure.scopes[location.scope].procedure;
            location.labels.contains(label) && procedure.as_ref().is_none_or(|p| p == inside)
        }
        Atom::AtLine(line) => location.source.as_ref() == Some(line),
        Atom::Enter(procedure) => location.enters.as_ref() == Some(procedure),
        Atom::Halted => location.kind == LocationKind::Halted,
        Atom::Failed => location.kind == LocationKind::Failed,
        Atom::Named(_) | Atom::Condition(_) => false,
    }
}

/// What could have been meant instead, and what to call it.
fn known_places(structure: &ExplicitKripke, atom: &Atom) -> (&'static str, Vec<String>) {
    let locations = structure.locations.iter();
    match atom {
        Atom::AtLine(_) => {
            let lines = locations.filter_map(|location| location.source.as_ref());
            ("source line", lines.map(ToString::to_string).collect())
        }
        Atom::Enter(_) => {
            ("procedure", locations.filter_map(|location| location.enters.clone()).collect())
        }
        _ => ("label", locations.flat_map(|location| location.labels.clone()).collect()),
    }
}

fn unknown(atom: &Atom, span: Span, what: &str, mut names: Vec<String>) -> Diagnostic {
    names.sort();
    names.dedup();
    let more = if names.len() > LISTED { ", …" } else { "" };
    names.truncate(LISTED);
    let note = if names.is_empty() {
        format!("the structure has no {what}")
    } else {
        format!("known {what}s: {}{more}", names.join(", "))
    };
    let message = format!("the structure knows nothing of '{atom}'");
    Diagnostic::at("check-atom", span, message).note(note)
}
