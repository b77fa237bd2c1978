//! Operators with one operand.

use belnap_ir::span::Span;
use belnap_syntax::ast::{self, UnaryOp as Ast};

use crate::ctype::{CType, TypeId};
use crate::hir::{Expr, ExprKind, UnaryOp};

use super::expr::Operand;
use super::{Res, Sema};

impl Sema<'_> {
    pub(crate) fn unary(&mut self, op: Ast, operand: &ast::Expr, span: Span) -> Res<Operand> {
        let value = match op {
            Ast::Deref => return self.deref(operand, span),
            Ast::AddressOf => self.address(operand, span)?,
            Ast::PreIncrement => self.increment(operand, false, true, span)?,
            Ast::PreDecrement => self.increment(operand, true, true, span)?,
            Ast::PostIncrement => self.increment(operand, false, false, span)?,
            Ast::PostDecrement => self.increment(operand, true, false, span)?,
            Ast::Not => {
                let value = self.value(operand)?;
                let value = self.condition(value)?;
                let ty = self.common.int;
                Expr { kind: ExprKind::Not(Box::new(value)), ty, at: self.origin(span) }
            }
            Ast::Plus | Ast::Minus | Ast::BitNot => self.arithmetic(op, operand, span)?,
            Ast::Real | Ast::Imag => self.part(op, operand, span)?,
        };
        Ok(Operand::Value(value))
    }

    fn arithmetic(&mut self, op: Ast, operand: &ast::Expr, span: Span) -> Res<Expr> {
        let value = self.value(operand)?;
        let at = self.origin(span);
        if let Some(construct) = self.unmodelled(value.ty) {
            let ty = value.ty;
            return Ok(self.unsupported(construct, "arithmetic", vec![value], ty, at));
        }
        let fits = match op {
            Ast::BitNot => self.is_integer(value.ty),
            _ => self.is_arithmetic(value.ty),
        };
        if !fits {
            let message = format!("a sign on a value of type '{}'", self.types.display(value.ty));
            return Err(self.error("c-operand", span, message));
        }
        let value = if self.is_integer(value.ty) { self.promote(value) } else { value };
        let ty = value.ty;
        let op = match op {
            Ast::Plus => return Ok(Expr { at, ..value }),
            Ast::Minus => UnaryOp::Neg,
            _ => UnaryOp::BitNot,
        };
        if let (ExprKind::Int(number), Some(int)) = (&value.kind, self.types.scalar(ty)) {
            let number = if op == UnaryOp::Neg { number.wrapping_neg() } else { !number };
            return Ok(self.int_expr(int.wrap(number), ty, at));
        }
        Ok(Expr { kind: ExprKind::Unary(op, Box::new(value)), ty, at })
    }

    /// `__real__` and `__imag__`.
    fn part(&mut self, op: Ast, operand: &ast::Expr, span: Span) -> Res<Expr> {
        let value = self.value(operand)?;
        let at = self.origin(span);
        let ty = match *self.types.get(value.ty) {
            CType::Complex(kind) => self.types.intern(CType::Float(kind)),
            _ if op == Ast::Real => return Ok(value),
            _ => {
                let zero = self.int_expr(0, self.common.int, at);
                let ty = value.ty;
                let zero = self.convert(zero, ty);
                let kind = ExprKind::Comma(Box::new(value), Box::new(zero));
                return Ok(Expr { kind, ty, at });
            }
        };
        Ok(self.unsupported("complex-number", "part of a complex number", vec![value], ty, at))
    }

    fn increment(
        &mut self,
        operand: &ast::Expr,
        negative: bool,
        prefix: bool,
        span: Span,
    ) -> Res<Expr> {
        let place = self.place(operand)?;
        let at = self.origin(span);
        let ty = place.ty;
        if let Some(construct) = self.unmodelled(ty) {
            let value = self.unsupported(construct, "an increment", Vec::new(), ty, at);
            let kind = ExprKind::Assign(Box::new(place), Box::new(value));
            return Ok(Expr { kind, ty, at });
        }
        let stride = match self.target(ty) {
            Some(target) if self.is_variable(target) => {
                return self.increment_variable(place, target, negative, prefix, span);
            }
            Some(target) => self.stride(target, at)?,
            None if self.is_arithmetic(ty) => 1,
            None => {
                let message =
                    format!("an increment of a variable of type '{}'", self.types.display(ty));
                return Err(self.error("c-operand", span, message));
            }
        };
        let kind = ExprKind::Increment { place: Box::new(place), negative, prefix, stride };
        Ok(Expr { kind, ty, at })
    }

    /// `++` on a pointer to an array of variable length.
    fn increment_variable(
        &mut self,
        place: crate::hir::Place,
        target: TypeId,
        negative: bool,
        prefix: bool,
        span: Span,
    ) -> Res<Expr> {
        let at = self.origin(span);
        let ty = place.ty;
        let index = self.size_value(target, at);
        let kind = ExprKind::PointerAssign {
            place: Box::new(place),
            index: Box::new(index),
            stride: 1,
            negative,
        };
        let moved = Expr { kind, ty, at };
        if prefix {
            return Ok(moved);
        }
        let index = Box::new(self.size_value(target, at));
        let kind = ExprKind::PointerAdd {
            pointer: Box::new(moved),
            index,
            stride: 1,
            negative: !negative,
        };
        Ok(Expr { kind, ty, at })
    }
}
