//! The command line of `belnap verify` and of the stages around it: what is refused, what a report
//! says in JSON, what is reported when something cannot be written.

use std::fs;
use std::path::Path;

use belnap_test_support::process;
use serde_json::Value;

use crate::support::{BELNAP, Folder, RunsBelnap};

/// Proved in some rounds; has a label, and a variable that does not count.
const COUNTS: &str = include_str!("inputs/counts.c");

const ELSEWHERE: &str = include_str!("inputs/elsewhere.c");

/// Nothing decides this.
const HARD: &str = include_str!("inputs/hard.c");

/// A folder with a program.
fn with(program: &str) -> Folder {
    Folder::with(&[("prog.c", program)])
}

/// What a command says that ends with this exit code: both outputs.
fn says(folder: &Folder, code: i32, arguments: &[&str]) -> (String, String) {
    let run = folder.belnap(arguments);
    assert_eq!(run.code, code, "{arguments:?}: {}", run.text());
    (run.stdout, run.stderr)
}

fn refused(folder: &Folder, code: i32, arguments: &[&str], message: &str) {
    let (_, stderr) = says(folder, code, arguments);
    assert!(stderr.contains(message), "{arguments:?}: {stderr}");
}

#[test]
fn no_command_writes_over_its_input() {
    let folder = with(COUNTS);
    says(&folder, 0, &["verify", "prog.c", "-q", "--save", "run"]);
    let own = |name: &str| format!("run/assertions/{name}");
    let (preds, bp) = (own("0.preds"), own("0.bp"));
    let (kripke, result) = (own("0.kripke.json"), own("0.result.json"));
    #[cfg(unix)]
    std::os::unix::fs::symlink("prog.c", folder.path("link")).expect("link");
    let graph = "run/prog.cfg.json";
    let commands: &[&[&str]] = &[
        &["verify", "prog.c", "--witness-yaml", "prog.c"],
        &["verify", "prog.c", "--witness-graphml", "./prog.c"],
        &["verify", "prog.c", "--predicates", &preds, "--witness-yaml", &preds],
        &["c2cfg", "prog.c", "-o", "prog.c"],
        #[cfg(unix)]
        &["c2cfg", "prog.c", "-o", "link"],
        &["cfg2bp", graph, &preds, "-o", graph],
        &["cfg2bp", graph, &preds, "--write-preds", &preds],
        &["bp2kripke", &bp, "-o", &bp],
        &["refine", graph, &preds, &result, "-o", &preds],
        &["refine", graph, &preds, &result, "--execution", &result],
        &["check", &bp, "--save-kripke", &bp],
        &["show", &kripke, "-o", &kripke],
        &["dot", &bp, "-o", &bp],
        &["fmt", &bp, "-o", &bp],
    ];
    let before = [graph, &preds, &bp, &kripke, &result].map(|name| folder.read(name));
    for arguments in commands {
        refused(&folder, 1, arguments, ", which is an input");
    }
    assert_eq!(before, [graph, &preds, &bp, &kripke, &result].map(|name| folder.read(name)));
    assert_eq!(folder.read("prog.c"), COUNTS);
    let both = ["verify", "prog.c", "--witness-yaml", "w", "--witness-graphml", "./w"];
    refused(&folder, 1, &both, "name the same file");
    refused(&folder, 1, &["verify", "prog.c", "--witness-yaml", "-"], "needs a file");
}

#[test]
fn a_property_is_refused_where_it_is_written() {
    let folder = with(COUNTS);
    let refuse = |formula: &str, message: &str| {
        refused(&folder, 2, &["verify", "prog.c", "-p", formula], message);
    };
    let shown = "--property:1:17: error: there is no variable `nosuch`";
    refuse("AG   (at(L)  -> {nosuch>1})", shown);
    refuse("AG {x +}", "--property:1:4: error: the condition ends");
    refuse("AG  !at(M)", "--property:1:6: error: nothing here is called 'at(M)'");
    refuse("AG !at(M)", "note: known: L\n");
    refuse("[]<> x", "note: conditions over variables are in braces: {x != 0}");
    refuse("[]<> x", "note: [] and <> are about the next step only; `always` is AG");
    folder.write("p.ctl", "// belnap ctl 1\nproperty odd: AG {z == 0};\n");
    refused(&folder, 2, &["verify", "prog.c", "--property-file", "p.ctl"], "p.ctl:2:18: error: ");
}

#[test]
fn c_is_no_artefact() {
    let folder = with(COUNTS);
    folder.write("void.c", "void f(void) { }\nint main(void) { return 0; }\n");
    folder.write("include.c", "#include <assert.h>\n");
    for command in ["validate", "check", "dot", "fmt"] {
        for file in ["prog.c", "void.c", "include.c"] {
            refused(&folder, 2, &[command, file], "this looks like C");
        }
    }
    says(&folder, 10, &["verify", "prog.c", "-q", "-p", "AG !at(L)", "--save", "run"]);
    refused(&folder, 2, &["validate", "run/p1/0.replay.json"], "this is a replay");
    folder.write("w.graphml", "<?xml version=\"1.0\"?>\n<graphml/>\n");
    refused(&folder, 2, &["verify", "prog.c", "--witness", "w.graphml"], "this is GraphML");
}

#[test]
fn a_certificate_of_another_graph_is_noticed() {
    // A variable that does not count is in the program's graph only.
    let folder = with(&COUNTS.replace("int x", "int z = 0, x").replace("L:", "L: z++;"));
    says(&folder, 0, &["verify", "prog.c", "-q", "--save", "run"]);
    let mut names = folder.names("run/assertions").into_iter();
    let of_graph = |name: &String| name.ends_with(".cert.json") && !name.contains(".program.");
    let name = names.find(of_graph).expect("a certificate");
    let certificate = format!("run/assertions/{name}");
    says(&folder, 0, &["certify", "run/assertions/graph.cfg.json", &certificate]);
    let run = folder.belnap(&["certify", "run/prog.cfg.json", &certificate]);
    let said = run.stderr;
    assert!(matches!(run.code, 2 | 10), "{said}");
    let note = "note: the certificate may be about another graph: run/assertions/graph.cfg.json";
    assert!(said.contains(note), "{said}");
}

#[test]
fn what_is_to_be_tried_follows_from_the_reason() {
    let folder = with(COUNTS);
    let tried = |folder: &Folder, options: &[&str]| {
        let (stdout, _) = says(folder, 5, &[&["verify", "prog.c"], options].concat());
        stdout.lines().find_map(|line| line.strip_prefix("  to try: ")).map(str::to_owned)
    };
    let own = "predicates of your own (--predicates)";
    let iterations = format!("more iterations (--max-iterations), or {own}");
    assert_eq!(tried(&folder, &["--max-iterations", "1"]), Some(iterations));
    let predicates = format!("more predicates (--max-predicates), or {own}");
    assert_eq!(tried(&folder, &["--max-predicates", "0"]), Some(predicates));
    let outside = tried(&with(ELSEWHERE), &[]).expect("something to try");
    let model = "the file that defines `elsewhere`, or a model of it (--model FILE.c, with a body), \
                 or --extern nondet";
    assert!(outside.starts_with(model), "{outside}");
}

#[test]
fn the_last_line_is_that_of_check() {
    let waits = "extern int __VERIFIER_nondet_int(void);\nint x;\nint main(void) {\n  x = 1;\n\
                 while (x) x = __VERIFIER_nondet_int();\n  END: return 0;\n}\n";
    let folder = with(waits);
    let last = |arguments: &[&str]| {
        let run = folder.belnap(arguments);
        (run.code, run.stdout.lines().last().map(str::to_owned))
    };
    for (formula, expected) in [
        ("AF at(END)", "FALSE"),
        ("EF at(END)", "TRUE"),
        ("AG !at(END)", "FALSE(unreach-call)"),
        ("AG !{x == 3}", "FALSE"),
    ] {
        let verified = last(&["verify", "prog.c", "-q", "--save", "run", "--property", formula]);
        let programs = folder.names("run/p1").into_iter().filter(|name| name.ends_with(".bp"));
        let program = format!("run/p1/{}", programs.max().expect("a program"));
        let checked = last(&["check", &program, "--property", formula]);
        assert_eq!(verified.1.as_deref(), Some(expected), "{formula}");
        // What decides is not always the abstraction.
        assert!(checked == verified || checked.0 == 5, "{formula}: {checked:?} {verified:?}");
        fs::remove_dir_all(folder.path("run")).expect("removed");
    }
}

#[test]
fn every_property_has_the_same_fields() {
    let folder = with(HARD);
    let all =
        ["verify", "prog.c", "--json", "--timeout", "1", "-p", "AG !failed", "-p", "EF halted"];
    let (stdout, _) = says(&folder, 5, &all);
    let report: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_same_form(&report);
    assert_eq!(report["properties"].as_array().map(Vec::len), Some(2));

    let (stdout, _) = says(&with(COUNTS), 0, &["verify", "prog.c", "--json"]);
    assert_same_form(&serde_json::from_str(&stdout).expect("JSON"));
}

/// The fields that are always there.
fn assert_same_form(report: &Value) {
    assert_eq!((&report["format"], &report["version"]), (&"belnap.report".into(), &2.into()));
    assert!(report["milliseconds"]["compile"].is_u64() && report["verdict"].is_string());
    for one in report["properties"].as_array().expect("a list") {
        assert!(one["property"].is_string() && one["formula"].is_string(), "{one}");
        assert!(one["verdict"].is_string() && one["iterations"].is_u64(), "{one}");
        assert!(one["predicates"].is_array(), "{one}");
        for stage in ["abstract", "check", "refine", "evidence"] {
            assert!(one["milliseconds"][stage].is_u64(), "{one}");
        }
        assert_eq!(one["reason"].is_string(), one["verdict"] == "UNKNOWN", "{one}");
    }
}

#[test]
fn the_examples_of_the_page_have_the_form() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../formats/spec/report.md");
    let page = fs::read_to_string(page).expect("the page");
    let examples: Vec<&str> = page.split("```json\n").skip(1).collect();
    assert!(!examples.is_empty());
    for example in examples {
        let (text, _) = example.split_once("```").expect("an end");
        assert_same_form(&serde_json::from_str(text).expect("JSON"));
    }
}

#[test]
fn a_run_without_a_verdict_says_that_it_has_no_witness() {
    let folder = with(HARD);
    let run = |options: &[&str], code: i32| {
        let all = [&["verify", "prog.c", "--witness-yaml", "w.yml"], options].concat();
        says(&folder, code, &all).1
    };
    for options in [&["--timeout", "0.6", "--json"][..], &["--timeout", "0.6"]] {
        let said = run(options, 5);
        assert_eq!(said.matches("belnap: no witness was written: ").count(), 1, "{said}");
        assert!(!said.contains("earlier run"), "{said}");
    }
    folder.write("w.yml", "of yesterday");
    let said = run(&["--timeout", "0.6", "--json"], 5);
    assert!(said.ends_with("; w.yml is from an earlier run\n"), "{said}");
    folder.write("prog.c", "int main(void) { return 0 }\n");
    let said = run(&[], 2);
    assert!(said.contains("no witness was written: an error ended the run; w.yml is"), "{said}");
    assert_eq!(folder.read("w.yml"), "of yesterday");
}

#[test]
fn properties_are_refused_before_any_is_verified() {
    let folder = with(COUNTS);
    for wrong in ["AG !at(NOWHERE)", "AG {nobody == 1}"] {
        let all = ["verify", "prog.c", "-q", "-p", "AG {main::x <= 10}", "-p", wrong];
        let (stdout, stderr) = says(&folder, 2, &all);
        assert_eq!((stdout.as_str(), stderr.contains("error")), ("", true), "{stdout}{stderr}");
    }
}

#[test]
fn what_is_decided_is_reported_although_it_cannot_be_written() {
    let folder = with(COUNTS);
    let witness = ["verify", "prog.c", "-q", "--witness-yaml", "missing/w.yml"];
    let (stdout, stderr) = says(&folder, 2, &witness);
    assert!(stdout.ends_with("\nTRUE\n"), "{stdout}");
    assert!(stderr.contains("missing/w.yml: error: cannot write"), "{stderr}");
    // Room for the graph, and not for the structure.
    let script = "trap '' XFSZ; ulimit -f 12; exec \"$0\" verify prog.c -q --save run";
    let limited = folder.run("bash", &["-c", script, BELNAP]);
    let (stdout, stderr) = (&limited.stdout, &limited.stderr);
    assert_eq!(limited.code, 2, "{stdout}{stderr}");
    assert!(stderr.contains("cannot write"), "{stderr}");
    assert!(stdout.contains("assertions: AG !failed"), "{stdout}{stderr}");
}

#[test]
fn invariants_are_short_for_people_and_c_for_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let verify = |more: &[&str]| {
        let asked = ["verify", "examples/turnstile.c", "--property", "AG {coins >= 0}"];
        let mut command = process::command(BELNAP, &[&asked, more].concat());
        process::run(command.current_dir(&root)).stdout
    };
    let text = verify(&[]);
    let short = "coins == 0 && locked != 0 || 1 <= coins <= 2 && locked == 0\n";
    assert!(text.contains(short), "{text}");
    let text = verify(&["--json"]);
    let c = "coins == 0 && locked != 0 || coins >= 1 && coins <= 2 && locked == 0\"";
    assert!(text.contains(c), "{text}");
}
