//! LTL on random structures: next to all paths of a bounded length, next to CTL where both say the
//! same, and next to structures that know more.

#[path = "../../automata/tests/meaning/mod.rs"]
mod meaning;

use std::collections::BTreeMap;

use belnap_checker::run::{Engine, RunOptions, add_linear, check_all};
use belnap_formats::property::{print_path, read_formula};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{StateId, TiVec};
use belnap_ir::kripke::{
    Events, ExplicitKripke, ExplicitState, ExplicitTransition, Kripke, Semantics,
};
use belnap_ir::linear::{LinearProperty, Path};
use belnap_ir::property::{Along, Between, Property};
use belnap_ir::result::Verdict;
use belnap_ir::validate;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use meaning::Word;
use meaning::paths::{atom, random_path};

const ATOMS: usize = 2;

/// A KMTS with up to three states; `complete`: nothing is unknown.
fn structure(random: &mut Random, complete: bool) -> ExplicitKripke {
    let count = 1 + random.index(3);
    let total = random.one_in(2);
    let value = |random: &mut Random| match random.index(if complete { 2 } else { 3 }) {
        0 => Belnap::False,
        1 => Belnap::True,
        _ => Belnap::Unknown,
    };
    let states = (0..count).map(|number| ExplicitState {
        name: format!("s{number}"),
        labels: (0..ATOMS).map(|_| value(random)).collect(),
        location: None,
        blocking: false,
    });
    let states: TiVec<StateId, ExplicitState> = states.collect();
    let mut transitions = Vec::new();
    for from in 0..count {
        for to in 0..count {
            let value = value(random);
            let rare = random.one_in(3) && !(total && to + 1 == count);
            if value != Belnap::False && !rare {
                transitions.push((from, to, value));
            }
        }
        if total && !transitions.iter().any(|one| one.0 == from) {
            transitions.push((from, from, Belnap::True));
        }
    }
    let transitions = transitions.into_iter().map(|(from, to, value)| ExplicitTransition {
        from: StateId::from(from),
        to: StateId::from(to),
        value,
        action: None,
        statement: None,
    });
    ExplicitKripke {
        semantics: Semantics::Exact,
        total,
        propositions: (0..ATOMS).map(|number| format!("p{number}")).collect(),
        locations: TiVec::new(),
        scopes: TiVec::new(),
        states,
        initial: vec![StateId(0)],
        inhabited: vec![StateId(0)],
        prefix: u32::from(count > 1 && random.one_in(5)),
        transitions: transitions.collect(),
        events: Events::default(),
    }
}

fn verdict(structure: &ExplicitKripke, path: &Path, engine: Engine, hyper: bool) -> Verdict {
    let kripke = Kripke::Explicit(structure.clone());
    let options =
        RunOptions { engine: Some(engine), hyper, explain: None, ..RunOptions::default() };
    let property = LinearProperty { name: "p".into(), path: path.clone() };
    let mut result = check_all(&kripke, &[], &options, None).expect("nothing is checked");
    add_linear(&mut result, &kripke, &[property], &options)
        .unwrap_or_else(|error| panic!("{}: {error}", print_path(path)));
    result.properties[0].verdict
}

fn branching(structure: &ExplicitKripke, formula: &str) -> Verdict {
    let property =
        Property { name: "p".into(), formula: read_formula(formula).expect("a formula") };
    let options = RunOptions { explain: None, ..RunOptions::default() };
    let kripke = Kripke::Explicit(structure.clone());
    check_all(&kripke, &[property], &options, None).expect("it is checked").properties[0].verdict
}

/// States, and where the path goes on behind the last, if it does.
type Lasso = (Vec<usize>, Option<usize>);

/// All paths of at most `length` states along transitions that `exist`; a path may end where
/// nothing `goes_on` for certain.
fn words(
    structure: &ExplicitKripke,
    length: usize,
    exist: fn(Belnap) -> bool,
    goes_on: &dyn Fn(usize) -> bool,
) -> Vec<Lasso> {
    let next = |from: usize| {
        let own = structure.transitions.iter().filter(move |one| one.from.index() == from);
        own.filter(|one| exist(one.value)).map(|one| one.to.index()).collect::<Vec<_>>()
    };
    let mut work: Vec<Vec<usize>> = vec![vec![0]];
    for _ in 0..structure.prefix {
        work = work.iter().flat_map(|path| next(path[0])).map(|state| vec![state]).collect();
    }
    let mut found = Vec::new();
    while let Some(path) = work.pop() {
        let last = path[path.len() - 1];
        if !goes_on(last) {
            found.push((path.clone(), None));
        }
        for to in next(last) {
            let again = path.iter().enumerate().filter(|(_, state)| **state == to);
            found.extend(again.map(|(at, _)| (path.clone(), Some(at))));
            if path.len() < length {
                work.push([path.clone(), vec![to]].concat());
            }
        }
    }
    found
}

/// The words of a path: unknown labels are chosen anew at each position.
fn labelled(structure: &ExplicitKripke, states: &[usize]) -> Vec<Vec<usize>> {
    states.iter().fold(vec![Vec::new()], |words, state| {
        let labels = &structure.states[StateId::from(*state)].labels;
        let letters =
            labels.iter().enumerate().fold(vec![0], |letters: Vec<usize>, (bit, value)| {
                let with = |letter: usize| letter | 1 << bit;
                match value {
                    Belnap::True => letters.into_iter().map(with).collect(),
                    Belnap::False => letters,
                    _ => letters.iter().flat_map(|&letter| [letter, with(letter)]).collect(),
                }
            });
        let longer = |word: &Vec<usize>| {
            letters.iter().map(|&letter| [word.clone(), vec![letter]].concat()).collect::<Vec<_>>()
        };
        words.iter().flat_map(longer).collect()
    })
}

/// Whether some labels of a path violate the formula.
fn may_violate(structure: &ExplicitKripke, (states, again): &Lasso, path: &Path) -> bool {
    let mut words = labelled(structure, states).into_iter();
    words.any(|letters| !Word { letters, again: *again }.satisfies(path))
}

/// Whether all labels of a path violate the formula, as far as that can be tried: labels may differ
/// from round to round.
fn must_violate(structure: &ExplicitKripke, (states, again): &Lasso, path: &Path) -> bool {
    let (longer, again) = match again {
        None => (states.clone(), None),
        Some(again) => {
            let cycle = &states[*again..];
            ([states, cycle, cycle].concat(), Some(states.len()))
        }
    };
    let unknown = |state: &usize| {
        let labels = &structure.states[StateId::from(*state)].labels;
        labels.iter().filter(|value| !value.is_definite()).count()
    };
    let open: usize = longer.iter().map(unknown).sum();
    let mut words = labelled(structure, if open > 10 { &[] } else { &longer }).into_iter();
    open <= 10 && words.all(|letters| !Word { letters, again }.satisfies(path))
}

/// A structure that knows more, of states as they are.
fn completed(structure: &ExplicitKripke, random: &mut Random) -> Option<ExplicitKripke> {
    let mut more = structure.clone();
    for value in more.states.iter_mut().flat_map(|state| &mut state.labels) {
        if *value == Belnap::Unknown {
            *value = Belnap::from(random.one_in(2));
        }
    }
    for one in &mut more.transitions {
        if one.value == Belnap::Unknown {
            one.value = Belnap::from(random.one_in(2));
        }
    }
    more.transitions.retain(|one| one.value == Belnap::True);
    let stuck = |id: StateId| !more.transitions.iter().any(|one| one.from == id);
    (!structure.total || !more.states.keys().any(stuck)).then_some(more)
}

#[test]
fn verdicts_agree_with_all_paths() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut missed = 0;
    for seed in seeds(250) {
        let mut random = Random::new(seed);
        let complete = random.one_in(4);
        let kripke = structure(&mut random, complete);
        assert!(validate::kripke::validate(&Kripke::Explicit(kripke.clone())).is_empty());
        let size = 1 + random.index(4);
        let path = random_path(&mut random, size, ATOMS);
        let context = || format!("seed {seed}: {} on {kripke:?}", print_path(&path));
        let found = verdict(&kripke, &path, Engine::Explicit, true);
        let symbolic = verdict(&kripke, &path, Engine::Symbolic, true);
        assert_eq!(found, symbolic, "engines: {}", context());
        let plain = verdict(&kripke, &path, Engine::Explicit, false);
        assert!(plain == found || plain == Verdict::Inconclusive, "hyper: {}", context());

        let may_go_on = |from: usize| {
            let own = kripke.transitions.iter().filter(|one| one.from.index() == from);
            kripke.total || own.clone().any(|one| one.value.must())
        };
        let may = words(&kripke, 5, Belnap::may, &may_go_on);
        let refuted = may.iter().any(|one| may_violate(&kripke, one, &path));
        assert!(found != Verdict::Holds || !refuted, "holds: {}", context());
        missed += usize::from(found != Verdict::Holds && !refuted && kripke.prefix == 0);
        let must_go_on = |from: usize| {
            let own = kripke.transitions.iter().filter(|one| one.from.index() == from);
            own.clone().any(|one| one.value.must())
        };
        let must = words(&kripke, 5, Belnap::must, &must_go_on);
        let violated = must.iter().any(|one| must_violate(&kripke, one, &path));
        assert!(found == Verdict::Fails || !violated, "fails: {}", context());
        assert!(!complete || found != Verdict::Inconclusive, "complete: {}", context());
        for _ in 0..4 {
            let Some(more) = completed(&kripke, &mut random) else { continue };
            let known = verdict(&more, &path, Engine::Explicit, true);
            assert_ne!(known, Verdict::Inconclusive, "{}", context());
            let agrees = found == Verdict::Inconclusive || found == known;
            assert!(agrees, "{found:?} and {known:?}: {}", context());
        }
        *counts.entry(format!("{found:?}")).or_default() += 1;
    }
    let of = |verdict: &str| counts.get(verdict).copied().unwrap_or(0);
    assert!(of("Holds") > 20 && of("Fails") > 20 && of("Inconclusive") > 20, "{counts:?}");
    // Violations may need longer paths than those that were tried, but not often.
    assert!(missed * 50 < seeds(250).count(), "{missed}");
}

#[test]
fn ltl_agrees_with_ctl_where_both_say_the_same() {
    let boxed = |number| Box::new(atom(number));
    let pairs = [
        (Path::Along(Along::Globally, boxed(0)), "AG p0"),
        (Path::Along(Along::Finally, boxed(0)), "AF p0"),
        (Path::Next(boxed(0)), "AX p0"),
        (Path::Between(Between::Until, boxed(0), boxed(1)), "A[p0 U p1]"),
        (Path::Between(Between::WeakUntil, boxed(0), boxed(1)), "A[p0 W p1]"),
        (Path::Not(Box::new(Path::Along(Along::Finally, boxed(0)))), "AG !p0"),
        (
            Path::Along(
                Along::Globally,
                Box::new(Path::Implies(boxed(0), Box::new(Path::Along(Along::Finally, boxed(1))))),
            ),
            "AG (p0 -> AF p1)",
        ),
    ];
    for seed in seeds(300) {
        let mut random = Random::new(seed);
        let kripke = structure(&mut random, false);
        for (path, formula) in &pairs {
            let linear = verdict(&kripke, path, Engine::Explicit, true);
            let branching = branching(&kripke, formula);
            let context = format!("seed {seed}: {formula} on {kripke:?}");
            // Letters are read by steps that are sure to have an answer, so LTL may know more.
            let agree = linear == branching || branching == Verdict::Inconclusive;
            assert!(agree, "{linear:?} and {branching:?}: {context}");
            let complete =
                kripke.states.iter().all(|state| state.labels.iter().all(|v| v.is_definite()));
            assert!(!complete || linear == branching, "{linear:?}, {branching:?}: {context}");
        }
    }
}
