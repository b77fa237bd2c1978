//! Whether invariants are what the clauses ask for.

use std::time::{Duration, Instant};

use belnap_ir::cfg::Operation;
use belnap_ir::expr::Expr;
use belnap_ir::ids::ObjectId;
use z3::ast::Bool;
use z3::{SatResult, Solver};

use super::{CALL, Clauses, HornLimits, RelationId};
use crate::prover::time_limit;
use crate::terms::{Term, Terms};
use crate::transition::constraints;
use belnap_execution::versions::Versions;

impl<'a> Clauses<'a> {
    /// The clauses whose conditions some values satisfy; `None` if those are all, or the prover
    /// does not say.
    pub(super) fn satisfiable(&self, left: &dyn Fn() -> Duration) -> Option<Clauses<'a>> {
        let mut check = Check::new(self, &self.objects(), left);
        let (truth, falsity) = (Expr::Bool(true), Expr::Bool(false));
        let mut possible =
            |operation: &Operation| check.implication(&truth, operation, &falsity).is_err();
        let mut sides = |all: &[(RelationId, Expr)]| -> Vec<(RelationId, Expr)> {
            let assume = |condition: &Expr| Operation::Assume(condition.clone());
            all.iter().filter(|(_, condition)| possible(&assume(condition))).cloned().collect()
        };
        let (initial, queries) = (sides(&self.initial), sides(&self.queries));
        let rules: Vec<_> =
            self.rules.iter().filter(|rule| possible(rule.operation)).copied().collect();
        let fewer = initial.len() < self.initial.len()
            || rules.len() < self.rules.len()
            || queries.len() < self.queries.len();
        let relations = self.relations.clone();
        fewer.then_some(Clauses { cfg: self.cfg, relations, initial, rules, queries })
    }

    /// Whether an expression for each relation contains the initial states, is kept by the rules
    /// and excludes the queries; if not, or if the prover does not say in time, what fails.
    ///
    /// # Errors
    /// What fails, or that the prover does not say in time.
    pub fn check(&self, invariants: &[Expr], limits: &HornLimits) -> Result<(), String> {
        let start = Instant::now();
        self.check_while(invariants, &|| limits.time.saturating_sub(start.elapsed()))
    }

    /// [`Clauses::check`] as long as time is left.
    pub(super) fn check_while(
        &self,
        invariants: &[Expr],
        left: &dyn Fn() -> Duration,
    ) -> Result<(), String> {
        if invariants.len() != self.relations.len() {
            return Err("not one invariant for each relation".into());
        }
        if self.has_call() {
            return Err(CALL.into());
        }
        let mut objects = self.objects();
        invariants.iter().for_each(|one| one.collect_objects(&mut objects));
        let mut check = Check::new(self, &objects, left);
        let of = |id: RelationId| &invariants[id.0];
        let truth = Expr::Bool(true);
        for (relation, condition) in &self.initial {
            check.implication(&truth, &Operation::Assume(condition.clone()), of(*relation))?;
        }
        for rule in &self.rules {
            check.implication(of(rule.body), rule.operation, of(rule.head))?;
        }
        for (relation, condition) in &self.queries {
            let operation = Operation::Assume(condition.clone());
            check.implication(of(*relation), &operation, &Expr::Bool(false))?;
        }
        Ok(())
    }
}

struct Check<'c, 'a> {
    solver: Solver,
    terms: Terms<'a>,
    left: &'c dyn Fn() -> Duration,
}

impl<'c, 'a> Check<'c, 'a> {
    fn new(clauses: &Clauses<'a>, objects: &[ObjectId], left: &'c dyn Fn() -> Duration) -> Self {
        let solver = Solver::new();
        let terms = Terms::new(clauses.cfg);
        terms.address_facts(objects).iter().for_each(|fact| solver.assert(fact));
        Check { solver, terms, left }
    }

    /// Where `before` is true, the operation leads only to where `after` is.
    fn implication(
        &mut self,
        before: &Expr,
        operation: &Operation,
        after: &Expr,
    ) -> Result<(), String> {
        if *before == Expr::Bool(false) || *after == Expr::Bool(true) {
            return Ok(());
        }
        let time = (self.left)();
        if time.is_zero() {
            return Err("no time left to check the invariants".into());
        }
        let mut versions = Versions::default();
        let no_term = || "an invariant has no term".to_string();
        let premise = self.terms.condition(before).ok_or_else(no_term)?;
        let demands = constraints(&mut self.terms, operation, &mut versions, &|_| true);
        let conclusion = match self.terms.term(after, &|var| versions.of(var)) {
            Some(Term::Truth(term)) => term,
            _ => return Err(no_term()),
        };
        self.solver.set_params(&time_limit(time));
        self.solver.push();
        self.solver.assert(&premise);
        demands.all.iter().for_each(|demand: &Bool| self.solver.assert(demand));
        self.solver.assert(conclusion.not());
        let answer = self.solver.check();
        self.solver.pop(1);
        match answer {
            SatResult::Unsat => Ok(()),
            SatResult::Sat => Err("the invariants do not hold on this machine".into()),
            SatResult::Unknown => Err("the invariants could not be checked".into()),
        }
    }
}
