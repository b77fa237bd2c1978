//! What names stand for: fixpoint variables, definitions, or propositions.

use std::collections::{HashMap, HashSet};

use belnap_ir::boolprog::MAX_NESTING;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::linear::Path;
use belnap_ir::property::{Atom, Formula};
use belnap_ir::span::Span;

use super::tree::{conjunction, disjunction, path_conjunction, path_disjunction};

/// How many subformulas may come from the use of definitions in one file: definitions that use
/// each other twice grow without bound otherwise.
pub const MAX_EXPANSION: usize = 1_000_000;

/// A definition whose own names are resolved.
struct Definition {
    formula: Formula,
    depth: usize,
    size: usize,
}

/// Resolves the names of one file, statement by statement.
#[derive(Default)]
pub struct Resolver {
    definitions: HashMap<String, Definition>,
    /// All names the file defines somewhere.
    announced: HashSet<String>,
    /// Subformulas copied from definitions so far.
    copied: usize,
    /// Fixpoint variables around the current place, innermost last.
    binders: Vec<String>,
    /// What is wrong so far.
    pub found: Vec<Diagnostic>,
}

impl Resolver {
    /// A resolver for a file that defines these names.
    pub fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        Resolver {
            announced: names.into_iter().map(str::to_owned).collect(),
            ..Resolver::default()
        }
    }

    /// Makes `name` stand for a resolved formula from here on.
    pub fn define(&mut self, name: String, formula: Formula) {
        let (depth, size) = measure(&formula);
        self.definitions.insert(name, Definition { formula, depth, size });
    }

    /// The formula with every name replaced by what it stands for.
    pub fn resolve(&mut self, formula: Formula) -> Formula {
        self.visit(formula, 0)
    }

    /// The formula of LTL with every name replaced by what it stands for. Quoted names are
    /// propositions; `text` tells.
    pub fn resolve_path(&mut self, path: Path, text: &str) -> Path {
        self.visit_path(path, text, 0)
    }

    fn visit_path(&mut self, path: Path, text: &str, above: usize) -> Path {
        let below = above + 1;
        let mut one = |path: Box<Path>| Box::new(self.visit_path(*path, text, below));
        match path {
            Path::Const(_) => path,
            Path::Atom(Atom::Named(name), span) if !text[span.start..].starts_with('"') => {
                match self.name(name, span, above) {
                    Formula::Atom(atom, span) => Path::Atom(atom, span),
                    defined => self.of_states(&defined, span),
                }
            }
            Path::Atom(..) => path,
            Path::Not(body) => Path::Not(one(body)),
            Path::Next(body) => Path::Next(one(body)),
            Path::Along(along, body) => Path::Along(along, one(body)),
            Path::Implies(left, right) => Path::Implies(one(left), one(right)),
            Path::Iff(left, right) => Path::Iff(one(left), one(right)),
            Path::Between(between, left, right) => Path::Between(between, one(left), one(right)),
            Path::And(operands) => {
                let visited = operands.into_iter().map(|o| self.visit_path(o, text, below));
                path_conjunction(visited.collect())
            }
            Path::Or(operands) => {
                let visited = operands.into_iter().map(|o| self.visit_path(o, text, below));
                path_disjunction(visited.collect())
            }
        }
    }

    /// A definition as a formula of LTL, which it is if it is about one state.
    fn of_states(&mut self, formula: &Formula, span: Span) -> Path {
        let mut one = |formula: &Formula| Box::new(self.of_states(formula, span));
        match formula {
            Formula::Const(value) => Path::Const(*value),
            Formula::Atom(atom, span) => Path::Atom(atom.clone(), *span),
            Formula::Not(body) => Path::Not(one(body)),
            Formula::Implies(left, right) => Path::Implies(one(left), one(right)),
            Formula::Iff(left, right) => Path::Iff(one(left), one(right)),
            Formula::And(operands) => path_conjunction(operands.iter().map(|o| *one(o)).collect()),
            Formula::Or(operands) => path_disjunction(operands.iter().map(|o| *one(o)).collect()),
            Formula::Var(..)
            | Formula::Step(..)
            | Formula::Along(..)
            | Formula::Between(..)
            | Formula::Fixpoint(..) => {
                let message = "this definition is about executions, in CTL or the mu-calculus";
                self.found.push(
                    Diagnostic::at("ctl-linear", span, message)
                        .note("in LTL, definitions without temporal operators can be used"),
                );
                Path::Const(true)
            }
        }
    }

    /// `above` is the number of nodes above the formula.
    fn visit(&mut self, formula: Formula, above: usize) -> Formula {
        let below = above + 1;
        match formula {
            Formula::Const(_) | Formula::Atom(..) => formula,
            Formula::Var(name, span) => self.name(name, span, above),
            Formula::Not(body) => Formula::Not(self.visit_boxed(*body, below)),
            Formula::And(operands) => {
                conjunction(operands.into_iter().map(|o| self.visit(o, below)).collect())
            }
            Formula::Or(operands) => {
                disjunction(operands.into_iter().map(|o| self.visit(o, below)).collect())
            }
            Formula::Implies(left, right) => {
                Formula::Implies(self.visit_boxed(*left, below), self.visit_boxed(*right, below))
            }
            Formula::Iff(left, right) => {
                Formula::Iff(self.visit_boxed(*left, below), self.visit_boxed(*right, below))
            }
            Formula::Step(quantifier, step, body) => {
                Formula::Step(quantifier, step, self.visit_boxed(*body, below))
            }
            Formula::Along(quantifier, along, body) => {
                Formula::Along(quantifier, along, self.visit_boxed(*body, below))
            }
            Formula::Between(quantifier, between, left, right) => Formula::Between(
                quantifier,
                between,
                self.visit_boxed(*left, below),
                self.visit_boxed(*right, below),
            ),
            Formula::Fixpoint(kind, name, body) => {
                self.binders.push(name.clone());
                let body = self.visit_boxed(*body, below);
                self.binders.pop();
                Formula::Fixpoint(kind, name, body)
            }
        }
    }

    fn visit_boxed(&mut self, formula: Formula, above: usize) -> Box<Formula> {
        Box::new(self.visit(formula, above))
    }

    fn name(&mut self, name: String, span: Span, above: usize) -> Formula {
        if self.binders.contains(&name) {
            return Formula::Var(name, span);
        }
        let Some(definition) = self.definitions.get(&name) else {
            if self.announced.contains(&name) {
                self.found.push(
                    Diagnostic::at(
                        "ctl-undefined",
                        span,
                        format!("'{name}' is used before the end of its definition"),
                    )
                    .note(
                        "definitions come before their uses; a recursive one is written with mu \
                         or nu",
                    ),
                );
            }
            return Formula::Atom(Atom::Named(name), span);
        };
        if above + definition.depth > MAX_NESTING {
            self.found.push(Diagnostic::at(
                "ctl-nesting",
                span,
                format!("with '{name}' replaced, formulas are nested more than {MAX_NESTING} deep"),
            ));
            return Formula::Const(true);
        }
        if self.copied + definition.size > MAX_EXPANSION {
            // One message is enough: every further use would repeat it.
            if self.copied <= MAX_EXPANSION {
                self.found.push(Diagnostic::at(
                    "ctl-size",
                    span,
                    format!("definitions expand to more than {MAX_EXPANSION} subformulas here"),
                ));
            }
            self.copied = MAX_EXPANSION + 1;
            return Formula::Const(true);
        }
        self.copied += definition.size;
        definition.formula.clone()
    }
}

/// Depth and number of nodes.
fn measure(formula: &Formula) -> (usize, usize) {
    let over = |operands: &[&Formula]| {
        operands
            .iter()
            .map(|operand| measure(operand))
            .fold((1, 1), |(depth, size), (d, s)| (depth.max(d + 1), size + s))
    };
    match formula {
        Formula::Const(_) | Formula::Atom(..) | Formula::Var(..) => (1, 1),
        Formula::Not(body)
        | Formula::Step(_, _, body)
        | Formula::Along(_, _, body)
        | Formula::Fixpoint(_, _, body) => over(&[body]),
        Formula::And(operands) | Formula::Or(operands) => {
            over(&operands.iter().collect::<Vec<_>>())
        }
        Formula::Implies(left, right)
        | Formula::Iff(left, right)
        | Formula::Between(_, _, left, right) => over(&[left, right]),
    }
}
