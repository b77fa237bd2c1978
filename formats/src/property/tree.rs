//! What the grammar builds: formulas with their depth, so that none is built deeper than allowed
//! (a deeper one could not even be dropped safely), and the statements of a file.

use belnap_ir::boolprog::MAX_NESTING;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::property::{Atom, Between, Formula, Quantifier};
use belnap_ir::span::{SourceLine, Span};
use lalrpop_util::ParseError;

use super::lexer::Token;

/// A formula and its depth. Names that are not quoted are [`Formula::Var`] until they are
/// resolved.
pub struct Node {
    pub formula: Formula,
    depth: usize,
}

/// What an action of the grammar returns.
pub type Built<'input, T = Node> = Result<T, ParseError<usize, Token<'input>, Diagnostic>>;

/// A statement of a `.ctl` file.
pub enum Statement {
    Let { name: String, span: Span, body: Formula },
    Property { name: Option<String>, span: Span, formula: Formula },
}

/// A word of a place: quoted ones are never line numbers.
pub struct Word {
    pub text: String,
    pub quoted: bool,
    pub span: Span,
}

fn refuse<'input, T>(diagnostic: Diagnostic) -> Built<'input, T> {
    Err(ParseError::User { error: diagnostic })
}

/// A formula without operands.
pub fn leaf(formula: Formula) -> Node {
    Node { formula, depth: 1 }
}

/// An atom.
pub fn atom(atom: Atom, start: usize, end: usize) -> Node {
    leaf(Formula::Atom(atom, Span::new(start, end)))
}

/// The formula that starts at `start` and whose deepest operand has this depth.
fn above<'input>(formula: Formula, depth: usize, start: usize) -> Built<'input> {
    if depth >= MAX_NESTING {
        let span = Span::new(start, start);
        let message = format!("formulas are nested more than {MAX_NESTING} deep");
        return refuse(Diagnostic::at("ctl-nesting", span, message));
    }
    Ok(Node { formula, depth: depth + 1 })
}

/// A formula with one operand.
pub fn unary<'input>(
    start: usize,
    body: Node,
    build: impl FnOnce(Box<Formula>) -> Formula,
) -> Built<'input> {
    above(build(Box::new(body.formula)), body.depth, start)
}

/// A formula with two operands.
pub fn binary<'input>(
    start: usize,
    left: Node,
    right: Node,
    build: impl FnOnce(Box<Formula>, Box<Formula>) -> Formula,
) -> Built<'input> {
    let depth = left.depth.max(right.depth);
    above(build(Box::new(left.formula), Box::new(right.formula)), depth, start)
}

/// `E[left U right]` and so on.
pub fn between<'input>(
    start: usize,
    quantifier: Quantifier,
    operator: Between,
    left: Node,
    right: Node,
) -> Built<'input> {
    binary(start, left, right, |l, r| Formula::Between(quantifier, operator, l, r))
}

/// A conjunction or disjunction, or its only operand.
pub fn nary<'input>(
    start: usize,
    mut operands: Vec<Node>,
    last: Node,
    build: impl FnOnce(Vec<Formula>) -> Formula,
) -> Built<'input> {
    if operands.is_empty() {
        return Ok(last);
    }
    operands.push(last);
    let depth = operands.iter().map(|node| node.depth).max().unwrap_or(0);
    above(build(operands.into_iter().map(|node| node.formula).collect()), depth, start)
}

/// The conjunction of these formulas, nested ones flattened.
pub fn conjunction(operands: Vec<Formula>) -> Formula {
    let mut flat = Vec::with_capacity(operands.len());
    for operand in operands {
        match operand {
            Formula::And(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    Formula::And(flat)
}

/// The disjunction of these formulas, nested ones flattened.
pub fn disjunction(operands: Vec<Formula>) -> Formula {
    let mut flat = Vec::with_capacity(operands.len());
    for operand in operands {
        match operand {
            Formula::Or(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    Formula::Or(flat)
}

/// `a -> b -> … -> last`, which associates to the right.
pub fn implications<'input>(start: usize, premises: Vec<Node>, last: Node) -> Built<'input> {
    premises
        .into_iter()
        .rev()
        .try_fold(last, |right, left| binary(start, left, right, Formula::Implies))
}

/// `a <-> b <-> … <-> last`, which associates to the left.
pub fn equivalences<'input>(start: usize, operands: Vec<Node>, last: Node) -> Built<'input> {
    let mut all = operands.into_iter().chain([last]);
    let Some(first) = all.next() else { return Ok(leaf(Formula::Const(true))) };
    all.try_fold(first, |left, right| binary(start, left, right, Formula::Iff))
}

/// The name of a fixpoint variable.
pub fn binder<'input>(name: &str, start: usize, end: usize) -> Built<'input, String> {
    if name.contains("::") {
        let message = format!("'{name}' cannot be a fixpoint variable: it names a local variable");
        return refuse(Diagnostic::at("ctl-syntax", Span::new(start, end), message));
    }
    Ok(name.to_owned())
}

/// `at(label)`.
pub fn label<'input>(word: Word) -> Built<'input, Atom> {
    if !word.quoted && is_number(&word.text) {
        let message = format!("line {} of which file?", word.text);
        return refuse(
            Diagnostic::at("ctl-line", word.span, message)
                .note("write at(file.c:12) for a line and at(\"12\") for a label"),
        );
    }
    Ok(Atom::At { procedure: None, label: word.text })
}

/// `at(procedure:label)` or `at(file:line)`.
pub fn place<'input>(before: Word, after: Word) -> Built<'input, Atom> {
    if after.quoted || !is_number(&after.text) {
        return Ok(Atom::At { procedure: Some(before.text), label: after.text });
    }
    match after.text.parse() {
        Ok(line) if line > 0 => Ok(Atom::AtLine(SourceLine { file: before.text, line })),
        _ => {
            let message = format!("there is no line {}", after.text);
            refuse(Diagnostic::at("ctl-line", after.span, message))
        }
    }
}

/// Whether an unquoted word after a colon is a line number.
pub fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
