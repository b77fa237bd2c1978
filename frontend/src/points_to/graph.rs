//! Inclusions between the contents of cells, and what loads, stores and calls add to them.
//!
//! Solved in waves (Pereira and Berlin, CGO 2009): cycles of plain inclusions become one node, new
//! targets go through the rest in topological order, and only then do loads, stores and calls add
//! inclusions for the targets that are new to them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::bits::Bits;
use super::layout::{Layouts, Motion};
use crate::mir::{FunctionId, ObjectId};

/// A set of targets that is a variable of the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Node(pub u32);

/// Something to point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Pointee {
    /// Whatever unknown code knows.
    Anything,
    /// A function.
    Function(FunctionId),
    /// A canonical offset of an object, or anywhere in it.
    Cell(ObjectId, Option<u64>),
}

/// What a pointer is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    /// The pointer, moved, is included in the node.
    Move(u32, Node),
    /// What it points to, after the motion and so many bytes wide, is included in the node.
    Load(u32, u64, Node),
    /// The node is included in what it points to.
    Store(u32, u64, Node),
    /// Source of a copy.
    CopyFrom(u32, u32),
    /// Target of a copy.
    CopyTo(u32, u32),
    /// Is called.
    Call(u32),
    /// Unknown code knows it.
    Escape,
}

/// `size` bytes go from each source to each target.
#[derive(Clone, Debug, Default)]
pub(super) struct MemoryCopy {
    pub size: Option<u64>,
    from: Vec<Pointee>,
    to: Vec<Pointee>,
    /// Once there are many pairs: contents without offsets.
    between: Option<Node>,
}

/// Cells of an object from `start` on are copied.
#[derive(Clone, Copy, Debug)]
struct Watch {
    start: u64,
    bytes: u64,
    to: ObjectId,
    to_start: u64,
}

/// Nodes of an object.
#[derive(Clone, Debug, Default)]
pub(super) struct Contents {
    /// Cells that were used, by first byte.
    pub cells: Vec<(u64, Node)>,
    /// Included in every cell.
    pub written: Option<Node>,
    /// Every cell is included in it.
    pub read: Option<Node>,
    pub escaped: bool,
    /// Offsets that pointers were moved to.
    derived: Vec<u64>,
    watches: Vec<Watch>,
}

/// More pairs of a copy than this are not told apart.
const PAIR_LIMIT: usize = 64;

/// More places of an object that pointers are moved to are not told apart.
const DERIVED_LIMIT: usize = 24;

/// The graph.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub layouts: Layouts,
    /// Pointees by number; number 0 is [`Pointee::Anything`].
    pub pointees: Vec<Pointee>,
    numbers: FxHashMap<Pointee, u32>,
    pub contents: Vec<Contents>,
    cells: FxHashMap<(ObjectId, u64), Node>,
    motions: Vec<Motion>,
    motion_numbers: FxHashMap<Motion, u32>,
    copies: Vec<MemoryCopy>,
    pub escaped_functions: Vec<FunctionId>,
    /// Calls and the functions found for them, to be linked.
    pub called: Vec<(u32, Pointee)>,
    /// Of merged nodes, another; of others, itself.
    pub(super) parent: Vec<u32>,
    /// Targets that went to all inclusions.
    pub(super) targets: Vec<Bits>,
    /// Targets that did not yet.
    pub(super) pending: Vec<Bits>,
    pub(super) included_in: Vec<Vec<Node>>,
    pub(super) uses: Vec<Vec<Use>>,
    pub(super) edges: FxHashSet<(Node, Node)>,
    /// Nodes with something pending.
    pub(super) dirty: Vec<Node>,
    /// New targets that uses have not seen.
    pub(super) fresh: Vec<(Node, Bits)>,
    /// Edges at the time of the last search for cycles.
    pub(super) searched: usize,
    constants: FxHashMap<u32, Node>,
}

impl Graph {
    /// What unknown code knows.
    pub(super) const UNKNOWN_CODE: Node = Node(0);
    /// Number of [`Pointee::Anything`].
    pub(super) const ANYTHING: u32 = 0;
    /// Number of [`Motion::STAY`].
    pub(super) const STAY: u32 = 0;
    /// Number of [`Motion::Blur`].
    pub(super) const BLUR: u32 = 1;

    pub(super) fn new(layouts: Layouts, objects: usize) -> Self {
        let mut graph = Graph {
            layouts,
            pointees: Vec::new(),
            numbers: FxHashMap::default(),
            contents: vec![Contents::default(); objects],
            cells: FxHashMap::default(),
            motions: Vec::new(),
            motion_numbers: FxHashMap::default(),
            copies: Vec::new(),
            escaped_functions: Vec::new(),
            called: Vec::new(),
            parent: Vec::new(),
            targets: Vec::new(),
            pending: Vec::new(),
            included_in: Vec::new(),
            uses: Vec::new(),
            edges: FxHashSet::default(),
            dirty: Vec::new(),
            fresh: Vec::new(),
            searched: 0,
            constants: FxHashMap::default(),
        };
        let unknown = graph.fresh_node();
        graph.number(Pointee::Anything);
        graph.motion(Motion::STAY);
        graph.motion(Motion::Blur);
        graph.add_use(unknown, Use::Escape);
        graph
    }

    pub(super) fn number(&mut self, pointee: Pointee) -> u32 {
        *self.numbers.entry(pointee).or_insert_with(|| {
            self.pointees.push(pointee);
            self.pointees.len() as u32 - 1
        })
    }

    pub(super) fn motion(&mut self, motion: Motion) -> u32 {
        if let Some(&number) = self.motion_numbers.get(&motion) {
            return number;
        }
        let number = self.motions.len() as u32;
        self.motions.push(motion.clone());
        self.motion_numbers.insert(motion, number);
        number
    }

    pub(super) fn fresh_node(&mut self) -> Node {
        let node = Node(self.parent.len() as u32);
        self.parent.push(node.0);
        self.targets.push(Bits::default());
        self.pending.push(Bits::default());
        self.included_in.push(Vec::new());
        self.uses.push(Vec::new());
        node
    }

    /// A node with this target only.
    pub(super) fn constant(&mut self, number: u32) -> Node {
        if let Some(&node) = self.constants.get(&number) {
            return node;
        }
        let node = self.fresh_node();
        self.add_target(node, number);
        self.constants.insert(number, node);
        node
    }

    /// The node that stands for it.
    pub(super) fn representative(&self, node: Node) -> Node {
        let mut at = node.0;
        while self.parent[at as usize] != at {
            at = self.parent[at as usize];
        }
        Node(at)
    }

    pub(super) fn find(&mut self, node: Node) -> Node {
        let root = self.representative(node);
        let mut at = node.0;
        while self.parent[at as usize] != root.0 {
            at = std::mem::replace(&mut self.parent[at as usize], root.0);
        }
        root
    }

    /// Numbers of the targets, once solved.
    pub(super) fn targets(&self, node: Node) -> &Bits {
        &self.targets[self.representative(node).0 as usize]
    }

    pub(super) fn add_target(&mut self, node: Node, number: u32) {
        let node = self.find(node);
        let index = node.0 as usize;
        if !self.targets[index].contains(number) {
            if self.pending[index].is_empty() {
                self.dirty.push(node);
            }
            self.pending[index].insert(number);
        }
    }

    pub(super) fn include(&mut self, from: Node, into: Node) {
        let (from, into) = (self.find(from), self.find(into));
        if from == into || !self.edges.insert((from, into)) {
            return;
        }
        self.included_in[from.0 as usize].push(into);
        let targets = std::mem::take(&mut self.targets[from.0 as usize]);
        self.send(&targets, into);
        self.targets[from.0 as usize] = targets;
    }

    pub(super) fn send(&mut self, targets: &Bits, into: Node) {
        if targets.is_empty() {
            return;
        }
        let pending = &mut self.pending[into.0 as usize];
        let was_empty = pending.is_empty();
        pending.extend(targets);
        pending.remove(&self.targets[into.0 as usize]);
        if was_empty && !pending.is_empty() {
            self.dirty.push(into);
        }
    }

    pub(super) fn add_use(&mut self, node: Node, r#use: Use) {
        let node = self.find(node);
        self.uses[node.0 as usize].push(r#use);
        let targets = self.targets[node.0 as usize].clone();
        for number in targets.iter() {
            self.apply(r#use, number);
        }
    }

    pub(super) fn new_copy(&mut self, size: Option<u64>) -> u32 {
        self.copies.push(MemoryCopy { size, ..MemoryCopy::default() });
        self.copies.len() as u32 - 1
    }

    pub(super) fn apply(&mut self, r#use: Use, number: u32) {
        let pointee = self.pointees[number as usize];
        match r#use {
            Use::Move(motion, into) => self.moved(pointee, motion, &mut |graph, pointee| {
                let number = graph.derived(pointee);
                graph.add_target(into, number);
            }),
            Use::Load(motion, bytes, into) => self.moved(pointee, motion, &mut |graph, pointee| {
                graph.load(pointee, bytes, into);
            }),
            Use::Store(motion, bytes, from) => {
                self.moved(pointee, motion, &mut |graph, pointee| {
                    graph.store(pointee, bytes, from);
                })
            }
            Use::CopyFrom(motion, copy) => self.moved(pointee, motion, &mut |graph, pointee| {
                graph.copy_from(copy, pointee);
            }),
            Use::CopyTo(motion, copy) => self.moved(pointee, motion, &mut |graph, pointee| {
                graph.copy_to(copy, pointee);
            }),
            Use::Call(call) => {
                if !matches!(pointee, Pointee::Cell(..)) {
                    self.called.push((call, pointee));
                }
            }
            Use::Escape => match pointee {
                Pointee::Anything => (),
                Pointee::Function(function) => self.escaped_functions.push(function),
                Pointee::Cell(object, _) => self.escape(object),
            },
        }
    }

    fn moved(&mut self, from: Pointee, motion: u32, visit: &mut dyn FnMut(&mut Self, Pointee)) {
        let Pointee::Cell(object, Some(offset)) = from else { return visit(self, from) };
        if motion == Self::STAY {
            return visit(self, from);
        }
        let mut found = Vec::new();
        self.layouts.moved(object, offset, &self.motions[motion as usize], &mut |offset| {
            found.push(offset);
        });
        for offset in found {
            visit(self, Pointee::Cell(object, offset));
        }
    }

    /// The number of a pointee that a pointer was moved to. Where many places of an object are
    /// found so, as a loop of moves does, more of them are anywhere.
    fn derived(&mut self, pointee: Pointee) -> u32 {
        if let Pointee::Cell(object, Some(offset)) = pointee {
            let derived = &mut self.contents[object.0 as usize].derived;
            if !derived.contains(&offset) {
                if derived.len() >= DERIVED_LIMIT {
                    return self.number(Pointee::Cell(object, None));
                }
                derived.push(offset);
            }
        }
        self.number(pointee)
    }

    /// Unknown code may read and change the object.
    pub(super) fn escape(&mut self, object: ObjectId) {
        if std::mem::replace(&mut self.contents[object.0 as usize].escaped, true) {
            return;
        }
        let read = self.read_anywhere(object);
        self.include(read, Self::UNKNOWN_CODE);
        let written = self.written_anywhere(object);
        self.add_target(written, Self::ANYTHING);
    }

    /// Contents of every cell of the object.
    fn read_anywhere(&mut self, object: ObjectId) -> Node {
        if let Some(node) = self.contents[object.0 as usize].read {
            return node;
        }
        let node = self.fresh_node();
        self.contents[object.0 as usize].read = Some(node);
        for (_, cell) in self.contents[object.0 as usize].cells.clone() {
            self.include(cell, node);
        }
        if let Some(written) = self.contents[object.0 as usize].written {
            self.include(written, node);
        }
        node
    }

    /// What may be in any cell of the object.
    fn written_anywhere(&mut self, object: ObjectId) -> Node {
        if let Some(node) = self.contents[object.0 as usize].written {
            return node;
        }
        let node = self.fresh_node();
        self.contents[object.0 as usize].written = Some(node);
        for (_, cell) in self.contents[object.0 as usize].cells.clone() {
            self.include(node, cell);
        }
        if let Some(read) = self.contents[object.0 as usize].read {
            self.include(node, read);
        }
        // Cells that nobody used yet are copied too.
        for watch in self.contents[object.0 as usize].watches.clone() {
            let to = self.written_anywhere(watch.to);
            self.include(node, to);
        }
        node
    }

    /// The nodes of the cells that `bytes` bytes at an offset overlap.
    pub(super) fn cells(&mut self, object: ObjectId, offset: u64, bytes: u64) -> Vec<Node> {
        let mut nodes = Vec::new();
        let (mut at, end) = (offset, offset.saturating_add(bytes.max(1)));
        while at < end {
            let Some(place) = self.layouts.place(object, at) else { break };
            let node = self.cell(object, place.start, place.end);
            if !nodes.contains(&node) {
                nodes.push(node);
            }
            at = at.saturating_add((place.end - place.offset).max(1));
        }
        nodes
    }

    fn cell(&mut self, object: ObjectId, start: u64, end: u64) -> Node {
        if let Some(&node) = self.cells.get(&(object, start)) {
            return node;
        }
        let node = self.fresh_node();
        self.cells.insert((object, start), node);
        let contents = &mut self.contents[object.0 as usize];
        contents.cells.push((start, node));
        let (written, read) = (contents.written, contents.read);
        if let Some(written) = written {
            self.include(written, node);
        }
        if let Some(read) = read {
            self.include(node, read);
        }
        for watch in self.contents[object.0 as usize].watches.clone() {
            self.copy_cell(watch, start, end, node);
        }
        node
    }

    /// The node of a cell, if it was used.
    pub(super) fn used_cell(&self, object: ObjectId, start: u64) -> Option<Node> {
        self.cells.get(&(object, start)).copied()
    }

    pub(super) fn load(&mut self, pointee: Pointee, bytes: u64, into: Node) {
        match pointee {
            Pointee::Anything => self.add_target(into, Self::ANYTHING),
            Pointee::Function(_) => (),
            Pointee::Cell(object, None) => {
                let read = self.read_anywhere(object);
                self.include(read, into);
            }
            Pointee::Cell(object, Some(offset)) => {
                for cell in self.cells(object, offset, bytes) {
                    self.include(cell, into);
                }
            }
        }
    }

    pub(super) fn store(&mut self, pointee: Pointee, bytes: u64, from: Node) {
        match pointee {
            Pointee::Anything => self.include(from, Self::UNKNOWN_CODE),
            Pointee::Function(_) => (),
            Pointee::Cell(object, None) => {
                let written = self.written_anywhere(object);
                self.include(from, written);
            }
            Pointee::Cell(object, Some(offset)) => {
                for cell in self.cells(object, offset, bytes) {
                    self.include(from, cell);
                }
            }
        }
    }

    pub(super) fn copy_from(&mut self, copy: u32, pointee: Pointee) {
        let entry = &mut self.copies[copy as usize];
        if let Some(between) = entry.between {
            return self.copy_out(pointee, between);
        }
        if entry.from.contains(&pointee) {
            return;
        }
        entry.from.push(pointee);
        let others = entry.to.clone();
        if entry.from.len() * others.len().max(1) > PAIR_LIMIT {
            return self.copy_all(copy);
        }
        for other in others {
            self.copy_pair(copy, pointee, other);
        }
    }

    pub(super) fn copy_to(&mut self, copy: u32, pointee: Pointee) {
        let entry = &mut self.copies[copy as usize];
        if let Some(between) = entry.between {
            return self.copy_in(between, pointee);
        }
        if entry.to.contains(&pointee) {
            return;
        }
        entry.to.push(pointee);
        let others = entry.from.clone();
        if entry.to.len() * others.len().max(1) > PAIR_LIMIT {
            return self.copy_all(copy);
        }
        for other in others {
            self.copy_pair(copy, other, pointee);
        }
    }

    /// Everything goes everywhere.
    fn copy_all(&mut self, copy: u32) {
        let between = self.fresh_node();
        self.copies[copy as usize].between = Some(between);
        for from in self.copies[copy as usize].from.clone() {
            self.copy_out(from, between);
        }
        for to in self.copies[copy as usize].to.clone() {
            self.copy_in(between, to);
        }
    }

    fn copy_out(&mut self, from: Pointee, into: Node) {
        match from {
            Pointee::Anything => self.add_target(into, Self::ANYTHING),
            Pointee::Function(_) => (),
            Pointee::Cell(object, _) => {
                let read = self.read_anywhere(object);
                self.include(read, into);
            }
        }
    }

    fn copy_in(&mut self, from: Node, to: Pointee) {
        match to {
            Pointee::Anything => self.include(from, Self::UNKNOWN_CODE),
            Pointee::Function(_) => (),
            Pointee::Cell(object, _) => {
                let written = self.written_anywhere(object);
                self.include(from, written);
            }
        }
    }

    fn copy_pair(&mut self, copy: u32, from: Pointee, to: Pointee) {
        let size = self.copies[copy as usize].size;
        if let (Pointee::Cell(object, Some(start)), Pointee::Cell(to, Some(to_start))) = (from, to)
        {
            let parallel = self.layouts.parallel((object, start), (to, to_start), size);
            if let Some(bytes) = parallel {
                return self.watch(object, Watch { start, bytes, to, to_start });
            }
        }
        let between = self.fresh_node();
        self.copy_out(from, between);
        self.copy_in(between, to);
    }

    fn watch(&mut self, object: ObjectId, watch: Watch) {
        if object == watch.to && watch.start == watch.to_start {
            return;
        }
        self.contents[object.0 as usize].watches.push(watch);
        for (start, node) in self.contents[object.0 as usize].cells.clone() {
            let end = self.layouts.place(object, start).map_or(start + 1, |place| place.end);
            self.copy_cell(watch, start, end, node);
        }
        if let Some(written) = self.contents[object.0 as usize].written {
            let to = self.written_anywhere(watch.to);
            self.include(written, to);
        }
    }

    fn copy_cell(&mut self, watch: Watch, start: u64, end: u64, node: Node) {
        if end <= watch.start || start >= watch.start.saturating_add(watch.bytes) {
            return;
        }
        let first = start.max(watch.start);
        let bytes = end.min(watch.start.saturating_add(watch.bytes)) - first;
        for cell in self.cells(watch.to, watch.to_start + (first - watch.start), bytes) {
            self.include(node, cell);
        }
    }
}
