//! Operations as constraints between versions of variables.

use belnap_execution::versions::Versions;
use belnap_ir::cfg::Operation;
use belnap_ir::ids::CfgVarId;
use z3::ast::Bool;

use crate::terms::{Term, Terms};

/// The versions where paths meet, and for each path what makes the new ones equal to its own.
pub(crate) fn join(terms: &mut Terms<'_>, paths: &[&Versions]) -> (Versions, Vec<Vec<Bool>>) {
    let (joined, vars) = Versions::join(paths);
    let mut equalities = vec![Vec::new(); paths.len()];
    for var in vars {
        let new = terms.variable(var, joined.of(var));
        for (path, equal) in paths.iter().zip(&mut equalities) {
            equal.extend(new.equals(&terms.variable(var, path.of(var))));
        }
    }
    (joined, equalities)
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
