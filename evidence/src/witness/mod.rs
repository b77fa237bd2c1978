//! Witnesses of verdicts, as SV-COMP's tools exchange them.
//!
//! A proof becomes invariants of loops, a refutation the values that the environment chose and the
//! place that they lead to, written by `yaml` (format 2.0) or `graphml` (1.0).
//! `sources` says where things stand in the program's files, `expression` writes conditions in
//! C. `read` turns other tools' invariants into initial predicates. The normative page is
//! `formats/spec/witness.md`.

mod expression;
mod graphml;
mod invariants;
mod read;
mod sources;
mod task;
#[cfg(test)]
mod tests;
mod violation;
mod yaml;

use std::time::SystemTime;

use belnap_cli::ToolError;
use belnap_cli::io::write_output;
use belnap_formats::predicates::PredicateFile;
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::CfgEdgeId;
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;

use crate::judge::Judgement;
use crate::program::SourceProgram;
use invariants::{LoopInvariant, loop_invariants};
use sources::Sources;
use task::{Stamp, Task, specification};
use violation::{Violation, only_target, violation};

const PRODUCER: &str = "Belnap";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Which witnesses to write.
#[derive(Clone, Debug, Default)]
pub struct WitnessFiles {
    /// The file for one in YAML, version 2.0 of the format.
    pub yaml: Option<String>,
    /// The file for one in GraphML, version 1.0 of the format.
    pub graphml: Option<String>,
    /// When they are made; now, if it is not given.
    pub time: Option<SystemTime>,
}

/// Why there is no witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWitness {
    /// SV-COMP has no words for the property.
    NoSpecification,
    /// It has none for the machine.
    NoMachine,
    /// It is not known where in the program's files the violation is.
    NoPlace,
    /// The verdict is unknown.
    NoVerdict,
}

/// What a witness says.
enum Content {
    /// The property holds, since these do.
    Invariants(Vec<LoopInvariant>),
    /// The property fails.
    Violation(Violation),
}

/// Writes a witness of the verdict of a run.
pub struct WitnessWriter {
    files: WitnessFiles,
    entry: String,
    sources: Sources,
    stamp: Stamp,
}

impl WitnessWriter {
    /// One that writes these files about a program.
    ///
    /// # Errors
    /// The program's files cannot be read.
    pub fn new(files: WitnessFiles, source: &SourceProgram) -> Result<Self, ToolError> {
        let stamp = Stamp::new(files.time.unwrap_or_else(SystemTime::now));
        let sources = read_sources(source)?;
        Ok(WitnessWriter { files, entry: source.entry.clone(), sources, stamp })
    }

    /// Writes a witness of the verdict on a property, or says why there is none; `whole` is the
    /// program's graph, `cfg` the one that was checked.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(
        &self,
        whole: &Cfg,
        cfg: &Cfg,
        property: &Property,
        judgement: &Judgement,
    ) -> Result<Result<(), NoWitness>, ToolError> {
        let Some(specification) = specification(&property.formula, &self.entry, whole) else {
            return Ok(Err(NoWitness::NoSpecification));
        };
        if whole.machine.data_model.native().is_none() {
            return Ok(Err(NoWitness::NoMachine));
        }
        let content = match self.content(whole, cfg, judgement) {
            Ok(content) => content,
            Err(none) => return Ok(Err(none)),
        };
        let task = Task::new(&self.sources, whole.machine.data_model, specification);
        if let Some(file) = &self.files.yaml {
            write_output(Some(file), &yaml::text(&task, &self.stamp, &content)?)?;
        }
        if let Some(file) = &self.files.graphml {
            write_output(Some(file), &graphml::text(&task, &self.stamp, &content)?)?;
        }
        Ok(Ok(()))
    }

    fn content(&self, whole: &Cfg, cfg: &Cfg, judgement: &Judgement) -> Result<Content, NoWitness> {
        let sources = &self.sources;
        match judgement.verdict() {
            Verdict::Holds => {
                let found = judgement.invariants(cfg);
                Ok(Content::Invariants(loop_invariants(whole, cfg, &found, sources)))
            }
            Verdict::Fails => {
                let found = match judgement.execution() {
                    Some(path) => {
                        violation(whole, cfg, &path.edges, &path.execution.steps, sources)
                    }
                    None => violation(whole, cfg, &find_explaining_path(judgement), &[], sources)
                        .or_else(|| only_target(cfg, sources)),
                };
                found.map(Content::Violation).ok_or(NoWitness::NoPlace)
            }
            Verdict::Inconclusive => Err(NoWitness::NoVerdict),
        }
    }
}

/// Reads a correctness witness of a program: its invariants, as initial predicates.
///
/// # Errors
/// It cannot be read, or is not such a witness.
pub fn read_predicates(
    file: &str,
    source: &SourceProgram,
    cfg: &Cfg,
) -> Result<PredicateFile, ToolError> {
    read::predicates(file, cfg, &read_sources(source)?)
}

/// The path that explains a verdict, if one does.
fn find_explaining_path(judgement: &Judgement) -> Vec<CfgEdgeId> {
    let last = judgement.answer.conclusion.abstraction();
    let path = last.and_then(|last| last.result.explanation.as_ref()?.path.as_ref());
    let steps = path.iter().flat_map(|path| &path.steps);
    steps.filter_map(|step| step.step.as_ref()?.cfg_edge).collect()
}

fn read_sources(source: &SourceProgram) -> Result<Sources, ToolError> {
    if source.files.iter().any(|file| file == "-") {
        return Err(ToolError::Usage(
            "witnesses need programs in files, not on standard input".to_owned(),
        ));
    }
    Sources::read(&source.files)
}
