//! All executions by the values of some variables, or one that gets to an error.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};

use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId};
use rustc_hash::FxHashSet;

use super::classes::{Set, is_constant};
use super::step::Test;
use super::{State, Tracked, Values};

/// How much nearer to an error is worth more than fewer steps so far.
const NEARER: usize = 3;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A step to an error that is one whatever the state is.
    Step(CfgEdgeId),
    /// An error of the other kind, wherever.
    State,
}

/// What was found.
pub enum Explored {
    /// A way from the entry to an error.
    Way(Vec<CfgEdgeId>),
    /// There is none. For each tracked variable, what it can be where it matters.
    None(BTreeMap<CfgVarId, Reached>),
    /// There are too many states.
    TooMany,
}

/// What is known about a variable in the states that were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// The constants that it is, where it is known to be one.
    pub constants: Set,
    /// In some state something else is known.
    pub vague: bool,
}

impl Reached {
    /// What is known in other states too.
    pub fn join(&mut self, other: Reached) {
        self.constants |= other.constants;
        self.vague |= other.vague;
    }
}

/// A state that was found, and how.
struct Node {
    at: CfgLocId,
    state: State,
    length: usize,
    from: Option<(usize, CfgEdgeId)>,
}

impl Values<'_> {
    /// What can be looked for.
    pub fn targets(&self) -> Vec<Target> {
        let always = |at: CfgLocId| matches!(self.errors[at.index()], Some(Test::Any));
        let edges = self.cfg.edges.iter().enumerate();
        let steps = edges.filter(|(_, edge)| always(edge.to) && !always(edge.from));
        let mut targets: Vec<Target> =
            steps.map(|(at, _)| Target::Step(CfgEdgeId::from(at))).collect();
        let sometimes = |error: &Option<Test>| !matches!(error, None | Some(Test::Any));
        if self.errors.iter().any(sometimes) || always(self.cfg.entry) {
            targets.push(Target::State);
        }
        targets
    }

    /// Looks for a way to a target while some variables are tracked. Each state takes one off
    /// `budget`.
    pub fn explore(
        &self,
        target: Target,
        vars: &BTreeSet<CfgVarId>,
        budget: &mut usize,
    ) -> Explored {
        let tracked = Tracked::new(self, vars.iter().copied());
        let distance = self.distances(target);
        let mut nodes: Vec<Node> = Vec::new();
        let mut seen: FxHashSet<(CfgLocId, State)> = FxHashSet::default();
        let mut open: BinaryHeap<(Reverse<usize>, usize)> = BinaryHeap::new();
        let mut visit = |node: Node, nodes: &mut Vec<Node>, open: &mut BinaryHeap<_>| {
            let Some(distance) = distance[node.at.index()] else { return };
            if seen.insert((node.at, node.state.clone())) {
                // Among equals the newest first, to get on.
                open.push((Reverse(node.length + NEARER * distance), nodes.len()));
                nodes.push(node);
            }
        };
        let mut state = tracked.all.clone();
        self.forget(&tracked, self.cfg.entry, &mut state);
        visit(Node { at: self.cfg.entry, state, length: 0, from: None }, &mut nodes, &mut open);
        while let Some((_, number)) = open.pop() {
            if *budget == 0 {
                return Explored::TooMany;
            }
            *budget -= 1;
            let Node { at, length, .. } = nodes[number];
            if target == Target::State
                && let Some(error) = &self.errors[at.index()]
                && self.assume(&tracked, &mut nodes[number].state.clone(), error)
            {
                return Explored::Way(way(&nodes, number));
            }
            for edge in &self.outgoing[at.index()] {
                let mut state = nodes[number].state.clone();
                if !self.take(&tracked, &mut state, edge.index()) {
                    continue;
                }
                if target == Target::Step(*edge) {
                    let mut edges = way(&nodes, number);
                    edges.push(*edge);
                    return Explored::Way(edges);
                }
                let at = self.cfg.edges[*edge].to;
                self.forget(&tracked, at, &mut state);
                let node = Node { at, state, length: length + 1, from: Some((number, *edge)) };
                visit(node, &mut nodes, &mut open);
            }
        }
        Explored::None(self.reached(&tracked, &nodes))
    }

    /// Forgets what does not matter at a location.
    fn forget(&self, tracked: &Tracked, at: CfgLocId, state: &mut State) {
        let live = &self.live[at];
        for (place, var) in tracked.vars.iter().enumerate() {
            if !live.contains(var) {
                state[place] = tracked.all[place];
            }
        }
    }

    fn reached(&self, tracked: &Tracked, nodes: &[Node]) -> BTreeMap<CfgVarId, Reached> {
        let mut reached = BTreeMap::new();
        for (place, var) in tracked.vars.iter().enumerate() {
            let mut one = Reached::default();
            for node in nodes.iter().filter(|node| self.live[node.at].contains(var)) {
                let set = node.state[place];
                if is_constant(set) {
                    one.constants |= set;
                } else {
                    one.vague |= set != tracked.all[place];
                }
            }
            reached.insert(*var, one);
        }
        reached
    }

    /// How many steps it is at least from each location to the target, if it can be reached.
    fn distances(&self, target: Target) -> Vec<Option<usize>> {
        let mut into: Vec<Vec<CfgLocId>> = vec![Vec::new(); self.errors.len()];
        for edge in &self.cfg.edges {
            into[edge.to.index()].push(edge.from);
        }
        let mut distance = vec![None; self.errors.len()];
        let mut open = VecDeque::new();
        let ends: Vec<usize> = match target {
            Target::Step(edge) => vec![self.cfg.edges[edge].from.index()],
            Target::State => {
                (0..self.errors.len()).filter(|at| self.errors[*at].is_some()).collect()
            }
        };
        for at in ends {
            distance[at] = Some(0);
            open.push_back(at);
        }
        while let Some(at) = open.pop_front() {
            let next = distance[at].map(|steps: usize| steps + 1);
            for before in &into[at] {
                if distance[before.index()].is_none() {
                    distance[before.index()] = next;
                    open.push_back(before.index());
                }
            }
        }
        distance
    }
}

fn way(nodes: &[Node], end: usize) -> Vec<CfgEdgeId> {
    let mut edges = Vec::new();
    let mut at = end;
    while let Some((before, edge)) = nodes[at].from {
        edges.push(edge);
        at = before;
    }
    edges.reverse();
    edges
}
