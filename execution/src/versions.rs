//! Versions of variables: each change of one gives it a new number.

use std::cell::RefCell;
use std::rc::Rc;

use belnap_ir::cfg::Operation;
use belnap_ir::ids::CfgVarId;
use rustc_hash::FxHashMap;

/// The version of each variable at a point of a path. Clones, for paths that part, never get the
/// same new version.
#[derive(Clone, Debug, Default)]
pub struct Versions {
    now: FxHashMap<CfgVarId, u32>,
    newest: Rc<RefCell<FxHashMap<CfgVarId, u32>>>,
}

impl Versions {
    /// The version of a variable.
    pub fn of(&self, var: CfgVarId) -> u32 {
        self.now.get(&var).copied().unwrap_or(0)
    }

    /// The variables that an operation changes get new versions.
    pub fn advance(&mut self, operation: &Operation) {
        operation.for_each_changed(|var| self.renew(var));
    }

    /// A variable gets a new version.
    pub fn renew(&mut self, var: CfgVarId) {
        let mut newest = self.newest.borrow_mut();
        let version = newest.entry(var).or_insert(0);
        *version += 1;
        self.now.insert(var, *version);
    }

    /// The version where paths meet: new ones of the variables in which they differ, which are
    /// returned in ascending order.
    pub fn join(paths: &[&Versions]) -> (Versions, Vec<CfgVarId>) {
        let mut joined = paths[0].clone();
        let mut vars: Vec<CfgVarId> =
            paths.iter().flat_map(|path| path.now.keys().copied()).collect();
        vars.sort_unstable();
        vars.dedup();
        vars.retain(|var| paths.iter().any(|path| path.of(*var) != paths[0].of(*var)));
        vars.iter().for_each(|var| joined.renew(*var));
        (joined, vars)
    }
}
