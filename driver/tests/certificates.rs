//! Certificates and structures that prove nothing are not believed.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

/// A folder with the graph of a program.
fn graph(program: &str, options: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("it.c"), program).expect("written");
    let arguments: Vec<&str> =
        ["c2cfg", "it.c", "-o", "it.cfg.json"].into_iter().chain(options.iter().copied()).collect();
    assert_eq!(belnap(&folder, &arguments), (0, String::new()));
    folder
}

fn belnap(folder: &TempDir, arguments: &[&str]) -> (i32, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_belnap"))
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&run.stderr) + String::from_utf8_lossy(&run.stdout);
    (run.status.code().unwrap_or(-1), text.into_owned())
}

/// What the checker of certificates says of invariants that are true at some locations.
fn certified(folder: &TempDir, formula: &str, locations: usize) -> (i32, String) {
    let all: Vec<String> = (0..locations).map(|at| format!("\"n{at}\": 1")).collect();
    let text = format!(
        "{{\"format\": \"belnap.cert\", \"version\": 1, \"producer\": \"test\", \"inputs\": [], \
         \"property\": \"p\", \"formula\": \"{formula}\", \"predicates\": [], \"nodes\": [], \
         \"invariants\": {{{}}}}}",
        all.join(", ")
    );
    fs::write(folder.path().join("it.cert.json"), text).expect("written");
    belnap(folder, &["certify", "it.cfg.json", "it.cert.json"])
}

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

#[test]
fn what_functions_do_is_not_forgotten() {
    let program = "void f(int n) { if (n == 5) reach_error(); if (n > 0) f(n - 1); }\n\
                   int main(void) { f(__VERIFIER_nondet_int()); return 0; }\n";
    let folder = graph(&format!("{HEAD}{program}"), &["--inline", "none"]);
    let (code, text) = certified(&folder, "AG !failed", 4);
    assert_eq!((code, text.contains("calls of functions are not certified")), (5, true), "{text}");
}

#[test]
fn a_memory_that_is_too_small_proves_nothing() {
    let program = "char a[1500000000], b[1500000000], c[1500000000];\n\
                   int main(void) { char *p = a; if (p != b && p != c) reach_error(); return 0; }\n";
    let folder = graph(&format!("{HEAD}{program}"), &["-m32"]);
    let (code, text) = certified(&folder, "AG !failed", 2);
    assert_eq!((code, text.contains("do not fit into memory")), (2, true), "{text}");
}

/// What the checker of certificates says of one with these invariants, nothing about other
/// locations, and these predicates.
fn silent(folder: &TempDir, formula: &str, invariants: &str, between: &str) -> (i32, String) {
    let text = format!(
        "{{\"format\": \"belnap.cert\", \"version\": 2, \"property\": \"p\", \"formula\": \"{formula}\", \
         \"predicates\": [\"main::x == 3\"], \"nodes\": [[0, 1, -1]], \
         \"invariants\": {{{invariants}}}, \"between\": [{between}]}}"
    );
    fs::write(folder.path().join("it.cert.json"), text).expect("written");
    belnap(folder, &["certify", "it.cfg.json", "it.cert.json"])
}

#[test]
fn silence_proves_nothing() {
    // n0: x := 3; n1: x := x + 1; n2: x := x - 1; n3: if x != 3 n5, else n4; n7 halted, n8 failed
    let program = "int main(void) { int x = 3; x = x + 1; x = x - 1;\n\
                   if (x != 3) reach_error(); return 0; }\n";
    let folder = graph(&format!("{HEAD}{program}"), &[]);
    let show = belnap(&folder, &["show", "it.cfg.json"]).1;
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

#[test]
fn a_label_that_is_nowhere_is_refused() {
    let folder = graph("int main(void) { return 0; L: return 1; }\n", &[]);
    let (code, text) = certified(&folder, "AG !at(NOSUCH)", 2);
    assert_eq!((code, text.contains("no location for at(NOSUCH)")), (2, true), "{text}");
    // No path leads to this one, but the program has it.
    let (code, text) = certified(&folder, "AG !at(L)", 2);
    assert_eq!((code, text.contains("AG !at(L): proved")), (0, true), "{text}");
}

#[test]
fn strictly_a_verdict_needs_evidence() {
    let program = "int g; void f(void) { g = 1; }\nint main(void) { f(); return g; }\n";
    let folder = graph(program, &[]);
    let arguments = ["verify", "it.c", "--property", "AG {g <= 1}", "--inline", "none"];
    let (code, text) = belnap(&folder, &arguments);
    assert_eq!((code, text.contains("not certified")), (0, true), "{text}");
    let (code, text) = belnap(&folder, &[&arguments[..], &["--strict"]].concat());
    assert_eq!((code, text.contains("unknown: TRUE, not certified")), (5, true), "{text}");
    // Nobody asked for any.
    let none = [&arguments[..], &["--strict", "--no-certify", "--no-replay"]].concat();
    assert_eq!(belnap(&folder, &none).0, 0);
    // The last word counts.
    let (code, text) = belnap(&folder, &[&none[..], &["--certify"]].concat());
    assert_eq!((code, text.contains("unknown: TRUE, not certified")), (5, true), "{text}");
    // What is found by running the program has no other evidence than that.
    let program = "int main(void) { unsigned s = 0, i;\nfor (i = 0; i < 5000; i++) s = s * 3 + i;\n\
                   if (s == 12345) reach_error(); return 0; }\n";
    let folder = graph(&format!("{HEAD}{program}"), &[]);
    let (code, text) = belnap(&folder, &["verify", "it.c", "--strict", "--no-replay"]);
    assert_eq!((code, text.contains("unknown: TRUE, without evidence")), (5, true), "{text}");
}

#[test]
fn loops_that_were_removed_are_certified() {
    // What is behind such a loop is one step with what is before it.
    let program = "int a, g;\nint main(void) {\n  int i;\n  a = __VERIFIER_nondet_int();\n\
                   if (a < 0 || a > 7) return 0;\n  a = a * 2;\n\
                   for (i = 0; i < 7; i++) g = i;\n\
                   a = a + 1;\n  if (a > 15) reach_error();\n  return 0;\n}\n";
    let folder = graph(&format!("{HEAD}{program}"), &[]);
    let (code, text) = belnap(&folder, &["verify", "-q", "it.c", "--no-replay"]);
    assert_eq!((code, text.contains(", certified\n")), (0, true), "{text}");
}

#[test]
fn what_fails_from_some_states_only_is_certified() {
    let folder = graph("int g = 4; int main(void) { int x; x = 3; return x; }\n", &[]);
    for (formula, from) in [
        ("{x == 1}", "main::x != 1"),
        ("{x > 5} -> AG {x > 5}", "main::x > 5"),
        ("{x < 5} | AX {x == 4}", "main::x >= 5"),
    ] {
        let arguments = ["verify", "-q", "it.c", "--property", formula, "--strict", "--no-replay"];
        let (code, text) = belnap(&folder, &arguments);
        assert_eq!((code, text.contains(", certified after passes\n")), (10, true), "{text}");
        assert!(text.contains(&format!("starts with {from}")), "{text}");
    }
}

#[test]
fn places_behind_calls_do_not_contradict() {
    let program = "int g; void f(void) { g = g + 1; }\nvoid h(void) { f(); f(); }\n\
                   int main(void) { if (__VERIFIER_nondet_int()) h(); else f(); return g; }\n";
    let folder = graph(&format!("{HEAD}{program}"), &[]);
    let arguments = ["verify", "-q", "it.c", "--property", "AG {g <= 2}", "--inline", "none"];
    let (code, text) = belnap(&folder, &arguments);
    assert_eq!((code, text.contains("not certified: calls are not")), (0, true), "{text}");
}

/// A folder with the graph of a program, and what abstraction makes of it.
fn abstraction() -> TempDir {
    let program = "int main(void) { int x = __VERIFIER_nondet_int();\n\
                   while (x > 0) { x = x - 1; if (x < 0) reach_error(); }\nL: return x; }\n";
    let folder = graph(&format!("{HEAD}{program}"), &[]);
    let predicates = "belnap preds 1\nglobal { main::x > 0 }\nglobal { main::x < 0 }\n";
    fs::write(folder.path().join("it.preds"), predicates).expect("written");
    for arguments in [
        &["cfg2bp", "it.cfg.json", "it.preds", "-o", "it.bp"][..],
        &["bp2kripke", "it.bp", "-o", "it.kripke.json"],
    ] {
        assert_eq!(belnap(&folder, arguments), (0, String::new()));
    }
    folder
}

const AGAINST: [&str; 4] = ["validate", "it.kripke.json", "--against", "it.cfg.json"];

#[test]
fn a_structure_approximates_its_graph() {
    let (code, text) = belnap(&abstraction(), &AGAINST);
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
        ("\"procedure\": \"main\"", "\"procedure\": \"f\"", "no function `f` that starts"),
        ("\"enters\": \"main\"", "\"enters\": \"f\"", "another function is entered"),
        ("\"statement\": \"skip\"", "\"action\": \"a\", \"statement\": \"skip\"", "what `a` is"),
    ];
    for (from, to, complaint) in changes {
        let folder = abstraction();
        let path = folder.path().join("it.kripke.json");
        let text = fs::read_to_string(&path).expect("there");
        assert!(text.contains(from), "{from}: {text}");
        fs::write(&path, text.replacen(from, to, 1)).expect("written");
        let (code, found) = belnap(&folder, &AGAINST);
        assert_eq!((code, found.contains(complaint)), (2, true), "{from}: {found}");
    }
}

#[test]
fn a_start_that_control_returns_to_is_where_properties_are_judged() {
    let folder = tempfile::tempdir().expect("a folder");
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
    fs::write(folder.path().join("it.cfg.json"), graph).expect("written");
    for (prefix, code) in [(1, 0), (0, 2)] {
        let text = structure.replace("\"prefix\": 1", &format!("\"prefix\": {prefix}"));
        fs::write(folder.path().join("it.kripke.json"), text).expect("written");
        let (found, text) = belnap(&folder, &AGAINST);
        assert_eq!(found, code, "{text}");
    }
}

#[test]
fn what_stands_for_nothing_does_not_stop_a_program() {
    let folder = abstraction();
    let text = fs::read_to_string(folder.path().join("it.bp")).expect("there");
    let program = text.replacen("decl ", "decl b, ", 1);
    let skip = "reach_error()";
    assert!(program.contains(skip), "{program}");
    for (value, code) in [("choose(true, false)", 0), ("choose(true, true)", 2)] {
        let lines = program.lines().map(|line| match line.contains(skip) {
            true => line.replacen("skip;", &format!("b := {value};"), 1) + "\n",
            false => format!("{line}\n"),
        });
        fs::write(folder.path().join("it.bp"), lines.collect::<String>()).expect("written");
        let (found, text) = belnap(&folder, &["validate", "it.bp", "--against", "it.cfg.json"]);
        assert_eq!((found, text.contains("both true and false")), (code, code == 2), "{text}");
    }
}

#[test]
fn what_is_hidden_stays_true() {
    let program = "int g; void low(void) { g = 0; }\nvoid look(void) { if (g > 0) { L: ; } }\n\
                   int main(void) { low(); g = 1; look(); return 0; }\n";
    let folder = graph(program, &["--inline", "none"]);
    fs::write(folder.path().join("it.preds"), "belnap preds 1\nglobal { g > 0 }\n")
        .expect("written");
    let abstracted = ["cfg2bp", "it.cfg.json", "it.preds", "-o", "it.bp"];
    assert_eq!(belnap(&folder, &abstracted), (0, String::new()));
    let against = ["validate", "it.bp", "--against", "it.cfg.json"];
    assert_eq!(belnap(&folder, &against).0, 0);
    let mut text = fs::read_to_string(folder.path().join("it.bp")).expect("there");
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
    fs::write(folder.path().join("it.bp"), text).expect("written");
    assert_eq!(belnap(&folder, &["check", "it.bp", "-p", "AG !at(L)"]).0, 0);
    let (code, text) = belnap(&folder, &against);
    assert_eq!(
        (code, text.contains("can change `{g > 0}`, and this does not")),
        (2, true),
        "{text}"
    );
}

#[test]
fn a_label_that_the_graph_has_not_is_none_of_a_program() {
    let folder = abstraction();
    let path = folder.path().join("it.bp");
    let text = fs::read_to_string(&path).expect("there");
    fs::write(&path, text.replacen("n6: L:", "n6: L: M:", 1)).expect("written");
    let (code, text) = belnap(&folder, &["validate", "it.bp", "--against", "it.cfg.json"]);
    assert_eq!((code, text.contains("the program has no label `M`")), (2, true), "{text}");
}
