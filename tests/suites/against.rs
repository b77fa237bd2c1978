//! Abstractions of random programs with random predicates, and their structures, judged by `belnap
//! validate --against`, which shares no code with the abstractor.
//!
//! Every failure names the seed of its case. `BELNAP_CASES=n` runs n times as many, from
//! `BELNAP_SEED` on.

use std::time::Duration;

use belnap_abstractor::infer::infer;
use belnap_abstractor::options::{AbstractionOptions, Method};
use belnap_abstractor::program::abstract_program;
use belnap_abstractor::tracked::Predicates;
use belnap_certifier::against::{check, structure};
use belnap_certifier::questions::{Limits, Time};
use belnap_checker::encode::{EncodeOptions, encode};
use belnap_cli::render::render;
use belnap_formats::{boolprog, condition};
use belnap_frontend::calls::InlineMode;
use belnap_frontend::pipeline::{CompileOptions, UnitText, compile};
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::{CfgLocId, CfgVarId};
use belnap_ir::types::Type;
use belnap_solver::wp::Conditions;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::abstraction::fresh_theory;
use belnap_tests::abstraction::generate::{Shape, subject};
use belnap_tests::graph::guards;
use belnap_tests::random_c;
use belnap_tests::random_cfg::{Shape as GraphShape, random_cfg};

/// Failures that are shown.
const SHOWN: usize = 3;

/// What was found in many cases.
#[derive(Debug, Default)]
struct Counts {
    programs: u64,
    structures: u64,
    predicates: usize,
    edges: usize,
    calls: usize,
    questions: usize,
    undecided: usize,
    failures: Vec<String>,
}

impl Counts {
    /// Abstracts a graph and judges the result.
    fn judge(
        &mut self,
        about: &str,
        cfg: &Cfg,
        predicates: &Predicates,
        options: &AbstractionOptions,
    ) {
        let program = abstract_program(cfg, predicates, &fresh_theory(), options);
        let text = boolprog::print(&program);
        let program = boolprog::read(&text).unwrap_or_else(|found| panic!("{about}: {found:?}"));
        let limits = Limits {
            time: Time { question: Duration::from_millis(500), end: None },
            strict: false,
        };
        let mut outcome = check(cfg, &program, limits);
        if cfg.functions.len() == 1 {
            let encoded = encode(&program, &EncodeOptions::default()).expect("small");
            let structure = structure::check(cfg, &encoded, limits);
            self.structures += 1;
            outcome.questions += structure.questions;
            outcome.undecided += structure.undecided;
            outcome.diagnostics.extend(structure.diagnostics);
        }
        let call = |edge: &&belnap_ir::cfg::Edge| matches!(edge.operation, Operation::Call { .. });
        self.programs += 1;
        self.predicates += predicates.all.len();
        self.edges += outcome.edges;
        self.calls += cfg.edges.iter().filter(call).count();
        self.questions += outcome.questions;
        self.undecided += outcome.undecided;
        let wrong: Vec<String> = outcome
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.rule != "against-undecided")
            .map(|diagnostic| render("it.bp", &text, diagnostic))
            .collect();
        if !wrong.is_empty() {
            self.failures.push(format!("{about} {options:?}\n{}\n{text}", wrong.join("\n")));
        }
    }

    /// Nothing was wrong, and most was decided: how much.
    fn concluded(self) -> String {
        let Counts {
            programs,
            structures,
            predicates,
            edges,
            calls,
            questions,
            undecided,
            failures,
        } = self;
        let counted = format!(
            "{programs} programs, {structures} structures, {predicates} predicates, {edges} edges, {calls} calls, \
             {questions} questions, {undecided} undecided, {} wrong",
            failures.len()
        );
        let shown = failures[..failures.len().min(SHOWN)].join("\n");
        assert!(failures.is_empty(), "{counted}\n{shown}");
        assert!(undecided * 5 < questions, "{counted}");
        counted
    }
}

/// Some way to abstract.
fn options(random: &mut Random) -> AbstractionOptions {
    let method = match random.below(6) {
        0 => Method::Cubes(1),
        1 => Method::Cubes(2),
        2 => Method::Cubes(3),
        3 => Method::Exact { combinations: 4 },
        _ => Method::default(),
    };
    AbstractionOptions { method, joint: random.pick(&[0, 0, 2]), threads: 1 }
}

/// The variables that calls use and change; all if there are no calls.
fn favoured(cfg: &Cfg) -> Vec<CfgVarId> {
    let mut vars = Vec::new();
    for edge in &cfg.edges {
        let Operation::Call { function, arguments, result } = &edge.operation else { continue };
        let callee = &cfg.functions[*function];
        vars.extend(callee.parameters.iter().chain(&callee.result).chain(result));
        arguments.iter().for_each(|argument| argument.for_each_var(&mut |var| vars.push(var)));
    }
    match vars.is_empty() {
        true => (0..cfg.variables.len()).map(CfgVarId::from).collect(),
        false => vars,
    }
}

/// A comparison of variables with each other or with constants.
fn comparison(cfg: &Cfg, random: &mut Random) -> Option<Expr> {
    let count = cfg.variables.len() as u64;
    let any = |random: &mut Random| CfgVarId::from(random.below(count) as usize);
    let first = match random.one_in(2) {
        true => any(random),
        false => random.pick(&favoured(cfg)),
    };
    let ty = cfg.variables[first].ty;
    let Type::Int(int) = ty else {
        return (ty == Type::Bool).then_some(Expr::Var(first));
    };
    let op = random.pick(&[CompareOp::Eq, CompareOp::Lt, CompareOp::Le, CompareOp::Gt]);
    let like = |other: &CfgVarId| *other != first && cfg.variables[*other].ty == ty;
    let other = (0..8).map(|_| any(random)).find(like);
    let value = match other.filter(|_| random.one_in(2)) {
        Some(other) => Expr::Var(other),
        None => Expr::int(i128::from(random.pick(&[0, 0, 1, 1, 2, 3, 7, 100])), int),
    };
    Some(Expr::compare(op, Expr::Var(first), value))
}

/// Conditions of branches and comparisons, everywhere, at some locations, or where they are needed.
fn predicates(cfg: &Cfg, random: &mut Random, most: u64) -> Predicates {
    let guards = guards(cfg);
    let normal = Conditions::new(cfg);
    let mut found = Predicates::default();
    found.at.resize_with(cfg.locations.len(), Default::default);
    for _ in 0..1 + random.below(most) {
        let condition = match random.below(3) {
            0 if !guards.is_empty() => Some(random.pick(&guards).clone()),
            _ => comparison(cfg, random),
        };
        let Some(condition) = condition else { continue };
        let condition = normal.normal(&condition);
        if matches!(condition, Expr::Bool(_)) {
            continue;
        }
        let everywhere = !random.one_in(3);
        let locations: Vec<CfgLocId> = (0..cfg.locations.len())
            .map(CfgLocId::from)
            .filter(|_| everywhere || random.one_in(2))
            .collect();
        let name = condition::print(cfg, &condition);
        // One about variables of two functions is none.
        let _ = found.track(cfg, condition, &name, locations);
    }
    match random.one_in(4) {
        true => infer(cfg, &found, 6),
        false => found,
    }
}

#[test]
fn small_graphs() {
    let mut counts = Counts::default();
    for seed in seeds(80) {
        let addresses = seed % 4 == 3;
        let shape = Shape {
            locations: 6,
            predicates: 5,
            local: seed % 2 == 0,
            addresses,
            bits: 9,
            settled: false,
        };
        let subject = subject(seed, shape);
        let mut random = Random::new(!seed);
        let given = match random.one_in(3) {
            true => infer(&subject.cfg, &subject.predicates, 6),
            false => subject.predicates.clone(),
        };
        let options = options(&mut random);
        counts.judge(&format!("small graph {seed}"), &subject.cfg, &given, &options);
    }
    println!("{}", counts.concluded());
}

#[test]
fn graphs() {
    let mut counts = Counts::default();
    for seed in seeds(80) {
        let shape = GraphShape { statements: 4, nesting: 2, tiny: seed % 4 == 0 };
        let cfg = random_cfg(seed, shape);
        let mut random = Random::new(!seed);
        let predicates = predicates(&cfg, &mut random, 5);
        let options = options(&mut random);
        counts.judge(&format!("graph {seed}"), &cfg, &predicates, &options);
    }
    println!("{}", counts.concluded());
}

#[test]
fn graphs_with_calls() {
    let calls =
        |cfg: &Cfg| cfg.edges.iter().any(|edge| matches!(edge.operation, Operation::Call { .. }));
    let mut counts = Counts::default();
    for seed in seeds(120) {
        let cfg = random_cfg(!seed, GraphShape { statements: 5, nesting: 1, tiny: false });
        if !calls(&cfg) {
            continue;
        }
        let mut random = Random::new(seed);
        let predicates = predicates(&cfg, &mut random, 7);
        let options = options(&mut random);
        counts.judge(&format!("graph {} with calls", !seed), &cfg, &predicates, &options);
    }
    println!("{}", counts.concluded());
}

#[test]
fn programs_in_c() {
    let mut counts = Counts::default();
    for seed in seeds(24) {
        let text = random_c::program(seed, "");
        let declared = format!("extern void observe(unsigned long long value);\n{text}");
        let mut compilation = CompileOptions::default();
        if seed % 2 == 0 {
            compilation.inline.mode = InlineMode::None;
        }
        let unit = UnitText::new("it.c", &declared);
        let cfg = compile(vec![unit], &compilation)
            .unwrap_or_else(|refused| panic!("{seed}: {}", refused.render()))
            .cfg;
        let mut random = Random::new(!seed);
        let predicates = predicates(&cfg, &mut random, 4);
        let options = options(&mut random);
        counts.judge(&format!("program {seed}"), &cfg, &predicates, &options);
    }
    println!("{}", counts.concluded());
}
