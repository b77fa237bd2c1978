//! What to track before anything is known: the conditions that the property mentions.

use belnap_ir::predicate::{Predicate, PredicateScope, PredicateSet, normalise_condition};
use belnap_ir::property::{Atom, Formula};
use belnap_ir::span::Span;

/// The given predicates and, tracked everywhere, the conditions of a property's atoms.
pub fn initial_predicates(property: &Formula, given: &PredicateSet) -> PredicateSet {
    let mut set = given.clone();
    collect(property, &mut set);
    set
}

fn collect(formula: &Formula, set: &mut PredicateSet) {
    match formula {
        Formula::Atom(Atom::Condition(text), _) => {
            let condition = normalise_condition(text);
            let known =
                |one: &Predicate| one.scope == PredicateScope::Global && one.condition == condition;
            if !set.predicates.iter().any(known) {
                let scope = PredicateScope::Global;
                // What a property asks about, it asks about everywhere.
                set.predicates
                    .retain(|one| one.scope != PredicateScope::Live || one.condition != condition);
                set.predicates.push(Predicate { scope, condition, span: Span::default() });
            }
        }
        Formula::Const(_) | Formula::Atom(..) | Formula::Var(..) => {}
        Formula::Not(a)
        | Formula::Step(_, _, a)
        | Formula::Along(_, _, a)
        | Formula::Fixpoint(_, _, a) => collect(a, set),
        Formula::And(operands) | Formula::Or(operands) => {
            operands.iter().for_each(|operand| collect(operand, set));
        }
        Formula::Implies(a, b) | Formula::Iff(a, b) | Formula::Between(_, _, a, b) => {
            collect(a, set);
            collect(b, set);
        }
    }
}
