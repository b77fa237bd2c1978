//! What a property must satisfy before an engine sees it.
//!
//! | rule | invariant |
//! |---|---|
//! | `ctl-nesting` | a formula is at most [`MAX_NESTING`] deep |
//! | `ctl-operands` | `&` and `\|` have at least two operands; `<…>` and `[…]` with actions name one |
//! | `ctl-unbound` | every fixpoint variable is bound by an enclosing `mu` or `nu` |
//! | `ctl-polarity` | a fixpoint variable stands under an even number of negations of its binder |
//! | `ctl-capture` | no atom has the name of a fixpoint variable that encloses it |
//! | `ctl-empty` | a file has at least one property |
//! | `ctl-duplicate` | properties of one file have distinct names |

use std::collections::HashSet;

use crate::boolprog::MAX_NESTING;
use crate::diagnostic::{Diagnostic, Place};
use crate::linear::Path;
use crate::property::{Atom, Formula, Property, Step};

/// Everything that is wrong with a formula; nothing if an engine may take it.
pub fn formula(formula: &Formula) -> Vec<Diagnostic> {
    if is_deeper_than(formula, MAX_NESTING) {
        return vec![too_deep()];
    }
    let mut checker = Checker { binders: Vec::new(), found: Vec::new() };
    checker.visit(formula, Sign { negated: false, equivalences: 0 });
    checker.found
}

/// Everything that is wrong with a formula of LTL.
pub fn path(path: &Path) -> Vec<Diagnostic> {
    let mut work = vec![(path, 1)];
    while let Some((path, depth)) = work.pop() {
        if depth > MAX_NESTING {
            return vec![too_deep()];
        }
        if let Path::And(operands) | Path::Or(operands) = path
            && operands.len() < 2
        {
            return vec![too_few_operands()];
        }
        work.extend(path.operands().into_iter().map(|operand| (operand, depth + 1)));
    }
    Vec::new()
}

fn too_deep() -> Diagnostic {
    let message = format!("the formula is nested more than {MAX_NESTING} deep");
    Diagnostic::error("ctl-nesting", Place::Whole, message)
}

fn too_few_operands() -> Diagnostic {
    let message = "a conjunction or disjunction has fewer than two operands";
    Diagnostic::error("ctl-operands", Place::Whole, message)
}

/// Everything that is wrong with the properties of a file.
pub fn properties(properties: &[Property]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if properties.is_empty() {
        found.push(Diagnostic::error("ctl-empty", Place::Whole, "the file states no property"));
    }
    let mut names = HashSet::new();
    for property in properties {
        if !names.insert(&property.name) {
            found.push(Diagnostic::error(
                "ctl-duplicate",
                Place::Whole,
                format!("there are two properties called '{}'", property.name),
            ));
        }
        found.extend(formula(&property.formula));
    }
    found
}

/// Whether some path from the root to a leaf has more than `limit` nodes. Does not recurse.
fn is_deeper_than(formula: &Formula, limit: usize) -> bool {
    let mut work = vec![(formula, 1)];
    while let Some((formula, depth)) = work.pop() {
        if depth > limit {
            return true;
        }
        match formula {
            Formula::Const(_) | Formula::Atom(..) | Formula::Var(..) => {}
            Formula::Not(body)
            | Formula::Step(_, _, body)
            | Formula::Along(_, _, body)
            | Formula::Fixpoint(_, _, body) => work.push((body, depth + 1)),
            Formula::And(operands) | Formula::Or(operands) => {
                work.extend(operands.iter().map(|operand| (operand, depth + 1)));
            }
            Formula::Implies(left, right)
            | Formula::Iff(left, right)
            | Formula::Between(_, _, left, right) => {
                work.push((left, depth + 1));
                work.push((right, depth + 1));
            }
        }
    }
    false
}

/// What stands above a subformula: a fixpoint variable is used monotonically if its sign is that
/// of its binder.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sign {
    /// Under an odd number of negations.
    negated: bool,
    /// Number of `<->` above.
    equivalences: usize,
}

impl Sign {
    fn negate(self) -> Sign {
        Sign { negated: !self.negated, ..self }
    }

    fn under_equivalence(self) -> Sign {
        Sign { equivalences: self.equivalences + 1, ..self }
    }
}

struct Checker<'f> {
    /// Enclosing fixpoint variables, with the sign their fixpoint stands under.
    binders: Vec<(&'f str, Sign)>,
    found: Vec<Diagnostic>,
}

impl<'f> Checker<'f> {
    fn visit(&mut self, formula: &'f Formula, sign: Sign) {
        match formula {
            Formula::Const(_) => {}
            Formula::Atom(atom, span) => {
                if let Atom::Named(name) = atom
                    && self.binders.iter().any(|(binder, _)| binder == name)
                {
                    self.found.push(Diagnostic::at(
                        "ctl-capture",
                        *span,
                        format!(
                            "the proposition '{name}' is used inside a fixpoint over a variable \
                             of the same name; rename the variable"
                        ),
                    ));
                }
            }
            Formula::Var(name, span) => {
                match self.binders.iter().rev().find(|(binder, _)| binder == name) {
                    None => self.found.push(Diagnostic::at(
                        "ctl-unbound",
                        *span,
                        format!("the fixpoint variable '{name}' is not bound by mu or nu"),
                    )),
                    Some((_, bound)) if *bound == sign => {}
                    Some(_) => self.found.push(
                        Diagnostic::at(
                            "ctl-polarity",
                            *span,
                            format!(
                                "the fixpoint variable '{name}' stands under an odd number of \
                                 negations, so its fixpoint need not exist"
                            ),
                        )
                        .note(
                            "the left side of '->' counts as a negation, and either side of \
                             '<->' as both",
                        ),
                    ),
                }
            }
            Formula::Not(body) => self.visit(body, sign.negate()),
            Formula::And(operands) | Formula::Or(operands) => {
                if operands.len() < 2 {
                    self.found.push(too_few_operands());
                }
                for operand in operands {
                    self.visit(operand, sign);
                }
            }
            Formula::Implies(left, right) => {
                self.visit(left, sign.negate());
                self.visit(right, sign);
            }
            Formula::Iff(left, right) => {
                self.visit(left, sign.under_equivalence());
                self.visit(right, sign.under_equivalence());
            }
            Formula::Step(_, step, body) => {
                if matches!(step, Step::Actions(actions) if actions.is_empty()) {
                    self.found.push(Diagnostic::error(
                        "ctl-operands",
                        Place::Whole,
                        "a step over named actions names none",
                    ));
                }
                self.visit(body, sign);
            }
            Formula::Along(_, _, body) => self.visit(body, sign),
            Formula::Between(_, _, left, right) => {
                self.visit(left, sign);
                self.visit(right, sign);
            }
            Formula::Fixpoint(_, name, body) => {
                self.binders.push((name, sign));
                self.visit(body, sign);
                self.binders.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{formula, properties};
    use crate::boolprog::MAX_NESTING;
    use crate::property::{Atom, Fixpoint, Formula, Property, Quantifier, Step};
    use crate::span::Span;

    fn var() -> Box<Formula> {
        Box::new(Formula::Var("Z".into(), Span::default()))
    }

    fn least(body: Formula) -> Formula {
        Formula::Fixpoint(Fixpoint::Least, "Z".into(), Box::new(body))
    }

    fn rules(given: &Formula) -> Vec<&'static str> {
        formula(given).into_iter().map(|d| d.rule).collect()
    }

    fn negations(count: usize) -> Formula {
        (0..count).fold(Formula::Const(true), |body, _| Formula::Not(Box::new(body)))
    }

    #[test]
    fn variables_are_bound() {
        assert_eq!(rules(&var()), ["ctl-unbound"]);
        assert!(rules(&least(*var())).is_empty());
    }

    #[test]
    fn signs_are_relative_to_the_binder() {
        let truth = || Box::new(Formula::Const(true));
        let not = |body| Formula::Not(Box::new(body));
        assert_eq!(rules(&least(not(*var()))), ["ctl-polarity"]);
        assert!(rules(&least(not(not(*var())))).is_empty());
        assert!(rules(&not(least(*var()))).is_empty());
        assert_eq!(rules(&least(Formula::Implies(var(), truth()))), ["ctl-polarity"]);
        assert!(rules(&least(Formula::Implies(truth(), var()))).is_empty());
        assert_eq!(rules(&least(Formula::Iff(truth(), var()))), ["ctl-polarity"]);
        assert!(rules(&Formula::Iff(truth(), Box::new(least(*var())))).is_empty());
    }

    #[test]
    fn an_atom_is_not_captured() {
        let atom = Formula::Atom(Atom::Named("Z".into()), Span::default());
        assert_eq!(rules(&least(atom)), ["ctl-capture"]);
    }

    #[test]
    fn operands_are_counted() {
        assert_eq!(rules(&Formula::And(vec![Formula::Const(true)])), ["ctl-operands"]);
        let step = Formula::Step(
            Quantifier::Exists,
            Step::Actions(Vec::new()),
            Box::new(Formula::Const(true)),
        );
        assert_eq!(rules(&step), ["ctl-operands"]);
    }

    #[test]
    fn nesting_is_limited() {
        assert!(rules(&negations(MAX_NESTING - 1)).is_empty());
        assert_eq!(rules(&negations(MAX_NESTING)), ["ctl-nesting"]);
    }

    #[test]
    fn names_of_properties_are_distinct() {
        let property = Property { name: "p".into(), formula: Formula::Const(true) };
        let rules: Vec<_> =
            properties(&[property.clone(), property]).into_iter().map(|d| d.rule).collect();
        assert_eq!(rules, ["ctl-duplicate"]);
        assert_eq!(properties(&[])[0].rule, "ctl-empty");
    }
}
