//! Variable arguments: `va_list`, `va_start`, `va_arg`, `va_copy` and `va_end`.
//!
//! A `va_list` has the size and the manners of gcc's: on x86-64 it is an array of one record, so
//! that a function it is passed to moves on in the caller's list; on i386 it is passed by value.
//! All it holds is where the next argument is; `lower/variadic.rs` says where arguments are.

use belnap_ir::span::Span;
use belnap_syntax::ast;

use crate::ctype::{ArrayLength, CType, Field, IntKind, Layout, Record, RecordId, TypeId, Types};
use crate::hir::{Expr, ExprKind, Place, PlaceKind};

use super::expr::Operand;
use super::{Res, Sema};

/// The types that have to do with `va_list`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List {
    /// `va_list`
    pub(crate) ty: TypeId,
    /// What a parameter of this type is.
    pub(crate) passed: TypeId,
    /// The record with the pointer to the next argument.
    record: RecordId,
    tag: TypeId,
}

impl List {
    pub(crate) fn new(types: &mut Types) -> Self {
        let char = types.int(IntKind::Char);
        let next = types.pointer(char);
        let bytes = types.pointer_bytes();
        let record = RecordId(types.records.len() as u32);
        // A name that no program gives a member.
        let name = Some("__next".to_owned());
        let layout = Layout {
            fields: vec![Field { name, ty: next, offset: 0, bits: None }],
            size: if bytes == 8 { 24 } else { bytes },
            align: bytes as u32,
        };
        let name = Some("__va_list_tag".to_owned());
        types.records.push(Record { tag: name, is_union: false, layout: Some(layout) });
        let tag = types.intern(CType::Record(record));
        let (ty, passed) = match bytes {
            8 => (types.intern(CType::Array(tag, ArrayLength::Known(1))), types.pointer(tag)),
            _ => (tag, tag),
        };
        List { ty, passed, record, tag }
    }
}

impl Sema<'_> {
    /// `va_start`, `va_copy` or `va_end`.
    pub(crate) fn list_builtin(
        &mut self,
        short: &str,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Res<Expr> {
        let at = self.origin(span);
        let void = self.common.void;
        let effect = match (short, arguments) {
            ("va_end", [list]) => {
                let next = self.next_argument(list)?;
                let ty = next.ty;
                Expr { kind: ExprKind::Load(Box::new(next)), ty, at }
            }
            ("va_copy", [to, from]) => {
                let (to, from) = (self.next_argument(to)?, self.next_argument(from)?);
                let ty = to.ty;
                let value = Expr { kind: ExprKind::Load(Box::new(from)), ty, at };
                Expr { kind: ExprKind::Assign(Box::new(to), Box::new(value)), ty, at }
            }
            // The last named parameter is only named.
            ("va_start" | "stdarg_start", [list, ..]) => {
                let next = self.next_argument(list)?;
                let ty = next.ty;
                let value = self.variable_arguments(span)?;
                Expr { kind: ExprKind::Assign(Box::new(next), Box::new(value)), ty, at }
            }
            _ => {
                let message = format!("the number of arguments of '__builtin_{short}'");
                return Err(self.error("c-argument-count", span, message));
            }
        };
        Ok(Expr { kind: ExprKind::Convert(Box::new(effect)), ty: void, at })
    }

    /// Where the arguments of the function at hand are.
    pub(crate) fn variable_arguments(&mut self, span: Span) -> Res<Expr> {
        if !self.body.as_ref().is_some_and(|body| body.variadic) {
            let message = "the function has no variable arguments";
            return Err(self.error("c-variadic", span, message));
        }
        let (ty, at) = (self.common.char_pointer, self.origin(span));
        Ok(Expr { kind: ExprKind::Arguments, ty, at })
    }

    /// `va_arg(list, type)`
    pub(crate) fn va_arg(
        &mut self,
        list: &ast::Expr,
        name: &ast::TypeName,
        span: Span,
    ) -> Res<Expr> {
        let next = self.next_argument(list)?;
        let ty = self.type_name(name)?.ty;
        let ty = match *self.types.get(ty) {
            CType::Array(element, _) => self.types.pointer(element),
            _ => ty,
        };
        if self.is_void(ty) || self.types.size_of(ty).is_none() {
            return Err(self.incomplete(ty, span));
        }
        Ok(Expr { kind: ExprKind::VaArg(Box::new(next)), ty, at: self.origin(span) })
    }

    /// The pointer of a list to its next argument.
    fn next_argument(&mut self, list: &ast::Expr) -> Res<Place> {
        let List { ty, record, tag, .. } = self.common.list;
        let at = self.origin(list.span);
        let base = match self.operand(list)? {
            Operand::Place(place) if place.ty == tag => place,
            Operand::Place(place) if place.ty == ty => {
                let first = Box::new(self.int_expr(0, self.common.int, at));
                let kind = PlaceKind::Index(Box::new(place), first);
                Place { kind, ty: tag, bits: None, at }
            }
            other => {
                let pointer = self.load(other);
                if self.target(pointer.ty) != Some(tag) {
                    let given = self.types.display(pointer.ty);
                    let message =
                        format!("a value of type '{given}' where a list of arguments is expected");
                    return Err(self.error("c-variadic", list.span, message));
                }
                self.dereference(pointer, tag)
            }
        };
        Ok(self.field_place(base, record, 0, at))
    }
}
