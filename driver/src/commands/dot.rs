//! `belnap dot`: drawings.

use belnap_checker::commands::bp2kripke;
use belnap_checker::commands::options::{EncodeArgs, LimitArgs};
use belnap_cli::io::write_output;
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, print_diagnostics};
use belnap_formats::dot;

use crate::artefact::{Content, Input};

const AFTER_HELP: &str = "\
Draws a Kripke structure, a control-flow graph, or the locations of a Boolean program, in the
language of Graphviz.
Steps that may or may not exist are dashed, steps known to exist but not expected are dotted.

Examples:
  belnap dot prog.bp | dot -Tsvg -o prog.svg
  belnap dot prog.cfg.json | dot -Tsvg -o prog.svg
  belnap dot --explicit prog.bp | dot -Tpdf -o states.pdf

Exit codes:
  0  the drawing was written
  1  wrong command line
  2  the input was refused, or a file cannot be read or written";

/// What to draw.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct DotOptions {
    /// A Kripke structure, a control-flow graph or a Boolean program; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Where to write the drawing; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Draw the reachable states of a program instead of its locations.
    #[arg(long)]
    pub explicit: bool,
    /// How to encode.
    #[command(flatten)]
    pub encode: EncodeArgs,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or is refused.
pub fn run(options: &DotOptions) -> Result<u8, ToolError> {
    keep_apart(&[("-o", options.output.as_deref())], [options.file.as_str()])?;
    let input = Input::read(&options.file)?;
    let kripke = match input.content()? {
        Content::Kripke(artefact) => artefact.content,
        Content::Cfg(artefact) => {
            write_output(options.output.as_deref(), &dot::cfg(&artefact.content))?;
            return Ok(exit::OK);
        }
        Content::BoolProgram(program, warnings) => {
            print_diagnostics(&input.file, &input.text, &warnings);
            let (how, limits) = (&options.encode, &options.limits);
            bp2kripke::build(&input.file, &input.text, &program, how, limits, options.explicit)?
        }
        other => {
            let kind = other.kind();
            return Err(input.refuse(&format!(
                "this is {kind}; only Kripke structures, control-flow graphs and Boolean programs \
                 can be drawn"
            )));
        }
    };
    write_output(options.output.as_deref(), &dot::kripke(&kripke))?;
    Ok(exit::OK)
}
