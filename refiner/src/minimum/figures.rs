//! How many predicates there are, counted as Fig. 7 of Minimum Predicates does.

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::predicate::PredicateSet;
use belnap_ir::traces::Traces;
use belnap_solver::prover::Prover;
use belnap_solver::session::{Literal, Session};
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
pub fn figures(cfg: &Cfg, prover: &Prover, set: &PredicateSet, traces: Option<&Traces>) -> Figures {
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
        predicates: many_valued(cfg, prover, &conditions),
        traces: traces.map_or(0, |traces| traces.traces.len()),
        subsets: traces.map_or(0, Traces::subsets),
    }
}

/// How many predicates of several values the conditions are: those of which each excludes each
/// other are one.
fn many_valued(cfg: &Cfg, prover: &Prover, conditions: &[Expr]) -> usize {
    let mut session = Session::new(prover, cfg);
    let mut groups: Vec<Vec<Literal>> = Vec::new();
    for condition in conditions {
        let atom = session.atom(condition);
        let positive = !matches!(condition, Expr::Compare(CompareOp::Ne, _));
        let own = Literal { atom, positive };
        let fits =
            |group: &&mut Vec<Literal>| group.iter().all(|other| session.excludes(own, *other));
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(own),
            None => groups.push(vec![own]),
        }
    }
    groups.len()
}
