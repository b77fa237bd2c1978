//! Constant propagation along the paths that control can take, and simplification.
//!
//! For each location: which variables have which constant value there whenever control is there.
//! Only right-hand sides, arguments and guards change: every assignment and every edge stays, so
//! every formula keeps its value. Guards change only in ways that leave the graph total by
//! structure. Addresses count as constants; regions are left alone.

use belnap_ir::cfg::{Cfg, Edge, Operation};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::{CfgEdgeId, ti_vec};
use belnap_ir::validate::cfg_total::exhaustive;

use super::facts::{Facts, FactsByLocation, join};
use super::shape::complementary;
use super::{PassContext, PassResult};
use belnap_ir::effects::Effects;
use belnap_ir::graph::{Worklist, outgoing};
use belnap_ir::simplify::Simplifier;
use belnap_ir::substitute::substitute;

/// Runs the pass.
pub fn run(cfg: &Cfg, context: &PassContext) -> PassResult {
    let simplifier = Simplifier::new(cfg);
    let known = analyse(cfg, &simplifier);
    let mut result = cfg.clone();
    let nothing = Facts::none(cfg);
    for (location, edges) in outgoing(cfg).into_iter_enumerated() {
        if edges.iter().any(|edge| cfg.edges[*edge].action.is_some()) {
            continue;
        }
        let here = known[location].as_ref().unwrap_or(&nothing);
        let simple: Vec<Operation> = edges
            .iter()
            .map(|edge| {
                let value = |expr: &Expr| with_known(expr, here, &simplifier);
                cfg.edges[*edge].operation.map_exprs(value)
            })
            .collect();
        let operations = keep_total(cfg, &edges, simple);
        for (edge, operation) in edges.into_iter().zip(operations) {
            result.edges[edge].operation = operation;
        }
    }
    PassResult::unchanged(result, context.clone())
}

/// The known values at each location.
pub(super) fn find_facts(cfg: &Cfg) -> FactsByLocation {
    analyse(cfg, &Simplifier::new(cfg))
}

/// The known values at each location; `None` where control does not get to.
fn analyse(cfg: &Cfg, simplifier: &Simplifier<'_>) -> FactsByLocation {
    let effects = Effects::of(cfg);
    let out = outgoing(cfg);
    let mut known: FactsByLocation = ti_vec![None; cfg.locations.len()];
    known[cfg.entry] = Some(Facts::none(cfg));
    let mut work = Worklist::new(cfg);
    work.push(cfg.entry);
    while let Some(location) = work.pop() {
        let Some(here) = known[location].clone() else { continue };
        for index in &out[location] {
            let edge = &cfg.edges[*index];
            if let Operation::Call { function, .. } = &edge.operation {
                let entry = cfg.functions[*function].entry;
                if join(&mut known[entry], Facts::none(cfg)) {
                    work.push(entry);
                }
            }
            let Some(after) = after(edge, &here, &effects, simplifier) else { continue };
            if join(&mut known[edge.to], after) {
                work.push(edge.to);
            }
        }
    }
    known
}

/// The known values after an edge; `None` if it does not exist where these are the values.
fn after(
    edge: &Edge,
    here: &Facts,
    effects: &Effects,
    simplifier: &Simplifier<'_>,
) -> Option<Facts> {
    let value = |expr: &Expr| with_known(expr, here, simplifier);
    let mut after = here.clone();
    match &edge.operation {
        Operation::Assign(pairs) => {
            for (var, expr) in pairs {
                let new = value(expr);
                if is_constant(&new) {
                    after.insert(*var, new);
                } else {
                    after.remove(*var);
                }
            }
        }
        Operation::Assume(condition) => {
            let condition = value(condition);
            if condition == Expr::Bool(false) {
                return None;
            }
            learn(&condition, true, &mut after);
        }
        operation => {
            for var in effects.changed(operation) {
                after.remove(var);
            }
        }
    }
    Some(after)
}

/// Adds what follows from a condition being true, or false.
fn learn(condition: &Expr, truth: bool, known: &mut Facts) {
    match condition {
        Expr::Var(var) => known.insert(*var, Expr::Bool(truth)),
        Expr::Not(operand) => learn(operand, !truth, known),
        Expr::And(operands) if truth => {
            operands.iter().for_each(|operand| learn(operand, true, known));
        }
        Expr::Or(operands) if !truth => {
            operands.iter().for_each(|operand| learn(operand, false, known));
        }
        Expr::Compare(op, operands) if *op == if truth { CompareOp::Eq } else { CompareOp::Ne } => {
            match &**operands {
                [Expr::Var(var), value] | [value, Expr::Var(var)] if is_constant(value) => {
                    known.insert(*var, value.clone());
                }
                _ => {}
            }
        }
        _ => {}
    }
}

fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Int(..) | Expr::Bool(_) | Expr::Address(_) => true,
        Expr::Binary(BinaryOp::Add | BinaryOp::Sub, operands) => {
            matches!(**operands, [Expr::Address(_), Expr::Int(..)])
        }
        _ => false,
    }
}

fn with_known(expr: &Expr, known: &Facts, simplifier: &Simplifier<'_>) -> Expr {
    let new = substitute(expr, &|var| known.get(var).cloned());
    let simple = simplifier.simplify(&new);
    // An address and an offset in the place of a variable can be too deep.
    if simple.depth() > Expr::MAX_DEPTH { expr.clone() } else { simple }
}

/// The simplified operations of a location, or, if these are not exhaustive by structure, some
/// that are: a guard and its negation, or the guards as they were.
fn keep_total(cfg: &Cfg, edges: &[CfgEdgeId], simple: Vec<Operation>) -> Vec<Operation> {
    let mut guards = Vec::new();
    for operation in &simple {
        match operation {
            Operation::Assume(guard) => guards.push(guard),
            Operation::AssumeUnknown => {}
            _ => return simple,
        }
    }
    if guards.is_empty() || exhaustive(&guards) {
        return simple;
    }
    let old: Vec<&Operation> = edges.iter().map(|edge| &cfg.edges[*edge].operation).collect();
    if let ([first, second], [Operation::Assume(guard), _]) = (&old[..], &simple[..])
        && complementary(first, second).is_some()
    {
        let negated = guard.clone().negate();
        if negated.depth() <= Expr::MAX_DEPTH {
            return vec![Operation::Assume(guard.clone()), Operation::Assume(negated)];
        }
    }
    old.into_iter().cloned().collect()
}
