//! Runs a replay.

use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use belnap_formats::tool::process::{self, Bounds};

use super::claim::Claim;
use super::compile::Workshop;
use super::confine::{Confined, confined};
use super::document::Replay;
use super::draw::SEED;
use super::report::{End, Nonce, Report};

/// Most memory of the program.
const MEMORY: u64 = 1 << 30;

/// How a replay went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The program did what is claimed of it.
    Reached,
    /// It could not be compiled or run; why.
    NotRun(String),
    /// It did something else; what.
    Differs(String),
}

/// How to run.
pub struct RunOptions<'a> {
    /// The compiler; by default the system's.
    pub compiler: Option<&'a str>,
    /// Time for the program.
    pub time: Duration,
    /// When everything must be done.
    pub end: Option<Instant>,
    /// The folder for everything that is made; it exists.
    pub folder: &'a Path,
}

/// Compiles and runs a replay.
pub fn run(replay: &Replay, options: &RunOptions<'_>) -> Outcome {
    let outcome = || {
        let claim = Claim::of(replay)?;
        let folder = std::path::absolute(options.folder).map_err(|error| error.to_string())?;
        let nonce = Nonce::drawn();
        let workshop = Workshop::new(options.compiler, &folder, options.end, nonce);
        let program = workshop.program(replay)?;
        let mut command = Command::new(&program);
        command.args((0..replay.arguments).map(|_| "x")).env_clear();
        let (status, report) = executed(command, options, &folder, nonce)?;
        how(status, report, &claim)
    };
    outcome().unwrap_or_else(Outcome::NotRun)
}

/// Compiles the program of a replay and runs it with inputs that are drawn, once for each seed, up to
/// the first with which it does what is claimed; `Err` if it cannot be run.
pub fn drawing(
    replay: &Replay,
    options: &RunOptions<'_>,
    seeds: impl Iterator<Item = u64>,
) -> Result<Option<(u64, End)>, String> {
    let claim = Claim::of(replay)?;
    let folder = std::path::absolute(options.folder).map_err(|error| error.to_string())?;
    let nonce = Nonce::drawn();
    let workshop = Workshop::new(options.compiler, &folder, options.end, nonce);
    let program = workshop.drawing(replay)?;
    for seed in seeds {
        if options.end.is_some_and(|end| end <= Instant::now()) {
            break;
        }
        let mut command = Command::new(&program);
        command.env_clear().env(SEED, seed.to_string());
        // One that takes too long, say, shows nothing, and others may.
        let ran = executed(command, options, &folder, nonce);
        if let Ok((_, Report { end: Some(end), .. })) = ran
            && claim.is_shown_by(end)
        {
            return Ok(Some((seed, end)));
        }
    }
    Ok(None)
}

fn executed(
    mut command: Command,
    options: &RunOptions<'_>,
    folder: &Path,
    nonce: Nonce,
) -> Result<(ExitStatus, Report), String> {
    let program = PathBuf::from(command.get_program());
    command.current_dir(folder);
    let left = options.end.map(|end| end.saturating_duration_since(Instant::now()));
    let time = left.map_or(options.time, |left| left.min(options.time));
    let bounds = Bounds { time, memory: MEMORY, file: 0, text: None };
    let ran = confined(Confined::Program(&program), || process::run_reporting(command, &bounds))?;
    let (ended, report) = ran.map_err(|error| format!("it cannot be run: {error}"))?;
    match ended.excess {
        Some(excess) => Err(format!("the program {excess}")),
        None => Ok((ended.status, Report::read(&report, nonce))),
    }
}

/// What it means that the program ended like this; `Err` if that says nothing about the execution.
fn how(status: ExitStatus, report: Report, claim: &Claim<'_>) -> Result<Outcome, String> {
    /// The system ends what takes too long (an alarm, the processor's time) or is too large.
    const LIMITS: [i32; 4] = [9, 14, 24, 25];
    /// A system call that is not allowed.
    const SYSTEM_CALL: i32 = 31;
    let differs = |what: String| match claim.is_certain() {
        true => Ok(Outcome::Differs(what)),
        false => Err("the condition is not seen to be true in a run".to_owned()),
    };
    // Rounds are counted in the text of the program; it must end to be certainly different.
    let perhaps = |what: String| match claim {
        Claim::Rounds(_) | Claim::Ends => Err(what),
        _ => differs(what),
    };
    match (report.end, status.code(), status.signal().unwrap_or_default()) {
        (Some(end), ..) if claim.is_shown_by(end) => Ok(Outcome::Reached),
        (Some(End::NoMemory), ..) => {
            Err(format!("the program needs more than {} MiB of memory", MEMORY >> 20))
        }
        (Some(End::OtherMemory), ..) => {
            Err("the program does not allocate or declare memory as its graph does".to_owned())
        }
        (Some(End::NotConfined), ..) => {
            Err("the system does not let the program limit its system calls".to_owned())
        }
        (Some(end @ (End::NoInput | End::Assumption)), ..) => {
            perhaps(format!("the program {}", end.text()))
        }
        (Some(end), ..) => differs(format!("the program {}", end.text())),
        (None, None, SYSTEM_CALL) => {
            Err("the program makes a system call that is not allowed in replays".to_owned())
        }
        (None, None, signal) if LIMITS.contains(&signal) => {
            Err(format!("the program met a limit of the system (signal {signal})"))
        }
        (None, None, signal) => perhaps(format!("the program ends with signal {signal}")),
        // Its libraries may be missing.
        (None, Some(code), _) if !report.started => {
            Err(format!("the program does not start, and ends with exit code {code}"))
        }
        (None, Some(_), _) if *claim == Claim::Ends => Ok(Outcome::Reached),
        (None, Some(code), _) => differs(format!("the program ends with exit code {code}")),
    }
}
