//! When to stop although nothing is decided: limits, and Ctrl-C.
//!
//! The loop asks between its steps. A step that does not end by itself is not waited for: a
//! watchdog ends the process, with the report of what is known so far.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use belnap_cli::process;
use belnap_engine::conclusion::StopReason;

use super::live_line::clear_live_line;
use super::so_far::SoFar;
use super::{supervise, words};

/// How long a step may go on after a limit. With too much memory it may not go on at all.
const GRACE: Duration = Duration::from_millis(1500);

/// The same after somebody has asked to end, and waits.
const PATIENCE: Duration = Duration::from_millis(500);

/// How often the watchdog looks, at least and at most.
const PERIOD: (Duration, Duration) = (Duration::from_millis(10), Duration::from_millis(100));

/// The mebibytes that a program which writes to fresh memory gets in a millisecond, and more.
const PACE: u64 = 4;

/// The limits of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Time from the start.
    pub time: Option<Duration>,
    /// Memory in mebibytes.
    pub memory: Option<u64>,
}

impl Limits {
    /// Where no memory is given, most of what is free: a system without any ends processes that
    /// have nothing to do with it.
    pub fn or_what_is_free(self) -> Self {
        Limits { memory: self.memory.or_else(|| Some(memory_free()? / 10 * 9)), ..self }
    }
}

/// Shared by the loop and the watchdog.
#[derive(Clone)]
pub struct Stop {
    inner: Arc<Inner>,
}

struct Inner {
    begin: Instant,
    limits: Limits,
    /// Memory of the process that watches over this one, in mebibytes.
    supervisor: u64,
    interrupted: AtomicBool,
    /// Somebody reports, or has.
    reported: AtomicBool,
    so_far: Mutex<SoFar>,
    /// When to be content with what is known about the last property.
    enough: Mutex<Option<Instant>>,
}

impl Stop {
    /// Starts the clock and the watchdog.
    pub fn new(limits: Limits) -> Self {
        let stop = Stop {
            inner: Arc::new(Inner {
                begin: Instant::now(),
                limits,
                supervisor: supervise::supervisor().and_then(memory_used).unwrap_or(0),
                interrupted: AtomicBool::new(false),
                reported: AtomicBool::new(false),
                so_far: Mutex::default(),
                enough: Mutex::default(),
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
    pub fn reason(&self) -> Option<StopReason> {
        self.over_memory().or_else(|| self.out_of_time())
    }

    fn out_of_time(&self) -> Option<StopReason> {
        let Inner { begin, limits, .. } = &*self.inner;
        if self.is_interrupted() {
            return Some(StopReason::Interrupted);
        }
        let over = limits.time.filter(|time| begin.elapsed() >= *time).map(StopReason::Time);
        over.or_else(|| self.is_enough().then_some(StopReason::Share))
    }

    /// Whether all properties are in the report, and no more time should be spent on it.
    fn is_enough(&self) -> bool {
        let enough = *self.inner.enough.lock().unwrap_or_else(PoisonError::into_inner);
        enough.is_some_and(|enough| enough <= Instant::now()) && {
            let so_far = self.so_far();
            so_far.waiting.is_empty() && so_far.current.is_none()
        }
    }

    /// Sets when to be content with what is known, if no property waits.
    pub fn be_content(&self, at: Option<Instant>) {
        *self.inner.enough.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }

    fn is_interrupted(&self) -> bool {
        self.inner.interrupted.load(Ordering::Relaxed)
    }

    /// When the time is up.
    pub fn end(&self) -> Option<Instant> {
        self.inner.limits.time.map(|time| self.inner.begin + time)
    }

    /// The mebibytes that may still be used.
    fn memory_left(&self) -> Option<u64> {
        let used = memory_used("self")? + self.inner.supervisor;
        Some(self.inner.limits.memory?.saturating_sub(used))
    }

    fn over_memory(&self) -> Option<StopReason> {
        let memory = self.inner.limits.memory?;
        (self.memory_left() == Some(0)).then_some(StopReason::Memory(memory))
    }

    /// Changes what to report if the process has to end.
    pub fn update(&self, change: impl FnOnce(&mut SoFar)) {
        let mut so_far = self.so_far();
        change(&mut so_far);
        supervise::tell(&so_far);
    }

    /// What is known now.
    pub fn known(&self) -> SoFar {
        self.so_far().clone()
    }

    fn so_far(&self) -> MutexGuard<'_, SoFar> {
        self.inner.so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The run has ended by itself, and is about to report.
    pub fn done(&self) {
        if self.inner.reported.swap(true, Ordering::SeqCst) {
            // The watchdog was faster and ends the process.
            loop {
                std::thread::park();
            }
        }
    }

    fn watch(&self) {
        let mut since: Option<Instant> = None;
        loop {
            let safe = self.memory_left().map(|left| Duration::from_millis(left / PACE));
            std::thread::sleep(safe.unwrap_or(PERIOD.1).clamp(PERIOD.0, PERIOD.1));
            let over = self.over_memory();
            let Some(reason) = over.or_else(|| self.out_of_time()) else { continue };
            let waited = since.get_or_insert_with(Instant::now).elapsed();
            let grace = if self.is_interrupted() { PATIENCE } else { GRACE };
            if over.is_none() && waited < grace {
                continue;
            }
            if self.inner.reported.swap(true, Ordering::SeqCst) {
                return;
            }
            process::end_running();
            clear_live_line();
            let report = self.known().end(&words::stop_reason(reason));
            let code = report.exit_code();
            let _ = supervise::write_report(&report, code);
            std::process::exit(i32::from(code));
        }
    }
}

/// Resident memory of a process in mebibytes, where the system tells.
fn memory_used(process: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some((pages * page_bytes()) >> 20)
}

#[cfg(unix)]
fn page_bytes() -> u64 {
    rustix::param::page_size() as u64
}

#[cfg(not(unix))]
fn page_bytes() -> u64 {
    4096
}

/// Memory that is free, in mebibytes, where the system tells.
fn memory_free() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? >> 10)
}
