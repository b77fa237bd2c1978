//! Operations as constraints between versions of variables.

use belnap_ir::cfg::Operation;
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgVarId;
use rustc_hash::FxHashMap;
use z3::ast::Bool;

use crate::terms::{Term, Terms};

/// The version of each variable at a point of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Versions(FxHashMap<CfgVarId, u32>);

impl Versions {
    pub(crate) fn of(&self, var: CfgVarId) -> u32 {
        self.0.get(&var).copied().unwrap_or(0)
    }

    /// The variables that an operation changes get new versions.
    pub(crate) fn advance(&mut self, operation: &Operation) {
        for_each_changed(operation, &mut |var| *self.0.entry(var).or_insert(0) += 1);
    }
}

/// What an operation demands of the versions before and after it.
pub(crate) struct Constraints {
    /// All of them hold.
    pub(crate) all: Vec<Bool>,
    /// The variables whose new value has no term, so that it is left open.
    pub(crate) open: Vec<CfgVarId>,
    /// The condition has no term and is left out.
    pub(crate) unconditional: bool,
}

/// The constraints of an operation; `versions` advances to those after it. Assignments to
/// variables that are not `wanted` are left out. What we do not know can be anything here, and a
/// call demands nothing: callers rule it out.
pub(crate) fn constraints(
    terms: &mut Terms<'_>,
    operation: &Operation,
    versions: &mut Versions,
    wanted: &dyn Fn(CfgVarId) -> bool,
) -> Constraints {
    let mut result = Constraints { all: Vec::new(), open: Vec::new(), unconditional: false };
    match operation {
        Operation::Assume(condition) => match terms.term(condition, &|var| versions.of(var)) {
            Some(Term::Truth(term)) => result.all.push(term),
            _ => result.unconditional = true,
        },
        Operation::Assign(assignments) => {
            let before = versions.clone();
            versions.advance(operation);
            for (var, value) in assignments.iter().filter(|(var, _)| wanted(*var)) {
                let new = terms.variable(*var, versions.of(*var));
                let value = terms.term(value, &|var| before.of(var));
                match value.and_then(|value| new.equals(&value)) {
                    Some(equal) => result.all.push(equal),
                    None => result.open.push(*var),
                }
            }
        }
        Operation::AssumeUnknown
        | Operation::Nondet(_)
        | Operation::Unknown(_)
        | Operation::Call { .. } => versions.advance(operation),
    }
    result
}

/// Calls `visit` for each variable that gets a new value.
pub(crate) fn for_each_changed(operation: &Operation, visit: &mut impl FnMut(CfgVarId)) {
    match operation {
        Operation::Assign(assignments) => assignments.iter().for_each(|(var, _)| visit(*var)),
        Operation::Nondet(vars) | Operation::Unknown(vars) => {
            vars.iter().for_each(|var| visit(*var));
        }
        Operation::Call { result, .. } => {
            if let Some(var) = result {
                visit(*var);
            }
        }
        Operation::Assume(_) | Operation::AssumeUnknown => {}
    }
}

/// Calls `visit` for each expression of an operation.
pub(crate) fn for_each_expr<'a>(operation: &'a Operation, visit: &mut impl FnMut(&'a Expr)) {
    match operation {
        Operation::Assign(assignments) => assignments.iter().for_each(|(_, value)| visit(value)),
        Operation::Assume(condition) => visit(condition),
        Operation::Call { arguments, .. } => arguments.iter().for_each(visit),
        Operation::AssumeUnknown | Operation::Nondet(_) | Operation::Unknown(_) => {}
    }
}
