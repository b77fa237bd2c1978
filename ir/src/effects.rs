//! What operations and functions read and write.

use crate::cfg::{Cfg, Operation};
use crate::expr::Expr;
use crate::ids::{CfgVarId, FunctionId, TiVec, ti_vec};

/// A set of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VarSet(Vec<u64>);

impl VarSet {
    /// The empty set.
    pub fn new(cfg: &Cfg) -> Self {
        VarSet(vec![0; cfg.variables.len().div_ceil(64)])
    }

    const fn place(var: CfgVarId) -> (usize, u64) {
        (var.index() / 64, 1 << (var.index() % 64))
    }

    /// Whether the variable is in the set.
    pub fn contains(&self, var: CfgVarId) -> bool {
        let (word, bit) = Self::place(var);
        self.0[word] & bit != 0
    }

    /// Whether it was not there.
    pub fn insert(&mut self, var: CfgVarId) -> bool {
        let (word, bit) = Self::place(var);
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Removes a variable.
    pub fn remove(&mut self, var: CfgVarId) {
        let (word, bit) = Self::place(var);
        self.0[word] &= !bit;
    }

    /// Adds all of `other`; whether that changed anything.
    pub fn add_all(&mut self, other: &VarSet) -> bool {
        let mut changed = false;
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            changed |= theirs & !*mine != 0;
            *mine |= theirs;
        }
        changed
    }

    /// Adds the variables of an expression; whether that changed anything.
    pub fn add_expr(&mut self, expr: &Expr) -> bool {
        let mut changed = false;
        expr.for_each_var(&mut |var| changed |= self.insert(var));
        changed
    }

    /// The variables, ascending.
    pub fn iter(&self) -> impl Iterator<Item = CfgVarId> + '_ {
        (0..self.0.len() * 64).map(CfgVarId::from).filter(|var| self.contains(*var))
    }
}

/// Variables that an operation itself assigns; of a call, its result.
pub fn assigned(operation: &Operation) -> Vec<CfgVarId> {
    let mut assigned = Vec::new();
    operation.for_each_changed(|var| assigned.push(var));
    assigned
}

/// Expressions of an operation.
pub fn expressions(operation: &Operation) -> Vec<&Expr> {
    let mut expressions = Vec::new();
    operation.for_each_expr(|expr| expressions.push(expr));
    expressions
}

/// What functions do to shared variables, the functions they call included.
pub struct Effects {
    reads: TiVec<FunctionId, VarSet>,
    writes: TiVec<FunctionId, VarSet>,
}

impl Effects {
    /// The effects of the functions of a graph.
    pub fn of(cfg: &Cfg) -> Self {
        let empty = VarSet::new(cfg);
        let mut reads = ti_vec![empty.clone(); cfg.functions.len()];
        let mut writes = ti_vec![empty; cfg.functions.len()];
        let shared = |var: CfgVarId| cfg.variables[var].function.is_none();
        let mut calls = Vec::new();
        for edge in &cfg.edges {
            let function = cfg.locations[edge.from].function;
            for var in assigned(&edge.operation).into_iter().filter(|var| shared(*var)) {
                writes[function].insert(var);
            }
            for expr in expressions(&edge.operation) {
                expr.for_each_var(&mut |var| {
                    if shared(var) {
                        reads[function].insert(var);
                    }
                });
            }
            if let Operation::Call { function: called, .. } = &edge.operation {
                calls.push((function, *called));
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (caller, called) in &calls {
                for sets in [&mut reads, &mut writes] {
                    let set = sets[*called].clone();
                    changed |= sets[*caller].add_all(&set);
                }
            }
        }
        Effects { reads, writes }
    }

    /// Shared variables that an activation of the function may read.
    pub fn reads(&self, function: FunctionId) -> &VarSet {
        &self.reads[function]
    }

    /// Every variable that an edge with this operation may change, from its source's view.
    pub fn changed(&self, operation: &Operation) -> Vec<CfgVarId> {
        let mut changed = assigned(operation);
        if let Operation::Call { function, .. } = operation {
            changed.extend(self.writes[*function].iter());
        }
        changed
    }
}
