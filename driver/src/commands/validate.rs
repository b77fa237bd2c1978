//! `belnap validate`: what is wrong with files of any kind.

use std::fmt::Write as _;

use belnap_formats::diagnostic::render;
use belnap_formats::tool::io::write_output;
use belnap_formats::tool::{ToolError, exit, report};
use belnap_ir::diagnostic::Diagnostic;

use crate::artefact::{Content, Input};
use crate::report::printable;
use crate::summary;

const AFTER_HELP: &str = "\
The kind of a file is found from its content: Boolean programs, Kripke structures, properties,
predicates and results. Diagnostics name the rule that is broken; the pages in formats/spec say
more about each.

Examples:
  belnap validate prog.bp property.ctl prog.result.json
  belnap-bp2kripke prog.bp | belnap validate -

Exit codes:
  0  every file is valid (there may be warnings)
  1  wrong command line
  2  some file was refused or cannot be read";

/// Which files to validate.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Options {
    /// Files of any kind; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
}

/// Runs the subcommand.
pub fn run(options: &Options) -> Result<u8, ToolError> {
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
