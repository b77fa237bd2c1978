//! Assignments that happen at once.

use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgVarId;
use indexmap::IndexMap;

/// Changes of variables and regions; what is read is as it was before all of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    changes: IndexMap<CfgVarId, Expr>,
}

impl Batch {
    /// `var := value`
    pub fn set(&mut self, var: CfgVarId, value: Expr) {
        self.changes.insert(var, value);
    }

    /// One cell of a region changes.
    pub fn write(&mut self, region: CfgVarId, index: Expr, value: Expr) {
        let old = self.changes.swap_remove(&region).unwrap_or(Expr::Var(region));
        self.changes.insert(region, Expr::write(old, index, value));
    }

    /// A range of a region becomes that of another.
    pub fn splice(&mut self, region: CfgVarId, other: Expr, from: Expr, length: Expr) {
        let old = self.changes.swap_remove(&region).unwrap_or(Expr::Var(region));
        self.changes.insert(region, Expr::Splice(Box::new([old, other, from, length])));
    }

    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// How many variables change.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Depth of the new value of a variable.
    pub fn depth(&self, var: CfgVarId) -> usize {
        self.changes.get(&var).map_or(0, Expr::depth)
    }

    /// Whether an expression reads something that changes.
    pub fn is_read_by(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.for_each_var(&mut |var| found |= self.changes.contains_key(&var));
        found
    }

    /// The changes, in the order of the variables.
    pub fn into_changes(self) -> Vec<(CfgVarId, Expr)> {
        let mut changes: Vec<(CfgVarId, Expr)> = self.changes.into_iter().collect();
        changes.sort_unstable_by_key(|(var, _)| *var);
        changes
    }
}
