//! Assumptions that verdicts rest on: named where they are needed, absent where they are not.
//!
//! A case is a C file in `assumptions/` whose head says what the verdict is, and every assumption
//! that it names:
//!
//! ```text
//! // verdict: TRUE|FALSE|UNKNOWN
//! // if: dividing by zero ends the program
//! // negated: TRUE|FALSE|UNKNOWN
//! ```
//!
//! `negated` is the verdict with `-DNEGATED`, which turns the assertion around; it names nothing.
//! With `--strict`, a verdict that names something is UNKNOWN, and any other is what it was.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/assumptions");
    let files = fs::read_dir(&folder).expect("the folder of cases").filter_map(Result::ok);
    let mut names: Vec<String> =
        files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let trials = names.into_iter().map(|name| {
        let folder = folder.clone();
        Trial::test(name.clone(), move || case(&folder, &name))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn case(folder: &Path, name: &str) -> Result<(), Failed> {
    let text = fs::read_to_string(folder.join(name))?;
    let head = |word: &str| -> Vec<String> {
        let own = text.lines().filter_map(|line| line.strip_prefix("// ")?.strip_prefix(word));
        own.map(|rest| rest.trim().to_owned()).collect()
    };
    let (verdict, negated) = (head("verdict:"), head("negated:"));
    let named: BTreeSet<String> = head("if:").into_iter().collect();
    let [verdict] = verdict.as_slice() else { return Err("it has no verdict".into()) };
    expect(folder, &[name], verdict, &named)?;
    let strictly = if named.is_empty() { verdict } else { "UNKNOWN" };
    let (word, found) = run(folder, &[name, "--strict"]);
    if word != strictly {
        return Err(format!("strictly it is {word}: {found}").into());
    }
    match negated.as_slice() {
        [] => Ok(()),
        [negated, ..] => expect(folder, &[name, "-DNEGATED"], negated, &BTreeSet::new()),
    }
}

fn expect(
    folder: &Path,
    arguments: &[&str],
    verdict: &str,
    named: &BTreeSet<String>,
) -> Result<(), Failed> {
    let (word, text) = run(folder, arguments);
    if (word.as_str(), &assumptions(&text)) == (verdict, named) {
        return Ok(());
    }
    Err(format!("{verdict} was expected, if {named:?}; with {arguments:?} it is\n{text}").into())
}

/// The verdict, and all that is reported.
fn run(folder: &Path, arguments: &[&str]) -> (String, String) {
    let Output { stdout, stderr, .. } = Command::new(env!("CARGO_BIN_EXE_belnap"))
        .args(["verify", "-q", "--timeout", "60"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&stdout) + String::from_utf8_lossy(&stderr);
    let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
    let word: String = last.chars().take_while(char::is_ascii_uppercase).collect();
    (word, text.into_owned())
}

/// What a verdict takes for granted, without the places.
fn assumptions(text: &str) -> BTreeSet<String> {
    let line = text.lines().find(|line| line.contains("holds (") || line.contains("fails ("));
    let named = line.and_then(|line| line.split_once(", if ")).map(|(_, named)| named);
    let all = named.into_iter().flat_map(|named| named.split("; "));
    all.map(|one| one.rsplit_once(" (").map_or(one, |(detail, _)| detail).to_owned()).collect()
}
