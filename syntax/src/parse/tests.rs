//! Tests of depth: what is deep is accepted up to the limit, refused above it, and freed.

use std::fmt::Write;

use super::{MAX_NESTING, parse};
use crate::symbol::Interner;

/// The rule of a refusal. The stack is as small as that of any thread: parsing and freeing need no
/// more.
fn outcome(text: String) -> Option<String> {
    let body = move || {
        let unit = parse(&text, &mut Interner::default());
        unit.err().map(|diagnostic| diagnostic.rule.to_owned())
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(body);
    thread.expect("a thread").join().expect("no panic")
}

/// Texts that are nested `n` deep, in each way that C has.
fn nested(n: usize) -> Vec<(&'static str, String)> {
    let of = |before: &str, after: &str| (before.repeat(n), after.repeat(n));
    let mut all = Vec::new();
    let mut add =
        |name, (before, after): (String, String), head: &str, middle: &str, tail: &str| {
            all.push((name, format!("{head}{before}{middle}{after}{tail}")));
        };
    add("calls", of("f(", ")"), "int x = ", "1", ";");
    add("indices", of("a[", "]"), "int x = ", "1", ";");
    add("statement expressions", of("({", ";})"), "int f() { return ", "1", "; }");
    add("blocks", of("{", "}"), "int f() {", "", "}");
    add("loops", of("while (1) ", ""), "int f() {", ";", "}");
    add("initializers", of("{", "}"), "int x = ", "1", ";");
    add("structs", of("struct {", "} x;"), "", "int y;", "");
    add("parameters", of("int g(", ")"), "", "void", ";");
    add("prefix operators", of("- ", ""), "int x = ", "1", ";");
    add("casts", of("(int)", ""), "int x = ", "1", ";");
    add("sums", of("", " + 1"), "int x = 1", "", ";");
    add("conditionals", of("a ? 1 : ", ""), "int x = ", "1", ";");
    add("assignments", of("a = ", ""), "int f() {", "1", ";}");
    add("commas", of("", ", 1"), "int f() { 1", "", ";}");
    add("members", of("", ".a"), "int x = a", "", ";");
    add("else", of("if (a) ; else ", ""), "int f() {", ";", "}");
    add("pointers", of("*", ""), "int ", "x", ";");
    add("arrays", of("", "[1]"), "int x", "", ";");
    add("cases", of("case 1: ", ""), "int f() { switch (1) ", ";", "}");
    add("typeof", of("typeof(", ")"), "", "int", " x;");
    add("attributes", of("__attribute__((a(sizeof(int ", "))))"), "int x ", "", ";");
    let mut labels = String::new();
    for label in 0..n {
        let _ = write!(labels, "l{label}: ");
    }
    add("labels", (labels, String::new()), "int f() {", ";", "}");
    all
}

#[test]
fn deep_nesting_is_accepted() {
    for depth in [1_000, 2_000] {
        for (name, text) in nested(depth) {
            assert_eq!(outcome(text), None, "{depth} {name}");
        }
    }
}

#[test]
fn long_chains_are_accepted() {
    for (name, text) in nested(MAX_NESTING as usize - 10) {
        if ["sums", "else", "labels", "conditionals", "members"].contains(&name) {
            assert_eq!(outcome(text), None, "{name}");
        }
    }
}

#[test]
fn deeper_nesting_is_refused() {
    for depth in [MAX_NESTING as usize + 1, 50_000] {
        for (name, text) in nested(depth) {
            assert_eq!(outcome(text).as_deref(), Some("c-nesting"), "{depth} {name}");
        }
    }
}

#[test]
fn parentheses_alone_are_not_deep() {
    let text = |n: usize| format!("int x = {}1{};", "(".repeat(n), ")".repeat(n));
    assert_eq!(outcome(text(9_000)), None);
    assert_eq!(outcome(text(100_000)).as_deref(), Some("c-nesting"));
}
