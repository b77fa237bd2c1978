//! Weaker conditions in the place of strong ones: a part of a conjunction, a bound instead of an
//! equation between variables.
//!
//! An equation with a number is left as it is: `state == 3` says more to a reader than
//! `state <= 3`.

use belnap_formats::predicates::Births;
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::predicate::{Predicate, PredicateSet};

use super::trials::Trials;
use crate::cegar::Failure;

/// Replaces conditions by weaker ones that do.
pub fn weaken(trials: &mut Trials<'_>, set: PredicateSet) -> Result<PredicateSet, Failure> {
    let births = Births::new(trials.subject.cfg);
    let mut lines: Vec<Predicate> = set.iter().cloned().collect();
    for at in 0..lines.len() {
        let [instance] = &*lines[at].instances else { continue };
        for condition in weaker(&instance.condition) {
            let Ok(new) = births.predicate(lines[at].scope.clone(), &condition) else { continue };
            let mut tried = lines.clone();
            tried[at] = new;
            if trials.decides(&tried.iter().cloned().collect())? {
                lines = tried;
                break;
            }
        }
    }
    Ok(lines.into_iter().collect())
}

/// Conditions that a condition implies.
fn weaker(condition: &Expr) -> Vec<Expr> {
    let is_number = |one: &Expr| matches!(one, Expr::Int(..) | Expr::Address(_));
    match condition {
        Expr::And(operands) => operands.clone(),
        Expr::Compare(CompareOp::Eq, operands) if !operands.iter().any(is_number) => {
            let [left, right] = &**operands;
            [CompareOp::Le, CompareOp::Ge]
                .map(|op| Expr::compare(op, left.clone(), right.clone()))
                .to_vec()
        }
        _ => Vec::new(),
    }
}
