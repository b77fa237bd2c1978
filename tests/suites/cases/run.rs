//! One case: every question, by both engines (and by two classical runs, where `--no-hyper`
//! stands), on the file as it is and as we print it.

use std::fs;
use std::path::Path;

use belnap::commands::{self, Cli};
use belnap_cli::{ToolError, exit};
use belnap_formats::header::{Artefact, Header};
use belnap_formats::{boolprog, kripke, result};
use belnap_ir::result::{CheckResult, Verdict};
use belnap_test_support::folder::Folder;
use belnap_test_support::head::{Check, Head};
use clap::Parser as _;

/// The keys of these cases.
const KEYS: [&str; 4] = ["options", "check", "because", "snapshot"];

/// Room for decision diagrams; the default takes longer to set up than a case to check.
const MAX_NODES: &str = "65536";

/// Limit on the states that are listed for the explicit engine; larger cases are for the symbolic
/// one.
const MAX_STATES: &str = "2000";

/// Runs a case; the error says everything that is wrong with it.
pub fn case(name: &str, file: &Path) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let checks = match name.strip_suffix(".kripke.json") {
        // A structure has no comments; its head is a file of its own.
        Some(_) => {
            let path = file.to_string_lossy().replace(".kripke.json", ".case");
            let head = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
            checks(Path::new(&path), &head)?
        }
        None => checks(file, &text)?,
    };
    let folder = Folder::new();
    let printed = folder.path("printed");
    let canonical = canonical(&text)?;
    folder.write("printed", &canonical);
    let mut problems = Vec::new();
    for (number, question) in checks.iter().enumerate() {
        let asked = format!("belnap check {name} {}", arguments(question).join(" "));
        for (file, which) in [(file, "as written"), (printed.as_path(), "as we print it")] {
            // Two classical runs know nothing of the `wp` trick.
            let has = |word: &str| question.options.iter().any(|option| option.contains(word));
            let plain = has("--no-hyper") && !has("under");
            let engines = ["symbolic", "explicit", "two-valued"];
            for engine in engines.into_iter().take(if plain { 3 } else { 2 }) {
                if let Err(problem) = answer(folder.root(), file, engine, question) {
                    problems.push(format!("{asked}\n  {which}, {engine} engine: {problem}"));
                }
            }
        }
        match report(folder.root(), file, question) {
            Ok(text) => {
                let because = question.values("because");
                for part in because.into_iter().filter(|part| !text.contains(part)) {
                    problems.push(format!("{asked}\n  the report does not say `{part}`:\n{text}"));
                }
                if question.has("snapshot") {
                    snapshot(name, number, &format!("{asked}\n\n{text}"));
                }
            }
            Err(problem) => problems.push(format!("{asked}\n  as text: {problem}")),
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// The questions of a case.
fn checks(file: &Path, text: &str) -> Result<Vec<Check>, String> {
    Ok(Head::read(file, text, &KEYS)?.checks(&["because", "snapshot"])?)
}

/// The arguments that ask a question.
fn arguments(question: &Check) -> Vec<&str> {
    let options = question.options.iter().map(String::as_str);
    options.chain(question.asked()).collect()
}

/// The file as we print it; printing that again must change nothing.
fn canonical(text: &str) -> Result<String, String> {
    let once = print(text)?;
    if print(&once)? == once { Ok(once) } else { Err("printing twice differs".to_owned()) }
}

fn print(text: &str) -> Result<String, String> {
    if text.trim_start().starts_with('{') {
        let artefact = kripke::read(text).map_err(|found| format!("{found:?}"))?;
        return Ok(kripke::print(&artefact));
    }
    let program = boolprog::read(text).map_err(|found| format!("{found:?}"))?;
    Ok(boolprog::print(&program))
}

/// Whether an engine gives the expected answer, in a document that is read back as it was written.
fn answer(folder: &Path, file: &Path, engine: &str, question: &Check) -> Result<(), String> {
    let extra = ["--format", "json", "--engine", engine, "--max-states", MAX_STATES];
    let (code, text) = match ask(folder, file, &extra, question) {
        Ok(asked) => asked,
        Err(ToolError::Refused(refusal)) if refusal.breaks("listing-limit") => return Ok(()),
        Err(error) => return Err(error.message("belnap")),
    };
    let document = result::read(&text).map_err(|found| format!("invalid result: {found:?}"))?;
    let again = Artefact { header: Header::default(), content: document.content };
    let reread = result::read(&result::print(&again)).map_err(|found| format!("{found:?}"))?;
    if reread.content != again.content {
        return Err("the result changes when printed and read".to_owned());
    }
    let verdict = overall(&again.content);
    let (word, expected) = match verdict {
        Verdict::Holds => ("TRUE", exit::OK),
        Verdict::Fails => ("FALSE", exit::FAILS),
        Verdict::Inconclusive => ("UNKNOWN", exit::INCONCLUSIVE),
    };
    if word != question.verdict {
        return Err(format!("{word}, expected {}", question.verdict));
    }
    if code == expected { Ok(()) } else { Err(format!("exit code {code}, expected {expected}")) }
}

/// The verdict over all properties: with an error label, the assertions may count too.
fn overall(result: &CheckResult) -> Verdict {
    let verdicts: Vec<Verdict> = result.properties.iter().map(|one| one.verdict).collect();
    if verdicts.contains(&Verdict::Fails) {
        Verdict::Fails
    } else if verdicts.contains(&Verdict::Inconclusive) {
        Verdict::Inconclusive
    } else {
        Verdict::Holds
    }
}

fn report(folder: &Path, file: &Path, question: &Check) -> Result<String, String> {
    let asked = ask(folder, file, &[], question);
    asked.map(|(_, text)| text).map_err(|error| error.message("belnap"))
}

/// Runs `belnap check`: exit code and output.
fn ask(
    folder: &Path,
    file: &Path,
    extra: &[&str],
    question: &Check,
) -> Result<(u8, String), ToolError> {
    let output = folder.join("output");
    let paths = [file, &output].map(|path| path.to_string_lossy().into_owned());
    let mut arguments =
        vec!["belnap", "check", &paths[0], "-o", &paths[1], "--max-nodes", MAX_NODES];
    arguments.extend(extra);
    arguments.extend(self::arguments(question));
    let cli =
        Cli::try_parse_from(arguments).map_err(|error| ToolError::Usage(error.to_string()))?;
    let code = commands::run(&cli)?;
    let text =
        fs::read_to_string(&output).map_err(|error| ToolError::Internal(error.to_string()))?;
    Ok((code, text))
}

/// Compares with the snapshot of this question.
fn snapshot(name: &str, number: usize, text: &str) {
    let stem = name.trim_end_matches(".bp").trim_end_matches(".kripke.json").replace('/', "-");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(format!("{stem}-{}", number + 1), text));
}
