//! Proofs, tried: the compiled program is run with some inputs and must not run into the error.
//!
//! That shows little where it goes well. But it believes nothing of ours, neither the graph nor what
//! was left out of it, so a mistake in what we take C to mean has a chance to show.

use std::time::{Duration, Instant};

use belnap_frontend::commands::c2cfg::ProgramArgs;
use belnap_ir::cfg::{Cfg, IntegerMode};
use belnap_ir::property::Property;

use super::refutation;
use crate::replay::claim::Claim;
use crate::replay::document::{Input, Replay};
use crate::replay::draw::{Draw, fill};
use crate::replay::run::{RunOptions, drawing};

/// How often the program is run, how long each time, and all times together.
const RUNS: u64 = 16;
const RUN: Duration = Duration::from_millis(20);
const ALL: Duration = Duration::from_millis(800);

/// Inputs that are kept of a run, and shown.
const KEPT: usize = 1000;
const SHOWN: usize = 6;

/// What is called, or expanded, where a program fails.
const ERRORS: [&str; 3] = ["reach_error", "__VERIFIER_error", "assert"];

/// Whether a source mentions an error: also where we found that control does not get there.
fn has_error(file: &str) -> bool {
    let text = std::fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    ERRORS.iter().any(|error| text.contains(error))
}

/// A run of the program that refutes a property, if some inputs lead to one: how to run it again, and
/// what it does.
pub fn refuted(
    program: &Cfg,
    property: &Property,
    args: &ProgramArgs,
    end: Option<Instant>,
) -> Option<(Replay, String)> {
    // Compiled programs count as machines do.
    let is_machine = program.machine.integers == IntegerMode::Wrap;
    let source = refutation::source(args).ok()?;
    let speaks_of_errors = source.files.iter().any(|file| has_error(file));
    let mut replay = Replay::new(source, &property.formula);
    if !is_machine || !speaks_of_errors || !matches!(Claim::of(&replay), Ok(Claim::Error(_))) {
        return None;
    }
    let folder = tempfile::tempdir().ok()?;
    let latest = Instant::now() + ALL;
    let end = Some(end.map_or(latest, |end| end.min(latest)));
    let options = RunOptions { compiler: None, time: RUN, end, folder: folder.path() };
    let (seed, ended) = drawing(&replay, &options, 1..=RUNS).ok()??;
    let inputs: Vec<i128> =
        Draw::new(seed).take(KEPT).map(|value| i128::from(value as i64)).collect();
    let shown: Vec<String> = inputs.iter().take(SHOWN).map(ToString::to_string).collect();
    let what = format!("with inputs {}, … the program {}", shown.join(", "), ended.text());
    let input = |value| Input { value, place: "drawn".to_owned() };
    replay.fill = fill(seed);
    replay.inputs = inputs.into_iter().map(input).collect();
    Some((replay, what))
}
