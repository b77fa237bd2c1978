//! Places to addresses and cells.

use crate::ctype::CType;
use crate::hir::{Place, PlaceKind};
use crate::mir::{Address, Base, Cell, ObjectId, Value};
use crate::unsupported;

use super::Lower;
use super::effects::Writes;

impl Lower<'_> {
    /// The address of a place; of a bit-field, that of its storage unit.
    pub(super) fn place(&mut self, place: &Place) -> Address {
        match &place.kind {
            PlaceKind::Object(object) => Address::of(ObjectId(object.0)),
            PlaceKind::Deref(pointer) => Address::at(self.value(pointer)),
            PlaceKind::Field(base, record, index) => {
                let layout = self.types.record(*record).layout.as_ref();
                let offset = layout.and_then(|layout| layout.fields.get(*index)).map(|f| f.offset);
                let offset = offset.and_then(|offset| i64::try_from(offset).ok()).unwrap_or(0);
                self.place(base).plus(offset)
            }
            PlaceKind::Index(base, index) => {
                self.note_order(index.at);
                let address = self.place(base);
                let address = self.keep_address(address, &Writes::of(index), place);
                let index = self.value(index);
                let size = self.types.size_of(place.ty).and_then(|size| i64::try_from(size).ok());
                match size {
                    Some(size) => self.fold.element(address, index, size),
                    None => Address::at(self.unknown_because(
                        unsupported::VARIABLE_LENGTH_ARRAY,
                        "an element of variable length",
                        self.known.void_pointer,
                        place.at,
                    )),
                }
            }
            PlaceKind::Literal(object, initializer) => {
                self.initialize(*object, initializer, place.at);
                Address::of(ObjectId(object.0))
            }
            PlaceKind::Temporary(value) => self.aggregate(value),
        }
    }

    /// The cell at the address of a scalar place.
    pub(super) fn cell_at(&self, address: Address, place: &Place) -> Cell {
        let declared = self.scalar(place.ty).unwrap_or(super::fold::INT);
        let ty = place.bits.map_or(declared, |bits| Place::bit_field_type(declared, bits));
        Cell { address, ty, bits: place.bits }
    }

    /// The value of a scalar place, in its declared type.
    pub(super) fn load(&mut self, place: &Place) -> Value {
        let address = self.place(place);
        if self.is_environment(place) {
            return self.read_environment(place);
        }
        let cell = self.cell_at(address, place);
        self.note_volatile(place);
        if matches!(self.types.get(place.ty), CType::Bool) && place.bits.is_none() {
            let detail = "a `_Bool` holds 0 or 1 where it is read";
            let note = self.note_assumed(unsupported::TRUTH_VALUE, detail, place.at);
            self.graph.note_next(note);
        }
        self.load_cell(cell, place)
    }

    /// The value of the cell of a place, in the place's declared type.
    pub(super) fn load_cell(&self, cell: Cell, place: &Place) -> Value {
        let declared = self.scalar(place.ty).unwrap_or(super::fold::INT);
        self.fold.cast(declared, Value::load(cell))
    }

    /// The address, with what is evaluated later unable to change it.
    pub(super) fn keep_address(
        &mut self,
        mut address: Address,
        later: &Writes,
        place: &Place,
    ) -> Address {
        if !self.may_change_address(&address, later) {
            return address;
        }
        if let Base::Pointer(pointer) = address.base {
            let pointer = self.keep(*pointer, self.known.void_pointer, later, place.at);
            address.base = Base::Pointer(Box::new(pointer));
        }
        let size = self.known.size;
        address.terms = std::mem::take(&mut address.terms)
            .into_iter()
            .map(|(index, stride)| (self.keep(index, size, later, place.at), stride))
            .collect();
        address
    }
}
