//! Calls that lead deeper than what is expanded.
//!
//! Such a call is certain, and leads to a location that stands for all states inside of it. From
//! there a step leads back, or to the end of the call, and it is not known which; globals that the
//! call can change are then arbitrary, and so are its results. It may have each action of the steps
//! inside. The call need not return. Locals of
//! its callers stay as they are. Since each step of the call is one of these, everything that is
//! known of the structure is true of the program, and the `wp` trick may be used as in the rest of
//! the procedures that the call leads to.

use belnap_formats::boolprog::print_statement;
use belnap_ir::belnap::Belnap;
use belnap_ir::boolprog::{Procedure, Stmt};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::{LocId, ScopeId, VarId};
use belnap_ir::kripke::{Location, LocationKind, Proposition};
use belnap_ir::property::Atom;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashSet;

use super::flatten::{
    Exit, Expansion, FlatProgram, FlatScope, FlatVariable, Guard, Value, action_name,
};

impl<'a> Expansion<'a> {
    /// A call that is not expanded.
    pub(super) fn deeper(
        &mut self,
        at: LocId,
        stmt: &'a Stmt,
        callee: &'a Procedure,
        caller: ScopeId,
        name: String,
        exit: &Exit<'a>,
    ) -> Result<(), Diagnostic> {
        let scope = self.deeper_scope(callee, caller);
        let inside = self.location(name, scope, LocationKind::Deeper, None)?;
        let hidden: Vec<VarId> = self.flat.scopes[scope].variables.values().copied().collect();
        let changed = self.flat.calls.changed(callee);
        let changed: Vec<VarId> = changed.iter().map(|name| self.flat.globals[name]).collect();
        let targets = exit.targets.iter().flat_map(|(targets, _)| targets.iter().flatten());
        let results: Vec<VarId> =
            targets.map(|target| self.flat.resolve(&target.name, caller)).collect();
        let unknown = |vars: &mut dyn Iterator<Item = &VarId>| {
            let mut vars: Vec<VarId> = vars.copied().collect();
            vars.sort_unstable();
            vars.dedup();
            vars.into_iter().map(|var| (var, Value::Unknown)).collect::<Vec<_>>()
        };
        let called = print_statement(stmt);
        let edge = self.edge(at, inside, caller, Guard::Always, called, stmt.origin.clone());
        edge.updates = unknown(&mut hidden.iter());
        let actions = self.flat.calls.actions(callee);
        for action in std::iter::once(None).chain(actions.into_iter().map(Some)) {
            let text = format!("a step of deeper calls, from {}", callee.name.name);
            let edge = self.edge(inside, inside, scope, Guard::Unknown, text, None);
            edge.updates = unknown(&mut hidden.iter().chain(&changed));
            edge.action = action.map(action_name);
        }
        let text = format!("return of {} from deeper calls", callee.name.name);
        let edge = self.edge(inside, exit.to, scope, Guard::Unknown, text, None);
        edge.updates = unknown(&mut changed.iter().chain(&results));
        edge.updates.extend(hidden.iter().map(|var| (*var, Value::Parked)));
        edge.updates.sort_by_key(|(var, _)| *var);
        Ok(())
    }

    /// The activations of deeper calls. Names of globals that mean locals in some of them have a
    /// variable here, of which nothing is known.
    fn deeper_scope(&mut self, callee: &'a Procedure, caller: ScopeId) -> ScopeId {
        let scope = ScopeId::from(self.flat.scopes.len());
        let hidden = self.flat.calls.hidden(callee);
        let variables = hidden.into_iter().map(|name| {
            let var = VarId::from(self.flat.variables.len());
            self.flat.variables.push(FlatVariable { name: name.clone(), scope: Some(scope) });
            (name, var)
        });
        let variables = variables.collect();
        let caller = Some(caller);
        self.flat.scopes.push(FlatScope { procedure: callee, caller, variables, is_deeper: true });
        scope
    }
}

/// Makes locations of deeper calls blocking where procedures that they lead to are, and gives the
/// places that they may be, as propositions. As every recursive procedure is expanded at least
/// once, so is all that it can call.
pub fn finish(flat: &FlatProgram<'_>, locations: &mut [Location]) -> Vec<Proposition> {
    let deeper: Vec<usize> =
        (0..locations.len()).filter(|at| locations[*at].kind == LocationKind::Deeper).collect();
    let procedure = |location: &Location| flat.scopes[location.scope].procedure;
    let mut places: IndexMap<String, Vec<Belnap>> = IndexMap::new();
    for inside in &deeper {
        let led_to: FxHashSet<*const Procedure> =
            flat.calls.reachable(procedure(&locations[*inside])).map(std::ptr::from_ref).collect();
        let within = |location: &&Location| {
            location.kind != LocationKind::Deeper
                && led_to.contains(&std::ptr::from_ref(procedure(location)))
        };
        let possible: IndexSet<String> =
            locations.iter().filter(within).flat_map(|at| names(flat, at)).collect();
        let blocking = locations.iter().filter(within).any(|location| location.blocking);
        locations[*inside].blocking |= blocking;
        for name in possible {
            let values = places.entry(name).or_insert_with(|| vec![Belnap::False; locations.len()]);
            values[*inside] = Belnap::Unknown;
        }
    }
    for (at, location) in locations.iter().enumerate() {
        if location.kind == LocationKind::Deeper {
            continue;
        }
        for name in names(flat, location) {
            if let Some(values) = places.get_mut(&name) {
                values[at] = Belnap::True;
            }
        }
    }
    places.into_iter().map(|(name, values)| Proposition { name, values: values.into() }).collect()
}

/// The atoms that say where control is, at a location where they are true.
fn names(flat: &FlatProgram<'_>, location: &Location) -> Vec<String> {
    let procedure = flat.scopes[location.scope].procedure.name.name.to_string();
    let labels = location.labels.iter();
    let mut atoms: Vec<Atom> = labels
        .flat_map(|label| {
            [None, Some(procedure.clone())]
                .map(|procedure| Atom::At { procedure, label: label.clone() })
        })
        .collect();
    atoms.extend(location.source.clone().map(Atom::AtLine));
    atoms.extend(location.enters.clone().map(Atom::Enter));
    match location.kind {
        LocationKind::Normal | LocationKind::Deeper => {}
        LocationKind::Halted => atoms.push(Atom::Halted),
        LocationKind::Failed => atoms.push(Atom::Failed),
    }
    atoms.iter().map(ToString::to_string).collect()
}
