//! Formulas whose debts are simple, CTL among them: the breakpoint construction (Miyano and
//! Hayashi). Remembered is what is still owed of what was owed when last everything was paid.

use super::{Numbered, Tracker, Transfer};
use crate::thorough::closure::{Closure, Id};

/// What is owed is a set of requirements, ascending.
pub struct Breakpoint<'c> {
    closure: &'c Closure,
    owed: Numbered<Vec<Id>>,
}

/// Something is still owed.
const OWING: u32 = 1;
/// Everything was paid.
const PAID: u32 = 2;

impl<'c> Breakpoint<'c> {
    /// For a formula.
    pub fn new(closure: &'c Closure) -> Self {
        Breakpoint { closure, owed: Numbered::new() }
    }
}

impl Tracker for Breakpoint<'_> {
    fn start(&mut self, required: &[Id]) -> (u32, u32) {
        let owed = required.iter().copied().filter(|id| self.closure.can_owe(*id)).collect();
        (self.owed.number(owed), PAID)
    }

    fn next(&mut self, state: u32, transfer: &Transfer<'_>) -> (u32, u32) {
        let mut owed = Vec::new();
        for from in &self.owed.states[state as usize] {
            let threads = transfer.threads(self.closure, *from);
            owed.extend(threads.filter(|(_, priority)| *priority < PAID).map(|(id, _)| id));
        }
        if owed.is_empty() {
            return self.start(transfer.required);
        }
        owed.sort_unstable();
        owed.dedup();
        (self.owed.number(owed), OWING)
    }
}
