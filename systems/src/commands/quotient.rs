//! `belnap quotient`: a structure with states lumped together.

use std::collections::HashMap;

use belnap_cli::io::{display_name, read_text, write_output};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit};
use belnap_formats::header::{Artefact, Header};
use belnap_formats::relation::{self, Relation};
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;

use super::{Model, write_structure};
use crate::quotient::{Concrete, Partition};

/// The name in headers.
pub const NAME: &str = "belnap";

const AFTER_HELP: &str = "\
A class may go where one of its states may, and must go where each of them must; a proposition on
which they differ is unknown. Without --map, states with the same labels are in one class; with
--by, states that agree in these propositions.

Examples:
  belnap quotient writer.kripke.json -o coarse.kripke.json
  belnap quotient writer.kripke.json --by full,empty --write-map writer.relation.json
  belnap quotient writer.kripke.json --map writer.relation.json

Exit codes:
  0  the quotient was written
  1  wrong command line
  2  an input was refused, or a file cannot be read or written
  6  internal error";

/// What to lump together.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct QuotientOptions {
    /// The structure, or a labelled transition system; `-` is standard input.
    #[arg(value_name = "STRUCTURE")]
    pub structure: String,
    /// Propositions in which the states of a class agree.
    #[arg(long, value_name = "PROPOSITION,…", value_delimiter = ',', conflicts_with = "map")]
    pub by: Option<Vec<String>>,
    /// The classes: pairs of a class and a state of it (*.relation.json).
    #[arg(long, value_name = "FILE")]
    pub map: Option<String>,
    /// Write the classes.
    #[arg(long, value_name = "FILE")]
    pub write_map: Option<String>,
    /// Where to write the quotient; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or is refused.
pub fn run(options: &QuotientOptions) -> Result<u8, ToolError> {
    let outputs =
        [("-o", options.output.as_deref()), ("--write-map", options.write_map.as_deref())];
    let inputs = std::iter::once(&options.structure).chain(&options.map);
    keep_apart(&outputs, inputs.map(String::as_str))?;
    let model = Model::read(&options.structure)?;
    let mut texts = vec![model.text.clone()];
    let partition = match (&options.map, &options.by) {
        (Some(map), _) => {
            let text = read_text(map)?;
            let refused = |found: Vec<_>| ToolError::refuse(display_name(map), &text, &found);
            let relation = relation::read(&text).map_err(refused)?.content;
            let partition = partition_of(&relation, &model.structure)
                .map_err(|message| ToolError::unusable(display_name(map), message))?;
            texts.push(text);
            partition
        }
        (None, by) => {
            let told = propositions(&model, by.as_deref())?;
            Partition::by_labels(&model.structure, &told)
        }
    };
    let quotient = Concrete::new(&model.structure).quotient(&partition);
    let inputs: Vec<&str> = texts.iter().map(String::as_str).collect();
    if let Some(path) = &options.write_map {
        let content = relation_of(&partition, &model.structure, &quotient);
        let header = Header::of_tool(NAME, &inputs[..1]);
        write_output(Some(path), &relation::print(&Artefact { header, content }))?;
    }
    write_structure(NAME, options.output.as_deref(), &inputs, quotient)?;
    Ok(exit::OK)
}

fn propositions(model: &Model, by: Option<&[String]>) -> Result<Vec<usize>, ToolError> {
    let known = &model.structure.propositions;
    let Some(by) = by else { return Ok((0..known.len()).collect()) };
    let place = |name: &String| {
        known.iter().position(|own| own == name).ok_or_else(|| {
            let message = format!("there is no proposition '{name}'");
            ToolError::unusable(&model.file, message).note(format!("known: {}", known.join(", ")))
        })
    };
    by.iter().map(place).collect()
}

/// The classes as pairs of names.
pub fn relation_of(
    partition: &Partition,
    structure: &ExplicitKripke,
    quotient: &ExplicitKripke,
) -> Relation {
    let classes = partition.classes.iter().enumerate();
    let pairs = classes.flat_map(|(class, members)| {
        let name = &quotient.states[StateId::from(class)].name;
        members.iter().map(move |state| (name.clone(), structure.states[*state].name.clone()))
    });
    Relation { pairs: pairs.collect() }
}

fn partition_of(relation: &Relation, structure: &ExplicitKripke) -> Result<Partition, String> {
    let mut class_of: HashMap<&str, &str> = HashMap::new();
    for (class, state) in &relation.pairs {
        if class_of.insert(state, class).is_some_and(|other| other != class) {
            return Err(format!("state '{state}' is in several classes"));
        }
        if structure.states.iter().all(|own| own.name != *state) {
            return Err(format!("the structure has no state '{state}'"));
        }
    }
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for (class, _) in &relation.pairs {
        let next = numbers.len();
        numbers.entry(class).or_insert(next);
    }
    let mut partition =
        Partition { class_of: Vec::new(), classes: vec![Vec::new(); numbers.len()] };
    for (state, own) in structure.states.iter_enumerated() {
        let Some(class) = class_of.get(own.name.as_str()) else {
            return Err(format!("state '{}' is in no class", own.name));
        };
        partition.class_of.push(numbers[class]);
        partition.classes[numbers[class]].push(state);
    }
    Ok(partition)
}
