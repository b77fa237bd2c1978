//! Places: members, elements, what pointers point to, and their addresses.

use belnap_ir::span::Span;
use belnap_syntax::ast::{self, Designator};
use belnap_syntax::symbol::Symbol;

use crate::ctype::{ArrayLength, CType, TypeId};
use crate::hir::{BinaryOp, Expr, ExprKind, Origin, Place, PlaceKind};

use super::expr::Operand;
use super::{Res, Sema};

impl Sema<'_> {
    /// An expression that must be a place.
    pub(crate) fn place(&mut self, expr: &ast::Expr) -> Res<Place> {
        match self.operand(expr)? {
            Operand::Place(place) => Ok(place),
            Operand::Value(value) => self.value_as_place(value),
            Operand::Function(..) => {
                Err(self.error("c-lvalue", expr.span, "a function cannot be assigned"))
            }
        }
    }

    /// Casts and conditionals as places, as old gcc had them, are errors; comma is too.
    fn value_as_place(&mut self, value: Expr) -> Res<Place> {
        Err(self.error_at("c-lvalue", value.at, "the expression is a value, not a variable"))
    }

    /// `e.name`
    pub(crate) fn member(&mut self, base: &ast::Expr, name: Symbol, span: Span) -> Res<Operand> {
        let base = match self.operand(base)? {
            Operand::Place(place) => place,
            Operand::Value(value) => {
                let (ty, at) = (value.ty, value.at);
                Place { kind: PlaceKind::Temporary(Box::new(value)), ty, bits: None, at }
            }
            Operand::Function(_, ty, at) => {
                let message = format!("'{}' has no members", self.types.display(ty));
                return Err(self.error_at("c-member-base", at, message));
            }
        };
        self.member_of(base, name, span).map(Operand::Place)
    }

    /// `e->name`
    pub(crate) fn arrow(&mut self, base: &ast::Expr, name: Symbol, span: Span) -> Res<Operand> {
        let pointer = self.value(base)?;
        let Some(ty) = self.target(pointer.ty) else {
            let message = format!("'->' on a value of type '{}'", self.types.display(pointer.ty));
            return Err(self.error("c-member-base", span, message));
        };
        let base = self.dereference(pointer, ty);
        self.member_of(base, name, span).map(Operand::Place)
    }

    /// `*pointer`; the place of an address is that place.
    pub(crate) fn dereference(&self, pointer: Expr, ty: TypeId) -> Place {
        let at = pointer.at;
        match pointer.kind {
            ExprKind::AddressOf(place) if place.ty == ty && place.bits.is_none() => *place,
            _ => Place { kind: PlaceKind::Deref(Box::new(pointer)), ty, bits: None, at },
        }
    }

    fn member_of(&mut self, base: Place, name: Symbol, span: Span) -> Res<Place> {
        let Some(record) = self.record_of(base.ty) else {
            let message = format!(
                "member '{}' of a value of type '{}'",
                self.name(name),
                self.types.display(base.ty)
            );
            return Err(self.error("c-member-base", span, message));
        };
        if self.types.record(record).layout.is_none() {
            return Err(self.incomplete(base.ty, span));
        }
        let Some(path) = self.member_path(record, name) else {
            let message =
                format!("'{}' has no member '{}'", self.types.display(base.ty), self.name(name));
            return Err(self.error("c-member", span, message));
        };
        let at = self.origin(span);
        let mut place = base;
        for &(record, index) in path.iter() {
            place = self.field_place(place, record, index, at);
        }
        Ok(place)
    }

    /// A member by its index.
    pub(crate) fn field_place(
        &self,
        base: Place,
        record: crate::ctype::RecordId,
        index: usize,
        at: Origin,
    ) -> Place {
        let field = self.types.record(record).layout.as_ref().map(|layout| &layout.fields[index]);
        let (ty, bits) = field.map_or((self.common.int, None), |field| (field.ty, field.bits));
        Place { kind: PlaceKind::Field(Box::new(base), record, index), ty, bits, at }
    }

    /// `a[i]`
    pub(crate) fn index(
        &mut self,
        base: &ast::Expr,
        index: &ast::Expr,
        span: Span,
    ) -> Res<Operand> {
        let base = self.operand(base)?;
        let index_operand = self.operand(index)?;
        let is_base = |sema: &Self, ty: TypeId| {
            matches!(sema.types.get(ty), CType::Array(..) | CType::Pointer(_))
                || sema.vector_element(ty).is_some()
        };
        let (base, index) = if is_base(self, base.ty()) {
            (base, index_operand)
        } else if is_base(self, index_operand.ty()) {
            (index_operand, base)
        } else {
            let message =
                format!("a subscript on a value of type '{}'", self.types.display(base.ty()));
            return Err(self.error("c-subscript", span, message));
        };
        let index = self.load(index);
        if !self.is_integer(index.ty) {
            let message = format!("a subscript has type '{}'", self.types.display(index.ty));
            return Err(self.error_at("c-subscript", index.at, message));
        }
        let index = self.promote(index);
        let at = self.origin(span);
        if self.vector_element(base.ty()).is_some() {
            return self.vector_index(base, index, at);
        }
        let element = match (&base, self.types.get(base.ty())) {
            (Operand::Place(_), CType::Array(element, _)) => Some(*element),
            _ => None,
        };
        match (base, element) {
            (Operand::Place(place), Some(element)) if !self.is_variable(element) => {
                self.check_element(element, span)?;
                let kind = PlaceKind::Index(Box::new(place), Box::new(index));
                Ok(Operand::Place(Place { kind, ty: element, bits: None, at }))
            }
            (base, _) => {
                let pointer = self.load(base);
                let pointer = self.pointer_add(pointer, index, false, at)?;
                let ty = self.target(pointer.ty).unwrap_or(self.common.int);
                let kind = PlaceKind::Deref(Box::new(pointer));
                Ok(Operand::Place(Place { kind, ty, bits: None, at }))
            }
        }
    }

    fn vector_index(&mut self, base: Operand, index: Expr, at: Origin) -> Res<Operand> {
        let base = match base {
            Operand::Place(place) => place,
            other => {
                let value = self.load(other);
                let (ty, at) = (value.ty, value.at);
                Place { kind: PlaceKind::Temporary(Box::new(value)), ty, bits: None, at }
            }
        };
        let ty = self.vector_element(base.ty).unwrap_or(self.common.int);
        let Some(record) = self.record_of(base.ty) else { return Err(super::Failed) };
        let array = self.field_place(base, record, 0, at);
        let kind = PlaceKind::Index(Box::new(array), Box::new(index));
        Ok(Operand::Place(Place { kind, ty, bits: None, at }))
    }

    fn check_element(&mut self, element: TypeId, span: Span) -> Res<()> {
        if self.is_complete(element) { Ok(()) } else { Err(self.incomplete(element, span)) }
    }

    /// `pointer + index` or `pointer - index`, in elements.
    pub(crate) fn pointer_add(
        &mut self,
        pointer: Expr,
        index: Expr,
        negative: bool,
        at: Origin,
    ) -> Res<Expr> {
        let ty = pointer.ty;
        let Some(target) = self.target(ty) else { return Err(super::Failed) };
        if self.is_variable(target) {
            let size = self.size_value(target, at);
            let index = self.convert(index, self.common.size);
            let kind = ExprKind::Binary(BinaryOp::Mul, Box::new(index), Box::new(size));
            let index = Expr { kind, ty: self.common.size, at };
            let pointer = Box::new(self.convert(pointer, self.common.char_pointer));
            let kind =
                ExprKind::PointerAdd { pointer, index: Box::new(index), stride: 1, negative };
            let moved = Expr { kind, ty: self.common.char_pointer, at };
            return Ok(self.convert(moved, ty));
        }
        let stride = self.stride(target, at)?;
        let kind = ExprKind::PointerAdd {
            pointer: Box::new(pointer),
            index: Box::new(index),
            stride,
            negative,
        };
        Ok(Expr { kind, ty, at })
    }

    /// Bytes of what a pointer points to.
    pub(crate) fn stride(&mut self, target: TypeId, at: Origin) -> Res<u64> {
        if matches!(self.types.get(target), CType::Function(_)) {
            return Ok(1);
        }
        if let Some(size) = self.types.size_of(target) {
            return Ok(size);
        }
        let message =
            format!("arithmetic on a pointer to incomplete '{}'", self.types.display(target));
        Err(self.error_at("c-complete", at, message))
    }

    /// `*e`
    pub(crate) fn deref(&mut self, operand: &ast::Expr, span: Span) -> Res<Operand> {
        let operand = self.operand(operand)?;
        if let Operand::Function(..) = operand {
            return Ok(operand);
        }
        if let Operand::Place(place) = &operand
            && let CType::Array(element, length) = *self.types.get(place.ty)
            && !self.is_variable(element)
            && length != ArrayLength::Variable
        {
            // `*array` is its first element.
            let Operand::Place(place) = operand else { return Err(super::Failed) };
            self.check_element(element, span)?;
            let at = self.origin(span);
            let index = Box::new(self.int_expr(0, self.common.int, at));
            let kind = PlaceKind::Index(Box::new(place), index);
            return Ok(Operand::Place(Place { kind, ty: element, bits: None, at }));
        }
        let pointer = self.load(operand);
        let Some(ty) = self.target(pointer.ty) else {
            let message = format!("'*' on a value of type '{}'", self.types.display(pointer.ty));
            return Err(self.error("c-deref", span, message));
        };
        let mut place = self.dereference(pointer, ty);
        place.at = self.origin(span);
        Ok(Operand::Place(place))
    }

    /// `&e`
    pub(crate) fn address(&mut self, operand: &ast::Expr, span: Span) -> Res<Expr> {
        let at = self.origin(span);
        match self.operand(operand)? {
            Operand::Place(place) if place.bits.is_some() => {
                Err(self.error("c-address", span, "the address of a bit-field"))
            }
            Operand::Place(place) => Ok(self.address_of(place, at)),
            Operand::Value(value) => {
                if self.record_of(value.ty).is_some() {
                    let (ty, value_at) = (value.ty, value.at);
                    let kind = PlaceKind::Temporary(Box::new(value));
                    let place = Place { kind, ty, bits: None, at: value_at };
                    return Ok(self.address_of(place, at));
                }
                Err(self.error_at("c-lvalue", value.at, "the address of a value"))
            }
            function => {
                let mut value = self.load(function);
                value.at = at;
                Ok(value)
            }
        }
    }

    /// The address of a place; that of what a pointer points to is the pointer.
    pub(crate) fn address_of(&mut self, place: Place, at: Origin) -> Expr {
        let ty = self.types.pointer(place.ty);
        match place.kind {
            PlaceKind::Deref(pointer) if pointer.ty == ty => Expr { at, ..*pointer },
            _ => Expr { kind: ExprKind::AddressOf(Box::new(place)), ty, at },
        }
    }

    /// `__builtin_offsetof(type, path)`
    pub(crate) fn offset_of(
        &mut self,
        name: &ast::TypeName,
        path: &[Designator],
        span: Span,
    ) -> Res<Expr> {
        let ty = self.type_name(name)?.ty;
        let at = self.origin(span);
        let pointer = self.types.pointer(ty);
        let null = self.int_expr(0, pointer, at);
        let kind = PlaceKind::Deref(Box::new(null));
        let mut place = Place { kind, ty, bits: None, at };
        for step in path {
            place = match step {
                Designator::Field(name, span) => self.member_of(place, *name, *span)?,
                Designator::Index(index) | Designator::Range(index, _) => {
                    let CType::Array(element, _) = *self.types.get(place.ty) else {
                        let message = "a subscript of something that is not an array";
                        return Err(self.error("c-subscript", index.span, message));
                    };
                    let index = self.value(index)?;
                    let kind = PlaceKind::Index(Box::new(place), Box::new(index));
                    Place { kind, ty: element, bits: None, at }
                }
            };
        }
        if place.bits.is_some() {
            return Err(self.error("c-address", span, "the offset of a bit-field"));
        }
        let address = self.address_of(place, at);
        match self.fold_int(&address) {
            Some(offset) => Ok(self.int_expr(offset, self.common.size, at)),
            None => Ok(self.convert(address, self.common.size)),
        }
    }
}
