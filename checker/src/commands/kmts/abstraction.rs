//! `belnap-kmts abstract`: the abstraction of a structure by a map (May/Must Def. 15).

use belnap_cli::io::{display_name, read_text};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit};
use belnap_formats::relation;

use super::{Model, write_structure};
use crate::kmts::abstraction::{Map, abstraction};

const AFTER_HELP: &str = "\
The map is a relation (*.relation.json): pairs of an abstract state and a state of the structure that
it stands for. Every state of the structure has to stand in some pair.

An abstract state must go to another one if every state that it stands for must go to some state that
the other stands for; it may go there if some state may. The result is less complete than the
structure, or as complete.

Examples:
  belnap kmts abstract light.kripke.json --map light.relation.json -o coarse.kripke.json

Exit codes:
  0  the abstraction was written
  1  wrong command line
  2  an input was refused, or a file cannot be read or written
  6  internal error";

/// What to abstract.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct AbstractOptions {
    /// The structure; `-` is standard input.
    #[arg(value_name = "STRUCTURE")]
    pub structure: String,
    /// What abstract states stand for.
    #[arg(long, value_name = "FILE")]
    pub map: String,
    /// Where to write the abstraction; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or is refused.
pub fn run(options: &AbstractOptions) -> Result<u8, ToolError> {
    if options.structure == "-" && options.map == "-" {
        return Err(ToolError::Usage("standard input can be read only once".to_owned()));
    }
    let inputs = [options.structure.as_str(), options.map.as_str()];
    keep_apart(&[("-o", options.output.as_deref())], inputs)?;
    let model = Model::read(&options.structure)?;
    let text = read_text(&options.map)?;
    let refused = |found: Vec<_>| ToolError::refuse(display_name(&options.map), &text, &found);
    let relation = relation::read(&text).map_err(refused)?.content;
    let map = Map::new(&relation, &model.structure).map_err(refused)?;
    let made = abstraction(&model.structure, &map);
    write_structure(options.output.as_deref(), &[&model.text, &text], made)?;
    Ok(exit::OK)
}
