//! Inclusions between the contents of cells, and what loads, stores and calls add to them.
//!
//! Solved in waves (Pereira and Berlin, CGO 2009): cycles of plain inclusions become one node, new
//! targets go through the rest in topological order, and only then do loads, stores and calls add
//! inclusions for the targets that are new to them.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::bits::Bits;
use super::copies::{MemoryCopy, Watch};
use super::exposed::Arithmetic;
use super::layout::Layouts;
use super::motion::Motion;
use super::pieces::MotionResult;
use crate::mir::{FunctionId, ObjectId};
use belnap_ir::ids::{TiVec, ti_vec};
use belnap_ir::index_tables;

/// A set of targets that is a variable of the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Node(pub u32);

index_tables!(Node);

/// Something to point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Pointee {
    /// Whatever unknown code knows.
    Anything,
    /// A number that was made of no address: it may be that of something exposed.
    Number,
    /// A function.
    Function(FunctionId),
    /// What is computed from bits of a function's address.
    FunctionPiece(FunctionId),
    /// A canonical offset of an object, or anywhere in it.
    Cell(ObjectId, Option<u64>),
    /// What is computed from bits of an address in an object. As an index it leads nowhere else.
    Piece(ObjectId),
}

/// What a pointer is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    /// Unknown code takes it for a pointer: a number, for one to something exposed.
    Reach,
    /// The address goes where it is not followed.
    Expose(Part),
    /// If it may be a number, that part of the node's targets is exposed.
    Meet(Node, Part),
    /// An index: other objects that it leads to are included in the node.
    Index(Node),
    /// An operand of a difference: the left one, or the right one.
    Subtract(u32, bool),
}

/// Which targets are exposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Part {
    /// Those that are not addresses any more, but pieces.
    Pieces,
    /// Those that arithmetic may have led anywhere, too.
    Moved,
    /// All.
    All,
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
    pub(super) watches: Vec<Watch>,
}

/// More places of an object that pointers are moved to are not told apart.
const DERIVED_LIMIT: usize = 24;

/// Canonical offsets; `None` is anywhere.
type Offsets = Arc<[Option<u64>]>;

/// The graph.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub layouts: Layouts,
    /// Pointees by number; the first are [`Pointee::Anything`] and [`Pointee::Number`].
    pub pointees: Vec<Pointee>,
    numbers: FxHashMap<Pointee, u32>,
    pub contents: TiVec<ObjectId, Contents>,
    cells: FxHashMap<(ObjectId, u64), Node>,
    /// Nodes of what was accessed, by offset and bytes.
    pub(super) accesses: FxHashMap<(ObjectId, u64, u64), Arc<[Node]>>,
    /// Where motions lead that were asked for.
    pub(super) ways: FxHashMap<(ObjectId, u64, u32), Offsets>,
    pub(super) motions: Vec<Motion>,
    motion_numbers: FxHashMap<Motion, u32>,
    pub(super) copies: Vec<MemoryCopy>,
    pub(super) arithmetic: Arithmetic,
    pub escaped_functions: Vec<FunctionId>,
    /// Calls and the functions found for them, to be linked.
    pub called: Vec<(u32, Pointee)>,
    /// Of merged nodes, another; of others, itself.
    pub(super) parent: Vec<u32>,
    /// Targets that went to all inclusions.
    pub(super) targets: TiVec<Node, Bits>,
    /// Targets that did not yet.
    pub(super) pending: TiVec<Node, Bits>,
    pub(super) included_in: TiVec<Node, Vec<Node>>,
    pub(super) uses: TiVec<Node, Vec<Use>>,
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
    /// What a number may be the address of.
    pub(super) const EXPOSED: Node = Node(1);
    /// Number of [`Pointee::Anything`].
    pub(super) const ANYTHING: u32 = 0;
    /// Number of [`Pointee::Number`].
    pub(super) const NUMBER: u32 = 1;
    /// Number of [`Motion::STAY`].
    pub(super) const STAY: u32 = 0;
    /// Number of [`Motion::Blur`].
    pub(super) const BLUR: u32 = 1;
    /// Number of [`Motion::Piece`].
    pub(super) const PIECE: u32 = 2;

    pub(super) fn new(layouts: Layouts, objects: usize) -> Self {
        let mut graph = Graph {
            layouts,
            pointees: Vec::new(),
            numbers: FxHashMap::default(),
            contents: ti_vec![Contents::default(); objects],
            cells: FxHashMap::default(),
            accesses: FxHashMap::default(),
            ways: FxHashMap::default(),
            motions: Vec::new(),
            motion_numbers: FxHashMap::default(),
            copies: Vec::new(),
            arithmetic: Arithmetic::default(),
            escaped_functions: Vec::new(),
            called: Vec::new(),
            parent: Vec::new(),
            targets: TiVec::new(),
            pending: TiVec::new(),
            included_in: TiVec::new(),
            uses: TiVec::new(),
            edges: FxHashSet::default(),
            dirty: Vec::new(),
            fresh: Vec::new(),
            searched: 0,
            constants: FxHashMap::default(),
        };
        let unknown = graph.fresh_node();
        graph.fresh_node();
        graph.number(Pointee::Anything);
        graph.number(Pointee::Number);
        graph.motion(Motion::STAY);
        graph.motion(Motion::Blur);
        graph.motion(Motion::Piece);
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
        &self.targets[self.representative(node)]
    }

    pub(super) fn add_target(&mut self, node: Node, number: u32) {
        let node = self.find(node);
        if !self.targets[node].contains(number) {
            if self.pending[node].is_empty() {
                self.dirty.push(node);
            }
            self.pending[node].insert(number);
        }
    }

    /// Whatever is not known is perhaps a number, too.
    pub(super) fn add_unknown(&mut self, node: Node) {
        self.add_target(node, Self::ANYTHING);
        self.add_target(node, Self::NUMBER);
    }

    pub(super) fn include(&mut self, from: Node, into: Node) {
        let (from, into) = (self.find(from), self.find(into));
        if from == into || !self.edges.insert((from, into)) {
            return;
        }
        self.included_in[from].push(into);
        let targets = std::mem::take(&mut self.targets[from]);
        self.send(&targets, into);
        self.targets[from] = targets;
    }

    pub(super) fn send(&mut self, targets: &Bits, into: Node) {
        if targets.is_empty() {
            return;
        }
        let pending = &mut self.pending[into];
        let was_empty = pending.is_empty();
        pending.extend(targets);
        pending.remove(&self.targets[into]);
        if was_empty && !pending.is_empty() {
            self.dirty.push(into);
        }
    }

    pub(super) fn add_use(&mut self, node: Node, r#use: Use) {
        let node = self.find(node);
        self.uses[node].push(r#use);
        let targets = self.targets[node].clone();
        for number in targets.iter() {
            self.apply(r#use, number);
        }
    }

    pub(super) fn apply(&mut self, r#use: Use, number: u32) {
        let pointee = self.pointees[number as usize];
        match r#use {
            Use::Move(motion, into) => self.move_pointee(pointee, motion, &mut |graph, pointee| {
                let number = graph.number_of_moved(pointee);
                graph.add_target(into, number);
            }),
            Use::Load(motion, bytes, into) => self.access(pointee, motion, r#use, |graph, at| {
                graph.load(at, bytes, into);
            }),
            Use::Store(motion, bytes, from) => {
                self.access(pointee, motion, r#use, |graph, at| graph.store(at, bytes, from));
            }
            Use::CopyFrom(motion, copy) => {
                self.access(pointee, motion, r#use, |graph, at| graph.copy_from(copy, at));
            }
            Use::CopyTo(motion, copy) => {
                self.access(pointee, motion, r#use, |graph, at| graph.copy_to(copy, at));
            }
            Use::Call(call) => match pointee {
                Pointee::Function(function) | Pointee::FunctionPiece(function) => {
                    self.called.push((call, Pointee::Function(function)));
                }
                Pointee::Anything => self.called.push((call, pointee)),
                Pointee::Number => self.use_exposed(r#use),
                Pointee::Cell(..) | Pointee::Piece(_) => (),
            },
            Use::Escape => match pointee {
                Pointee::Anything | Pointee::Number => (),
                Pointee::Function(function) | Pointee::FunctionPiece(function) => {
                    self.escaped_functions.push(function);
                }
                Pointee::Cell(object, _) | Pointee::Piece(object) => self.escape(object),
            },
            Use::Reach => {
                if pointee == Pointee::Number {
                    self.use_exposed(Use::Escape);
                }
            }
            Use::Expose(part) => self.expose(pointee, part),
            Use::Meet(node, part) => {
                if pointee == Pointee::Number {
                    self.meet(node, part);
                }
            }
            Use::Index(into) => self.index(pointee, into),
            Use::Subtract(difference, left) => self.subtract(difference, left, pointee),
        }
    }

    /// An access by a pointer, after a motion; by a number, to what is exposed.
    fn access(
        &mut self,
        pointee: Pointee,
        motion: u32,
        r#use: Use,
        mut access: impl FnMut(&mut Self, Pointee),
    ) {
        match pointee {
            Pointee::Number => self.use_exposed(r#use),
            Pointee::Piece(object) => access(self, Pointee::Cell(object, None)),
            _ => self.move_pointee(pointee, motion, &mut access),
        }
    }

    fn move_pointee(
        &mut self,
        from: Pointee,
        motion: u32,
        visit: &mut dyn FnMut(&mut Self, Pointee),
    ) {
        if motion == Self::STAY {
            return visit(self, from);
        }
        let (object, offset) = match self.layouts.apply_motion(from, &self.motions[motion as usize])
        {
            MotionResult::Nothing => return,
            MotionResult::As(pointee) => return visit(self, pointee),
            MotionResult::Moved(object, offset) => (object, offset),
        };
        let found = self.ways.entry((object, offset, motion)).or_insert_with(|| {
            let mut found = Vec::new();
            let motion = &self.motions[motion as usize];
            self.layouts.follow(object, offset, motion, &mut |offset| found.push(offset));
            Arc::from(found)
        });
        for &offset in Arc::clone(found).iter() {
            visit(self, Pointee::Cell(object, offset));
        }
    }

    /// The number of a pointee that a pointer was moved to. Where many places of an object are
    /// found so, as a loop of moves does, more of them are anywhere.
    fn number_of_moved(&mut self, pointee: Pointee) -> u32 {
        if let Pointee::Cell(object, Some(offset)) = pointee {
            let derived = &mut self.contents[object].derived;
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
        if std::mem::replace(&mut self.contents[object].escaped, true) {
            return;
        }
        let read = self.read_anywhere(object);
        self.include(read, Self::UNKNOWN_CODE);
        let written = self.written_anywhere(object);
        self.add_unknown(written);
    }

    /// Contents of every cell of the object.
    pub(super) fn read_anywhere(&mut self, object: ObjectId) -> Node {
        if let Some(node) = self.contents[object].read {
            return node;
        }
        let node = self.fresh_node();
        self.contents[object].read = Some(node);
        for (_, cell) in self.contents[object].cells.clone() {
            self.include(cell, node);
        }
        if let Some(written) = self.contents[object].written {
            self.include(written, node);
        }
        node
    }

    /// What may be in any cell of the object.
    pub(super) fn written_anywhere(&mut self, object: ObjectId) -> Node {
        if let Some(node) = self.contents[object].written {
            return node;
        }
        let node = self.fresh_node();
        self.contents[object].written = Some(node);
        for (_, cell) in self.contents[object].cells.clone() {
            self.include(node, cell);
        }
        if let Some(read) = self.contents[object].read {
            self.include(node, read);
        }
        // Cells that are not used yet are copied too.
        for watch in self.contents[object].watches.clone() {
            let to = self.written_anywhere(watch.to);
            self.include(node, to);
        }
        node
    }

    /// The nodes of the cells that `bytes` bytes at an offset overlap.
    pub(super) fn cells(&mut self, object: ObjectId, offset: u64, bytes: u64) -> Arc<[Node]> {
        if let Some(nodes) = self.accesses.get(&(object, offset, bytes)) {
            return Arc::clone(nodes);
        }
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
        let nodes: Arc<[Node]> = Arc::from(nodes);
        self.accesses.insert((object, offset, bytes), Arc::clone(&nodes));
        nodes
    }

    fn cell(&mut self, object: ObjectId, start: u64, end: u64) -> Node {
        if let Some(&node) = self.cells.get(&(object, start)) {
            return node;
        }
        let node = self.fresh_node();
        self.cells.insert((object, start), node);
        let contents = &mut self.contents[object];
        contents.cells.push((start, node));
        let (written, read) = (contents.written, contents.read);
        if let Some(written) = written {
            self.include(written, node);
        }
        if let Some(read) = read {
            self.include(node, read);
        }
        for watch in self.contents[object].watches.clone() {
            self.copy_cell(watch, start, end, node);
        }
        node
    }

    /// Drops what only solving needs.
    pub(super) fn finish(&mut self) {
        self.accesses = FxHashMap::default();
        self.ways = FxHashMap::default();
        self.edges = FxHashSet::default();
        self.included_in = TiVec::new();
        self.uses = TiVec::new();
    }

    /// The node of a cell, if it was used.
    pub(super) fn used_cell(&self, object: ObjectId, start: u64) -> Option<Node> {
        self.cells.get(&(object, start)).copied()
    }

    pub(super) fn load(&mut self, pointee: Pointee, bytes: u64, into: Node) {
        match pointee {
            Pointee::Anything => self.add_unknown(into),
            Pointee::Number | Pointee::Function(_) | Pointee::FunctionPiece(_) => (),
            Pointee::Cell(object, None) | Pointee::Piece(object) => {
                let read = self.read_anywhere(object);
                self.include(read, into);
            }
            Pointee::Cell(object, Some(offset)) => {
                for &cell in self.cells(object, offset, bytes).iter() {
                    self.include(cell, into);
                }
            }
        }
    }

    pub(super) fn store(&mut self, pointee: Pointee, bytes: u64, from: Node) {
        match pointee {
            Pointee::Anything => self.include(from, Self::UNKNOWN_CODE),
            Pointee::Number | Pointee::Function(_) | Pointee::FunctionPiece(_) => (),
            Pointee::Cell(object, None) | Pointee::Piece(object) => {
                let written = self.written_anywhere(object);
                self.include(from, written);
            }
            Pointee::Cell(object, Some(offset)) => {
                for &cell in self.cells(object, offset, bytes).iter() {
                    self.include(from, cell);
                }
            }
        }
    }
}
