//! `belnap operators`: the library of operators.

use belnap_automata::omega::automaton;
use belnap_automata::omega::monitor::kind;
use belnap_cli::io::write_output;
use belnap_cli::{ToolError, exit};
use belnap_formats::hoa;
use belnap_formats::property::library::{LIBRARY, find};

const AFTER_HELP: &str = "\
An operator is applied by A (on all paths) or E (on some) to formulas and sets of actions:
A response(<!req>, <ack>). Property files can define more: operator name(p, q) = {p}* {q} {}^w;

Examples:
  belnap operators
  belnap operators until --hoa
  belnap operators 'within[3]' --hoa

Exit codes:
  0  the operators were printed
  1  wrong command line
  2  there is no such operator, or a file cannot be written
  6  internal error";

/// What to print.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct OperatorsOptions {
    /// An operator; all of them by default.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Print its automaton in the Hanoi format, for tools such as Spot.
    #[arg(long, requires = "name")]
    pub hoa: bool,
    /// Where to write; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

/// Runs the subcommand.
///
/// # Errors
/// If there is no such operator, or the file cannot be written.
pub fn run(options: &OperatorsOptions) -> Result<u8, ToolError> {
    let text = match &options.name {
        None => library(),
        Some(name) => one(name, options.hoa)?,
    };
    write_output(options.output.as_deref(), &text)?;
    Ok(exit::OK)
}

fn library() -> String {
    LIBRARY.iter().map(|row| format!("{};\n    {}\n", row.text(None), row.meaning)).collect()
}

fn one(given: &str, as_automaton: bool) -> Result<String, ToolError> {
    let (name, count) = match given.split_once('[') {
        Some((name, rest)) => (name, rest.strip_suffix(']').and_then(|count| count.parse().ok())),
        None => (given, None),
    };
    let Some(row) = find(name) else {
        let message = "the library has no such operator";
        return Err(ToolError::unusable(given, message).note("belnap operators lists them"));
    };
    if row.least.is_some() && count.is_none() && !as_automaton {
        return Ok(format!("{};\n    {}\n", row.text(None), row.meaning));
    }
    let operator = row.operator(count).map_err(|message| ToolError::unusable(given, message))?;
    let automaton = automaton(&operator);
    if as_automaton {
        return Ok(hoa::print_operator(&automaton, &operator.markers, given));
    }
    let kind = kind(&automaton);
    Ok(format!("{};\n    {}\n    kind: {kind}\n", row.text(count), row.meaning))
}
