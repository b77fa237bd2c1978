//! The predicates there are, as conditions of the graph.

use belnap_formats::condition::{self, Names};
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::Expr;
use belnap_ir::predicate::{PredicateScope, PredicateSet};
use belnap_solver::wp::Conditions;

/// The predicates there are.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// As conditions in normal form.
    pub conditions: &'a [Expr],
    /// As written.
    pub set: &'a PredicateSet,
}

/// The conditions, in normal form, that the file `text` tracks not only at single locations. Every
/// line that is wrong is reported.
pub fn conditions(cfg: &Cfg, set: &PredicateSet, text: &str) -> Result<Vec<Expr>, Vec<Diagnostic>> {
    let names = Names::new(cfg);
    let conditions = Conditions::new(cfg);
    let mut known = Vec::new();
    let mut refused = Vec::new();
    for predicate in &set.predicates {
        match condition::instances(&names, predicate, text) {
            Ok(_) if matches!(predicate.scope, PredicateScope::Location(_)) => {}
            Ok(instances) => {
                known.extend(instances.iter().map(|one| conditions.normal(&one.condition)));
            }
            Err(diagnostic) => refused.push(*diagnostic),
        }
    }
    if refused.is_empty() { Ok(known) } else { Err(refused) }
}
