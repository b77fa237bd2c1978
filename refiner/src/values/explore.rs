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

/// The states that were found, and those of them that are still to be looked at.
struct Frontier {
    /// How many steps it is at least from each location to the target.
    distance: Vec<Option<usize>>,
    nodes: Vec<Node>,
    seen: FxHashSet<(CfgLocId, State)>,
    open: BinaryHeap<(Reverse<usize>, usize)>,
}

impl Frontier {
    fn new(distance: Vec<Option<usize>>) -> Self {
        let (nodes, seen, open) = (Vec::new(), FxHashSet::default(), BinaryHeap::new());
        Frontier { distance, nodes, seen, open }
    }

    /// Adds a state, if it is new and the target can be reached from its location.
    fn visit(&mut self, node: Node) {
        let Some(distance) = self.distance[node.at.index()] else { return };
        if self.seen.insert((node.at, node.state.clone())) {
            // Among equals the newest first, to get on.
            self.open.push((Reverse(node.length + NEARER * distance), self.nodes.len()));
            self.nodes.push(node);
        }
    }

    /// The edges from the entry to a state.
    fn way_to(&self, end: usize) -> Vec<CfgEdgeId> {
        let mut edges = Vec::new();
        let mut at = end;
        while let Some((before, edge)) = self.nodes[at].from {
            edges.push(edge);
            at = before;
        }
        edges.reverse();
        edges
    }
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
        let mut frontier = Frontier::new(self.distances(target));
        let mut state = tracked.all.clone();
        self.forget(&tracked, self.cfg.entry, &mut state);
        frontier.visit(Node { at: self.cfg.entry, state, length: 0, from: None });
        while let Some((_, number)) = frontier.open.pop() {
            if *budget == 0 {
                return Explored::TooMany;
            }
            *budget -= 1;
            let Node { at, length, ref state, .. } = frontier.nodes[number];
            if target == Target::State
                && let Some(error) = &self.errors[at.index()]
                && self.assume(&tracked, &mut state.clone(), error)
            {
                return Explored::Way(frontier.way_to(number));
            }
            for edge in &self.outgoing[at] {
                let mut state = frontier.nodes[number].state.clone();
                if !self.take(&tracked, &mut state, edge.index()) {
                    continue;
                }
                if target == Target::Step(*edge) {
                    let mut edges = frontier.way_to(number);
                    edges.push(*edge);
                    return Explored::Way(edges);
                }
                let at = self.cfg.edges[*edge].to;
                self.forget(&tracked, at, &mut state);
                let from = Some((number, *edge));
                frontier.visit(Node { at, state, length: length + 1, from });
            }
        }
        Explored::None(self.collect_reached(&tracked, &frontier.nodes))
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

    /// What is known about each tracked variable where it matters.
    fn collect_reached(&self, tracked: &Tracked, nodes: &[Node]) -> BTreeMap<CfgVarId, Reached> {
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
