//! Weaker conditions in the place of strong ones: a part of a conjunction, a bound instead of an
//! equation between variables.
//!
//! An equation with a number is left as it is: `state == 3` says more to a reader than
//! `state <= 3`.

use std::collections::BTreeSet;

use belnap_formats::predicates::Births;
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::predicate::{Predicate, PredicateSet};

use super::trials::Trials;
use crate::cegar::Failure;

/// Replaces conditions by weaker ones that do, each wherever it is tracked.
pub fn weaken(trials: &mut Trials<'_>, set: PredicateSet) -> Result<PredicateSet, Failure> {
    let births = Births::new(trials.subject.cfg);
    let mut set = set;
    let names: BTreeSet<String> = set.iter().map(|one| one.name.clone()).collect();
    for name in names {
        let first = set.iter().find(|one| one.name == name);
        let [instance] = first.map_or(&[][..], |one| &one.instances) else { continue };
        for number in 0..weaker(&instance.condition).len() {
            let replaced = set.iter().map(|one| match one.name == name {
                true => replace(&births, one, number),
                false => Some(one.clone()),
            });
            let Some(tried) = replaced.collect::<Option<PredicateSet>>() else { continue };
            if trials.decides(&tried)? {
                set = tried;
                break;
            }
        }
    }
    Ok(set)
}

/// A predicate with one of the weaker conditions, where there is such.
fn replace(births: &Births<'_>, one: &Predicate, number: usize) -> Option<Predicate> {
    let [instance] = &*one.instances else { return None };
    let condition = weaker(&instance.condition).into_iter().nth(number)?;
    births.predicate(one.scope.clone(), &condition).ok()
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
