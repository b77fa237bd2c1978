//! Shifts: by a negative number or by the width or more, and to the left of signed numbers that are
//! negative or lose bits.

use belnap_ir::cfg::AskedKind;
use belnap_ir::expr::{BinaryOp, CompareOp};
use belnap_ir::types::{IntType, Type};

use super::Check;
use super::overflow::maximum;
use crate::lower::fold::{Fold, preserves};
use crate::mir::Value;
use crate::unsupported;

/// See the module's description.
pub const CHECK: Check = Check {
    name: "shift",
    kind: AskedKind::Shift,
    asks: "shifts are by less than the width, and to the left lose no bits of signed numbers",
    discharges: &[unsupported::UNDEFINED_SHIFT],
    failure: "undefined shift in",
    promise: "no undefined shift in",
};

/// The condition under which a count is below the width.
pub fn fits(fold: Fold, count: &Value, int: IntType) -> Value {
    let unsigned = IntType::unsigned(fold.int_type(count).bits);
    let limit = Value::int(i128::from(int.bits), unsigned);
    fold.compare(CompareOp::Lt, fold.cast(unsigned, count.clone()), limit)
}

/// The conditions under which `left << count` keeps a signed number that is not of the greatest
/// width, if the count fits.
pub fn keeps(fold: Fold, left: &Value, count: &Value, int: IntType) -> [Value; 2] {
    let wide = IntType::signed(2 * int.bits);
    let exact = fold.binary(BinaryOp::Shl, fold.cast(wide, left.clone()), count.clone());
    [
        fold.compare(CompareOp::Ge, left.clone(), Value::Int(0, int)),
        fold.compare(CompareOp::Le, exact, Value::Int(maximum(int), wide)),
    ]
}

/// Evidently a count below `width`.
pub fn in_range(fold: Fold, count: &Value, width: i128) -> bool {
    let below = |value: &Value| matches!(value, Value::Int(n, _) if (0..width).contains(n));
    match count {
        Value::Int(..) => below(count),
        Value::Binary(BinaryOp::BitAnd, operands) => operands.iter().any(below),
        Value::Binary(BinaryOp::Rem, operands) => {
            let unsigned = !fold.int_type(&operands[0]).signed;
            unsigned && matches!(operands[1], Value::Int(n, _) if (1..=width).contains(&n))
        }
        Value::Cast(ty, inner) => match inner.type_of(fold.address) {
            Type::Int(from) => preserves(from, *ty) && in_range(fold, inner, width),
            _ => width > 1 && *ty != IntType::signed(1),
        },
        Value::If(arms) => in_range(fold, &arms[1], width) && in_range(fold, &arms[2], width),
        Value::Load(cell) => !cell.ty.signed && cell.ty.bits < 7 && 1 << cell.ty.bits <= width,
        _ => false,
    }
}
