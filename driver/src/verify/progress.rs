//! How the loop goes, for a person at a terminal: one line, written over and over. Quiet in a
//! pipe; with `-v` one line per round.

use std::time::{Duration, Instant};

use belnap_cli::ToolError;
use belnap_engine::cegar::{Round, Watch};
use belnap_engine::conclusion::{StopReason, Times};
use belnap_ir::predicate::PredicateSet;
use belnap_ir::property::Property;
use belnap_ir::traces::Traces;
use belnap_solver::prover::Prover;
use tracing::info;

use super::document::milliseconds;
use super::live_line;
use super::report::{Unfinished, conditions};
use super::save::SavedRun;
use super::stop::Stop;
use crate::report::count;

/// How much to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loudness {
    /// Nothing.
    Quiet,
    /// A live line on a terminal.
    Normal,
    /// A line per round, by the log.
    Verbose,
}

/// Shows and keeps what happens.
pub struct Progress<'a> {
    /// How much to show.
    pub loudness: Loudness,
    /// When to stop.
    pub stop: &'a Stop,
    /// For its counters.
    pub prover: &'a Prover,
    /// What is asked.
    pub property: &'a Property,
    /// The formula of LTL that it is made of, if it is.
    pub stated: Option<&'a str>,
    /// Where to keep the files.
    pub keep: Option<&'a mut SavedRun>,
    /// Why they could not be kept.
    pub failed: Option<ToolError>,
    /// Where the time of earlier rounds went.
    pub times: Times,
    /// When to leave the question open, before the time limit.
    pub until: Option<Instant>,
    /// The question is a part of one that is reported.
    pub is_part: bool,
    /// What the property is about, and where the loops of the program begin, for a report of a run
    /// that has to end.
    pub about: (Vec<String>, Vec<String>),
}

impl Progress<'_> {
    fn live(&self) -> bool {
        // Lines of a log would tear it.
        let is_logged = tracing::enabled!(tracing::Level::INFO);
        self.loudness == Loudness::Normal && !is_logged && live_line::is_shown()
    }

    /// Keeps files, as long as that works; what is found out is reported nevertheless.
    fn keep_files(&mut self, keep: impl FnOnce(&mut SavedRun) -> Result<(), ToolError>) {
        if let Some(saved) = self.keep.as_mut().filter(|_| self.failed.is_none()) {
            self.failed = keep(saved).err();
        }
    }

    /// Changes what is reported if the run has to end now.
    fn update(&self, change: impl FnOnce(&mut Option<Unfinished>)) {
        if !self.is_part {
            self.stop.update(|so_far| change(&mut so_far.current));
        }
    }

    /// Removes the live line.
    pub fn clear(&self) {
        if self.live() {
            live_line::clear_live_line();
        }
    }
}

impl Watch for Progress<'_> {
    fn begins(&mut self, number: usize, predicates: &PredicateSet) -> Result<(), ToolError> {
        let current = Unfinished {
            iterations: number,
            predicates: conditions(predicates),
            milliseconds: milliseconds(&self.times, Duration::ZERO),
            doing: format!("abstracting over {}", count(predicates.len(), "predicate")),
            open: self.about.0.clone(),
            loops: self.about.1.clone(),
            ..Unfinished::new(self.property, self.stated)
        };
        self.update(|now| *now = Some(current));
        self.keep_files(|saved| saved.begins(number, predicates));
        Ok(())
    }

    fn on_checked(&mut self, round: &Round<'_>) -> Result<(), ToolError> {
        let property = self.property.name.as_str();
        let (iteration, predicates) = (round.number + 1, round.predicates.len());
        let locations = round.result.structure.locations;
        let prover_calls = self.prover.counters().counted().prover;
        let abstracting = round.times.abstracting.as_secs_f64();
        let checking = round.times.checking.as_secs_f64();
        let verdict = round.result.properties[0].verdict.word();
        let text = format!(
            "{property}: iteration {iteration}: {predicates} predicates, {locations} locations, \
             {prover_calls} prover calls; abstract {abstracting:.2} s, check {checking:.2} s: {verdict}"
        );
        info!(
            property,
            iteration,
            predicates,
            locations,
            prover_calls,
            abstracting,
            checking,
            verdict,
            "{text}"
        );
        if self.live() {
            live_line::write_live_line(&text);
        }
        self.times.abstracting += round.times.abstracting;
        self.times.checking += round.times.checking;
        let spent = milliseconds(&self.times, Duration::ZERO);
        self.update(|now| {
            if let Some(now) = now {
                now.milliseconds = spent;
                now.doing = "looking for an execution or for more predicates".to_owned();
            }
        });
        self.keep_files(|saved| saved.save_round(round));
        Ok(())
    }

    fn on_chosen(&mut self, number: usize, traces: &Traces) -> Result<(), ToolError> {
        self.keep_files(|saved| saved.save_traces(number, traces));
        Ok(())
    }

    fn on_refined(&mut self, number: usize, new: usize, time: Duration) {
        self.times.refining += time;
        let (property, iteration) = (self.property.name.as_str(), number + 1);
        let seconds = time.as_secs_f64();
        info!(
            property,
            iteration,
            new,
            seconds,
            "{property}: iteration {iteration}: {} in {seconds:.2} s",
            count(new, "new predicate")
        );
    }

    fn end(&self) -> Option<Instant> {
        self.until.or_else(|| self.stop.end())
    }

    fn stop(&self) -> Option<StopReason> {
        match self.failed {
            Some(_) => Some(StopReason::NotKept),
            None => self.stop.reason().or_else(|| {
                let over = self.until.is_some_and(|until| until <= Instant::now());
                over.then_some(StopReason::Share)
            }),
        }
    }
}
