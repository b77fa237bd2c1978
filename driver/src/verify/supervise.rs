//! A process that watches over the one that verifies.
//!
//! The prover is a large library of another language, and memory can run out anywhere: a process
//! can die in a question without being able to say what it has proved. So `belnap verify` starts
//! itself again, and what the second process knows so far is in the hands of the first whenever it
//! changes. If the second one dies, the first reports.
//!
//! They talk through the standard output of the second, one message a line. Standard input and
//! error are shared. A signal that asks the first to end is passed on; if the first is killed, so
//! is the second. `BELNAP_SUPERVISOR=none` makes do with one process, for debuggers.

use belnap_cli::ToolError;

use super::report::Report;
use super::so_far::SoFar;

/// Address space that the allocator takes at a time, in kibibytes: where the system limits that, a
/// gibibyte, its own choice, would leave too little for stacks.
#[cfg(target_os = "linux")]
const ARENA: &str = "65536";

/// Who watches: the id of that process, or `none`.
const VARIABLE: &str = "BELNAP_SUPERVISOR";

/// Runs this command in a process of its own and reports what it said, or what it knew when it
/// died; `empty` is a report without verdicts. In that process, and where there cannot be one, runs
/// it here.
///
/// # Errors
/// Those of the command, or if the report cannot be written.
pub fn supervise(
    empty: Report,
    run: impl FnOnce() -> Result<u8, ToolError>,
) -> Result<u8, ToolError> {
    #[cfg(target_os = "linux")]
    match std::env::var(VARIABLE) {
        Err(_) => {
            // Without a second process it is as it was without supervision.
            if let Some(child) = linux::start() {
                return linux::watch(child, empty);
            }
        }
        Ok(value) if value == "none" => {}
        Ok(value) => linux::obey(&value)?,
    }
    let _ = empty;
    run()
}

/// The process that watches over this one, if there is one.
pub fn supervisor() -> Option<&'static str> {
    #[cfg(target_os = "linux")]
    return linux::SUPERVISOR.get().map(String::as_str);
    #[cfg(not(target_os = "linux"))]
    None
}

/// Tells the supervisor, if there is one, what is known.
pub fn tell(so_far: &SoFar) {
    #[cfg(target_os = "linux")]
    if supervisor().is_some() {
        linux::send(&linux::Message::SoFar(Box::new(so_far.clone())));
    }
    let _ = so_far;
}

/// Writes the report of a run that is over, and ends with the given exit code.
///
/// # Errors
/// If the report cannot be written.
pub fn write_report(report: &Report, code: u8) -> Result<(), ToolError> {
    #[cfg(target_os = "linux")]
    if supervisor().is_some() {
        linux::send(&linux::Message::Report(report.clone(), code));
        return Ok(());
    }
    let _ = code;
    belnap_cli::io::write_output(None, &report.text())
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io::{BufRead, BufReader, Write};
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, Command, ExitStatus, Stdio};
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    use belnap_cli::io::write_output;
    use belnap_cli::{ToolError, exit, write_stderr};
    use belnap_engine::conclusion::StopReason;
    use rustix::process::{Pid, Signal, getppid, kill_process, set_parent_process_death_signal};
    use serde::{Deserialize, Serialize};

    use super::super::report::Report;
    use super::super::so_far::SoFar;
    use super::super::words;
    use super::{ARENA, VARIABLE};

    /// What the process that verifies tells the other.
    #[derive(Serialize, Deserialize)]
    pub(super) enum Message {
        /// What is known, in case nothing more is said.
        SoFar(Box<SoFar>),
        /// The end, and the exit code.
        Report(Report, u8),
    }

    /// The id of the process that watches over this one.
    pub(super) static SUPERVISOR: OnceLock<String> = OnceLock::new();

    static CHILD: AtomicU32 = AtomicU32::new(0);
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);

    /// Becomes the process that is watched by the one with the given id.
    pub(super) fn obey(supervisor: &str) -> Result<(), ToolError> {
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
        let parent = getppid().map(|id| id.as_raw_nonzero().to_string());
        if parent.as_deref() != Some(supervisor) {
            let message = format!("the process {VARIABLE}={supervisor} did not start this one");
            return Err(ToolError::Usage(message));
        }
        let _ = SUPERVISOR.set(supervisor.to_owned());
        Ok(())
    }

    pub(super) fn send(message: &Message) {
        let mut out = std::io::stdout().lock();
        if let Ok(mut line) = serde_json::to_string(message) {
            line.push('\n');
            // Whoever does not listen any more is gone, and so are we in a moment.
            let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
        }
    }

    /// This command again, in a process that is watched.
    pub(super) fn start() -> Option<Child> {
        // Before there is a child, so that no signal is lost.
        let _ = ctrlc::set_handler(|| {
            INTERRUPTED.store(true, Ordering::SeqCst);
            interrupt();
        });
        let child = Command::new(std::env::current_exe().ok()?)
            .args(std::env::args_os().skip(1))
            .env(VARIABLE, std::process::id().to_string())
            .env("MIMALLOC_ARENA_RESERVE", ARENA)
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        CHILD.store(child.id(), Ordering::SeqCst);
        if INTERRUPTED.load(Ordering::SeqCst) {
            interrupt();
        }
        Some(child)
    }

    fn interrupt() {
        let child = i32::try_from(CHILD.load(Ordering::SeqCst)).ok().and_then(Pid::from_raw);
        if let Some(child) = child {
            // On a terminal, Ctrl-C reaches the child as well; once is enough, twice does no harm.
            let _ = kill_process(child, Signal::TERM);
        }
    }

    /// Waits for a process, and reports what it said or, if it died, what it knew.
    pub(super) fn watch(mut child: Child, empty: Report) -> Result<u8, ToolError> {
        let mut so_far = SoFar { report: empty, ..SoFar::default() };
        let mut ending = None;
        if let Some(output) = child.stdout.take() {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                match serde_json::from_str(&line) {
                    Ok(Message::SoFar(new)) => so_far = *new,
                    Ok(Message::Report(last, code)) => {
                        ending = Some((last, code));
                        break;
                    }
                    // A library that talks.
                    Err(_) => write_stderr(&format!("{line}\n")),
                }
            }
        }
        let status = wait_for_end(&mut child, ending.is_some());
        CHILD.store(0, Ordering::SeqCst);
        if let Some((report, code)) = ending {
            write_output(None, &report.text())?;
            return Ok(code);
        }
        let status = status.map_err(|error| ToolError::Internal(error.to_string()))?;
        match status.code() {
            // It has said why, but not what it knew.
            Some(code) if code == i32::from(exit::INTERNAL) => {
                write_output(None, &so_far.end("internal error").text())?;
                Ok(exit::INTERNAL)
            }
            // So has one whose input or output was refused.
            Some(code) if [exit::USAGE, exit::REFUSED].map(i32::from).contains(&code) => {
                Ok(u8::try_from(code).unwrap_or(exit::INTERNAL))
            }
            Some(code) => {
                write_output(None, &so_far.end("internal error").text())?;
                let message = format!("the process that verified ended with {code} and no report");
                Err(ToolError::Internal(message))
            }
            None => {
                let report = so_far.end(&cause(status));
                write_output(None, &report.text())?;
                Ok(report.exit_code())
            }
        }
    }

    /// Waits for the end; one that has reported has nothing more to do than to give memory back.
    fn wait_for_end(child: &mut Child, reported: bool) -> std::io::Result<ExitStatus> {
        if reported {
            child.kill()?;
        }
        child.wait()
    }

    fn cause(status: ExitStatus) -> String {
        let signal = status.signal().unwrap_or_default();
        let note = match Signal::from_named_raw(signal) {
            // Asked to end before it listened.
            Some(Signal::HUP | Signal::INT | Signal::TERM) => {
                return words::stop_reason(StopReason::Interrupted);
            }
            Some(Signal::ABORT) => " (SIGABRT; memory may have run out)",
            Some(Signal::KILL) => " (SIGKILL; memory may have run out)",
            Some(Signal::SEGV) => " (SIGSEGV)",
            _ => "",
        };
        format!("the process that verified died of signal {signal}{note}")
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::{Command, Stdio};

    use belnap_cli::{ToolError, exit};

    use super::super::report::Report;
    use super::linux::watch;

    fn watch_script(script: &str) -> Result<u8, ToolError> {
        let mut shell = Command::new("sh");
        let child = shell.args(["-c", script]).stdout(Stdio::piped()).spawn().expect("started");
        watch(child, Report::new(false))
    }

    #[test]
    fn an_end_without_a_report_is_no_verdict() {
        for code in [0, 5, 10] {
            let outcome = watch_script(&format!("exit {code}"));
            assert!(matches!(outcome, Err(ToolError::Internal(_))), "{outcome:?}");
        }
        assert_eq!(watch_script("exit 2"), Ok(exit::REFUSED));
        assert_eq!(watch_script("exit 6"), Ok(exit::INTERNAL));
        assert_eq!(watch_script("kill -TERM $$"), Ok(exit::INCONCLUSIVE));
    }
}
