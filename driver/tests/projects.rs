//! The projects of `examples/projects`. That they are decided takes longer than tests may; here
//! their Makefiles are asked what they would verify, and each program becomes a graph with
//! assertions.

use std::fs;
use std::path::Path;

use belnap_test_support::folder::Folder;
use belnap_test_support::process;

use crate::support::BELNAP;

#[test]
fn makefiles_of_projects_name_programs_with_assertions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/projects");
    let mut programs = Vec::new();
    for entry in fs::read_dir(&root).expect("a folder") {
        let folder = entry.expect("an entry").path();
        if !folder.is_dir() {
            continue;
        }
        for target in ["verify", "bug"] {
            let mut make = process::command("make", &["-n", "-s", target, "BELNAP=belnap"]);
            let asked = process::run(make.current_dir(&folder));
            let command = asked.stdout.lines().next().unwrap_or_default();
            let rest = command.split(';').next().and_then(|one| one.strip_prefix("belnap verify"));
            let words: Vec<&str> = rest.unwrap_or_default().split_whitespace().collect();
            let [time, _, files @ ..] = &words[..] else { panic!("{}", asked.text()) };
            assert_eq!(*time, "--timeout", "{command}");
            let out = Folder::new();
            let graph = out.path("graph.cfg.json");
            let graph = graph.to_str().expect("a name");
            let mut c2cfg = process::command(BELNAP, &[&["c2cfg", "-o", graph], files].concat());
            let run = process::run(c2cfg.current_dir(&folder));
            assert_eq!(run.code, 0, "{command}\n{}", run.text());
            let text = fs::read_to_string(graph).expect("a graph");
            assert!(text.contains("\"kind\": \"assert\""), "{command} asserts nothing");
            programs.push(text);
        }
    }
    let count = programs.len();
    programs.dedup();
    assert_eq!(programs.len(), count, "a bug changes nothing");
    assert!(count >= 10, "{count} programs");
}
