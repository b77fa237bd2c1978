//! Thorough answers to LTL: those that are known, and random ones held against completions found by
//! brute force, ordinary values, three values along paths, and complete structures.

#[path = "../../../automata/tests/meaning/paths.rs"]
mod paths;

use std::ops::ControlFlow;

use belnap_checker::run::{RunError, RunOptions, add_linear, check_all};
use belnap_checker::thorough::demands::{Completions, Demands};
use belnap_checker::thorough::{Decider, Options, Thorough, linear};
use belnap_formats::property::{print_path, read_path};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, ExplicitState, ExplicitTransition, Kripke};
use belnap_ir::linear::{LinearProperty, Path};
use belnap_ir::result::Verdict;

use crate::completions::{Bound, Coverage, Requirements, visit_all, visit_some};
use crate::definition::less_complete;
use crate::generator::structures::{PROPOSITIONS, kmts};
use crate::generator::{Random, seeds};
use crate::kleene::kleene;
use crate::oracle::structure;

const ROOT: StateId = StateId(0);

/// A property of that formula.
pub fn property(path: &Path) -> LinearProperty {
    LinearProperty { name: "p1".to_owned(), path: path.clone() }
}

/// The ordinary value.
pub fn ordinary(structure: &ExplicitKripke, path: &Path) -> Verdict {
    let kripke = Kripke::Explicit(structure.clone());
    let options = RunOptions { explain: None, ..RunOptions::default() };
    let mut result = check_all(&kripke, &[], &options, None).expect("nothing is checked");
    add_linear(&mut result, &kripke, &[property(path)], &options).expect("known atoms");
    result.properties[0].verdict
}

fn thorough(structure: &ExplicitKripke, path: &Path, options: &Options<'_>) -> Option<Thorough> {
    match linear::check(&Kripke::Explicit(structure.clone()), &property(path), None, options) {
        Ok(answer) => Some(answer),
        Err(RunError::Structure(refused)) if refused.rule == "kmts-no-completion" => None,
        Err(error) => panic!("{error}"),
    }
}

fn shown(structure: &ExplicitKripke, answer: &Thorough, total: bool) -> Result<(), String> {
    for completion in &answer.evidence {
        if let Some(doubt) = &completion.doubt {
            return Err(format!("{doubt}: {completion:#?}"));
        }
        if !less_complete(structure, &completion.structure, total)[0][0] {
            return Err(format!("no completion: {completion:#?}"));
        }
    }
    match answer.verdict == Verdict::Inconclusive && answer.evidence.len() != 2 {
        true => Err("no evidence".to_owned()),
        false => Ok(()),
    }
}

/// Values of formulas, not total and total, each as a letter.
fn values(fields: &str, expected: &[(&str, &str)]) {
    let structure = structure(fields);
    for (text, letters) in expected {
        let path = read_path(text).expect("a formula");
        let letter = |completions: Completions| {
            let always_look = true;
            let options =
                Options { completions: Some(completions), always_look, ..Options::default() };
            let answer = thorough(&structure, &path, &options).expect("completions");
            shown(&structure, &answer, completions == Completions::Total).expect(text);
            match answer.verdict {
                Verdict::Holds => "t",
                Verdict::Fails => "f",
                Verdict::Inconclusive => "n",
            }
        };
        let found = [letter(Completions::Any), letter(Completions::Total)].concat();
        assert_eq!(found, *letters, "{text}");
    }
}

/// That no completion satisfies the negation is another question; and which way the path goes is
/// not known when a state is labelled.
#[test]
fn one_path_is_not_all() {
    let fork = r#""states": {"s": {}, "left": ["p"], "right": ["q"]}, "initial": ["s"],
        "transitions": [["s", "left"], ["s", "right"], ["left", "left"], ["right", "right"]]"#;
    values(fork, &[("X p", "ff"), ("X !p", "ff"), ("X p | X q", "tt"), ("F (p | q)", "tt")]);
}

#[test]
fn labels_differ_from_visit_to_visit() {
    let one = r#""states": {"s": {"p": "n"}}, "initial": ["s"], "transitions": [["s", "s"]]"#;
    values(
        one,
        &[
            ("F p & F !p", "nn"),
            ("G !p & F p", "ff"),
            ("F p | G !p", "tt"),
            ("G F p & G F !p", "nn"),
            ("G (p <-> X !p)", "nn"),
        ],
    );
}

/// Where a path may end, and where states that no completion can enter are.
#[test]
fn ends_and_dead_states() {
    let end = r#""states": {"s": {"p": "t"}}, "initial": ["s"], "transitions": [["s", "s", "n"]]"#;
    values(end, &[("G p", "tt"), ("X !p", "nf"), ("F !p", "nf"), ("G F p", "tt")]);
    let dead = r#""states": {"s": ["p"], "good": ["p"], "dead": []}, "initial": ["s"],
        "transitions": [["s", "good", "n"], ["s", "dead", "n"], ["good", "good"]]"#;
    values(dead, &[("X p", "nt"), ("G p", "nt")]);
}

/// A state that must lead to where nothing follows, though something has to: no completion enters
/// it if completions are total, which three values do not see.
fn add_dead_end(random: &mut Random, structure: &mut ExplicitKripke) {
    let count = structure.states.len();
    let (from, dead, end) =
        (StateId::from(random.index(count)), StateId::from(count), StateId::from(count + 1));
    for id in [dead, end] {
        structure.states.push(ExplicitState {
            name: format!("s{}", id.0),
            labels: PROPOSITIONS.iter().map(|_| Belnap::from(random.percent(50))).collect(),
            location: None,
            blocking: false,
        });
    }
    for (from, to, value) in [(from, dead, Belnap::Unknown), (dead, end, Belnap::True)] {
        let (action, statement) = (None, None);
        structure.transitions.push(ExplicitTransition { from, to, value, action, statement });
    }
}

/// A structure, and a formula over its propositions.
pub fn case(random: &mut Random, most: usize) -> (ExplicitKripke, Path) {
    const SHAPES: [&str; 8] = [
        "G (a <-> X b)",
        "F a & F b & G c",
        "F G a | G F b",
        "G F a -> G F b",
        "G (a -> F b)",
        "X a | X b",
        "(a U b) & F !a",
        "G F a & F G !b",
    ];
    let mut structure = kmts(random, most, &[]);
    structure.propositions = (0..PROPOSITIONS.len()).map(|number| format!("p{number}")).collect();
    structure.prefix = u32::from(structure.states.len() > 1 && random.percent(10));
    if random.percent(30) {
        add_dead_end(random, &mut structure);
    }
    if random.percent(50) {
        let size = 1 + random.index(4);
        return (structure, paths::random_path(random, size, PROPOSITIONS.len()));
    }
    let shape = random.pick(&SHAPES);
    let text = ["a", "b", "c"].into_iter().fold(shape.to_owned(), |text, name| {
        let size = random.index(2);
        let part = paths::random_path(random, size, PROPOSITIONS.len());
        let words = text.split(' ').map(|word| {
            let bare = word.trim_matches(['(', ')', '!']);
            if bare == name {
                word.replace(name, &format!("({})", print_path(&part)))
            } else {
                word.to_owned()
            }
        });
        words.collect::<Vec<_>>().join(" ")
    });
    (structure, read_path(&text).unwrap_or_else(|found| panic!("{text}: {found:?}")))
}

/// What went into a comparison, for figures.
#[derive(Debug, Default)]
struct Tally {
    pairs: usize,
    /// Completions say more than ordinary checking does.
    more: usize,
    /// They say more than three values along paths do.
    more_than_kleene: usize,
    settled: usize,
    open: usize,
    none: usize,
}

fn compare(seed: u64, tally: &mut Tally) -> Result<(), String> {
    let random = &mut Random::new(seed);
    let (structure, path) = case(random, 3);
    let total = structure.total;
    let bound = Bound { copies: 1 + random.index(2), total, most: 60 };
    let (mut satisfying, mut violating) = (false, false);
    let mut judge = |completion: &ExplicitKripke| {
        match ordinary(completion, &path) {
            Verdict::Holds => satisfying = true,
            Verdict::Fails => violating = true,
            Verdict::Inconclusive => panic!("a complete structure"),
        }
        if satisfying && violating { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let requirements = Requirements::of(&structure);
    if visit_all(&requirements, ROOT, bound, &mut judge) == Coverage::Cut {
        visit_some(&requirements, ROOT, bound, random, &mut judge);
    }
    tally.pairs += 1;
    let options = Options { always_look: true, ..Options::default() };
    let Some(answer) = thorough(&structure, &path, &options) else {
        tally.none += 1;
        return if satisfying || violating { Err("there is a completion".into()) } else { Ok(()) };
    };
    let value = answer.values[0].1;
    if value == Belnap::True && violating || value == Belnap::False && satisfying {
        return Err(format!("{value}, but a completion says otherwise"));
    }
    shown(&structure, &answer, total)?;
    tally.open += usize::from(value == Belnap::Unknown);
    let along_paths = kleene(&structure, &path);
    tally.more_than_kleene += usize::from(along_paths != value);
    if !along_paths.less_informative_or_equal(value) {
        return Err(format!("{value}, but {along_paths} along paths"));
    }
    let usual = ordinary(&structure, &path);
    let less = match usual {
        Verdict::Holds => Belnap::True,
        Verdict::Fails => Belnap::False,
        Verdict::Inconclusive => Belnap::Unknown,
    };
    tally.more += usize::from(less != value);
    // What is said of states without a completion is not the same.
    let is_whole = Demands::new(&structure, Completions::of(&structure)).is_ok_and(|v| v.is_whole);
    let ordered = !is_whole || along_paths.less_informative_or_equal(less);
    if !ordered || !less.less_informative_or_equal(value) {
        return Err(format!("{value}, but {less} by three values, {along_paths} along paths"));
    }
    if is_whole && less != value {
        return Err(format!("{value}, but {less} by three values, though all states live"));
    }
    let shortest = thorough(&structure, &path, &Options::default()).expect("completions");
    shown(&structure, &shortest, total)?;
    tally.settled += usize::from(matches!(shortest.decider, Some(Decider::SelfMinimizing(_))));
    match shortest.values == answer.values {
        true => Ok(()),
        false => Err(format!("{:?}, but {:?} by completions", shortest.values, answer.values)),
    }
}

/// Completions agree with every answer, and show every one that is open.
#[test]
fn completions_agree_with_answers_to_ltl() {
    let mut tally = Tally::default();
    for seed in seeds(0, 400) {
        if let Err(wrong) = compare(seed, &mut tally) {
            let (structure, path) = case(&mut Random::new(seed), 3);
            panic!("seed {seed}: {}: {wrong}\n{structure:#?}", print_path(&path));
        }
    }
    println!("{tally:?}");
    let Tally { pairs, more, more_than_kleene, settled, open, none } = tally;
    assert!(more > 0 && more_than_kleene > pairs / 50, "{more}, {more_than_kleene} of {pairs}");
    assert!(settled > 0 && none > 0 && open * 10 > pairs, "{settled}, {none}, {open} of {pairs}");
}

/// Of a complete structure, the ordinary value.
#[test]
fn complete_structures_have_ordinary_values_of_ltl() {
    for seed in seeds(0, 300) {
        let random = &mut Random::new(seed);
        let (mut structure, path) = case(random, 4);
        for state in &mut structure.states {
            for label in &mut state.labels {
                *label = Belnap::from(*label == Belnap::True);
            }
        }
        for step in &mut structure.transitions {
            step.value = Belnap::True;
        }
        structure.total = false;
        let options = Options { always_look: true, ..Options::default() };
        let answer = thorough(&structure, &path, &options).expect("completions");
        let usual = ordinary(&structure, &path);
        assert_eq!(answer.verdict, usual, "seed {seed}: {}\n{structure:#?}", print_path(&path));
    }
}
