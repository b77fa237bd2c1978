//! Interpolants of a path.
//!
//! The steps of an unsatisfiable core are enough: other conditions are left out, and what other
//! assignments give to variables that matter later is left open. That keeps the clauses few (the
//! engine's time grows with the square of their number, about) and the interpolants about what is
//! wrong with the path. Where the engine finds nothing, weakest preconditions of the core's steps
//! are interpolants too, if no value between is left open.

use std::collections::BTreeSet;
use std::time::Instant;

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgVarId};
use belnap_ir::simplify::Simplifier;
use belnap_ir::substitute::{size, substitute};

use super::{Clauses, HornAnswer, HornLimits, RelationId};
use crate::needed::needed_before;
use crate::path::{Feasibility, PathLimits, feasibility, operations};

/// For a path that no execution follows: an expression before each step and after the last, each
/// a consequence of the one before it and the step between; the first is true, the last false.
/// They are over variables that later steps read. `Reachable`: the path can be followed.
pub fn path_interpolants(
    cfg: &Cfg,
    steps: &[CfgEdgeId],
    limits: &HornLimits,
) -> HornAnswer<Vec<Expr>> {
    let start = Instant::now();
    let left = || limits.time.saturating_sub(start.elapsed());
    let of_core = PathLimits { question: limits.time / 4, ..PathLimits::default() };
    let mut infeasible = true;
    let core = match feasibility(cfg, steps, &of_core) {
        Ok(Feasibility::Infeasible(core)) => core,
        Ok(Feasibility::Feasible(_)) => return HornAnswer::Reachable,
        // The engine may know better.
        Ok(Feasibility::Unknown(_)) => {
            infeasible = false;
            (0..steps.len()).collect()
        }
        Err(error) => return HornAnswer::Unknown(error.to_string()),
    };
    let operations = match operations(cfg, steps) {
        Ok(operations) => operations,
        Err(error) => return HornAnswer::Unknown(error.to_string()),
    };
    let path = essential(&operations, &core);
    let time = left() * 3 / 4;
    let reason = match chain(cfg, &path).solve(&HornLimits { time }) {
        HornAnswer::Unreachable(found) => {
            let all = spread(&path, found);
            match chain(cfg, &whole(&operations)).check_while(&all, &left) {
                Ok(()) => return HornAnswer::Unreachable(all),
                Err(reason) => reason,
            }
        }
        HornAnswer::Unknown(reason) => reason,
        HornAnswer::Reachable if infeasible => "the engine contradicts the prover".into(),
        HornAnswer::Reachable => return HornAnswer::Reachable,
    };
    let Some(found) = preconditions(cfg, &path) else { return HornAnswer::Unknown(reason) };
    let all = spread(&path, found);
    match chain(cfg, &whole(&operations)).check_while(&all, &left) {
        Ok(()) => HornAnswer::Unreachable(all),
        Err(_) => HornAnswer::Unknown(reason),
    }
}

/// A step of a path of which some is left out.
struct Step {
    /// `None` if nothing of it is left.
    operation: Option<Operation>,
    /// What matters before it.
    live: BTreeSet<CfgVarId>,
}

/// What is left of a path, if only the steps of the core have an effect that is known.
fn essential(operations: &[&Operation], core: &[usize]) -> Vec<Step> {
    let mut path = Vec::with_capacity(operations.len());
    let mut live = BTreeSet::new();
    for (at, operation) in operations.iter().enumerate().rev() {
        let operation = if core.contains(&at) {
            Some((*operation).clone())
        } else {
            let mut open = Vec::new();
            operation.for_each_changed(|var| {
                if live.contains(&var) {
                    open.push(var);
                }
            });
            (!open.is_empty()).then_some(Operation::Nondet(open))
        };
        if let Some(operation) = &operation {
            live = needed_before(operation, &live);
        }
        path.push(Step { operation, live: live.clone() });
    }
    path.reverse();
    path
}

/// The path as it is.
fn whole(operations: &[&Operation]) -> Vec<Step> {
    let all: Vec<usize> = (0..operations.len()).collect();
    essential(operations, &all)
}

/// Clauses with a relation before each step of which something is left, and one at the end.
fn chain<'p>(cfg: &'p Cfg, path: &'p [Step]) -> Clauses<'p> {
    let mut clauses = Clauses::new(cfg);
    let mut before: Option<(RelationId, &Operation)> = None;
    let mut next = |clauses: &mut Clauses<'p>, vars: Vec<CfgVarId>, step: Option<&'p Operation>| {
        let relation = clauses.relation(vars);
        match before {
            None => clauses.add_initial(relation, Expr::Bool(true)),
            Some((body, operation)) => clauses.add_rule(body, operation, relation),
        }
        match step {
            None => clauses.add_query(relation, Expr::Bool(true)),
            Some(operation) => before = Some((relation, operation)),
        }
    };
    for step in path {
        if let Some(operation) = &step.operation {
            next(&mut clauses, step.live.iter().copied().collect(), Some(operation));
        }
    }
    next(&mut clauses, Vec::new(), None);
    clauses
}

/// An expression before each step of which something is left, and one at the end, become one
/// before each step and one at the end.
fn spread(path: &[Step], found: Vec<Expr>) -> Vec<Expr> {
    let mut found = found.into_iter().peekable();
    let mut all = Vec::with_capacity(path.len() + 1);
    for step in path {
        // What holds before the next step that does something holds before this.
        let next = if step.operation.is_some() { found.next() } else { found.peek().cloned() };
        all.extend(next);
    }
    all.push(Expr::Bool(false));
    if let Some(first) = all.first_mut() {
        // Checked to be the same.
        *first = Expr::Bool(true);
    }
    all
}

/// Largest precondition that is tried.
const LARGEST: usize = 2000;

/// Weakest preconditions of false before each step of which something is left, and at the end.
fn preconditions(cfg: &Cfg, path: &[Step]) -> Option<Vec<Expr>> {
    let simplifier = Simplifier::new(cfg);
    let mut all = vec![Expr::Bool(false)];
    for operation in path.iter().rev().filter_map(|step| step.operation.as_ref()) {
        let after = all.last()?;
        let before = match operation {
            Operation::Assume(condition) => {
                Expr::Or(vec![condition.clone().negate(), after.clone()])
            }
            Operation::Assign(assignments) => substitute(after, &|var| {
                let found = assignments.iter().find(|(target, _)| *target == var);
                found.map(|(_, value)| value.clone())
            }),
            Operation::Nondet(vars) | Operation::Unknown(vars) => {
                let mut open = false;
                after.for_each_var(&mut |var| open |= vars.contains(&var));
                if open {
                    return None;
                }
                after.clone()
            }
            Operation::AssumeUnknown => after.clone(),
            Operation::Call { .. } => return None,
        };
        let before = simplifier.simplify(&before);
        if before.depth() > Expr::MAX_DEPTH || size(&before, LARGEST) > LARGEST {
            return None;
        }
        all.push(before);
    }
    all.reverse();
    Some(all)
}
