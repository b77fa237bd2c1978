//! Witnesses of verdicts, as SV-COMP's tools exchange them.
//!
//! A proof becomes invariants of loops, a refutation the values that the environment chose and the
//! place that they lead to: [`Evidence`], written by [`yaml`] (format 2.0) or [`graphml`] (1.0).
//! [`sources`] says where things stand in the program's files, [`expression`] writes conditions in
//! C. [`read`] turns other tools' invariants into predicates to begin with. The normative page is
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

use std::path::Path;
use std::time::SystemTime;

use belnap_cli::io::write_output;
use belnap_cli::{ToolError, write_stderr};
use belnap_frontend::commands::c2cfg::ProgramArgs;
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::CfgEdgeId;
use belnap_ir::predicate::PredicateSet;
use belnap_ir::property::Property;

use crate::verify::cegar::Conclusion;
use crate::verify::report::Verdict;
use invariants::{LoopInvariant, loop_invariants};
use sources::Sources;
use task::{Stamp, Task, specification};
use violation::{Violation, only_target, violation};

const PRODUCER: &str = "Belnap";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Options about witnesses.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Witnesses")]
pub struct WitnessArgs {
    /// A correctness witness (YAML, version 2) whose invariants are predicates to begin with.
    #[arg(long = "witness", value_name = "FILE")]
    pub given: Option<String>,
    /// Write a witness of the verdict in YAML, version 2.0 of SV-COMP's format, to a file; standard
    /// output has the report.
    #[arg(long = "witness-yaml", value_name = "FILE")]
    pub yaml: Option<String>,
    /// Write a witness of the verdict in GraphML, version 1.0 of the format, to a file.
    #[arg(long = "witness-graphml", value_name = "FILE")]
    pub graphml: Option<String>,
    /// When the witness was made, as 2026-01-31T12:00:00Z; by default SOURCE_DATE_EPOCH seconds
    /// after 1970 if that is set, else now.
    #[arg(long = "witness-time", value_name = "TIMESTAMP", value_parser = humantime::parse_rfc3339)]
    pub time: Option<SystemTime>,
}

impl WitnessArgs {
    /// The files that are to be written, each with its option.
    pub fn outputs(&self) -> [(&'static str, Option<&str>); 2] {
        [("--witness-yaml", self.yaml.as_deref()), ("--witness-graphml", self.graphml.as_deref())]
    }

    /// The names of the files that are to be written.
    pub fn files(&self) -> Vec<String> {
        self.outputs().into_iter().filter_map(|(_, file)| Some(file?.to_owned())).collect()
    }

    /// The predicates of the witness that is given, if one is.
    pub fn predicates(&self, program: &ProgramArgs, cfg: &Cfg) -> Result<PredicateSet, ToolError> {
        let Some(file) = &self.given else { return Ok(PredicateSet::default()) };
        read::predicates(file, cfg, &sources_of(program)?)
    }
}

/// Why a verdict is right.
enum Evidence {
    /// The property holds, since these do.
    Invariants(Vec<LoopInvariant>),
    /// The property fails.
    Violation(Violation),
}

/// Writes a witness of the verdict of a run.
pub struct Witnesses<'a> {
    args: &'a WitnessArgs,
    entry: &'a str,
    sources: Sources,
    stamp: Stamp,
}

impl<'a> Witnesses<'a> {
    /// Whatever the options ask for, about a program and its properties.
    pub fn new(
        args: &'a WitnessArgs,
        program: &'a ProgramArgs,
        properties: &[Property],
    ) -> Result<Option<Self>, ToolError> {
        if args.yaml.is_none() && args.graphml.is_none() {
            return Ok(None);
        }
        let usage = |message: &str| Err(ToolError::Usage(message.to_owned()));
        if properties.len() != 1 {
            return usage("a witness is about one property; several are given");
        }
        if args.graphml.is_some() && program.files.len() != 1 {
            return usage("a witness in GraphML is about one file; several are given");
        }
        let epoch = std::env::var("SOURCE_DATE_EPOCH").ok();
        let stamp = Stamp::new(args.time, epoch.as_deref())?;
        let sources = sources_of(program)?;
        Ok(Some(Witnesses { args, entry: &program.entry, sources, stamp }))
    }

    /// Writes a witness of the verdict, or says why there is none; `whole` is the program's graph.
    pub fn write(&self, whole: &Cfg, verdict: &Verdict<'_>) -> Result<(), ToolError> {
        let Some(specification) = specification(&verdict.property.formula, self.entry, whole)
        else {
            self.none("SV-COMP has no words for this property");
            return Ok(());
        };
        let Some(evidence) = self.evidence(whole, verdict) else { return Ok(()) };
        let task = Task::new(&self.sources, whole.machine.data_model, specification);
        if let Some(file) = &self.args.yaml {
            write_output(Some(file), &yaml::text(&task, &self.stamp, &evidence)?)?;
        }
        if let Some(file) = &self.args.graphml {
            write_output(Some(file), &graphml::text(&task, &self.stamp, &evidence)?)?;
        }
        Ok(())
    }

    fn none(&self, why: &str) {
        missing(&self.args.files(), why);
    }

    fn evidence(&self, whole: &Cfg, verdict: &Verdict<'_>) -> Option<Evidence> {
        let cfg = verdict.cfg;
        match (&verdict.finished.conclusion, &verdict.finished.execution) {
            (Conclusion::Holds, _) => {
                let found = verdict.invariants();
                Some(Evidence::Invariants(loop_invariants(whole, cfg, &found, &self.sources)))
            }
            (Conclusion::Fails, execution) => {
                let found = match execution {
                    Some((edges, run)) => violation(whole, cfg, edges, &run.steps, &self.sources),
                    None => violation(whole, cfg, &explained(verdict), &[], &self.sources)
                        .or_else(|| only_target(cfg, &self.sources)),
                };
                if found.is_none() {
                    self.none("it is not known where in the program's files the violation is");
                }
                found.map(Evidence::Violation)
            }
            (Conclusion::Unknown(_), _) => {
                self.none("the verdict is unknown");
                None
            }
        }
    }
}

/// The path that explains a verdict, if one does.
fn explained(verdict: &Verdict<'_>) -> Vec<CfgEdgeId> {
    let result = verdict.finished.result.as_ref();
    let path = result.and_then(|result| result.explanation.as_ref()?.path.as_ref());
    let steps = path.iter().flat_map(|path| &path.steps);
    steps.filter_map(|step| step.step.as_ref()?.cfg_edge).collect()
}

/// Says of files that are to be witnesses, if there are any, that they are none of this run.
pub fn missing(files: &[String], why: &str) {
    if files.is_empty() {
        return;
    }
    let mut line = format!("belnap: no witness was written: {why}");
    for file in files.iter().filter(|file| Path::new(file).is_file()) {
        line.push_str(&format!("; {file} is from an earlier run"));
    }
    write_stderr(&format!("{line}\n"));
}

fn sources_of(program: &ProgramArgs) -> Result<Sources, ToolError> {
    if program.files.iter().any(|file| file == "-") {
        return Err(ToolError::Usage(
            "witnesses need programs in files, not on standard input".to_owned(),
        ));
    }
    Sources::read(&program.files)
}
