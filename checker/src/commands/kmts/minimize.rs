//! `belnap-kmts minimize`: one state for all that are equally complete.

use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit};

use super::{Model, write_structure};
use crate::kmts::preorder::MAX_PAIRS;
use crate::kmts::quotient::quotient;

const AFTER_HELP: &str = "\
States that are below each other in the completeness preorder, both ways, become one, called like the
first of them. Of its transitions those are kept that no other one makes needless: of must-transitions
those to the most complete states, of may-transitions those to the least complete ones. The result is
equally complete (`belnap kmts compare` says so), and no formula has another value.

Examples:
  belnap kmts minimize light.kripke.json -o small.kripke.json

Exit codes:
  0  the structure was written
  1  wrong command line
  2  the input was refused, a limit was reached, or a file cannot be read or written
  6  internal error";

/// What to minimize.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct MinimizeOptions {
    /// The structure; `-` is standard input.
    #[arg(value_name = "STRUCTURE")]
    pub structure: String,
    /// Where to write the result; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Limit on pairs of states that are compared, once bisimilar states are one.
    #[arg(long, value_name = "N", default_value_t = MAX_PAIRS)]
    pub max_pairs: usize,
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or is refused, or a limit is reached.
pub fn run(options: &MinimizeOptions) -> Result<u8, ToolError> {
    keep_apart(&[("-o", options.output.as_deref())], [options.structure.as_str()])?;
    let model = Model::read(&options.structure)?;
    let made = quotient(&model.structure, options.max_pairs).map_err(|error| {
        ToolError::unusable(&model.file, error.to_string())
            .note("raise --max-pairs to go on; a pair takes up to six bits")
    })?;
    write_structure(options.output.as_deref(), &[&model.text], made)?;
    Ok(exit::OK)
}
