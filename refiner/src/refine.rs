//! One round of refinement: an explanation in, predicates or a verdict out.

use std::time::{Duration, Instant};

use belnap_execution::Execution;
use belnap_formats::predicates::{Births, RefusedText};
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgEdgeId;
use belnap_ir::predicate::{PredicateScope, PredicateSet};
use belnap_ir::property::Formula;
use belnap_ir::result::Explanation;
use belnap_solver::path::{Feasibility, feasibility};
use belnap_solver::wp::Conditions;
use tracing::debug;

use crate::context::{Context, Route};
use crate::find::{Trace, only};
use crate::known::Known;
use crate::memory::Memory;
use crate::methods::{Choice, Proposed, Source};
use crate::minimum::Replacement;
use crate::minimum::search::SetLimits;
use crate::path::GraphPath;
use crate::select::{Found, Selection};

/// How to refine.
#[derive(Clone, Copy, Debug)]
pub struct RefineOptions {
    /// Which methods look for predicates.
    pub method: Choice,
    /// Maximum number of new predicates of one refinement.
    pub most: usize,
    /// Time limit for one question about a path.
    pub question: Duration,
    /// Time limit for invariants of a path with its loops.
    pub invariants: Duration,
    /// The only execution of a program decides if it has at least so many steps; a shorter one
    /// decides once several predicates are tracked.
    pub executed: usize,
    /// How many sets are tried where predicates are chosen again in each round.
    pub sets: SetLimits,
    /// What the order of candidates is drawn with, where it is drawn.
    pub seed: Option<u64>,
}

impl Default for RefineOptions {
    fn default() -> Self {
        RefineOptions {
            method: Choice::Auto,
            most: 40,
            question: Duration::from_secs(10),
            invariants: Duration::from_secs(3),
            executed: 100,
            sets: SetLimits::default(),
            seed: None,
        }
    }
}

/// What a refinement gives.
#[derive(Clone, Debug, PartialEq)]
pub enum Refined {
    /// New predicates, in normal form.
    Predicates {
        /// The predicates; perhaps none.
        new: Vec<Found>,
        /// Why there may be none.
        reason: String,
    },
    /// Predicates in place of those there are.
    Replace(Box<Replacement>),
    /// The path of the explanation is an execution of the program.
    Execution(Vec<CfgEdgeId>, Execution),
    /// The property holds: the program has one execution only, and it ends.
    Holds {
        /// The steps of that execution.
        steps: usize,
    },
}

/// Refines from the explanation of an inconclusive property. `memory` is of earlier refinements for
/// it, and only saves time.
///
/// The verdict comes first: the only execution of the program, then the path of the explanation if
/// the program can take it. Otherwise the [methods](crate::methods::METHODS) that were chosen are
/// asked in their order.
pub fn refine(
    cfg: &Cfg,
    known: &Known<'_>,
    property: &Formula,
    explanation: &Explanation,
    options: &RefineOptions,
    memory: &mut Memory,
) -> Refined {
    if options.method == Choice::Auto {
        let known = known.set.len();
        if let Some(verdict) = only::find(cfg, property, known, options.executed, memory) {
            return verdict;
        }
    }
    let mut context = Context {
        cfg,
        known: *known,
        property,
        unknowns: &explanation.unknowns,
        options,
        route: Route::new(cfg, GraphPath { edges: Vec::new() }),
        selection: Selection::new(cfg, known),
        memory,
    };
    let mut reason = "no predicate was found that tells apart what decides".to_owned();
    let of_paths = options.method.methods().any(|method| method.source < Source::Unknowns);
    if let Some(path) = GraphPath::of(cfg, explanation).filter(|_| of_paths) {
        context.route = Route::new(cfg, path);
        match refine_path(&mut context) {
            Ok((edges, execution)) => return Refined::Execution(edges, execution),
            Err(why) => reason = why,
        }
    }
    if context.selection.is_empty() {
        context.selection.accept_bits();
    }
    try_methods(Source::Unknowns, &mut context);
    context.selection.widen(cfg);
    Refined::Predicates { new: context.selection.finish(options.most), reason }
}

/// Finds an execution that refutes the property, or selects predicates that exclude the path of the
/// context; then, why there may be none.
fn refine_path(context: &mut Context<'_>) -> Result<Trace, String> {
    const IMPOSSIBLE: &str = "no predicate was found that excludes an impossible path";
    match try_methods(Source::Path, context) {
        Tried::Enough => return Err(IMPOSSIBLE.to_owned()),
        Tried::All | Tried::Found(_) => {}
    }
    let decides = context.refuting().is_some();
    match judge_path(context) {
        Judged::Execution(trace) => Ok(trace),
        Judged::Impossible => match try_methods(Source::ImpossiblePath, context) {
            Tried::Found(trace) if decides => Ok(within(context.cfg, trace)),
            _ => Err(IMPOSSIBLE.to_owned()),
        },
        Judged::Open(why) => Err(why),
    }
}

/// What is known of a path.
pub enum Judged {
    /// An execution takes it, and refutes the property.
    Execution(Trace),
    /// None takes it; the context has the steps that contradict each other.
    Impossible,
    /// Neither, and why.
    Open(String),
}

/// Finds out whether the program can take the path of the context, and refutes the property then.
/// What has to hold at its end becomes a step of it.
pub fn judge_path(context: &mut Context<'_>) -> Judged {
    // Only where the path ends in a state that refutes the property does an execution decide.
    let refuting =
        context.refuting().map(|condition| Conditions::new(context.cfg).normal(&condition));
    let decides = refuting.is_some();
    let length = context.route.path.edges.len();
    if let Some(condition) = refuting.filter(|condition| *condition != Expr::Bool(true)) {
        context.route.extend(condition);
    }
    let (cfg, path) = (&context.route.cfg, &context.route.path);
    match feasibility(cfg, &path.edges, &context.limits()) {
        Ok(Feasibility::Feasible(mut execution)) if decides && !execution.relies_on_unknown => {
            execution.steps.truncate(length);
            Judged::Execution((path.edges[..length].to_vec(), execution))
        }
        Ok(Feasibility::Feasible(execution)) if execution.relies_on_unknown => {
            Judged::Open("what decides depends on something that is not modelled".to_owned())
        }
        Ok(Feasibility::Feasible(_)) => {
            Judged::Open("a path is possible, and does not decide".to_owned())
        }
        Ok(Feasibility::Infeasible(core)) => {
            context.route.core = core;
            Judged::Impossible
        }
        Ok(Feasibility::Unknown(why)) => Judged::Open(why),
        Err(error) => Judged::Open(error.to_string()),
    }
}

/// What asking methods came to.
enum Tried {
    /// All were asked, as far as they apply.
    All,
    /// What is selected is enough.
    Enough,
    /// An execution to the end of the path, which was looked for on the way.
    Found(Trace),
}

/// Asks the methods that work on a source, in their order.
fn try_methods(source: Source, context: &mut Context<'_>) -> Tried {
    for method in context.options.method.methods_on(source) {
        if !(method.applies)(context) {
            continue;
        }
        if let Some(trace) = method.first.and_then(|finder| (finder.find)(context)) {
            debug!(method = method.name, "found an execution first");
            return Tried::Found(trace);
        }
        let begin = Instant::now();
        let proposed = (method.propose)(context);
        let (enough, seconds) =
            (matches!(proposed, Proposed::Enough), begin.elapsed().as_secs_f64());
        debug!(method = method.name, enough, seconds, "asked");
        match proposed {
            Proposed::Continue => {}
            Proposed::Enough => return Tried::Enough,
            Proposed::Path(path) => context.route = Route::new(context.cfg, path),
        }
    }
    Tried::All
}

/// An execution without the step after its end, which is not one of the program's.
fn within(cfg: &Cfg, (mut edges, mut execution): Trace) -> Trace {
    edges.retain(|edge| edge.index() < cfg.edges.len());
    execution.steps.truncate(edges.len());
    (edges, execution)
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
