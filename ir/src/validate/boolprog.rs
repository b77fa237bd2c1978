//! The rules of Boolean programs.
//!
//! | rule | invariant |
//! |---|---|
//! | `bp-main` | there is a procedure `main` |
//! | `bp-main-called` | `main` is not called |
//! | `bp-procedure-distinct` | procedures have distinct names |
//! | `bp-global-distinct` | globals have distinct names |
//! | `bp-param-distinct` | parameters of a procedure have distinct names |
//! | `bp-local-distinct` | locals differ from each other and from the parameters |
//! | `bp-label-distinct` | labels of a procedure are distinct |
//! | `bp-label-defined` | a `goto` names labels of its own procedure |
//! | `bp-variable-defined` | a variable is a global, or a parameter or local of the procedure |
//! | `bp-procedure-defined` | a called procedure exists |
//! | `bp-call-args` | a call has one argument per parameter |
//! | `bp-call-results` | a call has one target per result, or no target |
//! | `bp-assign-arity` | an assignment has one value per target |
//! | `bp-target-distinct` | no variable is assigned twice by one statement |
//! | `bp-next-place` | `'x` stands only in `constrain` |
//! | `bp-return-arity` | `return` has one value per result |
//! | `bp-nondet-dialect` | `nondet` stands only in our dialect |
//! | `bp-assume-clause` | an assignment has `assume` only in our dialect |
//! | `bp-action` | only `skip`, assignments and `assume` in our dialect have an `action` |
//! | `bp-start-line` | `start` in our `main` is reached from the entry by a straight line |
//! | `bp-nesting` | expressions and statements nest at most [`MAX_NESTING`] deep |
//! | `bp-threads` | no variable of another thread (`x$`) is used |
//! | `bp-shape` | no list is shorter than its construct allows |
//! | `bp-name` | names can be written: identifiers that are not words of the language, or normalised conditions |
//! | `bp-origin` | annotations can be written on one line and read back |
//! | `bp-init-called` | warning: a classic procedure `init`, which Getafix runs first, is called |

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::boolprog::{
    BoolProgram, Dialect, Expr, Ident, MAX_NESTING, Name, Procedure, Stmt, StmtKind,
};
use crate::diagnostic::{Diagnostic, Place};
use crate::span::Span;

pub use super::boolprog_names::RESERVED;
use super::boolprog_names::{check_label, check_name, check_origin};

/// Everything that is wrong with a program, and what a person should know about it.
pub fn validate(program: &BoolProgram) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    distinct("bp-global-distinct", "global variable", &program.globals, &mut found);
    let procedures = distinct(
        "bp-procedure-distinct",
        "procedure",
        program.procedures.iter().map(|procedure| &procedure.name),
        &mut found,
    );
    let main = Name::Plain("main".to_owned());
    if !procedures.contains_key(&main) {
        found.push(no_main(program));
    }
    let mut check = Check {
        program,
        procedures: program.procedures.iter().rev().map(|p| (&p.name.name, p)).collect(),
        globals: program.globals.iter().map(|global| &global.name).collect(),
        called: HashSet::new(),
        scope: HashMap::new(),
        labels: HashMap::new(),
        results: 0,
        found,
    };
    program.globals.iter().for_each(|global| check_name(global, &mut check.found));
    for invariant in &program.enforce {
        check.expr(invariant, Primes::Refused);
    }
    for procedure in &program.procedures {
        check.procedure(procedure);
    }
    let init = Name::Plain("init".to_owned());
    if program.dialect == Dialect::Classic
        && let Some(procedure) = check.procedures.get(&init)
        && !check.called.contains(&init)
    {
        check.found.push(init_not_called(&procedure.name));
    }
    check.found
}

fn no_main(program: &BoolProgram) -> Diagnostic {
    let missing = Diagnostic::error("bp-main", Place::Whole, "there is no procedure `main`")
        .note("a program starts in `main`");
    let thread = program.procedures.iter().find(|procedure| match &procedure.name.name {
        Name::Plain(name) => name.to_ascii_lowercase().starts_with("thread"),
        Name::Quoted(_) => false,
    });
    match thread {
        Some(thread) => missing.note(format!(
            "`{}` looks like a thread of Getafix; concurrent programs are not supported",
            thread.name.name
        )),
        None => missing,
    }
}

fn init_not_called(name: &Ident) -> Diagnostic {
    Diagnostic::at("bp-init-called", name.span, "the procedure `init` is never called")
        .warning()
        .note("Getafix runs `init` before `main`; here a program starts in `main`")
}

/// What the second place of a repeated name is.
const FIRST_DECLARED: &str = "first declared here";

/// Reports repeated names; returns the first of each.
fn distinct<'a>(
    rule: &'static str,
    what: &str,
    idents: impl IntoIterator<Item = &'a Ident>,
    found: &mut Vec<Diagnostic>,
) -> HashMap<&'a Name, Span> {
    let mut first = HashMap::new();
    for ident in idents {
        if let Some(other) = met_before(&mut first, ident) {
            let message = format!("the {what} `{}` is declared twice", ident.name);
            found.push(Diagnostic::at(rule, ident.span, message).also(other, FIRST_DECLARED));
        }
    }
    first
}

/// Where a name was met first, if this is not the first time.
fn met_before<'a>(first: &mut HashMap<&'a Name, Span>, ident: &'a Ident) -> Option<Span> {
    match first.entry(&ident.name) {
        Entry::Occupied(known) => Some(*known.get()),
        Entry::Vacant(new) => {
            new.insert(ident.span);
            None
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Primes {
    Allowed,
    Refused,
}

struct Check<'a> {
    program: &'a BoolProgram,
    procedures: HashMap<&'a Name, &'a Procedure>,
    globals: HashSet<&'a Name>,
    called: HashSet<&'a Name>,
    /// Parameters and locals of the procedure being checked, and where they are declared.
    scope: HashMap<&'a Name, Span>,
    /// Labels of the procedure being checked, and where they are.
    labels: HashMap<&'a Name, Span>,
    /// Results of the procedure being checked.
    results: usize,
    found: Vec<Diagnostic>,
}

impl<'a> Check<'a> {
    fn report(&mut self, rule: &'static str, span: Span, message: String) {
        self.found.push(Diagnostic::at(rule, span, message));
    }

    fn procedure(&mut self, procedure: &'a Procedure) {
        check_name(&procedure.name, &mut self.found);
        self.scope = distinct("bp-param-distinct", "parameter", &procedure.params, &mut self.found);
        for local in &procedure.locals {
            if let Some(first) = met_before(&mut self.scope, local) {
                let message = format!("the local variable `{}` is declared twice", local.name);
                let twice = Diagnostic::at("bp-local-distinct", local.span, message);
                self.found.push(twice.also(first, FIRST_DECLARED));
            }
        }
        for ident in procedure.params.iter().chain(&procedure.locals) {
            check_name(ident, &mut self.found);
        }
        self.results = procedure.results as usize;
        for invariant in &procedure.enforce {
            self.expr(invariant, Primes::Refused);
        }
        if too_deep(&procedure.body) {
            let message = format!("statements are nested more than {MAX_NESTING} deep");
            self.report("bp-nesting", procedure.span, message);
            return;
        }
        self.labels.clear();
        self.gather_labels(&procedure.body);
        self.block(&procedure.body);
        if self.program.dialect == Dialect::Belnap
            && procedure.name.name == Name::Plain("main".to_owned())
        {
            self.start_line(procedure);
        }
    }

    fn gather_labels(&mut self, body: &'a [Stmt]) {
        for stmt in body {
            for label in &stmt.labels {
                check_label(label, &mut self.found);
                if let Some(first) = met_before(&mut self.labels, label) {
                    let message = format!("the label `{}` is defined twice", label.name);
                    let twice = Diagnostic::at("bp-label-distinct", label.span, message);
                    self.found.push(twice.also(first, "first defined here"));
                }
            }
            for block in blocks(stmt) {
                self.gather_labels(block);
            }
        }
    }

    fn block(&mut self, body: &'a [Stmt]) {
        for stmt in body {
            if let Some(origin) = &stmt.origin {
                check_origin(origin, stmt.span, &mut self.found);
            }
            self.statement(stmt);
            for block in blocks(stmt) {
                self.block(block);
            }
        }
    }

    fn action(&mut self, action: &Name, stmt: &Stmt) {
        let step =
            matches!(stmt.kind, StmtKind::Skip | StmtKind::Assign { .. } | StmtKind::Assume(_));
        if self.program.dialect != Dialect::Belnap {
            let message = "`action` is of our dialect".to_owned();
            self.report("bp-action", stmt.span, message);
        } else if !step {
            let message = "only a step by itself has an action".to_owned();
            self.report("bp-action", stmt.span, message);
        }
        check_name(&Ident { name: action.clone(), span: stmt.span }, &mut self.found);
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        if let Some(action) = &stmt.action {
            self.action(action, stmt);
        }
        match &stmt.kind {
            StmtKind::Skip => {}
            StmtKind::Goto(targets) => {
                self.not_empty(targets.len(), "`goto` needs a label", stmt.span);
                for target in targets {
                    if !self.labels.contains_key(&target.name) {
                        let message = format!("no label `{}` in this procedure", target.name);
                        self.report("bp-label-defined", target.span, message);
                    }
                }
            }
            StmtKind::Assign { targets, values, constrain, assume } => {
                self.not_empty(targets.len(), "an assignment needs a target", stmt.span);
                self.targets(targets);
                if targets.len() != values.len() {
                    let message = format!(
                        "{} assigned to {}",
                        count(values.len(), "value is", "values are"),
                        count(targets.len(), "variable", "variables"),
                    );
                    self.report("bp-assign-arity", stmt.span, message);
                }
                self.exprs(values);
                if let Some(relation) = constrain {
                    self.expr(relation, Primes::Allowed);
                }
                if let Some(guard) = assume {
                    self.expr(guard, Primes::Refused);
                    self.assume_clause(stmt.span);
                }
            }
            StmtKind::Call { targets, callee, args } => {
                self.targets(targets);
                self.exprs(args);
                self.call(targets.len(), callee, args.len());
            }
            StmtKind::Return(values) => {
                self.exprs(values);
                if values.len() != self.results {
                    let message = format!(
                        "{} returned, but the procedure has {}",
                        count(values.len(), "value is", "values are"),
                        count(self.results, "result", "results"),
                    );
                    self.report("bp-return-arity", stmt.span, message);
                }
            }
            StmtKind::If { branches, .. } => {
                self.not_empty(branches.len(), "`if` needs a condition", stmt.span);
                for (condition, _) in branches {
                    self.expr(condition, Primes::Refused);
                }
            }
            StmtKind::While { condition, .. } => self.expr(condition, Primes::Refused),
            StmtKind::Assert(e) | StmtKind::Assume(e) => self.expr(e, Primes::Refused),
            StmtKind::Print(values) => {
                self.not_empty(values.len(), "`print` needs a value", stmt.span);
                self.exprs(values);
            }
        }
    }

    fn assume_clause(&mut self, span: Span) {
        if self.program.dialect == Dialect::Classic {
            let message = "classic Boolean programs have no assignment with `assume`";
            self.found.push(
                Diagnostic::at("bp-assume-clause", span, message)
                    .note("write `assume(e);` before it, or start the file with `// belnap bp 1`"),
            );
        }
    }

    fn not_empty(&mut self, length: usize, message: &str, span: Span) {
        if length == 0 {
            self.report("bp-shape", span, message.to_owned());
        }
    }

    fn call(&mut self, targets: usize, callee: &'a Ident, args: usize) {
        let name = &callee.name;
        let Some(&procedure) = self.procedures.get(name) else {
            self.report("bp-procedure-defined", callee.span, format!("no procedure `{name}`"));
            return;
        };
        self.called.insert(name);
        if *name == Name::Plain("main".to_owned()) {
            self.report("bp-main-called", callee.span, "`main` cannot be called".to_owned());
        }
        if args != procedure.params.len() {
            let message = format!(
                "`{name}` takes {}, not {args}",
                count(procedure.params.len(), "argument", "arguments"),
            );
            self.report("bp-call-args", callee.span, message);
        }
        let results = procedure.results as usize;
        if targets != 0 && targets != results {
            let message =
                format!("`{name}` has {}, not {targets}", count(results, "result", "results"),);
            self.found.push(
                Diagnostic::at("bp-call-results", callee.span, message)
                    .note("write `_` for a result that is not wanted, or no target at all"),
            );
        }
    }

    fn targets(&mut self, targets: &'a [Option<Ident>]) {
        let mut seen = HashMap::new();
        for target in targets.iter().flatten() {
            self.variable(target);
            if let Some(first) = met_before(&mut seen, target) {
                let message = format!("`{}` is assigned twice", target.name);
                let twice = Diagnostic::at("bp-target-distinct", target.span, message);
                self.found.push(twice.also(first, "first assigned here"));
            }
        }
    }

    fn variable(&mut self, ident: &Ident) {
        if self.scope.contains_key(&ident.name) || self.globals.contains(&ident.name) {
            return;
        }
        if let Name::Plain(name) = &ident.name
            && let Some(own) = name.strip_suffix('$')
            && (self.scope.contains_key(&Name::Plain(own.to_owned()))
                || self.globals.contains(&Name::Plain(own.to_owned())))
        {
            let message = format!(
                "`{name}` is the variable `{own}` of another thread; \
                 concurrent programs are not supported"
            );
            self.report("bp-threads", ident.span, message);
            return;
        }
        self.report("bp-variable-defined", ident.span, format!("no variable `{}`", ident.name));
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        for expr in exprs {
            self.expr(expr, Primes::Refused);
        }
    }

    /// Checks an expression without recursion, so that a tree too deep is reported, not fatal.
    fn expr(&mut self, expr: &Expr, primes: Primes) {
        let mut pending = vec![(expr, 1)];
        while let Some((expr, depth)) = pending.pop() {
            if depth > MAX_NESTING {
                let message = format!("expressions are nested more than {MAX_NESTING} deep");
                self.found.push(Diagnostic::error("bp-nesting", Place::Whole, message));
                return;
            }
            match expr {
                Expr::Const(_) | Expr::Star(_) => {}
                Expr::Var(ident) => self.variable(ident),
                Expr::Next(ident) => {
                    if primes == Primes::Refused {
                        let message = format!("`'{}` stands outside `constrain`", ident.name);
                        self.report("bp-next-place", ident.span, message);
                    }
                    self.variable(ident);
                }
                Expr::Nondet(span) => {
                    if self.program.dialect == Dialect::Classic {
                        self.found.push(
                            Diagnostic::at(
                                "bp-nondet-dialect",
                                *span,
                                "`nondet` is not a word of classic Boolean programs",
                            )
                            .note("write `*`, or start the file with `// belnap bp 1`"),
                        );
                    }
                }
                Expr::Not(e) => pending.push((e, depth + 1)),
                Expr::And(operands) | Expr::Or(operands) => {
                    if operands.len() < 2 {
                        let message = "`&` and `|` need two operands";
                        self.found.push(Diagnostic::error("bp-shape", Place::Whole, message));
                    }
                    pending.extend(operands.iter().rev().map(|operand| (operand, depth + 1)));
                }
                Expr::Choose(a, b)
                | Expr::Schoose(a, b)
                | Expr::Ne(a, b)
                | Expr::Eq(a, b)
                | Expr::Implies(a, b) => {
                    pending.push((b, depth + 1));
                    pending.push((a, depth + 1));
                }
            }
        }
    }

    /// `start` marks where properties are judged: every execution must pass it, always after the
    /// same steps.
    fn start_line(&mut self, main: &'a Procedure) {
        let start = Name::Plain("start".to_owned());
        if !self.labels.contains_key(&start) {
            return;
        }
        let top_level = main.body.iter().enumerate();
        let places: HashMap<&Name, usize> = top_level
            .flat_map(|(at, stmt)| stmt.labels.iter().map(move |label| (&label.name, at)))
            .collect();
        let end = places.get(&start).copied();
        let mut visited = vec![false; main.body.len()];
        let mut at = 0;
        let blocked = loop {
            if Some(at) == end {
                return;
            }
            let Some(stmt) = main.body.get(at) else { break None };
            if std::mem::replace(&mut visited[at], true) {
                break Some(stmt.span);
            }
            at = match &stmt.kind {
                StmtKind::Skip | StmtKind::Assign { assume: None, .. } | StmtKind::Print(_) => {
                    at + 1
                }
                StmtKind::Goto(targets) => match &targets[..] {
                    [only] if places.contains_key(&only.name) => places[&only.name],
                    _ => break Some(stmt.span),
                },
                _ => break Some(stmt.span),
            };
        };
        let message = "`start` is not reached from the entry of `main` by a straight line";
        self.found.push(
            Diagnostic::at("bp-start-line", blocked.unwrap_or(main.span), message).note(
                "only `skip`, `print`, plain assignments and one-way `goto`s may come before it",
            ),
        );
    }
}

fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// The blocks directly inside a statement.
fn blocks(stmt: &Stmt) -> impl Iterator<Item = &Vec<Stmt>> {
    let (branches, last) = match &stmt.kind {
        StmtKind::If { branches, otherwise } => (&branches[..], otherwise.as_ref()),
        StmtKind::While { body, .. } => (&[][..], Some(body)),
        _ => (&[][..], None),
    };
    branches.iter().map(|(_, block)| block).chain(last)
}

fn too_deep(body: &[Stmt]) -> bool {
    let mut pending = vec![(body, 0)];
    while let Some((body, depth)) = pending.pop() {
        if depth > MAX_NESTING {
            return true;
        }
        pending.extend(body.iter().flat_map(blocks).map(|block| (&block[..], depth + 1)));
    }
    false
}
