//! All other formulas: whether some thread is a bad one is asked of a nondeterministic automaton,
//! which guesses when a thread turns bad and with which priority, and is made deterministic.

use std::collections::BTreeSet;

use belnap_automata::determinise::{QUIET, Tree};
use belnap_ir::property::Fixpoint;

use super::{Numbered, Tracker, Transfer};
use crate::thorough::closure::{Closure, Id, Node};

/// What a run of the automaton can be doing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Run {
    /// It has not guessed yet.
    Waiting,
    /// It follows a thread that it thinks to be bad: from a requirement, with a largest priority.
    Following(Id, u32),
}

/// A state says where runs can be.
pub struct Nested<'c> {
    closure: &'c Closure,
    /// What can be guessed: odd priorities, with their components.
    odd: BTreeSet<(u32, u32)>,
    trees: Numbered<Tree<Run>>,
    /// Larger than the priorities of trees.
    top: u32,
}

impl<'c> Nested<'c> {
    /// For a formula.
    pub fn new(closure: &'c Closure) -> Self {
        let mut odd = BTreeSet::new();
        for (id, node) in closure.nodes.iter().enumerate() {
            if matches!(node, Node::Fixpoint(Fixpoint::Least, _)) {
                odd.insert((closure.components[id], closure.priorities[id]));
            }
        }
        // A tree has no more nodes than the automaton has states.
        let states = closure.nodes.len() * odd.len() + 1;
        let top = 2 * (states as u32 + 2) + 1;
        Nested { closure, odd, trees: Numbered::new(), top }
    }

    fn guesses(&self, required: &[Id]) -> Vec<Run> {
        let mut runs = vec![Run::Waiting];
        for id in required {
            let here = self.closure.components[*id as usize];
            let own = self.odd.range((here, 0)..=(here, u32::MAX));
            runs.extend(own.map(|(_, priority)| Run::Following(*id, *priority)));
        }
        runs
    }
}

impl Tracker for Nested<'_> {
    fn start(&mut self, required: &[Id]) -> (u32, u32) {
        let tree = Tree::new(self.guesses(required));
        (self.trees.number(tree), 0)
    }

    fn next(&mut self, state: u32, transfer: &Transfer<'_>) -> (u32, u32) {
        let fresh = self.guesses(transfer.required);
        let (tree, priority) = self.trees.states[state as usize].step(|run| match run {
            Run::Waiting => fresh.iter().map(|run| (*run, false)).collect::<Vec<_>>(),
            Run::Following(from, guess) => transfer
                .threads(self.closure, *from)
                .filter(|(_, largest)| largest <= guess)
                .map(|(to, largest)| (Run::Following(to, *guess), largest == *guess))
                .collect(),
        });
        // Trees accept, which is bad here, by an even least priority.
        let priority = if priority == QUIET { 0 } else { self.top - priority };
        (self.trees.number(tree), priority)
    }
}
