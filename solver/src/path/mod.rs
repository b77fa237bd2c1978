//! Whether some execution follows a path.
//!
//! The path is one question to the prover, with a version of each variable for each change of it.
//! A model is not believed: the path is run from the values it gives, and only a run
//! that gets to the end is an [`Execution`]. A step that we do not know everything about
//! (`unknown`, `assume unknown`) can be anything here; an execution with such a step is possible,
//! not certain, and says so.

mod elsewhere;
mod replay;
mod slice;
mod unroll;

use std::time::{Duration, Instant};

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::ids::CfgEdgeId;
use rustc_hash::FxHashMap;
use tracing::debug;
use z3::ast::Bool;
use z3::{SatResult, Solver};

use crate::prover::time_limit;
use crate::terms::Terms;
use crate::transition::constraints;
use belnap_execution::versions::Versions;
use belnap_execution::{Execution, objects_of};

pub use elsewhere::needs_layout;
pub use unroll::{Unrolling, way};

/// How much may be spent on a path.
#[derive(Clone, Copy, Debug)]
pub struct PathLimits {
    /// Time for one question to the prover.
    pub question: Duration,
    /// Questions asked to make an unsatisfiable core smaller.
    pub core_questions: u32,
}

impl Default for PathLimits {
    fn default() -> Self {
        PathLimits { question: Duration::from_secs(10), core_questions: 64 }
    }
}

/// Why a list of edges is not a path that can be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// Calls have to be inlined first.
    #[error("step {0} is a call")]
    Call(usize),
    /// The step does not begin where the one before it ends.
    #[error("step {0} does not continue the path")]
    Gap(usize),
    /// There is no such edge.
    #[error("step {0} is not an edge of the graph")]
    NoEdge(usize),
}

/// The answer about a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feasibility {
    /// This execution follows it.
    Feasible(Execution),
    /// None does: the constraints of these steps (ascending) contradict each other.
    Infeasible(Vec<usize>),
    /// Not known, and why.
    Unknown(String),
}

/// The operations of a path, if it is one.
pub(crate) fn operations<'a>(
    cfg: &'a Cfg,
    steps: &[CfgEdgeId],
) -> Result<Vec<&'a Operation>, PathError> {
    let mut at = None;
    let mut all = Vec::with_capacity(steps.len());
    for (step, id) in steps.iter().enumerate() {
        let edge = cfg.edges.get(*id).ok_or(PathError::NoEdge(step))?;
        if at.is_some_and(|at| at != edge.from) {
            return Err(PathError::Gap(step));
        }
        if matches!(edge.operation, Operation::Call { .. }) {
            return Err(PathError::Call(step));
        }
        at = Some(edge.to);
        all.push(&edge.operation);
    }
    Ok(all)
}

/// Decides whether some execution, from any values at the first step's source, follows the steps.
///
/// # Errors
/// If the steps are not a path of the graph, or the prover cannot express them.
pub fn feasibility(
    cfg: &Cfg,
    steps: &[CfgEdgeId],
    limits: &PathLimits,
) -> Result<Feasibility, PathError> {
    let operations = operations(cfg, steps)?;
    let slice = slice::Slice::of(cfg, &operations);
    let mut terms = Terms::new(cfg);
    let objects = objects_of(&operations);
    let mut versions = Versions::default();
    let mut demands: Vec<Vec<Bool>> = Vec::with_capacity(operations.len());
    let mut incomplete = None;
    for (step, operation) in operations.iter().enumerate() {
        let wanted = |var| slice.is_wanted(step, var);
        let of_step = constraints(&mut terms, operation, &mut versions, &wanted);
        if of_step.unconditional || of_step.open.iter().any(|var| slice.matters(step, *var)) {
            incomplete.get_or_insert(step);
        }
        demands.push(of_step.all);
    }
    let facts = terms.roomy_address_facts(&objects);

    let solver = solver(limits.question);
    facts.iter().chain(demands.iter().flatten()).for_each(|term| solver.assert(term));
    let start = Instant::now();
    let satisfiable = solver.check();
    let (steps, seconds) = (steps.len(), start.elapsed().as_secs_f64());
    debug!(steps, ?satisfiable, seconds, "asked about a path");
    Ok(match satisfiable {
        SatResult::Unsat => {
            Feasibility::Infeasible(core(&facts, &demands, limits, start.elapsed()))
        }
        SatResult::Unknown => Feasibility::Unknown(reason(&solver)),
        SatResult::Sat => {
            let execution = solver
                .get_model()
                .and_then(|model| replay::run(&terms, &model, &operations, &slice, &objects));
            match (execution, incomplete) {
                (Some(execution), _) => Feasibility::Feasible(execution),
                (None, Some(step)) => Feasibility::Unknown(format!(
                    "step {step} has no meaning to the prover in this integer mode"
                )),
                (None, None) => {
                    Feasibility::Unknown("the prover's values do not lead along the path".into())
                }
            }
        }
    })
}

fn solver(time: Duration) -> Solver {
    let solver = Solver::new();
    solver.set_params(&time_limit(time));
    solver
}

fn reason(solver: &Solver) -> String {
    solver.get_reason_unknown().unwrap_or_else(|| "the prover does not say why".into())
}

/// Steps whose constraints contradict each other: what the prover says, made smaller by leaving
/// out one after the other as long as questions are left. To see that a step is needed can be much
/// harder than the whole was, which took the time `whole`: not worth more than some times that.
fn core(facts: &[Bool], demands: &[Vec<Bool>], limits: &PathLimits, whole: Duration) -> Vec<usize> {
    // All steps are a core, too. With literals the question may take a thousand times longer.
    if limits.core_questions == 0 {
        return (0..demands.len()).filter(|step| !demands[*step].is_empty()).collect();
    }
    let total = (whole * 20).max(Duration::from_secs(2)).min(limits.question);
    let solver = solver(total);
    facts.iter().for_each(|fact| solver.assert(fact));
    let mut literals: Vec<Bool> = Vec::new();
    let mut step_of: FxHashMap<Bool, usize> = FxHashMap::default();
    for (step, demand) in demands.iter().enumerate().filter(|(_, demand)| !demand.is_empty()) {
        let literal = Bool::new_const(format!("step!{step}"));
        solver.assert(literal.implies(Bool::and(demand)));
        step_of.insert(literal.clone(), step);
        literals.push(literal);
    }
    // All steps are a core too: that much the caller has proved.
    if solver.check_assumptions(&literals) == SatResult::Unsat {
        literals = solver.get_unsat_core();
    }
    let mut questions = limits.core_questions;
    solver.set_params(&time_limit(total / 4));
    let start = Instant::now();
    let mut at = 0;
    while at < literals.len() && questions > 0 && start.elapsed() < total {
        questions -= 1;
        let mut fewer = literals.clone();
        fewer.remove(at);
        if solver.check_assumptions(&fewer) == SatResult::Unsat {
            let smaller = solver.get_unsat_core();
            // Those before `at` are needed, so that they are in every core.
            literals.retain(|literal| smaller.contains(literal));
        } else {
            at += 1;
        }
    }
    let mut steps: Vec<usize> =
        literals.iter().filter_map(|literal| step_of.get(literal).copied()).collect();
    steps.sort_unstable();
    steps
}
