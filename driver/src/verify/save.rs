//! A run as files: everything that a stage would have read or written, by property and iteration.
//!
//! A folder has `prog.cfg.json`, a `Makefile`, and for each property a folder with `property.ctl`,
//! `product.cfg.json` (of properties in LTL), `graph.cfg.json` (unless passes are off), and for
//! each iteration `N.preds`, `N.bp`, `N.kripke.json` and `N.result.json`; an execution is
//! `N.execution.json`, a proof `N.cert.json`. Predicates that are left of the last ones, and their
//! files, are `minimal.preds`, `minimal.bp` and so on. Files are those that the executables of the
//! stages write, byte for byte. How to run the program into the error is in `N.replay.json` and
//! `N.replay.c`. Where predicates are chosen again in each round, `N.traces.json` and `N.opb` say
//! for what, and `candidates.preds` among which, if they were given. A run goes on from the last
//! predicates.
//!
//! A file appears complete or not at all, whenever the run is ended. What a killed run has not
//! finished is called `.belnap-…`, and removed by the next. One run at a time works in a folder.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;

use belnap_bounded::commands::unroll;
use belnap_checker::commands::{bp2kripke, check};
use belnap_cli::io::{UNFINISHED, read_text, write_output};
use belnap_cli::{ToolError, args, exit};
use belnap_engine::cegar::{Round, Start};
use belnap_engine::conclusion::{Answer, Conclusion, ExecutedPath};
use belnap_engine::minimal::{Account, Smallness};
use belnap_evidence::Findings;
use belnap_evidence::replay::harness;
use belnap_formats::condition::Names;
use belnap_formats::header::Artefact;
use belnap_formats::header::sha256;
use belnap_formats::predicates::PredicateFile;
use belnap_formats::property::{print, print_file};
use belnap_formats::{boolprog, cfg, opb, predicates, result, traces};
use belnap_frontend::commands::c2cfg;
use belnap_ir::boolprog::BoolProgram;
use belnap_ir::cfg::Cfg;
use belnap_ir::kripke::Kripke;
use belnap_ir::predicate::PredicateSet;
use belnap_ir::property::Property;
use belnap_ir::result::{CheckResult, Seeds, Verdict};
use belnap_ir::traces::Traces;
use belnap_passes::commands::passes;
use belnap_passes::product::is_of_product;
use belnap_refiner::commands::again::traces_text;
use belnap_refiner::commands::refine;
use belnap_refiner::execution;

use super::makefile::{MINIMAL, MinimalRecipe, PropertyRecipe, Recipe, THOROUGH, thorough_words};

const GRAPH: &str = "prog.cfg.json";

const MAKEFILE: &str = "Makefile";

/// The folder of a run.
pub struct SavedRun {
    folder: String,
    /// The text of the program's graph.
    graph: String,
    /// The text of the graph that the property at hand is about: the program's, or a product.
    whole: String,
    /// How to make it all again.
    recipe: Recipe,
    /// Texts of the property that is being checked.
    property: String,
    /// The text of the last structure.
    structure: String,
    /// The folder, open; while it is, no other run uses it.
    _claim: File,
}

impl SavedRun {
    /// A new folder, or an empty one.
    ///
    /// # Errors
    /// If the folder is not empty, in use, or cannot be written.
    pub fn create(
        folder: &str,
        inputs: &[String],
        content: &Cfg,
        recipe: Recipe,
    ) -> Result<Self, ToolError> {
        make_folder(folder)?;
        let claim = claim(folder)?;
        remove_unfinished(folder);
        let mut entries = fs::read_dir(folder)
            .map_err(|error| refuse(folder, &format!("cannot read: {error}")))?;
        if entries.next().is_some() {
            return Err(refuse(folder, "the folder is not empty").note("--from resumes a run"));
        }
        let graph = c2cfg::artefact_text(inputs, content.clone());
        let saved = SavedRun {
            folder: folder.to_owned(),
            graph,
            whole: String::new(),
            recipe,
            property: String::new(),
            structure: String::new(),
            _claim: claim,
        };
        // A folder with a graph says with which options it was made.
        saved.write_makefile()?;
        write_output(Some(&saved.path(GRAPH)), &saved.graph)?;
        Ok(saved)
    }

    /// The folder of an earlier run of the program with the given texts and graph.
    ///
    /// Nothing else tells that a header has changed, or somebody the graph.
    ///
    /// # Errors
    /// If the folder is of another program, in use, or cannot be read.
    pub fn open(
        folder: &str,
        inputs: &[String],
        content: &Cfg,
        recipe: Recipe,
    ) -> Result<Self, ToolError> {
        let mut saved = SavedRun {
            folder: folder.to_owned(),
            graph: String::new(),
            whole: String::new(),
            recipe,
            property: String::new(),
            structure: String::new(),
            _claim: claim(folder)?,
        };
        remove_unfinished(folder);
        let (text, artefact) = read_graph(&saved.path(GRAPH))?;
        let hashes: Vec<String> = inputs.iter().map(|text| sha256(text)).collect();
        if artefact.header.inputs != hashes {
            let message = "this is the graph of other C files, or of an earlier state of these";
            return Err(refuse(&saved.path(GRAPH), message));
        }
        if let Some(message) = saved.recipe.other_options(&read_text(&saved.path(MAKEFILE))?) {
            return Err(refuse(folder, &message));
        }
        saved.graph = c2cfg::artefact_text(inputs, content.clone());
        if saved.graph != text {
            let message = "this is not the graph of these C files: a header, the graph or Belnap \
                           has changed";
            return Err(refuse(&saved.path(GRAPH), message));
        }
        Ok(saved)
    }

    /// Starts on a property, or goes on with it: the graph to use, and where to start. A property
    /// that is made of a formula of LTL comes with that; if it is about a product, so is `program`.
    pub fn property(
        &mut self,
        (property, linear): (&Property, Option<&str>),
        program: &Cfg,
        given: &PredicateFile,
        candidates: Option<&PredicateFile>,
        smaller: impl FnOnce() -> Option<Cfg>,
    ) -> Result<(Cfg, Start), ToolError> {
        let name = self.recipe.folder_name(&property.name);
        self.property = print_file(std::slice::from_ref(property));
        let linear = linear.filter(|_| is_of_product(&property.formula));
        self.whole = match linear {
            Some(_) => passes::artefact_text(&self.graph, program.clone()),
            None => self.graph.clone(),
        };
        let folder = self.path(&name);
        let mut recipe = PropertyRecipe {
            name,
            formula: print(&property.formula),
            linear: linear.map(str::to_owned),
            passes: false,
            reusable: Vec::new(),
            begun: 0,
            chosen: BTreeSet::new(),
            handed_over: None,
            candidates: candidates.is_some(),
            execution: None,
            unrolled: None,
            listed: None,
            thorough: false,
            by_given: false,
            certificate: false,
            carried: false,
            minimal: None,
        };
        let known = format!("{folder}/property.ctl");
        let graph = format!("{folder}/graph.cfg.json");
        if !Path::new(&format!("{folder}/0.preds")).exists() {
            make_folder(&folder)?;
            remove_unfinished(&folder);
            write_output(Some(&known), &self.property)?;
            if linear.is_some() {
                write_output(Some(&format!("{folder}/product.cfg.json")), &self.whole)?;
            }
            let content = smaller();
            recipe.passes = content.is_some();
            if let Some(content) = &content {
                let text = passes::artefact_text(&self.whole, content.clone());
                write_output(Some(&graph), &text)?;
            }
            let content = content.unwrap_or_else(|| program.clone());
            if let Some(candidates) = candidates {
                let fitting = predicates::print_file(&fitting(&content, candidates));
                write_output(Some(&format!("{folder}/candidates.preds")), &fitting)?;
            }
            self.recipe.properties.push(recipe);
            let start = Start { predicates: given.clone(), ..Start::default() };
            return Ok((content, start));
        }
        remove_unfinished(&folder);
        if read_text(&known)? != self.property {
            return Err(refuse(&known, "this is another property of the same name"));
        }
        let product = format!("{folder}/product.cfg.json");
        if linear.is_some() && read_text(&product)? != self.whole {
            return Err(refuse(&product, "this is another product"));
        }
        recipe.passes = Path::new(&graph).exists();
        let content = match recipe.passes {
            true => self.read_passed(&graph, smaller())?,
            false => program.clone(),
        };
        let start = resume(&folder, &mut recipe)?;
        self.recipe.properties.push(recipe);
        Ok((content, start))
    }

    /// The graph that passes made of the program's.
    fn read_passed(&self, file: &str, content: Option<Cfg>) -> Result<Cfg, ToolError> {
        let same = |content: &Cfg| {
            let text = passes::artefact_text(&self.whole, content.clone());
            read_text(file).map(|known| known == text)
        };
        match content {
            Some(content) if same(&content)? => Ok(content),
            _ => Err(refuse(file, &format!("this was not made from {}", self.path(GRAPH)))),
        }
    }

    /// An iteration begins.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn begins(&mut self, number: usize, set: &PredicateSet) -> Result<(), ToolError> {
        self.write(&number.to_string(), "preds", &predicates::print(set))?;
        if let Some(recipe) = self.recipe.properties.last_mut() {
            recipe.begun = number;
        }
        self.write_makefile()
    }

    /// An iteration has been checked.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save_round(&mut self, round: &Round<'_>) -> Result<(), ToolError> {
        let Round { number, program, kripke, result, .. } = round;
        self.write_round(&number.to_string(), program, kripke, result)?;
        if let Some(recipe) = self.recipe.properties.last_mut() {
            recipe.reusable.push(result.seeds.is_some());
        }
        self.write_makefile()
    }

    /// Writes the files of an abstraction.
    fn write_round(
        &mut self,
        stem: &str,
        program: &BoolProgram,
        kripke: &Kripke,
        result: &CheckResult,
    ) -> Result<(), ToolError> {
        let program = boolprog::print(program);
        self.write(stem, "bp", &program)?;
        let kripke = bp2kripke::artefact_text(&program, kripke.clone());
        self.write(stem, "kripke.json", &kripke)?;
        let content = CheckResult { timing: None, ..result.clone() };
        let text = check::artefact_text(&[&kripke, &self.property], content);
        self.write(stem, "result.json", &text)?;
        self.structure = kripke;
        Ok(())
    }

    /// Keeps a smaller set of predicates with the files that come of it; `result` is what the
    /// checker says of its abstraction, if there is one.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save_minimal(
        &mut self,
        answer: &Answer,
        result: Option<&CheckResult>,
        found: &Findings,
    ) -> Result<(), ToolError> {
        self.write(MINIMAL, "preds", &predicates::print(&answer.predicates))?;
        if let (Some(last), Some(result)) = (answer.conclusion.abstraction(), result) {
            self.write_round(MINIMAL, &last.program, &last.structure, result)?;
        }
        let cut = |account: &Account| account.smallness == Smallness::Unfinished;
        let Some(recipe) = self.recipe.properties.last_mut() else { return Ok(()) };
        recipe.minimal = Some(MinimalRecipe {
            attempts: answer.account.filter(cut).map(|account| account.attempts),
            certificate: found.certificate.is_some(),
            carried: found.whole.is_some(),
        });
        self.write_certificates(MINIMAL, found)?;
        self.write_makefile()
    }

    /// Predicates have been chosen again after an iteration.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save_traces(&mut self, number: usize, traces: &Traces) -> Result<(), ToolError> {
        let Some(recipe) = self.recipe.properties.last_mut() else { return Ok(()) };
        recipe.note_choice(number, traces);
        let text = match recipe.passes {
            true => traces_text(&read_text(&self.graph_of_property())?, traces.clone()),
            false => traces_text(&self.whole, traces.clone()),
        };
        self.write(&number.to_string(), "traces.json", &text)?;
        self.write(&number.to_string(), "opb", &opb::print(traces))
    }

    /// The last iteration has found an execution that decides, if it has.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write_execution(
        &mut self,
        graph: &Cfg,
        conclusion: &Conclusion,
    ) -> Result<(), ToolError> {
        if self.is_before_rounds(conclusion) {
            return Ok(());
        }
        let (text, code) = match conclusion {
            Conclusion::FailsInExecution { path: ExecutedPath { edges, execution }, .. } => {
                (execution::document(graph, edges, execution), exit::FAILS)
            }
            Conclusion::HoldsInOnlyExecution { steps, .. } => {
                (execution::ending(*steps), exit::HOLDS)
            }
            Conclusion::FailsInUnrolling {
                path: ExecutedPath { edges, execution }, level, ..
            } => {
                let Some(recipe) = self.recipe.properties.last_mut() else { return Ok(()) };
                recipe.unrolled = Some((Verdict::Fails, *level));
                let number = recipe.begun;
                let text = unroll::execution_text(graph, edges, execution);
                self.write(&number.to_string(), "execution.json", &text)?;
                return self.write_makefile();
            }
            Conclusion::HoldsInUnrolling { level, .. } => {
                if let Some(recipe) = self.recipe.properties.last_mut() {
                    recipe.unrolled = Some((Verdict::Holds, *level));
                }
                return Ok(());
            }
            Conclusion::FailsInStates {
                path: ExecutedPath { edges, execution }, level, ..
            } => {
                let Some(recipe) = self.recipe.properties.last_mut() else { return Ok(()) };
                recipe.listed = Some((Verdict::Fails, *level));
                let number = recipe.begun;
                let text = unroll::execution_text(graph, edges, execution);
                self.write(&number.to_string(), "execution.json", &text)?;
                return self.write_makefile();
            }
            Conclusion::HoldsInStates { level, .. } => {
                if let Some(recipe) = self.recipe.properties.last_mut() {
                    recipe.listed = Some((Verdict::Holds, *level));
                }
                return Ok(());
            }
            Conclusion::InAllCompletions { .. } => return self.write_thorough(),
            Conclusion::HoldsByGiven(_) => {
                if let Some(recipe) = self.recipe.properties.last_mut() {
                    recipe.by_given = true;
                }
                return Ok(());
            }
            _ => return Ok(()),
        };
        let Some(recipe) = self.recipe.properties.last_mut() else { return Ok(()) };
        let number = recipe.begun;
        recipe.execution = Some((number, code));
        self.write(&number.to_string(), "execution.json", &text)?;
        self.write_makefile()
    }

    /// Whether an execution was found without a round, so that no stage finds it again from files.
    fn is_before_rounds(&self, conclusion: &Conclusion) -> bool {
        let found = matches!(
            conclusion,
            Conclusion::FailsInExecution { .. } | Conclusion::HoldsInOnlyExecution { .. }
        );
        found && conclusion.abstraction().is_none()
    }

    /// What all completions of the last abstraction have in common, as the stage says it.
    fn write_thorough(&mut self) -> Result<(), ToolError> {
        let Some(recipe) = self.recipe.properties.last_mut() else { return Ok(()) };
        recipe.thorough = true;
        let (name, number) = (recipe.name.clone(), recipe.begun);
        let file = |suffix: String| self.path(&format!("{name}/{suffix}"));
        let files = [
            file(format!("{number}.kripke.json")),
            file("property.ctl".to_owned()),
            "-o".to_owned(),
            file(format!("{number}.{THOROUGH}")),
        ];
        let words = [check::NAME.to_owned()].into_iter().chain(thorough_words()).chain(files);
        if let Some(command) = args::parse::<check::Command>(words.map(Into::into))? {
            check::run(&command.options)?;
        }
        self.write_makefile()
    }

    /// The evidence for the verdict of the last iteration.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write_evidence(&mut self, found: &Findings) -> Result<(), ToolError> {
        let Some(recipe) = self.recipe.properties.last_mut() else { return Ok(()) };
        let number = recipe.begun;
        recipe.certificate = found.certificate.is_some();
        recipe.carried = found.whole.is_some();
        self.write_certificates(&number.to_string(), found)?;
        self.write_makefile()?;
        if let Some(replay) = &found.replay {
            self.write(&number.to_string(), "replay.json", &replay.print())?;
            self.write(&number.to_string(), "replay.c", &harness::text(replay))?;
        }
        Ok(())
    }

    /// Writes the proof that was found, if it is one by a certificate.
    fn write_certificates(&self, stem: &str, found: &Findings) -> Result<(), ToolError> {
        let Some(recipe) = self.recipe.properties.last() else { return Ok(()) };
        let Some(certificate) = found.certificate.clone() else { return Ok(()) };
        let folder = self.path(&recipe.name);
        let graph = || match recipe.passes {
            true => read_text(&self.graph_of_property()),
            false => Ok(self.whole.clone()),
        };
        let is_unrolled = recipe.unrolled.is_some();
        let text = if is_unrolled || recipe.listed.is_some() {
            unroll::certificate_text(&graph()?, &self.property, certificate)
        } else if recipe.by_given {
            let given = read_text(&format!("{folder}/{stem}.preds"))?;
            refine::certificate_text(&[&graph()?, &given, &self.property], certificate)
        } else {
            check::certificate_text(&self.structure, certificate)
        };
        self.write(stem, "cert.json", &text)?;
        let Some(whole) = found.whole.clone() else { return Ok(()) };
        let text = match is_unrolled {
            false => passes::certificate_text(&[&self.whole, &text], whole),
            true => unroll::certificate_text(&self.whole, &self.property, whole),
        };
        self.write(stem, "program.cert.json", &text)
    }

    /// The file of the graph that passes made for the property at hand.
    fn graph_of_property(&self) -> String {
        let name = self.recipe.properties.last().map_or("", |recipe| recipe.name.as_str());
        self.path(&format!("{name}/graph.cfg.json"))
    }

    fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.folder)
    }

    /// Writes a file of an iteration, or of what is left of its predicates.
    fn write(&self, stem: &str, suffix: &str, text: &str) -> Result<(), ToolError> {
        let Some(recipe) = self.recipe.properties.last() else { return Ok(()) };
        write_output(Some(&self.path(&format!("{}/{stem}.{suffix}", recipe.name))), text)
    }

    /// Written again after every iteration, so that it is right whenever the run is ended.
    fn write_makefile(&self) -> Result<(), ToolError> {
        write_output(Some(&self.path(MAKEFILE)), &self.recipe.text())
    }
}

/// Where to go on in the folder of a property: at the last predicates there are.
fn resume(folder: &str, recipe: &mut PropertyRecipe) -> Result<Start, ToolError> {
    let mut start = Start::default();
    let preds = |number: usize| format!("{folder}/{number}.preds");
    while Path::new(&preds(start.number + 1)).exists() {
        let file = format!("{folder}/{}.traces.json", start.number);
        if Path::new(&file).exists() {
            let traces = read_traces(&file)?;
            recipe.note_choice(start.number, &traces);
            start.traces = Some(traces);
        }
        let file = format!("{folder}/{}.result.json", start.number);
        start.seeds = read_seeds(&file)?;
        recipe.reusable.push(start.seeds.is_some());
        start.number += 1;
    }
    let file = preds(start.number);
    let text = read_text(&file)?;
    start.predicates =
        predicates::read(&text).map_err(|found| ToolError::refuse(&file, &text, &found))?;
    recipe.begun = start.number;
    Ok(start)
}

fn read_graph(file: &str) -> Result<(String, Artefact<Cfg>), ToolError> {
    let text = read_text(file)?;
    let artefact = cfg::read(&text).map_err(|found| ToolError::refuse(file, &text, &found))?;
    Ok((text, artefact))
}

fn read_seeds(file: &str) -> Result<Option<Seeds>, ToolError> {
    let text = read_text(file)?;
    let earlier = result::read(&text).map_err(|found| ToolError::refuse(file, &text, &found))?;
    Ok(earlier.content.seeds)
}

fn read_traces(file: &str) -> Result<Traces, ToolError> {
    let text = read_text(file)?;
    let earlier = traces::read(&text).map_err(|found| ToolError::refuse(file, &text, &found))?;
    Ok(earlier.content)
}

/// The lines that have a meaning in a graph, which may be smaller than the program's.
fn fitting(cfg: &Cfg, candidates: &PredicateFile) -> PredicateFile {
    let names = Names::new(cfg);
    let mut lines = candidates.lines.clone();
    lines.retain(|line| {
        let alone = PredicateFile { lines: vec![line.clone()] };
        alone.resolve(&names).is_ok()
    });
    PredicateFile { lines }
}

fn make_folder(folder: &str) -> Result<(), ToolError> {
    fs::create_dir_all(folder).map_err(|error| refuse(folder, &format!("cannot make: {error}")))
}

/// Keeps other runs out of a folder as long as the result is open. The system forgets that when the
/// process ends, however it does.
fn claim(folder: &str) -> Result<File, ToolError> {
    let open = File::open(folder)
        .map_err(|error| refuse(folder, &format!("cannot open the folder: {error}")))?;
    #[cfg(unix)]
    {
        use rustix::fs::{FlockOperation, flock};
        // A file system without locks is used without.
        if flock(&open, FlockOperation::NonBlockingLockExclusive) == Err(rustix::io::Errno::AGAIN) {
            return Err(refuse(folder, "another run is using this folder"));
        }
    }
    Ok(open)
}

/// Removes what a killed run was writing.
fn remove_unfinished(folder: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            // If it cannot be removed, it only takes room.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn refuse(file: &str, message: &str) -> ToolError {
    ToolError::unusable(file, message)
}
