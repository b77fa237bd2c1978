//! Which variables are needed: conditions that come later depend on their values.

use std::collections::BTreeSet;

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::graph::incoming;
use belnap_ir::ids::{CfgLocId, CfgVarId, TiVec, ti_vec};

/// The variables that are needed at each location of a graph: conditions after it depend on them,
/// or they are among `always`. Where calls are kept, all that a callee could read are.
pub fn needed_at(cfg: &Cfg, always: &[CfgVarId]) -> TiVec<CfgLocId, BTreeSet<CfgVarId>> {
    let mut needed: TiVec<CfgLocId, BTreeSet<CfgVarId>> =
        ti_vec![always.iter().copied().collect(); cfg.locations.len()];
    let into = incoming(cfg);
    let mut open: Vec<CfgLocId> = cfg.locations.keys().collect();
    while let Some(location) = open.pop() {
        for edge in into[location].iter().map(|at| &cfg.edges[*at]) {
            let before = match edge.operation {
                Operation::Call { .. } => cfg.variables.keys().collect(),
                _ => needed_before(&edge.operation, &needed[location]),
            };
            let known = &mut needed[edge.from];
            let count = known.len();
            known.extend(before);
            if known.len() > count {
                open.push(edge.from);
            }
        }
    }
    needed
}

/// The variables that are needed before an operation, of those that are needed after it.
pub(crate) fn needed_before(
    operation: &Operation,
    after: &BTreeSet<CfgVarId>,
) -> BTreeSet<CfgVarId> {
    let mut needed = after.clone();
    operation.for_each_changed(|var| {
        needed.remove(&var);
    });
    let mut uses = |expr: &Expr| {
        expr.for_each_var(&mut |var| {
            needed.insert(var);
        });
    };
    match operation {
        Operation::Assume(condition) => uses(condition),
        Operation::Assign(assignments) => {
            assignments.iter().filter(|(var, _)| after.contains(var)).for_each(|(_, e)| uses(e));
        }
        _ => {}
    }
    needed
}
