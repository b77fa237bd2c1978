//! Automata next to the meaning of formulas, on random words that repeat themselves in the end.

mod meaning;

use std::collections::BTreeSet;

use belnap_automata::buchi::{Buchi, Owed};
use belnap_automata::compare::{equivalent, over};
use belnap_automata::normal::Normal;
use belnap_automata::parity::{accepts, automaton};
use belnap_ir::automaton::Letter;
use belnap_ir::linear::Path;
use belnap_ir::property::{Along, Atom};
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;

use meaning::Word;
use meaning::paths::{atom, random_path};

const ATOMS: usize = 3;

/// A word, and the letters of it with a bit for ends.
fn word(random: &mut Random, ends: bool) -> (Word, Vec<Letter>, Vec<Letter>) {
    let mut letters =
        |least: usize| (0..least + random.index(4)).map(|_| random.index(1 << ATOMS)).collect();
    let (prefix, cycle): (Vec<Letter>, Vec<Letter>) = (letters(1), letters(1));
    match ends {
        true => (Word { letters: prefix.clone(), again: None }, prefix, vec![1 << ATOMS]),
        false => {
            let letters = [prefix.clone(), cycle.clone()].concat();
            (Word { again: Some(prefix.len()), letters }, prefix, cycle)
        }
    }
}

/// Whether some run of the Büchi automaton accepts, by looking for a cycle with an accepting step.
fn buchi_accepts(automaton: &Buchi, prefix: &[Letter], cycle: &[Letter]) -> bool {
    let step = |states: BTreeSet<Owed>, letter| {
        states.iter().flat_map(|state| automaton.successors(state, letter)).map(|s| s.0).collect()
    };
    let start = prefix.iter().fold(BTreeSet::from_iter(automaton.initial()), |s, &l| step(s, l));
    let reach = |from: BTreeSet<(usize, Owed)>| {
        let mut seen = from.clone();
        let mut work: Vec<(usize, Owed)> = from.into_iter().collect();
        let mut steps = Vec::new();
        while let Some((at, state)) = work.pop() {
            for (next, accepting) in automaton.successors(&state, cycle[at]) {
                let next = ((at + 1) % cycle.len(), next);
                steps.push(((at, state.clone()), next.clone(), accepting));
                if seen.insert(next.clone()) {
                    work.push(next);
                }
            }
        }
        (seen, steps)
    };
    let (_, steps) = reach(start.into_iter().map(|state| (0, state)).collect());
    steps.iter().any(|(from, to, accepting)| {
        *accepting && reach(BTreeSet::from([to.clone()])).0.contains(from)
    })
}

/// Letters of the automaton: the formula need not have all atoms, and has them in its own order.
fn translate(letters: &[Letter], atoms: &[Atom]) -> Vec<Letter> {
    let bit = |letter: Letter, (own, atom): (usize, &Atom)| {
        let number = meaning::number(atom);
        (letter >> number & 1) << own
    };
    letters
        .iter()
        .map(|&letter| match letter >> ATOMS & 1 {
            1 => 1 << atoms.len(),
            _ => atoms.iter().enumerate().map(|one| bit(letter, one)).sum(),
        })
        .collect()
}

#[test]
fn automata_accept_the_words_that_satisfy_the_formula() {
    let (mut accepted, mut tried, mut large) = (0, 0, 0);
    for seed in seeds(400) {
        let mut random = Random::new(seed);
        let ends = random.one_in(3);
        let size = 2 + random.index(7);
        let path = random_path(&mut random, size, ATOMS);
        let Ok(parity) = automaton(&path, ends) else {
            large += 1;
            continue;
        };
        let refuting = Buchi::new(Normal::new(&path, true, ends));
        let positive = Buchi::new(Normal::new(&path, false, ends));
        for _ in 0..20 {
            let ended = ends && random.one_in(2);
            let (word, prefix, cycle) = word(&mut random, ended);
            let expected = word.satisfies(&path);
            let prefix = translate(&prefix, &parity.atoms);
            let cycle = translate(&cycle, &parity.atoms);
            let context = || format!("seed {seed}: {path:?} on {prefix:?} {cycle:?}");
            assert_eq!(accepts(&parity, &prefix, &cycle), expected, "{}", context());
            assert_eq!(buchi_accepts(&positive, &prefix, &cycle), expected, "{}", context());
            assert_eq!(buchi_accepts(&refuting, &prefix, &cycle), !expected, "{}", context());
            accepted += usize::from(expected);
            tried += 1;
        }
    }
    assert!(large < 40 && accepted * 5 > tried && (tried - accepted) * 5 > tried);
}

/// Equivalent formulas have equivalent automata; others have others, as words show.
#[test]
fn automata_are_compared_by_their_words() {
    let (mut same, mut different) = (0, 0);
    for seed in seeds(300) {
        let mut random = Random::new(seed);
        let size = 1 + random.index(3);
        let (left, right) = (random_path(&mut random, size, 2), random_path(&mut random, size, 2));
        let atoms: Vec<Atom> = (0..2).map(|number| Atom::Named(format!("p{number}"))).collect();
        let of = |path: &Path| automaton(path, false).ok().and_then(|own| over(&own, &atoms));
        let (Some(left_own), Some(right_own)) = (of(&left), of(&right)) else { continue };
        let same_words = equivalent(&left_own, &right_own);
        let both = Path::Iff(Box::new(left), Box::new(right));
        let Some(both) = of(&both) else { continue };
        // The equivalence is true of every word if there is one state that accepts.
        let always = both.moves.len() == 1 && both.moves[0].iter().all(|one| one.priority == 0);
        assert_eq!(same_words, always, "seed {seed}");
        same += usize::from(same_words);
        different += usize::from(!same_words);
    }
    assert!(same > 5 && different > 50, "{same}, {different}");
}

#[test]
fn common_formulas_have_small_automata() {
    let (a, b) = (atom(0), atom(1));
    let always = |path| Path::Along(Along::Globally, Box::new(path));
    let finally = |path| Path::Along(Along::Finally, Box::new(path));
    let next = |path| Path::Next(Box::new(path));
    let implies = |left, right| Path::Implies(Box::new(left), Box::new(right));
    let often = |path| always(finally(path));
    let rows = [
        ("G a", always(a.clone()), 2, 2),
        ("F a", finally(a.clone()), 2, 2),
        ("X a", next(a.clone()), 4, 2),
        ("G F a", often(a.clone()), 1, 2),
        ("F G a", finally(always(a.clone())), 1, 2),
        ("G (a -> F b)", always(implies(a.clone(), finally(b.clone()))), 2, 2),
        ("G (a -> X b)", always(implies(a.clone(), next(b.clone()))), 3, 2),
        ("G F a -> G F b", implies(often(a.clone()), often(b.clone())), 4, 3),
        ("G F a & G F b", Path::And(vec![often(a.clone()), often(b.clone())]), 2, 2),
    ];
    for (text, path, states, priorities) in rows {
        let automaton = automaton(&path, false).unwrap_or_else(|e| panic!("{text}: {e}"));
        let found: BTreeSet<usize> =
            automaton.moves.iter().flatten().map(|step| step.priority).collect();
        let size = (automaton.moves.len(), found.len());
        assert_eq!(size, (states, priorities), "{text}: {automaton:?}");
    }
}
