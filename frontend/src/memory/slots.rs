//! Scalar places of objects, and which of them may be the same place.

use belnap_ir::types::IntType;

use crate::mir::{Cell, ObjectId};

/// Bits of an object that some access reads or writes together. Array elements that are not told
/// apart are one slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Slot {
    /// The object.
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

/// Disjoint sets of numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct UnionFind {
    parents: Vec<usize>,
}

impl UnionFind {
    /// A new set of one.
    pub fn add(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.parents.len() - 1
    }

    /// The representative, always the smallest number of its set.
    pub fn find(&self, mut element: usize) -> usize {
        while self.parents[element] != element {
            element = self.parents[element];
        }
        element
    }

    /// Makes two sets one; whether they were two.
    pub fn unite(&mut self, left: usize, right: usize) -> bool {
        let (left, right) = (self.find(left), self.find(right));
        let (low, high) = (left.min(right), left.max(right));
        self.parents[high] = low;
        low != high
    }

    /// Makes later searches fast.
    pub fn compress(&mut self) {
        for element in 0..self.parents.len() {
            self.parents[element] = self.find(element);
        }
    }
}
