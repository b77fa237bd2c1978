//! `belnap-refine`: an inconclusive result to better predicates.

use std::time::Duration;

use belnap_cli::io::{display_name, read_text, write_output};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, write_stderr};
use belnap_formats::condition::Names;
use belnap_formats::header::{Artefact, Header};
use belnap_formats::predicates::RefusedText;
use belnap_formats::{certificate, cfg, predicates, property, result};
use belnap_ir::certificate::Certificate;
use belnap_ir::cfg::Cfg;
use belnap_ir::predicate::PredicateSet;
use belnap_ir::result::{CheckResult, PropertyResult, Verdict};

use super::again::{self, AgainArgs, SetArgs};
use super::listing::listing;
use crate::execution;
use crate::given;
use crate::initial::initial_predicates;
use crate::known::{self, Known};
use crate::memory::Memory;
use crate::methods::Choice;
use crate::refine::{RefineOptions, Refined, add_to, refine};

/// The name of the executable.
pub const NAME: &str = "belnap-refine";

/// Examples and exit codes, for `--help`.
pub const AFTER_HELP: &str = "\
Examples:
  belnap-refine prog.cfg.json prog.preds prog.result.json -o next.preds
  belnap-refine prog.cfg.json 0.preds 0.result.json --method wp -o 1.preds
  belnap-refine prog.cfg.json prog.preds prog.result.json --execution failure.json -o next.preds
  belnap-refine --method minimize prog.cfg.json prog.preds prog.result.json \
    --traces prog.traces.json -o next.preds
  belnap-refine --prove prog.cfg.json prog.preds property.ctl -o prog.cert.json
  belnap-refine --list

The result must be about a Boolean program of this graph over these predicates. A path that the
program can take is not refined: it is an execution that refutes the property.

Exit codes:
  0  better predicates were written; with --prove: the certificate
  1  wrong command line
  2  a file was refused, nothing in the result is inconclusive, or a file cannot be read or written
  5  there is nothing new to track, or the predicates do not prove the property; the reason is on
     standard error
  6  internal error
 10  the property fails: the execution is on standard output, no predicates were written
 11  the property holds: the only execution of the program ends; no predicates were written";

/// The command line of the executable.
#[derive(Debug, clap::Parser)]
#[command(name = NAME, version, about = "Find better predicates from an inconclusive result",
    long_about = "Find better predicates (*.preds) for a control-flow graph (*.cfg.json) from the \
                  explanation of an inconclusive property (*.result.json), or an execution that \
                  refutes the property.",
    after_help = AFTER_HELP)]
pub struct Command {
    /// The options.
    #[command(flatten)]
    pub options: RefineStageOptions,
}

/// What to refine, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct RefineStageOptions {
    /// The control-flow graph.
    #[arg(value_name = "PROG.cfg.json", default_value_if("list", "true", ""))]
    pub graph: String,
    /// The predicates that the result was computed with.
    #[arg(value_name = "PROG.preds", default_value_if("list", "true", ""))]
    pub predicates: String,
    /// The result.
    #[arg(value_name = "PROG.result.json", default_value_if("list", "true", ""))]
    pub result: String,
    /// Where to write the old and the new predicates; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// The property to refine for; by default the first inconclusive one.
    #[arg(long, value_name = "NAME")]
    pub property: Option<String>,
    /// Write the execution that decides the property as JSON to this file instead of printing it.
    #[arg(long, value_name = "FILE")]
    pub execution: Option<String>,
    /// Try the predicates as an inductive invariant: the third file is a property (*.ctl), whose
    /// certificate is written.
    #[arg(long, conflicts_with_all = ["property", "execution"])]
    pub prove: bool,
    /// List the methods.
    #[arg(long, exclusive = true)]
    pub list: bool,
    /// How to look for predicates.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Files of traces.
    #[command(flatten)]
    pub again: AgainArgs,
}

/// How to look for predicates.
#[derive(Clone, Debug, clap::Args)]
pub struct SearchArgs {
    /// How to look for predicates.
    #[arg(long, value_enum, default_value_t)]
    pub method: Choice,
    /// Maximum number of new predicates.
    #[arg(long, value_name = "N", default_value_t = RefineOptions::default().most)]
    pub most: usize,
    /// Time limit for one question about a path, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = milliseconds(RefineOptions::default().question))]
    pub question_time: u64,
    /// Time limit for invariants of a path with its loops, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = milliseconds(RefineOptions::default().invariants))]
    pub invariant_time: u64,
    /// How many sets are tried.
    #[command(flatten)]
    pub sets: SetArgs,
}

impl SearchArgs {
    /// The options of the library that these stand for.
    pub fn options(&self) -> RefineOptions {
        RefineOptions {
            method: self.method,
            most: self.most,
            question: Duration::from_millis(self.question_time),
            invariants: Duration::from_millis(self.invariant_time),
            sets: self.sets.limits(),
            seed: self.sets.seed,
            ..RefineOptions::default()
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Runs the stage.
///
/// # Errors
/// If a file cannot be read or written, or is refused, or nothing in the result is inconclusive.
pub fn run(options: &RefineStageOptions) -> Result<u8, ToolError> {
    if options.list {
        write_output(None, &listing())?;
        return Ok(exit::OK);
    }
    let mut outputs =
        vec![("-o", options.output.as_deref()), ("--execution", options.execution.as_deref())];
    outputs.extend(options.again.outputs());
    let inputs = [&options.graph, &options.predicates, &options.result];
    let inputs = inputs.into_iter().chain(options.again.inputs()).map(String::as_str);
    keep_apart(&outputs, inputs)?;
    let graph_text = read_text(&options.graph)?;
    let graph = cfg::read(&graph_text)
        .map_err(|found| ToolError::refuse(display_name(&options.graph), &graph_text, &found))?
        .content;
    let text = read_text(&options.predicates)?;
    let file = display_name(&options.predicates);
    let refused = |found: Vec<_>| ToolError::refuse(file, &text, &found);
    let given = predicates::read(&text).map_err(refused)?;
    let names = Names::new(&graph);
    let set = predicates::resolve(&names, &given, &text).map_err(refused)?;
    let known = known::conditions(&graph, &set);
    let known = Known { conditions: &known, set: &set };
    if options.prove {
        return prove(options, &graph_text, &graph, &text, &set);
    }
    let file = display_name(&options.result);
    let text = read_text(&options.result)?;
    let content =
        result::read(&text).map_err(|found| ToolError::refuse(file, &text, &found))?.content;
    let one = inconclusive(&content, options.property.as_deref())
        .map_err(|message| ToolError::unusable(file, message))?;
    let formula = property::read_formula(&one.formula)
        .map_err(|found| ToolError::refuse(file, &one.formula, &found))?;
    let Some(explanation) = &one.explanation else {
        return Err(ToolError::unusable(file, "the result is not explained")
            .note("check without --no-explanation"));
    };
    let search = options.search.options();
    let chooser = options.again.chooser(search.method)?;
    let refined = match chooser {
        Some(chooser) => {
            let input = again::Input { graph: &graph, text: &graph_text, formula: &formula };
            options.again.refine(&input, &known, explanation, &options.search, chooser)?
        }
        None => refine(&graph, &known, &formula, explanation, &search, &mut Memory::default()),
    };
    if let Refined::Replace(next) = &refined {
        options.again.write(&graph_text, &next.traces)?;
        write_output(options.output.as_deref(), &predicates::print(&next.predicates))?;
        return Ok(exit::OK);
    }
    if let Refined::Predicates { new, reason } = refined {
        let refused =
            |found: RefusedText| ToolError::refuse("predicates", &found.text, &found.found);
        let next = initial_predicates(&formula, &given);
        let mut next = next.resolve(&names).map_err(refused)?;
        if add_to(&graph, &mut next, &new).map_err(refused)? == 0 {
            let name = &one.name;
            write_stderr(&format!("{NAME}: property '{name}': nothing new to track: {reason}\n"));
            return Ok(exit::INCONCLUSIVE);
        }
        write_output(options.output.as_deref(), &predicates::print(&next))?;
        return Ok(exit::OK);
    }
    write_verdict(&graph, &refined, options.execution.as_deref())
}

/// Tries the predicates as an invariant that proves a property.
fn prove(
    options: &RefineStageOptions,
    graph_text: &str,
    graph: &Cfg,
    given: &str,
    set: &PredicateSet,
) -> Result<u8, ToolError> {
    let file = display_name(&options.result);
    let text = read_text(&options.result)?;
    let properties =
        property::read_file(&text).map_err(|found| ToolError::refuse(file, &text, &found))?;
    let first =
        properties.first().ok_or_else(|| ToolError::unusable(file, "there is no property"))?;
    let Some(found) = given::prove(graph, &first.formula, set, None) else {
        write_stderr(&format!("{NAME}: the predicates do not prove the property by induction\n"));
        return Ok(exit::INCONCLUSIVE);
    };
    let content = given::certificate(graph, first, &found);
    let text = certificate_text(&[graph_text, given, &text], content);
    write_output(options.output.as_deref(), &text)?;
    Ok(exit::OK)
}

/// The file that `--prove` writes, for a graph, predicates and a property with the given texts.
pub fn certificate_text(inputs: &[&str], content: Certificate) -> String {
    certificate::print(&Artefact { header: Header::of_tool(NAME, inputs), content })
}

/// Writes the execution that decides to a file, or shows it; gives the exit code.
fn write_verdict(cfg: &Cfg, refined: &Refined, file: Option<&str>) -> Result<u8, ToolError> {
    let (text, document, code) = match refined {
        Refined::Execution(edges, found) => (
            execution::text(cfg, edges, found),
            execution::document(cfg, edges, found),
            exit::FAILS,
        ),
        Refined::Holds { steps } => (
            format!("the only execution has {steps} steps\n"),
            execution::ending(*steps),
            exit::HOLDS,
        ),
        Refined::Predicates { .. } | Refined::Replace(_) => return Ok(exit::OK),
    };
    write_output(file, if file.is_some() { &document } else { &text })?;
    Ok(code)
}

/// The property to refine for.
fn inconclusive<'r>(
    result: &'r CheckResult,
    name: Option<&str>,
) -> Result<&'r PropertyResult, String> {
    let is_open = |one: &&PropertyResult| one.verdict == Verdict::Inconclusive;
    let Some(name) = name else {
        let first = result.properties.iter().find(is_open);
        return first.ok_or_else(|| "nothing in this result is inconclusive".to_owned());
    };
    let named = result.properties.iter().find(|one| one.name == name);
    let named = named.ok_or_else(|| format!("there is no property called '{name}'"))?;
    match is_open(&named) {
        true => Ok(named),
        false => Err(format!("the property '{name}' {}", named.verdict.word())),
    }
}
