//! Unbounded integers as expressions.
//!
//! Integers are read as sums of multiples of expressions, so that `x - y <= 3` can be written as
//! `x <= y + 3`: with fewer, and smaller, numbers between.

use std::collections::BTreeMap;

use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::types::{IntType, Type};
use z3::DeclKind;
use z3::ast::{Ast, Dynamic};

use super::Reader;

/// A sum of multiples.
#[derive(Clone, Default)]
pub(super) struct Linear {
    parts: BTreeMap<Expr, Part>,
    constant: i128,
}

#[derive(Clone, Copy)]
struct Part {
    ty: IntType,
    factor: i128,
}

impl Linear {
    fn of(expr: Expr, ty: IntType) -> Self {
        Linear { parts: BTreeMap::from([(expr, Part { ty, factor: 1 })]), constant: 0 }
    }

    fn constant(constant: i128) -> Self {
        Linear { parts: BTreeMap::new(), constant }
    }

    fn times(mut self, factor: i128) -> Option<Self> {
        self.constant = self.constant.checked_mul(factor)?;
        if factor == 0 {
            self.parts.clear();
        }
        for part in self.parts.values_mut() {
            part.factor = part.factor.checked_mul(factor)?;
        }
        Some(self)
    }

    fn plus(mut self, other: &Linear) -> Option<Self> {
        self.constant = self.constant.checked_add(other.constant)?;
        for (expr, part) in &other.parts {
            let own = self.parts.entry(expr.clone()).or_insert(Part { ty: part.ty, factor: 0 });
            own.factor = own.factor.checked_add(part.factor)?;
        }
        self.parts.retain(|_, part| part.factor != 0);
        Some(self)
    }

    /// The only expression of this and its type, or neither if this is a constant; `None` if it is
    /// more than that.
    fn single(&self) -> Option<(Option<&Expr>, Option<IntType>)> {
        let mut parts = self.parts.iter();
        match (parts.next(), parts.next()) {
            (None, _) => Some((None, None)),
            (Some((expr, Part { ty, factor: 1 })), None) if self.constant == 0 => {
                Some((Some(expr), Some(*ty)))
            }
            _ => None,
        }
    }
}

impl Reader<'_> {
    /// An integer as an expression of a type.
    pub(super) fn number(&mut self, term: &Dynamic, ty: IntType, depth: usize) -> Option<Expr> {
        let linear = self.linear(term, depth)?;
        if linear.parts.is_empty() {
            return if ty.contains(linear.constant) {
                Some(Expr::Int(linear.constant, ty))
            } else {
                let wide = self.holding(&[&linear])?;
                Some(Expr::cast(ty, Expr::Int(linear.constant, wide)))
            };
        }
        let (expr, own) = self.sum(&linear)?;
        Some(if own == ty { expr } else { Expr::cast(ty, expr) })
    }

    pub(super) fn linear(&mut self, term: &Dynamic, depth: usize) -> Option<Linear> {
        let kind = self.visit(term, depth)?;
        if kind == DeclKind::Uninterpreted {
            return match self.constant(term)? {
                (expr, Type::Int(ty)) => Some(Linear::of(expr, ty)),
                _ => None,
            };
        }
        let operands = term.children();
        let below = depth + 1;
        match kind {
            DeclKind::Anum => Some(Linear::constant(term.as_int()?.as_i128()?)),
            DeclKind::Add => {
                let mut sum = Linear::default();
                for operand in &operands {
                    sum = sum.plus(&self.linear(operand, below)?)?;
                }
                Some(sum)
            }
            DeclKind::Sub => {
                let mut rest = self.linear(operands.first()?, below)?;
                for operand in &operands[1..] {
                    rest = rest.plus(&self.linear(operand, below)?.times(-1)?)?;
                }
                Some(rest)
            }
            DeclKind::Uminus => self.linear(&operands[0], below)?.times(-1),
            DeclKind::Mul => {
                let mut product = Linear::constant(1);
                for operand in &operands {
                    let factor = self.linear(operand, below)?;
                    product = self.product(product, factor)?;
                }
                Some(product)
            }
            DeclKind::Idiv | DeclKind::Mod => {
                let (a, b) = (self.linear(&operands[0], below)?, self.linear(&operands[1], below)?);
                self.quotient(kind == DeclKind::Mod, &a, &b)
            }
            DeclKind::Ite => {
                let condition = self.truth(&operands[0], below)?;
                let (a, b) = (self.linear(&operands[1], below)?, self.linear(&operands[2], below)?);
                let ty = self.holding(&[&a, &b])?;
                let (a, b) = (self.build(&a, ty), self.build(&b, ty));
                Some(Linear::of(Expr::ite(condition, a, b), ty))
            }
            DeclKind::Select => {
                let (expr, ty) = self.cell(&operands, below)?;
                Some(Linear::of(expr, ty))
            }
            _ => None,
        }
    }

    fn product(&self, a: Linear, b: Linear) -> Option<Linear> {
        if a.parts.is_empty() {
            return b.times(a.constant);
        }
        if b.parts.is_empty() {
            return a.times(b.constant);
        }
        let ((a, left), (b, right)) = (self.sum(&a)?, self.sum(&b)?);
        let ty = if self.unbounded() {
            wider(left, right)
        } else {
            IntType::signed(round_up(u32::from(left.bits) + u32::from(right.bits))?)
        };
        let product = Expr::binary(BinaryOp::Mul, convert(a, left, ty), convert(b, right, ty));
        Some(Linear::of(product, ty))
    }

    /// Division by a constant, rounded so that the remainder is not negative, or the remainder.
    fn quotient(&self, remainder: bool, a: &Linear, b: &Linear) -> Option<Linear> {
        if !b.parts.is_empty() || b.constant == 0 {
            return None;
        }
        let ty = self.holding(&[a, b, &Linear::constant(b.constant.checked_neg()?)])?;
        let a = self.build(a, ty);
        let divisor = Expr::Int(b.constant, ty);
        let zero = Expr::int(0, ty);
        let rest = Expr::binary(BinaryOp::Rem, a.clone(), divisor.clone());
        let negative = Expr::compare(CompareOp::Lt, rest.clone(), zero);
        let size = Expr::Int(b.constant.checked_abs()?, ty);
        let moved = Expr::binary(BinaryOp::Add, rest.clone(), size);
        let rest = Expr::ite(negative, moved, rest);
        Some(Linear::of(
            if remainder {
                rest
            } else {
                Expr::binary(BinaryOp::Div, Expr::binary(BinaryOp::Sub, a, rest), divisor)
            },
            ty,
        ))
    }

    pub(super) fn linear_comparison(&self, op: CompareOp, a: &Linear, b: &Linear) -> Option<Expr> {
        let difference = a.clone().plus(&b.clone().times(-1)?)?;
        let (mut left, mut right) = (Linear::default(), Linear::default());
        for (expr, part) in difference.parts {
            if part.factor > 0 {
                left.parts.insert(expr, part);
            } else {
                let factor = part.factor.checked_neg()?;
                right.parts.insert(expr, Part { factor, ..part });
            }
        }
        let mut op = op;
        let mut constant = difference.constant.checked_neg()?;
        if left.parts.is_empty() {
            std::mem::swap(&mut left, &mut right);
            constant = constant.checked_neg()?;
            op = op.mirror();
        }
        if !right.parts.is_empty() {
            match (op, constant) {
                (CompareOp::Le, -1) => (op, constant) = (CompareOp::Lt, 0),
                (CompareOp::Ge, 1) => (op, constant) = (CompareOp::Gt, 0),
                (CompareOp::Lt, 1) => (op, constant) = (CompareOp::Le, 0),
                (CompareOp::Gt, -1) => (op, constant) = (CompareOp::Ge, 0),
                _ => {}
            }
        }
        // Numbers are added on the side where that does not make them negative.
        if constant >= 0 || right.parts.is_empty() {
            right.constant = constant;
        } else {
            left.constant = constant.checked_neg()?;
        }
        let ty = self.comparable(&left, &right)?;
        Some(Expr::compare(op, self.build(&left, ty), self.build(&right, ty)))
    }

    /// A type in which two sums can be compared.
    fn comparable(&self, left: &Linear, right: &Linear) -> Option<IntType> {
        match (left.single(), right.single()) {
            (Some((Some(_), Some(ty))), Some((None, _))) if ty.contains(right.constant) => Some(ty),
            (Some((Some(_), Some(a))), Some((Some(_), Some(b)))) if a == b => Some(a),
            _ => self.holding(&[left, right]),
        }
    }

    /// A sum as an expression.
    fn sum(&self, linear: &Linear) -> Option<(Expr, IntType)> {
        if let Some((Some(expr), Some(ty))) = linear.single() {
            return Some((expr.clone(), ty));
        }
        let ty = self.holding(&[linear])?;
        Some((self.build(linear, ty), ty))
    }

    /// A type in which these sums can be computed; where numbers are not bounded, one in which
    /// their constants can be written.
    fn holding(&self, all: &[&Linear]) -> Option<IntType> {
        let parts = || all.iter().flat_map(|linear| linear.parts.values());
        if self.unbounded() {
            let ty = parts().map(|part| part.ty).reduce(wider).unwrap_or(IntType::signed(32));
            let constants = || {
                let factors = parts().map(|part| part.factor);
                factors.chain(all.iter().map(|linear| linear.constant))
            };
            let fits = |ty: &IntType| constants().all(|constant| ty.contains(constant));
            let wide = |bits| IntType::signed(bits);
            return [ty, wide(ty.bits.max(32)), wide(64), wide(128)].into_iter().find(fits);
        }
        let mut most: u32 = 1;
        for linear in all {
            let mut total = linear.constant.unsigned_abs();
            for part in linear.parts.values() {
                let largest = 1u128.checked_shl(u32::from(part.ty.bits))?;
                let size = part.factor.unsigned_abs().checked_mul(largest)?;
                total = total.checked_add(size)?;
            }
            most = most.max(128 - total.leading_zeros());
        }
        Some(IntType::signed(round_up(most + 1)?))
    }

    fn build(&self, linear: &Linear, ty: IntType) -> Expr {
        let multiple = |expr: &Expr, own: IntType, factor: i128| {
            let expr = convert(expr.clone(), own, ty);
            match factor {
                1 => expr,
                factor => Expr::binary(BinaryOp::Mul, Expr::Int(factor, ty), expr),
            }
        };
        let mut sum: Option<Expr> = None;
        for (expr, part) in linear.parts.iter().filter(|(_, part)| part.factor > 0) {
            let more = multiple(expr, part.ty, part.factor);
            sum = Some(match sum {
                None => more,
                Some(sum) => Expr::binary(BinaryOp::Add, sum, more),
            });
        }
        for (expr, part) in linear.parts.iter().filter(|(_, part)| part.factor < 0) {
            sum = Some(match (sum, part.factor.checked_neg()) {
                (Some(sum), Some(less)) => {
                    Expr::binary(BinaryOp::Sub, sum, multiple(expr, part.ty, less))
                }
                (None, _) => multiple(expr, part.ty, part.factor),
                (Some(sum), None) => {
                    Expr::binary(BinaryOp::Add, sum, multiple(expr, part.ty, part.factor))
                }
            });
        }
        match sum {
            None => Expr::Int(linear.constant, ty),
            Some(sum) if linear.constant == 0 => sum,
            Some(sum) => Expr::binary(BinaryOp::Add, sum, Expr::Int(linear.constant, ty)),
        }
    }
}

fn convert(expr: Expr, from: IntType, to: IntType) -> Expr {
    if from == to { expr } else { Expr::cast(to, expr) }
}

fn wider(a: IntType, b: IntType) -> IntType {
    IntType { bits: a.bits.max(b.bits), signed: a.signed || b.signed }
}

/// A width that machines have.
fn round_up(bits: u32) -> Option<u8> {
    [32, 64, 128].into_iter().find(|width| u32::from(*width) >= bits)
}
