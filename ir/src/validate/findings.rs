//! A list of diagnostics that stays short however bad the artefact is.

use crate::diagnostic::{Diagnostic, Place};

/// Limit on diagnostics that are kept: a person fixes the first few and tries again.
const KEPT: usize = 100;

/// Diagnostics found so far.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    diagnostics: Vec<Diagnostic>,
}

impl Findings {
    /// Adds a diagnostic, unless there are many already.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < KEPT {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Adds an error at a JSON path if `holds` is false; path and message are made only then.
    pub fn require(
        &mut self,
        holds: bool,
        rule: &'static str,
        describe: impl FnOnce() -> (String, String),
    ) {
        if !holds {
            let (path, message) = describe();
            self.add(Diagnostic::error(rule, Place::Json(path), message));
        }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// The diagnostics, in the order they were found.
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.diagnostics
    }
}
