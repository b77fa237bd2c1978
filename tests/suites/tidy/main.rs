//! Tidy: what a compiler does not check about the tree itself.
//!
//! Each test collects every offence before it fails, and each message says what to do. The rules
//! are plain functions from text to messages, so that every rule has a test that breaks it; they
//! read the files as lines and know no more of Rust and Markdown than they need.

mod manifests;
mod pages;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use manifests::{dependencies, dependency_offences, packages};
use pages::{citation_offences, link_offences};

/// Longer files are usually two things.
const MAX_LINES: usize = 700;

/// The width of lines.
const MAX_WIDTH: usize = 100;

/// Parts of lines in which a library names an option all the same.
const MAY_NAME_OPTIONS: &[&str] = &[
    // Commands that are named whole.
    "`belnap ",
    // Another program's.
    "Command::new",
    "-Wl,",
    "--param=asan-",
    // Every command that compiles C has it.
    "choose one with --entry",
];

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
    let offences = packages()
        .iter()
        .flat_map(|package| dependency_offences(&package.name, &dependencies(package)))
        .collect();
    report("a crate depends on one it may not know", offences);
}

#[test]
fn every_crate_takes_the_workspace_lints() {
    let offences = packages()
        .iter()
        .map(|package| package.manifest_path.as_std_path())
        .filter(|path| !read(path).contains("\n[lints]\nworkspace = true\n"))
        .map(|path| format!("{}: add `[lints]` with `workspace = true`", shown(path)))
        .collect();
    report("a crate does not take the workspace's lints", offences);
}

#[test]
fn every_module_has_a_header() {
    report("a module has no header comment", each_file(&["rs", "lalrpop"], header_offence));
}

#[test]
fn every_crate_root_is_documented() {
    let offences = packages()
        .iter()
        .filter_map(|package| {
            let path = package.manifest_path.with_file_name("src/lib.rs");
            root_doc_offence(&shown(path.as_std_path()), &read(path.as_std_path()))
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
fn pages_that_are_named_exist() {
    let names: BTreeSet<String> = files(&["md"])
        .iter()
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .collect();
    let offences = files(&["rs", "lalrpop", "md"])
        .iter()
        .flat_map(|path| {
            // From the folder of the file, from one around it, or by its name alone.
            let exists = |page: &str| {
                path.ancestors().skip(1).any(|folder| folder.join(page).exists())
                    || names.contains(page)
            };
            citation_offences(&shown(path), &read(path), exists)
        })
        .collect();
    report("a page is named that does not exist", offences);
}

#[test]
fn comments_are_not_too_wide() {
    report("a comment is too wide", each_file(&["rs"], width_offences));
}

#[test]
fn libraries_name_no_options() {
    let offences = files(&["rs"])
        .iter()
        .map(|path| (shown(path), path))
        .filter(|(name, _)| is_library(name))
        .flat_map(|(name, path)| option_offences(&name, &read(path)))
        .collect();
    report("a library names an option of a command", offences);
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

/// Comments that are wider than `rustfmt.toml` says, which rustfmt does not wrap.
fn width_offences(path: &str, text: &str) -> Vec<String> {
    let wide = |line: &str| {
        let text = line.trim_start().trim_start_matches(['/', '!']).trim_start();
        let is_comment = line.trim_start().starts_with("//");
        // Addresses and rows of tables cannot be wrapped.
        let is_whole = line.contains("://") || text.starts_with('|');
        is_comment && line.chars().count() > MAX_WIDTH && !is_whole
    };
    let lines = text.lines().enumerate().filter(|(_, line)| wide(line));
    lines.map(|(index, _)| format!("{path}:{}: wrap it at {MAX_WIDTH}", index + 1)).collect()
}

/// Whether a file is a library's: not a command, not a test, not an executable.
fn is_library(path: &str) -> bool {
    let outside = ["/commands/", "/tests/", "/bin/", "build.rs", "main.rs", "tests.rs"];
    let is_command_line = ["driver/", "cli/", "tests/", "fuzz/"];
    path.contains("/src/")
        && !is_command_line.iter().any(|folder| path.starts_with(folder))
        && !outside.iter().any(|part| path.contains(part))
}

/// Options (`--name`) in texts of a library. Its callers may not have them.
fn option_offences(path: &str, text: &str) -> Vec<String> {
    let code = text.lines().take_while(|line| *line != "#[cfg(test)]").enumerate();
    code.filter(|(_, line)| !line.trim_start().starts_with("//") && names_option(line))
        .filter(|(_, line)| !MAY_NAME_OPTIONS.iter().any(|known| line.contains(known)))
        .map(|(index, _)| {
            format!("{path}:{}: name what is too small, and let commands name options", index + 1)
        })
        .collect()
}

/// Whether a text in a line of code names an option.
fn names_option(line: &str) -> bool {
    line.split('"').skip(1).step_by(2).any(|text| {
        let mut after = text.split("--").skip(1);
        after.any(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
    })
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
fn a_wide_comment_is_reported() {
    let wide = "x".repeat(MAX_WIDTH);
    assert_eq!(width_offences("a.rs", &format!("//! A.\n    // {wide}\n")).len(), 1);
    assert!(width_offences("a.rs", &format!("let x = \"{wide}\";\n// {}\n", "x")).is_empty());
}

#[test]
fn an_option_in_a_library_is_reported() {
    let text =
        "//! With --this.\nlet a = \"raise --max-nodes\";\nlet b = x--;\n#[cfg(test)]\n\"--c\"\n";
    let offences = option_offences("ir/src/a.rs", text);
    assert!(offences.len() == 1 && offences[0].starts_with("ir/src/a.rs:2: "), "{offences:?}");
    assert!(is_library("ir/src/a.rs") && !is_library("checker/src/commands/check.rs"));
}

#[test]
fn unfinished_code_is_reported_with_its_line() {
    for (word, _) in BANNED {
        let offences = banned_offences("a.rs", &format!("//! A.\n{word}\n"));
        assert!(offences.len() == 1 && offences[0].starts_with("a.rs:2: "), "{offences:?}");
    }
}
