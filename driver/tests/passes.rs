//! `belnap passes`, run as a process.

use crate::support::{Folder, Run, RunsBelnap};

fn passes(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    let Run { code, stdout, stderr } = folder.belnap(&[&["passes"], arguments].concat());
    (code, stdout, stderr)
}

/// A folder with the graph of a program.
fn program() -> Folder {
    let folder = Folder::with(&[("p.i", include_str!("inputs/loop-and-label.c"))]);
    let made = folder.belnap(&["c2cfg", "p.i", "-o", "p.cfg.json"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    folder
}

#[test]
fn a_graph_gets_smaller_and_keeps_what_is_asked_for() {
    let folder = program();
    let size = |arguments: &[&str]| {
        let (code, out, err) = passes(&folder, &[arguments, &["p.cfg.json"]].concat());
        assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
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
    let folder = Folder::new();
    let (code, out, _) = passes(&folder, &["--list"]);
    assert_eq!(code, 0);
    for pass in belnap_passes::PASSES {
        assert!(out.contains(pass.name) && out.contains(pass.description));
    }
}

#[test]
fn wrong_names_and_files_are_refused() {
    let folder = program();
    let (code, _, err) = passes(&folder, &["--pass", "magic", "p.cfg.json"]);
    assert_eq!(code, 1);
    assert!(err.contains("there is no pass 'magic'; there are unreachable, constants"), "{err}");
    let (code, _, err) = passes(&folder, &["p.i"]);
    assert_eq!(code, 2, "{err}");
    let (code, _, err) = passes(&folder, &["--property", "AG (", "p.cfg.json"]);
    assert_eq!(code, 2, "{err}");
}
