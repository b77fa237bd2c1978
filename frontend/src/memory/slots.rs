//! Scalar places of objects, and which of them may be the same place.

use belnap_ir::types::IntType;

use crate::mir::{Cell, ObjectId};

/// Bits of an object that some access reads or writes together. Array elements that are not told
/// apart are one slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Slot {
    /// The object whose bits they are.
    pub object: ObjectId,
    /// Offset in bytes; of a bit-field, of its storage unit.
    pub offset: u64,
    /// First bit in there.
    pub bit: u8,
    /// How many.
    pub bits: u8,
}

/// What of a unit of memory is accessed: which bits, and as what number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Shape {
    /// First bit.
    pub bit: u8,
    /// Bytes of the unit that holds the bits.
    pub bytes: u8,
    /// The number.
    pub ty: IntType,
}

impl Shape {
    /// What a cell accesses.
    pub fn of(cell: &Cell) -> Self {
        match cell.bits {
            Some(bits) => Shape { bit: bits.offset, bytes: bits.unit_bytes, ty: cell.ty },
            None => Shape::of_number(cell.ty),
        }
    }

    /// A whole number.
    pub const fn of_number(ty: IntType) -> Self {
        Shape { bit: 0, bytes: ty.bits.div_ceil(8), ty }
    }

    /// Whether it is a number of whole bytes.
    pub const fn is_whole(self) -> bool {
        self.bit == 0 && self.ty.bits as u32 == 8 * self.bytes as u32
    }
}

impl Slot {
    /// The slot of an access at an offset.
    pub const fn new(object: ObjectId, offset: u64, shape: Shape) -> Self {
        Slot { object, offset, bit: shape.bit, bits: shape.ty.bits }
    }

    /// First bit and the one after the last, from the object's beginning.
    pub fn range(&self) -> (u64, u64) {
        let start = self.offset.saturating_mul(8).saturating_add(u64::from(self.bit));
        (start, start.saturating_add(u64::from(self.bits)))
    }

    /// First byte and the one after the last.
    pub fn bytes(&self) -> (u64, u64) {
        let (start, end) = self.range();
        (start / 8, end.div_ceil(8))
    }
}

/// Disjoint sets of slots, by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Classes {
    parents: Vec<usize>,
    /// How the first slot is accessed, by number.
    shapes: Vec<Shape>,
    /// Of representatives: cells are bytes.
    by_bytes: Vec<bool>,
}

impl Classes {
    /// A new set of one.
    pub fn add(&mut self, shape: Shape) -> usize {
        self.parents.push(self.parents.len());
        self.shapes.push(shape);
        self.by_bytes.push(false);
        self.parents.len() - 1
    }

    /// How a slot is accessed.
    pub fn shape(&self, number: usize) -> Shape {
        self.shapes[number]
    }

    /// The representative, always the smallest number of its set.
    pub fn find(&self, mut number: usize) -> usize {
        while self.parents[number] != number {
            number = self.parents[number];
        }
        number
    }

    fn find_and_shorten(&mut self, number: usize) -> usize {
        let root = self.find(number);
        let mut at = number;
        while self.parents[at] != root {
            at = std::mem::replace(&mut self.parents[at], root);
        }
        root
    }

    /// Makes two sets one; whether they were two. Where slots are accessed differently, the cells
    /// are bytes.
    pub fn unite(&mut self, left: usize, right: usize) -> bool {
        let (left, right) = (self.find_and_shorten(left), self.find_and_shorten(right));
        if left == right {
            return false;
        }
        let (low, high) = (left.min(right), left.max(right));
        let [one, other] = [self.shapes[low], self.shapes[high]];
        let differ = (one.bit, one.ty.bits) != (other.bit, other.ty.bits);
        self.by_bytes[low] |= self.by_bytes[high] || differ;
        self.parents[high] = low;
        true
    }

    /// Whether the cells of a set are bytes.
    pub fn is_by_bytes(&self, number: usize) -> bool {
        self.by_bytes[self.find(number)]
    }

    /// Makes the cells of a set bytes; whether they were not.
    pub fn mark_bytes(&mut self, number: usize) -> bool {
        let root = self.find_and_shorten(number);
        !std::mem::replace(&mut self.by_bytes[root], true)
    }
}
