//! Paths that show what operators say, re-checked on the structure they are about.
//!
//! Nothing here is shared with what found them but the values of formulas without operators and
//! the automata of operators: values of operators come from profiles, letters are read off again,
//! and whether a path is in an operator is asked of profiles too.

use belnap_automata::omega::walks::{Graph, Step};
use belnap_automata::omega::{automaton, profiles};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, Semantics};
use belnap_ir::operator::{Application, Argument, Markers, OperatorProperty, Paths};
use belnap_ir::property::Quantifier;
use belnap_ir::result::{Branch, BranchStep, Verdict};

use crate::explicit::{ExplicitOptions, evaluate};
use crate::operators::{DEADLOCK, Eliminated, Judge, OperatorOptions, eliminate};

/// The structure with a proposition for each operator, its values found by profiles.
///
/// # Errors
/// If the property does not fit the structure, or there is too much to look at.
pub fn eliminated(
    structure: &ExplicitKripke,
    property: &OperatorProperty,
    paths: Paths,
    hyper: bool,
) -> Result<Eliminated, String> {
    /// Profiles are many; what is larger stays unconfirmed.
    const MAX_PROFILES: usize = 50_000;
    let options = OperatorOptions { paths, judge: Judge::Profiles, hyper, max_nodes: MAX_PROFILES };
    eliminate(structure, property, &options).map_err(|found| found.message)
}

/// Checks that paths are those of a structure that has a proposition for each operator, and that
/// each is what it should be.
///
/// # Errors
/// The first thing that is wrong.
pub fn recheck_branches(
    structure: &ExplicitKripke,
    property: &OperatorProperty,
    verdict: Verdict,
    branches: &[Branch],
    (paths, hyper): (Paths, bool),
) -> Result<(), String> {
    let certain = verdict != Verdict::Inconclusive;
    let checker = Checker { structure, property, paths, hyper, certain };
    branches.iter().try_for_each(|branch| checker.branch(branch, None))
}

struct Checker<'a> {
    structure: &'a ExplicitKripke,
    property: &'a OperatorProperty,
    paths: Paths,
    hyper: bool,
    /// Paths are of steps that must exist; otherwise of steps that may.
    certain: bool,
}

impl Checker<'_> {
    fn state(&self, name: &str) -> Result<StateId, String> {
        let found = self.structure.states.iter().position(|state| state.name == name);
        found.map(StateId::from).ok_or_else(|| format!("there is no state {name}"))
    }

    fn branch(&self, branch: &Branch, from: Option<StateId>) -> Result<(), String> {
        let mut applications = self.property.applications.iter();
        let application = applications
            .find(|application| application.atom == branch.formula)
            .ok_or_else(|| format!("'{}' is no part of the property", branch.formula))?;
        let start = self.state(&branch.state)?;
        if from.is_some_and(|from| from != start) {
            return Err(format!("a path starts in {}, and not where it should", branch.state));
        }
        let arguments = self.arguments(application)?;
        let mut at = start;
        let mut steps = Vec::new();
        for step in &branch.steps {
            let to = self.state(&step.to)?;
            self.check_step(at, step, to)?;
            for below in &step.because {
                self.branch(below, Some(at))?;
            }
            steps.push((self.letter(application, &arguments, at, step), to));
            at = to;
        }
        let back = match branch.again {
            None => None,
            Some(again) if again < steps.len() => {
                let begins = again.checked_sub(1).map_or(start, |before| steps[before].1);
                if begins != at {
                    return Err(format!("the path does not come back to {}", self.name(begins)));
                }
                Some(again)
            }
            Some(_) => return Err("the path goes on with a step that it does not have".to_owned()),
        };
        self.check_word(application, &steps, back)
    }

    fn name(&self, state: StateId) -> &str {
        &self.structure.states[state].name
    }

    fn arguments(&self, application: &Application) -> Result<Vec<Option<Vec<Belnap>>>, String> {
        let hyper = self.hyper;
        let value = |argument: &Argument| match argument {
            Argument::Formula(formula) => {
                let values = evaluate(self.structure, formula, &ExplicitOptions { hyper });
                values.map(Some).map_err(|found| found.message)
            }
            Argument::Actions(_) => Ok(None),
        };
        application.applied.arguments.iter().map(value).collect()
    }

    fn check_step(&self, from: StateId, step: &BranchStep, to: StateId) -> Result<(), String> {
        let certain = |value: Belnap| value.must() && self.structure.semantics != Semantics::Over;
        let counts = |value: Belnap| if self.certain { certain(value) } else { value.may() };
        let mut steps = self.structure.transitions.iter().filter(|own| own.from == from);
        let listed =
            steps.clone().any(|own| own.to == to && own.action == step.action && counts(own.value));
        let stays = step.action.as_deref() == Some(DEADLOCK)
            && from == to
            && self.paths == Paths::Maximal
            && (!self.structure.total || self.structure.states[from].blocking)
            && self.structure.events.certain_in(from).is_empty()
            && match self.certain {
                true => {
                    self.structure.semantics != Semantics::Under
                        && !steps.any(|own| own.value.may() || certain(own.value))
                }
                false => !steps.any(|own| certain(own.value)),
            };
        if listed || stays {
            return Ok(());
        }
        let how = if self.certain { "must" } else { "may" };
        let action = step.action.as_deref().unwrap_or("no action");
        let (from, to) = (self.name(from), self.name(to));
        Err(format!("no step with {action} {how} lead from {from} to {to}"))
    }

    fn letter(
        &self,
        application: &Application,
        arguments: &[Option<Vec<Belnap>>],
        at: StateId,
        step: &BranchStep,
    ) -> Markers {
        // Against what is shown: for `A` all that may be true, if the path must exist.
        let generous = self.certain == (application.quantifier == Quantifier::Forall);
        let mut letter = 0;
        let arguments = application.applied.arguments.iter().zip(arguments);
        for (bit, (argument, values)) in arguments.enumerate() {
            let is_true = match (argument, values) {
                (Argument::Actions(set), _) => {
                    let has = |item: &String| {
                        let Some(action) = step.action.as_deref() else { return false };
                        let components = &self.structure.events.components;
                        let own = components.iter().find(|one| one.internal() == *item);
                        item == action
                            || own.is_some_and(|one| one.alphabet.iter().any(|a| a == action))
                    };
                    set.actions.iter().any(has) != set.negated
                }
                (Argument::Formula(_), Some(values)) => {
                    let value = values[at.index()];
                    if generous { value.may() } else { value.must() }
                }
                (Argument::Formula(_), None) => false,
            };
            letter |= Markers::from(is_true) << bit;
        }
        letter
    }

    fn check_word(
        &self,
        application: &Application,
        steps: &[(Markers, StateId)],
        again: Option<usize>,
    ) -> Result<(), String> {
        /// A path has few profiles.
        const MAX_PROFILES: usize = 1_000_000;
        let last = steps.len();
        let step = |(at, (letter, _)): (usize, &(Markers, StateId))| {
            let to = match again {
                Some(again) if at + 1 == last => again,
                _ => at + 1,
            };
            vec![Step { letter: *letter, to, label: at }]
        };
        let mut row: Vec<Vec<Step>> = steps.iter().enumerate().map(step).collect();
        row.push(Vec::new());
        let total =
            self.structure.total && self.structure.states.iter().all(|state| !state.blocking);
        let goes_on = self.paths == Paths::Maximal || total;
        let automaton = automaton(&application.applied.operator);
        let accepted = application.quantifier == Quantifier::Exists;
        let graph = Graph { steps: row, goes_on };
        let found = profiles::starts(&graph, &automaton, accepted, MAX_PROFILES);
        match found {
            Ok(found) if found[0] => Ok(()),
            Ok(_) => {
                let how = if accepted { "is no word of it" } else { "is a word of it" };
                Err(format!("a path for '{}' {how}", application.atom))
            }
            Err(error) => Err(error.to_string()),
        }
    }
}
