//! Where an access goes: to a slot of an object that it names, to a class of slots, or anywhere.

use super::classify::Memory;
use super::layout::{self, Level, PlaceInType, Way};
use super::slots::{Shape, Slot};
use crate::ctype::CType;
use crate::mir::{Address, Base, ObjectId, Storage, Value};
use crate::points_to::Targets;

/// Where an access to a direct object goes.
#[derive(Clone, Debug)]
pub(super) enum Resolved {
    /// To a slot; in an array, to the element of this number.
    Slot(Slot, Option<Index>),
    /// Outside the object.
    Outside,
    /// Not to a place that its type has.
    Misfit,
}

/// A number of an element: a constant and multiples of an address's terms (by their position).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Index {
    /// The number of the element if all terms are 0.
    pub constant: i64,
    /// Positions of terms, and factors.
    pub terms: Vec<(usize, i64)>,
}

/// Where an access goes.
#[derive(Clone, Debug)]
pub(super) enum Route {
    /// To a slot of a direct object; in an array, to the element of this number.
    Direct(Slot, Option<Index>),
    /// To some slot of the class of this one, by address.
    Memory(Slot),
    /// We do not know: to any escaped object, or to slots of the classes of these.
    Anything(Vec<Slot>),
    /// To no object.
    Nowhere,
}

impl Memory<'_> {
    /// The place of an object's byte; of a heap object, in a row of its type.
    pub fn place(&self, object: ObjectId, offset: i64) -> Option<PlaceInType> {
        let types = &self.program.types;
        let Storage::Heap = self.program.objects[object].storage else {
            return layout::place(types, self.program.objects[object].ty, offset);
        };
        let ty = self.program.objects[object].ty;
        if *types.get(ty) == CType::Void {
            return None;
        }
        let size = types.size_of(ty).filter(|&size| size > 0)?;
        let index = offset.div_euclid(i64::try_from(size).ok()?);
        let mut place = layout::place(types, ty, offset - index * size as i64)?;
        let row = Level { start: 0, array: ty, element: size, length: None, index };
        place.levels.insert(0, row);
        for way in &mut place.path {
            if let Way::Element(position) = way {
                *position += 1;
            }
        }
        Some(place)
    }

    /// Where an access of this shape to a direct object goes.
    pub fn resolve(
        &self,
        object: ObjectId,
        offset: i64,
        terms: &[(Value, i64)],
        shape: Shape,
    ) -> Resolved {
        let Some(place) = self.place(object, offset) else {
            return if terms.is_empty() { Resolved::Outside } else { Resolved::Misfit };
        };
        let Some((slot_offset, index)) = self.locate(object, &place, terms) else {
            return Resolved::Misfit;
        };
        if terms.is_empty() && !in_bounds(&place) {
            return Resolved::Outside;
        }
        let types = &self.program.types;
        let size = types.size_of(place.ty).unwrap_or(0);
        let crosses = place.rest + u64::from(shape.bytes) > size;
        if crosses && !place.levels.is_empty() {
            return Resolved::Misfit;
        }
        Resolved::Slot(Slot::new(object, slot_offset, shape), index)
    }

    /// Offset of a place of a direct object where arrays are not split, and the element number.
    fn locate(
        &self,
        object: ObjectId,
        place: &PlaceInType,
        terms: &[(Value, i64)],
    ) -> Option<(u64, Option<Index>)> {
        let mut offset = place.canonical;
        let mut index: Option<Index> = None;
        let factors: Vec<Vec<i64>> =
            terms.iter().map(|&(_, stride)| factors(place, stride)).collect::<Option<_>>()?;
        for (depth, level) in place.levels.iter().enumerate() {
            if self.is_split(object, level) {
                offset = offset.wrapping_add((level.index as u64).wrapping_mul(level.element));
                continue;
            }
            let number = index.get_or_insert_default();
            if !number.terms.is_empty() || number.constant != 0 {
                let length = i64::try_from(level.length?).ok()?;
                number.constant = number.constant.checked_mul(length)?;
                for (_, factor) in &mut number.terms {
                    *factor = factor.checked_mul(length)?;
                }
            }
            number.constant = number.constant.checked_add(level.index)?;
            for (position, factors) in factors.iter().enumerate() {
                if factors[depth] != 0 {
                    number.terms.push((position, factors[depth]));
                }
            }
        }
        Some((offset, index))
    }

    /// Where an access goes.
    pub fn route(&self, address: &Address, shape: Shape) -> Route {
        if let Base::Object(object) = address.base
            && self.is_direct(object)
        {
            return match self.resolve(object, address.offset, &address.terms, shape) {
                Resolved::Slot(slot, index) => Route::Direct(slot, index),
                Resolved::Outside | Resolved::Misfit => Route::Nowhere,
            };
        }
        let (targets, slots) = self.targets(address, shape);
        if targets.anything {
            return Route::Anything(slots);
        }
        slots.first().map_or(Route::Nowhere, |&slot| Route::Memory(slot))
    }

    /// Where an access may go, and the slots in memory it may touch.
    pub(super) fn targets(&self, address: &Address, shape: Shape) -> (Targets, Vec<Slot>) {
        let targets = self.points_to.of_address(address);
        let mut slots = Vec::new();
        for target in &targets.cells {
            let object = &self.program.objects[target.object];
            if self.is_direct(target.object) || !self.code.used[target.object] {
                continue;
            }
            let offset = target.offset.unwrap_or(0);
            if object.storage != Storage::Heap
                && let Some(size) = self.program.types.size_of(object.ty)
                && offset.saturating_add(u64::from(shape.bytes)) > size
            {
                continue;
            }
            slots.push(Slot::new(target.object, offset, shape));
        }
        (targets, slots)
    }
}

/// By how many elements of each array on the way a stride leads on; the same index may be used for
/// several arrays.
pub(super) fn factors(place: &PlaceInType, stride: i64) -> Option<Vec<i64>> {
    let mut rest = stride;
    let mut factors = Vec::with_capacity(place.levels.len());
    for level in &place.levels {
        let element = i64::try_from(level.element).ok()?;
        factors.push(rest / element);
        rest %= element;
    }
    (rest == 0).then_some(factors)
}

/// Whether every index on the way is one of its array.
fn in_bounds(place: &PlaceInType) -> bool {
    place.levels.iter().all(|level| {
        level.index >= 0 && level.length.is_none_or(|length| (level.index as u64) < length)
    })
}
