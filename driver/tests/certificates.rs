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
fn a_label_that_is_nowhere_is_said() {
    let folder = graph("int main(void) { return 0; }\n", &[]);
    let (code, text) = certified(&folder, "AG !at(NOSUCH)", 2);
    assert_eq!((code, text.contains("no location for at(NOSUCH)")), (0, true), "{text}");
}

#[test]
fn strictly_a_verdict_needs_evidence() {
    let folder = graph("int main(void) { int x; x = 3; return x; }\n", &[]);
    let arguments = ["verify", "it.c", "--property", "{x == 1}"];
    let (code, text) = belnap(&folder, &arguments);
    assert_eq!((code, text.contains("not certified")), (10, true), "{text}");
    let (code, text) = belnap(&folder, &[&arguments[..], &["--strict"]].concat());
    assert_eq!((code, text.contains("unknown: FALSE, not certified")), (5, true), "{text}");
    // Nobody asked for any.
    let none = [&arguments[..], &["--strict", "--no-certify", "--no-replay"]].concat();
    assert_eq!(belnap(&folder, &none).0, 10);
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
        ("\"predicate\": true", "\"predicate\": false", "is no predicate"),
        ("\"line\": 4", "\"line\": 5", "belongs to another line"),
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
