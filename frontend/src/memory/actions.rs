//! Calls that others take part in: an edge for each outcome, with its condition and its action, and
//! behind it what the call returns.

use belnap_ir::cfg::Operation;
use belnap_ir::expr::Expr;
use belnap_ir::substitute::substitute;

use super::steps::plain;
use super::translate::{Emitted, Translator};
use crate::mir::{ActionOutcome, Cell, Havoc, Op, Value};

/// One way for the call to go.
pub(super) struct Branch {
    /// What happens.
    pub action: String,
    /// When.
    pub guard: Emitted,
    /// What follows.
    pub after: Vec<Emitted>,
}

impl Translator<'_, '_> {
    /// The ways for a call to go.
    pub fn action(
        &mut self,
        outcomes: &[ActionOutcome],
        arguments: &[Value],
        result: Option<&Cell>,
    ) -> Vec<Branch> {
        let arguments: Vec<Expr> = arguments.iter().map(|value| self.value(value)).collect();
        let mut branches = Vec::with_capacity(outcomes.len());
        for outcome in outcomes {
            let guard = match &outcome.when {
                None => Operation::SKIP,
                Some(condition) => {
                    let argument =
                        |var: belnap_ir::ids::CfgVarId| arguments.get(var.index()).cloned();
                    Operation::Assume(substitute(condition, &argument))
                }
            };
            let mut after = Vec::new();
            match (result, outcome.returns) {
                (None, _) => {}
                (Some(cell), Some(value)) => {
                    self.store(cell, Expr::int(value, cell.ty), &mut after);
                }
                (Some(cell), None) => {
                    let op = Op::Havoc(Havoc::Unknown, vec![cell.clone()]);
                    after = self.step(&op, false, false);
                }
            }
            branches.push(Branch { action: outcome.action.clone(), guard: plain(guard), after });
        }
        branches
    }
}
