//! `belnap verify`: a C program to a verdict.

mod deepen;
mod each;
mod minimal;
pub mod options;
mod recipe;
pub mod task;

use std::time::{Duration, Instant};

use belnap_checker::commands::properties::{ASSERTIONS, PropertySet};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, log, print_error};
use belnap_engine::cegar::Start;
use belnap_engine::conclusion::Times;
use belnap_evidence::judge::Judgement;
use belnap_evidence::witness::WitnessWriter;
use belnap_formats::replay::HarnessText;
use belnap_frontend::commands::c2cfg::{ProgramArgs, show_harness, show_warnings};
use belnap_frontend::pipeline::Compiled;
use belnap_ir::cfg::Cfg;
use belnap_ir::property::Property;

use crate::verify::each::Each;
use crate::verify::makefile::Recipe;
use crate::verify::progress::Progress;
use crate::verify::report::{Judged, Report, Unfinished};
use crate::verify::save::SavedRun;
use crate::verify::so_far::no_witness;
use crate::verify::stop::{Limits, Stop};
use crate::verify::supervise::write_report;
use crate::verify::trace::source::Sources;
use crate::verify::{unknown, words};
use options::{UnrollArg, VerifyOptions};
use recipe::recipe_options;
use task::{Task, compile, read_properties};

/// Runs the subcommand.
///
/// # Errors
/// If the program or another input is refused, or a file cannot be read or written. What was
/// decided before is reported first.
pub fn run(options: &VerifyOptions) -> Result<u8, ToolError> {
    let options = &VerifyOptions { program: options.program.resolved()?, ..options.clone() };
    if show_harness(&options.program)? {
        return Ok(exit::OK);
    }
    check_outputs(options)?;
    if options.verbose {
        log::show_progress();
    }
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
            report_failure(&stop, options.json, error)
        }
    }
}

/// Reports what was decided before an error, if anything was.
fn report_failure(stop: &Stop, json: bool, error: ToolError) -> Result<u8, ToolError> {
    const REASON: &str = "an error ended the run";
    let so_far = stop.known();
    if so_far.report.is_empty() {
        no_witness(&so_far.witnesses, REASON);
        // It is said once, also if a supervisor reports.
        stop.update(|so_far| so_far.witnesses.clear());
        if json && error.code() == exit::REFUSED {
            print_error(super::NAME, &error);
            write_report(&Report::of_error(&error), error.code())?;
            return Ok(error.code());
        }
        return Err(error);
    }
    print_error(super::NAME, &error);
    let code = error.code();
    write_report(&so_far.end(REASON), code)?;
    Ok(code)
}

/// Verifies property by property.
fn verify(options: &VerifyOptions, stop: &Stop, report: &mut Report) -> Result<(), ToolError> {
    let begin = Instant::now();
    let properties = read_properties(options)?;
    if matches!(properties.properties(), [one] if one.name == ASSERTIONS) {
        report.leave_unchecked(options.program.asked().missing().map(|check| check.name));
    }
    let (program, saved) = compile_and_save(options, &properties, stop.end())?;
    report.set_compile_time(begin.elapsed());
    let harness = harness_text(&options.program, &program);
    let names = program.harness.as_ref().map(|harness| harness.names.clone());
    let sources = Sources::with_harness(names.unwrap_or_default());
    let mut task = Task::new(options, program.cfg, program.asserted, properties)?;
    task.source.harness = harness;
    let witnesses = match options.witness.to_write(&task.source, task.properties.names().count())? {
        Some(files) => Some(WitnessWriter::new(files, &task.source)?),
        None => None,
    };
    task.check_names()?;
    let products = task.products(options.measures)?;
    let tasks = || std::iter::once(&task).chain(&products);
    let waiting = |task: &Task| {
        let properties = task.properties.properties().iter();
        properties.map(|one| Unfinished::new(one, task.stated())).collect::<Vec<_>>()
    };
    stop.update(|so_far| {
        so_far.report = report.clone();
        so_far.waiting = tasks().flat_map(waiting).collect();
    });
    let mut run = Run { options, task: &task, stop, report, saved, witnesses, sources };
    for task in tasks() {
        run.task = task;
        for property in task.properties.properties() {
            run.verify_property(property)?;
        }
    }
    stop.done();
    let saved = task.question.theory.prover.save();
    saved.map_err(|error| ToolError::unusable(super::NAME, error.to_string()))
}

/// What calls the function that was asked for, if one was.
pub fn harness_text(args: &ProgramArgs, compiled: &Compiled) -> Option<HarnessText> {
    let harness = compiled.harness.clone()?;
    let options = args.harness.words().into_iter();
    Some(HarnessText {
        function: harness.function,
        options: options.map(|(name, value)| format!("{name}={value}")).collect(),
        file: harness.unit,
        name: harness.name,
        entry: harness.entry,
        text: harness.text,
    })
}

/// A run, between two properties.
struct Run<'a> {
    options: &'a VerifyOptions,
    task: &'a Task,
    stop: &'a Stop,
    report: &'a mut Report,
    /// Where the files of the run are kept, if they are.
    saved: Option<SavedRun>,
    witnesses: Option<WitnessWriter>,
    /// The program's files.
    sources: Sources,
}

impl Run<'_> {
    /// Asks the engine, judges its answer, and reports; the verdict is in the report even if its
    /// files cannot be written.
    fn verify_property(&mut self, property: &Property) -> Result<(), ToolError> {
        self.stop.update(|so_far| so_far.current = Some(so_far.waiting.remove(0)));
        let question = &self.task.question;
        let (cfg, start) = match &mut self.saved {
            Some(saved) => {
                let reduce = || question.reduce(property);
                let candidates = question.settings.candidates.as_ref();
                let stated = (property, self.task.stated());
                saved.property(stated, &question.program, &question.given, candidates, reduce)?
            }
            None => (question.graph(property), question.start()),
        };
        let mut each = self.each(property);
        let (mut judgement, failed) = self.judge(property, &cfg, &start, each.as_ref())?;
        let failed = failed.or_else(|| self.save_judgement(&cfg, &judgement).err());
        let unwritten = self.write_witness(&cfg, property, &judgement).err();
        let shrinks = self.options.minimal.on || judgement.answer.handed_over().is_some();
        if shrinks && failed.is_none() && unwritten.is_none() {
            self.keep_verdict(property, &cfg, &judgement);
            self.shrink(property, &cfg, &mut judgement)?;
        }
        let judged = Judged {
            program: &question.program,
            cfg: &cfg,
            sources: &self.sources,
            verbose: self.options.verbose,
            property,
            stated: self.task.stated(),
            judgement: &judgement,
            each: None,
        };
        if let Some(each) = &mut each {
            let keep = |each: &Each| {
                let mut report = self.report.clone();
                report.add(&Judged { each: Some(each), ..judged });
                self.stop.update(|so_far| {
                    (so_far.report, so_far.current) = (report, None);
                    so_far.witnesses.clear();
                });
            };
            self.ask_about_each(property, &judged, each, &keep)?;
        }
        self.report.add(&Judged { each: each.as_ref(), ..judged });
        self.stop.update(|so_far| {
            so_far.report = self.report.clone();
            so_far.current = None;
            so_far.witnesses.clear();
        });
        failed.or(unwritten).map_or(Ok(()), Err)
    }

    /// Asks the engine and judges its answer; the error, if there is one, is about files that were
    /// to be kept on the way.
    fn judge(
        &mut self,
        property: &Property,
        cfg: &Cfg,
        start: &Start,
        each: Option<&Each>,
    ) -> Result<(Judgement, Option<ToolError>), ToolError> {
        let question = &self.task.question;
        let mut progress = Progress {
            loudness: self.options.loudness(),
            stop: self.stop,
            prover: &question.theory.prover,
            property,
            stated: self.task.stated(),
            until: self.end_of_all(each),
            keep: self.saved.as_mut(),
            failed: None,
            times: Times::default(),
            is_part: false,
            about: (each.map(unknown::open).unwrap_or_default(), unknown::loops(cfg)),
        };
        let judge = self.task.judge(self.options, property, cfg, self.stop.end());
        let answer = self.task.answer_to(question, cfg, property, start, &mut progress);
        progress.clear();
        let mut judgement = judge.judge(answer?);
        if self.options.unroll == UnrollArg::Auto && judgement.is_unseen_unrolling() {
            // Another execution may be one that a run shows.
            let question = question.without_unrolling();
            let answer = self.task.answer_to(&question, cfg, property, start, &mut progress);
            progress.clear();
            judgement = judge.judge(answer?);
        }
        Ok((judgement, progress.failed))
    }

    /// Keeps the files of a judgement, if files are kept.
    fn save_judgement(&mut self, cfg: &Cfg, judgement: &Judgement) -> Result<(), ToolError> {
        let Some(saved) = &mut self.saved else { return Ok(()) };
        saved.write_execution(cfg, &judgement.answer.conclusion)?;
        saved.write_evidence(&judgement.findings)
    }

    /// Writes a witness, if one is wanted, or says why there is none.
    fn write_witness(
        &self,
        cfg: &Cfg,
        property: &Property,
        judgement: &Judgement,
    ) -> Result<(), ToolError> {
        let Some(witnesses) = &self.witnesses else { return Ok(()) };
        if let Err(none) = witnesses.write(&self.task.question.program, cfg, property, judgement)? {
            no_witness(&self.options.witness.files(), words::no_witness(none));
        }
        Ok(())
    }
}

/// Refuses files that would be written over what is read, or where the report goes, and candidates
/// that nothing chooses among.
fn check_outputs(options: &VerifyOptions) -> Result<(), ToolError> {
    if options.sets.candidates.is_some() && options.refine.chooser().is_none() {
        let message = "--candidates is for --refine minimize or greedy";
        return Err(ToolError::Usage(message.to_owned()));
    }
    let outputs = options.witness.outputs();
    let on_output = |file: Option<&str>| matches!(file, Some("-" | "/dev/stdout"));
    if let Some((option, _)) = outputs.iter().find(|(_, file)| on_output(*file)) {
        let message = format!("{option} needs a file; standard output has the report");
        return Err(ToolError::Usage(message));
    }
    let more = options.asked.property_files.iter().chain(&options.predicates);
    keep_apart(&outputs, more.chain(&options.witness.given).map(String::as_str))?;
    options.program.keep(&outputs)
}

/// Compiles the program, and opens the folder in which files are kept, if they are.
fn compile_and_save(
    options: &VerifyOptions,
    properties: &PropertySet,
    end: Option<Instant>,
) -> Result<(Compiled, Option<SavedRun>), ToolError> {
    let args = &options.program;
    let kept = options.save.as_ref().or(options.from.as_ref());
    if kept.is_some() && args.files.iter().chain(&args.model).any(|file| file == "-") {
        return Err(ToolError::Usage(
            "--save and --from need programs in files, not on standard input".to_owned(),
        ));
    }
    let (compiled, inputs, args) = compile(options, properties, end)?;
    show_warnings(&compiled);
    let recipe = || Recipe::new(recipe_options(&args, options));
    let saved = match (&options.from, &options.save) {
        (Some(folder), _) => Some(SavedRun::open(folder, &inputs, &compiled.cfg, recipe()?)?),
        (None, Some(folder)) => Some(SavedRun::create(folder, &inputs, &compiled.cfg, recipe()?)?),
        (None, None) => None,
    };
    Ok((compiled, saved))
}
