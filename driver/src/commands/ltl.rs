//! `belnap ltl`: the automaton of a formula of LTL, and whether another one accepts the same.

use belnap_automata::compare::{equivalent, over};
use belnap_automata::parity::automaton;
use belnap_cli::io::write_output;
use belnap_cli::{ToolError, exit};
use belnap_formats::{hoa, property};
use belnap_ir::diagnostic::{Diagnostic, Place};

use crate::artefact::Input;

const AFTER_HELP: &str = "\
Examples:
  belnap ltl 'G (req -> F ack)' -o response.hoa
  belnap ltl 'G (req -> F ack)' --against other.hoa

Exit codes:
  0  the automaton was written; with --against, both accept the same words
  1  wrong command line
  2  the formula or the automaton was refused, or a file cannot be read or written
 10  with --against: one accepts a word that the other does not";

/// Which formula.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct LtlOptions {
    /// A formula of LTL.
    #[arg(value_name = "FORMULA")]
    pub formula: String,
    /// Where to write the automaton (*.hoa); standard output by default.
    #[arg(short, long, value_name = "FILE", conflicts_with = "against")]
    pub output: Option<String>,
    /// Write nothing; compare with this automaton.
    #[arg(long, value_name = "FILE")]
    pub against: Option<String>,
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or something is refused.
pub fn run(options: &LtlOptions) -> Result<u8, ToolError> {
    let text = &options.formula;
    let refuse = |found: Vec<Diagnostic>| ToolError::refuse("FORMULA", text, &found);
    let path = property::read_path(text).map_err(refuse)?;
    let own = automaton(&path, false).map_err(|error| {
        refuse(vec![Diagnostic::error("ltl-size", Place::Whole, error.to_string())])
    })?;
    let Some(file) = &options.against else {
        write_output(options.output.as_deref(), &hoa::print(&own, &property::print_path(&path)))?;
        return Ok(exit::OK);
    };
    let input = Input::read(file)?;
    let other = hoa::read(&input.text)
        .map_err(|found| ToolError::refuse(&input.file, &input.text, &found))?;
    let mut atoms = own.atoms.clone();
    atoms.extend(other.atoms.iter().filter(|atom| !own.atoms.contains(atom)).cloned());
    let same = match (over(&own, &atoms), over(&other, &atoms)) {
        (Some(own), Some(other)) => equivalent(&own, &other),
        _ => false,
    };
    let words = if same { "they accept the same words" } else { "they accept different words" };
    write_output(None, &format!("{words}\n"))?;
    Ok(if same { exit::OK } else { exit::FAILS })
}
