//! Where arithmetic leads a pointer inside its object.

use super::layout::{ArrayAt, Layouts};
use crate::mir::ObjectId;

/// How a pointer is derived from another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Motion {
    /// A constant is added, and multiples of the strides.
    Shift(i64, Vec<u64>),
    /// Anywhere in the same object.
    Blur,
    /// These low bits are cleared.
    Clear(u64),
    /// These low bits are set.
    Set(u64),
    /// Some number is computed from bits of it.
    Piece,
    /// No other bits than these low ones are left.
    Low(u64),
    /// It is a number of so many bits, fewer than an address has.
    Narrow(u8),
}

impl Motion {
    /// The pointer itself.
    pub(super) const STAY: Motion = Motion::Shift(0, Vec::new());
}

impl Layouts {
    /// Visits where `motion` leads a pointer from a canonical offset; `None` is anywhere in the
    /// object.
    pub(super) fn follow(
        &self,
        object: ObjectId,
        offset: u64,
        motion: &Motion,
        visit: &mut dyn FnMut(Option<u64>),
    ) {
        match motion {
            // A pointer to a record goes through all bytes of it, whatever it begins with.
            Motion::Shift(_, strides)
                if strides.contains(&1) && self.begins_with_bytes(object, offset) =>
            {
                visit(None);
            }
            _ => self.follow_within(object, offset, motion, visit),
        }
    }

    /// Whether there is an array of bytes with which a larger record begins.
    fn begins_with_bytes(&self, object: ObjectId, offset: u64) -> bool {
        let mut found = false;
        self.walk(object, offset, &mut |array| {
            let length = array.length.filter(|_| array.element == 1);
            found |= length.is_some_and(|length| self.is_first_in_record(object, &array, length));
        });
        found
    }

    /// The same for an index of an array that is named, which stays in it.
    pub(super) fn follow_within(
        &self,
        object: ObjectId,
        offset: u64,
        motion: &Motion,
        visit: &mut dyn FnMut(Option<u64>),
    ) {
        match motion {
            Motion::Blur | Motion::Piece | Motion::Low(_) | Motion::Narrow(_) => visit(None),
            Motion::Shift(constant, strides) => {
                self.shift(object, offset, *constant, !strides.is_empty(), &mut |offset| {
                    let offset = offset
                        .filter(|&at| strides.iter().all(|&stride| self.stays(object, at, stride)));
                    visit(offset);
                });
            }
            Motion::Clear(bits) | Motion::Set(bits) => {
                // Only if the low bits of the address are those of the offset.
                let period = bits.checked_add(1).map_or(0, u64::next_power_of_two);
                let mut known = period != 0 && self.is_aligned_to(object, period);
                self.walk(object, offset, &mut |array| {
                    known &= array.element.is_multiple_of(period.max(1)) && period != 0;
                });
                let target = match motion {
                    Motion::Clear(_) => offset & !bits,
                    _ => offset | bits,
                };
                visit(self.place(object, target).filter(|_| known).map(|place| place.offset));
            }
        }
    }

    /// Moving by multiples of `stride` from `offset` leads to other elements only.
    fn stays(&self, object: ObjectId, offset: u64, stride: u64) -> bool {
        let mut stays = false;
        self.walk(object, offset, &mut |array| stays |= stride.is_multiple_of(array.element));
        stays || self.fits(object, stride)
    }

    /// Visits where adding a constant leads; `strided`: multiples of strides are added, too.
    fn shift(
        &self,
        object: ObjectId,
        offset: u64,
        by: i64,
        strided: bool,
        visit: &mut dyn FnMut(Option<u64>),
    ) {
        if by == 0 {
            return visit(Some(offset));
        }
        let mut arrays = Vec::new();
        self.walk(object, offset, &mut |array| arrays.push(array));
        let (offset, by) = (i128::from(offset), i128::from(by));
        let target = offset + by;
        let canonical = |offset: i128| {
            let offset = u64::try_from(offset).ok()?;
            self.place(object, offset).map(|place| place.offset)
        };
        let mut found = false;
        for array in arrays.iter().rev() {
            let (base, element) = (i128::from(array.base), i128::from(array.element));
            let moved = (target - base).div_euclid(element);
            if moved == 0 {
                return visit(canonical(target));
            }
            if array.length.is_none_or(|length| moved.unsigned_abs() <= u128::from(length)) {
                found = true;
                visit(canonical(base + (target - base).rem_euclid(element)));
                let is_end = array.length.is_some_and(|length| {
                    moved == i128::from(length) && self.is_first_in_record(object, array, length)
                });
                if (by > 0 || strided) && !is_end {
                    return;
                }
            }
        }
        match canonical(target) {
            Some(target) => visit(Some(target)),
            None if !found => visit(None),
            None => (),
        }
    }

    /// An array with which a larger record begins: a pointer to the record is one to the array, so
    /// what is just after the array may be meant by it.
    fn is_first_in_record(&self, object: ObjectId, array: &ArrayAt, length: u64) -> bool {
        self.has_larger_record(object, array.base, array.element * length)
    }
}
