//! Objects by byte: which offsets are the same place of different array elements, and which bytes
//! are one cell.

use belnap_ir::ids::{TiSlice, TiVec, ti_vec};
use belnap_ir::types::IntType;
use rustc_hash::FxHashMap;

use crate::ctype::{ArrayLength, CType, Field, RecordId, TypeId, Types};
use crate::mir::{ObjectId, Program, Storage};

/// Offsets in heap objects without a type are told apart below this.
const UNTYPED_LIMIT: u64 = 256;

/// An array that an offset is in.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArrayAt {
    /// Its first byte.
    pub base: u64,
    /// Bytes of an element.
    pub element: u64,
    /// Number of elements, if known.
    pub length: Option<u64>,
}

/// The offset that stands for its likes in all elements of arrays, and the cell it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CanonicalOffset {
    /// In bytes from the beginning of the object, in the first element of each array.
    pub offset: u64,
    /// First byte of the cell it is in: of a scalar, or of what overlaps in a union.
    pub start: u64,
    /// One past the last byte of the cell.
    pub end: u64,
}

#[derive(Clone, Copy, Debug)]
enum Shape {
    /// One object of the type.
    Single(TypeId),
    /// Any number of objects of the type and of this size in a row.
    Row(TypeId, u64),
    /// Nothing is known.
    Untyped,
}

#[derive(Clone, Copy, Debug)]
struct Extent {
    shape: Shape,
    /// `None` if unbounded.
    size: Option<u64>,
    align: u32,
}

/// The layouts of a program's objects.
#[derive(Clone, Debug)]
pub(super) struct Layouts {
    types: Types,
    objects: TiVec<ObjectId, Extent>,
    /// Of each record: there is an array in it.
    arrays: TiVec<RecordId, bool>,
    /// Of each record: its last member is an array without length.
    open: TiVec<RecordId, bool>,
    /// Of unions without arrays: what overlaps, ascending.
    unions: FxHashMap<RecordId, Vec<(u64, u64)>>,
}

impl Layouts {
    pub(super) fn new(program: &Program) -> Self {
        let types = program.types.clone();
        let arrays = records_with(&types, &|_| true);
        let open = records_with(
            &types,
            &|length| !matches!(length, ArrayLength::Known(length) if length > 0),
        );
        let (objects, unions) = (TiVec::new(), FxHashMap::default());
        let mut layouts = Layouts { types, objects, arrays, open, unions };
        for id in 0..layouts.types.records.len() as u32 {
            let id = RecordId(id);
            if layouts.types.record(id).is_union && !layouts.arrays[id] {
                let mut cells = Vec::new();
                layouts.flatten(id, 0, &mut cells);
                layouts.unions.insert(id, merge_overlapping(cells));
            }
        }
        layouts.objects = program
            .objects
            .iter()
            .map(|object| layouts.extent(object.ty, object.storage, object.align))
            .collect();
        layouts
    }

    fn extent(&self, ty: TypeId, storage: Storage, align: u32) -> Extent {
        let size = self.types.size_of(ty);
        let open = self.is_open(ty);
        let shape = match (storage, size) {
            (Storage::Heap, _) if matches!(self.types.get(ty), CType::Void) => Shape::Untyped,
            (Storage::Heap, _) if self.may_be_longer(ty) => Shape::Untyped,
            (Storage::Heap, Some(size)) if size > 0 && !open => Shape::Row(ty, size),
            _ => Shape::Single(ty),
        };
        let size = if open || storage == Storage::Heap { None } else { size };
        Extent { shape, size, align }
    }

    /// The type's last member is an array without length.
    fn is_open(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            CType::Array(_, ArrayLength::Known(length)) => *length == 0,
            CType::Array(..) => true,
            CType::Record(id) => self.open[*id],
            _ => false,
        }
    }

    /// A record that ends with an array of one element, which has more of them where more memory
    /// was asked for: there, elements of the array and further records cannot be told apart.
    fn may_be_longer(&self, ty: TypeId) -> bool {
        let CType::Record(id) = self.types.get(ty) else { return false };
        let record = self.types.record(*id);
        let Some(layout) = &record.layout else { return false };
        let last = if record.is_union { 0 } else { layout.fields.len().saturating_sub(1) };
        layout.fields[last..].iter().any(|field| match self.types.get(field.ty) {
            CType::Array(_, length) => *length == ArrayLength::Known(1),
            _ => self.may_be_longer(field.ty),
        })
    }

    /// Cells of a record without arrays.
    fn flatten(&self, id: RecordId, base: u64, cells: &mut Vec<(u64, u64)>) {
        let Some(layout) = &self.types.record(id).layout else { return };
        for field in &layout.fields {
            match self.types.get(field.ty) {
                CType::Record(inner) if field.bits.is_none() => {
                    self.flatten(*inner, base + field.offset, cells);
                }
                _ => {
                    let size = self.field_size(field).unwrap_or(0);
                    cells.push((base + field.offset, base + field.offset + size));
                }
            }
        }
    }

    fn field_size(&self, field: &Field) -> Option<u64> {
        match field.bits {
            Some(bits) => Some(u64::from(bits.unit_bytes)),
            None => self.types.size_of(field.ty),
        }
    }

    /// Bytes of a pointer.
    pub(super) fn pointer_bytes(&self) -> u64 {
        self.types.pointer_bytes()
    }

    /// The type of addresses.
    pub(super) fn address(&self) -> IntType {
        self.types.address()
    }

    /// Whether a type consists of scalars that are not pointers.
    pub(super) fn has_only_numbers(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            CType::Pointer(_) => false,
            CType::Array(element, _) => self.has_only_numbers(*element),
            CType::Record(id) => {
                let fields = self.types.record(*id).layout.iter().flat_map(|layout| &layout.fields);
                fields.into_iter().all(|field| self.has_only_numbers(field.ty))
            }
            _ => self.types.scalar(ty).is_some(),
        }
    }

    /// Whether addresses in an object have no such bits but those of the offset.
    pub(super) fn is_aligned(&self, object: ObjectId, bits: u64) -> bool {
        bits < u64::from(self.objects[object].align)
    }

    /// Whether the object has at most so many bytes.
    pub(super) fn fits(&self, object: ObjectId, bytes: u64) -> bool {
        self.objects[object].size.is_some_and(|size| size <= bytes)
    }

    /// Whether the object's alignment is a multiple of `bytes`.
    pub(super) fn is_aligned_to(&self, object: ObjectId, bytes: u64) -> bool {
        u64::from(self.objects[object].align).is_multiple_of(bytes)
    }

    /// Whether a part of the object that begins at an offset is a record larger than `bytes`.
    pub(super) fn has_larger_record(&self, object: ObjectId, offset: u64, bytes: u64) -> bool {
        self.parts_starting_at(object, offset).iter().any(|&(ty, _)| {
            matches!(self.types.get(ty), CType::Record(_))
                && self.types.size_of(ty).is_some_and(|size| size > bytes)
        })
    }

    /// Bytes of a value of the type.
    pub(super) fn size_of(&self, ty: TypeId) -> Option<u64> {
        self.types.size_of(ty)
    }

    /// The canonical form of an offset; `None` if it is outside the object.
    pub(super) fn place(&self, object: ObjectId, offset: u64) -> Option<CanonicalOffset> {
        self.walk(object, offset, &mut |_| ())
    }

    pub(super) fn walk(
        &self,
        object: ObjectId,
        offset: u64,
        enter: &mut dyn FnMut(ArrayAt),
    ) -> Option<CanonicalOffset> {
        let extent = self.objects[object];
        if extent.size.is_some_and(|size| offset >= size) {
            return None;
        }
        match extent.shape {
            Shape::Untyped => {
                let slot = self.types.pointer_bytes();
                let start = offset - offset % slot;
                (offset < UNTYPED_LIMIT).then_some(CanonicalOffset {
                    offset,
                    start,
                    end: start + slot,
                })
            }
            Shape::Row(ty, size) => {
                enter(ArrayAt { base: 0, element: size, length: None });
                Some(self.walk_type(ty, offset % size, enter))
            }
            Shape::Single(ty) => Some(self.walk_type(ty, offset, enter)),
        }
    }

    /// `offset` is inside the type, whose first byte has offset 0.
    fn walk_type(
        &self,
        ty: TypeId,
        offset: u64,
        enter: &mut dyn FnMut(ArrayAt),
    ) -> CanonicalOffset {
        let (mut ty, mut base, mut rest) = (ty, 0, offset);
        loop {
            let whole = |size: Option<u64>, enter: &mut dyn FnMut(ArrayAt)| {
                enter(ArrayAt { base, element: 1, length: size });
                CanonicalOffset {
                    offset: base,
                    start: base,
                    end: size.map_or(u64::MAX, |size| base + size),
                }
            };
            match self.types.get(ty) {
                CType::Array(element, length) => match self.types.size_of(*element) {
                    None | Some(0) => return whole(None, enter),
                    Some(size) => {
                        let length = match length {
                            ArrayLength::Known(length) if *length > 0 => Some(*length),
                            _ => None,
                        };
                        enter(ArrayAt { base, element: size, length });
                        ty = *element;
                        rest %= size;
                    }
                },
                CType::Record(id) => {
                    let record = self.types.record(*id);
                    let Some(layout) = &record.layout else { return whole(None, enter) };
                    if record.is_union {
                        let Some(cells) = self.unions.get(id) else {
                            return whole(Some(layout.size), enter);
                        };
                        let cell = cells.iter().find(|cell| cell.0 <= rest && rest < cell.1);
                        let &(start, end) = cell.unwrap_or(&(rest, rest + 1));
                        let (start, end) = (base + start, base + end);
                        return CanonicalOffset { offset: base + rest, start, end };
                    }
                    let after = layout.fields.partition_point(|field| field.offset <= rest);
                    let field = layout.fields[..after].iter().rev().find(|field| {
                        self.is_open(field.ty)
                            || self.field_size(field).is_some_and(|size| rest - field.offset < size)
                    });
                    let Some(field) = field else {
                        let offset = base + rest;
                        return CanonicalOffset { offset, start: offset, end: offset + 1 };
                    };
                    base += field.offset;
                    rest -= field.offset;
                    if let Some(bits) = field.bits {
                        let end = base + u64::from(bits.unit_bytes);
                        return CanonicalOffset { offset: base + rest, start: base, end };
                    }
                    ty = field.ty;
                }
                CType::Function(_) => return whole(self.types.size_of(ty), enter),
                _ => {
                    let size = self.types.size_of(ty).unwrap_or(1);
                    return CanonicalOffset { offset: base + rest, start: base, end: base + size };
                }
            }
        }
    }

    /// If copying `size` bytes between two places moves cells by the distance of the places: for
    /// how many bytes that is so, at least those that are copied.
    pub(super) fn parallel(
        &self,
        (left, left_at): (ObjectId, u64),
        (right, right_at): (ObjectId, u64),
        size: Option<u64>,
    ) -> Option<u64> {
        let lefts = self.parts_starting_at(left, left_at);
        let rights = self.parts_starting_at(right, right_at);
        let common = lefts.iter().rev().find_map(|&(ty, row)| {
            let &(_, other_row) = rights.iter().find(|other| other.0 == ty)?;
            let bytes = self.types.size_of(ty)?;
            let copied = size.unwrap_or(u64::MAX);
            (copied <= bytes || copied <= row.min(other_row)).then_some(bytes)
        });
        if common.is_some() {
            return common;
        }
        let size = size?;
        (self.is_flat(left, left_at, size) && self.is_flat(right, right_at, size)).then_some(size)
    }

    /// Types of the parts that begin at an offset, from large to small, and of those that are
    /// elements of an array the bytes of it: all that there can be if it is the whole object.
    fn parts_starting_at(&self, object: ObjectId, offset: u64) -> Vec<(TypeId, u64)> {
        let mut found = Vec::new();
        let extent = self.objects[object];
        let (mut ty, mut row) = match extent.shape {
            Shape::Untyped => return found,
            Shape::Row(ty, _) => (ty, u64::MAX),
            Shape::Single(ty) if matches!(self.types.get(ty), CType::Array(..)) => (ty, u64::MAX),
            Shape::Single(ty) => (ty, 0),
        };
        let mut rest = offset;
        loop {
            if rest == 0 {
                found.push((ty, row));
            }
            match self.types.get(ty) {
                CType::Array(element, _) => {
                    match self.types.size_of(*element) {
                        None | Some(0) => return found,
                        Some(size) => rest %= size,
                    }
                    // Arrays of arrays are one row.
                    row = row.max(self.types.size_of(ty).unwrap_or(u64::MAX));
                    ty = *element;
                }
                CType::Record(id) => {
                    let record = self.types.record(*id);
                    let Some(layout) = record.layout.as_ref().filter(|_| !record.is_union) else {
                        return found;
                    };
                    let field = layout.fields.iter().find(|field| {
                        field.bits.is_none()
                            && field.offset <= rest
                            && (self.is_open(field.ty)
                                || self
                                    .types
                                    .size_of(field.ty)
                                    .is_some_and(|size| rest - field.offset < size))
                    });
                    let Some(field) = field else { return found };
                    rest -= field.offset;
                    (ty, row) = (field.ty, 0);
                }
                _ => return found,
            }
        }
    }

    /// Each of the bytes from an offset on is its own canonical form.
    fn is_flat(&self, object: ObjectId, offset: u64, size: u64) -> bool {
        let (mut at, mut left) = (offset, 256);
        while at < offset.saturating_add(size) {
            left -= 1;
            match self.place(object, at) {
                Some(place) if place.offset == at && left > 0 => at = place.end.max(at + 1),
                _ => return false,
            }
        }
        true
    }
}

/// Of each record: whether there is an array of such a length in it.
fn records_with(types: &Types, wanted: &dyn Fn(ArrayLength) -> bool) -> TiVec<RecordId, bool> {
    let mut known: TiVec<RecordId, Option<bool>> = ti_vec![None; types.records.len()];
    for record in 0..types.records.len() as u32 {
        record_has(types, RecordId(record), wanted, &mut known);
    }
    known.into_iter().map(|known| known.unwrap_or(true)).collect()
}

fn record_has(
    types: &Types,
    id: RecordId,
    wanted: &dyn Fn(ArrayLength) -> bool,
    known: &mut TiSlice<RecordId, Option<bool>>,
) -> bool {
    if let Some(known) = known[id] {
        return known;
    }
    // Also of a record inside itself, which no program has.
    known[id] = Some(true);
    let fields = types.record(id).layout.iter().flat_map(|layout| &layout.fields);
    let mut found = false;
    for field in fields {
        let mut ty = field.ty;
        while let CType::Array(element, length) = types.get(ty) {
            found |= wanted(*length);
            ty = *element;
        }
        if let CType::Record(inner) = types.get(ty) {
            found |= record_has(types, *inner, wanted, known);
        }
    }
    known[id] = Some(found);
    found
}

/// Overlapping ranges as one.
fn merge_overlapping(mut ranges: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    ranges.sort_unstable();
    let mut merged: Vec<(u64, u64)> = Vec::new();
    for (start, end) in ranges {
        match merged.last_mut() {
            Some(last) if start < last.1 => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    merged
}
