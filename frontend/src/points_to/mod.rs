//! What each pointer may point to: whole program, inclusion-based (Andersen), without regard to
//! order and calling context, by byte offset within objects.
//!
//! # Assumptions
//! * Code that is not part of the program knows the objects whose address *escapes*: external
//!   objects, what is passed to unknown functions or stored where they can find it. It knows no
//!   others, not even by name. A pointer that comes from there is `anything`: it may point to any
//!   escaped object, and to memory that is no object of the program.
//! * Indeterminate values (uninitialised, `nondet`, made by `memset`) and integer constants are no
//!   addresses of objects: dereferencing them is undefined. They contribute no targets.
//! * Arithmetic does not lead from an object to another, and a pointer that moves by multiples of
//!   an array's element size stays in the array, except by a constant from the array's beginning
//!   to before it (as `container_of` does), and except that bytes of a record are gone through
//!   by a pointer to an array of bytes with which it begins.
//! * A value of any width may carry a pointer or a piece of one; what arithmetic makes of it, other
//!   than adding, masking and choosing, points anywhere in the same objects.

mod arithmetic;
mod bits;
mod copies;
mod generate;
mod graph;
mod layout;
mod query;
#[cfg(test)]
mod tests;
mod waves;

use graph::Graph;

use crate::mir::{Address, FunctionId, ObjectId, Program, Value};

/// A byte of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target {
    /// The object.
    pub object: ObjectId,
    /// Offset in bytes as [`PointsTo::canonical`] gives it; `None`: anywhere in the object.
    pub offset: Option<u64>,
}

/// What a value may point to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// The value is not known: it may point to any escaped object, to any escaped function, and
    /// to memory that is no object of the program.
    pub anything: bool,
    /// Bytes of objects, ascending. Where an object occurs with offset `None`, its others may
    /// occur as well.
    pub cells: Vec<Target>,
    /// Functions, ascending.
    pub functions: Vec<FunctionId>,
}

/// The result of the analysis, about the program as it was then.
#[derive(Clone, Debug)]
pub struct PointsTo {
    graph: Graph,
    escaped: Vec<ObjectId>,
}

impl PointsTo {
    /// Analyses a program.
    pub fn analyse(program: &Program) -> Self {
        let graph = generate::solve(program);
        let escaped = graph.contents.iter().enumerate().filter(|(_, contents)| contents.escaped);
        let escaped = escaped.map(|(index, _)| ObjectId(index as u32)).collect();
        PointsTo { graph, escaped }
    }

    /// What a value may point to, at any time.
    pub fn of_value(&self, value: &Value) -> Targets {
        self.graph.value_targets(value).sort()
    }

    /// Whether a value may point to an object, known or not.
    pub fn may_be_pointer(&self, value: &Value) -> bool {
        self.graph.may_be_pointer(value)
    }

    /// Where an address may be, at any time.
    pub fn of_address(&self, address: &Address) -> Targets {
        self.graph.address_targets(address).sort()
    }

    /// Objects that unknown code may know and change, ascending.
    pub fn escaped(&self) -> &[ObjectId] {
        &self.escaped
    }

    /// Functions that unknown code may call, ascending.
    pub fn escaped_functions(&self) -> &[FunctionId] {
        &self.graph.escaped_functions
    }

    /// What code that has these pointers can reach, directly and through pointers it finds: whole
    /// objects (offset `None`), and all escaped ones if it finds a pointer to `anything`.
    pub fn reachable(&self, roots: &[Value]) -> Targets {
        self.graph.reachable_targets(roots)
    }

    /// The offset that stands for `offset` in an object: every array index on the way reduced to
    /// element 0. Of a union with an array in it, the union's first byte. Of an offset outside
    /// the object, the same, unchanged.
    pub fn canonical(&self, object: ObjectId, offset: u64) -> u64 {
        self.graph.layouts.place(object, offset).map_or(offset, |place| place.offset)
    }
}
