//! Executions whose choices somebody else makes.

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, ObjectId};
use rustc_hash::FxHashMap;

use super::Execution;
use super::chance::{Walk, outgoing, walk};
use super::run::Source;
use crate::sample::layout;

/// Makes the choices of an execution.
pub trait Choices {
    /// The value of a scalar variable, at the start or after an edge that leaves it open.
    fn scalar(&mut self, edge: Option<CfgEdgeId>, var: CfgVarId) -> i128;
    /// The value of a cell that nothing has written.
    fn cell(&mut self, region: CfgVarId, index: i128) -> i128;
}

/// Computes numbers and conditions in a state; truth values are 1 and 0.
pub type Values<'v> = dyn FnMut(&Expr) -> Option<i128> + 'v;

/// Whether an execution has come to its end, asked once at each location that it comes to.
pub type Arrived<'a> = dyn FnMut(CfgLocId, &mut Values<'_>) -> bool + 'a;

/// The execution with these choices, from the entry of the graph to the first state that is its
/// end, with its edges; `None` if it does not get there in `length` steps, or only by something
/// unknown. Where several edges can be taken, it is the first.
pub fn guided_execution(
    cfg: &Cfg,
    choices: &mut dyn Choices,
    arrived: &mut Arrived<'_>,
    length: usize,
) -> Option<(Vec<CfgEdgeId>, Execution)> {
    let objects: Vec<ObjectId> = (0..cfg.objects.len()).map(ObjectId::from).collect();
    let guide = Guide { choices, edge: None, addresses: layout(cfg, &objects)? };
    match walk(cfg, &outgoing(cfg), arrived, guide, &mut |_| 0, length) {
        Walk::Arrived(edges, execution) => Some((edges, execution)),
        Walk::Stopped(_) => None,
    }
}

struct Guide<'c> {
    choices: &'c mut dyn Choices,
    edge: Option<CfgEdgeId>,
    addresses: FxHashMap<ObjectId, i128>,
}

impl Source for Guide<'_> {
    fn takes(&mut self, edge: CfgEdgeId) {
        self.edge = Some(edge);
    }

    fn scalar(&mut self, var: CfgVarId, _version: u32) -> Option<i128> {
        Some(self.choices.scalar(self.edge, var))
    }

    fn cell(&mut self, region: CfgVarId, _version: u32, index: i128) -> Option<i128> {
        Some(self.choices.cell(region, index))
    }

    fn address(&mut self, object: ObjectId) -> Option<i128> {
        self.addresses.get(&object).copied()
    }
}
