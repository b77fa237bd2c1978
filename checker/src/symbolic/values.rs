//! The value of a formula at one location, from values at its successors.

use belnap_ir::ids::{LocId, VarId};
use belnap_ir::kripke::Semantics;
use belnap_ir::property::Quantifier;

use super::atoms::AtomValue;
use super::evaluate::{Env, Evaluator, Frame, must_domain};
use super::positive::{Binder, NodeId, Positive};
use super::space::Domain;
use crate::bdd::{Bdd, NodeLimit};

impl Evaluator<'_, '_> {
    /// The value of a formula at one location.
    pub(super) fn value_at(
        &mut self,
        node: NodeId,
        at: LocId,
        domain: Domain,
        env: &Env,
        frame: &mut Frame,
    ) -> Result<Bdd, NodeLimit> {
        let graph = self.graph;
        let bdds = &self.space.bdds;
        if let Some(set) = frame.frozen.get(&(node, domain)) {
            return Ok(set[at].clone());
        }
        let depends = frame.binder.is_some_and(|binder| graph.free(node).contains(&binder));
        match graph.node(node) {
            Positive::Const(value) => Ok(bdds.constant(*value)),
            Positive::Literal(atom, positive) => {
                let value = self.atoms.at(atom, at);
                self.literal(value, *positive, at, domain)
            }
            Positive::Var(binder) if frame.binder == Some(*binder) => {
                let set = frame.current[at].clone();
                self.in_domain(set, *binder, domain)
            }
            Positive::Var(binder) => {
                let set = env[binder].at(at);
                self.in_domain(set, *binder, domain)
            }
            // What does not depend on the variable being solved is computed once, everywhere.
            Positive::And(_) | Positive::Or(_) | Positive::Step(..) | Positive::Fix(..)
                if frame.binder.is_some() && !depends =>
            {
                self.frozen(node, at, domain, env, frame)
            }
            Positive::And(children) => self.connect_at(true, children, at, domain, env, frame),
            Positive::Or(children) => self.connect_at(false, children, at, domain, env, frame),
            Positive::Step(quantifier, actions, body) => {
                self.step_at(*quantifier, actions.as_deref(), *body, at, domain, env, frame)
            }
            Positive::Fix(..) => self.frozen(node, at, domain, env, frame),
        }
    }

    /// The conjunction or disjunction of formulas, as far as they matter.
    fn connect_at(
        &mut self,
        conjunction: bool,
        children: &[NodeId],
        at: LocId,
        domain: Domain,
        env: &Env,
        frame: &mut Frame,
    ) -> Result<Bdd, NodeLimit> {
        let bdds = &self.space.bdds;
        let mut result = bdds.constant(conjunction);
        for child in children {
            let decided = if conjunction { bdds.is_false(&result) } else { bdds.is_true(&result) };
            if decided {
                break;
            }
            let value = self.value_at(*child, at, domain, env, frame)?;
            result = match conjunction {
                true => bdds.and(&result, &value)?,
                false => bdds.or(&result, &value)?,
            };
        }
        Ok(result)
    }

    fn frozen(
        &mut self,
        node: NodeId,
        at: LocId,
        domain: Domain,
        env: &Env,
        frame: &mut Frame,
    ) -> Result<Bdd, NodeLimit> {
        let set = self.evaluate(node, domain, env)?;
        frame.frozen.insert((node, domain), set.clone());
        Ok(set[at].clone())
    }

    fn in_domain(&self, set: Bdd, binder: Binder, domain: Domain) -> Result<Bdd, NodeLimit> {
        match (self.domains[binder], domain) {
            (Domain::Partial, Domain::Complete) => self.space.complete(&set),
            _ => Ok(set),
        }
    }

    /// A literal as a set of states.
    pub fn literal(
        &self,
        value: AtomValue,
        positive: bool,
        at: LocId,
        domain: Domain,
    ) -> Result<Bdd, NodeLimit> {
        let bdds = &self.space.bdds;
        let rail = |var: VarId| match (positive, domain) {
            (true, _) => Ok(bdds.var(self.space.known_true(var)).clone()),
            (false, Domain::Partial) if !self.space.always_known(at, var) => {
                Ok(bdds.var(self.space.known_false(var)).clone())
            }
            (false, _) => bdds.not(bdds.var(self.space.known_true(var))),
        };
        match value {
            AtomValue::Constant(value) => {
                Ok(bdds.constant(if positive { value.must() } else { (!value).must() }))
            }
            AtomValue::Variable(var) => rail(var),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn step_at(
        &mut self,
        quantifier: Quantifier,
        actions: Option<&[String]>,
        body: NodeId,
        at: LocId,
        domain: Domain,
        env: &Env,
        frame: &mut Frame,
    ) -> Result<Bdd, NodeLimit> {
        let space = self.space;
        let bdds = &space.bdds;
        let selected = |edge: &belnap_ir::ids::EdgeId| {
            let action = &space.kripke.edges[*edge].action;
            actions.is_none_or(|actions| {
                action.as_ref().is_some_and(|action| actions.contains(action))
            })
        };
        if quantifier == Quantifier::Forall {
            if space.kripke.semantics == Semantics::Under {
                return Ok(bdds.falsity());
            }
            let mut all = bdds.truth();
            for edge in space.outgoing(at).filter(selected) {
                if bdds.is_false(&all) {
                    break;
                }
                let to = space.kripke.edges[edge].to;
                let q = self.value_at(body, to, Domain::Complete, env, frame)?;
                all = bdds.and(&all, &space.all_may_into(edge, &q, domain)?)?;
            }
            return self.within_care(all, at, domain);
        }
        let must = must_domain(space);
        let mut some = bdds.falsity();
        if space.kripke.semantics != Semantics::Over {
            for edge in space.outgoing(at).filter(selected) {
                let to = space.kripke.edges[edge].to;
                let q = self.value_at(body, to, must, env, frame)?;
                let pre = space.must_into(edge, &q, must)?;
                let pre = if domain == Domain::Complete && must == Domain::Partial {
                    space.complete(&pre)?
                } else {
                    pre
                };
                some = bdds.or(&some, &pre)?;
            }
        }
        if self.hyper
            && actions.is_none()
            && space.kripke.semantics != Semantics::Under
            && !space.kripke.locations[at].blocking
            && !bdds.is_true(&some)
            && !space.steps_are_definite(at)
        {
            let mut all = self.able(at, domain)?;
            for edge in space.outgoing(at) {
                if bdds.is_false(&all) {
                    break;
                }
                let to = space.kripke.edges[edge].to;
                let q = self.value_at(body, to, must, env, frame)?;
                let q = if must == Domain::Partial { space.complete(&q)? } else { q };
                all = bdds.and(&all, &space.all_may_into(edge, &q, domain)?)?;
            }
            some = bdds.or(&some, &all)?;
        }
        self.within_care(some, at, domain)
    }

    /// States with some may-successor.
    fn able(&mut self, at: LocId, domain: Domain) -> Result<Bdd, NodeLimit> {
        if let Some(known) = self.able.get(&(at, domain)) {
            return Ok(known.clone());
        }
        let bdds = &self.space.bdds;
        let mut stuck = bdds.truth();
        for edge in self.space.outgoing(at) {
            stuck = bdds.and(&stuck, &self.space.all_may_into(edge, &bdds.falsity(), domain)?)?;
        }
        let able = bdds.not(&stuck)?;
        self.able.insert((at, domain), able.clone());
        Ok(able)
    }

    fn within_care(&self, set: Bdd, at: LocId, domain: Domain) -> Result<Bdd, NodeLimit> {
        match &self.care {
            Some(care) if domain == Domain::Complete => self.space.bdds.and(&set, &care[at]),
            _ => Ok(set),
        }
    }
}
