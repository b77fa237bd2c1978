//! Verdicts by the states that are reached, against all executions of small graphs and some of
//! large ones.
//!
//! Every failure names the seed of its graph. `BELNAP_CASES=n` runs n times as many, from
//! `BELNAP_SEED` on.

use std::convert::Infallible;
use std::time::Duration;

use belnap_bounded::Found;
use belnap_bounded::commands::unroll::proof;
use belnap_bounded::states::{Limits, decide_by_states};
use belnap_certifier::certificate::certify;
use belnap_certifier::questions::Time;
use belnap_checker::explicit;
use belnap_formats::property;
use belnap_frontend::pipeline::{CompileOptions, UnitText, compile};
use belnap_ir::bdd::Ref;
use belnap_ir::certificate::{Claim, Invariants};
use belnap_ir::cfg::{Cfg, LocationKind};
use belnap_ir::ids::CfgLocId;
use belnap_ir::kripke::ExplicitKripke;
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;
use belnap_test_support::random::Random;
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

fn decide(cfg: &Cfg, property: &Property) -> Found<Invariants> {
    let limits = Limits { question: Duration::from_secs(2), ..Limits::of_level(0) };
    decide_by_states(cfg, &property.formula, &limits)
}

/// Whether the certifier says that invariants prove a property; `None` if it is not of a kind that
/// certificates are about.
fn is_proved(cfg: &Cfg, property: &Property, invariants: &Invariants) -> Option<bool> {
    let time = Time { question: Duration::from_secs(10), end: None };
    let mut emit = |_: &str, _: &str| Ok::<(), Infallible>(());
    let certificate = proof(property, Claim::Invariants(invariants.clone()));
    certify(cfg, &certificate, time, &mut emit).ok().map(|found| found.is_proved())
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
            match decide(&subject.cfg, &property) {
                Found::Holds(invariants) => {
                    holds += 1;
                    assert!(real().all(|one| one == Verdict::Holds), "graph {seed}: {text}");
                    if let Some(proved) = is_proved(&subject.cfg, &property, &invariants) {
                        certified += 1;
                        assert!(proved, "graph {seed}: {text}: {invariants:?}");
                    }
                }
                Found::Fails(edges, execution) => {
                    fails += 1;
                    assert!(real().all(|one| one == Verdict::Fails), "graph {seed}: {text}");
                    replay(&subject.cfg, &property.formula, &edges, &execution)
                        .unwrap_or_else(|wrong| panic!("graph {seed}: {text}: {wrong}"));
                }
                Found::Undecided(_) => {}
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
        let halted =
            cfg.locations.keys().find(|at| cfg.locations[*at].kind == LocationKind::Halted);
        let text = match (failing, halted) {
            (true, _) => "AG !failed".to_owned(),
            (false, Some(at)) => format!("AG !at({at})"),
            (false, None) => continue,
        };
        let property = stated(&text);
        match decide(&cfg, &property) {
            Found::Holds(_) => {
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
            Found::Fails(edges, execution) => {
                fails += 1;
                if cfg.objects.is_empty() {
                    replay(&cfg, &property.formula, &edges, &execution)
                        .unwrap_or_else(|wrong| panic!("graph {seed}: {text}: {wrong}"));
                }
            }
            Found::Undecided(_) => {}
        }
    }
    println!("{holds} hold, {fails} fail");
    assert!(holds > 10 && fails > 10, "{holds} {fails}");
}

/// A program that holds states of a protocol, counts a little, and keeps things in memory.
fn program(random: &mut Random) -> String {
    let states = 3 + random.below(4);
    let mut steps = String::new();
    for at in 0..states {
        let to = random.below(states);
        let step = match random.below(6) {
            0 => format!("state = {to};"),
            1 => format!("if (in() > {}) state = {to}; else state = {at} + 1;", random.below(3)),
            2 => format!("flags[{}] = {}; state = {to};", random.below(2), random.below(3)),
            3 => format!("if (flags[{}] == 1) state = {to};", random.below(2)),
            4 => "last = state; state = (state + 1) % 5;".to_owned(),
            _ => format!("*p = last; if (*p != {to}) state = {to};"),
        };
        steps.push_str(&format!("    case {at}: {step} break;\n"));
    }
    let asked = match random.below(3) {
        0 => format!("state == {}", random.below(states)),
        1 => format!("flags[0] + flags[1] > {}", random.below(4)),
        _ => format!("last == {} && *p == {}", random.below(states), random.below(states)),
    };
    // An execution that uses an address that nobody knows refutes nothing.
    let pointer = match random.percent(50) {
        true => "int *p = malloc(sizeof(int)); *p = 0;",
        false => "int kept[1] = {0};",
    };
    let text = format!(
        "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_error(void);\n\
         extern void *malloc(unsigned);\n\
         int in(void) {{ int x = __VERIFIER_nondet_int(); return x; }}\n\
         int main(void) {{\n\
           int state = 0, last = 0, flags[2] = {{0, 0}};\n\
           {pointer}\n\
           while (in()) {{\n    switch (state) {{\n{steps}    default: state = 0; }}\n\
             if ({asked}) __VERIFIER_error();\n\
           }}\n\
           return 0;\n\
         }}"
    );
    if pointer.contains("kept") { text.replace("*p", "kept[0]") } else { text }
}

fn compiled(text: &str) -> Cfg {
    let unit = UnitText::new("it.c", text);
    let compiled = compile(vec![unit], &CompileOptions::default());
    compiled.unwrap_or_else(|refused| panic!("{}\n{text}", refused.render())).cfg
}

#[test]
fn protocols_are_decided_and_proofs_changed_at_random_are_refused_or_right() {
    let (mut holds, mut fails, mut open, mut refused) = (0, 0, 0, 0);
    let property = stated("AG !failed");
    for seed in seeds(60) {
        let mut random = Random::new(seed);
        let text = program(&mut random);
        let cfg = compiled(&text);
        let has_failed = |run: u64| {
            let interpreter = Interpreter::new(&cfg, Layout::new(&cfg, 0).expect("a layout"));
            matches!(interpreter.run(&mut Seeded { seed: run }, 3000).end, End::Failed(_))
        };
        match decide(&cfg, &property) {
            Found::Holds(invariants) => {
                holds += 1;
                assert!(!(0..20).any(has_failed), "program {seed}:\n{text}");
                assert_eq!(is_proved(&cfg, &property, &invariants), Some(true), "{seed}:\n{text}");
                refused += count_refused(&cfg, &property, &invariants, &mut random);
            }
            Found::Fails(edges, execution) => {
                fails += 1;
                replay(&cfg, &property.formula, &edges, &execution)
                    .unwrap_or_else(|wrong| panic!("program {seed}: {wrong}\n{text}"));
            }
            Found::Undecided(_) => open += 1,
        }
    }
    println!("{holds} hold, {fails} fail, {open} open; {refused} changed proofs refused");
    assert!(holds > 30 && fails > 4 && open < 12 && refused > 60, "{holds} {fails} {open}");
}

/// Leaves out what is reached at some locations; counts what is refused then. What is reached by a
/// run of the program must be.
fn count_refused(
    cfg: &Cfg,
    property: &Property,
    invariants: &Invariants,
    random: &mut Random,
) -> usize {
    let mut visited = Vec::new();
    let interpreter = Interpreter::new(cfg, Layout::new(cfg, 0).expect("a layout"));
    interpreter.run_observed(&mut Seeded { seed: 1 }, 300, &mut |state| {
        visited.push(state.location);
    });
    let mut refused = 0;
    for _ in 0..2 {
        let at: CfgLocId = random.pick(&visited);
        let mut changed = invariants.clone();
        changed.at.insert(at.to_string(), Ref::FALSE);
        assert_eq!(is_proved(cfg, property, &changed), Some(false), "without {at}");
        let node = random.below(changed.table.nodes.len().max(1) as u64) as usize;
        let mut changed = invariants.clone();
        if let Some(node) = changed.table.nodes.get_mut(node) {
            std::mem::swap(&mut node.hi, &mut node.lo);
            refused += usize::from(is_proved(cfg, property, &changed) == Some(false));
        }
    }
    refused
}
