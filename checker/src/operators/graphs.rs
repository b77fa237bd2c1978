//! The two halves of a structure as graphs whose steps have letters.

use std::collections::HashMap;

use belnap_automata::omega::walks::{Graph, Step};
use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{Component, ExplicitKripke, Semantics};
use belnap_ir::operator::{ActionSet, Application, Argument, Markers, OperatorProperty, Paths};
use belnap_ir::property::{Formula, Quantifier};

use super::{DEADLOCK, formulas, refuse};

/// Which half of a value counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    /// What is definitely so.
    Definite,
    /// What is not definitely otherwise.
    Possible,
}

/// What the graphs of an application are made from.
pub(super) struct Graphs<'a> {
    pub structure: &'a ExplicitKripke,
    pub application: &'a Application,
    /// Values of the arguments that are formulas.
    pub arguments: &'a [Option<Vec<Belnap>>],
    pub paths: Paths,
}

/// The label of a step in a graph that no transition stands for.
pub(super) const STOPPED: usize = usize::MAX;

impl Graphs<'_> {
    /// Paths that must exist; their letters make it as hard as possible to be what is looked for.
    pub(super) fn must(&self) -> Graph {
        let half = match self.application.quantifier {
            Quantifier::Exists => Half::Definite,
            Quantifier::Forall => Half::Possible,
        };
        self.graph(half, true)
    }

    /// Paths that may exist; their letters make it as easy as possible.
    pub(super) fn may(&self) -> Graph {
        let half = match self.application.quantifier {
            Quantifier::Exists => Half::Possible,
            Quantifier::Forall => Half::Definite,
        };
        self.graph(half, false)
    }

    fn graph(&self, half: Half, must: bool) -> Graph {
        let structure = self.structure;
        let states: Vec<Markers> =
            (0..structure.states.len()).map(|state| self.of_state(state, half)).collect();
        let mut of_action: HashMap<Option<&str>, Markers> = HashMap::new();
        let mut steps = vec![Vec::new(); structure.states.len()];
        for (label, transition) in structure.transitions.iter().enumerate() {
            let exists = match must {
                true => transition.value.must() && structure.semantics != Semantics::Over,
                false => transition.value.may(),
            };
            if exists {
                let action = transition.action.as_deref();
                let own = *of_action.entry(action).or_insert_with(|| self.of_step(action));
                let from = transition.from.index();
                let letter = states[from] | own;
                steps[from].push(Step { letter, to: transition.to.index(), label });
            }
        }
        if self.paths == Paths::Maximal {
            for (state, stop) in stops(structure).into_iter().enumerate() {
                if stop.may && (!must || stop.certain) {
                    let letter = states[state] | self.of_step(Some(DEADLOCK));
                    steps[state].push(Step { letter, to: state, label: STOPPED });
                }
            }
        }
        let total = structure.total && structure.states.iter().all(|state| !state.blocking);
        Graph { steps, goes_on: self.paths == Paths::Maximal || total }
    }

    /// The markers that are formulas and count as true in a state.
    fn of_state(&self, state: usize, half: Half) -> Markers {
        let counts = |values: &Vec<Belnap>| match half {
            Half::Definite => values[state].must(),
            Half::Possible => values[state].may(),
        };
        let markers = self.arguments.iter().enumerate();
        markers.fold(0, |letter, (bit, values)| {
            letter | Markers::from(values.as_ref().is_some_and(counts)) << bit
        })
    }

    /// The markers that are sets of actions and have a step.
    fn of_step(&self, action: Option<&str>) -> Markers {
        let arguments = self.application.applied.arguments.iter().enumerate();
        arguments.fold(0, |letter, (bit, argument)| match argument {
            Argument::Formula(_) => letter,
            Argument::Actions(set) => {
                letter | Markers::from(has(self.structure, set, action)) << bit
            }
        })
    }
}

/// Whether paths end in a state.
#[derive(Clone, Copy)]
pub(super) struct Stop {
    /// No step is certain.
    pub may: bool,
    /// No step is possible either.
    pub certain: bool,
}

/// Whether paths end, in each state.
pub(super) fn stops(structure: &ExplicitKripke) -> Vec<Stop> {
    let mut must = vec![false; structure.states.len()];
    let mut may = vec![structure.semantics == Semantics::Under; structure.states.len()];
    for transition in &structure.transitions {
        must[transition.from.index()] |=
            transition.value.must() && structure.semantics != Semantics::Over;
        may[transition.from.index()] |= transition.value.may();
    }
    for (state, _) in &structure.events.certain {
        must[state.index()] = true;
    }
    let stop = |(state, (must, may)): (usize, (bool, bool))| {
        let total = structure.total && !structure.states[StateId::from(state)].blocking;
        Stop { may: !total && !must, certain: !total && !must && !may }
    };
    must.into_iter().zip(may).enumerate().map(stop).collect()
}

/// Whether a set has the step with an action, or without one.
fn has(structure: &ExplicitKripke, set: &ActionSet, action: Option<&str>) -> bool {
    let is = |item: &String| {
        let Some(action) = action else { return false };
        let takes_part = |own: &[String]| own.iter().any(|known| known == action);
        item == action || component(structure, item).is_some_and(takes_part)
    };
    set.actions.iter().any(is) != set.negated
}

/// The alphabet of the component whose steps an item like `writer.*` means.
fn component<'s>(structure: &'s ExplicitKripke, item: &str) -> Option<&'s [String]> {
    let found = structure.events.components.iter().find(|component| component.internal() == item);
    found.map(|component| component.alphabet.as_slice())
}

/// Refuses an action that the structure does not have: `<act>` would say nothing.
///
/// # Errors
/// If an action of an argument is in no alphabet, or has no meaning.
pub fn refuse_unknown_actions(
    structure: &ExplicitKripke,
    property: &OperatorProperty,
    paths: Paths,
) -> Result<(), Diagnostic> {
    let mut known: Vec<&str> = structure.events.alphabet.iter().map(String::as_str).collect();
    known.extend(structure.transitions.iter().filter_map(|step| step.action.as_deref()));
    if known.contains(&DEADLOCK) {
        let message =
            format!("'{DEADLOCK}' is the step of a path that cannot go on; rename the action");
        return Err(refuse("check-action", message));
    }
    let components = &structure.events.components;
    known.extend(components.iter().flat_map(|one| one.alphabet.iter().map(String::as_str)));
    let unknown = |action: &str| {
        known.iter().all(|own| *own != action) && component(structure, action).is_none()
    };
    let sets = property.applications.iter().flat_map(|one| one.applied.action_sets());
    for set in sets {
        for action in &set.actions {
            if action == DEADLOCK && paths == Paths::Infinite {
                let message = "infinite paths have no step 'deadlock'";
                return Err(Diagnostic::at("check-action", set.span, message));
            }
            if action != DEADLOCK && unknown(action) {
                let message = format!("'{action}' is in no alphabet");
                let mut names: Vec<String> = known.iter().map(|own| (*own).to_owned()).collect();
                names.extend(components.iter().map(Component::internal));
                names.sort_unstable();
                names.dedup();
                names.truncate(12);
                let found = Diagnostic::at("check-action", set.span, message);
                return Err(match names.is_empty() {
                    true => found.note("the structure has no actions"),
                    false => found.note(format!("known: {}", names.join(", "))),
                });
            }
        }
    }
    let mut modal = Vec::new();
    formulas(property).for_each(|formula: &Formula| formula.collect_actions(&mut modal));
    match modal.into_iter().find(|action| unknown(action)) {
        None => Ok(()),
        Some(action) => Err(refuse("check-action", format!("'{action}' is in no alphabet"))),
    }
}
