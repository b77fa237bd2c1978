//! The executable's options that need several runs or leave files behind.

use belnap_test_support::folder::Folder;
use belnap_test_support::process::Run;

/// Abstracts the graph of an example in a folder.
fn run(folder: &Folder, arguments: &[&str]) -> Run {
    let graph = format!("{}/../examples/never-ends.cfg.json", env!("CARGO_MANIFEST_DIR"));
    let arguments = [&[graph.as_str()], arguments].concat();
    let run = folder.run(env!("CARGO_BIN_EXE_belnap-cfg2bp"), &arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    run
}

const ONE: (&str, &str) = ("one.preds", "belnap preds 1\nglobal { x == 2 }\n");
const TWO: (&str, &str) = ("two.preds", "belnap preds 1\nglobal { x == 2 }\nglobal { y <= 2 }\n");

#[test]
fn an_earlier_program_saves_work_and_changes_nothing() {
    let folder = Folder::with(&[ONE, TWO]);
    run(&folder, &["one.preds", "-o", "one.bp"]);
    let whole = run(&folder, &["two.preds"]).stdout;
    let incremental = ["--incremental", "one.bp", "--previous-preds", "one.preds"];
    let output = run(&folder, &[&["two.preds", "--statistics"][..], &incremental].concat());
    assert_eq!(output.stdout, whole);
    let told = output.stderr;
    assert!(told.contains("expressions taken over"), "{told}");
    assert!(!told.contains(" 0 expressions taken over"), "{told}");
}

#[test]
fn an_earlier_program_that_is_wrong_is_not_believed() {
    let folder = Folder::with(&[ONE, TWO]);
    let whole = run(&folder, &["two.preds"]).stdout;
    let wrong = whole.replace("assume({x == 2})", "assume(!{x == 2})");
    assert_ne!(wrong, whole);
    folder.write("wrong.bp", wrong);
    let incremental = ["two.preds", "--incremental", "wrong.bp", "--previous-preds", "two.preds"];
    assert_eq!(run(&folder, &incremental).stdout, whole);
}

#[test]
fn kept_answers_and_questions_change_nothing() {
    let folder = Folder::with(&[TWO]);
    let whole = run(&folder, &["two.preds"]).stdout;
    let dumped = run(&folder, &["two.preds", "--cache", "kept", "--dump-queries", "asked"]);
    assert_eq!(dumped.stdout, whole);
    let questions = folder.names("asked");
    assert!(!questions.is_empty());
    for question in questions {
        let text = folder.read(&format!("asked/{question}"));
        assert!(text.contains("(set-info :status ") && text.contains("(check-sat)"), "{text}");
    }
    let again = run(&folder, &["two.preds", "--cache", "kept", "--statistics"]);
    assert_eq!(again.stdout, whole);
    let told = again.stderr;
    assert!(!told.contains(" 0 by the cache"), "{told}");
}

#[test]
fn inferred_predicates_can_be_written_and_read() {
    let folder = Folder::with(&[TWO]);
    let inferred = run(&folder, &["two.preds", "--infer", "--write-preds", "where.preds"]).stdout;
    let written = folder.read("where.preds");
    assert!(written.contains("at n"), "{written}");
    assert_eq!(run(&folder, &["where.preds"]).stdout, inferred);
}
