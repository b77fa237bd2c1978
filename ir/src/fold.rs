//! Operators on constants, for each meaning of arithmetic.
//!
//! A result is given only if it is a value of its type: in mathematical mode a number can be too
//! large to be written as a constant.

use std::cmp::Ordering;

use crate::cfg::IntegerMode;
use crate::expr::{BinaryOp, CompareOp, UnaryOp};
use crate::types::IntType;

/// Arithmetic in a mode.
#[derive(Clone, Copy)]
pub struct Arithmetic {
    /// Numbers do not wrap around.
    pub unbounded: bool,
}

impl Arithmetic {
    /// The arithmetic of a mode.
    pub fn of(mode: IntegerMode) -> Self {
        Arithmetic { unbounded: mode == IntegerMode::Mathematical }
    }

    /// `op value`, if it is a value of `ty`.
    pub fn unary(self, op: UnaryOp, value: i128, ty: IntType) -> Option<i128> {
        match op {
            UnaryOp::Neg => self.fit(value.checked_neg(), value.wrapping_neg(), ty),
            UnaryOp::BitNot => self.fit(Some(!value), !value, ty),
        }
    }

    /// `a op b`, `a` of type `ty` and `b` of type `right`, if it is a value of `ty`.
    pub fn binary(
        self,
        op: BinaryOp,
        a: i128,
        b: i128,
        ty: IntType,
        right: IntType,
    ) -> Option<i128> {
        let signed = ty.signed || self.unbounded;
        match op {
            BinaryOp::Add => self.fit(a.checked_add(b), a.wrapping_add(b), ty),
            BinaryOp::Sub => self.fit(a.checked_sub(b), a.wrapping_sub(b), ty),
            BinaryOp::Mul => self.fit(a.checked_mul(b), a.wrapping_mul(b), ty),
            BinaryOp::Div if b == 0 => {
                let value = if signed && a < 0 { 1 } else { -1 };
                self.fit(Some(value), value, ty)
            }
            BinaryOp::Rem if b == 0 => Some(a),
            BinaryOp::Div if signed => self.fit(a.checked_div(b), a.wrapping_div(b), ty),
            BinaryOp::Rem if signed => Some(a.wrapping_rem(b)),
            BinaryOp::Div => Some(((a as u128) / (b as u128)) as i128),
            BinaryOp::Rem => Some(((a as u128) % (b as u128)) as i128),
            BinaryOp::BitAnd => self.fit(Some(a & b), a & b, ty),
            BinaryOp::BitOr => self.fit(Some(a | b), a | b, ty),
            BinaryOp::BitXor => self.fit(Some(a ^ b), a ^ b, ty),
            BinaryOp::Shl | BinaryOp::Shr => self.shift(op, a, b, ty, right),
        }
    }

    fn shift(self, op: BinaryOp, a: i128, b: i128, ty: IntType, right: IntType) -> Option<i128> {
        let count = match (self.unbounded, b < 0) {
            (true, true) => u128::MAX,
            (true, false) => b as u128,
            (false, _) => IntType::unsigned(right.bits).wrap(b) as u128,
        };
        let left = op == BinaryOp::Shl;
        if count >= u128::from(ty.bits) {
            return Some(if !left && ty.signed && a < 0 { -1 } else { 0 });
        }
        match (left, ty.signed || self.unbounded) {
            (true, _) => {
                let moved = a << count;
                self.fit((moved >> count == a).then_some(moved), moved, ty)
            }
            (false, true) => Some(a >> count),
            (false, false) => Some(((a as u128) >> count) as i128),
        }
    }

    /// `a op b` of two numbers of type `ty`.
    pub fn compare(self, op: CompareOp, a: i128, b: i128, ty: IntType) -> bool {
        let ordering =
            if ty.signed || self.unbounded { a.cmp(&b) } else { (a as u128).cmp(&(b as u128)) };
        op.holds(ordering, Ordering::Equal)
    }

    /// A number as one of another type.
    pub fn cast(self, value: i128, to: IntType) -> Option<i128> {
        self.fit(Some(value), value, to)
    }

    fn fit(self, exact: Option<i128>, wide: i128, ty: IntType) -> Option<i128> {
        if self.unbounded {
            exact.filter(|value| self.writes(*value, ty))
        } else {
            Some(ty.wrap(wide))
        }
    }

    /// Whether `value` can be written as a constant of type `ty`. The numbers of `u128` that
    /// appear as negative ones are none where numbers do not wrap around: they are too large.
    pub const fn writes(self, value: i128, ty: IntType) -> bool {
        ty.contains(value) && (ty.signed || value >= 0 || !self.unbounded)
    }

    /// Whether every value of `from` is one of `to`, so that a cast changes no number.
    pub fn cast_keeps(self, from: IntType, to: IntType) -> bool {
        self.unbounded
            || (from.signed == to.signed && from.bits <= to.bits)
            || (!from.signed && to.signed && from.bits < to.bits)
    }
}

/// The smallest value of a type.
pub const fn smallest(ty: IntType) -> i128 {
    if ty.signed { ty.wrap(1 << (ty.bits - 1)) } else { 0 }
}

/// The largest value of a type, as [`IntType::wrap`] shows it.
pub const fn largest(ty: IntType) -> i128 {
    if ty.signed { !smallest(ty) } else { ty.wrap(-1) }
}
