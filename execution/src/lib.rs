//! Executions of control-flow graphs, followed by rules of our own: no prover is asked.
//!
//! An [`Execution`] says what each step of a path did. Steps are taken by [`run`], which asks a
//! source for whatever the program leaves open, and [`walk`] goes from edge to edge with it. Three
//! ways to answer and to choose among edges:
//!
//! * [`chance`]: at random, many times, until a location is met;
//! * [`guided`]: as the caller says;
//! * [`only`]: not at all. The program leaves nothing open, and has one execution only.
//!
//! [`layout`] says where objects lie, [`versions`] numbers the values that a variable gets, and
//! [`random`] gives the same random numbers every time.

pub mod chance;
pub mod guided;
pub mod layout;
pub mod only;
pub mod random;
pub mod run;
pub mod versions;
pub mod walk;

use std::collections::BTreeSet;

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::ids::{CfgEdgeId, CfgVarId, ObjectId};
use belnap_ir::types::Type;

/// The value of a scalar variable; truth values are 1 and 0. Of its type, except in integer mode
/// `mathematical`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScalarValue {
    /// The variable.
    pub var: CfgVarId,
    /// Its value.
    pub value: i128,
}

/// The value of a cell of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellValue {
    /// The region.
    pub region: CfgVarId,
    /// The index of the cell in the region.
    pub index: i128,
    /// The number in the cell.
    pub value: i128,
}

/// Where the values of a step come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The program computed them, or the step is a condition and gives no values.
    Program,
    /// The environment chose them.
    Environment,
    /// We do not know them: these would do.
    Unknown,
}

/// What a step of an execution did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepValues {
    /// Who determined it.
    pub origin: Origin,
    /// New values of scalar variables, in the order of the operation.
    pub scalars: Vec<ScalarValue>,
    /// Of regions that the step leaves to chance: cells that later steps read.
    pub cells: Vec<CellValue>,
}

/// An execution that follows a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    /// Scalar variables at the start, as far as the path mentions them, ascending.
    pub start: Vec<ScalarValue>,
    /// Cells of regions at the start that the path reads.
    pub cells: Vec<CellValue>,
    /// Addresses of the objects that the path mentions.
    pub addresses: Vec<(ObjectId, i128)>,
    /// One for each step.
    pub steps: Vec<StepValues>,
    /// A step on the path is `unknown` or `assume unknown`: the execution is possible, not
    /// certain.
    pub relies_on_unknown: bool,
}

/// What the environment chose, in order.
pub fn chosen<'e>(
    cfg: &'e Cfg,
    edges: &'e [CfgEdgeId],
    execution: &'e Execution,
) -> impl Iterator<Item = &'e ScalarValue> {
    let steps = edges.iter().zip(&execution.steps);
    let chosen =
        steps.filter(|(edge, _)| matches!(cfg.edges[**edge].operation, Operation::Nondet(_)));
    chosen.flat_map(|(_, step)| &step.scalars)
}

/// The objects whose addresses the operations mention.
pub fn objects_of(operations: &[&Operation]) -> Vec<ObjectId> {
    let mut objects = Vec::new();
    for operation in operations {
        operation.for_each_expr(|expr| expr.collect_objects(&mut objects));
    }
    objects
}

/// The scalar variables that operations mention.
pub fn scalars_of(cfg: &Cfg, operations: &[&Operation]) -> BTreeSet<CfgVarId> {
    let mut all = BTreeSet::new();
    let mut add = |var| {
        if !matches!(cfg.type_of(var), Type::Array(_)) {
            all.insert(var);
        }
    };
    for operation in operations {
        operation.for_each_changed(&mut add);
        operation.for_each_expr(|expr| expr.for_each_var(&mut add));
    }
    all
}
