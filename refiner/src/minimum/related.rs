//! Which candidates a trace can depend on, by data flow; no set with others is tried.

use std::collections::BTreeSet;

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId};

use super::eliminate::Impossible;
use super::tracked::Tracking;

/// The candidates that can matter for a trace, those first that are nearest to its contradiction.
///
/// A path is impossible because of its conditions. They depend on the variables that they mention,
/// and on what is assigned to these; a candidate matters if what it has tracked on the path is about
/// such variables, or about others that matter because of another candidate.
pub fn related(
    cfg: &Cfg,
    trace: &Impossible,
    core: &[usize],
    count: usize,
    tracking: &mut Tracking<'_>,
) -> Vec<usize> {
    let (steps, places) = steps_of(cfg, trace);
    let mentioned: Vec<BTreeSet<CfgVarId>> =
        (0..count).map(|one| mentioned_at(tracking, one, &places)).collect();
    let in_core: Vec<&Step<'_>> = core.iter().filter_map(|step| steps.get(*step)).collect();
    let all: Vec<&Step<'_>> = steps.iter().collect();
    let mut found = Vec::new();
    // First those that the contradiction depends on, then those that some condition does.
    for conditions in [in_core, all] {
        let mut matters = flows_into(&conditions, &steps);
        loop {
            let is_near = |one: &usize| !mentioned[*one].is_disjoint(&matters);
            let near: Vec<usize> =
                (0..count).filter(|one| !found.contains(one)).filter(is_near).collect();
            if near.is_empty() {
                break;
            }
            near.iter().for_each(|one| matters.extend(&mentioned[*one]));
            found.extend(near);
        }
    }
    found
}

/// A step of a trace: an operation, or a condition that has to hold.
enum Step<'a> {
    Operation(&'a Operation),
    Condition(&'a Expr),
}

fn steps_of<'a>(cfg: &'a Cfg, trace: &'a Impossible) -> (Vec<Step<'a>>, Vec<CfgLocId>) {
    let of = |id: &CfgEdgeId| Step::Operation(&cfg.edges[*id].operation);
    match trace {
        Impossible::Path(edges, end) => {
            let steps = edges.iter().map(of).chain(end.iter().map(Step::Condition));
            let places = edges.iter().map(|id| cfg.edges[*id].to).chain([cfg.entry]);
            (steps.collect(), places.collect())
        }
        Impossible::Facts(facts) => {
            let conditions = facts.iter().filter_map(|(_, condition)| condition.as_ref());
            let steps = facts.iter().map(|(id, _)| of(id));
            let places = facts.iter().map(|(id, _)| cfg.edges[*id].from);
            (steps.chain(conditions.map(Step::Condition)).collect(), places.collect())
        }
    }
}

/// The variables that what a candidate has tracked at some places is about.
fn mentioned_at(
    tracking: &mut Tracking<'_>,
    candidate: usize,
    places: &[CfgLocId],
) -> BTreeSet<CfgVarId> {
    let spread = tracking.of_one(candidate);
    let mut found = BTreeSet::new();
    for (number, condition) in spread.conditions.iter().enumerate() {
        if places.iter().any(|at| spread.at[*at].contains(number)) {
            condition.for_each_var(&mut |var| {
                found.insert(var);
            });
        }
    }
    found
}

/// The variables of conditions, and those whose values flow into them along the steps.
fn flows_into(conditions: &[&Step<'_>], steps: &[Step<'_>]) -> BTreeSet<CfgVarId> {
    let mut matters = BTreeSet::new();
    for step in conditions {
        let condition = match step {
            Step::Operation(Operation::Assume(condition)) => condition,
            Step::Condition(condition) => *condition,
            Step::Operation(_) => continue,
        };
        condition.for_each_var(&mut |var| {
            matters.insert(var);
        });
    }
    loop {
        let before = matters.len();
        for step in steps.iter().rev() {
            let Step::Operation(Operation::Assign(assignments)) = step else { continue };
            for (target, value) in assignments {
                if matters.contains(target) {
                    value.for_each_var(&mut |var| {
                        matters.insert(var);
                    });
                }
            }
        }
        if matters.len() == before {
            return matters;
        }
    }
}
