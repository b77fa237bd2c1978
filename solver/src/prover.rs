//! What all threads share: limits, answers, counts.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;
use z3::Params;

use crate::cache::{Cache, Key};
use crate::counters::Counters;

/// How to ask.
#[derive(Clone, Debug)]
pub struct ProverOptions {
    /// Time limit for one question.
    pub question_time: Duration,
    /// A folder to keep answers in.
    pub cache: Option<PathBuf>,
    /// A folder to write each question to.
    pub dump: Option<PathBuf>,
}

impl Default for ProverOptions {
    fn default() -> Self {
        ProverOptions { question_time: Duration::from_secs(2), cache: None, dump: None }
    }
}

/// Why the prover cannot be used.
#[derive(Debug, Error)]
pub enum ProverError {
    /// The library is older than what this program was built for.
    #[error("Z3 {found} is too old: {wanted} or newer is needed")]
    TooOld {
        /// Its version.
        found: String,
        /// The oldest that works.
        wanted: &'static str,
    },
    /// A folder cannot be used.
    #[error("cannot use the folder `{}`: {error}", folder.display())]
    Folder {
        /// The folder of the options: that of the cache, or that for questions.
        folder: PathBuf,
        /// Why.
        error: std::io::Error,
    },
}

/// The oldest version whose numbering of operators is that of the bindings.
const WANTED: (u32, u32) = (5, 3);

/// Whether a version such as `Z3 5.3.2.0` is not older than [`WANTED`].
fn new_enough(full: &str) -> bool {
    let number =
        full.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let mut parts = number.unwrap_or_default().split('.').map(|part| part.parse::<u32>().ok());
    match (parts.next().flatten(), parts.next().flatten()) {
        (Some(major), Some(minor)) => (major, minor) >= WANTED,
        _ => false,
    }
}

/// How a question is asked: for a time. The prover does not listen to signals meanwhile: it would
/// keep one that asks the whole process to end.
pub(crate) fn time_limit(time: Duration) -> Params {
    let mut params = Params::new();
    params.set_u32("timeout", u32::try_from(time.as_millis()).unwrap_or(u32::MAX).max(1));
    params.set_bool("ctrl_c", false);
    params
}

/// The prover, shared by all sessions.
#[derive(Debug)]
pub struct Prover {
    pub(crate) options: ProverOptions,
    pub(crate) cache: Cache,
    pub(crate) counters: Counters,
    dump_failed: AtomicBool,
    /// When questions need not be answered any more.
    end: Mutex<Option<Instant>>,
}

impl Prover {
    /// Sets when questions need not be answered any more; what is asked later is unknown soon.
    pub fn set_end(&self, end: Option<Instant>) {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner) = end;
    }

    /// Whether questions need not be answered any more.
    pub fn is_over(&self) -> bool {
        self.end().is_some_and(|end| end <= Instant::now())
    }

    fn end(&self) -> Option<Instant> {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Time limit for a question now, which has so much by itself.
    pub fn time(&self, own: Duration) -> Duration {
        self.end().map_or(own, |end| end.saturating_duration_since(Instant::now()).min(own))
    }

    /// Makes the prover ready, or says why it cannot be.
    ///
    /// # Errors
    /// If Z3 is too old, or a folder of the options cannot be used.
    pub fn new(options: ProverOptions) -> Result<Self, ProverError> {
        let full = z3::full_version();
        if !new_enough(full) {
            return Err(ProverError::TooOld { found: full.to_owned(), wanted: "5.3" });
        }
        let refused = |folder: &PathBuf| {
            let folder = folder.clone();
            move |error| ProverError::Folder { folder, error }
        };
        let cache = match &options.cache {
            Some(folder) => Cache::in_folder(folder, full).map_err(refused(folder))?,
            None => Cache::in_memory(),
        };
        if let Some(folder) = &options.dump {
            std::fs::create_dir_all(folder).map_err(refused(folder))?;
        }
        let counters = Counters::default();
        Ok(Prover {
            options,
            cache,
            counters,
            dump_failed: AtomicBool::new(false),
            end: Mutex::default(),
        })
    }

    /// How questions were answered so far.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Keeps the answers in the folder that the options name, if any.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn save(&self) -> Result<(), ProverError> {
        let refused = |error| {
            let folder = self.options.cache.clone().unwrap_or_default();
            ProverError::Folder { folder, error }
        };
        self.cache.save().map_err(refused)?;
        match (&self.options.dump, self.dump_failed.load(Ordering::Relaxed)) {
            (Some(folder), true) => Err(ProverError::Folder {
                folder: folder.clone(),
                error: std::io::Error::other("a question could not be written"),
            }),
            _ => Ok(()),
        }
    }

    /// Writes a question to the folder that the options name, if any.
    pub(crate) fn dump(&self, key: Key, question: impl FnOnce() -> String) {
        let Some(folder) = &self.options.dump else { return };
        let written = std::fs::write(folder.join(format!("{key}.smt2")), question());
        if written.is_err() {
            self.dump_failed.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Prover, ProverOptions, new_enough};

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(new_enough("Z3 5.3.2.0 2ab3f"));
        assert!(new_enough("Z3 5.10.0.0"));
        assert!(!new_enough("Z3 4.8.12.0"));
        assert!(!new_enough("Z3"));
        assert!(Prover::new(ProverOptions::default()).is_ok(), "{}", z3::full_version());
    }
}
