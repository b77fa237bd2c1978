//! GNU's built-in functions.

use belnap_ir::expr::CompareOp;
use belnap_ir::span::Span;
use belnap_syntax::ast;
use belnap_syntax::symbol::Symbol;

use crate::ctype::{CType, FloatKind, FunctionType, IntKind, TypeId};
use crate::hir::{BinaryOp, Expr, ExprKind, PlaceKind};

use super::constant::Constant;
use super::expr::Operand;
use super::{Res, Sema};

impl Sema<'_> {
    /// A call of a built-in function, if `name` is one.
    pub(crate) fn builtin_call(
        &mut self,
        name: Symbol,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Res<Option<Operand>> {
        let text = self.name(name);
        if !text.starts_with("__") {
            return Ok(None);
        }
        if let Some(rest) = text.strip_prefix("__builtin_") {
            let rest = rest.to_owned();
            return self
                .builtin(name, &rest, arguments, span)
                .map(|value| value.map(Operand::Value));
        }
        if text.starts_with("__sync_") || text.starts_with("__atomic_") {
            let text = text.to_owned();
            return self.atomic(&text, arguments, span).map(|value| value.map(Operand::Value));
        }
        Ok(None)
    }

    /// The values of all arguments.
    pub(crate) fn values(&mut self, arguments: &[ast::Expr]) -> Res<Vec<Expr>> {
        arguments.iter().map(|argument| self.value(argument)).collect()
    }

    fn builtin(
        &mut self,
        name: Symbol,
        short: &str,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Res<Option<Expr>> {
        let at = self.origin(span);
        let common = self.common;
        let few = |sema: &mut Self| {
            let message = format!("too few arguments for '__builtin_{short}'");
            sema.error("c-argument-count", span, message)
        };
        let value = match short {
            "expect" | "expect_with_probability" => {
                let [first, rest @ ..] = arguments else { return Err(few(self)) };
                let value = self.value(first)?;
                let rest = self.values(rest)?;
                let long = self.types.int(IntKind::Long);
                let value = self.convert_for_assignment(value, long)?;
                // As in gcc, the rest is nothing but a hint where the value is constant.
                if self.fold(&value).is_some() { value } else { before(rest, value) }
            }
            "constant_p" => {
                let [first, ..] = arguments else { return Err(few(self)) };
                let value = self.analyse_unevaluated(|sema| sema.value(first))?;
                let is_constant = match &value.kind {
                    ExprKind::AddressOf(place) => self.is_string(place),
                    _ => self.is_number(&value),
                };
                // With the value of a `const` object it is one if the compiler optimises.
                let constants = std::mem::take(&mut self.constants);
                let is_evident = !is_constant || self.is_number(&value) || self.is_address(&value);
                self.constants = constants;
                if is_evident {
                    self.int_expr(i128::from(is_constant), common.int, at)
                } else {
                    let detail = "__builtin_constant_p of a variable";
                    self.unsupported("builtin-function", detail, Vec::new(), common.int, at)
                }
            }
            "unreachable" => self.special("__builtin_unreachable", span),
            "trap" | "abort" => {
                let Some(call) = self.library_call("abort", Vec::new(), span)? else {
                    return Ok(None);
                };
                call
            }
            "va_start" | "stdarg_start" | "va_end" | "va_copy" => {
                self.list_builtin(short, arguments, span)?
            }
            "va_arg_pack" => self.variable_arguments(span)?,
            "va_arg_pack_len" => {
                let detail = format!("__builtin_{short}");
                self.unsupported("variadic-access", detail, Vec::new(), common.int, at)
            }
            "object_size" | "dynamic_object_size" => {
                // Compilers may know it or not.
                let [pointer, _] = arguments else { return Err(few(self)) };
                self.analyse_unevaluated(|sema| sema.value(pointer))?;
                let detail = format!("__builtin_{short}");
                self.unsupported("builtin-function", detail, Vec::new(), common.size, at)
            }
            "assume_aligned" | "launder" => {
                let [first, rest @ ..] = arguments else { return Err(few(self)) };
                let value = self.value(first)?;
                let rest = self.values(rest)?;
                let value = self.convert_for_assignment(value, common.void_pointer)?;
                before(rest, value)
            }
            "prefetch" | "__clear_cache" => {
                let mut values = self.values(arguments)?;
                let Some(last) = values.pop() else { return Err(few(self)) };
                let value = before(values, last);
                Expr { kind: ExprKind::Convert(Box::new(value)), ty: common.void, at }
            }
            "alloca_with_align" | "alloca_with_align_and_max" => {
                let [first, ..] = arguments else { return Err(few(self)) };
                let first = self.value(first)?;
                return self.library_call("alloca", vec![first], span);
            }
            "return_address" | "frame_address" | "extract_return_addr" | "apply_args" => {
                let values = self.values(arguments)?;
                let detail = format!("__builtin_{short}");
                self.unsupported("builtin-function", detail, values, common.void_pointer, at)
            }
            "setjmp" | "longjmp" | "apply" | "return" | "eh_return" | "fork" | "next_arg" => {
                let message = format!("'__builtin_{short}' is not supported");
                return Err(self.error("c-unsupported", span, message));
            }
            "classify_type" => {
                let [first] = arguments else { return Err(few(self)) };
                let ty =
                    self.analyse_unevaluated(|sema| sema.value(first).map(|value| value.ty))?;
                let class = match self.types.get(ty) {
                    CType::Void => 0,
                    CType::Float(_) => 8,
                    CType::Complex(_) => 9,
                    CType::Pointer(_) => 5,
                    CType::Record(id) => 12 + i128::from(self.types.record(*id).is_union),
                    _ => 1,
                };
                self.int_expr(class, common.int, at)
            }
            _ => {
                if let Some(value) = self.float_builtin(short, arguments, span)? {
                    return Ok(Some(value));
                }
                if short.contains("_overflow") {
                    return self.overflow(short, arguments, span);
                }
                return self.plain_builtin(name, short, arguments, span);
            }
        };
        Ok(Some(value))
    }

    fn is_number(&self, value: &Expr) -> bool {
        matches!(self.fold(value), Some(Constant::Int(_) | Constant::Float(_)))
    }

    fn is_address(&self, value: &Expr) -> bool {
        matches!(value.kind, ExprKind::AddressOf(_))
    }

    fn is_string(&self, place: &crate::hir::Place) -> bool {
        match &place.kind {
            crate::hir::PlaceKind::Object(object) => {
                self.objects[*object].storage == crate::hir::Storage::String
            }
            _ => false,
        }
    }

    /// A call of a function without parameters that does not return.
    fn special(&mut self, name: &str, span: Span) -> Expr {
        let symbol = self.names.intern(name);
        let at = self.origin(span);
        let void = self.common.void;
        let ty = self.types.intern(CType::Function(FunctionType {
            result: void,
            parameters: Vec::new(),
            variadic: false,
            prototyped: true,
        }));
        let link = match self.external.get(&symbol) {
            Some(&link) => link,
            None => self.link_implicit(symbol, ty, at),
        };
        self.links[link.0].noreturn = true;
        let id = self.use_function(link);
        Expr { kind: ExprKind::Call(id, Vec::new()), ty: void, at }
    }

    /// Floating-point constants and classifications.
    fn float_builtin(
        &mut self,
        short: &str,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Res<Option<Expr>> {
        let at = self.origin(span);
        let (stem, kind) = float_suffix(short);
        let constant = match stem {
            "huge_val" | "inf" => f64::INFINITY,
            "nan" | "nans" => f64::NAN,
            _ => {
                let op = match short {
                    "isless" => CompareOp::Lt,
                    "islessequal" => CompareOp::Le,
                    "isgreater" => CompareOp::Gt,
                    "isgreaterequal" => CompareOp::Ge,
                    _ => return self.classify(short, arguments, span),
                };
                let [left, right] = arguments else { return Ok(None) };
                let (left, right) = (self.value(left)?, self.value(right)?);
                return self.compare(op, left, right, at).map(Some);
            }
        };
        self.values(arguments)?;
        let ty = self.types.intern(CType::Float(kind));
        Ok(Some(Expr { kind: ExprKind::Float(constant), ty, at }))
    }

    fn classify(&mut self, short: &str, arguments: &[ast::Expr], span: Span) -> Res<Option<Expr>> {
        let is_known = matches!(
            short.trim_end_matches(['f', 'l']),
            "isnan"
                | "isin"
                | "isinf_sign"
                | "isfinite"
                | "finite"
                | "isnorma"
                | "signbit"
                | "fpclassify"
                | "isunordered"
                | "islessgreater"
                | "iseqsig"
                | "isnormal"
        ) || matches!(short, "isinf" | "isnormal" | "signbitf" | "signbitl");
        if !is_known {
            return Ok(None);
        }
        let values = self.values(arguments)?;
        let detail = format!("__builtin_{short}");
        let int = self.common.int;
        Ok(Some(self.unsupported("floating-point", detail, values, int, self.origin(span))))
    }

    /// A built-in that is a library function by another name, or one we do not know.
    fn plain_builtin(
        &mut self,
        name: Symbol,
        short: &str,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Res<Option<Expr>> {
        let (target, kept) = match short
            .strip_prefix("__")
            .and_then(|rest| rest.strip_suffix("_chk"))
        {
            Some(unchecked) => (unchecked.to_owned(), unchecked_arguments(unchecked, arguments)),
            None => (short.to_owned(), arguments.iter().collect()),
        };
        let symbol = self.names.intern(&target);
        if self.library_type(symbol).is_some() {
            let mut values = Vec::with_capacity(kept.len());
            for argument in kept {
                values.push(self.value(argument)?);
            }
            return self.library_call(&target, values, span);
        }
        let bits = format!("__builtin_{short}");
        let symbol = self.names.intern(&bits);
        if self.library_type(symbol).is_some() {
            let values = self.values(arguments)?;
            return self.library_call(&bits, values, span);
        }
        if self.lookup(name).is_some() {
            return Ok(None);
        }
        let values = self.values(arguments)?;
        let int = self.common.int;
        Ok(Some(self.unsupported("builtin-function", bits, values, int, self.origin(span))))
    }

    /// A value of an unknown type may be used as any.
    pub(crate) fn retype(&self, value: Expr, ty: TypeId) -> Result<Expr, Expr> {
        match value.kind {
            ExprKind::Unsupported { construct: "builtin-function", .. } if !self.is_void(ty) => {
                Ok(Expr { ty, ..value })
            }
            _ => Err(value),
        }
    }
}

/// A value after others that have no use but their effects.
fn before(others: Vec<Expr>, value: Expr) -> Expr {
    others.into_iter().filter(has_effects).rev().fold(value, |value, other| {
        let (ty, at) = (value.ty, value.at);
        Expr { kind: ExprKind::Comma(Box::new(other), Box::new(value)), ty, at }
    })
}

/// Not evidently without effects.
pub(crate) fn has_effects(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Function(_) => false,
        ExprKind::Load(place) => !matches!(place.kind, PlaceKind::Object(_)),
        ExprKind::Convert(operand) | ExprKind::Unary(_, operand) => has_effects(operand),
        ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..) => true,
        ExprKind::Binary(_, left, right) => has_effects(left) || has_effects(right),
        _ => true,
    }
}

/// The type of `huge_valf`, `infl` and so on.
fn float_suffix(short: &str) -> (&str, FloatKind) {
    for stem in ["huge_val", "inf", "nans", "nan"] {
        if let Some(rest) = short.strip_prefix(stem) {
            let kind = match rest {
                "" | "f64" | "f32x" => FloatKind::Double,
                "f" | "f32" => FloatKind::Float,
                "l" | "f64x" => FloatKind::LongDouble,
                "f128" | "q" => FloatKind::Float128,
                _ => continue,
            };
            return (stem, kind);
        }
    }
    (short, FloatKind::Double)
}

/// The arguments of a fortified function that its plain form has.
fn unchecked_arguments<'e>(name: &str, arguments: &'e [ast::Expr]) -> Vec<&'e ast::Expr> {
    let last = arguments.len().saturating_sub(1);
    let dropped = match name {
        "sprintf" | "vsprintf" => 1..3,
        "snprintf" | "vsnprintf" => 2..4,
        "printf" | "vprintf" => 0..1,
        "fprintf" | "vfprintf" => 1..2,
        _ => last..last + 1,
    };
    let kept = arguments.iter().enumerate().filter(|(index, _)| !dropped.contains(index));
    kept.map(|(_, argument)| argument).collect()
}
