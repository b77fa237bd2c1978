//! Boolean programs: the syntax tree of the classic SLAM language and of our dialect.
//!
//! The tree keeps what a person wrote (structured statements, labels, annotations) so that
//! printing gives the program back. What a reader would guess wrong:
//!
//! * `*`, `?` and `choose(a,b)` mean *we do not know* in our dialect and *a real choice* in the
//!   classic one; `nondet` and `schoose[a,b]` are real choices in both, but in a classic file
//!   read as an abstraction `schoose` is unknown too. The tree does not decide: see
//!   [`BoolProgram::choices`].
//! * Uninitialised variables are arbitrary. In the classic dialect, and for plain names in ours,
//!   that is a real choice; a variable with a quoted name (`{x > 0}`) in our dialect is a
//!   *predicate* over some program, whose value is not known until it is assigned.
//! * `constrain` and `enforce` narrow only the may half in our dialect (they state facts the
//!   abstractor proved), and both halves in the classic one.
//! * In our dialect a labelled `return` of a `main` without results and a labelled `assert(false)`
//!   are themselves the places where an execution ends; elsewhere they lead there by a step.

use std::borrow::Cow;
use std::fmt;

use crate::ids::CfgEdgeId;
use crate::span::{SourceLine, Span};

/// Who wrote the file, and so what its choices mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Our dialect: first line `// belnap bp 1`.
    Belnap,
    /// SLAM's, SATABS's and Getafix's language: no header.
    Classic,
}

/// What `*` and its relatives mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StarMeaning {
    /// A fact the abstraction lost.
    Unknown,
    /// A choice the program really has.
    Choice,
}

/// A name: a plain identifier, or a quoted C expression without its braces.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Name {
    /// `lock`, `$b0`, `main$x`.
    Plain(String),
    /// `{x > 0}`: the text between the braces, white space normalised.
    Quoted(String),
}

impl Name {
    /// Whether the name is a quoted predicate.
    pub fn is_quoted(&self) -> bool {
        matches!(self, Name::Quoted(_))
    }
}

/// A label of a C program as it is written in our dialect: one that could be taken for a mark of
/// ours, `halted` or `enter$f`, has a `$` in front.
pub fn escaped_label(label: &str) -> Cow<'_, str> {
    match label == "halted" || label.starts_with("enter$") || label.starts_with('$') {
        true => Cow::Owned(format!("${label}")),
        false => Cow::Borrowed(label),
    }
}

/// The label of a C program that is written like this.
pub fn unescaped_label(written: &str) -> &str {
    written.strip_prefix('$').unwrap_or(written)
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Plain(name) => f.write_str(name),
            Name::Quoted(text) => write!(f, "{{{text}}}"),
        }
    }
}

/// A name with the place it stands at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: Name,
    /// Where it stands.
    pub span: Span,
}

/// A whole Boolean program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoolProgram {
    /// Who wrote it.
    pub dialect: Dialect,
    /// Global variables, in order of declaration. Names are distinct.
    pub globals: Vec<Ident>,
    /// `enforce` of the whole program; several lines are a conjunction.
    pub enforce: Vec<Expr>,
    /// Procedures; names are distinct, one is called `main`.
    pub procedures: Vec<Procedure>,
}

impl BoolProgram {
    /// What `*` means in this program unless told otherwise.
    pub fn choices(&self) -> StarMeaning {
        match self.dialect {
            Dialect::Belnap => StarMeaning::Unknown,
            Dialect::Classic => StarMeaning::Choice,
        }
    }

    /// The procedure with this name.
    pub fn procedure(&self, name: &Name) -> Option<&Procedure> {
        self.procedures.iter().find(|p| p.name.name == *name)
    }
}

/// A procedure of a Boolean program; execution begins in the one called `main`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// Its name.
    pub name: Ident,
    /// Declared with `dfs` (a search hint of other tools, without meaning for verdicts).
    pub dfs: bool,
    /// Number of values returned: 0 for `void`, 1 for `bool`, n for `bool<n>`.
    pub results: u32,
    /// Formal parameters, passed by value; distinct from each other and from locals.
    pub params: Vec<Ident>,
    /// Local variables. A local may shadow a global.
    pub locals: Vec<Ident>,
    /// `enforce` of this procedure; several lines are a conjunction.
    pub enforce: Vec<Expr>,
    /// Statements in order. Falling off the end returns (arbitrary values if `results` > 0).
    pub body: Vec<Stmt>,
    /// The header, for messages.
    pub span: Span,
}

/// What a statement abstracts: the `//@ e12 file.c:4  text` annotation after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The CFG edge.
    pub edge: Option<CfgEdgeId>,
    /// The source line.
    pub source: Option<SourceLine>,
    /// The source text, one line, trimmed.
    pub text: Option<String>,
}

/// A statement with its labels and annotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// Labels in order; distinct within a procedure.
    pub labels: Vec<Ident>,
    /// What it does.
    pub kind: StmtKind,
    /// `action a`: others may take part in the step, and can prevent it. Of `skip`, assignments and
    /// `assume` in our dialect.
    pub action: Option<Name>,
    /// What it abstracts.
    pub origin: Option<Origin>,
    /// Where it stands, without labels; of `if` and `while` the head, up to `then` or `do`.
    pub span: Span,
}

/// Kinds of statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// `skip`.
    Skip,
    /// `goto a, b`: a real choice among the targets. At least one; all defined in the procedure.
    Goto(Vec<Ident>),
    /// `x, y := e1, e2 constrain e assume(g)`. As many targets as values; targets distinct,
    /// except `_`.
    Assign {
        /// Assigned variables; `None` is `_`.
        targets: Vec<Option<Ident>>,
        /// Values, all evaluated before any is stored.
        values: Vec<Expr>,
        /// Relation between before and after (`'x`) that the step satisfies.
        constrain: Option<Expr>,
        /// The step exists only where this holds before it; our dialect only.
        assume: Option<Expr>,
    },
    /// `x, _ := f(e)` or `f(e)` (no targets).
    Call {
        /// Variables for the results; `None` is `_`. Either none at all or one per result.
        targets: Vec<Option<Ident>>,
        /// The callee.
        callee: Ident,
        /// Actual parameters.
        args: Vec<Expr>,
    },
    /// `return e1, e2`: as many values as the procedure has results.
    Return(Vec<Expr>),
    /// `if (c) then … elsif (c) then … else … fi`.
    If {
        /// Conditions with their branches; at least one.
        branches: Vec<(Expr, Vec<Stmt>)>,
        /// The `else` branch.
        otherwise: Option<Vec<Stmt>>,
    },
    /// `while (c) do … od`.
    While {
        /// The condition.
        condition: Expr,
        /// The body.
        body: Vec<Stmt>,
    },
    /// `assert(e)`: ends in a failure if `e` is false.
    Assert(Expr),
    /// `assume(e)`: the execution exists only if `e` is true.
    Assume(Expr),
    /// `print(e, …)`: no effect on the state.
    Print(Vec<Expr>),
}

/// A (partial) Boolean expression.
///
/// Conjunctions and disjunctions are n-ary (at least two operands), so that long chains are not
/// deep. The depth of an expression is at most [`MAX_NESTING`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// `T`, `1`, `true`; `F`, `0`, `false`.
    Const(bool),
    /// A variable.
    Var(Ident),
    /// `'x`, the value after the step; only inside `constrain`.
    Next(Ident),
    /// `*` or `?`.
    Star(Span),
    /// `nondet`: a real choice (our dialect).
    Nondet(Span),
    /// `choose(q, r)`: true if q, false if r, else as `*`.
    Choose(Box<Expr>, Box<Expr>),
    /// `schoose[q, r]`: true if q, false if r, else a real choice.
    Schoose(Box<Expr>, Box<Expr>),
    /// `!e`, `~e`.
    Not(Box<Expr>),
    /// `a & b & …`.
    And(Vec<Expr>),
    /// `a | b | …`.
    Or(Vec<Expr>),
    /// `a ^ b` or `a != b`: printed `!=`.
    Ne(Box<Expr>, Box<Expr>),
    /// `a = b`.
    Eq(Box<Expr>, Box<Expr>),
    /// `a => b`.
    Implies(Box<Expr>, Box<Expr>),
}

/// Text readers refuse deeper nesting of expressions, statements and formulas, so that every
/// later traversal may recurse.
pub const MAX_NESTING: usize = 400;
