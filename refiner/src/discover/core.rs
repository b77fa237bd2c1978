//! Weakest preconditions along an infeasible path, from the steps that contradict each other
//! (Newton).

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_solver::wp::Conditions;

use crate::path::GraphPath;
use crate::select::Selection;

/// Proposes, for each condition of the core, its weakest preconditions back to the first step of
/// the core.
pub fn propose(cfg: &Cfg, path: &GraphPath, core: &[usize], selection: &mut Selection<'_>) {
    let conditions = Conditions::new(cfg);
    let first = core.first().copied().unwrap_or(0);
    for step in core {
        let Operation::Assume(condition) = &cfg.edges[path.edges[*step]].operation else {
            continue;
        };
        let mut wanted = conditions.normal(condition);
        selection.propose(&wanted);
        for earlier in (first..*step).rev() {
            wanted = match &cfg.edges[path.edges[earlier]].operation {
                Operation::Assign(assignments) => {
                    match conditions.weakest_precondition(&wanted, assignments) {
                        Some(before) => before,
                        None => break,
                    }
                }
                Operation::Nondet(vars) | Operation::Unknown(vars) => {
                    let mut changed = false;
                    wanted.for_each_var(&mut |var| changed |= vars.contains(&var));
                    if changed {
                        break;
                    }
                    wanted
                }
                _ => wanted,
            };
            if matches!(wanted, Expr::Bool(_)) {
                break;
            }
            selection.propose(&wanted);
        }
    }
}
