//! Whether two explored graphs satisfy the same formulas without next-step operators:
//! divergence-sensitive stutter bisimulation, by refining a partition until it is stable
//! (signatures, after Blom and Orzan).

use std::collections::{BTreeMap, BTreeSet};

use super::State;
use super::explore::Exploration;

/// Whether the initial states of two systems are alike for an observer of single states.
pub fn stutter_alike<O: Ord>(
    (a, see_a): (&Exploration, &dyn Fn(&State) -> O),
    (b, see_b): (&Exploration, &dyn Fn(&State) -> O),
) -> bool {
    let shift = a.states.len();
    let mut next: Vec<Vec<usize>> = a.successors.clone();
    next.extend(b.successors.iter().map(|targets| targets.iter().map(|to| to + shift).collect()));
    let seen = a.states.iter().map(see_a).chain(b.states.iter().map(see_b));
    let mut blocks = numbered(seen);
    loop {
        let signatures = signatures(&next, &blocks);
        let finer = numbered(blocks.iter().copied().zip(signatures));
        let stable = count(&finer) == count(&blocks);
        blocks = finer;
        if stable {
            break;
        }
    }
    let initial = |from: usize, many: usize| -> BTreeSet<usize> {
        blocks[from..from + many].iter().copied().collect()
    };
    initial(0, a.initial) == initial(shift, b.initial)
}

/// Equal things get equal numbers.
fn numbered<T: Ord>(things: impl Iterator<Item = T>) -> Vec<usize> {
    let mut numbers = BTreeMap::new();
    things
        .map(|thing| {
            let new = numbers.len();
            *numbers.entry(thing).or_insert(new)
        })
        .collect()
}

fn count(blocks: &[usize]) -> usize {
    blocks.iter().collect::<BTreeSet<_>>().len()
}

/// For each state: which other blocks can be entered next, and whether its own need never be left.
fn signatures(next: &[Vec<usize>], blocks: &[usize]) -> Vec<(BTreeSet<usize>, bool)> {
    let inner = |state: usize| next[state].iter().filter(move |to| blocks[**to] == blocks[state]);
    // An execution that has ended stays where it is.
    let mut stays = vec![true; next.len()];
    let mut entered: Vec<BTreeSet<usize>> = (0..next.len())
        .map(|state| {
            let others = next[state].iter().map(|to| blocks[*to]);
            others.filter(|block| *block != blocks[state]).collect()
        })
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for state in (0..next.len()).rev() {
            let can_stay = next[state].is_empty() || inner(state).any(|to| stays[*to]);
            if stays[state] && !can_stay {
                stays[state] = false;
                changed = true;
            }
            for to in inner(state) {
                let new: Vec<usize> = entered[*to].difference(&entered[state]).copied().collect();
                changed |= !new.is_empty();
                entered[state].extend(new);
            }
        }
    }
    entered.into_iter().zip(stays).collect()
}
