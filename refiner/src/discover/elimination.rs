//! Invariants by elimination: what the program's conditions, its first values and its steps
//! suggest is guessed, and what does not hold is dropped.

use std::collections::BTreeSet;
use std::time::Duration;

use belnap_ir::cfg::{Cfg, Edge, LocationKind, Operation};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId};
use belnap_ir::types::Type;
use belnap_solver::horn::{Inductive, Part, inductive};
use belnap_solver::wp::Conditions;

use super::induction::{Steps, later, steps, vars};
use crate::affine::equations;
use crate::annotate::annotation;
use crate::path::{GraphPath, loops};
use crate::select::Selection;

/// Larger parts of graphs are not looked at.
const MOST_EDGES: usize = 300;

/// Most guesses.
const MOST_CANDIDATES: usize = 240;

/// Most variables of which each two are compared.
const MOST_COMPARED: usize = 8;

/// What was found for a graph, so that it need not be looked for in each round.
#[derive(Debug, Default)]
pub struct Memory {
    last: Option<(Question, Option<Inductive>)>,
}

/// What was asked: about which errors of which graph. Graphs of one property differ at most in
/// their last step.
#[derive(Debug, PartialEq)]
struct Question {
    errors: Vec<CfgLocId>,
    last: Option<Edge>,
}

/// Proposes invariants that show that the end of the path is not reached, if they are found within
/// the time: at each location what has to hold there.
pub fn propose(
    cfg: &Cfg,
    path: &GraphPath,
    time: Duration,
    memory: &mut Memory,
    selection: &mut Selection<'_>,
) {
    let errors = errors(cfg, path.end(cfg));
    let edges = between(cfg, &errors);
    if edges.is_empty() || edges.len() > MOST_EDGES {
        return;
    }
    let question = Question { errors, last: cfg.edges.last().cloned() };
    if memory.last.as_ref().is_none_or(|(known, _)| *known != question) {
        let candidates = Candidates::of(cfg, &edges);
        let part = Part { edges: &edges, errors: &question.errors };
        let found = inductive(cfg, &part, &candidates.all, time);
        memory.last = Some((question, found));
    }
    if let Some((_, Some(found))) = &memory.last
        && found.excluded.contains(&path.end(cfg))
    {
        for (at, condition) in annotation(cfg, &edges, found) {
            selection.propose_at(at, condition);
        }
    }
}

/// All failures, if the location is one: they are excluded together.
fn errors(cfg: &Cfg, end: CfgLocId) -> Vec<CfgLocId> {
    let failed = |at: &CfgLocId| cfg.locations[at.index()].kind == LocationKind::Failed;
    let all = (0..cfg.locations.len()).map(CfgLocId::from);
    if failed(&end) { all.filter(failed).collect() } else { vec![end] }
}

/// The edges on ways from the entry to some locations; none if one is a call.
fn between(cfg: &Cfg, to: &[CfgLocId]) -> Vec<CfgEdgeId> {
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
        let edge = &cfg.edges[id.index()];
        reached[edge.from.index()] && leads[edge.to.index()] && !to.contains(&edge.from)
    };
    let edges: Vec<CfgEdgeId> = (0..cfg.edges.len()).map(CfgEdgeId::from).filter(on_way).collect();
    let call = |id: &CfgEdgeId| matches!(cfg.edges[id.index()].operation, Operation::Call { .. });
    if edges.iter().any(call) { Vec::new() } else { edges }
}

struct Candidates<'a> {
    cfg: &'a Cfg,
    conditions: Conditions<'a>,
    all: Vec<Expr>,
}

impl<'a> Candidates<'a> {
    fn of(cfg: &'a Cfg, edges: &[CfgEdgeId]) -> Self {
        let mut new = Candidates { cfg, conditions: Conditions::new(cfg), all: Vec::new() };
        let loops = loops(cfg, edges).concat();
        let inside: Vec<CfgEdgeId> = edges
            .iter()
            .copied()
            .filter(|id| {
                let edge = &cfg.edges[id.index()];
                loops.contains(&edge.from) && loops.contains(&edge.to)
            })
            .collect();
        let steps = steps(cfg, &inside);
        for equation in equations(cfg, edges, &loops) {
            new.add(equation);
        }
        new.add_conditions(edges, &steps);
        new.add_first_values(edges, &steps);
        new.add_comparisons(edges);
        new
    }

    fn add(&mut self, condition: Expr) {
        let normal = self.conditions.normal(&condition);
        let known = matches!(normal, Expr::Bool(_)) || self.all.contains(&normal);
        if !known && self.all.len() < MOST_CANDIDATES {
            self.all.push(normal);
        }
    }

    /// The conditions of the program and their negations, as they are and one step later.
    fn add_conditions(&mut self, edges: &[CfgEdgeId], steps: &Steps) {
        for id in edges {
            let Operation::Assume(condition) = &self.cfg.edges[id.index()].operation else {
                continue;
            };
            for one in [condition.clone(), condition.clone().negated()] {
                for later in later(self.cfg, &one, steps) {
                    self.add(later);
                }
                if let Expr::And(operands) | Expr::Or(operands) = &one {
                    operands.iter().for_each(|operand| self.add(operand.clone()));
                }
                self.add(one);
            }
        }
    }

    /// Bounds by values that variables get, and remainders where they go in steps.
    fn add_first_values(&mut self, edges: &[CfgEdgeId], steps: &Steps) {
        for id in edges {
            let Operation::Assign(assignments) = &self.cfg.edges[id.index()].operation else {
                continue;
            };
            for (var, value) in assignments {
                let (Type::Int(ty), Expr::Int(..) | Expr::Var(_)) = (self.cfg.type_of(*var), value)
                else {
                    continue;
                };
                for op in [CompareOp::Ge, CompareOp::Le, CompareOp::Eq] {
                    self.add(Expr::compare(op, Expr::Var(*var), value.clone()));
                }
                for step in steps.get(var).into_iter().flatten().filter(|step| step.abs() > 1) {
                    let by = Expr::int(step.abs(), ty);
                    let moved = Expr::binary(BinaryOp::Sub, Expr::Var(*var), value.clone());
                    let rest = Expr::binary(BinaryOp::Rem, moved, by);
                    self.add(Expr::compare(CompareOp::Eq, rest, Expr::int(0, ty)));
                }
            }
        }
    }

    /// Variables against zero and each other.
    fn add_comparisons(&mut self, edges: &[CfgEdgeId]) {
        let mut used: BTreeSet<CfgVarId> = BTreeSet::new();
        for id in edges {
            match &self.cfg.edges[id.index()].operation {
                Operation::Assign(assignments) => {
                    used.extend(assignments.iter().map(|(var, _)| *var));
                }
                Operation::Assume(condition) => used.extend(vars(condition)),
                Operation::Nondet(vars) | Operation::Unknown(vars) => used.extend(vars),
                _ => {}
            }
        }
        let numbers: Vec<CfgVarId> =
            used.into_iter().filter(|var| self.cfg.type_of(*var).as_int().is_some()).collect();
        for var in &numbers {
            if let Type::Int(ty) = self.cfg.type_of(*var) {
                self.add(Expr::compare(CompareOp::Ge, Expr::Var(*var), Expr::int(0, ty)));
            }
        }
        if numbers.len() > MOST_COMPARED {
            return;
        }
        for (at, a) in numbers.iter().enumerate() {
            for b in &numbers[at + 1..] {
                if self.cfg.type_of(*a) == self.cfg.type_of(*b) {
                    for op in [CompareOp::Le, CompareOp::Ge] {
                        self.add(Expr::compare(op, Expr::Var(*a), Expr::Var(*b)));
                    }
                }
            }
        }
    }
}
