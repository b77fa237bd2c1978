//! Summaries held against a pushdown interpreter that lists everything.

mod evaluate;
mod graph;
mod saturate;

use belnap_checker::encode::Recursion;
use belnap_checker::symbolic::CheckOptions;
use belnap_checker::symbolic::atoms::Atoms;
use belnap_formats::property::{print, read_formula};
use belnap_ir::bdd::Ref;
use belnap_ir::boolprog::{Dialect, StarMeaning};
use belnap_ir::kripke::{Semantics, SymbolicEdge};
use belnap_ir::result::Verdict;

use crate::engines::{Answer, Symbolic, answer};
use crate::generator::{Random, seeds};
use crate::programs::{encoded_to, random_recursive_program};
use graph::Program;
use saturate::{Goal, Place, Saturated, Values};

/// Goals for each program.
const GOALS: usize = 3;

/// What the interpreter says, and what the engine says.
struct Compared {
    expected: Answer,
    found: Answer,
    /// The same with the `wp` trick, which can say more.
    with_hyper: Answer,
    shown: String,
}

/// Compares them on a program, whose structure is spoilt first.
fn compared(seed: u64, spoil: fn(&mut SymbolicEdge)) -> Vec<Compared> {
    let random = &mut Random::new(seed);
    let case = random_recursive_program(random, seed.is_multiple_of(2));
    let star = case.star.unwrap_or_else(|| case.program.choices());
    let program = Program::new(&case.program, star);
    let strict = star == StarMeaning::Choice && case.program.dialect == Dialect::Classic;
    let Some(saturated) = Saturated::new(&program, strict) else { return Vec::new() };
    let mut kripke = encoded_to(&case, Semantics::Exact, Recursion::Summaries);
    let over = kripke.edges.iter_mut().filter(|edge| edge.statement.ends_with(" returns"));
    over.for_each(spoil);
    let symbolic = Symbolic::new(&kripke);
    let known = |text: &str| {
        let formula = read_formula(text).expect("an atom");
        Atoms::resolve(&kripke, &formula).is_ok()
    };
    let initial = saturated.complete();
    let mut all = Vec::new();
    for _ in 0..GOALS {
        let (goal, text) = random_goal(random, &program, &known);
        let formula = read_formula(&format!("AG !({text})")).expect("a formula");
        let shown = format!("seed {seed}: {}\n{}", print(&formula), case.text);
        let holds = !initial.iter().any(|from| saturated.may_reach(from, &goal));
        let certain = |from: &Values| saturated.must_reach(from, &goal);
        let fails = saturated.inhabited().iter().any(certain) || initial.iter().all(certain);
        // A program that claims what is wrong of it can contradict itself.
        let wrong = |from: &Values| {
            let agrees = |initial: &&Values| {
                let mut pairs = from.iter().zip(*initial);
                pairs.all(|(own, value)| own.is_none() || own == value)
            };
            let mut own = initial.iter().filter(agrees);
            certain(from) && !own.any(|from| saturated.may_reach(from, &goal))
        };
        if initial.is_empty() || holds && fails || saturated.inhabited().iter().any(wrong) {
            continue;
        }
        let answer_with = |hyper| {
            let options = CheckOptions { hyper, full: true };
            symbolic.answer(&formula, &options).0
        };
        all.push(Compared {
            expected: answer(holds, fails),
            found: answer_with(false),
            with_hyper: answer_with(true),
            shown,
        });
    }
    all
}

#[test]
fn summaries_agree_with_the_pushdown_interpreter() {
    let mut verdicts = [0; 3];
    for seed in seeds(0, 400) {
        for one in compared(seed, |_| {}) {
            assert_eq!(one.found, one.expected, "{}", one.shown);
            // The `wp` trick trusts what a program claims, which is wrong of every other one here.
            let more = seed % 2 == 1 || one.expected == Some(Verdict::Inconclusive);
            assert!(more || one.with_hyper == one.expected, "with hyper, {}", one.shown);
            verdicts[match one.expected {
                Some(Verdict::Holds) => 0,
                Some(Verdict::Fails) => 1,
                _ => 2,
            }] += 1;
        }
    }
    println!("compared, by verdict: {verdicts:?}");
    assert!(verdicts.iter().all(|count| *count > 20), "{verdicts:?}");
}

/// Pairs that are left out of may-summaries, or put into must-summaries, are noticed.
#[test]
fn wrong_summaries_are_noticed() {
    let dropped = |edge: &mut SymbolicEdge| edge.guard.falsity = Ref::TRUE;
    let added = |edge: &mut SymbolicEdge| edge.guard.truth = Ref::TRUE;
    for (name, spoil) in [("dropped", dropped as fn(&mut SymbolicEdge)), ("added", added)] {
        let all = (0..300).flat_map(|seed| compared(seed, spoil));
        let noticed = all.filter(|one| one.found != one.expected).take(8).count();
        assert_eq!(noticed, 8, "{name}");
    }
}

/// Where control is, and values of globals; and the same as a formula.
fn random_goal(
    random: &mut Random,
    program: &Program<'_>,
    known: &dyn Fn(&str) -> bool,
) -> (Goal, String) {
    let mut parts = Vec::new();
    let place = match random.index(4) {
        0 => None,
        1 => Some((Place::Failed, "failed".to_owned())),
        2 => Some((Place::Halted, "halted".to_owned())),
        _ => {
            let (procedure, label) = random.pick(&program.labels());
            let name = &program.program.procedures[procedure].name.name;
            let text = format!("at({name}:{label})");
            Some((Place::Label(procedure, label), text))
        }
    };
    let place = place.filter(|(place, text)| match place {
        Place::Label(..) => known(text),
        _ => true,
    });
    let place = place.map(|(place, text)| {
        parts.push(text);
        place
    });
    let mut values = Vec::new();
    for (index, global) in program.globals().into_iter().enumerate() {
        if random.percent(50) {
            let value = random.percent(50);
            parts.push(format!("{}{global}", if value { "" } else { "!" }));
            values.push((index, value));
        }
    }
    if parts.is_empty() {
        parts.push("true".to_owned());
    }
    (Goal { place, values }, parts.join(" & "))
}
