//! What evaluating an expression may write, to know which values must be saved before it.

use crate::hir::{self, Expr, ExprKind, Place, PlaceKind, StatementKind};
use crate::mir::{Address, Base, Cell, ObjectId, Storage, Value};

use super::Lower;
use super::reach::root_object;
use super::walk::{Item, walk};

/// What may be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Writes {
    /// Something through a pointer.
    memory: bool,
    /// Whatever a called function writes.
    calls: bool,
    /// Variables, or parts of them.
    objects: Vec<ObjectId>,
}

impl Writes {
    /// What evaluating `expr` may write.
    pub fn of(expr: &Expr) -> Self {
        let mut writes = Writes::default();
        writes.add(expr);
        writes
    }

    /// What finding out which place `place` is may write.
    pub fn of_place(place: &Place) -> Self {
        let mut writes = Writes::default();
        walk(Item::Place(place), &mut |item| writes.visit(item));
        writes
    }

    /// Adds what evaluating `expr` may write.
    pub fn add(&mut self, expr: &Expr) {
        walk(Item::Expr(expr), &mut |item| self.visit(item));
    }

    /// Nothing is written.
    pub fn is_empty(&self) -> bool {
        *self == Writes::default()
    }

    fn visit(&mut self, item: Item<'_>) {
        match item {
            Item::Expr(expr) => match &expr.kind {
                ExprKind::Assign(place, _)
                | ExprKind::CompoundAssign { place, .. }
                | ExprKind::PointerAssign { place, .. }
                | ExprKind::Increment { place, .. }
                | ExprKind::VaArg(place) => self.place(place),
                ExprKind::Call(..) | ExprKind::CallPointer(..) => self.calls = true,
                ExprKind::Unsupported { .. } => self.memory = true,
                _ => {}
            },
            Item::Place(place) => {
                if let PlaceKind::Literal(..) = &place.kind {
                    self.place(place);
                }
            }
            Item::Statement(statement) => match &statement.kind {
                StatementKind::Declare { object, .. } => self.objects.push(ObjectId(object.0)),
                StatementKind::Asm { outputs, clobbers_memory, .. } => {
                    self.memory |= clobbers_memory;
                    outputs.iter().for_each(|place| self.place(place));
                }
                _ => {}
            },
        }
    }

    fn place(&mut self, place: &Place) {
        match root_object(place) {
            Some(object) => self.objects.push(ObjectId(object.0)),
            None => self.memory = true,
        }
    }
}

impl Lower<'_> {
    /// Whether `writes` may change a value.
    pub(super) fn may_change(&self, value: &Value, writes: &Writes) -> bool {
        let mut changed = false;
        if !writes.is_empty() {
            value.for_each_cell(&mut |cell| changed |= self.may_change_cell(cell, writes));
        }
        changed
    }

    /// Whether `writes` may change which cell an address is that of.
    pub(super) fn may_change_address(&self, address: &Address, writes: &Writes) -> bool {
        let mut changed = false;
        if !writes.is_empty() {
            address.for_each_cell(&mut |cell| changed |= self.may_change_cell(cell, writes));
        }
        changed
    }

    /// Whether `writes` may change what is at an address.
    pub(super) fn may_change_contents(&self, address: &Address, writes: &Writes) -> bool {
        match &address.base {
            Base::Object(object) => {
                writes.objects.contains(object)
                    || (writes.memory && self.is_address_taken(*object))
                    || (writes.calls && (self.is_address_taken(*object) || self.is_shared(*object)))
            }
            Base::Pointer(_) => {
                writes.memory
                    || writes.calls
                    || writes.objects.iter().any(|&object| self.is_address_taken(object))
            }
        }
    }

    fn may_change_cell(&self, cell: &Cell, writes: &Writes) -> bool {
        self.may_change_contents(&cell.address, writes)
    }

    fn is_address_taken(&self, object: ObjectId) -> bool {
        self.reach.address_taken.get(hir::ObjectId(object.0)).copied().unwrap_or(false)
    }

    /// Written by other functions.
    fn is_shared(&self, object: ObjectId) -> bool {
        !matches!(
            self.objects[object].storage,
            Storage::Local | Storage::Parameter | Storage::Temporary | Storage::Result
        )
    }
}
