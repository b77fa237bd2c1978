//! Tidy: what a compiler does not check about the tree itself.
//!
//! Each test collects every offence before it fails, and each message says what to do. The rules
//! are plain functions from text to messages, so that every rule has a test that breaks it; they
//! read the files as lines and know no more of TOML, Rust and Markdown than they need.

use std::fs;
use std::path::{Path, PathBuf};

/// Which crates of the workspace each crate may depend on. A stage never depends on another
/// stage: what two stages share belongs in `ir`, `formats` or `solver`.
const ALLOWED: &[(&str, &[&str])] = &[
    ("belnap-ir", &[]),
    ("belnap-cli", &["belnap-ir"]),
    ("belnap-formats", &["belnap-ir", "belnap-cli"]),
    ("belnap-execution", &["belnap-ir"]),
    ("belnap-solver", &["belnap-ir", "belnap-execution"]),
    ("belnap-syntax", &["belnap-ir"]),
    ("belnap-frontend", &["belnap-ir", "belnap-cli", "belnap-formats", "belnap-syntax"]),
    ("belnap-passes", STAGE),
    ("belnap-abstractor", PROVING_STAGE),
    ("belnap-checker", STAGE),
    ("belnap-refiner", PROVING_STAGE),
    ("belnap-certifier", PROVING_STAGE),
    ("belnap", ALL),
    ("belnap-tests", ALL),
    ("belnap-test-support", &[]),
];

/// What a stage may use.
const STAGE: &[&str] = &["belnap-ir", "belnap-cli", "belnap-formats"];

/// What a stage may use that asks the prover or follows executions.
const PROVING_STAGE: &[&str] =
    &["belnap-ir", "belnap-cli", "belnap-formats", "belnap-execution", "belnap-solver"];

/// What the driver and the whole-pipeline tests may use.
const ALL: &[&str] = &[
    "belnap",
    "belnap-ir",
    "belnap-cli",
    "belnap-formats",
    "belnap-execution",
    "belnap-solver",
    "belnap-syntax",
    "belnap-frontend",
    "belnap-passes",
    "belnap-abstractor",
    "belnap-checker",
    "belnap-refiner",
    "belnap-certifier",
];

/// Longer files are usually two things.
const MAX_LINES: usize = 700;

/// Fewest lines of documentation at the root of a crate that has code.
const MIN_ROOT_DOC: usize = 3;

/// Spelled in halves, so that this file passes its own test.
const BANNED: &[(&str, &str)] = &[
    (concat!("to", "do!("), "write the code, or return an error that says what is missing"),
    (
        concat!("unimple", "mented!("),
        "write the code, or return an error that says what is missing",
    ),
    (concat!("d", "bg!("), "remove it"),
    (concat!("#[ig", "nore"), "make the test fast enough to run always, or remove it"),
];

/// Folders that are not part of the source.
const SKIPPED_FOLDERS: &[&str] = &["target", "third_party", ".git", "corpus", "artifacts"];

#[test]
fn crates_depend_only_downwards() {
    let offences = members()
        .iter()
        .flat_map(|member| {
            let path = format!("{member}/Cargo.toml");
            dependency_offences(&path, &read(&root().join(&path)))
        })
        .collect();
    report("a crate depends on one it may not know", offences);
}

#[test]
fn every_crate_takes_the_workspace_lints() {
    let offences = members()
        .iter()
        .map(|member| format!("{member}/Cargo.toml"))
        .filter(|path| !section(&read(&root().join(path)), "lints").contains(&"workspace = true"))
        .map(|path| format!("{path}: add a section `[lints]` with `workspace = true`"))
        .collect();
    report("a crate does not take the workspace's lints", offences);
}

#[test]
fn every_module_has_a_header() {
    report("a module has no header comment", each_file(&["rs", "lalrpop"], header_offence));
}

#[test]
fn every_crate_root_is_documented() {
    let offences = members()
        .iter()
        .filter_map(|member| {
            let path = format!("{member}/src/lib.rs");
            root_doc_offence(&path, &read(&root().join(&path)))
        })
        .collect();
    report("a crate root has too little documentation", offences);
}

#[test]
fn no_file_is_too_long() {
    report("a file is too long", each_file(&["rs", "lalrpop", "md", "toml"], length_offence));
}

#[test]
fn nothing_unfinished_is_left_in() {
    report("something unfinished was left in", each_file(&["rs"], banned_offences));
}

#[test]
fn relative_links_lead_somewhere() {
    let offences = files(&["md"])
        .iter()
        .flat_map(|path| {
            let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
            link_offences(&shown(path), &read(path), |target| folder.join(target).exists())
        })
        .collect();
    report("a link leads nowhere", offences);
}

#[test]
fn no_snapshot_is_pending() {
    let offences = files(&["snap.new", "pending-snap"])
        .iter()
        .map(|path| {
            format!(
                "{}: accept it with `make bless` (and look at the diff) or delete it",
                shown(path)
            )
        })
        .collect();
    report("a snapshot waits for a decision", offences);
}

// The rules.

fn dependency_offences(path: &str, manifest: &str) -> Vec<String> {
    let name = package_name(manifest);
    let Some((_, allowed)) = ALLOWED.iter().find(|(known, _)| *known == name) else {
        return vec![format!(
            "{path}: `{name}` is not in the table ALLOWED of tests/suites/tidy.rs: add a row that \
             says which crates it may know, and describe it in ARCHITECTURE.md"
        )];
    };
    dependencies(manifest)
        .iter()
        .filter(|dependency| dependency.as_str() == "belnap" || dependency.starts_with("belnap-"))
        .filter(|dependency| !allowed.contains(&dependency.as_str()))
        .map(|dependency| {
            format!(
                "{path}: `{name}` may not depend on `{dependency}`: move what they share down to \
                 belnap-ir, belnap-formats or belnap-solver"
            )
        })
        .collect()
}

fn header_offence(path: &str, text: &str) -> Vec<String> {
    let (opening, advice) = if path.ends_with(".rs") {
        ("//! ", "start the file with a `//!` comment that says what it is for")
    } else {
        ("// ", "start the file with a `//` comment that says what it is for")
    };
    if text.starts_with(opening) { vec![] } else { vec![format!("{path}: {advice}")] }
}

/// An empty crate may say in one line that it is empty.
fn root_doc_offence(path: &str, text: &str) -> Option<String> {
    let documented = text.lines().filter(|line| line.starts_with("//! ")).count();
    let has_code = text.lines().any(|line| !line.trim().is_empty() && !line.starts_with("//"));
    let wanted = if has_code { MIN_ROOT_DOC } else { 1 };
    (documented < wanted).then(|| {
        format!(
            "{path}: say what the crate's central type is, how its parts relate and what a reader \
             would guess wrong ({documented} lines of documentation, at least {wanted})"
        )
    })
}

fn length_offence(path: &str, text: &str) -> Vec<String> {
    let lines = text.lines().count();
    let generated = text.lines().take(5).any(|line| line.contains("@generated"));
    if lines <= MAX_LINES || generated {
        return vec![];
    }
    vec![format!("{path}: {lines} lines, at most {MAX_LINES}: split it by subject")]
}

fn banned_offences(path: &str, text: &str) -> Vec<String> {
    let mut offences = vec![];
    for (number, line) in text.lines().enumerate() {
        for (word, advice) in BANNED {
            if line.contains(word) {
                offences.push(format!("{path}:{}: `{word}`: {advice}", number + 1));
            }
        }
    }
    offences
}

fn link_offences(path: &str, text: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut offences = vec![];
    let mut in_code = false;
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        for target in link_targets(&without_code_spans(line)) {
            let file = target.split('#').next().unwrap_or_default();
            let elsewhere = file.contains("://") || file.starts_with("mailto:");
            if !file.is_empty() && !elsewhere && !exists(file) {
                offences.push(format!(
                    "{path}:{}: the link to `{target}` leads to no file: correct or remove it",
                    number + 1
                ));
            }
        }
    }
    offences
}

// Reading what the rules look at.

/// Targets of `[text](target "title")` and of `[name]: target` in a line.
fn link_targets(line: &str) -> Vec<String> {
    let inline = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let reference = line
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("]: "))
        .filter(|(name, _)| !name.contains(']'))
        .map(|(_, target)| target);
    inline
        .chain(reference)
        .filter_map(|target| target.split_whitespace().next())
        .map(|target| target.trim_matches(['<', '>']).to_owned())
        .collect()
}

/// The line without what stands between backticks.
fn without_code_spans(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

fn package_name(manifest: &str) -> &str {
    section(manifest, "package")
        .iter()
        .find_map(|line| line.strip_prefix("name = "))
        .unwrap_or_default()
        .trim_matches('"')
}

/// Names of the dependencies of a manifest, in each spelling TOML has for them. Development and
/// build dependencies do not count: they are not part of what the crate is.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = vec![];
    let mut in_table = false;
    for line in lines_of(manifest) {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            in_table = header == "dependencies"
                || header.starts_with("target.") && header.ends_with(".dependencies");
            names.extend(header.strip_prefix("dependencies.").map(unquoted));
        } else if in_table {
            names.extend(line.split(['=', '.']).next().map(unquoted));
        }
    }
    names
}

fn unquoted(key: &str) -> String {
    key.trim().trim_matches('"').to_owned()
}

/// The lines of a section of a manifest.
fn section<'a>(manifest: &'a str, name: &str) -> Vec<&'a str> {
    let header = format!("[{name}]");
    lines_of(manifest)
        .skip_while(|line| *line != header)
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .collect()
}

/// Lines of a manifest that say something.
fn lines_of(manifest: &str) -> impl Iterator<Item = &str> {
    manifest.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Folders of the workspace's crates.
fn members() -> Vec<String> {
    let manifest = read(&root().join("Cargo.toml"));
    let list = manifest
        .split_once("members = [")
        .and_then(|(_, rest)| rest.split_once(']'))
        .map(|(list, _)| list)
        .expect("Cargo.toml of the workspace lists its members");
    list.split(',').map(unquoted).filter(|member| !member.is_empty()).collect()
}

// The tree.

fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("the tests are a folder of the workspace").to_path_buf()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", shown(path)))
}

/// The path as messages show it: from the workspace's root.
fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// All source files with one of these endings, in a fixed order.
fn files(endings: &[&str]) -> Vec<PathBuf> {
    let mut found = vec![];
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", shown(&folder)));
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if !SKIPPED_FOLDERS.contains(&name.as_str()) {
                    folders.push(entry.path());
                }
            } else if endings.iter().any(|ending| name.ends_with(&format!(".{ending}"))) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    found
}

fn each_file(endings: &[&str], rule: impl Fn(&str, &str) -> Vec<String>) -> Vec<String> {
    let found = files(endings);
    assert!(!found.is_empty(), "no file ends in any of {endings:?}: is the tree complete?");
    found.iter().flat_map(|path| rule(&shown(path), &read(path))).collect()
}

fn report(what: &str, offences: Vec<String>) {
    assert!(offences.is_empty(), "{what}:\n  {}\n", offences.join("\n  "));
}

// Each rule, broken.

#[test]
fn a_stage_that_knows_another_is_reported() {
    let manifest = "[package]\nname = \"belnap-checker\"\n[dependencies]\nbelnap-ir.workspace = true\n\
                    # a comment\nbelnap-refiner = { workspace = true }\n[dependencies.belnap-solver]\n\
                    path = \"../solver\"\n[dev-dependencies]\nbelnap = { workspace = true }\n";
    let offences = dependency_offences("checker/Cargo.toml", manifest);
    assert_eq!(offences.len(), 2, "{offences:?}");
    assert!(offences[0].contains("`belnap-refiner`") && offences[1].contains("`belnap-solver`"));

    let stranger = dependency_offences("new/Cargo.toml", "[package]\nname = \"belnap-new\"\n");
    assert!(stranger[0].contains("not in the table"), "{stranger:?}");
}

#[test]
fn a_missing_header_is_reported() {
    assert_eq!(header_offence("a.rs", "use std::fmt;\n").len(), 1);
    assert_eq!(header_offence("a.rs", "// not a doc comment\n").len(), 1);
    assert_eq!(header_offence("a.lalrpop", "grammar;\n").len(), 1);
    assert!(header_offence("a.rs", "//! What it is for.\n").is_empty());
    assert!(header_offence("a.lalrpop", "// What it is for.\ngrammar;\n").is_empty());
}

#[test]
fn a_bare_crate_root_is_reported() {
    assert!(root_doc_offence("src/lib.rs", "//! One line.\npub mod a;\n").is_some());
    assert!(root_doc_offence("src/lib.rs", "\n").is_some());
    assert!(root_doc_offence("src/lib.rs", "//! Nothing is here yet.\n").is_none());
    assert!(root_doc_offence("src/lib.rs", "//! a\n//! b\n//!\n//! c\n\npub mod a;\n").is_none());
}

#[test]
fn a_long_file_is_reported() {
    let long = "//! Long.\n".repeat(MAX_LINES + 1);
    assert_eq!(length_offence("a.rs", &long).len(), 1);
    assert!(length_offence("a.rs", &"\n".repeat(MAX_LINES)).is_empty());
    assert!(length_offence("a.rs", &format!("// @generated\n{long}")).is_empty());
}

#[test]
fn unfinished_code_is_reported_with_its_line() {
    for (word, _) in BANNED {
        let offences = banned_offences("a.rs", &format!("//! A.\n{word}\n"));
        assert!(offences.len() == 1 && offences[0].starts_with("a.rs:2: "), "{offences:?}");
    }
}

#[test]
fn a_dead_link_is_reported_and_code_is_not_a_link() {
    let text = "[a](here.md) and [b](gone.md#part \"title\")\n[c]: lost.md\n`[d](code.md)`\n\
                ```\n[e](block.md)\n```\n[f](https://example.org/x) [g](#part)\n";
    let offences = link_offences("A.md", text, |target| target == "here.md");
    assert_eq!(offences.len(), 2, "{offences:?}");
    assert!(offences[0].starts_with("A.md:1: ") && offences[0].contains("gone.md"));
    assert!(offences[1].starts_with("A.md:2: ") && offences[1].contains("lost.md"));
}
