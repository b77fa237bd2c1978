//! When to stop although nothing is decided: limits, and Ctrl-C.
//!
//! The loop asks between its steps. A step that does not end by itself is not waited for: a
//! watchdog ends the process, with the report of what is known so far.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use belnap_formats::tool::io::write_output;

use super::progress::clear_live_line;
use super::report::{Report, Unfinished};

/// How long a step may go on after a limit.
const GRACE: Duration = Duration::from_millis(1500);

/// How often the watchdog looks.
const PERIOD: Duration = Duration::from_millis(50);

/// The limits of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Time from the start.
    pub time: Option<Duration>,
    /// Memory in mebibytes.
    pub memory: Option<u64>,
}

/// What to report if the process has to end.
#[derive(Clone, Debug, Default)]
pub struct SoFar {
    /// The properties that are done.
    pub report: Report,
    /// The one that is being worked on.
    pub current: Option<Unfinished>,
}

/// Shared by the loop and the watchdog.
#[derive(Clone)]
pub struct Stop {
    inner: Arc<Inner>,
}

struct Inner {
    begin: Instant,
    limits: Limits,
    interrupted: AtomicBool,
    done: AtomicBool,
    so_far: Mutex<SoFar>,
}

impl Stop {
    /// Starts the clock and the watchdog.
    pub fn new(limits: Limits) -> Self {
        let stop = Stop {
            inner: Arc::new(Inner {
                begin: Instant::now(),
                limits,
                interrupted: AtomicBool::new(false),
                done: AtomicBool::new(false),
                so_far: Mutex::default(),
            }),
        };
        let own = stop.clone();
        // A second run in one process keeps the first handler, which is as good.
        let _ = ctrlc::set_handler(move || own.inner.interrupted.store(true, Ordering::Relaxed));
        let own = stop.clone();
        std::thread::spawn(move || own.watch());
        stop
    }

    /// Why to stop now.
    pub fn reason(&self) -> Option<String> {
        let Inner { begin, limits, interrupted, .. } = &*self.inner;
        if interrupted.load(Ordering::Relaxed) {
            return Some("interrupted".to_owned());
        }
        if let Some(time) = limits.time
            && begin.elapsed() >= time
        {
            return Some(format!("the time limit of {} s was reached", time.as_secs_f64()));
        }
        let used = limits.memory.and_then(|memory| Some((memory, memory_used()?)));
        match used {
            Some((memory, used)) if used >= memory => {
                Some(format!("the memory limit of {memory} MiB was reached"))
            }
            _ => None,
        }
    }

    /// When the time is up.
    pub fn end(&self) -> Option<Instant> {
        self.inner.limits.time.map(|time| self.inner.begin + time)
    }

    /// What to report if the process has to end.
    pub fn so_far(&self) -> MutexGuard<'_, SoFar> {
        self.inner.so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The run has ended by itself.
    pub fn done(&self) {
        self.inner.done.store(true, Ordering::Relaxed);
    }

    fn watch(&self) {
        let mut since: Option<Instant> = None;
        loop {
            std::thread::sleep(PERIOD);
            if self.inner.done.load(Ordering::Relaxed) {
                return;
            }
            let Some(reason) = self.reason() else { continue };
            let memory = reason.contains("memory");
            let waited = since.get_or_insert_with(Instant::now).elapsed();
            if waited >= GRACE || memory && waited >= GRACE / 10 {
                let SoFar { mut report, current } = self.so_far().clone();
                let compiling =
                    || Unfinished { property: "program".to_owned(), ..Default::default() };
                report.add_unfinished(&current.unwrap_or_else(compiling), &reason);
                clear_live_line();
                let _ = write_output(None, &report.text());
                std::process::exit(i32::from(report.exit_code()));
            }
        }
    }
}

/// Resident memory in mebibytes, where the system tells.
fn memory_used() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some((pages * 4096) >> 20)
}
