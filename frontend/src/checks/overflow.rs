//! Signed overflow: the result of arithmetic does not fit its type.

use belnap_ir::cfg::AskedKind;
use belnap_ir::expr::{BinaryOp, CompareOp};
use belnap_ir::types::IntType;

use super::Check;
use crate::lower::fold::Fold;
use crate::mir::Value;

/// See the module's description.
pub const CHECK: Check = Check {
    name: "overflow",
    kind: AskedKind::Overflow,
    asks: "signed arithmetic does not overflow",
    discharges: &[],
    failure: "signed overflow in",
    promise: "no signed overflow in",
};

/// The conditions under which the result of `left op right` fits their signed type, which is not of
/// the greatest width.
pub fn conditions(fold: Fold, op: BinaryOp, left: &Value, right: &Value) -> Vec<Value> {
    let int = fold.int_type(left);
    let (low, high) = (minimum(int), maximum(int));
    let number = |value: i128| Value::Int(value, int);
    let at_most = |value: &Value, most| fold.compare(CompareOp::Le, value.clone(), number(most));
    let at_least = |value: &Value, least| fold.compare(CompareOp::Ge, value.clone(), number(least));
    match (op, left, right) {
        (BinaryOp::Add, value, Value::Int(constant, _))
        | (BinaryOp::Add, Value::Int(constant, _), value) => match *constant >= 0 {
            true => vec![at_most(value, high - constant)],
            false => vec![at_least(value, low - constant)],
        },
        (BinaryOp::Sub, value, Value::Int(constant, _)) => match *constant >= 0 {
            true => vec![at_least(value, low + constant)],
            false => vec![at_most(value, high + constant)],
        },
        _ => {
            let wide = IntType::signed(2 * int.bits);
            let exact =
                fold.binary(op, fold.cast(wide, left.clone()), fold.cast(wide, right.clone()));
            vec![
                fold.compare(CompareOp::Le, exact.clone(), Value::Int(high, wide)),
                fold.compare(CompareOp::Ge, exact, Value::Int(low, wide)),
            ]
        }
    }
}

/// The condition under which a number can be negated, or divided by -1.
pub fn negatable(fold: Fold, value: &Value) -> Value {
    let int = fold.int_type(value);
    fold.compare(CompareOp::Ne, value.clone(), Value::Int(minimum(int), int))
}

/// The smallest number of a signed type.
pub const fn minimum(ty: IntType) -> i128 {
    i128::MIN >> (IntType::MAX_BITS - ty.bits)
}

/// The largest number of a signed type.
pub const fn maximum(ty: IntType) -> i128 {
    i128::MAX >> (IntType::MAX_BITS - ty.bits)
}
