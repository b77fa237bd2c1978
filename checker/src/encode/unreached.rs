//! Places of a program that control never comes to: a property may name them all the same.
//!
//! Code that no path of the graph leads to has no location, and a procedure that is never called
//! has no scope. What the program calls them stays known as propositions that are false everywhere.
//! A statement that only guards a branch is not a place.

use belnap_ir::belnap::Belnap;
use belnap_ir::boolprog::{Dialect, unescaped_label};
use belnap_ir::kripke::Proposition;
use belnap_ir::property::Atom;
use rustc_hash::FxHashSet;

use super::flatten::FlatProgram;
use super::marks;
use super::scan::visit;

/// A proposition for each label and procedure of the program that no location has.
pub fn propositions(flat: &FlatProgram<'_>) -> Vec<Proposition> {
    let mut known: FxHashSet<Atom> = FxHashSet::default();
    for location in &flat.locations {
        let procedure = flat.scopes[location.scope].procedure.name.name.to_string();
        for label in &location.labels {
            known.extend(label_atoms(flat, &procedure, label));
        }
    }
    known.extend(flat.scopes.iter().map(|s| Atom::Enter(s.procedure.name.name.to_string())));
    let mut unreached = Vec::new();
    for procedure in &flat.program.procedures {
        let name = procedure.name.name.to_string();
        let mut atoms = vec![Atom::Enter(name.clone())];
        visit(&procedure.body, &mut |stmt, _| {
            if flat.stateless.contains(&(stmt as *const _)) {
                return;
            }
            let labels = stmt.labels.iter().map(|label| label.name.to_string());
            atoms.extend(labels.flat_map(|label| label_atoms(flat, &name, &label)));
        });
        unreached.extend(atoms.into_iter().filter(|atom| known.insert(atom.clone())));
    }
    let values = vec![Belnap::False; flat.locations.len()];
    let named = unreached.iter().map(ToString::to_string);
    named.map(|name| Proposition { name, values: values.clone().into() }).collect()
}

/// What a label lets a property ask.
fn label_atoms(flat: &FlatProgram<'_>, procedure: &str, label: &str) -> Vec<Atom> {
    let ours = flat.program.dialect == Dialect::Belnap;
    let name = if ours { marks::base(label) } else { label };
    match name.strip_prefix("enter$") {
        Some(function) if name != label => vec![Atom::Enter(function.to_owned())],
        _ => {
            let label = if ours { unescaped_label(name) } else { name };
            [None, Some(procedure.to_owned())]
                .map(|procedure| Atom::At { procedure, label: label.to_owned() })
                .to_vec()
        }
    }
}
