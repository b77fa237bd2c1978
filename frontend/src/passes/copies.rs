//! Copy propagation, and forward substitution of temporaries that are used once.
//!
//! For each location: which variables are equal to which expressions there, because they were
//! assigned them and neither has changed since. A copy of a variable is replaced by the variable;
//! a temporary that occurs once in the graph is replaced by the expression. Assignments stay (the
//! pass `live` removes those that are no longer used), so every formula keeps its value.

use belnap_ir::cfg::{Cfg, Operation, VariableKind};
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgVarId;
use belnap_ir::validate::cfg_total::exhaustive;

use super::effects::{Effects, expressions};
use super::facts::Facts;
use super::shape::{Worklist, outgoing};
use super::{PassContext, Passed};
use belnap_ir::substitute::{size, substituted};

/// Larger expressions are not substituted for a temporary.
const LARGEST: usize = 60;

/// Runs the pass.
pub fn run(cfg: &Cfg, context: &PassContext) -> Passed {
    let equal = analyse(cfg);
    let mut result = cfg.clone();
    for (location, edges) in outgoing(cfg).into_iter().enumerate() {
        let Some(here) = &equal[location] else { continue };
        let new: Vec<Operation> =
            edges.iter().map(|edge| replaced(&cfg.edges[*edge].operation, here)).collect();
        if still_total(&new) {
            for (edge, operation) in edges.into_iter().zip(new) {
                result.edges[edge].operation = operation;
            }
        }
    }
    Passed { cfg: result, context: context.clone() }
}

/// Replacing only some guards, because others would be too deep, could hide that they are
/// exhaustive.
fn still_total(operations: &[Operation]) -> bool {
    let guards: Vec<&Expr> = operations
        .iter()
        .filter_map(|operation| match operation {
            Operation::Assume(guard) => Some(guard),
            _ => None,
        })
        .collect();
    guards.is_empty() || exhaustive(&guards)
}

/// What is equal at each location; `None` where control does not get to.
fn analyse(cfg: &Cfg) -> Vec<Option<Facts>> {
    let effects = Effects::of(cfg);
    let candidates = Candidates::of(cfg);
    let out = outgoing(cfg);
    let mut equal: Vec<Option<Facts>> = vec![None; cfg.locations.len()];
    let mut work = Worklist::new(cfg);
    for function in &cfg.functions {
        equal[function.entry.index()] = Some(Facts::none(cfg));
        work.push(function.entry.index());
    }
    while let Some(location) = work.pop() {
        let Some(here) = equal[location].clone() else { continue };
        for index in &out[location] {
            let edge = &cfg.edges[*index];
            let mut after = here.clone();
            let changed = effects.changed(&edge.operation);
            forget(&mut after, &changed);
            if let Operation::Assign(pairs) = &edge.operation {
                for (var, expr) in pairs {
                    let expr = resolved(expr, &here);
                    if candidates.follow(*var, &expr) && !mentions(&expr, &changed) {
                        after.insert(*var, expr);
                    }
                }
            }
            let to = edge.to.index();
            let grown = match &mut equal[to] {
                None => {
                    equal[to] = Some(after);
                    true
                }
                Some(old) => old.keep_common(&after),
            };
            if grown {
                work.push(to);
            }
        }
    }
    equal
}

fn forget(equal: &mut Facts, changed: &[CfgVarId]) {
    if !changed.is_empty() {
        changed.iter().for_each(|var| equal.remove(*var));
        equal.remove_where(|expr| mentions(expr, changed));
    }
}

fn mentions(expr: &Expr, vars: &[CfgVarId]) -> bool {
    let mut found = false;
    expr.for_each_var(&mut |var| found |= vars.contains(&var));
    found
}

/// Which definitions are worth following.
struct Candidates {
    temporary: Vec<bool>,
}

impl Candidates {
    fn of(cfg: &Cfg) -> Self {
        let mut uses = vec![0_usize; cfg.variables.len()];
        for edge in &cfg.edges {
            for expr in expressions(&edge.operation) {
                expr.for_each_var(&mut |var| uses[var.index()] += 1);
            }
        }
        // A guard and its negation are one use in C.
        for edges in outgoing(cfg) {
            if let [first, second] = edges[..]
                && let (Operation::Assume(guard), Operation::Assume(_)) =
                    (&cfg.edges[first].operation, &cfg.edges[second].operation)
            {
                guard.for_each_var(&mut |var| {
                    uses[var.index()] = uses[var.index()].saturating_sub(1);
                });
            }
        }
        let temporary = cfg
            .variables
            .iter()
            .zip(uses)
            .map(|(variable, uses)| variable.kind == VariableKind::Temporary && uses <= 1)
            .collect();
        Candidates { temporary }
    }

    fn follow(&self, var: CfgVarId, expr: &Expr) -> bool {
        matches!(expr, Expr::Var(_))
            || self.temporary[var.index()] && size(expr, LARGEST) <= LARGEST
    }
}

fn resolved(expr: &Expr, equal: &Facts) -> Expr {
    let new = substituted(expr, &|var| equal.get(var).cloned());
    if new.depth() > Expr::MAX_DEPTH { expr.clone() } else { new }
}

fn replaced(operation: &Operation, equal: &Facts) -> Operation {
    match operation {
        Operation::Assign(pairs) => Operation::Assign(
            pairs.iter().map(|(var, expr)| (*var, resolved(expr, equal))).collect(),
        ),
        Operation::Assume(condition) => Operation::Assume(resolved(condition, equal)),
        Operation::Call { function, arguments, result } => Operation::Call {
            function: *function,
            arguments: arguments.iter().map(|argument| resolved(argument, equal)).collect(),
            result: *result,
        },
        other => other.clone(),
    }
}
