//! Other programs as processes: started without a shell, with bounds on what they may use, and none
//! of them is left running.
//!
//! Few lines of macros can ask for more text than there are atoms, `#include "/dev/zero"` for all
//! memory, and a compiler driver that is ended leaves the compiler behind. So the process is the
//! head of a group that is ended as a whole, and the system itself limits its memory and its time.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often its processes are looked for.
const PERIOD: Duration = Duration::from_millis(100);

/// Limit on the messages that are kept, in bytes.
const MESSAGES: u64 = 1 << 20;

/// Limit on the part of a report that is read, in bytes.
const REPORT: usize = 1 << 12;

/// Limit on the characters of a line of messages.
const WIDEST: usize = 500;

/// The group that is running, or 0.
static RUNNING: AtomicU32 = AtomicU32::new(0);

/// What a process, with all that it starts, may use.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Longest run.
    pub time: Duration,
    /// Memory limit of each process, in bytes.
    pub memory: u64,
    /// Largest file, in bytes.
    pub file: u64,
    /// Limit on standard output, in bytes; without a number, the output is not read.
    pub text: Option<u64>,
}

/// How a process ended.
#[derive(Debug)]
pub struct Ended {
    /// As the system says.
    pub status: ExitStatus,
    /// What it wrote to standard output.
    pub text: Vec<u8>,
    /// What it wrote to standard error.
    pub messages: Vec<u8>,
    /// The bound it did not keep.
    pub excess: Option<String>,
}

impl Ended {
    /// Its messages, line by line. They quote what others have written, and must neither flood a
    /// terminal nor control it.
    pub fn lines(&self) -> Vec<String> {
        let printable = |c: char| if c.is_control() && c != '\t' { '\u{fffd}' } else { c };
        let line = |line: &str| line.chars().take(WIDEST).map(printable).collect();
        String::from_utf8_lossy(&self.messages).lines().map(line).collect()
    }
}

/// Runs a command to its end.
///
/// # Errors
/// If the command cannot be started or waited for.
pub fn run(mut command: Command, input: Option<&str>, bounds: &Bounds) -> io::Result<Ended> {
    command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
    start(command, input.unwrap_or_default(), bounds)
}

/// Runs a command that has a report to make; the beginning of what it reported. It writes that to
/// its descriptor 0, from which it has nothing to read.
///
/// # Errors
/// If the command cannot be started or waited for.
pub fn run_reporting(mut command: Command, bounds: &Bounds) -> io::Result<(Ended, Vec<u8>)> {
    let (mut report, writer) = io::pipe()?;
    command.stdin(writer);
    let ended = start(command, "", bounds)?;
    // Who else might still have the other end is not waited for.
    #[cfg(unix)]
    rustix::io::ioctl_fionbio(&report, true)?;
    let mut bytes = vec![0; REPORT];
    let length = match report.read(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
        read => read?,
    };
    bytes.truncate(length);
    Ok((ended, bytes))
}

fn start(mut command: Command, input: &str, bounds: &Bounds) -> io::Result<Ended> {
    let output = || if bounds.text.is_some() { Stdio::piped() } else { Stdio::null() };
    command.stdout(output()).stderr(output());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let child = command.spawn()?;
    drop(command);
    limit(child.id(), bounds);
    RUNNING.store(child.id(), Ordering::SeqCst);
    let ended = watch(child, input, bounds);
    RUNNING.store(0, Ordering::SeqCst);
    ended
}

/// Ends what is running, for a process that is about to end.
pub fn end_running() {
    match RUNNING.load(Ordering::SeqCst) {
        0 => {}
        group => end(group),
    }
}

fn watch(mut child: Child, input: &str, bounds: &Bounds) -> io::Result<Ended> {
    let group = child.id();
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let late = &AtomicBool::new(false);
    let (done, still_running) = channel::<()>();
    std::thread::scope(|scope| {
        // A process that gives up early closes the pipe; its own message says why.
        scope.spawn(move || stdin.map(|mut pipe| pipe.write_all(input.as_bytes())));
        let messages = scope.spawn(move || {
            let (mut kept, Some(mut pipe)) = (Vec::new(), stderr) else { return Vec::new() };
            let _ = pipe.by_ref().take(MESSAGES).read_to_end(&mut kept);
            let _ = io::copy(&mut pipe, &mut io::sink());
            kept
        });
        scope.spawn(move || end_when_late(group, bounds, late, &still_running));
        let mut text = Vec::new();
        let most = bounds.text.unwrap_or_default();
        let read = stdout.map(|pipe| pipe.take(most + 1).read_to_end(&mut text));
        let large = text.len() as u64 > most;
        if large || matches!(read, Some(Err(_))) {
            end(group);
        }
        wait_for_head(group);
        // The group has this number as long as its head is not waited for.
        end(group);
        let status = child.wait();
        drop(done);
        read.transpose()?;
        let excess = if late.load(Ordering::SeqCst) {
            Some(format!("ran longer than {} s", tenths(bounds.time)))
        } else {
            large.then(|| format!("wrote more than {} MiB", most >> 20))
        };
        Ok(Ended { status: status?, text, messages: messages.join().unwrap_or_default(), excess })
    })
}

/// Ends a group of processes when its time is over, and notes that first, unless the other end of
/// the channel goes before.
fn end_when_late(group: u32, bounds: &Bounds, late: &AtomicBool, done: &Receiver<()>) {
    let end_of_time = Instant::now() + bounds.time;
    loop {
        let left = end_of_time.saturating_duration_since(Instant::now());
        if done.recv_timeout(PERIOD.min(left)) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        // What it has started before it was limited itself.
        limit(group, bounds);
        if Instant::now() >= end_of_time {
            late.store(true, Ordering::SeqCst);
            end(group);
            return;
        }
    }
}

fn tenths(time: Duration) -> f64 {
    (time.as_secs_f64() * 10.0).round() / 10.0
}

/// Waits until the head of a group has ended, and leaves its status to be asked for.
#[cfg(unix)]
fn wait_for_head(process: u32) {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(id) = i32::try_from(process).ok().and_then(Pid::from_raw) else { return };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while matches!(waitid(WaitId::Pid(id), options), Err(rustix::io::Errno::INTR)) {}
}

#[cfg(not(unix))]
fn wait_for_head(_process: u32) {}

/// Ends a process and all that it has started.
#[cfg(unix)]
fn end(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end(_group: u32) {}

/// Bounds for a process and what it has started. They hold for what these start from now on, and
/// even if we are ended.
#[cfg(target_os = "linux")]
fn limit(process: u32, bounds: &Bounds) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    // Without an id it would be our own process that is limited.
    let Some(id) = i32::try_from(process).ok().and_then(Pid::from_raw) else { return };
    for (resource, most) in [
        (Resource::As, bounds.memory),
        (Resource::Cpu, bounds.time.as_secs() + 1),
        (Resource::Fsize, bounds.file),
        (Resource::Core, 0),
    ] {
        // It may have ended already.
        let _ = prlimit(Some(id), resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
    let started = format!("/proc/{process}/task/{process}/children");
    let started = std::fs::read_to_string(started).unwrap_or_default();
    started.split_whitespace().filter_map(|id| id.parse().ok()).for_each(|id| limit(id, bounds));
}

#[cfg(not(target_os = "linux"))]
fn limit(_process: u32, _bounds: &Bounds) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{Bounds, Ended, run, run_reporting};
    use std::process::Command;
    use std::time::{Duration, Instant};

    const BOUNDS: Bounds = Bounds {
        time: Duration::from_millis(500),
        memory: 1 << 30,
        file: 1 << 10,
        text: Some(1 << 20),
    };

    fn of(program: &str, arguments: &[&str]) -> Ended {
        let mut command = Command::new(program);
        command.args(arguments);
        run(command, None, &BOUNDS).expect("it runs")
    }

    #[test]
    fn what_keeps_its_bounds_is_read() {
        let ended = of("sh", &["-c", "echo text; echo message >&2; exit 3"]);
        assert_eq!((ended.status.code(), ended.excess.clone()), (Some(3), None));
        assert_eq!(
            (ended.text.as_slice(), ended.lines()),
            (&b"text\n"[..], vec!["message".into()])
        );
    }

    #[test]
    fn a_report_is_read() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo text; printf report >&0; exit 3"]);
        let (ended, report) = run_reporting(command, &BOUNDS).expect("it runs");
        assert_eq!((ended.status.code(), &report[..]), (Some(3), &b"report"[..]));
        let mut command = Command::new("cat");
        command.args(["/dev/null"]);
        assert_eq!(run_reporting(command, &BOUNDS).expect("it runs").1, b"");
    }

    #[test]
    fn what_does_not_is_ended() {
        let begin = Instant::now();
        let ended = of("sh", &["-c", "sleep 60 & sleep 60"]);
        assert_eq!(ended.excess.as_deref(), Some("ran longer than 0.5 s"));
        assert!(begin.elapsed() < Duration::from_secs(30));
        let ended = of("cat", &["/dev/zero"]);
        assert_eq!(ended.excess.as_deref(), Some("wrote more than 1 MiB"));
    }

    #[test]
    fn nothing_is_left_running() {
        // What it starts does not hold its output, and so it is not waited for.
        let ended = of("sh", &["-c", "sleep 60 >/dev/null 2>&1 & echo $!"]);
        let child = String::from_utf8(ended.text).expect("a number");
        let state = || {
            let path = format!("/proc/{}/stat", child.trim());
            let text = std::fs::read_to_string(path).unwrap_or_default();
            text.rsplit(") ").next().and_then(|rest| rest.chars().next()).unwrap_or('X')
        };
        let end = Instant::now() + Duration::from_secs(10);
        while !matches!(state(), 'Z' | 'X') && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(matches!(state(), 'Z' | 'X'), "{}", state());
    }
}
