//! Which variables matter at a location: something reads what they have there.

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::graph::{Worklist, incoming};
use belnap_ir::ids::{CfgLocId, TiVec, ti_vec};
use fixedbitset::FixedBitSet;

/// The variables that matter at each location, if `errors` are looked at.
pub fn live(cfg: &Cfg, errors: &[Option<Expr>]) -> TiVec<CfgLocId, FixedBitSet> {
    let mut live = ti_vec![FixedBitSet::with_capacity(cfg.variables.len()); cfg.locations.len()];
    let into = incoming(cfg);
    let mut open = Worklist::new(cfg);
    for at in cfg.locations.keys() {
        if let Some(error) = &errors[at.index()] {
            error.for_each_var(&mut |var| live[at].insert(var.index()));
        }
        open.push(at);
    }
    while let Some(at) = open.pop_last() {
        for id in &into[at] {
            let edge = &cfg.edges[*id];
            let mut before = live[at].clone();
            edge.operation.for_each_changed(|var| before.remove(var.index()));
            edge.operation.for_each_expr(|expr| {
                expr.for_each_var(&mut |var| before.insert(var.index()));
            });
            if !before.is_subset(&live[edge.from]) {
                live[edge.from].union_with(&before);
                open.push(edge.from);
            }
        }
    }
    live
}
