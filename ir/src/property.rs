//! Properties: the full modal mu-calculus with CTL as notation (semantics of YASM §2).
//!
//! The tree keeps the notation a person wrote; engines give it meaning. Fixpoints are taken in
//! the truth order. `A[p W q]` is `A[q R (p | q)]`, and the same for `E`.

use std::fmt;

use crate::span::{SourceLine, Span};

/// The functions by which programs say that there is an error, after SV-COMP. A program that never
/// calls one need not know it.
pub const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// What holds of a single state.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    /// `at(L)`: control is at the statement labelled `L`; `at(f:L)` says in which procedure.
    At {
        /// Procedure, if given.
        procedure: Option<String>,
        /// Label.
        label: String,
    },
    /// `at(file.c:12)`: control is at a statement of that source line.
    AtLine(SourceLine),
    /// `enter(f)`: control is at the first statement of `f`.
    Enter(String),
    /// `halted`: the program has ended.
    Halted,
    /// `failed`: an `assert` has failed.
    Failed,
    /// A proposition or plain variable, by name; `f::x` is a local of `f`.
    Named(String),
    /// `{x > 0}`: a C condition, normalised.
    Condition(String),
}

/// Path quantifier, or the kind of a modality.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// `E`, `<>`.
    Exists,
    /// `A`, `[]`.
    Forall,
}

impl Quantifier {
    /// `E` or `A`.
    pub const fn letter(self) -> char {
        match self {
            Quantifier::Exists => 'E',
            Quantifier::Forall => 'A',
        }
    }
}

/// How a next-step operator was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// `EX`, `AX`.
    Next,
    /// `<>`, `[]`: the same, in modal notation.
    Modal,
    /// `<a, b>`, `[a, b]`: only transitions with one of these actions.
    Actions(Vec<String>),
}

/// Unary path operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Along {
    /// `F`.
    Finally,
    /// `G`.
    Globally,
}

/// Binary path operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Between {
    /// `U`.
    Until,
    /// `R`.
    Release,
    /// `W`.
    WeakUntil,
}

/// Which fixpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fixpoint {
    /// `mu`.
    Least,
    /// `nu`.
    Greatest,
}

/// A formula. Depth is at most [`crate::boolprog::MAX_NESTING`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// `true`, `false`.
    Const(bool),
    /// An atom.
    Atom(Atom, Span),
    /// A fixpoint variable. Bound by an enclosing `mu`/`nu`, under an even number of negations.
    Var(String, Span),
    /// `!φ`.
    Not(Box<Formula>),
    /// `φ & ψ & …`, at least two.
    And(Vec<Formula>),
    /// `φ | ψ | …`, at least two.
    Or(Vec<Formula>),
    /// `φ -> ψ`.
    Implies(Box<Formula>, Box<Formula>),
    /// `φ <-> ψ`.
    Iff(Box<Formula>, Box<Formula>),
    /// `EX φ`, `AX φ`, `<> φ`, `[] φ`, `<a> φ`, `[a] φ`.
    Step(Quantifier, Step, Box<Formula>),
    /// `EF EG AF AG`.
    Along(Quantifier, Along, Box<Formula>),
    /// `E[φ U ψ]` and so on.
    Between(Quantifier, Between, Box<Formula>, Box<Formula>),
    /// `mu Z. φ`, `nu Z. φ`.
    Fixpoint(Fixpoint, String, Box<Formula>),
}

impl Formula {
    /// Adds its atoms with their places in the text, in order.
    pub fn collect_atoms<'a>(&'a self, atoms: &mut Vec<(&'a Atom, Span)>) {
        match self {
            Formula::Const(_) | Formula::Var(..) => {}
            Formula::Atom(atom, span) => atoms.push((atom, *span)),
            Formula::Not(a)
            | Formula::Step(_, _, a)
            | Formula::Along(_, _, a)
            | Formula::Fixpoint(_, _, a) => a.collect_atoms(atoms),
            Formula::And(operands) | Formula::Or(operands) => {
                operands.iter().for_each(|operand| operand.collect_atoms(atoms));
            }
            Formula::Implies(a, b) | Formula::Iff(a, b) | Formula::Between(_, _, a, b) => {
                a.collect_atoms(atoms);
                b.collect_atoms(atoms);
            }
        }
    }

    /// Adds the actions of its modalities, in order.
    pub fn collect_actions<'a>(&'a self, actions: &mut Vec<&'a str>) {
        match self {
            Formula::Const(_) | Formula::Atom(..) | Formula::Var(..) => {}
            Formula::Not(a) | Formula::Along(_, _, a) | Formula::Fixpoint(_, _, a) => {
                a.collect_actions(actions);
            }
            Formula::Step(_, step, a) => {
                if let Step::Actions(own) = step {
                    actions.extend(own.iter().map(String::as_str));
                }
                a.collect_actions(actions);
            }
            Formula::And(operands) | Formula::Or(operands) => {
                operands.iter().for_each(|operand| operand.collect_actions(actions));
            }
            Formula::Implies(a, b) | Formula::Iff(a, b) | Formula::Between(_, _, a, b) => {
                a.collect_actions(actions);
                b.collect_actions(actions);
            }
        }
    }
}

/// A named property of a `.ctl` file, definitions already replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Name; `p1`, `p2`, … where the file gives none. Distinct within a file.
    pub name: String,
    /// The formula: closed, monotone in its fixpoint variables.
    pub formula: Formula,
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::At { procedure: Some(procedure), label } => write!(f, "at({procedure}:{label})"),
            Atom::At { procedure: None, label } => write!(f, "at({label})"),
            Atom::AtLine(line) => write!(f, "at({line})"),
            Atom::Enter(procedure) => write!(f, "enter({procedure})"),
            Atom::Halted => f.write_str("halted"),
            Atom::Failed => f.write_str("failed"),
            Atom::Named(name) => f.write_str(name),
            Atom::Condition(text) => write!(f, "{{{text}}}"),
        }
    }
}
