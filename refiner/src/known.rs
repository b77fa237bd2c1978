//! The predicates there are, as conditions of the graph.

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::predicate::{PredicateScope, PredicateSet};
use belnap_solver::wp::Conditions;

/// The predicates there are.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The conditions that are tracked not only at single locations, in normal form.
    pub conditions: &'a [Expr],
    /// All predicates, also those of single locations.
    pub set: &'a PredicateSet,
}

/// The conditions, in normal form, that are tracked not only at single locations.
pub fn conditions(cfg: &Cfg, set: &PredicateSet) -> Vec<Expr> {
    let conditions = Conditions::new(cfg);
    set.iter()
        .filter(|predicate| !matches!(predicate.scope, PredicateScope::Location(_)))
        .flat_map(|predicate| &predicate.instances)
        .map(|instance| conditions.normal(&instance.condition))
        .collect()
}
