//! Deterministic readers of words, made step by step: how little one has to remember depends on the
//! words that an operator accepts.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use belnap_ir::operator::{Markers, NeededAutomaton};
use indexmap::IndexSet;

use super::trim::{accepts_only_in, sink};
use super::walks::{Graph, Step, TooLarge, refused};
use crate::determinise::Tree;

/// What the words of an operator are like. An operator gets the first that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Whatever is accepted is accepted after finitely many letters.
    Guarantee,
    /// Whatever is refused is refused after finitely many letters.
    Safety,
    /// Neither.
    General,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Guarantee => "guarantee",
            Kind::Safety => "safety",
            Kind::General => "general",
        })
    }
}

/// Limit on what is looked at to find out whether an operator is a safety property.
const MAX_NODES: usize = 20_000;

/// What the words of a trimmed automaton are like. If that is too hard to tell, they are general.
pub fn kind(automaton: &NeededAutomaton) -> Kind {
    if accepts_only_in(automaton, sink(automaton)) {
        return Kind::Guarantee;
    }
    match every_run_accepts(automaton) {
        Ok(true) => Kind::Safety,
        Ok(false) | Err(TooLarge(_)) => Kind::General,
    }
}

/// Whether the automaton accepts no more words if all its steps are accepting. It is enough to look
/// at words of what steps need: all others have one of them below.
fn every_run_accepts(automaton: &NeededAutomaton) -> Result<bool, TooLarge> {
    let step = |(label, (letter, to))| Step { letter, to, label };
    let row = |row: &Vec<_>| row.iter().copied().enumerate().map(step).collect();
    let needs: Vec<Vec<(Markers, usize)>> = automaton
        .edges
        .iter()
        .map(|row| row.iter().map(|edge| (edge.needs, edge.to)).collect())
        .collect();
    let graph = Graph { steps: needs.iter().map(row).collect(), goes_on: true };
    let mut monitor = Monitor::new(automaton, Kind::General);
    let refused = refused(&graph, &mut monitor, &automaton.initial, MAX_NODES)?;
    Ok(automaton.initial.iter().all(|&state| !refused.starts_at(state)))
}

/// What is remembered of the letters read so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Memory {
    /// The states that runs can be in. That is enough for safety and guarantee.
    States(BTreeSet<usize>),
    /// And when they have last been accepting.
    Tree(Tree<usize>),
}

/// A deterministic reader. A word is accepted if the least priority that is met again and again is
/// even.
#[derive(Debug)]
pub struct Monitor<'a> {
    automaton: &'a NeededAutomaton,
    kind: Kind,
    sink: Option<usize>,
    known: IndexSet<Memory>,
    moves: HashMap<(usize, Markers), (usize, u32)>,
}

/// Priorities of steps that good, and bad, words may take for ever.
const GOOD: u32 = 0;
const BAD: u32 = 1;

impl<'a> Monitor<'a> {
    /// A reader for a trimmed automaton that is of a kind.
    pub fn new(automaton: &'a NeededAutomaton, kind: Kind) -> Self {
        let states = automaton.initial.iter().copied();
        let sink = sink(automaton);
        let mut monitor =
            Monitor { automaton, kind, sink, known: IndexSet::new(), moves: HashMap::new() };
        let first = match kind {
            Kind::General => Memory::Tree(Tree::new(states)),
            Kind::Guarantee | Kind::Safety => Memory::States(states.collect()),
        };
        monitor.known.insert(monitor.simplest(first));
        monitor
    }

    /// Before the first letter.
    pub const INITIAL: usize = 0;

    /// With a run in the sink nothing else matters.
    fn simplest(&self, memory: Memory) -> Memory {
        match (self.sink, &memory) {
            (Some(sink), Memory::States(states)) if states.contains(&sink) => {
                Memory::States(BTreeSet::from([sink]))
            }
            (Some(sink), Memory::Tree(tree)) if tree.states().any(|state| *state == sink) => {
                Memory::Tree(Tree::new([sink]))
            }
            _ => memory,
        }
    }

    /// Whether every word is accepted from here, or none is.
    pub fn decided(&self, state: usize) -> Option<bool> {
        let only = |mut states: Box<dyn Iterator<Item = usize> + '_>| match states.next() {
            None => Some(false),
            Some(state) => (Some(state) == self.sink).then_some(true),
        };
        match &self.known[state] {
            Memory::States(states) => only(Box::new(states.iter().copied())),
            Memory::Tree(tree) => only(Box::new(tree.states().copied())),
        }
    }

    /// What is remembered after a letter, and the priority of the step.
    pub fn read(&mut self, state: usize, letter: Markers) -> (usize, u32) {
        if let Some(known) = self.moves.get(&(state, letter)) {
            return *known;
        }
        let follow = |from: usize| {
            let taken = self.automaton.edges[from].iter().filter(|edge| edge.needs & !letter == 0);
            taken.map(|edge| (edge.to, edge.accepting)).collect::<Vec<_>>()
        };
        let (memory, priority) = match &self.known[state] {
            Memory::States(states) => {
                let next = states.iter().flat_map(|state| follow(*state)).map(|(to, _)| to);
                let priority = if self.kind == Kind::Safety { GOOD } else { BAD };
                (Memory::States(next.collect()), priority)
            }
            Memory::Tree(tree) => {
                let (tree, priority) = tree.step(|state| follow(*state));
                (Memory::Tree(tree), priority)
            }
        };
        let (next, _) = self.known.insert_full(self.simplest(memory));
        let priority = match self.decided(next) {
            Some(true) => GOOD,
            Some(false) => BAD,
            None => priority,
        };
        self.moves.insert((state, letter), (next, priority));
        (next, priority)
    }
}
