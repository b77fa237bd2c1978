//! What atoms mean at each location of a symbolic structure.

use belnap_ir::belnap::Belnap;
use belnap_ir::boolprog::Name;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::{LocId, TiVec, VarId, ti_vec};
use belnap_ir::kripke::{LocationKind, SymbolicKripke};
use belnap_ir::property::{Atom, ERROR_FUNCTIONS, Formula};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::names::GUARD_LABELS;

/// An atom at a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomValue {
    /// The same in every state there.
    Constant(Belnap),
    /// The value of a variable.
    Variable(VarId),
}

/// The atoms of a property, resolved.
pub struct Atoms {
    values: FxHashMap<Atom, TiVec<LocId, AtomValue>>,
    /// Atoms that are not tracked.
    pub notes: Vec<String>,
}

impl Atoms {
    /// Resolves the atoms of a formula, refusing unknown names.
    ///
    /// # Errors
    /// If the structure knows nothing of an atom.
    pub fn resolve(kripke: &SymbolicKripke, formula: &Formula) -> Result<Self, Diagnostic> {
        let mut atoms = Atoms { values: FxHashMap::default(), notes: Vec::new() };
        let mut found = Vec::new();
        formula.collect_atoms(&mut found);
        for (atom, span) in found {
            if atoms.values.contains_key(atom) {
                continue;
            }
            let values = match resolve(kripke, atom) {
                Some(values) => values,
                None if matches!(atom, Atom::Condition(_)) => {
                    atoms.notes.push(format!("{atom} is not tracked, so it is unknown everywhere"));
                    ti_vec![AtomValue::Constant(Belnap::Unknown); kripke.locations.len()]
                }
                None => {
                    let message = format!("nothing here is called '{atom}'");
                    let mut diagnostic =
                        Diagnostic::error("check-atom", Place::Text(span), message);
                    let known = known_names(kripke, atom);
                    if !known.is_empty() {
                        diagnostic = diagnostic.note(format!("known: {}", known.join(", ")));
                    }
                    if matches!(atom, Atom::At { .. }) {
                        diagnostic = diagnostic.note(GUARD_LABELS);
                    }
                    return Err(diagnostic);
                }
            };
            atoms.values.insert(atom.clone(), values);
        }
        Ok(atoms)
    }

    /// Whether no atom is unknown or contradictory at any location.
    pub fn are_definite(&self) -> bool {
        self.values.values().flatten().all(|value| match value {
            AtomValue::Constant(value) => value.is_definite(),
            AtomValue::Variable(_) => true,
        })
    }

    /// The meaning of an atom at a location.
    pub fn at(&self, atom: &Atom, location: LocId) -> AtomValue {
        self.values[atom][location]
    }
}

fn resolve(kripke: &SymbolicKripke, atom: &Atom) -> Option<TiVec<LocId, AtomValue>> {
    let text = atom.to_string();
    if let Some(given) = kripke.propositions.iter().find(|given| given.name == text) {
        return Some(given.values.iter().map(|value| AtomValue::Constant(*value)).collect());
    }
    let procedure = |at: &belnap_ir::kripke::Location| &kripke.scopes[at.scope].procedure;
    let mut known = false;
    let mut constants = |holds: &dyn Fn(&belnap_ir::kripke::Location) -> bool| {
        let values = kripke.locations.iter().map(|location| {
            let holds = holds(location);
            known |= holds;
            AtomValue::Constant(holds.into())
        });
        values.collect::<TiVec<_, _>>()
    };
    match atom {
        Atom::At { procedure: of, label } => {
            let values = constants(&|location| {
                location.labels.iter().any(|own| own == label)
                    && of.as_ref().is_none_or(|of| of == procedure(location))
            });
            known.then_some(values)
        }
        Atom::AtLine(line) => {
            let values = constants(&|location| location.source.as_ref() == Some(line));
            known.then_some(values)
        }
        Atom::Enter(name) => {
            let values = constants(&|location| location.enters.as_ref() == Some(name));
            // A procedure that is never called exists all the same, but the structure has no trace
            // of it.
            let exists = known || kripke.scopes.iter().any(|scope| scope.procedure == *name);
            (exists || ERROR_FUNCTIONS.contains(&name.as_str())).then_some(values)
        }
        Atom::Halted => Some(constants(&|location| location.kind == LocationKind::Halted)),
        Atom::Failed => Some(constants(&|location| location.kind == LocationKind::Failed)),
        Atom::Named(name) => variable(kripke, &Name::Plain(name.clone())),
        Atom::Condition(text) => variable(kripke, &Name::Quoted(text.clone())),
    }
}

/// A variable by its name as seen from each location: locals of the activation first, then
/// globals; `f::x` only in activations of `f`. Where it is out of scope it is unknown.
fn variable(kripke: &SymbolicKripke, name: &Name) -> Option<TiVec<LocId, AtomValue>> {
    let (procedure, name) = match name {
        Name::Plain(text) => match text.split_once("::") {
            Some((procedure, local)) => (Some(procedure), Name::Plain(local.to_owned())),
            None => (None, name.clone()),
        },
        Name::Quoted(_) => (None, name.clone()),
    };
    let named: Vec<(VarId, Option<belnap_ir::ids::ScopeId>)> = kripke
        .variables
        .iter()
        .enumerate()
        .filter(|(_, variable)| variable.name == name)
        .map(|(index, variable)| (VarId::from(index), variable.scope))
        .collect();
    let mut known = false;
    let values = kripke
        .locations
        .iter()
        .map(|location| {
            let own = named.iter().find(|(_, scope)| *scope == Some(location.scope));
            let global = named.iter().find(|(_, scope)| scope.is_none());
            let found = match procedure {
                None => own.or(global),
                Some(procedure) => {
                    own.filter(|_| kripke.scopes[location.scope].procedure == procedure)
                }
            };
            match found {
                Some((var, _)) => {
                    known = true;
                    AtomValue::Variable(*var)
                }
                None => AtomValue::Constant(Belnap::Unknown),
            }
        })
        .collect();
    known.then_some(values)
}

/// Whether a label is one that the abstraction of a graph gives to every location, such as `n7`.
fn is_ours(label: &str) -> bool {
    let number = label.strip_prefix('n').unwrap_or_default();
    label == "start" || !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn known_names(kripke: &SymbolicKripke, atom: &Atom) -> Vec<String> {
    const MOST: usize = 12;
    let mut names: Vec<String> = match atom {
        Atom::At { .. } => {
            let labels = || kripke.locations.iter().flat_map(|location| location.labels.clone());
            let own: Vec<String> = labels().filter(|label| !is_ours(label)).collect();
            if own.is_empty() { labels().collect() } else { own }
        }
        Atom::AtLine(_) => kripke
            .locations
            .iter()
            .filter_map(|at| at.source.as_ref())
            .map(|line| line.to_string())
            .collect(),
        Atom::Enter(_) => kripke.scopes.iter().map(|scope| scope.procedure.clone()).collect(),
        _ => kripke
            .propositions
            .iter()
            .map(|given| given.name.clone())
            .chain(kripke.variables.iter().map(|variable| variable.name.to_string()))
            .collect(),
    };
    let mut seen = FxHashSet::default();
    names.retain(|name| seen.insert(name.clone()));
    if names.len() > MOST {
        names.truncate(MOST);
        names.push("…".to_owned());
    }
    names
}
