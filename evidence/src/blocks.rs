//! The blocks of memory that an execution allocates.

use std::collections::BTreeMap;

use belnap_execution::Execution;
use belnap_ir::cfg::{Cfg, ObjectKind, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgVarId, ObjectId};

/// A block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The number of the step that gives it to the program.
    pub step: usize,
    /// The allocation site.
    pub object: ObjectId,
    /// Its first address.
    pub address: i128,
}

/// The blocks, in the order in which they are allocated.
///
/// A site that is executed more than once takes addresses from a variable that has the next one,
/// which static initialisers set; another gives the address of its object.
pub fn blocks(cfg: &Cfg, path: &[CfgEdgeId], execution: &Execution) -> Vec<Block> {
    let addresses: BTreeMap<ObjectId, i128> = execution.addresses.iter().copied().collect();
    let site = |expr: &Expr| match expr {
        Expr::Address(object) if cfg.objects[*object].kind == ObjectKind::Heap => {
            Some((*object, *addresses.get(object)?))
        }
        _ => None,
    };
    let mut next: BTreeMap<CfgVarId, (ObjectId, i128)> = BTreeMap::new();
    let mut blocks = Vec::new();
    let mut is_initial = cfg.entry != cfg.start;
    for (step, (edge, values)) in path.iter().zip(&execution.steps).enumerate() {
        let edge = &cfg.edges[*edge];
        let mut given = None;
        if let Operation::Assign(changes) = &edge.operation {
            let own = changes.iter().filter_map(|(var, expr)| Some((*var, site(expr)?)));
            match is_initial {
                true => next.extend(own),
                false => given = own.map(|(_, block)| block).next_back(),
            }
        }
        for one in values.scalars.iter().filter(|_| !is_initial) {
            if let Some((object, next)) = next.get_mut(&one.var) {
                given = Some((*object, std::mem::replace(next, one.value)));
            }
        }
        blocks.extend(given.map(|(object, address)| Block { step, object, address }));
        is_initial &= edge.to != cfg.start;
    }
    blocks
}
