//! From what the grammar sees to the tree: declarations are gathered, constructs that other tools
//! have and the tree has not are rewritten, and no expression grows deeper than [`MAX_NESTING`].

use std::collections::HashSet;

use belnap_ir::boolprog::{
    BoolProgram, Dialect, Expr, Ident, MAX_NESTING, Name, Procedure, Stmt, StmtKind,
};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::span::Span;

use super::lexer::{threads, too_deep};

type Refused<T> = Result<T, Box<Diagnostic>>;

fn refuse(rule: &'static str, span: Span, message: &str, note: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::at(rule, span, message).note(note))
}

/// A declared variable with its initial value, if it has one.
pub struct Declared {
    /// The variable.
    pub name: Ident,
    /// What it starts with.
    pub value: Option<Expr>,
}

/// What may stand between `begin` and `end`.
pub enum Item {
    /// A statement.
    Stmt(Box<Stmt>),
    /// `decl x, y := T;`
    Declaration {
        /// Labels before it.
        labels: Vec<Ident>,
        /// What it declares.
        declared: Vec<Declared>,
        /// Where it stands.
        span: Span,
    },
    /// `enforce e;`
    Enforce(Expr, Span),
    /// A stray `;`.
    Empty,
}

impl Item {
    /// A labelled statement. Some tools repeat a label on one statement; once is enough.
    pub fn statement(
        labels: Vec<Ident>,
        (kind, action, span): (StmtKind, Option<Name>, Span),
    ) -> Item {
        let labels = without_repeats(labels);
        Item::Stmt(Box::new(Stmt { labels, kind, action, origin: None, span }))
    }
}

fn without_repeats(labels: Vec<Ident>) -> Vec<Ident> {
    if labels.len() < 2 {
        return labels;
    }
    let mut seen = HashSet::new();
    labels.into_iter().filter(|label| seen.insert(label.name.clone())).collect()
}

/// The loosest operator of an expression that no parentheses enclose, as far as tools disagree
/// about it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bare {
    Equality,
    Xor,
    Implies,
    Other,
}

/// An expression during parsing.
pub struct Parsed {
    /// The expression.
    pub expr: Expr,
    depth: usize,
    bare: Bare,
}

impl Parsed {
    /// An expression without parts.
    pub fn leaf(expr: Expr) -> Parsed {
        Parsed { expr, depth: 1, bare: Bare::Other }
    }

    /// `0` or `1`.
    pub fn digit(text: &str, span: Span) -> Refused<Parsed> {
        match text {
            "0" => Ok(Parsed::leaf(Expr::Const(false))),
            "1" => Ok(Parsed::leaf(Expr::Const(true))),
            _ => {
                let message = format!("`{text}` is not a truth value");
                Err(refuse("bp-syntax", span, &message, "the constants are `0` and `1`"))
            }
        }
    }

    /// `(e)`.
    pub fn parenthesised(mut self) -> Parsed {
        self.bare = Bare::Other;
        self
    }

    fn node(expr: Expr, below: usize, bare: Bare, operator: Span) -> Refused<Parsed> {
        if below >= MAX_NESTING {
            return Err(too_deep(operator, "expressions"));
        }
        Ok(Parsed { expr, depth: below + 1, bare })
    }

    /// `!e`.
    pub fn not(e: Parsed, operator: Span) -> Refused<Parsed> {
        Parsed::node(Expr::Not(Box::new(e.expr)), e.depth, Bare::Other, operator)
    }

    fn pair(
        build: fn(Box<Expr>, Box<Expr>) -> Expr,
        a: Parsed,
        b: Parsed,
        bare: Bare,
        operator: Span,
    ) -> Refused<Parsed> {
        let below = a.depth.max(b.depth);
        Parsed::node(build(Box::new(a.expr), Box::new(b.expr)), below, bare, operator)
    }

    /// `choose(a, b)`.
    pub fn choose(a: Parsed, b: Parsed, operator: Span) -> Refused<Parsed> {
        Parsed::pair(Expr::Choose, a, b, Bare::Other, operator)
    }

    /// `schoose[a, b]`.
    pub fn schoose(a: Parsed, b: Parsed, operator: Span) -> Refused<Parsed> {
        Parsed::pair(Expr::Schoose, a, b, Bare::Other, operator)
    }
}

/// Gathers a program while it is parsed.
pub struct Builder {
    program: BoolProgram,
    /// Assignments of the initial values of globals.
    initial: Vec<Stmt>,
    /// Locals of the procedure being read.
    locals: Vec<Ident>,
    warnings: Vec<Diagnostic>,
}

impl Builder {
    /// Nothing read yet.
    pub fn new(dialect: Dialect) -> Builder {
        Builder {
            program: BoolProgram {
                dialect,
                globals: Vec::new(),
                enforce: Vec::new(),
                procedures: Vec::new(),
            },
            initial: Vec::new(),
            locals: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// The procedures read.
    pub fn procedures(&mut self) -> &mut [Procedure] {
        &mut self.program.procedures
    }

    /// The program and the warnings, once everything is read.
    pub fn finish(mut self) -> (BoolProgram, Vec<Diagnostic>) {
        let main = Name::Plain("main".to_owned());
        if let Some(main) = self.program.procedures.iter_mut().find(|p| p.name.name == main) {
            main.body.splice(0..0, self.initial);
        }
        if self.program.dialect == Dialect::Classic {
            complete(&mut self.program);
        }
        (self.program, self.warnings)
    }

    /// A plain name.
    pub fn plain(name: &str, start: usize, end: usize) -> Ident {
        Ident { name: Name::Plain(name.to_owned()), span: Span::new(start, end) }
    }

    /// A quoted name.
    pub fn quoted(name: String, start: usize, end: usize) -> Ident {
        Ident { name: Name::Quoted(name), span: Span::new(start, end) }
    }

    /// A label, unless it starts a thread.
    pub fn label(name: Ident) -> Refused<Ident> {
        match &name.name {
            Name::Plain(text) if text.starts_with("ASYNC_") => {
                Err(threads(name.span, &format!("the label `{text}` starts a thread")))
            }
            _ => Ok(name),
        }
    }

    /// The `n` of `bool<n>`.
    pub fn results(n: &str, span: Span) -> Refused<u32> {
        match n.parse() {
            Ok(n) if (1..=u32::from(u16::MAX)).contains(&n) => Ok(n),
            _ => {
                let message = format!("a procedure cannot have {n} results");
                Err(refuse("bp-syntax", span, &message, "write `void` for none, else 1 to 65535"))
            }
        }
    }

    /// `abortif`: no tool we know gives it a meaning, and guessing one could change a verdict.
    pub fn abortif(span: Span) -> Box<Diagnostic> {
        refuse(
            "bp-abortif",
            span,
            "`abortif` is not supported: tools that read it do not agree on its meaning",
            "write `assert(!(e));` if the program must never get here with `e`, \
             `assume(!(e));` if such executions do not count",
        )
    }

    /// `constrain e;` as a statement (Getafix): a step of all variables. Its targets are filled in
    /// by [`Builder::finish`], when all variables are known.
    pub fn lone_constrain(&self, relation: Expr, span: Span) -> Refused<StmtKind> {
        match self.program.dialect {
            Dialect::Classic => Ok(StmtKind::Assign {
                targets: Vec::new(),
                values: Vec::new(),
                constrain: Some(relation),
                assume: None,
            }),
            Dialect::Belnap => Err(refuse(
                "bp-syntax",
                span,
                "`constrain` cannot stand alone",
                "it follows an assignment: `x, y := *, * constrain (e);`",
            )),
        }
    }

    /// `decl` of the program.
    pub fn globals(&mut self, declared: Vec<Declared>) {
        for Declared { name, value } in declared {
            if let Some(value) = value {
                self.initial.push(assignment(vec![(name.clone(), value)], name.span));
            }
            self.program.globals.push(name);
        }
    }

    /// `enforce` of the program.
    pub fn program_enforce(&mut self, invariant: Expr) {
        self.program.enforce.push(invariant);
    }

    /// The statements of a branch or loop.
    pub fn block(&mut self, items: Vec<Item>, last: Option<Item>) -> Refused<Vec<Stmt>> {
        let mut body = Vec::with_capacity(items.len() + 1);
        for item in items.into_iter().chain(last) {
            match item {
                Item::Stmt(stmt) => body.push(*stmt),
                Item::Declaration { labels, declared, span } => {
                    body.push(self.declaration(labels, declared, span));
                }
                Item::Enforce(_, span) => {
                    return Err(refuse(
                        "bp-enforce-place",
                        span,
                        "`enforce` must come before the first statement of its procedure",
                        "it holds in the whole procedure",
                    ));
                }
                Item::Empty => {}
            }
        }
        Ok(body)
    }

    /// A declaration among statements: executing it makes its variables arbitrary again.
    fn declaration(&mut self, labels: Vec<Ident>, declared: Vec<Declared>, span: Span) -> Stmt {
        let dialect = self.program.dialect;
        let mut assigned = Vec::with_capacity(declared.len());
        for Declared { name, value } in declared {
            self.locals.push(name.clone());
            let arbitrary = || match dialect {
                Dialect::Belnap if !name.name.is_quoted() => Expr::Nondet(span),
                _ => Expr::Star(span),
            };
            let value = value.unwrap_or_else(arbitrary);
            assigned.push((name, value));
        }
        let mut stmt = assignment(assigned, span);
        stmt.labels = without_repeats(labels);
        stmt
    }

    /// A whole procedure.
    #[allow(clippy::too_many_arguments)]
    pub fn procedure(
        &mut self,
        span: Span,
        dfs: bool,
        results: u32,
        name: Ident,
        params: Vec<Ident>,
        items: Vec<Item>,
        last: Option<Item>,
    ) -> Refused<()> {
        let mut enforce = Vec::new();
        let mut body = Vec::new();
        let mut items = items.into_iter().peekable();
        while let Some(item) = items.next_if(|item| match item {
            Item::Stmt(_) => false,
            Item::Declaration { labels, .. } => labels.is_empty(),
            Item::Enforce(..) | Item::Empty => true,
        }) {
            match item {
                Item::Enforce(invariant, _) => enforce.push(invariant),
                Item::Declaration { declared, .. } => {
                    for Declared { name, value } in declared {
                        if let Some(value) = value {
                            body.push(assignment(vec![(name.clone(), value)], name.span));
                        }
                        self.locals.push(name);
                    }
                }
                Item::Stmt(_) | Item::Empty => {}
            }
        }
        body.append(&mut self.block(items.collect(), last)?);
        let mut locals = std::mem::take(&mut self.locals);
        locals.sort_by_key(|local| local.span.start);
        self.program.procedures.push(Procedure {
            name,
            dfs,
            results,
            params,
            locals,
            enforce,
            body,
            span,
        });
        Ok(())
    }

    fn warn_if(&mut self, warn: bool, operator: Span) {
        const EXAMPLES: &str = "`a = b & c` is `(a = b) & c` here and `a = (b & c)` in SATABS; \
                                `a => b => c` is `a => (b => c)` here and `(a => b) => c` in Getafix";
        if warn {
            self.warnings.push(
                Diagnostic::at(
                    "bp-precedence",
                    operator,
                    "tools disagree about the precedence here; parentheses would settle it",
                )
                .warning()
                .note(EXAMPLES),
            );
        }
    }

    fn chain(
        &mut self,
        first: Parsed,
        rest: Vec<(usize, Parsed)>,
        build: fn(Vec<Expr>) -> Expr,
    ) -> Refused<Parsed> {
        let operator = rest.first().map_or(0, |(at, _)| *at);
        let operator = Span::new(operator, operator + 1);
        let mut below = first.depth;
        let mut mixed = first.bare != Bare::Other;
        let mut operands = Vec::with_capacity(rest.len() + 1);
        operands.push(first.expr);
        for (_, operand) in rest {
            below = below.max(operand.depth);
            mixed |= operand.bare != Bare::Other;
            operands.push(operand.expr);
        }
        self.warn_if(mixed, operator);
        Parsed::node(build(operands), below, Bare::Other, operator)
    }

    /// `a & b & …`.
    pub fn and(&mut self, first: Parsed, rest: Vec<(usize, Parsed)>) -> Refused<Parsed> {
        self.chain(first, rest, Expr::And)
    }

    /// `a | b | …`.
    pub fn or(&mut self, first: Parsed, rest: Vec<(usize, Parsed)>) -> Refused<Parsed> {
        self.chain(first, rest, Expr::Or)
    }

    /// `a => b`.
    pub fn implies(&mut self, a: Parsed, b: Parsed, operator: Span) -> Refused<Parsed> {
        self.warn_if(a.bare == Bare::Equality || b.bare == Bare::Implies, operator);
        Parsed::pair(Expr::Implies, a, b, Bare::Implies, operator)
    }

    /// `a ^ b`. Mixing with `=` is harmless: both are associative together.
    pub fn xor(&mut self, a: Parsed, b: Parsed, operator: Span) -> Refused<Parsed> {
        Parsed::pair(Expr::Ne, a, b, Bare::Xor, operator)
    }

    /// `a = b`.
    pub fn equal(&mut self, a: Parsed, b: Parsed, operator: Span) -> Refused<Parsed> {
        Parsed::pair(Expr::Eq, a, b, Bare::Equality, operator)
    }

    /// `a != b`.
    pub fn not_equal(&mut self, a: Parsed, b: Parsed, operator: Span) -> Refused<Parsed> {
        Parsed::pair(Expr::Ne, a, b, Bare::Equality, operator)
    }
}

fn assignment(assigned: Vec<(Ident, Expr)>, span: Span) -> Stmt {
    let (targets, values) = assigned.into_iter().map(|(name, value)| (Some(name), value)).unzip();
    let kind = StmtKind::Assign { targets, values, constrain: None, assume: None };
    Stmt { labels: Vec::new(), kind, action: None, origin: None, span }
}

/// Writes out what classic files leave open: a bare `return` of a procedure with results returns
/// arbitrary values, and a lone `constrain` assigns arbitrary values to all variables in scope.
fn complete(program: &mut BoolProgram) {
    for procedure in &mut program.procedures {
        let own: HashSet<&Name> =
            procedure.params.iter().chain(&procedure.locals).map(|ident| &ident.name).collect();
        let globals = program.globals.iter().filter(|global| !own.contains(&global.name));
        let scope: Vec<&Ident> =
            globals.chain(&procedure.params).chain(&procedure.locals).collect();
        complete_block(&mut procedure.body, procedure.results as usize, &scope);
    }
}

fn complete_block(body: &mut [Stmt], results: usize, scope: &[&Ident]) {
    for stmt in body {
        match &mut stmt.kind {
            StmtKind::Return(values) if values.is_empty() => {
                values.resize(results, Expr::Star(stmt.span));
            }
            StmtKind::Assign { targets, values, .. } if targets.is_empty() => {
                targets.extend(scope.iter().map(|ident| Some((*ident).clone())));
                values.resize(scope.len(), Expr::Star(stmt.span));
            }
            StmtKind::If { branches, otherwise } => {
                for block in branches.iter_mut().map(|(_, block)| block).chain(otherwise) {
                    complete_block(block, results, scope);
                }
            }
            StmtKind::While { body, .. } => complete_block(body, results, scope),
            _ => {}
        }
    }
}
