//! Listed structures in symbolic form, so that the symbolic engine can check them: one location
//! per state, no variables, and a transition's value as the constant guard of its edge.
//!
//! A symbolic structure has one entry. Where that is not the only initial and the only inhabited
//! state, a fresh entry leads to them all and properties are judged one step later: its step to a
//! state is `t`, or only possible if the state is not known to be inhabited, or only a must if it
//! is not initial. That some initial state is real, so that a property fails if it is false in all
//! of them, is what the `wp` trick says of the fresh step, and is lost without it. In a structure
//! with one half the fresh steps need both, so in `over` the missing half is taken out of each
//! transition instead and the result says `exact`. In `under` that cannot be said, and a property
//! of several states never holds; [`symbolic_from`] each of them tells more.

use belnap_ir::bdd::{BddTable, Ref};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{LocId, ScopeId, StateId, TiVec};
use belnap_ir::kripke::{
    ExplicitKripke, Location, LocationKind, Partial, Proposition, Scope, Semantics, SymbolicEdge,
    SymbolicKripke,
};
use belnap_ir::property::Atom;

/// The symbolic form of a structure.
pub fn symbolic_from_explicit(structure: &ExplicitKripke) -> SymbolicKripke {
    let same = structure.initial == structure.inhabited;
    match structure.initial.as_slice() {
        [only] if same => symbolic_from(structure, *only),
        _ => with_fresh_entry(structure),
    }
}

/// The symbolic form of a structure, with one state as its only initial one, known to be
/// inhabited.
pub fn symbolic_from(structure: &ExplicitKripke, entry: StateId) -> SymbolicKripke {
    let mut scopes: Vec<Scope> = structure
        .scopes
        .iter()
        .map(|scope| Scope { enforce: Ref::TRUE, ..scope.clone() })
        .collect();
    if scopes.is_empty() {
        scopes.push(Scope { procedure: "main".to_owned(), caller: None, enforce: Ref::TRUE });
    }
    let mut transitions: Vec<_> = structure.transitions.iter().collect();
    transitions.sort_by_key(|transition| transition.from);
    let edges = transitions.into_iter().map(|transition| SymbolicEdge {
        action: transition.action.clone(),
        statement: transition.statement.clone().unwrap_or_default(),
        ..edge(LocId(transition.from.0), LocId(transition.to.0), transition.value)
    });
    SymbolicKripke {
        semantics: structure.semantics,
        strict: false,
        variables: TiVec::new(),
        choices: 0,
        scopes: scopes.into(),
        locations: structure.states.keys().map(|id| location(structure, id)).collect(),
        entry: LocId(entry.0),
        prefix: structure.prefix,
        edges: edges.collect(),
        enforce: Ref::TRUE,
        propositions: propositions(structure),
        table: BddTable::default(),
    }
}

fn with_fresh_entry(structure: &ExplicitKripke) -> SymbolicKripke {
    let mut symbolic = symbolic_from(structure, StateId(0));
    let entry = LocId::from(symbolic.locations.len());
    if structure.semantics == Semantics::Over {
        symbolic.semantics = Semantics::Exact;
        symbolic.edges.iter_mut().for_each(|edge| edge.guard.truth = Ref::FALSE);
    }
    let taken = |name: &str| structure.states.iter().any(|state| state.name == name);
    let mut name = "initially".to_owned();
    while taken(&name) {
        name.push('\'');
    }
    symbolic.locations.push(plain_location(name));
    for given in &mut symbolic.propositions {
        given.values.push(Belnap::Unknown);
    }
    for state in (0..structure.states.len()).map(StateId::from) {
        let (initial, inhabited) =
            (structure.initial.contains(&state), structure.inhabited.contains(&state));
        if initial || inhabited {
            let value = Belnap::from_halves(inhabited, initial);
            symbolic.edges.push(edge(entry, LocId(state.0), value));
        }
    }
    symbolic.entry = entry;
    symbolic.prefix = structure.prefix.saturating_add(1);
    symbolic
}

fn edge(from: LocId, to: LocId, value: Belnap) -> SymbolicEdge {
    let constant = |value: bool| if value { Ref::TRUE } else { Ref::FALSE };
    SymbolicEdge {
        from,
        to,
        guard: Partial { truth: constant(value.must()), falsity: constant(!value.may()) },
        updates: Vec::new(),
        constrain: None,
        action: None,
        statement: String::new(),
        origin: None,
    }
}

fn plain_location(name: String) -> Location {
    Location {
        name,
        labels: Vec::new(),
        scope: ScopeId(0),
        kind: LocationKind::Normal,
        enters: None,
        source: None,
        blocking: false,
    }
}

fn location(structure: &ExplicitKripke, id: StateId) -> Location {
    let state = &structure.states[id];
    let own = match state.location {
        Some(at) => structure.locations[at].clone(),
        None => plain_location(String::new()),
    };
    Location { name: state.name.clone(), blocking: state.blocking || !structure.total, ..own }
}

/// The structure's propositions. If some state has no location, places become propositions that are
/// unknown there; so do they if some location has no state, for its labels to be known still.
fn propositions(structure: &ExplicitKripke) -> Vec<Proposition> {
    let from_locations = !structure.locations.is_empty();
    let given = structure.propositions.iter().enumerate();
    let mut found: Vec<Proposition> = given
        .map(|(index, name)| Proposition {
            name: name.clone(),
            values: structure.states.iter().map(|state| state.labels[index]).collect(),
        })
        .collect();
    let at = |place: Option<LocId>| structure.states.iter().any(|state| state.location == place);
    let locations = (0..structure.locations.len()).map(LocId::from);
    if from_locations && (at(None) || locations.map(Some).any(|place| !at(place))) {
        let mut names = vec![Atom::Halted.to_string(), Atom::Failed.to_string()];
        let all = structure.locations.iter();
        names.extend(all.flat_map(|location| places(structure, location)));
        names.sort();
        names.dedup();
        names.retain(|name| !structure.propositions.contains(name));
        found.extend(names.into_iter().map(|name| {
            let value =
                |at: LocId| places(structure, &structure.locations[at]).contains(&name).into();
            let values = structure.states.iter();
            let values = values.map(|state| state.location.map_or(Belnap::Unknown, value));
            Proposition { values: values.collect(), name }
        }));
    }
    found
}

/// The atoms about places that are true at a location.
fn places(structure: &ExplicitKripke, location: &Location) -> Vec<String> {
    let procedure = &structure.scopes[location.scope].procedure;
    let mut atoms = Vec::new();
    for label in &location.labels {
        atoms.push(Atom::At { procedure: None, label: label.clone() });
        atoms.push(Atom::At { procedure: Some(procedure.clone()), label: label.clone() });
    }
    atoms.extend(location.source.clone().map(Atom::AtLine));
    atoms.extend(location.enters.clone().map(Atom::Enter));
    match location.kind {
        LocationKind::Normal | LocationKind::Deeper => {}
        LocationKind::Halted => atoms.push(Atom::Halted),
        LocationKind::Failed => atoms.push(Atom::Failed),
    }
    atoms.iter().map(ToString::to_string).collect()
}
