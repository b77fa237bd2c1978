//! `belnap-unroll`: a property of a small bounded program, decided by unrolling.

use belnap_cli::io::{display_name, read_text};
use belnap_cli::{ToolError, exit, write_stderr};
use belnap_formats::{cfg, property};

use crate::{Limits, Outcome, decide_by_unrolling};

/// The name of the executable.
pub const NAME: &str = "belnap-unroll";

/// Examples and exit codes, for `--help`.
pub const AFTER_HELP: &str = "\
Exit codes:
  0  the property holds: the certificate was written
  1  wrong command line
  2  a file was refused, or cannot be read or written
  5  undecided; the reason is on standard error
  6  internal error
 10  the property fails: the execution was written";

/// The command line of the executable.
#[derive(Debug, clap::Parser)]
#[command(name = NAME, version, about = "Decide a property of a small bounded program by unrolling its loops",
    after_help = AFTER_HELP)]
pub struct Command {
    /// The options.
    #[command(flatten)]
    pub options: UnrollOptions,
}

/// What to decide, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct UnrollOptions {
    /// The control-flow graph.
    #[arg(value_name = "PROG.cfg.json")]
    pub graph: String,
    /// The property.
    #[arg(short, long, value_name = "FORMULA", default_value = "AG !failed")]
    pub property: String,
    /// How much to spend: each level is four times the one before.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub level: u32,
}

/// Runs the stage.
///
/// # Errors
/// If a file cannot be read or written, or is refused.
pub fn run(options: &UnrollOptions) -> Result<u8, ToolError> {
    let text = read_text(&options.graph)?;
    let refused = |found: Vec<_>| ToolError::refused(display_name(&options.graph), &text, &found);
    let graph = cfg::read(&text).map_err(refused)?.content;
    let formula = property::read_formula(&options.property)
        .map_err(|found| ToolError::refused("property", &options.property, &found))?;
    let outcome = decide_by_unrolling(&graph, &formula, &Limits::of_level(options.level));
    write_stderr(&format!("{outcome:?}\n").chars().take(2000).collect::<String>());
    Ok(match outcome {
        Outcome::Holds(_) => exit::OK,
        Outcome::Fails(..) => exit::FAILS,
        Outcome::Undecided(_) => exit::INCONCLUSIVE,
    })
}
