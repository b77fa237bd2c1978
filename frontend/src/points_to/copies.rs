//! Copies of memory: cell by cell where both sides are laid out alike, else as a whole.

use super::graph::{Graph, Node, Pointee};
use crate::mir::ObjectId;

/// More pairs of a copy than this are not told apart.
const PAIR_LIMIT: usize = 64;

/// `size` bytes go from each source to each target.
#[derive(Clone, Debug, Default)]
pub(super) struct MemoryCopy {
    size: Option<u64>,
    from: Vec<Pointee>,
    to: Vec<Pointee>,
    /// Once there are many pairs: contents without offsets.
    between: Option<Node>,
}

/// Cells of an object from `start` on are copied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    start: u64,
    bytes: u64,
    pub to: ObjectId,
    to_start: u64,
}

impl Graph {
    pub(super) fn new_copy(&mut self, size: Option<u64>) -> u32 {
        self.copies.push(MemoryCopy { size, ..MemoryCopy::default() });
        self.copies.len() as u32 - 1
    }

    /// Adds a place that is copied from.
    pub(super) fn copy_from(&mut self, copy: u32, pointee: Pointee) {
        let entry = &mut self.copies[copy as usize];
        if let Some(between) = entry.between {
            self.copy_out(pointee, between);
        } else if add_new(&mut entry.from, pointee) {
            let others = entry.to.clone();
            self.copy_pairs(copy, others.into_iter().map(|to| (pointee, to)).collect());
        }
    }

    /// Adds a place that is copied to.
    pub(super) fn copy_to(&mut self, copy: u32, pointee: Pointee) {
        let entry = &mut self.copies[copy as usize];
        if let Some(between) = entry.between {
            self.copy_in(between, pointee);
        } else if add_new(&mut entry.to, pointee) {
            let others = entry.from.clone();
            self.copy_pairs(copy, others.into_iter().map(|from| (from, pointee)).collect());
        }
    }

    /// Copies between new pairs of places, unless there are too many of them by now.
    fn copy_pairs(&mut self, copy: u32, pairs: Vec<(Pointee, Pointee)>) {
        let entry = &self.copies[copy as usize];
        let (from, to) = (entry.from.len().max(1), entry.to.len().max(1));
        if from * to > PAIR_LIMIT {
            return self.copy_all(copy);
        }
        for (from, to) in pairs {
            self.copy_pair(copy, from, to);
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
            Pointee::Anything => self.add_unknown(into),
            Pointee::Number | Pointee::Function(_) | Pointee::FunctionPiece(_) => (),
            Pointee::Cell(object, _) | Pointee::Piece(object) => {
                let read = self.read_anywhere(object);
                self.include(read, into);
            }
        }
    }

    fn copy_in(&mut self, from: Node, to: Pointee) {
        match to {
            Pointee::Anything => self.include(from, Self::UNKNOWN_CODE),
            Pointee::Number | Pointee::Function(_) | Pointee::FunctionPiece(_) => (),
            Pointee::Cell(object, _) | Pointee::Piece(object) => {
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
        self.contents[object].watches.push(watch);
        for (start, node) in self.contents[object].cells.clone() {
            let end = self.layouts.place(object, start).map_or(start + 1, |place| place.end);
            self.copy_cell(watch, start, end, node);
        }
        if let Some(written) = self.contents[object].written {
            let to = self.written_anywhere(watch.to);
            self.include(written, to);
        }
    }

    pub(super) fn copy_cell(&mut self, watch: Watch, start: u64, end: u64, node: Node) {
        if end <= watch.start || start >= watch.start.saturating_add(watch.bytes) {
            return;
        }
        let first = start.max(watch.start);
        let bytes = end.min(watch.start.saturating_add(watch.bytes)) - first;
        let to = self.cells(watch.to, watch.to_start + (first - watch.start), bytes);
        for &cell in to.iter() {
            self.include(node, cell);
        }
    }
}

/// Adds a place; whether it is new.
fn add_new(places: &mut Vec<Pointee>, pointee: Pointee) -> bool {
    let is_new = !places.contains(&pointee);
    if is_new {
        places.push(pointee);
    }
    is_new
}
