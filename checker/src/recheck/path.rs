//! Paths: each state leads to the next as the step says, and the last one back into the loop.

use belnap_ir::kripke::Semantics;
use belnap_ir::result::{Path, PathStep, StepTaken};

use super::meaning::is_complete;
use super::{Claim, Rechecker};

impl Rechecker<'_> {
    pub(super) fn check_path(&self) -> Result<(), String> {
        let Some(path) = &self.explanation.path else { return Ok(()) };
        let states = path.steps.iter().map(|step| self.place(step));
        let states = states.collect::<Result<Vec<Claim>, String>>()?;
        let starts = match (states.first(), self.claims.first()) {
            (Some(start), Some(claim)) => start.at == claim.at && start.state == claim.state,
            _ => false,
        };
        if !starts {
            return Err("the path does not start where the first claim is".to_owned());
        }
        let claimed = |state: &Claim| {
            self.claims.iter().any(|claim| claim.at == state.at && claim.state == state.state)
        };
        if !states.iter().all(claimed) {
            return Err("the path leads through states that nothing is claimed of".to_owned());
        }
        self.check_steps(path, &states, "the path")
    }

    /// The shortest path: from an initial state, along steps that may exist.
    pub(super) fn check_shortest(&self) -> Result<(), String> {
        let Some(path) = &self.explanation.shortest else { return Ok(()) };
        let states = path.steps.iter().map(|step| self.place(step));
        let states = states.collect::<Result<Vec<Claim>, String>>()?;
        let entry = self.meaning.kripke.entry;
        let starts = |start: &Claim| {
            let state = &start.state;
            start.at == entry && is_complete(state) && self.meaning.is_admitted(entry, state)
        };
        if !states.first().is_some_and(starts) {
            return Err("the shortest path does not start in an initial state".to_owned());
        }
        if path.steps.iter().any(|step| step.step.as_ref().is_some_and(|step| !step.value.may())) {
            return Err("the shortest path has a step that does not exist".to_owned());
        }
        self.check_steps(path, &states, "the shortest path")
    }

    fn check_steps(&self, path: &Path, states: &[Claim], name: &str) -> Result<(), String> {
        for (index, step) in path.steps.iter().enumerate() {
            let last = index + 1 == states.len();
            let next = if last { path.loop_start } else { Some(index + 1) };
            let next = next.map(|next| states.get(next).ok_or("the loop has no start"));
            let right = match (&step.step, next.transpose()?) {
                (Some(step), Some(next)) => self.is_step(&states[index], next, step)?,
                (None, None) => last,
                _ => false,
            };
            if !right {
                return Err(format!("step {index} of {name} does not exist as it is shown"));
            }
        }
        Ok(())
    }

    fn place(&self, step: &PathStep) -> Result<Claim, String> {
        let at = self.meaning.location(&step.location)?;
        let state = self.meaning.state(at, &step.state)?;
        if step.source != self.meaning.kripke.locations[at].source {
            return Err(format!("{} is at another source line", step.location));
        }
        Ok(Claim { at, state, completions: false })
    }

    /// Whether a transition with this value leads from a state to a state. Where something is
    /// unknown, a must-transition may be one of the tri-vector or one of each of its completions.
    fn is_step(&self, from: &Claim, to: &Claim, step: &StepTaken) -> Result<bool, String> {
        let under = self.meaning.kripke.semantics == Semantics::Under;
        let single = is_complete(&from.state) && is_complete(&to.state);
        let each = self.meaning.completions(from.at, &from.state)?;
        for edge in self.along(from.at, to.at, step, None) {
            let mut must = self.must_reach(edge, &from.state, to)?;
            if !must && !is_complete(&from.state) {
                must = !each.is_empty();
                for state in &each {
                    must &= self.must_reach(edge, state, to)?;
                }
            }
            let may = match single && !under {
                true => self.meaning.may(edge, &from.state)?.contains(&to.state),
                false => step.value.may(),
            };
            if must == step.value.must() && may == step.value.may() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
