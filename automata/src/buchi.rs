//! Formulas as nondeterministic Büchi automata, explored as far as they are asked for.
//!
//! A state is a set of formulas that have to be true from now on. A letter leaves of each what has
//! to be true of the rest, in one of several ways; a way may put off what an *until* promises. A
//! run is accepting if no promise is put off for ever (Couvreur's tableau). Promises are looked at
//! in turn, so that one mark on steps says whether all have been.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use belnap_ir::automaton::Letter;

use crate::normal::{FALSE, Node, NodeId, Normal, TRUE};

/// Formulas that have to be true.
pub type Obligations = BTreeSet<NodeId>;

/// A way to read a letter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Way {
    /// What has to be true of the rest.
    pub next: Obligations,
    /// Untils whose second part has been put off.
    pub postponed: Obligations,
}

/// A state of the automaton: what is owed, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Owed {
    /// What has to be true from here on. With nothing owed, every word is accepted.
    pub obligations: Obligations,
    /// The promise that is looked at.
    turn: usize,
}

/// The ways of formulas that have been asked for.
type Known = HashMap<(NodeId, Letter), Rc<[Way]>>;

/// The automaton of a formula.
pub struct Buchi {
    /// The formula.
    pub normal: Normal,
    /// The formulas that promise something.
    promises: Vec<NodeId>,
    known: RefCell<Known>,
}

impl Buchi {
    /// The automaton of a formula.
    pub fn new(normal: Normal) -> Self {
        let promises = subformulas(&normal, normal.root)
            .into_iter()
            .filter(|&node| matches!(normal.node(node), Node::Until(..)))
            .collect();
        Buchi { normal, promises, known: RefCell::default() }
    }

    /// Whether nothing is promised: every run that goes on for ever is accepting.
    pub fn is_safety(&self) -> bool {
        self.promises.is_empty()
    }

    /// Whether a run that accepts has nothing left to do at some time.
    pub fn is_cosafety(&self) -> bool {
        let all = subformulas(&self.normal, self.normal.root);
        !all.into_iter().any(|node| matches!(self.normal.node(node), Node::Release(..)))
    }

    /// What the whole formula owes at first.
    pub fn first(&self) -> Option<Obligations> {
        self.owing(self.normal.root)
    }

    /// Where runs start; nowhere if the formula is false.
    pub fn initial(&self) -> Option<Owed> {
        self.first().map(|obligations| Owed { obligations, turn: 0 })
    }

    /// The states that may follow, each with whether the step is accepting.
    pub fn successors(&self, state: &Owed, letter: Letter) -> Vec<(Owed, bool)> {
        let ways = self.ways(&state.obligations, letter);
        ways.into_iter()
            .map(|way| {
                let (turn, accepting) = match way.next.is_empty() {
                    true => (0, true),
                    false => self.advance(state.turn, &way.postponed),
                };
                (Owed { obligations: way.next, turn }, accepting)
            })
            .collect()
    }

    /// Whose turn it is after a step that puts these off, and whether all have had it.
    fn advance(&self, turn: usize, postponed: &Obligations) -> (usize, bool) {
        let from = |start: usize| {
            let rest = self.promises[start..].iter();
            start + rest.take_while(|promise| !postponed.contains(promise)).count()
        };
        let turn = from(turn);
        match turn == self.promises.len() {
            false => (turn, false),
            true if self.promises.is_empty() => (0, true),
            true => (from(0) % self.promises.len(), true),
        }
    }

    /// The ways to read a letter with these obligations, none of which asks more than another.
    pub fn ways(&self, obligations: &Obligations, letter: Letter) -> Vec<Way> {
        let nothing = Way { next: Obligations::new(), postponed: Obligations::new() };
        obligations
            .iter()
            .fold(vec![nothing], |ways, &node| minimal(combine(&ways, &self.ways_of(node, letter))))
    }

    fn ways_of(&self, node: NodeId, letter: Letter) -> Rc<[Way]> {
        if let Some(known) = self.known.borrow().get(&(node, letter)) {
            return Rc::clone(known);
        }
        let ways: Rc<[Way]> = minimal(self.compute(node, letter)).into();
        self.known.borrow_mut().insert((node, letter), Rc::clone(&ways));
        ways
    }

    fn compute(&self, node: NodeId, letter: Letter) -> Vec<Way> {
        let nothing = || Way { next: Obligations::new(), postponed: Obligations::new() };
        let later = |node| self.owing(node).map(|next| Way { next, ..nothing() });
        match self.normal.node(node) {
            Node::Const(value) => value.then(nothing).into_iter().collect(),
            Node::Literal { bit, positive } => {
                let set = letter >> bit & 1 == 1;
                (set == *positive).then(nothing).into_iter().collect()
            }
            Node::And(operands) => operands.iter().fold(vec![nothing()], |ways, &operand| {
                minimal(combine(&ways, &self.ways_of(operand, letter)))
            }),
            Node::Or(operands) => {
                let ways = operands.iter().map(|&operand| self.ways_of(operand, letter));
                ways.flat_map(|ways| ways.to_vec()).collect()
            }
            Node::Next(body) => later(*body).into_iter().collect(),
            Node::Until(left, right) => {
                let again =
                    Way { next: Obligations::from([node]), postponed: Obligations::from([node]) };
                let mut ways = combine(&self.ways_of(*left, letter), &[again]);
                ways.extend(self.ways_of(*right, letter).iter().cloned());
                ways
            }
            Node::Release(left, right) => {
                let mut first = self.ways_of(*left, letter).to_vec();
                first.push(Way { next: Obligations::from([node]), ..nothing() });
                combine(&first, &self.ways_of(*right, letter))
            }
        }
    }

    /// What it takes for a formula to be true; `None` if it never is.
    fn owing(&self, node: NodeId) -> Option<Obligations> {
        match self.normal.node(node) {
            _ if node == TRUE => Some(Obligations::new()),
            _ if node == FALSE => None,
            Node::And(operands) => Some(operands.iter().copied().collect()),
            _ => Some(Obligations::from([node])),
        }
    }
}

/// A way of the first and a way of the second together.
fn combine(first: &[Way], second: &[Way]) -> Vec<Way> {
    let union = |a: &Obligations, b: &Obligations| a.union(b).copied().collect();
    let pairs = first.iter().flat_map(|a| second.iter().map(move |b| (a, b)));
    pairs
        .map(|(a, b)| Way {
            next: union(&a.next, &b.next),
            postponed: union(&a.postponed, &b.postponed),
        })
        .collect()
}

/// Without ways that ask for more than another one, ascending.
fn minimal(mut ways: Vec<Way>) -> Vec<Way> {
    ways.sort();
    ways.dedup();
    let asks_less =
        |a: &Way, b: &Way| a.next.is_subset(&b.next) && a.postponed.is_subset(&b.postponed);
    let kept = |way: &&Way| !ways.iter().any(|other| other != *way && asks_less(other, way));
    ways.iter().filter(kept).cloned().collect()
}

/// A formula and all inside it, ascending.
fn subformulas(normal: &Normal, root: NodeId) -> BTreeSet<NodeId> {
    let mut found = BTreeSet::new();
    let mut work = vec![root];
    while let Some(node) = work.pop() {
        if !found.insert(node) {
            continue;
        }
        match normal.node(node) {
            Node::Const(_) | Node::Literal { .. } => {}
            Node::And(operands) | Node::Or(operands) => work.extend(operands),
            Node::Next(body) => work.push(*body),
            Node::Until(left, right) | Node::Release(left, right) => work.extend([*left, *right]),
        }
    }
    found
}
