//! What is left of a formula after some letters, as a disjunction of obligations: a deterministic
//! automaton of every safety and every co-safety formula.

use std::collections::BTreeSet;

use belnap_ir::automaton::Letter;

use crate::buchi::{Buchi, Obligations};

/// Alternatives, none of which asks for more than another. Without one, the formula is false of
/// every word; with one that asks for nothing, it is true of every word.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Left(BTreeSet<Obligations>);

impl Left {
    /// The whole formula.
    pub fn new(automaton: &Buchi) -> Self {
        Left(automaton.first().into_iter().collect())
    }

    /// Whether every word that follows is accepted.
    pub fn is_true(&self) -> bool {
        self.0.iter().any(BTreeSet::is_empty)
    }

    /// Whether no word that follows is accepted.
    pub fn is_false(&self) -> bool {
        self.0.is_empty()
    }

    /// What is left after one more letter.
    #[must_use]
    pub fn step(&self, automaton: &Buchi, letter: Letter) -> Left {
        let ways = self.0.iter().flat_map(|owed| automaton.ways(owed, letter));
        let all: BTreeSet<Obligations> = ways.map(|way| way.next).collect();
        let kept =
            |owed: &&Obligations| !all.iter().any(|other| other != *owed && other.is_subset(owed));
        Left(all.iter().filter(kept).cloned().collect())
    }
}
