//! An execution that goes through the loops of an impossible path more often.

use std::time::Duration;

use belnap_execution::Execution;
use belnap_execution::chance::{Tries, try_executions};
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use belnap_solver::path::{Feasibility, PathLimits, Unrolling, feasibility, way};

use crate::path::GraphPath;

/// Most steps of the unrolled graph.
const MOST_STEPS: usize = 20_000;

/// Most rounds.
const MOST_ROUNDS: usize = 256;

/// What is tried at random, every time.
const FEW: Tries = Tries { executions: 40, length: 2000, steps: 20_000 };

/// What is tried at random, once in a while.
const TRIES: Tries = Tries { executions: 100, length: 20_000, steps: 400_000 };

/// Executions of so many steps are not made shorter.
const SHORT: usize = 24;

/// Most rounds of an execution that is looked for because it is shorter.
const FEW_ROUNDS: usize = 16;

/// Time to look for a shorter execution with a number of rounds.
const SHORTEN: Duration = Duration::from_millis(300);

/// An execution with its edges.
type Found = (Vec<CfgEdgeId>, Execution);

/// An execution from the entry to the end of the path, if one is met at once.
pub fn quick_execution(cfg: &Cfg, path: &GraphPath) -> Option<Found> {
    met(cfg, path, &FEW)
}

/// An execution from the entry to the end of the path by any way with up to several times as many
/// rounds, if it is found within the time.
pub fn execution(cfg: &Cfg, path: &GraphPath, time: Duration) -> Option<Found> {
    met(cfg, path, &TRIES).or_else(|| {
        let all: Vec<CfgEdgeId> = (0..cfg.edges.len()).map(CfgEdgeId::from).collect();
        let rounds = (4 << path.rounds(cfg).min(8)).min(MOST_ROUNDS);
        let edges = if all.len() * rounds <= MOST_STEPS { all } else { path.program() };
        let rounds = rounds.min(MOST_STEPS / edges.len().max(1));
        unrolled(cfg, &edges, path.end(cfg), rounds, time)
    })
}

/// An execution that is met at random, made shorter.
fn met(cfg: &Cfg, path: &GraphPath, tries: &Tries) -> Option<Found> {
    let (edges, execution) = try_executions(cfg, path.end(cfg), tries)?;
    let met = GraphPath { edges };
    if met.edges.len() > SHORT {
        let (program, own) = (met.program(), met.rounds(cfg));
        let fewer = std::iter::successors(Some(1), |rounds| Some(rounds * 2));
        let fewer = fewer.take_while(|rounds| *rounds < own && *rounds <= FEW_ROUNDS);
        for rounds in fewer {
            let found = unrolled(cfg, &program, met.end(cfg), rounds, SHORTEN);
            if found.as_ref().is_some_and(|(edges, _)| edges.len() < met.edges.len()) {
                return found;
            }
        }
    }
    Some((met.edges, execution))
}

/// An execution to a location over some edges, found by the prover.
fn unrolled(
    cfg: &Cfg,
    edges: &[CfgEdgeId],
    to: CfgLocId,
    rounds: usize,
    time: Duration,
) -> Option<Found> {
    let unrolling = Unrolling { edges, from: cfg.entry, to, rounds };
    let edges = way(cfg, &unrolling, time)?;
    match feasibility(cfg, &edges, &PathLimits { question: time, ..PathLimits::default() }) {
        Ok(Feasibility::Feasible(execution)) if !execution.relies_on_unknown => {
            Some((edges, execution))
        }
        _ => None,
    }
}
