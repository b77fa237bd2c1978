//! Determinisation of Büchi automata, one step at a time: Safra's trees with their nodes numbered
//! by age (Piterman 2007; the form with marks on transitions is that of Redziejowski 2012).
//!
//! The automaton is abstract: a function from a state to its successors for the letter that is
//! read, each with a mark that says whether the step is accepting. A [`Tree`] is what the
//! deterministic automaton remembers. It accepts if the *least* priority that is met infinitely
//! often is *even*.

use std::collections::BTreeMap;

/// The priority of a step at which nothing happens: odd, and greater than all others.
pub const QUIET: u32 = u32::MAX;

/// The states that runs can be in, in nested sets. A node is a set within that of its parent; the
/// runs in it have all met an accepting step since it was made. Nodes are numbered by age, so that
/// the number of a node is greater than that of its parent; the oldest is the root.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tree<S> {
    /// The parent of each node but the root.
    parents: Vec<Option<usize>>,
    /// Each state with the innermost node it is in.
    inside: BTreeMap<S, usize>,
}

/// What became of a node in a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// No run is left in it.
    Gone,
    /// All its runs have met an accepting step since it was made or last complete.
    Complete,
    /// Neither.
    Kept,
    /// It is part of a node that is complete.
    Merged,
}

impl<S: Ord + Clone> Tree<S> {
    /// Runs that start in these states.
    pub fn new(initial: impl IntoIterator<Item = S>) -> Self {
        let inside: BTreeMap<S, usize> = initial.into_iter().map(|state| (state, 0)).collect();
        let parents = if inside.is_empty() { Vec::new() } else { vec![None] };
        Tree { parents, inside }
    }

    /// The states that runs can be in.
    pub fn states(&self) -> impl Iterator<Item = &S> {
        self.inside.keys()
    }

    /// The tree after a letter, and the priority of the step. `successors` gives the states that
    /// follow one, each with whether the step there is accepting.
    pub fn step<I>(&self, mut successors: impl FnMut(&S) -> I) -> (Tree<S>, u32)
    where
        I: IntoIterator<Item = (S, bool)>,
    {
        let old = self.parents.len();
        let mut parents = self.parents.clone();
        let mut children: BTreeMap<usize, usize> = BTreeMap::new();
        let mut inside: BTreeMap<S, usize> = BTreeMap::new();
        for (state, &node) in &self.inside {
            for (next, accepting) in successors(state) {
                let node = match accepting {
                    false => node,
                    true => *children.entry(node).or_insert_with(|| {
                        parents.push(Some(node));
                        parents.len() - 1
                    }),
                };
                let best = inside.entry(next).or_insert(node);
                if is_better(&parents, node, *best) {
                    *best = node;
                }
            }
        }
        let fates = fates(&parents, inside.values().copied());
        let complete = (0..old).find(|&node| fates[node] == Fate::Complete);
        let gone = (0..old).find(|&node| fates[node] == Fate::Gone);
        (compact(&parents, &fates, inside), priority(complete, gone))
    }
}

fn priority(complete: Option<usize>, gone: Option<usize>) -> u32 {
    let number = |node: usize, odd: u32| {
        u32::try_from(node).ok().and_then(|n| n.checked_mul(2)).map_or(QUIET, |n| n + odd)
    };
    match (complete, gone) {
        (Some(complete), Some(gone)) if gone < complete => number(gone, 1),
        (Some(complete), _) => number(complete, 2),
        (None, Some(gone)) => number(gone, 1),
        (None, None) => QUIET,
    }
}

/// Whether a state that could be in either node stays in `node`: the one further inside, else the
/// one whose branch is older.
fn is_better(parents: &[Option<usize>], node: usize, than: usize) -> bool {
    let (left, right) = (line(parents, node), line(parents, than));
    match left.iter().zip(&right).find(|(left, right)| left != right) {
        Some((left, right)) => left < right,
        None => left.len() > right.len(),
    }
}

/// The nodes that a node is in, from the root to itself.
fn line(parents: &[Option<usize>], node: usize) -> Vec<usize> {
    let mut line: Vec<usize> = std::iter::successors(Some(node), |&node| parents[node]).collect();
    line.reverse();
    line
}

/// What becomes of the nodes when these are the innermost ones of the states. Nodes that are no
/// older than this step are kept, merged or gone like all others.
fn fates(parents: &[Option<usize>], innermost: impl Iterator<Item = usize>) -> Vec<Fate> {
    let mut own = vec![false; parents.len()];
    for node in innermost {
        own[node] = true;
    }
    let mut filled = own.clone();
    // Children are younger than their parents.
    for node in (0..parents.len()).rev() {
        if let (true, Some(parent)) = (filled[node], parents[node]) {
            filled[parent] = true;
        }
    }
    let mut fates: Vec<Fate> = Vec::with_capacity(parents.len());
    for node in 0..parents.len() {
        let above = parents[node].map(|parent| fates[parent]);
        fates.push(match (filled[node], own[node], above) {
            (false, ..) => Fate::Gone,
            (_, _, Some(Fate::Complete | Fate::Merged)) => Fate::Merged,
            (_, false, _) => Fate::Complete,
            _ => Fate::Kept,
        });
    }
    fates
}

/// The tree without nodes that are gone or part of others, numbered anew in the same order.
fn compact<S: Ord>(
    parents: &[Option<usize>],
    fates: &[Fate],
    inside: BTreeMap<S, usize>,
) -> Tree<S> {
    let mut number = vec![0; parents.len()];
    let mut kept = Vec::new();
    for node in 0..parents.len() {
        match (fates[node], parents[node]) {
            (Fate::Kept | Fate::Complete, parent) => {
                number[node] = kept.len();
                kept.push(parent.map(|parent| number[parent]));
            }
            (Fate::Merged, Some(parent)) => number[node] = number[parent],
            (Fate::Merged | Fate::Gone, _) => {}
        }
    }
    let inside = inside.into_iter().map(|(state, node)| (state, number[node])).collect();
    Tree { parents: kept, inside }
}

#[cfg(test)]
mod tests {
    use super::{QUIET, Tree};

    /// All states follow all; steps into 0 are accepting.
    fn step(tree: &Tree<u8>) -> (Tree<u8>, u32) {
        tree.step(|_| [(0, true), (1, false)])
    }

    #[test]
    fn without_runs_nothing_is_accepted() {
        let (tree, priority) = Tree::<u8>::new([]).step(|_| [(0, true)]);
        assert_eq!((tree.states().count(), priority), (0, QUIET));
        let (tree, priority) = Tree::new([0]).step(|_| [(0, true); 0]);
        assert_eq!((tree.states().count(), priority), (0, 1));
    }

    #[test]
    fn a_run_that_accepts_at_each_step_completes_the_root() {
        let (tree, priority) = Tree::new([0]).step(|_| [(0, true)]);
        assert_eq!((tree, priority), (Tree::new([0]), 2));
    }

    #[test]
    fn a_run_that_can_accept_for_ever_completes_a_node() {
        let mut tree = Tree::new([0]);
        let mut least = QUIET;
        for round in 0..20 {
            let (next, priority) = step(&tree);
            tree = next;
            least = if round < 10 { QUIET } else { least.min(priority) };
        }
        assert!(least.is_multiple_of(2), "{least}");
    }
}
