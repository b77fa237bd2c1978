//! Executions that go through the loops of an impossible path more often.

use std::time::Duration;

use belnap_execution::chance::{Tries, try_executions};
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use belnap_solver::path::{Feasibility, PathLimits, Unrolling, feasibility, way};

use crate::context::Context;
use crate::discover::invariants;
use crate::find::{Finder, Trace};
use crate::path::GraphPath;

/// Limit on the steps of the unrolled graph.
const MOST_STEPS: usize = 20_000;

/// Limit on rounds.
const MOST_ROUNDS: usize = 256;

/// What is tried at random, every time.
const FEW: Tries = Tries { executions: 40, length: 2000, steps: 20_000 };

/// What is tried at random, once in a while.
const TRIES: Tries = Tries { executions: 100, length: 20_000, steps: 400_000 };

/// Executions of so many steps are not made shorter.
const SHORT: usize = 24;

/// Limit on the rounds of an execution that is looked for because it is shorter.
const FEW_ROUNDS: usize = 16;

/// Time to look for a shorter execution with a number of rounds.
const SHORTEN: Duration = Duration::from_millis(300);

/// Meets an execution from the entry to the end of the path at random, with few tries.
pub const AT_RANDOM: Finder = Finder {
    description: "an execution to the end of the path, at random",
    find: |context| meet(&context.route.cfg, &context.route.path, &FEW),
};

/// Finds an execution from the entry to the end of the path by any way with up to several times as
/// many rounds: at random with more tries, or with the prover in half of the time that invariants
/// of the path are worth.
pub const UNROLLED: Finder = Finder {
    description: "an execution with more rounds, at random or in the unrolled graph",
    find: find_with_more_rounds,
};

fn find_with_more_rounds(context: &Context<'_>) -> Option<Trace> {
    let (cfg, path) = (&*context.route.cfg, &context.route.path);
    meet(cfg, path, &TRIES).or_else(|| {
        let all: Vec<CfgEdgeId> = (0..cfg.edges.len()).map(CfgEdgeId::from).collect();
        let rounds = (4 << path.rounds(cfg).min(8)).min(MOST_ROUNDS);
        let edges = if all.len() * rounds <= MOST_STEPS { all } else { path.program() };
        let rounds = rounds.min(MOST_STEPS / edges.len().max(1));
        unroll(cfg, &edges, path.end(cfg), rounds, invariants::time(context) / 2)
    })
}

/// Meets an execution to the end of the path at random, and makes it shorter.
fn meet(cfg: &Cfg, path: &GraphPath, tries: &Tries) -> Option<Trace> {
    let (edges, execution) = try_executions(cfg, path.end(cfg), tries)?;
    let met = GraphPath { edges };
    if met.edges.len() > SHORT {
        let (program, own) = (met.program(), met.rounds(cfg));
        let fewer = std::iter::successors(Some(1), |rounds| Some(rounds * 2));
        let fewer = fewer.take_while(|rounds| *rounds < own && *rounds <= FEW_ROUNDS);
        for rounds in fewer {
            let found = unroll(cfg, &program, met.end(cfg), rounds, SHORTEN);
            if found.as_ref().is_some_and(|(edges, _)| edges.len() < met.edges.len()) {
                return found;
            }
        }
    }
    Some((met.edges, execution))
}

/// Finds an execution to a location over some edges with the prover.
fn unroll(
    cfg: &Cfg,
    edges: &[CfgEdgeId],
    to: CfgLocId,
    rounds: usize,
    time: Duration,
) -> Option<Trace> {
    let unrolling = Unrolling { edges, from: cfg.entry, to, rounds };
    let edges = way(cfg, &unrolling, time)?;
    match feasibility(cfg, &edges, &PathLimits { question: time, ..PathLimits::default() }) {
        Ok(Feasibility::Feasible(execution)) if !execution.relies_on_unknown => {
            Some((edges, execution))
        }
        _ => None,
    }
}
