//! Limits: how much may be explored before the answer is that it is not known.

use std::cell::Cell;

/// Why a search ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// Too many positions.
    #[error("more than {0} positions of the game were needed")]
    Positions(usize),
    /// Decision diagrams that are too large.
    #[error("more than {0} nodes of decision diagrams were needed")]
    Nodes(usize),
    /// A formula that an engine is not made for.
    #[error("the tableau is for CTL formulas with at most {0} atoms and steps")]
    Unsuitable(usize),
    /// Somebody asked to stop.
    #[error("it was stopped")]
    Asked,
}

/// What a search has spent, and may.
pub struct Effort<'s> {
    most: usize,
    spent: Cell<usize>,
    stop: Option<&'s dyn Fn() -> bool>,
}

/// How often it is asked whether to stop.
const ASKED_EVERY: usize = 1024;

impl<'s> Effort<'s> {
    /// At most so many positions, and until `stop` says so.
    pub fn new(most: usize, stop: Option<&'s dyn Fn() -> bool>) -> Self {
        Effort { most, spent: Cell::new(0), stop }
    }

    /// Notes one more position.
    ///
    /// # Errors
    /// If that is one too many.
    pub fn spend(&self) -> Result<(), Stopped> {
        let spent = self.spent.get() + 1;
        self.spent.set(spent);
        if spent > self.most {
            return Err(Stopped::Positions(self.most));
        }
        match self.stop {
            Some(stop) if spent.is_multiple_of(ASKED_EVERY) && stop() => Err(Stopped::Asked),
            _ => Ok(()),
        }
    }

    /// How many positions there were.
    pub fn spent(&self) -> usize {
        self.spent.get()
    }
}
