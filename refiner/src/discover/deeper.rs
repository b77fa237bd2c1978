//! An execution that goes through the loops of an impossible path more often.

use std::time::Duration;

use belnap_ir::cfg::Cfg;
use belnap_ir::ids::CfgEdgeId;
use belnap_solver::path::{
    Execution, Feasibility, PathLimits, Tries, Unrolling, feasibility, try_executions, way,
};

use crate::path::GraphPath;

/// Most steps of the unrolled graph.
const MOST_STEPS: usize = 20_000;

/// Most rounds.
const MOST_ROUNDS: usize = 256;

/// What is tried at random, every time.
const FEW: Tries = Tries { executions: 40, length: 2000, steps: 20_000 };

/// What is tried at random, once in a while.
const TRIES: Tries = Tries { executions: 100, length: 20_000, steps: 400_000 };

/// An execution from the entry to the end of the path, if one is met at once.
pub fn quick_execution(cfg: &Cfg, path: &GraphPath) -> Option<(Vec<CfgEdgeId>, Execution)> {
    try_executions(cfg, path.end(cfg), &FEW)
}

/// An execution from the entry to the end of the path by any way with up to several times as many
/// rounds, if it is found within the time.
pub fn execution(
    cfg: &Cfg,
    path: &GraphPath,
    time: Duration,
) -> Option<(Vec<CfgEdgeId>, Execution)> {
    let found = try_executions(cfg, path.end(cfg), &TRIES);
    if found.is_some() {
        return found;
    }
    let all: Vec<CfgEdgeId> = (0..cfg.edges.len()).map(CfgEdgeId::from).collect();
    let rounds = (4 << path.rounds(cfg).min(8)).min(MOST_ROUNDS);
    let edges = if all.len() * rounds <= MOST_STEPS { all } else { path.program() };
    let rounds = rounds.min(MOST_STEPS / edges.len().max(1));
    let unrolling = Unrolling { edges: &edges, from: cfg.entry, to: path.end(cfg), rounds };
    let edges = way(cfg, &unrolling, time)?;
    match feasibility(cfg, &edges, &PathLimits { question: time, ..PathLimits::default() }) {
        Ok(Feasibility::Feasible(execution)) if !execution.relies_on_unknown => {
            Some((edges, execution))
        }
        _ => None,
    }
}
