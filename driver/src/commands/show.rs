//! `belnap show`: readable summaries.

use belnap_cli::io::write_output;
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, print_diagnostics};
use belnap_formats::cfg;
use belnap_formats::header::{Artefact, Header};
use belnap_frontend::commands::c2cfg;
use clap::Parser as _;

use crate::artefact::{Content, Input};
use crate::report::printable;
use crate::summary;

const AFTER_HELP: &str = "\
Examples:
  belnap show prog.bp
  belnap show prog.kripke.json
  belnap show prog.cfg.json
  belnap show prog.c      the graph of a C program, as belnap c2cfg makes it
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
    /// Function that a C program starts with.
    #[arg(long, value_name = "FUNCTION", default_value = "main")]
    pub entry: String,
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
    let content = match is_c(&options.file) {
        true => compile(&options.file, &options.entry)?,
        false => input.content()?,
    };
    if let Content::BoolProgram(_, warnings) = &content {
        print_diagnostics(&input.file, &input.text, warnings);
    }
    let page = if options.ledger { ledger(&input, &content)? } else { summary::page(&content) };
    write_output(options.output.as_deref(), &printable(&page))?;
    Ok(exit::OK)
}

/// Whether a file has a C program, by its name.
fn is_c(file: &str) -> bool {
    file.ends_with(".c") || file.ends_with(".i")
}

/// The graph of a C program that starts with a function, with the options that `belnap c2cfg` has
/// by default.
fn compile(file: &str, entry: &str) -> Result<Content, ToolError> {
    #[derive(clap::Parser)]
    struct Program {
        #[command(flatten)]
        args: c2cfg::ProgramArgs,
    }
    let program = Program::try_parse_from(["show", "--entry", entry, "--", file])
        .map_err(|error| ToolError::Usage(error.to_string()))?;
    let (compiled, inputs) = c2cfg::build(&program.args)?;
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let header = Header::of_tool(c2cfg::NAME, &inputs);
    Ok(Content::Cfg(Box::new(Artefact { header, content: compiled.cfg })))
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
