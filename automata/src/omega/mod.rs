//! Operators over infinite words: languages of sets of markers that are closed upwards.
//!
//! | step | from | to |
//! |---|---|---|
//! | [`translate`] | an expression | a [`NeededAutomaton`], by its positions (Glushkov) |
//! | [`trim`] | that, or one from a file | the same words with fewer states and steps |
//! | [`monitor`] | that | a deterministic reader, the cheapest that its words allow |
//! | [`walks`] | a graph whose steps have letters | the places where a walk that is refused, or one that is accepted, starts |
//! | [`profiles`] | the same | the same answers in another way, for tests and evidence |
//!
//! A letter is the set of markers that are true. No automaton here is ever written out over all
//! letters: a step is taken on every letter that has the markers it needs.
//!
//! [`NeededAutomaton`]: belnap_ir::operator::NeededAutomaton

pub mod monitor;
pub mod profiles;
pub mod translate;
pub mod trim;
pub mod walks;

use belnap_ir::operator::{NeededAutomaton, Operator, OperatorBody};

/// The automaton of an operator, made small.
pub fn automaton(operator: &Operator) -> NeededAutomaton {
    match &operator.body {
        OperatorBody::Expression(omega) => trim::trim(&translate::translate(omega)),
        OperatorBody::Automaton(_, automaton) => trim::trim(automaton),
    }
}
