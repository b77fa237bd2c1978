//! Candidates: the branch conditions of the program (Minimum Predicates, §2.1).

use belnap_formats::predicates::Births;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::predicate::PredicateScope;
use belnap_ir::traces::{Candidate, Origin};
use belnap_solver::spread::{Tests, spread};
use belnap_solver::wp::Conditions;
use rustc_hash::FxHashSet;

use crate::select::simpler;

/// A condition with so many that it needs at other places is no candidate: through a loop that
/// counts they would not end, and of variables that are copied to each other they are all values.
const MOST_NEEDED: usize = 20;

/// The conditions of branches, in the order of the graph: one for a condition and its negation.
/// Those are left out that need many others to be tracked.
pub fn candidates(cfg: &Cfg) -> Vec<Candidate> {
    let conditions = Conditions::new(cfg);
    let tests = Tests::of(cfg);
    let is_modest = |condition: &Expr| {
        let tested = (condition.clone(), tests.places(condition).to_vec());
        spread(cfg, &[tested], MOST_NEEDED).conditions.len() < MOST_NEEDED
    };
    let births = Births::new(cfg);
    let mut known: FxHashSet<Expr> = FxHashSet::default();
    let mut found: Vec<Candidate> = Vec::new();
    for edge in &cfg.edges {
        let Operation::Assume(condition) = &edge.operation else { continue };
        let condition = conditions.normal(condition);
        if matches!(condition, Expr::Bool(_)) || !known.insert(condition.clone()) {
            continue;
        }
        let negation = conditions.normal(&condition.clone().negate());
        known.insert(negation.clone());
        let shown = if simpler(&negation, &condition) { negation } else { condition };
        if let Some(one) = candidate(cfg, &births, PredicateScope::Live, &shown, Origin::Branch)
            && !found.contains(&one)
            && is_modest(&shown)
        {
            found.push(one);
        }
    }
    found
}

/// A condition as a candidate, if it can be tracked.
pub fn candidate(
    cfg: &Cfg,
    births: &Births<'_>,
    scope: PredicateScope,
    condition: &Expr,
    origin: Origin,
) -> Option<Candidate> {
    let mut owners = FxHashSet::default();
    condition.for_each_var(&mut |var| owners.extend(cfg.variables[var].function));
    let one = births.predicate(scope, condition).ok().filter(|_| owners.len() <= 1)?;
    Some(Candidate { predicate: format!("{} {{ {} }}", one.scope, one.name), origin })
}
