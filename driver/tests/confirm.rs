//! `belnap validate --against`: explanations are confirmed, and wrong ones refused.

use std::fs;
use std::path::Path;

use crate::support::{Folder, RunsBelnap};

const PROGRAMS: [&str; 5] =
    ["either-way.bp", "lock.bp", "never-ends-coarse.bp", "never-ends.bp", "open-file.bp"];

/// A folder with a result and what it is about.
struct Case {
    folder: Folder,
}

impl Case {
    fn new() -> Self {
        Case { folder: Folder::new() }
    }

    /// Runs in the folder: the exit code and both outputs.
    fn belnap(&self, arguments: &[&str]) -> (i32, String) {
        let run = self.folder.belnap(arguments);
        (run.code, run.stderr + &run.stdout)
    }

    fn write(&self, name: &str, text: &str) {
        self.folder.write(name, text);
    }

    fn copy_example(&self, name: &str) {
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
        fs::copy(examples.join(name), self.folder.path(name)).expect("copied");
    }

    /// Checks and keeps the result.
    fn check(&self, arguments: &[&str]) {
        let rest = ["--no-timing", "--format", "json", "-o", "it.result.json"];
        let (code, seen) = self.belnap(&[&["check"], arguments, &rest].concat());
        assert!(matches!(code, 0 | 5 | 10), "{arguments:?}: {seen}");
    }

    fn confirm(&self, structure: &str) -> (i32, String) {
        self.belnap(&["validate", "it.result.json", "--against", structure])
    }

    /// Replaces the first of a text in the result.
    fn spoil(&self, from: &str, to: &str) {
        let text = self.folder.read("it.result.json");
        assert!(text.contains(from), "no {from} in {text}");
        self.write("it.result.json", &text.replacen(from, to, 1));
    }
}

/// Three states, two of them initial.
const LIGHTS: &str = r#"{
  "format": "belnap.kripke", "version": 1, "kind": "explicit", "semantics": "exact",
  "states": [
    {"name": "red", "labels": {"on": "t"}},
    {"name": "green", "labels": {"on": "t"}},
    {"name": "dark", "labels": {"on": "f"}}
  ],
  "initial": ["red", "green"],
  "transitions": [
    {"from": "red", "to": "green", "value": "t"},
    {"from": "green", "to": "red", "value": "t"},
    {"from": "dark", "to": "dark", "value": "t"}
  ]
}"#;

#[test]
fn symbolic_examples_are_confirmed() {
    for program in PROGRAMS {
        for semantics in ["exact", "over", "under"] {
            let case = Case::new();
            case.copy_example(program);
            let how = ["--semantics", semantics, "--save-kripke", "it.kripke.json"];
            case.check(&[&[program, "-p", "AG !failed", "-p", "EF halted"], &how[..]].concat());
            for structure in ["it.kripke.json", program] {
                let (code, seen) = case.confirm(structure);
                assert_eq!(code, 0, "{program} {semantics} {structure}: {seen}");
                assert_eq!(seen.matches(": explanation confirmed (").count(), 2, "{seen}");
                assert_eq!(seen.lines().count(), 2, "{seen}");
            }
        }
    }
}

#[test]
fn explicit_examples_are_confirmed() {
    for program in PROGRAMS {
        let case = Case::new();
        case.copy_example(program);
        let listed = case.belnap(&["bp2kripke", "--explicit", program, "-o", "it.kripke.json"]);
        assert_eq!(listed, (0, String::new()), "{program}");
        for engine in ["explicit", "symbolic"] {
            case.check(&["it.kripke.json", "-p", "EF halted", "--engine", engine]);
            for structure in ["it.kripke.json", program] {
                let (code, seen) = case.confirm(structure);
                assert_eq!(code, 0, "{program} {engine} {structure}: {seen}");
                assert!(seen.starts_with("p1: explanation confirmed ("), "{program}: {seen}");
            }
        }
        case.check(&[program, "-p", "EF halted", "--engine", "explicit"]);
        assert_eq!(case.confirm(program).0, 0, "{program}");
    }
}

#[test]
fn what_depends_on_other_states_is_said() {
    let case = Case::new();
    case.write("it.kripke.json", LIGHTS);
    case.check(&["it.kripke.json", "-p", "on", "-p", "AG !on"]);
    let expected = "p1: explanation confirmed (1 claim), of red only: the verdict depends on other \
                    states too\np2: explanation confirmed (4 claims)\n";
    assert_eq!(case.confirm("it.kripke.json"), (0, expected.to_owned()));
}

#[test]
fn wrong_claims_are_refused() {
    let case = Case::new();
    case.copy_example("either-way.bp");
    let check = || case.check(&["either-way.bp", "-p", "EF at(P1)"]);
    check();
    case.spoil(r#""rule": "or""#, r#""rule": "and""#);
    let (code, seen) = case.confirm("either-way.bp");
    assert_eq!(code, 2, "{seen}");
    assert!(seen.starts_with("p1: explanation refused: claim p1: "), "{seen}");

    check();
    case.spoil(r#""verdict": "holds""#, r#""verdict": "inconclusive""#);
    let refusal = "p1: explanation refused: claim p0: its value is not n\n";
    assert_eq!(case.confirm("either-way.bp"), (2, refusal.to_owned()));

    check();
    case.copy_example("lock.bp");
    let (code, seen) = case.confirm("lock.bp");
    assert_eq!(code, 2, "{seen}");
    assert!(seen.starts_with("it.result.json: warning: the result is about a structure"), "{seen}");
    assert!(seen.contains("\np1: explanation refused: claim "), "{seen}");
}

#[test]
fn claims_of_other_states_are_refused() {
    let case = Case::new();
    case.write("it.kripke.json", LIGHTS);
    let elsewhere = LIGHTS.replace(r#"["red", "green"]"#, r#"["dark"]"#);
    case.write("elsewhere.kripke.json", &elsewhere);
    case.check(&["elsewhere.kripke.json", "-p", "AG !on"]);
    assert_eq!(case.confirm("elsewhere.kripke.json").0, 0);
    let refusal = "p1: explanation refused: claim p0: dark is not an initial state\n";
    assert_eq!(case.confirm("it.kripke.json"), (2, refusal.to_owned()));
}

#[test]
fn limits_are_not_mistakes() {
    let case = Case::new();
    let unsure = |structure: &str, reason: &str| {
        let (code, seen) = case.confirm(structure);
        assert_eq!(code, 2, "{seen}");
        assert!(seen.starts_with("p1: cannot be confirmed: "), "{seen}");
        assert!(seen.contains(reason), "{seen}");
        assert!(seen.ends_with(" (it is not known to be wrong)\n"), "{seen}");
    };
    case.copy_example("lock.bp");
    case.check(&["lock.bp", "-p", "AG !failed", "--max-claims", "5"]);
    unsure("lock.bp", "claims were left out");

    let names: Vec<String> = (0..17).map(|index| format!("x{index}")).collect();
    let program = format!("decl {};\nvoid main() begin skip; end\n", names.join(", "));
    case.write("wide.bp", &program);
    case.check(&["wide.bp", "-p", "AG !failed"]);
    unsure("wide.bp", "claim p0: more than 16 unknown entries are too many to try");

    let long = vec!["EF at(P1)"; 2000].join(" & ");
    case.copy_example("either-way.bp");
    case.check(&["either-way.bp", "-p", &long]);
    unsure("either-way.bp", "formulas too long to be shown");
}

#[test]
fn nothing_to_confirm_is_said() {
    let case = Case::new();
    case.copy_example("lock.bp");
    case.check(&["lock.bp", "--no-explanation"]);
    assert_eq!(case.confirm("lock.bp"), (2, "assertions: no explanation\n".to_owned()));
    let both = ["validate", "lock.bp", "it.result.json", "--against", "lock.bp"];
    for (arguments, code, message) in [
        (&both[..], 1, "belnap: --against is for one file\n"),
        (&["validate", "-", "--against", "-"], 1, "belnap: standard input can be read only once\n"),
        (
            &["validate", "lock.bp", "--against", "lock.bp"],
            2,
            "lock.bp: error: this is a Boolean program, not a control-flow graph\n",
        ),
        (
            &["validate", "it.result.json", "--against", "it.result.json"],
            2,
            "it.result.json: error: this is a result; results are about Boolean programs and \
             Kripke structures\n",
        ),
    ] {
        assert_eq!(case.belnap(arguments), (code, message.to_owned()), "{arguments:?}");
    }
}

/// Completions are compared with the structure and checked; what has none is found again.
#[test]
fn thorough_answers_are_confirmed() {
    let case = Case::new();
    case.write(
        "it.kripke.json",
        r#"{"format": "belnap.kripke", "version": 1, "states": {"s": {"p": "n"}, "t": {"p": "n"}},
            "initial": ["s"], "transitions": [["s", "t"], ["t", "t", "n"]]}"#,
    );
    let properties =
        ["-p", "EX p & EX !p", "-p", "p | !p", "--ltl", "G F p", "--ltl", "G p | F !p"];
    let thorough = ["it.kripke.json", "--thorough", "--completions", "."];
    case.check(&[&thorough[..], &properties].concat());
    let (code, said) = case.confirm("it.kripke.json");
    assert_eq!(code, 0, "{said}");
    assert_eq!(said.matches("as two completions show").count(), 2, "{said}");
    assert!(said.contains("confirmed by the tableau"), "{said}");
    assert!(said.contains("confirmed by emptiness and a game"), "{said}");
    // Of other labels, it satisfies something else.
    let name = "p1.satisfying.kripke.json";
    let completion = case.folder.read(name);
    case.write(name, &completion.replace("\"t\"", "\"f\""));
    let (code, said) = case.confirm("it.kripke.json");
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("p1.satisfying.kripke.json does not satisfy the property"), "{said}");
    case.write(name, &completion);
    case.spoil("\"inconclusive\"", "\"holds\"");
    let (code, said) = case.confirm("it.kripke.json");
    assert_eq!(code, 2, "{said}");
}
