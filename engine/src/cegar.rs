//! The loop for one property: abstract, check, refine, until it is decided.
//!
//! Each round computes what the stage executables would from files: predicates, Boolean program,
//! Kripke structure, result, next predicates. The theory (prover, answers, combinations) and the
//! fixpoints of the round before are kept.

use std::time::{Duration, Instant};

use belnap_abstractor::options::AbstractionOptions;
use belnap_abstractor::theory::Theory;
use belnap_bounded::states::{self, decide_by_states};
use belnap_bounded::{Found, Limits, Outcome, Reason as NotUnrolled, decide_by_unrolling};
use belnap_checker::encode::EncodeOptions;
use belnap_checker::run::{RunError, RunOptions};
use belnap_cli::ToolError;
use belnap_formats::condition::Names;
use belnap_formats::predicates::{PredicateFile, RefusedText};
use belnap_ir::boolprog::BoolProgram;
use belnap_ir::certificate::Invariants;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::Expr;
use belnap_ir::kripke::Kripke;
use belnap_ir::predicate::PredicateSet;
use belnap_ir::property::Property;
use belnap_ir::result::{CheckResult, Seeds, Verdict};
use belnap_ir::traces::Traces;
use belnap_refiner::find::only;
use belnap_refiner::given::prove;
use belnap_refiner::initial::initial_predicates;
use belnap_refiner::known::{Known, conditions};
use belnap_refiner::memory::Memory;
use belnap_refiner::methods::Choice;
use belnap_refiner::minimum::{self, Replacement, TIME_IS_OVER, begin, hand_over};
use belnap_refiner::refine::{RefineOptions, Refined, add_to, refine};

use tracing::{debug, trace};

use crate::conclusion::{Abstraction, Answer, Conclusion, ExecutedPath, Reason, StopReason, Times};
use crate::names::check_names;
use crate::subject::{self, Subject};
use crate::thorough::{self, Thoroughly};
use crate::unrolling::{Decided, HIGHEST, Listing, Schedule, Unroll};

/// How to go about it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How to abstract.
    pub abstraction: AbstractionOptions,
    /// How to refine.
    pub refine: RefineOptions,
    /// How to make a structure of the Boolean program.
    pub encode: EncodeOptions,
    /// How to check.
    pub check: RunOptions,
    /// Limit of rounds.
    pub max_iterations: usize,
    /// Limit of predicates.
    pub max_predicates: usize,
    /// When the program is unrolled.
    pub unroll: Unroll,
    /// Whether all completions of an abstraction are asked about before it is refined.
    pub thorough: Option<Thoroughly>,
    /// What is chosen among, if not the conditions of branches, where predicates are chosen again
    /// in each round.
    pub candidates: Option<PredicateFile>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            abstraction: AbstractionOptions::default(),
            refine: RefineOptions::default(),
            encode: EncodeOptions::default(),
            check: RunOptions::default(),
            max_iterations: 200,
            max_predicates: 400,
            unroll: Unroll::default(),
            thorough: None,
            candidates: None,
        }
    }
}

/// Where to start.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The initial predicates; those of the property are added.
    pub predicates: PredicateFile,
    /// The number of the first round.
    pub number: usize,
    /// What the round before proved.
    pub seeds: Option<Seeds>,
    /// What is known of traces, where predicates are chosen again in each round.
    pub traces: Option<Traces>,
}

/// What a round computed, for whoever wants to see or keep it.
pub struct Round<'a> {
    /// Its number, from 0.
    pub number: usize,
    /// The predicates that the program was abstracted with.
    pub predicates: &'a PredicateSet,
    /// The Boolean program.
    pub program: &'a BoolProgram,
    /// Its structure.
    pub kripke: &'a Kripke,
    /// What the checker says of the structure.
    pub result: &'a CheckResult,
    /// Where the time went.
    pub times: Times,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The property makes no sense for this program; the place is in the property's text.
    Property(Box<Diagnostic>),
    /// A bug, or an error of the watch.
    Tool(ToolError),
}

impl From<ToolError> for Failure {
    fn from(error: ToolError) -> Self {
        Failure::Tool(error)
    }
}

/// Told how the loop goes.
pub trait Watch {
    /// A round begins.
    ///
    /// # Errors
    /// Ends the loop.
    fn begins(&mut self, _number: usize, _predicates: &PredicateSet) -> Result<(), ToolError> {
        Ok(())
    }
    /// A round has been checked.
    ///
    /// # Errors
    /// Ends the loop.
    fn on_checked(&mut self, _round: &Round<'_>) -> Result<(), ToolError> {
        Ok(())
    }
    /// Predicates have been chosen again after a round, for these traces.
    ///
    /// # Errors
    /// Ends the loop.
    fn on_chosen(&mut self, _number: usize, _traces: &Traces) -> Result<(), ToolError> {
        Ok(())
    }
    /// A round has been refined.
    fn on_refined(&mut self, _number: usize, _new: usize, _time: Duration) {}
    /// Whether to stop now, and why.
    fn stop(&self) -> Option<StopReason>;
    /// When it will be time to stop, if that is known: what takes long looks at the clock.
    fn end(&self) -> Option<Instant> {
        None
    }
}

/// Runs the loop.
///
/// # Errors
/// The property does not fit the graph, or the watch failed.
pub fn run(
    cfg: &Cfg,
    property: &Property,
    start: &Start,
    theory: &Theory,
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Result<Answer, Failure> {
    check_names(cfg, property).map_err(Failure::Property)?;
    let end = watch.end();
    theory.prover.set_end(end);
    let initial = initial_predicates(&property.formula, &start.predicates);
    let predicates = initial
        .resolve(&Names::new(cfg))
        .map_err(|found| refuse_predicates(start.number, &found))?;
    let chooser = settings.refine.method.chooser();
    let first = || begin(cfg, &property.formula, &predicates, settings.candidates.as_ref());
    let traces = chooser.map(|_| start.traces.clone().unwrap_or_else(first));
    let schedule = Schedule::new(cfg, settings);
    let until = end.map(|end| {
        let now = Instant::now();
        now + end.saturating_duration_since(now).mul_f64(SHARE_OF_CHOOSING)
    });
    let mut search = Search {
        cfg,
        property,
        theory,
        settings,
        traces,
        is_new: false,
        predicates,
        iterations: start.number,
        chosen: 0,
        until,
        times: Times::default(),
        seeds: start.seeds.clone(),
        memory: Memory::default(),
        last: None,
        listing: Listing::new(&schedule),
        schedule,
        end,
    };
    let conclusion = match settings.unroll {
        Unroll::Only => search.unroll_only(watch)?,
        // What a later round begins with are no longer the given ones.
        _ if start.number == 0
            && !start.predicates.lines.is_empty()
            && let Some(proved) = search.induction(watch)? =>
        {
            proved
        }
        Unroll::Auto | Unroll::Off => loop {
            if let Some(conclusion) = search.round(watch)? {
                break conclusion;
            }
        },
    };
    let Search { predicates, iterations, times, traces, .. } = search;
    Ok(Answer { conclusion, predicates, iterations, times, account: None, traces })
}

/// The loop between two rounds.
struct Search<'a> {
    cfg: &'a Cfg,
    property: &'a Property,
    theory: &'a Theory,
    settings: &'a Settings,
    predicates: PredicateSet,
    /// What is known of traces, if predicates are chosen again in each round.
    traces: Option<Traces>,
    /// Whether nobody has been told of them.
    is_new: bool,
    /// Rounds that are over, those before the start included.
    iterations: usize,
    /// Those of them for which predicates were chosen, in this run.
    chosen: usize,
    /// Until when predicates may be chosen, if there is a limit of time.
    until: Option<Instant>,
    times: Times,
    /// What the last round proved.
    seeds: Option<Seeds>,
    /// What refinement remembers.
    memory: Memory,
    /// The abstraction of the last round, which does not decide.
    last: Option<Box<Abstraction>>,
    /// When the program is unrolled.
    schedule: Schedule,
    /// When the states that may be reached are listed.
    listing: Listing,
    /// When it will be time to stop, if that is known.
    end: Option<Instant>,
}

fn of_round(round: usize) -> String {
    format!("predicates of round {round}")
}

/// Of the time for all, the part in which predicates may be chosen: what the default decides it
/// decides in the rest.
const SHARE_OF_CHOOSING: f64 = 0.2;

/// Steps of a long execution.
const LONG: usize = 10_000;

/// Most steps of an execution that is followed through calls.
const LONGEST: usize = 4_000_000;

fn has_calls(cfg: &Cfg) -> bool {
    cfg.edges.iter().any(|edge| matches!(edge.operation, Operation::Call { .. }))
}

/// Predicates that a round cannot go on with.
fn refuse_predicates(round: usize, found: &RefusedText) -> Failure {
    subject::refuse_predicates(&of_round(round), found)
}

impl Search<'_> {
    /// Tries the predicates as an invariant; the conclusion, if they are one that decides.
    fn induction(&mut self, watch: &mut dyn Watch) -> Result<Option<Conclusion>, Failure> {
        let begin = Instant::now();
        debug!(predicates = self.predicates.len(), "tries the given predicates as an invariant");
        let found = prove(self.cfg, &self.property.formula, &self.predicates, self.end);
        self.times.refining += begin.elapsed();
        if found.is_some() {
            watch.begins(self.iterations, &self.predicates)?;
        }
        Ok(found.map(Conclusion::HoldsByGiven))
    }

    /// One round; the conclusion, if it is the last.
    fn round(&mut self, watch: &mut dyn Watch) -> Result<Option<Conclusion>, Failure> {
        let limit = match watch.stop() {
            Some(stop) => Some(Reason::Stopped(stop)),
            None => (self.iterations >= self.settings.max_iterations).then_some(Reason::Iterations),
        };
        if let Some(reason) = limit {
            return Ok(Some(self.give_up(reason)));
        }
        watch.begins(self.iterations, &self.predicates)?;
        debug!(iteration = self.iterations + 1, predicates = self.predicates.len(), "abstracts");
        let begin = Instant::now();
        let program =
            self.subject().abstract_over(&self.predicates, || of_round(self.iterations))?;
        let abstracting = begin.elapsed();
        if let Some(stop) = watch.stop() {
            return Ok(Some(self.give_up(Reason::Stopped(stop))));
        }
        let begin = Instant::now();
        debug!(procedures = program.procedures.len(), "checks");
        // What was proved of predicates that have disappeared helps nobody.
        let seeds = self.settings.check.seeds && self.traces.is_none();
        let options = RunOptions { seeds, ..self.settings.check.clone() };
        let checked = self.subject().check(&program, &options, self.seeds.as_ref())?;
        let (kripke, mut result) = match checked {
            Ok(checked) => checked,
            Err(limit) => return Ok(Some(self.unroll_instead(limit, watch))),
        };
        let times = Times { abstracting, checking: begin.elapsed(), refining: Duration::ZERO };
        watch.on_checked(&Round {
            number: self.iterations,
            predicates: &self.predicates,
            program: &program,
            kripke: &kripke,
            result: &result,
            times,
        })?;
        self.times.abstracting += times.abstracting;
        self.times.checking += times.checking;
        self.iterations += 1;
        self.seeds = result.seeds.take();
        let result = result.properties.remove(0);
        let last = Box::new(Abstraction { program, structure: kripke, result });
        match last.result.verdict {
            Verdict::Holds => Ok(Some(Conclusion::Holds(last))),
            Verdict::Fails => Ok(Some(Conclusion::Fails(last))),
            Verdict::Inconclusive => match self.decide_thoroughly(&last)? {
                Some(verdict) => Ok(Some(Conclusion::InAllCompletions { verdict, last })),
                None => self.refine(last, watch),
            },
        }
    }

    /// What all completions of an abstraction agree on, if that is asked.
    fn decide_thoroughly(&mut self, last: &Abstraction) -> Result<Option<Verdict>, Failure> {
        let Some(limits) = self.settings.thorough else { return Ok(None) };
        let begin = Instant::now();
        let found = thorough::decide(last, self.property, limits, self.end);
        self.times.checking += begin.elapsed();
        match found {
            Ok(found) => Ok(found.map(|found| found.verdict)),
            Err(error) => Err(ToolError::Internal(error.to_string()).into()),
        }
    }

    /// What is decided.
    const fn subject(&self) -> Subject<'_> {
        let Search { cfg, property, theory, settings, .. } = *self;
        Subject { cfg, property, theory, settings }
    }

    /// Refines an abstraction that does not decide; the conclusion, if that decides or finds
    /// nothing.
    fn refine(
        &mut self,
        last: Box<Abstraction>,
        watch: &mut dyn Watch,
    ) -> Result<Option<Conclusion>, Failure> {
        let begin = Instant::now();
        let last = match self.decide_otherwise(last) {
            Ok(decided) => {
                self.times.refining += begin.elapsed();
                return Ok(Some(decided));
            }
            Err(last) => last,
        };
        if let Some(start) = self.subject().find_refuted_start(&self.predicates, &last.result) {
            self.times.refining += begin.elapsed();
            return Ok(Some(Conclusion::FailsFromSome { start, last }));
        }
        debug!("refines");
        let known = conditions(self.cfg, &self.predicates);
        let refined = self.find_predicates(&known, &last);
        self.times.refining += begin.elapsed();
        let (new, reason) = match refined {
            Refined::Predicates { new, reason } => (new, reason),
            Refined::Replace(next) if next.predicates == self.predicates => {
                // Nothing is chosen any more, and the ordinary loop would begin like this.
                (self.traces, self.is_new) = (Some(next.traces), true);
                self.times.refining += begin.elapsed();
                return self.refine(last, watch);
            }
            Refined::Replace(next) => return self.replace(*next, last, begin, watch),
            Refined::Execution(edges, execution) => {
                self.keep_traces(watch)?;
                let path = ExecutedPath { edges, execution };
                return Ok(Some(Conclusion::FailsInExecution { path, last: Some(last) }));
            }
            Refined::Holds { steps } => {
                self.keep_traces(watch)?;
                return Ok(Some(Conclusion::HoldsInOnlyExecution { steps, last: Some(last) }));
            }
        };
        new.iter().for_each(|found| trace!(?found, "proposed"));
        let added = add_to(self.cfg, &mut self.predicates, &new)
            .map_err(|found| refuse_predicates(self.iterations, &found))?;
        if added > 0 {
            self.keep_traces(watch)?;
        }
        watch.on_refined(self.iterations - 1, added, begin.elapsed());
        self.last = Some(last);
        let too_many = self.predicates.len() > self.settings.max_predicates;
        Ok(match added {
            0 => Some(self.give_up(Reason::NothingNew(reason))),
            _ if too_many => Some(self.give_up(Reason::Predicates)),
            _ => None,
        })
    }

    /// Tells that nothing is chosen any more, if that was found out in a round that goes on.
    fn keep_traces(&mut self, watch: &mut dyn Watch) -> Result<(), Failure> {
        if let Some(traces) = self.traces.as_ref().filter(|_| self.is_new) {
            watch.on_chosen(self.iterations - 1, traces)?;
        }
        self.is_new = false;
        Ok(())
    }

    /// Whether predicates are chosen again in each round.
    fn is_choosing(&self) -> bool {
        self.traces.as_ref().is_some_and(|traces| traces.growing.is_none())
    }

    /// Lists states or unrolls the program, if the time has come; the abstraction, if that does not
    /// decide. While predicates are chosen, the time has not come.
    fn decide_otherwise(&mut self, last: Box<Abstraction>) -> Result<Conclusion, Box<Abstraction>> {
        if self.is_choosing() {
            return Err(last);
        }
        let rounds = self.iterations - self.chosen;
        while let Some(level) = self.listing.level(rounds) {
            match self.list_states(level) {
                Some(Ok(reached)) => {
                    return Ok(Conclusion::HoldsInStates { reached, level, last: Some(last) });
                }
                Some(Err(path)) => {
                    return Ok(Conclusion::FailsInStates { path, level, last: Some(last) });
                }
                None => {}
            }
        }
        while let Some(level) = self.schedule.level(rounds) {
            if let Ok(decided) = self.unroll(level) {
                return Ok(decided.conclusion(level, Some(last)));
            }
        }
        Err(last)
    }

    /// Goes on with other predicates.
    fn replace(
        &mut self,
        next: Replacement,
        last: Box<Abstraction>,
        begin: Instant,
        watch: &mut dyn Watch,
    ) -> Result<Option<Conclusion>, Failure> {
        let added =
            next.predicates.iter().filter(|one| !self.predicates.contains(&one.scope, &one.name));
        let added = added.count();
        watch.on_chosen(self.iterations - 1, &next.traces)?;
        watch.on_refined(self.iterations - 1, added, begin.elapsed());
        (self.predicates, self.traces) = (next.predicates, Some(next.traces));
        self.chosen += 1;
        self.last = Some(last);
        let too_many = self.predicates.len() > self.settings.max_predicates;
        Ok(too_many.then(|| self.give_up(Reason::Predicates)))
    }

    /// Looks for what decides, or for predicates that help.
    fn find_predicates(&mut self, known: &[Expr], last: &Abstraction) -> Refined {
        let Some(explanation) = &last.result.explanation else {
            let reason = "the result is not explained".to_owned();
            return Refined::Predicates { new: Vec::new(), reason };
        };
        let known = Known { conditions: known, set: &self.predicates };
        let end = if self.is_choosing() { self.until } else { self.end };
        let left = end.map(|end| end.saturating_duration_since(Instant::now()));
        let in_time = |time: Duration| left.map_or(time, |left| left.min(time));
        let options = RefineOptions {
            question: in_time(self.settings.refine.question),
            invariants: in_time(self.settings.refine.invariants),
            ..self.settings.refine
        };
        let formula = &self.property.formula;
        let chooser = options.method.chooser().filter(|_| self.is_choosing());
        let Some((chooser, traces)) = chooser.zip(self.traces.as_ref()) else {
            let method = match options.method {
                Choice::Again(_) => Choice::Auto,
                method => method,
            };
            let options = RefineOptions { method, ..options };
            return refine(self.cfg, &known, formula, explanation, &options, &mut self.memory);
        };
        let round = minimum::Round {
            cfg: self.cfg,
            known,
            property: formula,
            explanation,
            options: &options,
            prover: &self.theory.prover,
        };
        let is_over = || self.until.is_some_and(|until| Instant::now() >= until);
        let handed_over = || {
            let next = hand_over(self.cfg, traces.clone(), TIME_IS_OVER.to_owned());
            Refined::Replace(Box::new(next))
        };
        if is_over() {
            return handed_over();
        }
        self.theory.prover.set_end(self.until.or(self.end));
        let refined = minimum::choose(&round, chooser, traces.clone(), &mut self.memory);
        self.theory.prover.set_end(self.end);
        match refined {
            // What was chosen would be another thing with more time.
            Refined::Replace(_) | Refined::Predicates { .. } if is_over() => handed_over(),
            refined => refined,
        }
    }

    /// Unrolls the program, spending so much; why that does not decide.
    fn unroll(&mut self, level: u32) -> Result<Decided, NotUnrolled> {
        let limits = Limits { end: self.end, ..Limits::of_level(level) };
        match decide_by_unrolling(self.cfg, &self.property.formula, &limits) {
            Outcome::Holds(unrolled) => Ok(Decided::Holds(unrolled)),
            Outcome::Fails(edges, execution) => {
                Ok(Decided::Fails(ExecutedPath { edges, execution }))
            }
            Outcome::Undecided(reason) => {
                debug!(level, ?reason, "unrolling does not decide");
                self.schedule.note_undecided(reason, level, self.iterations);
                Err(reason)
            }
        }
    }

    /// Lists the states that the program may reach, spending so much: these, if the property holds
    /// in all of them, or an execution that refutes it; nothing if that does not decide.
    fn list_states(&mut self, level: u32) -> Option<Result<Invariants, ExecutedPath>> {
        let limits = states::Limits { end: self.end, ..states::Limits::of_level(level) };
        match decide_by_states(self.cfg, &self.property.formula, &limits) {
            Found::Holds(reached) => Some(Ok(reached)),
            Found::Fails(edges, execution) => Some(Err(ExecutedPath { edges, execution })),
            Found::Undecided(reason) => {
                debug!(level, ?reason, "listing states does not decide");
                self.listing.note_undecided(reason);
                None
            }
        }
    }

    /// What the only execution of the program decides, if it has only one, and its steps.
    fn follow_only(&self) -> Option<(Conclusion, usize)> {
        match only::decide(self.cfg, &self.property.formula, LONGEST)? {
            Refined::Holds { steps } => {
                Some((Conclusion::HoldsInOnlyExecution { steps, last: None }, steps))
            }
            Refined::Execution(edges, execution) => {
                let steps = edges.len();
                let path = ExecutedPath { edges, execution };
                Some((Conclusion::FailsInExecution { path, last: None }, steps))
            }
            Refined::Predicates { .. } | Refined::Replace(_) => None,
        }
    }

    /// Unrolls the program, spending more and more, where no abstraction of it can be checked.
    fn unroll_instead(&mut self, limit: Box<RunError>, watch: &mut dyn Watch) -> Conclusion {
        // Some recursive calls stay in the graph, which only such an execution goes through. Where
        // it is short, control may not get there, and a certificate says more.
        let mut only = if has_calls(self.cfg) { self.follow_only() } else { None };
        if let Some((decided, _)) = only.take_if(|(_, steps)| *steps > LONG) {
            return decided;
        }
        while let Some(level) = self.schedule.level(usize::MAX) {
            if let Some(stop) = watch.stop() {
                return self.give_up(Reason::Stopped(stop));
            }
            if let Ok(decided) = self.unroll(level) {
                return decided.conclusion(level, None);
            }
        }
        match only {
            Some((decided, _)) => decided,
            None => self.give_up(Reason::Checker(limit)),
        }
    }

    /// Unrolls the program, spending more and more, and does nothing else.
    fn unroll_only(&mut self, watch: &mut dyn Watch) -> Result<Conclusion, Failure> {
        watch.begins(self.iterations, &self.predicates)?;
        let mut reason = NotUnrolled::Limit;
        for level in 0..=HIGHEST {
            if let Some(stop) = watch.stop() {
                return Ok(self.give_up(Reason::Stopped(stop)));
            }
            match self.unroll(level) {
                Ok(decided) => return Ok(decided.conclusion(level, None)),
                Err(NotUnrolled::Unsupported) => {
                    reason = NotUnrolled::Unsupported;
                    break;
                }
                Err(why) => reason = why,
            }
        }
        Ok(self.give_up(Reason::Unrolling(reason)))
    }

    fn give_up(&mut self, reason: Reason) -> Conclusion {
        Conclusion::Unknown { reason, last: self.last.take() }
    }
}
