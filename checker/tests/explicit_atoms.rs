//! Atoms and verdicts of the plain engine.

mod structures;

use belnap_checker::explicit::{ExplicitOptions, at_entry, evaluate, untracked, verdict};
use belnap_formats::property::read_formula;
use belnap_ir::bdd::Ref;
use belnap_ir::ids::{LocId, ScopeId, StateId, ti_vec};
use belnap_ir::kripke::{ExplicitKripke, Location, LocationKind, Scope, Semantics};
use belnap_ir::property::Formula;
use belnap_ir::result::Verdict;
use belnap_ir::span::{SourceLine, Span};
use structures::{HYPER, PLAIN, check, letters, structure};

fn location(name: &str, labels: &[&str], scope: u32, kind: LocationKind) -> Location {
    Location {
        name: name.to_owned(),
        labels: labels.iter().map(|label| (*label).to_owned()).collect(),
        scope: ScopeId(scope),
        kind,
        enters: None,
        source: None,
        blocking: false,
    }
}

/// main:L → f:L → halted, and main:L → failed.
fn program() -> ExplicitKripke {
    let mut program = structure(
        &["{x > 0}", "lock"],
        &[("a", "tf"), ("b", "nt"), ("end", "ff"), ("bad", "ff")],
        &["a n b", "a n bad", "b t end", "end t end", "bad t bad"],
    );
    program.scopes = ti_vec![
        Scope { procedure: "main".to_owned(), caller: None, enforce: Ref::TRUE },
        Scope { procedure: "f".to_owned(), caller: Some(ScopeId(0)), enforce: Ref::TRUE },
    ];
    program.locations = ti_vec![
        location("main:L", &["L", "START"], 0, LocationKind::Normal),
        location("main/1.f:L", &["L"], 1, LocationKind::Normal),
        location("main:end", &[], 0, LocationKind::Halted),
        location("main:bad", &[], 0, LocationKind::Failed),
    ];
    program.locations[LocId(0)].source = Some(SourceLine { file: "a.c".to_owned(), line: 3 });
    program.locations[LocId(1)].enters = Some("f".to_owned());
    for (index, state) in program.states.iter_mut().enumerate() {
        state.location = Some(LocId::from(index));
    }
    program
}

fn refusal(structure: &ExplicitKripke, formula: &str) -> String {
    let formula = read_formula(formula).expect("a formula");
    let error = evaluate(structure, &formula, &PLAIN).expect_err("an unknown atom");
    let notes: Vec<&str> = error.notes.iter().map(|note| note.message.as_str()).collect();
    format!("{error}: {}", notes.join("; "))
}

#[test]
fn places_come_from_locations() {
    let program = program();
    for (formula, expected) in [
        ("at(L)", "ttff"),
        ("at(START)", "tfff"),
        ("at(f:L)", "ftff"),
        ("at(main:L)", "tfff"),
        ("at(a.c:3)", "tfff"),
        ("enter(f)", "ftff"),
        ("halted", "fftf"),
        ("failed", "ffft"),
        ("{x>0}", "tnff"),
        ("lock", "ftff"),
        ("true", "tttt"),
    ] {
        assert_eq!(check(&program, formula, PLAIN), expected, "{formula}");
    }
}

#[test]
fn places_are_propositions_where_there_are_no_locations() {
    let plain = structure(&["at(L)", "halted", "p"], &[("s", "tfn")], &[]);
    assert_eq!(check(&plain, "at(L)", PLAIN), "t");
    assert_eq!(check(&plain, "halted", PLAIN), "f");
    assert_eq!(check(&plain, "p", PLAIN), "n");
    insta::assert_snapshot!(refusal(&plain, "AG !failed"), @"the structure knows nothing of 'failed' [check-atom]: known propositions: at(L), halted, p");
    insta::assert_snapshot!(refusal(&plain, "AG {x > 0}"), @"the structure knows nothing of '{x > 0}' [check-atom]: known propositions: at(L), halted, p");
}

#[test]
fn unknown_atoms_are_named() {
    let program = program();
    insta::assert_snapshot!(refusal(&program, "AG !at(M)"), @"the structure knows nothing of 'at(M)' [check-atom]: known labels: L, START; a label whose statement only guards a branch names no state");
    insta::assert_snapshot!(refusal(&program, "AG !at(g:L)"), @"the structure knows nothing of 'at(g:L)' [check-atom]: known labels: L, START; a label whose statement only guards a branch names no state");
    insta::assert_snapshot!(refusal(&program, "AG !enter(g)"), @"the structure knows nothing of 'enter(g)' [check-atom]: known procedures: f");
    insta::assert_snapshot!(refusal(&program, "at(a.c:4)"), @"the structure knows nothing of 'at(a.c:4)' [check-atom]: known source lines: a.c:3");
    insta::assert_snapshot!(refusal(&program, "unlock"), @"the structure knows nothing of 'unlock' [check-atom]: known propositions: lock, {x > 0}");
    let names: Vec<String> = (0..12).map(|index| format!("p{index:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let many = structure(&names, &[("s", "tttttttttttt")], &[]);
    insta::assert_snapshot!(refusal(&many, "q"), @"the structure knows nothing of 'q' [check-atom]: known propositions: p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, …");
}

#[test]
fn an_untracked_condition_is_unknown() {
    let program = program();
    assert_eq!(check(&program, "{y == 1}", PLAIN), "nnnn");
    let formula = read_formula("AG ({y == 1} | {x > 0} | EX {y==1})").expect("a formula");
    let notes: Vec<String> =
        untracked(&program, &formula).iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        ["'{y == 1}' is not tracked: its value is unknown everywhere [check-untracked]"]
    );
}

#[test]
fn an_invalid_formula_is_refused() {
    let formula = Formula::Var("Z".to_owned(), Span::default());
    let error = evaluate(&program(), &formula, &PLAIN).expect_err("an unbound variable");
    assert_eq!(error.rule, "ctl-unbound");
}

#[test]
fn one_sided_semantics() {
    let mut two =
        structure(&["p"], &[("s", "f"), ("yes", "t"), ("no", "f")], &["s t yes", "s t no"]);
    let mut row = |semantics, formula| {
        two.semantics = semantics;
        check(&two, formula, PLAIN)[..1].to_owned()
    };
    assert_eq!(row(Semantics::Exact, "EX p"), "t");
    assert_eq!(row(Semantics::Over, "EX p"), "n");
    assert_eq!(row(Semantics::Under, "EX p"), "t");
    assert_eq!(row(Semantics::Exact, "AX p"), "f");
    assert_eq!(row(Semantics::Over, "AX p"), "n");
    assert_eq!(row(Semantics::Under, "AX p"), "f");
    assert_eq!(row(Semantics::Over, "EX false"), "f");
    assert_eq!(row(Semantics::Under, "EX false"), "n");
    assert_eq!(row(Semantics::Over, "AX true"), "t");
    assert_eq!(row(Semantics::Under, "AX true"), "n");
}

#[test]
fn actions_select_transitions() {
    let mut two = structure(&["p"], &[("s", "f"), ("yes", "t")], &["s n yes", "s t s"]);
    two.transitions[0].action = Some("a".to_owned());
    two.transitions[1].action = Some("b".to_owned());
    for (formula, expected) in [
        ("<a> p", "n"),
        ("<b> p", "f"),
        ("<a, b> p", "n"),
        ("<c> true", "f"),
        ("[a] p", "t"),
        ("[b] p", "f"),
        ("[c] false", "t"),
    ] {
        assert_eq!(&check(&two, formula, HYPER)[..1], expected, "{formula}");
    }
}

fn judged(structure: &ExplicitKripke, values: &str) -> Result<Verdict, String> {
    verdict(structure, &letters(values), &PLAIN).map_err(|error| error.to_string())
}

#[test]
fn verdicts() {
    let mut three = structure(&[], &[("a", ""), ("b", ""), ("c", "")], &[]);
    three.initial = vec![StateId(0), StateId(1)];
    three.inhabited = vec![StateId(1), StateId(2)];
    assert_eq!(judged(&three, "ttt"), Ok(Verdict::Holds));
    assert_eq!(judged(&three, "ttn"), Ok(Verdict::Holds));
    assert_eq!(judged(&three, "tnn"), Ok(Verdict::Inconclusive));
    assert_eq!(judged(&three, "ftt"), Ok(Verdict::Inconclusive));
    assert_eq!(judged(&three, "fft"), Ok(Verdict::Fails));
    assert_eq!(judged(&three, "nnf"), Ok(Verdict::Fails));
    insta::assert_snapshot!(judged(&three, "ttf").unwrap_err(), @"the abstraction is inconsistent: in state 'c' the property is f, though it is true in every initial state");
    insta::assert_snapshot!(judged(&three, "nbn").unwrap_err(), @"the abstraction is inconsistent: in state 'b' the property is b, both true and false");
    assert_eq!(judged(&three, "btt"), Ok(Verdict::Holds));
}

#[test]
fn a_property_is_judged_after_the_prefix() {
    let mut line = structure(
        &["p"],
        &[("a", "f"), ("b", "f"), ("left", "t"), ("right", "t")],
        &["a t b", "b n left", "b n right", "left t left", "right t right"],
    );
    line.prefix = 2;
    let holds = read_formula("AG p").expect("a formula");
    let fails = read_formula("EF !p").expect("a formula");
    for (options, refuted) in [(PLAIN, Verdict::Inconclusive), (HYPER, Verdict::Fails)] {
        let answer = |formula: &Formula, options: &ExplicitOptions| {
            let values = evaluate(&line, formula, options).expect("known atoms");
            verdict(&line, &values, options).expect("a consistent structure")
        };
        assert_eq!(answer(&holds, &options), Verdict::Holds);
        assert_eq!(answer(&fails, &options), refuted);
    }
    assert_eq!(at_entry(&line, &letters("ffft"), &HYPER)[0], letters("n")[0]);
}
