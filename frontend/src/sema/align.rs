//! Alignments that the types table does not keep: those of typedefs with an attribute, and those
//! that declarations ask for.

use belnap_ir::span::Span;
use belnap_syntax::ast;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ctype::{CType, RecordId, TypeId};
use crate::hir::{Expr, ExprKind, ObjectId, Place, PlaceKind};

use super::expr::Operand;
use super::link::LinkId;
use super::types::Resolved;
use super::{Failed, Res, Sema};

/// The alignment of a type, as far as typedefs change it; of an array, that of its elements unless
/// the array is the typedef's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TypeAlign {
    /// That of the type in the table.
    Natural,
    /// That of a typedef with an attribute.
    Given(u32),
    /// Expressions do not say which typedef their types come from.
    Unclear,
}

/// What declarations say about the alignment of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ObjectAlign {
    /// Asked for in a declaration of the object: replaces that of the type.
    own: Option<u32>,
    of_type: TypeAlign,
}

impl ObjectAlign {
    const NATURAL: Self = ObjectAlign { own: None, of_type: TypeAlign::Natural };

    /// What one declaration says.
    pub(crate) const fn declared(resolved: Resolved) -> Self {
        ObjectAlign { own: resolved.align, of_type: resolved.type_align }
    }

    /// Whether it is that of the type in the table.
    pub(crate) fn is_natural(self) -> bool {
        self == Self::NATURAL
    }

    /// What a second declaration makes of it; `natural` is the alignment of the type.
    fn merge(self, other: Self, natural: u32) -> Self {
        let own = match (self.own, other.own) {
            (None, None) => None,
            (first, second) => Some(first.unwrap_or(natural).max(second.unwrap_or(natural))),
        };
        let of_type = if self.of_type == other.of_type { self.of_type } else { TypeAlign::Unclear };
        ObjectAlign { own, of_type }
    }

    /// Where the object may be: at multiples of this.
    fn bytes(self, natural: u32) -> u32 {
        self.own.unwrap_or(match self.of_type {
            TypeAlign::Natural => natural,
            TypeAlign::Given(align) => align,
            TypeAlign::Unclear => 1,
        })
    }
}

/// The alignments of a program that are not those of types.
#[derive(Default)]
pub(crate) struct Alignments {
    objects: FxHashMap<ObjectId, ObjectAlign>,
    /// Of members, with everything that was asked for; and those of their types alone.
    members: FxHashMap<(RecordId, usize), u32>,
    member_types: FxHashMap<(RecordId, usize), u32>,
    /// Types that a typedef with another alignment is in use for.
    realigned: FxHashSet<TypeId>,
}

impl Alignments {
    /// Keeps the alignment of a member, and that of its type if a typedef gives it.
    pub(crate) fn set_member(
        &mut self,
        record: RecordId,
        index: usize,
        align: u32,
        of_type: Option<u32>,
    ) {
        self.members.insert((record, index), align);
        if let Some(of_type) = of_type {
            self.member_types.insert((record, index), of_type);
        }
    }

    /// Members of `copy` are aligned as those of `record`.
    pub(crate) fn copy_members(&mut self, record: RecordId, copy: RecordId, count: usize) {
        for index in 0..count {
            if let Some(&align) = self.members.get(&(record, index)) {
                let of_type = self.member_types.get(&(record, index)).copied();
                self.set_member(copy, index, align, of_type);
            }
        }
    }
}

impl Sema<'_> {
    /// Notes that a type is in use with the alignment of a typedef.
    pub(crate) fn note_realigned(&mut self, resolved: Resolved) {
        let TypeAlign::Given(align) = resolved.type_align else { return };
        let ty = self.element(resolved.ty);
        let same = self.is_complete(ty)
            && align == self.types.align_of(ty)
            && align == self.types.preferred_align_of(ty);
        if !same {
            self.alignments.realigned.insert(ty);
        }
    }

    fn element(&self, ty: TypeId) -> TypeId {
        match *self.types.get(ty) {
            CType::Array(element, _) => self.element(element),
            _ => ty,
        }
    }

    /// Keeps what declarations say about the alignment of an object.
    pub(crate) fn align_object(&mut self, id: ObjectId, ty: TypeId, align: ObjectAlign) {
        self.objects[id].align = align.bytes(self.types.align_of(ty));
        if !align.is_natural() {
            self.alignments.objects.insert(id, align);
        }
    }

    /// What all declarations of an entry so far and one more say about its alignment.
    pub(crate) fn align_link(&mut self, link: LinkId, resolved: Resolved) -> ObjectAlign {
        let declared = ObjectAlign::declared(resolved);
        let natural = self.types.preferred_align_of(resolved.ty);
        let known = self.links[link.0].align;
        let align = known.map_or(declared, |known| known.merge(declared, natural));
        self.links[link.0].align = Some(align);
        align
    }

    /// The alignment that a typedef gives a type.
    pub(crate) fn given_align(&mut self, resolved: Resolved, span: Span) -> Res<Option<u32>> {
        match resolved.type_align {
            TypeAlign::Natural => Ok(None),
            TypeAlign::Given(align) => Ok(Some(align)),
            TypeAlign::Unclear => Err(self.unclear_align(span)),
        }
    }

    fn unclear_align(&mut self, span: Span) -> Failed {
        let message = "the alignment depends on a typedef that is not followed through expressions";
        self.error("c-unsupported", span, message)
    }

    /// The alignment of an expression's type.
    pub(crate) fn operand_align(&self, operand: &Operand) -> TypeAlign {
        match operand {
            Operand::Place(place) => self.place_align(place),
            Operand::Value(value) if self.has_natural_align(value) => TypeAlign::Natural,
            Operand::Value(value) => self.unfollowed(value.ty),
            Operand::Function(..) => TypeAlign::Natural,
        }
    }

    /// Whether no operand has a type that gcc would keep, with its alignment, for the value.
    fn has_natural_align(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Convert(_) => true,
            ExprKind::Load(place)
            | ExprKind::Assign(place, _)
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Increment { place, .. } => self.place_align(place) == TypeAlign::Natural,
            ExprKind::Comma(_, value)
            | ExprKind::StatementExpr(_, Some(value))
            | ExprKind::Unary(_, value) => self.has_natural_align(value),
            ExprKind::Binary(_, left, right) | ExprKind::Conditional(_, left, right) => {
                self.has_natural_align(left) && self.has_natural_align(right)
            }
            _ => false,
        }
    }

    fn place_align(&self, place: &Place) -> TypeAlign {
        match &place.kind {
            PlaceKind::Object(object) | PlaceKind::Literal(object, _) => {
                self.object_align(*object).of_type
            }
            PlaceKind::Field(_, record, index) => {
                let given = self.alignments.member_types.get(&(*record, *index));
                given.map_or(TypeAlign::Natural, |&align| TypeAlign::Given(align))
            }
            // The alignment may be that of the array alone.
            PlaceKind::Index(array, _) => match self.place_align(array) {
                TypeAlign::Natural => TypeAlign::Natural,
                _ => TypeAlign::Unclear,
            },
            _ => self.unfollowed(place.ty),
        }
    }

    fn object_align(&self, object: ObjectId) -> ObjectAlign {
        self.alignments.objects.get(&object).copied().unwrap_or(ObjectAlign::NATURAL)
    }

    fn unfollowed(&self, ty: TypeId) -> TypeAlign {
        match self.alignments.realigned.contains(&self.element(ty)) {
            true => TypeAlign::Unclear,
            false => TypeAlign::Natural,
        }
    }

    /// `__alignof__ e`
    pub(crate) fn alignof_expr(&mut self, operand: &ast::Expr, span: Span) -> Res<Expr> {
        let align = self.analyse_unevaluated(|sema| {
            let operand = sema.operand(operand)?;
            match sema.declared_align(&operand) {
                Some(align) => Ok(align),
                None => Err(sema.unclear_align(span)),
            }
        })?;
        Ok(self.int_expr(i128::from(align), self.common.size, self.origin(span)))
    }

    /// What `__alignof__` says of an expression, if that is clear.
    fn declared_align(&mut self, operand: &Operand) -> Option<u32> {
        match operand {
            Operand::Function(link, ..) => {
                let attributes = &self.links[link.0].attributes;
                return attributes.iter().all(|attribute| attribute != "aligned").then_some(1);
            }
            Operand::Place(Place { kind: PlaceKind::Object(object), .. }) => {
                if let Some(own) = self.object_align(*object).own {
                    return Some(own);
                }
            }
            Operand::Place(Place { kind: PlaceKind::Field(_, record, index), ty, .. }) => {
                let own = self.alignments.members.get(&(*record, *index));
                return Some(own.copied().unwrap_or_else(|| self.types.align_of(*ty)));
            }
            Operand::Place(Place { kind: PlaceKind::Deref(pointer), .. }) => {
                return self.pointee_align(pointer);
            }
            _ => {}
        }
        match self.operand_align(operand) {
            TypeAlign::Natural => {
                let ty = self.unpromoted_type(operand);
                Some(self.types.preferred_align_of(ty))
            }
            TypeAlign::Given(align) => Some(align),
            TypeAlign::Unclear => None,
        }
    }

    /// The alignment of what a pointer points to: gcc looks through casts, of which only the last
    /// counts, for the strictest.
    fn pointee_align(&self, pointer: &Expr) -> Option<u32> {
        let target = self.target(pointer.ty)?;
        if self.unfollowed(target) == TypeAlign::Unclear {
            return None;
        }
        let own = self.types.preferred_align_of(target);
        match &pointer.kind {
            ExprKind::Convert(inner) if self.is_pointer(inner.ty) => {
                Some(own.max(self.pointee_align(self.without_casts(inner))?))
            }
            ExprKind::PointerAdd { pointer, index, .. } if self.fold_int(index) == Some(0) => {
                self.pointee_align(pointer)
            }
            _ => Some(own),
        }
    }

    fn without_casts<'e>(&self, pointer: &'e Expr) -> &'e Expr {
        match &pointer.kind {
            ExprKind::Convert(inner) if self.is_pointer(inner.ty) => self.without_casts(inner),
            _ => pointer,
        }
    }
}
