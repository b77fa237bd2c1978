//! The preprocessor as a process: started without a shell, with bounds on what it may use, and none
//! of it is left running.
//!
//! Few lines of macros can ask for more text than there are atoms, `#include "/dev/zero"` for all
//! memory, and a compiler driver that is ended leaves the compiler behind. So the process is the head
//! of a group that is ended as a whole, and the system itself limits its memory and its time.

use std::io::{self, ErrorKind, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Longest run.
const LONGEST: Duration = Duration::from_secs(20);

/// How often its processes are looked for.
const PERIOD: Duration = Duration::from_millis(100);

/// Most bytes of preprocessed text.
const LARGEST: u64 = 256 << 20;

/// Most bytes of messages that are kept.
const MESSAGES: u64 = 1 << 20;

/// Most bytes of memory.
#[cfg(target_os = "linux")]
const MEMORY: u64 = 1 << 30;

/// The group that is running, or 0.
static RUNNING: AtomicU32 = AtomicU32::new(0);

/// How the preprocessor ended.
pub(super) struct Ended {
    /// As the system says.
    pub status: ExitStatus,
    /// The preprocessed text.
    pub text: Vec<u8>,
    /// Its messages.
    pub messages: Vec<u8>,
    /// The bound it did not keep.
    pub excess: Option<String>,
}

/// Runs a command, whose words are separated by blanks, with further arguments.
pub(super) fn run(command: &str, arguments: &[String], input: Option<&str>) -> io::Result<Ended> {
    let mut words = command.split_whitespace();
    let mut command = Command::new(words.next().ok_or(ErrorKind::NotFound)?);
    command.args(words).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let child = command.spawn()?;
    limit(child.id());
    RUNNING.store(child.id(), Ordering::SeqCst);
    let ended = watched(child, input.unwrap_or_default());
    RUNNING.store(0, Ordering::SeqCst);
    ended
}

/// Ends a preprocessor that is running, for a process that is about to end.
pub fn end_running() {
    match RUNNING.load(Ordering::SeqCst) {
        0 => {}
        group => end(group),
    }
}

fn watched(mut child: Child, input: &str) -> io::Result<Ended> {
    let group = child.id();
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let late = &AtomicBool::new(false);
    let (done, still_running) = channel::<()>();
    std::thread::scope(|scope| {
        // A preprocessor that gives up early closes the pipe; its own message says why.
        scope.spawn(move || stdin.map(|mut pipe| pipe.write_all(input.as_bytes())));
        let messages = scope.spawn(move || {
            let (mut kept, Some(mut pipe)) = (Vec::new(), stderr) else { return Vec::new() };
            let _ = pipe.by_ref().take(MESSAGES).read_to_end(&mut kept);
            let _ = io::copy(&mut pipe, &mut io::sink());
            kept
        });
        scope.spawn(move || {
            let begin = Instant::now();
            while still_running.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                // What it has started before it was limited itself.
                limit(group);
                if begin.elapsed() > LONGEST {
                    late.store(true, Ordering::SeqCst);
                    end(group);
                    return;
                }
            }
        });
        let mut text = Vec::new();
        let read = stdout.map(|pipe| pipe.take(LARGEST + 1).read_to_end(&mut text));
        let large = text.len() as u64 > LARGEST;
        if large || matches!(read, Some(Err(_))) {
            end(group);
        }
        let status = child.wait();
        drop(done);
        read.transpose()?;
        let excess = if late.load(Ordering::SeqCst) {
            Some(format!("ran longer than {} s", LONGEST.as_secs()))
        } else {
            large.then(|| format!("wrote more than {} MiB", LARGEST >> 20))
        };
        Ok(Ended { status: status?, text, messages: messages.join().unwrap_or_default(), excess })
    })
}

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

/// Bounds for a process and what it has started. They hold for what these start from now on, and even
/// if we are ended.
#[cfg(target_os = "linux")]
fn limit(process: u32) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    // Without an id it would be our own process that is limited.
    let Some(id) = i32::try_from(process).ok().and_then(Pid::from_raw) else { return };
    for (resource, most) in
        [(Resource::As, MEMORY), (Resource::Cpu, LONGEST.as_secs()), (Resource::Core, 0)]
    {
        // It may have ended already.
        let _ = prlimit(Some(id), resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
    let started = format!("/proc/{process}/task/{process}/children");
    let started = std::fs::read_to_string(started).unwrap_or_default();
    started.split_whitespace().filter_map(|id| id.parse().ok()).for_each(limit);
}

#[cfg(not(target_os = "linux"))]
fn limit(_process: u32) {}
