//! Of a path through an abstraction, one through the states that it stands for, by steps that may
//! exist.

use std::collections::{HashMap, HashSet};

use belnap_ir::ids::StateId;

use super::asked::{Asked, OwnPath, OwnStep};
use crate::quotient::{Concrete, Partition};

/// A position of a path and a state.
type Node = (usize, StateId);

/// The same paths through states, from one of these; `None` if there are none.
pub fn trace(
    own: &Concrete<'_>,
    partition: &Partition,
    asked: &Asked,
    starts: &[StateId],
) -> Option<Asked> {
    starts.iter().find_map(|start| {
        let paths = asked.paths.iter().map(|path| trace_path(own, partition, path, *start));
        Some(Asked { start: *start, paths: paths.collect::<Option<_>>()? })
    })
}

fn trace_path(
    own: &Concrete<'_>,
    partition: &Partition,
    path: &OwnPath,
    start: StateId,
) -> Option<OwnPath> {
    let mut walk = Walk { own, partition, path, next: HashMap::new(), because: HashMap::new() };
    walk.explore(start);
    walk.choose(start)
}

struct Walk<'a> {
    own: &'a Concrete<'a>,
    partition: &'a Partition,
    path: &'a OwnPath,
    next: HashMap<Node, Vec<Node>>,
    because: HashMap<Node, Vec<OwnPath>>,
}

impl Walk<'_> {
    fn after(&self, position: usize) -> usize {
        match self.path.again {
            Some(again) if position + 1 == self.path.steps.len() => again,
            _ => position + 1,
        }
    }

    fn explore(&mut self, start: StateId) {
        let mut seen: HashSet<Node> = HashSet::new();
        let mut work = vec![(0, start)];
        while let Some(node) = work.pop() {
            let (position, state) = node;
            if position == self.path.steps.len() || !seen.insert(node) {
                continue;
            }
            let step = &self.path.steps[position];
            let below = step.because.iter();
            let below = below.map(|path| trace_path(self.own, self.partition, path, state));
            let Some(below) = below.collect() else { continue };
            self.because.insert(node, below);
            let after = self.after(position);
            let targets: Vec<Node> = match &step.action {
                None => vec![(after, state)],
                Some(action) => {
                    let (partition, class) = (self.partition, step.to.index());
                    let all = self.own.possible_successors(state, Some(action), partition, class);
                    all.map(|to| (after, to)).collect()
                }
            };
            work.extend(&targets);
            self.next.insert(node, targets);
        }
    }

    /// Goes on for ever, or to the end: takes out what cannot, and follows what is left until it
    /// comes back.
    fn choose(&mut self, start: StateId) -> Option<OwnPath> {
        let end = self.path.steps.len();
        loop {
            let alive: HashSet<Node> = self.next.keys().copied().collect();
            let before: usize = self.next.values().map(Vec::len).sum();
            for targets in self.next.values_mut() {
                targets.retain(|node| node.0 == end || alive.contains(node));
            }
            self.next.retain(|_, targets| !targets.is_empty());
            let left: usize = self.next.values().map(Vec::len).sum();
            if left == before && alive.len() == self.next.len() {
                break;
            }
        }
        let mut steps = Vec::new();
        let mut visited: HashMap<Node, usize> = HashMap::new();
        let mut node = (0, start);
        while node.0 < end {
            if let Some(again) = visited.insert(node, steps.len()) {
                return Some(OwnPath { steps, again: Some(again) });
            }
            let next = *self.next.get(&node)?.first()?;
            let step = &self.path.steps[node.0];
            let because = self.because.remove(&node).unwrap_or_default();
            steps.push(OwnStep { because, action: step.action.clone(), to: next.1 });
            node = next;
        }
        Some(OwnPath { steps, again: None })
    }
}
