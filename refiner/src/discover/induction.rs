//! Invariants of counting loops: equations between variables, and bounds.
//!
//! A loop that goes on while `i <= n` and adds 1 to `i` is left with `i - 1 <= n`: what the
//! condition says of the values before the step. Such bounds, and equations with a variable that
//! counts, are what interpolants of one path after the other only count up to.

use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId};
use belnap_ir::substitute::substitute;
use belnap_ir::types::IntType;

use crate::affine::equations;
use crate::context::Context;
use crate::methods::Proposed;
use crate::path::GraphPath;
use crate::select::Selection;

/// Different steps of a variable that are looked at.
const MOST_STEPS: usize = 3;

/// Steps of variables that count, in a part of a graph.
pub(crate) type Steps = BTreeMap<CfgVarId, BTreeSet<i128>>;

/// Whether the path comes to a loop that counts.
pub fn counts(cfg: &Cfg, path: &GraphPath) -> bool {
    !steps(cfg, &inside(cfg, &path.loops(cfg))).is_empty()
}

/// The edges inside loops.
pub(crate) fn inside(cfg: &Cfg, loops: &[Vec<CfgLocId>]) -> Vec<CfgEdgeId> {
    let all = (0..cfg.edges.len()).map(CfgEdgeId::from);
    let inside = all.filter(|id| {
        let edge = &cfg.edges[*id];
        let has = |locations: &Vec<CfgLocId>, at| locations.binary_search(&at).is_ok();
        loops.iter().any(|locations| has(locations, edge.from) && has(locations, edge.to))
    });
    inside.collect()
}

/// Whether there is a loop whose invariants are wanted.
pub fn applies(context: &Context<'_>) -> bool {
    context.route.counts()
}

/// Proposes equations and bounds for the loops that count and that the path comes to, and the
/// program's own conditions among the steps that make the path impossible.
pub fn propose(context: &mut Context<'_>) -> Proposed {
    let (cfg, path) = (&*context.route.cfg, &context.route.path);
    let selection = &mut context.selection;
    let loops = path.loops(cfg);
    let inside = inside(cfg, &loops);
    let mut program = path.program();
    program.extend(&inside);
    program.sort_unstable();
    program.dedup();
    let steps = steps(cfg, &inside);
    for equation in equations(cfg, &program, &loops.concat()) {
        if vars(&equation).iter().any(|var| steps.contains_key(var)) {
            selection.propose(&equation);
        }
    }
    propose_conditions(cfg, &inside, &steps, selection);
    let before = program.iter().filter(|id| !inside.contains(id));
    propose_bounds(before.map(|id| &cfg.edges[*id].operation), &steps, selection);
    for edge in context.route.core.iter().filter_map(|step| path.edges.get(*step)) {
        if let Operation::Assume(condition) = &cfg.edges[*edge].operation {
            selection.propose(condition);
        }
    }
    if selection.is_empty() { Proposed::Continue } else { Proposed::Enough }
}

/// Proposes the conditions of loops that are about variables that count, as they are and one step
/// later.
fn propose_conditions(
    cfg: &Cfg,
    inside: &[CfgEdgeId],
    steps: &Steps,
    selection: &mut Selection<'_>,
) {
    for id in inside {
        if let Operation::Assume(condition) = &cfg.edges[*id].operation {
            let later = later(cfg, condition, steps);
            if !later.is_empty() {
                selection.propose(condition);
            }
            for later in &later {
                selection.propose(later);
            }
        }
    }
}

/// Proposes bounds of variables that count by what operations before the loops assign to them.
fn propose_bounds<'a>(
    before: impl Iterator<Item = &'a Operation>,
    steps: &Steps,
    selection: &mut Selection<'_>,
) {
    for operation in before {
        let Operation::Assign(first) = operation else { continue };
        for (var, value) in first {
            if let Some(bound) = steps.get(var).and_then(|steps| bound(*var, value, steps)) {
                selection.propose(&bound);
            }
        }
    }
}

/// A variable that only grows is never below its first value, and one that only shrinks never
/// above.
fn bound(var: CfgVarId, first: &Expr, steps: &BTreeSet<i128>) -> Option<Expr> {
    if !matches!(first, Expr::Int(..) | Expr::Var(_)) {
        return None;
    }
    let op = match (*steps.first()? > 0, *steps.last()? < 0) {
        (true, _) => CompareOp::Ge,
        (_, true) => CompareOp::Le,
        _ => return None,
    };
    Some(Expr::compare(op, Expr::Var(var), first.clone()))
}

pub(crate) fn vars(expr: &Expr) -> BTreeSet<CfgVarId> {
    let mut vars = BTreeSet::new();
    expr.for_each_var(&mut |var| {
        vars.insert(var);
    });
    vars
}

/// The condition after one step: of all its variables that count if each has one, else of each.
pub(crate) fn later(cfg: &Cfg, condition: &Expr, steps: &Steps) -> Vec<Expr> {
    let counting = vars(condition).into_iter().filter_map(|var| Some((var, steps.get(&var)?)));
    let counting: Vec<(CfgVarId, &BTreeSet<i128>)> = counting.collect();
    let before = |var: CfgVarId, step: i128| {
        let ty = cfg.type_of(var).as_int()?;
        Some(Expr::binary(BinaryOp::Sub, Expr::Var(var), Expr::int(step, ty)))
    };
    if counting.is_empty() {
        return Vec::new();
    }
    if counting.iter().all(|(_, steps)| steps.len() == 1) {
        let value = |var: CfgVarId| before(var, *steps.get(&var)?.first()?);
        return vec![substitute(condition, &value)];
    }
    let singly = counting.iter().flat_map(|(var, steps)| steps.iter().map(|step| (*var, *step)));
    let changed = singly.map(|(var, step)| {
        substitute(condition, &|other| if other == var { before(var, step) } else { None })
    });
    changed.collect()
}

/// What is added to variables that only change by constants, and by few.
pub(crate) fn steps(cfg: &Cfg, edges: &[CfgEdgeId]) -> Steps {
    let mut steps = Steps::new();
    let mut other = BTreeSet::new();
    for id in edges {
        match &cfg.edges[*id].operation {
            Operation::Assign(assignments) => {
                for (var, value) in assignments {
                    match step(*var, value) {
                        Some(step) => {
                            steps.entry(*var).or_default().insert(step);
                        }
                        None => {
                            other.insert(*var);
                        }
                    }
                }
            }
            Operation::Nondet(vars) | Operation::Unknown(vars) => other.extend(vars),
            Operation::Call { result, .. } => other.extend(result),
            Operation::Assume(_) | Operation::AssumeUnknown => {}
        }
    }
    steps.retain(|var, steps| !other.contains(var) && steps.len() <= MOST_STEPS);
    steps
}

/// `value` as `var + constant`.
fn step(var: CfgVarId, value: &Expr) -> Option<i128> {
    let Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), operands) = value else { return None };
    let (step, ty) = match &**operands {
        [Expr::Var(own), Expr::Int(step, ty)] if *own == var => match op {
            BinaryOp::Sub => (step.wrapping_neg(), *ty),
            _ => (*step, *ty),
        },
        [Expr::Int(step, ty), Expr::Var(own)] if *own == var && *op == BinaryOp::Add => {
            (*step, *ty)
        }
        _ => return None,
    };
    // Adding the largest unsigned number is subtracting.
    Some(IntType::signed(ty.bits).wrap(step))
}
