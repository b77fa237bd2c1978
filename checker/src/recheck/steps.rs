//! The rules of steps: by a must-transition, or by all may-transitions.

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::LocId;
use belnap_ir::kripke::{Semantics, SymbolicEdge};
use belnap_ir::property::Quantifier;
use belnap_ir::result::{ProofChild, Rule, StepTaken};

use super::formula::Positive;
use super::meaning::{TriVector, agrees, is_complete};
use super::{Claim, Reading, Rechecker};

/// A may-transition: from the state at that place, along an edge, to a complete state.
type Transition<'k> = (usize, &'k SymbolicEdge, TriVector);

impl Rechecker<'_> {
    pub(super) fn step(&self, (index, id): Reading) -> Result<Vec<Reading>, String> {
        let Positive::Step(quantifier, actions, body) = self.formulas.get(id) else {
            return Err("it is not a step".to_owned());
        };
        let node = self.node(index);
        let actions = actions.as_deref();
        for child in &node.children {
            if child.step.is_none() || !self.has_value(child, Belnap::True) {
                return Err("a child is not a true claim after a step".to_owned());
            }
        }
        match (node.rule, quantifier) {
            (Rule::MustStep, Quantifier::Exists) => self.by_must(index, actions)?,
            (Rule::MayStep, Quantifier::Forall) => {
                self.by_may(index, actions)?;
            }
            (Rule::Hyper, Quantifier::Exists) => {
                let at = self.claims[index].at;
                let blocking = self.meaning.kripke.locations[at].blocking;
                if !self.options.hyper || blocking || actions.is_some() {
                    return Err("nothing says that there is a successor".to_owned());
                }
                let able = self.by_may(index, None)?;
                if able.contains(&false) {
                    return Err("a state has no successor".to_owned());
                }
            }
            (rule, _) => return Err(format!("rule {rule:?} is not for this step")),
        }
        Ok(node.children.iter().map(|child| (child.node.index(), *body)).collect())
    }

    /// The edges that a step can be along.
    pub(super) fn along(
        &self,
        from: LocId,
        to: LocId,
        step: &StepTaken,
        actions: Option<&[String]>,
    ) -> Vec<&SymbolicEdge> {
        let mut edges = self.meaning.edges(from, actions);
        edges.retain(|edge| edge.to == to && self.meaning.is_along(step, edge));
        edges
    }

    /// Whether a must-transition leads from a state to what a claim is about.
    pub(super) fn must_reach(
        &self,
        edge: &SymbolicEdge,
        state: &TriVector,
        to: &Claim,
    ) -> Result<bool, String> {
        Ok(self.meaning.must(edge, state)?.iter().any(|next| match to.completions {
            // A claim about complete states says nothing of others.
            true => is_complete(next) && to.covers(next) && self.meaning.is_admitted(to.at, next),
            // A must-transition may forget.
            false => agrees(next, &to.state),
        }))
    }

    /// Every state has a must-transition to some child, and every child is led to.
    fn by_must(&self, index: usize, actions: Option<&[String]>) -> Result<(), String> {
        let states = self.states(index)?;
        let children = &self.node(index).children;
        let mut served = vec![false; states.len()];
        for child in children {
            let step = child.step.as_ref().ok_or("a step is missing")?;
            let to = &self.claims[child.node.index()];
            let edges = self.along(self.claims[index].at, to.at, step, actions);
            let mut used = false;
            let mut right = false;
            for (state, served) in states.iter().zip(&mut served) {
                for edge in &edges {
                    if self.must_reach(edge, state, to)? {
                        *served = true;
                        used = true;
                        right |= self.may_half_is(edge, state, to, step.value)?;
                    }
                }
            }
            if !used {
                return Err(format!("no must-transition leads to claim {}", child.node));
            }
            if !step.value.must() || states.len() == 1 && !right {
                return Err(format!("the step to claim {} is not {}", child.node, step.value));
            }
        }
        match served.contains(&false) || children.is_empty() {
            true => Err("a state has no must-transition to a child".to_owned()),
            false => Ok(()),
        }
    }

    /// Whether a transition between single states has the may half of a value.
    fn may_half_is(
        &self,
        edge: &SymbolicEdge,
        state: &TriVector,
        to: &Claim,
        value: Belnap,
    ) -> Result<bool, String> {
        if self.meaning.kripke.semantics == Semantics::Under || to.completions {
            return Ok(true);
        }
        Ok(self.meaning.may(edge, state)?.contains(&to.state) == value.may())
    }

    /// Every may-transition of every state leads to a child, and every child is led to. Which
    /// states have a may-transition at all.
    fn by_may(&self, index: usize, actions: Option<&[String]>) -> Result<Vec<bool>, String> {
        if self.meaning.kripke.semantics == Semantics::Under {
            return Err("nothing is known of may-transitions".to_owned());
        }
        let from = self.claims[index].at;
        let states = self.states(index)?;
        let mut transitions: Vec<Transition<'_>> = Vec::new();
        for (place, state) in states.iter().enumerate() {
            for edge in self.meaning.edges(from, actions) {
                let successors = self.meaning.may(edge, state)?;
                transitions.extend(successors.into_iter().map(|next| (place, edge, next)));
            }
        }
        let children = &self.node(index).children;
        for (_, edge, next) in &transitions {
            if !children.iter().any(|child| self.leads(child, edge, next)) {
                return Err(format!("a may-transition along '{}' is missing", edge.statement));
            }
        }
        for child in children {
            let mut here = transitions.iter().filter(|(_, edge, to)| self.leads(child, edge, to));
            let value = child.step.as_ref().map(|step| step.value);
            let to = &self.claims[child.node.index()];
            let single = is_complete(&self.claims[index].state) && is_complete(&to.state);
            let right = |(place, edge, _): &Transition<'_>| -> Result<bool, String> {
                let must = single && self.must_reach(edge, &states[*place], to)?;
                Ok(value == Some(Belnap::from_halves(must, true)))
            };
            if !here.try_fold(false, |any, transition| right(transition).map(|own| any || own))? {
                return Err(format!("the step to claim {} is not as it says", child.node));
            }
        }
        let able = (0..states.len()).map(|place| transitions.iter().any(|(own, ..)| *own == place));
        Ok(able.collect())
    }

    fn leads(&self, child: &ProofChild, edge: &SymbolicEdge, next: &TriVector) -> bool {
        let to = &self.claims[child.node.index()];
        let along = child.step.as_ref().is_some_and(|step| self.meaning.is_along(step, edge));
        along && to.at == edge.to && to.covers(next)
    }
}
