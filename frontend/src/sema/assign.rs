//! Assignments.

use belnap_ir::span::Span;
use belnap_syntax::ast;

use crate::ctype::CType;
use crate::hir::{BinaryOp, Expr, ExprKind, Place};

use super::binary::{arithmetic, symbol};
use super::{Res, Sema};

impl Sema<'_> {
    /// `target = value`
    pub(crate) fn assign(
        &mut self,
        target: &ast::Expr,
        value: &ast::Expr,
        span: Span,
    ) -> Res<Expr> {
        let at = self.origin(span);
        if let Some(place) = self.part_place(target)? {
            let value = self.value(value)?;
            return Ok(self.overwrite(place, "a part is assigned", value, span));
        }
        let place = self.place(target)?;
        let given = value;
        let value = self.value(given)?;
        if matches!(self.types.get(place.ty), CType::Array(..) | CType::Function(_)) {
            let message =
                format!("an assignment to something of type '{}'", self.types.display(place.ty));
            return Err(self.error("c-lvalue", target.span, message));
        }
        let ty = place.ty;
        let value = match self.is_float(value.ty) && self.is_integer(ty) {
            true => self.convert_for_place(value, &place),
            false => self.assigned(value, ty)?,
        };
        let qualified = self.qualified_expr(target);
        self.warn_of_lost_qualifiers(qualified, ty, given);
        let kind = ExprKind::Assign(Box::new(place), Box::new(value));
        Ok(Expr { kind, ty, at })
    }

    /// The complex number of which `__real__ e` or `__imag__ e` is assigned.
    fn part_place(&mut self, target: &ast::Expr) -> Res<Option<Place>> {
        let ast::ExprKind::Unary(ast::UnaryOp::Real | ast::UnaryOp::Imag, operand) = &target.kind
        else {
            return Ok(None);
        };
        self.place(operand).map(Some)
    }

    /// A place gets an unknown value that depends on `value`.
    fn overwrite(&mut self, place: Place, detail: &str, value: Expr, span: Span) -> Expr {
        let (ty, at) = (place.ty, self.origin(span));
        let construct = self.unmodelled(ty).unwrap_or("complex-number");
        let value = self.unsupported(construct, detail, vec![value], ty, at);
        Expr { kind: ExprKind::Assign(Box::new(place), Box::new(value)), ty, at }
    }

    /// `target op= value`
    pub(crate) fn compound_assign(
        &mut self,
        op: ast::BinaryOp,
        target: &ast::Expr,
        value: &ast::Expr,
        span: Span,
    ) -> Res<Expr> {
        if let Some(place) = self.part_place(target)? {
            let value = self.value(value)?;
            return Ok(self.overwrite(place, "a part is assigned", value, span));
        }
        let place = self.place(target)?;
        let value = self.value(value)?;
        self.compound(op, place, value, span)
    }

    /// `place op= value`
    pub(crate) fn compound(
        &mut self,
        op: ast::BinaryOp,
        place: Place,
        value: Expr,
        span: Span,
    ) -> Res<Expr> {
        let at = self.origin(span);
        let ty = place.ty;
        if self.unmodelled(ty).is_some() || self.unmodelled(value.ty).is_some() {
            return Ok(self.overwrite(place, "arithmetic", value, span));
        }
        let arithmetic = arithmetic(op);
        if let Some(target) = self.target(ty)
            && matches!(arithmetic, BinaryOp::Add | BinaryOp::Sub)
            && self.is_integer(value.ty)
        {
            let negative = arithmetic == BinaryOp::Sub;
            let mut index = self.promote(value);
            let stride = if self.is_variable(target) {
                let size = self.size_value(target, at);
                let count = self.convert(index, self.common.size);
                let kind = ExprKind::Binary(BinaryOp::Mul, Box::new(count), Box::new(size));
                index = Expr { kind, ty: self.common.size, at };
                1
            } else {
                self.stride(target, at)?
            };
            let (place, index) = (Box::new(place), Box::new(index));
            let kind = ExprKind::PointerAssign { place, index, stride, negative };
            return Ok(Expr { kind, ty, at });
        }
        let integers = self.is_integer(ty) && self.is_integer(value.ty);
        let fits = match arithmetic {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => {
                self.is_arithmetic(ty) && self.is_arithmetic(value.ty)
            }
            _ => integers,
        };
        if !fits {
            let message = format!(
                "'{}=' on values of types '{}' and '{}'",
                symbol(op),
                self.types.display(ty),
                self.types.display(value.ty)
            );
            return Err(self.error("c-operand", span, message));
        }
        let left = self.promoted_bits(ty, place.bits);
        let (compute, value) = match arithmetic {
            BinaryOp::Shl | BinaryOp::Shr => (left, self.promote(value)),
            _ => {
                let probe = Expr { kind: ExprKind::Float(0.0), ty: left, at };
                let (left, value) = self.balance(probe, value);
                (left.ty, value)
            }
        };
        let (place, value) = (Box::new(place), Box::new(value));
        let kind = ExprKind::CompoundAssign { place, op: arithmetic, value, compute };
        Ok(Expr { kind, ty, at })
    }
}
