//! How addresses and results of operations are derived from pointers.

use belnap_ir::expr::BinaryOp;
use belnap_ir::types::IntType;

use super::layout::Layouts;
use super::motion::Motion;
use super::pieces::PAGE;
use crate::mir::{Address, Cell, ObjectId, Value};

/// Bytes of a cell.
pub(super) fn bytes(cell: &Cell) -> u64 {
    u64::from(cell.ty.bits).div_ceil(8)
}

/// Whether a pointer is a number in the program's text.
pub(super) const fn is_constant(pointer: &Value) -> bool {
    matches!(pointer, Value::Int(..))
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
                    layouts.follow_within(object, offset, &motion, found);
                }
                // One past the end, or outside.
                None => layouts.follow(object, 0, motion, &mut |offset| offsets.push(offset)),
            }
        }
        _ => layouts.follow(object, 0, motion, &mut |offset| offsets.push(offset)),
    }
    offsets
}

/// How the result of an operation is derived from its operands.
pub(super) enum Derived<'v> {
    /// From these, by these motions.
    From(Vec<(&'v Value, Motion)>),
    /// It is the difference of two addresses, or of an address and a number.
    Difference(&'v Value, &'v Value),
    /// From no address: it is a number.
    Number,
}

impl Derived<'_> {
    /// Whether the result is a number where the operands are small constants: tags are none.
    pub(super) fn makes_numbers(&self) -> bool {
        match self {
            Derived::From(operands) => !operands.iter().any(|(_, motion)| {
                matches!(motion, Motion::Clear(_) | Motion::Set(_) | Motion::Low(_))
            }),
            _ => true,
        }
    }
}

/// The operands of an operation that can be pointers, and how the result is derived from them.
pub(super) fn derivations<'v>(
    layouts: &Layouts,
    op: BinaryOp,
    operands: &'v [Value; 2],
) -> Derived<'v> {
    let bits = layouts.bits_of(&operands[0]);
    let [left, right] = operands;
    let (other, number) = match (constant(left), constant(right)) {
        (Some(_), Some(_)) => return Derived::Number,
        (Some(number), None) => (right, number),
        (None, Some(number)) => (left, number),
        (None, None) => {
            let motion = match op {
                BinaryOp::Sub if layouts.is_wide(bits) => {
                    return Derived::Difference(left, right);
                }
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::BitOr | BinaryOp::BitXor => Motion::Blur,
                _ => Motion::Piece,
            };
            let motion = of_width(layouts, bits, motion);
            return Derived::From(vec![(left, motion.clone()), (right, motion)]);
        }
    };
    let motion = motion_by(layouts, op, other, number, std::ptr::eq(other, left));
    Derived::From(vec![(other, of_width(layouts, bits, motion))])
}

/// How the result of an operation with a constant is derived from the other operand.
fn motion_by(
    layouts: &Layouts,
    op: BinaryOp,
    other: &Value,
    number: i128,
    is_left: bool,
) -> Motion {
    let shift = |by: i128| match i64::try_from(by) {
        Ok(by) => Motion::Shift(by, Vec::new()),
        Err(_) => Motion::Blur,
    };
    match op {
        BinaryOp::Add => shift(number),
        BinaryOp::Sub if is_left => number.checked_neg().map_or(Motion::Blur, shift),
        BinaryOp::BitAnd if (0..PAGE).contains(&number) => Motion::Low(number as u64),
        // A tag where addresses have no bits.
        BinaryOp::BitAnd if layouts.is_top(number) => Motion::Low(0),
        BinaryOp::Shr if is_left && layouts.is_beyond(number) => Motion::Low(0),
        BinaryOp::Rem if is_left && (1..=PAGE).contains(&number) && number.count_ones() == 1 => {
            Motion::Low(number as u64 - 1)
        }
        BinaryOp::BitAnd => {
            let mask = layouts.mask(number);
            let cleared = -mask - 1;
            match u64::try_from(cleared) {
                Ok(0) => Motion::STAY,
                Ok(cleared) if mask >= -PAGE && (cleared + 1).is_power_of_two() => {
                    Motion::Clear(cleared)
                }
                _ => Motion::Piece,
            }
        }
        BinaryOp::BitOr if (0..PAGE).contains(&number) => Motion::Set(number as u64),
        BinaryOp::BitOr | BinaryOp::BitXor if layouts.is_top(number) => Motion::STAY,
        // Elements between pointers.
        BinaryOp::Div if is_left && is_difference(other) => Motion::Blur,
        BinaryOp::Sub | BinaryOp::Mul | BinaryOp::BitOr | BinaryOp::BitXor => Motion::Blur,
        _ => Motion::Piece,
    }
}

/// The same for numbers of so many bits.
fn of_width(layouts: &Layouts, bits: u8, motion: Motion) -> Motion {
    match (layouts.narrow(bits), motion) {
        (Motion::Narrow(_), Motion::Piece | Motion::Low(_)) => Motion::Piece,
        (Motion::Narrow(bits), _) => Motion::Narrow(bits),
        (_, motion) => motion,
    }
}

fn is_difference(value: &Value) -> bool {
    match value {
        Value::Cast(_, operand) => is_difference(operand),
        Value::Binary(op, _) => *op == BinaryOp::Sub,
        _ => false,
    }
}

/// A constant; a large number of an unsigned type is a negative one.
fn constant(value: &Value) -> Option<i128> {
    let signed = |number, ty: IntType| IntType::signed(ty.bits).wrap(number);
    match value {
        Value::Int(number, ty) => Some(signed(*number, *ty)),
        Value::Cast(ty, operand) => match **operand {
            Value::Int(number, _) => Some(signed(number, *ty)),
            _ => None,
        },
        _ => None,
    }
}
