//! Semantic minimisation (May/Must §9): formulas whose three-valued value is the thorough one.
//!
//! Of a formula about one state, the disjunction of all its prime implicants (its Blake canonical
//! form): what holds in all completions follows from one of them that is known to hold, and what
//! holds in none contradicts each of them.
//!
//! Of a formula of modal logic, a form whose *optimistic* value says whether some completion
//! satisfies it: in each disjunct of its disjunctive form the bodies of universal steps are put
//! into the existential ones beside them, so that what is asked of one successor stands together.
//! That some completion violates the formula says the form of its negation.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use belnap_ir::property::{Formula, Quantifier, Step};
use belnap_ir::result::Completions;

use super::closure::{Closure, Id};
use super::effort::{Effort, Stopped};
use super::saturation::disjuncts;

/// What a formula becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Minimised {
    /// Its three-valued value is the thorough value of the formula.
    Both(Formula),
    /// Two formulas.
    Sides {
        /// Not false where some completion satisfies the formula.
        satisfiable: Formula,
        /// Not false where some completion violates it.
        violable: Formula,
    },
}

/// Why a formula is not minimised.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotMinimised {
    /// CTL and the mu-calculus.
    #[error("only formulas without fixpoints and operators of CTL are minimised")]
    Fixpoints,
    /// What a step with any action has to satisfy depends on the actions there are.
    #[error("formulas with named actions are not minimised")]
    Actions,
    /// It becomes too large.
    #[error("the minimised formula is too large: {0}")]
    Stopped(#[from] Stopped),
}

/// Minimises a formula for structures whose completions are of a kind. Where states can block,
/// those that are not total are meant: a form says nothing of which states block.
///
/// # Errors
/// If the formula is of another logic, or becomes too large.
pub fn minimise(
    formula: &Formula,
    completions: Completions,
    effort: &Effort<'_>,
) -> Result<Minimised, NotMinimised> {
    let mut actions = Vec::new();
    formula.collect_actions(&mut actions);
    if !actions.is_empty() {
        return Err(NotMinimised::Actions);
    }
    let sides = [false, true].map(|negated| Closure::new(formula, negated, 0, &[]));
    if !sides[0].is_modal() {
        return Err(NotMinimised::Fixpoints);
    }
    if sides[0].is_propositional() {
        return Ok(Minimised::Both(blake_form(&sides[0], effort)?));
    }
    let mut forms = Vec::new();
    for closure in &sides {
        let mut optimist = Optimist { closure, completions, effort, known: HashMap::new() };
        forms.push(optimist.form(vec![closure.root])?);
    }
    let violable = forms.pop().unwrap_or(Formula::Const(false));
    let satisfiable = forms.pop().unwrap_or(Formula::Const(false));
    Ok(Minimised::Sides { satisfiable, violable })
}

/// A conjunction of literals: atoms with their values.
type Term = BTreeMap<u32, bool>;

/// The disjunction of all prime implicants, by consensus and absorption.
fn blake_form(closure: &Closure, effort: &Effort<'_>) -> Result<Formula, Stopped> {
    let mut terms: Vec<Term> = Vec::new();
    let found = disjuncts(closure, &[closure.root], effort)?;
    let mut work: Vec<Term> =
        found.into_iter().map(|choice| choice.label.into_iter().collect()).collect();
    while let Some(term) = work.pop() {
        effort.spend()?;
        if terms.iter().any(|other| includes(&term, other)) {
            continue;
        }
        terms.retain(|other| !includes(other, &term));
        work.extend(terms.iter().filter_map(|other| consensus(&term, other)));
        terms.push(term);
    }
    terms.sort_by_key(|term| (term.len(), term.iter().map(|(a, v)| (*a, !v)).collect::<Vec<_>>()));
    let shown =
        terms.iter().map(|term| all(term.iter().map(|own| literal(closure, own)).collect()));
    Ok(any(shown.collect()))
}

/// Whether a term has all literals of another, and so implies it.
fn includes(large: &Term, small: &Term) -> bool {
    small.iter().all(|(atom, value)| large.get(atom) == Some(value))
}

/// What two terms imply together that neither does alone, if they differ in one sign.
fn consensus(left: &Term, right: &Term) -> Option<Term> {
    let opposite =
        |(atom, value): &(&u32, &bool)| right.get(atom).is_some_and(|other| other != *value);
    let mut opposed = left.iter().filter(opposite);
    let (at, _) = opposed.next()?;
    if opposed.next().is_some() {
        return None;
    }
    let mut both = left.clone();
    both.extend(right);
    both.remove(at);
    Some(both)
}

fn literal(closure: &Closure, (atom, value): (&u32, &bool)) -> Formula {
    let (atom, span) = closure.atoms[*atom as usize].clone();
    let atom = Formula::Atom(atom, span);
    if *value { atom } else { Formula::Not(Box::new(atom)) }
}

fn all(mut parts: Vec<Formula>) -> Formula {
    match parts.len() {
        0 => Formula::Const(true),
        1 => parts.remove(0),
        _ => Formula::And(parts),
    }
}

fn any(mut parts: Vec<Formula>) -> Formula {
    match parts.len() {
        0 => Formula::Const(false),
        1 => parts.remove(0),
        _ => Formula::Or(parts),
    }
}

struct Optimist<'a> {
    closure: &'a Closure,
    completions: Completions,
    effort: &'a Effort<'a>,
    known: HashMap<Vec<Id>, Formula>,
}

impl Optimist<'_> {
    /// A form of the conjunction of some subformulas.
    fn form(&mut self, required: Vec<Id>) -> Result<Formula, Stopped> {
        if let Some(known) = self.known.get(&required) {
            return Ok(known.clone());
        }
        let closure = self.closure;
        let mut parts = Vec::new();
        for choice in disjuncts(closure, &required, self.effort)? {
            let mut conjuncts: Vec<Formula> =
                choice.label.iter().map(|(atom, value)| literal(closure, (atom, value))).collect();
            let steps = choice.steps.iter().filter_map(|step| closure.step(*step));
            let (some, every): (Vec<_>, Vec<_>) = steps.partition(|(modality, _)| modality.exists);
            let every: BTreeSet<Id> = every.into_iter().map(|(_, body)| body).collect();
            let mut asked: Vec<BTreeSet<Id>> = some
                .into_iter()
                .map(|(_, body)| every.iter().copied().chain([body]).collect())
                .collect();
            if asked.is_empty() && !every.is_empty() && self.completions == Completions::Total {
                asked.push(every.clone());
            }
            for required in asked {
                conjuncts.push(self.step(Quantifier::Exists, required)?);
            }
            if !every.is_empty() {
                conjuncts.push(self.step(Quantifier::Forall, every)?);
            }
            parts.push(all(conjuncts));
        }
        let form = any(parts);
        self.effort.spend()?;
        self.known.insert(required, form.clone());
        Ok(form)
    }

    fn step(&mut self, quantifier: Quantifier, body: BTreeSet<Id>) -> Result<Formula, Stopped> {
        let body = Box::new(self.form(body.into_iter().collect())?);
        Ok(Formula::Step(quantifier, Step::Next, body))
    }
}

#[cfg(test)]
mod tests {
    use belnap_formats::property::{print, read_formula};

    use super::*;

    fn minimised(text: &str, completions: Completions) -> String {
        let formula = read_formula(text).expect("a formula");
        match minimise(&formula, completions, &Effort::new(10_000, None)) {
            Ok(Minimised::Both(formula)) => print(&formula),
            Ok(Minimised::Sides { satisfiable, violable }) => {
                format!("{} // {}", print(&satisfiable), print(&violable))
            }
            Err(reason) => reason.to_string(),
        }
    }

    #[test]
    fn propositional_formulas_have_their_prime_implicants() {
        let any = Completions::Any;
        assert_eq!(minimised("p | !p", any), "true");
        assert_eq!(minimised("p & !p", any), "false");
        assert_eq!(minimised("p & q | !p & r", any), "p & q | !p & r | q & r");
        assert_eq!(minimised("p & q | p & !q", any), "p");
        assert_eq!(minimised("p <-> q", any), "p & q | !p & !q");
    }

    #[test]
    fn universal_bodies_go_into_existential_ones() {
        let any = Completions::Any;
        assert_eq!(minimised("AX p & EX !q", any), "EX (p & !q) & AX p // EX !p | AX q");
        assert_eq!(minimised("AX p & EX !p", any), "EX false & AX p // EX !p | AX p");
        let total = Completions::Total;
        assert_eq!(minimised("AX p & AX q", total), "EX (p & q) & AX (p & q) // EX !p | EX !q");
    }

    #[test]
    fn other_logics_are_refused() {
        assert!(minimised("AF p", Completions::Any).contains("fixpoints"));
        assert!(minimised("<a> p", Completions::Any).contains("actions"));
    }
}
