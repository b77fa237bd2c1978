//! The fewest predicates, stage by stage on the running example of *Minimum Predicates* (§2.1), and
//! files of traces, candidates and solutions that are refused.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use belnap_cli::{ToolError, args};
use belnap_refiner::commands::refine;

use crate::support::{Folder, Run, RunsBelnap};

/// Minimum Predicates, §2.1: L4 is not reached.
const RUNNING: &str = "int main(void) {\n  int x, y;\nL0:\n  x = 1;\nL1:\n  y = 1;\nL2:\n  if (x == y)\n  \
                       L3:\n    y = 1;\n  else\n  L4:\n    y = 2;\n  return 0;\n}\n";

/// Another program with the same variables.
const OTHER: &str = "int main(void) {\n  int x, y;\n  x = 1;\n  y = x;\n  if (x == y) y = 1;\n  else\n  \
                     L4:\n    y = 2;\n  return 0;\n}\n";

/// A saved run of the running example, without the files of the choice.
struct Place {
    folder: Folder,
}

impl Place {
    fn new(program: &str) -> Self {
        let folder = Folder::with(&[("prog.i", program)]);
        let place = Place { folder };
        let arguments = ["verify", "prog.i", "--no-passes", "--unroll", "off", "-p", "AG !at(L4)"];
        let choice = ["--refine", "minimize", "--save", "run"];
        let Run { code, stdout, stderr } = place.folder.belnap(&[&arguments[..], &choice].concat());
        assert_eq!(code, 0, "{stdout}{stderr}");
        place
    }

    fn path(&self, name: &str) -> String {
        self.folder.path(name).display().to_string()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(Path::new(&self.path(name))).expect(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect(name);
    }

    /// Runs the stage that refines on the files of the first round.
    fn refine(&self, more: &[&str]) -> Result<u8, ToolError> {
        let files = ["run/prog.cfg.json", "run/p1/0.preds", "run/p1/0.result.json"];
        let mut words = vec![refine::NAME.to_owned()];
        words.extend(files.map(|name| self.path(name)));
        words.extend(["-o".to_owned(), self.path("next.preds")]);
        for word in more {
            let is_file = word.contains('.') && !word.starts_with('-');
            words.push(if is_file { self.path(word) } else { (*word).to_owned() });
        }
        args::parse::<refine::Command>(words.into_iter().map(Into::into))
            .and_then(|command| refine::run(&command.expect("not --help").options))
    }

    /// What a refusal says, without the name of the folder.
    fn refused(&self, more: &[&str]) -> String {
        let error = self.refine(more).expect_err("refused");
        assert_eq!(error.code(), 2, "{error:?}");
        error.message(refine::NAME).replace(&self.path(""), "").replace("//", "/")
    }
}

/// Examples 1 to 4: the branch condition is the only candidate; it excludes the path to L4, and
/// `PredInfer` adds what it needs before. The abstraction over both proves the property.
#[test]
fn the_running_example_stage_by_stage() {
    let place = Place::new(RUNNING);
    assert_eq!(place.read("run/p1/0.preds"), "belnap preds 1\n", "the graph as it is");
    let options = ["--method", "minimize", "--traces", "t.json", "--opb", "t.opb"];
    assert_eq!(place.refine(&options), Ok(0));
    assert_eq!(
        place.read("next.preds"),
        "belnap preds 1\nlive { main::x == main::y }\nlive { main::x == 1 }\n"
    );
    assert_eq!(place.read("t.json"), place.read("run/p1/0.traces.json"));
    assert_eq!(place.read("t.opb"), place.read("run/p1/0.opb"));
    assert!(place.read("t.json").contains("\"eliminating\": [[0]], \"failing\": [[]]"));
    assert!(place.read("run/p1/1.result.json").contains("\"verdict\": \"holds\""));
    // Again with the same file: the trace is known, and the choice is the same.
    assert_eq!(place.refine(&options), Ok(0));
    assert_eq!(place.read("t.json"), place.read("run/p1/0.traces.json"));
    // What a solver printed is chosen.
    place.write("s.txt", "s OPTIMUM FOUND\nv x1\n");
    let solved = ["--method", "minimize", "--traces", "t.json", "--solution", "s.txt"];
    assert_eq!(place.refine(&solved), Ok(0));
    assert_eq!(place.read("next.preds"), place.read("run/p1/1.preds"));
    let Run { code, stdout, .. } = place.folder.belnap(&["show", "t.json"]);
    assert_eq!(code, 0);
    assert!(stdout.contains("1 trace, 1 of 1 candidate chosen"), "{stdout}");
}

#[test]
fn what_does_not_fit_is_refused_with_its_place_and_nothing_is_lost() {
    let (place, other) = (Place::new(RUNNING), Place::new(OTHER));
    let valid = place.read("run/p1/0.traces.json");
    let with = |from: &str, to: &str| {
        assert!(valid.contains(from), "{valid}");
        valid.replace(from, to)
    };
    let mut shown = String::new();
    for (what, traces) in [
        ("traces of another program", other.read("run/p1/0.traces.json")),
        ("traces of another property", with("AG !at(L4)", "AG !at(L3)")),
        ("edges that are no path", with("[0, 1, 2, 3, 5]", "[0, 1, 3, 2, 5]")),
        ("edges that are not there", with("[0, 1, 2, 3, 5]", "[0, 1, 2, 3, 99]")),
        ("a candidate without meaning", with("main::x == main::y", "main::z == main::y")),
        ("a set of no candidates", with("\"eliminating\": [[0]]", "\"eliminating\": [[4]]")),
        ("half of a file", valid[..valid.len() / 2].to_owned()),
    ] {
        place.write("t.json", &traces);
        place.write("next.preds", "as before\n");
        let message = place.refused(&["--method", "minimize", "--traces", "t.json"]);
        let _ = writeln!(shown, "{what}:\n{message}");
        assert_eq!(place.read("t.json"), traces, "{what}");
        assert_eq!(place.read("next.preds"), "as before\n", "{what}");
    }
    place.write("t.json", &valid);
    for (what, solution) in [
        ("a solution that excludes nothing", "s OPTIMUM FOUND\nv -x1\n"),
        ("a solution of another problem", "s OPTIMUM FOUND\nv y1\n"),
        ("no solution", "s UNSATISFIABLE\n"),
    ] {
        place.write("s.txt", solution);
        let arguments = ["--method", "minimize", "--traces", "t.json", "--solution", "s.txt"];
        let _ = writeln!(shown, "{what}:\n{}", place.refused(&arguments));
        assert_eq!(place.read("t.json"), valid, "{what}");
    }
    place.write("c.preds", "belnap preds 1\nlive { nothing == 1 }\n");
    let arguments = ["--method", "greedy", "--traces", "new.json", "--candidates", "c.preds"];
    let _ = writeln!(shown, "candidates that do not fit:\n{}", place.refused(&arguments));
    insta::assert_snapshot!("minimum_refused", shown);
}

/// Where the time to choose is over, the ordinary loop begins: it adds what it adds by default.
#[test]
fn choosing_is_handed_over_to_the_default() {
    let place = Place::new(RUNNING);
    assert_eq!(place.refine(&[]), Ok(0));
    let by_default = place.read("next.preds");
    let choosing = ["--method", "minimize", "--traces", "t.json", "--hand-over"];
    assert_eq!(place.refine(&choosing), Ok(0));
    assert_eq!(place.read("next.preds"), by_default);
    let traces = place.read("t.json");
    assert!(traces.contains("\"growing\": \"the part of the time is over"), "{traces}");
    // From there on nothing is chosen.
    assert_eq!(place.refine(&choosing[..4]), Ok(0));
    assert_eq!(place.read("next.preds"), by_default);
    assert_eq!(place.read("t.json"), traces);
}

#[test]
fn files_of_traces_are_for_methods_that_choose() {
    let place = Place::new(RUNNING);
    let Run { code, stderr, .. } =
        place.folder.belnap(&["verify", "prog.i", "--candidates", "run/p1/0.preds"]);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("--candidates is for --refine minimize or greedy"), "{stderr}");
    for wrong in [&["--traces", "t.json"][..], &["--method", "minimize"]] {
        let error = place.refine(wrong).expect_err("usage");
        assert_eq!(error.code(), 1, "{error:?}");
    }
}
