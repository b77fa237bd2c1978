//! Boolean programs as text, canonically: the same program gives the same bytes, and reading them
//! gives the same program.
//!
//! Parentheses are set wherever tools disagree about precedence: only `&` inside `|`, and `!`
//! before a word, go without.

use std::fmt::Write as _;

use belnap_ir::boolprog::{BoolProgram, Dialect, Expr, Ident, Procedure, Stmt, StmtKind};

use super::HEADER;
use super::annotation::{annotation, fields};

/// Widest label that still decides the column of the statements.
const LABEL_COLUMN: usize = 8;
/// Widest line that still decides the column of the annotations.
const ANNOTATION_COLUMN: usize = 60;
/// Width at which lists of declared names continue on the next line.
const DECLARATION_WIDTH: usize = 90;

/// The program in its own dialect.
pub fn print(program: &BoolProgram) -> String {
    match program.dialect {
        Dialect::Belnap => Printer { words: Words::Belnap }.program(program),
        Dialect::Classic => Printer { words: Words::Plain }.program(program),
    }
}

/// The program for other tools: without header and actions, every choice as `*` or `schoose[q, r]`,
/// annotations as plain comments, the `assume` of an assignment as a statement before it, and one
/// `enforce` per procedure that includes the program's (where no local variable hides what it
/// speaks about).
pub fn print_classic(program: &BoolProgram) -> String {
    Printer { words: Words::Classic }.program(program)
}

/// An expression in our dialect.
pub fn print_expr(expr: &Expr) -> String {
    let mut out = String::new();
    Printer { words: Words::Belnap }.expr(expr, &mut out);
    out
}

/// A statement on one line in our dialect, without labels, annotation and `;`. Of `if` and
/// `while` only the head: `if (c)`, `while (c)`.
pub fn print_statement(stmt: &Stmt) -> String {
    Printer { words: Words::Belnap }.statement(stmt)
}

/// Which words stand for constants and choices.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    /// All of our dialect.
    Belnap,
    /// A classic program as it is.
    Plain,
    /// Any program, with only what classic tools know.
    Classic,
}

struct Printer {
    words: Words,
}

/// A line of a procedure.
struct Line {
    code: String,
    comment: Option<String>,
}

impl Line {
    fn code(code: String) -> Line {
        Line { code, comment: None }
    }
}

impl Printer {
    fn program(&self, program: &BoolProgram) -> String {
        let mut out = String::new();
        if self.words == Words::Belnap {
            out.push_str(HEADER);
            out.push('\n');
        }
        out.push_str(&declaration("", &program.globals));
        if self.words != Words::Classic {
            for invariant in &program.enforce {
                out.push_str(&format!("enforce {};\n", self.text(invariant)));
            }
        }
        for procedure in &program.procedures {
            if !out.is_empty() {
                out.push('\n');
            }
            self.procedure(program, procedure, &mut out);
        }
        out
    }

    fn procedure(&self, program: &BoolProgram, procedure: &Procedure, out: &mut String) {
        let dfs = if procedure.dfs { "dfs " } else { "" };
        let results = match procedure.results {
            0 => "void".to_owned(),
            1 => "bool".to_owned(),
            n => format!("bool<{n}>"),
        };
        let params = names(procedure.params.iter());
        let _ = writeln!(out, "{dfs}{results} {}({params}) begin", procedure.name.name);
        out.push_str(&declaration("  ", &procedure.locals));
        if self.words == Words::Classic {
            let own = |ident: &Ident| {
                procedure.params.iter().chain(&procedure.locals).any(|o| o.name == ident.name)
            };
            let visible = program.enforce.iter().filter(|invariant| !mentions(invariant, &own));
            let all: Vec<Expr> = visible.chain(&procedure.enforce).cloned().collect();
            let joined = match <[Expr; 1]>::try_from(all) {
                Ok([one]) => Some(one),
                Err(all) if all.is_empty() => None,
                Err(all) => Some(Expr::And(all)),
            };
            if let Some(joined) = joined {
                let _ = writeln!(out, "  enforce {};", self.text(&joined));
            }
        } else {
            for invariant in &procedure.enforce {
                let _ = writeln!(out, "  enforce {};", self.text(invariant));
            }
        }
        let column = label_column(&procedure.body);
        let mut lines = Vec::new();
        self.block(&procedure.body, 2, column, &mut lines);
        write_lines(&lines, out);
        out.push_str("end\n");
    }

    fn block(&self, body: &[Stmt], indent: usize, column: usize, lines: &mut Vec<Line>) {
        for stmt in body {
            let mut code = labels(stmt, indent, column);
            if let (Words::Classic, Some(guard)) = (self.words, assume_clause(stmt)) {
                lines.push(Line::code(format!("{code}assume({});", self.text(guard))));
                code = " ".repeat(indent + column);
            }
            code.push_str(&self.statement(stmt));
            let comment = stmt.origin.as_ref().map(|origin| match self.words {
                Words::Belnap => annotation(origin),
                Words::Plain | Words::Classic => format!("//{}", fields(origin)),
            });
            let inner = indent + column + 2;
            let closing = " ".repeat(indent + column);
            match &stmt.kind {
                StmtKind::If { branches, otherwise } => {
                    code.push_str(" then");
                    lines.push(Line { code, comment });
                    for (index, (condition, block)) in branches.iter().enumerate() {
                        if index > 0 {
                            let condition = self.text(condition);
                            lines.push(Line::code(format!("{closing}elsif ({condition}) then")));
                        }
                        self.block(block, inner, label_column(block), lines);
                    }
                    if let Some(block) = otherwise {
                        lines.push(Line::code(format!("{closing}else")));
                        self.block(block, inner, label_column(block), lines);
                    }
                    lines.push(Line::code(format!("{closing}fi;")));
                }
                StmtKind::While { body, .. } => {
                    code.push_str(" do");
                    lines.push(Line { code, comment });
                    self.block(body, inner, label_column(body), lines);
                    lines.push(Line::code(format!("{closing}od;")));
                }
                _ => {
                    code.push(';');
                    lines.push(Line { code, comment });
                }
            }
        }
    }

    fn statement(&self, stmt: &Stmt) -> String {
        let step = self.step(stmt);
        match &stmt.action {
            Some(action) if self.words != Words::Classic => format!("{step} action {action}"),
            _ => step,
        }
    }

    fn step(&self, stmt: &Stmt) -> String {
        match &stmt.kind {
            StmtKind::Skip => "skip".to_owned(),
            StmtKind::Goto(labels) => format!("goto {}", names(labels.iter())),
            StmtKind::Assign { targets, values, constrain, assume } => {
                let mut out = format!("{} := {}", targets_list(targets), self.list(values));
                if let Some(relation) = constrain {
                    let _ = write!(out, " constrain ({})", self.text(relation));
                }
                if let (Words::Belnap | Words::Plain, Some(guard)) = (self.words, assume) {
                    let _ = write!(out, " assume({})", self.text(guard));
                }
                out
            }
            StmtKind::Call { targets, callee, args } => {
                let call = format!("{}({})", callee.name, self.list(args));
                if targets.is_empty() {
                    call
                } else {
                    format!("{} := {call}", targets_list(targets))
                }
            }
            StmtKind::Return(values) if values.is_empty() => "return".to_owned(),
            StmtKind::Return(values) => format!("return {}", self.list(values)),
            StmtKind::If { branches, .. } => {
                let condition = branches.first().map(|(condition, _)| self.text(condition));
                format!("if ({})", condition.unwrap_or_default())
            }
            StmtKind::While { condition, .. } => {
                format!("while ({})", self.text(condition))
            }
            StmtKind::Assert(e) => format!("assert({})", self.text(e)),
            StmtKind::Assume(e) => format!("assume({})", self.text(e)),
            StmtKind::Print(values) => format!("print({})", self.list(values)),
        }
    }

    fn list(&self, values: &[Expr]) -> String {
        let mut out = String::new();
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            self.expr(value, &mut out);
        }
        out
    }

    fn text(&self, expr: &Expr) -> String {
        let mut out = String::new();
        self.expr(expr, &mut out);
        out
    }

    fn expr(&self, expr: &Expr, out: &mut String) {
        match expr {
            Expr::Const(value) => out.push_str(match (self.words, value) {
                (Words::Belnap, true) => "true",
                (Words::Belnap, false) => "false",
                (_, true) => "T",
                (_, false) => "F",
            }),
            Expr::Var(name) => {
                let _ = write!(out, "{}", name.name);
            }
            Expr::Next(name) => {
                let _ = write!(out, "'{}", name.name);
            }
            Expr::Star(_) => out.push('*'),
            Expr::Nondet(_) if self.words == Words::Classic => out.push('*'),
            Expr::Nondet(_) => out.push_str("nondet"),
            Expr::Choose(q, r) if self.words == Words::Classic => {
                self.call("schoose[", [q, r], ']', out);
            }
            Expr::Choose(q, r) => self.call("choose(", [q, r], ')', out),
            Expr::Schoose(q, r) => self.call("schoose[", [q, r], ']', out),
            Expr::Not(e) => {
                out.push('!');
                self.operand(e, false, out);
            }
            Expr::And(operands) => self.chain(operands, " & ", false, out),
            Expr::Or(operands) => self.chain(operands, " | ", true, out),
            Expr::Ne(a, b) => self.binary(a, " != ", b, out),
            Expr::Eq(a, b) => self.binary(a, " = ", b, out),
            Expr::Implies(a, b) => self.binary(a, " => ", b, out),
        }
    }

    fn call(&self, open: &str, parts: [&Expr; 2], close: char, out: &mut String) {
        out.push_str(open);
        self.expr(parts[0], out);
        out.push_str(", ");
        self.expr(parts[1], out);
        out.push(close);
    }

    fn chain(&self, operands: &[Expr], operator: &str, bare_and: bool, out: &mut String) {
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                out.push_str(operator);
            }
            self.operand(operand, bare_and, out);
        }
    }

    fn binary(&self, a: &Expr, operator: &str, b: &Expr, out: &mut String) {
        self.operand(a, false, out);
        out.push_str(operator);
        self.operand(b, false, out);
    }

    fn operand(&self, expr: &Expr, bare_and: bool, out: &mut String) {
        let bare = match expr {
            Expr::Or(_) | Expr::Ne(..) | Expr::Eq(..) | Expr::Implies(..) => false,
            Expr::And(_) => bare_and,
            _ => true,
        };
        if bare {
            self.expr(expr, out);
        } else {
            out.push('(');
            self.expr(expr, out);
            out.push(')');
        }
    }
}

fn assume_clause(stmt: &Stmt) -> Option<&Expr> {
    match &stmt.kind {
        StmtKind::Assign { assume, .. } => assume.as_ref(),
        _ => None,
    }
}

/// The labels of a statement, up to the column where its text starts.
fn labels(stmt: &Stmt, indent: usize, column: usize) -> String {
    let mut code = " ".repeat(indent);
    for label in &stmt.labels {
        let _ = write!(code, "{}: ", label.name);
    }
    let missing = (indent + column).saturating_sub(code.chars().count());
    code.push_str(&" ".repeat(missing));
    code
}

/// Whether a variable with the given property occurs.
fn mentions(expr: &Expr, wanted: &impl Fn(&Ident) -> bool) -> bool {
    match expr {
        Expr::Const(_) | Expr::Star(_) | Expr::Nondet(_) => false,
        Expr::Var(ident) | Expr::Next(ident) => wanted(ident),
        Expr::Not(e) => mentions(e, wanted),
        Expr::And(operands) | Expr::Or(operands) => operands.iter().any(|e| mentions(e, wanted)),
        Expr::Choose(a, b)
        | Expr::Schoose(a, b)
        | Expr::Ne(a, b)
        | Expr::Eq(a, b)
        | Expr::Implies(a, b) => mentions(a, wanted) || mentions(b, wanted),
    }
}

fn names<'a>(idents: impl Iterator<Item = &'a Ident>) -> String {
    let mut out = String::new();
    for (index, ident) in idents.enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        let _ = write!(out, "{comma}{}", ident.name);
    }
    out
}

fn targets_list(targets: &[Option<Ident>]) -> String {
    let mut out = String::new();
    for (index, target) in targets.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        match target {
            Some(ident) => {
                let _ = write!(out, "{}", ident.name);
            }
            None => out.push('_'),
        }
    }
    out
}

/// `decl a, b;` over as many lines as it takes; nothing if there is nothing to declare.
fn declaration(indent: &str, idents: &[Ident]) -> String {
    let Some((first, rest)) = idents.split_first() else { return String::new() };
    let mut out = format!("{indent}decl {}", first.name);
    let mut width = out.chars().count();
    for ident in rest {
        let name = ident.name.to_string();
        let length = name.chars().count();
        if width + 2 + length + 1 > DECLARATION_WIDTH {
            let _ = write!(out, ",\n{indent}     {name}");
            width = indent.len() + 5 + length;
        } else {
            let _ = write!(out, ", {name}");
            width += 2 + length;
        }
    }
    out.push_str(";\n");
    out
}

/// Width of the labels that statements of a block are moved right for.
fn label_column(body: &[Stmt]) -> usize {
    let width = |stmt: &Stmt| -> usize {
        stmt.labels.iter().map(|label| label.name.to_string().chars().count() + 2).sum()
    };
    body.iter().map(width).filter(|width| *width <= LABEL_COLUMN).max().unwrap_or(0)
}

fn write_lines(lines: &[Line], out: &mut String) {
    let widths: Vec<usize> = lines.iter().map(|line| line.code.chars().count()).collect();
    let annotated = lines.iter().zip(&widths).filter(|(line, _)| line.comment.is_some());
    let column = annotated.map(|(_, width)| *width).filter(|width| *width <= ANNOTATION_COLUMN);
    let column = column.max().unwrap_or(0);
    for (line, width) in lines.iter().zip(&widths) {
        out.push_str(&line.code);
        if let Some(comment) = &line.comment {
            out.push_str(&" ".repeat(column.saturating_sub(*width) + 2));
            out.push_str(comment);
        }
        out.push('\n');
    }
}
