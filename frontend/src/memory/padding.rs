//! Padding: bits of objects that no scalar has. It matters where the bytes of an object are read
//! one by one.

use belnap_ir::cfg::{ByteOrder, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::{IntType, Type};

use super::batch::Batch;
use super::block::{Block, Part};
use super::bytes;
use super::classify::Memory;
use super::routes::{Index, Resolved};
use super::slots::{Shape, Slot};
use super::steps::finish;
use super::tables::Store;
use super::translate::{Emitted, Translator, Where, convert, plus};
use crate::mir::{Address, ObjectId};
use crate::padding::{self, BitRange};
use crate::unsupported;

/// With more gaps than this, a block is one range of bytes.
const MAX_GAPS: usize = 64;

impl Memory<'_> {
    /// Adds what no part of a block has, where pointers may go anywhere in an object that it
    /// touches: then every byte may be read.
    pub(super) fn with_gaps(&self, block: &Block, mut parts: Vec<Part>) -> Vec<Part> {
        let mut sides = std::iter::once(&block.to).chain(&block.from);
        let is_whole = sides.any(|side| {
            side.direct.is_none() && side.spans.iter().any(|span| self.is_whole(span.object))
        });
        let Some(length) = block.length.filter(|_| is_whole && self.with_padding) else {
            return parts;
        };
        if parts.iter().any(|part| part.ranged) {
            // A range is the whole block, in the region of that part: it must not undo the others.
            parts.iter_mut().for_each(|part| part.ranged = true);
            return parts;
        }
        let taken = parts.iter().map(|part| {
            let first = 8 * part.at + u64::from(part.shape.bit);
            (first, first + u64::from(part.shape.ty.bits))
        });
        let gaps = padding::find_gaps(taken.collect(), (0, 8 * length));
        let byte = IntType::unsigned(8);
        if padding::split_into_bytes(&gaps).nth(MAX_GAPS).is_some() {
            parts.iter_mut().for_each(|part| part.ranged = true);
            if parts.is_empty() {
                let shape = Shape::of_number(byte);
                parts.push(Part { at: 0, shape, ranged: true, cut: false });
            }
            return parts;
        }
        parts.extend(padding::split_into_bytes(&gaps).map(|(at, bit, bits)| {
            let shape = Shape { bit, bytes: 1, ty: IntType::unsigned(bits) };
            Part { at, shape, ranged: false, cut: false }
        }));
        parts.sort_unstable_by_key(|part| (part.at, part.shape.bit, part.shape.ty.bits));
        parts
    }
}

/// Some bits of a place.
struct Piece {
    place: Where,
    shape: Shape,
}

impl Piece {
    /// Whether it is all of a cell.
    fn is_all(&self) -> bool {
        match self.place {
            Where::Plain(_, ty) | Where::Cell(_, _, ty) => self.shape.ty.bits == ty.bits,
            Where::Bytes(..) | Where::Unknown(..) => self.shape.is_whole(),
        }
    }
}

impl Translator<'_, '_> {
    /// Padding of an object becomes zero, or unknown.
    pub fn pad(&mut self, object: ObjectId, bits: &[BitRange], zero: bool, out: &mut Vec<Emitted>) {
        let slots: Vec<Slot> = self.memory.slots_of(object).collect();
        if slots.is_empty() {
            return;
        }
        let mut pieces = Vec::new();
        for (byte, bit, count) in padding::split_into_bytes(bits) {
            let shape = Shape { bit, bytes: 1, ty: IntType::unsigned(count) };
            self.keep_bits(object, &slots, byte, shape, &mut pieces);
        }
        // Others are put into what their cells are by then.
        let (all, some): (Vec<Piece>, Vec<Piece>) = pieces.into_iter().partition(Piece::is_all);
        self.set_padding(&all, zero, out);
        for piece in some {
            self.set_padding(&[piece], zero, out);
        }
    }

    /// The padding of an object whose lifetime begins is unspecified.
    pub fn open_padding(&mut self, object: ObjectId, out: &mut Vec<Emitted>) {
        let program = self.program();
        let ty = program.objects[object].ty;
        if let Some(bits) = padding::find_padding(&program.types, ty) {
            self.pad(object, &bits, false, out);
        }
    }

    /// Where some bits of a byte are kept.
    fn keep_bits(
        &mut self,
        object: ObjectId,
        slots: &[Slot],
        byte: u64,
        shape: Shape,
        pieces: &mut Vec<Piece>,
    ) {
        let Ok(at) = i64::try_from(byte) else { return };
        let address = Address::of(object).plus(at);
        let direct = self.memory.is_direct(object);
        let (offset, index) = if direct {
            match self.memory.resolve(object, at, &[], shape) {
                Resolved::Slot(slot, index) => (slot.offset, index.unwrap_or_default()),
                Resolved::Outside | Resolved::Misfit => return,
            }
        } else {
            (self.memory.points_to.canonical(object, byte), Index::default())
        };
        let first = 8 * offset + u64::from(shape.bit);
        let last = first + u64::from(shape.ty.bits);
        let whole = !direct && self.memory.is_whole(object);
        let mut regions: Vec<CfgVarId> = Vec::new();
        for &slot in slots {
            let class = self.memory.class(slot);
            let Some(store) = class.and_then(|class| self.tables.store(class)) else { continue };
            let (start, end) = slot.range();
            let overlaps = start < last && first < end;
            // What of a cell it is.
            let inner = Shape {
                bit: first.saturating_sub(start) as u8,
                bytes: slot.bits.div_ceil(8),
                ty: IntType::unsigned(last.min(end).saturating_sub(first.max(start)) as u8),
            };
            let place = match store {
                Store::Bytes(var) | Store::OwnBytes(var) => {
                    if !(whole || overlaps) || regions.contains(&var) {
                        continue;
                    }
                    regions.push(var);
                    let index = match direct {
                        true => self.own_offset(&address),
                        false => self.address(&address),
                    };
                    pieces.push(Piece { place: Where::Bytes(var, index), shape });
                    continue;
                }
                _ if !overlaps => continue,
                Store::Plain(var, ty) => Where::Plain(var, ty),
                Store::Elements(var, ty) => Where::Cell(var, self.index(&index, &[]), ty),
                Store::Typed(var, ty) => {
                    let base = self.object_address(object);
                    let at = at + slot.offset as i64 - offset as i64;
                    Where::Cell(var, plus(base, at, self.tables.address), ty)
                }
            };
            pieces.push(Piece { place, shape: inner });
        }
    }

    fn set_padding(&mut self, pieces: &[Piece], zero: bool, out: &mut Vec<Emitted>) {
        self.afterwards(out, |this, out| {
            let mut unknown: Vec<CfgVarId> = Vec::new();
            let mut batch = Batch::default();
            let mut changes = Vec::new();
            let order = this.tables.bytes().order;
            for Piece { place, shape } in pieces {
                let value = if zero {
                    Expr::int(0, shape.ty)
                } else {
                    let var = this.temporary(Type::Int(shape.ty));
                    unknown.push(var);
                    Expr::Var(var)
                };
                match place {
                    Where::Plain(var, ty) => {
                        batch.set(*var, put(Expr::Var(*var), *ty, value, *shape, order));
                    }
                    Where::Cell(region, index, ty) => {
                        let old = Expr::read(Expr::Var(*region), index.clone());
                        let new = put(old, *ty, value, *shape, order);
                        batch.write(*region, index.clone(), new);
                    }
                    place => this.write(place, *shape, value, &mut batch, &mut changes),
                }
            }
            finish(batch, &mut changes);
            if !unknown.is_empty() {
                let detail = "what is between members".to_owned();
                let notes = vec![this.unknown_note(unsupported::PADDING, detail)];
                out.push(Emitted { operation: Operation::Unknown(unknown), notes });
            }
            out.append(&mut changes);
        });
    }
}

/// A cell of which some bits get another value.
fn put(old: Expr, cell: IntType, value: Expr, shape: Shape, order: ByteOrder) -> Expr {
    if shape.ty.bits == cell.bits {
        return convert(value, shape.ty, cell);
    }
    let unit = IntType::unsigned(cell.bits);
    convert(bytes::insert(convert(old, cell, unit), value, unit, shape, order), unit, cell)
}
