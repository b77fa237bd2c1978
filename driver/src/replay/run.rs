//! Runs a replay.

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use belnap_formats::tool::process::{self, Bounds};

use super::compile::Workshop;
use super::confine::{Confined, confined};
use super::document::Replay;
use super::harness::code;

/// Most memory of the program.
const MEMORY: u64 = 1 << 30;

/// How a replay went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The program ran into the error, or came to the head of the loop often enough.
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
        let folder = std::path::absolute(options.folder).map_err(|error| error.to_string())?;
        let program = Workshop::new(options.compiler, &folder, options.end).program(replay)?;
        executed(&program, replay, options, &folder)
    };
    outcome().unwrap_or_else(Outcome::NotRun)
}

fn executed(
    program: &Path,
    replay: &Replay,
    options: &RunOptions<'_>,
    folder: &Path,
) -> Result<Outcome, String> {
    let mut command = Command::new(program);
    command.args((0..replay.arguments).map(|_| "x")).current_dir(folder).env_clear();
    let left = options.end.map(|end| end.saturating_duration_since(Instant::now()));
    let time = left.map_or(options.time, |left| left.min(options.time));
    let bounds = Bounds { time, memory: MEMORY, file: 0, text: None };
    let ended = confined(Confined::Program(program), || process::run(command, None, &bounds))?;
    let ended = ended.map_err(|error| format!("it cannot be run: {error}"))?;
    match ended.excess {
        Some(excess) => Err(format!("the program {excess}")),
        None => how(ended.status, replay),
    }
}

/// What it means that the program ended like this; `Err` if that says nothing about the execution.
fn how(status: ExitStatus, replay: &Replay) -> Result<Outcome, String> {
    /// What `__builtin_trap` raises, by processor.
    const TRAPS: [i32; 2] = [4, 5];
    /// The exit code of a program whose libraries are not found.
    const NOT_LOADED: i32 = 127;
    /// The system ends what takes too long (an alarm, the processor's time) or is too large.
    const LIMITS: [i32; 4] = [9, 14, 24, 25];
    /// A system call that is not allowed.
    const SYSTEM_CALL: i32 = 31;
    let differs = |what: String| Ok(Outcome::Differs(what));
    // Rounds are counted in the text of the program; it must end to be certainly different.
    let perhaps = |what: String| match replay.head {
        Some(_) => Err(what),
        None => differs(what),
    };
    if replay.watch.is_some() {
        return match status.code() {
            Some(code::WATCHED) => Ok(Outcome::Reached),
            // Several states may belong to a line, and it is looked at only there.
            _ => Err("the condition is not seen to be true in a run".to_owned()),
        };
    }
    if replay.ends {
        let trapped =
            replay.label.is_some() && status.signal().is_some_and(|signal| TRAPS.contains(&signal));
        return match status.code() {
            Some(code::REACHED) => differs("the program runs into the error".to_owned()),
            None if trapped => differs("the program comes to the label".to_owned()),
            Some(code) if !(code::FIRST..=code::LAST).contains(&code) && code != NOT_LOADED => {
                Ok(Outcome::Reached)
            }
            _ => Err(format!("the program does not end as it should: {status}")),
        };
    }
    let has_own_end = replay.label.is_some() || replay.head.is_some();
    match (status.code(), status.signal().unwrap_or_default()) {
        (Some(code::REACHED), _) if !has_own_end => Ok(Outcome::Reached),
        (Some(code::ROUNDS), _) if replay.head.is_some() => Ok(Outcome::Reached),
        (Some(code::NO_INPUT), _) => perhaps("the program asks for more inputs".to_owned()),
        (Some(code::ASSUMPTION), _) => perhaps("the program assumes something else".to_owned()),
        (Some(code::NO_MEMORY), _) => {
            Err(format!("the program needs more than {} MiB of memory", MEMORY >> 20))
        }
        (Some(code::NOT_CONFINED), _) => {
            Err("the system does not let the program limit its system calls".to_owned())
        }
        (Some(NOT_LOADED), _) => {
            Err(format!("the program ends with exit code {NOT_LOADED}, as if not found"))
        }
        (Some(code), _) => differs(format!("the program ends with exit code {code}")),
        (None, SYSTEM_CALL) => {
            Err("the program makes a system call that is not allowed in replays".to_owned())
        }
        (None, signal) if replay.label.is_some() && TRAPS.contains(&signal) => Ok(Outcome::Reached),
        (None, signal) if LIMITS.contains(&signal) => {
            Err(format!("the program met a limit of the system (signal {signal})"))
        }
        (None, signal) => perhaps(format!("the program ends with signal {signal}")),
    }
}
