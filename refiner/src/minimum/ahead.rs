//! The next trace, ahead of the next round: a path that the abstraction over a choice allows.
//!
//! States are explored on the fly, with what is tracked at each location only. It saves rounds:
//! what is found would be the explanation of one of the next results, or of a similar one.

use belnap_ir::cfg::Operation;
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use rustc_hash::FxHashSet;

use super::eliminate::{State, tracked_at};
use super::search::Search;

/// Limit on the states that are explored.
const MOST_EXPLORED: usize = 30_000;

/// A state that was explored: where it is, and the state and the edge it was reached by.
struct Explored {
    at: CfgLocId,
    state: State,
    from: Option<(usize, CfgEdgeId)>,
}

/// A shortest path to a state that is an error, as far as what a set has tracked tells; none if
/// there is none, the program is too large, or time is over. `errors` are the conditions of errors
/// at each location.
pub fn find_path(
    search: &mut Search<'_>,
    set: &[usize],
    errors: &[Option<Expr>],
) -> Option<Vec<CfgEdgeId>> {
    let cfg = search.cfg;
    if cfg.edges.iter().any(|edge| matches!(edge.operation, Operation::Call { .. })) {
        return None;
    }
    let Search { tracking, eliminator, .. } = search;
    let tracked = tracking.of(set, eliminator);
    let here = |at: CfgLocId| tracked_at(at, &tracked);
    let out = belnap_ir::graph::outgoing(cfg);
    let mut seen: FxHashSet<(CfgLocId, State)> = FxHashSet::default();
    let mut explored: Vec<Explored> = Vec::new();
    for state in eliminator.initial(&here(cfg.entry))? {
        seen.insert((cfg.entry, state));
        explored.push(Explored { at: cfg.entry, state, from: None });
    }
    let mut next = 0;
    while next < explored.len() {
        let Explored { at, state, .. } = explored[next];
        let atoms = here(at);
        let error = errors.get(at.index()).and_then(Option::as_ref);
        if error.is_some_and(|error| eliminator.may_hold(error, state, &atoms)) {
            return Some(path_to(&explored, next));
        }
        for id in &out[at] {
            let to = cfg.edges[*id].to;
            for state in eliminator.step(*id, &[state], &atoms, &here(to))? {
                if seen.insert((to, state)) {
                    explored.push(Explored { at: to, state, from: Some((next, *id)) });
                }
            }
        }
        if explored.len() > MOST_EXPLORED || eliminator.is_over() {
            return None;
        }
        next += 1;
    }
    None
}

fn path_to(explored: &[Explored], last: usize) -> Vec<CfgEdgeId> {
    let mut edges = Vec::new();
    let mut at = last;
    while let Some((before, edge)) = explored[at].from {
        edges.push(edge);
        at = before;
    }
    edges.reverse();
    edges
}
