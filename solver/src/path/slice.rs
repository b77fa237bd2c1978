//! What matters on a path.

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::Type;
use rustc_hash::FxHashSet;

/// For each step, which of its assignments matter.
pub(super) struct Slice {
    steps: Vec<Step>,
}

#[derive(Default)]
struct Step {
    /// Scalars, and regions that something later reads.
    wanted: Vec<CfgVarId>,
    /// What later conditions depend on.
    matters: Vec<CfgVarId>,
}

impl Slice {
    pub(super) fn of(cfg: &Cfg, operations: &[&Operation]) -> Self {
        let is_region = |var: CfgVarId| matches!(cfg.type_of(var), Type::Array(_));
        // Regions that are read at all, and variables that conditions depend on, after a step.
        let mut read: FxHashSet<CfgVarId> = FxHashSet::default();
        let mut decisive: FxHashSet<CfgVarId> = FxHashSet::default();
        let mut steps: Vec<Step> = Vec::with_capacity(operations.len());
        for operation in operations.iter().rev() {
            let mut step = Step::default();
            operation.for_each_changed(|var| {
                if !is_region(var) || read.contains(&var) {
                    step.wanted.push(var);
                }
                if decisive.contains(&var) {
                    step.matters.push(var);
                }
            });
            operation.for_each_changed(|var| {
                read.remove(&var);
                decisive.remove(&var);
            });
            let mut uses = |expr: &Expr, wanted: bool, matters: bool| {
                expr.for_each_var(&mut |var| {
                    if wanted && is_region(var) {
                        read.insert(var);
                    }
                    if matters {
                        decisive.insert(var);
                    }
                });
            };
            match operation {
                Operation::Assign(assignments) => {
                    for (var, value) in assignments {
                        uses(value, step.wanted.contains(var), step.matters.contains(var));
                    }
                }
                Operation::Assume(condition) => uses(condition, true, true),
                _ => {}
            }
            steps.push(step);
        }
        steps.reverse();
        Slice { steps }
    }

    /// Whether the new value of a variable is asked for.
    pub(super) fn is_wanted(&self, step: usize, var: CfgVarId) -> bool {
        self.steps[step].wanted.contains(&var)
    }

    /// Whether a later condition depends on the new value of a variable.
    pub(super) fn matters(&self, step: usize, var: CfgVarId) -> bool {
        self.steps[step].matters.contains(&var)
    }
}
