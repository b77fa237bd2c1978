//! Completions all of whose paths satisfy a formula, as a game with a deterministic automaton.
//!
//! The builder labels a copy before it knows where the path goes on, and anew at each visit; the
//! spoiler picks what the copy has to do, and the builder how. Fewer successors are better, so that
//! nothing but demands is answered. The automaton must be deterministic: the builder could not
//! resolve a choice that depends on where the spoiler goes.

use belnap_automata::acceptance::decided;
use belnap_ir::automaton::{Letter, Move, ParityAutomaton, State};
use indexmap::IndexSet;

use super::Reading;
use crate::thorough::closure::Closure;
use crate::thorough::completion::{Draft, DraftCopy};
use crate::thorough::demands::Demands;
use crate::thorough::effort::{Effort, Stopped};
use crate::thorough::parity::{Game, Player, Solution};

/// A position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Position {
    /// A copy of a state, and what the automaton remembers before it; so many steps before it
    /// begins.
    Copy { state: u32, wait: u32, memory: State },
    /// The copy has a letter; the priority of reading it.
    Labelled { state: u32, wait: u32, memory: State, letter: Letter, priority: usize },
    /// One of its demands has to be met.
    Asked { state: u32, wait: u32, memory: State, demand: u32 },
    /// The path violates the formula.
    Lost,
}

/// The game, solved.
pub struct Played {
    positions: IndexSet<Position>,
    game: Game,
    solution: Solution,
    roots: Vec<u32>,
}

/// Plays the game from these states.
pub fn play(
    view: &Demands,
    read: &Reading,
    automaton: &ParityAutomaton,
    states: &[u32],
    effort: &Effort<'_>,
) -> Result<Played, Stopped> {
    let root = |state: &u32| Position::Copy {
        state: *state,
        wait: view.prefix,
        memory: automaton.initial,
    };
    let mut positions: IndexSet<Position> = states.iter().map(root).collect();
    let roots = (0..states.len() as u32).collect();
    let rules = Rules { view, read, automaton };
    let mut game = Game::default();
    while let Some(position) = positions.get_index(game.len()).copied() {
        effort.spend()?;
        let (owner, priority) = match position {
            Position::Copy { .. } | Position::Asked { .. } | Position::Lost => (Player::Builder, 0),
            Position::Labelled { priority, .. } => (Player::Spoiler, priority as u32),
        };
        let number = game.add(owner, priority);
        let next = rules.follow(position).into_iter();
        let next = next.map(|one| positions.insert_full(one).0 as u32).collect::<Vec<_>>();
        game.lead(number, next);
    }
    let solution = game.solve();
    Ok(Played { positions, game, solution, roots })
}

struct Rules<'a> {
    view: &'a Demands,
    read: &'a Reading,
    automaton: &'a ParityAutomaton,
}

impl Rules<'_> {
    fn follow(&self, position: Position) -> Vec<Position> {
        match position {
            Position::Copy { state, wait: 0, memory } => {
                let read = |letter: Letter| {
                    let Move { to, priority } = self.automaton.moves[memory][letter];
                    Position::Labelled { state, wait: 0, memory: to, letter, priority }
                };
                self.read.letters(state).map(read).collect()
            }
            Position::Copy { state, wait, memory } => {
                let letter = self.read.letters(state).next().unwrap_or(0);
                vec![Position::Labelled { state, wait, memory, letter, priority: 0 }]
            }
            Position::Labelled { state, wait, memory, .. } => {
                let own = &self.view.states[state as usize];
                if own.cut {
                    return Vec::new();
                }
                let demands = &own.demands;
                if demands.is_empty() && wait == 0 && self.ends_badly(memory) {
                    return vec![Position::Lost];
                }
                let asked = |demand: u32| Position::Asked { state, wait, memory, demand };
                (0..demands.len() as u32).map(asked).collect()
            }
            Position::Asked { state, wait, memory, demand } => {
                let own = &self.view.states[state as usize];
                let wait = wait.saturating_sub(1);
                let demand = own.demands[demand as usize].iter();
                let copy = |index: &u32| {
                    let state = own.moves[*index as usize].to;
                    Position::Copy { state, wait, memory }
                };
                demand.map(copy).collect()
            }
            Position::Lost => Vec::new(),
        }
    }

    /// Whether a path that ends here violates the formula.
    fn ends_badly(&self, memory: State) -> bool {
        let end = self.automaton.moves[memory][self.read.end()].to;
        decided(self.automaton, end) == Some(false)
    }
}

impl Played {
    /// Whether a completion of the state of that number satisfies the formula.
    pub fn wins(&self, root: usize) -> bool {
        self.solution.winner(self.roots[root]) == Player::Builder
    }

    /// The completion of a state that the builder's strategy makes, with its first copy.
    pub fn draft(
        &self,
        view: &Demands,
        read: &Reading,
        closure: &Closure,
        root: usize,
    ) -> Option<(Draft, u32)> {
        if !self.wins(root) {
            return None;
        }
        let mut draft = Draft::default();
        let mut copies = IndexSet::from([self.roots[root]]);
        let mut done = 0;
        while let Some(&position) = copies.get_index(done) {
            let labelled = self.solution.choice(position)?;
            let Some(&Position::Labelled { state, letter, .. }) =
                self.positions.get_index(labelled as usize)
            else {
                return None;
            };
            let mut next = Vec::new();
            for &asked in self.game.successors(labelled) {
                let Some(Position::Asked { demand, .. }) = self.positions.get_index(asked as usize)
                else {
                    return None;
                };
                let answer = self.solution.choice(asked)?;
                let at = self.game.successors(asked).iter().position(|to| *to == answer)?;
                let chosen = view.states[state as usize].demands[*demand as usize][at];
                next.push((chosen, copies.insert_full(answer).0 as u32));
            }
            let label = read.label(letter, closure);
            draft.add(DraftCopy { state, label, next });
            done += 1;
        }
        Some((draft, 0))
    }
}
