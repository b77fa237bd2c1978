//! Words of C and GNU C.
//!
//! Words that the grammar treats alike share a token that carries which one it is: that keeps the
//! tables small. An identifier is two tokens, [`Token::Name`] and then [`Token::Type`] or
//! [`Token::Variable`].

use crate::ast::{BasicType, BinaryOp, Encoding, IntLiteral, Storage, StringLiteral, UnaryOp};
use crate::symbol::Symbol;

/// A word.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Token {
    /// An identifier; what it names is the next token.
    Name(Symbol),
    /// The identifier before is a typedef name.
    Type,
    /// The identifier before is anything else.
    Variable,
    Int(IntLiteral),
    Float(Box<str>),
    Char(i64, Encoding),
    String(Box<StringLiteral>),
    /// Keywords that arithmetic types are made of.
    Basic(TypeWord),
    Qualifier(Qualifier),
    /// `typedef`, `extern`, `inline` and others, but not `static`.
    Modifier(Modifier),
    Static,
    /// `struct`, or `union` if true.
    Record(bool),
    Enum,
    Typeof,
    AutoType,
    VaList,
    /// `_Atomic` that a parenthesis follows, which is a type.
    AtomicType,
    Alignas,
    /// `_Alignof`; true is `__alignof__`.
    Alignof(bool),
    Sizeof,
    Attribute,
    /// `__attribute__` right after a colon, which belongs to a label.
    LabelAttribute,
    Asm,
    StaticAssert,
    Generic,
    VaArg,
    OffsetOf,
    TypesCompatible,
    ChooseExpr,
    LocalLabel,
    If,
    Else,
    Switch,
    Case,
    Default,
    While,
    Do,
    For,
    Goto,
    Continue,
    Break,
    Return,
    /// `!`, `~`, `__real__`, `__imag__`
    Prefix(UnaryOp),
    /// `++`, or `--` if true.
    Increment(bool),
    /// Binary operators that are nothing else.
    Binary(BinaryOp),
    /// Compound assignments.
    AssignOp(BinaryOp),
    Star,
    Ampersand,
    Plus,
    Minus,
    AndAnd,
    Assign,
    Question,
    Colon,
    Semicolon,
    Comma,
    Dot,
    Arrow,
    Ellipsis,
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    /// Skipped: `__extension__`.
    Extension,
    /// Skipped with its operand: `_Pragma("…")`.
    Pragma,
}

/// One keyword of an arithmetic type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeWord {
    /// A type by itself, or with the words below.
    Base(BasicType),
    /// `signed`
    Signed,
    /// `unsigned`
    Unsigned,
    /// `short`
    Short,
    /// `long`
    Long,
    /// `_Complex`
    Complex,
    /// `_Decimal32` and others, which are refused.
    Decimal,
}

/// A type qualifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Qualifier {
    Const,
    Volatile,
    Restrict,
    Atomic,
}

/// A storage class or function specifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Modifier {
    Storage(Storage),
    ThreadLocal,
    Inline,
    Noreturn,
}

/// Every keyword, in all its spellings.
pub const KEYWORDS: &[(&str, Token)] = &[
    ("void", Token::Basic(TypeWord::Base(BasicType::Void))),
    ("_Bool", Token::Basic(TypeWord::Base(BasicType::Bool))),
    ("char", Token::Basic(TypeWord::Base(BasicType::Char))),
    ("int", Token::Basic(TypeWord::Base(BasicType::Int))),
    ("float", Token::Basic(TypeWord::Base(BasicType::Float))),
    ("double", Token::Basic(TypeWord::Base(BasicType::Double))),
    ("__int128", Token::Basic(TypeWord::Base(BasicType::Int128))),
    ("__int128_t", Token::Basic(TypeWord::Base(BasicType::Int128))),
    ("__uint128_t", Token::Basic(TypeWord::Base(BasicType::UnsignedInt128))),
    ("_Float32", Token::Basic(TypeWord::Base(BasicType::Float))),
    ("_Float32x", Token::Basic(TypeWord::Base(BasicType::Double))),
    ("_Float64", Token::Basic(TypeWord::Base(BasicType::Double))),
    ("_Float64x", Token::Basic(TypeWord::Base(BasicType::LongDouble))),
    ("__float80", Token::Basic(TypeWord::Base(BasicType::LongDouble))),
    ("_Float128", Token::Basic(TypeWord::Base(BasicType::Float128))),
    ("__float128", Token::Basic(TypeWord::Base(BasicType::Float128))),
    ("signed", Token::Basic(TypeWord::Signed)),
    ("__signed", Token::Basic(TypeWord::Signed)),
    ("__signed__", Token::Basic(TypeWord::Signed)),
    ("unsigned", Token::Basic(TypeWord::Unsigned)),
    ("short", Token::Basic(TypeWord::Short)),
    ("long", Token::Basic(TypeWord::Long)),
    ("_Complex", Token::Basic(TypeWord::Complex)),
    ("__complex", Token::Basic(TypeWord::Complex)),
    ("__complex__", Token::Basic(TypeWord::Complex)),
    ("_Decimal32", Token::Basic(TypeWord::Decimal)),
    ("_Decimal64", Token::Basic(TypeWord::Decimal)),
    ("_Decimal128", Token::Basic(TypeWord::Decimal)),
    ("const", Token::Qualifier(Qualifier::Const)),
    ("__const", Token::Qualifier(Qualifier::Const)),
    ("__const__", Token::Qualifier(Qualifier::Const)),
    ("volatile", Token::Qualifier(Qualifier::Volatile)),
    ("__volatile", Token::Qualifier(Qualifier::Volatile)),
    ("__volatile__", Token::Qualifier(Qualifier::Volatile)),
    ("restrict", Token::Qualifier(Qualifier::Restrict)),
    ("__restrict", Token::Qualifier(Qualifier::Restrict)),
    ("__restrict__", Token::Qualifier(Qualifier::Restrict)),
    ("_Atomic", Token::Qualifier(Qualifier::Atomic)),
    ("typedef", Token::Modifier(Modifier::Storage(Storage::Typedef))),
    ("extern", Token::Modifier(Modifier::Storage(Storage::Extern))),
    ("static", Token::Static),
    ("auto", Token::Modifier(Modifier::Storage(Storage::Auto))),
    ("register", Token::Modifier(Modifier::Storage(Storage::Register))),
    ("_Thread_local", Token::Modifier(Modifier::ThreadLocal)),
    ("__thread", Token::Modifier(Modifier::ThreadLocal)),
    ("inline", Token::Modifier(Modifier::Inline)),
    ("__inline", Token::Modifier(Modifier::Inline)),
    ("__inline__", Token::Modifier(Modifier::Inline)),
    ("_Noreturn", Token::Modifier(Modifier::Noreturn)),
    ("struct", Token::Record(false)),
    ("union", Token::Record(true)),
    ("enum", Token::Enum),
    ("typeof", Token::Typeof),
    ("__typeof", Token::Typeof),
    ("__typeof__", Token::Typeof),
    ("__auto_type", Token::AutoType),
    ("__builtin_va_list", Token::VaList),
    ("_Alignas", Token::Alignas),
    ("_Alignof", Token::Alignof(false)),
    ("__alignof", Token::Alignof(true)),
    ("__alignof__", Token::Alignof(true)),
    ("sizeof", Token::Sizeof),
    ("__attribute", Token::Attribute),
    ("__attribute__", Token::Attribute),
    ("asm", Token::Asm),
    ("__asm", Token::Asm),
    ("__asm__", Token::Asm),
    ("_Static_assert", Token::StaticAssert),
    ("_Generic", Token::Generic),
    ("__builtin_va_arg", Token::VaArg),
    ("__builtin_offsetof", Token::OffsetOf),
    ("__builtin_types_compatible_p", Token::TypesCompatible),
    ("__builtin_choose_expr", Token::ChooseExpr),
    ("__label__", Token::LocalLabel),
    ("if", Token::If),
    ("else", Token::Else),
    ("switch", Token::Switch),
    ("case", Token::Case),
    ("default", Token::Default),
    ("while", Token::While),
    ("do", Token::Do),
    ("for", Token::For),
    ("goto", Token::Goto),
    ("continue", Token::Continue),
    ("break", Token::Break),
    ("return", Token::Return),
    ("__real", Token::Prefix(UnaryOp::Real)),
    ("__real__", Token::Prefix(UnaryOp::Real)),
    ("__imag", Token::Prefix(UnaryOp::Imag)),
    ("__imag__", Token::Prefix(UnaryOp::Imag)),
    ("__extension__", Token::Extension),
    ("_Pragma", Token::Pragma),
];
