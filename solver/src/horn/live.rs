//! Which variables matter later.

use std::collections::BTreeSet;

use belnap_ir::cfg::Operation;
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgVarId;

use crate::transition::for_each_changed;

/// The variables whose values matter before an operation.
pub(super) fn live_before(operation: &Operation, after: &BTreeSet<CfgVarId>) -> BTreeSet<CfgVarId> {
    let mut live = after.clone();
    for_each_changed(operation, &mut |var| {
        live.remove(&var);
    });
    let mut uses = |expr: &Expr| {
        expr.for_each_var(&mut |var| {
            live.insert(var);
        });
    };
    match operation {
        Operation::Assume(condition) => uses(condition),
        Operation::Assign(assignments) => {
            assignments.iter().filter(|(var, _)| after.contains(var)).for_each(|(_, e)| uses(e));
        }
        _ => {}
    }
    live
}
