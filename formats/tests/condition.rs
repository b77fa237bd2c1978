//! Conditions over a graph made from `cases/condition/program.c`: what they are read as, and why
//! they are refused.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use belnap_cli::render::render;
use belnap_formats::cfg;
use belnap_formats::condition::{
    Names, activations, locations, parse, print, print_readable, print_readable_in,
};
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::expr::Expr;
use belnap_ir::ids::ScopeId;
use belnap_ir::types::Type;
use proptest::prelude::*;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/condition")
}

fn graph() -> Cfg {
    let text = fs::read_to_string(folder().join("program.cfg.json")).expect("the graph is there");
    cfg::read(&text).unwrap_or_else(|found| panic!("{found:?}")).content
}

fn scope(names: &Names<'_>, function: &str) -> Option<ScopeId> {
    let found = Some(function).filter(|function| !function.is_empty());
    found.map(|function| activations(names, function).expect("the function is there")[0])
}

/// Conditions in a function, or outside of all, and how they are printed: with every conversion.
fn accepted(function: &str, cases: &[(&str, &str)]) {
    let cfg = graph();
    let names = Names::new(&cfg);
    for (text, expected) in cases {
        let expr = parse(&names, text, scope(&names, function))
            .unwrap_or_else(|found| panic!("{}", render(function, text, &found)));
        let printed = print(&cfg, &expr);
        assert_eq!(printed, *expected, "{text}");
        assert_eq!(parse(&names, &printed, None), Ok(expr), "{text}");
    }
}

#[test]
fn people_read_bounds_as_intervals() {
    let cfg = graph();
    let names = Names::new(&cfg);
    for (text, expected) in [
        ("x >= 0 && x <= 2", "0 <= main::x <= 2"),
        ("x < 9 && g == 1 && x > g", "g < main::x < 9 && g == 1"),
        ("x + 1 >= 0 && x <= 2", "main::x + 1 >= 0 && main::x <= 2"),
        ("g >= 1 && (x >= 0 && x <= 2 || x == 7)", "g >= 1 && (0 <= main::x <= 2 || main::x == 7)"),
        ("x == 0 && g == 1 || g > 3", "main::x == 0 && g == 1 || g > 3"),
        ("g >= x && x >= 0", "0 <= main::x <= g"),
        ("g >= x && count > g && x >= 0", "0 <= main::x <= g < main::count"),
        ("g >= x", "main::x <= g"),
        ("0 <= x", "main::x >= 0"),
        ("x != 1 || g >= 2", "main::x == 1 => g >= 2"),
        ("g < 2 && (x > 0 || g != 3)", "g < 2 && (g == 3 => main::x > 0)"),
        ("x > (i32)(-2147483648)", "main::x > -2147483648"),
    ] {
        let expr = parse(&names, text, scope(&names, "main")).expect("it can be read");
        assert_eq!(print_readable(&cfg, &expr), expected, "{text}");
    }
}

#[test]
fn people_read_the_names_that_c_has() {
    let cfg = graph();
    let names = Names::new(&cfg);
    let inside = scope(&names, "main").expect("it has an activation");
    for (text, expected) in [
        ("x >= 0 && x <= g", "0 <= x <= g"),
        ("main::y#2 < main::y", "main::y#2 < main::y"),
        ("twice::n#2 == x", "twice::n#2 == main::x"),
    ] {
        let expr = parse(&names, text, Some(inside)).expect("it can be read");
        assert_eq!(print_readable_in(&cfg, &expr, inside), expected, "{text}");
    }
}

#[test]
fn names_of_an_activation_hide_those_of_file_scope() {
    accepted(
        "main",
        &[
            ("x + 1 <= 2", "main::x + 1 <= 2"),
            ("g == count", "g == main::count"),
            ("main::y#2 < main::y", "main::y#2 < main::y"),
            ("t.state == 'a' - t . tag", "main::t.state == 97 - (i32)main::t.tag"),
            ("a[2] > a [ 0 ]", "main::a[2] > main::a[0]"),
            ("twice::n#2 == twice() && twice ( )#2", "twice::n#2 == twice()#1 && twice()#2 != 0"),
            ("main()", "main() != 0"),
        ],
    );
    accepted("twice", &[("n > 0 || !c", "twice::n > 0 || twice::c == 0")]);
    accepted("", &[("g > 0", "g > 0"), ("main::x != 0", "main::x != 0")]);
}

#[test]
fn operands_are_converted_as_in_c() {
    accepted(
        "main",
        &[
            ("c < 200", "main::c < 200"),
            ("c < 300", "(i32)main::c < 300"),
            ("c < s", "(i32)main::c < (i32)main::s"),
            ("x < u", "(u32)main::x < main::u"),
            ("u > -1", "main::u > 4294967295u"),
            ("u < 3000000000", "(i64)main::u < 3000000000"),
            ("l < u", "main::l < (i64)main::u"),
            ("l < ul", "(u64)main::l < main::ul"),
            ("c + s > 255", "(i32)main::c + (i32)main::s > 255"),
            ("(unsigned char)(c + 1) == 0", "(u8)(main::c + 1) == 0"),
            ("(u8)(c + 300) == 0", "(u8)((i32)main::c + 300) == 0"),
            ("(long)x * 2 > 5", "(i64)main::x * 2 > 5"),
            ("x << l", "main::x << main::l != 0"),
            ("c >> 1 == 1", "(i32)main::c >> 1 == 1"),
            ("(x > 0) + (l > 0) == 2", "(i32)(main::x > 0) + (i32)(main::l > 0) == 2"),
            ("(x > 0) == (l > 0)", "main::x > 0 == main::l > 0"),
            ("x & 1", "(main::x & 1) != 0"),
            ("x ? l : u", "(main::x != 0 ? main::l : (i64)main::u) != 0"),
            ("!x", "main::x == 0"),
            ("!!x", "!(main::x == 0)"),
            ("1", "true"),
            ("x > 0 && 0", "main::x > 0 && false"),
            ("abs(x) < 3", "(main::x < 0 ? -main::x : main::x) < 3"),
            ("(_Bool)x == 1", "(u8)(main::x != 0) == 1"),
            ("-x == - -x", "-main::x == -(-main::x)"),
            ("+c == 1", "main::c == 1"),
        ],
    );
}

#[test]
fn memory_is_read_where_the_graph_says() {
    accepted(
        "main",
        &[
            ("table[x] == 1", "table[(u64)main::x] == 1"),
            ("table[7] == 1", "table[7] == 1"),
            ("local[3] == local[x]", "main::local[3] == main::local[(u64)main::x]"),
            ("shared[3] == 1", "shared[&shared + 12] == 1"),
            ("shared[x] == 1", "shared[&shared + (u64)main::x * 4] == 1"),
            ("shared[&shared + 8] == 1", "shared[&shared + 8] == 1"),
            ("(shared)[ul] == 1", "(shared)[main::ul] == 1"),
            ("shared[cursor] == 1", "shared[cursor] == 1"),
            ("*cursor == 1", "shared[cursor] == 1"),
            ("cursor[1] == 1", "shared[(u64)cursor + 4] == 1"),
        ],
    );
    accepted(
        "main",
        &[
            ("p", "main::p != 0"),
            ("p == 0 || p->next != 0", "main::p == 0 || node.next[(u64)main::p + 8] != 0"),
            ("p->value == 3", "node.value[main::p] == 3"),
            ("cursor == &shared", "cursor == &shared"),
            ("cursor - 1 == &shared", "(u64)cursor - 4 == &shared"),
            ("1 + cursor == &shared", "(u64)cursor + 4 == &shared"),
            ("cursor + x == 0", "(u64)cursor + (u64)main::x * 4 == 0"),
            ("cursor - cursor == 1", "(i64)((u64)cursor - (u64)cursor) / 4 == 1"),
            ("*(cursor + 1) == 1 || x", "shared[(u64)cursor + 4] == 1 || main::x != 0"),
            ("(long)cursor % 4 == 0", "(i64)cursor % 4 == 0"),
            ("&malloc() == p", "&malloc() == main::p"),
            ("write(table, 3, x)[ul] == 3", "write(table, 3, main::x)[main::ul] == 3"),
            ("fill([u64]i32, 0)[ul] == 0", "fill([u64]i32, 0)[main::ul] == 0"),
        ],
    );
}

/// `node.next` is a region also where a local is called `node`: that has no members.
#[test]
fn a_local_does_not_hide_regions_that_start_with_its_name() {
    let mut cfg = graph();
    let local = cfg.variables.iter_mut().find(|variable| variable.name == "main::x");
    local.expect("the local is there").c_name = Some("node".to_owned());
    let names = Names::new(&cfg);
    let text = "node.next[main::p] != 0";
    let expr = parse(&names, text, None).expect("a condition");
    assert_eq!(parse(&names, text, scope(&names, "main")), Ok(expr));
}

/// `SCOPE: CONDITION`, one a line, refused with the message of the snapshot.
#[test]
fn refusals_say_why() {
    let cfg = graph();
    let names = Names::new(&cfg);
    let cases = fs::read_to_string(folder().join("refused.txt")).expect("the cases are there");
    let page = include_str!("../spec/predicates.md");
    let mut out = String::new();
    for line in cases.lines() {
        let (function, text) = line.split_once(": ").expect("a scope and a condition");
        match parse(&names, text, scope(&names, function)) {
            Ok(expr) => panic!("{line} is accepted as {}", print(&cfg, &expr)),
            Err(found) => {
                writeln!(out, "{}", render("condition", text, &found)).expect("a string");
                assert!(page.contains(&format!("| `{}` |", found.rule)), "no row: {}", found.rule);
            }
        }
    }
    snapshot("refused", &out);
}

fn snapshot(name: &str, content: &str) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(folder());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, content));
}

#[test]
fn places_have_several_names() {
    let cfg = graph();
    let names = Names::new(&cfg);
    let at = |text: &str| -> Vec<u32> {
        let found = locations(&names, text).unwrap_or_else(|found| panic!("{text}: {found}"));
        found.into_iter().map(|location| location.0).collect()
    };
    assert_eq!(at("n12"), [12]);
    assert_eq!(at("LOOP"), [35]);
    assert_eq!(at("L"), [21, 31]);
    assert_eq!(at("twice:L"), [21, 31]);
    assert_eq!(at("program.c:22"), at("condition/program.c:22"));
    assert_eq!(at("program.c:13"), [2]);
    let copies = activations(&names, "twice").expect("it is there");
    assert_eq!(copies, [ScopeId(2), ScopeId(3)]);
    let mut out = String::new();
    for text in ["n99", "LOPP", "main:L", "program.c:2222", "rogram.c:12", "x:y"] {
        let found = locations(&names, text).expect_err("no such place");
        out.push_str(&render(text, "", &found));
    }
    for text in ["mian", "nothing"] {
        let found = activations(&names, text).expect_err("no such function");
        out.push_str(&render(text, "", &found));
    }
    snapshot("no_place", &out);
}

#[test]
fn nesting_is_limited_and_never_overflows() {
    let cfg = graph();
    let names = Names::new(&cfg);
    let repeated = |before: &str, inside: &str, after: &str, count: usize| {
        format!("{}{inside}{}", before.repeat(count), after.repeat(count))
    };
    for (before, after) in [
        ("(", ")"),
        ("-", ""),
        ("- ", ""),
        ("!", ""),
        ("(u8)", ""),
        ("table[", "]"),
        ("g ? g : ", ""),
        ("g + ", ""),
        ("", " + g"),
        ("abs(", ")"),
        ("*", ""),
        ("g ? ", " : g"),
    ] {
        for count in [1, 3, 50, 99, 150, 300, 400, 20_000] {
            let text = repeated(before, "g", after, count);
            match parse(&names, &text, None) {
                Ok(expr) => {
                    assert!(expr.depth() <= Expr::MAX_DEPTH);
                    assert_eq!(parse(&names, &print(&cfg, &expr), None), Ok(expr));
                }
                Err(found) if before == "*" && count < 400 => assert_eq!(found.rule, "preds-type"),
                Err(found) if before == "-" => assert_eq!(found.rule, "preds-side-effect"),
                Err(found) => assert_eq!(found.rule, "preds-nesting", "{found}"),
            }
        }
    }
    let long = vec!["g > 0"; 10_000].join(" && ");
    assert!(parse(&names, &long, None).is_ok());
}

/// Pieces of conditions, some of them wrong.
fn soup() -> impl Strategy<Value = String> {
    const PIECES: [&str; 62] = [
        "x",
        "c",
        "s",
        "u",
        "l",
        "g",
        "t",
        ".state",
        "a",
        "[0]",
        "[",
        "]",
        "(",
        ")",
        "p",
        "->next",
        "cursor",
        "*",
        "&",
        "shared",
        "table",
        "main::y#2",
        "::",
        "#",
        "twice()",
        "y",
        "0",
        "1",
        "255",
        "3000000000",
        "0x80u",
        "1.5",
        "'a'",
        "'",
        "\"",
        "true",
        "+",
        "-",
        "--",
        "!",
        "~",
        "<",
        "<=",
        "==",
        "&&",
        "||",
        "?",
        ":",
        "<<",
        "%",
        "/",
        "=",
        ",",
        "(u8)",
        "(long)",
        "(int *)",
        "(void)",
        "abs(",
        "write(",
        "fill([u64]i32,",
        "sizeof",
        "é",
    ];
    prop::collection::vec(prop::sample::select(&PIECES[..]), 0..14)
        .prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn any_text_is_read_or_refused_with_a_place(text in prop_oneof![soup(), ".{0,30}"]) {
        static GRAPH: LazyLock<Cfg> = LazyLock::new(graph);
        let names = Names::new(&GRAPH);
        for scope in [None, Some(ScopeId(0)), Some(ScopeId(2))] {
            match parse(&names, &text, scope) {
                Ok(expr) => {
                    prop_assert_eq!(GRAPH.type_of_expr(&expr), Some(Type::Bool));
                    let printed = print(&GRAPH, &expr);
                    let again = parse(&names, &printed, None).map(|expr| print(&GRAPH, &expr));
                    prop_assert_eq!(again, Ok(printed));
                }
                Err(Diagnostic { place: Place::Text(span), .. }) => {
                    prop_assert!(text.get(span.start..span.end).is_some(), "{span:?}");
                }
                Err(found) => prop_assert!(false, "no place: {found:?}"),
            }
        }
    }
}
