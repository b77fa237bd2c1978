//! Three-valued checking as a game on states and subformulas.
//!
//! Where the builder wins the *possible* game, the formula is not definitely false: unknown labels
//! are as it likes, `EX` takes any move, `AX` has to be right for one move of every demand. That
//! the formula is definitely true says the game of its negation. Of the two ways to read a state
//! as a system that goes on, demands are the more informative one: a demand is a step that exists,
//! to one of several states (the `wp` trick, YASM §5, for each demand).

use std::collections::HashMap;

use super::closure::{Closure, Id, Modality, Node};
use super::effort::{Effort, Stopped};
use super::model::Model;
use super::parity::{Game, Player};

/// In which of these states a formula is not definitely false.
///
/// # Errors
/// If there are too many positions.
pub fn possible(
    model: &Model<'_>,
    closure: &Closure,
    states: &[u32],
    effort: &Effort<'_>,
) -> Result<Vec<bool>, Stopped> {
    let mut arena = Arena {
        model,
        closure,
        effort,
        game: Game::default(),
        numbers: HashMap::new(),
        work: Vec::new(),
    };
    let mut roots = Vec::with_capacity(states.len());
    for state in states {
        roots.push(arena.position(*state, closure.root)?);
    }
    while let Some((position, state, id)) = arena.work.pop() {
        arena.expand(position, state, id)?;
    }
    let solution = arena.game.solve();
    Ok(roots.into_iter().map(|root| solution.winner(root) == Player::Builder).collect())
}

struct Arena<'a> {
    model: &'a Model<'a>,
    closure: &'a Closure,
    effort: &'a Effort<'a>,
    game: Game,
    numbers: HashMap<(u32, Id), u32>,
    work: Vec<(u32, u32, Id)>,
}

impl Arena<'_> {
    fn position(&mut self, state: u32, id: Id) -> Result<u32, Stopped> {
        if let Some(known) = self.numbers.get(&(state, id)) {
            return Ok(*known);
        }
        self.effort.spend()?;
        let owner = match &self.closure.nodes[id as usize] {
            // Who has to move here cannot, and loses.
            Node::Const(value) => player(!value),
            Node::Literal { atom, positive } => {
                let label = self.model.label(state)[*atom as usize];
                let value = if *positive { label } else { !label };
                player(!value.may())
            }
            Node::And(_) => Player::Spoiler,
            Node::Step(modality, _) => player(modality.exists),
            Node::Or(_) | Node::Fixpoint(..) => Player::Builder,
        };
        let position = self.game.add(owner, self.closure.priorities[id as usize]);
        self.numbers.insert((state, id), position);
        self.work.push((position, state, id));
        Ok(position)
    }

    fn expand(&mut self, position: u32, state: u32, id: Id) -> Result<(), Stopped> {
        let closure = self.closure;
        let successors = match &closure.nodes[id as usize] {
            Node::Const(_) | Node::Literal { .. } => return Ok(()),
            Node::And(parts) | Node::Or(parts) => self.positions(state, parts)?,
            Node::Fixpoint(_, body) => vec![self.position(state, *body)?],
            Node::Step(modality, body) if modality.exists => {
                let moves = &self.model.view.states[state as usize].moves;
                let taken = moves.iter().filter(|step| modality.takes(step.action));
                let mut successors = Vec::new();
                for step in taken {
                    successors.push(self.position(step.to, *body)?);
                }
                successors
            }
            Node::Step(modality, body) => self.answers(state, modality, *body)?,
        };
        self.game.lead(position, successors);
        Ok(())
    }

    fn positions(&mut self, state: u32, parts: &[Id]) -> Result<Vec<u32>, Stopped> {
        parts.iter().map(|part| self.position(state, *part)).collect()
    }

    /// The spoiler picks a demand that the modality speaks of, the builder a move.
    fn answers(&mut self, state: u32, modality: &Modality, body: Id) -> Result<Vec<u32>, Stopped> {
        let own = &self.model.view.states[state as usize];
        let mut successors = Vec::new();
        for demand in &own.demands {
            let moves = || demand.iter().map(|index| own.moves[*index as usize]);
            if !moves().all(|step| modality.takes(step.action)) {
                continue;
            }
            let mut targets = Vec::new();
            for step in moves() {
                targets.push(self.position(step.to, body)?);
            }
            successors.push(match targets.as_slice() {
                [single] => *single,
                _ => {
                    let choice = self.game.add(Player::Builder, 0);
                    self.game.lead(choice, targets);
                    choice
                }
            });
        }
        Ok(successors)
    }
}

const fn player(builder: bool) -> Player {
    if builder { Player::Builder } else { Player::Spoiler }
}
