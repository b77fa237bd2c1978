//! `belnap-kmts complete`: a completion drawn at random, or the structure of a classical run.

use belnap_cli::io::write_output;
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit};
use belnap_formats::property::print_file;

use super::{Model, write_structure};
use crate::commands::properties::PropertySet;
use crate::kmts::completion::{CompletionOptions, MAX_COPIES, random};
use crate::kmts::require;
use crate::two_valued::{self, Run, TwoRuns};

const AFTER_HELP: &str = "\
--pessimistic and --optimistic give the complete structures of three-valued checking by two
classical runs, with the formula for each if there is a property: what the pessimistic run finds
true is true, what the optimistic run finds false is false. A transition that must exist has the
action must, one that may exist the action may; each proposition p has a partner not_p, and what is
unknown is in neither (pessimistic) or in both (optimistic).

--random gives a structure that is above the given one: every initial state of it is a copy of one
of its initial states, with nothing left unknown.

Examples:
  belnap kmts complete light.kripke.json --random 1 --copies 2
  belnap kmts complete light.kripke.json --optimistic -o optimistic.kripke.json \\
    --property 'AG EF p' --formula optimistic.ctl

Exit codes:
  0  the structure was written
  1  wrong command line
  2  an input was refused, a state has no completion, or a file cannot be read or written
  6  internal error";

/// Which completions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Completions {
    /// Every state has a successor, unless it stands for a blocking one.
    Total,
    /// All.
    Any,
}

impl Completions {
    /// Whether completions are total: as asked, or as the structure says.
    pub fn are_total(asked: Option<Completions>, structure_is_total: bool) -> bool {
        asked.map_or(structure_is_total, |asked| asked == Completions::Total)
    }
}

/// Which structure to write.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
#[command(group(clap::ArgGroup::new("which").required(true)))]
pub struct CompleteOptions {
    /// The structure; `-` is standard input.
    #[arg(value_name = "STRUCTURE")]
    pub structure: String,
    /// The structure of the pessimistic run.
    #[arg(long, group = "which")]
    pub pessimistic: bool,
    /// The structure of the optimistic run.
    #[arg(long, group = "which")]
    pub optimistic: bool,
    /// A completion drawn at random; the same seed gives the same one.
    #[arg(long, value_name = "SEED", group = "which")]
    pub random: Option<u64>,
    /// With `--random`: how many copies of a state there may be.
    #[arg(long, value_name = "K", default_value_t = 1, requires = "random",
        value_parser = clap::value_parser!(u64).range(1..=MAX_COPIES as u64))]
    pub copies: u64,
    /// With `--random`: which completions; by default total ones if the structure is total.
    #[arg(long, value_enum, requires = "random")]
    pub completions: Option<Completions>,
    /// With a run: a property; may be given several times.
    #[arg(
        short,
        long = "property",
        value_name = "FORMULA",
        conflicts_with = "random",
        requires = "formula"
    )]
    pub properties: Vec<String>,
    /// Where to write the formulas that the run checks, as a property file.
    #[arg(long, value_name = "FILE", requires = "properties")]
    pub formula: Option<String>,
    /// Where to write the structure; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or is refused, or a state has no completion.
pub fn run(options: &CompleteOptions) -> Result<u8, ToolError> {
    let outputs = [("-o", options.output.as_deref()), ("--formula", options.formula.as_deref())];
    keep_apart(&outputs, [options.structure.as_str()])?;
    let model = Model::read_explicit(&options.structure)?;
    let refused = |found| ToolError::refuse(&model.file, &model.text, &[found]);
    let structure = match options.random {
        Some(seed) => {
            require(&model.structure)
                .map_err(|found| ToolError::refuse(&model.file, &model.text, &found))?;
            let how = CompletionOptions {
                seed,
                copies: usize::try_from(options.copies).unwrap_or(MAX_COPIES),
                total: Completions::are_total(options.completions, model.structure.total),
            };
            random(&model.structure, &how).map_err(|found| {
                refused(found.note("--completions any asks for completions that are not total"))
            })?
        }
        None => {
            two_valued::require(&model.structure).map_err(refused)?;
            of_run(options, &model)?
        }
    };
    write_structure(options.output.as_deref(), &[&model.text], structure)?;
    Ok(exit::OK)
}

/// The structure of a run; its formulas are written.
fn of_run(
    options: &CompleteOptions,
    model: &Model,
) -> Result<belnap_ir::kripke::ExplicitKripke, ToolError> {
    let run = if options.optimistic { Run::Optimistic } else { Run::Pessimistic };
    let mut stated = PropertySet::default();
    for formula in &options.properties {
        stated.add_formula(formula)?;
    }
    let properties = stated.properties();
    for property in properties {
        TwoRuns::new(&model.structure, &[&property.formula])
            .map_err(|found| stated.refuse(&property.name, &found))?;
    }
    let formulas: Vec<_> = properties.iter().map(|property| &property.formula).collect();
    let refused = |found| ToolError::refuse(&model.file, &model.text, &[found]);
    let runs = TwoRuns::new(&model.structure, &formulas).map_err(refused)?;
    if let Some(path) = &options.formula {
        let own = runs.properties(run, properties).map_err(refused)?;
        write_output(Some(path), &print_file(&own))?;
    }
    Ok(runs.structure(run).clone())
}
