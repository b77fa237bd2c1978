//! Runs a replay.

use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use belnap_cli::process::{self, Bounds};
use belnap_ir::cfg::AskedKind;

use super::claim::Claim;
use super::compile::Workshop;
use super::confine::{Confined, run_confined};
use super::draw::SEED;
use super::ending::{Crash, End, EndReport, Nonce};
use belnap_formats::replay::Replay;

/// Memory limit of the program.
const MEMORY: u64 = 1 << 30;

/// How a replay went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayOutcome {
    /// The program did what is claimed of it.
    Reached,
    /// It could not be compiled or run; why.
    NotRun(String),
    /// It did something else; what.
    Differs(String),
    /// It made an invalid access, which the machine noticed; where.
    Crashed(String),
}

/// What runs with inputs that are drawn show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// With this seed the program does what is claimed, and has used so many inputs then.
    Shown(u64, End, usize),
    /// With this seed, and so many inputs, it makes an invalid access; where.
    Crashed(u64, usize, String),
}

/// How to run.
pub struct ReplayOptions<'a> {
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
pub fn run(replay: &Replay, options: &ReplayOptions<'_>) -> ReplayOutcome {
    let outcome = || {
        let claim = Claim::of(replay)?;
        let folder = std::path::absolute(options.folder).map_err(|error| error.to_string())?;
        let nonce = Nonce::draw();
        let workshop = Workshop::new(options.compiler, &folder, options.end, nonce);
        let program = workshop.program(replay)?;
        let (status, report) = execute(with_arguments(replay, &program), options, &folder, nonce)?;
        let crash =
            report.crash.map(|crash| (crash, crash_text(&workshop, replay, &program, report)));
        interpret(status, report, crash, &claim)
    };
    outcome().unwrap_or_else(ReplayOutcome::NotRun)
}

/// The access with which the program of a replay leaves an array or uses a null pointer, if it
/// does: it is compiled so that it looks at that itself.
pub fn invalid_access(replay: &Replay, options: &ReplayOptions<'_>) -> Option<String> {
    let folder = std::path::absolute(options.folder).ok()?;
    let nonce = Nonce::draw();
    let workshop = Workshop::new(options.compiler, &folder, options.end, nonce).with_checks();
    let program = workshop.program(replay).ok()?;
    let (_, report) = execute(with_arguments(replay, &program), options, &folder, nonce).ok()?;
    let is_access = report.crash.is_some_and(Crash::is_access);
    is_access.then(|| crash_text(&workshop, replay, &program, report))
}

fn with_arguments(replay: &Replay, program: &Path) -> Command {
    let mut command = Command::new(program);
    command.args((0..replay.arguments).map(|_| "x")).env_clear();
    command
}

/// What the program did where it crashed, and with which inputs.
fn crash_text(
    workshop: &Workshop<'_>,
    replay: &Replay,
    program: &Path,
    report: EndReport,
) -> String {
    let Some(crash) = report.crash else { return String::new() };
    let place = workshop.line(replay, program, crash);
    let place = place.map(|place| format!(" at {place}")).unwrap_or_default();
    let used = replay.inputs.iter().map(|input| input.value).take(report.used);
    format!("{}{place}{}", crash.text(), with_inputs(used))
}

/// Some inputs as part of a sentence.
pub fn with_inputs(inputs: impl ExactSizeIterator<Item = i128>) -> String {
    const SHOWN: usize = 6;
    let count = inputs.len();
    let mut shown: Vec<String> = inputs.take(SHOWN).map(|value| value.to_string()).collect();
    if count > SHOWN {
        shown.push("…".to_owned());
    }
    match count {
        0 => String::new(),
        1 => format!(" with input {}", shown[0]),
        _ => format!(" with inputs {}", shown.join(", ")),
    }
}

/// Compiles the program of a replay and runs it with inputs that are drawn, once for each seed, up
/// to the first with which it does what is claimed.
///
/// # Errors
/// If it cannot be run.
pub fn run_drawn(
    replay: &Replay,
    options: &ReplayOptions<'_>,
    seeds: impl Iterator<Item = u64>,
) -> Result<Option<Drawn>, String> {
    let claim = Claim::of(replay)?;
    let folder = std::path::absolute(options.folder).map_err(|error| error.to_string())?;
    let nonce = Nonce::draw();
    let workshop = Workshop::new(options.compiler, &folder, options.end, nonce);
    let program = workshop.link_drawing(replay)?;
    let mut crashed = None;
    for seed in seeds {
        if options.end.is_some_and(|end| end <= Instant::now()) {
            break;
        }
        let mut command = Command::new(&program);
        command.env_clear().env(SEED, seed.to_string());
        // One that takes too long, say, shows nothing, and others may.
        let Ok((_, report)) = execute(command, options, &folder, nonce) else { continue };
        match (report.end, report.crash) {
            (Some(end), _) if claim.is_shown_by(end) => {
                return Ok(Some(Drawn::Shown(seed, end, report.used)));
            }
            (_, Some(crash)) if crash.is_access() && crashed.is_none() => {
                crashed = Some((seed, report));
            }
            _ => {}
        }
    }
    Ok(crashed.map(|(seed, report)| {
        let said = EndReport { used: 0, ..report };
        Drawn::Crashed(seed, report.used, crash_text(&workshop, replay, &program, said))
    }))
}

fn execute(
    mut command: Command,
    options: &ReplayOptions<'_>,
    folder: &Path,
    nonce: Nonce,
) -> Result<(ExitStatus, EndReport), String> {
    let program = PathBuf::from(command.get_program());
    command.current_dir(folder);
    let left = options.end.map(|end| end.saturating_duration_since(Instant::now()));
    let time = left.map_or(options.time, |left| left.min(options.time));
    let bounds = Bounds { time, memory: MEMORY, file: 0, text: None };
    let ran =
        run_confined(Confined::Program(&program), || process::run_reporting(command, &bounds))?;
    let (ended, report) = ran.map_err(|error| format!("it cannot be run: {error}"))?;
    match ended.excess {
        Some(excess) => Err(format!("the program {excess}")),
        None => Ok((ended.status, EndReport::read(&report, nonce))),
    }
}

/// What it means that the program ended like this; `Err` if that says nothing about the execution.
fn interpret(
    status: ExitStatus,
    report: EndReport,
    crash: Option<(Crash, String)>,
    claim: &Claim<'_>,
) -> Result<ReplayOutcome, String> {
    let differs = |what: String| match claim.is_certain() {
        true => Ok(ReplayOutcome::Differs(what)),
        false => Err("the condition is not seen to be true in a run".to_owned()),
    };
    // Rounds are counted in the text of the program; it must end to be certainly different.
    let perhaps = |what: String| match claim {
        Claim::Rounds(_) | Claim::Ends => Err(what),
        _ => differs(what),
    };
    if let Claim::Check(kind) = claim {
        return interpret_check(*kind, report, crash);
    }
    let Some(end) = report.end else {
        return match status.code() {
            None => perhaps(describe_signal(status.signal().unwrap_or_default())?),
            // Its libraries may be missing.
            Some(code) if !report.started => {
                Err(format!("the program does not start, and ends with exit code {code}"))
            }
            Some(_) if *claim == Claim::Ends => Ok(ReplayOutcome::Reached),
            Some(code) => differs(format!("the program ends with exit code {code}")),
        };
    };
    match end {
        end if claim.is_shown_by(end) => Ok(ReplayOutcome::Reached),
        End::Crashed => {
            let (crash, text) = crash.ok_or("the program crashes")?;
            let text = format!("the program {text}");
            match crash.is_access() {
                true => Ok(ReplayOutcome::Crashed(text)),
                false if crash.is_overflow => Err(text),
                // A program that divides by zero or aborts has ended.
                false => perhaps(text),
            }
        }
        End::NoMemory | End::OtherMemory | End::NotConfined => Err(describe_refusal(end)),
        End::NoInput | End::Assumption => perhaps(format!("the program {}", end.text())),
        _ => differs(format!("the program {}", end.text())),
    }
}

/// Why an end of this kind says nothing about the execution.
fn describe_refusal(end: End) -> String {
    match end {
        End::NoMemory => format!("the program needs more than {} MiB of memory", MEMORY >> 20),
        End::OtherMemory => {
            "the program does not allocate or declare memory as its graph does".to_owned()
        }
        _ => "the system does not let the program limit its system calls".to_owned(),
    }
}

/// What a signal did to the program; `Err` if the system sent it because of a limit.
fn describe_signal(signal: i32) -> Result<String, String> {
    /// The system ends what takes too long (an alarm, the processor's time) or is too large.
    const LIMITS: [i32; 4] = [9, 14, 24, 25];
    /// A system call that is not allowed.
    const SYSTEM_CALL: i32 = 31;
    match signal {
        SYSTEM_CALL => {
            Err("the program makes a system call that is not allowed in replays".to_owned())
        }
        _ if LIMITS.contains(&signal) => {
            Err(format!("the program reached a limit of the system (signal {signal})"))
        }
        _ => Ok(format!("the program ends with signal {signal}")),
    }
}

/// Whether a run shows what a check is about; compilers do not notice everything that is wrong.
fn interpret_check(
    kind: AskedKind,
    report: EndReport,
    crash: Option<(Crash, String)>,
) -> Result<ReplayOutcome, String> {
    if kind == AskedKind::Uninitialised {
        return Err("compiled programs do not show what is read before it is written".to_owned());
    }
    let what = match (crash, report.end) {
        (Some((crash, _)), _) if crash.shows(kind) => return Ok(ReplayOutcome::Reached),
        (Some((_, text)), _) => text,
        (None, Some(end)) => end.text().to_owned(),
        (None, None) => "ends without it".to_owned(),
    };
    Err(format!("the compiled program does not show it, and {what}"))
}
