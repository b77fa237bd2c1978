//! A graph in the making: steps are appended at the current node.
//!
//! There always is a current node. After a jump it is a new one that nothing leads to; what is
//! appended there is dropped at the end unless a label makes it reachable.

use belnap_ir::cfg::AskedKind;
use belnap_ir::ids::{TiVec, ti_vec};

use crate::mir::{Body, Edge, Node, NodeId, NodeKind, NoteId, Op, Origin, ScopeId, Step, Value};

/// See the module's description.
#[derive(Debug)]
pub(super) struct Graph {
    scope: ScopeId,
    nodes: TiVec<NodeId, Node>,
    edges: Vec<Edge>,
    /// For each edge: it stands for no statement, and may be contracted.
    structural: TiVec<NodeId, bool>,
    /// Where the next step begins.
    pub current: NodeId,
    /// Where the program ends, if that is needed.
    halted: Option<NodeId>,
    /// For the next step.
    notes: Vec<NoteId>,
}

/// What was appended at a node of its own, to be connected or forgotten.
#[derive(Debug)]
pub(super) struct Aside<T> {
    /// Where it begins.
    pub start: NodeId,
    /// Where it ends.
    pub end: NodeId,
    /// No step was appended.
    pub pure: bool,
    /// What it computed.
    pub result: T,
}

impl Graph {
    /// A graph that begins at its current node.
    pub fn new(scope: ScopeId, at: Origin) -> Self {
        let mut graph = Graph {
            scope,
            nodes: TiVec::new(),
            edges: Vec::new(),
            structural: TiVec::new(),
            current: NodeId(0),
            halted: None,
            notes: Vec::new(),
        };
        graph.current = graph.node(at);
        graph
    }

    /// A new node.
    pub fn node(&mut self, at: Origin) -> NodeId {
        self.node_of_kind(NodeKind::Normal, at)
    }

    /// A new node where a property asked for is violated.
    pub fn failed_node(&mut self, kind: AskedKind, at: Origin) -> NodeId {
        self.node_of_kind(NodeKind::Failed(kind), at)
    }

    /// The node where the program ends.
    pub fn halted_node(&mut self, at: Origin) -> NodeId {
        if let Some(halted) = self.halted {
            return halted;
        }
        let halted = self.node_of_kind(NodeKind::Halted, at);
        self.halted = Some(halted);
        halted
    }

    /// A node from which the program ends without a return.
    pub fn finishing_node(&mut self, at: Origin) -> NodeId {
        let from = self.node_of_kind(NodeKind::Normal, at);
        let to = self.halted_node(at);
        let step = Step { op: Op::Finish { returns: false }, at, notes: Vec::new() };
        self.edges.push(Edge { from, to, step });
        self.structural.push(false);
        from
    }

    fn node_of_kind(&mut self, kind: NodeKind, at: Origin) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("more than 2^32 nodes"));
        self.nodes.push(Node { kind, labels: Vec::new(), scope: self.scope, enters: None, at });
        id
    }

    /// The node, to change.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id]
    }

    /// Whether something leads to the current node, or it is the first.
    pub fn is_entered(&self) -> bool {
        self.current == NodeId(0) || self.edges.iter().any(|edge| edge.to == self.current)
    }

    /// The statement at the current node.
    pub fn here(&mut self, at: Origin) {
        let current = self.current;
        self.node_mut(current).at = at;
    }

    /// The next step is an approximation.
    pub fn note_next(&mut self, note: NoteId) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn edge(&mut self, to: NodeId, op: Op, at: Origin, structural: bool) {
        let notes = if structural { Vec::new() } else { std::mem::take(&mut self.notes) };
        self.edges.push(Edge { from: self.current, to, step: Step { op, at, notes } });
        self.structural.push(structural);
    }

    /// Appends a step.
    pub fn step(&mut self, op: Op, at: Origin) {
        let next = self.node(at);
        self.step_to(op, at, next);
        self.current = next;
    }

    /// Appends a step to a given node; nothing leads to the new current node.
    pub fn step_to(&mut self, op: Op, at: Origin, to: NodeId) {
        self.edge(to, op, at, false);
        self.detach(at);
    }

    /// Goes on at a given node, without a step.
    pub fn jump(&mut self, to: NodeId, at: Origin) {
        self.edge(to, Op::Skip, at, true);
        self.detach(at);
    }

    /// The current node becomes one that nothing leads to.
    fn detach(&mut self, at: Origin) {
        self.current = self.node(at);
    }

    /// Goes on at one of two nodes, by a truth value.
    pub fn branch(&mut self, condition: Value, then: NodeId, otherwise: NodeId, at: Origin) {
        match condition {
            Value::Bool(value) => self.jump(if value { then } else { otherwise }, at),
            condition => {
                let notes = self.notes.clone();
                self.edge(then, Op::Assume(condition.clone()), at, false);
                self.notes = notes;
                self.edge(otherwise, Op::Assume(condition.negate()), at, false);
                self.detach(at);
            }
        }
    }

    /// Goes on at `then`, or at `otherwise` if that is not so, where something is assumed.
    pub fn branch_assuming(
        &mut self,
        condition: Value,
        then: NodeId,
        otherwise: (NodeId, NoteId),
        at: Origin,
    ) {
        let (otherwise, note) = otherwise;
        if condition == Value::Bool(false) {
            self.note_next(note);
            self.step_to(Op::Skip, at, otherwise);
            return;
        }
        let first = self.edges.len();
        self.branch(condition, then, otherwise, at);
        for edge in self.edges[first..].iter_mut().filter(|edge| edge.to == otherwise) {
            edge.step.notes.push(note);
        }
    }

    /// What `build` appends, at a node that nothing leads to yet; the current node stays.
    pub fn begin_aside(&mut self, at: Origin) -> (NodeId, NodeId, usize) {
        let before = self.current;
        self.current = self.node(at);
        (before, self.current, self.edges.len())
    }

    /// Ends what [`Graph::begin_aside`] began.
    pub fn end_aside<T>(&mut self, begun: (NodeId, NodeId, usize), result: T) -> Aside<T> {
        let (before, start, edges) = begun;
        let end = std::mem::replace(&mut self.current, before);
        Aside { start, end, pure: start == end && self.edges.len() == edges, result }
    }

    /// The steps, if they are a line from the first node to the current one.
    pub fn into_line(self) -> Option<Vec<Step>> {
        let straight = self.edges.iter().enumerate().all(|(index, edge)| {
            let next = self.edges.get(index + 1).map_or(self.current, |edge| edge.from);
            edge.to == next && (index > 0 || edge.from == NodeId(0))
        });
        let begins = !self.edges.is_empty() || self.current == NodeId(0);
        (straight && begins).then(|| self.edges.into_iter().map(|edge| edge.step).collect())
    }

    /// Drops what cannot be reached, contracts jumps, numbers nodes anew.
    pub fn finish(mut self, exit: NodeId) -> Body {
        let entry = NodeId(0);
        let targets = self.contract_jumps();
        for edge in &mut self.edges {
            edge.to = targets[edge.to];
        }
        let mut outgoing: TiVec<NodeId, Vec<usize>> = ti_vec![Vec::new(); self.nodes.len()];
        for (index, edge) in self.edges.iter().enumerate() {
            outgoing[edge.from].push(index);
        }
        let mut reached: TiVec<NodeId, bool> = ti_vec![false; self.nodes.len()];
        reached[entry] = true;
        let mut work = vec![entry];
        while let Some(node) = work.pop() {
            for &index in &outgoing[node] {
                let to = self.edges[index].to;
                if !std::mem::replace(&mut reached[to], true) {
                    work.push(to);
                }
            }
        }
        reached[exit] = true;
        let mut numbers: TiVec<NodeId, NodeId> = TiVec::with_capacity(self.nodes.len());
        let mut next = 0;
        for &keep in &reached {
            numbers.push(NodeId(next));
            next += u32::from(keep);
        }
        let renumber = |id: NodeId| numbers[id];
        let nodes = self.nodes.into_iter().zip(&reached).filter(|(_, keep)| **keep).map(|(n, _)| n);
        let mut edges: Vec<Edge> =
            self.edges.into_iter().filter(|edge| reached[edge.from]).collect();
        for edge in &mut edges {
            edge.from = renumber(edge.from);
            edge.to = renumber(edge.to);
        }
        edges.sort_by_key(|edge| edge.from);
        Body { nodes: nodes.collect(), edges, entry: renumber(entry), exit: renumber(exit) }
    }

    /// For each node, the node that takes its place: nodes without a label, out of which goes
    /// nothing but a jump, are left out. Of a circle of jumps one node stays.
    fn contract_jumps(&self) -> TiVec<NodeId, NodeId> {
        let mut jumps: TiVec<NodeId, Option<NodeId>> = ti_vec![None; self.nodes.len()];
        for (edge, structural) in self.edges.iter().zip(&self.structural) {
            let from = &self.nodes[edge.from];
            if *structural && from.labels.is_empty() && from.enters.is_none() {
                jumps[edge.from] = Some(edge.to);
            }
        }
        let mut targets: TiVec<NodeId, Option<NodeId>> = ti_vec![None; self.nodes.len()];
        for start in 0..self.nodes.len() {
            let mut chain = Vec::new();
            let mut node = NodeId(u32::try_from(start).expect("more than 2^32 nodes"));
            let target = loop {
                if let Some(target) = targets[node] {
                    break target;
                }
                match jumps[node] {
                    Some(_) if chain.contains(&node) => break node,
                    Some(next) => {
                        chain.push(node);
                        node = next;
                    }
                    None => break node,
                }
            };
            for node in chain {
                targets[node] = Some(target);
            }
            targets[target] = Some(target);
        }
        targets.into_iter().map(|target| target.expect("every node was visited")).collect()
    }
}
