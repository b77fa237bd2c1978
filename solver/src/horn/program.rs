//! Clauses of parts of a graph, loops included.

use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId};

use super::{Clauses, HornAnswer, HornLimits, RelationId};
use crate::needed::needed_before;

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
) -> HornAnswer<Vec<(CfgLocId, Expr)>> {
    let mut live: BTreeMap<CfgLocId, BTreeSet<CfgVarId>> = BTreeMap::new();
    live.insert(entry, BTreeSet::new());
    live.insert(error, BTreeSet::new());
    let mut part = Vec::with_capacity(edges.len());
    for id in edges {
        let Some(edge) = cfg.edges.get(*id) else {
            return HornAnswer::Unknown(format!("{id} is not an edge of the graph"));
        };
        live.entry(edge.from).or_default();
        live.entry(edge.to).or_default();
        part.push(edge);
    }
    loop {
        let mut changed = false;
        for edge in part.iter().rev() {
            let before = needed_before(&edge.operation, &live[&edge.to]);
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
