//! What is remembered of a play to see that nothing is owed for ever.
//!
//! A play is bad if some requirement leads to a step, that to a requirement of the next copy, and
//! so on for ever, with an odd largest priority. A tracker follows all such threads at once: its
//! states are numbers, and each step has a priority, so that the play is bad if the largest
//! priority met again and again is odd.

mod breakpoint;
mod nested;
mod safety;

use std::collections::HashMap;
use std::hash::Hash;

use super::closure::{Closure, Debts, Id};
use super::saturation::Choice;

/// The step from one copy to the next.
pub struct Transfer<'t> {
    /// What the first copy does about its requirements.
    pub choice: &'t Choice,
    /// The steps that look at the transition between them, ascending.
    pub taken: &'t [Id],
    /// The requirements of the next copy.
    pub required: &'t [Id],
}

impl Transfer<'_> {
    /// The requirements of the next copy that a requirement leads to, with the largest priorities
    /// on the way.
    fn threads<'t>(
        &'t self,
        closure: &'t Closure,
        from: Id,
    ) -> impl Iterator<Item = (Id, u32)> + 't {
        let own = self.choice.links.iter().filter(move |link| link.from == from);
        let taken = own.filter(|link| self.taken.binary_search(&link.step).is_ok());
        taken.filter_map(|link| Some((closure.step(link.step)?.1, link.priority)))
    }
}

/// A tracker.
pub trait Tracker {
    /// The state for the first copy, with the priority of coming there.
    fn start(&mut self, required: &[Id]) -> (u32, u32);

    /// The state for the next copy, with the priority of the step.
    fn next(&mut self, state: u32, transfer: &Transfer<'_>) -> (u32, u32);
}

/// The simplest tracker that is enough for a formula.
pub fn tracker(closure: &Closure) -> Box<dyn Tracker + '_> {
    match closure.debts() {
        Debts::None => Box::new(safety::Safety),
        Debts::Simple => Box::new(breakpoint::Breakpoint::new(closure)),
        Debts::Nested => Box::new(nested::Nested::new(closure)),
    }
}

/// Numbers for states.
struct Numbered<S> {
    states: Vec<S>,
    numbers: HashMap<S, u32>,
}

impl<S: Clone + Eq + Hash> Numbered<S> {
    fn new() -> Self {
        Numbered { states: Vec::new(), numbers: HashMap::new() }
    }

    fn number(&mut self, state: S) -> u32 {
        if let Some(known) = self.numbers.get(&state) {
            return *known;
        }
        let number = self.states.len() as u32;
        self.states.push(state.clone());
        self.numbers.insert(state, number);
        number
    }
}
