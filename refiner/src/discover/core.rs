//! Weakest preconditions along an infeasible path, from the steps that contradict each other
//! (Newton).

use belnap_ir::cfg::Operation;
use belnap_ir::expr::Expr;
use belnap_solver::wp::Conditions;

use crate::context::Context;
use crate::methods::Proposed;

/// Proposes, for each condition of the core, its weakest preconditions back to the first step of
/// the core.
pub fn propose(context: &mut Context<'_>) -> Proposed {
    let (cfg, path, core) = (&*context.route.cfg, &context.route.path, &context.route.core);
    let operation = |step: usize| &cfg.edges[path.edges[step]].operation;
    let conditions = Conditions::new(cfg);
    let first = core.first().copied().unwrap_or(0);
    for step in core {
        let Operation::Assume(condition) = operation(*step) else { continue };
        let mut wanted = conditions.normal(condition);
        context.selection.propose(&wanted);
        for earlier in (first..*step).rev() {
            match step_back(&conditions, operation(earlier), wanted) {
                Some(before) => wanted = before,
                None => break,
            }
            context.selection.propose(&wanted);
        }
    }
    Proposed::Continue
}

/// What has to hold before a step, so that `wanted` holds after it; `None` if that is constant, or
/// not a condition.
fn step_back(conditions: &Conditions<'_>, operation: &Operation, wanted: Expr) -> Option<Expr> {
    let before = match operation {
        Operation::Assign(assignments) => conditions.weakest_precondition(&wanted, assignments)?,
        Operation::Nondet(vars) | Operation::Unknown(vars) => {
            let changed = wanted.mentions(&|var| vars.contains(&var));
            (!changed).then_some(wanted)?
        }
        _ => wanted,
    };
    (!matches!(before, Expr::Bool(_))).then_some(before)
}
