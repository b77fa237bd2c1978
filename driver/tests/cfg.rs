//! The executable `belnap` on control-flow graphs.

use std::path::{Path, PathBuf};

use belnap_test_support::process;

use crate::support::{BELNAP, transcript};

/// Everything a person sees, and the exit code.
fn belnap(arguments: &[&str], input: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../formats/tests/cases/cfg");
    let mut command = process::command(BELNAP, arguments);
    transcript(&process::run_with_input(command.current_dir(folder), input))
}

fn case(name: &str) -> String {
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "../formats/tests/cases/cfg", name].iter().collect();
    std::fs::read_to_string(path).expect("cases can be read")
}

#[test]
fn a_graph_is_shown_with_its_edges() {
    insta::assert_snapshot!(belnap(&["show", "memory.json"], ""));
}

#[test]
fn the_ledger_alone() {
    insta::assert_snapshot!(belnap(&["show", "--ledger", "memory.json"], ""));
    assert_eq!(
        belnap(&["show", "--ledger", "fig1.json"], ""),
        "everything is modelled exactly\nexit code 0\n"
    );
}

#[test]
fn graphs_are_validated_drawn_and_formatted() {
    let seen = belnap(&["validate", "fig1.json", "memory.json"], "");
    assert!(seen.starts_with("fig1.json: ok (control-flow graph, ILP32, "), "{seen}");
    assert!(belnap(&["dot", "memory.json"], "").starts_with("digraph cfg {\n"));
    let printed = belnap(&["fmt", "memory.json"], "");
    let printed = printed.strip_suffix("exit code 0\n").expect("printed");
    assert_eq!(belnap(&["fmt", "--check", "-"], printed), "exit code 0\n");
    assert_eq!(belnap(&["fmt", "--complete", "--check", "-"], printed), "exit code 0\n");
}

/// Without the loop of its end and one branch, `fig1.json` is not total.
#[test]
fn a_graph_is_completed() {
    let text: String = case("fig1.json")
        .lines()
        .filter(|line| {
            !line.contains("\"id\": 5, \"from\"") && !line.contains("\"id\": 8, \"from\"")
        })
        .map(|line| match line.contains("\"id\": 7, \"from\"") {
            true => line.replace("\"id\": 7", "\"id\": 6").trim_end_matches(',').to_owned(),
            false => line.replace("\"id\": 6, \"from\"", "\"id\": 5, \"from\""),
        })
        .collect();
    let refused = belnap(&["validate", "-"], &text);
    let completed = belnap(&["fmt", "--complete", "-"], &text);
    let completed = completed.strip_suffix("exit code 0\n").expect("completed");
    let shown = belnap(&["show", "-"], completed);
    insta::assert_snapshot!(format!("{refused}\n{shown}"));
}

#[test]
fn what_cannot_be_done_with_a_graph() {
    let seen: Vec<String> = [
        (&["check", "fig1.json"][..], ""),
        (&["bp2kripke", "fig1.json"], ""),
        (&["check", "../../../../examples/lock.bp", "--property-file", "fig1.json"], ""),
        (&["validate", "fig1.json", "--against", "fig1.json"], ""),
        (&["fmt", "--dialect", "classic", "fig1.json"], ""),
        (&["fmt", "--complete", "-"], "AG p"),
        (&["show", "--ledger", "-"], "AG p"),
        (&["validate", "-"], "{\"format\": \"belnap.cfg\", \"version\": 99}"),
        (
            &["show", "-"],
            "{\"format\": \"belnap.cfg\", \"version\": 1, \"edges\": [{\"id\": \"e0\"}]}",
        ),
    ]
    .iter()
    .map(|(arguments, input)| {
        format!("$ belnap {}\n{}", arguments.join(" "), belnap(arguments, input))
    })
    .collect();
    insta::assert_snapshot!(seen.join("\n"));
}
