//! Asks about each assertion of a program, where the question about all of them leaves some open.
//!
//! The question about all comes first. Where it finds one that fails, the others are asked about
//! together, as long as that finds more; where it stays open, one after the other, each with its
//! share of the time that is left.

use std::time::{Duration, Instant};

use belnap_certifier::vacuity::is_about_failures;
use belnap_cli::ToolError;
use belnap_engine::conclusion::Times;
use belnap_evidence::judge::{Judge, Wanted};
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;

use super::Run;
use crate::verify::each::Each;
use crate::verify::progress::Progress;
use crate::verify::report::Judged;

/// Of the time limit, the part after which the question about all assertions is left open, if
/// there are several.
const SHARE: f64 = 0.75;

/// Time for the other assertions, at least, after one has failed.
const AFTER_FAILURE: Duration = Duration::from_secs(2);

/// The same after the question about all was left open.
const AFTER_NOTHING: Duration = Duration::from_secs(10);

impl Run<'_> {
    /// The assertions, if the property is about them.
    pub(super) fn each(&self, property: &Property) -> Option<Each> {
        let program = &self.task.question.program;
        is_about_failures(&property.formula).then(|| Each::new(program, &self.sources))
    }

    /// When the question about all assertions is left open.
    pub(super) fn end_of_all(&self, each: Option<&Each>) -> Option<Instant> {
        let end = self.stop.end().filter(|_| each.is_some_and(|each| each.entries.len() > 1))?;
        let left = end.saturating_duration_since(Instant::now());
        Some(Instant::now() + left.mul_f64(SHARE))
    }

    /// Notes what the judgement about all says, and asks about those that it leaves open; `keep`
    /// is told whenever something is known.
    pub(super) fn ask_about_each(
        &self,
        property: &Property,
        judged: &Judged<'_>,
        each: &mut Each,
        keep: &dyn Fn(&Each),
    ) -> Result<(), ToolError> {
        let all = each.open();
        let mut goes_on = each.settle(&all, judged) && judged.judgement.verdict() == Verdict::Fails;
        if judged.judgement.doubt.is_some() {
            return Ok(());
        }
        if goes_on && self.options.first {
            each.leave_open("not asked about (--first)");
            return Ok(());
        }
        let end = self.end_of_rest(judged);
        // A step that does not end by itself is not waited for.
        self.stop.be_content(Some(end));
        let mut together = all;
        while goes_on && each.open().len() > 1 && Instant::now() < end {
            keep(each);
            together = each.open();
            goes_on = self.ask(property, &together, end, each)? == Verdict::Fails;
        }
        let open = each.open();
        for (number, at) in open.iter().enumerate() {
            let left = end.saturating_duration_since(Instant::now());
            if together == [*at] || left.is_zero() || self.stop.reason().is_some() {
                break;
            }
            keep(each);
            let count = u32::try_from(open.len() - number).unwrap_or(u32::MAX);
            self.ask(property, &[*at], Instant::now() + left / count, each)?;
        }
        self.stop.be_content(None);
        Ok(())
    }

    /// When assertions that the question about all leaves open are left open: in a while that is
    /// not long, next to what that question took. What comes after the last round takes time, too.
    fn end_of_rest(&self, judged: &Judged<'_>) -> Instant {
        let Times { abstracting, checking, refining } = judged.judgement.answer.times;
        let spent = abstracting + checking + refining + judged.judgement.time;
        let allowed = match judged.judgement.verdict() {
            Verdict::Fails => (spent * 5).max(AFTER_FAILURE),
            _ => (spent * 3).max(AFTER_NOTHING),
        };
        let left = self.stop.end().map(|end| end.saturating_duration_since(Instant::now()));
        Instant::now() + left.map_or(allowed, |left| left.mul_f64(0.9).min(allowed))
    }

    /// Asks about some assertions, and notes the answer; if that says nothing, it is no verdict.
    fn ask(
        &self,
        property: &Property,
        some: &[usize],
        until: Instant,
        each: &mut Each,
    ) -> Result<Verdict, ToolError> {
        let question = self.task.question.about(&each.locations(some));
        let cfg = question.graph(property);
        let mut progress = Progress {
            loudness: self.options.loudness(),
            stop: self.stop,
            prover: &question.theory.prover,
            property,
            stated: None,
            keep: None,
            failed: None,
            times: Times::default(),
            until: Some(until),
            is_part: true,
            about: Default::default(),
        };
        let start = question.start();
        let answer = self.task.answer_to(&question, &cfg, property, &start, &mut progress);
        progress.clear();
        let asserted: Vec<_> =
            question.program.properties.iter().filter_map(|one| one.source.clone()).collect();
        let judge = Judge {
            question: &question,
            asserted: &asserted,
            source: &self.task.source,
            // With drawn inputs the program may fail another assertion.
            wanted: Wanted { trial: false, some: true, ..self.options.choose_evidence() },
            cfg: &cfg,
            property,
            end: self.stop.end(),
        };
        let judgement = judge.judge(answer?);
        let said = each.settle(
            some,
            &Judged {
                program: &question.program,
                cfg: &cfg,
                sources: &self.sources,
                verbose: self.options.verbose,
                property,
                stated: None,
                judgement: &judgement,
                each: None,
            },
        );
        Ok(if said { judgement.verdict() } else { Verdict::Inconclusive })
    }
}
