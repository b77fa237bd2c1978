//! Substitution of expressions for variables.

use crate::expr::Expr;
use crate::ids::CfgVarId;

/// The expression with every variable replaced for which `value` gives something.
pub fn substitute(expr: &Expr, value: &dyn Fn(CfgVarId) -> Option<Expr>) -> Expr {
    let mut new = expr.clone();
    replace(&mut new, value);
    new
}

fn replace(expr: &mut Expr, value: &dyn Fn(CfgVarId) -> Option<Expr>) {
    if let Expr::Var(var) = expr {
        if let Some(new) = value(*var) {
            *expr = new;
        }
        return;
    }
    for operand in expr.operands_mut() {
        replace(operand, value);
    }
}

/// The number of nodes, as far as `limit`.
pub fn size(expr: &Expr, limit: usize) -> usize {
    let mut total = 1;
    for operand in expr.operands() {
        if total > limit {
            break;
        }
        total += size(operand, limit - total.min(limit));
    }
    total
}
