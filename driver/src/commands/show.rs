//! `belnap show`: readable summaries.

use belnap_formats::diagnostic::render_all;
use belnap_formats::tool::io::write_output;
use belnap_formats::tool::{ToolError, exit, report};

use crate::artefact::{Content, Input};
use crate::report::printable;
use crate::summary;

const AFTER_HELP: &str = "\
Examples:
  belnap show prog.bp
  belnap show prog.kripke.json
  belnap show prog.result.json      the report of `belnap check`

Exit codes:
  0  the summary was written, whatever a result says
  1  wrong command line
  2  the file was refused or cannot be read";

/// What to show.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Options {
    /// A file of any kind; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Where to write the summary; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

/// Runs the subcommand.
pub fn run(options: &Options) -> Result<u8, ToolError> {
    let input = Input::read(&options.file)?;
    let content = input.content()?;
    if let Content::BoolProgram(_, warnings) = &content {
        report(&render_all(&input.file, &input.text, warnings));
    }
    write_output(options.output.as_deref(), &printable(&summary::page(&content)))?;
    Ok(exit::OK)
}
