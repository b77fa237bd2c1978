//! What operators say of a complete structure, by trying paths: every path that goes round within
//! few steps is read by its expression.

use belnap_checker::explicit::{ExplicitOptions, evaluate};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;
use belnap_ir::operator::{
    ActionSet, Application, Argument, Markers, Omega, OperatorBody, OperatorProperty, Paths,
};
use belnap_ir::property::Quantifier;

use crate::expressions::Lasso;

/// The steps of the longest path that is tried.
const LONGEST: usize = 6;

/// The value of the last application in each state.
pub fn values(
    structure: &ExplicitKripke,
    property: &OperatorProperty,
    paths: Paths,
) -> Vec<Belnap> {
    let mut structure = structure.clone();
    let mut last = Vec::new();
    for application in &property.applications {
        let states = 0..structure.states.len();
        last = states.map(|state| value(&structure, application, state, paths)).collect();
        structure.propositions.push(application.atom.clone());
        for (state, value) in structure.states.iter_mut().zip(&last) {
            state.labels.push(*value);
        }
    }
    last
}

fn value(
    structure: &ExplicitKripke,
    application: &Application,
    state: usize,
    paths: Paths,
) -> Belnap {
    let OperatorBody::Expression(omega) = &application.applied.operator.body else {
        panic!("an operator by an expression")
    };
    let accepting = application.quantifier == Quantifier::Exists;
    let letters = Letters::new(structure, application);
    let mut path = vec![state];
    let found = some_lasso(&letters, paths, &mut path, &mut Vec::new(), omega, accepting);
    Belnap::from(found == accepting)
}

struct Letters<'a> {
    structure: &'a ExplicitKripke,
    application: &'a Application,
    values: Vec<Option<Vec<Belnap>>>,
}

impl<'a> Letters<'a> {
    fn new(structure: &'a ExplicitKripke, application: &'a Application) -> Self {
        let value = |argument: &Argument| match argument {
            Argument::Formula(formula) => Some(
                evaluate(structure, formula, &ExplicitOptions { hyper: false }).expect("known"),
            ),
            Argument::Actions(_) => None,
        };
        let values = application.applied.arguments.iter().map(value).collect();
        Letters { structure, application, values }
    }

    fn letter(&self, state: usize, action: Option<&str>) -> Markers {
        let arguments = self.application.applied.arguments.iter().zip(&self.values);
        arguments.enumerate().fold(0, |letter, (bit, (argument, values))| {
            let is = match (argument, values) {
                (Argument::Actions(ActionSet { negated, actions, .. }), _) => {
                    actions.iter().any(|own| Some(own.as_str()) == action) != *negated
                }
                (_, Some(values)) => values[state] == Belnap::True,
                _ => false,
            };
            letter | u32::from(is) << bit
        })
    }

    /// Steps from a state: their letters, and where they lead.
    fn steps(&self, state: usize, paths: Paths) -> Vec<(Markers, usize)> {
        let from = |step: &&belnap_ir::kripke::ExplicitTransition| {
            step.from == StateId::from(state) && step.value == Belnap::True
        };
        let steps = self.structure.transitions.iter().filter(from);
        let mut found: Vec<(Markers, usize)> = steps
            .map(|step| (self.letter(state, step.action.as_deref()), step.to.index()))
            .collect();
        if found.is_empty() && paths == Paths::Maximal {
            found.push((self.letter(state, Some("deadlock")), state));
        }
        found
    }
}

/// Whether a path that continues this one and goes round is accepted, or refused.
fn some_lasso(
    letters: &Letters<'_>,
    paths: Paths,
    states: &mut Vec<usize>,
    word: &mut Vec<Markers>,
    omega: &Omega,
    accepting: bool,
) -> bool {
    let at = states[states.len() - 1];
    for (again, state) in states.iter().enumerate().take(word.len()) {
        if *state == at {
            let lasso = Lasso { letters: word.clone(), again };
            if lasso.is_in(omega) == accepting {
                return true;
            }
        }
    }
    if word.len() == LONGEST {
        return false;
    }
    for (letter, to) in letters.steps(at, paths) {
        word.push(letter);
        states.push(to);
        let found = some_lasso(letters, paths, states, word, omega, accepting);
        word.pop();
        states.pop();
        if found {
            return true;
        }
    }
    false
}
