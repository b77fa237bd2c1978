//! LTL: what an execution does from now on. A property is a statement about all executions.
//!
//! The tree keeps the notation a person wrote. What a formula says of an execution that ends is in
//! `formats/spec/property.md`: it is true unless the positions that there are refute it.

use crate::operator::OperatorProperty;
use crate::property::{Along, Atom, Between, Property};
use crate::span::Span;

/// A formula about one execution. Depth is at most [`crate::boolprog::MAX_NESTING`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Path {
    /// `true`, `false`.
    Const(bool),
    /// What is true now.
    Atom(Atom, Span),
    /// `!φ`.
    Not(Box<Path>),
    /// `φ & ψ & …`, at least two.
    And(Vec<Path>),
    /// `φ | ψ | …`, at least two.
    Or(Vec<Path>),
    /// `φ -> ψ`.
    Implies(Box<Path>, Box<Path>),
    /// `φ <-> ψ`.
    Iff(Box<Path>, Box<Path>),
    /// `X φ`.
    Next(Box<Path>),
    /// `F φ`, `G φ`.
    Along(Along, Box<Path>),
    /// `φ U ψ`, `φ R ψ`, `φ W ψ`.
    Between(Between, Box<Path>, Box<Path>),
}

impl Path {
    /// Its operands, in order.
    pub fn operands(&self) -> Vec<&Path> {
        match self {
            Path::Const(_) | Path::Atom(..) => Vec::new(),
            Path::Not(body) | Path::Next(body) | Path::Along(_, body) => vec![body],
            Path::And(operands) | Path::Or(operands) => operands.iter().collect(),
            Path::Implies(left, right) | Path::Iff(left, right) | Path::Between(_, left, right) => {
                vec![left, right]
            }
        }
    }

    /// Adds its atoms with their places in the text, in order.
    pub fn collect_atoms<'a>(&'a self, atoms: &mut Vec<(&'a Atom, Span)>) {
        if let Path::Atom(atom, span) = self {
            atoms.push((atom, *span));
        }
        for operand in self.operands() {
            operand.collect_atoms(atoms);
        }
    }
}

/// A named LTL property of a `.ctl` file, definitions already replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearProperty {
    /// Name, distinct within a file from those of all its properties.
    pub name: String,
    /// What every execution does.
    pub path: Path,
}

/// A property of any kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stated {
    /// About states: CTL and the mu-calculus.
    Branching(Property),
    /// About all executions: LTL.
    Linear(LinearProperty),
    /// About states, with operators over the executions from there.
    Operators(OperatorProperty),
}

impl Stated {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Stated::Branching(property) => &property.name,
            Stated::Linear(property) => &property.name,
            Stated::Operators(property) => &property.name,
        }
    }
}
