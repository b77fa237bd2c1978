//! Sets of predicates, tried: whether each decides the property as the first did.

use std::collections::HashSet;
use std::time::Instant;

use belnap_checker::run::RunOptions;
use belnap_formats::predicates;
use belnap_ir::boolprog::BoolProgram;
use belnap_ir::predicate::PredicateSet;
use belnap_ir::result::{CheckResult, Verdict};
use belnap_refiner::given::prove;
use tracing::debug;

use super::Limits;
use crate::cegar::{Failure, Watch};
use crate::conclusion::{Abstraction, Conclusion};
use crate::subject::{Checked, Subject};

/// How a set decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The property holds in the abstraction.
    Holds,
    /// It fails in the abstraction.
    Fails,
    /// It fails from some states in which the program can start, if not from all.
    FailsFromSome,
    /// The predicates are an invariant.
    Induction,
}

impl Way {
    /// How a set decides, if it does.
    pub fn of(
        subject: &Subject<'_>,
        set: &PredicateSet,
        given: bool,
        end: Option<Instant>,
    ) -> Result<Option<Way>, Failure> {
        if given {
            let found = prove(subject.cfg, &subject.property.formula, set, end);
            return Ok(found.map(|_| Way::Induction));
        }
        let found = conclude(subject, set, &brief(subject))?;
        Ok(found.map(|(conclusion, _)| match conclusion {
            Conclusion::Holds(_) => Way::Holds,
            Conclusion::Fails(_) => Way::Fails,
            _ => Way::FailsFromSome,
        }))
    }

    /// What a set decides in this way, and what the checker says, if it does.
    pub fn conclude(
        self,
        subject: &Subject<'_>,
        set: &PredicateSet,
        end: Option<Instant>,
    ) -> Result<Option<(Conclusion, Option<CheckResult>)>, Failure> {
        if self == Way::Induction {
            let found = prove(subject.cfg, &subject.property.formula, set, end);
            return Ok(found.map(|found| (Conclusion::HoldsByGiven(found), None)));
        }
        // As in the loop: facts for later runs are kept where predicates do not disappear.
        let settings = subject.settings;
        let seeds = settings.check.seeds && settings.refine.method.chooser().is_none();
        let options = RunOptions { seeds, ..settings.check.clone() };
        let found = conclude(subject, set, &options)?;
        let found = found.filter(|(conclusion, _)| self.accepts(conclusion));
        Ok(found.map(|(conclusion, result)| (conclusion, Some(result))))
    }

    fn accepts(self, conclusion: &Conclusion) -> bool {
        match conclusion {
            Conclusion::Holds(_) => self == Way::Holds,
            Conclusion::Fails(_) => matches!(self, Way::Fails | Way::FailsFromSome),
            Conclusion::FailsFromSome { .. } => self == Way::FailsFromSome,
            _ => false,
        }
    }
}

/// How to check a set of which only the verdict is wanted.
fn brief(subject: &Subject<'_>) -> RunOptions {
    RunOptions { explain: None, seeds: false, ..subject.settings.check.clone() }
}

/// What the abstraction over a set decides, if it does.
fn conclude(
    subject: &Subject<'_>,
    set: &PredicateSet,
    options: &RunOptions,
) -> Result<Option<(Conclusion, CheckResult)>, Failure> {
    let (program, checked) = check_over(subject, set, options)?;
    let Ok((structure, checked)) = checked else { return Ok(None) };
    let result = checked.properties[0].clone();
    let start = match result.verdict {
        Verdict::Inconclusive => match subject.find_refuted_start(set, &result) {
            None => return Ok(None),
            start => start,
        },
        Verdict::Holds | Verdict::Fails => None,
    };
    let is_held = result.verdict == Verdict::Holds;
    let last = Box::new(Abstraction { program, structure, result });
    let conclusion = match start {
        Some(start) => Conclusion::FailsFromSome { start, last },
        None if is_held => Conclusion::Holds(last),
        None => Conclusion::Fails(last),
    };
    Ok(Some((conclusion, checked)))
}

/// The abstraction over a set, and what the checker says of it.
fn check_over(
    subject: &Subject<'_>,
    set: &PredicateSet,
    options: &RunOptions,
) -> Result<(BoolProgram, Checked), Failure> {
    let program = subject.abstract_over(set, || "predicates".to_owned())?;
    let checked = subject.check(&program, options, None)?;
    Ok((program, checked))
}

/// Tries sets, as long as there is time.
pub struct Trials<'a> {
    pub(super) subject: Subject<'a>,
    way: Way,
    limits: Limits,
    watch: &'a dyn Watch,
    begin: Instant,
    attempts: usize,
    /// Sets, as files say them, that do not decide.
    undecided: HashSet<String>,
    is_stopped: bool,
}

impl<'a> Trials<'a> {
    pub fn new(subject: Subject<'a>, way: Way, limits: Limits, watch: &'a dyn Watch) -> Self {
        Trials {
            subject,
            way,
            limits,
            watch,
            begin: Instant::now(),
            attempts: 0,
            undecided: HashSet::new(),
            is_stopped: false,
        }
    }

    /// Sets that were tried.
    pub const fn attempts(&self) -> usize {
        self.attempts
    }

    /// Whether a limit was reached; no set is tried after that.
    pub const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Whether a set decides the property as the first did, and is known to.
    pub fn decides(&mut self, set: &PredicateSet) -> Result<bool, Failure> {
        let text = predicates::print(set);
        if self.is_stopped || self.undecided.contains(&text) {
            return Ok(false);
        }
        let Limits { attempts, time, .. } = self.limits;
        if attempts.is_some_and(|most| self.attempts >= most)
            || time.is_some_and(|most| self.begin.elapsed() >= most)
            || self.watch.stop().is_some()
        {
            self.is_stopped = true;
            return Ok(false);
        }
        let decides = self.try_out(set)?;
        // Questions may have been left open for want of time.
        if self.watch.stop().is_some() {
            self.is_stopped = true;
            return Ok(false);
        }
        self.attempts += 1;
        debug!(attempt = self.attempts, predicates = set.len(), decides, "has tried");
        if !decides {
            self.undecided.insert(text);
        }
        Ok(decides)
    }

    fn try_out(&self, set: &PredicateSet) -> Result<bool, Failure> {
        if self.way == Way::Induction {
            let formula = &self.subject.property.formula;
            return Ok(prove(self.subject.cfg, formula, set, self.watch.end()).is_some());
        }
        let subject = &self.subject;
        let (_, checked) = check_over(subject, set, &brief(subject))?;
        let Ok((_, checked)) = checked else { return Ok(false) };
        let result = &checked.properties[0];
        Ok(match (result.verdict, self.way) {
            (Verdict::Holds, way) => way == Way::Holds,
            (Verdict::Fails, way) => matches!(way, Way::Fails | Way::FailsFromSome),
            // Only this asks the prover.
            (Verdict::Inconclusive, Way::FailsFromSome) => {
                subject.find_refuted_start(set, result).is_some()
            }
            (Verdict::Inconclusive, _) => false,
        })
    }
}
