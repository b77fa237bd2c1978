//! What the prover knows to follow from the rest is left out.

use std::time::Instant;

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;

use super::cases::{Case, common, merge};
use super::facts::{Fact, Facts, connect};
use crate::prover::Prover;
use crate::session::{Answer, Literal, Session};
use crate::wp::Conditions;

/// Questions about one invariant.
pub(super) struct Questions<'a> {
    session: Session<'a>,
    conditions: Conditions<'a>,
    /// How many more may be asked.
    pub(super) left: usize,
    /// When no more are asked.
    end: Instant,
}

impl<'a> Questions<'a> {
    pub(super) fn new(prover: &'a Prover, cfg: &'a Cfg, left: usize, end: Instant) -> Self {
        let (session, conditions) = (Session::new(prover, cfg), Conditions::new(cfg));
        Questions { session, conditions, left, end }
    }

    /// Conditions that should say the same as the cases: the cases as they are, without what
    /// follows, and without what is common to all, which is said first.
    pub(super) fn candidates(&mut self, cases: &[Case], facts: &Facts<'_>) -> Vec<Expr> {
        let Some(whole) = write_cases(cases, facts) else { return Vec::new() };
        let alone = self.reduce(&Case::default(), cases, &whole, facts);
        let shared = common(cases, facts);
        let inside = self.reduce(&shared, cases, &whole, facts);
        let factored = write_cases(&inside, facts).and_then(|inside| {
            let shared = self.widen(&inside, &shared, &whole, facts);
            Some(conjunction(shared.write(facts)?, inside))
        });
        let reduced = write_cases(&alone, facts);
        [Some(whole), reduced, factored].into_iter().flatten().collect()
    }

    /// Whether the prover finds that two conditions are true in the same states.
    pub(super) fn equivalent(&mut self, a: &Expr, b: &Expr) -> bool {
        self.left = self.left.max(2);
        self.core(std::slice::from_ref(a), b).is_some()
            && self.core(std::slice::from_ref(b), a).is_some()
    }

    /// Cases that cover, where `shared` holds, the same states of `whole`.
    fn reduce(
        &mut self,
        shared: &Case,
        cases: &[Case],
        whole: &Expr,
        facts: &Facts<'_>,
    ) -> Vec<Case> {
        let Some(context) = shared.write(facts) else { return cases.to_vec() };
        let reduced = cases.iter().map(|case| self.widen(&context, case, whole, facts)).collect();
        let mut cases = merge(reduced, facts);
        for at in (0..cases.len()).rev() {
            let mut others = cases.clone();
            let case = others.remove(at);
            if let (Some(case), Some(rest)) = (case.write(facts), write_cases(&others, facts))
                && self.core(&[context.clone(), case], &rest).is_some()
            {
                cases = others;
            }
        }
        cases
    }

    /// The case without facts that are not needed to imply `whole`.
    fn widen(&mut self, context: &Expr, case: &Case, whole: &Expr, facts: &Facts<'_>) -> Case {
        let split = case.facts().flat_map(|(subject, values)| facts.split(subject, values));
        let mut kept: Vec<(Fact, Expr)> = Vec::new();
        for fact in split {
            match facts.write(&fact.0, &fact.1) {
                Some(condition) => kept.push((fact, condition)),
                None => return case.clone(),
            }
        }
        let mut at = kept.len();
        while at > 0 {
            at -= 1;
            let rest = kept.iter().enumerate().filter(|(other, _)| *other != at);
            let premises: Vec<Expr> = std::iter::once(context.clone())
                .chain(rest.map(|(_, (_, condition))| condition.clone()))
                .collect();
            if let Some(core) = self.core(&premises, whole) {
                let mut place = 0;
                kept.retain(|(_, condition)| {
                    let keep = place != at && core.contains(condition);
                    place += 1;
                    keep
                });
                at = at.min(kept.len());
            }
        }
        let left = kept.into_iter().map(|(fact, _)| fact).collect();
        Case::new(left).unwrap_or_else(|| case.clone())
    }

    /// The premises that suffice for the conclusion, if it follows from them.
    fn core(&mut self, premises: &[Expr], conclusion: &Expr) -> Option<Vec<Expr>> {
        self.left = self.left.checked_sub(1).filter(|_| Instant::now() < self.end)?;
        let mut literals: Vec<Literal> =
            premises.iter().map(|premise| self.literal(premise, true)).collect();
        literals.push(self.literal(conclusion, false));
        match self.session.ask(&literals, 0) {
            Answer::Unsatisfiable(core) => {
                let needed = premises.iter().zip(&literals);
                let needed = needed.filter(|(_, literal)| core.contains(literal));
                Some(needed.map(|(premise, _)| premise.clone()).collect())
            }
            Answer::Satisfiable | Answer::Unknown => None,
        }
    }

    fn literal(&mut self, condition: &Expr, positive: bool) -> Literal {
        let normal = self.conditions.normal(condition);
        Literal { atom: self.session.atom(&normal), positive }
    }
}

fn write_cases(cases: &[Case], facts: &Facts<'_>) -> Option<Expr> {
    let cases: Option<Vec<Expr>> = cases.iter().map(|case| case.write(facts)).collect();
    Some(connect(cases?, Expr::Or, false))
}

fn conjunction(first: Expr, second: Expr) -> Expr {
    match (first, second) {
        (Expr::Bool(true), only) | (only, Expr::Bool(true)) => only,
        (Expr::And(mut parts), last) => {
            parts.push(last);
            Expr::And(parts)
        }
        (first, second) => Expr::And(vec![first, second]),
    }
}
