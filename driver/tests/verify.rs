//! The command line of `belnap verify` and of the stages around it: what is refused, what a report
//! says in JSON, what is reported when something cannot be written.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// Proved in some rounds; has a label, and a variable that does not count.
const COUNTS: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) { L: if (x < 10) { x = x + 1; y = y + 2; } }
  if (y != 2 * x) reach_error();
  return 0;
}
";

const ELSEWHERE: &str = "\
extern int elsewhere(void);
extern void reach_error(void);
int main(void) { if (elsewhere() == 1) reach_error(); return 0; }
";

/// Nothing decides this.
const HARD: &str = "\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_int(), s = 0, i;
  for (i = 0; i < n; i++) {
    s += i * i * i;
    if (s * s == 3u * n + 17u && i > 100000) reach_error();
  }
  return 0;
}
";

/// A folder with a program.
struct Place(TempDir);

impl Place {
    fn new(text: &str) -> Self {
        let place = Place(tempfile::tempdir().expect("a folder"));
        place.write("prog.c", text);
        place
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).expect("written");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).expect("read")
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_belnap"));
        command.args(arguments).current_dir(self.0.path()).output().expect("started")
    }

    /// What a command says that ends with this exit code.
    fn says(&self, code: i32, arguments: &[&str]) -> (String, String) {
        let output = self.run(arguments);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stdout}{stderr}");
        (stdout, stderr)
    }

    fn refused(&self, code: i32, arguments: &[&str], message: &str) {
        let (_, stderr) = self.says(code, arguments);
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
}

#[test]
fn no_command_writes_over_its_input() {
    let place = Place::new(COUNTS);
    place.says(0, &["verify", "prog.c", "-q", "--save", "run"]);
    let own = |name: &str| format!("run/assertions/{name}");
    let (preds, bp) = (own("0.preds"), own("0.bp"));
    let (kripke, result) = (own("0.kripke.json"), own("0.result.json"));
    #[cfg(unix)]
    std::os::unix::fs::symlink("prog.c", place.0.path().join("link")).expect("link");
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
    let before = [graph, &preds, &bp, &kripke, &result].map(|name| place.read(name));
    for arguments in commands {
        place.refused(1, arguments, ", which is an input");
    }
    assert_eq!(before, [graph, &preds, &bp, &kripke, &result].map(|name| place.read(name)));
    assert_eq!(place.read("prog.c"), COUNTS);
    let both = ["verify", "prog.c", "--witness-yaml", "w", "--witness-graphml", "./w"];
    place.refused(1, &both, "name the same file");
    place.refused(1, &["verify", "prog.c", "--witness-yaml", "-"], "needs a file");
}

#[test]
fn a_property_is_refused_where_it_is_written() {
    let place = Place::new(COUNTS);
    let refused = |formula: &str, message: &str| {
        place.refused(2, &["verify", "prog.c", "-p", formula], message);
    };
    let shown = "--property:1:17: error: there is no variable `nosuch`";
    refused("AG   (at(L)  -> {nosuch>1})", shown);
    refused("AG {x +}", "--property:1:4: error: the condition ends");
    refused("AG  !at(M)", "--property:1:6: error: nothing here is called 'at(M)'");
    refused("AG !at(M)", "note: known: L\n");
    place.write("p.ctl", "// belnap ctl 1\nproperty odd: AG {z == 0};\n");
    place.refused(2, &["verify", "prog.c", "--property-file", "p.ctl"], "p.ctl:2:18: error: ");
}

#[test]
fn a_label_is_in_the_function_that_has_it() {
    let place = Place::new(
        "int f(void) { int x = 1; L: return x; }\nint main(void) { return f(); M: return 2; }\n",
    );
    let verify = ["verify", "-q", "prog.c", "-p"];
    place.refused(2, &[&verify[..], &["AG !at(main:L)"]].concat(), "one of f, which is inlined");
    place.refused(2, &[&verify[..], &["AG !at(f:L)"]].concat(), "or use --inline none");
    let none = ["--inline", "none"];
    place.refused(2, &[&verify[..], &["AG !at(main:L)"], &none].concat(), "nothing here is");
    for (options, code) in [
        (&["AG !at(f:L)", "--inline", "none"][..], 10),
        // Nothing enters the main function if another one starts.
        (&["enter(f)", "--entry", "f"], 0),
        (&["AG !at(M)"], 0),
    ] {
        place.says(code, &[&verify[..], options].concat());
    }
}

#[test]
fn c_is_no_artefact() {
    let place = Place::new(COUNTS);
    place.write("void.c", "void f(void) { }\nint main(void) { return 0; }\n");
    place.write("include.c", "#include <assert.h>\n");
    for command in ["show", "validate", "check", "dot", "fmt"] {
        for file in ["prog.c", "void.c", "include.c"] {
            place.refused(2, &[command, file], "this looks like C");
        }
    }
    place.says(10, &["verify", "prog.c", "-q", "-p", "AG !at(L)", "--save", "run"]);
    place.refused(2, &["validate", "run/p1/0.replay.json"], "this is a replay");
    place.write("w.graphml", "<?xml version=\"1.0\"?>\n<graphml/>\n");
    place.refused(2, &["verify", "prog.c", "--witness", "w.graphml"], "this is GraphML");
}

#[test]
fn a_certificate_of_another_graph_is_noticed() {
    // A variable that does not count is in the program's graph only.
    let place = Place::new(&COUNTS.replace("int x", "int z = 0, x").replace("L:", "L: z++;"));
    place.says(0, &["verify", "prog.c", "-q", "--save", "run"]);
    let kept = fs::read_dir(place.0.path().join("run/assertions")).expect("a folder");
    let mut names = kept.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let of_graph = |name: &String| name.ends_with(".cert.json") && !name.contains(".program.");
    let name = names.find(of_graph).expect("a certificate");
    let certificate = format!("run/assertions/{name}");
    place.says(0, &["certify", "run/assertions/graph.cfg.json", &certificate]);
    let output = place.run(&["certify", "run/prog.cfg.json", &certificate]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(2 | 10)), "{said}");
    let note = "note: the certificate may be about another graph: run/assertions/graph.cfg.json";
    assert!(said.contains(note), "{said}");
}

#[test]
fn what_is_to_be_tried_follows_from_the_reason() {
    let place = Place::new(COUNTS);
    let tried = |place: &Place, options: &[&str]| {
        let (stdout, _) = place.says(5, &[&["verify", "prog.c"], options].concat());
        stdout.lines().find_map(|line| line.strip_prefix("  to try: ")).map(str::to_owned)
    };
    let own = "predicates of your own (--predicates)";
    let iterations = format!("more iterations (--max-iterations), {own}");
    assert_eq!(tried(&place, &["--max-iterations", "1"]), Some(iterations));
    let predicates = format!("more predicates (--max-predicates), {own}");
    assert_eq!(tried(&place, &["--max-predicates", "0"]), Some(predicates));
    let outside = tried(&Place::new(ELSEWHERE), &[]).expect("something to try");
    assert!(outside.starts_with("a model of the function (--model), --extern nondet"), "{outside}");
}

#[test]
fn every_property_has_the_same_fields() {
    let place = Place::new(HARD);
    let all =
        ["verify", "prog.c", "--json", "--timeout", "1", "-p", "AG !failed", "-p", "EF halted"];
    let (stdout, _) = place.says(5, &all);
    let report: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_same_form(&report);
    assert_eq!(report["properties"].as_array().map(Vec::len), Some(2));

    let (stdout, _) = Place::new(COUNTS).says(0, &["verify", "prog.c", "--json"]);
    assert_same_form(&serde_json::from_str(&stdout).expect("JSON"));
}

/// The fields that are always there.
fn assert_same_form(report: &Value) {
    assert_eq!((&report["format"], &report["version"]), (&"belnap.report".into(), &1.into()));
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
    let place = Place::new(HARD);
    let run = |options: &[&str], code: i32| {
        let all = [&["verify", "prog.c", "--witness-yaml", "w.yml"], options].concat();
        place.says(code, &all).1
    };
    for options in [&["--timeout", "0.6", "--json"][..], &["--timeout", "0.6"]] {
        let said = run(options, 5);
        assert_eq!(said.matches("belnap: no witness was written: ").count(), 1, "{said}");
        assert!(!said.contains("earlier run"), "{said}");
    }
    place.write("w.yml", "of yesterday");
    let said = run(&["--timeout", "0.6", "--json"], 5);
    assert!(said.ends_with("; w.yml is from an earlier run\n"), "{said}");
    place.write("prog.c", "int main(void) { return 0 }\n");
    let said = run(&[], 2);
    assert!(said.contains("no witness was written: an error ended the run; w.yml is"), "{said}");
    assert_eq!(place.read("w.yml"), "of yesterday");
}

#[test]
fn places_that_passes_find_out_of_reach_are_known() {
    let place = Place::new(
        "int g;\nvoid unused(void) { g = 3; }\nint main(void) {\n  int c = 0;\n  if (c)\n\
         g = 1;\n  if (c > 1)\n    unused();\n  g = 2;\n  return g;\n}\n",
    );
    for (property, code) in [
        ("AG !at(prog.c:6)", 0),
        ("EF enter(unused)", 10),
        ("AG (at(prog.c:10) -> {g == 2})", 0),
        ("AG !at(prog.c:60)", 2),
    ] {
        place.says(code, &["verify", "-q", "prog.c", "-p", property]);
    }
}

#[test]
fn labels_like_marks_are_labels_where_functions_are_called() {
    let place = Place::new(
        "int x;\nvoid f(void) { x = x + 1; }\nint main(void) {\n  f();\nM:\nhalted:\n\
         x = 5;\n  f();\n  return 0;\n}\n",
    );
    for (property, code) in
        [("AG (at(M) -> halted)", 10), ("EF halted", 0), ("AG (at(halted) -> {x >= 1})", 0)]
    {
        let all = ["verify", "-q", "prog.c", "--inline", "none", "-p", property];
        let (said, _) = place.says(code, &all);
        // The structure has calls, and is not compared with the graph.
        assert!(!said.contains(", certified"), "{property}: {said}");
    }
}

#[test]
fn properties_are_refused_before_any_is_verified() {
    let place = Place::new(COUNTS);
    for wrong in ["AG !at(NOWHERE)", "AG {nobody == 1}"] {
        let all = ["verify", "prog.c", "-q", "-p", "AG {main::x <= 10}", "-p", wrong];
        let (stdout, stderr) = place.says(2, &all);
        assert_eq!((stdout.as_str(), stderr.contains("error")), ("", true), "{stdout}{stderr}");
    }
}

#[test]
fn what_is_decided_is_reported_although_it_cannot_be_written() {
    let place = Place::new(COUNTS);
    let witness = ["verify", "prog.c", "-q", "--witness-yaml", "missing/w.yml"];
    let (stdout, stderr) = place.says(2, &witness);
    assert!(stdout.ends_with("\nTRUE\n"), "{stdout}");
    assert!(stderr.contains("missing/w.yml: error: cannot write"), "{stderr}");
    // Room for the graph, and not for the structure.
    let script = "trap '' XFSZ; ulimit -f 12; exec \"$0\" verify prog.c -q --save run";
    let mut limited = Command::new("bash");
    limited.args(["-c", script, env!("CARGO_BIN_EXE_belnap")]).current_dir(place.0.path());
    let output = limited.output().expect("started");
    let (stdout, stderr) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{stdout}{stderr}");
    assert!(stderr.contains("cannot write"), "{stderr}");
    assert!(stdout.contains("assertions: AG !failed"), "{stdout}{stderr}");
}

#[test]
fn invariants_are_short_for_people_and_c_for_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let verify = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_belnap"))
            .current_dir(&root)
            .args(["verify", "examples/turnstile.c", "--property", "AG {coins >= 0}"])
            .args(more)
            .output()
            .expect("it runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let text = verify(&[]);
    let short = "coins == 0 && locked != 0 || 1 <= coins <= 2 && locked == 0\n";
    assert!(text.contains(short), "{text}");
    let text = verify(&["--json"]);
    let c = "coins == 0 && locked != 0 || coins >= 1 && coins <= 2 && locked == 0\"";
    assert!(text.contains(c), "{text}");
}
