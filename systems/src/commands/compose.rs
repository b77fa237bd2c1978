//! `belnap-compose`: the stage from the structures of components to that of the system.

use belnap_cli::io::{read_text, write_output};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit};
use belnap_formats::aut;

use super::{read_part, write_structure};
use crate::compose::{Part, compose, compose_only};

/// The name of the executable.
pub const NAME: &str = "belnap-compose";

/// Examples, for `--help`.
pub const AFTER_HELP: &str = "\
A component is a Kripke structure whose states are listed, or a labelled transition system (*.aut).
It is called like its file, or as NAME=FILE says. Components take a step together if it has an
action that is in the alphabet of several; a step without an action is a component's own. An
alphabet is what the file says, and the actions that occur.

In the composition the propositions of a component are called NAME.p, and its own steps have the
action NAME.*. What was composed can be composed with more.

Examples:
  belnap-compose writer.kripke.json queue.kripke.json -o system.kripke.json
  belnap-compose left=phil.aut right=phil.aut --alphabet left=take,put --aut

Exit codes:
  0  the composition was written
  1  wrong command line
  2  an input was refused, a limit was reached, or a file cannot be read or written
  6  internal error";

/// The command line of the executable.
#[derive(Debug, clap::Parser)]
#[command(name = NAME, version, about = "Compose the structures of components",
    after_help = AFTER_HELP, arg_required_else_help = true)]
pub struct Command {
    /// The options.
    #[command(flatten)]
    pub options: ComposeOptions,
}

/// What to compose.
#[derive(Clone, Debug, clap::Args)]
pub struct ComposeOptions {
    /// The components.
    #[arg(value_name = "COMPONENT", required = true)]
    pub components: Vec<String>,
    /// Actions that a component takes part in besides those that occur; may be given several times.
    #[arg(long = "alphabet", value_name = "NAME=ACTION,…")]
    pub alphabets: Vec<String>,
    /// Write a labelled transition system: what may happen, without labels of states.
    #[arg(long)]
    pub aut: bool,
    /// Compose only the states that the file names, one on a line; nothing is known of all others,
    /// which are one state, `elsewhere`.
    #[arg(long, value_name = "FILE")]
    pub only: Option<String>,
    /// Where to write the composition; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Limit on the states of the composition.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub max_states: usize,
}

/// Runs the stage.
///
/// # Errors
/// If a file cannot be read or written, or is refused, or a limit is reached.
pub fn run(options: &ComposeOptions) -> Result<u8, ToolError> {
    let files =
        options.components.iter().map(|given| given.split_once('=').map_or(&**given, |p| p.1));
    keep_apart(&[("-o", options.output.as_deref())], files.chain(options.only.as_deref()))?;
    let read = options.components.iter().map(|given| read_part(given));
    let (mut parts, models): (Vec<Part>, Vec<_>) =
        read.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    for given in &options.alphabets {
        extend_alphabet(&mut parts, given)?;
    }
    let composed = match &options.only {
        None => compose(&parts, options.max_states),
        Some(file) => {
            let only = read_text(file)?.lines().map(str::to_owned).collect();
            compose_only(&parts, &only, options.max_states).map(|composed| composed.structure)
        }
    };
    let composed = composed.map_err(|found| ToolError::refuse("the composition", "", &[found]))?;
    if options.aut {
        let text = aut::print(&composed)
            .map_err(|found| ToolError::refuse("the composition", "", &[found]))?;
        write_output(options.output.as_deref(), &text)?;
        return Ok(exit::OK);
    }
    let inputs: Vec<&str> = models.iter().map(|model| model.text.as_str()).collect();
    write_structure(NAME, options.output.as_deref(), &inputs, composed)?;
    Ok(exit::OK)
}

fn extend_alphabet(parts: &mut [Part], given: &str) -> Result<(), ToolError> {
    let usage = |message: String| Err(ToolError::Usage(message));
    let Some((name, actions)) = given.split_once('=') else {
        return usage(format!("--alphabet {given}: expected NAME=ACTION,…"));
    };
    let Some(part) = parts.iter_mut().find(|part| part.name == name) else {
        return usage(format!("--alphabet {given}: there is no component '{name}'"));
    };
    let actions = actions.split(',').filter(|action| !action.is_empty()).map(str::to_owned);
    add_actions(part, actions);
    Ok(())
}

/// Makes a component take part in more actions.
pub fn add_actions(part: &mut Part, actions: impl Iterator<Item = String>) {
    let mut alphabet = crate::compose::components(part).swap_remove(0).alphabet;
    let new: Vec<String> = actions.filter(|action| !alphabet.contains(action)).collect();
    alphabet.extend(new);
    part.structure.events.alphabet = alphabet;
}
