//! Programs with names and types resolved: all translation units linked into one, every
//! conversion explicit, initializers flattened. Side effects are still inside expressions.

use belnap_ir::cfg::Number;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::TiVec;
use belnap_ir::index_tables;
use belnap_ir::types::IntType;
use rustc_hash::FxHashSet;

use crate::ctype::{BitField, RecordId, TypeId, Types};
use crate::padding::BitRange;

/// A range of the text of a translation unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    /// Index of the translation unit.
    pub unit: u32,
    /// Its first byte in the text of the unit.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A variable, parameter, string literal or compound literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// A function of the program, with or without a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// A label; unique in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(pub u32);

index_tables!(ObjectId, FunctionId, LabelId);

/// All translation units as one program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The types of everything in it.
    pub types: Types,
    /// Objects, by id.
    pub objects: TiVec<ObjectId, Object>,
    /// Functions, by id.
    pub functions: TiVec<FunctionId, Function>,
    /// Names of labels, by id.
    pub labels: TiVec<LabelId, String>,
    /// Calls of assertions and error functions in the user's files, whether control gets there or
    /// not.
    pub asserted: Vec<Origin>,
    /// Names that `typedef` gives, at file scope, to records and enumerations.
    pub aliases: Vec<Alias>,
    /// Enumeration constants of file scope.
    pub named_numbers: Vec<NamedNumber>,
    /// Places that are volatile by the types they are reached through: members, elements, and what
    /// pointers point to.
    pub volatile_places: FxHashSet<Origin>,
    /// Constructs that were accepted but not understood, at file scope (such as file-scope asm).
    pub notes: Vec<Note>,
    /// What C forbids in the user's files, and is accepted.
    pub warnings: Vec<Diagnostic>,
}

/// A name for a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The type.
    pub ty: TypeId,
    /// The name that a `typedef` at file scope declares.
    pub name: String,
    /// Where it is declared.
    pub at: Origin,
}

/// An enumeration constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedNumber {
    /// Its name.
    pub name: String,
    /// Its value, with its type.
    pub number: Number,
    /// Where it is declared.
    pub at: Origin,
}

/// Something the ledger must know that is not an expression or statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The ledger's word for it, such as `inline-assembly`.
    pub construct: &'static str,
    /// The sentence that the ledger shows a person.
    pub detail: String,
    /// The C text that it is about.
    pub at: Origin,
}

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Static storage, file scope or `static` in a function.
    Static,
    /// Declared `extern` and defined nowhere.
    External,
    /// A string literal; read-only.
    String,
    /// A local variable or a compound literal in a function.
    Local,
    /// A parameter.
    Parameter,
}

/// A variable, a parameter or a string literal.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its C name; for a literal something readable.
    pub name: String,
    /// Complete, unless external or of variable length.
    pub ty: TypeId,
    /// Where it lives.
    pub storage: Storage,
    /// The function it is declared in (also for `static` locals).
    pub function: Option<FunctionId>,
    /// Declared `volatile`.
    pub is_volatile: bool,
    /// Declared `const`.
    pub is_const: bool,
    /// Its address may be another's too: a local of a block inside its function, or a string
    /// literal that occurs more than once.
    pub shares_address: bool,
    /// Declared `_Thread_local`.
    pub thread_local: bool,
    /// Declared `static` at file scope: other units cannot name it.
    pub is_internal: bool,
    /// GNU attributes of its declarations, such as `weak`, if it has linkage.
    pub attributes: Vec<String>,
    /// Alignment in bytes, attributes considered.
    pub align: u32,
    /// Of static storage and strings: the initial value (zero if `None`). Its expressions are
    /// constant (addresses included).
    pub initializer: Option<Initializer>,
    /// Where it is declared.
    pub at: Origin,
}

/// A function, defined in some unit or only declared.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its C name; of `static` functions with the same name in several units, made unique.
    pub name: String,
    /// Its type; [`crate::ctype::CType::Function`].
    pub ty: TypeId,
    /// Parameters of the definition; empty without a body.
    pub parameters: Vec<ObjectId>,
    /// The body, if defined.
    pub body: Option<Vec<Statement>>,
    /// Declared not to return.
    pub noreturn: bool,
    /// GNU attributes of its declarations, such as `override` in model files; `asm` if its name for
    /// the linker is another's.
    pub attributes: Vec<String>,
    /// From a model file, not from the user's program.
    pub is_model: bool,
    /// Where it is defined (or first declared).
    pub at: Origin,
    /// Of the closing brace, if defined.
    pub end: Origin,
}

/// An initial value: first zero everything if `zeroed`, then assign the items in order.
#[derive(Clone, Debug)]
pub struct Initializer {
    /// The object is zeroed first (a list or string that need not cover it).
    pub zeroed: bool,
    /// Places are paths of constant fields and indices on the object itself.
    pub items: Vec<(Place, Expr)>,
    /// Padding that C leaves unspecified unless the object is static.
    pub unspecified: Vec<BitRange>,
}

/// A statement, and where it stands.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// The C text that it is about.
    pub at: Origin,
}

/// The statements. Labels and cases are statements of their own, before what they label.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// An expression for its effects.
    Expr(Expr),
    /// `{ … }`
    Block(Vec<Statement>),
    /// The lifetime of a local begins. Static locals are not declared here.
    Declare {
        /// The local variable.
        object: ObjectId,
        /// Number of bytes, for a variable-length array.
        size: Option<Expr>,
        /// Its initial value; without one it is indeterminate.
        initializer: Option<Initializer>,
    },
    /// `if`; the condition is scalar.
    If(Expr, Box<Statement>, Option<Box<Statement>>),
    /// `switch`: the value is of its promoted type, to which the cases are converted.
    Switch(Expr, Box<Statement>),
    /// `while`
    While(Expr, Box<Statement>),
    /// `do … while`
    DoWhile(Box<Statement>, Expr),
    /// `for`; its declaration stands before it in a block.
    For {
        /// `None`: forever.
        condition: Option<Expr>,
        /// After each round.
        step: Option<Expr>,
        /// What is repeated.
        body: Box<Statement>,
    },
    /// `label:`
    Label(LabelId),
    /// `case first ... last:`
    Case(i128, i128),
    /// `default:`
    Default,
    /// `goto`
    Goto(LabelId),
    /// `goto *e`: to one of the labels of the function whose address is taken.
    ComputedGoto(Expr, Vec<LabelId>),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`, the value converted to the result type.
    Return(Option<Expr>),
    /// `asm`, with what it says it reads and changes.
    Asm {
        /// What it may write.
        outputs: Vec<Place>,
        /// What it reads.
        inputs: Vec<Expr>,
        /// It may write memory.
        clobbers_memory: bool,
        /// Where it may jump.
        labels: Vec<LabelId>,
    },
}

/// An expression with its type. Values of array and function type do not occur: they have decayed.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// Scalar, record, `void` or complex.
    pub ty: TypeId,
    /// The C text that it is about.
    pub at: Origin,
}

/// Operators are those of graphs; the operands of a shift may be of two types.
pub use belnap_ir::expr::{BinaryOp, CompareOp, UnaryOp};

/// What an expression computes.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number of an integer, enumeration or pointer type.
    Int(i128),
    /// A number of a floating-point type.
    Float(f64),
    /// The value of a place (a bit-field's has its declared type).
    Load(Box<Place>),
    /// The address of a place, also of an array that decays.
    AddressOf(Box<Place>),
    /// The address of a function.
    Function(FunctionId),
    /// `&&label`
    LabelAddress(LabelId),
    /// Arithmetic on a number of the expression's type.
    Unary(UnaryOp, Box<Expr>),
    /// Arithmetic on two numbers of the expression's type; shifts: the left has it, the right is
    /// of its own promoted type.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `pointer + index * stride` (`negative`: minus), in bytes; the index is of an integer type.
    PointerAdd {
        /// Of the expression's type.
        pointer: Box<Expr>,
        /// An integer.
        index: Box<Expr>,
        /// Bytes of an element.
        stride: u64,
        /// `pointer - index`.
        negative: bool,
    },
    /// `(left - right) / stride`, of type `ptrdiff_t`.
    PointerDifference(Box<Expr>, Box<Expr>, u64),
    /// A comparison of two operands of one scalar type; the result is an `int`.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `!`, of a scalar; the result is an `int`.
    Not(Box<Expr>),
    /// `&&`, of scalars; the result is an `int`.
    And(Box<Expr>, Box<Expr>),
    /// `||`, of scalars; the result is an `int`.
    Or(Box<Expr>, Box<Expr>),
    /// `?:`; `then` and `otherwise` have the expression's type.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `condition ?: otherwise`: the condition is evaluated once, and converted.
    Elvis(Box<Expr>, Box<Expr>),
    /// The operand's value in the expression's type: between scalars; to `_Bool` is `!= 0`; to
    /// `void` drops it.
    Convert(Box<Expr>),
    /// `place = value`; the value has the place's type. The result is the new value of the place.
    Assign(Box<Place>, Box<Expr>),
    /// `place op= value`: the place's value is converted to `compute`, combined with the right
    /// operand (of type `compute`; of its own promoted type for shifts), and converted back.
    CompoundAssign {
        /// The place, evaluated once.
        place: Box<Place>,
        /// The operator.
        op: BinaryOp,
        /// The right operand.
        value: Box<Expr>,
        /// The type the operation is done in.
        compute: TypeId,
    },
    /// `pointer += index` (`negative`: `-=`).
    PointerAssign {
        /// The place, evaluated once.
        place: Box<Place>,
        /// An integer.
        index: Box<Expr>,
        /// Bytes of an element.
        stride: u64,
        /// `-=`
        negative: bool,
    },
    /// `++` and `--` on any scalar.
    Increment {
        /// The place, evaluated once.
        place: Box<Place>,
        /// `--`
        negative: bool,
        /// The result is the new value.
        prefix: bool,
        /// 1, or the bytes of what a pointer points to.
        stride: u64,
    },
    /// A call of a known function. Arguments are converted to the parameters of the type seen
    /// at the call, or promoted.
    Call(FunctionId, Vec<Expr>),
    /// A call through a pointer.
    CallPointer(Box<Expr>, Vec<Expr>),
    /// `a, b`
    Comma(Box<Expr>, Box<Expr>),
    /// `({ …; value; })`
    StatementExpr(Vec<Statement>, Option<Box<Expr>>),
    /// Where the variable arguments of the activation are, a pointer.
    Arguments,
    /// `va_arg`: the argument that a pointer of the list points to, which then points to the next.
    VaArg(Box<Place>),
    /// Something not understood: operands are evaluated for their effects, the value is unknown.
    Unsupported {
        /// The ledger's word for it.
        construct: &'static str,
        /// The sentence that the ledger shows a person.
        detail: String,
        /// Evaluated in order.
        operands: Vec<Expr>,
    },
}

/// Something with a location in memory.
#[derive(Clone, Debug)]
pub struct Place {
    /// How it is reached.
    pub kind: PlaceKind,
    /// Its type; may be an array.
    pub ty: TypeId,
    /// Set if it is a bit-field (then `kind` is a field).
    pub bits: Option<BitField>,
    /// The C text that it is about.
    pub at: Origin,
}

/// How a place is reached.
#[derive(Clone, Debug)]
pub enum PlaceKind {
    /// A variable.
    Object(ObjectId),
    /// What a pointer points to.
    Deref(Box<Expr>),
    /// A member: base, record, index in its layout. Members of anonymous members are reached in
    /// several steps.
    Field(Box<Place>, RecordId, usize),
    /// An element of an array place: the index is of an integer type.
    Index(Box<Place>, Box<Expr>),
    /// A compound literal in a function: its object is (re-)initialised when it is evaluated.
    Literal(ObjectId, Box<Initializer>),
    /// A record value that is not in a variable (the result of a call), as the base of a field.
    Temporary(Box<Expr>),
}

impl Place {
    /// The bit vector of a bit-field of the given declared type.
    pub const fn bit_field_type(declared: IntType, bits: BitField) -> IntType {
        IntType { bits: bits.width, signed: declared.signed }
    }
}
