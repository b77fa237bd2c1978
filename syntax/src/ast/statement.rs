//! Statements.

use belnap_ir::span::Span;

use super::{Declaration, Expr, FunctionDefinition, StaticAssert};
use crate::symbol::Symbol;

/// `{ … }`
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// GNU `__label__ a, b;`
    pub local_labels: Vec<Symbol>,
    /// Declarations and statements.
    pub items: Vec<BlockItem>,
    /// From brace to brace.
    pub span: Span,
}

/// Something in a block.
#[derive(Clone, Debug, PartialEq)]
pub enum BlockItem {
    /// A declaration.
    Declaration(Declaration),
    /// A GNU nested function.
    Function(Box<FunctionDefinition>),
    /// A statement.
    Statement(Statement),
    /// `_Static_assert`.
    StaticAssert(StaticAssert),
}

/// A statement of C, with its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// The statement.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `e;` or `;`
    Expr(Option<Expr>),
    /// `{ … }`
    Block(Block),
    /// `if (c) a else b`
    If(Expr, Box<Statement>, Option<Box<Statement>>),
    /// `switch (e) s`
    Switch(Expr, Box<Statement>),
    /// `while (c) s`
    While(Expr, Box<Statement>),
    /// `do s while (c);`
    DoWhile(Box<Statement>, Expr),
    /// `for (init; c; step) s`
    For(Box<For>),
    /// `goto l;`
    Goto(Symbol, Span),
    /// `goto *e;`
    ComputedGoto(Expr),
    /// `continue;`
    Continue,
    /// `break;`
    Break,
    /// `return e;`
    Return(Option<Expr>),
    /// `l: s`; a label at the end of a block labels an empty statement.
    Label(Symbol, Span, Box<Statement>),
    /// `case low ... high: s`
    Case(Expr, Option<Expr>, Box<Statement>),
    /// `default: s`
    Default(Box<Statement>),
    /// Inline assembly.
    Asm(Asm),
}

/// The parts of a `for` loop.
#[derive(Clone, Debug, PartialEq)]
pub struct For {
    /// Before the loop.
    pub init: ForInit,
    /// The condition.
    pub condition: Option<Expr>,
    /// After each round.
    pub step: Option<Expr>,
    /// The body.
    pub body: Statement,
}

/// The first part of a `for` loop.
#[derive(Clone, Debug, PartialEq)]
pub enum ForInit {
    /// Nothing or an expression.
    Expr(Option<Expr>),
    /// A declaration.
    Declaration(Declaration),
}

/// Inline assembly: only what it can read and write matters to us.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asm {
    /// Expressions it assigns.
    pub outputs: Vec<Expr>,
    /// Expressions it reads.
    pub inputs: Vec<Expr>,
    /// It is `volatile` or clobbers memory.
    pub clobbers_memory: bool,
    /// Labels of `asm goto`.
    pub labels: Vec<Symbol>,
}
