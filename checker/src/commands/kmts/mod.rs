//! `belnap-kmts`: subcommands about may/must models (KMTSs), one file each.

pub mod compare;

use belnap_cli::ToolError;
use belnap_cli::io::{display_name, read_text};
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
}

/// Runs a subcommand; the exit code says how it went.
///
/// # Errors
/// Those of the subcommand.
pub fn run(options: &KmtsOptions) -> Result<u8, ToolError> {
    match &options.what {
        KmtsCommand::Compare(options) => compare::run(options),
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

/// The file for a structure that was made from files with the given texts.
pub fn artefact_text(inputs: &[&str], structure: ExplicitKripke) -> String {
    let header = Header::of_tool(NAME, inputs);
    kripke::print(&Artefact { header, content: Kripke::Explicit(structure) })
}
