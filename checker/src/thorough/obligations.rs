//! The obligation game: is there a completion with a formula? (Design of generalized model
//! checking for branching time, May/Must §5.)
//!
//! A position of the builder is a copy of a state with a set of requirements. The builder picks a
//! way to satisfy them (`saturation.rs`), the spoiler one of the demands of the state or of the
//! existential steps asked for, the builder a move that answers it. The next copy has to satisfy
//! the bodies of the universal steps, and that of the existential one. Each demand and each
//! existential step gets a copy of its own: fewer requirements are easier. A copy without
//! requirements can always be completed, because the view is pruned.

use std::collections::HashMap;
use std::rc::Rc;

use super::closure::{Closure, Id, Node};
use super::effort::{Effort, Stopped};
use super::model::Model;
use super::parity::{Game, Player, Solution};
use super::saturation::{Choice, choices};
use super::tracker::{Tracker, Transfer, tracker};

/// A copy of a state, with its requirements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Copy {
    /// The state of the view.
    pub state: u32,
    /// Its requirements, as an index.
    pub required: u32,
    /// What the tracker remembers.
    track: u32,
    /// The priority of coming here.
    priority: u32,
}

/// What a successor is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A demand of the state, by index.
    Demand(u32),
    /// An existential step.
    Step(Id),
}

/// A position of the game.
#[derive(Clone, Debug)]
pub enum Position {
    /// The builder has to satisfy requirements.
    Copy(Copy),
    /// The spoiler asks for a successor.
    Chosen(Rc<Choice>),
    /// The builder answers it, with one of the moves that [`Played::moves`] gives.
    Asked(Cause),
}

/// A game that was played.
pub struct Played<'a> {
    /// The model it is about.
    pub model: &'a Model<'a>,
    /// The formula.
    pub closure: &'a Closure,
    game: Game,
    positions: Vec<Position>,
    solution: Solution,
    /// Sets of requirements, each ascending.
    sets: Vec<Vec<Id>>,
    /// The positions of the copies that were asked about.
    roots: Vec<u32>,
}

impl Played<'_> {
    /// The position of the copy that was asked about as number `index`.
    pub fn root(&self, index: usize) -> u32 {
        self.roots[index]
    }

    /// Whether the builder wins from a position.
    pub fn wins(&self, position: u32) -> bool {
        self.solution.winner(position) == Player::Builder
    }

    /// What a position is.
    pub fn position(&self, position: u32) -> &Position {
        &self.positions[position as usize]
    }

    /// Where a position leads.
    pub fn successors(&self, position: u32) -> &[u32] {
        self.game.successors(position)
    }

    /// The moves of a state that answer what is asked for, as indices: one for each successor of
    /// the position.
    pub fn moves(&self, state: u32, cause: Cause) -> Vec<u32> {
        let own = &self.model.view.states[state as usize];
        match cause {
            Cause::Demand(index) => own.demands[index as usize].clone(),
            Cause::Step(id) => {
                let modality = self.closure.step(id).map(|(modality, _)| modality);
                let looks = |index: &u32| {
                    let action = own.moves[*index as usize].action;
                    modality.is_some_and(|modality| modality.takes(action))
                };
                (0..own.moves.len() as u32).filter(looks).collect()
            }
        }
    }

    /// Where the winner goes from a position of its own.
    pub fn choice(&self, position: u32) -> Option<u32> {
        self.solution.choice(position)
    }

    /// The requirements of a copy.
    pub fn required(&self, copy: Copy) -> &[Id] {
        &self.sets[copy.required as usize]
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.game.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.game.is_empty()
    }
}

/// Plays the game for a formula in copies of these states.
///
/// # Errors
/// If there are too many positions.
pub fn play<'a>(
    model: &'a Model<'a>,
    closure: &'a Closure,
    states: &[u32],
    effort: &Effort<'_>,
) -> Result<Played<'a>, Stopped> {
    let mut arena = Arena {
        model,
        closure,
        effort,
        tracker: tracker(closure),
        game: Game::default(),
        positions: Vec::new(),
        copies: HashMap::new(),
        sets: Vec::new(),
        set_numbers: HashMap::new(),
        ways: HashMap::new(),
        work: Vec::new(),
    };
    let mut roots = Vec::with_capacity(states.len());
    for state in states {
        let next = arena.enter(vec![closure.root]);
        roots.push(arena.copy(*state, next)?);
    }
    while let Some((position, copy)) = arena.work.pop() {
        arena.expand(position, copy)?;
    }
    let Arena { game, positions, sets, .. } = arena;
    let solution = game.solve();
    Ok(Played { model, closure, game, positions, solution, sets, roots })
}

/// Requirements that a move brings: the set, the tracker's state, the priority.
type Next = (u32, u32, u32);

/// A choice, and what it means for successors by action (none first).
struct Way {
    choice: Rc<Choice>,
    /// For answers to demands.
    demands: Vec<Next>,
    /// For each existential step; nothing for actions that it does not look at.
    steps: Vec<(Id, Vec<Option<Next>>)>,
}

struct Arena<'a, 'e> {
    model: &'a Model<'a>,
    closure: &'a Closure,
    effort: &'e Effort<'e>,
    tracker: Box<dyn Tracker + 'a>,
    game: Game,
    positions: Vec<Position>,
    copies: HashMap<Copy, u32>,
    sets: Vec<Vec<Id>>,
    set_numbers: HashMap<Vec<Id>, u32>,
    /// By set of requirements, tracker's state and label: nothing else matters.
    ways: HashMap<(u32, u32, u32), Rc<Vec<Way>>>,
    work: Vec<(u32, Copy)>,
}

/// An action as an index from 0 for none.
fn slot(action: Option<u32>) -> usize {
    action.map_or(0, |action| action as usize + 1)
}

impl Arena<'_, '_> {
    fn set(&mut self, required: Vec<Id>) -> u32 {
        if let Some(known) = self.set_numbers.get(&required) {
            return *known;
        }
        let number = self.sets.len() as u32;
        self.sets.push(required.clone());
        self.set_numbers.insert(required, number);
        number
    }

    fn enter(&mut self, required: Vec<Id>) -> Next {
        let (track, priority) = self.tracker.start(&required);
        (self.set(required), track, priority)
    }

    fn add(&mut self, owner: Player, priority: u32, what: Position) -> Result<u32, Stopped> {
        self.effort.spend()?;
        self.positions.push(what);
        Ok(self.game.add(owner, priority))
    }

    fn copy(&mut self, state: u32, (required, track, priority): Next) -> Result<u32, Stopped> {
        let copy = Copy { state, required, track, priority };
        if let Some(known) = self.copies.get(&copy) {
            return Ok(*known);
        }
        let cut = self.model.view.states[state as usize].cut;
        let free = cut || self.sets[required as usize].is_empty();
        // Whose turn it is without a move loses.
        let owner = if free { Player::Spoiler } else { Player::Builder };
        let position = self.add(owner, priority, Position::Copy(copy))?;
        self.copies.insert(copy, position);
        if !free {
            self.work.push((position, copy));
        }
        Ok(position)
    }

    fn expand(&mut self, position: u32, copy: Copy) -> Result<(), Stopped> {
        let ways = self.ways(copy)?;
        let mut successors = Vec::with_capacity(ways.len());
        for way in ways.iter() {
            let chosen = self.add(Player::Spoiler, 0, Position::Chosen(Rc::clone(&way.choice)))?;
            let asked = self.asked(copy.state, way)?;
            self.game.lead(chosen, asked);
            successors.push(chosen);
        }
        self.game.lead(position, successors);
        Ok(())
    }

    /// What the spoiler can ask for.
    fn asked(&mut self, state: u32, way: &Way) -> Result<Vec<u32>, Stopped> {
        let own = &self.model.view.states[state as usize];
        let mut asked = Vec::with_capacity(own.demands.len() + way.steps.len());
        for (index, demand) in (0..).zip(&own.demands) {
            let next = |action| Some(way.demands[slot(action)]);
            asked.push(self.answers(state, Cause::Demand(index), demand, next)?);
        }
        let all: Vec<u32> = (0..own.moves.len() as u32).collect();
        for (step, next) in &way.steps {
            asked.push(self.answers(state, Cause::Step(*step), &all, |action| next[slot(action)])?);
        }
        Ok(asked)
    }

    /// What the builder can answer: some of these moves, with what they bring.
    fn answers(
        &mut self,
        state: u32,
        cause: Cause,
        moves: &[u32],
        next: impl Fn(Option<u32>) -> Option<Next>,
    ) -> Result<u32, Stopped> {
        let own = &self.model.view.states[state as usize];
        let mut targets = Vec::new();
        for index in moves {
            let step = own.moves[*index as usize];
            if let Some(next) = next(step.action) {
                targets.push(self.copy(step.to, next)?);
            }
        }
        let position = self.add(Player::Builder, 0, Position::Asked(cause))?;
        self.game.lead(position, targets);
        Ok(position)
    }

    fn ways(&mut self, copy: Copy) -> Result<Rc<Vec<Way>>, Stopped> {
        let label = self.model.label_of[copy.state as usize];
        let key = (copy.required, copy.track, label);
        if let Some(known) = self.ways.get(&key) {
            return Ok(Rc::clone(known));
        }
        let required = self.sets[copy.required as usize].clone();
        let label = self.model.label(copy.state);
        let mut ways = Vec::new();
        for choice in choices(self.closure, &required, label, self.effort)? {
            ways.push(self.way(copy.track, choice));
        }
        let ways = Rc::new(ways);
        self.ways.insert(key, Rc::clone(&ways));
        Ok(ways)
    }

    fn way(&mut self, track: u32, choice: Choice) -> Way {
        let actions = self.model.view.actions.len() as u32;
        let actions: Vec<Option<u32>> =
            std::iter::once(None).chain((0..actions).map(Some)).collect();
        let demands =
            actions.iter().map(|action| self.next(track, &choice, None, *action)).collect();
        let mut steps = Vec::new();
        let closure = self.closure;
        for &step in &choice.steps {
            let Some((modality, _)) = closure.step(step) else { continue };
            if modality.exists {
                let next = |action: &Option<u32>| {
                    modality.takes(*action).then(|| self.next(track, &choice, Some(step), *action))
                };
                steps.push((step, actions.iter().map(next).collect()));
            }
        }
        Way { choice: Rc::new(choice), demands, steps }
    }

    /// What a move with an action brings, as an answer to an existential step or to a demand.
    fn next(
        &mut self,
        track: u32,
        choice: &Choice,
        answered: Option<Id>,
        action: Option<u32>,
    ) -> Next {
        let (taken, required) = brought(self.closure, choice, answered, action);
        let transfer = Transfer { choice, taken: &taken, required: &required };
        let (track, priority) = self.tracker.next(track, &transfer);
        (self.set(required), track, priority)
    }
}

/// The steps that look at a move with an action, which answers an existential one or a demand; and
/// what they require behind it.
pub fn brought(
    closure: &Closure,
    choice: &Choice,
    answered: Option<Id>,
    action: Option<u32>,
) -> (Vec<Id>, Vec<Id>) {
    let mut taken = Vec::new();
    let mut required = Vec::new();
    for step in &choice.steps {
        let Some((modality, body)) = closure.step(*step) else { continue };
        let looks = modality.takes(action) && (!modality.exists || answered == Some(*step));
        if looks {
            taken.push(*step);
            if closure.nodes[body as usize] != Node::Const(true) {
                required.push(body);
            }
        }
    }
    required.sort_unstable();
    required.dedup();
    (taken, required)
}
