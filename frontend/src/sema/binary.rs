//! Operators with two operands.

use belnap_ir::expr::CompareOp;
use belnap_syntax::ast::{self, BinaryOp as Ast};

use crate::ctype::{CType, TypeId};
use crate::hir::{BinaryOp, Expr, ExprKind, Origin};

use super::{Res, Sema};

impl Sema<'_> {
    /// A binary expression; chains such as `a + b + c + …` are taken without recursion.
    pub(crate) fn binary_chain(&mut self, expr: &ast::Expr) -> Res<Expr> {
        let mut spine = Vec::new();
        let mut first = expr;
        while let ast::ExprKind::Binary(op, left, right) = &first.kind {
            spine.push((*op, right, first.span));
            first = left;
        }
        let mut left = self.value(first);
        while let Some((op, right, span)) = spine.pop() {
            // What is wrong on the right is reported as well.
            let right = self.value(right);
            let at = self.origin(span);
            left = match (left, right) {
                (Ok(left), Ok(right)) => self.binary(op, left, right, at),
                _ => Err(super::Failed),
            };
        }
        left
    }

    /// `left op right`
    pub(crate) fn binary(&mut self, op: Ast, left: Expr, right: Expr, at: Origin) -> Res<Expr> {
        if matches!(op, Ast::And | Ast::Or) {
            let (left, right) = (self.condition(left)?, self.condition(right)?);
            let (left, right) = (Box::new(left), Box::new(right));
            let kind =
                if op == Ast::And { ExprKind::And(left, right) } else { ExprKind::Or(left, right) };
            return Ok(Expr { kind, ty: self.common.int, at });
        }
        let words = (self.unmodelled(left.ty), self.unmodelled(right.ty));
        if let (Some(construct), _) | (None, Some(construct)) = words {
            return self.unmodelled_binary(construct, op, left, right, at);
        }
        if let Some(compare) = comparison(op) {
            return self.compare(compare, left, right, at);
        }
        let arithmetic = arithmetic(op);
        let pointers = (self.is_pointer(left.ty), self.is_pointer(right.ty));
        match (arithmetic, pointers) {
            (BinaryOp::Add | BinaryOp::Sub, (true, false)) if self.is_integer(right.ty) => {
                let right = self.promote(right);
                return self.pointer_add(left, right, arithmetic == BinaryOp::Sub, at);
            }
            (BinaryOp::Add, (false, true)) if self.is_integer(left.ty) => {
                let left = self.promote(left);
                return self.pointer_add(right, left, false, at);
            }
            (BinaryOp::Sub, (true, true)) => return self.pointer_difference(left, right, at),
            _ => {}
        }
        let fits = match arithmetic {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => {
                self.is_arithmetic(left.ty) && self.is_arithmetic(right.ty)
            }
            _ => self.is_integer(left.ty) && self.is_integer(right.ty),
        };
        if !fits {
            return Err(self.bad_operands(symbol(op), left.ty, right.ty, at));
        }
        let (left, right) = match arithmetic {
            BinaryOp::Shl | BinaryOp::Shr => (self.promote(left), self.promote(right)),
            _ => self.balance(left, right),
        };
        let ty = left.ty;
        let kind = ExprKind::Binary(arithmetic, Box::new(left), Box::new(right));
        Ok(Expr { kind, ty, at })
    }

    fn bad_operands(
        &mut self,
        operator: &str,
        left: TypeId,
        right: TypeId,
        at: Origin,
    ) -> super::Failed {
        let message = format!(
            "'{operator}' on values of types '{}' and '{}'",
            self.types.display(left),
            self.types.display(right)
        );
        self.error_at("c-operand", at, message)
    }

    /// Arithmetic on complex numbers and vectors.
    fn unmodelled_binary(
        &mut self,
        construct: &'static str,
        op: Ast,
        left: Expr,
        right: Expr,
        at: Origin,
    ) -> Res<Expr> {
        let ty = if construct == "complex-number" {
            match (comparison(op), self.types.get(left.ty), self.types.get(right.ty)) {
                (Some(_), _, _) => self.common.int,
                (None, CType::Complex(a), CType::Complex(b)) => {
                    if a >= b {
                        left.ty
                    } else {
                        right.ty
                    }
                }
                (None, CType::Complex(_), _) => left.ty,
                _ => right.ty,
            }
        } else if self.vector_element(left.ty).is_some() {
            left.ty
        } else {
            right.ty
        };
        let detail = format!("operator {}", symbol(op));
        Ok(self.unsupported(construct, detail, vec![left, right], ty, at))
    }

    /// A comparison.
    pub(crate) fn compare(
        &mut self,
        op: CompareOp,
        left: Expr,
        right: Expr,
        at: Origin,
    ) -> Res<Expr> {
        let (left, right) = match (self.is_pointer(left.ty), self.is_pointer(right.ty)) {
            (false, false) if self.is_arithmetic(left.ty) && self.is_arithmetic(right.ty) => {
                self.balance(left, right)
            }
            (true, true) => {
                let ty = left.ty;
                let right = self.convert(right, ty);
                (left, right)
            }
            (true, false) if self.is_integer(right.ty) => {
                let ty = left.ty;
                let right = self.convert(right, ty);
                (left, right)
            }
            (false, true) if self.is_integer(left.ty) => {
                let left = self.convert(left, right.ty);
                (left, right)
            }
            _ => return Err(self.bad_operands("comparison", left.ty, right.ty, at)),
        };
        let kind = ExprKind::Compare(op, Box::new(left), Box::new(right));
        Ok(Expr { kind, ty: self.common.int, at })
    }

    fn pointer_difference(&mut self, left: Expr, right: Expr, at: Origin) -> Res<Expr> {
        let ty = self.common.difference;
        let target = self.target(left.ty).unwrap_or(self.common.char);
        if self.is_variable(target) {
            let kind = ExprKind::PointerDifference(Box::new(left), Box::new(right), 1);
            let bytes = Expr { kind, ty, at };
            let size = self.size_value(target, at);
            let size = self.convert(size, ty);
            let kind = ExprKind::Binary(BinaryOp::Div, Box::new(bytes), Box::new(size));
            return Ok(Expr { kind, ty, at });
        }
        let stride = self.stride(target, at)?.max(1);
        let right = self.convert(right, left.ty);
        let kind = ExprKind::PointerDifference(Box::new(left), Box::new(right), stride);
        Ok(Expr { kind, ty, at })
    }
}

const fn comparison(op: Ast) -> Option<CompareOp> {
    Some(match op {
        Ast::Less => CompareOp::Lt,
        Ast::Greater => CompareOp::Gt,
        Ast::LessEqual => CompareOp::Le,
        Ast::GreaterEqual => CompareOp::Ge,
        Ast::Equal => CompareOp::Eq,
        Ast::NotEqual => CompareOp::Ne,
        _ => return None,
    })
}

/// The arithmetic operator; comparisons and `&&`, `||` are handled before.
pub(crate) const fn arithmetic(op: Ast) -> BinaryOp {
    match op {
        Ast::Mul => BinaryOp::Mul,
        Ast::Div => BinaryOp::Div,
        Ast::Rem => BinaryOp::Rem,
        Ast::Sub => BinaryOp::Sub,
        Ast::Shl => BinaryOp::Shl,
        Ast::Shr => BinaryOp::Shr,
        Ast::BitAnd => BinaryOp::BitAnd,
        Ast::BitXor => BinaryOp::BitXor,
        Ast::BitOr => BinaryOp::BitOr,
        _ => BinaryOp::Add,
    }
}

/// How C writes an operator.
pub(crate) const fn symbol(op: Ast) -> &'static str {
    match op {
        Ast::Mul => "*",
        Ast::Div => "/",
        Ast::Rem => "%",
        Ast::Add => "+",
        Ast::Sub => "-",
        Ast::Shl => "<<",
        Ast::Shr => ">>",
        Ast::Less => "<",
        Ast::Greater => ">",
        Ast::LessEqual => "<=",
        Ast::GreaterEqual => ">=",
        Ast::Equal => "==",
        Ast::NotEqual => "!=",
        Ast::BitAnd => "&",
        Ast::BitXor => "^",
        Ast::BitOr => "|",
        Ast::And => "&&",
        Ast::Or => "||",
    }
}
