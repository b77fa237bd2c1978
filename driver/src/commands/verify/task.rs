//! What `belnap verify` is asked: a program and properties, read as the options say.

use std::sync::Arc;
use std::time::Instant;

use belnap_abstractor::theory::Theory;
use belnap_automata::branching::branching;
use belnap_certifier::formula::Always;
use belnap_checker::commands::properties::PropertySet;
use belnap_cli::ToolError;
use belnap_cli::io::{display_name, read_text};
use belnap_engine::cegar::{Failure, Settings, Start, Watch};
use belnap_engine::conclusion::Answer;
use belnap_engine::names::{atoms_of, check_path_names, check_unambiguous, missing_variables};
use belnap_engine::question::Question;
use belnap_engine::thorough::Thoroughly;
use belnap_evidence::judge::Judge;
use belnap_evidence::program::{ProductOf, SourceProgram};
use belnap_evidence::witness::read_predicates;
use belnap_formats::condition::Names;
use belnap_formats::predicates::{self, PredicateFile};
use belnap_formats::property;
use belnap_frontend::checks::CHECKS;
use belnap_frontend::commands::c2cfg::{self, ProgramArgs};
use belnap_frontend::pipeline::Compiled;
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::linear::LinearProperty;
use belnap_ir::property::Property;
use belnap_ir::span::SourceLine;
use belnap_passes::product;
use belnap_refiner::refine::RefineOptions;

use super::deepen;
use super::options::{UnrollArg, VerifyOptions};

/// A program, and the properties that are asked about it, each with its own verdict.
pub struct Task {
    /// The program, and how to go about it.
    pub question: Question,
    /// The properties.
    pub properties: PropertySet,
    /// The C program.
    pub source: SourceProgram,
    /// Lines that assert something or call an error function.
    pub asserted: Vec<SourceLine>,
    /// The formula of LTL that the property is made of, if it is.
    stated: Option<String>,
}

impl Task {
    /// Reads what the options name, and compiles the program.
    ///
    /// # Errors
    /// If a file cannot be read or is refused.
    pub fn read(options: &VerifyOptions) -> Result<Task, ToolError> {
        let properties = read_properties(options)?;
        let (compiled, ..) = compile(options, &properties, None)?;
        Task::new(options, compiled.cfg, compiled.asserted, properties)
    }

    /// Reads what the options name, about a program that is compiled, with the lines that assert
    /// something.
    ///
    /// # Errors
    /// If a file cannot be read or is refused.
    pub fn of(
        options: &VerifyOptions,
        cfg: Cfg,
        asserted: Vec<SourceLine>,
    ) -> Result<Task, ToolError> {
        Task::new(options, cfg, asserted, read_properties(options)?)
    }

    /// As [`Task::of`], with properties that are read.
    pub(super) fn new(
        options: &VerifyOptions,
        program: Cfg,
        asserted: Vec<SourceLine>,
        properties: PropertySet,
    ) -> Result<Task, ToolError> {
        let mut source = options.source();
        source.assertions &= properties.checks().is_none();
        let mut given = read_given(options, &program)?;
        if let Some(file) = &options.witness.given {
            given.extend(read_predicates(file, &source, &program)?);
        }
        let candidates = options.sets.read_candidates(&program)?;
        let question = Question {
            program,
            given,
            theory: Arc::new(Theory::new(options.prover.prover()?)),
            settings: Settings { candidates, ..settings(options) },
            passes: !options.no_passes,
        };
        let task = Task { question, properties, source, asserted, stated: None };
        for property in task.properties.properties() {
            check_unambiguous(&task.question.program, property)
                .map_err(|found| task.refuse(&property.name, *found))?;
        }
        Ok(task)
    }

    /// The formula of LTL that the property is made of, if it is.
    pub fn stated(&self) -> Option<&str> {
        self.stated.as_deref()
    }

    /// A task for each property in LTL: about the program, if CTL says the same, else about the
    /// product of the program with its automaton; and about that if loops have measures, where
    /// these are wanted, or if an execution that violates the property does so after finitely many
    /// steps, which a run can show.
    ///
    /// # Errors
    /// If one does not fit the program, or its automaton is too large.
    pub(super) fn products(&self, measures: bool) -> Result<Vec<Task>, ToolError> {
        let one = |property: &LinearProperty| {
            let refuse = |found: Diagnostic| self.refuse(&property.name, found);
            let program = &self.question.program;
            check_path_names(program, &property.path).map_err(|found| refuse(*found))?;
            let measured = measures && product::has_measures(program, &property.path);
            let plain = branching(&property.path).filter(|found| {
                !measured && (Always::of(found).is_some() || !product::is_safety(&property.path))
            });
            let mut source = self.source.clone();
            let (cfg, formula) = match plain {
                Some(formula) => (program.clone(), formula),
                None => {
                    let read = product::read(program, &property.path, measures).map_err(refuse)?;
                    let (program, path) = (program.clone(), property.path.clone());
                    source.product = Some(Arc::new(ProductOf { program, path, steps: read.steps }));
                    (read.cfg, read.formula)
                }
            };
            let question = self.question.about_product(cfg);
            let properties = PropertySet::of_product(&property.name, formula);
            let stated = Some(property::print_path(&property.path));
            let asserted = self.asserted.clone();
            Ok(Task { question, properties, source, asserted, stated })
        };
        self.properties.linear().iter().map(one).collect()
    }

    /// Refuses properties before any of them is verified, if there are several.
    pub(super) fn check_names(&self) -> Result<(), ToolError> {
        let properties = self.properties.properties();
        for property in properties.iter().filter(|_| properties.len() > 1) {
            let checked = self.question.check_names(property);
            checked.map_err(|found| self.refuse(&property.name, *found))?;
        }
        Ok(())
    }

    /// Runs the loop for a property on the graph for it.
    ///
    /// # Errors
    /// If a property or a file is refused, or a stage fails.
    pub fn answer(
        &self,
        graph: &Cfg,
        property: &Property,
        watch: &mut dyn Watch,
    ) -> Result<Answer, ToolError> {
        self.answer_to(&self.question, graph, property, &self.question.start(), watch)
    }

    /// As [`Task::answer`], to a question that is a little different, going on from what an
    /// earlier run left.
    pub(super) fn answer_to(
        &self,
        question: &Question,
        graph: &Cfg,
        property: &Property,
        start: &Start,
        watch: &mut dyn Watch,
    ) -> Result<Answer, ToolError> {
        let answer = question.answer(graph, property, start, watch);
        answer.map_err(|failure| self.refuse_failure(property, failure))
    }

    /// Who judges answers about a property.
    pub(super) fn judge<'a>(
        &'a self,
        options: &'a VerifyOptions,
        property: &'a Property,
        cfg: &'a Cfg,
        end: Option<Instant>,
    ) -> Judge<'a> {
        Judge {
            question: &self.question,
            asserted: &self.asserted,
            source: &self.source,
            wanted: options.choose_evidence(),
            cfg,
            property,
            end,
        }
    }

    /// What became of a question about a property, as an error.
    pub(super) fn refuse_failure(&self, property: &Property, failure: Failure) -> ToolError {
        match failure {
            Failure::Tool(error) => error,
            Failure::Property(found) => self.refuse(&property.name, *found),
        }
    }

    /// The refusal of a property, with the options that could help.
    fn refuse(&self, name: &str, found: Diagnostic) -> ToolError {
        let found = match found.rule {
            "check-label" => found.note("or use --inline none: functions keep their own labels"),
            "preds-copied" => found.note("with --inline none there is one"),
            _ => found,
        };
        self.properties.refuse(name, &found)
    }
}

fn settings(options: &VerifyOptions) -> Settings {
    Settings {
        abstraction: options.method.options(),
        refine: RefineOptions {
            method: options.refine,
            sets: options.sets.limits(),
            seed: options.sets.seed,
            ..RefineOptions::default()
        },
        max_iterations: options.limits.max_iterations,
        max_predicates: options.limits.max_predicates,
        unroll: options.unroll.into(),
        thorough: options.thorough.then(Thoroughly::default),
        ..Settings::default()
    }
}

/// Compiles the program so that the variables that properties name are there; with the texts of its
/// files, and how it was compiled: with as many recursive calls inlined as seem to matter, and as
/// time allows.
pub(super) fn compile(
    options: &VerifyOptions,
    properties: &PropertySet,
    end: Option<Instant>,
) -> Result<(Compiled, Vec<String>, ProgramArgs), ToolError> {
    let until = deepen::until(end);
    let mut args = options.program.clone();
    if let Some(kinds) = properties.checks() {
        args.no_assertions = true;
        let asked = CHECKS.iter().filter(|check| kinds.contains(&check.kind));
        args.check.extend(asked.map(|check| check.name.to_owned()));
    }
    let mut loaded = c2cfg::load(&args)?;
    let mut compiled = loaded.compile(None)?;
    let mut missing = missing_variables(&compiled.cfg, properties.properties());
    let linear: Vec<Property> = properties.linear().iter().map(atoms_of).collect();
    missing.extend(missing_variables(&compiled.cfg, &linear));
    // Standard input can be read once.
    if !missing.is_empty() && !args.inputs().any(|file| file == "-") {
        args.keep_variables.extend(missing);
        args.keep_variables.sort_unstable();
        args.keep_variables.dedup();
        loaded = c2cfg::load(&args)?;
        compiled = loaded.compile(None)?;
    }
    if deepen::is_wanted(&args) && options.unroll != UnrollArg::Off {
        compiled = deepen::deepen(&loaded, compiled, &mut args, properties, until)?;
    }
    Ok((compiled, loaded.inputs, args))
}

/// The properties that the options name; without any, that no assertion fails.
pub(super) fn read_properties(options: &VerifyOptions) -> Result<PropertySet, ToolError> {
    let mut set = PropertySet::default();
    for file in &options.asked.property_files {
        let text = read_text(file)?;
        match property::read_checks(&text) {
            Some(checks) => set.add_checks(file, text, checks),
            None => set.add_file(file)?,
        }
    }
    for text in &options.asked.properties {
        set.add_formula(text)?;
    }
    for text in &options.asked.linear {
        set.add_path(text)?;
    }
    for label in &options.error_labels {
        set.add_error_label(label);
    }
    set.refuse_operators("of systems, belnap verify-system takes it")?;
    if set.is_empty() {
        set.add_assertions();
    }
    if set.checks().is_some() && set.names().count() > 1 {
        let message = "a property file with checks cannot be used with other properties";
        return Err(ToolError::Usage(message.to_owned()));
    }
    Ok(set)
}

/// The initial predicates.
fn read_given(options: &VerifyOptions, program: &Cfg) -> Result<PredicateFile, ToolError> {
    let Some(file) = &options.predicates else { return Ok(PredicateFile::default()) };
    let text = read_text(file)?;
    let refused = |found: Vec<Diagnostic>| ToolError::refuse(display_name(file), &text, &found);
    let given = predicates::read(&text).map_err(refused)?;
    predicates::resolve(&Names::new(program), &given, &text).map_err(refused)?;
    Ok(given)
}
