//! Executables and subcommands about systems, one file each.

pub mod compose;
pub mod operators;
pub mod project;
pub mod quotient;
pub mod restrict;
pub mod simulate;

use belnap_cli::ToolError;
use belnap_cli::io::{display_name, read_text, write_output};
use belnap_formats::header::{Artefact, Header};
use belnap_formats::{aut, kripke};
use belnap_ir::kripke::{ExplicitKripke, Kripke};

use crate::compose::Part;

/// A structure that was read, or a labelled transition system.
pub struct Model {
    /// The file's name in messages.
    pub file: String,
    /// The file's text.
    pub text: String,
    /// The structure.
    pub structure: ExplicitKripke,
}

impl Model {
    /// Reads a structure or a labelled transition system; `-` is standard input.
    ///
    /// # Errors
    /// If the file cannot be read, or is neither.
    pub fn read(path: &str) -> Result<Model, ToolError> {
        let text = read_text(path)?;
        let file = display_name(path).to_owned();
        let refuse = |found: Vec<_>| ToolError::refuse(&file, &text, &found);
        let structure = if aut::is_aut(&text) {
            aut::read(&text).map_err(refuse)?
        } else {
            match kripke::read(&text).map_err(refuse)?.content {
                Kripke::Explicit(structure) => structure,
                Kripke::Symbolic(_) => {
                    let message = "this structure is symbolic, and states have to be listed here";
                    return Err(ToolError::unusable(&file, message)
                        .note("`belnap bp2kripke --explicit` lists those of a Boolean program"));
                }
            }
        };
        Ok(Model { file, text, structure })
    }
}

/// A component as it stands on a command line: `FILE` or `NAME=FILE`.
///
/// # Errors
/// If the file cannot be read.
pub fn read_part(given: &str) -> Result<(Part, Model), ToolError> {
    let (name, path) = match given.split_once('=') {
        Some((name, path)) if !name.contains('/') => (name.to_owned(), path),
        _ => {
            let file = given.rsplit('/').next().unwrap_or(given);
            (file.split('.').next().unwrap_or(file).to_owned(), given)
        }
    };
    let model = Model::read(path)?;
    let single = model.structure.events.components.is_empty();
    if single && !belnap_formats::property::is_component_name(&name) {
        let message = format!("'{name}' cannot be the name of a component");
        return Err(ToolError::unusable(given, message).note("write NAME=FILE"));
    }
    Ok((Part { name, structure: model.structure.clone() }, model))
}

/// Writes a structure that a tool made from files with the given texts.
///
/// # Errors
/// If the file cannot be written.
pub fn write_structure(
    tool: &str,
    output: Option<&str>,
    inputs: &[&str],
    structure: ExplicitKripke,
) -> Result<(), ToolError> {
    write_output(output, &structure_text(tool, inputs, structure))
}

/// The text of a structure that a tool made.
pub fn structure_text(tool: &str, inputs: &[&str], structure: ExplicitKripke) -> String {
    let header = Header::of_tool(tool, inputs);
    kripke::print(&Artefact { header, content: Kripke::Explicit(structure) })
}
