//! What each pointer may point to: whole program, inclusion-based (Andersen), without regard to
//! order and calling context, by byte offset within objects.
//!
//! # Numbers
//!
//! A value of any width may carry an address, or a number that is computed from bits of one (a
//! *piece*), through every operation, bit-field and conversion; of two addresses in one object, the
//! difference carries neither. As an index, a piece leads from no object to another, and a
//! difference only to objects that one of its operands cannot be in. What an address decides
//! without being part of it *exposes* its object: a comparison with a number or of a piece, an
//! index into a table. A number that carries nothing (an input, a constant, a result of arithmetic
//! or of a comparison) may be the address of whatever is exposed (`exposed`).
//!
//! # Assumptions
//! * Code that is not part of the program knows the objects whose address *escapes*: external
//!   objects, what is passed to unknown functions or stored where they can find it. It knows no
//!   others, not even by name. A pointer that comes from there is `anything`: it may point to any
//!   escaped or exposed object, and to memory that is not an object of the program. That is in the
//!   ledger's entry of the unknown code.
//! * The following have no meaning, so that nothing is said about what they do; each access by a
//!   pointer or an index has the ledger's entry that says so (`memory-access`): a pointer that
//!   moves by numbers which carry no address stays in its object; pointers are not read before
//!   they are written; a pointer that moves by multiples of an array's element size stays in the
//!   array, except by a constant from the array's beginning to before it (as `container_of` does),
//!   and except that bytes of a record are gone through by a pointer to an array of bytes with
//!   which it begins; a number is not the address of an object that is not exposed.
//! * No object lies in the first or the last page, and addresses of 64 bits have only 47 that
//!   count.
//!
//! # Where things are, in reading order
//!
//! | module | what it does |
//! |---|---|
//! | this one | [`PointsTo`], the questions that others ask |
//! | `layout`, `motion` | objects by byte: which bytes are one cell; where arithmetic leads |
//! | `generate` | operations to inclusions between contents of cells |
//! | `values`, `arithmetic`, `pieces` | what a value is made of, and what of an address it has |
//! | `graph` | inclusions, and what loads, stores and calls add to them |
//! | `copies` | copies of memory, cell by cell or as a whole |
//! | `exposed` | addresses that are lost from sight, and numbers that may be one |
//! | `waves`, `bits` | the solver, and sets of targets |
//! | `query` | answers from the solved inclusions |

mod arithmetic;
mod bits;
mod copies;
mod exposed;
mod generate;
mod graph;
mod layout;
mod motion;
mod pieces;
mod query;
#[cfg(test)]
mod tests;
mod values;
mod waves;

use graph::Graph;

use crate::mir::{Address, FunctionId, ObjectId, Program, Value};

/// A byte of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target {
    /// The object that the byte is in.
    pub object: ObjectId,
    /// Offset in bytes as [`PointsTo::canonical`] gives it; `None`: anywhere in the object.
    pub offset: Option<u64>,
}

/// What a value may point to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// The value is not known: it may point to any escaped object, to any escaped function, and
    /// to memory that is not an object of the program.
    pub anything: bool,
    /// The value is perhaps a number that was made of no address. Where it is used as one, `cells`
    /// has what is exposed if anything is.
    pub number: bool,
    /// Of some objects in `cells`, only bits of an address are part of the value.
    pub pieces: bool,
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
    exposed: Vec<ObjectId>,
}

impl PointsTo {
    /// Analyses a program.
    pub fn analyse(program: &Program) -> Self {
        let graph = generate::solve(program);
        let escaped = graph.contents.iter().enumerate().filter(|(_, contents)| contents.escaped);
        let escaped = escaped.map(|(index, _)| ObjectId(index as u32)).collect();
        let exposed = graph.exposed();
        PointsTo { graph, escaped, exposed }
    }

    /// What a value may be the address of, at any time.
    pub fn of_value(&self, value: &Value) -> Targets {
        Targets::of(&self.graph.pointees(value))
    }

    /// What is called by a pointer.
    pub fn callees(&self, pointer: &Value) -> Targets {
        Targets::of(&self.graph.with_exposed(self.graph.pointees(pointer)))
    }

    /// Whether unknown code that gets a value may reach something by it.
    pub fn may_reach(&self, value: &Value) -> bool {
        let targets = self.reachable(std::slice::from_ref(value));
        targets.anything || !targets.cells.is_empty()
    }

    /// Whether a value may point to an object, known or not.
    pub fn may_be_pointer(&self, value: &Value) -> bool {
        self.graph.may_be_pointer(value)
    }

    /// Where an access may go, at any time. By nothing but a number, it may also go to memory that
    /// is not an object of the program.
    pub fn of_address(&self, address: &Address) -> Targets {
        let mut targets = Targets::of(&self.graph.address_pointees(address));
        targets.number &= !self.exposed.is_empty();
        if targets.number {
            targets.anything |= targets.cells.is_empty();
            let whole = |&object: &ObjectId| Target { object, offset: None };
            targets.cells.extend(self.exposed.iter().map(whole));
            targets.cells.sort_unstable();
            targets.cells.dedup();
        }
        targets
    }

    /// Objects that a number may be the address of, ascending.
    pub fn exposed(&self) -> &[ObjectId] {
        &self.exposed
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
