//! Sizes, and arrays of variable length: the bytes of such a type are kept in a hidden local, which
//! is assigned where the type's size expression is evaluated.

use belnap_ir::span::Span;
use belnap_syntax::ast;

use crate::ctype::{ArrayLength, CType, TypeId};
use crate::hir::{BinaryOp, Expr, ExprKind, ObjectId, Origin, Place, PlaceKind, Storage};

use super::{Res, Sema};

impl Sema<'_> {
    /// The type of arrays whose length is computed now.
    pub(crate) fn variable_array(&mut self, element: TypeId, length: Expr) -> TypeId {
        let ty = self.types.fresh(CType::Array(element, ArrayLength::Variable));
        if self.body.is_none() || self.prototype > 0 {
            return ty;
        }
        let at = length.at;
        let length = self.convert(length, self.common.size);
        let element = self.size_value(element, at);
        let bytes = Expr {
            kind: ExprKind::Binary(BinaryOp::Mul, Box::new(length), Box::new(element)),
            ty: self.common.size,
            at,
        };
        let hidden = self.hidden_local("array size", self.common.size, at);
        let place = self.object_place(hidden, at);
        let kind = ExprKind::Assign(Box::new(place), Box::new(bytes));
        self.effects.push(Expr { kind, ty: self.common.size, at });
        self.sizes.insert(ty, hidden);
        ty
    }

    /// A local that the program does not name.
    pub(crate) fn hidden_local(&mut self, name: &str, ty: TypeId, at: Origin) -> ObjectId {
        let object = self.new_object(name.to_owned(), ty, Storage::Local, at);
        if let Some(body) = &mut self.body {
            body.hidden.push(object);
        }
        object
    }

    /// An object as a place.
    pub(crate) fn object_place(&self, object: ObjectId, at: Origin) -> Place {
        let ty = self.objects[object].ty;
        Place { kind: PlaceKind::Object(object), ty, bits: None, at }
    }

    /// Bytes of a complete type as a value.
    pub(crate) fn size_value(&mut self, ty: TypeId, at: Origin) -> Expr {
        let size = self.common.size;
        if let Some(bytes) = self.types.size_of(ty) {
            return Expr { kind: ExprKind::Int(i128::from(bytes)), ty: size, at };
        }
        if let Some(&hidden) = self.sizes.get(&ty) {
            let place = self.object_place(hidden, at);
            return Expr { kind: ExprKind::Load(Box::new(place)), ty: size, at };
        }
        if let CType::Array(element, ArrayLength::Known(length)) = *self.types.get(ty) {
            let element = self.size_value(element, at);
            let length = Expr { kind: ExprKind::Int(i128::from(length)), ty: size, at };
            let kind = ExprKind::Binary(BinaryOp::Mul, Box::new(length), Box::new(element));
            return Expr { kind, ty: size, at };
        }
        let kind = ExprKind::Unsupported {
            construct: "variable-length-array",
            detail: format!("size of {}", self.types.display(ty)),
            operands: Vec::new(),
        };
        Expr { kind, ty: size, at }
    }

    /// `sizeof` a type.
    pub(crate) fn sizeof(&mut self, ty: TypeId, span: Span) -> Res<Expr> {
        let at = self.origin(span);
        match self.types.get(ty) {
            CType::Function(_) | CType::Void => {
                Ok(Expr { kind: ExprKind::Int(1), ty: self.common.size, at })
            }
            _ if self.is_complete(ty) => Ok(self.size_value(ty, at)),
            _ => Err(self.incomplete(ty, span)),
        }
    }

    /// `sizeof(type)`, with the evaluation of its size expressions.
    pub(crate) fn sizeof_type(&mut self, name: &ast::TypeName, span: Span) -> Res<Expr> {
        let effects = std::mem::take(&mut self.effects);
        let size = self.type_name(name).and_then(|resolved| self.sizeof(resolved.ty, span));
        let own = std::mem::replace(&mut self.effects, effects);
        Ok(after(own, size?))
    }

    /// `sizeof e`
    pub(crate) fn sizeof_expr(&mut self, operand: &ast::Expr, span: Span) -> Res<Expr> {
        let (ty, is_bit_field) = self.analyse_unevaluated(|sema| {
            let operand = sema.operand(operand)?;
            Ok((sema.unpromoted_type(&operand), operand.is_bit_field()))
        })?;
        if is_bit_field {
            return Err(self.error("c-sizeof", span, "the size of a bit-field"));
        }
        if self.is_variable(ty) && !self.knows_size(ty) {
            // The type was made inside the operand, so the operand is evaluated.
            let effects = std::mem::take(&mut self.effects);
            let again = self.operand(operand);
            let own = std::mem::replace(&mut self.effects, effects);
            let size = self.sizeof(again?.ty(), span)?;
            return Ok(after(own, size));
        }
        self.sizeof(ty, span)
    }

    fn knows_size(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            CType::Array(_, ArrayLength::Variable) => self.sizes.contains_key(&ty),
            CType::Array(element, _) => self.knows_size(*element),
            _ => true,
        }
    }

    /// Reports an incomplete type.
    pub(crate) fn incomplete(&mut self, ty: TypeId, span: Span) -> super::Failed {
        let message = format!("type '{}' is incomplete", self.types.display(ty));
        self.error("c-complete", span, message)
    }
}

/// `value` after effects.
pub(crate) fn after(effects: Vec<Expr>, value: Expr) -> Expr {
    effects.into_iter().rev().fold(value, |value, effect| {
        let (ty, at) = (value.ty, value.at);
        Expr { kind: ExprKind::Comma(Box::new(effect), Box::new(value)), ty, at }
    })
}
