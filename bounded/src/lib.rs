//! Small programs, decided without predicates: bounded ones by unrolling their loops completely,
//! those with few values by listing the states that they may reach ([`states`]).
//!
//! Where loops take few rounds, whatever the inputs are, all executions together are one term for
//! each thing that can go wrong ([`unroll`]). Terms are simplified as they are made ([`terms`],
//! [`region`]), so that what does not depend on inputs is simply computed. One question to the
//! prover is left: whether some inputs make something go wrong. If none do, the property holds, and
//! the numbers of rounds are the proof. If some do, the execution with these inputs is followed by
//! rules of our own ([`follow`]) before it is believed.
//!
//! What a reader would guess wrong: what is unknown is a symbol like an input, so that a proof
//! holds whatever it is; an execution that depends on it does not refute. An unrolling that meets a
//! limit proves nothing, and may still refute.

pub mod commands;
pub mod evaluate;
pub mod facts;
pub mod follow;
pub mod live;
pub mod region;
pub mod states;
pub mod terms;
pub mod unroll;
pub mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use belnap_execution::Execution;
use belnap_formats::decided::refuting_everywhere;
use belnap_ir::certificate::Unrolling;
use belnap_ir::cfg::{Cfg, IntegerMode, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, FunctionId, TiVec, ti_vec};
use belnap_ir::property::Formula;
use belnap_solver::bits::{Answer, Effort, TermId};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::facts::facts;
use crate::terms::FALSE;
use crate::unroll::{Behind, Stop, Unroller};

/// How much may be spent.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Visits of locations.
    pub steps: usize,
    /// Distinct terms that may be made.
    pub terms: usize,
    /// Rounds of a loop that depend on inputs.
    pub rounds: usize,
    /// From which round on the prover is asked whether there is one.
    pub asked_from: usize,
    /// Effort for such a question.
    pub asked: Effort,
    /// What all such questions may take, in the measure of [`Effort::work`].
    pub all_asked: u64,
    /// How many such questions may stay without an answer.
    pub unanswered: usize,
    /// Effort for the question whether something goes wrong.
    pub question: Effort,
    /// Whether to give up at the first limit, not to look for executions within it.
    pub at_once: bool,
    /// When to give up.
    pub end: Option<Instant>,
}

impl Limits {
    /// Little, times four to the power of `level`.
    pub fn of_level(level: u32) -> Self {
        let times = 4_usize.saturating_pow(level);
        let work = |unit: u32| unit.saturating_mul(u32::try_from(times).unwrap_or(u32::MAX));
        // The clock is for what the prover does not count.
        let time = |unit: u64| Duration::from_secs(unit * u64::from(level + 1));
        Limits {
            steps: times.saturating_mul(10_000),
            terms: times.saturating_mul(60_000),
            rounds: 40 << level.min(8),
            asked_from: 1,
            asked: Effort { work: work(2_000_000), time: time(2) },
            all_asked: 4_000_000 * times as u64,
            unanswered: 2 + 2 * level as usize,
            question: Effort { work: work(2_000_000), time: time(20) },
            at_once: level == 0,
            end: None,
        }
    }

    /// An effort that ends in time.
    pub(crate) fn in_time(&self, effort: Effort) -> Effort {
        let left = self.end.map(|end| end.saturating_duration_since(Instant::now()));
        Effort { time: left.map_or(effort.time, |left| left.min(effort.time)), ..effort }
    }

    /// Whether it is time to give up.
    pub(crate) fn is_over(&self) -> bool {
        self.end.is_some_and(|end| end <= Instant::now())
    }
}

/// What an unrolling says.
pub type Outcome = Found<Unrolled>;

/// What is found about a property.
#[derive(Clone, Debug, PartialEq)]
pub enum Found<P> {
    /// The property holds; the proof. Of an unrolling: loops take at most so many rounds, and
    /// nothing goes wrong in them.
    Holds(P),
    /// An execution refutes the property.
    Fails(Vec<CfgEdgeId>, Execution),
    /// Undecided.
    Undecided(Reason),
}

impl<P> Found<P> {
    /// The same with another proof.
    pub fn map<Q>(self, proof: impl FnOnce(P) -> Q) -> Found<Q> {
        match self {
            Found::Holds(holds) => Found::Holds(proof(holds)),
            Found::Fails(edges, execution) => Found::Fails(edges, execution),
            Found::Undecided(reason) => Found::Undecided(reason),
        }
    }
}

/// A program whose loops are unrolled completely.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unrolled {
    /// How often control comes back to the head of each loop at most; to those that are not listed:
    /// never.
    pub rounds: BTreeMap<CfgLocId, usize>,
    /// The same in each round of the loops around a loop, the outermost first.
    pub rounds_within: BTreeMap<CfgLocId, BTreeMap<Vec<u32>, usize>>,
    /// The edges that may be taken.
    pub taken: BTreeSet<CfgEdgeId>,
    /// Some calls were left out, in which nothing can go wrong, and after which all that they can
    /// change is unknown.
    pub past_calls: bool,
}

/// Limit on what is said of single rounds in a claim.
const FEWER: usize = 4000;

impl Unrolled {
    /// Most rounds of a loop.
    pub fn most(&self) -> usize {
        self.rounds.values().copied().max().unwrap_or(0)
    }

    /// The claim that a certificate makes.
    pub fn claim(&self) -> Unrolling {
        let number = |rounds: usize| u32::try_from(rounds).unwrap_or(u32::MAX);
        let rounds = self.rounds.iter().map(|(head, rounds)| (head.to_string(), number(*rounds)));
        let fewer = self.rounds_within.iter().filter_map(|(head, within)| {
            let most = self.rounds.get(head).copied().unwrap_or(0);
            let fewer = within.iter().filter(|(_, rounds)| **rounds < most);
            let fewer = fewer.map(|(around, rounds)| (around.clone(), number(*rounds)));
            let fewer: Vec<(Vec<u32>, u32)> = fewer.collect();
            (!fewer.is_empty()).then(|| (head.to_string(), fewer))
        });
        let fewer: IndexMap<String, Vec<(Vec<u32>, u32)>> = fewer.collect();
        let is_long = fewer.values().map(Vec::len).sum::<usize>() > FEWER;
        let fewer = if is_long { IndexMap::new() } else { fewer };
        Unrolling { rounds: rounds.collect(), fewer }
    }
}

/// Why an unrolling does not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The property is not about what always holds, or the graph has something that cannot be
    /// unrolled: calls, unbounded numbers.
    Unsupported,
    /// It takes more than the limits allow.
    Limit,
    /// The prover does not answer: whether something goes wrong, or whether there are more rounds.
    Question,
    /// The execution that the prover found depends on something unknown, or on where objects lie.
    Unconfirmed,
}

/// Decides a property of a graph by unrolling it.
pub fn decide_by_unrolling(cfg: &Cfg, property: &Formula, limits: &Limits) -> Outcome {
    let mut met_call = false;
    match decide(cfg, property, limits, &mut met_call) {
        Outcome::Undecided(_) if met_call && let Some(proof) = prove(cfg, property, limits) => {
            Outcome::Holds(proof)
        }
        outcome => outcome,
    }
}

/// How often loops are repeated, if that ends within the limits: what is left to ask is whether
/// something goes wrong.
pub fn find_rounds(cfg: &Cfg, property: &Formula, limits: &Limits) -> Option<Unrolled> {
    let errors = refuting_everywhere(cfg, property);
    let supported =
        cfg.machine.integers != IntegerMode::Mathematical && errors[cfg.start.index()].is_some();
    let mut unroller = supported.then(|| Unroller::new(cfg, &errors, limits))?;
    match unroller.run() {
        Ok(()) if !unroller.beyond => Some(unroller.unrolled()),
        _ => unroller.met_call.then(|| prove(cfg, property, limits)).flatten(),
    }
}

/// Proves a property whatever is done by calls in which nothing can go wrong.
fn prove(cfg: &Cfg, property: &Formula, limits: &Limits) -> Option<Unrolled> {
    let errors = refuting_everywhere(cfg, property);
    let mut unroller = Unroller::new(cfg, &errors, limits);
    unroller.behind_calls = Behind::Harmless(find_harmless(cfg, &errors));
    unroller.run().ok().filter(|()| !unroller.beyond)?;
    let some = unroller.any_error();
    let holds =
        some == FALSE || matches!(ask(cfg, &mut unroller, some, limits, false), Answer::Impossible);
    holds.then(|| unroller.unrolled())
}

/// The functions in which nothing can go wrong, nor in those that they call.
fn find_harmless(cfg: &Cfg, errors: &[Option<Expr>]) -> TiVec<FunctionId, bool> {
    let mut harmless = ti_vec![true; cfg.functions.len()];
    for (at, location) in cfg.locations.iter_enumerated() {
        harmless[location.function] &= errors[at.index()].as_ref().is_some_and(is_false);
    }
    loop {
        let before = harmless.clone();
        for edge in &cfg.edges {
            if let Operation::Call { function, .. } = edge.operation {
                let caller = cfg.locations[edge.from].function;
                harmless[caller] &= harmless[function];
            }
        }
        if before == harmless {
            return harmless;
        }
    }
}

/// Whether a condition is plainly false.
fn is_false(condition: &Expr) -> bool {
    match condition {
        Expr::Bool(truth) => !truth,
        Expr::Not(inner) => matches!(**inner, Expr::Bool(true)),
        Expr::And(all) => all.iter().any(is_false),
        Expr::Or(all) => all.iter().all(is_false),
        _ => false,
    }
}

/// Decides a property without calls; whether control may get to one.
fn decide(cfg: &Cfg, property: &Formula, limits: &Limits, met_call: &mut bool) -> Outcome {
    let errors = refuting_everywhere(cfg, property);
    let supported =
        cfg.machine.integers != IntegerMode::Mathematical && errors[cfg.start.index()].is_some();
    if !supported {
        return Outcome::Undecided(Reason::Unsupported);
    }
    let mut unroller = Unroller::new(cfg, &errors, limits);
    let ran = unroller.run();
    *met_call = unroller.met_call;
    let complete = match ran {
        Ok(()) => !unroller.beyond,
        Err(Stop::Unsupported) => return Outcome::Undecided(Reason::Unsupported),
        Err(Stop::Limit) => false,
    };
    let limit = if unroller.is_unanswered() { Reason::Question } else { Reason::Limit };
    if !complete && limits.at_once {
        return Outcome::Undecided(limit);
    }
    let some = unroller.any_error();
    if some == FALSE {
        return match complete {
            true => Outcome::Holds(unroller.unrolled()),
            false => Outcome::Undecided(limit),
        };
    }
    match ask(cfg, &mut unroller, some, limits, !complete) {
        Answer::Impossible if complete => Outcome::Holds(unroller.unrolled()),
        Answer::Unknown if complete => Outcome::Undecided(Reason::Question),
        Answer::Impossible | Answer::Unknown => Outcome::Undecided(limit),
        Answer::Possible(symbols) => {
            if let Some((edges, execution)) = follow::follow(cfg, &unroller, &symbols) {
                return Outcome::Fails(edges, execution);
            }
            // The prover may have chosen addresses that no machine does.
            match ask(cfg, &mut unroller, some, limits, true) {
                Answer::Possible(symbols) => {
                    let found = follow::follow(cfg, &unroller, &symbols).or_else(|| {
                        follow_whatever_is_unknown(cfg, &mut unroller, some, &symbols, limits)
                    });
                    match found {
                        Some((edges, execution)) => Outcome::Fails(edges, execution),
                        None => Outcome::Undecided(Reason::Unconfirmed),
                    }
                }
                _ => Outcome::Undecided(Reason::Unconfirmed),
            }
        }
    }
}

/// The calls in a graph that control is seen to get to within the limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// Edges.
    pub reached: BTreeSet<CfgEdgeId>,
    /// An execution refutes the property without them.
    pub fails: bool,
}

/// Looks for calls that control gets to, as long as no execution without them refutes a property,
/// nor does it hold whatever they do.
pub fn find_calls(cfg: &Cfg, property: Option<&Formula>, limits: &Limits) -> Calls {
    if cfg.machine.integers == IntegerMode::Mathematical {
        return Calls::default();
    }
    let errors = property.map(|property| refuting_everywhere(cfg, property));
    let errors = errors
        .filter(|errors| errors[cfg.start.index()].is_some())
        .unwrap_or_else(|| vec![None; cfg.locations.len()]);
    let mut unroller = Unroller::new(cfg, &errors, limits);
    // What was reached before a limit counts, too.
    let _ = unroller.run();
    if unroller.calls.is_empty() {
        return Calls::default();
    }
    let some = unroller.any_error();
    let fails = some != FALSE
        && match ask(cfg, &mut unroller, some, limits, true) {
            Answer::Possible(symbols) => follow::follow(cfg, &unroller, &symbols).is_some(),
            Answer::Impossible | Answer::Unknown => false,
        };
    if fails {
        return Calls { reached: unroller.calls, fails };
    }
    if let Some(property) = property
        && prove(cfg, property, limits).is_some()
    {
        return Calls::default();
    }
    // Of what comes later, some does not depend on what these calls do.
    let mut scout = Unroller::new(cfg, &errors, limits);
    scout.behind_calls = Behind::Everything;
    let _ = scout.run();
    let reached = unroller.calls.union(&scout.calls).copied().collect();
    Calls { reached, fails }
}

/// An execution with these values of symbols, if something goes wrong whatever the unknown ones
/// are: the others stay as they are. Its unknown values would do.
fn follow_whatever_is_unknown(
    cfg: &Cfg,
    unroller: &mut Unroller<'_>,
    some: TermId,
    symbols: &FxHashMap<u32, u128>,
    limits: &Limits,
) -> Option<(Vec<CfgEdgeId>, Execution)> {
    let mut all = facts(cfg, &mut unroller.evaluator, &[some], true);
    all.extend(unroller.chosen(symbols));
    all.push(unroller.evaluator.terms.not(some));
    let terms = unroller.evaluator.terms.all();
    match unroller.asker.decide(terms, &all, limits.in_time(limits.question)) {
        Answer::Impossible => follow::follow_with_unknown(cfg, unroller, symbols),
        Answer::Possible(_) | Answer::Unknown => None,
    }
}

/// Asks whether something goes wrong.
fn ask(
    cfg: &Cfg,
    unroller: &mut Unroller<'_>,
    some: TermId,
    limits: &Limits,
    roomy: bool,
) -> Answer {
    let mut all = facts(cfg, &mut unroller.evaluator, &[some], roomy);
    all.push(some);
    // What is within the limits is worth less than everything.
    let Effort { work, time } = limits.question;
    let effort = match roomy {
        true => Effort { work: work / 4, time: time / 4 },
        false => limits.question,
    };
    unroller.asker.decide(unroller.evaluator.terms.all(), &all, limits.in_time(effort))
}
