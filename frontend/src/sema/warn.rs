//! What C forbids and compilers accept with a warning: so do we, with their meaning.

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::span::Span;
use belnap_syntax::ast;

use crate::ctype::{CType, TypeId};
use crate::hir::{Expr, ExprKind, Origin};

use super::convert::rank;
use super::qualifiers::Qualified;
use super::{MAX_ERRORS, Res, Sema};

impl Sema<'_> {
    /// Warns of something in the user's files, once.
    pub(crate) fn warn(&mut self, rule: &'static str, at: Origin, message: String) {
        let is_new = self.warned.insert((rule, at));
        if self.is_model || !is_new || self.warnings.len() >= MAX_ERRORS {
            return;
        }
        let span = Span::new(at.start as usize, at.end as usize);
        let warning = Diagnostic::at(rule, span, message).warning();
        self.warnings.push(warning.in_source(self.source()));
    }

    /// A value that is assigned, passed or returned as something of type `ty`.
    pub(crate) fn assigned(&mut self, value: Expr, ty: TypeId) -> Res<Expr> {
        if let Some(message) = self.doubt(&value, ty) {
            self.warn("c-conversion", value.at, message);
        }
        self.convert_for_assignment(value, ty)
    }

    /// What is wrong with a value that is converted without a cast, although compilers do it.
    fn doubt(&self, value: &Expr, ty: TypeId) -> Option<String> {
        let (from, to) = (self.types.display(value.ty), self.types.display(ty));
        match (self.types.get(value.ty), self.types.get(ty)) {
            (CType::Pointer(_), CType::Int(_) | CType::Enum(_)) => {
                Some(format!("a pointer ('{from}') becomes a number ('{to}') without a cast"))
            }
            (CType::Int(_) | CType::Enum(_) | CType::Bool, CType::Pointer(_))
                if !matches!(value.kind, ExprKind::Int(0)) =>
            {
                Some(format!("a number ('{from}') becomes a pointer ('{to}') without a cast"))
            }
            (CType::Pointer(left), CType::Pointer(right)) if !self.are_alike(*left, *right) => {
                Some(format!("a value of type '{from}' where '{to}' is expected"))
            }
            _ => None,
        }
    }

    /// Whether a pointer to the one is taken for one to the other in silence: numbers may differ in
    /// their sign.
    fn are_alike(&self, left: TypeId, right: TypeId) -> bool {
        let size = |ty| self.types.scalar(ty).filter(|_| self.is_integer(ty)).map(|int| int.bits);
        self.is_void(left)
            || self.is_void(right)
            || self.compatible(left, right)
            || size(left).is_some() && size(left) == size(right) && self.same_rank(left, right)
    }

    /// Whether two integer types differ in their sign at most.
    fn same_rank(&self, left: TypeId, right: TypeId) -> bool {
        let kinds = [left, right].map(|ty| match self.types.get(ty) {
            CType::Int(kind) => Some(rank(*kind)),
            CType::Enum(id) => Some(rank(self.types.enums[*id].kind)),
            _ => None,
        });
        kinds[0] == kinds[1]
    }

    /// A pointer value for something that has these qualifiers: what it points to keeps its own.
    pub(crate) fn warn_of_lost_qualifiers(&mut self, to: Qualified, ty: TypeId, value: &ast::Expr) {
        if self.is_model || !self.is_pointer(ty) {
            return;
        }
        let from = self.qualified_expr(value);
        let lost: Vec<&str> = [(1, "const"), (2, "volatile")]
            .into_iter()
            .filter(|(bit, _)| from.loses(to, *bit))
            .map(|(_, word)| word)
            .collect();
        if !lost.is_empty() {
            let at = self.origin(value.span);
            let message = format!("what this points to loses '{}'", lost.join(" "));
            self.warn("c-qualifiers", at, message);
        }
    }
}
