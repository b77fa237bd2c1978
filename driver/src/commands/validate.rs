//! `belnap validate`: what is wrong with files of any kind.

use std::fmt::Write as _;

use belnap_formats::diagnostic::render;
use belnap_formats::tool::io::write_output;
use belnap_formats::tool::{ToolError, exit, report};
use belnap_ir::diagnostic::Diagnostic;

use crate::artefact::{Content, Input};
use crate::confirm::Subject;
use crate::report::printable;
use crate::summary;

const AFTER_HELP: &str = "\
The kind of a file is found from its content: Boolean programs, control-flow graphs, Kripke
structures, properties, predicates and results. Diagnostics name the rule that is broken; the pages in formats/spec say
more about each.

With --against, every explanation of one result is re-checked, claim by claim, on the structure or
program it is about, by a checker that shares no code with the one that wrote it. A program is
encoded as the result says, with what `*` means in its dialect; if it was checked with --star, give
the structure that --save-kripke keeps. Where states are listed, an explanation is about one of them;
if the verdict depends on others too, the line says so. Not checked are the values in initial states, whether
something unknown could have been decided, and what an earlier result is believed to say. \"Cannot be
confirmed\" means that there was too much to try or something was left out; the explanation is then
not known to be wrong.

Examples:
  belnap validate prog.bp property.ctl prog.result.json
  belnap-bp2kripke prog.bp | belnap validate -
  belnap validate prog.result.json --against prog.kripke.json

Exit codes:
  0  every file is valid (there may be warnings), every explanation confirmed
  1  wrong command line
  2  some file was refused or cannot be read, or some explanation is missing, wrong or cannot be
     confirmed";

/// Which files to validate.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Options {
    /// Files of any kind; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// Re-check the explanations of a result on the Kripke structure or Boolean program it is
    /// about.
    #[arg(long, value_name = "STRUCTURE")]
    pub against: Option<String>,
}

/// Runs the subcommand.
pub fn run(options: &Options) -> Result<u8, ToolError> {
    if let Some(against) = &options.against {
        return confirm(&options.files, against);
    }
    let mut accepted = String::new();
    let mut code = exit::OK;
    for path in &options.files {
        match validate(path) {
            Ok(summary) => accepted.push_str(&summary),
            Err(refusal) => {
                report(&refusal);
                code = exit::REFUSED;
            }
        }
    }
    write_output(None, &printable(&accepted))?;
    Ok(code)
}

/// Re-checks the explanations of the only file; one line per property.
fn confirm(files: &[String], against: &str) -> Result<u8, ToolError> {
    let [path] = files else {
        return Err(ToolError::Usage("--against is for one result".to_owned()));
    };
    if path == "-" && against == "-" {
        return Err(ToolError::Usage("standard input can be read only once".to_owned()));
    }
    let input = Input::read(path)?;
    let result = match input.content()? {
        Content::Result(artefact) => artefact.content,
        other => {
            let message = format!("this is {}; only results have explanations", other.kind());
            return Err(input.refused(&message));
        }
    };
    if result.properties.is_empty() {
        return Err(input.refused("there are no properties, so nothing can be confirmed"));
    }
    let subject = Subject::read(&Input::read(against)?, &result.structure)?;
    if let Some(difference) = subject.difference(&result.structure) {
        report(&format!("{}: warning: {difference}\n", input.file));
    }
    let mut lines = String::new();
    let mut code = exit::OK;
    for (property, outcome) in result.properties.iter().zip(subject.confirm_all(&result)) {
        let _ = writeln!(lines, "{}: {outcome}", property.name);
        if !outcome.is_confirmed() {
            code = exit::REFUSED;
        }
    }
    write_output(None, &printable(&lines))?;
    Ok(code)
}

/// The line on a valid file; warnings go to standard error.
fn validate(path: &str) -> Result<String, String> {
    let input = Input::read(path).map_err(|error| error.message(super::NAME))?;
    let all = |found: &[Diagnostic]| -> String {
        found.iter().map(|diagnostic| render(&input.file, &input.text, diagnostic)).collect()
    };
    let content = input.parse().map_err(|found| all(&found))?;
    if let Content::BoolProgram(_, warnings) = &content {
        report(&all(warnings));
    }
    let mut line = String::new();
    let _ = writeln!(line, "{}: ok ({})", input.file, summary::line(&content));
    Ok(line)
}
