//! Formulas without fixpoints, depth first: nothing can be owed for ever, and the requirements of a
//! copy are smaller than those of the copy before it.
//!
//! Answers are kept by state and requirements, the copies of a completion that show them too.

use std::collections::HashMap;

use super::closure::{Closure, Id};
use super::completion::{Draft, DraftCopy};
use super::effort::{Effort, Stopped};
use super::model::Model;
use super::obligations::brought;
use super::saturation::{Choice, choices};

/// Completions with a formula without fixpoints, of states one after the other.
pub struct Modal<'a> {
    model: &'a Model<'a>,
    closure: &'a Closure,
    effort: &'a Effort<'a>,
    known: HashMap<(u32, Vec<Id>), Option<u32>>,
    draft: Draft,
}

impl<'a> Modal<'a> {
    /// For a formula.
    pub fn new(model: &'a Model<'a>, closure: &'a Closure, effort: &'a Effort<'a>) -> Self {
        Modal { model, closure, effort, known: HashMap::new(), draft: Draft::default() }
    }

    /// A copy of a state in a completion where it satisfies the formula.
    ///
    /// # Errors
    /// If that takes too long.
    pub fn satisfied(&mut self, state: u32) -> Result<Option<u32>, Stopped> {
        self.copy(state, vec![self.closure.root])
    }

    /// The copies of all completions.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    fn copy(&mut self, state: u32, required: Vec<Id>) -> Result<Option<u32>, Stopped> {
        if required.is_empty() {
            return Ok(Some(self.draft.free(self.model.view, state)));
        }
        let key = (state, required);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        self.effort.spend()?;
        let mut found = None;
        for choice in choices(self.closure, &key.1, self.model.label(state), self.effort)? {
            if let Some(next) = self.successors(state, &choice)? {
                found = Some(self.draft.add(DraftCopy { state, label: choice.label, next }));
                break;
            }
        }
        self.known.insert(key, found);
        Ok(found)
    }

    /// Moves with copies behind them that answer all demands and existential steps.
    fn successors(
        &mut self,
        state: u32,
        choice: &Choice,
    ) -> Result<Option<Vec<(u32, u32)>>, Stopped> {
        let own = &self.model.view.states[state as usize];
        let mut next = Vec::new();
        for &step in &choice.steps {
            let Some((modality, _)) = self.closure.step(step) else { continue };
            let all = 0..own.moves.len() as u32;
            let looks = |index: &u32| modality.takes(own.moves[*index as usize].action);
            if modality.exists {
                match self.answer(state, choice, Some(step), all.filter(looks).collect())? {
                    Some(answer) => next.push(answer),
                    None => return Ok(None),
                }
            }
        }
        for demand in &own.demands {
            match self.answer(state, choice, None, demand.clone())? {
                Some(answer) => next.push(answer),
                None => return Ok(None),
            }
        }
        Ok(Some(next))
    }

    fn answer(
        &mut self,
        state: u32,
        choice: &Choice,
        answered: Option<Id>,
        moves: Vec<u32>,
    ) -> Result<Option<(u32, u32)>, Stopped> {
        for index in moves {
            let step = self.model.view.states[state as usize].moves[index as usize];
            let (_, required) = brought(self.closure, choice, answered, step.action);
            if let Some(copy) = self.copy(step.to, required)? {
                return Ok(Some((index, copy)));
            }
        }
        Ok(None)
    }
}
