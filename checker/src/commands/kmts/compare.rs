//! `belnap-kmts compare`: which of two structures is less complete, and what tells them apart.

use belnap_cli::io::write_output;
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, write_stderr};
use belnap_formats::comparison::{Comparison, Difference, Direction, StateValue};
use belnap_formats::header::{Artefact, Header};
use belnap_formats::relation;

use super::{Model, NAME};
use crate::kmts::compare::{CompareError, Compared, Found};
use crate::kmts::preorder::MAX_PAIRS;

const AFTER_HELP: &str = "\
The first structure is less complete than the second, or as complete (FIRST <= SECOND), if what is
known of the first is known of the second: then what holds or fails in the first does in the second.
Where it is not, a formula is shown that is true in the first and not true in the second, checked by
the explicit engine without the `wp` trick. A proposition that a file does not have is false in it;
places of a program, and whether a system is total, are not compared.

Examples:
  belnap kmts compare coarse.kripke.json fine.kripke.json
  belnap kmts compare a.kripke.json b.kripke.json --relation ab.relation.json --formula why.ctl

Exit codes:
  0  FIRST <= SECOND
  1  wrong command line
  2  an input was refused, a limit was reached, or a file cannot be read or written
  6  internal error
 10  not FIRST <= SECOND";

/// Most pairs that are written as a relation.
const MAX_LISTED: usize = 10_000_000;

/// What to compare, and what to write.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct CompareOptions {
    /// The structure that is less complete, or not; `-` is standard input.
    #[arg(value_name = "FIRST")]
    pub first: String,
    /// The other structure.
    #[arg(value_name = "SECOND")]
    pub second: String,
    /// Write all pairs of a state of the first structure and one of the second that is above it.
    #[arg(long, value_name = "FILE")]
    pub relation: Option<String>,
    /// Write the formula that tells the first from the second, as a property file.
    #[arg(long, value_name = "FILE")]
    pub formula: Option<String>,
    /// Print the comparison for programs.
    #[arg(long)]
    pub json: bool,
    /// Where to write the comparison; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Limit on pairs of states that are compared, once bisimilar states are one.
    #[arg(long, value_name = "N", default_value_t = MAX_PAIRS)]
    pub max_pairs: usize,
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or is refused, or a limit is reached.
pub fn run(options: &CompareOptions) -> Result<u8, ToolError> {
    if options.first == "-" && options.second == "-" {
        return Err(ToolError::Usage("standard input can be read only once".to_owned()));
    }
    let outputs = [
        ("-o", options.output.as_deref()),
        ("--relation", options.relation.as_deref()),
        ("--formula", options.formula.as_deref()),
    ];
    keep_apart(&outputs, [options.first.as_str(), options.second.as_str()])?;
    let models = [Model::read(&options.first)?, Model::read(&options.second)?];
    let failed = |error: CompareError| match error {
        CompareError::TooLarge(_) => ToolError::unusable(&models[0].file, error.to_string())
            .note("raise --max-pairs to go on; a pair takes up to six bits"),
        CompareError::Wrong(_) => ToolError::Internal(error.to_string()),
    };
    let compared = Compared::new(&models[0].structure, &models[1].structure, options.max_pairs)
        .map_err(failed)?;
    let forth = compared.direction(0).map_err(failed)?;
    let back = compared.direction(1).map_err(failed)?;
    let header = Header::of_tool(NAME, &[&models[0].text, &models[1].text]);
    if let Some(path) = &options.relation {
        let pairs = forth.direction.pairs;
        if pairs > MAX_LISTED {
            let message = format!("the relation has {pairs} pairs, more than {MAX_LISTED}");
            return Err(ToolError::unusable(path, message).note(
                "`belnap kmts minimize` makes one state of those that are equally complete",
            ));
        }
        let content = compared.relation(0, &forth);
        let text = relation::print(&Artefact { header: header.clone(), content });
        write_output(Some(path), &text)?;
    }
    write_formula(options, &forth)?;
    let notes = notes(&models);
    let holds = forth.direction.holds;
    let text = if options.json {
        Comparison::new(header, forth.direction, back.direction, notes).print()
    } else {
        for note in &notes {
            write_stderr(&format!("warning: {note}\n"));
        }
        report(&models, &forth.direction, &back.direction)
    };
    write_output(options.output.as_deref(), &text)?;
    Ok(if holds { exit::OK } else { exit::FAILS })
}

fn write_formula(options: &CompareOptions, forth: &Found) -> Result<(), ToolError> {
    let Some(path) = &options.formula else { return Ok(()) };
    match &forth.formula {
        Some(formula) => write_output(Some(path), &formula.file("difference")),
        None if forth.direction.holds => {
            write_stderr("no formula is true in the first structure only: none was written\n");
            Ok(())
        }
        None => Err(ToolError::unusable(path, "no formula was found")),
    }
}

/// What was not compared as a reader may expect.
fn notes(models: &[Model; 2]) -> Vec<String> {
    let mut notes = Vec::new();
    for (own, other) in [(0, 1), (1, 0)] {
        let known = &models[own].structure.propositions;
        let lacking = models[other].structure.propositions.iter();
        let lacking: Vec<&str> =
            lacking.filter(|name| !known.contains(name)).map(String::as_str).collect();
        if !lacking.is_empty() {
            let file = &models[own].file;
            notes.push(format!("{file} does not have {}: false in it", lacking.join(", ")));
        }
    }
    if models.iter().any(|model| !model.structure.locations.is_empty()) {
        notes.push("locations of programs are not compared, only propositions".to_owned());
    }
    notes
}

fn report(models: &[Model; 2], forth: &Direction, back: &Direction) -> String {
    let [first, second] = models;
    let (a, c) = (&first.file, &second.file);
    let mut text = match (forth.holds, back.holds) {
        (true, true) => format!("{a} and {c} are equally complete\n"),
        (true, false) => format!("{a} is less complete than {c}\n"),
        (false, true) => format!("{a} is more complete than {c}\n"),
        (false, false) => format!("{a} and {c} cannot be compared\n"),
    };
    for (less, more, direction) in [(a, c, forth), (c, a, back)] {
        if let Some(difference) = &direction.difference {
            text += &format!("\n{less} <= {more} does not hold:\n");
            text += &explanation(less, more, difference);
        }
    }
    text
}

fn explanation(less: &str, more: &str, difference: &Difference) -> String {
    let mut text = String::new();
    match &difference.formula {
        Some(formula) => {
            text += &format!("  {formula}\n");
            for definition in &difference.definitions {
                text += &format!("    where {} = {}\n", definition.name, definition.formula);
            }
            let values = |states: &[StateValue]| {
                let value = |state: &StateValue| {
                    let value = state.value.map_or("?", |value| value.letter());
                    format!("{value} in {}", state.state)
                };
                states.iter().map(value).collect::<Vec<_>>().join(", ")
            };
            text += &format!("    {less}: {}\n", values(&difference.less));
            text += &format!("    {more}: {}\n", values(&difference.more));
        }
        None => text += "  no formula was found that shows it\n",
    }
    for line in &difference.because {
        text += &format!("  - {line}\n");
    }
    text
}
