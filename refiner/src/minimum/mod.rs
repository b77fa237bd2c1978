//! The fewest predicates: Sample-and-Eliminate (Minimum Predicates, §3, Fig. 5).
//!
//! The other methods add predicates for the path at hand. Here all impossible paths so far are kept
//! ([`Traces`]), and the predicates of the next round are chosen again among *candidates*, the
//! branch conditions of the program ([`branches`]), so that none of the paths is possible.
//! Predicates may disappear; what the property mentions and what was given stays.
//!
//! [`tracked`] says what a set of candidates has tracked where, [`eliminate`] whether that excludes
//! a trace, [`related`] which candidates a trace can depend on, [`search`] lists sets, and
//! [`choose`] has the ways to choose. [`figures`] counts what was chosen.
//!
//! What is beyond the paper:
//! * A result that no path explains is a trace too: the claims of its explanation ([`explained`]).
//!   A set excludes it if the abstraction of their steps over the set decides the first of them. An
//!   explanation that cannot be read so is the facts that are unknown and decide; a set excludes
//!   these if all of them are known.
//! * Where no set of candidates excludes a trace, or it comes back, the other methods are asked,
//!   and what they propose becomes a candidate. If that does not help either, or goes on for long,
//!   the ordinary loop begins in its place ([`hand_over`]): it starts from the predicates that are
//!   kept, and adds.
//!
//! Whatever is chosen, an abstraction over it is sound: a mistake here costs rounds, never a
//! verdict.

pub mod ahead;
pub mod branches;
pub mod choose;
pub mod eliminate;
pub mod explained;
pub mod figures;
pub mod related;
pub mod search;
pub mod tracked;

use belnap_formats::condition::{Names, Writer};
use belnap_formats::decided::refuting_everywhere;
use belnap_formats::predicates::{Births, PredicateFile};
use belnap_formats::property;
use belnap_formats::traces::fit::{Fitted, fit, places_of_claims, read_condition, read_line};
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::graph::order_variables;
use belnap_ir::ids::{CfgLocId, CfgVarId, TiVec, ti_vec};
use belnap_ir::predicate::{Predicate, PredicateScope, PredicateSet};
use belnap_ir::property::Formula;
use belnap_ir::result::{Explanation, UnknownKind};
use belnap_ir::traces::{Candidate, Claim, Fact, Origin, Trace, Traces};
use belnap_solver::prover::Prover;
use belnap_solver::spread::Spread;
use belnap_solver::wp::Conditions;
use rustc_hash::FxHashMap;
use tracing::debug;

use crate::context::{Context, Route};
use crate::discover::wp::predicate;
use crate::find::only;
use crate::known::Known;
use crate::memory::Memory;
use crate::methods::Choice;
use crate::path::GraphPath;
use crate::refine::{Judged, RefineOptions, Refined, judge_path, refine};
use crate::select::{Found, Selection};
use choose::{ChooseOptions, Chooser};
use eliminate::claims::ClaimAt;
use eliminate::{Eliminator, Impossible};
use search::{Search, SetLimits, contains_one, is_part};
use tracked::Tracking;

/// With so many traces, the other methods are the better choice: they exclude many paths at once.
/// Choices that come to an end need fewer, those of the paper's programs 29 at most.
const MOST_TRACES: usize = 40;

/// Predicates in place of those of the round before.
#[derive(Clone, Debug, PartialEq)]
pub struct Replacement {
    /// The predicates.
    pub predicates: PredicateSet,
    /// What is known of the traces now.
    pub traces: Traces,
}

/// What candidates have tracked, from earlier rounds.
#[derive(Default)]
struct Remembered(FxHashMap<String, Spread>);

/// A round: what is asked.
pub struct Round<'a> {
    /// The graph of the program.
    pub cfg: &'a Cfg,
    /// The predicates that are tracked.
    pub known: Known<'a>,
    /// The property that is inconclusive.
    pub property: &'a Formula,
    /// Why.
    pub explanation: &'a Explanation,
    /// How to refine.
    pub options: &'a RefineOptions,
    /// Answers questions about sets.
    pub prover: &'a Prover,
}

impl<'a> Round<'a> {
    fn start(&self, traces: &Traces, fitted: &Fitted, memory: &mut Memory) -> Option<Search<'a>> {
        start(self.cfg, self.prover, self.options.sets, traces, fitted, memory)
    }
}

/// What is known before the first round: nothing of traces. `kept` is tracked whatever is chosen;
/// without `given` candidates, the branch conditions are.
pub fn begin(
    cfg: &Cfg,
    formula: &Formula,
    kept: &PredicateSet,
    given: Option<&PredicateFile>,
) -> Traces {
    let kept = kept.iter().map(|one| format!("{} {{ {} }}", one.scope, one.name)).collect();
    let names = Names::new(cfg);
    let candidates = match given {
        None => branches::candidates(cfg),
        Some(file) => file
            .lines
            .iter()
            .map(|line| format!("{} {{ {} }}", line.scope, line.condition))
            .filter(|line| read_line(&names, line).is_ok())
            .map(|predicate| Candidate { predicate, origin: Origin::Given })
            .collect(),
    };
    Traces { formula: property::print(formula), kept, candidates, ..Traces::default() }
}

/// Chooses again, given what is known of the traces before, which fit the graph. Where that gets
/// nowhere it is [handed over](hand_over): then the predicates may be those that are tracked
/// already, and [others are asked](ask_others).
pub fn choose(
    round: &Round<'_>,
    chooser: &Chooser,
    mut traces: Traces,
    memory: &mut Memory,
) -> Refined {
    let Round { cfg, known, property, options, .. } = round;
    if let Some(verdict) = only::find(cfg, property, known.set.len(), options.executed, memory) {
        return verdict;
    }
    let number = match see(round, memory) {
        Ok(Some(new)) => note(&mut traces, new),
        Ok(None) => {
            let reason = "what decides is not about the program's edges".to_owned();
            return Refined::Replace(Box::new(hand_over(cfg, traces, reason)));
        }
        Err(verdict) => return *verdict,
    };
    debug!(trace = number, "a trace that is to be excluded");
    let chosen = match traces.traces.len() > MOST_TRACES {
        true => Err(Stuck::Because(format!("there are more than {MOST_TRACES} traces"))),
        false => exclude(round, chooser, &mut traces, number, memory),
    };
    match chosen {
        Ok(predicates) => Refined::Replace(Box::new(Replacement { predicates, traces })),
        Err(Stuck::Decided(verdict)) => *verdict,
        Err(Stuck::Because(reason)) => Refined::Replace(Box::new(hand_over(cfg, traces, reason))),
    }
}

/// Why choosing is handed over where it took the time that it may take.
pub const TIME_IS_OVER: &str = "the part of the time is over in which predicates are chosen";

/// The predicates with which the ordinary loop begins in place of one that chooses: those that are
/// kept, and given candidates that exclude some trace.
pub fn hand_over(cfg: &Cfg, mut traces: Traces, reason: String) -> Replacement {
    debug!(reason, "chooses no more");
    let mut predicates = PredicateSet::default();
    if let Ok(fitted) = fit(cfg, &traces) {
        predicates = fitted.kept.resolve(&Names::new(cfg)).unwrap_or_default();
        let helps = |number: &usize| {
            let mut sets = traces.traces.iter().flat_map(|trace| &trace.eliminating);
            sets.any(|set| set.contains(number))
        };
        let given = |number: &usize| traces.candidates[*number].origin == Origin::Given;
        traces.chosen = (0..traces.candidates.len()).filter(given).filter(helps).collect();
        for number in &traces.chosen {
            predicates.add(fitted.candidates[*number].clone());
        }
    }
    traces.growing = Some(reason);
    Replacement { predicates, traces }
}

/// The number of a trace, which becomes a new one if it is none.
fn note(traces: &mut Traces, new: Trace) -> usize {
    traces.traces.iter().position(|one| one.is_like(&new)).unwrap_or_else(|| {
        traces.traces.push(new);
        traces.traces.len() - 1
    })
}

/// Why there is no choice.
enum Stuck {
    /// Something else decides.
    Decided(Box<Refined>),
    /// No set is known to exclude a trace.
    Because(String),
}

/// Chooses predicates that exclude all traces, of which one is at hand.
fn exclude(
    round: &Round<'_>,
    chooser: &Chooser,
    traces: &mut Traces,
    number: usize,
    memory: &mut Memory,
) -> Result<PredicateSet, Stuck> {
    let unfit = || Stuck::Because("the traces do not fit the program".to_owned());
    let mut fitted = fit(round.cfg, traces).map_err(|_| unfit())?;
    let mut search = round.start(traces, &fitted, memory).ok_or_else(unfit)?;
    // A file of traces may have been written after these predicates were chosen.
    let tracked = predicates_of(&mut search, traces, &fitted);
    if tracked.as_ref() == Some(round.known.set) {
        take_back(traces, number)?;
    }
    search_sets(&mut search, traces, number);
    if traces.traces[number].eliminating.is_empty() {
        propose(round, traces, number, memory)?;
        fitted = fit(round.cfg, traces).map_err(|_| unfit())?;
        search = round.start(traces, &fitted, memory).ok_or_else(unfit)?;
        trust(&mut search, traces, number);
    }
    let time = round.prover.time(round.options.question);
    let options = ChooseOptions { time, seed: round.options.seed };
    let choose = |search: &mut Search<'_>, traces: &mut Traces| {
        traces.chosen = (chooser.choose)(search, traces, &options).map_err(Stuck::Because)?;
        debug!(chosen = traces.chosen.len(), traces = traces.traces.len(), "chose candidates");
        Ok(())
    };
    choose(&mut search, traces)?;
    let errors = refuting_everywhere(round.cfg, round.property);
    while traces.traces.len() < MOST_TRACES
        && !round.prover.is_over()
        && look_ahead(round, &mut search, traces, &errors, memory)?
    {
        choose(&mut search, traces)?;
    }
    let next = predicates_of(&mut search, traces, &fitted).ok_or_else(unfit)?;
    memory.of::<Remembered>().0 = search.tracking.remember();
    match next == *round.known.set {
        true => Err(Stuck::Because(format!("what excludes trace {number} is tracked already"))),
        false => Ok(next),
    }
}

/// Looks for sets that exclude a trace, in increasing size, until some do.
fn search_sets(search: &mut Search<'_>, traces: &mut Traces, number: usize) {
    let has_returned = !traces.traces[number].returned.is_empty();
    for size in 0..=search.limits.size + 1 {
        let trace = &traces.traces[number];
        if has_returned || !trace.eliminating.is_empty() || trace.cut.is_some() {
            break;
        }
        search.extend(traces, number, size);
    }
}

/// Finds the next trace, ahead of the next round, and sets that exclude it; whether there is one.
fn look_ahead(
    round: &Round<'_>,
    search: &mut Search<'_>,
    traces: &mut Traces,
    errors: &[Option<Expr>],
    memory: &mut Memory,
) -> Result<bool, Stuck> {
    let chosen = traces.chosen.clone();
    let Some(edges) = ahead::find_path(search, &chosen, errors) else { return Ok(false) };
    let new = match judge(round, GraphPath { edges }, memory).map_err(Stuck::Decided)? {
        Some(new) if !traces.traces.iter().any(|one| one.is_like(&new)) => new,
        _ => return Ok(false),
    };
    let Some(what) = impossible(&Names::new(round.cfg), &new) else { return Ok(false) };
    let number = note(traces, new);
    search.traces.push(what);
    search.failing.push(None);
    search_sets(search, traces, number);
    if traces.traces[number].eliminating.is_empty() {
        // The round that comes to it asks the other methods.
        traces.traces.pop();
        search.traces.pop();
        search.failing.pop();
        return Ok(false);
    }
    Ok(true)
}

/// Takes back that what is tracked excludes a trace: it is there again.
fn take_back(traces: &mut Traces, number: usize) -> Result<(), Stuck> {
    let Traces { traces: all, chosen, .. } = traces;
    let trace = &mut all[number];
    if !contains_one(trace, chosen) {
        return Ok(());
    }
    if trace.proposed || !trace.returned.is_empty() {
        return Err(Stuck::Because(format!("trace {number} comes back")));
    }
    let sets = std::mem::take(&mut trace.eliminating);
    (trace.returned, trace.eliminating) = sets.into_iter().partition(|set| is_part(set, chosen));
    Ok(())
}

/// What a trace says is impossible, if it fits the graph.
fn impossible(names: &Names<'_>, trace: &Trace) -> Option<Impossible> {
    let condition = |text: &Option<String>| {
        text.as_ref().map(|text| read_condition(names, text)).transpose().ok()
    };
    let fact = |fact: &Fact| Some((fact.edge, condition(&fact.condition)?));
    if !trace.claims.is_empty() {
        let places = places_of_claims(names.cfg(), trace).ok()?;
        let claim = |(claim, at): (&Claim, &Option<CfgLocId>)| {
            Some(ClaimAt {
                at: at.unwrap_or(names.cfg().entry),
                join: claim.join,
                condition: condition(&claim.condition)?,
                parts: claim.parts.clone(),
                total: claim.total,
            })
        };
        let claims = trace.claims.iter().zip(&places).map(claim).collect::<Option<_>>()?;
        return Some(Impossible::Claims(claims, trace.cycle));
    }
    Some(match trace.facts.is_empty() {
        true => Impossible::Path(trace.edges.clone(), condition(&trace.end)?),
        false => Impossible::Facts(trace.facts.iter().map(fact).collect::<Option<_>>()?),
    })
}

/// What sets are tried with, for traces that fit the graph.
pub fn start<'a>(
    cfg: &'a Cfg,
    prover: &'a Prover,
    limits: SetLimits,
    traces: &Traces,
    fitted: &Fitted,
    memory: &mut Memory,
) -> Option<Search<'a>> {
    let names = Names::new(cfg);
    let kept = fitted.kept.resolve(&names).ok()?;
    let mut eliminator = Eliminator::new(cfg, prover);
    let known = std::mem::take(&mut memory.of::<Remembered>().0);
    let tracking = Tracking::new(cfg, traces, fitted, &kept, limits.inferred, &mut eliminator);
    Some(Search {
        cfg,
        limits,
        tracking: tracking.remembering(known),
        eliminator,
        traces: traces.traces.iter().map(|one| impossible(&names, one)).collect::<Option<_>>()?,
        failing: vec![None; traces.traces.len()],
    })
}

/// The trace that the explanation is, if it is one, or a verdict.
fn see(round: &Round<'_>, memory: &mut Memory) -> Result<Option<Trace>, Box<Refined>> {
    if let Some(path) = GraphPath::of(round.cfg, round.explanation)
        && let Some(trace) = judge(round, path, memory)?
    {
        return Ok(Some(trace));
    }
    if let Some(trace) = explained::trace_of(round.cfg, round.explanation) {
        return Ok(Some(trace));
    }
    let facts = facts(round.cfg, round.explanation);
    Ok((!facts.is_empty()).then(|| Trace { facts, ..Trace::default() }))
}

/// The trace that a path is, if it is impossible, or a verdict.
fn judge(
    round: &Round<'_>,
    path: GraphPath,
    memory: &mut Memory,
) -> Result<Option<Trace>, Box<Refined>> {
    let Round { cfg, known, property, explanation, options, .. } = round;
    let mut context = Context {
        cfg,
        known: *known,
        property,
        unknowns: &explanation.unknowns,
        options,
        route: Route::new(cfg, path),
        selection: Selection::new(cfg, known),
        memory,
    };
    let edges = context.route.path.edges.clone();
    let end = context.refuting().map(|end| Conditions::new(cfg).normal(&end));
    let end = end.filter(|end| *end != Expr::Bool(true));
    match judge_path(&mut context) {
        Judged::Execution((edges, found)) => Err(Box::new(Refined::Execution(edges, found))),
        Judged::Impossible => {
            let end = end.map(|condition| Writer::new(cfg).print(&condition));
            let core = context.route.core.clone();
            Ok(Some(Trace { edges, end, core, ..Trace::default() }))
        }
        Judged::Open(_) => Ok(None),
    }
}

/// The facts that are unknown and decide, of those about edges of the graph; each once.
fn facts(cfg: &Cfg, explanation: &Explanation) -> Vec<Fact> {
    let names = Names::new(cfg);
    let writer = Writer::new(cfg);
    let mut found = Vec::new();
    for unknown in &explanation.unknowns {
        let Some(edge) = unknown.cfg_edge.filter(|edge| cfg.edges.get(*edge).is_some()) else {
            continue;
        };
        let about = || predicate(&names, unknown.variable.as_deref()?);
        let condition = match unknown.kind {
            UnknownKind::Update => match about() {
                Some(condition) => Some(writer.print(&condition)),
                None => continue,
            },
            _ => None,
        };
        let fact = Fact { edge, condition };
        if !found.contains(&fact) {
            found.push(fact);
        }
    }
    found
}

/// Has the other methods propose candidates for a trace that no set excludes, which becomes the
/// whole choice for it.
fn propose(
    round: &Round<'_>,
    traces: &mut Traces,
    number: usize,
    memory: &mut Memory,
) -> Result<(), Stuck> {
    let (new, reason) = match ask_others(round, memory) {
        Refined::Predicates { new, reason } => (new, reason),
        verdict => return Err(Stuck::Decided(Box::new(verdict))),
    };
    let births = Births::new(round.cfg);
    let mut ids = Vec::new();
    for Found { condition, scope } in new {
        let one = branches::candidate(round.cfg, &births, scope, &condition, Origin::Proposed);
        let Some(one) = one else { continue };
        let known = traces.candidates.iter().position(|other| other.predicate == one.predicate);
        ids.push(known.unwrap_or(traces.candidates.len()));
        if known.is_none() {
            traces.candidates.push(one);
        }
    }
    if ids.is_empty() {
        return Err(Stuck::Because(reason));
    }
    ids.sort_unstable();
    ids.dedup();
    traces.traces[number].eliminating = vec![ids];
    Ok(())
}

/// Finds out whether what was proposed for a trace excludes it, alone or with what is tracked. If
/// not, it is taken on trust, with what is tracked.
fn trust(search: &mut Search<'_>, traces: &mut Traces, number: usize) {
    let mut proposed = traces.traces[number].eliminating.pop().unwrap_or_default();
    if search.excludes(traces, number, &proposed) {
        return;
    }
    proposed.extend(&traces.chosen);
    proposed.sort_unstable();
    proposed.dedup();
    if !search.excludes(traces, number, &proposed) {
        let trace = &mut traces.traces[number];
        trace.failing.pop();
        trace.eliminating.push(proposed);
        trace.proposed = true;
    }
}

/// What the other methods find: predicates to add, or a verdict.
pub fn ask_others(round: &Round<'_>, memory: &mut Memory) -> Refined {
    let Round { cfg, known, property, explanation, options, .. } = round;
    let options = RefineOptions { method: Choice::Auto, ..**options };
    refine(cfg, known, property, explanation, &options, memory)
}

/// The predicates of a choice: what is kept, the candidates, and what these need before. All are
/// tracked wherever they matter, so at least where they are inferred.
fn predicates_of(
    search: &mut Search<'_>,
    traces: &Traces,
    fitted: &Fitted,
) -> Option<PredicateSet> {
    let cfg = search.cfg;
    let births = Births::new(cfg);
    let conditions = Conditions::new(cfg);
    let mut set = fitted.kept.resolve(&Names::new(cfg)).ok()?;
    let chosen = traces.chosen.iter().map(|number| fitted.candidates[*number].clone());
    let mut chosen: Vec<Predicate> = chosen.collect();
    let instances = set.iter().chain(&chosen).flat_map(|one| &one.instances);
    let mut said: Vec<Expr> = instances.map(|one| conditions.normal(&one.condition)).collect();
    for condition in search.tracking.expressions(&traces.chosen, &mut search.eliminator) {
        if !said.contains(&condition) {
            chosen.push(births.predicate(PredicateScope::Live, &condition).ok()?);
            said.push(condition);
        }
    }
    put_in_order(cfg, &mut chosen);
    chosen.into_iter().for_each(|one| {
        set.add(one);
    });
    Some(set)
}

/// Puts predicates close together whose variables have to do with each other: the checker's
/// diagrams have them in this order.
fn put_in_order(cfg: &Cfg, predicates: &mut [Predicate]) {
    let variables: Vec<CfgVarId> = cfg.variables.keys().collect();
    let mut place: TiVec<CfgVarId, usize> = ti_vec![0; variables.len()];
    for (at, var) in order_variables(cfg, &variables).into_iter().enumerate() {
        place[var] = at;
    }
    predicates.sort_by_cached_key(|one| {
        let mut first = usize::MAX;
        for instance in &one.instances {
            instance.condition.for_each_var(&mut |var| first = first.min(place[var]));
        }
        first
    });
}

/// The predicates that a solution of another solver chooses, for traces that have that of the
/// result.
///
/// # Errors
/// Why there are none.
pub fn apply(
    round: &Round<'_>,
    mut traces: Traces,
    chosen: Vec<usize>,
    memory: &mut Memory,
) -> Result<Refined, String> {
    let new = match see(round, memory) {
        Ok(new) => new,
        Err(verdict) => return Ok(*verdict),
    };
    if !new.is_some_and(|new| traces.traces.iter().any(|one| one.is_like(&new))) {
        return Err("the traces do not have that of the result".to_owned());
    }
    let fitted = fit(round.cfg, &traces).ok();
    let search = fitted.and_then(|fitted| Some((round.start(&traces, &fitted, memory)?, fitted)));
    traces.chosen = chosen;
    let predicates =
        search.and_then(|(mut search, fitted)| predicates_of(&mut search, &traces, &fitted));
    let predicates = predicates.ok_or("the traces do not fit the program")?;
    Ok(Refined::Replace(Box::new(Replacement { predicates, traces })))
}
