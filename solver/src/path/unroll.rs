//! A way through a part of a graph that goes through its loops a bounded number of times.
//!
//! The part is unrolled: a node for each location and each number of steps back taken so far, so
//! that nothing is visited twice. All ways from the start to the target are one question to the
//! prover: each step that is taken demands what it does of the versions of variables before and
//! after it, and each node but the first needs a step into it that is taken.

use std::time::Duration;

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::graph::{postorder, reachable};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, TiVec, ti_vec};
use z3::ast::Bool;
use z3::{Model, SatResult};

use crate::terms::Terms;
use crate::transition::{constraints, join};
use belnap_execution::versions::Versions;

/// Which ways are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Unrolling<'a> {
    /// The edges that may be used; none with a call is.
    pub edges: &'a [CfgEdgeId],
    /// Where to start, with any values.
    pub from: CfgLocId,
    /// Where to get to.
    pub to: CfgLocId,
    /// Limit on steps back: those that close a loop.
    pub rounds: usize,
}

/// A step of the unrolled graph that can be taken.
struct Step {
    edge: CfgEdgeId,
    from: usize,
    taken: Bool,
    after: Versions,
}

/// The edges of a way that the prover takes for possible within the time; to be sure, ask about
/// its [`feasibility`](super::feasibility).
pub fn way(cfg: &Cfg, unrolling: &Unrolling<'_>, time: Duration) -> Option<Vec<CfgEdgeId>> {
    let part = Part::of(cfg, unrolling)?;
    let mut terms = Terms::new(cfg);
    let solver = super::solver(time);
    let mut into: Vec<Vec<Step>> = Vec::new();
    into.resize_with(part.nodes(), Vec::new);
    let mut ends = Vec::new();
    for node in 0..part.nodes() {
        let reached = Bool::new_const(format!("node!{node}"));
        let versions = if node == part.start() {
            solver.assert(&reached);
            Versions::default()
        } else if into[node].is_empty() {
            continue;
        } else {
            let taken: Vec<&Bool> = into[node].iter().map(|step| &step.taken).collect();
            solver.assert(reached.implies(Bool::or(&taken)));
            let before: Vec<&Versions> = into[node].iter().map(|step| &step.after).collect();
            let (merged, equalities) = join(&mut terms, &before);
            for (step, equal) in into[node].iter().zip(&equalities) {
                solver.assert(step.taken.implies(Bool::and(equal)));
            }
            merged
        };
        if part.is_target(node) {
            ends.push((node, reached));
            continue;
        }
        for (edge, target) in part.steps(node) {
            let mut after = versions.clone();
            let operation = &cfg.edges[edge].operation;
            let demands = constraints(&mut terms, operation, &mut after, &|_| true).all;
            let taken = Bool::new_const(format!("step!{node}!{edge}"));
            solver.assert(taken.implies(&reached));
            solver.assert(taken.implies(Bool::and(&demands)));
            into[target].push(Step { edge, from: node, taken, after });
        }
    }
    let operations: Vec<&Operation> =
        part.used.iter().map(|edge| &cfg.edges[*edge].operation).collect();
    let facts = terms.roomy_address_facts(&super::objects_of(&operations));
    facts.iter().for_each(|fact| solver.assert(fact));
    let goals: Vec<&Bool> = ends.iter().map(|(_, reached)| reached).collect();
    solver.assert(Bool::or(&goals));
    if solver.check() != SatResult::Sat {
        return None;
    }
    let model = solver.get_model()?;
    let (end, _) = ends.iter().find(|(_, reached)| holds(&model, reached))?;
    let mut edges = Vec::new();
    let mut at = *end;
    while at != part.start() {
        let step = into[at].iter().find(|step| holds(&model, &step.taken))?;
        edges.push(step.edge);
        at = step.from;
    }
    edges.reverse();
    Some(edges)
}

fn holds(model: &Model, term: &Bool) -> bool {
    model.eval(term, true).and_then(|value| value.as_bool()) == Some(true)
}

/// The part of a graph that leads from the start to the target, in an order in which only steps
/// back go backwards. Its nodes are numbered round by round.
struct Part<'a> {
    cfg: &'a Cfg,
    unrolling: Unrolling<'a>,
    /// Its edges.
    used: Vec<CfgEdgeId>,
    /// Its locations in order.
    order: Vec<CfgLocId>,
    /// The place of each location in the order.
    place: TiVec<CfgLocId, Option<usize>>,
}

impl<'a> Part<'a> {
    fn of(cfg: &'a Cfg, unrolling: &Unrolling<'a>) -> Option<Self> {
        let count = cfg.locations.len();
        let mut ahead: TiVec<CfgLocId, Vec<CfgEdgeId>> = ti_vec![Vec::new(); count];
        let mut back: TiVec<CfgLocId, Vec<CfgLocId>> = ti_vec![Vec::new(); count];
        for &id in unrolling.edges {
            let edge = &cfg.edges[id];
            if !matches!(edge.operation, Operation::Call { .. }) && edge.from != unrolling.to {
                ahead[edge.from].push(id);
                back[edge.to].push(edge.from);
            }
        }
        let leads = reachable(count, [unrolling.to], |at| back[at].iter().copied());
        if !leads[unrolling.from] {
            return None;
        }
        let mut order = postorder(count, [unrolling.from], |at| {
            let targets = ahead[at].iter().map(|id| cfg.edges[*id].to);
            targets.filter(|to| leads[*to])
        });
        order.reverse();
        let mut place = ti_vec![None; count];
        order.iter().enumerate().for_each(|(at, location)| place[*location] = Some(at));
        let inside = |location: CfgLocId| place[location].is_some();
        let used = ahead.into_iter().flatten().filter(|id| {
            let edge = &cfg.edges[*id];
            inside(edge.from) && inside(edge.to)
        });
        let used = used.collect();
        Some(Part { cfg, unrolling: *unrolling, used, order, place })
    }

    fn nodes(&self) -> usize {
        self.order.len() * (self.unrolling.rounds + 1)
    }

    fn start(&self) -> usize {
        0
    }

    fn is_target(&self, node: usize) -> bool {
        self.order[node % self.order.len()] == self.unrolling.to
    }

    /// The steps from a node, each with the node that it leads to.
    fn steps(&self, node: usize) -> Vec<(CfgEdgeId, usize)> {
        let (round, place) = (node / self.order.len(), node % self.order.len());
        let from = |id: &&CfgEdgeId| self.cfg.edges[**id].from == self.order[place];
        let steps = self.used.iter().filter(from).filter_map(|id| {
            let target = self.place[self.cfg.edges[*id].to]?;
            let round = if target <= place { round + 1 } else { round };
            (round <= self.unrolling.rounds).then_some((*id, round * self.order.len() + target))
        });
        steps.collect()
    }
}
