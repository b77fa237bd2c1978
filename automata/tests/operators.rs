//! Operators next to what their expressions say of words, on random expressions and graphs.

mod expressions;

use belnap_automata::omega::monitor::{Kind, Monitor, kind};
use belnap_automata::omega::profiles;
use belnap_automata::omega::translate::translate;
use belnap_automata::omega::trim::trim;
use belnap_automata::omega::walks::{Graph, Step, Walk, accepted, refused};
use belnap_ir::operator::{Markers, NeededAutomaton, Omega};
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;

use expressions::{Lasso, infinite, letter};

const LIMIT: usize = 100_000;

/// Kinds that an operator may be treated as.
fn kinds(automaton: &NeededAutomaton) -> Vec<Kind> {
    let mut kinds = vec![Kind::General, kind(automaton)];
    kinds.dedup();
    kinds
}

/// The graph with nothing but one walk.
fn only(lasso: &Lasso) -> Graph {
    let last = lasso.letters.len() - 1;
    let step = |(at, letter): (usize, &Markers)| {
        let to = if at < last { at + 1 } else { lasso.again };
        vec![Step { letter: *letter, to, label: at }]
    };
    Graph { steps: lasso.letters.iter().enumerate().map(step).collect(), goes_on: false }
}

#[test]
fn words_are_those_that_expressions_say() {
    let mut counts = [0; 2];
    for seed in seeds(3_000) {
        let mut random = Random::new(seed);
        let omega = infinite(&mut random, 3);
        let plain = translate(&omega);
        let small = trim(&plain);
        for _ in 0..6 {
            let lasso = Lasso::random(&mut random);
            let graph = only(&lasso);
            let expected = lasso.is_in(&omega);
            counts[usize::from(expected)] += 1;
            for automaton in [&plain, &small] {
                let found = accepted(&graph, automaton, &[0], LIMIT).unwrap().starts_at(0);
                assert_eq!(found, expected, "seed {seed}: {omega:?} {:?}", lasso.letters);
                let found = profiles::starts(&graph, automaton, true, LIMIT).unwrap()[0];
                assert_eq!(found, expected, "seed {seed}: profiles, {omega:?}");
            }
            for kind in kinds(&small) {
                let mut monitor = Monitor::new(&small, kind);
                let found = refused(&graph, &mut monitor, &[0], LIMIT).unwrap().starts_at(0);
                assert_eq!(found, !expected, "seed {seed}: {kind}, {omega:?}");
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 1_000), "{counts:?}");
}

fn random_graph(random: &mut Random) -> Graph {
    let places = 1 + random.index(4);
    let goes_on = random.one_in(2);
    let mut label = 0;
    let mut steps = |random: &mut Random| {
        let mut one = |random: &mut Random| {
            label += 1;
            Step { letter: letter(random), to: random.index(places), label }
        };
        let mut count = random.index(3);
        count += usize::from(random.one_in(2));
        (0..count).map(|_| one(random)).collect()
    };
    let steps = (0..places).map(|_| steps(random)).collect();
    Graph { steps, goes_on }
}

/// A walk is one of the graph, and does what it should.
fn check_walk(graph: &Graph, walk: &Walk, place: usize, omega: &Omega, accepts: bool) {
    assert_eq!(walk.start, place);
    let mut at = place;
    for step in &walk.steps {
        assert!(graph.steps[at].contains(step));
        at = step.to;
    }
    let letters = walk.steps.iter().map(|step| step.letter);
    match walk.again {
        Some(again) => {
            let begins = again.checked_sub(1).map_or(place, |before| walk.steps[before].to);
            assert_eq!(at, begins);
            let lasso = Lasso { letters: letters.collect(), again };
            assert_eq!(lasso.is_in(omega), accepts);
        }
        None => {
            assert!(graph.goes_on);
            // However it goes on: a few ways will do.
            for rest in [0, 1, 2, 3] {
                let again = walk.steps.len();
                let letters = letters.clone().chain([rest]).collect();
                assert_eq!(Lasso { letters, again }.is_in(omega), accepts);
            }
        }
    }
}

#[test]
fn both_engines_find_the_same_walks() {
    let mut found = [0; 4];
    for seed in seeds(3_000) {
        let mut random = Random::new(seed);
        let omega = infinite(&mut random, 2);
        let automaton = trim(&translate(&omega));
        let graph = random_graph(&mut random);
        let places: Vec<usize> = (0..graph.steps.len()).collect();
        let refusing = profiles::starts(&graph, &automaton, false, LIMIT).unwrap();
        let accepting = profiles::starts(&graph, &automaton, true, LIMIT).unwrap();
        for kind in kinds(&automaton) {
            let mut monitor = Monitor::new(&automaton, kind);
            let walks = refused(&graph, &mut monitor, &places, LIMIT).unwrap();
            for &place in &places {
                assert_eq!(
                    walks.starts_at(place),
                    refusing[place],
                    "seed {seed}: {kind} {omega:?}"
                );
                if let Some(walk) = walks.walk(place) {
                    check_walk(&graph, &walk, place, &omega, false);
                    found[usize::from(walk.again.is_some())] += 1;
                }
                assert_eq!(walks.walk(place).is_some(), refusing[place]);
            }
        }
        let walks = accepted(&graph, &automaton, &places, LIMIT).unwrap();
        for &place in &places {
            assert_eq!(walks.starts_at(place), accepting[place], "seed {seed}: {omega:?}");
            assert_eq!(walks.walk(place).is_some(), accepting[place]);
            if let Some(walk) = walks.walk(place) {
                check_walk(&graph, &walk, place, &omega, true);
                found[2 + usize::from(walk.again.is_some())] += 1;
            }
        }
    }
    assert!(found.iter().all(|count| *count > 300), "{found:?}");
}
