//! Errors as data: what is wrong, under which rule, and where. Rendering (source line and caret)
//! happens only at the command-line edge, in `belnap-formats`.

use std::fmt;

use crate::span::Span;

/// Where in an artefact something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A range of a text file.
    Text(Span),
    /// A path into a JSON file, such as `states[3].labels.p`.
    Json(String),
    /// A line and column (from 1) of a JSON file, for syntax errors.
    LineColumn(usize, usize),
    /// The file as a whole.
    Whole,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The artefact is accepted, but a person should know.
    Warning,
    /// The artefact is refused.
    Error,
}

/// One thing that is wrong with an artefact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether the artefact is refused.
    pub severity: Severity,
    /// The name of the violated rule, such as `bp-label-defined`; documented in `formats/spec/`.
    pub rule: &'static str,
    /// One sentence that says what is wrong.
    pub message: String,
    /// Where.
    pub place: Place,
    /// What else helps: the other declaration, the expected tokens, what to do.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// An error under `rule` at `place`.
    pub fn error(rule: &'static str, place: Place, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            rule,
            message: message.into(),
            place,
            notes: Vec::new(),
        }
    }

    /// An error at a range of a text.
    pub fn at(rule: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic::error(rule, Place::Text(span), message)
    }

    /// The same as a warning.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// The same with one more note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message, self.rule)
    }
}

impl std::error::Error for Diagnostic {}
