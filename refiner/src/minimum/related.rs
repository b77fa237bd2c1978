//! Which candidates a trace can depend on, by data flow; no set with others is tried.

use std::collections::BTreeSet;

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId};
use belnap_solver::spread::Spread;

use super::eliminate::Impossible;

/// The candidates that can matter for a trace, those first that are nearest to its contradiction,
/// as groups. What one group says of a path does not depend on another: a set that excludes it has
/// a part in one group that does. Of other traces, several groups may have to decide something, so
/// all candidates are one.
///
/// `mentioned` are the variables of what each candidate has tracked on the trace, `kept` those of
/// each condition that is tracked whatever is chosen.
///
/// A path is impossible because of its conditions. They depend on the variables that they mention,
/// and on what is assigned to these; a candidate matters if what it has tracked on the path is
/// about such variables, or about others that matter because of another candidate.
pub fn related(
    cfg: &Cfg,
    trace: &Impossible,
    core: &[usize],
    mentioned: &[BTreeSet<CfgVarId>],
    kept: &[BTreeSet<CfgVarId>],
) -> Vec<Vec<usize>> {
    let steps = steps_of(cfg, trace);
    let in_core: Vec<&Step<'_>> = core.iter().filter_map(|step| steps.get(*step)).collect();
    let all: Vec<&Step<'_>> = steps.iter().collect();
    let mut found: Vec<usize> = Vec::new();
    // First those that the contradiction depends on, then those that some condition does.
    for conditions in [in_core, all] {
        let mut matters = flows_into(&conditions, &steps);
        loop {
            reach(&mut matters, kept);
            let is_near = |one: &usize| !mentioned[*one].is_disjoint(&matters);
            let others = (0..mentioned.len()).filter(|one| !found.contains(one));
            let near: Vec<usize> = others.filter(is_near).collect();
            if near.is_empty() {
                break;
            }
            near.iter().for_each(|one| matters.extend(&mentioned[*one]));
            found.extend(near);
        }
    }
    match trace {
        Impossible::Path(..) => grouped(&found, &steps, mentioned, kept),
        Impossible::Claims(..) | Impossible::Facts(_) => vec![found],
    }
}

/// Candidates that share variables, directly or through a step of the trace or other candidates.
fn grouped(
    candidates: &[usize],
    steps: &[Step<'_>],
    mentioned: &[BTreeSet<CfgVarId>],
    kept: &[BTreeSet<CfgVarId>],
) -> Vec<Vec<usize>> {
    let mut groups: Vec<(BTreeSet<CfgVarId>, Vec<usize>)> = Vec::new();
    let mut join = |variables: BTreeSet<CfgVarId>, candidate: Option<usize>| {
        let mut joined = (variables, Vec::new());
        let (near, others) = groups.drain(..).partition(|(other, _)| !other.is_disjoint(&joined.0));
        groups = others;
        let near: Vec<(BTreeSet<CfgVarId>, Vec<usize>)> = near;
        for (variables, members) in near {
            joined.0.extend(variables);
            joined.1.extend(members);
        }
        joined.1.extend(candidate);
        groups.push(joined);
    };
    for variables in steps.iter().flat_map(Step::variables).chain(kept.iter().cloned()) {
        join(variables, None);
    }
    for candidate in candidates {
        join(mentioned[*candidate].clone(), Some(*candidate));
    }
    let place = |one: &usize| candidates.iter().position(|other| other == one);
    let mut groups: Vec<Vec<usize>> = groups.into_iter().map(|(_, members)| members).collect();
    groups.iter_mut().for_each(|members| members.sort_by_key(place));
    groups.retain(|members| !members.is_empty());
    groups.sort_by_key(|members| members.first().map(place));
    groups
}

/// A step of a trace: an operation, or a condition that has to hold.
enum Step<'a> {
    Operation(&'a Operation),
    Condition(&'a Expr),
}

impl Step<'_> {
    /// The variables that the step puts into relation.
    fn variables(&self) -> Vec<BTreeSet<CfgVarId>> {
        let of = |expr: &Expr, target: Option<CfgVarId>| {
            let mut found: BTreeSet<CfgVarId> = target.into_iter().collect();
            expr.for_each_var(&mut |var| {
                found.insert(var);
            });
            found
        };
        match self {
            Step::Condition(condition) => vec![of(condition, None)],
            Step::Operation(Operation::Assume(condition)) => vec![of(condition, None)],
            Step::Operation(Operation::Assign(assignments)) => {
                assignments.iter().map(|(target, value)| of(value, Some(*target))).collect()
            }
            Step::Operation(_) => Vec::new(),
        }
    }
}

fn steps_of<'a>(cfg: &'a Cfg, trace: &'a Impossible) -> Vec<Step<'a>> {
    let of = |id: &CfgEdgeId| Step::Operation(&cfg.edges[*id].operation);
    match trace {
        Impossible::Path(edges, end) => {
            edges.iter().map(of).chain(end.iter().map(Step::Condition)).collect()
        }
        Impossible::Claims(claims, _) => {
            let edges = claims.iter().flat_map(|claim| &claim.parts).filter_map(|part| part.edge);
            let mut edges: Vec<CfgEdgeId> = edges.collect();
            edges.sort_unstable();
            edges.dedup();
            let conditions = claims.iter().filter_map(|claim| claim.condition.as_ref());
            edges.iter().map(of).chain(conditions.map(Step::Condition)).collect()
        }
        Impossible::Facts(facts) => {
            let conditions = facts.iter().filter_map(|(_, condition)| condition.as_ref());
            let steps = facts.iter().map(|(id, _)| of(id));
            steps.chain(conditions.map(Step::Condition)).collect()
        }
    }
}

/// The places where a trace needs something tracked.
pub fn places_of(cfg: &Cfg, trace: &Impossible) -> Vec<CfgLocId> {
    match trace {
        Impossible::Path(edges, _) => {
            edges.iter().map(|id| cfg.edges[*id].to).chain([cfg.entry]).collect()
        }
        Impossible::Claims(claims, _) => claims.iter().map(|claim| claim.at).collect(),
        Impossible::Facts(facts) => facts.iter().map(|(id, _)| cfg.edges[*id].from).collect(),
    }
}

/// The variables that conditions are about that are tracked at some places.
pub fn mentioned_at(spread: &Spread, places: &[CfgLocId]) -> BTreeSet<CfgVarId> {
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

/// Adds the variables of conditions that share some, directly or through others.
fn reach(matters: &mut BTreeSet<CfgVarId>, conditions: &[BTreeSet<CfgVarId>]) {
    loop {
        let before = matters.len();
        for other in conditions {
            if !other.is_disjoint(matters) {
                matters.extend(other);
            }
        }
        if matters.len() == before {
            return;
        }
    }
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
