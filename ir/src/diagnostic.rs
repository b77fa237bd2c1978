//! Errors as data: what is wrong, under which rule, and where. Rendering (source line and caret)
//! happens only at the command-line edge, in `belnap-cli`.

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
    /// Which of the texts that were read together it is about; 0 if there is only one.
    pub source: u32,
    /// Where in that text.
    pub place: Place,
    /// What else helps: the expected tokens, what to do, the place of an earlier declaration.
    pub notes: Vec<Note>,
}

/// Something that helps to understand a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What helps, or what is at the place: `first declared here`.
    pub message: String,
    /// A second place that the diagnostic is about: one of the texts that were read together, and
    /// where in it.
    pub place: Option<(u32, Place)>,
}

impl Diagnostic {
    /// An error under `rule` at `place`.
    pub fn error(rule: &'static str, place: Place, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            rule,
            message: message.into(),
            source: 0,
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

    /// The same about another of the texts that were read together; second places in the same text
    /// go along.
    #[must_use]
    pub fn in_source(mut self, source: u32) -> Self {
        let earlier = std::mem::replace(&mut self.source, source);
        for (of_note, _) in self.notes.iter_mut().filter_map(|note| note.place.as_mut()) {
            if *of_note == earlier {
                *of_note = source;
            }
        }
        self
    }

    /// The same with a second place in the same text: say what is there.
    #[must_use]
    pub fn also(self, span: Span, message: impl Into<String>) -> Self {
        let source = self.source;
        self.also_in(source, span, message)
    }

    /// The same with a second place in one of the texts that were read together.
    #[must_use]
    pub fn also_in(mut self, source: u32, span: Span, message: impl Into<String>) -> Self {
        let place = Some((source, Place::Text(span)));
        self.notes.push(Note { message: message.into(), place });
        self
    }

    /// The same with one more note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(Note { message: note.into(), place: None });
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message, self.rule)
    }
}

impl std::error::Error for Diagnostic {}
