//! Sets of states as decision diagrams whose decisions are between intervals of numbers.
//!
//! A node asks for the value of one variable, its *level*, and leads on by the interval that this
//! is in; levels ascend on the way down. Neighbouring intervals lead to different nodes, and a node
//! with one interval is none: so every set has one diagram, and two sets are equal if their numbers
//! are. A variable about which a set says nothing does not occur in its diagram.

use std::rc::Rc;

use rustc_hash::FxHashMap;

/// So many results are remembered; after that, this begins anew.
const MOST_REMEMBERED: usize = 2_000_000;

/// A set of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct States(u32);

impl States {
    /// No state.
    pub const NONE: States = States(0);
    /// All states.
    pub const ALL: States = States(1);

    /// Whether there is no state.
    pub fn is_none(self) -> bool {
        self == States::NONE
    }
}

/// An interval of numbers, both ends included.
pub type Interval = (i128, i128);

/// Every number.
pub const EVERY: Interval = (i128::MIN, i128::MAX);

/// The numbers up to this one that are not in the part before, and what they lead to.
type Part = (i128, States);

#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    level: u32,
    /// Ascending; the last goes up to the largest number.
    parts: Rc<[Part]>,
}

/// Diagrams are larger than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// How two sets become one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Operator {
    Both,
    Either,
    Without,
}

/// A decision on the way down, made: the variable at a level is in an interval.
pub type Decided = (u32, Interval);

/// Diagrams that share their nodes.
pub struct Diagrams {
    /// The first two stand for [`States::NONE`] and [`States::ALL`].
    nodes: Vec<Node>,
    numbers: FxHashMap<Node, States>,
    combined: FxHashMap<(Operator, States, States), States>,
    forgotten: FxHashMap<(u32, States), States>,
    /// Sets of levels, with what is forgotten of which known by number.
    levels: FxHashMap<Rc<[u32]>, u32>,
    /// The parts of all nodes: nodes of counters have many.
    size: usize,
    most: usize,
}

impl Diagrams {
    /// With at most so many parts of nodes.
    pub fn new(most: usize) -> Self {
        let end = Node { level: u32::MAX, parts: Rc::new([]) };
        Diagrams {
            nodes: vec![end.clone(), end],
            numbers: FxHashMap::default(),
            combined: FxHashMap::default(),
            forgotten: FxHashMap::default(),
            levels: FxHashMap::default(),
            size: 0,
            most,
        }
    }

    /// How many sets were made so far.
    pub fn made(&self) -> usize {
        self.nodes.len()
    }

    /// Gives up all sets but the first ones.
    pub fn keep_first(&mut self, count: usize) {
        if self.nodes.len() > count {
            for node in self.nodes.drain(count..) {
                self.size -= node.parts.len();
                self.numbers.remove(&node);
            }
            self.combined.clear();
            self.forgotten.clear();
        }
    }

    fn level(&self, states: States) -> u32 {
        self.nodes[states.0 as usize].level
    }

    fn parts(&self, states: States) -> Rc<[Part]> {
        Rc::clone(&self.nodes[states.0 as usize].parts)
    }

    /// The level that a set decides on first, and what each interval leads to.
    pub fn decision(&self, states: States) -> Option<(u32, Vec<(Interval, States)>)> {
        let node = &self.nodes[states.0 as usize];
        (node.level != u32::MAX).then(|| (node.level, intervals(&node.parts).collect()))
    }

    fn node(&mut self, level: u32, parts: Vec<Part>) -> Result<States, TooLarge> {
        let mut merged: Vec<Part> = Vec::with_capacity(parts.len());
        for part in parts {
            match merged.last_mut() {
                Some(last) if last.1 == part.1 => last.0 = part.0,
                _ => merged.push(part),
            }
        }
        if let [(_, only)] = merged[..] {
            return Ok(only);
        }
        let node = Node { level, parts: merged.into() };
        if let Some(known) = self.numbers.get(&node) {
            return Ok(*known);
        }
        if self.size + node.parts.len() > self.most {
            tracing::debug!(nodes = self.nodes.len(), "diagrams are too large");
            return Err(TooLarge);
        }
        self.size += node.parts.len();
        let number = States(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.numbers.insert(node, number);
        Ok(number)
    }

    /// The states in which the variable at a level is in an interval.
    pub fn within(&mut self, level: u32, (low, high): Interval) -> Result<States, TooLarge> {
        let mut parts = Vec::with_capacity(3);
        if low > i128::MIN {
            parts.push((low - 1, States::NONE));
        }
        parts.push((high, States::ALL));
        if high < i128::MAX {
            parts.push((i128::MAX, States::NONE));
        }
        self.node(level, parts)
    }

    /// The states in both sets.
    pub fn both(&mut self, a: States, b: States) -> Result<States, TooLarge> {
        self.combine(Operator::Both, a, b)
    }

    /// The states in one of the sets.
    pub fn either(&mut self, a: States, b: States) -> Result<States, TooLarge> {
        self.combine(Operator::Either, a, b)
    }

    /// The states in the first set and not in the second.
    pub fn without(&mut self, a: States, b: States) -> Result<States, TooLarge> {
        self.combine(Operator::Without, a, b)
    }

    fn combine(&mut self, operator: Operator, a: States, b: States) -> Result<States, TooLarge> {
        const NONE: States = States::NONE;
        const ALL: States = States::ALL;
        let plain = match operator {
            Operator::Both if a == b || b == ALL => Some(a),
            Operator::Both if a == ALL => Some(b),
            Operator::Both if a == NONE || b == NONE => Some(NONE),
            Operator::Either if a == b || b == NONE => Some(a),
            Operator::Either if a == NONE => Some(b),
            Operator::Either if a == ALL || b == ALL => Some(ALL),
            Operator::Without if a == b || a == NONE || b == ALL => Some(NONE),
            Operator::Without if b == NONE => Some(a),
            _ => None,
        };
        if let Some(plain) = plain {
            return Ok(plain);
        }
        // The order of operands does not matter for two of the operators.
        let (a, b) = if operator == Operator::Without || a < b { (a, b) } else { (b, a) };
        if let Some(known) = self.combined.get(&(operator, a, b)) {
            return Ok(*known);
        }
        let level = self.level(a).min(self.level(b));
        let of = |diagrams: &Self, states: States| match diagrams.level(states) == level {
            true => diagrams.parts(states),
            false => Rc::new([(i128::MAX, states)]),
        };
        let (of_a, of_b) = (of(self, a), of(self, b));
        let mut parts = Vec::with_capacity(of_a.len() + of_b.len());
        let (mut at_a, mut at_b) = (0, 0);
        while at_a < of_a.len() && at_b < of_b.len() {
            let ((last_a, child_a), (last_b, child_b)) = (of_a[at_a], of_b[at_b]);
            let last = last_a.min(last_b);
            parts.push((last, self.combine(operator, child_a, child_b)?));
            at_a += usize::from(last_a == last);
            at_b += usize::from(last_b == last);
        }
        let made = self.node(level, parts)?;
        if self.combined.len() >= MOST_REMEMBERED {
            self.combined.clear();
        }
        self.combined.insert((operator, a, b), made);
        Ok(made)
    }

    /// The states that agree with one of the set, except in the variables at some levels
    /// (ascending).
    pub fn forget(&mut self, states: States, levels: &[u32]) -> Result<States, TooLarge> {
        let Some(last) = levels.last().copied() else { return Ok(states) };
        let next = self.levels.len() as u32;
        let number = match self.levels.get(levels) {
            Some(number) => *number,
            None => *self.levels.entry(levels.into()).or_insert(next),
        };
        self.forget_up_to(states, levels, (number, last))
    }

    fn forget_up_to(
        &mut self,
        states: States,
        levels: &[u32],
        (number, last): (u32, u32),
    ) -> Result<States, TooLarge> {
        let level = self.level(states);
        if level > last {
            return Ok(states);
        }
        if let Some(known) = self.forgotten.get(&(number, states)) {
            return Ok(*known);
        }
        let mut parts = self.parts(states).to_vec();
        for (_, child) in &mut parts {
            *child = self.forget_up_to(*child, levels, (number, last))?;
        }
        let made = if levels.binary_search(&level).is_ok() {
            let mut all = States::NONE;
            for (_, child) in parts {
                all = self.either(all, child)?;
            }
            all
        } else {
            self.node(level, parts)?
        };
        if self.forgotten.len() >= MOST_REMEMBERED {
            self.forgotten.clear();
        }
        self.forgotten.insert((number, states), made);
        Ok(made)
    }

    /// The intervals between which a set tells values of the variable at a level apart.
    pub fn told_apart(&self, states: States, level: u32) -> Vec<Interval> {
        let mut ends = vec![i128::MAX];
        let (mut seen, mut open) = (FxHashMap::default(), vec![states]);
        while let Some(at) = open.pop() {
            if self.level(at) > level || seen.insert(at, ()).is_some() {
                continue;
            }
            let parts = &self.nodes[at.0 as usize].parts;
            if self.level(at) == level {
                ends.extend(parts.iter().map(|(last, _)| *last));
            } else {
                open.extend(parts.iter().map(|(_, child)| *child));
            }
        }
        ends.sort_unstable();
        ends.dedup();
        let mut low = i128::MIN;
        let interval = |last: i128| {
            let interval = (low, last);
            low = last.saturating_add(1);
            interval
        };
        ends.into_iter().map(interval).collect()
    }

    /// Some of the states, if there are any: those that agree with these decisions.
    pub fn pick(&self, states: States) -> Option<Vec<Decided>> {
        if states.is_none() {
            return None;
        }
        let (mut at, mut decided) = (states, Vec::new());
        while at != States::ALL {
            let node = &self.nodes[at.0 as usize];
            let (interval, child) = intervals(&node.parts).find(|(_, child)| !child.is_none())?;
            decided.push((node.level, interval));
            at = child;
        }
        Some(decided)
    }

    /// The states that agree with some decisions.
    pub fn agreeing(&mut self, decided: &[Decided]) -> Result<States, TooLarge> {
        let mut states = States::ALL;
        for (level, interval) in decided.iter().rev() {
            let within = self.within(*level, *interval)?;
            states = self.both(states, within)?;
        }
        Ok(states)
    }
}

fn intervals(parts: &[Part]) -> impl Iterator<Item = (Interval, States)> {
    let mut low = i128::MIN;
    parts.iter().map(move |(last, child)| {
        let interval = (low, *last);
        low = last.saturating_add(1);
        (interval, *child)
    })
}
