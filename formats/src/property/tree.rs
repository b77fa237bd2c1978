//! What the grammar builds: formulas with their depth, so that none is built deeper than allowed
//! (a deeper one could not even be dropped safely), and the statements of a file.

use belnap_ir::boolprog::MAX_NESTING;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::linear::Path;
use belnap_ir::operator::{ActionSet, Argument, Omega};
use belnap_ir::property::{Atom, Between, Formula, Quantifier, Step};
use belnap_ir::span::{SourceLine, Span};
use lalrpop_util::ParseError;

use super::lexer::Token;

/// A formula and its depth. Names that are not quoted are [`Formula::Var`] until they are
/// resolved.
pub struct Node<T = Formula> {
    pub formula: T,
    depth: usize,
}

/// A left operand, and the operator that follows it.
pub type Before<T> = (Node<T>, fn(Box<T>, Box<T>) -> T);

/// What an action of the grammar returns.
pub type Built<'input, T = Node> = Result<T, ParseError<usize, Token<'input>, Diagnostic>>;

/// A statement of a `.ctl` file.
pub enum Statement {
    Let { name: String, span: Span, body: Formula },
    Property { name: Option<String>, span: Span, formula: Formula },
    Linear { name: String, span: Span, path: Path },
    Operator { name: String, span: Span, markers: Vec<(String, Span)>, body: Body },
}

/// The markers that a letter names.
pub type Needs = Vec<(String, Span)>;

/// How an operator is defined.
pub enum Body {
    Expression(Omega<Needs>),
    File(String, Span),
}

/// An operator as it is applied: its name is not resolved, and neither are its arguments.
pub struct Used {
    pub quantifier: Quantifier,
    pub name: String,
    pub count: Option<u32>,
    pub arguments: Vec<Argument>,
    /// Of the quantifier and the name.
    pub span: Span,
}

/// The start of the names by which formulas refer to a [`Used`]; no name in a text has it.
const USED: char = '\0';

/// The number of the [`Used`] that a name refers to.
pub fn number_of_used(name: &str) -> Option<usize> {
    name.strip_prefix(USED)?.parse().ok()
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
pub fn leaf<T>(formula: T) -> Node<T> {
    Node { formula, depth: 1 }
}

/// An atom.
pub fn atom(atom: Atom, start: usize, end: usize) -> Node {
    leaf(Formula::Atom(atom, Span::new(start, end)))
}

/// The formula that starts at `start` and whose deepest operand has this depth.
fn above<'input, T>(formula: T, depth: usize, start: usize) -> Built<'input, Node<T>> {
    if depth >= MAX_NESTING {
        let span = Span::new(start, start);
        let message = format!("formulas are nested more than {MAX_NESTING} deep");
        return refuse(Diagnostic::at("ctl-nesting", span, message));
    }
    Ok(Node { formula, depth: depth + 1 })
}

/// A formula with one operand.
pub fn unary<'input, T>(
    start: usize,
    body: Node<T>,
    build: impl FnOnce(Box<T>) -> T,
) -> Built<'input, Node<T>> {
    above(build(Box::new(body.formula)), body.depth, start)
}

/// A formula with two operands.
pub fn binary<'input, T>(
    start: usize,
    left: Node<T>,
    right: Node<T>,
    build: impl FnOnce(Box<T>, Box<T>) -> T,
) -> Built<'input, Node<T>> {
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

/// `component.atom`: a proposition of that name.
pub fn of_component(component: &str, atom: &Atom) -> Atom {
    Atom::Named(format!("{component}.{atom}"))
}

/// What stands between the brackets of actions.
pub enum StepItem {
    Action(String),
    /// `component.*`.
    Component(String, Span),
}

/// The actions of a modality.
pub fn modality<'input>(items: Vec<StepItem>) -> Built<'input, Step> {
    let action = |item| match item {
        StepItem::Action(action) => Ok(action),
        StepItem::Component(component, span) => {
            let message = format!("'{component}.*' stands only in an argument of an operator");
            refuse(Diagnostic::at("ctl-syntax", span, message))
        }
    };
    Ok(Step::Actions(items.into_iter().map(action).collect::<Result<_, _>>()?))
}

/// An argument that is about actions.
pub fn action_set(negated: bool, items: Vec<StepItem>, span: Span) -> Node<Argument> {
    let action = |item| match item {
        StepItem::Action(action) => action,
        StepItem::Component(component, _) => format!("{component}.*"),
    };
    let actions = items.into_iter().map(action).collect();
    leaf(Argument::Actions(ActionSet { negated, actions, span }))
}

/// An argument that is a formula.
pub fn formula_argument(node: Node) -> Node<Argument> {
    Node { formula: Argument::Formula(node.formula), depth: node.depth }
}

/// An operator with its arguments.
pub fn apply<'input>(
    used: &mut Vec<Used>,
    (quantifier, name): (Quantifier, &str),
    span: Span,
    count: Option<(usize, &str, usize)>,
    arguments: Vec<Node<Argument>>,
) -> Built<'input> {
    let count = match count {
        None => None,
        Some((start, text, end)) => Some(number(text, Span::new(start, end))?),
    };
    let depth = arguments.iter().map(|node| node.depth).max().unwrap_or(0);
    let formula = Formula::Var(format!("{USED}{}", used.len()), span);
    let arguments = arguments.into_iter().map(|node| node.formula).collect();
    used.push(Used { quantifier, name: name.to_owned(), count, arguments, span });
    above(formula, depth, span.start)
}

/// `e^w` or `e^k`.
pub fn power<'input, Letter>(
    start: usize,
    body: Node<Omega<Letter>>,
    exponent: &str,
    span: Span,
) -> Built<'input, Node<Omega<Letter>>> {
    if exponent == "w" {
        return unary(start, body, Omega::Forever);
    }
    let times = number(exponent, span)?;
    unary(start, body, |body| Omega::Power(body, times))
}

fn number<'input>(text: &str, span: Span) -> Built<'input, u32> {
    match text.parse() {
        Ok(number) => Ok(number),
        Err(_) => {
            let message = format!("expected a number, found '{text}'");
            refuse(Diagnostic::at("ctl-syntax", span, message))
        }
    }
}

/// A conjunction or disjunction, or its only operand.
pub fn nary<'input, T>(
    start: usize,
    mut operands: Vec<Node<T>>,
    last: Node<T>,
    build: impl FnOnce(Vec<T>) -> T,
) -> Built<'input, Node<T>> {
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

/// The conjunction of these formulas of LTL, nested ones flattened.
pub fn path_conjunction(operands: Vec<Path>) -> Path {
    let flat = operands.into_iter().flat_map(|operand| match operand {
        Path::And(inner) => inner,
        other => vec![other],
    });
    Path::And(flat.collect())
}

/// The disjunction of these formulas of LTL, nested ones flattened.
pub fn path_disjunction(operands: Vec<Path>) -> Path {
    let flat = operands.into_iter().flat_map(|operand| match operand {
        Path::Or(inner) => inner,
        other => vec![other],
    });
    Path::Or(flat.collect())
}

/// `a -> b -> … -> last`, which associates to the right; so do other operators, each with its
/// left operand.
pub fn to_the_right<'input, T>(
    start: usize,
    before: Vec<Before<T>>,
    last: Node<T>,
) -> Built<'input, Node<T>> {
    let mut before = before.into_iter().rev();
    before.try_fold(last, |right, (left, build)| binary(start, left, right, build))
}

/// `a <-> b <-> … <-> last`, which associates to the left.
pub fn to_the_left<'input, T>(
    start: usize,
    operands: Vec<Node<T>>,
    last: Node<T>,
    build: impl Fn(Box<T>, Box<T>) -> T,
) -> Built<'input, Node<T>> {
    let mut all = operands.into_iter();
    let Some(first) = all.next() else { return Ok(last) };
    all.chain([last]).try_fold(first, |left, right| binary(start, left, right, &build))
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
