//! `belnap-check`: the stage from a Kripke structure and properties to a result document.
//!
//! `belnap check` is for people: it reads Boolean programs too, reports verdicts and has exit codes
//! for them. The stage writes the document, and succeeds whatever the verdict.

use belnap_cli::io::{display_name, read_text, write_output};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit};
use belnap_formats::header::{Artefact, Header};
use belnap_formats::{certificate, kripke, property, result};
use belnap_ir::certificate::Certificate;
use belnap_ir::kripke::Kripke;
use belnap_ir::property::Property;
use belnap_ir::result::{CheckResult, Seeds};

use super::options::{CheckArgs, EngineOption, LimitArgs, name_option, run_files};
use super::properties::{PropertySet, is_of_program};
use super::thorough;
use crate::certificate::make_certificate;
use crate::encode::listing::list;
use crate::operators::qualify_formula;
use crate::run::{RunError, add_linear, add_operators, check_all};
use crate::two_valued::{self, RUNS, TwoRuns};

/// The name of the executable.
pub const NAME: &str = "belnap-check";

const AFTER_HELP: &str = "\
Examples:
  belnap-check prog.kripke.json property.ctl -o prog.result.json
  belnap-bp2kripke prog.bp | belnap-check - --property 'AG !at(ERROR)'
  belnap-check prog.kripke.json --ltl 'G (at(A) -> F at(B))' -o prog.result.json
  belnap-check finer.kripke.json property.ctl --reuse coarse.result.json -o finer.result.json

Without a property, a structure that came from a program is checked for failing asserts
(AG !failed).

Exit codes:
  0  the result was written, whatever the verdict
  1  wrong command line
  2  an input was refused, a limit was reached, or a file cannot be read or written
  6  internal error, such as a property both true and false";

/// The command line of the executable.
#[derive(Debug, clap::Parser)]
#[command(name = NAME, version,
    about = "Check properties of a Kripke structure, and write the result document",
    long_about = "Check CTL, mu-calculus and LTL properties of a four-valued Kripke structure \
                  (*.kripke.json) and write verdicts with explanations (*.result.json). For a \
                  report to read, and exit codes that tell the verdict, use `belnap check`.",
    after_help = AFTER_HELP)]
pub struct Command {
    /// The options.
    #[command(flatten)]
    pub options: CheckStageOptions,
}

/// What to check, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct CheckStageOptions {
    /// The structure; `-` is standard input.
    #[arg(value_name = "STRUCTURE", default_value = "-")]
    pub structure: String,
    /// A file with properties, ours (`.ctl`) or SV-COMP's (`.prp`).
    #[arg(value_name = "PROPERTY-FILE")]
    pub property_file: Option<String>,
    /// A property; may be given several times.
    #[arg(short, long = "property", value_name = "FORMULA")]
    pub properties: Vec<String>,
    /// A property in LTL; may be given several times.
    #[arg(long = "ltl", value_name = "FORMULA")]
    pub linear: Vec<String>,
    /// Where to write the result; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Write what is always true at each place of the program, as evidence for the first property
    /// (`*.cert.json`); only for a structure that came from a graph.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<String>,
    /// How to check.
    #[command(flatten)]
    pub check: CheckArgs,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Runs the stage.
///
/// # Errors
/// If a file cannot be read or written, or is refused, or a limit is reached.
pub fn run(options: &CheckStageOptions) -> Result<u8, ToolError> {
    if options.structure == "-" && options.property_file.as_deref() == Some("-") {
        return Err(ToolError::Usage(
            "standard input cannot be both the structure and the properties".to_owned(),
        ));
    }
    let runs = options.check.run_files();
    let mut outputs =
        vec![("-o", options.output.as_deref()), ("--certificate", options.certificate.as_deref())];
    outputs.extend(runs.iter().map(|file| (WRITE_RUNS, Some(file.as_str()))));
    let inputs = std::iter::once(&options.structure)
        .chain(&options.property_file)
        .chain(&options.check.reuse);
    keep_apart(&outputs, inputs.map(String::as_str))?;
    let text = read_text(&options.structure)?;
    let file = display_name(&options.structure);
    let structure =
        kripke::read(&text).map_err(|found| ToolError::refuse(file, &text, &found))?.content;
    let mut properties = PropertySet::default();
    if let Some(path) = &options.property_file {
        properties.add_file(path)?;
    }
    for formula in &options.properties {
        properties.add_formula(formula)?;
    }
    for formula in &options.linear {
        properties.add_path(formula)?;
    }
    add_default(&mut properties, file, &structure)?;
    let content = check(
        Checked { file, structure: &structure },
        &properties,
        &options.check,
        &options.limits,
    )?;
    let inputs: Vec<&str> = std::iter::once(text.as_str()).chain(properties.file_texts()).collect();
    write_output(options.output.as_deref(), &artefact_text(&inputs, content))?;
    if let Some(path) = &options.certificate {
        let Kripke::Symbolic(structure) = &structure else {
            return Err(ToolError::Usage("--certificate needs a symbolic structure".to_owned()));
        };
        let Some(property) = properties.properties().first() else {
            let message = "--certificate is not for properties in LTL";
            return Err(ToolError::Usage(message.to_owned()));
        };
        let proof = make_certificate(structure, property)
            .map_err(|reason| ToolError::unusable(file, reason.to_string()))?;
        write_output(Some(path), &certificate_text(&text, proof.certificate))?;
    }
    Ok(exit::OK)
}

/// The certificate this stage writes for a structure with the given text.
pub fn certificate_text(structure: &str, content: Certificate) -> String {
    certificate::print(&Artefact { header: Header::of_tool(NAME, &[structure]), content })
}

/// The file this stage writes for a structure and property files with the given texts.
pub fn artefact_text(inputs: &[&str], content: CheckResult) -> String {
    result::print(&Artefact { header: Header::of_tool(NAME, inputs), content })
}

/// Adds the property that is checked when none is given, if the structure has a meaning for it.
///
/// # Errors
/// If there is no property, and the structure has no meaning for the default one.
pub fn add_default(
    properties: &mut PropertySet,
    file: &str,
    structure: &Kripke,
) -> Result<(), ToolError> {
    if !properties.is_empty() {
        return Ok(());
    }
    if !is_of_program(structure) {
        return Err(ToolError::Usage(format!(
            "{file} did not come from a program, so there is no property to check by default; \
             give one, for example --property 'AG EF p'"
        )));
    }
    properties.add_assertions();
    Ok(())
}

/// What is checked: a structure and the file it was made from.
#[derive(Clone, Copy)]
pub struct Checked<'a> {
    /// The file's name in messages.
    pub file: &'a str,
    /// The structure.
    pub structure: &'a Kripke,
}

/// Checks properties as the options say.
///
/// # Errors
/// If a formula or the earlier result is refused, or a limit is reached.
pub fn check(
    checked: Checked<'_>,
    properties: &PropertySet,
    how: &CheckArgs,
    limits: &LimitArgs,
) -> Result<CheckResult, ToolError> {
    if how.thorough.thorough {
        properties.refuse_operators("--thorough does not take it")?;
        if how.engine == Some(EngineOption::TwoValued) {
            let message = "--engine two-valued does not look for completions (--thorough)";
            return Err(ToolError::Usage(message.to_owned()));
        }
        let usual = [(how.reuse.is_some(), "--reuse"), (how.full, "--full")];
        return match usual.iter().find(|(given, _)| *given) {
            Some((_, option)) => {
                Err(ToolError::Usage(format!("{option} has no meaning with --thorough")))
            }
            None => thorough::Run { checked, properties, how, limits }.check(),
        };
    }
    if let Some(EngineOption::Game | EngineOption::Tableau) = how.engine {
        let message = "--engine game and --engine tableau are for --thorough";
        return Err(ToolError::Usage(message.to_owned()));
    }
    let listed = matches!(checked.structure, Kripke::Explicit(_))
        || matches!(how.engine, Some(EngineOption::Explicit | EngineOption::TwoValued));
    if how.reuse.is_some() && listed {
        return Err(ToolError::Usage(
            "--reuse works only on symbolic structures, with the symbolic engine".to_owned(),
        ));
    }
    if how.engine == Some(EngineOption::TwoValued) && !properties.linear().is_empty() {
        return Err(ToolError::Usage("--engine two-valued is not for LTL".to_owned()));
    }
    let seeds = how.reuse.as_deref().map(read_seeds).transpose()?;
    let options = how.options(limits);
    write_runs(checked, properties, how, limits)?;
    let refused = |error| tool_error(&error, checked.file, properties, how);
    let named = named(checked.structure, properties)?;
    let outcome = check_all(checked.structure, &named, &options, seeds.as_ref());
    let mut result = outcome.map_err(refused)?;
    add_linear(&mut result, checked.structure, properties.linear(), &options).map_err(refused)?;
    add_operators(&mut result, checked.structure, properties.operators(), &options)
        .map_err(refused)?;
    if how.no_timing {
        result.timing = None;
    }
    Ok(result)
}

/// The properties, where atoms have the names of components if the structure was composed.
fn named(structure: &Kripke, properties: &PropertySet) -> Result<Vec<Property>, ToolError> {
    let Kripke::Explicit(structure) = structure else {
        return Ok(properties.properties().to_vec());
    };
    let of = |property: &Property| {
        let formula = qualify_formula(
            property.formula.clone(),
            &structure.events.components,
            &structure.propositions,
        );
        let formula = formula.map_err(|found| properties.refuse(&property.name, &found))?;
        Ok(Property { name: property.name.clone(), formula })
    };
    properties.properties().iter().map(of).collect()
}

/// The option that asks for the files of classical runs.
pub const WRITE_RUNS: &str = "--write-runs";

/// Writes the structures and properties of the two classical runs, if the options ask for them.
fn write_runs(
    checked: Checked<'_>,
    properties: &PropertySet,
    how: &CheckArgs,
    limits: &LimitArgs,
) -> Result<(), ToolError> {
    let Some(folder) = &how.write_runs else { return Ok(()) };
    if how.engine != Some(EngineOption::TwoValued) {
        return Err(ToolError::Usage(format!("{WRITE_RUNS} needs --engine two-valued")));
    }
    let refused = |diagnostic| ToolError::refuse(checked.file, "", &[name_option(diagnostic)]);
    let listed;
    let structure = match checked.structure {
        Kripke::Explicit(structure) => structure,
        Kripke::Symbolic(symbolic) => {
            listed = list(symbolic, limits.max_states).map_err(refused)?;
            &listed
        }
    };
    two_valued::require(structure).map_err(refused)?;
    let stated = properties.properties();
    let formulas: Vec<_> = stated.iter().map(|property| &property.formula).collect();
    let runs = TwoRuns::new(structure, &formulas).map_err(refused)?;
    std::fs::create_dir_all(folder)
        .map_err(|error| ToolError::io(folder, "cannot make the folder", &error))?;
    for run in RUNS {
        let own = runs.properties(run, stated).map_err(refused)?;
        let content = Kripke::Explicit(runs.structure(run).clone());
        let header = Header::of_tool(NAME, &[]);
        let [model, formulas] = run_files(folder, run);
        write_output(Some(&model), &kripke::print(&Artefact { header, content }))?;
        write_output(Some(&formulas), &property::print_file(&own))?;
    }
    Ok(())
}

/// The seeds of an earlier result.
fn read_seeds(path: &str) -> Result<Seeds, ToolError> {
    let text = read_text(path)?;
    let file = display_name(path);
    let earlier = result::read(&text).map_err(|found| ToolError::refuse(file, &text, &found))?;
    earlier.content.seeds.ok_or_else(|| {
        ToolError::unusable(file, "this result has nothing to start from").note(
            "a run that is to be reused must be on a symbolic structure with labels, without \
             --no-seeds",
        )
    })
}

/// An error of the library as one of the command.
pub(super) fn tool_error(
    error: &RunError,
    file: &str,
    properties: &PropertySet,
    how: &CheckArgs,
) -> ToolError {
    error_with(error, file, properties, how.reuse.as_deref())
}

/// As [`tool_error`], where there is no earlier result.
pub(super) fn tool_error_of(error: &RunError, file: &str, properties: &PropertySet) -> ToolError {
    error_with(error, file, properties, None)
}

fn error_with(
    error: &RunError,
    file: &str,
    properties: &PropertySet,
    reuse: Option<&str>,
) -> ToolError {
    match error {
        RunError::Property { name, diagnostic } => properties.refuse(name, diagnostic),
        RunError::Structure(diagnostic) => {
            ToolError::refuse(file, "", &[name_option(diagnostic.clone())])
        }
        RunError::Nodes(limit) => ToolError::unusable(file, format!("{limit}; raise --max-nodes")),
        RunError::Reuse(_) => {
            let earlier = reuse.map_or(file, display_name);
            ToolError::unusable(earlier, error.to_string())
        }
        RunError::Inconsistent { .. } => {
            let files: Vec<&str> =
                std::iter::once(file).chain(properties.file_names()).chain(reuse).collect();
            let files = files.join(", ");
            ToolError::Internal(format!(
                "{error}; no program has such an abstraction: correct what was written by hand; if \
                 a stage wrote it, keep {files}"
            ))
        }
    }
}
