//! `__builtin_add_overflow` and its kin: the exact result in a wide type, stored and compared.

use belnap_ir::expr::CompareOp;
use belnap_ir::span::Span;
use belnap_ir::types::IntType;
use belnap_syntax::ast;

use crate::ctype::{IntKind, TypeId};
use crate::hir::{
    BinaryOp, Expr, ExprKind, Initializer, ObjectId, Origin, Place, PlaceKind, Statement,
    StatementKind, Storage,
};

use super::{Res, Sema};

impl Sema<'_> {
    pub(crate) fn overflow(
        &mut self,
        short: &str,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Res<Option<Expr>> {
        let Some((op, operand_type, predicate)) = self.overflow_kind(short) else {
            return Ok(None);
        };
        let [left, right, target] = arguments else { return Ok(None) };
        let at = self.origin(span);
        let (mut left, mut right) = (self.value(left)?, self.value(right)?);
        if let Some(ty) = operand_type {
            left = self.convert_for_assignment(left, ty)?;
            right = self.convert_for_assignment(right, ty)?;
        }
        let target = self.value(target)?;
        let stored = if predicate { Some(target.ty) } else { self.target(target.ty) };
        let Some(stored) = stored.filter(|&ty| self.is_integer(ty)) else {
            let message = "the result of an overflow check is not an integer";
            return Err(self.error("c-operand", span, message));
        };
        if !self.is_integer(left.ty) || !self.is_integer(right.ty) {
            return Err(self.error("c-operand", span, "an overflow check on no integers"));
        }
        let ints = [left.ty, right.ty, stored]
            .map(|ty| self.types.scalar(ty).unwrap_or(IntType::signed(32)));
        let wide = if ints.iter().all(|int| int.bits <= 32) && op != BinaryOp::Mul
            || ints.iter().all(|int| int.bits <= 16 || int.bits == 32 && int.signed)
        {
            IntKind::LongLong
        } else if ints.iter().any(|int| int.bits == 128) {
            let detail = format!("__builtin_{short} on 128 bits");
            let mut operands = vec![left, right];
            operands.push(target);
            let int = self.common.bool;
            return Ok(Some(self.unsupported("builtin-function", detail, operands, int, at)));
        } else if op == BinaryOp::Mul && !ints[0].signed && !ints[1].signed {
            IntKind::UnsignedInt128
        } else {
            IntKind::Int128
        };
        let wide = self.types.int(wide);
        let (left, right) = (self.convert(left, wide), self.convert(right, wide));
        let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
        let exact = Expr { kind, ty: wide, at };
        Ok(Some(self.overflow_block(exact, target, stored, predicate, at)))
    }

    /// `({ wide exact = …; *target = exact; (wide) *target != exact; })`
    fn overflow_block(
        &mut self,
        exact: Expr,
        target: Expr,
        stored: TypeId,
        predicate: bool,
        at: Origin,
    ) -> Expr {
        let wide = exact.ty;
        let mut statements = Vec::new();
        let result = self.temporary("exact", exact, &mut statements);
        let exact = |sema: &Self| {
            let place = sema.object_place(result, at);
            Expr { kind: ExprKind::Load(Box::new(place)), ty: wide, at }
        };
        let narrow = exact(self);
        let mut narrow = self.convert(narrow, stored);
        if !predicate {
            let kind = PlaceKind::Deref(Box::new(target));
            let place = Place { kind, ty: stored, bits: None, at };
            let kind = ExprKind::Assign(Box::new(place), Box::new(narrow));
            narrow = Expr { kind, ty: stored, at };
        }
        let back = self.convert(narrow, wide);
        let full = exact(self);
        let kind = ExprKind::Compare(CompareOp::Ne, Box::new(back), Box::new(full));
        let differs = Expr { kind, ty: self.common.int, at };
        let differs = self.convert(differs, self.common.bool);
        let ty = differs.ty;
        Expr { kind: ExprKind::StatementExpr(statements, Some(Box::new(differs))), ty, at }
    }

    /// A local that holds `value`, declared at the end of `statements`.
    pub(crate) fn temporary(
        &mut self,
        name: &str,
        value: Expr,
        statements: &mut Vec<Statement>,
    ) -> ObjectId {
        let at = value.at;
        let object = self.new_object(name.to_owned(), value.ty, Storage::Local, at);
        let items = vec![(self.object_place(object, at), value)];
        let initializer = Some(Initializer { zeroed: false, items, unspecified: Vec::new() });
        let kind = StatementKind::Declare { object, size: None, initializer };
        statements.push(Statement { kind, at });
        object
    }

    /// Operator, type of the operands if fixed, and whether nothing is stored.
    fn overflow_kind(&mut self, short: &str) -> Option<(BinaryOp, Option<TypeId>, bool)> {
        let (stem, predicate) = match short.strip_suffix("_overflow_p") {
            Some(stem) => (stem, true),
            None => (short.strip_suffix("_overflow")?, false),
        };
        let (sign, rest) = match stem.as_bytes().first()? {
            b'u' if stem.len() > 3 => (Some(false), &stem[1..]),
            b's' if stem.len() > 3 && stem != "sub" => (Some(true), &stem[1..]),
            _ => (None, stem),
        };
        let op = match rest.get(..3)? {
            "add" => BinaryOp::Add,
            "sub" => BinaryOp::Sub,
            "mul" => BinaryOp::Mul,
            _ => return None,
        };
        let Some(signed) = sign else { return Some((op, None, predicate)) };
        let kind = match (&rest[3..], signed) {
            ("", true) => IntKind::Int,
            ("", false) => IntKind::UnsignedInt,
            ("l", true) => IntKind::Long,
            ("l", false) => IntKind::UnsignedLong,
            ("ll", true) => IntKind::LongLong,
            ("ll", false) => IntKind::UnsignedLongLong,
            _ => return None,
        };
        Some((op, Some(self.types.int(kind)), predicate))
    }
}
