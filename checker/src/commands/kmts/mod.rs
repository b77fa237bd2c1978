//! `belnap-kmts`: subcommands about may/must models (KMTSs), one file each.

pub mod abstraction;
pub mod compare;
pub mod complete;
pub mod minimize;
pub mod translate;

use belnap_cli::ToolError;
use belnap_cli::io::{display_name, read_text, write_output};
use belnap_formats::header::{Artefact, Header};
use belnap_formats::kripke;
use belnap_ir::kripke::{ExplicitKripke, Kripke};

use crate::kmts::require;

/// The name of the executable.
pub const NAME: &str = "belnap-kmts";

/// Examples, for `--help`.
pub const AFTER_HELP: &str = "\
A KMTS is an explicit Kripke structure (*.kripke.json) in which labels are t, f or n, and every
transition that must exist may exist.

Examples:
  belnap-kmts compare coarse.kripke.json fine.kripke.json
  belnap-kmts complete coarse.kripke.json --random 1
  belnap-kmts minimize coarse.kripke.json -o small.kripke.json

See `belnap-kmts COMMAND --help` for each command and its exit codes.";

/// The command line of the executable.
#[derive(Debug, clap::Parser)]
#[command(name = NAME, version, about = "Compare, complete, abstract and translate may/must models",
    after_help = AFTER_HELP, arg_required_else_help = true)]
pub struct Command {
    /// The options.
    #[command(flatten)]
    pub options: KmtsOptions,
}

/// What to do.
#[derive(Clone, Debug, clap::Args)]
pub struct KmtsOptions {
    /// The subcommand.
    #[command(subcommand)]
    pub what: KmtsCommand,
}

/// The subcommands.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum KmtsCommand {
    /// Tell which of two structures is less complete, and what tells them apart
    Compare(compare::CompareOptions),
    /// Write a completion drawn at random, or the structure of a classical run
    Complete(complete::CompleteOptions),
    /// Abstract a structure by a map from its states to abstract ones
    Abstract(abstraction::AbstractOptions),
    /// Make one state of all that are equally complete
    Minimize(minimize::MinimizeOptions),
    /// Write a structure as another kind of may/must model, with its properties
    Translate(translate::TranslateOptions),
}

/// Runs a subcommand; the exit code says how it went.
///
/// # Errors
/// Those of the subcommand.
pub fn run(options: &KmtsOptions) -> Result<u8, ToolError> {
    match &options.what {
        KmtsCommand::Compare(options) => compare::run(options),
        KmtsCommand::Complete(options) => complete::run(options),
        KmtsCommand::Abstract(options) => abstraction::run(options),
        KmtsCommand::Minimize(options) => minimize::run(options),
        KmtsCommand::Translate(options) => translate::run(options),
    }
}

/// A structure that was read.
pub struct Model {
    /// The file's name in messages.
    pub file: String,
    /// The file's text.
    pub text: String,
    /// The structure.
    pub structure: ExplicitKripke,
}

impl Model {
    /// Reads a KMTS; `-` is standard input.
    ///
    /// # Errors
    /// If the file cannot be read, or is no KMTS.
    pub fn read(path: &str) -> Result<Model, ToolError> {
        let model = Model::read_explicit(path)?;
        require(&model.structure)
            .map_err(|found| ToolError::refuse(&model.file, &model.text, &found))?;
        Ok(model)
    }

    /// Reads an explicit structure; `-` is standard input.
    ///
    /// # Errors
    /// If the file cannot be read, or is no explicit structure.
    pub fn read_explicit(path: &str) -> Result<Model, ToolError> {
        let text = read_text(path)?;
        let file = display_name(path).to_owned();
        let read = kripke::read(&text).map_err(|found| ToolError::refuse(&file, &text, &found))?;
        match read.content {
            Kripke::Explicit(structure) => Ok(Model { file, text, structure }),
            Kripke::Symbolic(_) => {
                let message = "this structure is symbolic, and states have to be listed here";
                Err(ToolError::unusable(&file, message)
                    .note("`belnap bp2kripke --explicit` lists those of a Boolean program"))
            }
        }
    }
}

/// Writes a structure that was made from files with the given texts.
///
/// # Errors
/// If the file cannot be written, or no file can have the structure because it has fewer states
/// than steps before properties are judged.
pub fn write_structure(
    output: Option<&str>,
    inputs: &[&str],
    structure: ExplicitKripke,
) -> Result<(), ToolError> {
    let (states, prefix) = (structure.states.len(), structure.prefix);
    if prefix as usize >= states {
        let message = format!(
            "properties are judged after {prefix} steps, and the result has too few states for \
             that ({states})"
        );
        return Err(ToolError::unusable("prefix", message));
    }
    let header = Header::of_tool(NAME, inputs);
    let text = kripke::print(&Artefact { header, content: Kripke::Explicit(structure) });
    write_output(output, &text)
}
