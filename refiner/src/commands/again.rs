//! Predicates that are chosen again in each round: the files of traces, of the problem and of its
//! solution.

use std::path::Path;

use belnap_cli::ToolError;
use belnap_cli::io::{display_name, read_text, write_output};
use belnap_formats::condition::Names;
use belnap_formats::header::{Artefact, Header, sha256};
use belnap_formats::predicates::PredicateFile;
use belnap_formats::{opb, predicates, property, traces};
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::property::Formula;
use belnap_ir::result::Explanation;
use belnap_ir::traces::Traces;
use belnap_solver::minimum::smallest;
use belnap_solver::prover::{Prover, ProverOptions};

use super::refine::{NAME, SearchArgs};
use crate::known::Known;
use crate::memory::Memory;
use crate::methods::Choice;
use crate::minimum::choose::Chooser;
use crate::minimum::search::SetLimits;
use crate::minimum::{Round, TIME_IS_OVER, apply, ask_others, begin, choose, hand_over};
use crate::refine::{RefineOptions, Refined};

/// How many sets of candidates are tried, where predicates are chosen again in each round.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "The fewest predicates (minimize, greedy)")]
pub struct SetArgs {
    /// Maximum number of sets of candidates that are tried for one impossible path.
    #[arg(long, value_name = "N", default_value_t = SetLimits::default().subsets)]
    pub max_subsets: usize,
    /// Maximum number of sets that exclude one impossible path.
    #[arg(long, value_name = "N", default_value_t = SetLimits::default().eliminating)]
    pub max_eliminating: usize,
    /// Maximum size of a set.
    #[arg(long, value_name = "N", default_value_t = SetLimits::default().size)]
    pub max_size: usize,
    /// Draw the order in which greedy leaves out candidates; by default it is that of the program.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Choose among the predicates of this file; by default among the conditions of branches.
    #[arg(long, value_name = "FILE")]
    pub candidates: Option<String>,
}

impl SetArgs {
    /// The limits that these stand for.
    pub fn limits(&self) -> SetLimits {
        SetLimits {
            subsets: self.max_subsets,
            eliminating: self.max_eliminating,
            size: self.max_size,
            ..SetLimits::default()
        }
    }

    /// The candidates of the file, if one is given; their conditions fit the graph.
    ///
    /// # Errors
    /// If the file cannot be read, or is refused.
    pub fn read_candidates(&self, cfg: &Cfg) -> Result<Option<PredicateFile>, ToolError> {
        let Some(file) = &self.candidates else { return Ok(None) };
        let text = read_text(file)?;
        let refused = |found: Vec<_>| ToolError::refuse(display_name(file), &text, &found);
        let given = predicates::read(&text).map_err(refused)?;
        predicates::resolve(&Names::new(cfg), &given, &text).map_err(refused)?;
        Ok(Some(given))
    }
}

/// Files of the stage.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "The fewest predicates (minimize, greedy)")]
pub struct AgainArgs {
    /// The impossible paths so far: read if the file exists, and written with that of the result.
    #[arg(long, value_name = "FILE")]
    pub traces: Option<String>,
    /// Write the choice as a pseudo-Boolean problem for other solvers.
    #[arg(long, value_name = "FILE")]
    pub opb: Option<String>,
    /// Choose no more: from here on predicates are added, as without these methods.
    #[arg(long, requires = "traces", conflicts_with = "solution")]
    pub hand_over: bool,
    /// Choose what a solver of the problem printed; the traces have that of the result.
    #[arg(long, value_name = "FILE", requires = "traces")]
    pub solution: Option<String>,
}

/// A program and a property.
pub struct Input<'a> {
    /// The graph.
    pub graph: &'a Cfg,
    /// Its text.
    pub text: &'a str,
    /// The property.
    pub formula: &'a Formula,
}

impl AgainArgs {
    /// Files that are written.
    pub fn outputs(&self) -> [(&'static str, Option<&str>); 2] {
        [("--traces", self.traces.as_deref()), ("--opb", self.opb.as_deref())]
    }

    /// Files that are read, and not written.
    pub fn inputs(&self) -> impl Iterator<Item = &String> {
        self.solution.iter()
    }

    /// How predicates are chosen again, if they are.
    ///
    /// # Errors
    /// A file is given for nothing, or missing.
    pub fn chooser(&self, method: Choice) -> Result<Option<&'static Chooser>, ToolError> {
        let usage = |message: &str| Err(ToolError::Usage(message.to_owned()));
        let chooser = method.chooser();
        match (chooser, &self.traces) {
            (None, None) if self.opb.is_none() => Ok(None),
            (None, _) => usage("--traces and --opb are for --method minimize or greedy"),
            (Some(_), None) => usage("--method minimize and greedy need --traces"),
            (Some(_), Some(_)) => Ok(chooser),
        }
    }

    /// Chooses predicates again.
    pub(super) fn refine(
        &self,
        input: &Input<'_>,
        known: &Known<'_>,
        explanation: &Explanation,
        search: &SearchArgs,
        chooser: &Chooser,
    ) -> Result<Refined, ToolError> {
        let options = &search.options();
        let traces = match self.read(input)? {
            Some(traces) => traces,
            None => {
                let given = search.sets.read_candidates(input.graph)?;
                begin(input.graph, input.formula, known.set, given.as_ref())
            }
        };
        let prover = Prover::new(ProverOptions::default())
            .map_err(|error| ToolError::Internal(error.to_string()))?;
        let round = Round {
            cfg: input.graph,
            known: *known,
            property: input.formula,
            explanation,
            options,
            prover: &prover,
        };
        let mut memory = Memory::default();
        let Some(file) = &self.solution else {
            let refined = match (traces.growing.is_some(), self.hand_over) {
                (true, _) => return Ok(ask_others(&round, &mut memory)),
                (_, true) => {
                    let next = hand_over(input.graph, traces, TIME_IS_OVER.to_owned());
                    Refined::Replace(Box::new(next))
                }
                _ => choose(&round, chooser, traces, &mut memory),
            };
            return match refined {
                // Nothing is chosen any more, and the ordinary loop would begin like this.
                Refined::Replace(next) if next.predicates == *known.set => {
                    self.write(input.text, &next.traces)?;
                    Ok(ask_others(&round, &mut memory))
                }
                refined => Ok(refined),
            };
        };
        let chosen = read_solution(file, &traces, options)?;
        apply(&round, traces, chosen, &mut memory)
            .map_err(|message| ToolError::unusable(display_name(file), message))
    }

    /// The traces so far, if there is a file of them.
    fn read(&self, input: &Input<'_>) -> Result<Option<Traces>, ToolError> {
        let Some(file) = self.traces.as_ref().filter(|file| Path::new(file).exists()) else {
            return Ok(None);
        };
        let text = read_text(file)?;
        let refused = |found: Vec<Diagnostic>| ToolError::refuse(display_name(file), &text, &found);
        let Artefact { header, content } = traces::read(&text).map_err(refused)?;
        let unusable = |message: &str| Err(ToolError::unusable(display_name(file), message));
        if !header.inputs.is_empty() && header.inputs != [sha256(input.text)] {
            return unusable("these are traces of another graph");
        }
        if content.formula != property::print(input.formula) {
            return unusable("these are traces of another property");
        }
        traces::fit::fit(input.graph, &content).map_err(refused)?;
        Ok(Some(content))
    }

    /// Writes the traces, and the problem if wanted.
    pub(super) fn write(&self, graph: &str, content: &Traces) -> Result<(), ToolError> {
        if let Some(file) = &self.traces {
            write_output(Some(file), &traces_text(graph, content.clone()))?;
        }
        match &self.opb {
            Some(file) => write_output(Some(file), &opb::print(content)),
            None => Ok(()),
        }
    }
}

/// The file of traces of the graph with the given text.
pub fn traces_text(graph: &str, content: Traces) -> String {
    traces::print(&Artefact { header: Header::of_tool(NAME, &[graph]), content })
}

/// What a solver chose for some traces, if that solves the problem.
fn read_solution(
    file: &str,
    traces: &Traces,
    options: &RefineOptions,
) -> Result<Vec<usize>, ToolError> {
    let text = read_text(file)?;
    let refused = |found: Vec<_>| ToolError::refuse(display_name(file), &text, &found);
    let solution = opb::read_solution(&text, traces).map_err(refused)?;
    let demands: Vec<_> = traces.traces.iter().map(|trace| trace.eliminating.clone()).collect();
    match smallest(&demands, options.question) {
        Some(fewer) if solution.optimal && fewer.len() < solution.chosen.len() => {
            let message = format!("{} are enough, not {}", fewer.len(), solution.chosen.len());
            Err(refused(vec![Diagnostic::at("opb-optimum", solution.status, message)]))
        }
        _ => Ok(solution.chosen),
    }
}
