//! Executions that go on forever, run for some rounds.

use std::collections::BTreeMap;

use belnap_ir::cfg::Cfg;
use belnap_ir::ids::{CfgEdgeId, CfgVarId};
use belnap_solver::path::{Execution, Feasibility, PathLimits, feasibility};

use crate::verify::cegar::Finished;

/// How often the loop is run.
const ROUNDS: usize = 3;

/// Most variables that are shown.
const SHOWN: usize = 8;

/// How the loop of an explanation goes in an execution of the program, if it has one: where each
/// round begins, and with which values.
pub fn shown(cfg: &Cfg, finished: &Finished) -> Option<String> {
    let path = finished.result.as_ref()?.explanation.as_ref()?.path.as_ref()?;
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
        _ => return None,
    };
    let begins: Vec<BTreeMap<CfgVarId, i128>> =
        (0..ROUNDS).map(|number| state(&execution, stem.len() + number * round.len())).collect();
    let head = cfg.edges[round[0].index()].from;
    let source = cfg.locations[head.index()].source.as_ref();
    let place = source.map_or_else(|| head.to_string(), ToString::to_string);
    let name = |var: &CfgVarId| {
        let variable = &cfg.variables[var.index()];
        variable.c_name.clone().unwrap_or_else(|| variable.name.clone())
    };
    let values = |var: &CfgVarId| {
        let each: Vec<String> =
            begins.iter().filter_map(|state| state.get(var)).map(ToString::to_string).collect();
        let same = each.windows(2).all(|pair| pair[0] == pair[1]);
        if same { each[0].clone() } else { each.join(", then ") }
    };
    let shown: Vec<String> = begins[0]
        .keys()
        .take(SHOWN)
        .map(|var| format!("{} = {}", name(var), values(var)))
        .collect();
    let with = if shown.is_empty() { String::new() } else { format!(" with {}", shown.join("; ")) };
    Some(format!("the loop, run {ROUNDS} times, begins at {place}{with}"))
}

/// The values of scalar variables after some steps.
fn state(execution: &Execution, steps: usize) -> BTreeMap<CfgVarId, i128> {
    let changed = execution.steps.iter().take(steps).flat_map(|step| &step.scalars);
    execution.start.iter().chain(changed).map(|one| (one.var, one.value)).collect()
}
