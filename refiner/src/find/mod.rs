//! Finders look for verdicts, not for predicates: executions that refute the property, or the only
//! execution of the program.
//!
//! [`start`] asks which initial states of the abstraction the program has, before anything is
//! refined. [`only`] follows the only execution of a program that has just one. [`deeper`] goes
//! through the loops of an impossible path more often, when a method is about to reason about them.

pub mod deeper;
pub mod only;
pub mod start;

use belnap_execution::Execution;
use belnap_ir::ids::CfgEdgeId;

use crate::context::Context;

/// An execution and the edges that it takes, from the entry.
pub type Trace = (Vec<CfgEdgeId>, Execution);

/// Looks for an execution to the end of the path.
#[derive(Clone, Copy)]
pub struct Finder {
    /// What it does, in a line.
    pub description: &'static str,
    /// Finds one.
    pub find: fn(&Context<'_>) -> Option<Trace>,
}
