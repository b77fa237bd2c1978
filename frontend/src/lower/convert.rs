//! Conversions between scalars, and what is exact about floating-point numbers: constants, copies,
//! signs, and whether they are zero. Everything else about them is unknown.

use belnap_ir::cfg::{DataModel, IntegerMode};
use belnap_ir::expr::{BinaryOp, CompareOp};
use belnap_ir::types::IntType;

use crate::ctype::{CType, FloatKind, TypeId};
use crate::mir::{Origin, Value};
use crate::unsupported;

use super::Lower;

impl Lower<'_> {
    /// A value of type `from` in type `to`; both are scalar.
    pub(super) fn convert(&mut self, value: Value, from: TypeId, to: TypeId, at: Origin) -> Value {
        let Some(int) = self.scalar(to) else { return value };
        if from == to {
            return value;
        }
        if matches!(self.types.get(to), CType::Bool) {
            let truth = self.truth_of(value, from, at);
            return self.fold.cast(int, truth);
        }
        match (self.float_kind(from), self.float_kind(to)) {
            (None, None) => self.fold.cast(int, value),
            (Some(a), Some(b)) if a == b => value,
            (Some(_), Some(kind)) => match self.float_of(&value, from) {
                Some(number) if float_bits(number, kind).is_some() => {
                    self.float_constant(number, to, at)
                }
                _ => self.float_unknown("conversion", vec![value], to, at),
            },
            (None, Some(kind)) => match value {
                Value::Int(number, ty) if ty.bits < 128 || ty.signed => {
                    let bits = match kind {
                        FloatKind::Float => Some(i128::from((number as f32).to_bits())),
                        FloatKind::Double => Some(i128::from((number as f64).to_bits())),
                        _ => None,
                    };
                    match bits {
                        Some(bits) => Value::int(bits, int),
                        None => self.float_unknown("conversion", Vec::new(), to, at),
                    }
                }
                value => self.float_unknown("conversion", vec![value], to, at),
            },
            (Some(_), None) => match self.float_of(&value, from) {
                Some(number) if number.abs() < 1e30 && int.contains(number as i128) => {
                    Value::int(number as i128, int)
                }
                _ => self.float_unknown("conversion", vec![value], to, at),
            },
        }
    }

    /// A floating-point constant as its representation.
    pub(super) fn float_constant(&mut self, number: f64, ty: TypeId, at: Origin) -> Value {
        let bits = self.float_kind(ty).and_then(|kind| float_bits(number, kind));
        match (bits, self.scalar(ty)) {
            (Some(bits), Some(int)) => Value::int(bits, int),
            _ => self.float_unknown("constant", Vec::new(), ty, at),
        }
    }

    /// The number of a constant.
    pub(super) fn float_of(&self, value: &Value, ty: TypeId) -> Option<f64> {
        let Value::Int(bits, _) = *value else { return None };
        match self.float_kind(ty)? {
            FloatKind::Float => Some(f64::from(f32::from_bits(u32::try_from(bits).ok()?))),
            FloatKind::Double => Some(f64::from_bits(u64::try_from(bits).ok()?)),
            FloatKind::LongDouble | FloatKind::Float128 => None,
        }
    }

    /// The result of arithmetic on two constants. Not on machines whose registers are wider.
    pub(super) fn float_arithmetic(
        &self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
        ty: TypeId,
    ) -> Option<f64> {
        if self.types.model() != DataModel::LP64 {
            return None;
        }
        let (a, b) = (self.float_of(left, ty)?, self.float_of(right, ty)?);
        // In `double`, one operation on numbers of type `float` is exact enough to round to it.
        match op {
            BinaryOp::Add => Some(a + b),
            BinaryOp::Sub => Some(a - b),
            BinaryOp::Mul => Some(a * b),
            BinaryOp::Div => Some(a / b),
            _ => None,
        }
    }

    fn float_kind(&self, ty: TypeId) -> Option<FloatKind> {
        match self.types.get(ty) {
            CType::Float(kind) => Some(*kind),
            _ => None,
        }
    }

    /// The unknown result of something that floating-point numbers take part in.
    pub(super) fn float_unknown(
        &mut self,
        what: &str,
        from: Vec<Value>,
        ty: TypeId,
        at: Origin,
    ) -> Value {
        let detail = format!("{what} ({})", self.types.display(ty));
        self.lost_because(unsupported::FLOATING_POINT, detail, from, ty, at)
    }

    /// A comparison of floating-point numbers.
    pub(super) fn compare_floats(
        &mut self,
        op: CompareOp,
        left: &Value,
        right: &Value,
        ty: TypeId,
        at: Origin,
    ) -> Value {
        if let (Some(a), Some(b)) = (self.float_of(left, ty), self.float_of(right, ty)) {
            return Value::Bool(op.holds(a, b));
        }
        let detail = format!("comparison ({})", self.types.display(ty));
        let note = self.note_unknown(unsupported::FLOATING_POINT, detail, at);
        self.graph.note_next(note);
        self.unknown_truth_from(vec![left.clone(), right.clone()], at)
    }

    /// Whether a floating-point number is not zero: whether a bit other than the sign is set.
    pub(super) fn truth_of_float(&mut self, value: Value, ty: TypeId, at: Origin) -> Value {
        if let Some(number) = self.float_of(&value, ty) {
            return Value::Bool(number != 0.0);
        }
        match self.sign_bit(ty) {
            Some((int, sign)) => {
                let rest = Value::int(sign - 1, int);
                let magnitude = self.fold.binary(BinaryOp::BitAnd, value, rest);
                self.fold.truth(magnitude)
            }
            None => {
                let note = self.note_unknown(unsupported::FLOATING_POINT, "comparison", at);
                self.graph.note_next(note);
                self.unknown_truth_from(vec![value], at)
            }
        }
    }

    /// `-` of a floating-point number: the other sign.
    pub(super) fn negate_float(&mut self, value: Value, ty: TypeId, at: Origin) -> Value {
        match self.sign_bit(ty) {
            Some((int, sign)) => self.fold.binary(BinaryOp::BitXor, value, Value::int(sign, int)),
            None => self.float_unknown("`-`", vec![value], ty, at),
        }
    }

    /// The representation and its sign bit, where both are plain and bits can be talked about.
    fn sign_bit(&self, ty: TypeId) -> Option<(IntType, i128)> {
        let plain = matches!(self.float_kind(ty), Some(FloatKind::Float | FloatKind::Double));
        let int = self.scalar(ty)?;
        (plain && self.fold.integers != IntegerMode::Mathematical)
            .then(|| (int, 1 << (int.bits - 1)))
    }
}

/// The representation of a number, where it is IEEE 754's.
fn float_bits(number: f64, kind: FloatKind) -> Option<i128> {
    match kind {
        FloatKind::Float => Some(i128::from((number as f32).to_bits())),
        FloatKind::Double => Some(i128::from(number.to_bits())),
        FloatKind::LongDouble | FloatKind::Float128 => None,
    }
}
