//! Conversions: promotions, the usual arithmetic conversions, assignment and casts.

use belnap_ir::types::IntType;

use crate::ctype::{BitField, CType, FloatKind, IntKind, TypeId};
use crate::hir::{Expr, ExprKind, Origin, Place, PlaceKind};

use super::constant::{Constant, nearest};
use super::expr::Operand;
use super::{Res, Sema};

impl Sema<'_> {
    /// An integer constant.
    pub(crate) fn int_expr(&self, value: i128, ty: TypeId, at: Origin) -> Expr {
        Expr { kind: ExprKind::Int(value), ty, at }
    }

    /// A value in another type. Both are scalars, or `ty` is `void`, or they are the same.
    pub(crate) fn convert(&mut self, value: Expr, ty: TypeId) -> Expr {
        if value.ty == ty {
            return value;
        }
        let value = match self.retype(value, ty) {
            Ok(value) => return value,
            Err(value) => value,
        };
        let at = value.at;
        let words = (self.unmodelled(value.ty), self.unmodelled(ty));
        if let (Some(construct), _) | (None, Some(construct)) = words
            && !self.is_void(ty)
        {
            let detail = format!("conversion to {}", self.types.display(ty));
            return self.unsupported(construct, detail, vec![value], ty, at);
        }
        if let ExprKind::Int(number) = value.kind {
            match self.types.get(ty) {
                CType::Bool => return self.int_expr(i128::from(number != 0), ty, at),
                CType::Int(_) | CType::Enum(_) | CType::Pointer(_) => {
                    if let Some(int) = self.types.scalar(ty) {
                        return self.int_expr(int.wrap(number), ty, at);
                    }
                }
                _ => {}
            }
        }
        Expr { kind: ExprKind::Convert(Box::new(value)), ty, at }
    }

    /// A number as an integer for a place. Where it does not fit a bit-field, which is undefined,
    /// gcc takes the nearest number for what is constant without knowing any variable.
    pub(crate) fn convert_for_place(&mut self, value: Expr, place: &Place) -> Expr {
        if let Some(bits) = place.bits
            && self.is_float(value.ty)
            && place.ty != self.common.bool
            && let Some(declared) = self.types.scalar(place.ty)
        {
            let variables = std::mem::take(&mut self.constants);
            let folded = self.fold(&value);
            self.constants = variables;
            if let Some(Constant::Float(number)) = folded {
                let int = IntType { bits: bits.width, signed: declared.signed };
                return self.int_expr(nearest(number, int), place.ty, value.at);
            }
        }
        self.convert(value, place.ty)
    }

    /// Something without a meaning for us.
    pub(crate) fn unsupported(
        &self,
        construct: &'static str,
        detail: impl Into<String>,
        operands: Vec<Expr>,
        ty: TypeId,
        at: Origin,
    ) -> Expr {
        let kind = ExprKind::Unsupported { construct, detail: detail.into(), operands };
        Expr { kind, ty, at }
    }

    /// The type an integer type is promoted to.
    pub(crate) fn promoted_type(&self, ty: TypeId) -> TypeId {
        match self.types.get(ty) {
            CType::Bool => self.common.int,
            CType::Int(_) | CType::Enum(_) => match self.types.scalar(ty) {
                // Where they are as wide as `int`, `unsigned short` is `unsigned int`.
                Some(int) if int.bits < self.int_bits() => self.common.int,
                Some(int) if int.bits == self.int_bits() && self.ranks_below_int(ty) => {
                    if int.signed { self.common.int } else { self.common.unsigned }
                }
                _ => ty,
            },
            _ => ty,
        }
    }

    /// Whether it is promoted, although it may be as wide as `int`.
    fn ranks_below_int(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            CType::Enum(_) => true,
            CType::Int(IntKind::Bits(_)) => false,
            CType::Int(kind) => rank(*kind) < rank(IntKind::Int),
            _ => false,
        }
    }

    /// Bits of `int`.
    pub(crate) const fn int_bits(&self) -> u8 {
        self.types.model().int
    }

    /// The integer promotions; a bit-field is promoted by its width.
    pub(crate) fn promote(&mut self, value: Expr) -> Expr {
        let bits = bit_field(&value).and_then(|place| place.bits);
        let ty = self.promoted_bits(value.ty, bits);
        self.convert(value, ty)
    }

    /// The type that what has type `ty` is promoted to; it may be a bit-field.
    pub(crate) fn promoted_bits(&mut self, ty: TypeId, bits: Option<BitField>) -> TypeId {
        if let Some(bits) = bits
            && let Some(declared) = self.types.scalar(ty)
            && bits.width < declared.bits
        {
            let int = self.int_bits();
            return match bits.width {
                width if width < int => self.common.int,
                width if width == int && declared.signed => self.common.int,
                width if width == int => self.common.unsigned,
                width => {
                    self.types.int(IntKind::Bits(IntType { bits: width, signed: declared.signed }))
                }
            };
        }
        let ty = self.promoted_type(ty);
        match self.types.get(ty) {
            CType::Enum(id) => {
                let kind = self.types.enums[*id].kind;
                self.types.int(kind)
            }
            _ => ty,
        }
    }

    /// The type of an operand that is not promoted: gcc's bit-fields have types of their own, those
    /// of common widths aside.
    pub(crate) fn unpromoted_type(&mut self, operand: &Operand) -> TypeId {
        let ty = operand.ty();
        let bits = match operand {
            Operand::Place(place) => place.bits,
            Operand::Value(value) => bit_field(value).and_then(|place| place.bits),
            Operand::Function(..) => None,
        };
        match (bits, self.types.scalar(ty)) {
            (Some(bits), Some(declared))
                if bits.width < declared.bits && ty != self.common.bool =>
            {
                let own = IntType { bits: bits.width, signed: declared.signed };
                let is_common = matches!(own.bits, 8 | 16 | 32 | 64);
                let kind = if is_common { self.int_of(own) } else { IntKind::Bits(own) };
                self.types.int(kind)
            }
            _ => ty,
        }
    }

    /// The default promotions of arguments without a parameter.
    pub(crate) fn promote_argument(&mut self, value: Expr) -> Expr {
        match self.types.get(value.ty) {
            CType::Float(FloatKind::Float) => self.convert(value, self.common.double),
            CType::Bool | CType::Int(_) | CType::Enum(_) => self.promote(value),
            _ => value,
        }
    }

    /// The usual arithmetic conversions of two numbers.
    pub(crate) fn balance(&mut self, left: Expr, right: Expr) -> (Expr, Expr) {
        let (left, right) = match (self.is_integer(left.ty), self.is_integer(right.ty)) {
            (true, true) => (self.promote(left), self.promote(right)),
            _ => (left, right),
        };
        let ty = self.common_type(left.ty, right.ty);
        (self.convert(left, ty), self.convert(right, ty))
    }

    /// The type two promoted numbers are brought to.
    fn common_type(&mut self, left: TypeId, right: TypeId) -> TypeId {
        match (self.types.get(left), self.types.get(right)) {
            (CType::Float(a), CType::Float(b)) => {
                if a >= b {
                    left
                } else {
                    right
                }
            }
            (CType::Float(_), _) => left,
            (_, CType::Float(_)) => right,
            (CType::Int(a), CType::Int(b)) => {
                let kind = self.common_int(*a, *b);
                self.types.int(kind)
            }
            _ => left,
        }
    }

    fn common_int(&self, a: IntKind, b: IntKind) -> IntKind {
        let (first, second) = (self.types.int_type(a), self.types.int_type(b));
        let order = |kind| match kind {
            IntKind::Bits(ty) => (ty.bits, 0),
            kind => (self.types.int_type(kind).bits, rank(kind)),
        };
        let (high, low) = if order(a) >= order(b) { (a, b) } else { (b, a) };
        if first.signed == second.signed {
            return high;
        }
        let (high_type, low_type) = (self.types.int_type(high), self.types.int_type(low));
        if !high_type.signed || high_type.bits > low_type.bits {
            return high;
        }
        match high {
            IntKind::Int => IntKind::UnsignedInt,
            IntKind::Long => IntKind::UnsignedLong,
            IntKind::LongLong => IntKind::UnsignedLongLong,
            IntKind::Int128 => IntKind::UnsignedInt128,
            IntKind::Bits(ty) => IntKind::Bits(IntType::unsigned(ty.bits)),
            other => other,
        }
    }

    /// A value as the condition of a branch.
    pub(crate) fn condition(&mut self, value: Expr) -> Res<Expr> {
        if self.is_scalar(value.ty) {
            return Ok(value);
        }
        if let Some(construct) = self.unmodelled(value.ty) {
            let at = value.at;
            let int = self.common.int;
            return Ok(self.unsupported(construct, "a truth value", vec![value], int, at));
        }
        let message =
            format!("a value of type '{}' is used as a condition", self.types.display(value.ty));
        Err(self.error_at("c-condition", value.at, message))
    }

    /// A value as if assigned to something of type `ty`.
    pub(crate) fn convert_for_assignment(&mut self, value: Expr, ty: TypeId) -> Res<Expr> {
        if value.ty == ty && !self.is_void(ty) {
            return Ok(value);
        }
        if self.is_void(value.ty) {
            return Err(self.error_at("c-void-value", value.at, "a void value is used"));
        }
        let value = match self.retype(value, ty) {
            Ok(value) => return Ok(value),
            Err(value) => value,
        };
        let fits = match (self.types.get(value.ty), self.types.get(ty)) {
            (CType::Float(_), CType::Pointer(_)) | (CType::Pointer(_), CType::Float(_)) => false,
            (CType::Record(_), CType::Record(id)) if self.transparent.contains(id) => {
                return self.union_of(value, ty);
            }
            (CType::Record(left), CType::Record(right)) if self.vectors.contains_key(left) => {
                self.vectors.contains_key(right)
            }
            (_, CType::Record(id)) if self.transparent.contains(id) => {
                return self.union_of(value, ty);
            }
            _ if self.is_scalar(value.ty) && self.is_scalar(ty) => true,
            (CType::Complex(_), _) if self.is_arithmetic(ty) => true,
            (_, CType::Complex(_)) if self.is_arithmetic(value.ty) => true,
            (CType::Complex(_), CType::Complex(_)) => true,
            _ => false,
        };
        if fits {
            return Ok(self.convert(value, ty));
        }
        let message = format!(
            "a value of type '{}' where '{}' is expected",
            self.types.display(value.ty),
            self.types.display(ty)
        );
        Err(self.error_at("c-conversion", value.at, message))
    }

    /// A value as a `transparent_union` argument: in the first member whose type it fits.
    fn union_of(&mut self, value: Expr, ty: TypeId) -> Res<Expr> {
        let Some(record) = self.record_of(ty) else { return Ok(value) };
        let fields: Vec<TypeId> = match &self.types.record(record).layout {
            Some(layout) => layout.fields.iter().map(|field| field.ty).collect(),
            None => Vec::new(),
        };
        let exact = fields.iter().position(|&field| self.compatible(field, value.ty));
        let pointer = |sema: &Self| {
            fields.iter().position(|&field| {
                sema.is_pointer(field) && (sema.is_pointer(value.ty) || sema.is_integer(value.ty))
            })
        };
        let Some(index) = exact.or_else(|| pointer(self)) else {
            let message = format!(
                "a value of type '{}' fits no member of '{}'",
                self.types.display(value.ty),
                self.types.display(ty)
            );
            return Err(self.error_at("c-conversion", value.at, message));
        };
        let at = value.at;
        let value = self.convert_for_assignment(value, fields[index])?;
        let object = self.hidden_literal(ty, at);
        let base = Box::new(self.object_place(object, at));
        let kind = PlaceKind::Field(base, record, index);
        let member = Place { kind, ty: fields[index], bits: None, at };
        let initializer = crate::hir::Initializer {
            zeroed: true,
            items: vec![(member, value)],
            unspecified: Vec::new(),
        };
        let kind = PlaceKind::Literal(object, Box::new(initializer));
        let place = Place { kind, ty, bits: None, at };
        Ok(Expr { kind: ExprKind::Load(Box::new(place)), ty, at })
    }

    /// `(type) value`
    pub(crate) fn cast(&mut self, value: Expr, ty: TypeId, at: Origin) -> Res<Expr> {
        if self.is_void(ty) {
            let kind = ExprKind::Convert(Box::new(value));
            return Ok(Expr { kind, ty, at });
        }
        let mut result = match (self.types.get(value.ty), self.types.get(ty)) {
            (CType::Record(_), CType::Record(_)) if value.ty == ty => value,
            (_, CType::Record(id)) if self.types.record(*id).is_union => {
                self.cast_to_union(value, ty)?
            }
            (CType::Pointer(_), CType::Enum(_) | CType::Int(_) | CType::Bool)
            | (CType::Enum(_) | CType::Int(_) | CType::Bool, CType::Pointer(_)) => {
                self.convert(value, ty)
            }
            (CType::Record(id), _) if self.vectors.contains_key(id) => self.convert(value, ty),
            (_, CType::Record(id)) if self.vectors.contains_key(id) => self.convert(value, ty),
            (_, CType::Array(..) | CType::Function(_)) => {
                let message = format!("a cast to '{}'", self.types.display(ty));
                return Err(self.error_at("c-cast", at, message));
            }
            _ if value.ty == ty && bit_field(&value).is_some() => {
                // It is not a bit-field any more: no promotion looks at its width.
                Expr { kind: ExprKind::Convert(Box::new(value)), ty, at }
            }
            _ => self.convert_for_assignment(value, ty)?,
        };
        result.at = at;
        Ok(result)
    }

    /// GNU's cast of a member's value to its union.
    fn cast_to_union(&mut self, value: Expr, ty: TypeId) -> Res<Expr> {
        if value.ty == ty {
            return Ok(value);
        }
        if self.body.is_none() {
            let message = "a cast to a union at file scope";
            return Err(self.error_at("c-cast", value.at, message));
        }
        self.union_of(value, ty)
    }
}

/// The bit-field whose value this is.
pub(crate) fn bit_field(value: &Expr) -> Option<&Place> {
    match &value.kind {
        ExprKind::Load(place)
        | ExprKind::Assign(place, _)
        | ExprKind::CompoundAssign { place, .. }
        | ExprKind::Increment { place, .. } => place.bits.is_some().then_some(place),
        ExprKind::Comma(_, value) | ExprKind::StatementExpr(_, Some(value)) => bit_field(value),
        _ => None,
    }
}

pub(super) const fn rank(kind: IntKind) -> u8 {
    match kind {
        IntKind::Char | IntKind::SignedChar | IntKind::UnsignedChar => 1,
        IntKind::Short | IntKind::UnsignedShort => 2,
        IntKind::Int | IntKind::UnsignedInt => 3,
        IntKind::Long | IntKind::UnsignedLong => 4,
        IntKind::LongLong | IntKind::UnsignedLongLong => 5,
        IntKind::Int128 | IntKind::UnsignedInt128 => 6,
        IntKind::Bits(_) => 0,
    }
}
