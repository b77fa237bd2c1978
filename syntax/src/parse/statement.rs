//! Statements, blocks, and inline assembly.

use belnap_ir::span::Span;

use super::declare::Declaring;
use super::scope::Mark;
use super::tree::{Builder, Deep, E, Ident, List, Refused};
use crate::ast::{
    Asm, Block, BlockItem, Expr, For, ForInit, Statement, StatementKind, StringLiteral,
};
use crate::symbol::Symbol;

/// A statement and its depth.
pub type S = Deep<Box<Statement>>;

/// A statement without its body.
pub struct Head {
    kind: HeadKind,
    start: usize,
    depth: u32,
}

enum HeadKind {
    While(Expr),
    Switch(Expr),
    For(Box<ForHead>),
    Label(Ident),
    Case(Box<(Expr, Option<Expr>)>),
    Default,
}

struct ForHead {
    mark: Mark,
    init: ForInit,
    condition: Option<Expr>,
    step: Option<Expr>,
}

impl Head {
    /// `while (c)`
    pub fn while_loop(condition: E, start: usize) -> Self {
        Head { kind: HeadKind::While(condition.node), start, depth: condition.depth }
    }

    /// `switch (e)`
    pub fn switch(value: E, start: usize) -> Self {
        Head { kind: HeadKind::Switch(value.node), start, depth: value.depth }
    }

    /// `label:`
    pub fn label(label: Ident) -> Self {
        Head { kind: HeadKind::Label(label), start: label.1.start, depth: 0 }
    }

    /// `case low ... high:`
    pub fn case(low: E, high: Option<E>, start: usize) -> Self {
        let depth = low.depth.max(high.as_ref().map_or(0, |high| high.depth));
        let kind = HeadKind::Case(Box::new((low.node, high.map(|high| high.node))));
        Head { kind, start, depth }
    }

    /// `default:`
    pub fn default_case(start: usize) -> Self {
        Head { kind: HeadKind::Default, start, depth: 0 }
    }

    /// `for (init; condition; step)`; its scope was entered at `mark`.
    pub fn for_loop(
        mark: Mark,
        init: Deep<Box<ForInit>>,
        condition: Option<E>,
        step: Option<E>,
        start: usize,
    ) -> Self {
        let depth_of = |part: &Option<E>| part.as_ref().map_or(0, |part| part.depth);
        let depth = init.depth.max(depth_of(&condition)).max(depth_of(&step));
        let head = ForHead {
            mark,
            init: *init.node,
            condition: condition.map(|condition| condition.node),
            step: step.map(|step| step.node),
        };
        Head { kind: HeadKind::For(Box::new(head)), start, depth }
    }
}

/// The first part of a `for` loop.
pub fn for_declaration(declaring: Declaring) -> Refused<Deep<Box<ForInit>>> {
    Ok(declaring.finish()?.map(|declaration| Box::new(ForInit::Declaration(declaration))))
}

/// The first part of a `for` loop.
pub fn for_expression(init: Option<E>) -> Deep<Box<ForInit>> {
    match init {
        Some(init) => init.map(|init| Box::new(ForInit::Expr(Some(init)))),
        None => Deep::leaf(Box::new(ForInit::Expr(None))),
    }
}

/// A statement above parts of depth `below`.
pub fn statement(kind: StatementKind, below: u32, span: Span) -> Refused<S> {
    Deep::above(Box::new(Statement { kind, span }), below, span)
}

/// A statement without parts.
pub fn simple(kind: StatementKind, l: usize, r: usize) -> S {
    Deep::leaf(Box::new(Statement { kind, span: Span::new(l, r) }))
}

/// A statement with at most one expression.
pub fn with_expr(
    make: impl FnOnce(Option<Expr>) -> StatementKind,
    e: Option<E>,
    l: usize,
    r: usize,
) -> Refused<S> {
    match e {
        Some(e) => statement(make(Some(e.node)), e.depth, Span::new(l, r)),
        None => Ok(simple(make(None), l, r)),
    }
}

/// A statement in a block.
pub fn statement_item(s: S) -> Deep<BlockItem> {
    s.map(|s| BlockItem::Statement(*s))
}

/// Labels at the end of a block.
pub fn at_end(labels: Option<S>) -> List<BlockItem> {
    labels.map_or_else(List::empty, |labels| List::empty().with(statement_item(labels)))
}

/// `if (c) a else b`
pub fn conditional(condition: E, start: usize, a: S, b: Option<S>) -> Refused<S> {
    let end = b.as_ref().map_or(a.node.span.end, |b| b.node.span.end);
    let below = condition.depth.max(a.depth).max(b.as_ref().map_or(0, |b| b.depth));
    let kind = StatementKind::If(condition.node, a.node, b.map(|b| b.node));
    statement(kind, below, Span::new(start, end))
}

/// `do s while (c);`
pub fn do_while(body: S, condition: E, l: usize, r: usize) -> Refused<S> {
    let below = body.depth.max(condition.depth);
    let kind = StatementKind::DoWhile(body.node, condition.node);
    statement(kind, below, Span::new(l, r))
}

/// A block as a statement.
pub fn block_statement(block: Deep<Block>) -> Refused<S> {
    let span = block.node.span;
    statement(StatementKind::Block(block.node), block.depth, span)
}

impl Builder<'_> {
    /// A head with its body; leaves the scope of a `for` loop.
    pub fn under(&self, head: Head, body: S) -> Refused<S> {
        let span = Span::new(head.start, body.node.span.end);
        let below = head.depth.max(body.depth);
        let body = body.node;
        let kind = match head.kind {
            HeadKind::While(condition) => StatementKind::While(condition, body),
            HeadKind::Switch(value) => StatementKind::Switch(value, body),
            HeadKind::Label((label, at)) => StatementKind::Label(label, at, body),
            HeadKind::Default => StatementKind::Default(body),
            HeadKind::Case(values) => {
                let (low, high) = *values;
                StatementKind::Case(low, high, body)
            }
            HeadKind::For(head) => {
                let ForHead { mark, init, condition, step } = *head;
                self.names.leave(mark);
                StatementKind::For(Box::new(For { init, condition, step, body: *body }))
            }
        };
        statement(kind, below, span)
    }

    /// A head before a declaration or the end of a block labels an empty statement.
    pub fn under_nothing(&self, head: Head, at: usize) -> Refused<S> {
        self.under(head, simple(StatementKind::Expr(None), at, at))
    }

    /// A declaration in a block; attributes alone, as in `__attribute__((fallthrough));`, are an
    /// empty statement.
    pub fn declaration_item(&self, declaring: Declaring) -> Refused<Deep<BlockItem>> {
        if declaring.only_attributes() {
            let span = declaring.span();
            let empty = simple(StatementKind::Expr(None), span.start, span.end);
            return Ok(statement_item(empty));
        }
        Ok(declaring.finish()?.map(BlockItem::Declaration))
    }

    /// Labels and the declaration after them.
    pub fn labelled_item(
        &self,
        items: List<BlockItem>,
        (labels, declaring): (S, Declaring),
    ) -> Refused<List<BlockItem>> {
        Ok(items.with(statement_item(labels)).with(self.declaration_item(declaring)?))
    }

    /// `{ … }`; leaves its scope.
    pub fn block(
        &self,
        mark: Mark,
        local_labels: Vec<Symbol>,
        items: List<BlockItem>,
        span: Span,
    ) -> Refused<Deep<Block>> {
        self.names.leave(mark);
        Deep::above(Block { local_labels, items: items.node, span }, items.depth, span)
    }
}

/// The parts of an inline assembly so far.
#[derive(Default)]
pub struct AsmParts {
    outputs: Vec<Expr>,
    inputs: Vec<Expr>,
    labels: Vec<Symbol>,
    memory: bool,
    depth: u32,
}

impl AsmParts {
    /// With these operands.
    pub fn new(outputs: Option<List<Expr>>, inputs: Option<List<Expr>>) -> Box<Self> {
        let outputs = outputs.unwrap_or_else(List::empty);
        let inputs = inputs.unwrap_or_else(List::empty);
        let depth = outputs.depth.max(inputs.depth);
        let (outputs, inputs) = (outputs.node, inputs.node);
        Box::new(AsmParts { outputs, inputs, depth, ..AsmParts::default() })
    }

    /// With registers that are overwritten.
    pub fn clobbers(mut self: Box<Self>, clobbers: Option<Vec<StringLiteral>>) -> Box<Self> {
        self.memory = clobbers.iter().flatten().any(|clobber| words(clobber) == "memory");
        self
    }

    /// With labels it may jump to.
    pub fn labels(mut self: Box<Self>, labels: Option<Vec<Ident>>) -> Box<Self> {
        self.labels = labels.into_iter().flatten().map(|label| label.0).collect();
        self
    }

    /// The statement. As in gcc, one without outputs is volatile.
    pub fn finish(self, volatile: bool, l: usize, r: usize) -> Refused<S> {
        let asm = Asm {
            clobbers_memory: volatile || self.memory || self.outputs.is_empty(),
            outputs: self.outputs,
            inputs: self.inputs,
            labels: self.labels,
        };
        statement(StatementKind::Asm(asm), self.depth, Span::new(l, r))
    }
}

/// The text of a string literal.
pub fn words(literal: &StringLiteral) -> String {
    let bytes: Vec<u8> = literal.units.iter().map(|&unit| unit as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
