//! Which variables of a symbolic structure matter where: what a later step reads before it is
//! assigned.

use belnap_ir::bdd::Ref;
use belnap_ir::ids::{LocId, TiVec, VarId, ti_vec};
use belnap_ir::kripke::{SymbolicEdge, SymbolicKripke};

/// For each location, whether each variable matters there. Those that are kept matter everywhere.
pub fn live(kripke: &SymbolicKripke, keep: &dyn Fn(VarId) -> bool) -> TiVec<LocId, Vec<bool>> {
    let count = kripke.variables.len();
    let kept: Vec<bool> = kripke.variables.keys().map(keep).collect();
    let mut live = ti_vec![kept; kripke.locations.len()];
    let edges: Vec<Reads<'_>> = kripke.edges.iter().map(|edge| Reads::of(kripke, edge)).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for reads in edges.iter().rev() {
            let edge = reads.edge;
            let mut needed = reads.always.clone();
            for (var, needed) in needed.iter_mut().enumerate() {
                let assigned = edge.updates.iter().any(|(own, _)| own.index() == var);
                *needed |= live[edge.to][var] && !assigned;
            }
            for ((var, _), reads) in edge.updates.iter().zip(&reads.updates) {
                if live[edge.to][var.index()] {
                    reads.iter().for_each(|read| needed[*read] = true);
                }
            }
            for var in 0..count {
                if needed[var] && !live[edge.from][var] {
                    live[edge.from][var] = true;
                    changed = true;
                }
            }
        }
    }
    live
}

/// The variables that an edge reads.
struct Reads<'k> {
    edge: &'k SymbolicEdge,
    /// Whatever matters behind it.
    always: Vec<bool>,
    /// For each update, if what it assigns matters.
    updates: Vec<Vec<usize>>,
}

impl<'k> Reads<'k> {
    fn of(kripke: &SymbolicKripke, edge: &'k SymbolicEdge) -> Self {
        let mut always = vec![false; kripke.variables.len()];
        let constrain = edge.constrain.iter().flat_map(|own| [own.truth, own.falsity]);
        for function in constrain.chain([edge.guard.truth, edge.guard.falsity]) {
            read(kripke, function).into_iter().for_each(|var| always[var] = true);
        }
        let of_update = |(_, value): &(VarId, belnap_ir::kripke::Partial)| {
            let mut all = read(kripke, value.truth);
            all.extend(read(kripke, value.falsity));
            all
        };
        Reads { edge, always, updates: edge.updates.iter().map(of_update).collect() }
    }
}

/// The variables that a function depends on, before or after the step.
fn read(kripke: &SymbolicKripke, function: Ref) -> Vec<usize> {
    let count = kripke.variables.len();
    let nodes = kripke.table.nodes_of(function);
    let vars = nodes.into_iter().map(|node| kripke.table.nodes[node].var as usize);
    let variable = |var: usize| (var < 2 * count).then(|| var % count);
    vars.filter_map(variable).collect()
}
