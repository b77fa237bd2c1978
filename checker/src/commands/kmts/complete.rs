//! `belnap-kmts complete`: a completion drawn at random, or one that satisfies or violates a
//! property, or the structure of a classical run.

use belnap_cli::io::write_output;
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, write_stderr};
use belnap_formats::property::print_file;
use belnap_ir::linear::Stated;

use super::{Model, write_structure};
use crate::commands::check::tool_error_of;
use crate::commands::properties::PropertySet;
use crate::kmts::completion::{CompletionOptions, MAX_COPIES, random};
use crate::kmts::require;
use crate::thorough::wanted::{Wanted, wanted};
use crate::thorough::{Options, demands};
use crate::two_valued::{self, Run, TwoRuns};

const AFTER_HELP: &str = "\
--pessimistic and --optimistic give the complete structures of three-valued checking by two
classical runs, with the formula for each if there is a property: what the pessimistic run finds
true is true, what the optimistic run finds false is false. A transition that must exist has the
action must, one that may exist the action may; each proposition p has a partner not_p, and what is
unknown is in neither (pessimistic) or in both (optimistic).

--random gives a structure that is above the given one: every initial state of it is a copy of one
of its initial states, with nothing left unknown.

--satisfying and --violating give such a structure of which a property is true, or is not; it has
been checked again by other code. Where there is none, all completions say the same.

Examples:
  belnap kmts complete light.kripke.json --random 1 --copies 2
  belnap kmts complete light.kripke.json --satisfying 'EX p & EX !p'
  belnap kmts complete light.kripke.json --violating 'G F p' --ltl -o seldom.kripke.json
  belnap kmts complete light.kripke.json --optimistic -o optimistic.kripke.json \\
    --property 'AG EF p' --formula optimistic.ctl

Exit codes:
  0  the structure was written
  1  wrong command line
  2  an input was refused, a state has no completion, or a file cannot be read or written
  5  a limit was reached before it was known whether there is such a completion
  6  internal error
 10  no completion satisfies the property (--satisfying), or violates it (--violating)";

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
    /// A completion of which this property is true.
    #[arg(long, value_name = "FORMULA", group = "which")]
    pub satisfying: Option<String>,
    /// A completion of which this property is not true.
    #[arg(long, value_name = "FORMULA", group = "which")]
    pub violating: Option<String>,
    /// The property of `--satisfying` or `--violating` is in LTL.
    #[arg(long, conflicts_with_all = ["random", "pessimistic", "optimistic"])]
    pub ltl: bool,
    /// With `--satisfying` or `--violating`: limit on positions of games.
    #[arg(long, value_name = "N", conflicts_with_all = ["random", "pessimistic", "optimistic"],
        default_value_t = Options::default().max_positions)]
    pub max_positions: usize,
    /// With `--random`: how many copies of a state there may be.
    #[arg(long, value_name = "K", default_value_t = 1, requires = "random",
        value_parser = clap::value_parser!(u64).range(1..=MAX_COPIES as u64))]
    pub copies: u64,
    /// Which completions; by default total ones if the structure is total. Not with a run.
    #[arg(long, value_enum, conflicts_with_all = ["pessimistic", "optimistic"])]
    pub completions: Option<Completions>,
    /// With a run: a property; may be given several times.
    #[arg(
        short,
        long = "property",
        value_name = "FORMULA",
        conflicts_with_all = ["random", "satisfying", "violating"],
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
    if let Some((formula, satisfies)) = options.wanted() {
        return complete_for(options, &model, formula, satisfies);
    }
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
    stated.refuse_operators("this command does not take it")?;
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

impl CompleteOptions {
    /// The property that the completion should satisfy, or not.
    fn wanted(&self) -> Option<(&str, bool)> {
        let satisfying = self.satisfying.as_deref().map(|formula| (formula, true));
        satisfying.or(self.violating.as_deref().map(|formula| (formula, false)))
    }
}

/// Writes a completion that satisfies a property, or violates it.
fn complete_for(
    options: &CompleteOptions,
    model: &Model,
    formula: &str,
    satisfies: bool,
) -> Result<u8, ToolError> {
    let mut stated = PropertySet::default();
    let option = if satisfies { "--satisfying" } else { "--violating" };
    let property = if options.ltl {
        stated.add_path_of(option, formula)?;
        stated.linear().first().cloned().map(Stated::Linear)
    } else {
        stated.add_formula_of(option, formula)?;
        stated.refuse_operators("completions are not looked for by it")?;
        stated.properties().first().cloned().map(Stated::Branching)
    };
    let Some(property) = property else { return Ok(exit::USAGE) };
    let completions = match Completions::are_total(options.completions, model.structure.total) {
        true => demands::Completions::Total,
        false => demands::Completions::Any,
    };
    let found = wanted(&model.structure, &property, satisfies, completions, options.max_positions);
    let word = if satisfies { "satisfies" } else { "violates" };
    match found.map_err(|error| tool_error_of(&error, &model.file, &stated))? {
        Wanted::Found(structure, doubt) => {
            if let Some(doubt) = doubt {
                write_stderr(&format!("warning: it was not confirmed: {doubt}\n"));
            }
            write_structure(options.output.as_deref(), &[&model.text], *structure)?;
            Ok(exit::OK)
        }
        Wanted::None(state) => {
            write_stderr(&format!("no completion of {state} {word} the property\n"));
            Ok(exit::FAILS)
        }
        Wanted::Stopped(stopped) => {
            write_stderr(&format!(
                "it is not known whether a completion {word} the property: {stopped}; raise \
                 --max-positions\n"
            ));
            Ok(exit::INCONCLUSIVE)
        }
    }
}
