//! `belnap simulate`: whether one structure simulates another.

use std::fmt::Write as _;

use belnap_cli::io::write_output;
use belnap_cli::{ToolError, exit};
use belnap_ir::ids::StateId;

use super::Model;
use crate::simulation::{Reason, Simulation};

const AFTER_HELP: &str = "\
The second structure simulates the first if it can follow every step that the first may take, for
ever, with the same labels. Weakly, a step of the first without an action is one of others, and the
second stays where it is.

Examples:
  belnap simulate implementation.kripke.json specification.kripke.json
  belnap simulate --weak asked.kripke.json component.aut

Exit codes:
  0  FIRST is simulated by SECOND
  1  wrong command line
  2  an input was refused, or a file cannot be read or written
  6  internal error
 10  it is not";

/// What to compare.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct SimulateOptions {
    /// The structure that is to be followed; `-` is standard input.
    #[arg(value_name = "FIRST")]
    pub first: String,
    /// The structure that follows.
    #[arg(value_name = "SECOND")]
    pub second: String,
    /// Steps of the first without an action are of others.
    #[arg(long)]
    pub weak: bool,
    /// Where to write the answer; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or is refused.
pub fn run(options: &SimulateOptions) -> Result<u8, ToolError> {
    if options.first == "-" && options.second == "-" {
        return Err(ToolError::Usage("standard input can be read only once".to_owned()));
    }
    let models = [Model::read(&options.first)?, Model::read(&options.second)?];
    let [first, second] = &models;
    let simulation = Simulation::new(&first.structure, &second.structure, options.weak)
        .map_err(|found| ToolError::refuse(&first.file, "", &[found]))?;
    let follows = |state: &StateId| {
        second.structure.initial.iter().any(|other| simulation.has(*state, *other))
    };
    let unmatched = first.structure.initial.iter().find(|state| !follows(state));
    let weakly = if options.weak { "weakly " } else { "" };
    let mut out = String::new();
    let Some(state) = unmatched else {
        let _ = writeln!(out, "{} is {weakly}simulated by {}", first.file, second.file);
        write_output(options.output.as_deref(), &out)?;
        return Ok(exit::OK);
    };
    let _ = writeln!(out, "{} is not {weakly}simulated by {}", first.file, second.file);
    let start = (*state, second.structure.initial[0]);
    for ((s, t), reason) in simulation.failure(start) {
        let name = |model: &Model, state: StateId| model.structure.states[state].name.clone();
        let _ = write!(out, "  ({}, {}): ", name(first, s), name(second, t));
        let _ = match reason {
            Reason::Label(proposition) => writeln!(out, "they differ in '{proposition}'"),
            Reason::Step { action, to, tried } => {
                let action = match action {
                    Some(action) => format!("by {action} "),
                    None => String::new(),
                };
                let to = name(first, *to);
                match tried.first() {
                    None => writeln!(out, "the first goes {action}to {to}, the second cannot"),
                    Some(next) => writeln!(
                        out,
                        "the first goes {action}to {to}, the second to {} at best",
                        name(second, *next)
                    ),
                }
            }
        };
    }
    write_output(options.output.as_deref(), &out)?;
    Ok(exit::FAILS)
}
