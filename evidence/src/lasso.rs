//! Executions that go on forever, run for some rounds: on the graph, and by the compiled program.

use std::collections::BTreeMap;
use std::time::Instant;

use belnap_execution::Execution;
use belnap_ir::cfg::{Cfg, LocationKind};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId};
use belnap_ir::property::Formula;
use belnap_solver::path::{Feasibility, PathLimits, feasibility};

use super::refutation;
use crate::invariants::loop_heads;
use crate::program::SourceProgram;
use crate::replay::run::ReplayOutcome;
use crate::replay::trace;
use crate::whole::whole_rounds;
use belnap_engine::conclusion::{Conclusion, ExecutedPath};
use belnap_formats::replay::Replay;

/// How often the loop is run.
pub const ROUNDS: usize = 3;

/// Limit on the variables that are shown.
const SHOWN: usize = 8;

/// An endless execution, and what became of it.
#[derive(Debug)]
pub struct Lasso {
    /// Where each round begins, and with which values, if it can be run.
    pub text: Option<String>,
    /// Whether the compiled program ran through the loop.
    pub outcome: ReplayOutcome,
    /// How to run it again.
    pub replay: Option<Replay>,
    /// The way into the loop and one round, for people to read, if it can be run.
    pub way: Option<Way>,
}

/// The way into a loop, and one round.
#[derive(Clone, Debug)]
pub struct Way {
    /// The steps.
    pub path: ExecutedPath,
    /// The step with which the round begins.
    pub round: usize,
    /// Whether these are steps of the whole program, or of the graph that was checked.
    pub is_whole: bool,
}

/// The execution along the loop of an explanation, if it has one; the compiled program is run
/// through it.
pub fn replay_rounds(
    program: &Cfg,
    cfg: &Cfg,
    property: &Formula,
    conclusion: &Conclusion,
    source: &SourceProgram,
    end: Option<Instant>,
) -> Option<Lasso> {
    let path = conclusion.abstraction()?.result.explanation.as_ref()?.path.as_ref()?;
    let start = path.loop_start?;
    let edge = |step: &belnap_ir::result::PathStep| step.step.as_ref()?.cfg_edge;
    // The last step leads back.
    let edges: Option<Vec<CfgEdgeId>> = path.steps.iter().map(edge).collect();
    let (stem, round) = edges.as_deref()?.split_at_checked(start)?;
    if round.is_empty() || round.iter().any(|edge| edge.index() >= cfg.edges.len()) {
        return None;
    }
    let all: Vec<CfgEdgeId> = stem.iter().copied().chain(round.repeat(ROUNDS)).collect();
    let execution = match feasibility(cfg, &all, &PathLimits::default()) {
        Ok(Feasibility::Feasible(execution)) if !execution.relies_on_unknown => execution,
        _ => {
            let reason = format!("no execution is known that takes the loop {ROUNDS} times");
            return Some(Lasso {
                text: None,
                outcome: ReplayOutcome::NotRun(reason),
                replay: None,
                way: None,
            });
        }
    };
    let replay = head(cfg, round)
        .and_then(|head| trace::rounds(program, cfg, property, head, (&all, &execution), source));
    let outcome = match &replay {
        Ok(replay) => refutation::run_replay(replay, end),
        Err(reason) => ReplayOutcome::NotRun(reason.clone()),
    };
    let text = Some(describe_rounds(cfg, &execution, stem.len(), round));
    let way = Some(way(program, cfg, &all, execution, stem.len(), round));
    Some(Lasso { text, outcome, replay: replay.ok(), way })
}

/// The way into a loop that is taken some rounds by an execution of the graph that was checked; in
/// the whole program, if it can be followed there.
fn way(
    program: &Cfg,
    cfg: &Cfg,
    all: &[CfgEdgeId],
    execution: Execution,
    stem: usize,
    round: &[CfgEdgeId],
) -> Way {
    let mut path = ExecutedPath { edges: all.to_vec(), execution };
    let whole = head(cfg, round).and_then(|head| {
        let whole = trace::whole_head(program, cfg, head)?;
        let before = all[..stem].iter().filter(|edge| cfg.edges[**edge].from == head).count();
        let path = whole_rounds(program, cfg, &path, whole, before + 2).ok_or("not followed")?;
        let is_head = |edge: &CfgEdgeId| program.edges[*edge].from == whole;
        let round = path.edges.iter().rposition(is_head).ok_or("no round")?;
        Ok(Way { path, round, is_whole: true })
    });
    whole.unwrap_or_else(|_| {
        path.edges.truncate(stem + round.len());
        path.execution.steps.truncate(stem + round.len());
        Way { path, round: stem, is_whole: false }
    })
}

/// A location of the loop to which every round comes back.
fn head(cfg: &Cfg, round: &[CfgEdgeId]) -> Result<CfgLocId, String> {
    let on_loop: Vec<CfgLocId> = round.iter().map(|edge| cfg.edges[*edge].from).collect();
    if cfg.locations[on_loop[0]].kind != LocationKind::Normal {
        return Err("the program has ended, and stays so".to_owned());
    }
    let heads = loop_heads(cfg);
    let head = on_loop.iter().find(|at| heads.contains(at));
    Ok(*head.unwrap_or(&on_loop[0]))
}

fn describe_rounds(cfg: &Cfg, execution: &Execution, stem: usize, round: &[CfgEdgeId]) -> String {
    let begins: Vec<BTreeMap<CfgVarId, i128>> =
        (0..ROUNDS).map(|number| state(execution, stem + number * round.len())).collect();
    // Where an automaton has been told the answer, and behind the end, there is no line.
    let sources = round.iter().map(|edge| &cfg.locations[cfg.edges[*edge].from].source);
    let place = sources.flatten().next();
    let place = place.map_or_else(|| "a place without a line".to_owned(), ToString::to_string);
    // What has no name in C is of no use to a reader.
    let name = |var: &CfgVarId| cfg.variables[*var].c_name.as_deref();
    let values = |var: &CfgVarId| {
        let each: Vec<String> =
            begins.iter().filter_map(|state| state.get(var)).map(ToString::to_string).collect();
        let same = each.windows(2).all(|pair| pair[0] == pair[1]);
        if same { each[0].clone() } else { each.join(", then ") }
    };
    let shown: Vec<String> = begins[0]
        .keys()
        .filter_map(|var| Some(format!("{} = {}", name(var)?, values(var))))
        .take(SHOWN)
        .collect();
    let with = if shown.is_empty() { String::new() } else { format!(" with {}", shown.join("; ")) };
    format!("the loop, run {ROUNDS} times, begins at {place}{with}")
}

/// The values of scalar variables after some steps.
fn state(execution: &Execution, steps: usize) -> BTreeMap<CfgVarId, i128> {
    let changed = execution.steps.iter().take(steps).flat_map(|step| &step.scalars);
    execution.start.iter().chain(changed).map(|one| (one.var, one.value)).collect()
}
