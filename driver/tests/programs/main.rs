//! C programs given to `belnap verify`: each C file below this folder is one test.
//!
//! The head of a file says what is asked, what the verdict is and what the output says about it
//! (`tests/cases/README.md`). Of `assumptions/`, every verdict names exactly the assumptions that
//! are listed; with `--strict`, one that names something is UNKNOWN, and any other is what it was.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use belnap_test_support::files::case_files;
use belnap_test_support::folder::Folder;
use belnap_test_support::head::{Check, Head};
use belnap_test_support::process::{self, Run};
use libtest_mimic::{Arguments, Failed, Trial};

const KEYS: [&str; 5] = ["options", "check", "says", "lacks", "if"];

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let trials = case_files(&root, &[".c"]).into_iter().map(|file| {
        let root = root.clone();
        Trial::test(file.display().to_string(), move || case(&root, &file))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn case(root: &Path, file: &Path) -> Result<(), Failed> {
    let path = root.join(file);
    let head = Head::read(&path, &fs::read_to_string(&path)?, &KEYS)?;
    for check in head.checks(&["says", "lacks", "if"])? {
        let run = verify(&path, &check, &[]);
        let named = file.starts_with("assumptions").then(|| assumptions(&run.stdout));
        let asked = check.property.as_deref().unwrap_or("default");
        wrong(&check, &run, named.as_ref())
            .map_err(|what| format!("{asked} {:?}: {what}\n{}", check.options, run.text()))?;
        if let Some(named) = named {
            let strictly = verify(&path, &check, &["--strict"]);
            let expected = if named.is_empty() { &check.verdict } else { "UNKNOWN" };
            if verdict(&strictly) != expected {
                return Err(format!("strictly it is not {expected}: {}", strictly.text()).into());
            }
        }
    }
    Ok(())
}

/// Asks a question, where the file is; what the run leaves behind goes to a folder of its own.
fn verify(file: &Path, check: &Check, more: &[&str]) -> Run {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let options = check.options.iter().map(String::as_str);
    let rest: Vec<&str> = options.chain(check.asked()).chain(more.iter().copied()).collect();
    let temporary = Folder::new();
    let mut command = process::command(
        env!("CARGO_BIN_EXE_belnap"),
        &[&["verify", "-q", "--timeout", "120", &name], &rest[..]].concat(),
    );
    let folder = file.parent().unwrap_or(Path::new("."));
    process::run(command.current_dir(folder).env("TMPDIR", temporary.root()))
}

/// The verdict, which the exit code and the last line agree on; JSON has no such line.
fn verdict(run: &Run) -> &'static str {
    let word = match run.code {
        0 => "TRUE",
        10 => "FALSE",
        5 => "UNKNOWN",
        2 if run.stdout.is_empty() => return "REFUSED",
        _ => return "no verdict",
    };
    let last = run.stdout.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
    let agrees = run.stdout.starts_with('{') || last.starts_with(word);
    if agrees { word } else { "no verdict" }
}

/// What is wrong with an answer, if something is.
fn wrong(check: &Check, run: &Run, named: Option<&BTreeSet<String>>) -> Result<(), String> {
    let found = verdict(run);
    if found != check.verdict {
        return Err(format!("{} was expected, and it is {found}", check.verdict));
    }
    let text = run.text();
    if let Some(part) = check.values("says").iter().find(|part| !contains(&text, part)) {
        return Err(format!("it does not say `{part}`"));
    }
    if let Some(part) = check.values("lacks").iter().find(|part| contains(&text, part)) {
        return Err(format!("it says `{part}`"));
    }
    let listed: BTreeSet<String> = check.values("if").into_iter().map(str::to_owned).collect();
    match named {
        Some(named) if *named != listed => Err(format!("if {named:?} instead of if {listed:?}")),
        None if !listed.is_empty() => Err("`if:` is for cases of `assumptions`".to_owned()),
        _ => Ok(()),
    }
}

/// Whether a text contains a part; `$` at its end stands for the end of a line.
fn contains(text: &str, part: &str) -> bool {
    match part.strip_suffix('$') {
        Some(end) => text.lines().any(|line| line.ends_with(end)),
        None => text.contains(part),
    }
}

/// What a verdict assumes, without the places.
fn assumptions(text: &str) -> BTreeSet<String> {
    let line = text.lines().find(|line| line.contains("holds (") || line.contains("fails ("));
    let named = line.and_then(|line| line.split_once(", if ")).map(|(_, named)| named);
    let all = named.into_iter().flat_map(|named| named.split("; "));
    all.map(|one| one.rsplit_once(" (").map_or(one, |(detail, _)| detail).to_owned()).collect()
}
