//! `belnap-kmts translate`: a structure as another kind of may/must model, with its properties.

use belnap_cli::io::write_output;
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit};
use belnap_formats::property::print_file;
use belnap_ir::property::Property;

use super::{Model, write_structure};
use crate::commands::properties::PropertySet;
use crate::explicit::{ExplicitOptions, evaluate};
use crate::kmts::translate::{Kind, translate};

const AFTER_HELP: &str = "\
  kmts  no actions: propositions say by which action a state was reached
  pks   and no transition that may exist but need not: the proposition exists is unknown instead
  mts   no propositions: each is an action is:p, which must or may exist

A property has the value of its translation (without the `wp` trick, which knows that a system is
total; --no-hyper): CTL becomes fixpoints, and steps and atoms speak of what they became.

Examples:
  belnap kmts translate light.kripke.json --to pks -o light-pks.kripke.json
  belnap kmts translate light.kripke.json --to mts -o light-mts.kripke.json \\
    --property 'AG EF p' --formula light-mts.ctl

Exit codes:
  0  the structure was written
  1  wrong command line
  2  an input was refused, or a file cannot be read or written
  6  internal error";

/// A kind of model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum KindOption {
    /// Labels and transitions may be unknown; no actions.
    Kmts,
    /// Only labels may be unknown; no actions.
    Pks,
    /// Only transitions may be unknown; no propositions.
    Mts,
}

impl From<KindOption> for Kind {
    fn from(option: KindOption) -> Self {
        match option {
            KindOption::Kmts => Kind::Kmts,
            KindOption::Pks => Kind::Pks,
            KindOption::Mts => Kind::Mts,
        }
    }
}

/// What to translate.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct TranslateOptions {
    /// The structure; `-` is standard input.
    #[arg(value_name = "STRUCTURE")]
    pub structure: String,
    /// The kind of model.
    #[arg(long, value_enum)]
    pub to: KindOption,
    /// A property to translate along; may be given several times.
    #[arg(short, long = "property", value_name = "FORMULA", requires = "formula")]
    pub properties: Vec<String>,
    /// Where to write the translated properties.
    #[arg(long, value_name = "FILE", requires = "properties")]
    pub formula: Option<String>,
    /// Where to write the structure; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or is refused.
pub fn run(options: &TranslateOptions) -> Result<u8, ToolError> {
    let outputs = [("-o", options.output.as_deref()), ("--formula", options.formula.as_deref())];
    keep_apart(&outputs, [options.structure.as_str()])?;
    let model = Model::read(&options.structure)?;
    let mut stated = PropertySet::default();
    for formula in &options.properties {
        stated.add_formula(formula)?;
    }
    stated.refuse_operators("this command does not take it")?;
    let translation = translate(&model.structure, options.to.into());
    let mut translated = Vec::new();
    for Property { name, formula } in stated.properties() {
        let refused = |found| stated.refuse(name, &found);
        // It has to mean something before it is translated.
        evaluate(&model.structure, formula, &ExplicitOptions { hyper: false }).map_err(refused)?;
        let formula = translation.formula(formula).map_err(refused)?;
        translated.push(Property { name: name.clone(), formula });
    }
    if let Some(path) = &options.formula {
        write_output(Some(path), &print_file(&translated))?;
    }
    write_structure(options.output.as_deref(), &[&model.text], translation.structure)?;
    Ok(exit::OK)
}
