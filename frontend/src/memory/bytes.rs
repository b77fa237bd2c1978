//! Numbers as bytes of a region, the least significant first.

use belnap_ir::expr::{BinaryOp, Expr, UnaryOp};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::IntType;

use super::slots::Shape;
use super::translate::{convert, plus};

const BYTE: IntType = IntType::unsigned(8);

/// The number of the given shape at an index of a region of bytes.
pub(super) fn read(region: CfgVarId, index: &Expr, shape: Shape, address: IntType) -> Expr {
    let unit = unit_type(shape);
    extract(read_unit(region, index, shape, address), unit, shape)
}

/// What to write where, so that a region of bytes has a number of the given shape at an index.
pub(super) fn write(
    region: CfgVarId,
    index: &Expr,
    value: Expr,
    shape: Shape,
    address: IntType,
) -> Vec<(Expr, Expr)> {
    let unit = unit_type(shape);
    let value = if shape.is_whole() {
        match value {
            Expr::Int(number, _) => Expr::int(number, unit),
            value => convert(value, shape.ty, unit),
        }
    } else {
        insert(read_unit(region, index, shape, address), value, unit, shape)
    };
    (0..shape.bytes)
        .map(|number| {
            let at = plus(index.clone(), i64::from(number), address);
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
pub(super) fn repeat_byte(byte: Expr, shape: Shape) -> Expr {
    let unit = unit_type(shape);
    let ones = (0..shape.bytes).fold(0_i128, |ones, number| ones | 1 << (8 * number));
    if let Expr::Int(byte, _) = byte {
        let whole = BYTE.wrap(byte).wrapping_mul(ones);
        let part = ((unit.wrap(whole) as u128) >> shape.bit) as i128;
        return Expr::int(part, shape.ty);
    }
    let whole = Expr::binary(BinaryOp::Mul, convert(byte, BYTE, unit), Expr::int(ones, unit));
    extract(whole, unit, shape)
}

fn unit_type(shape: Shape) -> IntType {
    IntType::unsigned(shape.bytes.clamp(1, 16) * 8)
}

fn read_unit(region: CfgVarId, index: &Expr, shape: Shape, address: IntType) -> Expr {
    let unit = unit_type(shape);
    let byte = |number: u8| {
        let at = plus(index.clone(), i64::from(number), address);
        let byte = convert(Expr::read(Expr::Var(region), at), BYTE, unit);
        if number == 0 {
            return byte;
        }
        Expr::binary(BinaryOp::Shl, byte, Expr::int(8 * i128::from(number), unit))
    };
    (1..shape.bytes).fold(byte(0), |sum, number| Expr::binary(BinaryOp::BitOr, sum, byte(number)))
}

fn extract(whole: Expr, unit: IntType, shape: Shape) -> Expr {
    let shifted = if shape.bit == 0 {
        whole
    } else {
        Expr::binary(BinaryOp::Shr, whole, Expr::int(i128::from(shape.bit), unit))
    };
    convert(shifted, unit, shape.ty)
}

/// A unit of which the bits of a shape have another value.
pub(super) fn insert(whole: Expr, value: Expr, unit: IntType, shape: Shape) -> Expr {
    let ones = if shape.ty.bits >= 128 { -1 } else { (1_i128 << shape.ty.bits) - 1 };
    let mask = Expr::int(ones << shape.bit, unit);
    let kept =
        Expr::binary(BinaryOp::BitAnd, whole, Expr::Unary(UnaryOp::BitNot, Box::new(mask.clone())));
    let unsigned = IntType::unsigned(shape.ty.bits);
    let value = convert(convert(value, shape.ty, unsigned), unsigned, unit);
    let placed = if shape.bit == 0 {
        value
    } else {
        Expr::binary(BinaryOp::Shl, value, Expr::int(i128::from(shape.bit), unit))
    };
    Expr::binary(BinaryOp::BitOr, kept, placed)
}
