//! Function definitions.

use belnap_ir::span::Span;
use belnap_syntax::ast::{self, Derived, FunctionDefinition, Parameters, Storage as Class};
use belnap_syntax::symbol::Symbol;
use rustc_hash::FxHashMap;

use crate::ctype::{CType, FunctionType, TypeId};
use crate::hir::{FunctionId, LabelId, ObjectId, Origin, Statement, StatementKind, Storage};

use super::align::ObjectAlign;
use super::builtins::has_effects;
use super::jumps::set_targets;
use super::link::LinkId;
use super::scope::Entity;
use super::types::Resolved;
use super::{Res, Sema};

/// A label of the function being analysed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Label {
    pub(crate) id: LabelId,
    pub(crate) defined: Option<Span>,
    /// Where it was seen first.
    pub(crate) at: Origin,
}

/// A `switch` being analysed.
#[derive(Clone, Debug)]
pub(crate) struct Switch {
    /// The promoted type of its value.
    pub(crate) ty: TypeId,
    /// First and last values of its cases, and where they are.
    pub(crate) cases: std::collections::BTreeMap<i128, (i128, Span)>,
    /// Where its `default` is.
    pub(crate) default: Option<Span>,
}

/// The function being analysed.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) id: FunctionId,
    pub(crate) result: TypeId,
    /// It has variable arguments.
    pub(crate) variadic: bool,
    /// How many scopes its outermost block is in, itself included.
    pub(crate) depth: usize,
    /// Labels of the function, then those of blocks with `__label__`.
    pub(crate) labels: Vec<FxHashMap<Symbol, Label>>,
    /// Enclosing loops and switches, and loops.
    pub(crate) breakable: u32,
    pub(crate) continuable: u32,
    pub(crate) switches: Vec<Switch>,
    /// Labels whose address is taken, and whether some `goto` uses one.
    pub(crate) taken: Vec<LabelId>,
    pub(crate) computed: bool,
    /// Locals the program does not name; declared at the beginning.
    pub(crate) hidden: Vec<ObjectId>,
}

impl<'a> Sema<'a> {
    /// A function with a body: its declaration, and the body unless it is a model's.
    pub(crate) fn function_definition(&mut self, definition: &'a FunctionDefinition) -> Res<()> {
        let declarator = &definition.declarator;
        let Some(name) = declarator.name else { return Ok(()) };
        let base = self.specifiers(&definition.specifiers)?;
        let resolved = self.declarator(base, declarator)?;
        if self.function_of(resolved.ty).is_none() {
            let message = format!("'{}' is defined like a function but is none", self.name(name));
            return Err(self.error("c-function", declarator.span, message));
        }
        let specifiers = &definition.specifiers;
        let link = self.link(name, resolved.ty, specifiers.storage, declarator.span)?;
        self.links[link.0].qualified = self.qualifiers_of(specifiers, &declarator.derived);
        self.add_attributes(link, specifiers, declarator);
        let is_inline = specifiers.inline
            && (specifiers.storage != Some(Class::Extern)
                || self.links[link.0].attributes.iter().any(|name| name == "gnu_inline"));
        let is_weak = self.links[link.0].attributes.iter().any(|name| name == "weak");
        let at = self.origin(declarator.span);
        if self.is_model {
            let entry = &mut self.links[link.0];
            let overrides = entry.attributes.iter().any(|name| name == "override");
            if entry.defined.is_none() || overrides {
                let replaced = entry.defined.is_some();
                entry.model = Some((self.unit, definition));
                entry.modelled = entry.defined.is_none();
                entry.defined = entry.defined.or(Some(at));
                if replaced || entry.used {
                    entry.used = true;
                    self.wanted.push(link);
                }
            }
            return Ok(());
        }
        if let Some(other) = self.links[link.0].defined {
            let is_static = !self.links[link.0].external;
            if is_inline && !is_static || is_weak {
                // The other definition stands.
                return Ok(());
            }
            if !self.links[link.0].replaceable {
                return Err(self.defined_twice(name, declarator.span, other));
            }
        }
        self.links[link.0].defined = Some(at);
        self.links[link.0].replaceable = is_inline && self.links[link.0].external || is_weak;
        self.links[link.0].ty = match self.lookup(name) {
            Some(Entity::Linked(_, ty)) => ty,
            _ => resolved.ty,
        };
        self.define(link, definition)
    }

    /// Analyses the body of a function.
    pub(crate) fn define(&mut self, link: LinkId, definition: &FunctionDefinition) -> Res<()> {
        let id = self.function_id(link);
        let declarator = &definition.declarator;
        let seen = declarator.name.and_then(|name| match self.lookup(name) {
            Some(Entity::Linked(_, ty)) => Some(ty),
            _ => None,
        });
        let ty = seen.unwrap_or(self.links[link.0].ty);
        let Some(function) = self.function_of(ty).cloned() else { return Ok(()) };
        if self.is_model {
            self.links[link.0].ty = ty;
        }
        let result = function.result;
        let outer = self.body.replace(Body {
            id,
            result,
            variadic: function.variadic,
            depth: self.scopes.len() + 1,
            labels: vec![FxHashMap::default()],
            breakable: 0,
            continuable: 0,
            switches: Vec::new(),
            taken: Vec::new(),
            computed: false,
            hidden: Vec::new(),
        });
        let analysed = self.with_scope(|sema| sema.body_of(link, definition, function));
        let body = std::mem::replace(&mut self.body, outer);
        let (parameters, statements) = analysed?;
        let Some(body) = body else { return Ok(()) };
        let statements = self.finish_body(body, statements, definition)?;
        let at = self.origin(declarator.span);
        let end = definition.span.end;
        let end = self.origin(Span::new(end.saturating_sub(1), end));
        self.set_body(id, parameters, statements, at, end);
        Ok(())
    }

    /// Parameters and statements.
    fn body_of(
        &mut self,
        link: LinkId,
        definition: &FunctionDefinition,
        function: FunctionType,
    ) -> Res<(Vec<ObjectId>, Vec<Statement>)> {
        let mut parameters = Vec::new();
        match definition.declarator.derived.first() {
            Some(Derived::Function(Parameters::Prototype { parameters: declared, .. })) => {
                for parameter in declared {
                    let base = self.specifiers(&parameter.specifiers)?;
                    let declarator = &parameter.declarator;
                    let mut resolved = self.parameter(base, declarator)?;
                    resolved.qualified =
                        self.qualifiers_of(&parameter.specifiers, &declarator.derived);
                    self.size_effect(declarator)?;
                    let name = parameter.declarator.name;
                    let span = parameter.declarator.span;
                    parameters.push(self.parameter_object(name, resolved, span)?);
                }
            }
            Some(Derived::Function(Parameters::OldStyle(names))) => {
                self.old_style(names, definition, &mut parameters)?;
            }
            _ => {}
        }
        if function.prototyped
            && matches!(
                definition.declarator.derived.first(),
                Some(Derived::Function(Parameters::Prototype { .. }))
            )
        {
            // Types of arrays of variable length are those of the parameters themselves.
            let types = parameters.iter().map(|id| self.objects[*id].ty).collect();
            let function = FunctionType { parameters: types, ..function };
            self.links[link.0].ty = self.types.intern(CType::Function(function));
        }
        let mut statements = Vec::new();
        for effect in std::mem::take(&mut self.effects) {
            let at = effect.at;
            statements.push(Statement { kind: StatementKind::Expr(effect), at });
        }
        self.block_items(&definition.body, &mut statements);
        Ok((parameters, statements))
    }

    /// The size of an array that is a pointer here has no use, but it is computed.
    fn size_effect(&mut self, declarator: &ast::Declarator) -> Res<()> {
        if let Some(Derived::Array(ast::ArraySize::Expr(size))) = declarator.derived.first() {
            let value = self.value(size)?;
            self.effects.extend(Some(value).filter(has_effects));
        }
        Ok(())
    }

    fn parameter_object(
        &mut self,
        name: Option<Symbol>,
        resolved: Resolved,
        span: Span,
    ) -> Res<ObjectId> {
        if !self.is_complete(resolved.ty) {
            return Err(self.incomplete(resolved.ty, span));
        }
        let text = name.map_or_else(String::new, |name| self.name(name).to_owned());
        let at = self.origin(span);
        let id = self.new_object(text, resolved.ty, Storage::Parameter, at);
        self.objects[id].is_volatile = resolved.is_volatile;
        self.remember_qualified(id, resolved);
        self.align_object(id, resolved.ty, ObjectAlign::declared(resolved));
        if let Some(name) = name {
            if self.lookup_here(name).is_some() {
                let message = format!("'{}' is declared twice", self.name(name));
                return Err(self.report_redeclared(name, span, message));
            }
            self.declare(name, Entity::Object(id), at);
        }
        Ok(id)
    }

    /// Parameters of an old-style definition.
    fn old_style(
        &mut self,
        names: &[(Symbol, Span)],
        definition: &FunctionDefinition,
        parameters: &mut Vec<ObjectId>,
    ) -> Res<()> {
        let mut types: FxHashMap<Symbol, Resolved> = FxHashMap::default();
        for declaration in &definition.old_style {
            let base = self.specifiers(&declaration.specifiers)?;
            for declared in &declaration.declarators {
                if let Some(name) = declared.declarator.name {
                    let declarator = &declared.declarator;
                    let mut resolved = self.parameter(base, declarator)?;
                    resolved.qualified =
                        self.qualifiers_of(&declaration.specifiers, &declarator.derived);
                    types.insert(name, resolved);
                }
            }
        }
        for &(name, span) in names {
            let resolved = types.remove(&name).unwrap_or(Resolved::plain(self.common.int));
            parameters.push(self.parameter_object(Some(name), resolved, span)?);
        }
        Ok(())
    }

    /// The statements of a whole body, with what belongs before and after them.
    fn finish_body(
        &mut self,
        body: Body,
        mut statements: Vec<Statement>,
        definition: &FunctionDefinition,
    ) -> Res<Vec<Statement>> {
        let mut result = Ok(());
        for (name, label) in body.labels.iter().flatten() {
            if label.defined.is_none() {
                let message = format!("label '{}' is not defined", self.name(*name));
                result = Err(self.error_at("c-label-defined", label.at, message));
            }
        }
        result?;
        if body.computed {
            set_targets(&mut statements, &body.taken);
        }
        let is_main = definition.declarator.name.is_some_and(|name| self.name(name) == "main");
        if is_main && self.is_integer(body.result) {
            let end = definition.span.end;
            let at = self.origin(Span::new(end.saturating_sub(1), end));
            let zero = self.int_expr(0, body.result, at);
            statements.push(Statement { kind: StatementKind::Return(Some(zero)), at });
        }
        if !body.hidden.is_empty() {
            let declares = body.hidden.iter().map(|&object| {
                let at = self.objects[object].at;
                let kind = StatementKind::Declare { object, size: None, initializer: None };
                Statement { kind, at }
            });
            statements = declares.chain(statements).collect();
        }
        Ok(statements)
    }
}
