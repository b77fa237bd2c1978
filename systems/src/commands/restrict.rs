//! `belnap restrict`: a component without the steps in which the others can never take part.

use belnap_cli::ToolError;
use belnap_cli::exit;
use belnap_cli::outputs::keep_apart;

use super::{read_part, write_structure};
use crate::compose::compose;
use crate::possible::{possible, restrict};

/// The name in headers.
pub const NAME: &str = "belnap";

const AFTER_HELP: &str = "\
Each component may be in any state that it can be in whatever the others do, and an action can happen
if each component that takes part has a step with it from such a state. Steps with other actions never
happen in the composition, which is the same without them.

Examples:
  belnap restrict writer.kripke.json --among writer.kripke.json queue.kripke.json -o less.kripke.json

Exit codes:
  0  the structure was written
  1  wrong command line
  2  an input was refused, or a file cannot be read or written
  6  internal error";

/// What to restrict.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct RestrictOptions {
    /// The component: FILE or NAME=FILE.
    #[arg(value_name = "COMPONENT")]
    pub component: String,
    /// All components of the system, this one included.
    #[arg(long, value_name = "COMPONENT", required = true, num_args = 1..)]
    pub among: Vec<String>,
    /// Where to write the structure; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Limit on the states of a component.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub max_states: usize,
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or is refused.
pub fn run(options: &RestrictOptions) -> Result<u8, ToolError> {
    let given = std::iter::once(&options.component).chain(&options.among);
    let files = given.clone().map(|given| given.split_once('=').map_or(&**given, |pair| pair.1));
    keep_apart(&[("-o", options.output.as_deref())], files)?;
    let mut texts = Vec::new();
    let mut structures = Vec::new();
    for one in given {
        let (part, model) = read_part(one)?;
        // What was composed alone stays as it is.
        let composed = match part.structure.events.components.is_empty() {
            false => part.structure,
            true => compose(&[part], options.max_states)
                .map_err(|found| ToolError::refuse(one, "", &[found]))?,
        };
        texts.push(model.text);
        structures.push(composed);
    }
    let own = structures.remove(0);
    if !structures.contains(&own) {
        let message = format!("--among has to name all components, and {} too", options.component);
        return Err(ToolError::Usage(message));
    }
    let possible = possible(&structures.iter().collect::<Vec<_>>());
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    write_structure(NAME, options.output.as_deref(), &texts, restrict(&own, &possible.actions))?;
    Ok(exit::OK)
}
