//! Properties on a structure of either kind: engines chosen, results collected.

use std::collections::BTreeSet;
use std::time::Instant;

use belnap_formats::property;
use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, Kripke, SymbolicKripke};
use belnap_ir::linear::LinearProperty;
use belnap_ir::operator::{OperatorProperty, Paths};
use belnap_ir::property::{Formula, Property};
use belnap_ir::result::{
    CheckResult, Explanation, InitialValue, OperatorsResult, PropertyResult, Seeds, StateValues,
    Statistics, StructureSummary, Timing, Verdict,
};

use crate::bdd::NodeLimit;
use crate::encode::listing::list;
use crate::encode::unlisting::symbolic_from;
use crate::explain::shortest::shortest;
use crate::explain::{ExplainOptions, explain};
use crate::explicit;
use crate::linear;
use crate::names;
use crate::names::levels;
use crate::operators::{self, Judge, OperatorOptions};
use crate::symbolic::seeds::{Seeding, writer};
use crate::symbolic::{CheckError, CheckOptions, Prepared, Session, check};
use crate::two_valued::{self, TwoRuns};

/// Which engine computes the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Decision diagrams.
    Symbolic,
    /// Listed states.
    Explicit,
    /// Two classical runs on listed states.
    TwoValued,
}

impl Engine {
    /// Its name on command lines and in results.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Symbolic => "symbolic",
            Engine::Explicit => "explicit",
            Engine::TwoValued => "two-valued",
        }
    }
}

/// How to check.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The engine; by default the one made for the kind of structure.
    pub engine: Option<Engine>,
    /// Use the `wp` trick where the structure is total.
    pub hyper: bool,
    /// Compute both halves even if one decides.
    pub full: bool,
    /// Whether and how much to explain.
    pub explain: Option<ExplainOptions>,
    /// Keep what a later run can start from.
    pub seeds: bool,
    /// Limit on decision-diagram nodes.
    pub max_nodes: usize,
    /// Limit on listed states.
    pub max_states: usize,
    /// Which paths operators are about.
    pub paths: Paths,
    /// How paths are judged.
    pub judge: Judge,
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions {
            engine: None,
            hyper: true,
            full: false,
            explain: Some(ExplainOptions::default()),
            seeds: true,
            max_nodes: 1 << 24,
            max_states: 100_000,
            paths: Paths::Maximal,
            judge: Judge::Products,
        }
    }
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A property does not fit the structure; the place is in the property's text.
    #[error("property '{name}': {diagnostic}")]
    Property {
        /// The property's name.
        name: String,
        /// What is wrong.
        diagnostic: Diagnostic,
    },
    /// The structure is too large.
    #[error("{0}")]
    Structure(Diagnostic),
    /// The decision diagrams are too large.
    #[error("{0}")]
    Nodes(#[from] NodeLimit),
    /// The earlier result is about other variables.
    #[error("the earlier result cannot be reused: {0}")]
    Reuse(String),
    /// No program has such an abstraction.
    #[error("property '{name}': {message}")]
    Inconsistent {
        /// The property's name.
        name: String,
        /// What contradicts what.
        message: String,
    },
}

/// Checks properties on a structure, possibly starting from the seeds of an earlier result.
///
/// # Errors
/// If a formula is refused, a limit is reached, or the abstraction contradicts itself.
pub fn check_all(
    kripke: &Kripke,
    properties: &[Property],
    options: &RunOptions,
    reuse: Option<&Seeds>,
) -> Result<CheckResult, RunError> {
    for property in properties {
        refuse_unknown_actions(kripke, property)?;
    }
    let mut result = checked(kripke, properties, options, reuse)?;
    if let Some(levels) = result.structure.levels {
        let open = |property: &&mut PropertyResult| property.verdict == Verdict::Inconclusive;
        for property in result.properties.iter_mut().filter(open) {
            property.notes.push(format!(
                "recursive calls are expanded to a depth of {levels}; what deeper ones do is unknown"
            ));
        }
    }
    Ok(result)
}

fn checked(
    kripke: &Kripke,
    properties: &[Property],
    options: &RunOptions,
    reuse: Option<&Seeds>,
) -> Result<CheckResult, RunError> {
    match (kripke, options.engine) {
        (Kripke::Symbolic(symbolic), None | Some(Engine::Symbolic)) => {
            symbolic_results(symbolic, properties, options, reuse)
        }
        (Kripke::Symbolic(symbolic), Some(engine @ (Engine::Explicit | Engine::TwoValued))) => {
            let listed = list(symbolic, options.max_states).map_err(RunError::Structure)?;
            let mut result = match engine {
                Engine::TwoValued => two_valued_results(&listed, properties, options)?,
                _ => explicit_results(&listed, properties, options)?,
            };
            result.structure.kind = "symbolic".to_owned();
            Ok(result)
        }
        (Kripke::Explicit(explicit), None | Some(Engine::Explicit)) => {
            explicit_results(explicit, properties, options)
        }
        (Kripke::Explicit(explicit), Some(Engine::TwoValued)) => {
            two_valued_results(explicit, properties, options)
        }
        (Kripke::Explicit(explicit), Some(Engine::Symbolic)) => {
            explicit_by_diagrams(explicit, properties, options)
        }
    }
}

/// Checks properties in LTL, on the products of the structure with their automata, and adds what
/// comes out to a result about the structure.
///
/// # Errors
/// If a formula is refused, a limit is reached, or the abstraction contradicts itself.
pub fn add_linear(
    result: &mut CheckResult,
    kripke: &Kripke,
    properties: &[LinearProperty],
    options: &RunOptions,
) -> Result<(), RunError> {
    let options = RunOptions { seeds: false, ..options.clone() };
    for property in properties {
        let refused = |diagnostic| RunError::Property { name: property.name.clone(), diagnostic };
        let read = linear::read(kripke, &property.path).map_err(refused)?;
        let asked = Property { name: property.name.clone(), formula: read.formula };
        let checked = check_all(&read.kripke, &[asked], &options, None)?;
        result.properties.extend(checked.properties.into_iter().map(|own| {
            let notes = read.notes.iter().chain(&own.notes).cloned().collect();
            let formula = property::print_path(&property.path);
            PropertyResult { formula, linear: true, notes, ..own }
        }));
        if let (Some(timing), Some(own)) = (&mut result.timing, checked.timing) {
            timing.milliseconds.extend(own.milliseconds);
        }
    }
    Ok(())
}

/// Checks properties with operators, on the structure with propositions in place of these, and adds
/// what comes out to a result about the structure.
///
/// # Errors
/// If a formula is refused, a limit is reached, or the abstraction contradicts itself.
pub fn add_operators(
    result: &mut CheckResult,
    kripke: &Kripke,
    properties: &[OperatorProperty],
    options: &RunOptions,
) -> Result<(), RunError> {
    if properties.is_empty() {
        return Ok(());
    }
    let listed;
    let structure = match kripke {
        Kripke::Explicit(structure) => structure,
        Kripke::Symbolic(symbolic) => {
            listed = list(symbolic, options.max_states).map_err(RunError::Structure)?;
            &listed
        }
    };
    let run = RunOptions { seeds: false, ..options.clone() };
    let how = OperatorOptions {
        paths: options.paths,
        judge: options.judge,
        hyper: options.hyper,
        ..OperatorOptions::default()
    };
    let components = &structure.events.components;
    for property in properties {
        let refused = |diagnostic| RunError::Property { name: property.name.clone(), diagnostic };
        let named = operators::qualify(property, components, &structure.propositions);
        let property = &named.map_err(refused)?;
        operators::refuse_unknown_actions(structure, property, options.paths).map_err(refused)?;
        let eliminated = operators::eliminate(structure, property, &how).map_err(refused)?;
        let whole = Kripke::Explicit(eliminated.structure.clone());
        let checked = check_all(&whole, &[eliminated.property], &run, None)?;
        for own in checked.properties {
            let branches = match &options.explain {
                None => Vec::new(),
                Some(_) => {
                    let structure = &eliminated.structure;
                    let state = operators::lasso::shown(structure, property, own.verdict, &how)
                        .map_err(refused)?;
                    let branches = state.map(|state| {
                        operators::lasso::branches(structure, property, state, own.verdict, &how)
                    });
                    branches.transpose().map_err(refused)?.unwrap_or_default()
                }
            };
            let mut notes = own.notes.clone();
            notes.extend(infinite_note(structure, options.paths));
            let formula = property::print_operators(property);
            let operators = Some(OperatorsResult {
                definitions: property::own_operators(property),
                infinite: options.paths == Paths::Infinite,
                components: components.iter().map(|one| one.name.clone()).collect(),
                branches,
            });
            result.properties.push(PropertyResult { formula, operators, notes, ..own });
        }
        if let (Some(timing), Some(own)) = (&mut result.timing, checked.timing) {
            timing.milliseconds.extend(own.milliseconds);
        }
    }
    Ok(())
}

/// What a verdict about infinite paths says nothing of.
fn infinite_note(structure: &ExplicitKripke, paths: Paths) -> Option<String> {
    if paths != Paths::Infinite {
        return None;
    }
    let state = operators::reachable_deadlock(structure)?;
    let name = &structure.states[state].name;
    Some(format!("only infinite paths count, and some path may end in state {name}"))
}

/// Refuses an action that no transition has: `[act] φ` would hold of it for no reason.
pub(crate) fn refuse_unknown_actions(kripke: &Kripke, property: &Property) -> Result<(), RunError> {
    let known: BTreeSet<&str> = match kripke {
        Kripke::Symbolic(symbolic) => {
            symbolic.edges.iter().filter_map(|edge| edge.action.as_deref()).collect()
        }
        Kripke::Explicit(explicit) => {
            let taken = explicit.transitions.iter().filter_map(|step| step.action.as_deref());
            taken.chain(explicit.events.alphabet.iter().map(String::as_str)).collect()
        }
    };
    let mut actions = Vec::new();
    property.formula.collect_actions(&mut actions);
    let Some(action) = actions.into_iter().find(|action| !known.contains(action)) else {
        return Ok(());
    };
    let message = format!("no transition has the action '{action}'");
    let mut diagnostic = Diagnostic::error("check-action", Place::Whole, message);
    if !known.is_empty() {
        let known: Vec<&str> = known.into_iter().take(12).collect();
        diagnostic = diagnostic.note(format!("known: {}", known.join(", ")));
    }
    Err(RunError::Property { name: property.name.clone(), diagnostic })
}

fn symbolic_results(
    kripke: &SymbolicKripke,
    properties: &[Property],
    options: &RunOptions,
    reuse: Option<&Seeds>,
) -> Result<CheckResult, RunError> {
    let session = Session::new(kripke, options.max_nodes)?;
    let seeding = match reuse {
        Some(seeds) => Some(Seeding::new(seeds, kripke).map_err(RunError::Reuse)?),
        None => None,
    };
    let mut seeds = options.seeds.then(|| writer(&session.space));
    let mut results = Vec::with_capacity(properties.len());
    let mut timing = Timing::default();
    for property in properties {
        let start = Instant::now();
        let prepared = prepare(kripke, property)?;
        let check_options = CheckOptions { hyper: options.hyper, full: options.full };
        let mut checked = check(&session, &prepared, seeding.as_ref(), &check_options)
            .map_err(|error| in_property(&property.name, error))?;
        let explanation = match &options.explain {
            Some(how) => {
                let mut explanation =
                    explain(&session, &prepared, &mut checked, options.hyper, how)?;
                if checked.verdict == Verdict::Inconclusive {
                    explanation.shortest = shortest(&session, &property.formula)?;
                }
                Some(explanation)
            }
            None => None,
        };
        if let Some(seeds) = &mut seeds {
            let evaluators = [&checked.truth.evaluator, &checked.falsity.evaluator];
            for evaluator in evaluators.into_iter().flatten() {
                seeds.add(evaluator)?;
            }
        }
        let mut notes = prepared.atoms.notes.clone();
        if options.hyper && !kripke.strict {
            let blocking = kripke.locations.iter().find(|location| location.blocking);
            notes.extend(blocking.map(|location| {
                format!(
                    "the program may have no next step at {}, so it is not total there",
                    location.name
                )
            }));
        }
        results.push(PropertyResult {
            name: property.name.clone(),
            formula: property::print(&property.formula),
            linear: false,
            verdict: checked.verdict,
            initial: checked.initial,
            initial_cut: checked.initial_cut,
            explanation,
            operators: None,
            thorough: None,
            summaries: false,
            notes,
            statistics: checked.statistics,
        });
        timing.milliseconds.push(u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX));
    }
    Ok(CheckResult {
        structure: StructureSummary {
            kind: "symbolic".to_owned(),
            semantics: kripke.semantics,
            hyper: options.hyper,
            engine: Engine::Symbolic.name().to_owned(),
            locations: kripke.locations.len(),
            edges: kripke.edges.len(),
            levels: levels(&kripke.scopes, &kripke.locations),
            variables: names::variables(kripke),
        },
        properties: results,
        seeds: seeds.map(|seeds| seeds.finish()).filter(|seeds| !seeds.fixpoints.is_empty()),
        timing: Some(timing),
    })
}

fn prepare(kripke: &SymbolicKripke, property: &Property) -> Result<Prepared, RunError> {
    Prepared::new(kripke, &property.formula)
        .map_err(|diagnostic| RunError::Property { name: property.name.clone(), diagnostic })
}

fn in_property(name: &str, error: CheckError) -> RunError {
    match error {
        CheckError::Property(diagnostic) => {
            RunError::Property { name: name.to_owned(), diagnostic }
        }
        CheckError::Nodes(limit) => RunError::Nodes(limit),
        error @ CheckError::Inconsistent { .. } => {
            RunError::Inconsistent { name: name.to_owned(), message: error.to_string() }
        }
    }
}

/// A verdict, the value of each state that counts for it, and notes.
type Judged = (Verdict, Vec<(StateId, Belnap)>, Vec<String>);

fn explicit_results(
    structure: &ExplicitKripke,
    properties: &[Property],
    options: &RunOptions,
) -> Result<CheckResult, RunError> {
    let how = explicit::ExplicitOptions { hyper: options.hyper };
    listed_results(structure, properties, options, Engine::Explicit, |property| {
        let refused = |diagnostic| RunError::Property { name: property.name.clone(), diagnostic };
        let values = explicit::evaluate(structure, &property.formula, &how).map_err(refused)?;
        let notes = explicit::untracked(structure, &property.formula);
        let verdict = explicit::verdict(structure, &values, &how).map_err(|error| {
            RunError::Inconsistent { name: property.name.clone(), message: error.to_string() }
        })?;
        let at_entry = explicit::at_entry(structure, &values, &how);
        let values = judged_states(structure)
            .into_iter()
            .map(|state| (state, at_entry[state.index()]))
            .collect();
        Ok((verdict, values, notes.into_iter().map(|note| note.message).collect()))
    })
}

/// Both classical runs, which know nothing of the `wp` trick.
fn two_valued_results(
    structure: &ExplicitKripke,
    properties: &[Property],
    options: &RunOptions,
) -> Result<CheckResult, RunError> {
    two_valued::require(structure).map_err(RunError::Structure)?;
    let options = RunOptions { hyper: false, ..options.clone() };
    let how = explicit::ExplicitOptions { hyper: false };
    // The runs take the prefix into their formulas.
    let judged = ExplicitKripke { prefix: 0, ..structure.clone() };
    listed_results(structure, properties, &options, Engine::TwoValued, |property| {
        let refused = |diagnostic| RunError::Property { name: property.name.clone(), diagnostic };
        let runs = TwoRuns::new(structure, &[&property.formula]).map_err(refused)?;
        let values = runs.values(&property.formula).map_err(refused)?;
        let notes = explicit::untracked(structure, &property.formula);
        let verdict = explicit::verdict(&judged, &values, &how).map_err(|error| {
            RunError::Inconsistent { name: property.name.clone(), message: error.to_string() }
        })?;
        let states = judged_states(structure).into_iter();
        let values = states.map(|state| (state, values[state.index()])).collect();
        Ok((verdict, values, notes.into_iter().map(|note| note.message).collect()))
    })
}

/// The states that count for a verdict.
fn judged_states(structure: &ExplicitKripke) -> Vec<StateId> {
    let mut states = structure.initial.clone();
    states.extend(structure.inhabited.iter().filter(|state| !structure.initial.contains(state)));
    states
}

/// Each initial state by itself, on decision diagrams.
fn explicit_by_diagrams(
    structure: &ExplicitKripke,
    properties: &[Property],
    options: &RunOptions,
) -> Result<CheckResult, RunError> {
    listed_results(structure, properties, options, Engine::Symbolic, |property| {
        let mut values = Vec::new();
        let mut notes = Vec::new();
        for state in judged_states(structure) {
            let symbolic = symbolic_from(structure, state);
            let session = Session::new(&symbolic, options.max_nodes)?;
            let prepared = prepare(&symbolic, property)?;
            let check_options = CheckOptions { hyper: options.hyper, full: options.full };
            let checked = check(&session, &prepared, None, &check_options)
                .map_err(|error| in_property(&property.name, error))?;
            let value = match checked.verdict {
                Verdict::Holds => Belnap::True,
                Verdict::Fails => Belnap::False,
                Verdict::Inconclusive => Belnap::Unknown,
            };
            values.push((state, value));
            notes = prepared.atoms.notes;
        }
        let of = |states: &[StateId], value: Belnap| {
            let mut found = values.iter().filter(|(state, _)| states.contains(state));
            (found.clone().any(|(_, own)| *own == value), found.all(|(_, own)| *own == value))
        };
        let (_, holds) = of(&structure.initial, Belnap::True);
        let (_, all_fail) = of(&structure.initial, Belnap::False);
        let (one_fails, _) = of(&structure.inhabited, Belnap::False);
        let verdict = match (holds, one_fails || all_fail) {
            (true, true) => {
                return Err(RunError::Inconsistent {
                    name: property.name.clone(),
                    message: "true in every initial state and false in an inhabited one".into(),
                });
            }
            (true, false) => Verdict::Holds,
            (false, true) => Verdict::Fails,
            (false, false) => Verdict::Inconclusive,
        };
        Ok((verdict, values, notes))
    })
}

fn listed_results(
    structure: &ExplicitKripke,
    properties: &[Property],
    options: &RunOptions,
    engine: Engine,
    judge: impl Fn(&Property) -> Result<Judged, RunError>,
) -> Result<CheckResult, RunError> {
    let mut results = Vec::with_capacity(properties.len());
    let mut timing = Timing::default();
    for property in properties {
        let start = Instant::now();
        let (verdict, values, notes) = judge(property)?;
        let explanation = match &options.explain {
            Some(how) => {
                let state = deciding(structure, verdict, &values);
                explain_state(structure, state, &property.formula, verdict, options, how)?
            }
            None => None,
        };
        let initial = values.iter().map(|(state, value)| InitialValue {
            location: structure.states[*state].name.clone(),
            state: StateValues::default(),
            value: *value,
        });
        results.push(PropertyResult {
            name: property.name.clone(),
            formula: property::print(&property.formula),
            linear: false,
            verdict,
            initial: initial.collect(),
            initial_cut: false,
            explanation,
            operators: None,
            thorough: None,
            summaries: false,
            notes,
            statistics: Statistics::default(),
        });
        timing.milliseconds.push(u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX));
    }
    Ok(CheckResult {
        structure: StructureSummary {
            kind: "explicit".to_owned(),
            semantics: structure.semantics,
            hyper: options.hyper,
            engine: engine.name().to_owned(),
            locations: structure.states.len(),
            edges: structure.transitions.len(),
            levels: levels(&structure.scopes, &structure.locations),
            variables: Vec::new(),
        },
        properties: results,
        seeds: None,
        timing: Some(timing),
    })
}

/// The state whose value is explained: one that shows the verdict.
fn deciding(structure: &ExplicitKripke, verdict: Verdict, values: &[(StateId, Belnap)]) -> StateId {
    let wanted = match verdict {
        Verdict::Holds => Belnap::True,
        Verdict::Fails => Belnap::False,
        Verdict::Inconclusive => Belnap::Unknown,
    };
    let mut shown = values.iter().filter(|(_, value)| *value == wanted);
    // Best one that is known to exist.
    let known = shown.clone().find(|(state, _)| structure.inhabited.contains(state));
    let found = known.or_else(|| shown.next()).or(values.first());
    found.map_or(StateId(0), |(state, _)| *state)
}

/// Explains the value in one state; `None` if that state alone has another value (an
/// inconclusive property can be definite in every single state).
fn explain_state(
    structure: &ExplicitKripke,
    state: StateId,
    formula: &Formula,
    verdict: Verdict,
    options: &RunOptions,
    how: &ExplainOptions,
) -> Result<Option<Explanation>, RunError> {
    let symbolic = symbolic_from(structure, state);
    let session = Session::new(&symbolic, options.max_nodes)?;
    let Ok(prepared) = Prepared::new(&symbolic, formula) else { return Ok(None) };
    let check_options = CheckOptions { hyper: options.hyper, full: false };
    let Ok(mut checked) = check(&session, &prepared, None, &check_options) else { return Ok(None) };
    if checked.verdict != verdict {
        return Ok(None);
    }
    Ok(Some(explain(&session, &prepared, &mut checked, options.hyper, how)?))
}
