//! Programs with few values, decided by all states that they may reach.
//!
//! Of the variables of a program few decide whether something goes wrong, and often these have few
//! values: states of a protocol, flags, modes. [`explore`] finds all states that may be reached
//! while some variables are tracked, as [`diagrams`] of intervals, one for each location. A way to
//! an error that is impossible once other variables are tracked says which; so more and more are,
//! until no way is left, or one is possible whatever is tracked. Then the prover is asked whether
//! an execution takes it.
//!
//! Errors for which different variables are needed are decided one after the other, each with its
//! own ([`goals`]).
//!
//! What was reached is the [proof](certificate): an invariant for each location. What is not
//! tracked can have any value, and a choice of the program is one interval until the program
//! compares it with something, so that nothing is listed that the program does not tell apart. Of
//! what is computed it is first known only how it compares with the numbers that the program
//! compares the variable with, or gives to it; where that is not enough, the range of all that was
//! computed between two such numbers, and exact values at last.

mod certificate;
mod diagrams;
mod explore;
mod goals;
mod intervals;
mod observed;
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
use indexmap::IndexMap;

use crate::{Found, Reason};
use explore::{Exhausted, Explorer, Reached};
use goals::{Goals, Group};
use observed::observe;

/// For each so many edges of a graph as much more may be spent: whatever else is done costs more
/// there, too.
const LARGE: usize = 1000;

/// Not for the size of a graph are there more parts of nodes, which need memory.
const MOST_PARTS: usize = 50_000_000;

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
    let times = 1 + cfg.edges.len() / LARGE;
    let parts = limits.parts.saturating_mul(times).min(MOST_PARTS.max(limits.parts));
    let steps = limits.steps.saturating_mul(times);
    let mut explorer = Explorer::new(&observed.cfg, &errors, parts, steps);
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
    let mut goals = Goals::new(explorer.goals(), explorer.capacity());
    let mut proved: Vec<(Group, Reached)> = Vec::new();
    loop {
        if limits.end.is_some_and(|end| end <= Instant::now()) {
            return Err(Exhausted);
        }
        let groups = goals.groups();
        proved.retain(|(group, _)| groups.contains(group));
        let is_open = |group: &&Group| proved.iter().all(|(known, _)| known != *group);
        let Some(group) = groups.iter().find(is_open) else {
            let Question { cfg, meaning, .. } = question;
            let reached: Vec<Reached> = proved.into_iter().map(|(_, reached)| reached).collect();
            return Ok(Found::Holds(certificate::invariants(cfg, explorer, &reached, meaning)));
        };
        let explored = explorer.explore(&group.tracked, &group.goals)?;
        tracing::debug!(
            groups = groups.len(),
            goals = group.goals.len(),
            tracked = group.tracked.count_ones(..),
            ways = explored.ways.len(),
            sets = explorer.diagrams.made(),
            budget = explorer.budget,
            "listed states"
        );
        if explored.ways.is_empty() {
            explorer.keep();
            proved.push((group.clone(), explored.reached));
            continue;
        }
        if let Some(found) =
            exclude(question, explorer, (&mut goals, group), explored.ways, limits)?
        {
            return Ok(found);
        }
    }
}

/// Tracks what makes ways to errors impossible. What is found if that is not possible.
fn exclude(
    question: &Question<'_>,
    explorer: &mut Explorer<'_>,
    (goals, group): (&mut Goals, &Group),
    ways: Vec<(CfgEdgeId, Vec<CfgEdgeId>)>,
    limits: &Limits,
) -> Result<Option<Found<Invariants>>, Exhausted> {
    let (mut tracked, mut open, mut is_new) = (group.tracked.clone(), Vec::new(), false);
    for (goal, way) in ways {
        let levels = match explorer.stuck(&way, &tracked)? {
            Some(stuck) => Some(explorer.concerned(&way, stuck, &tracked)),
            None => explorer.reason(&way, &tracked)?,
        };
        let Some(levels) = levels else {
            open.push(way);
            continue;
        };
        let mut levels = levels;
        if !goals.need(goal, &levels) {
            // On this way alone ranges say enough, but not when those of all ways are one.
            levels = explorer.exactly(&levels);
            is_new |= goals.need(goal, &levels);
        } else {
            is_new = true;
        }
        tracked.union_with(&levels);
    }
    let mut why = None;
    for way in open {
        match follow(question, &way, limits) {
            Found::Undecided(Reason::Question) => {
                return Ok(Some(Found::Undecided(Reason::Question)));
            }
            Found::Undecided(reason) => why = Some(reason),
            found => return Ok(Some(found)),
        }
    }
    let why = why.or((!is_new).then_some(Reason::Unconfirmed));
    Ok(why.map(Found::Undecided))
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
