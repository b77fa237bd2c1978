//! Executions whose choices somebody else makes.

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::graph::outgoing;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, ObjectId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Execution;
use crate::layout::layout;
use crate::run::Source;
use crate::walk::{Walk, walk};

/// The first addresses of objects.
pub type Addresses = FxHashMap<ObjectId, i128>;

/// Makes the choices of an execution.
pub trait Choices {
    /// The value of a scalar variable, at the start or after an edge that leaves it open; `None` if
    /// it stays open.
    fn scalar(&mut self, edge: Option<CfgEdgeId>, var: CfgVarId) -> Option<i128>;
    /// The value of a cell that nothing has written; `None` if it stays open.
    fn cell(&mut self, region: CfgVarId, index: i128) -> Option<i128>;
    /// Where objects lie; `None` if that stays open. By default where we put them.
    fn addresses(&self, cfg: &Cfg) -> Option<Addresses> {
        chosen_addresses(cfg)
    }
}

/// Why an execution does not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// It ends elsewhere, and all that it depends on was chosen.
    Elsewhere,
    /// It depends on something that is open or unknown.
    Open,
    /// It takes more steps than are allowed.
    Long,
}

/// Computes numbers and conditions in a state; truth values are 1 and 0.
pub type Values<'v> = dyn FnMut(&Expr) -> Option<i128> + 'v;

/// Whether an execution has come to its end, asked once at each location that it comes to.
pub type Arrived<'a> = dyn FnMut(CfgLocId, &mut Values<'_>) -> bool + 'a;

/// The execution with these choices, from the entry of the graph to the first state that is its
/// end, with its edges. Where several edges can be taken, it is the first. What is unknown stays
/// open, and no condition on the way depends on it.
///
/// # Errors
/// Why the execution does not get to its end.
pub fn guided_execution(
    cfg: &Cfg,
    choices: &mut dyn Choices,
    arrived: &mut Arrived<'_>,
    length: usize,
) -> Result<(Vec<CfgEdgeId>, Execution), Unfinished> {
    let addresses = choices.addresses(cfg).unwrap_or_default();
    let guide = Guide { cfg, choices, edge: None, lost: FxHashSet::default(), addresses };
    match walk(cfg, &outgoing(cfg), arrived, guide, &mut |_| 0, length) {
        Walk::Arrived(edges, execution) => Ok((edges, execution)),
        Walk::Stopped(_, why) => Err(why),
    }
}

/// The addresses that we choose for all objects; `None` if there is no room.
pub fn chosen_addresses(cfg: &Cfg) -> Option<Addresses> {
    let objects: Vec<ObjectId> = (0..cfg.objects.len()).map(ObjectId::from).collect();
    layout(cfg, &objects)
}

struct Guide<'c> {
    cfg: &'c Cfg,
    choices: &'c mut dyn Choices,
    edge: Option<CfgEdgeId>,
    /// Regions that something unknown was done to.
    lost: FxHashSet<CfgVarId>,
    addresses: FxHashMap<ObjectId, i128>,
}

impl Guide<'_> {
    fn is_unknown(&self) -> bool {
        let operation = self.edge.map(|edge| &self.cfg.edges[edge].operation);
        matches!(operation, Some(Operation::Unknown(_)))
    }
}

impl Source for Guide<'_> {
    fn leaves_open(&self) -> bool {
        true
    }

    fn takes(&mut self, edge: CfgEdgeId) {
        self.edge = Some(edge);
        if let Operation::Unknown(vars) = &self.cfg.edges[edge].operation {
            self.lost.extend(vars);
        }
    }

    fn scalar(&mut self, var: CfgVarId, _version: u32) -> Option<i128> {
        if self.is_unknown() { None } else { self.choices.scalar(self.edge, var) }
    }

    fn cell(&mut self, region: CfgVarId, _version: u32, index: i128) -> Option<i128> {
        if self.lost.contains(&region) { None } else { self.choices.cell(region, index) }
    }

    fn address(&mut self, object: ObjectId) -> Option<i128> {
        self.addresses.get(&object).copied()
    }
}
