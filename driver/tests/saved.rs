//! Saved runs: the files of `belnap verify --save` are those of the stages, its Makefile makes them
//! again, `--from` goes on, and `belnap.mk` gives rules for one's own Makefile.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use belnap_abstractor::commands::cfg2bp;
use belnap_bounded::commands::unroll;
use belnap_checker::commands::{bp2kripke, check};
use belnap_cli::args;
use belnap_frontend::commands::c2cfg;
use belnap_passes::commands::passes;
use belnap_refiner::commands::refine;
use belnap_test_support::process;

use crate::support::{BELNAP, Folder, Run, RunsBelnap};

const TRUE: &str = include_str!("inputs/lock.c");

const FALSE: &str = include_str!("inputs/input-42.c");

const TWO: &str = include_str!("inputs/two-labels.c");

const UNKNOWN: &str = include_str!("inputs/elsewhere.c");

/// With a variable that does not count.
const SLACK: &str = include_str!("inputs/slack.c");

/// Speaks of that variable.
const WITNESS: &str = "\
- entry_type: 'invariant_set'
  metadata:
    format_version: '2.0'
  content:
  - invariant:
      type: 'loop_invariant'
      location: {file_name: 'prog.i', line: 5, column: 3, function: 'main'}
      value: 'x == y && z >= 0'
      format: 'c_expression'
";

/// A folder with a C program.
struct Place {
    folder: Folder,
    program: String,
}

impl Place {
    fn new(text: &str) -> Self {
        let folder = Folder::with(&[("prog.i", text)]);
        let program = path(&folder.path("prog.i"));
        Place { folder, program }
    }

    fn path(&self, name: &str) -> String {
        path(&self.folder.path(name))
    }

    /// Runs `belnap`; its exit code and what it says.
    fn belnap(&self, arguments: &[&str]) -> (i32, String, String) {
        let Run { code, stdout, stderr } = self.folder.belnap(arguments);
        (code, stdout, stderr)
    }

    fn verify(&self, options: &[&str]) -> i32 {
        let mut arguments = vec!["verify", self.program.as_str()];
        arguments.extend(options);
        let (code, stdout, stderr) = self.belnap(&arguments);
        assert!([0, 5, 10].contains(&code), "{stdout}{stderr}");
        code
    }
}

fn path(path: &Path) -> String {
    path.to_str().expect("UTF-8").to_owned()
}

/// The files of a folder, by name.
fn files(folder: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("folder") {
        let entry = entry.expect("entry");
        let name = entry.file_name().into_string().expect("UTF-8");
        if entry.file_type().expect("type").is_dir() {
            let inside = files(&path(&entry.path()));
            found.extend(inside.into_iter().map(|(file, text)| (format!("{name}/{file}"), text)));
        } else {
            found.insert(name, fs::read_to_string(entry.path()).expect("read"));
        }
    }
    found
}

/// Replays do not belong to a stage: the Makefile does not make them.
fn assert_same(first: &BTreeMap<String, String>, second: &BTreeMap<String, String>) {
    let made = |files: &BTreeMap<String, String>| -> BTreeMap<String, String> {
        let all = files.iter().filter(|(name, _)| !name.contains(".replay."));
        all.map(|(name, text)| (name.clone(), text.clone())).collect()
    };
    let (first, second) = (&made(first), &made(second));
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    for (name, text) in first {
        assert!(*text == second[name], "{name} differs:\n{text}\n---\n{}", second[name]);
    }
}

/// The words of a command; a word may be in single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut inside = false;
    for c in line.chars() {
        match c {
            '\'' => inside = !inside,
            ' ' if !inside => words.push(String::new()),
            c => words.last_mut().expect("a word").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Runs a command of a recipe: stages by their libraries, since executables of other packages need
/// not have been built.
fn run_command(line: &str) {
    let (line, expected) = match line.split_once("; test $? -eq ") {
        Some((line, code)) => (line, code.parse().expect("an exit code")),
        None => (line, 0),
    };
    let words = words(line);
    macro_rules! stage {
        ($stage:ident) => {
            args::parse::<$stage::Command>(words.iter().map(Into::into))
                .and_then(|command| $stage::run(&command.expect("not --help").options))
        };
    }
    let outcome = match words[0].as_str() {
        "belnap-c2cfg" => stage!(c2cfg),
        "belnap-passes" => stage!(passes),
        "belnap-cfg2bp" => stage!(cfg2bp),
        "belnap-bp2kripke" => stage!(bp2kripke),
        "belnap-check" => stage!(check),
        "belnap-refine" => stage!(refine),
        "belnap-unroll" => stage!(unroll),
        name => {
            let program = if name == "belnap" { BELNAP } else { name };
            let status = Command::new(program).args(&words[1..]).status().expect("started");
            assert!(status.success(), "{line}");
            Ok(0)
        }
    };
    assert_eq!(outcome, Ok(expected), "{line}");
}

/// What a Makefile would do.
fn commands(makefile: &str, arguments: &[&str], folder: &Path) -> Vec<String> {
    let mut make = process::command("make", &["-n", "--no-print-directory", "-f", makefile]);
    let made = process::run(make.args(arguments).current_dir(folder));
    assert_eq!(made.code, 0, "{}", made.stderr);
    made.stdout.lines().map(str::to_owned).collect()
}

/// Saves a run, makes it again, and compares.
fn saved_and_made_again(text: &str, options: &[&str]) -> (Place, i32) {
    let place = Place::new(text);
    let run = place.path("run");
    let code = place.verify(&[options, &["--save", &run]].concat());
    for name in files(&run).keys().filter(|name| name.ends_with(".result.json")) {
        let result = format!("{run}/{name}");
        let structure = result.replace(".thorough", "").replace(".result.json", ".kripke.json");
        let (code, stdout, stderr) = place.belnap(&["validate", &result, "--against", &structure]);
        assert_eq!(code, 0, "{name}: {stdout}{stderr}");
    }
    let again = place.path("again");
    let makefile = format!("{run}/Makefile");
    for line in commands(&makefile, &[&format!("OUT={again}")], place.folder.root()) {
        run_command(&line);
    }
    let mut expected = files(&run);
    expected.remove("Makefile");
    assert_same(&expected, &files(&again));
    (place, code)
}

#[test]
fn a_proof_is_made_again() {
    let (place, code) = saved_and_made_again(TRUE, &[]);
    assert_eq!(code, 0);
    assert!(files(&place.path("run")).contains_key("assertions/1.preds"));
}

#[test]
fn a_refutation_is_made_again() {
    let (place, code) = saved_and_made_again(FALSE, &["--no-passes", "-m32", "--cubes", "2"]);
    assert_eq!(code, 10);
    let files = files(&place.path("run"));
    assert!(files.keys().any(|name| name.ends_with(".execution.json")), "{:?}", files.keys());
    assert!(!files.contains_key("assertions/graph.cfg.json"));
}

#[test]
fn the_only_execution_is_made_again() {
    let program = include_str!("inputs/one-execution.c");
    let wanted: i32 = (0..40).map(|i| i ^ 3).sum();
    for (wanted, code) in [(wanted, 0), (wanted + 1, 10)] {
        let (place, found) = saved_and_made_again(
            &program.replace("WANTED", &wanted.to_string()),
            &["--unroll", "off"],
        );
        assert_eq!(found, code);
        assert!(files(&place.path("run")).keys().any(|name| name.ends_with(".execution.json")));
    }
}

#[test]
fn two_properties_are_made_again() {
    let properties = ["-p", "AG (at(L) -> {x == 6})", "-p", "AG !at(M)", "--refine", "core"];
    let (place, code) = saved_and_made_again(TWO, &properties);
    assert_eq!(code, 10);
    let files = files(&place.path("run"));
    assert!(files.contains_key("p1/property.ctl") && files.contains_key("p2/property.ctl"));
}

#[test]
fn products_with_automata_are_made_again() {
    let program = include_str!("programs/ltl/response.c");
    let often = "G F {req == 1} -> G F {ack == 1}";
    for (formula, code) in [(often, 0), ("F G {ack == 0}", 10), ("F halted", 10)] {
        let (place, found) = saved_and_made_again(program, &["--ltl", formula]);
        assert_eq!(found, code, "{formula}");
        let is_product = formula != "F halted";
        let files = files(&place.path("run"));
        assert_eq!(files.contains_key("p1/product.cfg.json"), is_product, "{:?}", files.keys());
    }
    let place = Place::new(program);
    let part = place.path("part");
    place.verify(&["--ltl", often, "--max-iterations", "1", "--save", &part]);
    assert_eq!(place.verify(&["--ltl", often, "--from", &part]), 0);
}

#[test]
fn predicates_that_are_chosen_again_are_made_again() {
    let own = "belnap preds 1\nlive { lock == 1 }\nglobal { old == n }\nlive { lock == 0 }\n";
    for method in ["minimize", "greedy"] {
        let options = ["--refine", method, "--unroll", "off"];
        let (place, code) = saved_and_made_again(TRUE, &options);
        assert_eq!(code, 0, "{method}");
        let found = files(&place.path("run"));
        assert!(found.contains_key("assertions/0.traces.json"), "{:?}", found.keys());
        assert!(found["assertions/0.opb"].contains("* x1 is live {"), "{method}");
        let preds = place.path("own.preds");
        fs::write(&preds, own).expect("written");
        let given = ["--candidates", &preds, "--max-subsets", "30", "--seed", "3"];
        saved_and_made_again(TRUE, &[&options[..], &given].concat());
        saved_and_made_again(FALSE, &options);
    }
}

/// Where choosing gets nowhere, the default's loop begins in its place.
#[test]
fn what_is_handed_over_is_made_again() {
    let program = include_str!("inputs/copied.c");
    let (place, code) = saved_and_made_again(program, &["--refine", "minimize"]);
    assert_eq!(code, 10);
    let found = files(&place.path("run"));
    let is_over = |text: &String| text.contains("\"growing\": \"trace ");
    assert!(found.values().any(is_over), "{:?}", found.keys());
}

#[test]
fn what_all_completions_say_is_made_again() {
    let program = include_str!("programs/thorough/m1.c");
    let property = "AF {v.y & 1} -> AG ({v.x & 1} | {v.y & 1})";
    let options = ["-p", property, "--thorough", "--unroll", "off"];
    let (place, code) = saved_and_made_again(program, &options);
    assert_eq!(code, 0);
    let found = files(&place.path("run"));
    assert!(found["p1/0.result.json"].contains("inconclusive"));
    assert!(found["p1/0.thorough.result.json"].contains("\"holds\""), "{:?}", found.keys());
}

#[test]
fn a_run_that_chooses_goes_on_where_it_was_stopped() {
    let options = ["--refine", "minimize", "--unroll", "off"];
    let (place, _) = saved_and_made_again(TRUE, &options);
    let part = place.path("part");
    let first = [&options[..], &["--max-iterations", "1", "--save", &part]].concat();
    assert_eq!(place.verify(&first), 5);
    assert_eq!(place.verify(&[&options[..], &["--from", &part]].concat()), 0);
    assert_same(&files(&place.path("run")), &files(&part));
    let other = ["verify", &place.program, "--from", &part, "--refine", "greedy"];
    let (code, _, stderr) = place.belnap(&other);
    assert_eq!(code, 2, "{stderr}");
}

#[test]
fn a_run_goes_on_where_it_was_stopped() {
    let (place, _) = saved_and_made_again(TRUE, &[]);
    let part = place.path("part");
    assert_eq!(place.verify(&["--max-iterations", "1", "--save", &part]), 5);
    assert!(!files(&part).contains_key("assertions/1.bp"));
    assert_eq!(place.verify(&["--from", &part]), 0);
    assert_same(&files(&place.path("run")), &files(&part));
    assert_eq!(place.verify(&["--from", &part]), 0);
    assert_same(&files(&place.path("run")), &files(&part));
}

#[test]
fn what_is_given_is_made_again() {
    let place = Place::new("");
    let (preds, witness) = (place.path("own.preds"), place.path("w.yml"));
    fs::write(&preds, "belnap preds 1\nglobal { z > 3 }\n").expect("written");
    fs::write(&witness, WITNESS).expect("written");
    for given in [["--predicates", &preds], ["--witness", &witness]] {
        let (run, _) = saved_and_made_again(SLACK, &given);
        assert!(files(&run.path("run"))["assertions/0.preds"].contains('z'), "{given:?}");
    }
}

#[test]
fn a_smaller_proof_is_made_again() {
    let options = ["--minimal", "--unroll", "off"];
    let (place, code) = saved_and_made_again(TRUE, &options);
    assert_eq!(code, 0);
    let run = files(&place.path("run"));
    let lines = |name: &str| run[name].lines().count();
    assert!(lines("assertions/minimal.preds") < lines("assertions/2.preds"));
    assert!(run.contains_key("assertions/minimal.program.cert.json"), "{:?}", run.keys());
    let run_again = place.path("run");
    assert_eq!(place.verify(&[&options[..], &["--from", &run_again]].concat()), 0);
    assert_same(&run, &files(&place.path("run")));
}

#[test]
fn a_smaller_refutation_is_made_again() {
    let program = include_str!("programs/minimal/refuted.c");
    let options = ["-p", "AF {rounds == 3}", "--unroll", "off", "--minimal", "--no-replay"];
    let (place, code) = saved_and_made_again(program, &options);
    assert_eq!(code, 10);
    let files = files(&place.path("run"));
    assert!(files.contains_key("p1/minimal.result.json"), "{:?}", files.keys());
    assert!(!files.contains_key("p1/minimal.cert.json"), "{:?}", files.keys());
}

/// However many sets were tried.
#[test]
fn what_is_left_at_the_time_limit_is_made_again() {
    for time in ["0", "0.02", "0.05", "0.1"] {
        let (_, code) = saved_and_made_again(TRUE, &["--minimal", "--minimal-time", time]);
        assert_eq!(code, 0);
    }
}

#[test]
fn a_smaller_proof_by_given_predicates_is_made_again() {
    let place = Place::new("");
    let preds = place.path("own.preds");
    fs::write(&preds, "belnap preds 1\nglobal { x == y }\nglobal { z > 3 }\n").expect("written");
    let (run, code) = saved_and_made_again(SLACK, &["--predicates", &preds, "--minimal"]);
    assert_eq!(code, 0);
    let files = files(&run.path("run"));
    assert!(!files["assertions/minimal.preds"].contains('z'), "{files:?}");
    assert!(files.contains_key("assertions/minimal.cert.json"), "{:?}", files.keys());
}

#[test]
fn a_proof_by_given_predicates_is_made_again() {
    let place = Place::new("");
    let preds = place.path("own.preds");
    fs::write(&preds, "belnap preds 1\nglobal { s == i * i }\nglobal { d == 2 * i + 1 }\n")
        .expect("written");
    let program = "extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);\n\
        int main(void) { unsigned n = __VERIFIER_nondet_uint(), s = 0, i = 0, d = 1;\n\
        while (i < n) { s += d; d += 2; i += 1; } if (s != i * i) reach_error(); return 0; }\n";
    let (run, _) = saved_and_made_again(program, &["--predicates", &preds]);
    let files = files(&run.path("run"));
    assert!(files["Makefile"].contains("belnap-refine --prove"), "{}", files["Makefile"]);
    assert!(files.contains_key("assertions/0.program.cert.json"), "{:?}", files.keys());
}

#[test]
fn a_name_may_begin_with_a_dash() {
    let place = Place::new("");
    fs::write(place.path("-dash.c"), FALSE).expect("written");
    let (code, _, stderr) = place.belnap(&["verify", "-q", "--save", "run", "--", "-dash.c"]);
    assert_eq!(code, 10, "{stderr}");
    let lines = commands("run/Makefile", &["OUT=again"], place.folder.root());
    let compile = lines.iter().find(|line| line.contains("c2cfg")).expect("compiled");
    assert!(compile.starts_with("belnap-c2cfg -o again/prog.cfg.json "), "{compile}");
    assert!(compile.ends_with(" -- -dash.c"), "{compile}");
}

#[test]
fn other_options_are_refused() {
    let place = Place::new(FALSE);
    let run = place.path("run");
    place.verify(&["--max-iterations", "1", "--save", &run, "-D", "A", "--no-cpp"]);
    let same = ["verify", &place.program, "--from", &run, "-D", "A", "--no-cpp"];
    for (options, message) in [
        (&["-m32"][..], "other options: -m was 64, is 32\n"),
        (&["--integers", "undefined"], "--integers was wrap, is undefined"),
        (&["--extern", "nondet"], "--extern was unknown, is nondet"),
        (&["--inline", "none"], "--inline was all, is none"),
        (&["-D", "B", "-I", "x"], "-D was A, is A B; -I was not given, is x"),
        (&["--refine", "wp"], "--refine was "),
        (&["--cubes", "2"], "--cubes was not given, is 2; --effort was 64, is not given"),
    ] {
        let (code, _, stderr) = place.belnap(&[&same, options].concat());
        assert_eq!(code, 2, "{stderr}");
        assert!(stderr.contains(message), "{stderr}");
    }
    let (_, _, stderr) = place.belnap(&["verify", &place.program, "--from", &run, "-D", "A"]);
    assert!(stderr.contains("--no-cpp was given, is not given"), "{stderr}");
    let (code, _, stderr) = place.belnap(&[&same[..], &["--timeout", "60"]].concat());
    assert_eq!(code, 10, "{stderr}");
}

#[test]
fn another_run_is_refused() {
    let place = Place::new(FALSE);
    let run = place.path("run");
    place.verify(&["--max-iterations", "1", "--save", &run]);
    let refused = |arguments: &[&str], message: &str| {
        let (code, _, stderr) = place.belnap(arguments);
        assert_eq!(code, 2, "{stderr}");
        assert!(stderr.contains(message), "{stderr}");
    };
    refused(&["verify", &place.program, "--save", &run], "not empty");
    fs::write(&place.program, TRUE).expect("written");
    refused(&["verify", &place.program, "--from", &run], "other C files");
    let (code, _, stderr) = place.belnap(&["verify", "-", "--save", "new"]);
    assert_eq!(code, 1, "{stderr}");
}

#[test]
fn a_graph_of_another_program_is_refused() {
    let place = Place::new(include_str!("inputs/limit.c"));
    fs::write(place.path("limit.h"), "#define LIMIT 5\n").expect("written");
    let run = place.path("run");
    assert_eq!(place.verify(&["--save", &run, "--cpp-always"]), 0);
    assert_eq!(place.verify(&["--from", &run, "--cpp-always"]), 0);
    let refused = || {
        let (code, _, stderr) =
            place.belnap(&["verify", &place.program, "--from", &run, "--cpp-always"]);
        let said = stderr.contains("a header, the graph or Belnap has changed");
        assert_eq!((code, said), (2, true), "{stderr}");
    };
    fs::write(place.path("limit.h"), "#define LIMIT 9\n").expect("written");
    refused();
    fs::write(place.path("limit.h"), "#define LIMIT 5\n").expect("written");
    let graph = format!("{run}/prog.cfg.json");
    let text = fs::read_to_string(&graph).expect("readable");
    let other = text.replacen("\"integers\": \"wrap\"", "\"integers\": \"mathematical\"", 1);
    assert_ne!(other, text);
    fs::write(&graph, other).expect("written");
    refused();
}

#[test]
fn refinement_says_how_it_ended() {
    // A method that needs a round of predicates first.
    let (place, _) = saved_and_made_again(FALSE, &["--refine", "horn"]);
    let file = |name: &str| place.path(&format!("run/assertions/{name}"));
    let (graph, output) = (file("graph.cfg.json"), place.path("next.preds"));
    let refine = |number: usize, more: &[&str]| {
        let more = [&["--method", "horn"], more].concat();
        let (preds, result) = (format!("{number}.preds"), format!("{number}.result.json"));
        let (preds, result) = (file(&preds), file(&result));
        let files = ["refine", &graph, &preds, &result, "-o", &output];
        place.belnap(&[&files[..], &more[..]].concat())
    };
    assert_eq!(refine(0, &[]).0, 0);
    assert_eq!(fs::read_to_string(&output).ok(), fs::read_to_string(file("1.preds")).ok());
    fs::remove_file(&output).expect("removed");
    let (code, stdout, _) = refine(1, &[]);
    assert_eq!(code, 10);
    assert!(stdout.contains("input: x = 42"), "{stdout}");
    let (code, _, stderr) = refine(1, &["--property", "other"]);
    assert!(code == 2 && stderr.contains("no property called 'other'"), "{code} {stderr}");
    assert!(!Path::new(&output).exists());

    let refine_last = |place: &Place| {
        let names = files(&place.path("run"));
        let last = names.keys().filter(|name| name.ends_with(".result.json")).count() - 1;
        let file = |name: &str| place.path(&format!("run/assertions/{name}"));
        let (preds, result) = (format!("{last}.preds"), format!("{last}.result.json"));
        place.belnap(&["refine", &file("graph.cfg.json"), &file(&preds), &file(&result)])
    };
    let (place, _) = saved_and_made_again(TRUE, &["--unroll", "off"]);
    let (code, _, stderr) = refine_last(&place);
    assert!(code == 2 && stderr.contains("nothing in this result is inconclusive"), "{stderr}");

    let (place, code) = saved_and_made_again(UNKNOWN, &[]);
    assert_eq!(code, 5);
    let (code, stdout, stderr) = refine_last(&place);
    assert_eq!((code, stdout.as_str()), (5, ""), "{stderr}");
    assert!(stderr.contains("'assertions': nothing new to track: "), "{stderr}");
}

#[test]
fn a_makefile_of_ones_own_can_include_the_rules() {
    let place = Place::new(FALSE);
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("share/belnap.mk");
    let text = format!("include {}\ncheck: prog.verdict\n", path(&rules));
    fs::write(place.path("Makefile"), text).expect("written");
    let bin = Path::new(BELNAP).parent().expect("folder");
    let status = Command::new("make")
        .args(["-s", "check", &format!("BELNAP_BIN={}/", path(bin))])
        .current_dir(place.folder.root())
        .status()
        .expect("make is installed");
    assert!(status.success());
    let verdict = fs::read_to_string(place.path("prog.verdict")).expect("made");
    assert!(verdict.ends_with("\nFALSE(unreach-call)\n"), "{verdict}");

    fs::write(place.path("prog.preds"), "belnap preds 1\n").expect("written");
    fs::write(place.path("prog.ctl"), "AG !failed;\n").expect("written");
    let lines = commands("Makefile", &["prog.next.preds"], place.folder.root());
    let expected = [
        "belnap-c2cfg  -o 'prog.cfg.json' -- 'prog.i'",
        "belnap-cfg2bp  -o 'prog.bp' -- 'prog.cfg.json' 'prog.preds'",
        "belnap-bp2kripke  -o 'prog.kripke.json' -- 'prog.bp'",
        "belnap-check --no-timing -o 'prog.result.json' -- 'prog.kripke.json' 'prog.ctl'",
        "belnap-refine  -o 'prog.next.preds' -- 'prog.cfg.json' 'prog.preds' 'prog.result.json'",
    ];
    assert_eq!(lines[..expected.len()], expected);
}
