//! Nodes of the tree with their depth, and expressions.
//!
//! Later stages walk trees by recursion, and so does freeing one; every node is therefore built
//! here or in the neighbouring modules with its depth, and none becomes deeper than
//! [`MAX_NESTING`].

use std::cell::RefCell;

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::span::Span;

use super::MAX_NESTING;
use super::lexer::too_deep;
use super::scope::Names;
use crate::ast::{
    BinaryOp, Designator, Expr, ExprKind, Initializer, InitializerItem, IntLiteral, StaticAssert,
    StringLiteral, TypeName, UnaryOp,
};
use crate::symbol::Symbol;

/// Something, or why there is none.
pub type Refused<T> = Result<T, Box<Diagnostic>>;

/// A part of the tree and the depth of the deepest path through it.
pub struct Deep<T> {
    /// The part.
    pub node: T,
    /// Its depth; a leaf has none.
    pub depth: u32,
}

/// Parts in order of the text.
pub type List<T> = Deep<Vec<T>>;

/// An expression and its depth.
pub type E = Deep<Expr>;

/// An identifier at its place.
pub type Ident = (Symbol, Span);

/// A type name and its depth.
pub type Ty = Deep<Box<TypeName>>;

impl<T> Deep<T> {
    /// Something without depth.
    pub fn leaf(node: T) -> Self {
        Deep { node, depth: 0 }
    }

    /// The same depth around something else.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Deep<U> {
        Deep { node: f(self.node), depth: self.depth }
    }

    /// One level above parts of depth `below`, at `span`.
    pub fn above(node: T, below: u32, span: Span) -> Refused<Self> {
        if below >= MAX_NESTING {
            return Err(too_deep(span, "what starts here is"));
        }
        Ok(Deep { node, depth: below + 1 })
    }
}

impl<T> List<T> {
    /// Nothing.
    pub fn empty() -> Self {
        Deep::leaf(Vec::new())
    }

    /// With one more at the end.
    pub fn with(mut self, item: Deep<T>) -> Self {
        self.depth = self.depth.max(item.depth);
        self.node.push(item.node);
        self
    }

    /// With all of another list at the end.
    pub fn and(mut self, other: List<T>) -> Self {
        self.depth = self.depth.max(other.depth);
        if self.node.is_empty() {
            self.node = other.node;
        } else {
            self.node.extend(other.node);
        }
        self
    }
}

/// Something that lists between commas are made of.
pub trait Part: Sized {
    /// Several of them.
    type List;

    /// The list of this one.
    fn first(self) -> Self::List;

    /// The list with this one at its end.
    fn after(self, list: Self::List) -> Self::List;
}

/// Several of a part.
pub type Gathered<P> = <P as Part>::List;

impl<T> Part for Deep<T> {
    type List = List<T>;

    fn first(self) -> List<T> {
        self.after(List::empty())
    }

    fn after(self, list: List<T>) -> List<T> {
        list.with(self)
    }
}

impl<T> Part for Box<Deep<T>> {
    type List = List<T>;

    fn first(self) -> List<T> {
        self.after(List::empty())
    }

    fn after(self, list: List<T>) -> List<T> {
        list.with(*self)
    }
}

impl Part for Ident {
    type List = Vec<Ident>;

    fn first(self) -> Vec<Ident> {
        vec![self]
    }

    fn after(self, mut list: Vec<Ident>) -> Vec<Ident> {
        list.push(self);
        list
    }
}

impl Part for Box<StringLiteral> {
    type List = Vec<StringLiteral>;

    fn first(self) -> Self::List {
        vec![*self]
    }

    fn after(self, mut list: Self::List) -> Self::List {
        list.push(*self);
        list
    }
}

/// Operators and operands whose grouping is not known yet; chains inside chains are on top.
#[derive(Default)]
struct Chains {
    operands: Vec<E>,
    operators: Vec<BinaryOp>,
}

/// A chain of binary operators under construction: the number of operators below it.
#[derive(Clone, Copy)]
pub struct Chain(usize);

/// What the grammar's actions need: the text, the scopes, and room for operator chains.
pub struct Builder<'a> {
    /// The text that is read.
    pub text: &'a str,
    /// Identifiers and scopes.
    pub names: &'a Names<'a>,
    chains: RefCell<Chains>,
}

impl<'a> Builder<'a> {
    /// A builder for `text`.
    pub fn new(text: &'a str, names: &'a Names<'a>) -> Self {
        Builder { text, names, chains: RefCell::default() }
    }

    /// `a op b`, of which more may follow.
    pub fn chain(&self, a: E, op: BinaryOp, b: E) -> Chain {
        let mut chains = self.chains.borrow_mut();
        let below = chains.operators.len();
        chains.operands.push(a);
        chains.operators.push(op);
        chains.operands.push(b);
        Chain(below)
    }

    /// `… op b`
    pub fn extend_chain(&self, chain: Chain, op: BinaryOp, b: E) -> Refused<Chain> {
        let mut chains = self.chains.borrow_mut();
        chains.group(chain.0, precedence(op))?;
        chains.operators.push(op);
        chains.operands.push(b);
        Ok(chain)
    }

    /// The chain as an expression.
    pub fn finish_chain(&self, chain: Chain) -> Refused<E> {
        let mut chains = self.chains.borrow_mut();
        chains.group(chain.0, 0)?;
        match chains.operands.pop() {
            Some(expr) => Ok(expr),
            None => Err(Box::new(Diagnostic::at("c-syntax", Span::default(), "an empty chain"))),
        }
    }
}

impl Chains {
    /// Groups the operators above `below` that bind at least as tightly as `binding`.
    fn group(&mut self, below: usize, binding: u8) -> Refused<()> {
        while self.operators.len() > below {
            let Some(&op) = self.operators.last() else { break };
            if precedence(op) < binding {
                break;
            }
            self.operators.pop();
            if let (Some(b), Some(a)) = (self.operands.pop(), self.operands.pop()) {
                self.operands.push(binary(op, a, b)?);
            }
        }
        Ok(())
    }
}

/// How tightly an operator binds.
fn precedence(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 10,
        BinaryOp::Add | BinaryOp::Sub => 9,
        BinaryOp::Shl | BinaryOp::Shr => 8,
        BinaryOp::Less | BinaryOp::Greater | BinaryOp::LessEqual | BinaryOp::GreaterEqual => 7,
        BinaryOp::Equal | BinaryOp::NotEqual => 6,
        BinaryOp::BitAnd => 5,
        BinaryOp::BitXor => 4,
        BinaryOp::BitOr => 3,
        BinaryOp::And => 2,
        BinaryOp::Or => 1,
    }
}

fn join(a: &E, b: &E) -> (Span, u32) {
    (Span::new(a.node.span.start, b.node.span.end), a.depth.max(b.depth))
}

fn binary(op: BinaryOp, a: E, b: E) -> Refused<E> {
    let (span, below) = join(&a, &b);
    expr(ExprKind::Binary(op, Box::new(a.node), Box::new(b.node)), below, span)
}

/// An expression above parts of depth `below`.
pub fn expr(kind: ExprKind, below: u32, span: Span) -> Refused<E> {
    Deep::above(Expr { kind, span }, below, span)
}

/// An expression without parts.
pub fn leaf(kind: ExprKind, start: usize, end: usize) -> E {
    Deep::leaf(Expr { kind, span: Span::new(start, end) })
}

/// The same expression in parentheses.
pub fn parenthesise(mut e: E, start: usize, end: usize) -> E {
    e.node.span = Span::new(start, end);
    e
}

/// An expression around one other, which ends (prefix) or starts (postfix) with it.
pub fn wrap(make: impl FnOnce(Box<Expr>) -> ExprKind, e: E, l: usize, r: usize) -> Refused<E> {
    expr(make(Box::new(e.node)), e.depth, Span::new(l, r))
}

/// A prefix or postfix operator.
pub fn unary(op: UnaryOp, e: E, l: usize, r: usize) -> Refused<E> {
    wrap(|e| ExprKind::Unary(op, e), e, l, r)
}

/// `++e`, `e--` and the others.
pub fn increment(down: bool, prefix: bool) -> UnaryOp {
    match (down, prefix) {
        (false, true) => UnaryOp::PreIncrement,
        (true, true) => UnaryOp::PreDecrement,
        (false, false) => UnaryOp::PostIncrement,
        (true, false) => UnaryOp::PostDecrement,
    }
}

/// `f(a, b)`
pub fn call(f: E, arguments: Option<List<Expr>>, end: usize) -> Refused<E> {
    let arguments = arguments.unwrap_or_else(List::empty);
    let span = Span::new(f.node.span.start, end);
    let below = f.depth.max(arguments.depth);
    expr(ExprKind::Call(Box::new(f.node), arguments.node), below, span)
}

/// `a[i]`
pub fn index(a: E, i: E, end: usize) -> Refused<E> {
    let span = Span::new(a.node.span.start, end);
    let below = a.depth.max(i.depth);
    expr(ExprKind::Index(Box::new(a.node), Box::new(i.node)), below, span)
}

/// `a = b`, `a += b`
pub fn assign(op: Option<BinaryOp>, a: E, b: E) -> Refused<E> {
    let (span, below) = join(&a, &b);
    expr(ExprKind::Assign(op, Box::new(a.node), Box::new(b.node)), below, span)
}

/// `a, b`
pub fn comma(a: E, b: E) -> Refused<E> {
    let (span, below) = join(&a, &b);
    expr(ExprKind::Comma(Box::new(a.node), Box::new(b.node)), below, span)
}

/// `c ? a : b`
pub fn conditional(c: E, a: Option<E>, b: E) -> Refused<E> {
    let (span, below) = join(&c, &b);
    let below = below.max(a.as_ref().map_or(0, |a| a.depth));
    let a = a.map(|a| Box::new(a.node));
    expr(ExprKind::Conditional(Box::new(c.node), a, Box::new(b.node)), below, span)
}

/// `(type) e`
pub fn cast(ty: Ty, e: E, start: usize) -> Refused<E> {
    let span = Span::new(start, e.node.span.end);
    let below = ty.depth.max(e.depth);
    expr(ExprKind::Cast(ty.node, Box::new(e.node)), below, span)
}

/// `(type) { … }`
pub fn compound_literal(ty: Ty, items: List<InitializerItem>, span: Span) -> Refused<E> {
    let below = ty.depth.max(items.depth);
    expr(ExprKind::CompoundLiteral(ty.node, items.node), below, span)
}

/// `_Generic(e, …)`
pub fn generic(e: E, associations: List<(Option<TypeName>, Expr)>, span: Span) -> Refused<E> {
    let below = e.depth.max(associations.depth);
    expr(ExprKind::Generic(Box::new(e.node), associations.node), below, span)
}

/// `type: e` of a `_Generic`.
pub fn association(ty: Option<Ty>, e: E) -> Deep<(Option<TypeName>, Expr)> {
    let depth = e.depth.max(ty.as_ref().map_or(0, |ty| ty.depth));
    Deep { node: (ty.map(|ty| *ty.node), e.node), depth }
}

/// `__builtin_choose_expr(c, a, b)`
pub fn choose(c: E, a: E, b: E, span: Span) -> Refused<E> {
    let below = c.depth.max(a.depth).max(b.depth);
    let kind = ExprKind::ChooseExpr(Box::new(c.node), Box::new(a.node), Box::new(b.node));
    expr(kind, below, span)
}

/// `__builtin_va_arg(e, type)`
pub fn va_arg(e: E, ty: Ty, span: Span) -> Refused<E> {
    let below = e.depth.max(ty.depth);
    expr(ExprKind::VaArg(Box::new(e.node), ty.node), below, span)
}

/// `__builtin_offsetof(type, path)`
pub fn offset_of(ty: Ty, path: List<Designator>, span: Span) -> Refused<E> {
    let below = ty.depth.max(path.depth);
    expr(ExprKind::OffsetOf(ty.node, path.node), below, span)
}

/// The `[0]` that `->` means in the path of `offsetof`.
pub fn first_element(at: usize) -> Deep<Designator> {
    let zero = IntLiteral { value: 0, unsigned: false, longs: 0, decimal: true };
    leaf(ExprKind::Int(zero), at, at).map(Designator::Index)
}

/// `__builtin_types_compatible_p(s, t)`
pub fn types_compatible(s: Ty, t: Ty, span: Span) -> Refused<E> {
    let below = s.depth.max(t.depth);
    expr(ExprKind::TypesCompatible(s.node, t.node), below, span)
}

/// `{ … }` as an initial value.
pub fn initializer_list(items: List<InitializerItem>, span: Span) -> Refused<Deep<Initializer>> {
    Deep::above(Initializer::List(items.node, span), items.depth, span)
}

/// One element of an initializer list.
pub fn item(designators: List<Designator>, value: Deep<Initializer>) -> Deep<InitializerItem> {
    let depth = designators.depth.max(value.depth);
    Deep { node: InitializerItem { designators: designators.node, value: value.node }, depth }
}

/// `_Static_assert(condition, "message");`
pub fn static_assert(condition: E, message: Option<String>, span: Span) -> Deep<Box<StaticAssert>> {
    condition.map(|condition| Box::new(StaticAssert { condition, message, span }))
}
