//! `belnap verify`: a C program to a verdict.

use std::time::{Duration, Instant};

use belnap_abstractor::commands::cfg2bp::{MethodArgs, ProverArgs};
use belnap_abstractor::theory::Theory;
use belnap_certifier::formula::nowhere;
use belnap_checker::commands::properties::PropertySet;
use belnap_cli::io::{display_name, read_text};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, write_stderr};
use belnap_formats::predicates;
use belnap_frontend::commands::c2cfg;
use belnap_frontend::pipeline::Compiled;
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::predicate::PredicateSet;
use belnap_ir::property::{Atom, Formula, Property};
use belnap_ir::span::SourceLine;
use belnap_passes::run_default;
use belnap_refiner::refine::{Method, RefineOptions};

use crate::evidence::proof::Whole;
use crate::evidence::verdict::Case;
use crate::verify::cegar::{self, Failure, Finished, Settings, Start, Times, Watch, known_names};
use crate::verify::certain::certain;
use crate::verify::graph::{may_be_smaller, visible};
use crate::verify::kept;
use crate::verify::makefile::Recipe;
use crate::verify::progress::{Loudness, Progress};
use crate::verify::report::{Report, Unfinished, Verdict};
use crate::verify::save::SavedRun;
use crate::verify::stop::{Limits, Stop};
use crate::verify::supervise::write_report;
use crate::witness::{WitnessArgs, Witnesses, missing};

const AFTER_HELP: &str = "\
Examples:
  belnap verify prog.c
  belnap verify -m32 prog.i --property-file unreach-call.prp --timeout 30
  belnap verify prog.c --property 'AG (at(L) -> {x > 0})' --property 'AG EF halted'
  belnap verify prog.c --save run --timeout 60; belnap verify prog.c --from run
  belnap verify prog.c --save run; make -f run/Makefile OUT=again
  belnap verify prog.c --witness-yaml prog.witness.yml --witness-graphml prog.witness.graphml

Without a property, the question is whether reach_error, __VERIFIER_error or a failing assert can be
reached. Predicates are found by refinement; --predicates gives some to begin with.

Exit codes:
  0  every property holds
  1  wrong command line
  2  input refused, or a file cannot be read or written; what was decided before is reported
  5  some property is unknown, none fails
  6  internal error
 10  some property fails";

/// Most labels that a message lists.
const LISTED: usize = 12;

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
    /// Go on with an earlier run of the same program with the same options, from the folder that
    /// --save made; what follows is kept there too. Limits and properties may differ.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["save", "predicates", "given"])]
    pub from: Option<String>,
    /// A verdict that takes something for granted, such as that malloc never fails, is none; nor is
    /// one whose evidence was asked for and could not be checked.
    #[arg(long)]
    pub strict: bool,
    /// Check proofs: the default, and the opposite of an earlier --no-certify.
    #[arg(long, overrides_with = "no_certify")]
    pub certify: bool,
    /// Do not check proofs.
    #[arg(long, overrides_with = "certify")]
    pub no_certify: bool,
    /// Compile and run the program to see whether it fails: the default, and the opposite of an
    /// earlier --no-replay.
    #[arg(long, overrides_with = "no_replay")]
    pub replay: bool,
    /// Do not compile and run the program to see whether it fails.
    #[arg(long, overrides_with = "replay")]
    pub no_replay: bool,
    /// Do not make the graph smaller first.
    #[arg(long)]
    pub no_passes: bool,
    /// Witnesses.
    #[command(flatten)]
    pub witness: WitnessArgs,
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
    /// Most memory, in mebibytes; by default nine tenths of what is free at the beginning.
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,
    /// Most iterations.
    #[arg(long, value_name = "N", default_value_t = Settings::default().max_iterations)]
    pub max_iterations: usize,
    /// Most predicates.
    #[arg(long, value_name = "N", default_value_t = Settings::default().max_predicates)]
    pub max_predicates: usize,
}

/// What the options ask: everything that the loop needs.
pub struct Question {
    /// The program's graph, as the frontend made it.
    pub cfg: Cfg,
    /// The properties, each with its own verdict.
    pub properties: PropertySet,
    /// Predicates to begin with.
    pub given: PredicateSet,
    /// What is kept between rounds and properties.
    pub theory: Theory,
    /// How to go about it.
    pub settings: Settings,
    /// Whether to make the graph smaller first.
    pub passes: bool,
    /// Lines that assert something or call an error function.
    pub asserted: Vec<SourceLine>,
}

impl Question {
    /// Reads what the options name, and compiles the program.
    pub fn new(options: &VerifyOptions) -> Result<Question, ToolError> {
        let properties = properties(options)?;
        let (compiled, ..) = kept::build(&options.program, &properties)?;
        Question::with(options, compiled.cfg, compiled.asserted, properties)
    }

    /// Reads what the options name, about a program that is compiled, with the lines that assert something.
    pub fn of(
        options: &VerifyOptions,
        cfg: Cfg,
        asserted: Vec<SourceLine>,
    ) -> Result<Question, ToolError> {
        let properties = properties(options)?;
        Question::with(options, cfg, asserted, properties)
    }

    fn with(
        options: &VerifyOptions,
        cfg: Cfg,
        asserted: Vec<SourceLine>,
        properties: PropertySet,
    ) -> Result<Question, ToolError> {
        let mut given = given(options)?;
        given.add(options.witness.predicates(&options.program, &cfg)?);
        certain(&cfg, &properties)?;
        Ok(Question {
            cfg,
            properties,
            given,
            theory: Theory::new(options.prover.prover()?),
            settings: Settings {
                abstraction: options.method.options(),
                refine: RefineOptions { method: options.refine, ..RefineOptions::default() },
                max_iterations: options.limits.max_iterations,
                max_predicates: options.limits.max_predicates,
                ..Settings::default()
            },
            passes: !options.no_passes,
            asserted,
        })
    }

    /// The graph for a property, as small as that property allows.
    pub fn graph(&self, property: &Property) -> Cfg {
        self.smaller(property).unwrap_or_else(|| self.cfg.clone())
    }

    /// The graph for a property, if that is another one than the program's.
    fn smaller(&self, property: &Property) -> Option<Cfg> {
        self.whole(property).map(|whole| run_default(whole.program, &whole.context).cfg)
    }

    /// What passes are given for a property, if there are any.
    pub fn whole(&self, property: &Property) -> Option<Whole<'_>> {
        let context = visible(&self.cfg, &property.formula, &self.given);
        let passes = self.passes && may_be_smaller(&self.cfg, &property.formula, &context);
        passes.then_some(Whole { program: &self.cfg, context })
    }

    /// Where the loop begins.
    fn start(&self) -> Start {
        Start { predicates: self.given.clone(), ..Start::default() }
    }

    /// The loop for a property on the graph for it.
    pub fn answer(
        &self,
        cfg: &Cfg,
        property: &Property,
        watch: &mut dyn Watch,
    ) -> Result<Finished, ToolError> {
        self.answer_from(cfg, property, &self.start(), watch)
    }

    /// As [`Question::answer`], going on from what an earlier run left.
    pub fn answer_from(
        &self,
        cfg: &Cfg,
        property: &Property,
        start: &Start,
        watch: &mut dyn Watch,
    ) -> Result<Finished, ToolError> {
        let finished = cegar::run(cfg, property, start, &self.theory, &self.settings, watch);
        finished.map_err(|failure| self.refused(property, failure))
    }

    fn refused(&self, property: &Property, failure: Failure) -> ToolError {
        match failure {
            Failure::Tool(error) => error,
            Failure::Property(found) => {
                let unknown = self.unknown_label(&property.formula);
                let found = unknown.filter(|_| found.rule == "check-atom").unwrap_or(*found);
                self.properties.refused(&property.name, &found)
            }
        }
    }

    /// Refuses properties before any of them is verified, if there are several.
    fn check_names(&self) -> Result<(), ToolError> {
        let properties = self.properties.properties();
        for property in properties.iter().filter(|_| properties.len() > 1) {
            if let Some(found) = self.unknown_label(&property.formula) {
                return Err(self.properties.refused(&property.name, &found));
            }
            known_names(&self.graph(property), property)
                .map_err(|failure| self.refused(property, failure))?;
        }
        Ok(())
    }

    /// What is wrong with a label of a formula that the program does not have. The graph for the
    /// property may lack others that it has.
    fn unknown_label(&self, formula: &Formula) -> Option<Diagnostic> {
        let unknown = nowhere(&self.cfg, formula).filter(|atom| matches!(atom, Atom::At { .. }))?;
        let mut atoms = Vec::new();
        formula.collect_atoms(&mut atoms);
        let (_, span) = atoms.into_iter().find(|(atom, _)| *atom == unknown)?;
        let labels = self.cfg.locations.iter().flat_map(|location| &location.labels);
        let mut labels: Vec<&str> = labels.map(String::as_str).collect();
        labels.sort_unstable();
        labels.dedup();
        let known = match labels.len() {
            0 => {
                "the program has no labels; at(file.c:12) is a line, at(n7) a location of its graph"
                    .to_owned()
            }
            1..=LISTED => format!("known: {}", labels.join(", ")),
            _ => format!("known: {}, …", labels[..LISTED].join(", ")),
        };
        let message = format!("nothing here is called '{unknown}'");
        Some(Diagnostic::at("check-atom", span, message).note(known))
    }
}

/// Runs the subcommand.
pub fn run(options: &VerifyOptions) -> Result<u8, ToolError> {
    check_outputs(options)?;
    let time = options.limits.timeout.map(|seconds| {
        Duration::try_from_secs_f64(seconds)
            .map_err(|_| ToolError::Usage("--timeout needs a number of seconds".to_owned()))
    });
    let limits = Limits { time: time.transpose()?, memory: options.limits.memory };
    let stop = Stop::new(limits.or_what_is_free());
    let mut report = Report::new(options.json);
    stop.update(|so_far| {
        so_far.report = report.clone();
        so_far.witnesses = options.witness.files();
    });
    match verify(options, &stop, &mut report) {
        Ok(()) => {
            let code = report.exit_code();
            write_report(&report, code)?;
            Ok(code)
        }
        Err(error) => {
            stop.done();
            failed(&stop, error)
        }
    }
}

/// Reports what was decided before an error, if anything was.
fn failed(stop: &Stop, error: ToolError) -> Result<u8, ToolError> {
    const REASON: &str = "an error ended the run";
    let so_far = stop.known();
    if so_far.report.is_empty() {
        missing(&so_far.witnesses, REASON);
        // It is said once, also if a supervisor reports.
        stop.update(|so_far| so_far.witnesses.clear());
        return Err(error);
    }
    write_stderr(&error.message(super::NAME));
    let code = error.code();
    write_report(&so_far.ended(REASON), code)?;
    Ok(code)
}

/// Verifies property by property; a verdict is in the report even if its files cannot be written.
fn verify(options: &VerifyOptions, stop: &Stop, report: &mut Report) -> Result<(), ToolError> {
    let begin = Instant::now();
    let properties = properties(options)?;
    let (program, mut saved) = program(options, &properties)?;
    report.compiled_in(begin.elapsed());
    let question = Question::with(options, program.cfg, program.asserted, properties)?;
    let witnesses =
        Witnesses::new(&options.witness, &options.program, question.properties.properties())?;
    let loudness = match (options.quiet, options.verbose) {
        (true, _) => Loudness::Quiet,
        (_, true) => Loudness::Verbose,
        _ => Loudness::Normal,
    };
    question.check_names()?;
    let properties = question.properties.properties();
    stop.update(|so_far| {
        so_far.report = report.clone();
        so_far.waiting = properties.iter().map(Unfinished::new).collect();
    });
    for property in properties {
        stop.update(|so_far| so_far.current = Some(so_far.waiting.remove(0)));
        let smaller = || question.smaller(property);
        let (cfg, start) = match &mut saved {
            Some(saved) => saved.property(property, &question.cfg, &question.given, smaller)?,
            None => (question.graph(property), question.start()),
        };
        let mut progress = Progress {
            loudness,
            stop,
            prover: &question.theory.prover,
            property,
            keep: saved.as_mut(),
            failed: None,
            times: Times::default(),
        };
        let finished = question.answer_from(&cfg, property, &start, &mut progress);
        progress.clear();
        let mut failed = progress.failed;
        let mut finished = finished?;
        if let Some(saved) = saved.as_mut().filter(|_| failed.is_none()) {
            failed = saved.executed(&cfg, &finished).err();
        }
        let begin = Instant::now();
        let case = Case { options, question: &question, cfg: &cfg, property };
        let mut found = case.checked(&mut finished, stop.end());
        found.time = begin.elapsed();
        if let Some(saved) = saved.as_mut().filter(|_| failed.is_none()) {
            failed = saved.evidence(&found).err();
        }
        let verdict = Verdict { cfg: &cfg, property, finished: &finished, found: &found };
        report.add(&verdict);
        if let Some(witnesses) = &witnesses {
            let unwritten = witnesses.write(&question.cfg, &verdict).err();
            failed = failed.or(unwritten);
        }
        stop.update(|so_far| {
            so_far.report = report.clone();
            so_far.current = None;
            so_far.witnesses.clear();
        });
        if let Some(error) = failed {
            return Err(error);
        }
    }
    stop.done();
    question
        .theory
        .prover
        .save()
        .map_err(|error| ToolError::unusable(super::NAME, error.to_string()))
}

/// Refuses files that would be written over what is read, or where the report goes.
fn check_outputs(options: &VerifyOptions) -> Result<(), ToolError> {
    let outputs = options.witness.outputs();
    let on_output = |file: Option<&str>| matches!(file, Some("-" | "/dev/stdout"));
    if let Some((option, _)) = outputs.iter().find(|(_, file)| on_output(*file)) {
        let message = format!("{option} needs a file; standard output has the report");
        return Err(ToolError::Usage(message));
    }
    let more = options.property_files.iter().chain(&options.predicates);
    keep_apart(&outputs, more.chain(&options.witness.given).map(String::as_str))?;
    options.program.keep(&outputs)
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

/// The program, compiled, and where to keep files.
fn program(
    options: &VerifyOptions,
    properties: &PropertySet,
) -> Result<(Compiled, Option<SavedRun>), ToolError> {
    let args = &options.program;
    let kept = options.save.as_ref().or(options.from.as_ref());
    if kept.is_some() && args.files.iter().chain(&args.model).any(|file| file == "-") {
        return Err(ToolError::Usage(
            "--save and --from need programs in files, not on standard input".to_owned(),
        ));
    }
    let (compiled, inputs, args) = kept::build(args, properties)?;
    let recipe = || Recipe::new(&args, &options.method, &options.prover, options.refine);
    let saved = match (&options.from, &options.save) {
        (Some(folder), _) => Some(SavedRun::open(folder, &inputs, &compiled.cfg, recipe()?)?),
        (None, Some(folder)) => Some(SavedRun::create(folder, &inputs, &compiled.cfg, recipe()?)?),
        (None, None) => None,
    };
    Ok((compiled, saved))
}
