//! Invariants as people write them.

use belnap_ir::expr::{CompareOp, Expr};

/// The same condition with `x == y` where a conjunction has it as two bounds: the engine thinks in
/// `x <= y`, programs in `x == y`.
pub(super) fn tidy_condition(mut expr: Expr) -> Expr {
    if matches!(expr, Expr::And(_) | Expr::Or(_) | Expr::Not(_)) {
        for operand in expr.operands_mut() {
            *operand = tidy_condition(std::mem::replace(operand, Expr::Bool(false)));
        }
    }
    let Expr::And(operands) = expr else { return expr };
    let mut kept: Vec<Expr> = Vec::with_capacity(operands.len());
    for operand in operands {
        let other = kept.iter().position(|earlier| meet(earlier, &operand).is_some());
        match other.and_then(|at| Some((at, meet(&kept[at], &operand)?))) {
            Some((at, equal)) => kept[at] = equal,
            None => kept.push(operand),
        }
    }
    match kept.pop() {
        Some(only) if kept.is_empty() => only,
        last => {
            kept.extend(last);
            Expr::And(kept)
        }
    }
}

/// `a <= b` and `a >= b` as `a == b`.
fn meet(first: &Expr, second: &Expr) -> Option<Expr> {
    let ((a, upper, low), (c, lower, high)) = (bound(first)?, bound(second)?);
    let same = a == c && upper == lower || a == lower && c == upper && low == high;
    let opposite = if a == c { low != high } else { low == high };
    (same && opposite).then(|| Expr::compare(CompareOp::Eq, a, upper))
}

/// A comparison as `a <= b` (true) or `a >= b` (false).
fn bound(expr: &Expr) -> Option<(Expr, Expr, bool)> {
    let Expr::Compare(op, operands) = expr else { return None };
    let [a, b] = &**operands;
    let next = |change: i128| match b {
        Expr::Int(value, ty) => {
            let value = value.checked_add(change).filter(|value| ty.contains(*value))?;
            // Comparisons of the widest unsigned type do not follow the order of `i128`.
            (ty.signed || ty.bits < 128).then_some(Expr::Int(value, *ty))
        }
        _ => None,
    };
    Some(match op {
        CompareOp::Le => (a.clone(), b.clone(), true),
        CompareOp::Ge => (a.clone(), b.clone(), false),
        CompareOp::Lt => (a.clone(), next(-1)?, true),
        CompareOp::Gt => (a.clone(), next(1)?, false),
        CompareOp::Eq | CompareOp::Ne => return None,
    })
}

#[cfg(test)]
mod tests {
    use belnap_ir::expr::{CompareOp, Expr};
    use belnap_ir::ids::CfgVarId;
    use belnap_ir::types::IntType;

    use super::tidy_condition;

    #[test]
    fn two_bounds_are_an_equality() {
        let (x, y) = (Expr::var(CfgVarId(0)), Expr::var(CfgVarId(1)));
        let n = |value| Expr::int(value, IntType::signed(32));
        let is = |op, a: &Expr, b: &Expr| Expr::compare(op, a.clone(), b.clone());
        let both = |a, b| tidy_condition(Expr::And(vec![a, b]));
        let one = is(CompareOp::Eq, &x, &n(1));
        assert_eq!(both(is(CompareOp::Lt, &x, &n(2)), is(CompareOp::Gt, &x, &n(0))), one);
        let same = is(CompareOp::Eq, &x, &y);
        assert_eq!(both(is(CompareOp::Le, &x, &y), is(CompareOp::Ge, &x, &y)), same);
        assert_eq!(both(is(CompareOp::Le, &x, &y), is(CompareOp::Le, &y, &x)), same);
        let kept = [is(CompareOp::Le, &x, &y), is(CompareOp::Ge, &y, &x)];
        assert_eq!(tidy_condition(Expr::And(kept.to_vec())), Expr::And(kept.to_vec()));
        let kept = [is(CompareOp::Lt, &x, &n(2)), is(CompareOp::Gt, &x, &n(-1))];
        assert_eq!(tidy_condition(Expr::And(kept.to_vec())), Expr::And(kept.to_vec()));
    }
}
