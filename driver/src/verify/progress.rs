//! How the loop goes, for a person at a terminal: one line, written over and over. Quiet in a
//! pipe; with `-v` one line per round.

use std::time::Duration;

use belnap_cli::{ToolError, write_stderr};
use belnap_engine::cegar::{Round, Watch};
use belnap_engine::conclusion::{StopReason, Times};
use belnap_ir::predicate::PredicateSet;
use belnap_ir::property::Property;
use belnap_solver::prover::Prover;

use super::document::milliseconds;
use super::live_line;
use super::report::{Unfinished, conditions};
use super::save::SavedRun;
use super::stop::Stop;

/// How much to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loudness {
    /// Nothing.
    Quiet,
    /// A live line on a terminal.
    Normal,
    /// A line per round.
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
    /// Where to keep the files.
    pub keep: Option<&'a mut SavedRun>,
    /// Why they could not be kept.
    pub failed: Option<ToolError>,
    /// Where the time of earlier rounds went.
    pub times: Times,
}

impl Progress<'_> {
    fn live(&self) -> bool {
        self.loudness == Loudness::Normal && live_line::is_shown()
    }

    fn line(&self, text: &str) {
        if self.loudness == Loudness::Verbose {
            write_stderr(&format!("{text}\n"));
        } else if self.live() {
            live_line::write_live_line(text);
        }
    }

    /// Keeps files, as long as that works; what is found out is reported nevertheless.
    fn keep_files(&mut self, keep: impl FnOnce(&mut SavedRun) -> Result<(), ToolError>) {
        if let Some(saved) = self.keep.as_mut().filter(|_| self.failed.is_none()) {
            self.failed = keep(saved).err();
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
            ..Unfinished::new(self.property)
        };
        self.stop.update(|so_far| so_far.current = Some(current));
        self.keep_files(|saved| saved.begins(number, predicates));
        Ok(())
    }

    fn checked(&mut self, round: &Round<'_>) -> Result<(), ToolError> {
        let one = &round.result.properties[0];
        let (count, locations) = (round.predicates.len(), round.result.structure.locations);
        self.line(&format!(
            "{}: iteration {}: {count} predicates, {locations} locations, {} prover calls; abstract \
             {:.2} s, check {:.2} s: {}",
            self.property.name,
            round.number + 1,
            self.prover.counters().counted().prover,
            round.times.abstracting.as_secs_f64(),
            round.times.checking.as_secs_f64(),
            one.verdict.word(),
        ));
        self.times.abstracting += round.times.abstracting;
        self.times.checking += round.times.checking;
        self.keep_files(|saved| saved.checked(round));
        Ok(())
    }

    fn refined(&mut self, number: usize, new: usize, time: Duration) {
        self.times.refining += time;
        if self.loudness == Loudness::Verbose {
            write_stderr(&format!(
                "{}: iteration {}: {new} new predicates in {:.2} s\n",
                self.property.name,
                number + 1,
                time.as_secs_f64()
            ));
        }
    }

    fn stop(&self) -> Option<StopReason> {
        match self.failed {
            Some(_) => Some(StopReason::NotKept),
            None => self.stop.reason(),
        }
    }
}
