//! Expressions: the dispatch over their kinds, and the forms that are neither operators nor calls.

use belnap_ir::span::Span;
use belnap_syntax::ast::{self, ExprKind as Ast};

use crate::ctype::{ArrayLength, CType, IntKind, TypeId};
use crate::hir::{Expr, ExprKind, Origin, Place};

use super::align::TypeAlign;
use super::convert::bit_field;
use super::link::LinkId;
use super::scope::Entity;
use super::types::Resolved;
use super::variable::after;
use super::{Res, Sema};

/// What an expression denotes before its value is taken.
pub(crate) enum Operand {
    /// Something in memory.
    Place(Place),
    /// A value.
    Value(Expr),
    /// A function, with its type here.
    Function(LinkId, TypeId, Origin),
}

impl Operand {
    /// Its type: may be an array or a function.
    pub(crate) const fn ty(&self) -> TypeId {
        match self {
            Operand::Place(place) => place.ty,
            Operand::Value(value) => value.ty,
            Operand::Function(_, ty, _) => *ty,
        }
    }

    pub(crate) const fn is_bit_field(&self) -> bool {
        matches!(self, Operand::Place(place) if place.bits.is_some())
    }
}

impl Sema<'_> {
    /// The value of an expression: places are loaded, arrays and functions decay.
    pub(crate) fn value(&mut self, expr: &ast::Expr) -> Res<Expr> {
        let operand = self.operand(expr)?;
        Ok(self.load(operand))
    }

    /// The value of an operand.
    pub(crate) fn load(&mut self, operand: Operand) -> Expr {
        match operand {
            Operand::Value(value) => value,
            Operand::Function(link, ty, at) => {
                let id = self.use_function(link);
                let ty = self.types.pointer(ty);
                Expr { kind: ExprKind::Function(id), ty, at }
            }
            Operand::Place(place) => {
                let at = place.at;
                match self.types.get(place.ty) {
                    CType::Array(element, _) => {
                        let ty = *element;
                        let ty = self.types.pointer(ty);
                        Expr { kind: ExprKind::AddressOf(Box::new(place)), ty, at }
                    }
                    CType::Function(_) => self.address_of(place, at),
                    _ => {
                        let ty = place.ty;
                        Expr { kind: ExprKind::Load(Box::new(place)), ty, at }
                    }
                }
            }
        }
    }

    /// What an expression denotes.
    pub(crate) fn operand(&mut self, expr: &ast::Expr) -> Res<Operand> {
        if self.has_enough_errors() {
            return Err(super::Failed);
        }
        let span = expr.span;
        let value = match &expr.kind {
            Ast::Name(name) => return self.resolve_name(*name, span),
            Ast::Int(literal) => self.int_literal(*literal, span),
            Ast::Float(text) => self.float_literal(text, span)?,
            Ast::Char(value, encoding) => self.char_literal(*value, *encoding, span),
            Ast::String(literal) => return Ok(Operand::Place(self.string_literal(literal, span))),
            Ast::Call(callee, arguments) => return self.call(callee, arguments, span),
            Ast::Member(base, name) => {
                let member = self.member(base, *name, span)?;
                return Ok(self.note_volatile(expr, member));
            }
            Ast::Arrow(base, name) => {
                let member = self.arrow(base, *name, span)?;
                return Ok(self.note_volatile(expr, member));
            }
            Ast::Index(base, index) => {
                let element = self.index(base, index, span)?;
                return Ok(self.note_volatile(expr, element));
            }
            Ast::Unary(op, operand) => {
                let result = self.unary(*op, operand, span)?;
                return Ok(self.note_volatile(expr, result));
            }
            Ast::Binary(..) => self.binary_chain(expr)?,
            Ast::Assign(None, target, value) => self.assign(target, value, span)?,
            Ast::Assign(Some(op), target, value) => {
                self.compound_assign(*op, target, value, span)?
            }
            Ast::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then.as_deref(), otherwise, span)?
            }
            Ast::Comma(first, second) => self.comma(first, second, span)?,
            Ast::Cast(name, operand) => self.cast_expr(name, operand, span)?,
            Ast::CompoundLiteral(name, items) => {
                return self.compound_literal(name, items, span).map(Operand::Place);
            }
            Ast::SizeofExpr(operand) => self.sizeof_expr(operand, span)?,
            Ast::SizeofType(name) => self.sizeof_type(name, span)?,
            Ast::AlignofExpr(operand) => self.alignof_expr(operand, span)?,
            Ast::AlignofType(name, preferred) => {
                let resolved = self.type_name(name)?;
                let given = self.given_align(resolved, span)?;
                let align = given.unwrap_or_else(|| match preferred {
                    true => self.types.preferred_align_of(resolved.ty),
                    false => self.types.align_of(resolved.ty),
                });
                self.int_expr(i128::from(align), self.common.size, self.origin(span))
            }
            Ast::StatementExpr(block) => self.statement_expr(block, span)?,
            Ast::LabelAddress(name) => self.label_address(*name, span)?,
            Ast::Generic(control, associations) => {
                return self.generic(control, associations, span);
            }
            Ast::VaArg(list, name) => self.va_arg(list, name, span)?,
            Ast::OffsetOf(name, path) => self.offset_of(name, path, span)?,
            Ast::TypesCompatible(left, right) => {
                let (first, second) = (self.type_name(left)?.ty, self.type_name(right)?.ty);
                let is_enum = |sema: &Self, ty| matches!(sema.types.get(ty), CType::Enum(_));
                let mut same = match (is_enum(self, first), is_enum(self, second)) {
                    (true, true) => first == second,
                    _ => self.compatible(first, second),
                };
                if same {
                    same = self.same_qualified(left, right)?;
                }
                self.int_expr(i128::from(same), self.common.int, self.origin(span))
            }
            Ast::ChooseExpr(condition, then, otherwise) => {
                let chosen = self.constant_expr(condition, "the condition of a choice")?;
                return self.operand(if chosen != 0 { then } else { otherwise });
            }
        };
        Ok(Operand::Value(value))
    }

    fn resolve_name(&mut self, name: belnap_syntax::symbol::Symbol, span: Span) -> Res<Operand> {
        let at = self.origin(span);
        match self.lookup(name) {
            Some(Entity::Object(object)) => Ok(Operand::Place(self.object_place(object, at))),
            Some(Entity::Linked(link, ty)) => {
                if self.function_of(ty).is_some() {
                    return Ok(Operand::Function(link, ty, at));
                }
                let object = self.use_object(link);
                let kind = crate::hir::PlaceKind::Object(object);
                Ok(Operand::Place(Place { kind, ty, bits: None, at }))
            }
            Some(Entity::Constant(value, ty)) => Ok(Operand::Value(self.int_expr(value, ty, at))),
            Some(Entity::Prototype(ty)) => {
                let detail = "a parameter of a prototype";
                let value = self.unsupported("variable-length-array", detail, Vec::new(), ty, at);
                Ok(Operand::Value(value))
            }
            Some(Entity::Typedef(_)) => {
                let message = format!("'{}' is a type, not a value", self.name(name));
                Err(self.error("c-type-as-value", span, message))
            }
            None => {
                if let Some(operand) = self.predefined_identifier(name, span) {
                    return Ok(operand);
                }
                Err(self.report_undeclared(name, span))
            }
        }
    }

    fn report_undeclared(
        &mut self,
        name: belnap_syntax::symbol::Symbol,
        span: Span,
    ) -> super::Failed {
        if !self.reported.insert(name) {
            return super::Failed;
        }
        let text = self.name(name).to_owned();
        let message = format!("'{text}' is not declared");
        let mut diagnostic = belnap_ir::diagnostic::Diagnostic::at("c-declared", span, message);
        if let Some(near) = self.near_name(name) {
            diagnostic = diagnostic.note(format!("there is '{near}'"));
        }
        self.report(diagnostic)
    }

    /// The type of `typeof(e)`.
    pub(crate) fn typeof_expr(&mut self, expr: &ast::Expr) -> Res<Resolved> {
        let resolved = self.analyse_unevaluated(|sema| {
            let operand = sema.operand(expr)?;
            let ty = sema.variable_type(&operand, expr.span)?;
            let type_align = sema.operand_align(&operand);
            Ok(Resolved { type_align, ..Resolved::plain(ty) })
        })?;
        if self.is_variable(resolved.ty) && !self.sizes.contains_key(&resolved.ty) {
            return Ok(Resolved { ty: self.operand(expr)?.ty(), ..resolved });
        }
        Ok(resolved)
    }

    /// The type of `__auto_type x = e`.
    pub(crate) fn deduce_type(&mut self, base: Resolved, expr: &ast::Expr) -> Res<Resolved> {
        self.analyse_unevaluated(|sema| {
            let operand = sema.operand(expr)?;
            sema.variable_type(&operand, expr.span)?;
            let type_align = sema.operand_align(&operand);
            let declared = operand.ty();
            let ty = sema.load(operand).ty;
            // What decays is a pointer, without the alignment of an array.
            let type_align = if ty == declared { type_align } else { TypeAlign::Natural };
            Ok(Resolved { ty, type_align, ..base })
        })
    }

    /// The type of an expression, for a variable of that type.
    fn variable_type(&mut self, operand: &Operand, span: Span) -> Res<TypeId> {
        let ty = self.unpromoted_type(operand);
        if ty != operand.ty() && matches!(self.types.get(ty), CType::Int(IntKind::Bits(_))) {
            let message = "variables of the type of a bit-field are not supported";
            return Err(self.error("c-unsupported", span, message));
        }
        Ok(ty)
    }

    fn comma(&mut self, first: &ast::Expr, second: &ast::Expr, span: Span) -> Res<Expr> {
        let first = self.value(first)?;
        let second = self.value(second)?;
        let ty = second.ty;
        let kind = ExprKind::Comma(Box::new(first), Box::new(second));
        Ok(Expr { kind, ty, at: self.origin(span) })
    }

    fn cast_expr(&mut self, name: &ast::TypeName, operand: &ast::Expr, span: Span) -> Res<Expr> {
        let outer = std::mem::take(&mut self.effects);
        let resolved = self.type_name(name);
        let own = std::mem::replace(&mut self.effects, outer);
        let ty = resolved?.ty;
        let value = self.value(operand)?;
        let at = self.origin(span);
        Ok(after(own, self.cast(value, ty, at)?))
    }

    /// `c ? a : b`
    fn conditional(
        &mut self,
        condition: &ast::Expr,
        then: Option<&ast::Expr>,
        otherwise: &ast::Expr,
        span: Span,
    ) -> Res<Expr> {
        let at = self.origin(span);
        let condition = self.value(condition)?;
        let condition = self.condition(condition)?;
        let Some(then) = then else {
            let otherwise = self.value(otherwise)?;
            let ty = self.conditional_type(&condition, &otherwise, at)?;
            let otherwise = self.convert(otherwise, ty);
            let kind = ExprKind::Elvis(Box::new(condition), Box::new(otherwise));
            return Ok(Expr { kind, ty, at });
        };
        let then = self.value(then)?;
        let otherwise = self.value(otherwise)?;
        let ty = self.conditional_type(&then, &otherwise, at)?;
        let then = self.convert(then, ty);
        let otherwise = self.convert(otherwise, ty);
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        Ok(Expr { kind, ty, at })
    }

    fn conditional_type(&mut self, then: &Expr, otherwise: &Expr, at: Origin) -> Res<TypeId> {
        let (left, right) = (then.ty, otherwise.ty);
        if left == right && !self.is_integer(left) {
            return Ok(left);
        }
        if self.is_void(left) || self.is_void(right) {
            return Ok(self.common.void);
        }
        if self.is_arithmetic(left) && self.is_arithmetic(right) {
            let (left, _) = self.balance(then.clone_shallow(), otherwise.clone_shallow());
            return Ok(left.ty);
        }
        match (self.target(left), self.target(right)) {
            (Some(first), Some(second)) => {
                if self.is_null(then) {
                    return Ok(right);
                }
                if self.is_null(otherwise) {
                    return Ok(left);
                }
                if self.is_void(first) {
                    return Ok(left);
                }
                if self.is_void(second) {
                    return Ok(right);
                }
                // The more complete of two array types.
                let unknown =
                    matches!(self.types.get(first), CType::Array(_, ArrayLength::Unknown));
                if unknown && self.compatible(first, second) {
                    return Ok(right);
                }
                if self.compatible(first, second) {
                    return Ok(left);
                }
                Ok(self.common.void_pointer)
            }
            (Some(_), None) if self.is_integer(right) => Ok(left),
            (None, Some(_)) if self.is_integer(left) => Ok(right),
            _ if self.unmodelled(left).is_some() && self.is_arithmetic(right) => Ok(left),
            _ if self.unmodelled(right).is_some() && self.is_arithmetic(left) => Ok(right),
            _ if matches!(self.types.get(left), CType::Complex(_))
                && matches!(self.types.get(right), CType::Complex(_)) =>
            {
                Ok(left)
            }
            _ => {
                let message = format!(
                    "the branches have types '{}' and '{}'",
                    self.types.display(left),
                    self.types.display(right)
                );
                Err(self.error_at("c-conditional", at, message))
            }
        }
    }

    /// A null pointer constant: zero, or zero as `void *`.
    pub(crate) fn is_null(&self, value: &Expr) -> bool {
        (self.is_integer(value.ty) || value.ty == self.common.void_pointer)
            && self.fold_int(value) == Some(0)
    }

    fn generic(
        &mut self,
        control: &ast::Expr,
        associations: &[(Option<ast::TypeName>, ast::Expr)],
        span: Span,
    ) -> Res<Operand> {
        let ty = self.analyse_unevaluated(|sema| {
            let value = Operand::Value(sema.value(control)?);
            Ok(sema.unpromoted_type(&value))
        })?;
        let (mut exact, mut similar, mut default) = (None, None, None);
        for (name, expr) in associations {
            match name {
                None => default = Some(expr),
                Some(name) => {
                    let candidate = self.type_name(name)?.ty;
                    if !self.compatible(candidate, ty) || !self.fits_qualified(control, name)? {
                        continue;
                    }
                    if candidate == ty {
                        exact = exact.or(Some(expr));
                    } else {
                        similar = similar.or(Some(expr));
                    }
                }
            }
        }
        match exact.or(similar).or(default) {
            Some(expr) => self.operand(expr),
            None => {
                let message = format!("no association fits '{}'", self.types.display(ty));
                Err(self.error("c-generic", span, message))
            }
        }
    }
}

impl Expr {
    /// The same for typing purposes, without its operands where those do not matter.
    fn clone_shallow(&self) -> Expr {
        let kind = match bit_field(self) {
            Some(place) => ExprKind::Load(Box::new(place.clone())),
            None => ExprKind::Float(0.0),
        };
        Expr { kind, ty: self.ty, at: self.at }
    }
}
