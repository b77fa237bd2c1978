//! Proofs, tried: the compiled program is run with some inputs and must not run into the error.
//!
//! That shows little where it goes well. But it believes nothing of ours, neither the graph nor
//! what was left out of it, so a mistake in what we take C to mean has a chance to show.

use std::time::{Duration, Instant};

use belnap_frontend::unsupported::VOLATILE;
use belnap_ir::cfg::{Cfg, IntegerMode};
use belnap_ir::property::Property;

use crate::program::SourceProgram;
use crate::replay::claim::Claim;
use crate::replay::draw::{Draw, fill};
use crate::replay::run::{Drawn, ReplayOptions, run_drawn, with_inputs};
use belnap_formats::replay::{Input, Replay};

/// How often the program is run, how long each time, and all times together.
const RUNS: u64 = 16;
const RUN: Duration = Duration::from_millis(20);
const ALL: Duration = Duration::from_millis(800);

/// Inputs that are kept of a run.
const KEPT: usize = 1000;

/// What is called, or expanded, where a program fails.
const ERRORS: [&str; 3] = ["reach_error", "__VERIFIER_error", "assert"];

/// Whether a source mentions an error: also where we found that control does not get there.
fn has_error(file: &str) -> bool {
    let text = std::fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    ERRORS.iter().any(|error| text.contains(error))
}

/// What trials show.
pub enum Trial {
    /// A run refutes the property: how to run it again, and what it does.
    Refuted(Box<Replay>, String),
    /// A run makes an invalid access; which.
    Crashed(String),
}

/// Runs the program; what that shows, if anything.
pub fn try_program(
    program: &Cfg,
    property: &Property,
    source: &SourceProgram,
    end: Option<Instant>,
) -> Option<Trial> {
    // Compiled programs count as machines do.
    let is_machine = program.machine.integers == IntegerMode::Wrap;
    // Volatile objects may be at addresses that this machine does not have.
    if program.ledger.iter().any(|entry| entry.construct == VOLATILE) {
        return None;
    }
    let compiled = source.to_replay().ok()?;
    let speaks_of_errors = compiled.files.iter().any(|file| has_error(file));
    let mut replay = Replay::new(compiled, &property.formula);
    if !is_machine
        || !source.assertions
        || !speaks_of_errors
        || !matches!(Claim::of(&replay), Ok(Claim::Error(_)))
    {
        return None;
    }
    let folder = tempfile::tempdir().ok()?;
    let latest = Instant::now() + ALL;
    let end = Some(end.map_or(latest, |end| end.min(latest)));
    let options = ReplayOptions { compiler: None, time: RUN, end, folder: folder.path() };
    let drawn = |seed: u64, used: usize| -> Vec<i128> {
        let all = Draw::new(seed).take(used.min(KEPT));
        all.map(|value| i128::from(value as i64)).collect()
    };
    match run_drawn(&replay, &options, 1..=RUNS).ok()?? {
        Drawn::Shown(seed, ended, used) => {
            let inputs = drawn(seed, used);
            let with = with_inputs(inputs.iter().copied());
            let what = format!("the program {}{with}", ended.text());
            let input = |value| Input { value, place: "drawn".to_owned() };
            replay.fill = fill(seed);
            replay.inputs = inputs.into_iter().map(input).collect();
            Some(Trial::Refuted(Box::new(replay), what))
        }
        Drawn::Crashed(seed, used, what) => {
            let with = with_inputs(drawn(seed, used).into_iter());
            Some(Trial::Crashed(format!("the program {what}{with}")))
        }
    }
}
