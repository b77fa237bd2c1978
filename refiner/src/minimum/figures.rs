//! How many predicates there are, counted as Fig. 7 of Minimum Predicates does.

use std::ops::RangeInclusive;

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::predicate::PredicateSet;
use belnap_ir::traces::Traces;
use belnap_solver::spread::Tests;
use belnap_solver::wp::Conditions;

/// How many predicates there are, and what it took to find them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Candidates that are chosen; where nothing is chosen, conditions of branches.
    pub branches: usize,
    /// Distinct conditions, over all locations.
    pub expressions: usize,
    /// The same with those that exclude each other counted once, as one that has many values.
    pub predicates: usize,
    /// Traces that were excluded.
    pub traces: usize,
    /// Sets of candidates that were tried.
    pub subsets: usize,
}

/// The figures of predicates, and of the traces that they were chosen for, if they were.
pub fn figures(cfg: &Cfg, set: &PredicateSet, traces: Option<&Traces>) -> Figures {
    let normal = Conditions::new(cfg);
    let mut conditions: Vec<Expr> = Vec::new();
    for instance in set.iter().flat_map(|one| &one.instances) {
        let condition = normal.normal(&instance.condition);
        if !conditions.contains(&condition) {
            conditions.push(condition);
        }
    }
    let tests = Tests::of(cfg);
    let tested = |condition: &&Expr| !tests.places(condition).is_empty();
    Figures {
        branches: match traces.filter(|traces| traces.growing.is_none()) {
            Some(traces) => traces.chosen.len(),
            None => conditions.iter().filter(tested).count(),
        },
        expressions: conditions.len(),
        predicates: many_valued(&conditions),
        traces: traces.map_or(0, |traces| traces.traces.len()),
        subsets: traces.map_or(0, Traces::subsets),
    }
}

/// How many predicates of several values the conditions are: those of which each plainly excludes
/// each other are one.
fn many_valued(conditions: &[Expr]) -> usize {
    let mut groups: Vec<Vec<&Expr>> = Vec::new();
    for condition in conditions {
        let fits = |group: &&mut Vec<&Expr>| group.iter().all(|other| excludes(condition, other));
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(condition),
            None => groups.push(vec![condition]),
        }
    }
    groups.len()
}

/// Whether both compare one number with constants so that they are never true together. Of `x != c`
/// the negation counts: it distinguishes the same.
fn excludes(one: &Expr, other: &Expr) -> bool {
    match (range(one), range(other)) {
        (Some((number, first)), Some((same, second))) => {
            number == same && (first.end() < second.start() || second.end() < first.start())
        }
        _ => false,
    }
}

/// The number that a condition is about, and the values for which it is true.
fn range(condition: &Expr) -> Option<(&Expr, RangeInclusive<i128>)> {
    let Expr::Compare(op, operands) = condition else { return None };
    let [number, Expr::Int(bound, _)] = &**operands else { return None };
    let range = match op {
        CompareOp::Eq | CompareOp::Ne => *bound..=*bound,
        CompareOp::Lt => i128::MIN..=bound.checked_sub(1)?,
        CompareOp::Le => i128::MIN..=*bound,
        CompareOp::Gt => bound.checked_add(1)?..=i128::MAX,
        CompareOp::Ge => *bound..=i128::MAX,
    };
    Some((number, range))
}
