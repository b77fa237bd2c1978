//! What the states and propositions of a listed structure are called.

use std::collections::HashMap;

use belnap_ir::belnap::Belnap;
use belnap_ir::boolprog::Name;
use belnap_ir::ids::{LocId, VarId};
use belnap_ir::kripke::SymbolicKripke;

use super::listing::State;
use crate::names;

/// A proposition: at each location a variable or a constant.
pub struct Listed {
    pub name: String,
    at: Vec<Result<VarId, Belnap>>,
}

impl Listed {
    /// Its value in a state.
    pub fn value(&self, at: LocId, vector: &[Option<bool>]) -> Belnap {
        match self.at[at.index()] {
            Ok(var) => vector[var.index()].map_or(Belnap::Unknown, Belnap::from),
            Err(constant) => constant,
        }
    }
}

/// Given propositions first, then names of variables as seen from each location, then `f::x` for
/// the locals of each procedure; an earlier one hides a later one of the same name.
pub fn propositions(kripke: &SymbolicKripke) -> Vec<Listed> {
    let given = kripke.propositions.iter().map(|given| Listed {
        name: given.name.clone(),
        at: given.values.iter().map(|value| Err(*value)).collect(),
    });
    let mut listed: Vec<Listed> = given.collect();
    let mut add = |name: String, seen: &dyn Fn(LocId) -> Option<VarId>| {
        let at: Vec<_> = (0..kripke.locations.len())
            .map(|index| seen(LocId::from(index)).ok_or(Belnap::Unknown))
            .collect();
        if at.iter().any(Result::is_ok) && listed.iter().all(|other| other.name != name) {
            listed.push(Listed { name, at });
        }
    };
    for variable in &kripke.variables {
        add(variable.name.to_string(), &|at| visible(kripke, &variable.name, at));
    }
    for variable in &kripke.variables {
        let (Some(scope), Name::Plain(name)) = (variable.scope, &variable.name) else { continue };
        let procedure = &kripke.scopes[scope].procedure;
        add(format!("{procedure}::{name}"), &|at| {
            let scope = kripke.locations[at].scope;
            let inside = kripke.scopes[scope].procedure == *procedure;
            local(kripke, &variable.name, at).filter(|_| inside)
        });
    }
    listed
}

fn local(kripke: &SymbolicKripke, name: &Name, at: LocId) -> Option<VarId> {
    let scope = Some(kripke.locations[at].scope);
    let own = kripke.variables.iter().position(|v| v.scope == scope && v.name == *name);
    own.map(VarId::from)
}

/// The variable that a name means at a location.
fn visible(kripke: &SymbolicKripke, name: &Name, at: LocId) -> Option<VarId> {
    let global = || kripke.variables.iter().position(|v| v.scope.is_none() && v.name == *name);
    local(kripke, name, at).or_else(|| global().map(VarId::from))
}

/// `main:L3[{x == 2}, !p]`: what is known of the variables visible there; of others only what
/// tells states apart.
pub fn state_names(kripke: &SymbolicKripke, states: &[State]) -> Vec<String> {
    let mut alike: HashMap<(LocId, Vec<Option<bool>>), Vec<usize>> = HashMap::new();
    let mut shown = Vec::with_capacity(states.len());
    let variables = (0..kripke.variables.len()).map(VarId::from);
    for (index, (at, vector)) in states.iter().enumerate() {
        let seen = |var: &VarId| visible(kripke, &kripke.variables[*var].name, *at) == Some(*var);
        let seen: Vec<VarId> = variables.clone().filter(seen).collect();
        let known = seen.iter().map(|var| vector[var.index()]).collect();
        alike.entry((*at, known)).or_default().push(index);
        shown.push(seen);
    }
    for group in alike.values().filter(|group| group.len() > 1) {
        let differs = |var: &VarId| {
            let first = states[group[0]].1[var.index()];
            group.iter().any(|index| states[*index].1[var.index()] != first)
        };
        let differing: Vec<VarId> = variables.clone().filter(differs).collect();
        group.iter().for_each(|index| shown[*index].extend(&differing));
    }
    let full = names::variables(kripke);
    let name = |((at, vector), shown): (&State, Vec<VarId>)| {
        let location = &kripke.locations[*at].name;
        let entries = shown.into_iter().filter_map(|var| {
            let sign = if vector[var.index()]? { "" } else { "!" };
            let variable = &kripke.variables[var];
            let here = visible(kripke, &variable.name, *at) == Some(var);
            Some(match (here, variable.scope) {
                (true, _) => format!("{sign}{}", variable.name),
                (false, None) => format!("{sign}::{}", variable.name),
                (false, Some(_)) => format!("{sign}{}", full[var.index()]),
            })
        });
        let entries: Vec<String> = entries.collect();
        if entries.is_empty() {
            location.clone()
        } else {
            format!("{location}[{}]", entries.join(", "))
        }
    };
    states.iter().zip(shown).map(name).collect()
}
