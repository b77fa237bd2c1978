//! Volatile objects: what is read is the environment's choice, each time it is read. What is
//! written to a fixed address goes to the environment.
//!
//! Automatic variables are read as others are: nobody else can find them. So are pointers, because
//! an arbitrary one points nowhere.

use belnap_ir::cfg::{Treatment, Weakens};

use crate::ctype::{CType, IntKind};
use crate::hir::{ExprKind, Place, PlaceKind, Storage};
use crate::mir::{Havoc, Op, Origin, Value};
use crate::unsupported;

use super::reach::root_object;
use super::stmt::strip_conversions;
use super::{Lower, VolatileReads};

impl Lower<'_> {
    /// Whether a place is volatile, by itself or by what it is part of.
    fn is_volatile(&self, place: &Place) -> bool {
        let here = self.hir.volatile_places.contains(&place.at);
        match &place.kind {
            PlaceKind::Object(object) => self.hir.objects[*object].is_volatile,
            PlaceKind::Field(base, ..) | PlaceKind::Index(base, _) => {
                here || self.is_volatile(base)
            }
            PlaceKind::Deref(_) => here,
            PlaceKind::Literal(..) | PlaceKind::Temporary(_) => false,
        }
    }

    /// Whether what is read from a scalar place is the environment's choice.
    pub(super) fn is_environment(&self, place: &Place) -> bool {
        let is_number = !matches!(self.types.get(place.ty), CType::Pointer(_));
        let is_shared = root_object(place).is_none_or(|root| {
            let storage = self.hir.objects[root].storage;
            matches!(storage, Storage::Static | Storage::External)
        });
        let wanted = self.options.volatile == VolatileReads::Environment;
        wanted && is_number && is_shared && self.is_volatile(place)
    }

    /// A number that the environment chooses, in the place's declared type.
    pub(super) fn read_environment(&mut self, place: &Place) -> Value {
        let declared = self.scalar(place.ty).unwrap_or(super::fold::INT);
        let ty = match place.bits {
            Some(bits) => self.types.int(IntKind::Bits(Place::bit_field_type(declared, bits))),
            None => place.ty,
        };
        let cell = self.temporary(ty, place.at);
        let detail = "what is read from a volatile object may be anything";
        let (word, treatment) = (unsupported::VOLATILE, Treatment::Nondet);
        let note = self.note(word, detail, treatment, Weakens::Refutations, place.at);
        self.graph.note_next(note);
        self.graph.step(Op::Havoc(Havoc::Nondet, vec![cell.clone()]), place.at);
        let value = Value::load(cell);
        let is_truth = matches!(self.types.get(place.ty), CType::Bool);
        let value = if is_truth { self.fold.truth(value) } else { value };
        self.fold.cast(declared, value)
    }

    /// Whether a write to a place is one to a fixed address, which is not in an object of the
    /// program. The next step stands for it then.
    pub(super) fn writes_environment(&mut self, place: &Place, at: Origin) -> bool {
        if !self.is_environment(place) || !has_fixed_address(place) {
            return false;
        }
        let detail = "what is written to fixed addresses changes nothing in the program";
        let note = self.note_assumed(unsupported::VOLATILE, detail, at);
        self.graph.note_next(note);
        true
    }

    /// The next step reads a volatile object as it was written, if this is one.
    pub(super) fn note_volatile(&mut self, place: &Place) {
        if !self.is_volatile(place) {
            return;
        }
        let root = root_object(place).map(|root| &self.hir.objects[root]);
        let (name, at) =
            root.map_or(("a volatile object", place.at), |one| (one.name.as_str(), one.at));
        let name = if root.is_some() { format!("`{name}`") } else { name.to_owned() };
        let detail = format!("{name} is changed by the program only");
        let note = self.note_assumed(unsupported::VOLATILE, detail, at);
        self.graph.note_next(note);
    }
}

/// Whether a place is at an address that is a number in the program.
fn has_fixed_address(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Deref(pointer) => {
            let mut pointer = strip_conversions(pointer);
            while let ExprKind::PointerAdd { pointer: base, .. } = &pointer.kind {
                pointer = strip_conversions(base);
            }
            match &pointer.kind {
                ExprKind::AddressOf(place) => has_fixed_address(place),
                kind => matches!(kind, ExprKind::Int(_)),
            }
        }
        PlaceKind::Field(base, ..) | PlaceKind::Index(base, _) => has_fixed_address(base),
        PlaceKind::Object(_) | PlaceKind::Literal(..) | PlaceKind::Temporary(_) => false,
    }
}
