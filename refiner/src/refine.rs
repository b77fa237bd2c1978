//! One refinement.

use std::borrow::Cow;
use std::time::Duration;

use belnap_execution::Execution;
use belnap_formats::predicates::{Births, RefusedText};
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgEdgeId;
use belnap_ir::predicate::{PredicateScope, PredicateSet};
use belnap_ir::property::Formula;
use belnap_ir::result::Explanation;
use belnap_solver::path::{Feasibility, PathLimits, feasibility};
use belnap_solver::wp::Conditions;

use crate::decided::{refuting, refuting_everywhere};
use crate::discover;
use crate::discover::elimination::Memory;
use crate::discover::values::Ahead;
use crate::known::Known;
use crate::only;
use crate::path::GraphPath;
use crate::select::{Found, Selection};

/// With so many predicates, a short execution that is the only one of a program decides. Fewer, where
/// they are enough, say more about the program.
const SEVERAL: usize = 3;

/// Most reasons why a path is infeasible, besides the first.
const OTHER_REASONS: usize = 3;

/// How predicates are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Method {
    /// Invariants of loops that count, or values of variables, then interpolants, then
    /// preconditions.
    #[default]
    Auto,
    /// Invariants of loops that count: guessed and eliminated, or equations and bounds.
    Induction,
    /// Values of the variables that hold constants.
    Values,
    /// Weakest preconditions of what is unknown.
    Wp,
    /// Weakest preconditions along an infeasible path.
    Core,
    /// Interpolants and invariants.
    Horn,
}

/// How to refine.
#[derive(Clone, Copy, Debug)]
pub struct RefineOptions {
    /// How predicates are looked for.
    pub method: Method,
    /// Most predicates of one refinement.
    pub most: usize,
    /// Time for one question about a path.
    pub question: Duration,
    /// Time for invariants of a path with its loops.
    pub invariants: Duration,
    /// The only execution of a program decides if it has so many steps; a shorter one with several
    /// predicates.
    pub executed: usize,
}

impl Default for RefineOptions {
    fn default() -> Self {
        RefineOptions {
            method: Method::Auto,
            most: 40,
            question: Duration::from_secs(10),
            invariants: Duration::from_secs(3),
            executed: 100,
        }
    }
}

/// What a refinement gives.
#[derive(Clone, Debug, PartialEq)]
pub enum Refined {
    /// Better predicates, in normal form; the reason if there are none.
    Predicates {
        /// New ones.
        new: Vec<Found>,
        /// Why there are none, if so.
        reason: String,
    },
    /// The path of the explanation is an execution of the program.
    Execution(Vec<CfgEdgeId>, Execution),
    /// The property holds: the program has one execution only, which ends after so many steps.
    Holds {
        /// Steps.
        steps: usize,
    },
}

impl Refined {
    /// The steps of the execution that decides.
    fn steps(&self) -> usize {
        match self {
            Refined::Predicates { .. } => 0,
            Refined::Execution(edges, _) => edges.len(),
            Refined::Holds { steps } => *steps,
        }
    }
}

/// Refines from the explanation of an inconclusive property. `memory` is of earlier refinements for
/// it, and only saves time.
pub fn refine(
    cfg: &Cfg,
    known: &Known<'_>,
    property: &Formula,
    explanation: &Explanation,
    options: &RefineOptions,
    memory: &mut Memory,
) -> Refined {
    if options.method == Method::Auto
        && let Some(decided) = memory.only.get_or_insert_with(|| only::decided(cfg, property))
        && (decided.steps() >= options.executed || known.set.len() >= SEVERAL)
    {
        return decided.clone();
    }
    let mut selection = Selection::new(cfg, known);
    let mut reason = "the explanation is not a path".to_owned();
    let path = GraphPath::of(cfg, explanation).filter(|_| options.method != Method::Wp);
    let looked =
        path.as_ref().map(|path| ahead(cfg, known, property, path, options, &mut selection));
    let path = match looked {
        Some(Ahead::Enough) => None,
        Some(Ahead::Way(way)) => Some(way),
        Some(Ahead::Nothing) | None => path,
    };
    if let Some(path) = path {
        // Only where the path ends in a state that refutes the property does an execution decide.
        let refuting = refuting(cfg, property, path.end(cfg));
        let decides = refuting.is_some();
        let (length, known_edges) = (path.edges.len(), cfg.edges.len());
        let (cfg, path) = match refuting.map(|condition| Conditions::new(cfg).normal(&condition)) {
            Some(condition) if condition != Expr::Bool(true) => {
                let (longer, path) = path.followed_by(cfg, condition);
                (Cow::Owned(longer), path)
            }
            _ => (Cow::Borrowed(cfg), path),
        };
        let limits = PathLimits { question: options.question, ..PathLimits::default() };
        match feasibility(&cfg, &path.edges, &limits) {
            Ok(Feasibility::Feasible(mut execution)) if decides && !execution.relies_on_unknown => {
                execution.steps.truncate(length);
                return Refined::Execution(path.edges[..length].to_vec(), execution);
            }
            Ok(Feasibility::Feasible(execution)) if execution.relies_on_unknown => {
                reason = "the path is possible, but rests on something unknown".to_owned();
            }
            Ok(Feasibility::Feasible(_)) => {
                reason = "the path is possible, and does not decide".to_owned();
            }
            Ok(Feasibility::Infeasible(core)) => {
                reason = "the path is impossible, and no new predicate says why".to_owned();
                let found = along(&cfg, &path, &core, options, memory, &mut selection);
                if let Some((mut edges, mut execution)) = found.filter(|_| decides) {
                    // The step after the end is not one of the program's.
                    edges.retain(|edge| edge.index() < known_edges);
                    execution.steps.truncate(edges.len());
                    return Refined::Execution(edges, execution);
                }
            }
            Ok(Feasibility::Unknown(why)) => reason = why,
            Err(error) => reason = error.to_string(),
        }
    }
    if selection.is_empty() {
        selection.accept_bits();
    }
    if selection.is_empty() && matches!(options.method, Method::Auto | Method::Wp) {
        let (unknowns, single) = (&explanation.unknowns, options.method == Method::Wp);
        discover::wp::propose(cfg, known.conditions, unknowns, single, &mut selection);
    }
    selection.widen(cfg);
    Refined::Predicates { new: selection.finish(options.most), reason }
}

/// Predicates from values of variables, for the path and what the next ones would be; only for a
/// property that an execution refutes, and where no loop counts.
fn ahead<'a>(
    cfg: &'a Cfg,
    known: &Known<'a>,
    property: &Formula,
    path: &GraphPath,
    options: &RefineOptions,
    selection: &mut Selection<'a>,
) -> Ahead {
    let by_values = matches!(options.method, Method::Auto | Method::Values);
    if !by_values || refuting(cfg, property, path.end(cfg)).is_none() {
        return Ahead::Nothing;
    }
    if options.method == Method::Auto && discover::induction::counts(cfg, path) {
        return Ahead::Nothing;
    }
    let errors = refuting_everywhere(cfg, property);
    let ahead = discover::values::propose(cfg, path, &errors, known.conditions, selection);
    match ahead {
        // Other methods know what such loops need, and how much of this.
        Ahead::Way(way) if discover::induction::counts(cfg, &way) => {
            *selection = Selection::new(cfg, known);
            Ahead::Nothing
        }
        ahead => ahead,
    }
}

/// Adds new predicates to a set; says how many. If none is new, those there are get tracked
/// everywhere. Zero if there is nothing to change.
///
/// # Errors
/// If the name of a condition cannot be read.
pub fn add_to(cfg: &Cfg, set: &mut PredicateSet, new: &[Found]) -> Result<usize, RefusedText> {
    let before = set.len();
    let births = Births::new(cfg);
    for Found { condition, scope } in new {
        let name = births.name(condition);
        // Conditions that differ only in what is not written, like types of numbers, are one
        // predicate.
        if set.contains(&PredicateScope::Global, &name) || set.contains(scope, &name) {
            continue;
        }
        set.add(births.predicate(scope.clone(), condition)?);
    }
    Ok(match set.len() - before {
        0 => set.track_everywhere(),
        added => added,
    })
}

/// Predicates from an infeasible path, or an execution to its end.
fn along(
    cfg: &Cfg,
    path: &GraphPath,
    core: &[usize],
    options: &RefineOptions,
    memory: &mut Memory,
    selection: &mut Selection<'_>,
) -> Option<(Vec<CfgEdgeId>, Execution)> {
    let interpolate = matches!(options.method, Method::Auto | Method::Horn);
    let rounds = path.rounds(cfg);
    let counting = matches!(options.method, Method::Auto | Method::Induction)
        && discover::induction::counts(cfg, path);
    if counting {
        let execution = discover::deeper::quick_execution(cfg, path);
        if execution.is_some() {
            return execution;
        }
        discover::elimination::propose(cfg, path, options.invariants, memory, selection);
        if selection.is_empty() {
            discover::induction::propose(cfg, path, core, selection);
        }
        if !selection.is_empty() {
            return None;
        }
    }
    if interpolate {
        discover::horn::propose_interpolants(cfg, path, options.question, selection);
        if !counting && !selection.is_poor() && !selection.counts(cfg) {
            other_reasons(cfg, path, core, options, selection);
        }
        // Where interpolants count up or down, what holds every time is worth more than what
        // holds this time.
        // Not every time: paths get longer by one round or two.
        let again = rounds >= 2 && (rounds.is_power_of_two() || (rounds - 1).is_power_of_two());
        if again && (counting || selection.is_poor() || selection.counts(cfg)) {
            // The longer the path is, the more it is worth.
            let time = options.invariants.mul_f64((rounds as f64 / 8.0).min(1.0));
            let execution = discover::deeper::execution(cfg, path, time / 2);
            if execution.is_some() {
                return execution;
            }
            let found = selection.take();
            discover::horn::propose_invariants(cfg, path, time, selection);
            if selection.is_empty() {
                selection.restore(found);
                selection.leap();
            }
        }
    }
    if matches!(options.method, Method::Core)
        || options.method == Method::Auto && selection.is_empty()
    {
        discover::core::propose(cfg, path, core, selection);
    }
    None
}

/// Interpolants for other reasons why the path is infeasible: without the conditions that make it
/// so it often still is, and would be refined for that in the next round.
fn other_reasons(
    cfg: &Cfg,
    path: &GraphPath,
    core: &[usize],
    options: &RefineOptions,
    selection: &mut Selection<'_>,
) {
    let limits = PathLimits { question: options.question, ..PathLimits::default() };
    let mut core = core.to_vec();
    let (mut cfg, mut path) = (cfg.clone(), path.clone());
    for _ in 0..OTHER_REASONS {
        path.relax(&mut cfg, &core);
        match feasibility(&cfg, &path.edges, &limits) {
            Ok(Feasibility::Infeasible(other)) => core = other,
            _ => break,
        }
        discover::horn::propose_interpolants(&cfg, &path, options.question, selection);
    }
}
