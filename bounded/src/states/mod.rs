//! Programs with few values, decided by all states that they may reach.
//!
//! Of the variables of a program few decide whether something goes wrong, and often these have few
//! values: states of a protocol, flags, modes. [`explore`] finds all states that may be reached
//! while some variables are tracked, as [`diagrams`] of intervals, one for each location. A way to
//! an error that is impossible once other variables are tracked says which; so more and more are,
//! until no way is left, or one is possible whatever is tracked. Then the prover is asked whether
//! an execution takes it.
//!
//! What was reached is the [proof](certificate): an invariant for each location. What is not
//! tracked can have any value, and a choice of the program is one interval until the program
//! compares it with something, so that nothing is listed that the program does not tell apart.

mod certificate;
mod diagrams;
mod explore;
mod intervals;
mod observed;
mod order;
mod steps;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use belnap_formats::decided::{refuting, with_errors};
use belnap_ir::certificate::Invariants;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgVarId};
use belnap_ir::property::Formula;
use belnap_solver::path::{Feasibility, PathLimits, feasibility};
use fixedbitset::FixedBitSet;
use indexmap::IndexMap;

use crate::{Found, Reason};
use explore::{Exhausted, Explorer};
use observed::observe;

/// How much may be spent.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Parts of nodes of diagrams.
    pub parts: usize,
    /// Steps from sets of states.
    pub steps: usize,
    /// Time for the question whether an execution takes a way.
    pub question: Duration,
    /// When to give up.
    pub end: Option<Instant>,
}

impl Limits {
    /// Little, and about four times as much with each level.
    pub fn of_level(level: u32) -> Self {
        let times = 4_usize.saturating_pow(level);
        Limits {
            parts: 3_usize.saturating_pow(level).saturating_mul(800_000),
            steps: times.saturating_mul(200_000),
            question: Duration::from_secs(10),
            end: None,
        }
    }
}

/// Decides a property of a graph by the values of few of its variables.
pub fn decide_by_states(cfg: &Cfg, property: &Formula, limits: &Limits) -> Found<Invariants> {
    let calls = cfg.edges.iter().any(|edge| matches!(edge.operation, Operation::Call { .. }));
    if calls || refuting(cfg, property, cfg.start).is_none() {
        return Found::Undecided(Reason::Unsupported);
    }
    let (asked, errors) = with_errors(cfg, property);
    // No step leads to where the program starts.
    if errors.contains(&cfg.entry) {
        return Found::Undecided(Reason::Unsupported);
    }
    let observed = observe(&asked);
    let mut explorer = Explorer::new(&observed.cfg, &errors, limits.parts, limits.steps);
    let question = Question { cfg, asked: &asked, meaning: &observed.meaning };
    match decide(&question, &mut explorer, limits) {
        Ok(found) => found,
        Err(Exhausted) => Found::Undecided(Reason::Limit),
    }
}

/// A graph, and what was made of it.
struct Question<'a> {
    cfg: &'a Cfg,
    /// With steps to errors.
    asked: &'a Cfg,
    /// What variables that it does not have stand for.
    meaning: &'a IndexMap<CfgVarId, Expr>,
}

fn decide(
    question: &Question<'_>,
    explorer: &mut Explorer<'_>,
    limits: &Limits,
) -> Result<Found<Invariants>, Exhausted> {
    let mut tracked = FixedBitSet::with_capacity(explorer.levels());
    loop {
        if limits.end.is_some_and(|end| end <= Instant::now()) {
            return Err(Exhausted);
        }
        let explored = explorer.explore(&tracked)?;
        if explored.ways.is_empty() {
            let reached = &explored.reached;
            let Question { cfg, meaning, .. } = question;
            return Ok(Found::Holds(certificate::invariants(cfg, explorer, reached, meaning)));
        }
        let mut open = Vec::new();
        let before = tracked.count_ones(..);
        for way in explored.ways {
            if explorer.stuck(&way, &tracked)?.is_some() {
                continue;
            }
            match explorer.reason(&way, &tracked)? {
                Some(levels) => tracked.union_with(&levels),
                None => open.push(way),
            }
        }
        let mut why = None;
        for way in open {
            match follow(question, &way, limits) {
                Found::Undecided(Reason::Question) => {
                    return Ok(Found::Undecided(Reason::Question));
                }
                Found::Undecided(reason) => why = Some(reason),
                found => return Ok(found),
            }
        }
        if let Some(reason) = why {
            return Ok(Found::Undecided(reason));
        }
        if tracked.count_ones(..) == before {
            return Ok(Found::Undecided(Reason::Unconfirmed));
        }
    }
}

/// Asks whether an execution takes a way to an error.
fn follow(question: &Question<'_>, way: &[CfgEdgeId], limits: &Limits) -> Found<Invariants> {
    let left = limits.end.map(|end| end.saturating_duration_since(Instant::now()));
    let time = left.map_or(limits.question, |left| left.min(limits.question));
    let limits = PathLimits { question: time, core_questions: 0 };
    match feasibility(question.asked, way, &limits) {
        Ok(Feasibility::Feasible(mut execution)) if !execution.relies_on_unknown => {
            // The last step may be one to an error that the graph does not have.
            let mut edges = way.to_vec();
            edges.retain(|edge| edge.index() < question.cfg.edges.len());
            execution.steps.truncate(edges.len());
            Found::Fails(edges, execution)
        }
        Ok(Feasibility::Unknown(_)) => Found::Undecided(Reason::Question),
        _ => Found::Undecided(Reason::Unconfirmed),
    }
}
