//! Verdicts about abstractions of small graphs against the graphs themselves.
//!
//! A conclusive verdict of the checker on the abstraction is the verdict on the graph, explored
//! completely. Every failure names the seed. `BELNAP_CASES=n` runs n times as many, from
//! `BELNAP_SEED` on.

use belnap_abstractor::options::{AbstractionOptions, Method};
use belnap_abstractor::program::abstract_program;
use belnap_abstractor::tracked::Predicates;
use belnap_checker::encode::{EncodeOptions, encode};
use belnap_checker::explicit;
use belnap_checker::run::{RunOptions, check_all};
use belnap_formats::{boolprog, condition, property};
use belnap_ir::cfg::{Machine, Operation, VariableKind};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::{CfgLocId, FunctionId};
use belnap_ir::kripke::{ExplicitKripke, Kripke, Semantics};
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;
use belnap_ir::types::{IntType, Type};
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::abstraction::concrete::Concrete;
use belnap_tests::abstraction::explored::{explored, property as random_property};
use belnap_tests::abstraction::generate::{Shape, subject};
use belnap_tests::abstraction::{Subject, fresh_theory};
use belnap_tests::graph::GraphBuilder;

/// Programs that one graph stands for which are looked at.
const RESOLUTIONS: u64 = 2;

/// Properties of one graph.
const PROPERTIES: u32 = 8;

fn properties(texts: impl IntoIterator<Item = String>) -> Vec<Property> {
    let read = |(at, text): (usize, String)| Property {
        name: format!("p{at}"),
        formula: property::read_formula(&text).unwrap_or_else(|found| panic!("{text}: {found:?}")),
    };
    texts.into_iter().enumerate().map(read).collect()
}

/// Verdicts on the abstraction, by way of its text.
fn abstract_verdicts(
    text: &str,
    properties: &[Property],
    semantics: Semantics,
    hyper: bool,
) -> Vec<Verdict> {
    let program = boolprog::read(text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    let kripke = encode(&program, &EncodeOptions { semantics, ..EncodeOptions::default() })
        .unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    let options = RunOptions { hyper, explain: None, seeds: false, ..RunOptions::default() };
    let result = check_all(&Kripke::Symbolic(kripke), properties, &options, None)
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    result.properties.iter().map(|property| property.verdict).collect()
}

fn concrete_verdict(structure: &ExplicitKripke, property: &Property) -> Verdict {
    let options = explicit::ExplicitOptions::default();
    let values = explicit::evaluate(structure, &property.formula, &options)
        .unwrap_or_else(|found| panic!("{found:?}"));
    explicit::verdict(structure, &values, &options).unwrap_or_else(|error| panic!("{error}"))
}

/// The verdicts on the abstraction; panics if one is wrong.
fn compare(
    subject: &Subject,
    options: &AbstractionOptions,
    properties: &[Property],
    semantics: Semantics,
    hyper: bool,
) -> Vec<Verdict> {
    let text = boolprog::print(&subject.program(options));
    let verdicts = abstract_verdicts(&text, properties, semantics, hyper);
    let concrete = Concrete::new(subject, 0);
    for resolution in 0..RESOLUTIONS {
        let structure = explored(subject, &concrete, resolution);
        for (property, verdict) in properties.iter().zip(&verdicts) {
            if *verdict != Verdict::Inconclusive {
                let real = concrete_verdict(&structure, property);
                let formula = property::print(&property.formula);
                assert_eq!(
                    *verdict, real,
                    "seed {} {options:?} {semantics:?} hyper {hyper}, as resolved by \
                     {resolution}: {formula}\n{text}",
                    subject.seed
                );
            }
        }
    }
    verdicts
}

fn random_properties(random: &mut Random, subject: &Subject) -> Vec<Property> {
    let texts = (0..PROPERTIES).map(|at| random_property(random, subject, 1 + at % 3));
    properties(texts.collect::<Vec<String>>())
}

#[test]
fn conclusive_verdicts_are_those_of_the_graph() {
    let (mut asked, mut decided) = (0, 0);
    for seed in seeds(250) {
        let shape = Shape {
            locations: 6,
            predicates: 5,
            local: seed % 2 == 0,
            addresses: false,
            bits: 6,
            settled: false,
        };
        let subject = subject(seed, shape);
        let mut random = Random::new(!seed);
        let exact =
            AbstractionOptions { joint: (seed % 3) as usize, ..AbstractionOptions::default() };
        let options = match seed % 5 {
            0 => AbstractionOptions { method: Method::Cubes(1), ..exact },
            1 => AbstractionOptions { method: Method::Exact { combinations: 4 }, ..exact },
            _ => exact,
        };
        let semantics =
            random.pick(&[Semantics::Exact, Semantics::Exact, Semantics::Over, Semantics::Under]);
        let hyper = !random.one_in(4);
        let properties = random_properties(&mut random, &subject);
        let verdicts = compare(&subject, &options, &properties, semantics, hyper);
        asked += verdicts.len();
        decided += verdicts.iter().filter(|verdict| **verdict != Verdict::Inconclusive).count();
    }
    println!("{decided} of {asked} decided");
    assert!(decided * 4 > asked, "{decided} of {asked}");
}

/// Predicates that tell all states apart decide everything.
#[test]
fn nothing_is_lost_where_all_states_are_told_apart() {
    let shape = Shape {
        locations: 6,
        predicates: 0,
        local: false,
        addresses: false,
        bits: 6,
        settled: true,
    };
    for seed in seeds(100) {
        let subject = subject(seed, shape);
        let properties = random_properties(&mut Random::new(!seed), &subject);
        let options = AbstractionOptions::default();
        let verdicts = compare(&subject, &options, &properties, Semantics::Exact, false);
        for (property, verdict) in properties.iter().zip(verdicts) {
            let formula = property::print(&property.formula);
            assert_ne!(verdict, Verdict::Inconclusive, "seed {seed}: {formula}");
        }
    }
}

/// A choice of a variable between locations where the predicate about it is not tracked.
#[test]
fn a_predicate_that_nobody_tracks_here_does_not_keep_its_value() {
    let int = IntType::unsigned(2);
    let mut graph = GraphBuilder::new(Machine::default());
    let x = graph.global("x", Type::Int(int));
    let (entry, exit) = graph.ends();
    let chosen = graph.then(entry, Operation::Nondet(vec![x]));
    graph.edge(chosen, exit, Operation::SKIP);
    let cfg = graph.finish();
    let condition = Expr::compare(CompareOp::Eq, Expr::Var(x), Expr::int(0, int));
    let mut predicates = Predicates::default();
    let name = condition::print(&cfg, &condition);
    predicates.track(&cfg, condition.clone(), &name, [exit]).expect("no function's own");
    let subject = Subject { seed: 0, cfg, predicates, conditions: vec![condition] };
    let asked = properties([format!("AX {{{name}}} | AX !{{{name}}}")]);
    let verdicts =
        compare(&subject, &AbstractionOptions::default(), &asked, Semantics::Exact, true);
    assert_eq!(verdicts, [Verdict::Inconclusive], "nothing is known of it here");
}

/// `g = 0; g = f();` where `f` returns 1: what the predicate about `g` was does not stay.
#[test]
fn a_call_changes_a_shared_variable_that_gets_its_result() {
    let int = IntType::unsigned(2);
    let mut graph = GraphBuilder::new(Machine::default());
    let g = graph.global("g", Type::Int(int));
    let function = graph.function("f");
    let result = graph.local("f::r", Type::Int(int), VariableKind::Result);
    let (begin, end) = graph.ends();
    graph.edge(begin, end, Operation::Assign(vec![(result, Expr::int(1, int))]));
    graph.resume(FunctionId(0));
    let (entry, exit) = graph.ends();
    let start = graph.then(entry, Operation::Assign(vec![(g, Expr::int(0, int))]));
    graph.start(start);
    let call = Operation::Call { function, arguments: Vec::new(), result: Some(g) };
    graph.edge(start, exit, call);
    let cfg = graph.finish();
    let is = |var, number| Expr::compare(CompareOp::Eq, Expr::Var(var), Expr::int(number, int));
    let everywhere = || (0..cfg.locations.len()).map(CfgLocId::from);
    for (about_result, expected) in [(false, Verdict::Inconclusive), (true, Verdict::Fails)] {
        let mut predicates = Predicates::default();
        predicates.track(&cfg, is(g, 0), "g == 0", everywhere()).expect("shared");
        if about_result {
            predicates.track(&cfg, is(result, 1), "f::r == 1", everywhere()).expect("of f");
        }
        let program =
            abstract_program(&cfg, &predicates, &fresh_theory(), &AbstractionOptions::default());
        let text = boolprog::print(&program);
        let asked = properties(["AG {g == 0}".to_owned()]);
        let verdicts = abstract_verdicts(&text, &asked, Semantics::Exact, true);
        assert_eq!(verdicts, [expected], "{text}");
    }
}

/// `g = 0; f();` where `f` sets `g` to 3: a predicate of `main` about `g` is old when `f` returns,
/// and facts that relate it to shared ones must not stop the return.
#[test]
fn facts_do_not_hold_back_a_return() {
    let int = IntType::unsigned(2);
    let mut graph = GraphBuilder::new(Machine::default());
    let g = graph.global("g", Type::Int(int));
    let x = graph.local("main::x", Type::Int(int), VariableKind::Local);
    let function = graph.function("f");
    let (begin, end) = graph.ends();
    let set = |number| Operation::Assign(vec![(g, Expr::int(number, int))]);
    graph.edge(begin, end, set(3));
    graph.resume(FunctionId(0));
    let (entry, exit) = graph.ends();
    let start = graph.then(entry, set(0));
    graph.start(start);
    let call = Operation::Call { function, arguments: Vec::new(), result: None };
    graph.edge(start, exit, call);
    let cfg = graph.finish();
    let is = |var, number| Expr::compare(CompareOp::Eq, Expr::Var(var), Expr::int(number, int));
    let local = Expr::Or(vec![is(g, 0), Expr::And(vec![is(g, 1), is(x, 0)])]);
    let mut predicates = Predicates::default();
    for condition in [is(g, 0), is(g, 3), local] {
        let name = condition::print(&cfg, &condition);
        let everywhere = (0..cfg.locations.len()).map(CfgLocId::from);
        predicates.track(&cfg, condition, &name, everywhere).expect("of one function");
    }
    let program =
        abstract_program(&cfg, &predicates, &fresh_theory(), &AbstractionOptions::default());
    let text = boolprog::print(&program);
    let asked = properties(["AG !halted".to_owned(), "AF (halted & {g == 3})".to_owned()]);
    let verdicts = abstract_verdicts(&text, &asked, Semantics::Exact, true);
    assert_eq!(verdicts, [Verdict::Fails, Verdict::Holds], "{text}");
}
