//! Planted errors, each found under its rule.

use belnap_abstractor::options::AbstractionOptions;
use belnap_formats::boolprog;
use belnap_ir::cfg::Cfg;

use super::{Case, checked};

const PROGRAM: Case = case!("planted-program");

const CALLS: Case = Case { functions: true, ..case!("planted-calls") };

/// A text of the program, and what is put in its place.
type Planted = (&'static str, &'static str, &'static str);

/// Rule and message of everything that is found, for each planted error.
fn found(cfg: &Cfg, text: &str, planted: &[Planted]) -> String {
    assert!(checked(cfg, text).diagnostics.is_empty(), "not accepted without an error:\n{text}");
    let mut out = String::new();
    for (kind, from, to) in planted {
        let count = text.matches(from).count();
        assert_eq!(count, 1, "{kind}: `{from}` occurs {count} times in\n{text}");
        let outcome = checked(cfg, &text.replacen(from, to, 1));
        assert!(!outcome.diagnostics.is_empty(), "{kind}: not found");
        out.push_str(&format!("{kind}\n"));
        for diagnostic in &outcome.diagnostics {
            out.push_str(&format!("  {diagnostic}\n"));
        }
    }
    out
}

/// The program without source lines and texts, so that statements are short.
fn plain(case: &Case, cfg: &Cfg) -> String {
    let text = case.program(cfg, &AbstractionOptions { joint: 2, ..AbstractionOptions::default() });
    let mut lines = String::new();
    for line in text.lines() {
        let kept = match line.split_once("//@") {
            Some((before, note)) => {
                let edge = note.split_whitespace().next().filter(|word| word.starts_with('e'));
                let note = edge.map(|edge| format!(" //@ {edge}")).unwrap_or_default();
                format!("{}{note}", before.trim_end())
            }
            None => line.to_owned(),
        };
        lines.push_str(&format!("{kept}\n"));
    }
    boolprog::print(&boolprog::read(&lines).expect("still a program"))
        .lines()
        .map(|line| format!("{}\n", line.split_whitespace().collect::<Vec<_>>().join(" ")))
        .collect()
}

#[test]
fn the_programs_that_errors_are_planted_in() {
    let text = |case: &Case| plain(case, &case.cfg());
    insta::assert_snapshot!(format!("{}\n{}", text(&PROGRAM), text(&CALLS)));
}

#[test]
fn errors_in_steps_are_found() {
    let cfg = PROGRAM.cfg();
    let text = plain(&PROGRAM, &cfg);
    let seen = found(
        &cfg,
        &text,
        &[
            ("a constant is flipped", "{z == 1} := true;", "{z == 1} := false;"),
            ("an update is dropped", "n11: {z == 1} := false;", "n11: skip;"),
            (
                "one of two updates is dropped",
                "n1: {x < y}, {y > 3} := choose(false, {x > 5} | !{x < y} & {y > 3}), false;",
                "n1: {x < y} := choose(false, {x > 5} | !{x < y} & {y > 3});",
            ),
            (
                "the true half is made larger",
                ":= choose({y > 3}, false), false;",
                ":= choose(true, false), false;",
            ),
            (
                "the halves are swapped",
                ":= choose({y > 3}, false), false;",
                ":= choose(false, {y > 3}), false;",
            ),
            (
                "a partial expression is made exact",
                ":= choose({y > 3}, false), false;",
                ":= {y > 3}, false;",
            ),
            (
                "a literal of a conjunction is dropped",
                "false, choose({x < y} & {x > 5}, !{y > 3} | !{x < y} & !{x > 5})",
                "false, choose({x < y}, !{y > 3} | !{x < y} & !{x > 5})",
            ),
            (
                "two predicates are taken for one",
                "false, choose({x < y} & {x > 5}, !{y > 3} | !{x < y} & !{x > 5})",
                "false, choose({x < y} & {y > 3}, !{y > 3} | !{x < y} & !{y > 3})",
            ),
            ("unknown becomes true", "n19: {z == 1} := *;", "n19: {z == 1} := true;"),
            ("unknown becomes a real choice", "n19: {z == 1} := *;", "n19: {z == 1} := nondet;"),
            ("what is unknown is kept", "n19: {z == 1} := *;", "n19: skip;"),
            ("a choice hides in an expression", "n19: {z == 1} := *;", "n19: {z == 1} := !nondet;"),
            (
                "the environment's choice is decided",
                "n2: {z == 1} := nondet;",
                "n2: {z == 1} := true;",
            ),
            ("the environment's choice is kept", "n2: {z == 1} := nondet;", "n2: skip;"),
            (
                "a constraint is too strong",
                "({x > 5} | !{x < y} & {y > 3}) => ('{x < y} => '{y > 3})",
                "({x > 5} | !{x < y} & {y > 3}) => '{y > 3}",
            ),
            (
                "enforce is too strong",
                "({x < y} & {x > 5}) => {y > 3}",
                "({x < y} | {x > 5}) => {y > 3}",
            ),
            ("enforce lacks a literal", "({x < y} & {x > 5}) => {y > 3}", "{x < y} => {y > 3}"),
        ],
    );
    insta::assert_snapshot!(seen);
}

#[test]
fn errors_in_guards_are_found() {
    let cfg = PROGRAM.cfg();
    let text = plain(&PROGRAM, &cfg);
    let seen = found(
        &cfg,
        &text,
        &[
            ("a guard is negated", "assume({x > 5});", "assume(!{x > 5});"),
            ("a guard is true", "assume({x > 5});", "assume(true);"),
            ("a guard is false", "assume({x > 5});", "assume(false);"),
            ("a guard is too strong", "assume({x > 5});", "assume({x > 5} & {x < y});"),
            ("an inexact guard is made exact", "assume(choose({y > 3}, false))", "assume({y > 3})"),
            (
                "the halves of a guard are swapped",
                "assume(choose({y > 3}, false))",
                "assume(choose(false, {y > 3}))",
            ),
            ("an unknown condition becomes true", "e17: assume(*);", "e17: assume(true);"),
            ("an unknown condition becomes false", "e17: assume(*);", "e17: assume(false);"),
            ("an unknown condition becomes a choice", "e17: assume(*);", "e17: assume(nondet);"),
            (
                "an update is added to a guard",
                "e24: assume({z == 1});",
                "e24: {x > 5} := true assume({z == 1});",
            ),
            (
                "an assignment is guarded",
                "n10: {z == 1} := true;",
                "n10: {z == 1} := true assume({x > 5});",
            ),
            (
                "a choice is guarded less",
                "assume(choose({x < y} & {x > 5}, !{y > 3} | !{x < y} & !{x > 5}));",
                "assume(choose({x < y}, !{y > 3} | !{x < y} & !{x > 5}));",
            ),
            (
                "a choice is excluded too often",
                "assume(choose({x < y} & {x > 5}, !{y > 3} | !{x < y} & !{x > 5}));",
                "assume(choose({x < y} & {x > 5}, !{y > 3} | !{x > 5}));",
            ),
            (
                "a constant of a choice is wrong",
                "e7#3: {x < y}, {x > 5} := false, true assume(true);",
                "e7#3: {x < y}, {x > 5} := true, true assume(true);",
            ),
            (
                "a choice lacks a constant",
                "e7#3: {x < y}, {x > 5} := false, true assume(true);",
                "e7#3: {x > 5} := true assume(true);",
            ),
            (
                "choices are not independent",
                "e7#3: {x < y}, {x > 5} := false, true assume(true);",
                "e7#3: {x < y}, {x > 5} := nondet, nondet assume(true);",
            ),
            (
                "an alternative is missing",
                "goto e10#1, e10#2, e10#3, e10#4;",
                "goto e10#1, e10#2, e10#3;",
            ),
        ],
    );
    insta::assert_snapshot!(seen);
}

#[test]
fn errors_in_control_flow_are_found() {
    let cfg = PROGRAM.cfg();
    let text = plain(&PROGRAM, &cfg);
    let seen = found(
        &cfg,
        &text,
        &[
            ("a jump is redirected", "goto n4;", "goto n5;"),
            (
                "targets are swapped",
                "e24: assume({z == 1}); //@ e24\ngoto n19;",
                "e24: assume({z == 1}); //@ e24\ngoto n18;",
            ),
            ("a branch is missing", "n20: goto e24, e25;", "n20: goto e24, e24;"),
            ("a branch is too much", "n20: goto e24, e25;", "n20: goto e24, e25, e22;"),
            ("a branch leads to a location", "n20: goto e24, e25;", "n20: goto e24, e25, n18;"),
            (
                "an annotation is wrong",
                "n10: {z == 1} := true; //@ e11",
                "n10: {z == 1} := true; //@ e12",
            ),
            (
                "an annotation is missing",
                "n10: {z == 1} := true; //@ e11",
                "n10: {z == 1} := true;",
            ),
            (
                "an edge does not exist",
                "n10: {z == 1} := true; //@ e11",
                "n10: {z == 1} := true; //@ e99",
            ),
            (
                "a step is too much",
                "n10: {z == 1} := true; //@ e11\n",
                "n10: {z == 1} := true; //@ e11\nskip;\n",
            ),
            ("a location is missing", "n12: skip;", "skip;"),
            (
                "start is elsewhere",
                "n0: start: {x < y}",
                "n0: {x < y}, {x > 5} := *, *; //@ e0\nstart: {x < y}",
            ),
            (
                "a label is elsewhere",
                "n3: L: skip; //@ e3\nn4: goto",
                "n3: skip; //@ e3\nn4: L: goto",
            ),
            ("the end is not an end", "n24: return;", "n24: assert(false);"),
            (
                "a structured statement",
                "n10: {z == 1} := true; //@ e11",
                "n10: if ({x > 5}) then //@ e11\n{z == 1} := true; fi",
            ),
            ("a predicate of no program", "decl {x < y},", "decl {w < y}, {x < y},"),
        ],
    );
    insta::assert_snapshot!(seen);
}

#[test]
fn errors_around_calls_are_found() {
    let cfg = CALLS.cfg();
    let text = plain(&CALLS, &cfg);
    let seen = found(
        &cfg,
        &text,
        &[
            ("nothing is forgotten", "n3: add$3$0, {y == g}, {y > 0} :=", "n3: add$3$0, _, _ :="),
            (
                "one is not forgotten",
                "n3: add$3$0, {y == g}, {y > 0} :=",
                "n3: add$3$0, {y == g}, _ :=",
            ),
            ("results are dropped", "n3: add$3$0, {y == g}, {y > 0} := add", "n3: add"),
            (
                "predicates are forgotten before the call",
                "n3: add$3$0, {y == g}, {y > 0} :=",
                "n3: {y == g}, {y > 0} := *, *; //@ e3\nadd$3$0, _, _ :=",
            ),
            ("forgotten means false", "return {add() > 0}, *, *;", "return {add() > 0}, *, false;"),
            (
                "forgotten means a parameter",
                "return {add() > 0}, *, *;",
                "return {add() > 0}, *, {n > 3};",
            ),
            (
                "forgotten means a shared predicate",
                "return {add() > 0}, *, *;",
                "return {add() > 0}, choose({g > 0}, false), *;",
            ),
            (
                "forgotten means a real choice",
                "return {add() > 0}, *, *;",
                "return {add() > 0}, *, nondet;",
            ),
            ("an argument is wrong", "add({x > 3})", "add(!{x > 3})"),
            ("a constant argument is wrong", "add(true)", "add(false)"),
            (
                "a result is misunderstood",
                "{g > 0} & !add$3$0 | !{g > 0} & add$3$0), add$3$0;",
                "{g > 0} & !add$3$0 | !{g > 0} & add$3$0), !add$3$0;",
            ),
            ("the result says too much", "choose(false, !add$7$0)", "add$7$0"),
            (
                "a result goes to a predicate",
                "add$7$0, {y == g}, {x > 3} := add(true)",
                "{x > 3}, {y == g}, _ := add(true)",
            ),
            (
                "the callee returns something else",
                "return {add() > 0}, *, *;",
                "return {n > 3}, *, *;",
            ),
            (
                "a function is entered elsewhere",
                "n1: start: enter$main#1:",
                "n1: start: enter$add#1:",
            ),
            (
                "a parameter is not one",
                "bool<3> add({n > 3}) begin\ndecl {add() > 0};",
                "bool<3> add({add() > 0}) begin\ndecl {n > 3};",
            ),
            (
                "a procedure is too much",
                "bool<3> add({n > 3}) begin",
                "bool other() begin return *; end\nbool<3> add({n > 3}) begin",
            ),
        ],
    );
    insta::assert_snapshot!(seen);
}

#[test]
fn results_that_mean_a_predicate_may_go_to_it() {
    let cfg = CALLS.cfg();
    let text = plain(&CALLS, &cfg);
    let planted = [
        ("n3: add$3$0, {y == g}, {y > 0} :=", "n3: {y > 0}, {y == g}, _ :="),
        ("!{g > 0} & add$3$0), add$3$0;", "!{g > 0} & {y > 0}), {y > 0};"),
        ("{g > 0} & !add$3$0 |", "{g > 0} & !{y > 0} |"),
    ];
    let text = planted.iter().fold(text, |text, (from, to)| text.replacen(from, to, 1));
    assert!(!text.contains("add$3$0 "), "{text}");
    let outcome = checked(&cfg, &text);
    assert!(outcome.diagnostics.is_empty(), "{:#?}\n{text}", outcome.diagnostics);
}
