//! Certificates and structures that prove nothing are not believed.

use crate::support::{Folder, RunsBelnap};

/// A folder with the graph of a program.
fn graph(program: &str, options: &[&str]) -> Folder {
    let folder = Folder::with(&[("it.c", program)]);
    let arguments: Vec<&str> =
        ["c2cfg", "it.c", "-o", "it.cfg.json"].into_iter().chain(options.iter().copied()).collect();
    assert_eq!(folder.says(&arguments), (0, String::new()));
    folder
}

/// What the checker of certificates says of invariants that are true at some locations.
fn certified(folder: &Folder, formula: &str, locations: usize) -> (i32, String) {
    let all: Vec<String> = (0..locations).map(|at| format!("\"n{at}\": 1")).collect();
    let text = format!(
        "{{\"format\": \"belnap.cert\", \"version\": 1, \"producer\": \"test\", \"inputs\": [], \
         \"property\": \"p\", \"formula\": \"{formula}\", \"predicates\": [], \"nodes\": [], \
         \"invariants\": {{{}}}}}",
        all.join(", ")
    );
    folder.write("it.cert.json", text);
    folder.says(&["certify", "it.cfg.json", "it.cert.json"])
}

#[test]
fn what_functions_do_is_not_forgotten() {
    let program = include_str!("inputs/recursive-error.c");
    let folder = graph(program, &["--inline", "none"]);
    let (code, text) = certified(&folder, "AG !failed", 4);
    assert_eq!((code, text.contains("calls of functions are not certified")), (5, true), "{text}");
}

#[test]
fn a_memory_that_is_too_small_proves_nothing() {
    let program = include_str!("inputs/large-arrays.c");
    let folder = graph(program, &["-m32"]);
    let (code, text) = certified(&folder, "AG !failed", 2);
    assert_eq!((code, text.contains("do not fit into memory")), (2, true), "{text}");
}

/// What the checker of certificates says of one with these invariants, nothing about other
/// locations, and these predicates.
fn silent(folder: &Folder, formula: &str, invariants: &str, between: &str) -> (i32, String) {
    let text = format!(
        "{{\"format\": \"belnap.cert\", \"version\": 2, \"property\": \"p\", \"formula\": \"{formula}\", \
         \"predicates\": [\"main::x == 3\"], \"nodes\": [[0, 1, -1]], \
         \"invariants\": {{{invariants}}}, \"between\": [{between}]}}"
    );
    folder.write("it.cert.json", text);
    folder.says(&["certify", "it.cfg.json", "it.cert.json"])
}

#[test]
fn silence_proves_nothing() {
    // n0: x := 3; n1: x := x + 1; n2: x := x - 1; n3: if x != 3 n5, else n4; n7 halted, n8 failed
    let program = include_str!("inputs/up-and-down.c");
    let folder = graph(program, &[]);
    let show = folder.says(&["show", "it.cfg.json"]).1;
    let ends = "\"n4\": 1, \"n7\": 1";
    let certify = |formula: &str, invariants: &str, between: &str| {
        let (code, text) = silent(&folder, formula, invariants, between);
        (code, format!("{text}\n{show}"))
    };
    // The steps from n0 to n3 together make x == 3 true.
    let good = format!("\"n0\": 1, \"n3\": 2, {ends}");
    let (code, text) = certify("AG !failed", &good, "\"n1\", \"n2\"");
    assert_eq!((code, text.contains("proved")), (0, true), "{text}");
    // On the way it is 4.
    let (code, text) = certify("AG {main::x != 4}", &good, "\"n1\", \"n2\"");
    assert_eq!((code, text.contains("where the property is false")), (10, true), "{text}");
    for (invariants, between, wanted) in [
        // Nothing is said about what was before.
        ("\"n3\": 2", "\"n0\", \"n1\", \"n2\"", "the invariant of n0"),
        // Nothing is said about the end, which is a loop.
        (
            "\"n0\": 1, \"n3\": 2, \"n4\": 1",
            "\"n1\", \"n2\", \"n7\"",
            "n7 is on a loop about which",
        ),
        ("\"n0\": 1, \"n1\": 1", "\"n1\"", "has an invariant and is said to have none"),
        ("\"n0\": 1", "\"n99\"", "there is no location n99"),
    ] {
        let (code, text) = certify("AG !failed", invariants, between);
        assert!(code == 10 || code == 2, "{code}: {text}");
        assert!(text.contains(wanted), "{text}");
    }
}

/// What the checker of certificates says of loops that are repeated so often.
fn unrolled(folder: &Folder, formula: &str, rounds: &str) -> (i32, String) {
    let text = format!(
        "{{\"format\": \"belnap.cert\", \"version\": 3, \"property\": \"p\", \
         \"formula\": \"{formula}\", \"unrolling\": {{{rounds}}}}}"
    );
    folder.write("it.cert.json", text);
    folder.says(&["certify", "it.cfg.json", "it.cert.json", "--questions", "smt"])
}

#[test]
fn loops_take_no_more_rounds_than_a_certificate_says() {
    let folder = graph(include_str!("inputs/sorted.c"), &[]);
    let certify = |rounds: &str| unrolled(&folder, "AG !failed", rounds);
    let (code, text) = certify(r#""n2": 3, "n7": 3, "n11": 2, "n17": 2"#);
    assert_eq!((code, text.contains("proved (1 question)")), (0, true), "{text}");
    assert!(folder.read("smt/unrolling.smt2").contains("(check-sat)"));
    let shown = folder.says(&["show", "it.cert.json"]).1;
    assert!(shown.contains("an unrolling, 4 loops"), "{shown}");
    assert!(shown.contains("n11   at most 2 rounds"), "{shown}");
    for (rounds, code, wanted) in [
        (r#""n2": 3, "n7": 3, "n11": 1, "n17": 2"#, 10, "come back to n11 more than once"),
        (r#""n2": 3, "n7": 3, "n11": 2"#, 10, "come back to n17"),
        (r#""n2": 3, "n7": 2, "n11": 2, "n17": 2"#, 10, "come back to n7 more than 2 times"),
        (r#""n3": 3"#, 2, "n3 is not the head of a loop"),
        (r#""n99": 3"#, 2, "there is no location n99"),
    ] {
        let (found, text) = certify(rounds);
        assert_eq!((found, text.contains(wanted)), (code, true), "{rounds}: {text}");
    }
    let few = r#""n2": 3, "n7": 3, "n11": 2, "n17": 2"#;
    let (code, text) = unrolled(&folder, "!EF halted", few);
    assert_eq!((code, text.contains("the property can be false at n")), (10, true), "{text}");
    let (code, text) = unrolled(&folder, "EF halted", few);
    assert_eq!((code, text.contains("is not about every single state")), (2, true), "{text}");
}

#[test]
fn a_label_that_is_nowhere_is_refused() {
    let folder = graph(include_str!("inputs/unreached-label.c"), &[]);
    let (code, text) = certified(&folder, "AG !at(NOSUCH)", 2);
    assert_eq!((code, text.contains("no location for at(NOSUCH)")), (2, true), "{text}");
    // No path leads to this one, but the program has it.
    let (code, text) = certified(&folder, "AG !at(L)", 2);
    assert_eq!((code, text.contains("AG !at(L): proved")), (0, true), "{text}");
}

/// A folder with the graph of a program, and what abstraction makes of it.
fn abstraction() -> Folder {
    let program = include_str!("inputs/countdown.c");
    let folder = graph(program, &[]);
    let predicates = "belnap preds 1\nglobal { main::x > 0 }\nglobal { main::x < 0 }\n";
    folder.write("it.preds", predicates);
    for arguments in [
        &["cfg2bp", "it.cfg.json", "it.preds", "-o", "it.bp"][..],
        &["bp2kripke", "it.bp", "-o", "it.kripke.json"],
    ] {
        assert_eq!(folder.says(arguments), (0, String::new()));
    }
    folder
}

const AGAINST: [&str; 4] = ["validate", "it.kripke.json", "--against", "it.cfg.json"];

#[test]
fn a_structure_approximates_its_graph() {
    let (code, text) = abstraction().says(&AGAINST);
    assert_eq!((code, text.contains("approximates it.cfg.json")), (0, true), "{text}");
}

#[test]
fn structures_of_something_else_do_not() {
    let changes = [
        ("\"guard\": 2,", "", "may not exist where this says that it does"),
        ("\"guard\": -2,", "\"guard\": 2,", "may not exist where this says that it does"),
        ("\"kind\": \"failed\"", "\"kind\": \"halted\"", "how control goes on"),
        (", \"L\"", "", "has other labels"),
        ("\"predicate\": true", "\"predicate\": false", "is not a predicate"),
        ("\"line\": 4", "\"line\": 5", "belongs to another line"),
        (", \"source\": {\"file\": \"it.c\", \"line\": 4}}", "}", "belongs to another line"),
        ("\"procedure\": \"main\"", "\"procedure\": \"f\"", "no entry function `f`"),
        ("\"enters\": \"main\"", "\"enters\": \"f\"", "another function is entered"),
        (
            "\"statement\": \"skip\"",
            "\"action\": \"a\", \"statement\": \"skip\"",
            "has the action `a`",
        ),
    ];
    for (from, to, complaint) in changes {
        let folder = abstraction();
        let text = folder.read("it.kripke.json");
        assert!(text.contains(from), "{from}: {text}");
        folder.write("it.kripke.json", text.replacen(from, to, 1));
        let (code, found) = folder.says(&AGAINST);
        assert_eq!((code, found.contains(complaint)), (2, true), "{from}: {found}");
    }
}

#[test]
fn a_start_that_control_returns_to_is_where_properties_are_judged() {
    let folder = Folder::new();
    let graph = r#"{"format": "belnap.cfg", "version": 1,
        "machine": {"data_model": "LP64", "integers": "wrap"},
        "functions": [{"name": "main", "entry": 0, "exit": 2}],
        "variables": [{"name": "x", "type": "i32"}], "start": 1,
        "locations": [{"id": 0}, {"id": 1}, {"id": 2, "kind": "halted"}],
        "edges": [{"id": 0, "from": 0, "to": 1, "assign": [["x", ["i32", 1]]]},
                  {"id": 1, "from": 1, "to": 0, "assign": [["x", ["i32", 2]]]},
                  {"id": 2, "from": 2, "to": 2, "skip": true}]}"#;
    let structure = r#"{"format": "belnap.kripke", "version": 1, "kind": "symbolic",
        "variables": [{"name": "{x == 1}", "predicate": true}], "prefix": 1,
        "locations": [{"name": "main:n0", "labels": ["n0"]},
                      {"name": "main:n1", "labels": ["n1", "start"]}],
        "entry": "main:n0",
        "edges": [{"from": "main:n0", "to": "main:n1", "updates": [[0, 1]], "origin": {"edge": 0}},
                  {"from": "main:n1", "to": "main:n0", "updates": [[0, -1]], "origin": {"edge": 1}}]}"#;
    folder.write("it.cfg.json", graph);
    for (prefix, code) in [(1, 0), (0, 2)] {
        let text = structure.replace("\"prefix\": 1", &format!("\"prefix\": {prefix}"));
        folder.write("it.kripke.json", text);
        let (found, text) = folder.says(&AGAINST);
        assert_eq!(found, code, "{text}");
    }
}

#[test]
fn what_stands_for_nothing_does_not_stop_a_program() {
    let folder = abstraction();
    let text = folder.read("it.bp");
    let program = text.replacen("decl ", "decl b, ", 1);
    let skip = "reach_error()";
    assert!(program.contains(skip), "{program}");
    for (value, code) in [("choose(true, false)", 0), ("choose(true, true)", 2)] {
        let lines = program.lines().map(|line| match line.contains(skip) {
            true => line.replacen("skip;", &format!("b := {value};"), 1) + "\n",
            false => format!("{line}\n"),
        });
        folder.write("it.bp", lines.collect::<String>());
        let (found, text) = folder.says(&["validate", "it.bp", "--against", "it.cfg.json"]);
        assert_eq!((found, text.contains("both true and false")), (code, code == 2), "{text}");
    }
}

#[test]
fn what_is_hidden_stays_true() {
    let program = include_str!("inputs/hidden-global.c");
    let folder = graph(program, &["--inline", "none"]);
    folder.write("it.preds", "belnap preds 1\nglobal { g > 0 }\n");
    let abstracted = ["cfg2bp", "it.cfg.json", "it.preds", "-o", "it.bp"];
    assert_eq!(folder.says(&abstracted), (0, String::new()));
    let against = ["validate", "it.bp", "--against", "it.cfg.json"];
    assert_eq!(folder.says(&against).0, 0);
    let mut text = folder.read("it.bp");
    // All that main does is known of a variable of its own, and the one that look() sees is stale.
    for (from, to) in [
        ("void main() begin", "void main() begin decl {g > 0};"),
        ("void low() begin", "bool low() begin"),
        ("n7: return; ", "n7: return *; "),
        (" low();", " {g > 0} := low();"),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        text = text.replacen(from, to, 1);
    }
    folder.write("it.bp", text);
    assert_eq!(folder.says(&["check", "it.bp", "-p", "AG !at(L)"]).0, 0);
    let (code, text) = folder.says(&against);
    assert_eq!(
        (code, text.contains("can change `{g > 0}`, and this does not")),
        (2, true),
        "{text}"
    );
}

#[test]
fn a_label_that_the_graph_has_not_is_none_of_a_program() {
    let folder = abstraction();
    let text = folder.read("it.bp");
    folder.write("it.bp", text.replacen("n6: L:", "n6: L: M:", 1));
    let (code, text) = folder.says(&["validate", "it.bp", "--against", "it.cfg.json"]);
    assert_eq!((code, text.contains("the program has no label `M`")), (2, true), "{text}");
}
