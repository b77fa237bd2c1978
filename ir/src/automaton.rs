//! Deterministic parity automata over infinite words of sets of atoms.

use crate::property::Atom;

/// The number of a state.
pub type State = usize;

/// A set of atoms as bits: bit i is set where atom i of the automaton is true.
pub type Letter = usize;

/// A step of a [`ParityAutomaton`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The next state.
    pub to: State,
    /// How important the step is, and whether it is good: see [`ParityAutomaton`].
    pub priority: usize,
}

/// A deterministic, complete automaton. It accepts a word if the greatest priority that it meets
/// infinitely often is even.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParityAutomaton {
    /// The atoms that letters are about, distinct. Bit i of a letter is atom i.
    pub atoms: Vec<Atom>,
    /// Letters have one more bit, above those of the atoms: the execution has ended, and what
    /// follows is one letter for ever.
    pub ends: bool,
    /// Where it starts.
    pub initial: State,
    /// By state and letter.
    pub moves: Vec<Vec<Move>>,
}

impl ParityAutomaton {
    /// The number of letters.
    pub fn letters(&self) -> usize {
        1 << (self.atoms.len() + usize::from(self.ends))
    }

    /// The letter of an execution that has ended, if there is one.
    pub fn end(&self) -> Option<Letter> {
        self.ends.then(|| 1 << self.atoms.len())
    }
}
