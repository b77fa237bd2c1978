//! Calls.

use belnap_ir::span::Span;
use belnap_syntax::ast;

use crate::ctype::{CType, FunctionType, TypeId};
use crate::hir::{Expr, ExprKind, Origin};
use crate::models::ERROR_FUNCTIONS;

use super::expr::Operand;
use super::scope::Entity;
use super::{Res, Sema};

impl Sema<'_> {
    /// `callee(arguments)`
    pub(crate) fn call(
        &mut self,
        callee: &ast::Expr,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Res<Operand> {
        if let ast::ExprKind::Name(name) = callee.kind {
            if let Some(operand) = self.builtin_call(name, arguments, span)? {
                return Ok(operand);
            }
            if self.lookup(name).is_none() && self.predefined_identifier(name, span).is_none() {
                self.declare_implicitly(name, callee.span);
            }
        }
        let callee = self.operand(callee)?;
        let (callee, ty) = match callee {
            Operand::Function(link, ty, at) => (Operand::Function(link, ty, at), ty),
            other => {
                let pointer = self.load(other);
                let Some(ty) = self.target(pointer.ty) else {
                    return Err(self.not_callable(pointer.ty, pointer.at));
                };
                (Operand::Value(pointer), ty)
            }
        };
        let Some(function) = self.function_of(ty).cloned() else {
            return Err(self.not_callable(ty, self.origin(span)));
        };
        let arguments = self.arguments(&function, arguments, span)?;
        let at = self.origin(span);
        let result = function.result;
        if !self.is_void(result) && !self.is_complete(result) {
            return Err(self.incomplete(result, span));
        }
        let kind = match callee {
            Operand::Function(link, ..) => ExprKind::Call(self.use_function(link), arguments),
            other => {
                let pointer = self.load(other);
                match pointer.kind {
                    ExprKind::Function(id) => ExprKind::Call(id, arguments),
                    _ => ExprKind::CallPointer(Box::new(pointer), arguments),
                }
            }
        };
        if let ExprKind::Call(id, _) = kind
            && !self.is_model
            && ERROR_FUNCTIONS.contains(&&self.functions[id].name[..])
        {
            self.asserted.push((id, at));
        }
        Ok(Operand::Value(Expr { kind, ty: result, at }))
    }

    fn not_callable(&mut self, ty: TypeId, at: Origin) -> super::Failed {
        let message = format!("a value of type '{}' is called", self.types.display(ty));
        self.error_at("c-callable", at, message)
    }

    /// Arguments, converted to parameters or promoted.
    fn arguments(
        &mut self,
        function: &FunctionType,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Res<Vec<Expr>> {
        let expected = function.parameters.len();
        let given = arguments.len();
        let fits = match (function.prototyped, function.variadic) {
            (false, _) => true,
            (true, true) => given >= expected,
            (true, false) => given == expected,
        };
        if !fits {
            let message = format!("{given} arguments where the function has {expected} parameters");
            return Err(self.error("c-argument-count", span, message));
        }
        let mut values = Vec::with_capacity(given);
        let mut failed = false;
        for (index, argument) in arguments.iter().enumerate() {
            let value =
                self.value(argument).and_then(|value| match function.parameters.get(index) {
                    Some(&ty) if function.prototyped => self.assigned(value, ty),
                    _ if self.is_void(value.ty) => {
                        Err(self.error_at("c-void-value", value.at, "a void value is passed"))
                    }
                    _ => Ok(self.promote_argument(value)),
                });
            match value {
                Ok(value) => values.push(value),
                Err(_) => failed = true,
            }
        }
        if failed { Err(super::Failed) } else { Ok(values) }
    }

    /// C89's declaration by use: the library's type if it is a function of it, else `int f()`.
    pub(crate) fn declare_implicitly(&mut self, name: belnap_syntax::symbol::Symbol, span: Span) {
        let ty = match self.library_type(name) {
            Some(ty) => ty,
            None => {
                let result = self.common.int;
                let parameters = Vec::new();
                self.types.intern(CType::Function(FunctionType {
                    result,
                    parameters,
                    variadic: false,
                    prototyped: false,
                }))
            }
        };
        let at = self.origin(span);
        let link = self.link_implicit(name, ty, at);
        self.declare(name, Entity::Linked(link, ty), at);
    }

    /// A call of a library function with analysed arguments, declared if it is not.
    pub(crate) fn library_call(
        &mut self,
        name: &str,
        arguments: Vec<Expr>,
        span: Span,
    ) -> Res<Option<Expr>> {
        let symbol = self.names.intern(name);
        let Some(ty) = self.library_type(symbol) else { return Ok(None) };
        let Some(function) = self.function_of(ty).cloned() else { return Ok(None) };
        let at = self.origin(span);
        let link = match self.external.get(&symbol) {
            Some(&link) => link,
            None => self.link_implicit(symbol, ty, at),
        };
        let mut values = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.into_iter().enumerate() {
            values.push(match function.parameters.get(index) {
                Some(&ty) => self.convert_for_assignment(argument, ty)?,
                None => self.promote_argument(argument),
            });
        }
        if values.len() < function.parameters.len() {
            let message = format!("too few arguments for '{name}'");
            return Err(self.error("c-argument-count", span, message));
        }
        let id = self.use_function(link);
        Ok(Some(Expr { kind: ExprKind::Call(id, values), ty: function.result, at }))
    }
}
