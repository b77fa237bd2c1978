//! Invariants by elimination: what the program's conditions, its first values and its steps
//! suggest is guessed, and what does not hold is dropped.

use std::time::Duration;

use belnap_ir::cfg::{Cfg, Edge, LocationKind, Operation};
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use belnap_solver::horn::{Inductive, Part, inductive};

use crate::annotate::annotation;
use crate::candidates::Candidates;
use crate::context::Context;
use crate::methods::Proposed;

/// Larger parts of graphs are not looked at.
const MOST_EDGES: usize = 300;

/// So many times longer the second, larger set of guesses may take.
const SECOND_TRY: u32 = 3;

/// Times for invariants.
pub const COST: u32 = 1 + SECOND_TRY;

/// What was found for a graph, so that it need not be looked for in each round.
#[derive(Debug, Default)]
struct Last(Option<(Question, Option<Inductive>)>);

/// What was asked: about which errors of which graph. Graphs of one property differ at most in
/// their last step.
#[derive(Debug, PartialEq)]
struct Question {
    errors: Vec<CfgLocId>,
    last: Option<Edge>,
}

/// Proposes invariants that show that the end of the path is not reached, if they are found within
/// the time: at each location what has to hold there.
pub fn propose(context: &mut Context<'_>) -> Proposed {
    let (cfg, end) = (&*context.route.cfg, context.route.path.end(&context.route.cfg));
    let errors = errors(cfg, end);
    let edges = between(cfg, &errors);
    if edges.is_empty() || edges.len() > MOST_EDGES {
        return Proposed::Continue;
    }
    let question = Question { errors, last: cfg.edges.last().cloned() };
    let Last(last) = context.memory.of();
    if last.as_ref().is_none_or(|(known, _)| *known != question) {
        let found = find(cfg, &edges, &question.errors, context.options.invariants);
        *last = Some((question, found));
    }
    if let Some((_, Some(found))) = last
        && found.excluded.contains(&end)
    {
        for (at, condition) in annotation(cfg, &edges, found) {
            context.selection.propose_at(at, condition);
        }
    }
    if context.selection.is_empty() { Proposed::Continue } else { Proposed::Enough }
}

/// What excludes the errors, or most of them.
fn find(cfg: &Cfg, edges: &[CfgEdgeId], errors: &[CfgLocId], time: Duration) -> Option<Inductive> {
    let mut candidates = Candidates::of(cfg, edges);
    let part = Part { edges, errors };
    let count = |found: &Option<Inductive>| found.as_ref().map_or(0, |one| one.excluded.len());
    let found = inductive(cfg, &part, &candidates.all, time);
    if count(&found) == errors.len() {
        return found;
    }
    candidates.add_more();
    let more = inductive(cfg, &part, &candidates.all, time * SECOND_TRY);
    if count(&more) > count(&found) { more } else { found }
}

/// All failures, if the location is one: they are excluded together.
fn errors(cfg: &Cfg, end: CfgLocId) -> Vec<CfgLocId> {
    let failed = |at: &CfgLocId| cfg.locations[*at].kind == LocationKind::Failed;
    let all = (0..cfg.locations.len()).map(CfgLocId::from);
    if failed(&end) { all.filter(failed).collect() } else { vec![end] }
}

/// The edges on ways from the entry to some locations; none if one is a call.
pub fn between(cfg: &Cfg, to: &[CfgLocId]) -> Vec<CfgEdgeId> {
    let spread = |start: &[CfgLocId], ahead: bool| {
        let mut seen = vec![false; cfg.locations.len()];
        let mut next: Vec<Vec<CfgLocId>> = vec![Vec::new(); cfg.locations.len()];
        for edge in &cfg.edges {
            let (from, to) = if ahead { (edge.from, edge.to) } else { (edge.to, edge.from) };
            next[from.index()].push(to);
        }
        let mut open = start.to_vec();
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut seen[at.index()], true) {
                open.extend(&next[at.index()]);
            }
        }
        seen
    };
    let (reached, leads) = (spread(&[cfg.entry], true), spread(to, false));
    let on_way = |id: &CfgEdgeId| {
        let edge = &cfg.edges[*id];
        reached[edge.from.index()] && leads[edge.to.index()] && !to.contains(&edge.from)
    };
    let edges: Vec<CfgEdgeId> = (0..cfg.edges.len()).map(CfgEdgeId::from).filter(on_way).collect();
    let call = |id: &CfgEdgeId| matches!(cfg.edges[*id].operation, Operation::Call { .. });
    if edges.iter().any(call) { Vec::new() } else { edges }
}
