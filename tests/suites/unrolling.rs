//! Verdicts by unrolling, against all executions of small graphs and some of large ones.
//!
//! Every failure names the seed of its graph. `BELNAP_CASES=n` runs n times as many, from
//! `BELNAP_SEED` on.

use std::convert::Infallible;
use std::time::Duration;

use belnap_bounded::commands::unroll::proof;
use belnap_bounded::{Limits, Outcome, decide_by_unrolling};
use belnap_certifier::certificate::certify;
use belnap_certifier::questions::Time;
use belnap_checker::explicit;
use belnap_formats::property;
use belnap_ir::cfg::LocationKind;
use belnap_ir::ids::CfgLocId;
use belnap_ir::kripke::ExplicitKripke;
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;
use belnap_test_support::seeds::seeds;
use belnap_tests::abstraction::concrete::Concrete;
use belnap_tests::abstraction::explored::explored;
use belnap_tests::abstraction::generate::{Shape, subject};
use belnap_tests::interpret::{End, Interpreter, Layout, Seeded};
use belnap_tests::random_cfg::{self, random_cfg};
use belnap_tests::replay::replay;

fn stated(text: &str) -> Property {
    let formula = property::read_formula(text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
    Property { name: "p".to_owned(), formula }
}

fn real_verdict(structure: &ExplicitKripke, property: &Property) -> Verdict {
    let options = explicit::ExplicitOptions::default();
    let values = explicit::evaluate(structure, &property.formula, &options)
        .unwrap_or_else(|found| panic!("{found:?}"));
    explicit::verdict(structure, &values, &options).unwrap_or_else(|error| panic!("{error}"))
}

/// Little, so that graphs that are not bounded are soon given up; executions are looked for.
fn limits() -> Limits {
    Limits { at_once: false, rounds: 12, steps: 400, asked_from: 2, ..Limits::of_level(0) }
}

#[test]
fn small_graphs_are_decided_as_all_their_states_say() {
    let (mut holds, mut fails, mut certified) = (0, 0, 0);
    for seed in seeds(120) {
        let shape = Shape {
            locations: 3 + seed % 6,
            predicates: 2,
            local: false,
            addresses: false,
            bits: 7,
            settled: false,
        };
        let subject = subject(seed, shape);
        let concrete = Concrete::new(&subject, 0);
        let structures: Vec<ExplicitKripke> =
            (0..2).map(|resolve| explored(&subject, &concrete, resolve)).collect();
        let places = subject.cfg.locations.keys().map(|at| format!("AG !at({at})"));
        let conditions = subject.predicates.all.iter().map(|one| format!("AG {{{}}}", one.name));
        for text in places.chain(conditions) {
            let property = stated(&text);
            let real = || structures.iter().map(|structure| real_verdict(structure, &property));
            match decide_by_unrolling(&subject.cfg, &property.formula, &limits()) {
                Outcome::Holds(unrolled) => {
                    holds += 1;
                    assert!(real().all(|one| one == Verdict::Holds), "graph {seed}: {text}");
                    let time = Time { question: Duration::from_secs(10), end: None };
                    let mut emit = |_: &str, _: &str| Ok::<(), Infallible>(());
                    let found =
                        certify(&subject.cfg, &proof(&property, &unrolled), time, &mut emit);
                    // Some properties are of a kind that certificates are not about.
                    if let Ok(found) = found {
                        certified += 1;
                        assert!(found.is_proved(), "graph {seed}: {text}: {found:?}");
                    }
                }
                Outcome::Fails(edges, execution) => {
                    fails += 1;
                    assert!(real().all(|one| one == Verdict::Fails), "graph {seed}: {text}");
                    if !execution.relies_on_unknown {
                        replay(&subject.cfg, &property.formula, &edges, &execution)
                            .unwrap_or_else(|wrong| panic!("graph {seed}: {text}: {wrong}"));
                    }
                }
                Outcome::Undecided(_) => {}
            }
        }
    }
    println!("{holds} hold, {certified} certified, {fails} fail");
    assert!(holds > 60 && certified > 40 && fails > 100, "{holds} {certified} {fails}");
}

#[test]
fn large_graphs_never_run_into_what_was_excluded() {
    let (mut holds, mut fails) = (0, 0);
    for seed in seeds(300) {
        let shape = random_cfg::Shape { statements: 3, nesting: 2, tiny: false };
        let cfg = random_cfg(seed, shape);
        let failing = cfg.locations.iter().any(|at| at.kind == LocationKind::Failed);
        let reach = |at: CfgLocId| format!("AG !at({at})");
        let halted =
            cfg.locations.keys().find(|at| cfg.locations[*at].kind == LocationKind::Halted);
        let text = match (failing, halted) {
            (true, _) => "AG !failed".to_owned(),
            (false, Some(at)) => reach(at),
            (false, None) => continue,
        };
        let property = stated(&text);
        match decide_by_unrolling(&cfg, &property.formula, &limits()) {
            Outcome::Holds(_) => {
                holds += 1;
                for run in 0..8 {
                    let layout = Layout::new(&cfg, run).expect("a layout");
                    let interpreter = Interpreter::new(&cfg, layout).past_unknown();
                    let ended = interpreter.run(&mut Seeded { seed: seed ^ run << 32 }, 2000).end;
                    let is_wrong = match ended {
                        End::Failed(_) => failing,
                        End::Halted(at) => !failing && Some(at) == halted,
                        _ => false,
                    };
                    assert!(!is_wrong, "graph {seed}: {text} {ended:?}");
                }
            }
            Outcome::Fails(edges, execution) => {
                fails += 1;
                if cfg.objects.is_empty() && !execution.relies_on_unknown {
                    replay(&cfg, &property.formula, &edges, &execution)
                        .unwrap_or_else(|wrong| panic!("graph {seed}: {text}: {wrong}"));
                }
            }
            Outcome::Undecided(_) => {}
        }
    }
    println!("{holds} hold, {fails} fail");
    assert!(holds > 10 && fails > 10, "{holds} {fails}");
}
