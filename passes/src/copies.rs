//! Copy propagation, and forward substitution of variables that are used once.
//!
//! For each location: which variables are equal to which expressions there, because they were
//! assigned them and neither has changed since. A copy of a variable is replaced by the variable;
//! a variable that occurs once in the graph, like a temporary or the parameter of an inlined
//! function that asserts it, is replaced by the expression. Assignments stay (the pass `live`
//! removes those that are no longer used), so every formula keeps its value.

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgVarId, TiVec, ti_vec};
use belnap_ir::simplify::Simplifier;
use belnap_ir::substitute::{size, substitute};
use belnap_ir::validate::cfg_total::exhaustive;

use super::facts::{Facts, FactsByLocation, join};
use super::{PassContext, PassResult};
use belnap_ir::effects::{Effects, expressions};
use belnap_ir::graph::{Worklist, outgoing};

/// Larger expressions are not substituted for a variable.
const LARGEST: usize = 60;

/// Variables are not replaced in what replaces variables more often.
const DEEPEST: usize = 16;

/// Runs the pass.
pub fn run(cfg: &Cfg, context: &PassContext) -> PassResult {
    let simplifier = Simplifier::new(cfg);
    let equal = find_facts(cfg);
    let mut result = cfg.clone();
    for (location, edges) in outgoing(cfg).into_iter_enumerated() {
        if edges.iter().any(|edge| cfg.edges[*edge].action.is_some()) {
            continue;
        }
        let Some(here) = &equal[location] else { continue };
        let new: Vec<Operation> = edges
            .iter()
            .map(|edge| {
                let value = |expr: &Expr| replace_equal(expr, here, &simplifier);
                cfg.edges[*edge].operation.map_exprs(value)
            })
            .collect();
        if still_total(&new) {
            for (edge, operation) in edges.into_iter().zip(new) {
                result.edges[edge].operation = operation;
            }
        }
    }
    PassResult::unchanged(result, context.clone())
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
pub(super) fn find_facts(cfg: &Cfg) -> FactsByLocation {
    let effects = Effects::of(cfg);
    let candidates = Candidates::of(cfg);
    let out = outgoing(cfg);
    let mut equal: FactsByLocation = ti_vec![None; cfg.locations.len()];
    let mut work = Worklist::new(cfg);
    for function in &cfg.functions {
        equal[function.entry] = Some(Facts::none(cfg));
        work.push(function.entry);
    }
    while let Some(location) = work.pop() {
        let Some(here) = equal[location].clone() else { continue };
        for index in &out[location] {
            let edge = &cfg.edges[*index];
            let mut after = here.clone();
            let changed = effects.changed(&edge.operation);
            forget(&mut after, &changed);
            if let Operation::Assign(pairs) = &edge.operation {
                // As written: what else is equal here may not be the next time round.
                for (var, expr) in pairs {
                    if candidates.follow(*var, expr)
                        && !expr.mentions(&|var| changed.contains(&var))
                    {
                        after.insert(*var, expr.clone());
                    }
                }
            }
            let to = edge.to;
            if join(&mut equal[to], after) {
                work.push(to);
            }
        }
    }
    equal
}

fn forget(equal: &mut Facts, changed: &[CfgVarId]) {
    if !changed.is_empty() {
        changed.iter().for_each(|var| equal.remove(*var));
        equal.remove_where(|expr| expr.mentions(&|var| changed.contains(&var)));
    }
}

/// Which definitions are worth following.
struct Candidates {
    used_once: TiVec<CfgVarId, bool>,
}

impl Candidates {
    fn of(cfg: &Cfg) -> Self {
        let mut uses: TiVec<CfgVarId, usize> = ti_vec![0; cfg.variables.len()];
        for edge in &cfg.edges {
            for expr in expressions(&edge.operation) {
                expr.for_each_var(&mut |var| uses[var] += 1);
            }
        }
        // A guard and its negation are one use in C.
        for edges in outgoing(cfg) {
            if let [first, second] = edges[..]
                && let (Operation::Assume(guard), Operation::Assume(_)) =
                    (&cfg.edges[first].operation, &cfg.edges[second].operation)
            {
                guard.for_each_var(&mut |var| {
                    uses[var] = uses[var].saturating_sub(1);
                });
            }
        }
        let used_once = cfg
            .variables
            .iter()
            .zip(uses)
            .map(|(variable, uses)| variable.ty.as_int().is_some() && uses <= 1)
            .collect();
        Candidates { used_once }
    }

    fn follow(&self, var: CfgVarId, expr: &Expr) -> bool {
        matches!(expr, Expr::Var(_)) || self.used_once[var] && size(expr, LARGEST) <= LARGEST
    }
}

/// Replaces variables by what they are equal to, and the variables of that in turn.
fn replace_equal(expr: &Expr, equal: &Facts, simplifier: &Simplifier<'_>) -> Expr {
    let mut last = expr.clone();
    let largest = size(expr, usize::MAX).max(LARGEST);
    for _ in 0..DEEPEST {
        let new = substitute(&last, &|var| equal.get(var).cloned());
        if new == last {
            break;
        }
        let new = simplifier.simplify(&new);
        if new.depth() > Expr::MAX_DEPTH || size(&new, largest) > largest {
            break;
        }
        last = new;
    }
    last
}
