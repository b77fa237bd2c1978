//! `belnap check`: properties of a Boolean program or a Kripke structure, reported to a person.
//!
//! The stage `belnap-check` writes the result document, which this subcommand prints with
//! `--format json`.

use std::fmt::Write as _;
use std::io::IsTerminal;

use belnap_checker::commands::bp2kripke;
use belnap_checker::commands::check::{self, Checked};
use belnap_checker::commands::options::{CheckArgs, EncodeArgs, LimitArgs};
use belnap_checker::commands::properties::PropertySet;
use belnap_checker::commands::recursion::Question;
use belnap_checker::encode::is_recursive;
use belnap_checker::thorough::demands::Completions;
use belnap_checker::thorough::effort::Effort;
use belnap_checker::thorough::minimise::{Minimised, minimise};
use belnap_cli::io::write_output;
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, print_diagnostics, write_stderr};
use belnap_formats::header::{Artefact, Header};
use belnap_formats::property::print;
use belnap_formats::result;
use belnap_ir::boolprog::{BoolProgram, Stmt, StmtKind};
use belnap_ir::kripke::Kripke;
use belnap_ir::result::CheckResult;

use super::asked::PropertyArgs;
use crate::artefact::{Content, Input};
use crate::report::{Detail, overall_verdict, text_report};
use crate::summary::statements;

const AFTER_HELP: &str = "\
Without a property, a program is checked for failing asserts (AG !failed). Labels given with
--error-label are checked in addition to other properties (AG !at(LABEL)).

The last line of the report is the verdict in SV-COMP's words: TRUE if every property holds,
FALSE or FALSE(unreach-call) if one fails, UNKNOWN otherwise.

The stage `belnap-check` reads Kripke structures only, always writes the result document, and exits
with 0 whatever the verdict.

Examples:
  belnap check prog.bp
  belnap check prog.bp --error-label ERROR
  belnap check prog.bp --property 'AG (at(L1) -> AF at(L2))'
  belnap check prog.bp --ltl 'G F at(L1) -> G F at(L2)'
  belnap check prog.kripke.json --property-file property.ctl --format json -o prog.result.json
  belnap check model.kripke.json --thorough --completions DIR --property 'AX p & !AX q'

Exit codes:
  0  every property holds
  1  wrong command line
  2  an input was refused, a limit was reached, or a file cannot be read or written
  5  some property is inconclusive, none fails
  6  internal error
 10  some property fails";

/// What to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A report for a person.
    Text,
    /// The result document, for programs.
    Json,
}

/// What to check, and how.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct CheckCommandOptions {
    /// A Boolean program or a Kripke structure; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: String,
    /// What is asked.
    #[command(flatten)]
    pub asked: PropertyArgs,
    /// A label that must not be reached, `LABEL` or `PROCEDURE:LABEL`; may be given several
    /// times.
    #[arg(long = "error-label", value_name = "LABEL")]
    pub error_labels: Vec<String>,
    /// What to print.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Print formulas instead whose ordinary value is the thorough value of the properties
    /// (--property, or those of a file), and check nothing: for propositional and modal ones. Of
    /// the structure it matters whether its paths may end.
    #[arg(long, conflicts_with = "thorough")]
    pub minimise_formula: bool,
    /// Where to write the report; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Also write the Kripke structure of the program.
    #[arg(long, value_name = "FILE")]
    pub save_kripke: Option<String>,
    /// Also report values in initial states, and statistics.
    #[arg(short, long)]
    pub verbose: bool,
    /// How to encode.
    #[command(flatten)]
    pub encode: EncodeArgs,
    /// How to check.
    #[command(flatten)]
    pub check: CheckArgs,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or is refused, or a limit is reached.
pub fn run(options: &CheckCommandOptions) -> Result<u8, ToolError> {
    let inputs = std::iter::once(&options.file).chain(&options.asked.property_files);
    if inputs.filter(|path| *path == "-").count() > 1 {
        return Err(ToolError::Usage("standard input can be read only once".to_owned()));
    }
    let runs = options.check.run_files();
    let mut outputs =
        vec![("-o", options.output.as_deref()), ("--save-kripke", options.save_kripke.as_deref())];
    outputs.extend(runs.iter().map(|file| (check::WRITE_RUNS, Some(file.as_str()))));
    let inputs = std::iter::once(&options.file)
        .chain(&options.asked.property_files)
        .chain(&options.check.reuse);
    keep_apart(&outputs, inputs.map(String::as_str))?;
    let input = Input::read(&options.file)?;
    let content = input.content()?;
    let (kripke, has_assert) = structure(&input, &content, options)?;
    let (properties, defaulted) = properties(options, &input.file, &kripke, has_assert)?;
    if options.minimise_formula {
        let text = minimised(&properties, &kripke)?;
        write_output(options.output.as_deref(), &text)?;
        return Ok(exit::OK);
    }
    announce(&input.file, &properties);
    let CheckCommandOptions { encode, check: how, limits, .. } = options;
    let (mut result, deeper) = match &content {
        Content::BoolProgram(program, _) if encode.recursion.is_none() && is_recursive(program) => {
            let (file, text) = (input.file.as_str(), input.text.as_str());
            let question = Question { file, text, program, encode, how, limits };
            question.check(&properties, &kripke)?
        }
        _ => {
            let checked = Checked { file: &input.file, structure: &kripke };
            (check::check(checked, &properties, how, limits)?, None)
        }
    };
    if let Some(path) = &options.save_kripke {
        write_output(Some(path), &bp2kripke::artefact_text(&input.text, deeper.unwrap_or(kripke)))?;
    }
    if defaulted && has_assert == Some(false) {
        for property in &mut result.properties {
            property.notes.push("the program has no assert, so none can fail".to_owned());
        }
    }
    let verdict = overall_verdict(&result);
    let text = match (options.format, options.json) {
        (Format::Text, false) => text_report(&result, detail(options)),
        _ => document(&input, &properties, result),
    };
    write_output(options.output.as_deref(), &text)?;
    Ok(exit::of_verdict(verdict))
}

/// The minimised formulas of properties.
fn minimised(properties: &PropertySet, kripke: &Kripke) -> Result<String, ToolError> {
    let total = match kripke {
        Kripke::Explicit(explicit) => {
            explicit.total && !explicit.states.iter().any(|state| state.blocking)
        }
        Kripke::Symbolic(symbolic) => {
            !symbolic.strict && !symbolic.locations.iter().any(|location| location.blocking)
        }
    };
    let completions = if total { Completions::Total } else { Completions::Any };
    properties.refuse_operators("--minimise-formula does not take it")?;
    let mut out = String::new();
    for property in properties.properties() {
        let effort = Effort::new(MOST_MINIMISED, None);
        let found = minimise(&property.formula, completions, &effort)
            .map_err(|reason| ToolError::unusable(&property.name, reason.to_string()))?;
        let _ = writeln!(out, "{}: {}", property.name, print(&property.formula));
        let _ = match found {
            Minimised::Both(formula) => writeln!(out, "  {}", print(&formula)),
            Minimised::Sides { satisfiable, violable } => writeln!(
                out,
                "  some completion satisfies it unless this is false: {}\n  some completion \
                 violates it unless this is false: {}",
                print(&satisfiable),
                print(&violable)
            ),
        };
    }
    Ok(out)
}

/// How far formulas are minimised.
const MOST_MINIMISED: usize = 200_000;

const fn detail(options: &CheckCommandOptions) -> Detail {
    if options.verbose { Detail::Statistics } else { Detail::Plain }
}

fn document(input: &Input, properties: &PropertySet, content: CheckResult) -> String {
    let inputs: Vec<&str> =
        std::iter::once(input.text.as_str()).chain(properties.file_texts()).collect();
    result::print(&Artefact { header: Header::of_tool(super::NAME, &inputs), content })
}

/// The structure to check and, of a program, whether it has an `assert`.
fn structure(
    input: &Input,
    content: &Content,
    options: &CheckCommandOptions,
) -> Result<(Kripke, Option<bool>), ToolError> {
    match content {
        Content::BoolProgram(program, warnings) => {
            print_diagnostics(&input.file, &input.text, warnings);
            let (encode, limits) = (&options.encode, &options.limits);
            let kripke =
                bp2kripke::build(&input.file, &input.text, program, encode, limits, false)?;
            Ok((kripke, Some(has_assert(program))))
        }
        Content::Kripke(artefact) => {
            let given = [
                (options.save_kripke.is_some(), "--save-kripke"),
                (options.encode.star.is_some(), "--star"),
                (options.encode.recursion.is_some(), "--recursion"),
            ];
            if let Some((_, option)) = given.iter().find(|(given, _)| *given) {
                return Err(ToolError::Usage(format!(
                    "{option} is for Boolean programs, and {} is a Kripke structure",
                    input.file
                )));
            }
            Ok((artefact.content.clone(), None))
        }
        Content::Cfg(_) => Err(input.refuse(
            "this is a control-flow graph; only Boolean programs and Kripke structures can be \
             checked: abstract it to a Boolean program over predicates first",
        )),
        other => Err(input.refuse(&format!(
            "this is {}; only Boolean programs and Kripke structures can be checked",
            other.kind()
        ))),
    }
}

/// The properties to check, and whether they are only the default.
fn properties(
    options: &CheckCommandOptions,
    file: &str,
    kripke: &Kripke,
    has_assert: Option<bool>,
) -> Result<(PropertySet, bool), ToolError> {
    let mut properties = PropertySet::default();
    for path in &options.asked.property_files {
        properties.add_file(path)?;
    }
    for formula in &options.asked.properties {
        properties.add_formula(formula)?;
    }
    for formula in &options.asked.linear {
        properties.add_path(formula)?;
    }
    let stated = !properties.is_empty();
    if !stated && !options.error_labels.is_empty() && has_assert == Some(true) {
        properties.add_assertions();
    }
    for label in &options.error_labels {
        properties.add_error_label(label);
    }
    let defaulted = properties.is_empty();
    check::add_default(&mut properties, file, kripke)?;
    Ok((properties, defaulted))
}

/// Shows progress, only at a terminal.
fn announce(file: &str, properties: &PropertySet) {
    if std::io::stderr().is_terminal() {
        let names: Vec<&str> = properties.names().collect();
        write_stderr(&format!("{}: checking {file}: {}\n", super::NAME, names.join(", ")));
    }
}

fn has_assert(program: &BoolProgram) -> bool {
    let asserts = |stmt: &&Stmt| matches!(stmt.kind, StmtKind::Assert(_));
    program.procedures.iter().any(|procedure| statements(&procedure.body).iter().any(asserts))
}
