//! Types: specifiers, declarators and type names, and what can be asked of types.

use belnap_ir::span::Span;
use belnap_ir::types::IntType;
use belnap_syntax::ast::{
    Alignment, ArraySize, Attribute, BasicType, Declarator, Derived, ExprKind, Parameters,
    Specifiers, TypeName, TypeSpecifier,
};

use crate::ctype::{
    ArrayLength, CType, Field, FloatKind, FunctionType, IntKind, Layout, Record, RecordId, TypeId,
    Types,
};

use super::align::TypeAlign;
use super::layout::LARGEST;
use super::qualifiers::Qualified;
use super::scope::Entity;
use super::variadic::List;
use super::{Res, Sema};

/// A type with what the types table does not keep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolved {
    /// The type.
    pub(crate) ty: TypeId,
    /// `const`, of an array its elements.
    pub(crate) is_const: bool,
    /// `volatile`, of an array its elements.
    pub(crate) is_volatile: bool,
    /// Alignment of the type, typedefs considered.
    pub(crate) type_align: TypeAlign,
    /// Alignment that the declaration itself asks for, by an attribute or `_Alignas`.
    pub(crate) align: Option<u32>,
    /// All qualifiers, once the declaration is complete.
    pub(crate) qualified: Qualified,
}

impl Resolved {
    pub(crate) const fn plain(ty: TypeId) -> Self {
        Resolved {
            ty,
            is_const: false,
            is_volatile: false,
            type_align: TypeAlign::Natural,
            align: None,
            qualified: Qualified::NONE,
        }
    }

    /// A declared type: what the declaration asks for is a property of the type.
    pub(crate) const fn into_type(self) -> Self {
        let type_align = match self.align {
            Some(align) => TypeAlign::Given(align),
            None => self.type_align,
        };
        Resolved { type_align, align: None, ..self }
    }
}

/// Types that are often needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Common {
    pub(crate) void: TypeId,
    pub(crate) bool: TypeId,
    pub(crate) char: TypeId,
    pub(crate) int: TypeId,
    pub(crate) unsigned: TypeId,
    pub(crate) double: TypeId,
    /// `size_t`
    pub(crate) size: TypeId,
    /// `ptrdiff_t`
    pub(crate) difference: TypeId,
    /// `void *`
    pub(crate) void_pointer: TypeId,
    /// `char *`
    pub(crate) char_pointer: TypeId,
    /// `va_list`
    pub(crate) list: List,
}

impl Common {
    pub(crate) fn new(types: &mut Types) -> Self {
        let void = types.intern(CType::Void);
        let char = types.int(IntKind::Char);
        Common {
            void,
            bool: types.intern(CType::Bool),
            char,
            int: types.int(IntKind::Int),
            unsigned: types.int(IntKind::UnsignedInt),
            double: types.intern(CType::Float(FloatKind::Double)),
            size: types.int(types.size()),
            difference: types.int(types.difference()),
            void_pointer: types.pointer(void),
            char_pointer: types.pointer(char),
            list: List::new(types),
        }
    }
}

impl Sema<'_> {
    /// The type that specifiers name.
    pub(crate) fn specifiers(&mut self, specifiers: &Specifiers) -> Res<Resolved> {
        let mut resolved = match &specifiers.ty {
            TypeSpecifier::Basic(basic) => Resolved::plain(self.basic(*basic)),
            TypeSpecifier::ImplicitInt | TypeSpecifier::AutoType => {
                Resolved::plain(self.common.int)
            }
            TypeSpecifier::VaList => Resolved::plain(self.common.list.ty),
            TypeSpecifier::Record(record) => Resolved::plain(self.record_specifier(record)?),
            TypeSpecifier::Enum(specifier) => Resolved::plain(self.enum_specifier(specifier)?),
            TypeSpecifier::Typedef(name, span) => match self.lookup(*name) {
                Some(Entity::Typedef(resolved)) => resolved,
                _ => {
                    let message = format!("unknown type name '{}'", self.name(*name));
                    return Err(self.error("c-type-declared", *span, message));
                }
            },
            TypeSpecifier::TypeofExpr(expr) => self.typeof_expr(expr)?,
            TypeSpecifier::TypeofType(name) | TypeSpecifier::Atomic(name) => {
                self.type_name(name)?
            }
        };
        self.note_realigned(resolved);
        resolved.is_const |= specifiers.qualifiers.is_const;
        resolved.is_volatile |= specifiers.qualifiers.is_volatile;
        self.uses_volatile |= specifiers.qualifiers.is_volatile;
        self.type_attributes(&mut resolved, &specifiers.attributes)?;
        for alignment in &specifiers.alignments {
            let align = match alignment {
                Alignment::Type(name) => {
                    let asked = self.type_name(name)?;
                    let given = self.given_align(asked, name.span)?;
                    given.unwrap_or_else(|| self.types.align_of(asked.ty))
                }
                Alignment::Constant(expr) => self.alignment(expr)?,
            };
            resolved.align = resolved.align.max(Some(align).filter(|&align| align > 0));
        }
        Ok(resolved)
    }

    /// The type of something declared: `base` with the derivations of a declarator.
    pub(crate) fn declarator(&mut self, base: Resolved, declarator: &Declarator) -> Res<Resolved> {
        let mut resolved = self.derive(base, &declarator.derived, declarator.span)?;
        self.type_attributes(&mut resolved, &declarator.attributes)?;
        Ok(resolved)
    }

    /// `base` with derivations, the outermost first.
    pub(crate) fn derive(
        &mut self,
        base: Resolved,
        derived: &[Derived],
        span: Span,
    ) -> Res<Resolved> {
        let mut resolved = base;
        for step in derived.iter().rev() {
            resolved = match step {
                Derived::Pointer(qualifiers) => Resolved {
                    is_const: qualifiers.is_const,
                    is_volatile: qualifiers.is_volatile,
                    align: resolved.align,
                    ..Resolved::plain(self.types.pointer(resolved.ty))
                },
                Derived::Array(size) => {
                    let ty = self.array(resolved.ty, size, span)?;
                    Resolved { ty, ..resolved }
                }
                Derived::Function(parameters) => {
                    let ty = self.function_type(resolved.ty, parameters, span)?;
                    Resolved { align: resolved.align, ..Resolved::plain(ty) }
                }
            };
        }
        Ok(resolved)
    }

    /// The type of a cast, `sizeof` and the like.
    pub(crate) fn type_name(&mut self, name: &TypeName) -> Res<Resolved> {
        let base = self.specifiers(&name.specifiers)?;
        let resolved = self.declarator(base, &name.declarator)?.into_type();
        self.note_realigned(resolved);
        Ok(resolved)
    }

    fn array(&mut self, element: TypeId, size: &ArraySize, span: Span) -> Res<TypeId> {
        match self.types.get(element) {
            CType::Function(_) => {
                return Err(self.error("c-array-element", span, "an array of functions"));
            }
            CType::Void => {
                return Err(self.error("c-array-element", span, "an array of void"));
            }
            CType::Record(id) if self.types.record(*id).layout.is_none() => {
                let message = format!("array of incomplete type '{}'", self.types.display(element));
                return Err(self.error("c-complete", span, message));
            }
            _ => {}
        }
        let variable_element = self.is_variable(element);
        let length = match size {
            ArraySize::Unknown => ArrayLength::Unknown,
            ArraySize::Star => ArrayLength::Variable,
            ArraySize::Expr(expr) => {
                let value = self.value(expr)?;
                if !self.is_integer(value.ty) {
                    let message = "the size of an array is not an integer";
                    return Err(self.error("c-array-size", expr.span, message));
                }
                match self.fold_int(&value) {
                    Some(length) => match u64::try_from(length) {
                        Ok(length) if !variable_element => ArrayLength::Known(length),
                        Ok(_) => return Ok(self.variable_array(element, value)),
                        Err(_) => {
                            let message = "the size of an array is negative";
                            return Err(self.error("c-array-size", expr.span, message));
                        }
                    },
                    None if self.body.is_some() || self.prototype > 0 => {
                        return Ok(self.variable_array(element, value));
                    }
                    None => {
                        let message = self.not_constant("the size of an array at file scope");
                        return Err(self.error("c-array-size", expr.span, message));
                    }
                }
            }
        };
        if length == ArrayLength::Variable {
            return Ok(self.types.fresh(CType::Array(element, length)));
        }
        let ty = self.types.intern(CType::Array(element, length));
        let limit = LARGEST.min(1 << (8 * self.types.pointer_bytes() - 1));
        if matches!(length, ArrayLength::Known(_))
            && !variable_element
            && self.types.size_of(ty).is_none_or(|size| size >= limit)
        {
            return Err(self.error("c-array-size", span, "the array is too large"));
        }
        Ok(ty)
    }

    fn function_type(
        &mut self,
        result: TypeId,
        parameters: &Parameters,
        span: Span,
    ) -> Res<TypeId> {
        self.check_result(result, span)?;
        let function = match parameters {
            Parameters::Unspecified | Parameters::OldStyle(_) => {
                FunctionType { result, parameters: Vec::new(), variadic: false, prototyped: false }
            }
            Parameters::Prototype { parameters, variadic } => {
                self.prototype += 1;
                let types = self.with_scope(|sema| {
                    let mut types = Vec::with_capacity(parameters.len());
                    for parameter in parameters {
                        let base = sema.specifiers(&parameter.specifiers)?;
                        let ty = sema.parameter(base, &parameter.declarator)?.ty;
                        types.push(ty);
                        if let Some(name) = parameter.declarator.name {
                            let at = sema.origin(parameter.declarator.span);
                            sema.declare(name, Entity::Prototype(ty), at);
                        }
                    }
                    Ok(types)
                });
                self.prototype -= 1;
                FunctionType { result, parameters: types?, variadic: *variadic, prototyped: true }
            }
        };
        Ok(self.types.intern(CType::Function(function)))
    }

    pub(crate) fn check_result(&mut self, result: TypeId, span: Span) -> Res<()> {
        if matches!(self.types.get(result), CType::Array(..) | CType::Function(_)) {
            let message = format!("a function returns '{}'", self.types.display(result));
            return Err(self.error("c-function-result", span, message));
        }
        Ok(())
    }

    /// The type of a parameter: arrays and functions are pointers.
    pub(crate) fn parameter(&mut self, base: Resolved, declarator: &Declarator) -> Res<Resolved> {
        let mut resolved = match declarator.derived.split_first() {
            Some((Derived::Array(_), rest)) => {
                let element = self.derive(base, rest, declarator.span)?;
                let pointer = self.types.pointer(element.ty);
                Resolved { align: element.align, ..Resolved::plain(pointer) }
            }
            _ => self.derive(base, &declarator.derived, declarator.span)?,
        };
        self.type_attributes(&mut resolved, &declarator.attributes)?;
        match self.types.get(resolved.ty) {
            CType::Array(element, _) => {
                let pointer = self.types.pointer(*element);
                resolved = Resolved { align: resolved.align, ..Resolved::plain(pointer) };
            }
            CType::Function(_) => resolved = Resolved::plain(self.types.pointer(resolved.ty)),
            CType::Void => {
                let message = "a parameter has type void";
                return Err(self.error("c-parameter", declarator.span, message));
            }
            _ => {}
        }
        Ok(resolved)
    }

    fn basic(&mut self, basic: BasicType) -> TypeId {
        let float = |kind| CType::Float(kind);
        let ty = match basic {
            BasicType::Void => CType::Void,
            BasicType::Bool => CType::Bool,
            BasicType::Char => CType::Int(IntKind::Char),
            BasicType::SignedChar => CType::Int(IntKind::SignedChar),
            BasicType::UnsignedChar => CType::Int(IntKind::UnsignedChar),
            BasicType::Short => CType::Int(IntKind::Short),
            BasicType::UnsignedShort => CType::Int(IntKind::UnsignedShort),
            BasicType::Int => CType::Int(IntKind::Int),
            BasicType::UnsignedInt => CType::Int(IntKind::UnsignedInt),
            BasicType::Long => CType::Int(IntKind::Long),
            BasicType::UnsignedLong => CType::Int(IntKind::UnsignedLong),
            BasicType::LongLong => CType::Int(IntKind::LongLong),
            BasicType::UnsignedLongLong => CType::Int(IntKind::UnsignedLongLong),
            BasicType::Int128 => CType::Int(IntKind::Int128),
            BasicType::UnsignedInt128 => CType::Int(IntKind::UnsignedInt128),
            BasicType::Float => float(FloatKind::Float),
            BasicType::Double => float(FloatKind::Double),
            BasicType::LongDouble => float(FloatKind::LongDouble),
            BasicType::Float128 => float(FloatKind::Float128),
            BasicType::ComplexFloat => CType::Complex(FloatKind::Float),
            BasicType::ComplexDouble => CType::Complex(FloatKind::Double),
            BasicType::ComplexLongDouble => CType::Complex(FloatKind::LongDouble),
        };
        self.types.intern(ty)
    }

    /// `aligned`, `mode` and `vector_size`.
    fn type_attributes(&mut self, resolved: &mut Resolved, attributes: &[Attribute]) -> Res<()> {
        self.check_layout(attributes);
        for attribute in attributes {
            let argument = attribute.arguments.first();
            match (self.name(attribute.name), argument) {
                ("aligned", Some(argument)) => {
                    let align = self.alignment(argument)?;
                    resolved.align = resolved.align.max(Some(align).filter(|&align| align > 0));
                }
                ("aligned", None) => {
                    let most = self.types.largest_align();
                    resolved.align = resolved.align.max(Some(most));
                }
                ("mode", Some(argument)) => {
                    if let ExprKind::Name(mode) = argument.kind {
                        let mode = self.name(mode).trim_matches('_').to_owned();
                        let Some(ty) = self.with_mode(resolved.ty, &mode) else {
                            let message = format!("the mode `{mode}` is not supported here");
                            return Err(self.error("c-unsupported", attribute.span, message));
                        };
                        resolved.ty = ty;
                    }
                }
                ("transparent_union", _) => {
                    if let Some(id) = self.record_of(resolved.ty)
                        && self.types.record(id).is_union
                    {
                        self.transparent.insert(id);
                    }
                }
                ("vector_size", Some(argument)) => {
                    let bytes = self.constant_expr(argument, "the size of a vector")?;
                    let bytes = u64::try_from(bytes).unwrap_or(0);
                    if !self.is_arithmetic(resolved.ty) {
                        let message = "`vector_size` is supported on arithmetic types only";
                        return Err(self.error("c-unsupported", attribute.span, message));
                    }
                    resolved.ty = self.vector(resolved.ty, bytes);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The value of an alignment: a power of two, or 0.
    pub(crate) fn alignment(&mut self, expr: &belnap_syntax::ast::Expr) -> Res<u32> {
        let value = self.constant_expr(expr, "an alignment")?;
        match u32::try_from(value) {
            Ok(align) if align == 0 || align.is_power_of_two() && align <= 1 << 28 => Ok(align),
            _ => Err(self.error("c-alignment", expr.span, "an alignment is not a power of two")),
        }
    }

    /// `__attribute__((mode(…)))`
    fn with_mode(&mut self, ty: TypeId, mode: &str) -> Option<TypeId> {
        let of_float = matches!(self.types.get(ty), CType::Float(_));
        let of_complex = matches!(self.types.get(ty), CType::Complex(_));
        let float = |sema: &mut Self, kind| of_float.then(|| sema.types.intern(CType::Float(kind)));
        let complex =
            |sema: &mut Self, kind| of_complex.then(|| sema.types.intern(CType::Complex(kind)));
        let signed = self.types.scalar(ty).is_none_or(|int| int.signed);
        let bits = match mode {
            "QI" | "byte" => 8,
            "HI" => 16,
            "SI" => 32,
            "DI" => 64,
            "TI" => 128,
            "word" | "pointer" | "unwind_word" => 8 * self.types.pointer_bytes() as u8,
            "SF" => return float(self, FloatKind::Float),
            "DF" => return float(self, FloatKind::Double),
            "XF" => return float(self, FloatKind::LongDouble),
            "TF" => return float(self, FloatKind::Float128),
            "SC" => return complex(self, FloatKind::Float),
            "DC" => return complex(self, FloatKind::Double),
            "XC" => return complex(self, FloatKind::LongDouble),
            _ => return None,
        };
        let kind = self.int_of(IntType { bits, signed });
        match *self.types.get(ty) {
            CType::Enum(id) => {
                self.types.enums[id].kind = kind;
                Some(ty)
            }
            CType::Int(_) => Some(self.types.int(kind)),
            CType::Pointer(_) if u64::from(bits) == 8 * self.types.pointer_bytes() => Some(ty),
            _ => None,
        }
    }

    /// An integer type with these values.
    pub(crate) fn int_of(&self, int: IntType) -> IntKind {
        let kinds = [
            (IntKind::SignedChar, IntKind::UnsignedChar),
            (IntKind::Short, IntKind::UnsignedShort),
            (IntKind::Int, IntKind::UnsignedInt),
            (IntKind::Long, IntKind::UnsignedLong),
            (IntKind::LongLong, IntKind::UnsignedLongLong),
            (IntKind::Int128, IntKind::UnsignedInt128),
        ];
        let wide = |&(kind, _): &(IntKind, IntKind)| self.types.int_type(kind).bits >= int.bits;
        let found = kinds.into_iter().find(wide);
        let (signed, unsigned) = found.unwrap_or((IntKind::Int128, IntKind::UnsignedInt128));
        if int.signed { signed } else { unsigned }
    }

    /// GNU's vectors are records with one array: they can be copied and subscripted.
    fn vector(&mut self, element: TypeId, bytes: u64) -> TypeId {
        let size = self.types.size_of(element).unwrap_or(1).max(1);
        let length = (bytes / size).max(1);
        let tag = format!("{} __vector({length})", self.types.display(element));
        let known = self
            .vectors
            .iter()
            .find(|&(&id, &of)| of == element && self.types.record(id).tag.as_ref() == Some(&tag));
        if let Some((&id, _)) = known {
            return self.types.intern(CType::Record(id));
        }
        let array = self.types.intern(CType::Array(element, ArrayLength::Known(length)));
        let field = Field { name: Some("elements".to_owned()), ty: array, offset: 0, bits: None };
        let align = u32::try_from(length * size).map_or(16, u32::next_power_of_two);
        let layout = Layout { fields: vec![field], size: length * size, align };
        let id = RecordId(self.types.records.len() as u32);
        self.types.records.push(Record { tag: Some(tag), is_union: false, layout: Some(layout) });
        self.vectors.insert(id, element);
        self.types.intern(CType::Record(id))
    }

    /// The element type, if a vector.
    pub(crate) fn vector_element(&self, ty: TypeId) -> Option<TypeId> {
        match self.types.get(ty) {
            CType::Record(id) => self.vectors.get(id).copied(),
            _ => None,
        }
    }
}
