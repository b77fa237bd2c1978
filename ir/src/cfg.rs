//! Control-flow graphs: the concrete programs that everything else is about.
//!
//! # Meaning
//! A state is a location, a value for each variable, and, while a `call` is under way, a stack of
//! the callers' locations and local variables. An edge is a step. At the graph's `entry` every
//! valuation is possible; a line of `assign` edges without branches leads from there to `start`,
//! where properties are judged. Semantics of the operations: [`Operation`]; of expressions:
//! [`crate::expr`].
//!
//! # Totality
//! In every state at every location some outgoing edge exists (except at [`LocationKind::Return`],
//! where control returns to the caller, and where edges have actions: there the program waits).
//! Program end, `exit`, `abort`, a failed assumption and a failed assertion are locations with a
//! `skip` self-loop.
//!
//! # Calls
//! A `call` edge evaluates its arguments, assigns them to the parameters of a new activation of
//! the function (whose other local variables start with arbitrary values), and goes to the
//! function's entry. From the function's exit, control goes to the target of the edge, the result
//! variable of the function is assigned to the edge's, and the caller's local variables are as
//! before. Variables that belong to no function, regions among them, are shared by all.

use std::collections::BTreeMap;
use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::expr::Expr;
use crate::ids::{CfgEdgeId, CfgLocId, CfgVarId, FunctionId, ObjectId, ScopeId, TiVec};
pub use crate::machine::{ByteOrder, DataModel};
use crate::span::SourceLine;
use crate::types::{IntType, Type};

/// What signed arithmetic means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum IntegerMode {
    /// Two's complement, modulo two to the width.
    #[default]
    Wrap,
    /// As `wrap`, and guards in the graph end an execution where C leaves overflow undefined.
    Undefined,
    /// Unbounded numbers.
    Mathematical,
}

/// What expressions mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// Sizes of types.
    pub data_model: DataModel,
    /// Meaning of arithmetic.
    pub integers: IntegerMode,
    /// Plain `char` has no sign; false if left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsigned_char: bool,
}

impl Machine {
    /// The type of addresses.
    pub const fn address(self) -> IntType {
        self.data_model.address()
    }

    /// The type `char`.
    pub const fn char(self) -> IntType {
        IntType { bits: 8, signed: !self.unsigned_char }
    }

    /// All addresses but null.
    pub const fn all_addresses(self) -> Range<u128> {
        1..1 << self.address().bits
    }

    /// No program gets more arguments, its name among them: Linux (since 4.13) has 6 MiB for all of
    /// them, whatever the limits are, and each takes at least a byte.
    pub const MOST_ARGUMENTS: i128 = 6 << 20;
}

/// One activation of a function: the function itself, or a copy of it that was inlined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scope {
    /// The C function.
    pub function: String,
    /// The scope it was inlined into; smaller than its own id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caller: Option<ScopeId>,
    /// Where it was called from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<SourceLine>,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ObjectKind {
    /// A variable of static storage.
    Global,
    /// A local variable.
    Local,
    /// All that one allocation site allocates.
    Heap,
    /// A string literal.
    String,
    /// A function.
    Function,
    /// Something the program did not make, such as what `argv` points to.
    External,
}

/// Something with an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Unique among objects.
    pub name: String,
    /// What it is.
    pub kind: ObjectKind,
    /// Bytes it takes; `None` if not known (allocated at run time), then it may be of any size.
    pub size: Option<u64>,
    /// Its address is a multiple of this power of two.
    pub align: u32,
    /// Its type as written in C.
    pub c_type: String,
    /// Where it is declared or allocated.
    pub source: Option<SourceLine>,
}

/// What a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum VariableKind {
    /// Static storage.
    Global,
    /// Local to a function.
    Local,
    /// Parameter of a function.
    Parameter,
    /// What a function returns.
    Result,
    /// Made by the frontend; no name in C.
    Temporary,
    /// A region of memory.
    Region,
}

/// A cell of an object that a region holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The object.
    pub object: ObjectId,
    /// Offset in bytes; of an array, that of its first element.
    pub offset: u64,
}

/// A variable of the graph: a scalar of the program, or a region of its memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Unique: `x`, `f::x`, `f::x#2`.
    pub name: String,
    /// The C expression it is the value of: `x`, `s.f`, `a[3]`; `None` for temporaries and regions.
    pub c_name: Option<String>,
    /// Its type as written in C; of a region, that of its cells.
    pub c_type: String,
    /// Its type.
    pub ty: Type,
    /// What it is.
    pub kind: VariableKind,
    /// The function that has one for each activation; `None` if it is shared.
    pub function: Option<FunctionId>,
    /// The scope its C name belongs to; `None` for file scope.
    pub scope: Option<ScopeId>,
    /// Where it is declared.
    pub source: Option<SourceLine>,
    /// Of a region: which cells it holds, as far as known, ascending.
    pub cells: Vec<Cell>,
}

impl Variable {
    /// A variable that all functions share, with a name that C does not know.
    pub const fn temporary(name: String, ty: Type) -> Self {
        Variable {
            name,
            c_name: None,
            c_type: String::new(),
            ty,
            kind: VariableKind::Temporary,
            function: None,
            scope: None,
            source: None,
            cells: Vec::new(),
        }
    }

    /// Whether the cells of a region are found by their address; else by the index of an element.
    pub fn is_by_address(&self) -> bool {
        self.function.is_none() || self.kind == VariableKind::Temporary
    }
}

/// A function with a graph of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Unique among functions.
    pub name: String,
    /// Variables of this function, distinct.
    pub parameters: Vec<CfgVarId>,
    /// A variable of this function.
    pub result: Option<CfgVarId>,
    /// Its first location.
    pub entry: CfgLocId,
    /// A location of kind `Return`; of the function that is never called, of kind `Halted`.
    pub exit: CfgLocId,
}

/// What a location is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LocationKind {
    /// Has outgoing edges.
    Normal,
    /// The program has ended: one `skip` self-loop.
    Halted,
    /// An assertion has failed or an error function was called: one `skip` self-loop.
    Failed,
    /// The end of a function: no outgoing edge.
    Return,
}

/// A point between steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The function whose graph it is in.
    pub function: FunctionId,
    /// The activation it belongs to.
    pub scope: ScopeId,
    /// What it is.
    pub kind: LocationKind,
    /// C labels of the statement here.
    pub labels: Vec<String>,
    /// The C function whose first location this is (also of inlined copies).
    pub enters: Option<String>,
    /// The line of the statement here.
    pub source: Option<SourceLine>,
}

impl Location {
    /// A location of the first function without labels, of no known origin.
    pub const fn bare(kind: LocationKind) -> Self {
        Location {
            function: FunctionId(0),
            scope: ScopeId(0),
            kind,
            labels: Vec::new(),
            enters: None,
            source: None,
        }
    }
}

/// What a step does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Simultaneous assignment, each variable at most once; empty: `skip`.
    Assign(Vec<(CfgVarId, Expr)>),
    /// The edge exists where the condition is true.
    Assume(Expr),
    /// The edge exists in some states, and we cannot say in which.
    AssumeUnknown,
    /// The environment chooses: the edge exists for every combination of values.
    Nondet(Vec<CfgVarId>),
    /// We do not know: the edge leads to one combination of values.
    Unknown(Vec<CfgVarId>),
    /// A function is called.
    Call {
        /// The function.
        function: FunctionId,
        /// As many as it has parameters, of their types.
        arguments: Vec<Expr>,
        /// Gets the result; only if the function has one.
        result: Option<CfgVarId>,
    },
}

impl Operation {
    /// Nothing happens.
    pub const SKIP: Operation = Operation::Assign(Vec::new());

    /// Calls `visit` for each variable that gets a new value; of a call, for its result.
    pub fn for_each_changed(&self, mut visit: impl FnMut(CfgVarId)) {
        match self {
            Operation::Assign(assignments) => assignments.iter().for_each(|(var, _)| visit(*var)),
            Operation::Nondet(vars) | Operation::Unknown(vars) => {
                vars.iter().copied().for_each(visit)
            }
            Operation::Call { result, .. } => result.iter().copied().for_each(visit),
            Operation::Assume(_) | Operation::AssumeUnknown => {}
        }
    }

    /// The same operation with every expression replaced by what `new` makes of it.
    #[must_use]
    pub fn map_exprs(&self, new: impl Fn(&Expr) -> Expr) -> Self {
        match self {
            Operation::Assign(pairs) => {
                Operation::Assign(pairs.iter().map(|(var, value)| (*var, new(value))).collect())
            }
            Operation::Assume(condition) => Operation::Assume(new(condition)),
            Operation::Call { function, arguments, result } => Operation::Call {
                function: *function,
                arguments: arguments.iter().map(new).collect(),
                result: *result,
            },
            Operation::AssumeUnknown | Operation::Nondet(_) | Operation::Unknown(_) => self.clone(),
        }
    }

    /// Calls `visit` for each expression.
    pub fn for_each_expr<'a>(&'a self, mut visit: impl FnMut(&'a Expr)) {
        match self {
            Operation::Assign(assignments) => {
                assignments.iter().for_each(|(_, value)| visit(value))
            }
            Operation::Assume(condition) => visit(condition),
            Operation::Call { arguments, .. } => arguments.iter().for_each(visit),
            Operation::AssumeUnknown | Operation::Nondet(_) | Operation::Unknown(_) => {}
        }
    }
}

/// A step from a location to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Source.
    pub from: CfgLocId,
    /// Target, in the same function.
    pub to: CfgLocId,
    /// What it does.
    pub operation: Operation,
    /// Others may take part in the step, and can prevent it: the name of what they do together.
    /// Then it only asks for a condition, and all edges from its source have an action.
    pub action: Option<String>,
    /// The line it comes from.
    pub source: Option<SourceLine>,
    /// The statement as C text, shortened, for people; may be empty.
    pub text: String,
}

impl Edge {
    /// An edge that does nothing, of no known origin.
    pub const fn skip(from: CfgLocId, to: CfgLocId) -> Self {
        Edge {
            from,
            to,
            operation: Operation::SKIP,
            action: None,
            source: None,
            text: String::new(),
        }
    }
}

/// How the program asks for a property.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum AskedKind {
    /// `assert(e)`, `__VERIFIER_assert(e)`.
    Assert,
    /// A call of `reach_error` or `__VERIFIER_error`.
    ReachError,
    /// A check: an index stays inside its array.
    Bounds,
    /// A check: a pointer that is used is not null.
    Null,
    /// A check: the result of signed arithmetic fits its type.
    Overflow,
    /// A check: no division by zero, and none of the smallest number by -1.
    Division,
    /// A check: shifts are by less than the width, and lose no bits of signed numbers.
    Shift,
    /// A check: every access is inside an object that is alive.
    Access,
    /// A check: what is freed was allocated, and is freed once.
    Free,
    /// A check: what was allocated is freed before the program ends.
    Leak,
    /// A check: what was allocated and not freed is still pointed to.
    Lost,
    /// A check: variables are written before they are read.
    Uninitialised,
}

impl AskedKind {
    /// All kinds.
    pub const ALL: [AskedKind; 12] = [
        AskedKind::Assert,
        AskedKind::ReachError,
        AskedKind::Bounds,
        AskedKind::Null,
        AskedKind::Overflow,
        AskedKind::Division,
        AskedKind::Shift,
        AskedKind::Access,
        AskedKind::Free,
        AskedKind::Leak,
        AskedKind::Lost,
        AskedKind::Uninitialised,
    ];

    /// Whether the program does not ask for it itself: it is a check that its user asks for.
    pub const fn is_check(self) -> bool {
        !matches!(self, AskedKind::Assert | AskedKind::ReachError)
    }

    /// SV-COMP's word for the property that is violated.
    pub const fn violated(self) -> &'static str {
        match self {
            AskedKind::Assert | AskedKind::ReachError => "unreach-call",
            AskedKind::Overflow => "no-overflow",
            AskedKind::Bounds | AskedKind::Null | AskedKind::Access => "valid-deref",
            AskedKind::Free => "valid-free",
            AskedKind::Leak => "valid-memcleanup",
            AskedKind::Lost => "valid-memtrack",
            AskedKind::Division | AskedKind::Shift | AskedKind::Uninitialised => "def-behavior",
        }
    }
}

/// A location that the program says must not be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedProperty {
    /// How it asks.
    pub kind: AskedKind,
    /// A location of kind `Failed`.
    pub location: CfgLocId,
    /// Where it asks.
    pub source: Option<SourceLine>,
    /// The C text of the call; of a check, what would be wrong, in words.
    pub text: String,
}

/// As what a construct is treated that the graph does not model exactly.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Treatment {
    /// Its effect is `unknown`: verdicts stay sound, some become inconclusive.
    Unknown,
    /// Its effect is a choice of the environment, by the user's wish.
    Nondet,
    /// Something was assumed that the program does not say.
    Assumed,
}

/// Which verdicts an approximation can weaken.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Weakens {
    /// None is wrong; some may be inconclusive.
    Precision,
    /// A proof rests on it.
    Proofs,
    /// A refutation rests on it.
    Refutations,
    /// Proofs and refutations rest on it.
    Both,
}

/// An entry of the ledger: a construct that the graph does not model exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approximation {
    /// Its kind, a short fixed word such as `inline-assembly`, `floating-point`,
    /// `external-function`; listed in `formats/spec/cfg.md`.
    pub construct: String,
    /// What it is about, in words.
    pub detail: String,
    /// Where it stands.
    pub source: Option<SourceLine>,
    /// As what it is treated.
    pub treatment: Treatment,
    /// Which verdicts rest on that.
    pub weakens: Weakens,
    /// The edges that stand for it, ascending; empty if it concerns the whole program.
    pub edges: Vec<CfgEdgeId>,
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cfg {
    /// What expressions mean.
    pub machine: Machine,
    /// Activations.
    pub scopes: TiVec<ScopeId, Scope>,
    /// Things with an address.
    pub objects: TiVec<ObjectId, Object>,
    /// Variables.
    pub variables: TiVec<CfgVarId, Variable>,
    /// Functions; the first is the entry function.
    pub functions: TiVec<FunctionId, Function>,
    /// Locations.
    pub locations: TiVec<CfgLocId, Location>,
    /// Where everything begins: the entry of the first function.
    pub entry: CfgLocId,
    /// Where properties are judged: reached from `entry` by a line of `assign` edges.
    pub start: CfgLocId,
    /// Edges, ascending by source. Graphs that are made to ask about a path, and that nobody
    /// writes, have new ones at the end.
    pub edges: TiVec<CfgEdgeId, Edge>,
    /// What the program asks.
    pub properties: Vec<AskedProperty>,
    /// What is not modelled exactly.
    pub ledger: Vec<Approximation>,
    /// Labels of the program that no location has, because no path leads to them; ascending.
    pub unreached: Vec<String>,
    /// Enumeration constants of file scope, which conditions may name; ascending.
    pub constants: BTreeMap<String, Number>,
}

/// A value of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The value; one of the type.
    pub value: i128,
    /// The type.
    pub ty: IntType,
}

impl Cfg {
    /// A graph without anything.
    pub const fn empty(machine: Machine) -> Self {
        Cfg {
            machine,
            scopes: TiVec::new(),
            objects: TiVec::new(),
            variables: TiVec::new(),
            functions: TiVec::new(),
            locations: TiVec::new(),
            entry: CfgLocId(0),
            start: CfgLocId(0),
            edges: TiVec::new(),
            properties: Vec::new(),
            ledger: Vec::new(),
            unreached: Vec::new(),
            constants: BTreeMap::new(),
        }
    }

    /// Whether a property that names a label means this location. Ours are `start` and, as files
    /// print it, the number of a location; a label of the program hides them.
    pub fn is_named(&self, at: CfgLocId, label: &str) -> bool {
        let has = |location: &Location| location.labels.iter().any(|own| own == label);
        match self.locations.iter().any(has) {
            true => has(&self.locations[at]),
            false => at.to_string() == label || label == "start" && at == self.start,
        }
    }

    /// Where objects lie: in what the machine has for user programs, if that is large enough for
    /// them with room to spare. What is larger is not a program, but nothing follows from that.
    pub fn object_space(&self) -> Range<u128> {
        let space = self.machine.data_model.user_space();
        let sizes = self.objects.iter().map(|object| object.size.unwrap_or(1));
        let aligned = self.objects.iter().map(|object| object.align.into());
        let all: u128 = sizes.chain(aligned).map(u128::from).sum();
        match all <= (space.end - space.start) / 4 {
            true => space,
            false => self.machine.all_addresses(),
        }
    }

    /// Where an object lies, if objects lie in `space`. What others define may be a number that a
    /// linker gives a name.
    pub fn space_of(&self, object: ObjectId, space: &Range<u128>) -> Range<u128> {
        match self.objects[object].kind {
            ObjectKind::External => self.machine.all_addresses(),
            _ => space.clone(),
        }
    }

    /// The edges from a location, ascending, of a graph whose edges ascend by source.
    pub fn edges_from(
        &self,
        from: CfgLocId,
    ) -> impl DoubleEndedIterator<Item = CfgEdgeId> + ExactSizeIterator + use<> {
        let first = self.edges.raw.partition_point(|edge| edge.from < from);
        let count = self.edges.raw[first..].partition_point(|edge| edge.from == from);
        (first..first + count).map(CfgEdgeId::from)
    }

    /// The type of a variable.
    pub fn type_of(&self, var: CfgVarId) -> Type {
        self.variables[var].ty
    }

    /// The type of a well-typed expression.
    pub fn type_of_expr(&self, expr: &Expr) -> Option<Type> {
        expr.type_of(&|var| self.type_of(var), self.machine.address())
    }
}
