//! Operations on many cells at once: which slots they touch, at which distance from their
//! beginning, and what that means for classes.

use std::collections::BTreeMap;

use belnap_ir::expr::BinaryOp;

use super::classify::Memory;
use super::layout;
use super::routes::Resolved;
use super::slots::{Shape, Slot};
use crate::ctype::{CType, TypeId, Types};
use crate::mir::{Address, Argument, Base, Callee, ObjectId, Op, ResultTo, Storage, Value};

/// Where a block may begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The object that the block lies in.
    pub object: ObjectId,
    /// The slot offset of its beginning; `None`: anywhere in the object.
    pub start: Option<u64>,
}

/// One end of a block operation.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// Where it begins.
    pub address: Address,
    /// The object, if it is direct.
    pub direct: Option<ObjectId>,
    /// Objects it may touch.
    pub spans: Vec<Span>,
    /// It may touch any escaped object.
    pub anything: bool,
}

/// An operation on a block of memory.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// What is changed.
    pub to: Side,
    /// What is read, if it is a copy.
    pub from: Option<Side>,
    /// A type of the block's size, if there is one.
    pub ty: Option<TypeId>,
    /// Number of bytes, if known.
    pub length: Option<u64>,
    /// The number of bytes is a multiple of this.
    pub multiple: u64,
}

/// Something a block consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Distance from the block's beginning in bytes.
    pub at: u64,
    /// What is there.
    pub shape: Shape,
    /// It is an array, or cut by the block's end: cells are copied as a range.
    pub ranged: bool,
    /// Only a piece of it is in the block.
    pub cut: bool,
}

impl Memory<'_> {
    /// All block operations of the program.
    pub fn blocks(&self) -> Vec<Block> {
        self.operations().flat_map(|op| self.blocks_of(op)).collect()
    }

    /// The blocks an operation works on.
    pub fn blocks_of(&self, op: &Op) -> Vec<Block> {
        let types = &self.program.types;
        match op {
            Op::Copy { to, from, ty } => {
                vec![self.block(to, Some(from), Some(*ty), types.size_of(*ty))]
            }
            Op::Zero { to, ty } => vec![self.block(to, None, Some(*ty), types.size_of(*ty))],
            Op::FillBytes { to, size, .. } => vec![self.block_of_size(to, None, size)],
            Op::CopyBytes { to, from, size } => vec![self.block_of_size(to, Some(from), size)],
            Op::Call { callee: Callee::Direct(callee), arguments, result, .. } => {
                let function = &self.program.functions[*callee];
                let mut blocks = Vec::new();
                for (argument, &parameter) in arguments.iter().zip(&function.parameters) {
                    if let Argument::Aggregate(from, ty) = argument {
                        let to = Address::of(parameter);
                        blocks.push(self.block(&to, Some(from), Some(*ty), types.size_of(*ty)));
                    }
                }
                if let (Some(ResultTo::Aggregate(to, ty)), Some(object)) = (result, function.result)
                {
                    let from = Address::of(object);
                    blocks.push(self.block(to, Some(&from), Some(*ty), types.size_of(*ty)));
                }
                blocks
            }
            _ => Vec::new(),
        }
    }

    fn block_of_size(&self, to: &Address, from: Option<&Address>, size: &Value) -> Block {
        let length = match size {
            Value::Int(size, _) => u64::try_from(*size).ok(),
            _ => None,
        };
        let mut block = self.block(to, from, None, length);
        if length.is_none() {
            let known = [16, 8, 4, 2].into_iter().find(|&unit| is_multiple(size, unit));
            block.multiple = known.unwrap_or(1).unsigned_abs() as u64;
        }
        if let Some(length) = length {
            block.ty = self
                .type_of_side(&block.to, length)
                .or_else(|| self.type_of_side(block.from.as_ref()?, length));
        }
        block
    }

    fn type_of_side(&self, side: &Side, length: u64) -> Option<TypeId> {
        let types = &self.program.types;
        let span = side.spans.first()?;
        let ty = self.program.objects[span.object].ty;
        let offset = match side.direct {
            Some(_) => u64::try_from(side.address.offset).ok()?,
            None => span.start?,
        };
        type_at(types, ty, offset, length)
    }

    /// A block operation.
    pub fn block(
        &self,
        to: &Address,
        from: Option<&Address>,
        ty: Option<TypeId>,
        length: Option<u64>,
    ) -> Block {
        let multiple = length.unwrap_or(1);
        Block { to: self.side(to), from: from.map(|from| self.side(from)), ty, length, multiple }
    }

    fn side(&self, address: &Address) -> Side {
        if let Base::Object(object) = address.base
            && self.is_direct(object)
        {
            let byte = Shape { bit: 0, bytes: 0, ty: belnap_ir::types::IntType::unsigned(8) };
            let start = match self.resolve(object, address.offset, &address.terms, byte) {
                Resolved::Slot(slot, _) => Some(slot.offset),
                _ => None,
            };
            return Side {
                address: address.clone(),
                direct: Some(object),
                spans: vec![Span { object, start }],
                anything: false,
            };
        }
        let targets = self.points_to.of_address(address);
        let spans = targets
            .cells
            .iter()
            .filter(|target| !self.is_direct(target.object) && self.code.used[target.object])
            .map(|target| Span { object: target.object, start: target.offset })
            .collect();
        Side { address: address.clone(), direct: None, spans, anything: targets.anything }
    }

    /// What a block consists of, as far as slots are known on any side; ascending.
    pub fn parts(&self, block: &Block) -> Vec<Part> {
        let mut found: BTreeMap<(u64, u8, u8), Part> = BTreeMap::new();
        let sides = std::iter::once(&block.to).chain(&block.from);
        for span in sides.flat_map(|side| &side.spans) {
            let Some(start) = span.start else {
                for slot in self.slots_of(span.object) {
                    let Some(shape) = self.shape(slot) else { continue };
                    let part = Part { at: 0, shape, ranged: true, cut: false };
                    found.insert((0, slot.bit, slot.bits), part);
                }
                continue;
            };
            let end = block.length.map_or(u64::MAX, |length| start.saturating_add(length));
            for slot in self.slots_of(span.object) {
                let (first, last) = slot.bytes();
                let Some(shape) = self.shape(slot) else { continue };
                if last <= start || first >= end {
                    continue;
                }
                let cut = first < start || last > end;
                let at = slot.offset.saturating_sub(start);
                let ranged =
                    cut || block.length.is_none() || self.is_ranged(*span, slot, block.length);
                let part = Part { at, shape, ranged, cut };
                let known = found.entry((at, slot.bit, slot.bits)).or_insert(part);
                known.ranged |= ranged;
                known.cut |= cut;
            }
        }
        let direct = block.to.direct.is_some()
            || block.from.as_ref().is_some_and(|from| from.direct.is_some());
        let parts = match block.ty {
            Some(ty) if direct => self.spread(ty, found.into_values()),
            _ => found.into_values().collect(),
        };
        self.with_gaps(block, parts)
    }

    /// Parts with all elements of small arrays on their own.
    fn spread(&self, ty: TypeId, parts: impl Iterator<Item = Part>) -> Vec<Part> {
        let types = &self.program.types;
        let mut found: BTreeMap<(u64, u8, u8), Part> = BTreeMap::new();
        for part in parts {
            let place = layout::place(types, ty, part.at as i64);
            let ranged = part.cut
                || place.as_ref().is_none_or(|place| {
                    place.levels.iter().any(|level| !level.is_small())
                        || (part.ranged && place.levels.is_empty())
                });
            for at in layout::siblings(types, ty, part.at) {
                let part = Part { at, ranged, ..part };
                found.insert((at, part.shape.bit, part.shape.ty.bits), part);
            }
        }
        found.into_values().collect()
    }

    /// Whether a slot stands for several places in a block that begins at a span.
    fn is_ranged(&self, span: Span, slot: Slot, length: Option<u64>) -> bool {
        let heap = self.program.objects[span.object].storage == Storage::Heap;
        let Some(place) = self.place(slot.object, slot.offset as i64) else {
            return heap;
        };
        let start = span.start.unwrap_or(0);
        let in_array = place.levels.iter().any(|level| {
            // From the block's beginning to the end of the element it begins in.
            let rest =
                start.checked_sub(level.start).map(|at| level.element - at % level.element.max(1));
            match (rest, length) {
                (Some(rest), Some(length)) => length > rest,
                _ => true,
            }
        });
        in_array || has_array_in_union(&self.program.types, place.ty)
    }

    /// Adds the slots of either side of a block to the other and unites what it brings together;
    /// whether anything changed.
    pub fn transfer(&mut self, block: &Block) -> bool {
        let sides: Vec<&Side> = std::iter::once(&block.to).chain(&block.from).collect();
        let mut changed = self.follow_unknown_starts(&sides);
        if block.ty.is_none() {
            self.demoted.extend(sides.iter().filter_map(|side| side.direct));
        }
        if !self.demoted.is_empty() {
            return true;
        }
        // Which class a class is copied from.
        let mut sources: BTreeMap<usize, usize> = BTreeMap::new();
        for part in self.parts(block) {
            let mut classes: [Option<usize>; 2] = [None, None];
            for (side, class) in sides.iter().zip(&mut classes) {
                changed |= self.transfer_part(block, side, part, class);
            }
            if let [Some(to), Some(from)] = classes
                && part.ranged
            {
                changed |= self.match_formats(&sides, to, from);
                let to = self.classes.find(to);
                if let Some(other) = sources.insert(to, from) {
                    changed |= self.classes.unite(other, from);
                }
            }
        }
        changed
    }

    /// If it is not known where a span begins, pointers may go anywhere in the objects of all
    /// spans; whether anything changed.
    fn follow_unknown_starts(&mut self, sides: &[&Side]) -> bool {
        let mut changed = false;
        if sides.iter().any(|side| side.spans.iter().any(|span| span.start.is_none())) {
            for side in sides {
                for span in &side.spans {
                    match side.direct {
                        Some(object) => self.demoted.push(object),
                        None => changed |= self.mark_whole(span.object),
                    }
                }
            }
        }
        changed
    }

    /// Adds the slots of a part on one side of a block, united with `class`; whether anything
    /// changed.
    fn transfer_part(
        &mut self,
        block: &Block,
        side: &Side,
        part: Part,
        class: &mut Option<usize>,
    ) -> bool {
        let mut changed = false;
        for &span in &side.spans {
            let before = self.count();
            let Some(number) = self.add_part(side, span, part) else {
                if let Some(object) = side.direct
                    && self.is_misfit(side, object, part)
                {
                    self.demoted.push(object);
                }
                continue;
            };
            changed |= self.count() != before;
            if part.ranged {
                self.ranged.insert(number);
            }
            if part.cut || is_partial(part, block.multiple) {
                match side.direct {
                    Some(object) => self.demoted.push(object),
                    None => changed |= self.classes.mark_bytes(number),
                }
            }
            match *class {
                Some(other) if !side.anything => changed |= self.classes.unite(other, number),
                Some(_) => {}
                None => *class = Some(number),
            }
        }
        changed
    }

    /// Ranges are copied between regions of the same kind only.
    fn match_formats(&mut self, sides: &[&Side], to: usize, from: usize) -> bool {
        let direct = [sides[0].direct, sides[1].direct];
        if direct.iter().flatten().count() == 1 {
            self.demoted.extend(direct.into_iter().flatten());
            return true;
        }
        let [to_bytes, from_bytes] = [to, from].map(|number| self.classes.is_by_bytes(number));
        let [to_shape, from_shape] =
            [to, from].map(|number| self.classes.shape(self.classes.find(number)));
        let same = (to_shape.bit, to_shape.ty) == (from_shape.bit, from_shape.ty);
        let differ = to_bytes != from_bytes || !to_bytes && !same;
        if !differ {
            return false;
        }
        if direct[0].is_some() {
            self.demoted.extend(direct.into_iter().flatten());
            return true;
        }
        self.classes.mark_bytes(to) | self.classes.mark_bytes(from)
    }

    /// Whether a part is at no place that the type of a direct object has.
    fn is_misfit(&self, side: &Side, object: ObjectId, part: Part) -> bool {
        let Some(offset) =
            i64::try_from(part.at).ok().and_then(|at| side.address.offset.checked_add(at))
        else {
            return true;
        };
        let resolved = self.resolve(object, offset, &side.address.terms, part.shape);
        matches!(resolved, Resolved::Misfit)
    }

    /// The slot of a part on one side; `None` if it is outside.
    fn add_part(&mut self, side: &Side, span: Span, part: Part) -> Option<usize> {
        let slot = self.part_slot(side, span, part)?;
        let is_new = self.class(slot).is_none();
        let number = self.insert(slot, part.shape);
        if is_new && side.direct.is_none() && self.crosses(slot, part.shape) {
            self.classes.mark_bytes(number);
        }
        Some(number)
    }

    /// The slot a part has on one side.
    pub fn part_slot(&self, side: &Side, span: Span, part: Part) -> Option<Slot> {
        if side.direct.is_some() {
            let offset = side.address.offset.checked_add(i64::try_from(part.at).ok()?)?;
            return match self.resolve(span.object, offset, &side.address.terms, part.shape) {
                Resolved::Slot(slot, _) => Some(slot),
                _ => None,
            };
        }
        let object = &self.program.objects[span.object];
        let Some(start) = span.start else {
            return self.slots_of(span.object).next();
        };
        let offset = start.checked_add(part.at)?;
        if object.storage != Storage::Heap
            && let Some(size) = self.program.types.size_of(object.ty)
            && offset.saturating_add(u64::from(part.shape.bytes)) > size
        {
            return None;
        }
        let offset = self.points_to.canonical(span.object, offset);
        Some(Slot::new(span.object, offset, part.shape))
    }
}

/// Whether a range of cells of this shape ends in the middle of one.
fn is_partial(part: Part, multiple: u64) -> bool {
    let bytes = u64::from(part.shape.bytes.max(1));
    part.ranged && !multiple.is_multiple_of(bytes)
}

/// The type of the given size at an offset in a type.
fn type_at(types: &Types, mut ty: TypeId, mut offset: u64, size: u64) -> Option<TypeId> {
    loop {
        if offset == 0 && types.size_of(ty) == Some(size) && *types.get(ty) != CType::Void {
            return Some(ty);
        }
        match types.get(ty) {
            CType::Array(element, _) => {
                offset %= types.size_of(*element).filter(|&size| size > 0)?;
                ty = *element;
            }
            CType::Record(id) => {
                let fields = &types.record(*id).layout.as_ref()?.fields;
                let field = fields.iter().find(|field| {
                    field.bits.is_none()
                        && field.offset <= offset
                        && types.size_of(field.ty).is_some_and(|size| offset - field.offset < size)
                })?;
                offset -= field.offset;
                ty = field.ty;
            }
            _ => return None,
        }
    }
}

pub(super) fn has_array_in_union(types: &Types, ty: TypeId) -> bool {
    match types.get(ty) {
        CType::Record(id) => {
            let record = types.record(*id);
            record.is_union
                && record.layout.as_ref().is_some_and(|layout| {
                    layout.fields.iter().any(|field| contains_array(types, field.ty))
                })
        }
        _ => false,
    }
}

fn contains_array(types: &Types, ty: TypeId) -> bool {
    match types.get(ty) {
        CType::Array(..) => true,
        CType::Record(id) => types.record(*id).layout.as_ref().is_some_and(|layout| {
            layout.fields.iter().any(|field| contains_array(types, field.ty))
        }),
        _ => false,
    }
}

/// Whether a number is a multiple of another for sure.
pub(super) fn is_multiple(value: &Value, of: i128) -> bool {
    match value {
        Value::Int(number, _) => number % of == 0,
        Value::Cast(_, operand) => is_multiple(operand, of),
        Value::Binary(op, operands) => match op {
            BinaryOp::Mul => operands.iter().any(|operand| is_multiple(operand, of)),
            BinaryOp::Add | BinaryOp::Sub => {
                operands.iter().all(|operand| is_multiple(operand, of))
            }
            _ => false,
        },
        _ => false,
    }
}
