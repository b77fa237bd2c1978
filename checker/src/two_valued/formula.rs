//! The formula of a run: positive form, fixpoints for CTL, and steps by what must or may exist.

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::property::{Atom, Formula, Quantifier, Step};
use belnap_ir::span::Span;

use super::{Relabelled, Run, TwoRuns};
use crate::rewrite::{Rewriting, literal, rewrite};

/// The formula for the structure of a run.
///
/// # Errors
/// If it is too large.
pub(super) fn of_run(runs: &TwoRuns, run: Run, formula: &Formula) -> Result<Formula, Diagnostic> {
    rewrite(formula, runs.prefix, &OfRun { runs, run })
}

struct OfRun<'r> {
    runs: &'r TwoRuns,
    run: Run,
}

impl Rewriting for OfRun<'_> {
    fn literal(&self, atom: &Atom, positive: bool) -> Formula {
        let found = self.runs.literals.iter().find(|(own, _, _)| own == atom);
        match found {
            Some((_, _, partner)) if !positive => literal(partner, true),
            Some((_, name, _)) if *name != atom.to_string() => literal(name, true),
            // An atom of the language is a proposition of that name where there are no locations.
            _ => Formula::Atom(atom.clone(), Span::default()),
        }
    }

    fn step(&self, quantifier: Quantifier, actions: Option<&[String]>, body: Formula) -> Formula {
        let exists = quantifier == Quantifier::Exists;
        let relation: &[Relabelled] = match exists == (self.run == Run::Pessimistic) {
            true => &self.runs.must,
            false => &self.runs.may,
        };
        let taken = |own: &Option<String>| match actions {
            Some(actions) => own.as_ref().is_some_and(|own| actions.contains(own)),
            None => true,
        };
        let names = relation.iter().filter(|(own, _)| taken(own));
        let names: Vec<String> = names.map(|(_, name)| name.clone()).collect();
        if names.is_empty() {
            // There is no such transition at all.
            return Formula::Const(!exists);
        }
        Formula::Step(quantifier, Step::Actions(names), Box::new(body))
    }

    fn is_proposition(&self, name: &str) -> bool {
        self.runs.literals.iter().any(|(_, own, partner)| own == name || partner == name)
    }
}
