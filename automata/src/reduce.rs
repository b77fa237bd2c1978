//! Smaller parity automata: fewest priorities, one state for all words, one for none, equal states
//! merged.

use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::automaton::{Move, ParityAutomaton, State};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::parity::Explored;

/// A step, whatever the letter: from, to, its least-is-strongest priority.
type Step = (State, State, u32);

/// What is left of an automaton. Some steps may have several priorities; which make most states
/// equal is tried.
pub(crate) fn reduce(explored: &Explored) -> ParityAutomaton {
    let first = reduced(explored, Free::Below);
    [Free::Strongest, Free::Least].into_iter().fold(first, |best, free| {
        let other = reduced(explored, free);
        if other.moves.len() < best.moves.len() { other } else { best }
    })
}

/// Which priority a step gets if all its cycles have a stronger one.
#[derive(Clone, Copy)]
enum Free {
    /// That.
    Strongest,
    /// The greatest of the weaker ones.
    Below,
    /// 0.
    Least,
}

fn reduced(explored: &Explored, free: Free) -> ParityAutomaton {
    let steps: BTreeSet<Step> = explored
        .steps
        .iter()
        .enumerate()
        .flat_map(|(from, row)| row.iter().map(move |&(to, priority)| (from, to, priority)))
        .collect();
    let steps: Vec<Step> = steps.into_iter().collect();
    let mut priorities = BTreeMap::new();
    assign(&steps, explored.steps.len(), free, &mut priorities);
    let verdicts = Verdicts::new(explored.steps.len(), &steps, &priorities);
    let entering = entering(&priorities);
    let moves: Vec<Vec<Move>> = explored
        .steps
        .iter()
        .enumerate()
        .map(|(from, row)| {
            let renumbered = row.iter().map(|&(to, priority)| {
                if let Some(priority) = verdicts.decided(from) {
                    return Move { to: from, priority };
                }
                // Where no cycle comes by, the priority does not matter.
                let own = priorities.get(&(from, to, priority)).copied();
                let priority =
                    own.or_else(|| verdicts.decided(to)).or_else(|| entering.get(&to).copied());
                Move { to, priority: priority.unwrap_or(0) }
            });
            renumbered.collect()
        })
        .collect();
    quotient(explored, &moves)
}

/// The least priority with which each state is entered from its own component.
fn entering(priorities: &BTreeMap<Step, usize>) -> BTreeMap<State, usize> {
    let mut least = BTreeMap::new();
    for (&(_, to, _), &priority) in priorities {
        let known = least.entry(to).or_insert(priority);
        *known = priority.min(*known);
    }
    least
}

/// Gives the steps that lie on cycles the least priorities, of which the greatest decides, that
/// accept the same cycles (Carton and Maceiras 1999). Returns the greatest.
fn assign(
    steps: &[Step],
    states: usize,
    free: Free,
    priorities: &mut BTreeMap<Step, usize>,
) -> Option<usize> {
    let components = components(steps, states);
    let mut inside: BTreeMap<usize, Vec<Step>> = BTreeMap::new();
    for &step in steps.iter().filter(|step| components[step.0] == components[step.1]) {
        inside.entry(components[step.0]).or_default().push(step);
    }
    let mut greatest = None;
    for own in inside.into_values() {
        let Some(strongest) = own.iter().map(|step| step.2).min() else { continue };
        let weaker: Vec<Step> = own.iter().copied().filter(|step| step.2 != strongest).collect();
        let below = assign(&weaker, states, free, priorities);
        let parity = usize::from(strongest % 2 == 1);
        let priority = below.map_or(parity, |below| below + usize::from(below % 2 != parity));
        for step in own {
            let own = match free {
                Free::Below if step.2 != strongest => below.unwrap_or(priority),
                Free::Least if step.2 != strongest => 0,
                _ => priority,
            };
            priorities.entry(step).or_insert(own);
        }
        greatest = greatest.max(Some(priority));
    }
    greatest
}

/// The number of the strongly connected component of each state.
fn components(steps: &[Step], states: usize) -> Vec<usize> {
    let mut graph = DiGraph::<(), ()>::with_capacity(states, steps.len());
    for _ in 0..states {
        graph.add_node(());
    }
    for &(from, to, _) in steps {
        graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), ());
    }
    let mut component = vec![0; states];
    for (number, members) in tarjan_scc(&graph).into_iter().enumerate() {
        for member in members {
            component[member.index()] = number;
        }
    }
    component
}

/// States from which all words, or none, are accepted.
struct Verdicts {
    /// Some word is accepted.
    some: Vec<bool>,
    /// Some word is not accepted.
    not_all: Vec<bool>,
}

impl Verdicts {
    fn new(states: usize, steps: &[Step], priorities: &BTreeMap<Step, usize>) -> Self {
        let can_meet = |parity: usize| {
            let mut can = vec![false; states];
            for (&(from, ..), priority) in priorities {
                can[from] |= priority % 2 == parity;
            }
            loop {
                let mut changed = false;
                for &(from, to, _) in steps {
                    changed |= can[to] && !can[from];
                    can[from] |= can[to];
                }
                if !changed {
                    return can;
                }
            }
        };
        Verdicts { some: can_meet(0), not_all: can_meet(1) }
    }

    /// The priority of all steps from a state whose words are all accepted, or all not.
    fn decided(&self, state: State) -> Option<usize> {
        match (self.some[state], self.not_all[state]) {
            (true, true) => None,
            (some, _) => Some(usize::from(!some)),
        }
    }
}

/// States that cannot be told apart merged, numbered as they are met from the initial one.
fn quotient(explored: &Explored, moves: &[Vec<Move>]) -> ParityAutomaton {
    let mut classes = vec![0; moves.len()];
    let mut count = 1;
    loop {
        let mut known: BTreeMap<(usize, Vec<Move>), usize> = BTreeMap::new();
        let next: Vec<usize> = moves
            .iter()
            .enumerate()
            .map(|(state, row)| {
                let seen = row.iter().map(|step| Move { to: classes[step.to], ..*step }).collect();
                let fresh = known.len();
                *known.entry((classes[state], seen)).or_insert(fresh)
            })
            .collect();
        let found = known.len();
        classes = next;
        if found == count {
            break;
        }
        count = found;
    }
    let mut first = vec![None; count];
    for (state, &class) in classes.iter().enumerate() {
        first[class].get_or_insert(state);
    }
    let mut order = vec![classes[0]];
    let mut rows = Vec::new();
    while let Some(&class) = order.get(rows.len()) {
        let state = first[class].unwrap_or(0);
        let row = moves[state].iter().map(|step| {
            let class = classes[step.to];
            let to = order.iter().position(|&known| known == class).unwrap_or_else(|| {
                order.push(class);
                order.len() - 1
            });
            Move { to, ..*step }
        });
        rows.push(row.collect());
    }
    ParityAutomaton { atoms: explored.atoms.clone(), ends: explored.ends, initial: 0, moves: rows }
}
