//! What names stand for: fixpoint variables, definitions, or propositions.

use std::collections::{HashMap, HashSet};

use belnap_ir::boolprog::MAX_NESTING;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::linear::Path;
use belnap_ir::operator::{Application, Applied, Argument};
use belnap_ir::property::{Atom, Formula};
use belnap_ir::span::Span;
use belnap_ir::validate;

use super::operators::Operators;
use super::print::print_application;
use super::tree::{
    Used, conjunction, disjunction, number_of_used, path_conjunction, path_disjunction,
};

/// How many subformulas may come from the use of definitions in one file: definitions that use
/// each other twice grow without bound otherwise.
pub const MAX_EXPANSION: usize = 1_000_000;

/// Limit on the length of an operator with its arguments, definitions replaced.
const MAX_TEXT: usize = 20_000;

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
    /// Fixpoint variables around the operators around the current place.
    outside: Vec<String>,
    /// The operators of the file.
    pub operators: Operators,
    /// Applications that are not resolved yet.
    used: Vec<Option<Used>>,
    /// Those that are: what each argument is about comes before.
    applications: Vec<Application>,
    /// Propositions that could be taken for applications.
    similar: Vec<(String, Span)>,
    /// What is wrong so far.
    pub found: Vec<Diagnostic>,
}

impl Resolver {
    /// A resolver for a file that defines these names.
    pub fn new<'n>(names: impl IntoIterator<Item = &'n str>, used: Vec<Used>) -> Self {
        Resolver {
            announced: names.into_iter().map(str::to_owned).collect(),
            used: used.into_iter().map(Some).collect(),
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

    /// The applications that a resolved formula is about, what arguments are about before.
    pub fn meaning(&self, formula: &Formula) -> Vec<Application> {
        let mut atoms = Vec::new();
        formula.collect_atoms(&mut atoms);
        let mut found = Vec::new();
        for application in self.applications.iter().rev() {
            let is_own = |(atom, _): &(&Atom, Span)| match atom {
                Atom::Named(name) => *name == application.atom,
                _ => false,
            };
            if atoms.iter().any(is_own) {
                application.applied.formulas().for_each(|one| one.collect_atoms(&mut atoms));
                found.push(application.clone());
            }
        }
        found.reverse();
        found
    }

    /// A proposition that has the text of an application.
    pub fn confused(&self) -> Option<Diagnostic> {
        let mut similar = self.similar.iter();
        let (name, span) = similar.find(|(name, _)| self.is_application(name))?;
        let message = format!("the proposition '{name}' has the text of an operator");
        Some(Diagnostic::at("operator-atom", *span, message))
    }

    fn is_application(&self, name: &str) -> bool {
        self.applications.iter().any(|application| application.atom == name)
    }

    /// The proposition that stands for an operator with its arguments.
    fn application(&mut self, number: usize) -> Formula {
        let Some(used) = self.used.get_mut(number).and_then(Option::take) else {
            return Formula::Const(true);
        };
        let operator = match self.operators.find(&used) {
            Ok(operator) => operator,
            Err(found) => {
                self.found.push(found);
                return Formula::Const(true);
            }
        };
        let inner = std::mem::take(&mut self.binders);
        let around = self.outside.len();
        self.outside.extend(inner.iter().cloned());
        let mut arguments = Vec::with_capacity(used.arguments.len());
        for argument in used.arguments {
            arguments.push(match argument {
                Argument::Formula(formula) => {
                    let formula = self.visit(formula, 0);
                    self.found.extend(validate::property::formula(&formula));
                    Argument::Formula(formula)
                }
                set @ Argument::Actions(_) => set,
            });
        }
        self.outside.truncate(around);
        self.binders = inner;
        let applied = Applied { operator, arguments, span: used.span };
        let atom = print_application(used.quantifier, &applied, &self.applications);
        if atom.len() > MAX_TEXT {
            let message = format!("this operator is longer than {MAX_TEXT} characters");
            self.found.push(Diagnostic::at("ctl-size", used.span, message));
            return Formula::Const(true);
        }
        if !self.is_application(&atom) {
            let quantifier = used.quantifier;
            self.applications.push(Application { atom: atom.clone(), quantifier, applied });
        }
        Formula::Atom(Atom::Named(atom), used.span)
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
                let meant = self.name(name, span, above);
                self.of_states(&meant, span)
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
        if let Formula::Atom(atom, own) = formula {
            return match atom {
                Atom::Named(name) if self.is_application(name) => self.not_of_states(*own),
                _ => Path::Atom(atom.clone(), *own),
            };
        }
        let mut one = |formula: &Formula| Box::new(self.of_states(formula, span));
        match formula {
            Formula::Const(value) => Path::Const(*value),
            Formula::Not(body) => Path::Not(one(body)),
            Formula::Implies(left, right) => Path::Implies(one(left), one(right)),
            Formula::Iff(left, right) => Path::Iff(one(left), one(right)),
            Formula::And(operands) => path_conjunction(operands.iter().map(|o| *one(o)).collect()),
            Formula::Or(operands) => path_disjunction(operands.iter().map(|o| *one(o)).collect()),
            Formula::Atom(..)
            | Formula::Var(..)
            | Formula::Step(..)
            | Formula::Along(..)
            | Formula::Between(..)
            | Formula::Fixpoint(..) => self.not_of_states(span),
        }
    }

    fn not_of_states(&mut self, span: Span) -> Path {
        let message = "this definition is about executions, in CTL or the mu-calculus";
        self.found.push(
            Diagnostic::at("ctl-linear", span, message)
                .note("in LTL, definitions without temporal operators can be used"),
        );
        Path::Const(true)
    }

    /// `above` is the number of nodes above the formula.
    fn visit(&mut self, formula: Formula, above: usize) -> Formula {
        let below = above + 1;
        match formula {
            Formula::Atom(Atom::Named(ref name), span) => {
                if name.contains('(') {
                    self.similar.push((name.clone(), span));
                }
                formula
            }
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
        if let Some(number) = number_of_used(&name) {
            return self.application(number);
        }
        if self.binders.contains(&name) {
            return Formula::Var(name, span);
        }
        if self.outside.contains(&name) {
            let message =
                format!("the fixpoint variable '{name}' cannot be used in an operator inside it");
            self.found.push(Diagnostic::at("operator-variable", span, message));
            return Formula::Const(true);
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
