//! What of a graph must stay, and conditions that exclude each other.

use belnap_ir::cfg::{Cfg, LocationKind, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, TiVec};

use super::PassContext;

/// Locations that a property can tell from others.
pub(super) fn named_locations(cfg: &Cfg, context: &PassContext) -> TiVec<CfgLocId, bool> {
    let mut named: TiVec<CfgLocId, bool> = cfg
        .locations
        .iter()
        .map(|location| {
            matches!(location.kind, LocationKind::Failed | LocationKind::Halted)
                || context.labels && !location.labels.is_empty()
        })
        .collect();
    context.locations.iter().for_each(|location| named[*location] = true);
    named
}

/// Locations that a property can name, or whose role the graph fixes.
pub(super) fn fixed_locations(cfg: &Cfg, context: &PassContext) -> TiVec<CfgLocId, bool> {
    let mut fixed = named_locations(cfg, context);
    let ends = cfg.functions.iter().flat_map(|function| [function.entry, function.exit]);
    for location in [cfg.entry, cfg.start].into_iter().chain(ends) {
        fixed[location] = true;
    }
    fixed
}

/// Whether two operations are `assume e` and `assume !e`; then `e`, with the first as the one
/// that asks for it.
pub(super) fn complementary<'a>(first: &'a Operation, second: &Operation) -> Option<&'a Expr> {
    match (first, second) {
        (Operation::Assume(a), Operation::Assume(b)) if opposite(a, b) => Some(a),
        _ => None,
    }
}

fn opposite(a: &Expr, b: &Expr) -> bool {
    match (a, b) {
        (Expr::Bool(a), Expr::Bool(b)) => a != b,
        (Expr::Not(a), b) if **a == *b => true,
        (a, Expr::Not(b)) if *a == **b => true,
        (Expr::Compare(op, x), Expr::Compare(other, y)) => op.negate() == *other && x == y,
        (Expr::And(x), Expr::Or(y)) | (Expr::Or(x), Expr::And(y)) => {
            x.len() == y.len() && x.iter().zip(y).all(|(a, b)| opposite(a, b))
        }
        _ => false,
    }
}
