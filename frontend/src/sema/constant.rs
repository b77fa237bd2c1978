//! Constant expressions: what an analysed expression is worth before the program runs.

use belnap_ir::expr::CompareOp;
use belnap_ir::span::Span;
use belnap_ir::types::IntType;
use belnap_syntax::ast;

use crate::ctype::{CType, FloatKind, TypeId};
use crate::hir::{
    BinaryOp, Expr, ExprKind, FunctionId, LabelId, ObjectId, Place, PlaceKind, UnaryOp,
};

use super::{Res, Sema};

/// What an address is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    Object(ObjectId),
    Function(FunctionId),
    Label(LabelId),
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Constant {
    /// Of an integer or pointer type.
    Int(i128),
    /// Of a floating-point type.
    Float(f64),
    /// An address, with bytes added.
    Address(Base, i128),
}

impl Constant {
    fn is_true(self) -> bool {
        match self {
            Constant::Int(value) => value != 0,
            Constant::Float(value) => value != 0.0,
            Constant::Address(..) => true,
        }
    }
}

impl Sema<'_> {
    /// The integer a syntax tree is worth; anything else is an error.
    pub(crate) fn constant_expr(&mut self, expr: &ast::Expr, what: &str) -> Res<i128> {
        let value = self.value(expr)?;
        self.constant_value(&value, expr.span, what)
    }

    /// The integer an expression is worth; anything else is an error.
    pub(crate) fn constant_value(&mut self, value: &Expr, span: Span, what: &str) -> Res<i128> {
        match self.fold_int(value) {
            Some(constant) if self.is_integer(value.ty) => Ok(constant),
            _ => {
                let message = match divides_by_zero(value) {
                    true => format!("{what} divides by zero"),
                    false => self.not_constant(what),
                };
                Err(self.error("c-constant", span, message))
            }
        }
    }

    /// The message for something that must be constant.
    pub(crate) fn not_constant(&self, what: &str) -> String {
        format!("{what} is not an integer constant expression")
    }

    /// The value, if it is an integer (or a pointer without a base).
    pub(crate) fn fold_int(&self, expr: &Expr) -> Option<i128> {
        match self.fold(expr)? {
            Constant::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The value, if it is constant.
    pub(crate) fn fold(&self, expr: &Expr) -> Option<Constant> {
        match &expr.kind {
            ExprKind::Int(value) => Some(Constant::Int(*value)),
            ExprKind::Float(value) => Some(Constant::Float(*value)),
            ExprKind::Function(function) => Some(Constant::Address(Base::Function(*function), 0)),
            ExprKind::LabelAddress(label) => Some(Constant::Address(Base::Label(*label), 0)),
            ExprKind::AddressOf(place) => self.fold_place(place),
            ExprKind::Load(place) => self.fold_load(place),
            ExprKind::Convert(operand) => self.fold_convert(operand, expr.ty),
            ExprKind::Unary(op, operand) => match (op, self.fold(operand)?) {
                (UnaryOp::Neg, Constant::Int(value)) => {
                    self.wrap_constant(expr.ty, value.wrapping_neg())
                }
                (UnaryOp::BitNot, Constant::Int(value)) => self.wrap_constant(expr.ty, !value),
                (UnaryOp::Neg, Constant::Float(value)) => Some(Constant::Float(-value)),
                _ => None,
            },
            ExprKind::Binary(op, left, right) => match (self.fold(left)?, self.fold(right)?) {
                (Constant::Int(a), Constant::Int(b)) => {
                    let int = self.types.scalar(expr.ty)?;
                    integer(*op, a, b, int).map(Constant::Int)
                }
                (Constant::Float(a), Constant::Float(b)) => self.fold_float(*op, a, b, expr.ty),
                (Constant::Address(base, offset), Constant::Int(value)) => match op {
                    BinaryOp::Add => Some(Constant::Address(base, offset + value)),
                    BinaryOp::Sub => Some(Constant::Address(base, offset - value)),
                    _ => None,
                },
                (Constant::Int(value), Constant::Address(base, offset)) => match op {
                    BinaryOp::Add => Some(Constant::Address(base, offset + value)),
                    _ => None,
                },
                (Constant::Address(a, first), Constant::Address(b, second)) => match op {
                    BinaryOp::Sub if a == b => self.wrap_constant(expr.ty, first - second),
                    _ => None,
                },
                _ => None,
            },
            ExprKind::PointerAdd { pointer, index, stride, negative } => {
                let index = self.fold_int(index)?.wrapping_mul(i128::from(*stride));
                let index = if *negative { index.wrapping_neg() } else { index };
                match self.fold(pointer)? {
                    Constant::Int(value) => self.wrap_constant(expr.ty, value.wrapping_add(index)),
                    Constant::Address(base, offset) => {
                        Some(Constant::Address(base, offset.wrapping_add(index)))
                    }
                    Constant::Float(_) => None,
                }
            }
            ExprKind::PointerDifference(left, right, stride) => {
                let bytes = match (self.fold(left)?, self.fold(right)?) {
                    (Constant::Int(a), Constant::Int(b)) => a.wrapping_sub(b),
                    (Constant::Address(a, first), Constant::Address(b, second)) if a == b => {
                        first - second
                    }
                    _ => return None,
                };
                self.wrap_constant(expr.ty, bytes / i128::from(*stride).max(1))
            }
            ExprKind::Compare(op, left, right) => self.fold_compare(*op, left, right),
            ExprKind::Not(operand) => {
                Some(Constant::Int(i128::from(!self.fold(operand)?.is_true())))
            }
            ExprKind::And(left, right) => Some(Constant::Int(i128::from(
                self.fold(left)?.is_true() && self.fold(right)?.is_true(),
            ))),
            ExprKind::Or(left, right) => Some(Constant::Int(i128::from(
                self.fold(left)?.is_true() || self.fold(right)?.is_true(),
            ))),
            ExprKind::Conditional(condition, then, otherwise) => {
                if self.fold(condition)?.is_true() { self.fold(then) } else { self.fold(otherwise) }
            }
            ExprKind::Elvis(condition, otherwise) => {
                let value = self.fold(condition)?;
                if value.is_true() {
                    self.fold_convert(condition, expr.ty)
                } else {
                    self.fold(otherwise)
                }
            }
            _ => None,
        }
    }

    fn wrap_constant(&self, ty: TypeId, value: i128) -> Option<Constant> {
        Some(Constant::Int(self.types.scalar(ty)?.wrap(value)))
    }

    fn fold_convert(&self, operand: &Expr, ty: TypeId) -> Option<Constant> {
        let value = self.fold(operand)?;
        match (self.types.get(ty), value) {
            (CType::Bool, value) => Some(Constant::Int(i128::from(value.is_true()))),
            (CType::Float(kind), value) => {
                let number = match value {
                    Constant::Int(value) => {
                        let is_large = self.types.scalar(operand.ty)? == IntType::unsigned(128);
                        let number = match (kind, is_large) {
                            (FloatKind::Float, true) => f64::from(value as u128 as f32),
                            (FloatKind::Float, false) => f64::from(value as f32),
                            (_, true) => value as u128 as f64,
                            (_, false) => value as f64,
                        };
                        if is_wide(*kind) && number.abs() > LARGEST_EXACT {
                            return None;
                        }
                        number
                    }
                    Constant::Float(value) => value,
                    Constant::Address(..) => return None,
                };
                Some(Constant::Float(round_to(*kind, number)))
            }
            (CType::Void, _) => None,
            (_, Constant::Int(value)) => self.wrap_constant(ty, value),
            (_, Constant::Float(value)) => {
                Some(Constant::Int(nearest(value, self.types.scalar(ty)?)))
            }
            (_, Constant::Address(..)) => {
                let wide = self.types.scalar(ty)?.bits >= self.types.address().bits;
                wide.then_some(value)
            }
        }
    }

    fn fold_float(&self, op: BinaryOp, a: f64, b: f64, ty: TypeId) -> Option<Constant> {
        let CType::Float(kind) = self.types.get(ty) else { return None };
        let value = match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div => a / b,
            _ => return None,
        };
        let is_whole = |number: f64| number.fract() == 0.0 && number.abs() <= LARGEST_EXACT;
        if is_wide(*kind) && ![a, b, value].into_iter().all(is_whole) {
            return None;
        }
        Some(Constant::Float(round_to(*kind, value)))
    }

    fn fold_compare(&self, op: CompareOp, left: &Expr, right: &Expr) -> Option<Constant> {
        let result = match (self.fold(left)?, self.fold(right)?) {
            (Constant::Int(a), Constant::Int(b)) => {
                if self.types.scalar(left.ty)? == IntType::unsigned(128) {
                    op.holds(a as u128, b as u128)
                } else {
                    op.holds(a, b)
                }
            }
            (Constant::Float(a), Constant::Float(b)) => op.holds(a, b),
            (Constant::Address(a, first), Constant::Address(b, second)) => {
                if a == b {
                    op.holds(first, second)
                } else {
                    match op {
                        CompareOp::Eq => false,
                        CompareOp::Ne => true,
                        _ => return None,
                    }
                }
            }
            (Constant::Address(..), Constant::Int(0))
            | (Constant::Int(0), Constant::Address(..)) => match op {
                CompareOp::Eq => false,
                CompareOp::Ne => true,
                _ => return None,
            },
            _ => return None,
        };
        Some(Constant::Int(i128::from(result)))
    }

    /// The address of a place.
    fn fold_place(&self, place: &Place) -> Option<Constant> {
        let add = |constant: Constant, bytes: i128| match constant {
            Constant::Int(value) => {
                Some(Constant::Int(self.types.address().wrap(value.wrapping_add(bytes))))
            }
            Constant::Address(base, offset) => Some(Constant::Address(base, offset + bytes)),
            Constant::Float(_) => None,
        };
        match &place.kind {
            PlaceKind::Object(object) => {
                use crate::hir::Storage;
                let object_data = &self.objects[*object];
                let is_static = matches!(
                    object_data.storage,
                    Storage::Static | Storage::External | Storage::String
                );
                is_static.then_some(Constant::Address(Base::Object(*object), 0))
            }
            PlaceKind::Deref(pointer) => self.fold(pointer),
            PlaceKind::Field(base, record, index) => {
                let offset = self.types.record(*record).layout.as_ref()?.fields[*index].offset;
                add(self.fold_place(base)?, i128::from(offset))
            }
            PlaceKind::Index(base, index) => {
                let size = i128::from(self.types.size_of(place.ty)?);
                let index = self.fold_int(index)?;
                add(self.fold_place(base)?, index.checked_mul(size)?)
            }
            PlaceKind::Literal(..) | PlaceKind::Temporary(_) => None,
        }
    }

    /// The value of a `const` object, or a character of a string literal.
    fn fold_load(&self, place: &Place) -> Option<Constant> {
        if let PlaceKind::Object(object) = &place.kind {
            return self.constants.get(object).copied();
        }
        None
    }
}

/// Whole numbers up to this one have an exact `double`.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

/// Types with more numbers than `double`: what they have in common is all that is known.
const fn is_wide(kind: FloatKind) -> bool {
    matches!(kind, FloatKind::LongDouble | FloatKind::Float128)
}

/// A floating-point number in its type.
fn round_to(kind: FloatKind, value: f64) -> f64 {
    match kind {
        FloatKind::Float => f64::from(value as f32),
        _ => value,
    }
}

/// Arithmetic in a type; `None` where C leaves it undefined and no bits can be given.
pub(crate) fn integer(op: BinaryOp, a: i128, b: i128, int: IntType) -> Option<i128> {
    let is_wide = int == IntType::unsigned(128);
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => return None,
        BinaryOp::Div if is_wide => (a as u128 / b as u128) as i128,
        BinaryOp::Rem if is_wide => (a as u128 % b as u128) as i128,
        BinaryOp::Div => a.wrapping_div(b),
        BinaryOp::Rem => a.wrapping_rem(b),
        BinaryOp::Shl | BinaryOp::Shr if b < 0 || b >= i128::from(int.bits) => return None,
        BinaryOp::Shl => a << b,
        BinaryOp::Shr if is_wide => ((a as u128) >> b) as i128,
        BinaryOp::Shr => a >> b,
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
    };
    Some(int.wrap(value))
}

/// Whether a constant is none because it divides by zero.
fn divides_by_zero(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(op, left, right) => {
            matches!(op, BinaryOp::Div | BinaryOp::Rem) && matches!(right.kind, ExprKind::Int(0))
                || divides_by_zero(left)
                || divides_by_zero(right)
        }
        ExprKind::Convert(operand) | ExprKind::Unary(_, operand) => divides_by_zero(operand),
        _ => false,
    }
}

/// A number as an integer. Out of range is undefined; gcc takes the nearest one.
pub(crate) fn nearest(number: f64, int: IntType) -> i128 {
    if int == IntType::unsigned(128) {
        return number as u128 as i128;
    }
    let least = if int.signed { i128::MIN >> (128 - int.bits) } else { 0 };
    let most = if int.signed { i128::MAX >> (128 - int.bits) } else { !(-1 << int.bits) };
    (number as i128).clamp(least, most)
}

#[cfg(test)]
mod tests {
    use super::{BinaryOp, integer};
    use belnap_ir::types::IntType;

    #[test]
    fn arithmetic_wraps_at_its_type() {
        let int = IntType::signed(32);
        assert_eq!(
            integer(BinaryOp::Add, i128::from(i32::MAX), 1, int),
            Some(i128::from(i32::MIN))
        );
        assert_eq!(integer(BinaryOp::Div, 1, 0, int), None);
        assert_eq!(integer(BinaryOp::Shl, 1, 32, int), None);
        let wide = IntType::unsigned(128);
        assert_eq!(integer(BinaryOp::Shr, -1, 127, wide), Some(1));
        assert_eq!(integer(BinaryOp::Div, -1, 2, wide), Some(i128::MAX));
    }
}
