//! `belnap passes`, run as a process.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Exit code, standard output, standard error of a subcommand.
fn run(command: &str, folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut belnap = Command::new(env!("CARGO_BIN_EXE_belnap"));
    let output = belnap.arg(command).args(arguments).current_dir(folder).output().expect("started");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn passes(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    run("passes", folder, arguments)
}

/// A folder with the graph of a program.
fn program() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    let text = "int g, junk;\n\
                int main(void) {\n\
                  int i;\n\
                  for (i = 0; i < 10; i++) junk = junk + i;\n\
                  L: g = 1;\n\
                  g = 2;\n\
                  return 0;\n\
                }\n";
    fs::write(folder.path().join("p.i"), text).expect("written");
    let arguments = ["p.i", "-o", "p.cfg.json"];
    let made = run("c2cfg", folder.path(), &arguments);
    assert_eq!(made.0, Some(0), "{}", made.2);
    folder
}

#[test]
fn a_graph_gets_smaller_and_keeps_what_is_asked_for() {
    let folder = program();
    let size = |arguments: &[&str]| {
        let (code, out, err) = passes(folder.path(), &[arguments, &["p.cfg.json"]].concat());
        assert_eq!((code, err.as_str()), (Some(0), ""), "{arguments:?}");
        (belnap_formats::cfg::read(&out).expect("valid").content, out)
    };
    let (all, _) = size(&["--pass", "constants"]);
    let (small, text) = size(&[]);
    assert!(small.edges.len() < all.edges.len());
    assert!(small.locations.iter().any(|location| location.labels == ["L"]));
    assert!(!small.variables.iter().any(|variable| variable.name == "junk"));
    assert_eq!(size(&[]).1, text);
    let (property, _) = size(&["--property", "AG {g >= 0}"]);
    assert!(property.variables.iter().any(|variable| variable.name == "g"));
    assert!(property.locations.iter().all(|location| location.labels.is_empty()));
    let (mentioned, _) = size(&["--mention", "junk"]);
    assert!(mentioned.variables.iter().any(|variable| variable.name == "junk"));
    let (steps, _) = size(&["--property", "AX {g >= 0}"]);
    assert!(steps.edges.len() > property.edges.len());
}

#[test]
fn the_passes_are_listed() {
    let folder = tempfile::tempdir().expect("folder");
    let (code, out, _) = passes(folder.path(), &["--list"]);
    assert_eq!(code, Some(0));
    for pass in belnap_passes::PASSES {
        assert!(out.contains(pass.name) && out.contains(pass.description));
    }
}

#[test]
fn wrong_names_and_files_are_refused() {
    let folder = program();
    let (code, _, err) = passes(folder.path(), &["--pass", "magic", "p.cfg.json"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("there is no pass 'magic'; there are unreachable, constants"), "{err}");
    let (code, _, err) = passes(folder.path(), &["p.i"]);
    assert_eq!(code, Some(2), "{err}");
    let (code, _, err) = passes(folder.path(), &["--property", "AG (", "p.cfg.json"]);
    assert_eq!(code, Some(2), "{err}");
}
