//! Declarations: specifiers, declarators, initializers.

use belnap_ir::span::Span;

use super::{Block, Expr};
use crate::symbol::Symbol;

/// A function with a body.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionDefinition {
    /// Specifiers of the result.
    pub specifiers: Specifiers,
    /// Its first derivation is [`Derived::Function`].
    pub declarator: Declarator,
    /// Declarations of old-style parameters.
    pub old_style: Vec<Declaration>,
    /// The body.
    pub body: Block,
    /// From the specifiers to the closing brace.
    pub span: Span,
}

/// `specifiers declarator = initializer, …;`
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// Shared by all declarators.
    pub specifiers: Specifiers,
    /// May be empty, as in `struct s { … };`.
    pub declarators: Vec<InitDeclarator>,
    /// The whole declaration.
    pub span: Span,
}

/// A declarator with its initializer.
#[derive(Clone, Debug, PartialEq)]
pub struct InitDeclarator {
    /// What is declared.
    pub declarator: Declarator,
    /// Its initial value.
    pub initializer: Option<Initializer>,
}

/// `_Static_assert`.
#[derive(Clone, Debug, PartialEq)]
pub struct StaticAssert {
    /// Must be a non-zero constant.
    pub condition: Expr,
    /// The message, if given.
    pub message: Option<String>,
    /// The whole assertion.
    pub span: Span,
}

/// Storage class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// `typedef`
    Typedef,
    /// `extern`
    Extern,
    /// `static`
    Static,
    /// `auto`
    Auto,
    /// `register`
    Register,
}

/// Type qualifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Qualifiers {
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// `restrict`
    pub is_restrict: bool,
    /// `_Atomic`
    pub is_atomic: bool,
}

/// Everything before the declarators.
#[derive(Clone, Debug, PartialEq)]
pub struct Specifiers {
    /// Storage class.
    pub storage: Option<Storage>,
    /// `_Thread_local` or `__thread`.
    pub thread_local: bool,
    /// `inline` and its spellings.
    pub inline: bool,
    /// `_Noreturn`.
    pub noreturn: bool,
    /// Qualifiers.
    pub qualifiers: Qualifiers,
    /// The type; C89's implicit `int` is [`TypeSpecifier::ImplicitInt`].
    pub ty: TypeSpecifier,
    /// `_Alignas(…)`.
    pub alignments: Vec<Alignment>,
    /// `__attribute__((…))`.
    pub attributes: Vec<Attribute>,
    /// All of them.
    pub span: Span,
}

/// `_Alignas` of a type or a constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Alignment {
    /// `_Alignas(type)`
    Type(TypeName),
    /// `_Alignas(8)`
    Constant(Expr),
}

/// One GNU attribute. Names are without leading and trailing `__`.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Such as `aligned`, `packed`, `mode`, `noreturn`, `vector_size`.
    pub name: Symbol,
    /// Arguments that parse as expressions (a lone identifier such as the mode `__DI__` is
    /// [`super::ExprKind::Name`], whether declared or not); type arguments are dropped.
    pub arguments: Vec<Expr>,
    /// The attribute.
    pub span: Span,
}

/// Arithmetic and void types that are spelled with keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BasicType {
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// `char`
    Char,
    /// `signed char`
    SignedChar,
    /// `unsigned char`
    UnsignedChar,
    /// `short`
    Short,
    /// `unsigned short`
    UnsignedShort,
    /// `int`
    Int,
    /// `unsigned int`
    UnsignedInt,
    /// `long`
    Long,
    /// `unsigned long`
    UnsignedLong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    UnsignedLongLong,
    /// `__int128`
    Int128,
    /// `unsigned __int128`
    UnsignedInt128,
    /// `float` and `_Float32`
    Float,
    /// `double`, `_Float64` and `_Float32x`
    Double,
    /// `long double` and `_Float64x`
    LongDouble,
    /// `__float128` and `_Float128`
    Float128,
    /// `_Complex` of a floating type (`_Complex` alone is of double).
    ComplexFloat,
    /// `double _Complex`
    ComplexDouble,
    /// `long double _Complex`
    ComplexLongDouble,
}

/// The type part of specifiers.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeSpecifier {
    /// Keywords.
    Basic(BasicType),
    /// No type was given.
    ImplicitInt,
    /// `__auto_type`
    AutoType,
    /// `__builtin_va_list`
    VaList,
    /// `struct` or `union`.
    Record(Box<RecordSpecifier>),
    /// `enum`
    Enum(Box<EnumSpecifier>),
    /// A typedef name.
    Typedef(Symbol, Span),
    /// `typeof(expression)`
    TypeofExpr(Box<Expr>),
    /// `typeof(type)`
    TypeofType(Box<TypeName>),
    /// `_Atomic(type)`
    Atomic(Box<TypeName>),
}

/// `struct` or `union`, with or without its members.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordSpecifier {
    /// A union.
    pub is_union: bool,
    /// The tag.
    pub tag: Option<Symbol>,
    /// Members, if this defines the type.
    pub members: Option<Vec<Member>>,
    /// Attributes before or after the members (`packed`, `aligned`).
    pub attributes: Vec<Attribute>,
    /// The specifier.
    pub span: Span,
}

/// Something inside a `struct` or `union`.
#[derive(Clone, Debug, PartialEq)]
pub enum Member {
    /// Fields.
    Fields(FieldDeclaration),
    /// `_Static_assert`.
    StaticAssert(StaticAssert),
}

/// `int a, b : 3;`; no declarators: an anonymous struct or union.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDeclaration {
    /// Shared by all fields.
    pub specifiers: Specifiers,
    /// The fields.
    pub fields: Vec<FieldDeclarator>,
    /// The declaration.
    pub span: Span,
}

/// A field; an unnamed bit-field has a declarator without name.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDeclarator {
    /// Name and derivations.
    pub declarator: Declarator,
    /// Width of a bit-field.
    pub bits: Option<Expr>,
}

/// `enum`, with or without its constants.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumSpecifier {
    /// The tag.
    pub tag: Option<Symbol>,
    /// Constants, if this defines the type.
    pub constants: Option<Vec<EnumConstant>>,
    /// Attributes (`packed`).
    pub attributes: Vec<Attribute>,
    /// The specifier.
    pub span: Span,
}

/// An enumeration constant.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumConstant {
    /// Its name.
    pub name: Symbol,
    /// Its value, if given.
    pub value: Option<Expr>,
    /// The constant.
    pub span: Span,
}

/// What is declared and how it derives from the specifiers' type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declarator {
    /// `None` in abstract declarators and unnamed bit-fields.
    pub name: Option<Symbol>,
    /// From the name outward: `int *a[3]` has `[Array(3), Pointer]`, `int (*f)(void)` has
    /// `[Pointer, Function]`.
    pub derived: Vec<Derived>,
    /// `__attribute__` after the declarator or inside it.
    pub attributes: Vec<Attribute>,
    /// `asm("name")` after the declarator.
    pub asm_name: Option<String>,
    /// The declarator (its name, if it has one).
    pub span: Span,
}

/// One step of a declarator.
#[derive(Clone, Debug, PartialEq)]
pub enum Derived {
    /// `*`
    Pointer(Qualifiers),
    /// `[…]`
    Array(ArraySize),
    /// `(…)`
    Function(Parameters),
}

/// What stands in the brackets of an array declarator.
#[derive(Clone, Debug, PartialEq)]
pub enum ArraySize {
    /// `[]`
    Unknown,
    /// `[*]`
    Star,
    /// `[n]`, `[static n]`
    Expr(Box<Expr>),
}

/// What stands in the parentheses of a function declarator.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameters {
    /// `()`: nothing is said.
    Unspecified,
    /// `(int a, …)`; `(void)` is an empty list.
    Prototype {
        /// The parameters.
        parameters: Vec<Parameter>,
        /// Ends with `...`.
        variadic: bool,
    },
    /// `(a, b)` of an old-style definition.
    OldStyle(Vec<(Symbol, Span)>),
}

/// A parameter of a prototype.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its specifiers.
    pub specifiers: Specifiers,
    /// Name and derivations; the name may be missing.
    pub declarator: Declarator,
}

/// A type as in casts and `sizeof`.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeName {
    /// Specifiers.
    pub specifiers: Specifiers,
    /// An abstract declarator.
    pub declarator: Declarator,
    /// The type name.
    pub span: Span,
}

/// An initial value.
#[derive(Clone, Debug, PartialEq)]
pub enum Initializer {
    /// An expression.
    Expr(Expr),
    /// `{ … }`
    List(Vec<InitializerItem>, Span),
}

/// An element of an initializer list.
#[derive(Clone, Debug, PartialEq)]
pub struct InitializerItem {
    /// `.field`, `[3]`, `[1 ... 4]` or GNU's `field:`; empty if positional.
    pub designators: Vec<Designator>,
    /// The value.
    pub value: Initializer,
}

/// Where an initializer goes; also the path of `offsetof`.
#[derive(Clone, Debug, PartialEq)]
pub enum Designator {
    /// `.field`
    Field(Symbol, Span),
    /// `[index]`
    Index(Expr),
    /// `[first ... last]`
    Range(Expr, Expr),
}
