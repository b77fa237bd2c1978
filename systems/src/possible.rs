//! What the components of a system can do next to each other, without composing them: which states
//! each can be in, and which actions can happen, if a component may be in any state that it can be
//! in whatever the others do. An action can happen if each component that takes part has a step
//! with it from some such state.
//!
//! What cannot happen so does not happen in the composition, so a component can do without these
//! steps ([`restrict`]): the composition is the same, and classes of the states that are left say
//! more. The time is linear in the sum of the components, not in their product.

use std::collections::{BTreeSet, HashMap, HashSet};

use belnap_ir::ids::StateId;
use belnap_ir::kripke::{Component, ExplicitKripke};

use crate::quotient::Concrete;

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Possible {
    /// By component and state: whether it can be there.
    pub states: Vec<Vec<bool>>,
    /// The actions, internal ones included.
    pub actions: BTreeSet<String>,
}

/// The actions that a component takes part in, its internal ones included.
fn own_actions(structure: &ExplicitKripke) -> impl Iterator<Item = String> + '_ {
    let components = structure.events.components.iter();
    components.flat_map(|own| own.alphabet.iter().cloned().chain([Component::internal(own)]))
}

/// What components can do, each composed alone.
pub fn possible(structures: &[&ExplicitKripke]) -> Possible {
    let mut missing: HashMap<String, BTreeSet<usize>> = HashMap::new();
    let mut steps: Vec<Vec<Vec<(&str, StateId)>>> = Vec::with_capacity(structures.len());
    for (number, structure) in structures.iter().enumerate() {
        own_actions(structure).for_each(|action| {
            missing.entry(action).or_default().insert(number);
        });
        let mut own = vec![Vec::new(); structure.states.len()];
        for step in structure.transitions.iter().filter(|step| step.value.may()) {
            if let Some(action) = step.action.as_deref() {
                own[step.from.index()].push((action, step.to));
            }
        }
        steps.push(own);
    }
    let mut states: Vec<Vec<bool>> =
        structures.iter().map(|structure| vec![false; structure.states.len()]).collect();
    let starts = structures.iter().enumerate();
    let mut work: Vec<(usize, StateId)> = starts
        .flat_map(|(number, own)| {
            own.initial.iter().chain(&own.inhabited).map(move |state| (number, *state))
        })
        .collect();
    let mut actions = BTreeSet::new();
    let mut waiting: HashMap<&str, Vec<(usize, StateId)>> = HashMap::new();
    while let Some((number, state)) = work.pop() {
        if std::mem::replace(&mut states[number][state.index()], true) {
            continue;
        }
        for (action, to) in &steps[number][state.index()] {
            if actions.contains(*action) {
                work.push((number, *to));
                continue;
            }
            waiting.entry(action).or_default().push((number, *to));
            let Some(others) = missing.get_mut(*action) else { continue };
            others.remove(&number);
            if others.is_empty() {
                actions.insert((*action).to_owned());
                work.extend(waiting.remove(action).unwrap_or_default());
            }
        }
    }
    Possible { states, actions }
}

/// A component without the steps that cannot happen.
pub fn restrict(structure: &ExplicitKripke, actions: &BTreeSet<String>) -> ExplicitKripke {
    let happens = |action: &Option<String>| action.as_ref().is_none_or(|own| actions.contains(own));
    let mut lost: BTreeSet<StateId> = BTreeSet::new();
    let mut restricted = structure.clone();
    restricted.transitions.retain(|step| {
        let stays = happens(&step.action);
        if !stays {
            lost.insert(step.from);
        }
        stays
    });
    if lost.is_empty() {
        return restricted;
    }
    // That some step exists does not say that one of those that are left does.
    let own = Concrete::new(structure);
    let must = structure.transitions.iter().filter(|step| step.value.must());
    let taken: HashSet<(StateId, &str)> =
        must.filter_map(|step| Some((step.from, step.action.as_deref()?))).collect();
    let mut certain: Vec<(StateId, Vec<String>)> = Vec::new();
    for state in structure.states.keys() {
        if !lost.contains(&state) {
            let listed = structure.events.certain_in(state);
            if !listed.is_empty() {
                certain.push((state, listed.to_vec()));
            }
            continue;
        }
        let left: BTreeSet<&str> =
            own.certain(state).filter(|action| actions.contains(*action)).collect();
        restricted.states[state].blocking = left.is_empty();
        let open = left.iter().filter(|action| !taken.contains(&(state, **action)));
        let open: Vec<String> = open.map(|action| (*action).to_owned()).collect();
        if !open.is_empty() {
            certain.push((state, open));
        }
    }
    restricted.events.certain = certain;
    restricted
}
