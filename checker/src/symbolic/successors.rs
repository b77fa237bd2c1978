//! Single states and their successors, for explanations.

use belnap_ir::ids::{EdgeId, LocId, VarId};
use belnap_ir::kripke::Semantics;

use super::space::{RAILS, Space, TriVector};
use crate::bdd::{Bdd, NodeLimit};

impl Space<'_> {
    /// Whether a tri-vector at a location is in a set (of complete states only if it is complete
    /// itself).
    pub fn contains(&self, set: &Bdd, at: LocId, state: &TriVector) -> Result<bool, NodeLimit> {
        let open = self.open(at, state);
        if !open.is_empty() {
            let set = self.bdds.cofactor(set, &self.literals(state, &open)?)?;
            return Ok(self.bdds.is_true(&set));
        }
        let mut rails = vec![false; RAILS as usize * self.position.len()];
        for (index, value) in state.iter().enumerate() {
            let rail = self.known_true(VarId::from(index)) as usize;
            rails[rail] = *value == Some(true);
            rails[rail + 1] = *value == Some(false);
        }
        Ok(self.bdds.evaluate(set, |var| rails.get(var as usize).copied().unwrap_or(false)))
    }

    /// The variables a tri-vector leaves open though they are always known at a location: what is
    /// said of it is said of both cases.
    pub fn open(&self, at: LocId, state: &TriVector) -> Vec<VarId> {
        let variables = (0..state.len()).map(VarId::from);
        variables
            .filter(|var| state[var.index()].is_none() && self.always_known(at, *var))
            .collect()
    }

    /// The complete states that agree with a tri-vector.
    pub fn completions(&self, state: &TriVector) -> Result<Bdd, NodeLimit> {
        let bdds = &self.bdds;
        let mut order: Vec<VarId> = self.position.keys().collect();
        order.sort_by_key(|var| std::cmp::Reverse(self.position[*var]));
        let mut cube = bdds.truth();
        for var in order {
            let rail = bdds.var(self.known_true(var));
            match state[var.index()] {
                Some(true) => cube = bdds.and(rail, &cube)?,
                Some(false) => cube = bdds.minus(&cube, rail)?,
                None => {}
            }
        }
        Ok(cube)
    }

    /// Some tri-vector that covers part of a set of complete states, if there is one: its
    /// completions are all in the set.
    pub fn pick_complete(&self, set: &Bdd) -> Option<TriVector> {
        let cube = self.bdds.pick(set)?;
        let rail = |index: usize| self.known_true(VarId::from(index)) as usize;
        Some((0..self.position.len()).map(|index| cube[rail(index)]).collect())
    }

    /// Some tri-vector in a set of tri-vectors, knowing as little as the set allows.
    pub fn pick_partial(&self, set: &Bdd) -> Option<TriVector> {
        let cube = self.bdds.pick(set)?;
        let known = (0..self.position.len()).map(|index| {
            let rail = self.known_true(VarId::from(index)) as usize;
            match (cube[rail], cube[rail + 1]) {
                (Some(true), _) => Some(true),
                (_, Some(true)) => Some(false),
                _ => None,
            }
        });
        Some(known.collect())
    }

    /// The must-successor of a tri-vector along `edge` that lies in `q`, a set of tri-vectors, if
    /// there is one: the one that knows most under a suitable choice.
    pub fn must_successor(
        &self,
        edge: EdgeId,
        state: &TriVector,
        q: &Bdd,
    ) -> Result<Option<TriVector>, NodeLimit> {
        let bdds = &self.bdds;
        let e = &self.partial[edge];
        let data = &self.kripke.edges[edge];
        let into = bdds.substitute(q, &e.rails)?;
        let step = bdds.and(&bdds.and(&e.guard, &into)?, &e.required)?;
        let step = bdds.minus(&step, &e.inconsistent)?;
        let open = self.open(data.from, state);
        let mut here = self.literals(state, &open)?;
        let Some(choice) = bdds.pick(&self.in_all_cases(&step, &here, &open)?) else {
            return Ok(None);
        };
        for (var, value) in (0_u32..).zip(choice).skip(RAILS as usize * self.position.len()) {
            // What does not matter is chosen to be false.
            here = match value {
                Some(true) => bdds.and(&here, bdds.var(var))?,
                Some(false) | None => bdds.minus(&here, bdds.var(var))?,
            };
        }
        let mut next = state.clone();
        for (var, _) in &data.updates {
            let holds = |rail: u32| -> Result<bool, NodeLimit> {
                let function = e.rails.get(rail).unwrap_or_else(|| bdds.var(rail));
                Ok(bdds.is_true(&self.in_all_cases(function, &here, &open)?))
            };
            next[var.index()] = if holds(self.known_true(*var))? {
                Some(true)
            } else {
                holds(self.known_false(*var))?.then_some(false)
            };
        }
        // The cases may be more than what the step leads to.
        let inside = open.is_empty() || self.contains(q, data.to, &next)?;
        Ok(inside.then_some(next))
    }

    /// A function under some literals, in all cases of some variables.
    fn in_all_cases(&self, f: &Bdd, literals: &Bdd, open: &[VarId]) -> Result<Bdd, NodeLimit> {
        let f = self.bdds.cofactor(f, literals)?;
        let cases = self.bdds.cube(open.iter().map(|var| self.known_true(*var)))?;
        self.bdds.forall(&f, &cases)
    }

    /// In a closed structure: if every one of some complete states has a must-successor along
    /// `edge` in `q` under the same choices, those successors.
    pub fn must_image(
        &self,
        edge: EdgeId,
        states: &Bdd,
        q: &Bdd,
    ) -> Result<Option<Bdd>, NodeLimit> {
        let bdds = &self.bdds;
        let e = &self.complete[edge];
        let to = self.kripke.edges[edge].to;
        let into = if self.kripke.strict { bdds.and(q, self.enforce(to))? } else { q.clone() };
        let into = bdds.substitute(&into, &e.values)?;
        let step = bdds.and(&bdds.and(&e.guard, &e.required)?, &into)?;
        let all = bdds.or(&bdds.not(states)?, &step)?;
        let variables = (0..self.position.len()).map(|v| RAILS * v as u32);
        let suitable = bdds.forall(&all, &bdds.cube(variables)?)?;
        let Some(choice) = bdds.pick(&suitable) else { return Ok(None) };
        let mut chosen = states.clone();
        for (var, value) in (0_u32..).zip(choice).skip(RAILS as usize * self.position.len()) {
            match value {
                Some(true) => chosen = bdds.and(&chosen, bdds.var(var))?,
                Some(false) => chosen = bdds.minus(&chosen, bdds.var(var))?,
                None => {}
            }
        }
        let image = bdds.and_exists(&chosen, &e.unconstrained, &e.before)?;
        Ok(Some(bdds.substitute(&image, &e.renaming)?))
    }

    /// The complete may-successors of a tri-vector along `edge`, by definition of *may* for
    /// partial states.
    pub fn may_successors(&self, edge: EdgeId, state: &TriVector) -> Result<Bdd, NodeLimit> {
        if state.iter().all(Option::is_some) || self.partial.is_empty() {
            return self.may_from(edge, &self.completions(state)?);
        }
        self.count();
        let bdds = &self.bdds;
        let e = &self.partial[edge];
        let open = self.open(self.kripke.edges[edge].from, state);
        let here = self.literals(state, &open)?;
        let mut steps = bdds.not(&self.in_all_cases(&e.blocked, &here, &open)?)?;
        for index in 0..self.position.len() {
            let rail = self.known_true(VarId::from(index));
            let of = |rail: u32| {
                let function = e.rails.get(rail).unwrap_or_else(|| bdds.var(rail));
                self.in_all_cases(function, &here, &open)
            };
            let (truth, falsity) = (of(rail)?, of(rail + 1)?);
            let allowed = bdds.ite(bdds.var(rail + 2), &bdds.not(&falsity)?, &bdds.not(&truth)?)?;
            steps = bdds.and(&steps, &allowed)?;
        }
        if let Some((violated, _)) = &e.constrained {
            steps = bdds.minus(&steps, &self.in_all_cases(violated, &here, &open)?)?;
        }
        let steps = bdds.exists(&steps, &e.choices)?;
        let renaming = bdds.substitution((0..self.position.len()).map(|index| {
            let rail = self.known_true(VarId::from(index));
            (rail + 2, bdds.var(rail).clone())
        }));
        let to = self.kripke.edges[edge].to;
        bdds.and(&bdds.substitute(&steps, &renaming)?, self.enforce(to))
    }

    /// Whether a must-transition along `edge` leads from one complete state to another.
    pub fn is_certain(
        &self,
        edge: EdgeId,
        from: &TriVector,
        to: &TriVector,
    ) -> Result<bool, NodeLimit> {
        if self.kripke.semantics == Semantics::Over {
            return Ok(false);
        }
        let found = match self.closed {
            true => {
                self.must_image(edge, &self.completions(from)?, &self.completions(to)?)?.map(drop)
            }
            false => self.must_successor(edge, from, &self.exactly(to)?)?.map(drop),
        };
        Ok(found.is_some())
    }

    /// The set of just this tri-vector.
    pub fn exactly(&self, state: &TriVector) -> Result<Bdd, NodeLimit> {
        self.literals(state, &[])
    }

    /// The rails of a tri-vector, those of some variables left out.
    fn literals(&self, state: &TriVector, without: &[VarId]) -> Result<Bdd, NodeLimit> {
        let bdds = &self.bdds;
        let mut rails: Vec<(u32, bool)> = Vec::with_capacity(2 * state.len());
        for (index, value) in state.iter().enumerate() {
            let rail = self.known_true(VarId::from(index));
            if !without.contains(&VarId::from(index)) {
                rails.push((rail, *value == Some(true)));
                rails.push((rail + 1, *value == Some(false)));
            }
        }
        rails.sort_unstable();
        let mut cube = bdds.truth();
        for (rail, value) in rails.into_iter().rev() {
            let rail = bdds.var(rail);
            cube = if value { bdds.and(rail, &cube)? } else { bdds.minus(&cube, rail)? };
        }
        Ok(cube)
    }
}
