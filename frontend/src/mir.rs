//! Programs as graphs with explicit memory accesses: effects are in order, control flow is edges,
//! values have no side effects. Memory is not yet split into variables and regions.
//!
//! Every variable is an object with an address; a [`Cell`] is a scalar in memory, given by an
//! [`Address`] and its bit vector type. Later, `crate::memory` finds out which objects are plain
//! variables.

use std::rc::Rc;

use belnap_ir::cfg::{AskedKind, IntegerMode, Treatment, Weakens};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::{TiSlice, TiVec};
use belnap_ir::index_tables;
use belnap_ir::types::IntType;
use rustc_hash::FxHashMap;

use crate::checks::Asked;
use crate::ctype::{BitField, TypeId, Types};
pub use crate::hir::Origin;
use crate::padding::BitRange;

/// An object: a variable, an allocation site, a string literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// A function with a graph, or an external one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// A node of a function's graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// An activation: the function itself or an inlined copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(pub u32);

index_tables!(ObjectId, FunctionId, NodeId, ScopeId, NoteId);

/// A whole program, with the ledger of what was approximated on the way.
#[derive(Clone, Debug)]
pub struct Program {
    /// C's types, which objects and calls refer to.
    pub types: Types,
    /// Meaning of arithmetic.
    pub integers: IntegerMode,
    /// Objects, by id.
    pub objects: TiVec<ObjectId, Object>,
    /// Functions, by id.
    pub functions: TiVec<FunctionId, Function>,
    /// Activations, by id. Before inlining each function has one.
    pub scopes: TiVec<ScopeId, Scope>,
    /// Static initializers, in order; only [`Op::Assign`], [`Op::Zero`],
    /// [`Op::Padding`] and [`Op::Copy`].
    pub initial: Vec<Step>,
    /// The entry function.
    pub entry: FunctionId,
    /// Assertions and checks that the graph asks for.
    pub asked: Asked,
    /// How variable arguments are passed and asked for.
    pub variable_arguments: VariableArguments,
    /// C names of objects that stay even if nothing uses them.
    pub keep: Vec<String>,
    /// What was approximated so far; edges refer to entries.
    pub ledger: TiVec<NoteId, Note>,
}

/// Types that are made for variable arguments and for nothing else.
#[derive(Clone, Debug, Default)]
pub struct VariableArguments {
    /// Of objects that hold arguments: the types of these.
    pub passed: FxHashMap<TypeId, Vec<TypeId>>,
    /// Of variables that point to an argument that is asked for, elsewhere: its type.
    pub elsewhere: FxHashMap<TypeId, TypeId>,
}

/// An entry of the ledger in the making; entries that no surviving edge refers to and that are
/// not `global` are dropped at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The ledger's word.
    pub construct: &'static str,
    /// The sentence that the ledger shows a person.
    pub detail: String,
    /// As what it is treated.
    pub treatment: Treatment,
    /// What rests on it.
    pub weakens: Weakens,
    /// The C text that it is about.
    pub at: Origin,
    /// Concerns the program as a whole, whatever edges remain.
    pub global: bool,
}

/// Index into [`Program::ledger`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NoteId(pub u32);

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// A variable of static storage, initialized before the program starts.
    Static,
    /// Defined nowhere; contents are arbitrary.
    External,
    /// A string literal.
    String,
    /// A local variable.
    Local,
    /// A parameter of a function, or of an inlined copy.
    Parameter,
    /// What a function returns.
    Result,
    /// Made by the lowering; its address is never taken.
    Temporary,
    /// All that an allocation site allocates.
    Heap,
}

/// Something in memory.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its C name, or something readable.
    pub name: String,
    /// Its type. Of a heap object: the type its cells are expected to have (`void` if nothing is
    /// known); it may hold any number of these in a row. May be a variable-length array.
    pub ty: TypeId,
    /// Where it lives.
    pub storage: Storage,
    /// The function it is local to (not of static locals). Each activation has its own.
    pub function: Option<FunctionId>,
    /// The scope its name belongs to; `None` at file scope.
    pub scope: Option<ScopeId>,
    /// Alignment in bytes.
    pub align: u32,
    /// Declared `volatile`.
    pub is_volatile: bool,
    /// Declared `const`.
    pub is_const: bool,
    /// Its address may be another's too: a local of a block inside its function, or a string
    /// literal that occurs more than once.
    pub shares_address: bool,
    /// Of an array of variable length, if memory is checked: the local with its number of bytes.
    pub bytes: Option<ObjectId>,
    /// Where it is declared.
    pub at: Origin,
}

/// An activation: which function runs, and who called it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The C function.
    pub function: String,
    /// The scope it was inlined into.
    pub caller: Option<ScopeId>,
    /// Where it was called from, if inlined.
    pub call: Option<Origin>,
    /// The copy it is part of, once calls are inlined ([`crate::calls::Deeper`]).
    pub copy: u32,
}

/// A function: its interface, and its graph if it has a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its C name.
    pub name: String,
    /// Its C type, [`crate::ctype::CType::Function`].
    pub ty: TypeId,
    /// Parameters; empty if external.
    pub parameters: Vec<ObjectId>,
    /// An object of its result type, unless `void` or external.
    pub result: Option<ObjectId>,
    /// Its graph; `None` if it has no body and no model.
    pub body: Option<Body>,
    /// The activation that its own objects belong to.
    pub scope: ScopeId,
    /// From a model file.
    pub is_model: bool,
    /// Where it is defined or declared.
    pub at: Origin,
}

/// The graph of a function's body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Nodes, by id.
    pub nodes: TiVec<NodeId, Node>,
    /// Edges, in an order close to the source's.
    pub edges: Vec<Edge>,
    /// Where it begins.
    pub entry: NodeId,
    /// Where it returns; no outgoing edges.
    pub exit: NodeId,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Has outgoing edges (or is the exit).
    Normal,
    /// The program ends here; no outgoing edges.
    Halted,
    /// A property asked for is violated here; no outgoing edges.
    Failed(AskedKind),
}

/// A point between steps.
#[derive(Clone, Debug)]
pub struct Node {
    /// Whether control goes on from here, or why it does not.
    pub kind: NodeKind,
    /// C labels of the statement here.
    pub labels: Vec<String>,
    /// The activation it belongs to.
    pub scope: ScopeId,
    /// The C function whose first node it is.
    pub enters: Option<String>,
    /// The statement here.
    pub at: Origin,
}

/// An edge of a graph. Out of a node go either one edge that is not an `Assume`, or two `Assume`
/// edges with a condition and its negation.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The node before the step.
    pub from: NodeId,
    /// The node after the step.
    pub to: NodeId,
    /// What it does.
    pub step: Step,
}

/// An operation and where it comes from.
#[derive(Clone, Debug)]
pub struct Step {
    /// What the step does.
    pub op: Op,
    /// The C text it stands for.
    pub at: Origin,
    /// Entries of the ledger this is an approximation for.
    pub notes: Vec<NoteId>,
}

impl Step {
    /// The object that a static initializer belongs to.
    pub fn initialized_object(&self) -> Option<ObjectId> {
        let address = match &self.op {
            Op::Assign(cell, _) => &cell.address,
            Op::Zero { to, .. } | Op::Copy { to, .. } => to,
            Op::Padding { object, .. } => return Some(*object),
            _ => return None,
        };
        match address.base {
            Base::Object(object) => Some(object),
            Base::Pointer(_) => None,
        }
    }

    /// Whether an entry of the ledger about it has this word.
    pub fn is_about(&self, construct: &str, ledger: &TiSlice<NoteId, Note>) -> bool {
        self.notes.iter().any(|note| ledger[*note].construct == construct)
    }
}

/// What is not known: the environment's choice, or our ignorance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Havoc {
    /// Every value is possible.
    Nondet,
    /// One value happens, we do not know which.
    Unknown,
}

/// Until when a block is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The program frees it, and has to.
    Freed,
    /// The function that allocates it returns.
    Returned,
    /// The program ends, or we do not know.
    End,
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum Op {
    /// Nothing happens.
    Skip,
    /// `cell := value`, of the cell's type.
    Assign(Cell, Value),
    /// The edge exists where the condition (a truth value) is true.
    Assume(Value),
    /// The cells get arbitrary values.
    Havoc(Havoc, Vec<Cell>),
    /// The cells get values that we do not know, computed from these; without cells, the values go
    /// somewhere out of sight.
    Lost {
        /// The cells that change.
        cells: Vec<Cell>,
        /// The values that theirs depend on.
        from: Vec<Value>,
    },
    /// Lifetimes begin: contents are indeterminate (`nondet`).
    Declare(Vec<ObjectId>),
    /// A whole object of the given type is copied; source and target do not overlap partially.
    Copy {
        /// The first byte that changes.
        to: Address,
        /// The first byte that is read.
        from: Address,
        /// A record or array type of known size.
        ty: TypeId,
    },
    /// An object of the given type becomes zero.
    Zero {
        /// Its first byte.
        to: Address,
        /// A type of known size.
        ty: TypeId,
    },
    /// BitRange of an object that no scalar has are zero from here on, or unspecified.
    Padding {
        /// The object they belong to.
        object: ObjectId,
        /// Ranges of bits that no scalar has.
        bits: Vec<BitRange>,
        /// Zero (else unspecified: they are something, and we do not know what).
        zero: bool,
    },
    /// `memset`: size in bytes, of the address type; the byte is `u8`.
    FillBytes {
        /// The first byte that changes.
        to: Address,
        /// What every byte becomes.
        byte: Value,
        /// The number of bytes.
        size: Value,
    },
    /// `memcpy`, `memmove`: size in bytes, of the address type.
    CopyBytes {
        /// The first byte that changes.
        to: Address,
        /// The first byte that is read.
        from: Address,
        /// The number of bytes.
        size: Value,
    },
    /// Everything reachable from these pointers, directly and through pointers found there, gets
    /// arbitrary values.
    HavocReachable(Havoc, Vec<Value>),
    /// Something is written as a format says: if it has a `%n`, everything reachable from these
    /// pointers gets values that are not known. [`crate::memory::simplify`] finds out.
    Print {
        /// A pointer to the text.
        format: Value,
        /// The other arguments.
        pointers: Vec<Value>,
    },
    /// A fresh object of the site, of `size` bytes; its address goes to `result`.
    Allocate {
        /// The site, of storage [`Storage::Heap`]; one per `Allocate` operation.
        site: ObjectId,
        /// Of the address type.
        size: Value,
        /// Contents are zero (else indeterminate).
        zeroed: bool,
        /// When it is gone.
        until: Until,
        /// Gets the address.
        result: Cell,
    },
    /// What a pointer points to is freed, if it is not null. Only where memory is checked.
    Free(Value),
    /// Objects of a function begin to live, or end. Only where memory is checked.
    Lifetime {
        /// Locals and parameters; where they end, sites of blocks that go with the function.
        objects: Vec<ObjectId>,
        /// Whether they begin.
        begins: bool,
    },
    /// The program is about to end. Only where memory is checked.
    Finish {
        /// Its first function returns: nothing local is there any more.
        returns: bool,
    },
    /// A function is called in which others take part: one outcome happens, if its condition holds.
    Action {
        /// What can happen, at least one.
        outcomes: Rc<[ActionOutcome]>,
        /// Those that are no integers stand as some number.
        arguments: Vec<Value>,
        /// Gets what is returned.
        result: Option<Cell>,
    },
    /// A function is called, and control comes back if it returns.
    Call {
        /// The function, or a pointer to it.
        callee: Callee,
        /// In order; of the parameters' types if the callee is direct and has a body, else as the
        /// call's type says. Of variable arguments, a pointer to them comes last.
        arguments: Vec<Argument>,
        /// Gets the result; of the callee's result type if direct with a body, else of the
        /// type seen at the call.
        result: Option<ResultTo>,
    },
}

/// One way for a call in which others take part to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionOutcome {
    /// What happens.
    pub action: String,
    /// When, as a condition whose variables are numbers of arguments; always if `None`.
    pub when: Option<Expr>,
    /// What is returned; not known if `None`.
    pub returns: Option<i128>,
}

/// What is called.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A function, with or without body.
    Direct(FunctionId),
    /// A pointer, and the C function type it is called with.
    Indirect(Value, TypeId),
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A scalar and its C type.
    Scalar(Value, TypeId),
    /// A record (or another aggregate) by value: where it is, and its type.
    Aggregate(Address, TypeId),
}

/// Where the result of a call goes.
#[derive(Clone, Debug)]
pub enum ResultTo {
    /// A scalar and its C type.
    Scalar(Cell, TypeId),
    /// A record: where to.
    Aggregate(Address, TypeId),
}

/// A scalar in memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Where; of a bit-field, its storage unit.
    pub address: Address,
    /// Its bit vector; of a bit-field, as wide as that.
    pub ty: IntType,
    /// Set for a bit-field.
    pub bits: Option<BitField>,
}

/// `base + offset + Σ index * stride` bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// What it starts from.
    pub base: Base,
    /// A constant number of bytes.
    pub offset: i64,
    /// Indices (values of the address type, wrapping) and their strides in bytes, not zero.
    pub terms: Vec<(Value, i64)>,
}

/// What an address starts from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// The first byte of an object.
    Object(ObjectId),
    /// A pointer, of the address type.
    Pointer(Box<Value>),
}

/// A value without side effects; meaning as in [`belnap_ir::expr`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A constant number.
    Int(i128, IntType),
    /// A constant truth value.
    Bool(bool),
    /// The contents of a cell.
    Load(Box<Cell>),
    /// An address as a number.
    Address(Box<Address>),
    /// The address of a function.
    Function(FunctionId),
    /// On a number.
    Unary(UnaryOp, Box<Value>),
    /// On two numbers of one type (shifts: of any two).
    Binary(BinaryOp, Box<[Value; 2]>),
    /// On two numbers of one type.
    Compare(CompareOp, Box<[Value; 2]>),
    /// On a truth value.
    Not(Box<Value>),
    /// Of truth values, at least two.
    And(Vec<Value>),
    /// Of truth values, at least two.
    Or(Vec<Value>),
    /// A number or truth value as a number.
    Cast(IntType, Box<Value>),
    /// `condition ? then : otherwise`
    If(Box<[Value; 3]>),
}

impl Address {
    /// The first byte of an object.
    pub const fn of(object: ObjectId) -> Self {
        Address { base: Base::Object(object), offset: 0, terms: Vec::new() }
    }

    /// What a pointer points to.
    pub fn at(pointer: Value) -> Self {
        match pointer {
            Value::Address(address) => *address,
            other => Address { base: Base::Pointer(Box::new(other)), offset: 0, terms: Vec::new() },
        }
    }

    /// The same, `bytes` further.
    #[must_use]
    pub fn plus(mut self, bytes: i64) -> Self {
        self.offset = self.offset.wrapping_add(bytes);
        self
    }

    /// The address as a value.
    pub fn value(self) -> Value {
        if self.offset == 0
            && self.terms.is_empty()
            && let Base::Pointer(pointer) = self.base
        {
            return *pointer;
        }
        Value::Address(Box::new(self))
    }
}

impl Value {
    /// The number of type `ty` congruent to `value`.
    pub const fn int(value: i128, ty: IntType) -> Self {
        Value::Int(ty.wrap(value), ty)
    }

    /// The contents of a cell.
    pub fn load(cell: Cell) -> Self {
        Value::Load(Box::new(cell))
    }
}
