//! Places inside types: which fields and array elements an offset goes through.

use belnap_ir::types::IntType;

use crate::ctype::{ArrayLength, CType, TypeId, Types};

/// Arrays up to this length can become variables, one per element.
pub(super) const MAX_SPLIT_LENGTH: u64 = 32;
/// Arrays up to this size, in bytes.
pub(super) const MAX_SPLIT_BYTES: u64 = 1024;

/// An array on the way to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    /// Where it begins, all indices on the way to it taken as 0.
    pub start: u64,
    /// The type of the array, not of its elements.
    pub array: TypeId,
    /// Bytes of an element.
    pub element: u64,
    /// Its length, if known.
    pub length: Option<u64>,
    /// The element that is entered.
    pub index: i64,
}

impl Level {
    /// Few enough elements to give each a variable of its own.
    pub fn is_small(&self) -> bool {
        self.length.is_some_and(|length| {
            length <= MAX_SPLIT_LENGTH && length.saturating_mul(self.element) <= MAX_SPLIT_BYTES
        })
    }
}

/// A step on the way to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Into a named member.
    Member(String),
    /// Into an element of the array of this position in [`PlaceInType::levels`].
    Element(usize),
}

/// A place inside a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlaceInType {
    /// Arrays on the way, from the outside.
    pub levels: Vec<Level>,
    /// The offset with all indices taken as 0.
    pub canonical: u64,
    /// The way.
    pub path: Vec<Way>,
    /// The scalar, record or union that was reached.
    pub ty: TypeId,
    /// Bytes from its beginning.
    pub rest: u64,
    /// The innermost record on the way and what of it was entered.
    pub member: Option<(TypeId, String)>,
}

/// The place at `offset` bytes in `ty`; `None` if it is outside.
///
/// The walk ends at scalars, unions and bit-fields. An index of the outermost array may be out of
/// bounds, because a variable index may be added to it.
pub(super) fn place(types: &Types, ty: TypeId, offset: i64) -> Option<PlaceInType> {
    let mut place = PlaceInType {
        levels: Vec::new(),
        canonical: 0,
        path: Vec::new(),
        ty,
        rest: 0,
        member: None,
    };
    let mut offset = offset;
    loop {
        match types.get(place.ty) {
            CType::Array(element, length) => {
                let size = types.size_of(*element).filter(|&size| size > 0)?;
                let index = offset.div_euclid(i64::try_from(size).ok()?);
                let length = match length {
                    ArrayLength::Known(length) => Some(*length),
                    _ => None,
                };
                let level =
                    Level { start: place.canonical, array: place.ty, element: size, length, index };
                offset -= index * size as i64;
                place.path.push(Way::Element(place.levels.len()));
                place.levels.push(level);
                place.ty = *element;
            }
            CType::Record(id) if !types.record(*id).is_union => {
                let layout = types.record(*id).layout.as_ref()?;
                let at = u64::try_from(offset).ok()?;
                if at > layout.size {
                    return None;
                }
                let field = layout.fields.iter().rev().find(|field| {
                    field.bits.is_none()
                        && field.offset <= at
                        && match types.size_of(field.ty) {
                            Some(size) => at - field.offset < size,
                            None => true,
                        }
                });
                let Some(field) = field else {
                    place.rest = at;
                    place.canonical += at;
                    return Some(place);
                };
                if let Some(name) = &field.name {
                    place.path.push(Way::Member(name.clone()));
                    place.member = Some((place.ty, name.clone()));
                }
                place.canonical += field.offset;
                offset -= field.offset as i64;
                place.ty = field.ty;
            }
            _ => {
                let at = u64::try_from(offset).ok()?;
                if types.size_of(place.ty).is_some_and(|size| at >= size) {
                    return None;
                }
                place.rest = at;
                place.canonical += at;
                return Some(place);
            }
        }
    }
}

/// The numbers that a type consists of, apart from those of arrays, unions and bit-fields, each
/// with its offset from `start`.
pub(super) fn numbers(types: &Types, ty: TypeId, start: i64, found: &mut dyn FnMut(i64, IntType)) {
    if let Some(int) = types.scalar(ty) {
        found(start, int);
    } else if let CType::Record(id) = types.get(ty)
        && !types.record(*id).is_union
        && let Some(layout) = &types.record(*id).layout
    {
        for field in layout.fields.iter().filter(|field| field.bits.is_none()) {
            if let Ok(offset) = i64::try_from(field.offset) {
                numbers(types, field.ty, start + offset, found);
            }
        }
    }
}

/// The name of the bit-field at the given place of a record, after [`place`] stopped there.
pub(super) fn bit_field_name(types: &Types, ty: TypeId, unit: u64, first: u8) -> Option<&str> {
    let CType::Record(id) = types.get(ty) else { return None };
    let fields = &types.record(*id).layout.as_ref()?.fields;
    let field = fields.iter().find(|field| {
        field.offset == unit
            && field.bits.is_some_and(|bits| bits.offset == first && bits.width > 0)
    })?;
    field.name.as_deref()
}

/// A member of a union that is exactly the given bytes from its beginning, for its name and type.
pub(super) fn union_member(
    types: &Types,
    ty: TypeId,
    at: u64,
    size: u64,
) -> Option<(&str, TypeId)> {
    let CType::Record(id) = types.get(ty) else { return None };
    let fields = &types.record(*id).layout.as_ref()?.fields;
    let field = fields.iter().find(|field| at == 0 && types.size_of(field.ty) == Some(size))?;
    Some((field.name.as_deref()?, field.ty))
}

/// All offsets in `ty` that differ from `offset` in the indices of small arrays only.
pub(super) fn siblings(types: &Types, ty: TypeId, offset: u64) -> Vec<u64> {
    let Some(place) = i64::try_from(offset).ok().and_then(|offset| place(types, ty, offset)) else {
        return vec![offset];
    };
    let mut found = vec![offset];
    for level in place.levels.iter().filter(|level| level.is_small()) {
        let base = level.index.max(0) as u64 * level.element;
        found = found
            .iter()
            .flat_map(|&offset| {
                (0..level.length.unwrap_or(1))
                    .map(move |index| offset - base + index * level.element)
            })
            .collect();
    }
    found
}
