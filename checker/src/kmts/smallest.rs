//! The smallest formula of modal logic that is true in some states and not in others, by trying all
//! up to a size: for small graphs, where that is cheap.
//!
//! Of formulas that are true in the same states one is kept, so that there are far fewer than
//! formulas. The size is that of [`Formulas::size`].

use std::collections::HashSet;

use belnap_ir::belnap::Belnap;

use super::formulas::{FormulaId, Formulas, Node};
use super::graph::{Arcs, Graph};

/// The states where a formula is definitely true.
type States = Vec<u64>;

/// Work that is done before the search gives up: words of sets of states.
const MAX_WORK: usize = 30_000_000;

struct Search<'f, 'g> {
    formulas: &'f mut Formulas<'g>,
    wanted: States,
    unwanted: States,
    seen: HashSet<States>,
    /// By size.
    levels: Vec<Vec<(States, FormulaId)>>,
    found: Option<FormulaId>,
    work: usize,
}

/// A formula that is true in all `wanted` states and in no `unwanted` one, smaller than `size`, if
/// there is one and it is found in time; then there is no smaller one.
pub fn smaller(
    formulas: &mut Formulas<'_>,
    wanted: &[u32],
    unwanted: &[u32],
    size: u64,
) -> Option<FormulaId> {
    let graph = formulas.graph();
    let mut search = Search {
        formulas,
        wanted: set(graph, wanted),
        unwanted: set(graph, unwanted),
        seen: HashSet::new(),
        levels: vec![Vec::new()],
        found: None,
        work: MAX_WORK,
    };
    search.start();
    for next in 2..size as usize {
        if search.found.is_some() || search.work == 0 {
            break;
        }
        search.grow(next);
    }
    search.found.filter(|found| search.formulas.size(*found) < size)
}

fn set(graph: &Graph, states: &[u32]) -> States {
    let mut words = vec![0; graph.size().div_ceil(64)];
    for state in states {
        words[*state as usize / 64] |= 1 << (state % 64);
    }
    words
}

fn has(states: &States, state: u32) -> bool {
    states[state as usize / 64] >> (state % 64) & 1 == 1
}

impl Search<'_, '_> {
    fn start(&mut self) {
        let graph = self.formulas.graph();
        self.levels.push(Vec::new());
        for value in [true, false] {
            let everywhere: Vec<u32> = (0..graph.size() as u32).filter(|_| value).collect();
            let constant = self.formulas.add(Node::Const(value));
            self.offer(set(graph, &everywhere), 1, |_| constant);
        }
        for proposition in 0..graph.propositions.len() {
            for positive in [true, false] {
                let of =
                    |state: &u32| graph.label_of(*state)[proposition] == Belnap::from(positive);
                let states: Vec<u32> = (0..graph.size() as u32).filter(of).collect();
                let literal = Node::Literal(proposition as u32, positive);
                self.offer(set(graph, &states), 1, |formulas| formulas.add(literal));
            }
        }
    }

    /// Adds the formulas of a size.
    fn grow(&mut self, size: usize) {
        self.levels.push(Vec::new());
        let graph = self.formulas.graph();
        for (states, body) in self.levels[size - 1].clone() {
            for action in 0..graph.actions.len() as u32 {
                if graph.actions[action as usize].is_none() && !graph.is_plain() {
                    continue;
                }
                let exists = self.before(&graph.must, action, &states, false);
                self.offer(exists, size, |formulas| formulas.add(Node::Exists(action, body)));
                let forall = self.before(&graph.may, action, &states, true);
                self.offer(forall, size, |formulas| formulas.add(Node::Forall(action, body)));
            }
        }
        for left in 1..size - 1 {
            let right = size - 1 - left;
            if left > right {
                break;
            }
            for first in 0..self.levels[left].len() {
                for second in 0..self.levels[right].len() {
                    if self.work == 0 || self.found.is_some() {
                        return;
                    }
                    self.combine((left, first), (right, second), size);
                }
            }
        }
    }

    fn combine(&mut self, left: (usize, usize), right: (usize, usize), size: usize) {
        let (l, r) = (&self.levels[left.0][left.1], &self.levels[right.0][right.1]);
        let (first, second) = (l.1, r.1);
        let both: States = l.0.iter().zip(&r.0).map(|(l, r)| l & r).collect();
        let either: States = l.0.iter().zip(&r.0).map(|(l, r)| l | r).collect();
        self.offer(both, size, |formulas| formulas.all(vec![first, second]));
        self.offer(either, size, |formulas| formulas.any(vec![first, second]));
    }

    /// The states some (or all) of whose arcs lead into a set.
    fn before(&mut self, arcs: &Arcs, action: u32, states: &States, all: bool) -> States {
        self.work = self.work.saturating_sub(arcs.len() + states.len());
        let size = self.formulas.graph().size() as u32;
        let good = |state: &u32| {
            let mut targets = arcs.by(*state, action);
            if all { targets.all(|to| has(states, to)) } else { targets.any(|to| has(states, to)) }
        };
        let found: Vec<u32> = (0..size).filter(good).collect();
        set(self.formulas.graph(), &found)
    }

    fn offer(
        &mut self,
        states: States,
        size: usize,
        make: impl FnOnce(&mut Formulas<'_>) -> FormulaId,
    ) {
        self.work = self.work.saturating_sub(2 * states.len() + 8);
        if self.found.is_some() || self.work == 0 || self.seen.contains(&states) {
            return;
        }
        let formula = make(self.formulas);
        let reached = |(own, wanted): (&u64, &u64)| own & wanted == *wanted;
        let missed = |(own, unwanted): (&u64, &u64)| own & unwanted == 0;
        if states.iter().zip(&self.wanted).all(reached)
            && states.iter().zip(&self.unwanted).all(missed)
        {
            self.found = Some(formula);
        }
        self.seen.insert(states.clone());
        self.levels[size].push((states, formula));
    }
}
