//! Faults planted in what makes systems and abstractions of them: the comparisons with definitions
//! that the random tests make must notice each.

use std::collections::BTreeSet;

use belnap_checker::explicit::{ExplicitOptions, evaluate};
use belnap_checker::operators::{OperatorOptions, eliminate};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;
use belnap_ir::operator::{OperatorProperty, Paths};
use belnap_systems::compose::{Part, compose, compose_traced};
use belnap_systems::possible::{possible, restrict};
use belnap_systems::quotient::{Concrete, Partition};
use belnap_systems::refinement::confirm::check_restriction;
use belnap_systems::refinement::member::Restricted;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;

use crate::systems::{parts, property, steps_by_definition};

const LIMIT: usize = 100_000;

/// How many of the seeds notice a fault.
fn noticed(count: u64, notices: impl Fn(&mut Random) -> bool) -> usize {
    seeds(count).filter(|seed| notices(&mut Random::new(*seed))).count()
}

/// The steps of a composition as tuples of states, without their actions.
fn moves(parts: &[Part]) -> BTreeSet<(Vec<StateId>, Vec<StateId>)> {
    let composition = compose_traced(parts, LIMIT).expect("a small system");
    let tuple = |state: StateId| composition.tuples[state.index()].to_vec();
    let steps = composition.structure.transitions.iter();
    steps.map(|step| (tuple(step.from), tuple(step.to))).collect()
}

fn moves_by_definition(parts: &[Part]) -> BTreeSet<(Vec<StateId>, Vec<StateId>)> {
    steps_by_definition(parts).into_iter().map(|(from, _, to)| (from, to)).collect()
}

/// A way to plant a fault in a component before it is composed.
type Fault = fn(&mut Part);

const COMPOSITION: [(&str, Fault); 3] = [
    ("who takes part is who happens to be able to", |part| {
        let structure = &mut part.structure;
        let occurs = |action: &String| {
            structure.transitions.iter().any(|step| step.action.as_ref() == Some(action))
        };
        let left: Vec<String> =
            structure.events.alphabet.iter().filter(|one| occurs(one)).cloned().collect();
        structure.events.alphabet = left;
    }),
    ("internal steps of two components are one", |part| {
        part.structure.events.alphabet.push("tau".to_owned());
        for step in &mut part.structure.transitions {
            step.action.get_or_insert_with(|| "tau".to_owned());
        }
    }),
    ("everybody goes alone", |part| {
        let name = part.name.clone();
        let own = |action: &String| format!("{name}.{action}");
        part.structure.events.alphabet = part.structure.events.alphabet.iter().map(own).collect();
        for step in &mut part.structure.transitions {
            step.action = step.action.as_ref().map(own);
        }
    }),
];

#[test]
fn faults_of_compositions_are_noticed() {
    for (name, plant) in COMPOSITION {
        let count = noticed(200, |random| {
            let parts = parts(random, 2, false);
            let mut faulty = parts.clone();
            faulty.iter_mut().for_each(plant);
            moves(&faulty) != moves_by_definition(&parts)
        });
        assert!(count > 0, "{name}");
    }
    let right = noticed(200, |random| {
        let parts = parts(random, 2, false);
        moves(&parts) != moves_by_definition(&parts)
    });
    assert_eq!(right, 0);
}

fn value(structure: &ExplicitKripke, property: &OperatorProperty, paths: Paths) -> Belnap {
    let how = OperatorOptions { paths, ..OperatorOptions::default() };
    let whole = eliminate(structure, property, &how).expect("a property that fits");
    let plain = ExplicitOptions::default();
    let values = evaluate(&whole.structure, &property.formula, &plain).expect("known atoms");
    values[structure.initial[0].index()]
}

/// A way to plant a fault in the abstraction of a component.
type Abstraction = fn(&mut ExplicitKripke);

const ABSTRACTIONS: [(&str, Abstraction); 6] = [
    ("steps that may exist must", |own| {
        own.transitions.iter_mut().for_each(|step| step.value = Belnap::True);
    }),
    ("steps that need not exist do not", |own| {
        own.transitions.retain(|step| step.value.must());
    }),
    ("what some states satisfy all do", |own| {
        for label in own.states.iter_mut().flat_map(|state| &mut state.labels) {
            *label = Belnap::from(label.may());
        }
    }),
    ("what not all states satisfy none does", |own| {
        for label in own.states.iter_mut().flat_map(|state| &mut state.labels) {
            *label = Belnap::from(label.must());
        }
    }),
    ("a component can always go on with what it may", |own| {
        let may = |from: StateId| {
            let steps = own.transitions.iter().filter(|step| step.from == from);
            let all: BTreeSet<String> = steps.filter_map(|step| step.action.clone()).collect();
            all.into_iter().collect::<Vec<_>>()
        };
        own.events.certain = own.states.keys().map(|state| (state, may(state))).collect();
        own.events.certain.retain(|(_, actions)| !actions.is_empty());
    }),
    ("a component ends where it need not go on", |own| {
        let keeps: BTreeSet<StateId> =
            own.transitions.iter().filter(|step| step.value.must()).map(|step| step.from).collect();
        own.events.certain.clear();
        own.transitions.retain(|step| step.value.must() || keeps.contains(&step.from));
    }),
];

#[test]
fn faults_of_abstractions_are_noticed() {
    let wrong = |random: &mut Random, plant: Abstraction| {
        let parts = parts(random, 2, false);
        let property = property(random, &parts);
        let paths = if random.one_in(3) { Paths::Infinite } else { Paths::Maximal };
        let coarse = parts.iter().map(|part| {
            let own = compose(std::slice::from_ref(part), LIMIT).expect("a small component");
            let keys: Vec<usize> = own.states.iter().map(|_| random.index(2)).collect();
            let partition = Partition::by(keys.len(), |state| keys[state.index()]);
            let mut structure = Concrete::new(&own).quotient(&partition);
            plant(&mut structure);
            Part { name: part.name.clone(), structure }
        });
        let coarse: Vec<Part> = coarse.collect();
        let abstracted = value(&compose(&coarse, LIMIT).expect("small"), &property, paths);
        let own = value(&compose(&parts, LIMIT).expect("small"), &property, paths);
        abstracted != Belnap::Unknown && abstracted != own
    };
    for (name, plant) in ABSTRACTIONS {
        assert!(noticed(400, |random| wrong(random, plant)) > 0, "{name}");
    }
    assert_eq!(noticed(400, |random| wrong(random, |_| {})), 0);
}

/// Components composed alone, without what is not possible.
fn left(random: &mut Random) -> (Vec<ExplicitKripke>, Vec<Restricted>) {
    let count = 2 + random.index(2);
    let parts = parts(random, count, true);
    let alone = |part: &Part| compose(std::slice::from_ref(part), LIMIT).expect("a component");
    let components: Vec<ExplicitKripke> = parts.iter().map(alone).collect();
    let found = possible(&components.iter().collect::<Vec<_>>());
    let restricted = components.iter().zip(found.states).map(|(own, states)| Restricted {
        structure: restrict(own, &found.actions),
        actions: found.actions.clone(),
        states,
    });
    let restricted = restricted.collect();
    (components, restricted)
}

fn check(components: &[ExplicitKripke], restricted: &[Restricted]) -> Result<(), String> {
    let pairs: Vec<_> =
        components.iter().zip(restricted).map(|(own, less)| (own, Some(less))).collect();
    check_restriction(&pairs)
}

/// What is left of components, changed so that something is left out that may happen, is refused
/// wherever the composition of what is left is another one.
#[test]
fn faults_of_what_is_left_out_are_noticed() {
    let mut changed = 0;
    for seed in seeds(1_000) {
        let mut random = Random::new(seed);
        let (components, mut restricted) = left(&mut random);
        assert_eq!(check(&components, &restricted), Ok(()), "seed {seed}");
        let number = random.index(restricted.len());
        match random.index(4) {
            0 => {
                let all: Vec<String> = restricted[0].actions.iter().cloned().collect();
                if all.is_empty() {
                    continue;
                }
                let gone = random.choose(&all).clone();
                for (own, less) in components.iter().zip(&mut restricted) {
                    less.actions.remove(&gone);
                    less.structure = restrict(own, &less.actions);
                }
            }
            1 => {
                let state = random.index(restricted[number].states.len());
                if !std::mem::replace(&mut restricted[number].states[state], false) {
                    continue;
                }
            }
            2 => {
                if restricted[number].structure.transitions.pop().is_none() {
                    continue;
                }
            }
            _ => {
                // That some step existed is taken for what is left of them.
                let own = &mut restricted[number].structure;
                let before = &components[number];
                let loses = |state: &StateId| {
                    let count = |all: &ExplicitKripke| {
                        let steps = all.transitions.iter().filter(|step| step.from == *state);
                        steps.filter_map(|step| step.action.clone()).collect::<BTreeSet<_>>()
                    };
                    let certain = Concrete::new(before).certain(*state).count();
                    count(own).len() == 1 && count(before).len() > 1 && certain == 0
                };
                let found = own.states.keys().find(loses);
                let Some(state) = found else { continue };
                own.states[state].blocking = false;
            }
        }
        assert!(check(&components, &restricted).is_err(), "seed {seed}");
        changed += 1;
    }
    assert!(changed >= 300, "{changed}");
}
