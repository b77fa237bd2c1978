//! Why an executable gives up, as data. Only the frame around it ([`run_tool`](crate::run_tool))
//! puts it into words.

use std::io::{self, ErrorKind};
use std::sync::Arc;

use belnap_ir::diagnostic::Diagnostic;

use crate::exit;
use crate::render::{Look, place_in, render_as, render_plain};

/// Why an executable gives up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolError {
    /// The command line makes no sense.
    Usage(String),
    /// Input breaks rules of its format or language.
    Refused(Refusal),
    /// Something given cannot be used here, although it breaks no rule of its format: it does not
    /// fit the rest, or a limit is in the way.
    Unusable {
        /// What cannot be used: a file or an option.
        subject: String,
        /// Why.
        message: String,
        /// What may help.
        notes: Vec<String>,
    },
    /// A file or folder cannot be read or written.
    Io {
        /// The file or folder.
        path: String,
        /// What was tried, such as `cannot read`.
        failure: String,
        /// What the system says.
        reason: String,
    },
    /// A bug, noticed here.
    Internal(String),
}

/// An error, for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file, or the option.
    pub file: String,
    /// Line and column, from 1.
    pub place: Option<(usize, usize)>,
    /// The rule that is broken, if one is.
    pub rule: Option<&'static str>,
    /// What is wrong.
    pub message: String,
    /// What may help.
    pub notes: Vec<String>,
}

/// A text that diagnostics are about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// How it is called in messages.
    pub name: String,
    /// Its text.
    pub text: Arc<str>,
    /// It is C with the preprocessor's line markers, which name the user's own lines.
    pub has_line_markers: bool,
}

/// Refused input: what is wrong, and the texts that it is wrong with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The texts that were read together; [`Diagnostic::source`] is an index.
    pub sources: Vec<Source>,
    /// At least one error.
    pub diagnostics: Vec<Diagnostic>,
}

impl Source {
    /// A text that is what a person wrote.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Source { name: name.into(), text: text.into(), has_line_markers: false }
    }

    /// A preprocessed C text.
    pub fn from_preprocessed(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Source { has_line_markers: true, ..Source::new(name, text) }
    }
}

impl Refusal {
    /// The messages for a person; ends with a line end.
    pub fn render(&self) -> String {
        render_as(Look::Plain, &self.sources, &self.diagnostics)
    }

    /// Whether some diagnostic is about this rule.
    pub fn breaks(&self, rule: &str) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.rule == rule)
    }
}

impl ToolError {
    /// The refusal of `file`, whose content is `text`.
    pub fn refuse(file: &str, text: &str, diagnostics: &[Diagnostic]) -> Self {
        let sources = vec![Source::new(file, text)];
        ToolError::Refused(Refusal { sources, diagnostics: diagnostics.to_vec() })
    }

    /// `subject` cannot be used here.
    pub fn unusable(subject: &str, message: impl Into<String>) -> Self {
        let (subject, message) = (subject.to_owned(), message.into());
        ToolError::Unusable { subject, message, notes: Vec::new() }
    }

    /// The system refuses what was tried with a file or folder; `failure` is such as `cannot read`.
    pub fn io(path: &str, failure: &str, error: &io::Error) -> Self {
        let (path, failure) = (path.to_owned(), failure.to_owned());
        ToolError::Io { path, failure, reason: explain(error) }
    }

    /// The same with a note on what may help, where there is room for one.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        if let ToolError::Unusable { notes, .. } = &mut self {
            notes.push(note.into());
        }
        self
    }

    /// The exit code.
    pub const fn code(&self) -> u8 {
        match self {
            ToolError::Usage(_) => exit::USAGE,
            ToolError::Refused(_) | ToolError::Unusable { .. } | ToolError::Io { .. } => {
                exit::REFUSED
            }
            ToolError::Internal(_) => exit::INTERNAL,
        }
    }

    /// The same for programs.
    pub fn problems(&self) -> Vec<Problem> {
        let plain = |file: &str, message: String, notes: &[String]| {
            let (file, notes) = (file.to_owned(), notes.to_vec());
            vec![Problem { file, place: None, rule: None, message, notes }]
        };
        match self {
            ToolError::Refused(Refusal { sources, diagnostics }) => diagnostics
                .iter()
                .map(|one| {
                    let (file, place) = place_in(sources, one);
                    let notes = one.notes.iter().map(|note| note.message.clone()).collect();
                    Problem {
                        file,
                        place,
                        rule: Some(one.rule),
                        message: one.message.clone(),
                        notes,
                    }
                })
                .collect(),
            ToolError::Unusable { subject, message, notes } => {
                plain(subject, message.clone(), notes)
            }
            ToolError::Io { path, failure, reason } => {
                plain(path, format!("{failure}: {reason}"), &[])
            }
            ToolError::Usage(message) | ToolError::Internal(message) => {
                plain("", message.clone(), &[])
            }
        }
    }

    /// What to print for the tool called `name`; ends with a line end.
    pub fn message(&self, name: &str) -> String {
        self.message_as(Look::Plain, name)
    }

    /// As [`message`](Self::message), with or without colours.
    pub fn message_as(&self, look: Look, name: &str) -> String {
        let message = match self {
            ToolError::Usage(message) => format!("{name}: {message}"),
            ToolError::Refused(refusal) => render_as(look, &refusal.sources, &refusal.diagnostics),
            ToolError::Unusable { subject, message, notes } => {
                render_plain(look, subject, message, notes)
            }
            ToolError::Io { path, failure, reason } => {
                render_plain(look, path, &format!("{failure}: {reason}"), &[])
            }
            ToolError::Internal(message) => format!(
                "{name}: internal error: {message}\n{name}: this is a bug; please report it with \
                 the input file"
            ),
        };
        format!("{}\n", message.trim_end_matches('\n'))
    }
}

fn explain(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file or folder; check the name".to_owned(),
        ErrorKind::IsADirectory => "this is a folder; name a file in it".to_owned(),
        ErrorKind::NotADirectory => "part of its path is a file, not a folder".to_owned(),
        ErrorKind::AlreadyExists => "there is a file of that name".to_owned(),
        ErrorKind::PermissionDenied => "permission denied; check the file's owner and mode".into(),
        ErrorKind::StorageFull => "the disk is full; free some space and try again".to_owned(),
        _ => error.to_string(),
    }
}
