//! The executable's options that need several runs or leave files behind.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn example(name: &str) -> String {
    format!("{}/../examples/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_belnap-cfg2bp"))
        .arg(example("never-ends.cfg.json"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the executable runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn folder(predicates: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, lines) in predicates {
        let text = format!("belnap preds 1\n{lines}");
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

const ONE: (&str, &str) = ("one.preds", "global { x == 2 }\n");
const TWO: (&str, &str) = ("two.preds", "global { x == 2 }\nglobal { y <= 2 }\n");

#[test]
fn an_earlier_program_saves_work_and_changes_nothing() {
    let folder = folder(&[ONE, TWO]);
    let path = folder.path();
    run(path, &["one.preds", "-o", "one.bp"]);
    let whole = run(path, &["two.preds"]).stdout;
    let incremental = ["--incremental", "one.bp", "--previous-preds", "one.preds"];
    let output = run(path, &[&["two.preds", "--statistics"][..], &incremental].concat());
    assert_eq!(output.stdout, whole);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("expressions taken over"), "{told}");
    assert!(!told.contains(" 0 expressions taken over"), "{told}");
}

#[test]
fn an_earlier_program_that_is_wrong_is_not_believed() {
    let folder = folder(&[ONE, TWO]);
    let path = folder.path();
    let whole = run(path, &["two.preds"]).stdout;
    let text = String::from_utf8(whole.clone()).expect("text");
    let wrong = text.replace("assume({x == 2})", "assume(!{x == 2})");
    assert_ne!(wrong, text);
    fs::write(path.join("wrong.bp"), wrong).expect("written");
    let incremental = ["two.preds", "--incremental", "wrong.bp", "--previous-preds", "two.preds"];
    assert_eq!(run(path, &incremental).stdout, whole);
}

#[test]
fn kept_answers_and_questions_change_nothing() {
    let folder = folder(&[TWO]);
    let path = folder.path();
    let whole = run(path, &["two.preds"]).stdout;
    let dumped = run(path, &["two.preds", "--cache", "kept", "--dump-queries", "asked"]);
    assert_eq!(dumped.stdout, whole);
    let questions: Vec<_> = fs::read_dir(path.join("asked")).expect("a folder").collect();
    assert!(!questions.is_empty());
    for question in questions {
        let text = fs::read_to_string(question.expect("a file").path()).expect("text");
        assert!(text.contains("(set-info :status ") && text.contains("(check-sat)"), "{text}");
    }
    let again = run(path, &["two.preds", "--cache", "kept", "--statistics"]);
    assert_eq!(again.stdout, whole);
    let told = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(!told.contains(" 0 by the cache"), "{told}");
}

#[test]
fn inferred_predicates_can_be_written_and_read() {
    let folder = folder(&[TWO]);
    let path = folder.path();
    let inferred = run(path, &["two.preds", "--infer", "--write-preds", "where.preds"]).stdout;
    let written = fs::read_to_string(path.join("where.preds")).expect("written");
    assert!(written.contains("at n"), "{written}");
    assert_eq!(run(path, &["where.preds"]).stdout, inferred);
}
