//! How addresses and results of operations are derived from pointers.

use belnap_ir::expr::BinaryOp;
use belnap_ir::types::IntType;

use super::layout::{Layouts, Motion};
use crate::mir::{Address, Cell, ObjectId, Value};

/// Masks up to this leave nothing of a pointer; constants up to this change low bits of it.
const SMALL: i128 = 4096;

/// Bytes of a cell.
pub(super) fn bytes(cell: &Cell) -> u64 {
    u64::from(cell.ty.bits).div_ceil(8)
}

/// What an address adds to its base.
pub(super) fn motion(address: &Address) -> Motion {
    let mut strides: Vec<u64> =
        address.terms.iter().map(|(_, stride)| stride.unsigned_abs()).collect();
    strides.sort_unstable();
    strides.dedup();
    Motion::Shift(address.offset, strides)
}

/// The offsets of an address whose base is `object`.
pub(super) fn object_offsets(
    layouts: &Layouts,
    object: ObjectId,
    address: &Address,
    motion: &Motion,
) -> Vec<Option<u64>> {
    let mut offsets = Vec::new();
    match (u64::try_from(address.offset), motion) {
        // From the object's first byte, a constant leads to one place only.
        (Ok(offset), Motion::Shift(_, strides)) => {
            match layouts.place(object, offset).map(|place| place.offset) {
                Some(offset) => {
                    let motion = Motion::Shift(0, strides.clone());
                    let found = &mut |offset| offsets.push(offset);
                    layouts.moved_within(object, offset, &motion, found);
                }
                // One past the end, or outside.
                None => layouts.moved(object, 0, motion, &mut |offset| offsets.push(offset)),
            }
        }
        _ => layouts.moved(object, 0, motion, &mut |offset| offsets.push(offset)),
    }
    offsets
}

/// The operands of an operation that can be pointers, and how the result is derived from them.
pub(super) fn operand_motions(op: BinaryOp, operands: &[Value; 2]) -> Vec<(&Value, Motion)> {
    let [left, right] = operands;
    // A large number of an unsigned type is a negative one.
    let signed = |number, ty: IntType| IntType::signed(ty.bits).wrap(number);
    let constant = |value: &Value| match value {
        Value::Int(number, ty) => Some(signed(*number, *ty)),
        Value::Cast(ty, operand) => match **operand {
            Value::Int(number, _) => Some(signed(number, *ty)),
            _ => None,
        },
        _ => None,
    };
    let shift = |by: i128| match i64::try_from(by) {
        Ok(by) => Motion::Shift(by, Vec::new()),
        Err(_) => Motion::Blur,
    };
    let (other, number) = match (constant(left), constant(right)) {
        (Some(_), Some(_)) => return Vec::new(),
        (Some(number), None) => (right, number),
        (None, Some(number)) => (left, number),
        (None, None) => {
            let mut both = vec![(left, Motion::Blur)];
            if op != BinaryOp::Sub {
                both.push((right, Motion::Blur));
            }
            return both;
        }
    };
    let motion = match op {
        BinaryOp::Add => shift(number),
        BinaryOp::Sub if std::ptr::eq(other, left) => {
            number.checked_neg().map_or(Motion::Blur, shift)
        }
        BinaryOp::BitAnd if (0..SMALL).contains(&number) => return Vec::new(),
        BinaryOp::BitAnd if (-SMALL..0).contains(&number) => {
            let cleared = (-number - 1) as u64;
            if (cleared + 1).is_power_of_two() { Motion::Clear(cleared) } else { Motion::Blur }
        }
        BinaryOp::BitOr if (0..SMALL).contains(&number) => Motion::Set(number as u64),
        _ => Motion::Blur,
    };
    vec![(other, motion)]
}
