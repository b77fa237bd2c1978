//! A small graph as an explicit structure, and random properties of it.

use std::collections::HashMap;

use belnap_ir::belnap::Belnap;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, StateId, TiVec};
use belnap_ir::kripke::{Events, ExplicitKripke, ExplicitState, ExplicitTransition, Semantics};

use super::Subject;
use super::concrete::Concrete;
use belnap_test_support::random::Random;
use belnap_test_support::random::mix;

/// One of the programs that a graph stands for: where the graph says that something is unknown,
/// it is as `resolve` says, one way in each state.
pub fn explored(subject: &Subject, concrete: &Concrete<'_>, resolve: u64) -> ExplicitKripke {
    let cfg = &subject.cfg;
    let mut numbers: HashMap<(CfgLocId, usize), usize> = HashMap::new();
    let mut found: Vec<(CfgLocId, usize)> = Vec::new();
    let mut number = |state: (CfgLocId, usize), found: &mut Vec<(CfgLocId, usize)>| {
        *numbers.entry(state).or_insert_with(|| {
            found.push(state);
            found.len() - 1
        })
    };
    for state in 0..concrete.states.len() {
        number((cfg.entry, state), &mut found);
    }
    let initial: Vec<StateId> = (0..found.len()).map(StateId::from).collect();
    let mut transitions = Vec::new();
    let mut next = 0;
    while let Some(state) = found.get(next).copied() {
        let mut targets: Vec<usize> = Vec::new();
        for (location, after) in successors(cfg, concrete, state, resolve) {
            targets.push(number((location, after), &mut found));
        }
        assert!(!targets.is_empty(), "seed {}: the graph is total", subject.seed);
        transitions.extend(transitions_from(next, targets));
        next += 1;
    }
    let places = (0..cfg.locations.len()).map(|at| format!("at({})", CfgLocId::from(at)));
    let named = subject.predicates.all.iter().map(|tracked| format!("{{{}}}", tracked.name));
    let labels = |(location, state): &(CfgLocId, usize)| {
        let here = (0..cfg.locations.len()).map(|at| Belnap::from(at == location.index()));
        let combination = concrete.combinations[*state];
        let truths = (0..subject.conditions.len()).map(|at| combination >> at & 1 == 1);
        here.chain(truths.map(Belnap::from)).collect()
    };
    ExplicitKripke {
        semantics: Semantics::Exact,
        total: true,
        propositions: places.chain(named).collect(),
        locations: TiVec::new(),
        scopes: TiVec::new(),
        states: found
            .iter()
            .map(|state| ExplicitState {
                name: format!("{}/{}", state.0, state.1),
                labels: labels(state),
                location: None,
                blocking: false,
            })
            .collect(),
        inhabited: initial.clone(),
        initial,
        prefix: prefix(cfg),
        transitions,
        events: Events::default(),
    }
}

/// Steps from the entry to where properties are judged.
pub fn prefix(cfg: &Cfg) -> u32 {
    let (mut at, mut steps) = (cfg.entry, 0);
    while at != cfg.start {
        at = cfg.edges.iter().find(|edge| edge.from == at).expect("a line leads to it").to;
        steps += 1;
    }
    steps
}

fn successors(
    cfg: &Cfg,
    concrete: &Concrete<'_>,
    (location, state): (CfgLocId, usize),
    resolve: u64,
) -> Vec<(CfgLocId, usize)> {
    let mut all = Vec::new();
    let mut perhaps = Vec::new();
    let chance = |edge: usize| mix(resolve ^ mix(state as u64 ^ mix(edge as u64)));
    for (at, edge) in cfg.edges.iter().enumerate().filter(|(_, edge)| edge.from == location) {
        let mut after = concrete.after(&concrete.states[state], CfgEdgeId::from(at));
        let number = |values: &Vec<_>| (edge.to, concrete.number(values));
        match edge.operation {
            Operation::AssumeUnknown => perhaps.push((at, number(&after[0]))),
            Operation::Unknown(_) => {
                let one = after.swap_remove((chance(at) % after.len() as u64) as usize);
                all.push(number(&one));
            }
            _ => all.extend(after.iter().map(number)),
        }
    }
    // One of those that we know nothing about exists, or more.
    let certain = chance(usize::MAX) % perhaps.len().max(1) as u64;
    for (place, (at, target)) in perhaps.into_iter().enumerate() {
        if place as u64 == certain || chance(at).is_multiple_of(3) {
            all.push(target);
        }
    }
    all
}

/// A random property in CTL.
pub fn property(random: &mut Random, subject: &Subject, depth: u32) -> String {
    property_over(random, &mut |random| atom(random, subject), depth)
}

/// A random property in CTL, with the given atoms.
pub fn property_over(
    random: &mut Random,
    atom: &mut dyn FnMut(&mut Random) -> String,
    depth: u32,
) -> String {
    if depth == 0 {
        return atom(random);
    }
    let mut inner = |random: &mut Random| property_over(random, atom, depth - 1);
    match random.below(13) {
        0 => format!("!({})", inner(random)),
        1 => format!("({}) & ({})", inner(random), inner(random)),
        2 => format!("({}) | ({})", inner(random), inner(random)),
        3 => format!("EX ({})", inner(random)),
        4 => format!("AX ({})", inner(random)),
        5 => format!("EF ({})", inner(random)),
        6 => format!("AF ({})", inner(random)),
        7 => format!("EG ({})", inner(random)),
        8 => format!("AG ({})", inner(random)),
        9 => format!("A[({}) U ({})]", inner(random), inner(random)),
        10 => format!("E[({}) U ({})]", inner(random), inner(random)),
        11 => format!("A[({}) W ({})]", inner(random), inner(random)),
        _ => format!("E[({}) R ({})]", inner(random), inner(random)),
    }
}

fn atom(random: &mut Random, subject: &Subject) -> String {
    let named = &subject.predicates.all;
    let negation = if random.one_in(2) { "!" } else { "" };
    if random.one_in(2) {
        let reached = reached(&subject.cfg);
        return format!("{negation}at({})", random.pick(&reached));
    }
    let at = random.below(named.len() as u64) as usize;
    format!("{negation}{{{}}}", named[at].name)
}

/// Locations that edges lead to from the entry.
fn reached(cfg: &Cfg) -> Vec<CfgLocId> {
    let mut reached = vec![cfg.entry];
    let mut next = 0;
    while let Some(at) = reached.get(next).copied() {
        next += 1;
        for edge in cfg.edges.iter().filter(|edge| edge.from == at) {
            if !reached.contains(&edge.to) {
                reached.push(edge.to);
            }
        }
    }
    reached
}

/// The transitions from a state, by its number, to others.
pub fn transitions_from(from: usize, mut targets: Vec<usize>) -> Vec<ExplicitTransition> {
    targets.sort_unstable();
    targets.dedup();
    let transition = |target: usize| ExplicitTransition {
        from: StateId::from(from),
        to: StateId::from(target),
        value: Belnap::True,
        action: None,
        statement: None,
    };
    targets.into_iter().map(transition).collect()
}
