//! A shortest path that may lead to a state where an invariant is not true.
//!
//! The reason why an invariant is unknown (see `super::unknown`) is one of many, and not always
//! a short one. Refinement does better from a shortest path.

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{EdgeId, LocId};
use belnap_ir::property::{Along, Formula, Quantifier};
use belnap_ir::result::{Path, PathStep};

use super::claims::{describe, step_taken};
use crate::bdd::{Bdd, NodeLimit};
use crate::symbolic::evaluate::{Env, Evaluator};
use crate::symbolic::space::{Domain, Space, TriVector};
use crate::symbolic::{Prepared, Session};

/// The body of `AG body` or of `!EF !body`, if it is a formula about states.
fn invariant(formula: &Formula) -> Option<Formula> {
    match formula {
        Formula::Along(Quantifier::Forall, Along::Globally, body) => Some((**body).clone()),
        Formula::Not(inner) => match &**inner {
            Formula::Along(Quantifier::Exists, Along::Finally, body) => {
                Some(Formula::Not(body.clone()))
            }
            _ => None,
        },
        _ => None,
    }
}

/// A shortest path of may-steps from an initial state to one where the invariant is not true;
/// `None` if the formula is not an invariant, or there is no such path.
pub fn shortest(session: &Session<'_>, formula: &Formula) -> Result<Option<Path>, NodeLimit> {
    let space = &session.space;
    let Some(body) = invariant(formula) else { return Ok(None) };
    let Ok(prepared) = Prepared::new(space.kripke, &body) else { return Ok(None) };
    if !prepared.graph.is_state_formula(prepared.judged()) {
        return Ok(None);
    }
    let roots = [(prepared.judged(), Domain::Complete)];
    let mut evaluator =
        Evaluator::new(space, &prepared.graph, &prepared.atoms, false, &roots, None);
    let mut rings = Rings::new(space)?;
    for length in 0_u32.. {
        if length >= space.kripke.prefix {
            for (at, states) in rings.last() {
                let truth = evaluator.evaluate_at(
                    prepared.judged(),
                    *at,
                    Domain::Complete,
                    &Env::default(),
                )?;
                let bad = space.bdds.minus(states, &truth)?;
                if let Some(state) = space.pick_complete(&bad) {
                    return rings.path(*at, complete(state)).map(Some);
                }
            }
        }
        if !rings.grow()? {
            break;
        }
    }
    Ok(None)
}

fn complete(state: TriVector) -> TriVector {
    state.into_iter().map(|value| Some(value.unwrap_or(false))).collect()
}

/// States by their distance from the initial ones.
struct Rings<'s, 'k> {
    space: &'s Space<'k>,
    seen: Vec<Bdd>,
    rings: Vec<Vec<(LocId, Bdd)>>,
}

impl<'s, 'k> Rings<'s, 'k> {
    fn new(space: &'s Space<'k>) -> Result<Self, NodeLimit> {
        let mut seen = vec![space.bdds.falsity(); space.kripke.locations.len()];
        let entry = space.kripke.entry;
        let initial = space.initial()?;
        seen[entry.index()] = initial.clone();
        Ok(Rings { space, seen, rings: vec![vec![(entry, initial)]] })
    }

    fn last(&self) -> &[(LocId, Bdd)] {
        self.rings.last().map_or(&[], Vec::as_slice)
    }

    /// One step further; whether there was anything new.
    fn grow(&mut self) -> Result<bool, NodeLimit> {
        let bdds = &self.space.bdds;
        let mut next: std::collections::BTreeMap<LocId, Bdd> = std::collections::BTreeMap::new();
        for (at, states) in self.rings.last().into_iter().flatten() {
            for edge in self.space.outgoing(*at) {
                let to = self.space.kripke.edges[edge].to;
                let image = self.space.may_from(edge, states)?;
                let new = bdds.minus(&image, &self.seen[to.index()])?;
                if !bdds.is_false(&new) {
                    let all = match next.get(&to) {
                        Some(known) => bdds.or(known, &new)?,
                        None => new,
                    };
                    next.insert(to, all);
                }
            }
        }
        for (at, states) in &next {
            self.seen[at.index()] = bdds.or(&self.seen[at.index()], states)?;
        }
        let grown = !next.is_empty();
        self.rings.push(next.into_iter().collect());
        Ok(grown)
    }

    /// The path to a state of the last ring.
    fn path(&self, at: LocId, state: TriVector) -> Result<Path, NodeLimit> {
        let mut steps = vec![self.place(at, &state, None)];
        let (mut at, mut state) = (at, state);
        for ring in self.rings.iter().rev().skip(1) {
            let Some((edge, from, before)) = self.predecessor(ring, at, &state)? else { break };
            let certain = self.space.is_certain(edge, &before, &state)?;
            let value = Belnap::from_halves(certain, true);
            steps.push(self.place(from, &before, Some((edge, value))));
            (at, state) = (from, before);
        }
        steps.reverse();
        Ok(Path { steps, loop_start: None })
    }

    fn predecessor(
        &self,
        ring: &[(LocId, Bdd)],
        to: LocId,
        state: &TriVector,
    ) -> Result<Option<(EdgeId, LocId, TriVector)>, NodeLimit> {
        let bdds = &self.space.bdds;
        let others = bdds.not(&self.space.completions(state)?)?;
        for (from, states) in ring {
            for edge in self.space.outgoing(*from) {
                if self.space.kripke.edges[edge].to != to {
                    continue;
                }
                let elsewhere = self.space.all_may_into(edge, &others, Domain::Complete)?;
                if let Some(before) = self.space.pick_complete(&bdds.minus(states, &elsewhere)?) {
                    return Ok(Some((edge, *from, complete(before))));
                }
            }
        }
        Ok(None)
    }

    fn place(&self, at: LocId, state: &TriVector, step: Option<(EdgeId, Belnap)>) -> PathStep {
        let location = &self.space.kripke.locations[at];
        PathStep {
            location: location.name.clone(),
            source: location.source.clone(),
            state: describe(self.space, at, state),
            step: step.map(|(edge, value)| step_taken(self.space.kripke, edge, value)),
        }
    }
}
