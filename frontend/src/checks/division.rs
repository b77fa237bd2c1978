//! Division by zero, and of the smallest number by -1.

use belnap_ir::cfg::AskedKind;
use belnap_ir::expr::BinaryOp;
use belnap_ir::types::{IntType, Type};

use super::Check;
use super::overflow::minimum;
use crate::lower::fold::{Fold, preserves};
use crate::mir::Value;
use crate::unsupported;

/// See the module's description.
pub const CHECK: Check = Check {
    name: "div",
    kind: AskedKind::Division,
    asks: "nothing is divided by zero, and no smallest number by -1",
    discharges: &[unsupported::DIVISION],
    failure: "division by zero, or of the smallest number by -1, in",
    promise: "no division by zero, or of the smallest number by -1, in",
};

/// Evidently not zero.
pub fn never_zero(value: &Value) -> bool {
    match value {
        Value::Int(number, _) => *number != 0,
        Value::Binary(BinaryOp::BitOr, operands) => operands.iter().any(never_zero),
        _ => false,
    }
}

/// Evidently, a signed quotient fits.
pub fn quotient_fits(fold: Fold, left: &Value, right: &Value, int: IntType) -> bool {
    match (left, right) {
        (_, Value::Int(divisor, _)) if *divisor != -1 => true,
        (Value::Int(number, _), _) if *number != minimum(int) => true,
        _ => {
            let never_smallest = narrow_type(fold, left, int).is_some();
            never_smallest || narrow_type(fold, right, int).is_some_and(|from| !from.signed)
        }
    }
}

/// The type of the number that a value extends.
fn narrow_type(fold: Fold, value: &Value, ty: IntType) -> Option<IntType> {
    let Value::Cast(_, inner) = value else { return None };
    match inner.type_of(fold.address) {
        Type::Int(from) if from.bits < ty.bits && preserves(from, ty) => Some(from),
        Type::Bool => Some(IntType::unsigned(1)),
        _ => None,
    }
}
