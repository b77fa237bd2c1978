//! Which variables are needed: conditions that come later depend on their values.

use std::collections::BTreeSet;

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgVarId;

/// The variables that are needed at each location of a graph: conditions after it depend on them,
/// or they are among `always`. Where calls are kept, all that a callee could read are.
pub fn needed_at(cfg: &Cfg, always: &[CfgVarId]) -> Vec<BTreeSet<CfgVarId>> {
    let mut needed: Vec<BTreeSet<CfgVarId>> =
        vec![always.iter().copied().collect(); cfg.locations.len()];
    let mut into: Vec<Vec<usize>> = vec![Vec::new(); cfg.locations.len()];
    for (at, edge) in cfg.edges.iter().enumerate() {
        into[edge.to.index()].push(at);
    }
    let mut open: Vec<usize> = (0..cfg.locations.len()).collect();
    while let Some(location) = open.pop() {
        for edge in into[location].iter().map(|at| &cfg.edges[*at]) {
            let before = match edge.operation {
                Operation::Call { .. } => (0..cfg.variables.len()).map(CfgVarId::from).collect(),
                _ => needed_before(&edge.operation, &needed[location]),
            };
            let known = &mut needed[edge.from.index()];
            let count = known.len();
            known.extend(before);
            if known.len() > count {
                open.push(edge.from.index());
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
