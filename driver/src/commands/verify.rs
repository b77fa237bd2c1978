//! `belnap verify`: a C program to a verdict.

use std::time::Duration;

use belnap_abstractor::commands::cfg2bp::{MethodArgs, ProverArgs};
use belnap_abstractor::theory::Theory;
use belnap_checker::commands::properties::PropertySet;
use belnap_formats::predicates;
use belnap_formats::tool::io::{display_name, read_text, write_output};
use belnap_formats::tool::{ToolError, exit};
use belnap_frontend::commands::c2cfg;
use belnap_frontend::passes::{PassContext, run_default};
use belnap_ir::cfg::Cfg;
use belnap_ir::predicate::PredicateSet;
use belnap_ir::property::{Atom, Formula, Property};
use belnap_refiner::refine::{Method, RefineOptions};
use serde_json::json;

use crate::verify::cegar::{self, Conclusion, Settings, Start};
use crate::verify::makefile::Recipe;
use crate::verify::progress::{Loudness, Progress};
use crate::verify::report::Verdict;
use crate::verify::save::SavedRun;
use crate::verify::stop::{Limits, Stop};

const AFTER_HELP: &str = "\
Examples:
  belnap verify prog.c
  belnap verify -m32 prog.i --property-file unreach-call.prp --timeout 30
  belnap verify prog.c --property 'AG (at(L) -> {x > 0})' --property 'AG EF halted'
  belnap verify prog.c --save run --timeout 60; belnap verify prog.c --from run
  belnap verify prog.c --save run; make -f run/Makefile OUT=again

Without a property, the question is whether reach_error, __VERIFIER_error or a failing assert can be
reached. Predicates are found by refinement; --predicates gives some to begin with.

Exit codes:
  0  every property holds
  1  wrong command line
  2  input refused, or a file cannot be read or written
  5  some property is unknown, none fails
  6  internal error
 10  some property fails";

/// What to verify, and how.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct VerifyOptions {
    /// The program.
    #[command(flatten)]
    pub program: c2cfg::ProgramArgs,
    /// A property; may be given several times.
    #[arg(short, long = "property", value_name = "FORMULA")]
    pub properties: Vec<String>,
    /// A file with properties, ours (`.ctl`) or SV-COMP's (`.prp`); may be given several times.
    #[arg(long = "property-file", value_name = "FILE")]
    pub property_files: Vec<String>,
    /// A label that must not be reached; may be given several times.
    #[arg(long = "error-label", value_name = "LABEL")]
    pub error_labels: Vec<String>,
    /// Predicates to begin with.
    #[arg(long, value_name = "FILE")]
    pub predicates: Option<String>,
    /// How predicates are looked for.
    #[arg(long, value_enum, default_value_t)]
    pub refine: Method,
    /// Keep the files of every iteration in a new folder, with a Makefile that makes them again.
    #[arg(long, value_name = "DIR")]
    pub save: Option<String>,
    /// Go on with an earlier run of the same program, from the folder that --save made; what
    /// follows is kept there too. The graph is the one that was kept.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["save", "predicates"])]
    pub from: Option<String>,
    /// Do not make the graph smaller first.
    #[arg(long)]
    pub no_passes: bool,
    /// Limits.
    #[command(flatten)]
    pub limits: VerifyLimits,
    /// How to abstract.
    #[command(flatten)]
    pub method: MethodArgs,
    /// The prover.
    #[command(flatten)]
    pub prover: ProverArgs,
    /// Write the verdicts as JSON.
    #[arg(long)]
    pub json: bool,
    /// Show nothing but the report.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Show each iteration.
    #[arg(short, long)]
    pub verbose: bool,
}

/// When to give up.
#[derive(Clone, Debug, clap::Args)]
pub struct VerifyLimits {
    /// Most seconds.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// Most memory, in mebibytes.
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,
    /// Most iterations.
    #[arg(long, value_name = "N", default_value_t = Settings::default().max_iterations)]
    pub max_iterations: usize,
    /// Most predicates.
    #[arg(long, value_name = "N", default_value_t = Settings::default().max_predicates)]
    pub max_predicates: usize,
}

/// Runs the subcommand.
pub fn run(options: &VerifyOptions) -> Result<u8, ToolError> {
    let time = options.limits.timeout.map(|seconds| {
        Duration::try_from_secs_f64(seconds)
            .map_err(|_| ToolError::Usage("--timeout needs a number of seconds".to_owned()))
    });
    let stop = Stop::new(Limits { time: time.transpose()?, memory: options.limits.memory });
    let properties = properties(options)?;
    let given = given(options)?;
    let (program, mut saved) = program(options)?;
    let theory = Theory::new(options.prover.prover()?);
    let settings = Settings {
        abstraction: options.method.options(),
        refine: RefineOptions { method: options.refine, ..RefineOptions::default() },
        max_iterations: options.limits.max_iterations,
        max_predicates: options.limits.max_predicates,
        ..Settings::default()
    };
    let loudness = match (options.quiet, options.verbose) {
        (true, _) => Loudness::Quiet,
        (_, true) => Loudness::Verbose,
        _ => Loudness::Normal,
    };
    let mut texts = String::new();
    let mut documents = Vec::new();
    let (mut fails, mut unknown) = (None, false);
    for property in properties.properties() {
        let smaller = || graph(&program, property, options);
        let (cfg, start) = match &mut saved {
            Some(saved) => saved.property(property, &program, &given, smaller)?,
            None => {
                let start = Start { predicates: given.clone(), ..Start::default() };
                (smaller().unwrap_or_else(|| program.clone()), start)
            }
        };
        let mut progress = Progress {
            loudness,
            stop: &stop,
            prover: &theory.prover,
            property: property.name.clone(),
            keep: saved.as_mut(),
        };
        let finished = cegar::run(&cfg, property, &start, &theory, &settings, &mut progress);
        progress.clear();
        let finished = finished?;
        if let (Some(saved), Some((edges, found))) = (&mut saved, &finished.execution) {
            saved.executed(&cfg, edges, found)?;
        }
        let verdict = Verdict { cfg: &cfg, property, finished: &finished };
        match finished.conclusion {
            Conclusion::Holds => {}
            Conclusion::Fails => fails = fails.or(Some(is_reachability(&property.formula))),
            Conclusion::Unknown(_) => unknown = true,
        }
        if options.json {
            documents.push(verdict.json());
        } else {
            texts.push_str(&verdict.text());
            texts.push('\n');
        }
    }
    stop.done();
    theory.prover.save().map_err(|error| ToolError::Refused(format!("belnap: {error}\n")))?;
    let word = match (fails, unknown) {
        (Some(true), _) => "FALSE(unreach-call)",
        (Some(false), _) => "FALSE",
        (None, true) => "UNKNOWN",
        (None, false) => "TRUE",
    };
    let text = match options.json {
        true => format!("{:#}\n", json!({"verdict": word, "properties": documents})),
        false => format!("{texts}{word}\n"),
    };
    write_output(None, &text)?;
    Ok(match (fails, unknown) {
        (Some(_), _) => exit::FAILS,
        (None, true) => exit::INCONCLUSIVE,
        (None, false) => exit::OK,
    })
}

fn properties(options: &VerifyOptions) -> Result<PropertySet, ToolError> {
    let mut set = PropertySet::default();
    for file in &options.property_files {
        set.add_file(file)?;
    }
    for text in &options.properties {
        set.add_formula(text)?;
    }
    for label in &options.error_labels {
        set.add_error_label(label);
    }
    if set.properties().is_empty() {
        set.add_assertions();
    }
    Ok(set)
}

fn given(options: &VerifyOptions) -> Result<PredicateSet, ToolError> {
    let Some(file) = &options.predicates else { return Ok(PredicateSet::default()) };
    let text = read_text(file)?;
    predicates::read(&text).map_err(|found| ToolError::refused(display_name(file), &text, &found))
}

/// The graph of the program, compiled or kept by an earlier run, and where to keep files.
fn program(options: &VerifyOptions) -> Result<(Cfg, Option<SavedRun>), ToolError> {
    let args = &options.program;
    let kept = options.save.as_ref().or(options.from.as_ref());
    if kept.is_some() && args.files.iter().chain(&args.model).any(|file| file == "-") {
        return Err(ToolError::Usage(
            "--save and --from need programs in files, not on standard input".to_owned(),
        ));
    }
    let recipe = || Recipe::new(args, &options.method, &options.prover, options.refine);
    if let Some(folder) = &options.from {
        let files = args.files.iter().chain(&args.model);
        let inputs = files.map(|file| read_text(file)).collect::<Result<Vec<_>, _>>()?;
        let (saved, cfg) = SavedRun::open(folder, &inputs, recipe())?;
        return Ok((cfg, Some(saved)));
    }
    let (compiled, inputs) = c2cfg::build(args)?;
    let saved = match &options.save {
        Some(folder) => Some(SavedRun::create(folder, &inputs, &compiled.cfg, recipe())?),
        None => None,
    };
    Ok((compiled.cfg, saved))
}

/// The graph for a property, as small as that property allows; `None` if passes are off.
fn graph(cfg: &Cfg, property: &Property, options: &VerifyOptions) -> Option<Cfg> {
    let context = || PassContext::of_formula(cfg, &property.formula);
    (!options.no_passes).then(|| run_default(cfg, &context()).cfg)
}

/// Whether a property says that some place is not reached.
fn is_reachability(formula: &Formula) -> bool {
    use belnap_ir::property::{Along, Quantifier};
    match formula {
        Formula::Along(Quantifier::Forall, Along::Globally, body) => match &**body {
            Formula::Not(avoided) => matches!(
                **avoided,
                Formula::Atom(Atom::At { .. } | Atom::AtLine(_) | Atom::Enter(_) | Atom::Failed, _)
            ),
            _ => false,
        },
        _ => false,
    }
}
