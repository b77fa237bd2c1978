//! Expressions.

use belnap_ir::span::Span;

use super::{Block, Designator, InitializerItem, TypeName};
use crate::symbol::Symbol;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// The expression, with its parentheses.
    pub span: Span,
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `+e`
    Plus,
    /// `-e`
    Minus,
    /// `~e`
    BitNot,
    /// `!e`
    Not,
    /// `*e`
    Deref,
    /// `&e`
    AddressOf,
    /// `++e`
    PreIncrement,
    /// `--e`
    PreDecrement,
    /// `e++`
    PostIncrement,
    /// `e--`
    PostDecrement,
    /// `__real__ e`
    Real,
    /// `__imag__ e`
    Imag,
}

/// Binary operators, also of compound assignments (arithmetic ones only).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `<=`
    LessEqual,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `&`
    BitAnd,
    /// `^`
    BitXor,
    /// `|`
    BitOr,
    /// `&&`
    And,
    /// `||`
    Or,
}

/// An integer literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntLiteral {
    /// Its value.
    pub value: u64,
    /// Suffix `u`.
    pub unsigned: bool,
    /// Number of `l`: 0, 1 or 2.
    pub longs: u8,
    /// Decimal literals never get an unsigned type by themselves.
    pub decimal: bool,
}

/// Prefix of a character or string literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// None, or `u8`.
    Plain,
    /// `L`
    Wide,
    /// `u`
    Utf16,
    /// `U`
    Utf32,
}

/// A string literal, neighbours joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    /// Code units without the final zero; bytes for [`Encoding::Plain`].
    pub units: Vec<u32>,
    /// Its element type.
    pub encoding: Encoding,
}

/// The expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A variable, function or enumeration constant.
    Name(Symbol),
    /// `42u`
    Int(IntLiteral),
    /// `1.5e3f`, as written; hexadecimal too.
    Float(String),
    /// `'a'`: its value as gcc computes it (`int` for [`Encoding::Plain`]).
    Char(i64, Encoding),
    /// `"abc"`
    String(StringLiteral),
    /// `f(a, b)`
    Call(Box<Expr>, Vec<Expr>),
    /// `e.field`
    Member(Box<Expr>, Symbol),
    /// `e->field`
    Arrow(Box<Expr>, Symbol),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// Unary operators and increments.
    Unary(UnaryOp, Box<Expr>),
    /// Binary operators.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a = b`, `a += b`
    Assign(Option<BinaryOp>, Box<Expr>, Box<Expr>),
    /// `c ? a : b`, and GNU's `c ?: b`.
    Conditional(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    /// `a, b`
    Comma(Box<Expr>, Box<Expr>),
    /// `(type) e`
    Cast(Box<TypeName>, Box<Expr>),
    /// `(type) { … }`
    CompoundLiteral(Box<TypeName>, Vec<InitializerItem>),
    /// `sizeof e`
    SizeofExpr(Box<Expr>),
    /// `sizeof(type)`
    SizeofType(Box<TypeName>),
    /// `__alignof__ e`, or `_Alignof e`, which is the same.
    AlignofExpr(Box<Expr>),
    /// `_Alignof(type)`; true is GNU's `__alignof__(type)`.
    AlignofType(Box<TypeName>, bool),
    /// `({ … })`
    StatementExpr(Box<Block>),
    /// `&&label`
    LabelAddress(Symbol),
    /// `_Generic(e, type: e, default: e)`; `None` is `default`.
    Generic(Box<Expr>, Vec<(Option<TypeName>, Expr)>),
    /// `__builtin_va_arg(list, type)`
    VaArg(Box<Expr>, Box<TypeName>),
    /// `__builtin_offsetof(type, path)`
    OffsetOf(Box<TypeName>, Vec<Designator>),
    /// `__builtin_types_compatible_p(a, b)`
    TypesCompatible(Box<TypeName>, Box<TypeName>),
    /// `__builtin_choose_expr(c, a, b)`
    ChooseExpr(Box<Expr>, Box<Expr>, Box<Expr>),
}
