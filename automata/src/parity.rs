//! Formulas as deterministic parity automata.

use std::hash::Hash;

use belnap_ir::automaton::{Letter, Move, ParityAutomaton, State};
use belnap_ir::linear::Path;
use belnap_ir::property::Atom;
use indexmap::IndexSet;

use crate::buchi::Buchi;
use crate::determinise::Tree;
use crate::normal::Normal;
use crate::progress::Left;
use crate::reduce::reduce;

/// Atoms that a formula may have: there are two letters for each more.
pub const MAX_ATOMS: usize = 10;

/// States of an automaton before it is made small.
pub const MAX_STATES: usize = 5_000;

/// Steps of an automaton before it is made small.
const MAX_STEPS: usize = 1 << 20;

/// Why a formula has no automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// Too many atoms.
    #[error("the formula has {0} atoms; there may be {MAX_ATOMS}")]
    Atoms(usize),
    /// Too many states.
    #[error("the automaton of the formula has more than {0} states")]
    States(usize),
}

/// The automaton that accepts the executions of which the formula is true; with `ends`, also of
/// those that end.
///
/// # Errors
/// If the automaton is too large.
pub fn automaton(path: &Path, ends: bool) -> Result<ParityAutomaton, TooLarge> {
    let normal = Normal::new(path, false, ends);
    let (atoms, count) = (normal.atoms.clone(), normal.atoms.len());
    if count > MAX_ATOMS {
        return Err(TooLarge::Atoms(count));
    }
    let buchi = Buchi::new(normal);
    let explored = if buchi.is_safety() || buchi.is_cosafety() {
        let safety = buchi.is_safety();
        explore(atoms, ends, Left::new(&buchi), |left, letter| {
            let next = left.step(&buchi, letter);
            let good = if safety { !next.is_false() } else { next.is_true() };
            (next, if good { 2 } else { 1 })
        })
    } else {
        explore(atoms, ends, Tree::new(buchi.initial()), |tree, letter| {
            tree.step(|owed| buchi.successors(owed, letter))
        })
    }?;
    Ok(reduce(&explored))
}

/// An automaton whose least priorities decide, as steps of [`Tree`] have them.
pub(crate) struct Explored {
    pub atoms: Vec<Atom>,
    pub ends: bool,
    /// By state and letter; the first state is the initial one.
    pub steps: Vec<Vec<(State, u32)>>,
}

/// All states that can be reached. Once an execution has ended, only that is read.
fn explore<S: Clone + Eq + Hash>(
    atoms: Vec<Atom>,
    ends: bool,
    initial: S,
    step: impl Fn(&S, Letter) -> (S, u32),
) -> Result<Explored, TooLarge> {
    let end: Option<Letter> = ends.then_some(1 << atoms.len());
    let letters: Letter = 1 << (atoms.len() + usize::from(ends));
    let limit = MAX_STATES.min(MAX_STEPS / letters);
    let mut states = IndexSet::from([(initial, false)]);
    let mut steps = Vec::new();
    while let Some((state, ended)) = states.get_index(steps.len()).cloned() {
        let mut row = Vec::with_capacity(letters);
        let mut at_end = None;
        for letter in 0..letters {
            let (next, priority) = match end {
                Some(end) if ended || letter >= end => {
                    let (next, priority) = at_end.get_or_insert_with(|| step(&state, end)).clone();
                    ((next, true), priority)
                }
                _ => {
                    let (next, priority) = step(&state, letter);
                    ((next, false), priority)
                }
            };
            row.push((states.insert_full(next).0, priority));
        }
        steps.push(row);
        if states.len() > limit {
            return Err(TooLarge::States(limit));
        }
    }
    Ok(Explored { atoms, ends, steps })
}

/// Whether the automaton accepts `prefix` followed by `cycle` for ever. The cycle is not empty.
pub fn accepts(automaton: &ParityAutomaton, prefix: &[Letter], cycle: &[Letter]) -> bool {
    let state =
        prefix.iter().fold(automaton.initial, |state, &letter| automaton.moves[state][letter].to);
    accepts_from(automaton, state, cycle)
}

/// Whether the automaton accepts `cycle` for ever, from a state on. The cycle is not empty.
pub fn accepts_from(automaton: &ParityAutomaton, mut state: State, cycle: &[Letter]) -> bool {
    // After as many rounds as there are states, what follows is repeated.
    let mut seen = IndexSet::new();
    let mut greatest = Vec::new();
    while seen.insert(state) {
        let mut most = 0;
        for &letter in cycle {
            let Move { to, priority } = automaton.moves[state][letter];
            (state, most) = (to, most.max(priority));
        }
        greatest.push(most);
    }
    let again = seen.get_index_of(&state).unwrap_or(0);
    greatest[again..].iter().max().is_some_and(|most| most.is_multiple_of(2))
}
