//! Qualifiers, where they decide something: the types table has none, so that `_Generic` and
//! `__builtin_types_compatible_p` ask what was written.

use belnap_ir::span::Span;
use belnap_syntax::ast::{
    self, BinaryOp, Derived, ExprKind as Ast, Parameters, Qualifiers, Specifiers, TypeName,
    TypeSpecifier, UnaryOp,
};
use belnap_syntax::symbol::Symbol;

use crate::ctype::{CType, RecordId, TypeId};
use crate::hir::Place;

use super::expr::Operand;
use super::scope::Entity;
use super::{Res, Sema};

/// The qualifiers of a type and of what it is derived from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Qualified {
    /// Four bits for each derivation, those of the type itself lowest. Those of an array are its
    /// elements', one derivation further.
    levels: u64,
    /// Some of them are not known.
    unclear: bool,
    /// Parameters of a function it is derived from have some inside.
    parameters: bool,
}

impl Qualified {
    /// None.
    pub(crate) const NONE: Self = Qualified { levels: 0, unclear: false, parameters: false };
    const UNCLEAR: Self = Qualified { levels: 0, unclear: true, parameters: false };

    /// A pointer to this, an array of it, or a function that returns it.
    const fn derive(self, qualifiers: Qualifiers) -> Self {
        let levels = self.levels << 4 | bits(qualifiers);
        Qualified { levels, unclear: self.unclear || self.levels >> 60 != 0, ..self }
    }

    /// What this is derived from.
    const fn inner(self) -> Self {
        Qualified { levels: self.levels >> 4, ..self }
    }

    /// Of a value: the outermost qualifiers say something about places only.
    pub(crate) const fn of_value(self) -> Self {
        Qualified { levels: self.levels & !15, ..self }
    }

    const fn with(self, more: u64, depth: u32) -> Self {
        if depth >= 16 {
            return Qualified { unclear: self.unclear || more != 0, ..self };
        }
        Qualified { levels: self.levels | more << (4 * depth), ..self }
    }

    const fn without(self, depth: u32) -> Self {
        if depth >= 16 {
            self
        } else {
            Qualified { levels: self.levels & !(15 << (4 * depth)), ..self }
        }
    }

    /// `volatile`, as far as that is known.
    const fn is_volatile(self) -> bool {
        self.levels & 2 != 0
    }

    /// Whether what a pointer points to has a qualifier that it does not have for another pointer.
    pub(crate) const fn loses(self, other: Self, bit: u64) -> bool {
        let known = !self.unclear && !other.unclear && !self.parameters && !other.parameters;
        known && self.levels >> 4 & bit != 0 && other.levels >> 4 & bit == 0
    }

    /// Whether both are the same, if that is known.
    fn same(self, other: Self) -> Option<bool> {
        if self.unclear || other.unclear || self.parameters || other.parameters {
            return None;
        }
        Some(self.levels == other.levels)
    }
}

/// An expression whose type is found without looking for members: `typeof` is common, and nested.
fn is_simple(expr: &ast::Expr) -> bool {
    match &expr.kind {
        Ast::Unary(_, operand) | Ast::Cast(_, operand) => is_simple(operand),
        Ast::Index(left, right) | Ast::Binary(_, left, right) => {
            is_simple(left) && is_simple(right)
        }
        Ast::Name(_) | Ast::Int(_) | Ast::Float(_) | Ast::Char(..) | Ast::String(_) => true,
        _ => false,
    }
}

const fn bits(qualifiers: Qualifiers) -> u64 {
    qualifiers.is_const as u64
        | (qualifiers.is_volatile as u64) << 1
        | (qualifiers.is_restrict as u64) << 2
        | (qualifiers.is_atomic as u64) << 3
}

impl Sema<'_> {
    /// The qualifiers of what specifiers and a declarator declare.
    pub(crate) fn qualifiers_of(
        &mut self,
        specifiers: &Specifiers,
        derived: &[Derived],
    ) -> Qualified {
        let own = bits(specifiers.qualifiers);
        let (base, depth) = match &specifiers.ty {
            TypeSpecifier::Typedef(name, _) => match self.lookup(*name) {
                Some(Entity::Typedef(resolved)) => {
                    (resolved.qualified, self.array_depth(resolved.ty))
                }
                _ => (Qualified::UNCLEAR, 0),
            },
            // Which qualifiers an array's elements get is not worth the search.
            TypeSpecifier::TypeofExpr(_) | TypeSpecifier::TypeofType(_) if own != 0 => {
                (Qualified::UNCLEAR, 0)
            }
            TypeSpecifier::TypeofExpr(expr) if is_simple(expr) => (self.qualified_expr(expr), 0),
            TypeSpecifier::TypeofExpr(_) => (Qualified::UNCLEAR, 0),
            TypeSpecifier::TypeofType(name) => (self.qualified_name(name), 0),
            TypeSpecifier::Atomic(name) => (self.qualified_name(name).with(8, 0), 0),
            _ => (Qualified::NONE, 0),
        };
        let mut qualified = base.with(own, depth);
        for step in derived.iter().rev() {
            qualified = match step {
                Derived::Pointer(qualifiers) => qualified.derive(*qualifiers),
                Derived::Array(_) => qualified.derive(Qualifiers::default()),
                Derived::Function(parameters) => {
                    let function = qualified.of_value().derive(Qualifiers::default());
                    let inside = self.has_qualified_parameter(parameters);
                    Qualified { parameters: function.parameters || inside, ..function }
                }
            };
        }
        qualified
    }

    fn has_qualified_parameter(&mut self, parameters: &Parameters) -> bool {
        let Parameters::Prototype { parameters, .. } = parameters else { return false };
        parameters.iter().any(|parameter| {
            let derived = &parameter.declarator.derived;
            let qualified = self.qualifiers_of(&parameter.specifiers, derived).of_value();
            qualified != Qualified::NONE
        })
    }

    fn qualified_name(&mut self, name: &TypeName) -> Qualified {
        self.qualifiers_of(&name.specifiers, &name.declarator.derived)
    }

    fn array_depth(&self, ty: TypeId) -> u32 {
        match self.types.get(ty) {
            CType::Array(element, _) => 1 + self.array_depth(*element),
            _ => 0,
        }
    }

    /// The qualifiers of an expression's type.
    pub(crate) fn qualified_expr(&mut self, expr: &ast::Expr) -> Qualified {
        let none = Qualifiers::default();
        match &expr.kind {
            Ast::Name(name) => match self.lookup(*name) {
                Some(Entity::Object(object)) => {
                    self.qualified.get(&object).copied().unwrap_or_default()
                }
                Some(Entity::Linked(link, _)) => self.links[link.0].qualified,
                Some(Entity::Constant(..)) => Qualified::NONE,
                _ => Qualified::UNCLEAR,
            },
            Ast::Cast(name, _) => self.qualified_name(name).of_value(),
            Ast::CompoundLiteral(name, _) | Ast::VaArg(_, name) => self.qualified_name(name),
            Ast::Comma(_, last) => self.qualified_expr(last).of_value(),
            Ast::Assign(_, target, _) => self.qualified_expr(target).of_value(),
            Ast::Member(base, name) => {
                let (record, outer) = (self.record_at(base, false), self.qualified_expr(base));
                self.qualified_member(record, outer, *name)
            }
            Ast::Arrow(base, name) => {
                let (record, outer) = (self.record_at(base, true), self.qualified_expr(base));
                self.qualified_member(record, outer.inner(), *name)
            }
            Ast::Index(base, index) => {
                let (base, index) = (self.qualified_expr(base), self.qualified_expr(index));
                let pointer = if base.of_value() == Qualified::NONE { index } else { base };
                pointer.inner()
            }
            Ast::Unary(op, operand) => match op {
                UnaryOp::Deref if self.is_function_name(operand) => Qualified::UNCLEAR,
                UnaryOp::Deref => self.qualified_expr(operand).inner(),
                UnaryOp::AddressOf => self.qualified_expr(operand).derive(none),
                UnaryOp::PreIncrement
                | UnaryOp::PreDecrement
                | UnaryOp::PostIncrement
                | UnaryOp::PostDecrement => self.qualified_expr(operand).of_value(),
                _ => Qualified::NONE,
            },
            Ast::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
                let left = self.qualified_expr(left).of_value();
                let right = self.qualified_expr(right).of_value();
                match (left == Qualified::NONE, right == Qualified::NONE) {
                    (true, true) => left,
                    (false, true) => left,
                    (true, false) => right,
                    (false, false) => Qualified::UNCLEAR,
                }
            }
            Ast::Call(callee, _) => {
                let function = self.qualified_expr(callee);
                let function =
                    if self.is_function_name(callee) { function } else { function.inner() };
                Qualified { parameters: false, ..function.inner().of_value() }
            }
            Ast::Conditional(condition, then, otherwise) => {
                let then = then.as_deref().unwrap_or(condition);
                let then = self.qualified_expr(then).of_value();
                let otherwise = self.qualified_expr(otherwise).of_value();
                if then == otherwise { then } else { Qualified::UNCLEAR }
            }
            Ast::StatementExpr(_) | Ast::Generic(..) | Ast::ChooseExpr(..) => Qualified::UNCLEAR,
            _ => Qualified::NONE,
        }
    }

    /// Notes that a place which is reached through others is volatile, if it is. Its origin is that
    /// of the whole expression then, which no other place has.
    pub(crate) fn note_volatile(&mut self, expr: &ast::Expr, operand: Operand) -> Operand {
        match operand {
            Operand::Place(place)
                if self.uses_volatile
                    && self.unevaluated == 0
                    && self.qualified_expr(expr).is_volatile() =>
            {
                let at = self.origin(expr.span);
                self.volatile_places.insert(at);
                Operand::Place(Place { at, ..place })
            }
            other => other,
        }
    }

    /// The record that a member is taken of.
    fn record_at(&mut self, base: &ast::Expr, is_pointer: bool) -> Option<RecordId> {
        let ty =
            self.analyse_unevaluated(|sema| sema.operand(base).map(|operand| operand.ty())).ok()?;
        let ty = match (is_pointer, self.types.get(ty)) {
            (true, CType::Pointer(target) | CType::Array(target, _)) => *target,
            (true, _) => return None,
            (false, _) => ty,
        };
        self.record_of(ty)
    }

    fn qualified_member(
        &mut self,
        record: Option<RecordId>,
        outer: Qualified,
        name: Symbol,
    ) -> Qualified {
        let Some(path) = record.and_then(|record| self.member_path(record, name)) else {
            return Qualified::UNCLEAR;
        };
        let Some((&(record, index), through)) = path.split_last() else {
            return Qualified::UNCLEAR;
        };
        if through.iter().any(|(record, _)| self.qualified_fields.contains_key(&(*record, None))) {
            return Qualified::UNCLEAR;
        }
        let own = self.qualified_fields.get(&(record, Some(name))).copied().unwrap_or_default();
        let layout = self.types.record(record).layout.as_ref();
        let depth = layout.map_or(0, |layout| self.array_depth(layout.fields[index].ty));
        let own = own.with(outer.levels & 15, depth);
        Qualified { unclear: own.unclear || outer.unclear, ..own }
    }

    fn is_function_name(&self, expr: &ast::Expr) -> bool {
        match &expr.kind {
            Ast::Name(name) => matches!(self.lookup(*name),
                Some(Entity::Linked(_, ty)) if self.function_of(ty).is_some()),
            _ => false,
        }
    }

    /// Whether an association of `_Generic` fits a controlling expression of a compatible type.
    pub(crate) fn fits_qualified(&mut self, control: &ast::Expr, name: &TypeName) -> Res<bool> {
        let mut value = self.qualified_expr(control).of_value();
        if self.is_function_name(control) {
            value = value.derive(Qualifiers::default());
        }
        let candidate = self.qualified_name(name);
        self.require_decided(value.same(candidate), name.span)
    }

    /// Whether two type names differ in no qualifier but the outermost.
    pub(crate) fn same_qualified(&mut self, left: &TypeName, right: &TypeName) -> Res<bool> {
        let mut sides = [Qualified::NONE; 2];
        for (side, name) in sides.iter_mut().zip([left, right]) {
            let depth =
                self.analyse_unevaluated(|sema| sema.type_name(name)).map(|named| named.ty)?;
            *side = self.qualified_name(name).without(self.array_depth(depth));
        }
        self.require_decided(sides[0].same(sides[1]), right.span)
    }

    fn require_decided(&mut self, same: Option<bool>, span: Span) -> Res<bool> {
        same.ok_or_else(|| {
            let message = "whether this type fits depends on qualifiers that are not followed";
            self.error("c-unsupported", span, message)
        })
    }
}
