//! The quotient of a KMTS by being equally complete: below each other, both ways, in the
//! completeness preorder.
//!
//! Its states are the classes of equally complete states that initial and inhabited states lead
//! to. Its transitions are those of the members of a class, to the class where they lead, without
//! those that others make needless:
//! * must-transitions lead only to classes that are not below another one that a must-transition
//!   with the same action leads to (what must go to a more complete state must go to this one);
//! * may-transitions lead there too, and else only to classes that are not above another one that a
//!   may-transition with the same action leads to.
//!
//! The quotient is equally complete, and no formula has another value in it. States at different
//! locations of a program, of which only one is blocking, or of which only one has to go on and may
//! go nowhere, are kept apart, so that this is true of places and of the `wp` trick, too.

use std::collections::HashMap;

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, ExplicitState, ExplicitTransition, Semantics};

use super::bisimulation::classes;
use super::graph::Graph;
use super::preorder::{Relation, TooLarge, less_complete, require_few};

/// The quotient of a KMTS; of at most so many pairs of classes of bisimilar states.
///
/// # Errors
/// If there are more.
pub fn quotient(structure: &ExplicitKripke, limit: usize) -> Result<ExplicitKripke, TooLarge> {
    let whole = Graph::new(&[structure]);
    let (class, count) = classes(&whole, &colours(structure));
    require_few(count, count, limit)?;
    let graph = whole.quotient(&class, count);
    // Members of a class have one colour.
    let mut of_class = vec![0; count];
    for (own, colour) in class.iter().zip(colours(structure)) {
        of_class[*own as usize] = colour;
    }
    let all: Vec<u32> = (0..count as u32).collect();
    let below = less_complete(&graph, &of_class, &all, &all);
    let leader: Vec<u32> = all.iter().map(|a| leader(&below, *a)).collect();
    let representative = graph.quotient(&leader, count);
    Ok(made(structure, &class, &leader, &arcs(&representative, &below, &leader)))
}

/// What keeps states apart besides labels: locations, whether they are blocking, and whether they
/// contradict themselves, as they have to go on and may go nowhere.
fn colours(structure: &ExplicitKripke) -> Vec<u32> {
    let mut goes_on = vec![false; structure.states.len()];
    for step in structure.transitions.iter().filter(|step| step.value.may()) {
        goes_on[step.from.index()] = true;
    }
    let mut known = HashMap::new();
    let colour = |(id, state): (StateId, &ExplicitState)| {
        let fresh = known.len() as u32;
        let blocking = state.blocking && structure.total;
        let contradicts = structure.total && !state.blocking && !goes_on[id.index()];
        *known.entry((state.location, blocking, contradicts)).or_insert(fresh)
    };
    structure.states.iter_enumerated().map(colour).collect()
}

/// The first of the classes that are equally complete.
fn leader(below: &Relation, a: u32) -> u32 {
    let mut equal = below.related_to(a).into_iter().filter(|c| below.has(*c, a));
    equal.next().unwrap_or(a)
}

/// The arcs of each leader that are not needless: action, target, and whether it must exist.
fn arcs(graph: &Graph, below: &Relation, leader: &[u32]) -> Vec<Vec<(u32, u32, bool)>> {
    let of = |state: u32| {
        if leader[state as usize] != state {
            return Vec::new();
        }
        let best = |action: u32, to: u32| {
            !graph.must.by(state, action).any(|other| other != to && below.has(to, other))
        };
        let needed = |action: u32, to: u32| {
            !graph.may.by(state, action).any(|other| other != to && below.has(other, to))
        };
        let arc = |(action, to): &(u32, u32)| {
            let exists = graph.must.by(state, *action).any(|other| other == *to);
            let must = exists && best(*action, *to);
            (must || needed(*action, *to)).then_some((*action, *to, must))
        };
        graph.may.of(state).iter().filter_map(arc).collect()
    };
    (0..leader.len() as u32).map(of).collect()
}

/// The structure: what is reached, each class by the name of its first state.
fn made(
    structure: &ExplicitKripke,
    class: &[u32],
    leader: &[u32],
    arcs: &[Vec<(u32, u32, bool)>],
) -> ExplicitKripke {
    let graph = Graph::new(&[structure]);
    let of = |state: &StateId| leader[class[state.index()] as usize];
    let mut reached = vec![false; leader.len()];
    let mut work: Vec<u32> = structure.initial.iter().chain(&structure.inhabited).map(of).collect();
    while let Some(state) = work.pop() {
        if !std::mem::replace(&mut reached[state as usize], true) {
            work.extend(arcs[state as usize].iter().map(|(_, to, _)| *to));
        }
    }
    let mut number: Vec<Option<StateId>> = vec![None; leader.len()];
    let mut states = Vec::new();
    for (id, state) in structure.states.iter_enumerated() {
        let own = of(&id) as usize;
        if reached[own] && number[own].is_none() {
            number[own] = Some(StateId::from(states.len()));
            states.push(state.clone());
        }
    }
    let mut transitions = Vec::new();
    for (from, own) in arcs.iter().enumerate() {
        for (action, to, must) in own {
            if let (Some(from), Some(to)) = (number[from], number[*to as usize]) {
                transitions.push(ExplicitTransition {
                    from,
                    to,
                    value: if *must { Belnap::True } else { Belnap::Unknown },
                    action: graph.actions[*action as usize].clone(),
                    statement: None,
                });
            }
        }
    }
    let key = |step: &ExplicitTransition| (step.from, step.to, step.action.clone());
    transitions.sort_by_cached_key(key);
    let numbered = |ids: &[StateId]| {
        let mut list: Vec<StateId> = ids.iter().filter_map(|id| number[of(id) as usize]).collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    ExplicitKripke {
        semantics: Semantics::Exact,
        initial: numbered(&structure.initial),
        inhabited: numbered(&structure.inhabited),
        prefix: structure.prefix,
        total: structure.total,
        propositions: structure.propositions.clone(),
        locations: structure.locations.clone(),
        scopes: structure.scopes.clone(),
        states: states.into(),
        transitions,
        events: structure.events.of_other_states(),
    }
}
