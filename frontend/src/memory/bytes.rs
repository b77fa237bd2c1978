//! Numbers as bytes of a region, in the machine's order. Bits of a unit are counted from its first
//! byte on: there the least significant bit is the first if the least significant byte is.

use belnap_ir::cfg::ByteOrder;
use belnap_ir::expr::{BinaryOp, Expr, UnaryOp};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::IntType;

use super::slots::Shape;
use super::translate::{convert, plus};

const BYTE: IntType = IntType::unsigned(8);

/// How numbers are kept in a region of bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes {
    /// The order of bytes.
    pub order: ByteOrder,
    /// The type of addresses.
    pub address: IntType,
}

/// The number of the given shape at an index of a region of bytes.
pub(super) fn read(region: CfgVarId, index: &Expr, shape: Shape, bytes: Bytes) -> Expr {
    let unit = unit_type(shape);
    extract(read_unit(region, index, shape, bytes), unit, shape, bytes.order)
}

/// What to write where, so that a region of bytes has a number of the given shape at an index.
pub(super) fn write(
    region: CfgVarId,
    index: &Expr,
    value: Expr,
    shape: Shape,
    bytes: Bytes,
) -> Vec<(Expr, Expr)> {
    let unit = unit_type(shape);
    let value = if shape.is_whole() {
        match value {
            Expr::Int(number, _) => Expr::int(number, unit),
            value => convert(value, shape.ty, unit),
        }
    } else {
        insert(read_unit(region, index, shape, bytes), value, unit, shape, bytes.order)
    };
    (0..shape.bytes)
        .map(|number| {
            let at = plus(index.clone(), bytes.place(number, shape), bytes.address);
            if let (Expr::Int(value, _), true) = (&value, shape.is_whole()) {
                return (at, Expr::int(value >> (8 * number), BYTE));
            }
            let byte = if number == 0 {
                value.clone()
            } else {
                let count = Expr::int(8 * i128::from(number), unit);
                Expr::binary(BinaryOp::Shr, value.clone(), count)
            };
            (at, convert(byte, unit, BYTE))
        })
        .collect()
}

/// The number each of whose bytes is `byte`, and of which a cell of the given shape is part.
pub(super) fn repeat_byte(byte: Expr, shape: Shape, order: ByteOrder) -> Expr {
    let unit = unit_type(shape);
    let ones = (0..shape.bytes).fold(0_i128, |ones, number| ones | 1 << (8 * number));
    if let Expr::Int(byte, _) = byte {
        let whole = BYTE.wrap(byte).wrapping_mul(ones);
        let part = ((unit.wrap(whole) as u128) >> shift(unit, shape, order)) as i128;
        return Expr::int(part, shape.ty);
    }
    let whole = Expr::binary(BinaryOp::Mul, convert(byte, BYTE, unit), Expr::int(ones, unit));
    extract(whole, unit, shape, order)
}

impl Bytes {
    /// Where the byte of a unit with this number is, the least significant being the first.
    fn place(self, number: u8, shape: Shape) -> i64 {
        match self.order {
            ByteOrder::Little => i64::from(number),
            ByteOrder::Big => i64::from(shape.bytes) - 1 - i64::from(number),
        }
    }
}

/// The place value of the last bit of a shape in its unit.
fn shift(unit: IntType, shape: Shape, order: ByteOrder) -> u8 {
    match order {
        ByteOrder::Little => shape.bit,
        ByteOrder::Big => unit.bits - shape.bit - shape.ty.bits,
    }
}

fn unit_type(shape: Shape) -> IntType {
    IntType::unsigned(shape.bytes.clamp(1, 16) * 8)
}

fn read_unit(region: CfgVarId, index: &Expr, shape: Shape, bytes: Bytes) -> Expr {
    let unit = unit_type(shape);
    let byte = |number: u8| {
        let at = plus(index.clone(), bytes.place(number, shape), bytes.address);
        let byte = convert(Expr::read(Expr::Var(region), at), BYTE, unit);
        if number == 0 {
            return byte;
        }
        Expr::binary(BinaryOp::Shl, byte, Expr::int(8 * i128::from(number), unit))
    };
    (1..shape.bytes).fold(byte(0), |sum, number| Expr::binary(BinaryOp::BitOr, sum, byte(number)))
}

fn extract(whole: Expr, unit: IntType, shape: Shape, order: ByteOrder) -> Expr {
    let shifted = match shift(unit, shape, order) {
        0 => whole,
        count => Expr::binary(BinaryOp::Shr, whole, Expr::int(i128::from(count), unit)),
    };
    convert(shifted, unit, shape.ty)
}

/// A unit of which the bits of a shape have another value.
pub(super) fn insert(
    whole: Expr,
    value: Expr,
    unit: IntType,
    shape: Shape,
    order: ByteOrder,
) -> Expr {
    let shift = shift(unit, shape, order);
    let ones = if shape.ty.bits >= 128 { -1 } else { (1_i128 << shape.ty.bits) - 1 };
    let mask = Expr::int(ones << shift, unit);
    let kept =
        Expr::binary(BinaryOp::BitAnd, whole, Expr::Unary(UnaryOp::BitNot, Box::new(mask.clone())));
    let unsigned = IntType::unsigned(shape.ty.bits);
    let value = convert(convert(value, shape.ty, unsigned), unsigned, unit);
    let placed = match shift {
        0 => value,
        count => Expr::binary(BinaryOp::Shl, value, Expr::int(i128::from(count), unit)),
    };
    Expr::binary(BinaryOp::BitOr, kept, placed)
}
