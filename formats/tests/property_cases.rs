//! Every file of `cases/property` is read and printed; every file of `cases/reject-property` is
//! refused. The snapshots next to the files are what comes out; `INSTA_UPDATE=always` accepts
//! new ones.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use belnap_formats::property;
use belnap_ir::diagnostic::{Diagnostic, Place};

fn files(folder: &str) -> (PathBuf, Vec<(String, String)>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(folder);
    let mut files: Vec<(String, String)> = fs::read_dir(&folder)
        .expect("the folder of cases exists")
        .map(|entry| entry.expect("the folder of cases is readable").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ctl" || e == "prp"))
        .map(|path| {
            let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("a case is UTF-8"))
        })
        .collect();
    files.sort();
    (folder, files)
}

fn snapshot(folder: &Path, name: &str, content: &str) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, content));
}

/// Rule, line and column, message and notes.
fn rendered(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        let place = match &diagnostic.place {
            Place::Text(span) => {
                let before = &text[..span.start];
                let line = before.matches('\n').count() + 1;
                let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
                format!("{line}:{column}")
            }
            _ => "file".to_owned(),
        };
        writeln!(out, "{place}: {diagnostic}").expect("writing to a string");
        for note in &diagnostic.notes {
            writeln!(out, "  note: {}", note.message).expect("writing to a string");
        }
    }
    out
}

#[test]
fn accepted_files_print_canonically() {
    let (folder, files) = files("property");
    assert!(!files.is_empty());
    for (name, text) in files {
        let properties = property::read_stated(&text)
            .unwrap_or_else(|found| panic!("{name} is refused:\n{}", rendered(&text, &found)));
        let printed = property::print_stated(&properties);
        snapshot(&folder, &name, &printed);
        assert_eq!(property::read_stated(&printed).as_ref(), Ok(&properties), "{name} reads back");
    }
}

#[test]
fn rejected_files_say_why() {
    let (folder, files) = files("reject-property");
    assert!(files.len() >= 15);
    for (name, text) in files {
        match property::read_stated(&text) {
            Ok(_) => panic!("{name} is accepted"),
            Err(found) => snapshot(&folder, &name, &rendered(&text, &found)),
        }
    }
}

#[test]
fn the_specification_s_example_is_read() {
    let page = include_str!("../spec/property.md");
    let (_, after) = page.split_once("```ctl\n").expect("the page has an example");
    let (example, _) = after.split_once("```").expect("the example ends");
    let properties = property::read_stated(example)
        .unwrap_or_else(|found| panic!("the example is refused:\n{}", rendered(example, &found)));
    assert_eq!(properties.len(), 9);
}

#[test]
fn the_specification_lists_every_rule_of_the_cases() {
    let page = include_str!("../spec/property.md");
    let (_, files) = files("reject-property");
    for (name, text) in files {
        for diagnostic in property::read_stated(&text).expect_err("a refused file") {
            let row = format!("| `{}` |", diagnostic.rule);
            assert!(page.contains(&row), "{name}: no row for {}", diagnostic.rule);
        }
    }
}

#[test]
fn a_formula_of_the_other_logic_says_where_it_belongs() {
    let text = "A[p U q]";
    let found = property::read_path(text).expect_err("CTL given as LTL");
    assert!(rendered(text, &found).contains("--property"));
    let text = "G (p -> F q)";
    let found = property::read_formula(text).expect_err("LTL given as CTL");
    assert!(rendered(text, &found).contains("--ltl"));
    let found = property::read_file("ltl p: G a;").expect_err("LTL where it has no meaning");
    assert_eq!(found[0].rule, "ctl-linear");
}
