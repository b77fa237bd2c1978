//! How questions were answered.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Counts, shared by all threads.
#[derive(Debug, Default)]
pub struct Counters {
    pub(crate) asked: AtomicU64,
    pub(crate) unaffected: AtomicU64,
    pub(crate) cheap: AtomicU64,
    pub(crate) earlier: AtomicU64,
    pub(crate) cache: AtomicU64,
    pub(crate) model: AtomicU64,
    pub(crate) prover: AtomicU64,
    pub(crate) unanswered: AtomicU64,
    pub(crate) prover_nanos: AtomicU64,
}

/// The counts at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Questions in all.
    pub asked: u64,
    /// About a predicate that a step does not change, or a condition that is a predicate itself:
    /// not worth asking.
    pub unaffected: u64,
    /// Answered by a rule of [`crate::cheap`] or by folding constants.
    pub cheap: u64,
    /// Answered because an earlier answer covers them.
    pub earlier: u64,
    /// Answered by the same question, asked before.
    pub cache: u64,
    /// Answered by a state found before.
    pub model: u64,
    /// Given to the prover.
    pub prover: u64,
    /// Of those, not answered in time or not expressible.
    pub unanswered: u64,
    /// Time that the prover took, summed over all threads.
    pub prover_time: Duration,
}

impl Counters {
    /// The counts now.
    pub fn counted(&self) -> Counted {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Counted {
            asked: read(&self.asked),
            unaffected: read(&self.unaffected),
            cheap: read(&self.cheap),
            earlier: read(&self.earlier),
            cache: read(&self.cache),
            model: read(&self.model),
            prover: read(&self.prover),
            unanswered: read(&self.unanswered),
            prover_time: Duration::from_nanos(read(&self.prover_nanos)),
        }
    }

    /// Notes questions that were not asked because the predicate does not change.
    pub fn note_unaffected(&self, count: u64) {
        self.asked.fetch_add(count, Ordering::Relaxed);
        self.unaffected.fetch_add(count, Ordering::Relaxed);
    }

    /// Notes questions that were answered by folding constants.
    pub fn note_folded(&self, count: u64) {
        self.asked.fetch_add(count, Ordering::Relaxed);
        self.cheap.fetch_add(count, Ordering::Relaxed);
    }

    /// Notes questions that were answered by the same ones, asked before.
    pub fn note_repeated(&self, count: u64) {
        self.asked.fetch_add(count, Ordering::Relaxed);
        self.cache.fetch_add(count, Ordering::Relaxed);
    }

    pub(crate) fn one(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn add_time(&self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.prover_nanos.fetch_add(nanos, Ordering::Relaxed);
    }
}

impl Counted {
    /// The share of questions that the prover was not asked, in percent, of those about something
    /// that changes.
    pub fn without_prover_of_affected(&self) -> f64 {
        let affected = Counted { asked: self.asked - self.unaffected, ..*self };
        affected.without_prover()
    }

    /// The share of questions that the prover was not asked, in percent.
    pub fn without_prover(&self) -> f64 {
        if self.asked == 0 {
            return 100.0;
        }
        100.0 * (self.asked - self.prover.min(self.asked)) as f64 / self.asked as f64
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} questions: {} unaffected, {} by rules, {} by earlier answers, {} by the cache, \
             {} by models, {} by the prover ({} unanswered, {:.3} s)",
            self.asked,
            self.unaffected,
            self.cheap,
            self.earlier,
            self.cache,
            self.model,
            self.prover,
            self.unanswered,
            self.prover_time.as_secs_f64()
        )
    }
}
