//! `belnap show`: readable summaries.

use belnap_cli::io::write_output;
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, print_diagnostics};
use belnap_formats::cfg;

use crate::artefact::{Content, Input};
use crate::report::printable;
use crate::summary;

const AFTER_HELP: &str = "\
Examples:
  belnap show prog.bp
  belnap show prog.kripke.json
  belnap show prog.cfg.json
  belnap show --ledger prog.cfg.json      what the graph does not model exactly
  belnap show prog.result.json      the report of `belnap check`

Exit codes:
  0  the summary was written, whatever a result says
  1  wrong command line
  2  the file was refused or cannot be read";

/// What to show.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct ShowOptions {
    /// A file of any kind; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Show only the ledger of a control-flow graph: what it does not model exactly.
    #[arg(long)]
    pub ledger: bool,
    /// Where to write the summary; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or is refused.
pub fn run(options: &ShowOptions) -> Result<u8, ToolError> {
    keep_apart(&[("-o", options.output.as_deref())], [options.file.as_str()])?;
    let input = Input::read(&options.file)?;
    let content = input.content()?;
    if let Content::BoolProgram(_, warnings) = &content {
        print_diagnostics(&input.file, &input.text, warnings);
    }
    let page = if options.ledger { ledger(&input, &content)? } else { summary::page(&content) };
    write_output(options.output.as_deref(), &printable(&page))?;
    Ok(exit::OK)
}

fn ledger(input: &Input, content: &Content) -> Result<String, ToolError> {
    match content {
        Content::Cfg(artefact) if artefact.content.ledger.is_empty() => {
            Ok("everything is modelled exactly\n".to_owned())
        }
        Content::Cfg(artefact) => Ok(cfg::ledger(&artefact.content)),
        other => Err(ToolError::Usage(format!(
            "--ledger is for control-flow graphs, and {} is {}",
            input.file,
            other.kind()
        ))),
    }
}
