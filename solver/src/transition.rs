//! Operations as constraints between versions of variables.

use std::cell::RefCell;
use std::rc::Rc;

use belnap_ir::cfg::Operation;
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgVarId;
use rustc_hash::FxHashMap;
use z3::ast::Bool;

use crate::terms::{Term, Terms};

/// The version of each variable at a point of a path. Clones, for paths that part, never get the
/// same new version.
#[derive(Clone, Debug, Default)]
pub(crate) struct Versions {
    now: FxHashMap<CfgVarId, u32>,
    newest: Rc<RefCell<FxHashMap<CfgVarId, u32>>>,
}

impl Versions {
    pub(crate) fn of(&self, var: CfgVarId) -> u32 {
        self.now.get(&var).copied().unwrap_or(0)
    }

    /// The variables that an operation changes get new versions.
    pub(crate) fn advance(&mut self, operation: &Operation) {
        for_each_changed(operation, &mut |var| self.renew(var));
    }

    fn renew(&mut self, var: CfgVarId) {
        let mut newest = self.newest.borrow_mut();
        let version = newest.entry(var).or_insert(0);
        *version += 1;
        self.now.insert(var, *version);
    }

    /// The versions where paths meet: new ones of the variables in which they differ, and for each
    /// path what makes the new ones equal to its own.
    pub(crate) fn merged(terms: &mut Terms<'_>, paths: &[&Versions]) -> (Versions, Vec<Vec<Bool>>) {
        let mut merged = paths[0].clone();
        let mut equalities = vec![Vec::new(); paths.len()];
        let mut vars: Vec<CfgVarId> =
            paths.iter().flat_map(|path| path.now.keys().copied()).collect();
        vars.sort_unstable();
        vars.dedup();
        vars.retain(|var| paths.iter().any(|path| path.of(*var) != paths[0].of(*var)));
        for var in vars {
            merged.renew(var);
            let new = terms.variable(var, merged.of(var));
            for (path, equal) in paths.iter().zip(&mut equalities) {
                equal.extend(new.equals(&terms.variable(var, path.of(var))));
            }
        }
        (merged, equalities)
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
