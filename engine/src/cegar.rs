//! The loop for one property: abstract, check, refine, until it is decided.
//!
//! Each round computes what the stage executables would from files: predicates, Boolean program,
//! Kripke structure, result, next predicates. The theory (prover, answers, combinations) and the
//! fixpoints of the round before are kept.

use std::time::{Duration, Instant};

use belnap_abstractor::options::AbstractionOptions;
use belnap_abstractor::program::abstract_program;
use belnap_abstractor::theory::Theory;
use belnap_abstractor::tracked::resolve;
use belnap_checker::encode::{EncodeOptions, encode};
use belnap_checker::run::{RunError, RunOptions, check_all};
use belnap_cli::ToolError;
use belnap_execution::Execution;
use belnap_formats::{condition, predicates};
use belnap_ir::boolprog::BoolProgram;
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgEdgeId;
use belnap_ir::kripke::Kripke;
use belnap_ir::predicate::PredicateSet;
use belnap_ir::property::Property;
use belnap_ir::result::{CheckResult, PropertyResult, Seeds, StateValues, Verdict};
use belnap_refiner::find::start::{at_start, refuted_at_start};
use belnap_refiner::initial::initial_predicates;
use belnap_refiner::known::{Known, conditions};
use belnap_refiner::memory::Memory;
use belnap_refiner::refine::{RefineOptions, Refined, add_to, refine};

use crate::names::check_names;

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
    /// Most rounds.
    pub max_iterations: usize,
    /// Most predicates.
    pub max_predicates: usize,
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
        }
    }
}

/// Where to start.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The predicates to begin with; those of the property are added.
    pub predicates: PredicateSet,
    /// The number of the first round.
    pub number: usize,
    /// What the round before proved.
    pub seeds: Option<Seeds>,
}

/// What a round computed, for whoever wants to see or keep it.
pub struct Round<'a> {
    /// Its number, from 0.
    pub number: usize,
    /// The predicates.
    pub predicates: &'a PredicateSet,
    /// The Boolean program.
    pub program: &'a BoolProgram,
    /// Its structure.
    pub kripke: &'a Kripke,
    /// The result.
    pub result: &'a CheckResult,
    /// Where the time went.
    pub times: Times,
}

/// Where the time of a round, or of all, went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Abstraction.
    pub abstracting: Duration,
    /// Encoding and checking.
    pub checking: Duration,
    /// Refinement.
    pub refining: Duration,
}

/// Why the loop fails.
#[derive(Debug)]
pub enum Failure {
    /// The property makes no sense for this program; the place is in the property's text.
    Property(Box<Diagnostic>),
    /// Something else.
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
    fn begins(&mut self, _number: usize, _predicates: &PredicateSet) -> Result<(), ToolError> {
        Ok(())
    }
    /// A round has been checked.
    fn checked(&mut self, round: &Round<'_>) -> Result<(), ToolError>;
    /// A round has been refined.
    fn refined(&mut self, number: usize, new: usize, time: Duration);
    /// Whether to stop now, and why.
    fn stop(&self) -> Option<String>;
    /// What could help a loop that was stopped.
    fn to_try(&self) -> Option<&'static str> {
        None
    }
}

/// How the loop ended.
#[derive(Clone, Debug)]
pub enum Conclusion {
    /// The property holds.
    Holds,
    /// The property fails.
    Fails,
    /// Nobody knows; the reason.
    Unknown(String),
}

/// States at the entry from which a property fails.
#[derive(Clone, Debug)]
pub struct RefutedFrom {
    /// What is so at the start, if something is known.
    pub text: Option<String>,
    /// The predicates at the entry.
    pub state: StateValues,
}

/// The end of the loop.
pub struct Finished {
    /// How it ended.
    pub conclusion: Conclusion,
    /// The last result about the property.
    pub result: Option<PropertyResult>,
    /// The last Boolean program.
    pub program: Option<BoolProgram>,
    /// Its structure.
    pub kripke: Option<Kripke>,
    /// An execution that refutes the property.
    pub execution: Option<(Vec<CfgEdgeId>, Execution)>,
    /// The steps of the only execution of the program, where that is why the property holds.
    pub only: Option<usize>,
    /// The states at the entry from which it fails, where only some are such states and the result
    /// does not say that they exist.
    pub refuted_from: Option<RefutedFrom>,
    /// The predicates at the end.
    pub predicates: PredicateSet,
    /// Rounds.
    pub iterations: usize,
    /// Where the time went.
    pub times: Times,
    /// What could help, where a limit ended the loop.
    pub to_try: Option<&'static str>,
}

/// Runs the loop.
pub fn run(
    cfg: &Cfg,
    property: &Property,
    start: &Start,
    theory: &Theory,
    settings: &Settings,
    watch: &mut dyn Watch,
) -> Result<Finished, Failure> {
    check_names(cfg, property).map_err(Failure::Property)?;
    let mut finished = Finished {
        conclusion: Conclusion::Unknown(String::new()),
        result: None,
        program: None,
        kripke: None,
        execution: None,
        only: None,
        refuted_from: None,
        predicates: initial_predicates(&property.formula, &start.predicates),
        iterations: start.number,
        times: Times::default(),
        to_try: None,
    };
    let mut seeds = start.seeds.clone();
    let mut memory = Memory::default();
    loop {
        let unknown = |reason: String| Conclusion::Unknown(reason);
        if let Some(reason) = watch.stop() {
            finished.to_try = watch.to_try();
            finished.conclusion = unknown(reason);
            return Ok(finished);
        }
        if finished.iterations >= settings.max_iterations {
            finished.to_try = Some("more iterations (--max-iterations)");
            finished.conclusion = unknown("the limit of iterations was reached".to_owned());
            return Ok(finished);
        }
        watch.begins(finished.iterations, &finished.predicates)?;
        let begin = Instant::now();
        let text = predicates::print(&finished.predicates);
        let refused =
            |found: Vec<_>| Failure::Tool(ToolError::refused("predicates", &text, &found));
        let set = predicates::read(&text).map_err(refused)?;
        let tracked = resolve(cfg, &set, &text).map_err(refused)?;
        let program = abstract_program(cfg, &tracked, theory, &settings.abstraction);
        let abstracting = begin.elapsed();
        if let Some(reason) = watch.stop() {
            finished.to_try = watch.to_try();
            finished.conclusion = unknown(reason);
            return Ok(finished);
        }
        let begin = Instant::now();
        let checked = match check(&program, property, settings, seeds.as_ref()) {
            Ok(checked) => checked,
            Err(RunError::Property { diagnostic, .. }) => {
                return Err(Failure::Property(Box::new(diagnostic)));
            }
            Err(error @ RunError::Inconsistent { .. }) => {
                return Err(ToolError::Internal(error.to_string()).into());
            }
            Err(error) => {
                finished.conclusion = unknown(error.to_string());
                return Ok(finished);
            }
        };
        let (kripke, mut result) = checked;
        let checking = begin.elapsed();
        finished.times.abstracting += abstracting;
        finished.times.checking += checking;
        watch.checked(&Round {
            number: finished.iterations,
            predicates: &finished.predicates,
            program: &program,
            kripke: &kripke,
            result: &result,
            times: Times { abstracting, checking, refining: Duration::ZERO },
        })?;
        finished.iterations += 1;
        seeds = result.seeds.take();
        let one = result.properties.remove(0);
        let verdict = one.verdict;
        finished.program = Some(program);
        finished.kripke = Some(kripke);
        finished.result = Some(one);
        match verdict {
            Verdict::Holds => {
                finished.conclusion = Conclusion::Holds;
                return Ok(finished);
            }
            Verdict::Fails => {
                finished.conclusion = Conclusion::Fails;
                return Ok(finished);
            }
            Verdict::Inconclusive => {}
        }
        let begin = Instant::now();
        let initial = finished.result.as_ref().map_or(&[][..], |result| &result.initial);
        if let Some((from, states)) = refuted_at_start(cfg, initial, settings.refine.question) {
            let known = conditions(cfg, &set, &text).map_err(refused)?;
            let known = at_start(cfg, &states, &known);
            let text = (!known.is_empty()).then(|| condition::print(cfg, &Expr::And(known)));
            finished.refuted_from = Some(RefutedFrom { text, state: from.state.clone() });
            finished.times.refining += begin.elapsed();
            finished.conclusion = Conclusion::Fails;
            return Ok(finished);
        }
        let known = conditions(cfg, &set, &text).map_err(refused)?;
        let explanation = finished.result.as_ref().and_then(|result| result.explanation.as_ref());
        let refined = match explanation {
            Some(explanation) => {
                let known = Known { conditions: &known, set: &finished.predicates };
                let formula = &property.formula;
                refine(cfg, &known, formula, explanation, &settings.refine, &mut memory)
            }
            None => Refined::Predicates {
                new: Vec::new(),
                reason: "the result is not explained".to_owned(),
            },
        };
        finished.times.refining += begin.elapsed();
        match refined {
            Refined::Execution(edges, execution) => {
                finished.execution = Some((edges, execution));
                finished.conclusion = Conclusion::Fails;
                return Ok(finished);
            }
            Refined::Holds { steps } => {
                finished.only = Some(steps);
                finished.conclusion = Conclusion::Holds;
                return Ok(finished);
            }
            Refined::Predicates { new, reason } => {
                let added = add_to(cfg, &mut finished.predicates, &new);
                watch.refined(finished.iterations - 1, added, begin.elapsed());
                if added == 0 {
                    finished.conclusion = unknown(format!("nothing new to track: {reason}"));
                    return Ok(finished);
                }
                if finished.predicates.predicates.len() > settings.max_predicates {
                    finished.to_try = Some("more predicates (--max-predicates)");
                    finished.conclusion = unknown("the limit of predicates was reached".to_owned());
                    return Ok(finished);
                }
            }
        }
    }
}

fn check(
    program: &BoolProgram,
    property: &Property,
    settings: &Settings,
    seeds: Option<&Seeds>,
) -> Result<(Kripke, CheckResult), RunError> {
    let kripke = Kripke::Symbolic(encode(program, &settings.encode).map_err(RunError::Structure)?);
    let result = check_all(&kripke, std::slice::from_ref(property), &settings.check, seeds)?;
    Ok((kripke, result))
}
