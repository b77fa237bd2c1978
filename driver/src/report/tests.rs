//! Reports on results written by hand.

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{CfgEdgeId, ProofId};
use belnap_ir::kripke::Semantics;
use belnap_ir::result::{
    CheckResult, Explanation, Path, PathStep, ProofChild, ProofNode, PropertyResult, Rule,
    StateValues, Statistics, StepTaken, StructureSummary, Unknown, UnknownKind, Verdict,
};
use belnap_ir::span::SourceLine;

use super::{Detail, text_report};

fn result(properties: Vec<PropertyResult>) -> CheckResult {
    CheckResult {
        structure: StructureSummary {
            kind: "symbolic".to_owned(),
            semantics: Semantics::Exact,
            hyper: true,
            engine: "symbolic".to_owned(),
            locations: 3,
            levels: None,
            edges: 4,
            variables: vec!["x".to_owned(), "y".to_owned()],
        },
        properties,
        seeds: None,
        timing: None,
    }
}

fn property(formula: &str, verdict: Verdict, explanation: Option<Explanation>) -> PropertyResult {
    PropertyResult {
        name: "p1".to_owned(),
        formula: formula.to_owned(),
        linear: false,
        verdict,
        initial: Vec::new(),
        initial_cut: false,
        explanation,
        operators: None,
        thorough: None,
        summaries: false,
        notes: Vec::new(),
        statistics: Statistics::default(),
    }
}

fn explanation(path: Option<Path>, proof: Vec<ProofNode>) -> Explanation {
    Explanation {
        summary: "so it is".to_owned(),
        path,
        shortest: None,
        proof,
        cut: false,
        unknowns: Vec::new(),
    }
}

fn state(entries: &[(&str, bool)]) -> StateValues {
    entries.iter().map(|(name, value)| ((*name).to_owned(), Belnap::from(*value))).collect()
}

fn step(statement: &str, value: Belnap) -> Option<StepTaken> {
    let statement = statement.to_owned();
    Some(StepTaken { statement, value, action: None, cfg_edge: None, source_text: None })
}

fn lines(result: &CheckResult) -> Vec<String> {
    text_report(result, Detail::Plain).lines().map(str::to_owned).collect()
}

#[test]
fn a_lasso_shows_changes_and_marks_what_is_not_definite() {
    let at = |location: &str, entries: &[(&str, bool)], step| PathStep {
        location: location.to_owned(),
        source: None,
        state: state(entries),
        step,
    };
    let mut steps = vec![
        at("main:1", &[("x", true)], step("y := x", Belnap::True)),
        at("main:2", &[("x", true), ("y", true)], step("assume(*)", Belnap::Unknown)),
        at("main:3", &[("y", true)], step("goto main:2", Belnap::True)),
    ];
    steps[1].source = Some(SourceLine { file: "a.c".to_owned(), line: 7 });
    let path = Path { steps, loop_start: Some(1) };
    let explanation = explanation(Some(path), Vec::new());
    let result = result(vec![property("EG x", Verdict::Holds, Some(explanation))]);
    assert_eq!(
        lines(&result),
        [
            "p1: EG x",
            "  holds: so it is",
            "    1  main:1  x=1, y=?",
            "         y := x",
            "    2  main:2 (a.c:7)  y=1  <- the loop starts here",
            "  ?      assume(*)",
            "    3  main:3  x=?",
            "         goto main:2",
            "       back to 2, and so on forever",
            "",
            "TRUE",
        ]
    );
}

#[test]
fn the_middle_of_a_long_path_is_left_out() {
    let steps = (0..1000u32).map(|number| PathStep {
        location: format!("main:{number}"),
        source: None,
        state: StateValues::default(),
        step: step("skip", Belnap::True),
    });
    let path = Path { steps: steps.collect(), loop_start: Some(500) };
    let explanation = explanation(Some(path), Vec::new());
    let result = result(vec![property("EG x", Verdict::Holds, Some(explanation))]);
    let lines = lines(&result);
    assert_eq!(lines[122], "    … (440 more states; --format json has all)");
    assert_eq!(lines[123], "     501  main:500  <- the loop starts here");
    assert_eq!(lines[125], "    … (439 more states; --format json has all)");
    assert_eq!(lines[126], "     941  main:940");
}

#[test]
fn missing_facts_name_statement_variable_and_source() {
    let mut explanation = explanation(None, Vec::new());
    explanation.unknowns = vec![Unknown {
        kind: UnknownKind::Update,
        location: "main:2".to_owned(),
        source: Some(SourceLine { file: "a.c".to_owned(), line: 7 }),
        statement: "y := *".to_owned(),
        variable: Some("y".to_owned()),
        cfg_edge: Some(CfgEdgeId(4)),
        source_text: Some("y = f()".to_owned()),
    }];
    let result = result(vec![property("AG y", Verdict::Inconclusive, Some(explanation))]);
    assert_eq!(
        lines(&result)[2..],
        [
            "  what is unknown, and decides:",
            "    the value that `y := *` gives to y, at main:2",
            "      a.c:7, CFG edge e4, `y = f()`",
            "  to try: predicates that decide this (belnap-refine), or `nondet` where the environment \
             chooses",
            "",
            "UNKNOWN",
        ]
    );
}

/// A proof of `AG x` that goes through `length` locations and returns to the first.
fn chain(length: u32) -> Vec<ProofNode> {
    (0..length)
        .map(|id| ProofNode {
            id: ProofId(id),
            formula: "AG x".to_owned(),
            location: format!("main:{id}"),
            state: state(&[("x", true)]),
            value: Belnap::True,
            completions: true,
            rule: Rule::MayStep,
            variable: None,
            children: vec![ProofChild {
                node: ProofId((id + 1) % length),
                step: step("skip", Belnap::True),
            }],
            unknown: None,
        })
        .collect()
}

#[test]
fn a_proof_is_told_once_and_cut_where_it_is_long() {
    let short = result(vec![property("AG x", Verdict::Holds, Some(explanation(None, chain(2))))]);
    assert_eq!(
        lines(&short)[2..5],
        ["    AG x is true at main:0  x=1", "    skip -> main:1", "    skip -> main:0, as above",]
    );
    let long =
        result(vec![property("AG x", Verdict::Holds, Some(explanation(None, chain(100_000))))]);
    let lines = lines(&long);
    assert_eq!(lines.len(), 2 + 25 + 1 + 2);
    assert_eq!(lines[27], "    … (99976 more claims; --format json has all)");
}

#[test]
fn verdicts_are_in_the_words_of_sv_comp() {
    let outcome = |formula: &str, verdict| {
        let properties =
            vec![property("AG y", Verdict::Holds, None), property(formula, verdict, None)];
        lines(&result(properties)).pop()
    };
    assert_eq!(outcome("AG x", Verdict::Holds).as_deref(), Some("TRUE"));
    assert_eq!(outcome("AG x", Verdict::Inconclusive).as_deref(), Some("UNKNOWN"));
    assert_eq!(outcome("AG x", Verdict::Fails).as_deref(), Some("FALSE"));
    for formula in ["AG !at(L)", "AG !enter(f)", "AG !failed", "AG !at(a.c:3)"] {
        let last = outcome(formula, Verdict::Fails);
        assert_eq!(last.as_deref(), Some("FALSE(unreach-call)"), "{formula}");
    }
}

#[test]
fn no_control_character_reaches_the_reader() {
    let mut named = property("AG x", Verdict::Fails, None);
    named.name = "\u{1b}[31mred\u{7}".to_owned();
    let text = text_report(&result(vec![named]), Detail::Statistics);
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
}
