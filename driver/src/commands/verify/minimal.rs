//! `belnap verify --minimal`: a decided property with fewer predicates. `--refine minimize` and
//! `--refine greedy` ask for that, too, where the default decided in their place.
//!
//! The verdict is judged, and in the report, before this begins: whatever happens, it stands.

use std::time::{Duration, Instant};

use belnap_cli::ToolError;
use belnap_engine::cegar::Watch;
use belnap_engine::conclusion::{Conclusion, StopReason};
use belnap_engine::minimal::{Limits, shrink};
use belnap_engine::subject::Subject;
use belnap_evidence::judge::Judgement;
use belnap_ir::cfg::Cfg;
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;
use tracing::info;

use super::Run;
use crate::report::count;
use crate::verify::report::Judged;
use crate::verify::stop::Stop;
use crate::verify::words::describe_needed;

/// Of the time that is left, the part that may be spent; evidence takes time, too.
const SHARE: f64 = 0.5;

/// Stops when the run has to.
struct WithTheRun<'a>(&'a Stop);

impl Watch for WithTheRun<'_> {
    fn stop(&self) -> Option<StopReason> {
        self.0.reason()
    }

    fn end(&self) -> Option<Instant> {
        self.0.end()
    }
}

impl Run<'_> {
    /// Keeps a verdict for the report, should the run have to end before there is a smaller proof.
    pub(super) fn keep_verdict(&self, property: &Property, cfg: &Cfg, judgement: &Judgement) {
        let mut report = self.report.clone();
        report.add(&Judged {
            program: &self.task.question.program,
            cfg,
            sources: &self.sources,
            verbose: self.options.verbose,
            property,
            stated: self.task.stated(),
            judgement,
            each: None,
        });
        self.stop.update(|so_far| {
            (so_far.report, so_far.current) = (report, None);
            so_far.witnesses.clear();
        });
    }

    /// Puts an answer with fewer predicates in the place of one that was judged, if there is one
    /// and its evidence is as good; files are kept if others are.
    pub(super) fn shrink(
        &mut self,
        property: &Property,
        cfg: &Cfg,
        judgement: &mut Judgement,
    ) -> Result<(), ToolError> {
        let Some(given) = is_shrinkable(judgement) else { return Ok(()) };
        if self.stop.reason().is_some() {
            return Ok(());
        }
        let question = &self.task.question;
        let (theory, settings) = (&*question.theory, &question.settings);
        let subject = Subject { cfg, property, theory, settings };
        let watch = WithTheRun(self.stop);
        let set = &judgement.answer.predicates;
        let shrunk = shrink(&subject, set, given, self.minimal_limits(), &watch)
            .map_err(|failure| self.task.refuse_failure(property, failure))?;
        let Some(shrunk) = shrunk else { return Ok(()) };
        let (name, account) = (&property.name, &shrunk.account);
        let (needed, tried) = (describe_needed(account), count(account.attempts, "set"));
        info!("{name}: {needed}; {tried} tried in {:.2} s", account.time.as_secs_f64());
        if let Some(mut small) = shrunk.small {
            let result = small.result.take();
            let judge = self.task.judge(self.options, property, cfg, self.stop.end());
            if !judge.accept_smaller(judgement, small) {
                info!("{name}: all are kept: without some the evidence is worse");
                return Ok(());
            }
            judgement.answer.account = Some(shrunk.account);
            if let Some(saved) = &mut self.saved {
                saved.save_minimal(&judgement.answer, result.as_ref(), &judgement.findings)?;
            }
            return self.write_witness(cfg, property, judgement);
        }
        judgement.answer.account = Some(shrunk.account);
        Ok(())
    }

    fn minimal_limits(&self) -> Limits {
        let own = Duration::try_from_secs_f64(self.options.minimal.time).unwrap_or(Duration::MAX);
        let left = self.stop.end().map(|end| end.saturating_duration_since(Instant::now()));
        let time = left.map_or(own, |left| left.mul_f64(SHARE).min(own));
        Limits { time: Some(time), ..Limits::default() }
    }
}

/// Whether predicates decided, and nothing better; whether they were given.
fn is_shrinkable(judgement: &Judgement) -> Option<bool> {
    let is_open = judgement.verdict() == Verdict::Inconclusive;
    if is_open || judgement.execution().is_some() || judgement.answer.predicates.is_empty() {
        return None;
    }
    match judgement.answer.conclusion {
        Conclusion::Holds(_) | Conclusion::Fails(_) | Conclusion::FailsFromSome { .. } => {
            Some(false)
        }
        Conclusion::HoldsByGiven(_) => Some(true),
        _ => None,
    }
}
