//! `belnap-project`: what a counterexample asks of one component.

use belnap_cli::io::{display_name, read_text};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit};
use belnap_formats::result;

use super::{Model, write_structure};
use crate::project::project;

/// The name of the executable.
pub const NAME: &str = "belnap-project";

/// Examples, for `--help`.
pub const AFTER_HELP: &str = "\
The result is one of `belnap check` on a composed structure, of a property with operators. The
projection is a structure with a state for each position of its paths, where steps in which the
component takes no part have no action: `belnap simulate --weak` tells whether the component, composed
alone (`belnap-compose NAME=FILE`), can follow it.

Examples:
  belnap-project system.result.json writer --structure system.kripke.json -o asked.kripke.json

Exit codes:
  0  the projection was written
  1  wrong command line
  2  an input was refused, or a file cannot be read or written
  6  internal error";

/// The command line of the executable.
#[derive(Debug, clap::Parser)]
#[command(name = NAME, version, about = "Project a counterexample to a component",
    after_help = AFTER_HELP, arg_required_else_help = true)]
pub struct Command {
    /// The options.
    #[command(flatten)]
    pub options: ProjectOptions,
}

/// What to project.
#[derive(Clone, Debug, clap::Args)]
pub struct ProjectOptions {
    /// The result; `-` is standard input.
    #[arg(value_name = "RESULT")]
    pub result: String,
    /// The component.
    #[arg(value_name = "NAME")]
    pub component: String,
    /// The composed structure that the result is about.
    #[arg(long, value_name = "FILE")]
    pub structure: String,
    /// The property; by default the first that has paths.
    #[arg(long, value_name = "NAME")]
    pub property: Option<String>,
    /// Where to write the projection; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

/// Runs the stage.
///
/// # Errors
/// If a file cannot be read or written, or is refused.
pub fn run(options: &ProjectOptions) -> Result<u8, ToolError> {
    let inputs = [options.result.as_str(), options.structure.as_str()];
    keep_apart(&[("-o", options.output.as_deref())], inputs)?;
    let text = read_text(&options.result)?;
    let file = display_name(&options.result);
    let read = result::read(&text).map_err(|found| ToolError::refuse(file, &text, &found))?;
    let model = Model::read(&options.structure)?;
    let mut properties = read.content.properties.iter();
    let chosen = properties.find(|one| match &options.property {
        Some(name) => one.name == *name,
        None => one.operators.as_ref().is_some_and(|own| !own.branches.is_empty()),
    });
    let Some(property) = chosen else {
        let message = match &options.property {
            Some(name) => format!("there is no property '{name}'"),
            None => "no property has paths to project".to_owned(),
        };
        return Err(ToolError::unusable(file, message));
    };
    let branches = property.operators.as_ref().map_or(&[][..], |own| &own.branches);
    let projection = project(&model.structure, branches, &options.component)
        .map_err(|found| ToolError::refuse(file, "", &[found]))?;
    write_structure(NAME, options.output.as_deref(), &[&text, &model.text], projection)?;
    Ok(exit::OK)
}
