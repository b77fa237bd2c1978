//! Executions that refute a property, replayed.

use std::time::{Duration, Instant};

use belnap_frontend::commands::c2cfg::ProgramArgs;
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::CfgEdgeId;
use belnap_ir::property::Property;
use belnap_refiner::path::GraphPath;
use belnap_solver::path::{Execution, Feasibility, PathLimits, feasibility};

use super::{Check, Evidence};
use crate::replay::document::{Program, Replay};
use crate::replay::run::{Outcome, RunOptions, run};
use crate::replay::trace;
use crate::report::is_reachability;
use crate::verify::cegar::Finished;

/// Time for the compiled program.
const RUN: Duration = Duration::from_secs(10);

/// An execution and what became of it.
#[derive(Debug, Default)]
pub struct Refutation {
    /// Whether the program ran into the error.
    pub evidence: Evidence,
    /// How to run it again.
    pub replay: Option<Replay>,
}

/// What to compile for a replay.
pub fn source(args: &ProgramArgs) -> Program {
    Program {
        files: args.files.iter().chain(&args.model).cloned().collect(),
        bits: if args.machine == "32" { 32 } else { 64 },
        include: args.include.clone(),
        define: args.define.clone(),
        undefine: args.undefine.clone(),
    }
}

/// The execution that refutes a property: the one that was found, or one along the definite path
/// that the checker found.
pub fn execution(
    cfg: &Cfg,
    property: &Property,
    finished: &Finished,
) -> Option<(Vec<CfgEdgeId>, Execution)> {
    if finished.execution.is_some() || !is_reachability(&property.formula) {
        return finished.execution.clone();
    }
    let explanation = finished.result.as_ref()?.explanation.as_ref()?;
    let path = GraphPath::of(cfg, explanation)?;
    match feasibility(cfg, &path.edges, &PathLimits::default()) {
        Ok(Feasibility::Feasible(execution)) if !execution.relies_on_unknown => {
            Some((path.edges, execution))
        }
        _ => None,
    }
}

/// Replays the execution that refutes a property.
pub fn check(
    program: &Cfg,
    cfg: &Cfg,
    property: &Property,
    (edges, execution): (&[CfgEdgeId], &Execution),
    args: &ProgramArgs,
    end: Option<Instant>,
) -> Refutation {
    let missing = |reason: String| Evidence::Missing(Check::Replayed, reason);
    if args.files.iter().chain(&args.model).any(|file| file == "-") {
        let evidence = missing("the program is not in a file".to_owned());
        return Refutation { evidence, replay: None };
    }
    if args.entry != "main" {
        let evidence = missing("the program does not start at main".to_owned());
        return Refutation { evidence, replay: None };
    }
    let found = trace::replay(program, cfg, &property.formula, (edges, execution), source(args));
    let replay = match found {
        Ok(replay) => replay,
        Err(reason) => return Refutation { evidence: missing(reason), replay: None },
    };
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => {
            let evidence = missing(format!("there is no folder for it: {error}"));
            return Refutation { evidence, replay: Some(replay) };
        }
    };
    let left = end.map_or(RUN, |end| end.saturating_duration_since(Instant::now()));
    let options = RunOptions { compiler: None, time: left.min(RUN), folder: folder.path() };
    let evidence = match run(&replay, &options) {
        Outcome::Reached => Evidence::Checked(Check::Replayed),
        Outcome::NotRun(reason) => missing(reason),
        Outcome::Differs(what) => Evidence::Contradicts(Check::Replayed, what),
    };
    Refutation { evidence, replay: Some(replay) }
}
