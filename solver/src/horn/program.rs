//! Clauses of paths and of parts of a graph.

use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId};

use super::{Clauses, HornLimits, Outcome, RelationId};
use crate::path::operations;
use crate::transition::for_each_changed;

/// For a path that no execution follows: an expression before each step and after the last, each
/// a consequence of the one before it and the step between; the first is true, the last false.
/// They are over variables that later steps read. `Reachable`: the path can be followed.
pub fn path_interpolants(
    cfg: &Cfg,
    steps: &[CfgEdgeId],
    limits: &HornLimits,
) -> Outcome<Vec<Expr>> {
    let operations = match operations(cfg, steps) {
        Ok(operations) => operations,
        Err(error) => return Outcome::Unknown(error.to_string()),
    };
    let mut live = vec![BTreeSet::new()];
    for operation in operations.iter().rev() {
        let after = live.last().cloned().unwrap_or_default();
        live.push(live_before(operation, &after));
    }
    let mut clauses = Clauses::new(cfg);
    let relations: Vec<RelationId> =
        live.into_iter().rev().map(|vars| clauses.relation(vars.into_iter().collect())).collect();
    for (operation, ends) in operations.iter().zip(relations.windows(2)) {
        clauses.add_rule(ends[0], operation, ends[1]);
    }
    if let (Some(first), Some(last)) = (relations.first(), relations.last()) {
        clauses.add_initial(*first, Expr::Bool(true));
        clauses.add_query(*last, Expr::Bool(true));
    }
    clauses.solve(limits).map(|mut all| {
        // Their invariants are checked to be equivalent to these.
        if let [first, .., last] = all.as_mut_slice() {
            (*first, *last) = (Expr::Bool(true), Expr::Bool(false));
        }
        all
    })
}

/// For a part of a graph, given by its edges: an expression for each of its locations that is
/// true whenever control, having started at `entry` with any values, is there; at `error` it is
/// false. Variables are mentioned only where they are read later. `Reachable`: `error` can be
/// reached within the part.
pub fn loop_invariants(
    cfg: &Cfg,
    edges: &[CfgEdgeId],
    entry: CfgLocId,
    error: CfgLocId,
    limits: &HornLimits,
) -> Outcome<Vec<(CfgLocId, Expr)>> {
    let mut live: BTreeMap<CfgLocId, BTreeSet<CfgVarId>> = BTreeMap::new();
    live.insert(entry, BTreeSet::new());
    live.insert(error, BTreeSet::new());
    let mut part = Vec::with_capacity(edges.len());
    for id in edges {
        let Some(edge) = cfg.edges.get(id.index()) else {
            return Outcome::Unknown(format!("{id} is not an edge of the graph"));
        };
        if matches!(edge.operation, Operation::Call { .. }) {
            return Outcome::Unknown(format!("{id} is a call"));
        }
        live.entry(edge.from).or_default();
        live.entry(edge.to).or_default();
        part.push(edge);
    }
    loop {
        let mut changed = false;
        for edge in part.iter().rev() {
            let before = live_before(&edge.operation, &live[&edge.to]);
            let known = live.entry(edge.from).or_default();
            let size = known.len();
            known.extend(before);
            changed |= known.len() > size;
        }
        if !changed {
            break;
        }
    }
    let mut clauses = Clauses::new(cfg);
    let relations: BTreeMap<CfgLocId, RelationId> = live
        .into_iter()
        .map(|(at, vars)| (at, clauses.relation(vars.into_iter().collect())))
        .collect();
    clauses.add_initial(relations[&entry], Expr::Bool(true));
    for edge in part {
        // An error is not left.
        if edge.from != error {
            clauses.add_rule(relations[&edge.from], &edge.operation, relations[&edge.to]);
        }
    }
    clauses.add_query(relations[&error], Expr::Bool(true));
    clauses.solve(limits).map(|invariants| {
        // Those at the ends are checked to be equivalent to these.
        let plain = |(at, invariant)| match at {
            at if at == error => (at, Expr::Bool(false)),
            at if at == entry => (at, Expr::Bool(true)),
            at => (at, invariant),
        };
        relations.into_keys().zip(invariants).map(plain).collect()
    })
}

/// The variables whose values matter before an operation.
fn live_before(operation: &Operation, after: &BTreeSet<CfgVarId>) -> BTreeSet<CfgVarId> {
    let mut live = after.clone();
    for_each_changed(operation, &mut |var| {
        live.remove(&var);
    });
    let mut uses = |expr: &Expr| {
        expr.for_each_var(&mut |var| {
            live.insert(var);
        });
    };
    match operation {
        Operation::Assume(condition) => uses(condition),
        Operation::Assign(assignments) => {
            assignments.iter().filter(|(var, _)| after.contains(var)).for_each(|(_, e)| uses(e));
        }
        _ => {}
    }
    live
}
