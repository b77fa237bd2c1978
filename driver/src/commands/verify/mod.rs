//! `belnap verify`: a C program to a verdict.

pub mod options;
pub mod task;

use std::time::{Duration, Instant};

use belnap_checker::commands::properties::PropertySet;
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, write_stderr};
use belnap_engine::cegar::Times;
use belnap_evidence::verdict::{Case, Verdict};
use belnap_evidence::witness::{NoWitness, WitnessWriter};
use belnap_frontend::pipeline::Compiled;

use crate::verify::makefile::Recipe;
use crate::verify::progress::{Loudness, Progress};
use crate::verify::report::{Report, Unfinished};
use crate::verify::save::SavedRun;
use crate::verify::stop::{Limits, Stop, no_witness};
use crate::verify::supervise::write_report;
use options::VerifyOptions;
use task::{Task, compile, read_properties};

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
        no_witness(&so_far.witnesses, REASON);
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
    let properties = read_properties(options)?;
    let (program, mut saved) = program(options, &properties)?;
    report.compiled_in(begin.elapsed());
    let task = Task::new(options, program.cfg, program.asserted, properties)?;
    let question = &task.question;
    let witnesses = options.witness.to_write(&task.source, task.properties.properties())?;
    let witnesses = match witnesses {
        Some(files) => Some(WitnessWriter::new(files, &task.source)?),
        None => None,
    };
    let loudness = match (options.quiet, options.verbose) {
        (true, _) => Loudness::Quiet,
        (_, true) => Loudness::Verbose,
        _ => Loudness::Normal,
    };
    task.check_names()?;
    let properties = task.properties.properties();
    stop.update(|so_far| {
        so_far.report = report.clone();
        so_far.waiting = properties.iter().map(Unfinished::new).collect();
    });
    for property in properties {
        stop.update(|so_far| so_far.current = Some(so_far.waiting.remove(0)));
        let smaller = || question.reduce(property);
        let (cfg, start) = match &mut saved {
            Some(saved) => saved.property(property, &question.program, &question.given, smaller)?,
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
        let finished = task.answer_from(&cfg, property, &start, &mut progress);
        progress.clear();
        let mut failed = progress.failed;
        let mut finished = finished?;
        if let Some(saved) = saved.as_mut().filter(|_| failed.is_none()) {
            failed = saved.executed(&cfg, &finished).err();
        }
        let begin = Instant::now();
        let case = Case {
            question,
            asserted: &task.asserted,
            source: &task.source,
            wanted: options.wanted(),
            cfg: &cfg,
            property,
        };
        let mut found = case.checked(&mut finished, stop.end());
        found.time = begin.elapsed();
        if let Some(saved) = saved.as_mut().filter(|_| failed.is_none()) {
            failed = saved.evidence(&found).err();
        }
        let verdict = Verdict { cfg: &cfg, property, finished: &finished, found: &found };
        report.add(&verdict);
        if let Some(witnesses) = &witnesses {
            match witnesses.write(&question.program, &verdict) {
                Ok(Ok(())) => {}
                Ok(Err(none)) => no_witness(&options.witness.files(), why_no_witness(none)),
                Err(error) => failed = failed.or(Some(error)),
            }
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

const fn why_no_witness(none: NoWitness) -> &'static str {
    match none {
        NoWitness::NoSpecification => "SV-COMP has no words for this property",
        NoWitness::NoPlace => "it is not known where in the program's files the violation is",
        NoWitness::NoVerdict => "the verdict is unknown",
    }
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
    let (compiled, inputs, args) = compile(args, properties)?;
    let recipe = || Recipe::new(&args, &options.method, &options.prover, options.refine);
    let saved = match (&options.from, &options.save) {
        (Some(folder), _) => Some(SavedRun::open(folder, &inputs, &compiled.cfg, recipe()?)?),
        (None, Some(folder)) => Some(SavedRun::create(folder, &inputs, &compiled.cfg, recipe()?)?),
        (None, None) => None,
    };
    Ok((compiled, saved))
}
