//! Operations on blocks of memory: copies and fills, cell by cell or as ranges of regions.

use belnap_ir::cfg::{ByteOrder, Operation};
use belnap_ir::expr::{BinaryOp, Expr};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::{ArrayType, IntType};

use super::batch::Batch;
use super::block::{Block, Part, Side, is_multiple};
use super::bytes;
use super::layout;
use super::routes::Resolved;
use super::slots::{Shape, Slot};
use super::steps::finish;
use super::tables::Store;
use super::translate::{Emitted, Translator, Where, convert, plus};
use crate::ctype::TypeId;
use crate::mir::{Address, NoteId, Op, Value};

/// What a block gets.
#[derive(Clone, Debug)]
enum Content {
    /// A byte, everywhere.
    Fill(Expr),
    /// The contents of the other side.
    Copy,
}

/// A side of a block with its address, evaluated once.
struct End<'b> {
    side: &'b Side,
    /// Of memory: the address of the first byte.
    base: Option<Expr>,
}

impl Translator<'_, '_> {
    /// What a block operation does.
    pub fn block_step(&mut self, op: &Op, out: &mut Vec<Emitted>) {
        let Some(block) = self.memory.blocks_of(op).pop() else { return };
        let ty = self.tables.address;
        let known = |length: Option<u64>| Expr::int(i128::from(length.unwrap_or(0)), ty);
        let (content, length, partial) = match op {
            Op::FillBytes { byte, size, .. } => {
                let byte = self.value(byte);
                let length = self.value(size);
                (Content::Fill(self.spill_deep(byte)), length, Some(size))
            }
            Op::CopyBytes { size, .. } => (Content::Copy, self.value(size), Some(size)),
            Op::Copy { .. } => (Content::Copy, known(block.length), None),
            _ => {
                let zero = Expr::int(0, IntType::unsigned(8));
                (Content::Fill(zero), known(block.length), None)
            }
        };
        let length = self.spill_deep(length);
        self.block_change(&block, &content, &length, partial, out);
    }

    /// A copy of a whole object.
    pub fn copy_block(&mut self, block: &Block, out: &mut Vec<Emitted>) {
        let length = Expr::int(i128::from(block.length.unwrap_or(0)), self.tables.address);
        self.block_change(block, &Content::Copy, &length, None, out);
    }

    /// An object gets unknown contents.
    pub fn unknown_block(&mut self, to: &Address, ty: TypeId, out: &mut Vec<Emitted>) {
        let length = self.program().types.size_of(ty);
        let block = self.memory.block(to, None, Some(ty), length);
        let vars = self.vars_of_block(&block);
        if !vars.is_empty() {
            out.push(Emitted { operation: Operation::Unknown(vars), notes: Vec::new() });
        }
    }

    /// All variables and regions a block may change.
    fn vars_of_block(&self, block: &Block) -> Vec<CfgVarId> {
        let mut vars: Vec<CfgVarId> = Vec::new();
        for part in self.memory.parts(block) {
            for &span in &block.to.spans {
                let slot = self.memory.part_slot(&block.to, span, part);
                vars.extend(slot.and_then(|slot| self.var_of(slot)));
            }
        }
        if block.to.anything {
            vars.extend(self.changed_by_anything(&[]));
        }
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// The assignments of a block operation, part by part; what is not known becomes unknown.
    fn block_change(
        &mut self,
        block: &Block,
        content: &Content,
        length: &Expr,
        size: Option<&Value>,
        out: &mut Vec<Emitted>,
    ) {
        if let Some(note) = self.note_lost(block) {
            let vars = self.vars_of_block(block);
            let operation =
                if vars.is_empty() { Operation::SKIP } else { Operation::Unknown(vars) };
            out.push(Emitted { operation, notes: vec![note] });
            return;
        }
        let to = self.end(&block.to);
        let from = block.from.as_ref().map(|side| self.end(side));
        let order = self.tables.bytes().order;
        let mut batch = Batch::default();
        let mut ranges: Vec<CfgVarId> = Vec::new();
        let mut notes: Vec<NoteId> = Vec::new();
        let mut unknown: Vec<CfgVarId> = Vec::new();
        for part in self.memory.parts(block) {
            let Some((slot, place)) = self.part_place(&to, part) else { continue };
            if part.ranged {
                let Some(store) = self.store_of(slot) else { continue };
                if ranges.contains(&store.var()) {
                    continue;
                }
                ranges.push(store.var());
                if let Some(note) = self.partial_note(store, size) {
                    notes.push(note);
                    unknown.push(store.var());
                    continue;
                }
                let source = from.as_ref().map(|from| (from, self.part_source(from, part)));
                if !self.range(block, &to, source, part, store, content, length, &mut batch) {
                    unknown.push(store.var());
                }
                continue;
            }
            let value = match (content, &from) {
                (Content::Fill(byte), _) => bytes::repeat_byte(byte.clone(), part.shape, order),
                (Content::Copy, Some(from)) => match self.part_place(from, part) {
                    Some((_, place)) => self.read(&place, part.shape),
                    None => {
                        unknown.extend(self.var_of(slot));
                        continue;
                    }
                },
                (Content::Copy, None) => continue,
            };
            // Bits are put into what their bytes are by then.
            if matches!(place, Where::Bytes(..)) && !part.shape.is_whole() {
                finish(std::mem::take(&mut batch), out);
                self.afterwards(out, |this, out| {
                    let mut own = Batch::default();
                    this.write(&place, part.shape, value, &mut own, out);
                    finish(own, out);
                });
                continue;
            }
            self.write(&place, part.shape, value, &mut batch, out);
        }
        finish(batch, out);
        if !unknown.is_empty() {
            unknown.sort_unstable();
            unknown.dedup();
            if notes.is_empty() {
                let detail = "a copy between memory of different formats".to_owned();
                notes.push(self.unknown_note("punned-memory", detail));
            }
            out.push(Emitted { operation: Operation::Unknown(unknown), notes });
        }
    }

    /// Why the effect of a block operation is not known.
    fn note_lost(&mut self, block: &Block) -> Option<NoteId> {
        let sides = std::iter::once(&block.to).chain(&block.from);
        let mut anything = false;
        let mut nothing = false;
        for side in sides {
            anything |= side.anything;
            nothing |= side.spans.is_empty();
        }
        if !anything && !nothing {
            return None;
        }
        let detail = if anything {
            "access through a pointer of unknown origin"
        } else {
            "access through a pointer that points to no object"
        };
        Some(self.unknown_note("unknown-pointer", detail.to_owned()))
    }

    fn end<'b>(&mut self, side: &'b Side) -> End<'b> {
        let base = match side.direct {
            Some(_) => None,
            None => {
                let address = self.address(&side.address);
                Some(self.spill_deep(address))
            }
        };
        End { side, base }
    }

    fn store_of(&self, slot: Slot) -> Option<Store> {
        self.memory.class(slot).and_then(|class| self.tables.store(class))
    }

    /// Where a part of a block is.
    fn part_place(&mut self, end: &End<'_>, part: Part) -> Option<(Slot, Where)> {
        let at = i64::try_from(part.at).ok()?;
        if let Some(object) = end.side.direct {
            let address = end.side.address.clone().plus(at);
            let resolved = self.memory.resolve(object, address.offset, &address.terms, part.shape);
            let Resolved::Slot(slot, index) = resolved else { return None };
            self.memory.class(slot)?;
            return Some((slot, self.direct(slot, index.as_ref(), &address)));
        }
        let slot = end.side.spans.iter().find_map(|&span| {
            let slot = self.memory.part_slot(end.side, span, part)?;
            self.memory.class(slot).map(|_| slot)
        })?;
        let index = plus(end.base.clone()?, at, self.tables.address);
        let place = match self.store_of(slot)? {
            Store::Plain(var, ty) => Where::Plain(var, ty),
            Store::Typed(var, ty) => Where::Cell(var, index, ty),
            Store::Bytes(var) => Where::Bytes(var, index),
            _ => return None,
        };
        Some((slot, place))
    }

    fn part_source(&mut self, from: &End<'_>, part: Part) -> Option<(Slot, Store)> {
        let (slot, _) = self.part_place(from, part)?;
        Some((slot, self.store_of(slot)?))
    }

    /// A range of a region gets new contents; false if that cannot be said.
    #[expect(clippy::too_many_arguments, reason = "a range and what it gets")]
    fn range(
        &mut self,
        block: &Block,
        to: &End<'_>,
        source: Option<(&End<'_>, Option<(Slot, Store)>)>,
        part: Part,
        store: Store,
        content: &Content,
        length: &Expr,
        batch: &mut Batch,
    ) -> bool {
        let Some(array) = self.tables.variables[store.var().index()].ty.as_array() else {
            return false;
        };
        let Some((start, count)) = self.extent(block, to, part, store, length) else {
            return false;
        };
        let other = match (content, source) {
            (Content::Fill(byte), _) => {
                fill(byte, part.shape, store, array, self.tables.bytes().order)
            }
            (Content::Copy, Some((from, Some((_, source))))) => {
                let source_type = self.tables.variables[source.var().index()].ty.as_array();
                let Some((source_start, _)) = self.extent(block, from, part, source, length) else {
                    return false;
                };
                if source_type != Some(array) {
                    return false;
                }
                let region = Expr::Var(source.var());
                if source_start == start {
                    region
                } else {
                    let by = Expr::binary(BinaryOp::Sub, source_start, start.clone());
                    Expr::Shift(Box::new([region, by]))
                }
            }
            (Content::Copy, _) => return false,
        };
        if self.covers(block, to, part, store) {
            batch.set(store.var(), other);
        } else {
            batch.splice(store.var(), other, start, count);
        }
        true
    }

    /// Whether a block is all of an array that is a region of its own.
    fn covers(&self, block: &Block, to: &End<'_>, part: Part, store: Store) -> bool {
        let (Store::Elements(..), Some(object), Some(ty)) = (store, to.side.direct, block.ty)
        else {
            return false;
        };
        let whole = self.program().objects[object].ty;
        let levels = layout::place(&self.program().types, ty, part.at as i64);
        ty == whole && to.side.address.terms.is_empty() && levels.is_some()
    }

    /// First index and number of indices of a block in a region.
    fn extent(
        &mut self,
        block: &Block,
        end: &End<'_>,
        part: Part,
        store: Store,
        length: &Expr,
    ) -> Option<(Expr, Expr)> {
        match store {
            Store::Plain(..) => None,
            Store::Typed(..) | Store::Bytes(_) => Some((end.base.clone()?, length.clone())),
            Store::OwnBytes(_) => Some((self.own_offset(&end.side.address), length.clone())),
            Store::Elements(..) => {
                let object = end.side.direct?;
                let address = end.side.address.clone().plus(i64::try_from(part.at).ok()?);
                let resolved =
                    self.memory.resolve(object, address.offset, &address.terms, part.shape);
                let Resolved::Slot(slot, index) = resolved else { return None };
                let start = self.index(&index.unwrap_or_default(), &address.terms);
                let inner = layout::place(&self.program().types, block.ty?, part.at as i64)?;
                let count = self.memory.elements_below(slot, inner.levels.len());
                Some((start, Expr::int(i128::from(count), self.tables.address)))
            }
        }
    }

    /// The scalar at the place of a slot of a parameter, on the side of the argument.
    pub fn part_value(&mut self, side: &Side, slot: Slot, shape: Shape) -> Option<Expr> {
        if side.anything {
            return None;
        }
        let end = self.end(side);
        let part = Part { at: slot.offset, shape, ranged: false, cut: false };
        let (_, place) = self.part_place(&end, part)?;
        Some(self.read(&place, shape))
    }

    /// The region of a parameter's array, made of that of the argument.
    pub fn range_value(&mut self, block: &Block, slot: Slot, shape: Shape) -> Option<Expr> {
        let side = block.from.as_ref().filter(|side| !side.anything)?;
        let end = self.end(side);
        let part = Part { at: slot.offset, shape, ranged: true, cut: false };
        let (_, store) = self.part_source(&end, part)?;
        let length = Expr::int(0, self.tables.address);
        let (start, _) = self.extent(block, &end, part, store, &length)?;
        Some(Expr::Shift(Box::new([Expr::Var(store.var()), start])))
    }

    /// A number of bytes that may end in the middle of a cell.
    fn partial_note(&mut self, store: Store, size: Option<&Value>) -> Option<NoteId> {
        let Store::Typed(_, cell) = store else { return None };
        let bytes = u64::from(cell.bits.div_ceil(8));
        if bytes <= 1 || size.is_none_or(|size| is_multiple(size, i128::from(bytes))) {
            return None;
        }
        let detail = "the number of bytes may end in the middle of a cell".to_owned();
        Some(self.unknown_note("punned-memory", detail))
    }
}

/// A region with the byte everywhere.
fn fill(byte: &Expr, shape: Shape, store: Store, array: ArrayType, order: ByteOrder) -> Expr {
    let value = match store {
        Store::Bytes(_) | Store::OwnBytes(_) => {
            convert(byte.clone(), IntType::unsigned(8), array.cell)
        }
        _ => match bytes::repeat_byte(byte.clone(), shape, order) {
            Expr::Int(number, _) => Expr::int(number, array.cell),
            other => convert(other, shape.ty, array.cell),
        },
    };
    Expr::Fill(array, Box::new(value))
}
