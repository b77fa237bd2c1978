//! `belnap validate prog.bp --against prog.cfg.json`: what the abstractor writes is accepted under
//! all its options, and each kind of planted error is found.

use std::time::Duration;

use belnap_abstractor::options::{AbstractionOptions, Method};
use belnap_abstractor::program::abstract_program;
use belnap_abstractor::theory::Theory;
use belnap_abstractor::tracked::read_tracked;
use belnap_certifier::against::{ApproximationFindings, check};
use belnap_certifier::questions::{Limits, Time};
use belnap_formats::boolprog;
use belnap_frontend::calls::InlineMode;
use belnap_frontend::pipeline::{CompileOptions, UnitText, compile};
use belnap_ir::cfg::{Cfg, IntegerMode};
use belnap_solver::prover::{Prover, ProverOptions};

/// A case of `inputs/against`, by its name.
macro_rules! case {
    ($name:literal) => {
        $crate::against::Case {
            c: include_str!(concat!("../inputs/against/", $name, ".c")),
            preds: include_str!(concat!("../inputs/against/", $name, ".preds")),
            integers: belnap_ir::cfg::IntegerMode::Wrap,
            functions: false,
        }
    };
}

mod command_line;
mod planted;

/// A program in C with its predicates.
struct Case {
    c: &'static str,
    preds: &'static str,
    integers: IntegerMode,
    functions: bool,
}

impl Case {
    fn cfg(&self) -> Cfg {
        let mut options = CompileOptions::default();
        options.lower.integers = self.integers;
        if self.functions {
            options.inline.mode = InlineMode::None;
        }
        let unit = UnitText::new("it.c", self.c);
        compile(vec![unit], &options).unwrap_or_else(|refused| panic!("{}", refused.render())).cfg
    }

    /// The text of the Boolean program.
    fn program(&self, cfg: &Cfg, options: &AbstractionOptions) -> String {
        let predicates = read_tracked(cfg, self.preds).unwrap_or_else(|found| panic!("{found:?}"));
        let theory = Theory::new(Prover::new(ProverOptions::default()).expect("prover"));
        boolprog::print(&abstract_program(cfg, &predicates, &theory, options))
    }
}

fn checked(cfg: &Cfg, text: &str) -> ApproximationFindings {
    let program = boolprog::read(text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    let limits =
        Limits { time: Time { question: Duration::from_secs(20), end: None }, strict: false };
    check(cfg, &program, limits)
}

const INTEGERS: Case = case!("integers");

const BYTES: Case = case!("bytes");

const MEMORY: Case = case!("memory");

const CHOICES: Case = case!("choices");

const UNBOUNDED: Case = Case { integers: IntegerMode::Mathematical, ..case!("unbounded") };

const CALLS: Case = Case { functions: true, ..case!("calls") };

/// Every way to abstract.
fn variants() -> Vec<AbstractionOptions> {
    let cubes = |count| AbstractionOptions {
        method: Method::Cubes(count),
        ..AbstractionOptions::default()
    };
    let mut all = vec![AbstractionOptions::default(), cubes(1), cubes(2), cubes(3)];
    all.push(AbstractionOptions { joint: 2, ..AbstractionOptions::default() });
    all.push(AbstractionOptions {
        method: Method::Exact { combinations: 4 },
        ..AbstractionOptions::default()
    });
    all
}

fn accepted(case: &Case) {
    let cfg = case.cfg();
    for options in variants() {
        let text = case.program(&cfg, &options);
        let outcome = checked(&cfg, &text);
        assert!(outcome.diagnostics.is_empty(), "{options:?}: {:#?}\n{text}", outcome.diagnostics);
        assert!(outcome.edges > 0 && outcome.questions > 0, "{options:?}: {outcome}");
    }
}

#[test]
fn integers_are_accepted() {
    accepted(&INTEGERS);
}

#[test]
fn narrow_and_unsigned_numbers_are_accepted() {
    accepted(&BYTES);
}

#[test]
fn memory_and_external_functions_are_accepted() {
    accepted(&MEMORY);
}

#[test]
fn choices_of_the_environment_are_accepted() {
    accepted(&CHOICES);
}

#[test]
fn unbounded_numbers_are_accepted() {
    accepted(&UNBOUNDED);
}

#[test]
fn calls_are_accepted() {
    accepted(&CALLS);
}

#[test]
fn predicates_of_functions_are_accepted() {
    accepted(&case!("predicates-of-functions"));
}

#[test]
fn predicates_that_become_known_at_a_branch_are_accepted() {
    let case = case!("predicates-that-become-known-at-a-branch");
    let cfg = case.cfg();
    let text = case.program(&cfg, &AbstractionOptions::default());
    assert!(text.contains(", true assume("), "{text}");
    accepted(&case);
}

#[test]
fn predicates_of_locations_are_accepted() {
    accepted(&case!("predicates-of-locations"));
}

#[test]
fn facts_around_calls_are_accepted() {
    accepted(&Case { functions: true, ..case!("facts-around-calls") });
}

#[test]
fn arguments_that_the_call_changes_are_accepted() {
    accepted(&Case { functions: true, ..case!("arguments-that-the-call-changes") });
}

#[test]
fn results_in_shared_variables_are_accepted() {
    accepted(&Case { functions: true, ..case!("results-in-shared-variables") });
}

#[test]
fn recursion_and_functions_that_do_not_return_are_accepted() {
    accepted(&Case { functions: true, ..case!("recursion-and-functions-that-do-not-return") });
}
