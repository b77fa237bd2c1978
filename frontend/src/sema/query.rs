//! What can be asked of types.

use rustc_hash::FxHashSet;

use crate::ctype::{ArrayLength, CType, FunctionType, RecordId, TypeId};

use super::Sema;

impl Sema<'_> {
    /// An integer, enumeration or `_Bool`.
    pub(crate) fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), CType::Bool | CType::Int(_) | CType::Enum(_))
    }

    pub(crate) fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), CType::Float(_))
    }

    /// An integer or floating-point number.
    pub(crate) fn is_arithmetic(&self, ty: TypeId) -> bool {
        self.is_integer(ty) || self.is_float(ty)
    }

    pub(crate) fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), CType::Pointer(_))
    }

    /// Has a truth value.
    pub(crate) fn is_scalar(&self, ty: TypeId) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    pub(crate) fn is_void(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), CType::Void)
    }

    /// Complex numbers and vectors: values of these are only copied. The ledger's word.
    pub(crate) fn unmodelled(&self, ty: TypeId) -> Option<&'static str> {
        match self.types.get(ty) {
            CType::Complex(_) => Some("complex-number"),
            CType::Record(id) if self.vectors.contains_key(id) => Some("vector"),
            _ => None,
        }
    }

    /// What a pointer points to.
    pub(crate) fn target(&self, ty: TypeId) -> Option<TypeId> {
        match self.types.get(ty) {
            CType::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    /// The record.
    pub(crate) fn record_of(&self, ty: TypeId) -> Option<RecordId> {
        match self.types.get(ty) {
            CType::Record(id) => Some(*id),
            _ => None,
        }
    }

    /// A function's type.
    pub(crate) fn function_of(&self, ty: TypeId) -> Option<&FunctionType> {
        match self.types.get(ty) {
            CType::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Neither a function nor of unknown size.
    pub(crate) fn is_complete(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            CType::Void | CType::Function(_) | CType::Array(_, ArrayLength::Unknown) => false,
            CType::Record(id) => self.types.record(*id).layout.is_some(),
            CType::Array(element, _) => self.is_complete(*element),
            _ => true,
        }
    }

    /// An array of variable length, or of such.
    pub(crate) fn is_variable(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            CType::Array(_, ArrayLength::Variable) => true,
            CType::Array(element, _) => self.is_variable(*element),
            _ => false,
        }
    }

    /// Whether two declarations of one thing may have these types.
    pub(crate) fn compatible(&self, left: TypeId, right: TypeId) -> bool {
        self.compatible_unless_seen(left, right, &mut FxHashSet::default())
    }

    /// As [`Sema::compatible`]; pairs that were compared already are not compared again, since
    /// types share parts and there are exponentially many ways through these.
    fn compatible_unless_seen(
        &self,
        left: TypeId,
        right: TypeId,
        seen: &mut FxHashSet<(TypeId, TypeId)>,
    ) -> bool {
        if left == right || !seen.insert((left, right)) {
            return true;
        }
        match (self.types.get(left), self.types.get(right)) {
            (CType::Enum(id), CType::Int(kind)) | (CType::Int(kind), CType::Enum(id)) => {
                self.types.enums[*id].kind == *kind
            }
            (CType::Pointer(left), CType::Pointer(right)) => {
                self.compatible_unless_seen(*left, *right, seen)
            }
            (CType::Array(left, length), CType::Array(right, other)) => {
                let lengths = match (length, other) {
                    (ArrayLength::Known(length), ArrayLength::Known(other)) => length == other,
                    _ => true,
                };
                lengths && self.compatible_unless_seen(*left, *right, seen)
            }
            (CType::Function(left), CType::Function(right)) => {
                self.compatible_unless_seen(left.result, right.result, seen)
                    && (!left.prototyped
                        || !right.prototyped
                        || left.variadic == right.variadic
                            && left.parameters.len() == right.parameters.len()
                            && left.parameters.iter().zip(&right.parameters).all(
                                |(&left, &right)| self.compatible_unless_seen(left, right, seen),
                            ))
            }
            _ => false,
        }
    }
}
