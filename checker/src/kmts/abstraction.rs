//! The abstraction of a KMTS by a relation between its states and abstract ones (May/Must Def. 15).
//!
//! An abstract state must go where all states that it stands for must go to some state that the
//! target stands for, and may go where some of them may. What is abstracted is less complete, or as
//! complete (Theorem 16). It is total if the structure is; an abstract state is blocking if a state
//! that it stands for is, initial if one of them is, and inhabited if one of them is.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use belnap_formats::near::nearest;
use belnap_formats::relation::Relation;
use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, ExplicitState, ExplicitTransition, Semantics};
use belnap_ir::validate::findings::Findings;

use super::graph::{Arcs, Graph};

/// Abstract states, and what they stand for.
#[derive(Clone, Debug)]
pub struct Map {
    names: Vec<String>,
    /// By abstract state: the states that it stands for; at least one.
    members: Vec<Vec<StateId>>,
    /// By state: the abstract states that stand for it; at least one.
    stands: Vec<Vec<u32>>,
}

impl Map {
    /// A map for the states of a structure.
    ///
    /// # Errors
    /// If a pair names a state that the structure does not have, or a state is in no pair.
    pub fn new(relation: &Relation, structure: &ExplicitKripke) -> Result<Map, Vec<Diagnostic>> {
        let names = structure.states.iter_enumerated().map(|(id, state)| (state.name.as_str(), id));
        let ids: HashMap<&str, StateId> = names.collect();
        let mut map = Map {
            names: Vec::new(),
            members: Vec::new(),
            stands: vec![Vec::new(); structure.states.len()],
        };
        let mut known: HashMap<&str, u32> = HashMap::new();
        let mut findings = Findings::default();
        for (index, (less, more)) in relation.pairs.iter().enumerate() {
            let Some(state) = ids.get(more.as_str()) else {
                findings.add(unknown(index, more, structure));
                continue;
            };
            let number = *known.entry(less).or_insert_with(|| {
                map.names.push(less.clone());
                map.members.push(Vec::new());
                map.names.len() as u32 - 1
            });
            map.members[number as usize].push(*state);
            map.stands[state.index()].push(number);
        }
        for (id, state) in structure.states.iter_enumerated() {
            findings.require(!map.stands[id.index()].is_empty(), "relation-total", || {
                let message = format!("no abstract state stands for '{}'", state.name);
                ("pairs".to_owned(), message)
            });
        }
        if findings.is_empty() { Ok(map) } else { Err(findings.into_vec()) }
    }
}

fn unknown(index: usize, name: &str, structure: &ExplicitKripke) -> Diagnostic {
    let place = Place::Json(format!("pairs[{index}][1]"));
    let message = format!("the structure has no state '{name}'");
    let found = Diagnostic::error("relation-state", place, message);
    match nearest(name, structure.states.iter().map(|state| state.name.as_str())).first() {
        Some(near) => found.note(format!("did you mean '{near}'?")),
        None => found,
    }
    .note("a pair is an abstract state and a state of the structure that it stands for")
}

/// The abstraction of a KMTS.
pub fn abstraction(structure: &ExplicitKripke, map: &Map) -> ExplicitKripke {
    let graph = Graph::new(&[structure]);
    let states = map.names.iter().zip(&map.members).map(|(name, members)| ExplicitState {
        name: name.clone(),
        labels: (0..structure.propositions.len())
            .map(|place| agreed(members.iter().map(|id| structure.states[*id].labels[place])))
            .collect(),
        location: same(members.iter().map(|id| structure.states[*id].location)),
        blocking: members.iter().any(|id| structure.states[*id].blocking),
    });
    let standing = |states: &[StateId]| -> Vec<StateId> {
        let numbers = states.iter().flat_map(|id| &map.stands[id.index()]);
        numbers.collect::<BTreeSet<_>>().into_iter().map(|number| StateId(*number)).collect()
    };
    ExplicitKripke {
        semantics: Semantics::Exact,
        total: structure.total,
        propositions: structure.propositions.clone(),
        locations: structure.locations.clone(),
        scopes: structure.scopes.clone(),
        states: states.collect(),
        initial: standing(&structure.initial),
        inhabited: standing(&structure.inhabited),
        prefix: structure.prefix,
        transitions: transitions(&graph, map),
        events: structure.events.of_other_states(),
    }
}

fn agreed(mut values: impl Iterator<Item = Belnap>) -> Belnap {
    let first = values.next().unwrap_or(Belnap::Unknown);
    if values.all(|value| value == first) { first } else { Belnap::Unknown }
}

fn same<T: PartialEq>(mut values: impl Iterator<Item = Option<T>>) -> Option<T> {
    let first = values.next()??;
    values.all(|value| value.as_ref() == Some(&first)).then_some(first)
}

fn transitions(graph: &Graph, map: &Map) -> Vec<ExplicitTransition> {
    // Which abstract states a state's arcs lead to.
    let reached = |arcs: &Arcs, state: StateId| -> BTreeSet<(u32, u32)> {
        let arcs = arcs.of(state.0).iter();
        arcs.flat_map(|(action, to)| {
            map.stands[*to as usize].iter().map(move |number| (*number, *action))
        })
        .collect()
    };
    let mut transitions = Vec::new();
    for (from, members) in map.members.iter().enumerate() {
        let mut values: BTreeMap<(u32, u32), Belnap> = BTreeMap::new();
        for state in members {
            values.extend(reached(&graph.may, *state).into_iter().map(|to| (to, Belnap::Unknown)));
        }
        let all = members.iter().map(|state| reached(&graph.must, *state));
        let all = all.reduce(|left, right| left.intersection(&right).copied().collect());
        values.extend(all.unwrap_or_default().into_iter().map(|to| (to, Belnap::True)));
        transitions.extend(values.into_iter().map(|((to, action), value)| ExplicitTransition {
            from: StateId::from(from),
            to: StateId(to),
            value,
            action: graph.actions[action as usize].clone(),
            statement: None,
        }));
    }
    transitions
}
