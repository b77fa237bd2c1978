//! Formulas in positive form with CTL unfolded to fixpoints, as trees again, while their literals
//! and steps become something else: for the classical runs of a structure and for translations.

use std::collections::HashMap;

use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::property::{Atom, Formula, Quantifier};
use belnap_ir::span::Span;
use belnap_ir::validate;

use crate::symbolic::positive::{Binder, NodeId, Positive, PositiveGraph};

/// More subformulas than these are refused; a file of properties may not have more either.
const MAX_SIZE: u64 = 1_000_000;

/// What becomes of literals and steps.
pub trait Rewriting {
    /// An atom, or its negation.
    fn literal(&self, atom: &Atom, positive: bool) -> Formula;
    /// A step by some of the actions (or any) to where the body is true.
    fn step(&self, quantifier: Quantifier, actions: Option<&[String]>, body: Formula) -> Formula;
    /// Whether a proposition has a name, so that no variable may have it.
    fn is_proposition(&self, name: &str) -> bool;
}

/// The formula rewritten, behind a number of universal steps.
///
/// # Errors
/// If the formula is not valid, or its positive form is too large.
pub fn rewrite(
    formula: &Formula,
    prefix: u32,
    rewriting: &dyn Rewriting,
) -> Result<Formula, Diagnostic> {
    if let Some(wrong) = validate::property::formula(formula).into_iter().next() {
        return Err(wrong);
    }
    let mut graph = PositiveGraph::default();
    let node = graph.add(formula, true);
    let root = graph.add_steps(Quantifier::Forall, prefix, node);
    if size(&graph, root, &mut HashMap::new()) > MAX_SIZE {
        let message = format!("the positive form has more than {MAX_SIZE} subformulas");
        return Err(Diagnostic::error("ctl-size", Place::Whole, message)
            .note("each `<->` doubles what stands in it"));
    }
    Ok(Writer { graph: &graph, rewriting }.write(root))
}

/// How many subformulas a node has when it is written as a tree.
fn size(graph: &PositiveGraph, node: NodeId, known: &mut HashMap<NodeId, u64>) -> u64 {
    if let Some(size) = known.get(&node) {
        return *size;
    }
    let parts: &[NodeId] = match graph.node(node) {
        Positive::Const(_) | Positive::Literal(..) | Positive::Var(_) => &[],
        Positive::And(operands) | Positive::Or(operands) => operands,
        Positive::Step(_, _, body) | Positive::Fix(_, _, body) => std::slice::from_ref(body),
    };
    let sum = |sum: u64, part: &NodeId| sum.saturating_add(size(graph, *part, known));
    let size = parts.iter().fold(1, sum);
    known.insert(node, size);
    size
}

struct Writer<'w> {
    graph: &'w PositiveGraph,
    rewriting: &'w dyn Rewriting,
}

impl Writer<'_> {
    fn write(&self, node: NodeId) -> Formula {
        match self.graph.node(node) {
            Positive::Const(value) => Formula::Const(*value),
            Positive::Literal(atom, positive) => self.rewriting.literal(atom, *positive),
            Positive::Var(binder) => Formula::Var(self.variable(*binder), Span::default()),
            Positive::And(operands) => {
                joined(operands.iter().map(|node| self.write(*node)).collect(), true)
            }
            Positive::Or(operands) => {
                joined(operands.iter().map(|node| self.write(*node)).collect(), false)
            }
            Positive::Step(quantifier, actions, body) => {
                self.rewriting.step(*quantifier, actions.as_deref(), self.write(*body))
            }
            Positive::Fix(kind, binder, body) => {
                Formula::Fixpoint(*kind, self.variable(*binder), Box::new(self.write(*body)))
            }
        }
    }

    fn variable(&self, binder: Binder) -> String {
        let mut name = format!("Z{}", binder.0);
        while self.rewriting.is_proposition(&name) {
            name.push('_');
        }
        name
    }
}

/// A conjunction or disjunction of any number of operands.
pub fn joined(mut operands: Vec<Formula>, all: bool) -> Formula {
    match (operands.len(), all) {
        (0, _) => Formula::Const(all),
        (1, _) => operands.remove(0),
        (_, true) => Formula::And(operands),
        (_, false) => Formula::Or(operands),
    }
}

/// A proposition by its name, or its negation.
pub fn literal(name: &str, positive: bool) -> Formula {
    signed(Formula::Atom(Atom::Named(name.to_owned()), Span::default()), positive)
}

/// A formula or its negation.
pub fn signed(formula: Formula, positive: bool) -> Formula {
    if positive { formula } else { Formula::Not(Box::new(formula)) }
}
