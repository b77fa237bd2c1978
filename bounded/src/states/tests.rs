//! Diagrams against sets of states that are listed.

use std::collections::BTreeSet;

use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;

use super::diagrams::{Diagrams, EVERY, States};

/// Values of three variables.
type State = [i128; 3];

const VALUES: std::ops::RangeInclusive<i128> = -2..=3;

fn every_state() -> impl Iterator<Item = State> {
    VALUES.flat_map(|a| VALUES.flat_map(move |b| VALUES.map(move |c| [a, b, c])))
}

fn contains(diagrams: &Diagrams, states: States, state: State) -> bool {
    match diagrams.decision(states) {
        None => states == States::ALL,
        Some((level, parts)) => {
            let value = state[level as usize];
            let part = parts.iter().find(|((low, high), _)| (*low..=*high).contains(&value));
            contains(diagrams, part.expect("parts cover all numbers").1, state)
        }
    }
}

/// A set, as a diagram and listed.
fn draw(diagrams: &mut Diagrams, random: &mut Random) -> (States, BTreeSet<State>) {
    let (mut states, mut listed) = (States::NONE, BTreeSet::new());
    for _ in 0..1 + random.below(4) {
        let bounds: Vec<(i128, i128)> = (0..3)
            .map(|_| {
                let (a, b) = (random.below(6) as i128 - 2, random.below(6) as i128 - 2);
                if random.one_in(3) { EVERY } else { (a.min(b), a.max(b)) }
            })
            .collect();
        let decided: Vec<_> = (0..).zip(bounds.iter().copied()).collect();
        let cube = diagrams.agreeing(&decided).expect("few nodes");
        states = diagrams.either(states, cube).expect("few nodes");
        let inside = |state: &State| {
            state.iter().zip(&bounds).all(|(value, (low, high))| (*low..=*high).contains(value))
        };
        listed.extend(every_state().filter(inside));
    }
    (states, listed)
}

fn listed(diagrams: &Diagrams, states: States) -> BTreeSet<State> {
    every_state().filter(|state| contains(diagrams, states, *state)).collect()
}

#[test]
fn diagrams_are_the_sets_that_they_stand_for() {
    for seed in seeds(200) {
        let (mut diagrams, mut random) = (Diagrams::new(100_000), Random::new(seed));
        let (a, of_a) = draw(&mut diagrams, &mut random);
        let (b, of_b) = draw(&mut diagrams, &mut random);
        assert_eq!(listed(&diagrams, a), of_a, "{seed}");
        let both = diagrams.both(a, b).expect("few nodes");
        assert_eq!(listed(&diagrams, both), &of_a & &of_b, "{seed}");
        let either = diagrams.either(a, b).expect("few nodes");
        assert_eq!(listed(&diagrams, either), &of_a | &of_b, "{seed}");
        let without = diagrams.without(a, b).expect("few nodes");
        assert_eq!(listed(&diagrams, without), &of_a - &of_b, "{seed}");
        // One diagram for each set.
        let again = diagrams.either(without, both).expect("few nodes");
        assert_eq!(again, a, "{seed}");
        let levels: Vec<u32> = (0..3).filter(|_| random.one_in(2)).collect();
        let forgotten = diagrams.forget(a, &levels).expect("few nodes");
        let agrees = |state: &State| {
            let same = |other: &State| {
                (0..3).all(|level| {
                    levels.contains(&level) || {
                        let level = level as usize;
                        state[level] == other[level]
                    }
                })
            };
            of_a.iter().any(same)
        };
        let wanted: BTreeSet<State> = every_state().filter(agrees).collect();
        assert_eq!(listed(&diagrams, forgotten), wanted, "{seed}");
        let decided = diagrams.pick(a).expect("some state");
        let picked = diagrams.agreeing(&decided).expect("few nodes");
        assert_eq!(diagrams.without(picked, a), Ok(States::NONE), "{seed}");
    }
}

#[test]
fn a_limit_of_parts_is_kept() {
    let mut diagrams = Diagrams::new(6);
    assert!(diagrams.within(0, (0, 0)).is_ok());
    assert!(diagrams.within(1, (0, 0)).is_ok());
    assert!(diagrams.within(2, (0, 0)).is_err());
}
