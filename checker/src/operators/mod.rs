//! Operators over paths: each application becomes a proposition with the values it has, and then
//! any engine can go on.
//!
//! What is said here is said once for all engines: which paths there are, which markers are true
//! of their steps, and which of the two halves of a value they decide (`formats/spec/property.md`).
//! Whether a walk through the structure is refused or accepted is asked of
//! [`belnap_automata::omega`], in one of two ways that share nothing.

mod graphs;
pub mod lasso;
mod qualify;

use belnap_automata::omega::monitor::{Monitor, kind};
use belnap_automata::omega::walks::{Graph, TooLarge, Walks, accepted, refused};
use belnap_automata::omega::{automaton, profiles};
use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, Semantics};
use belnap_ir::operator::{Application, Argument, NeededAutomaton, OperatorProperty, Paths};
use belnap_ir::property::{Formula, Property, Quantifier};

use crate::explicit::{ExplicitOptions, evaluate};
use graphs::Graphs;
pub use graphs::refuse_unknown_actions;
pub use qualify::{qualify, qualify_formula};

/// The action by which a path that cannot go on stays where it is.
pub const DEADLOCK: &str = "deadlock";

/// How walks are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Judge {
    /// By a product with a deterministic reader of the kind that the operator needs.
    #[default]
    Products,
    /// By the profiles of finite words: slow, and independent.
    Profiles,
}

/// How operators are evaluated.
#[derive(Clone, Copy, Debug)]
pub struct OperatorOptions {
    /// Which paths count.
    pub paths: Paths,
    /// How walks are judged.
    pub judge: Judge,
    /// Use the `wp` trick for the formulas that are arguments.
    pub hyper: bool,
    /// Limit on what is looked at for one application.
    pub max_nodes: usize,
}

impl Default for OperatorOptions {
    fn default() -> Self {
        OperatorOptions {
            paths: Paths::Maximal,
            judge: Judge::Products,
            hyper: true,
            max_nodes: 4_000_000,
        }
    }
}

/// A property whose operators are propositions of a structure.
pub struct Eliminated {
    /// The structure with a proposition for each application.
    pub structure: ExplicitKripke,
    /// The property about it.
    pub property: Property,
}

/// Gives each application of a property a proposition.
///
/// # Errors
/// If an atom or action is unknown, or there is too much to look at.
pub fn eliminate(
    structure: &ExplicitKripke,
    property: &OperatorProperty,
    options: &OperatorOptions,
) -> Result<Eliminated, Diagnostic> {
    let mut structure = structure.clone();
    for application in &property.applications {
        if structure.propositions.contains(&application.atom) {
            let message = format!("the structure has a proposition '{}' already", application.atom);
            return Err(Diagnostic::at("operator-atom", application.applied.span, message));
        }
        let values = values(&structure, application, options)?;
        structure.propositions.push(application.atom.clone());
        for (state, value) in structure.states.iter_mut().zip(values) {
            state.labels.push(value);
        }
    }
    let (name, formula) = (property.name.clone(), property.formula.clone());
    Ok(Eliminated { structure, property: Property { name, formula } })
}

/// The value of an application in every state of a structure that has propositions for those
/// among its arguments.
///
/// # Errors
/// If an atom or action is unknown, or there is too much to look at.
pub fn values(
    structure: &ExplicitKripke,
    application: &Application,
    options: &OperatorOptions,
) -> Result<Vec<Belnap>, Diagnostic> {
    let arguments = arguments(structure, application, options.hyper)?;
    let graphs = Graphs { structure, application, arguments: &arguments, paths: options.paths };
    let automaton = automaton(&application.applied.operator);
    let judge = |graph: &Graph, accepting: bool| {
        let found = match options.judge {
            Judge::Products => {
                let starts: Vec<usize> = (0..structure.states.len()).collect();
                let walks = walks(graph, &automaton, &starts, accepting, options.max_nodes);
                walks.map(|walks| starts.iter().map(|state| walks.starts_at(*state)).collect())
            }
            Judge::Profiles => profiles::starts(graph, &automaton, accepting, options.max_nodes),
        };
        found.map_err(|error| too_large(application, error))
    };
    let accepting = application.quantifier == Quantifier::Exists;
    // Some walk decides: for `A` one that is refused, for `E` one that is accepted. What must be
    // shows it, and what may not be shows that there is none.
    let certain: Vec<bool> = judge(&graphs.must(), accepting)?;
    let possible: Vec<bool> = match structure.semantics {
        Semantics::Under => vec![true; structure.states.len()],
        Semantics::Exact | Semantics::Over => judge(&graphs.may(), accepting)?,
    };
    let value = |(certain, possible)| {
        let exists = Belnap::from_halves(certain, possible);
        if accepting { exists } else { !exists }
    };
    Ok(certain.into_iter().zip(possible).map(value).collect())
}

/// The walks that decide: accepted ones, or refused ones.
fn walks(
    graph: &Graph,
    automaton: &NeededAutomaton,
    starts: &[usize],
    accepting: bool,
    limit: usize,
) -> Result<Walks, TooLarge> {
    match accepting {
        true => accepted(graph, automaton, starts, limit),
        false => {
            let mut monitor = Monitor::new(automaton, kind(automaton));
            refused(graph, &mut monitor, starts, limit)
        }
    }
}

fn too_large(application: &Application, error: TooLarge) -> Diagnostic {
    let Application { atom, applied, .. } = application;
    Diagnostic::at("operator-size", applied.span, format!("'{atom}': {error}"))
}

/// The values of the arguments that are formulas; `None` for a set of actions.
fn arguments(
    structure: &ExplicitKripke,
    application: &Application,
    hyper: bool,
) -> Result<Vec<Option<Vec<Belnap>>>, Diagnostic> {
    let value = |argument: &Argument| match argument {
        Argument::Formula(formula) => {
            evaluate(structure, formula, &ExplicitOptions { hyper }).map(Some)
        }
        Argument::Actions(_) => Ok(None),
    };
    application.applied.arguments.iter().map(value).collect()
}

/// A state that some path from an initial one may end in.
pub fn reachable_deadlock(structure: &ExplicitKripke) -> Option<StateId> {
    let stops = graphs::stops(structure);
    let mut next = vec![Vec::new(); structure.states.len()];
    for step in structure.transitions.iter().filter(|step| step.value.may()) {
        next[step.from.index()].push(step.to);
    }
    let mut seen = vec![false; structure.states.len()];
    let mut work = structure.initial.clone();
    while let Some(state) = work.pop() {
        if std::mem::replace(&mut seen[state.index()], true) {
            continue;
        }
        if stops[state.index()].may {
            return Some(state);
        }
        work.extend(&next[state.index()]);
    }
    None
}

/// The formulas that a property with operators is about, arguments included.
pub fn formulas(property: &OperatorProperty) -> impl Iterator<Item = &Formula> {
    let arguments = property.applications.iter().flat_map(|one| one.applied.formulas());
    std::iter::once(&property.formula).chain(arguments)
}

/// A refusal without a place.
fn refuse(rule: &'static str, message: String) -> Diagnostic {
    Diagnostic::error(rule, Place::Whole, message)
}
