//! Paths that some completion has and that violate a formula: a run of a Büchi automaton of the
//! negation along moves, labels chosen as it likes.

use belnap_automata::buchi::{Buchi, Owed};
use belnap_ir::automaton::Letter;
use indexmap::IndexSet;

use super::Reading;
use crate::thorough::closure::Closure;
use crate::thorough::completion::{Draft, DraftCopy};
use crate::thorough::demands::Demands;
use crate::thorough::effort::{Effort, Stopped};
use crate::thorough::parity::{Game, Player};

/// A step of a path: a copy of a state with a letter, and the move to the next; without a move the
/// path ends.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    state: u32,
    letter: Letter,
    next: Option<u32>,
}

/// A path that violates a formula.
#[derive(Clone, Debug)]
pub struct Lasso {
    steps: Vec<Step>,
    /// The step that follows the last, if the path does not end.
    again: Option<usize>,
}

/// Where a run is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Position {
    /// The state, or behind the end.
    state: Option<u32>,
    /// Steps until the automaton begins.
    wait: u32,
    owed: Owed,
    /// Whether the last step was an accepting one.
    accepting: bool,
}

/// For each of these states a path from there that violates the formula, if some completion has
/// one.
pub fn find(
    view: &Demands,
    read: &Reading,
    refuting: &Buchi,
    states: &[u32],
    effort: &Effort<'_>,
) -> Result<Vec<Option<Lasso>>, Stopped> {
    let Some(initial) = refuting.initial() else { return Ok(vec![None; states.len()]) };
    let begin = |state: &u32| Position {
        state: Some(*state),
        wait: view.prefix,
        owed: initial.clone(),
        accepting: false,
    };
    let mut positions: IndexSet<Position> = states.iter().map(begin).collect();
    let mut steps: Vec<Vec<Step>> = Vec::new();
    // All positions belong to the builder, who wants to meet accepting steps again and again.
    let mut game = Game::default();
    while let Some(position) = positions.get_index(steps.len()).cloned() {
        effort.spend()?;
        game.add(Player::Builder, if position.accepting { 2 } else { 1 });
        let found = follow(view, read, refuting, &position);
        let (own, next): (Vec<Step>, Vec<Position>) = found.into_iter().unzip();
        let next =
            next.into_iter().map(|one| positions.insert_full(one).0 as u32).collect::<Vec<_>>();
        steps.push(own);
        game.lead(steps.len() as u32 - 1, next);
    }
    let solution = game.solve();
    let lasso = |root: usize| {
        let mut seen: IndexSet<u32> = IndexSet::new();
        let mut found = Vec::new();
        let mut at = root as u32;
        while seen.insert(at) {
            let next = solution.choice(at)?;
            let way = game.successors(at).iter().position(|to| *to == next)?;
            found.push(steps[at as usize][way]);
            at = next;
        }
        let ends = found.iter().position(|step| step.next.is_none());
        Some(match ends {
            Some(end) => Lasso { steps: found[..=end].to_vec(), again: None },
            None => Lasso { steps: found, again: seen.get_index_of(&at) },
        })
    };
    let wins = |root: usize| solution.winner(root as u32) == Player::Builder;
    Ok((0..states.len()).map(|root| if wins(root) { lasso(root) } else { None }).collect())
}

/// The steps from a position.
fn follow(
    view: &Demands,
    read: &Reading,
    refuting: &Buchi,
    position: &Position,
) -> Vec<(Step, Position)> {
    let Some(state) = position.state else {
        // Behind the end, there is one letter for ever.
        let step = Step { state: 0, letter: read.end(), next: None };
        let next = refuting.successors(&position.owed, read.end()).into_iter();
        return next
            .map(|(owed, accepting)| (step, Position { owed, accepting, ..position.clone() }))
            .collect();
    };
    let own = &view.states[state as usize];
    if own.cut {
        // Whatever is wanted may follow.
        let step = Step { state, letter: 0, next: None };
        return vec![(step, Position { accepting: true, ..position.clone() })];
    }
    let mut found = Vec::new();
    let mut go_on = |letter: Letter, owed: &Owed, accepting: bool, wait: u32| {
        let mut to = |next: Option<u32>, behind: Option<u32>| {
            let position = Position { state: behind, wait, owed: owed.clone(), accepting };
            found.push((Step { state, letter, next }, position));
        };
        for (number, step) in (0..).zip(&own.moves) {
            to(Some(number), Some(step.to));
        }
        // A path that ends before it is judged violates nothing.
        if own.demands.is_empty() && position.wait == 0 {
            to(None, None);
        }
    };
    match position.wait {
        0 => {
            for letter in read.letters(state) {
                for (owed, accepting) in refuting.successors(&position.owed, letter) {
                    go_on(letter, &owed, accepting, 0);
                }
            }
        }
        wait => {
            if let Some(letter) = read.letters(state).next() {
                go_on(letter, &position.owed, false, wait - 1);
            }
        }
    }
    found
}

/// The completion that a path is part of, with its first copy: what else each copy has to do is
/// done by copies of their own.
pub fn draft(view: &Demands, read: &Reading, closure: &Closure, lasso: &Lasso) -> (Draft, u32) {
    let mut draft = Draft::default();
    let copies: Vec<u32> = lasso
        .steps
        .iter()
        .map(|step| {
            let label = read.label(step.letter, closure);
            draft.add(DraftCopy { state: step.state, label, next: Vec::new() })
        })
        .collect();
    for (number, step) in lasso.steps.iter().enumerate() {
        let own = &view.states[step.state as usize];
        let mut next = Vec::new();
        let following = copies.get(number + 1).or(lasso.again.map(|again| &copies[again]));
        if let (Some(chosen), Some(following)) = (step.next, following) {
            next.push((chosen, *following));
        }
        for demand in &own.demands {
            if !step.next.is_some_and(|chosen| demand.contains(&chosen)) {
                let to = own.moves[demand[0] as usize].to;
                next.push((demand[0], draft.free(view, to)));
            }
        }
        draft.lead(copies[number], next);
    }
    (draft, copies[0])
}
