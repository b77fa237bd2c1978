//! Predicates as text (`*.preds`); the normative page is `formats/spec/predicates.md`.
//!
//! One predicate per line, so a line is all the parser ever looks at. A file is text that belongs
//! to no graph: [`resolve`] makes predicates of it. New predicates are born in [`Births`].

mod births;
mod resolve;
mod validate;

use belnap_ir::c_tokens::{closing_brace, normalise_condition};
use belnap_ir::diagnostic::{Diagnostic, Place, Severity};
use belnap_ir::predicate::{PredicateScope, PredicateSet};
use belnap_ir::span::Span;

use crate::condition::Names;
use crate::detect::{ArtefactKind, detect};

pub use births::Births;
pub use resolve::resolve;

/// The first line of every file.
pub const HEADER: &str = "belnap preds 1";

/// The newest version of the format this program reads.
pub const VERSION: u32 = 1;

/// A file with more mistakes than this is not worth reading on.
const MAX_FOUND: usize = 50;

/// One line of a predicate file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredicateLine {
    /// Where it is tracked.
    pub scope: PredicateScope,
    /// The condition, normalised by [`normalise_condition`]; not empty.
    pub condition: String,
    /// Where the line stands in the file; nowhere if it was not read from one.
    pub span: Span,
}

impl PredicateLine {
    /// A line that is in no file; white space of the condition is normalised.
    pub fn new(scope: PredicateScope, condition: &str) -> Self {
        PredicateLine { scope, condition: normalise_condition(condition), span: Span::default() }
    }

    fn is_like(&self, other: &PredicateLine) -> bool {
        self.scope == other.scope && self.condition == other.condition
    }
}

/// A predicate file; no two lines agree in scope and condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PredicateFile {
    /// In order of the file.
    pub lines: Vec<PredicateLine>,
}

impl PredicateFile {
    /// Adds a line, unless there is one with its scope and condition.
    pub fn add(&mut self, new: PredicateLine) {
        if !self.lines.iter().any(|old| old.is_like(&new)) {
            self.lines.push(new);
        }
    }

    /// Adds the lines of another file that are not in this one.
    pub fn extend(&mut self, other: PredicateFile) {
        other.lines.into_iter().for_each(|line| self.add(line));
    }

    /// The predicates of lines that come from here and there, and are in no text.
    ///
    /// # Errors
    /// Every line that is wrong is reported, with its place in the text that they would be.
    pub fn resolve(&self, names: &Names<'_>) -> Result<PredicateSet, RefusedText> {
        let text = print_file(self);
        let resolved = read(&text).and_then(|file| resolve(names, &file, &text));
        resolved.map_err(|found| RefusedText { text, found })
    }
}

/// Text that nobody gave to Belnap in this form, and what is wrong with it.
#[derive(Clone, Debug, PartialEq)]
pub struct RefusedText {
    /// The text.
    pub text: String,
    /// At least one mistake, with places in the text.
    pub found: Vec<Diagnostic>,
}

/// Reads and validates a predicate file. Every line that is wrong is reported, up to a limit.
///
/// # Errors
/// Every line that is wrong, up to a limit.
pub fn read(text: &str) -> Result<PredicateFile, Vec<Diagnostic>> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    header(first.trim_end()).map_err(|refused| vec![with_kind(refused, text)])?;
    let mut start = first.len();
    let mut file = PredicateFile::default();
    let mut found = Vec::new();
    for line in lines {
        match predicate(line.trim_end(), start) {
            Ok(line) => file.lines.extend(line),
            Err(refused) => found.push(*refused),
        }
        if found.len() == MAX_FOUND {
            return Err(found);
        }
        start += line.len();
    }
    found.extend(validate::validate(&file));
    found.retain(|diagnostic| diagnostic.severity == Severity::Error);
    found.sort_by_key(|diagnostic| match diagnostic.place {
        Place::Text(span) => span.start,
        _ => 0,
    });
    if found.is_empty() { Ok(file) } else { Err(found) }
}

/// A file in its order; comments of the text it was read from are gone.
pub fn print_file(file: &PredicateFile) -> String {
    write_lines(file.lines.iter().map(|line| (&line.scope, line.condition.as_str())))
}

/// A set as a file, in its order.
pub fn print(set: &PredicateSet) -> String {
    write_lines(set.iter().map(|one| (&one.scope, one.name.as_str())))
}

fn write_lines<'a>(lines: impl Iterator<Item = (&'a PredicateScope, &'a str)>) -> String {
    let lines = lines.map(|(scope, condition)| format!("{scope} {{ {condition} }}\n"));
    std::iter::once(format!("{HEADER}\n")).chain(lines).collect()
}

/// Says what else the file is, if it is something else.
fn with_kind(refused: Diagnostic, text: &str) -> Diagnostic {
    match detect(text) {
        // Almost anything could be a property.
        Ok(kind) if !matches!(kind, ArtefactKind::Predicates | ArtefactKind::Property) => {
            refused.note(format!("this looks like {kind}"))
        }
        _ if text.trim().is_empty() => refused.note("the file is empty"),
        _ => refused,
    }
}

fn header(line: &str) -> Result<(), Diagnostic> {
    if line == HEADER {
        return Ok(());
    }
    let span = Span::new(0, line.len());
    let version =
        line.strip_prefix("belnap preds ").and_then(|version| version.parse::<u32>().ok());
    Err(match version {
        Some(newer) if newer > VERSION => Diagnostic::at(
            "preds-version",
            span,
            format!("this file is version {newer}, this program reads up to {VERSION}"),
        ),
        _ => Diagnostic::at("preds-header", span, "this is not a predicate file")
            .note(format!("the first line must be `{HEADER}`")),
    })
}

/// The predicate of a line that starts at byte `start`; none if the line is blank or a comment.
fn predicate(line: &str, start: usize) -> Result<Option<PredicateLine>, Box<Diagnostic>> {
    let refuse = |from: usize, to: usize, message: String| {
        Box::new(Diagnostic::at("preds-syntax", Span::new(start + from, start + to), message).note(
            "a line is `global { e }`, `live { e }`, `in FUNCTION { e }` or `at LOCATION { e }`",
        ))
    };
    let indent = line.len() - line.trim_start().len();
    if indent == line.len() || line[indent..].starts_with("//") {
        return Ok(None);
    }
    let Some(open) = line.find('{') else {
        return Err(refuse(line.len(), line.len(), "`{` was expected".to_owned()));
    };
    let words: Vec<&str> = line[..open].split_whitespace().collect();
    let scope = match words[..] {
        ["global"] => PredicateScope::Global,
        ["live"] => PredicateScope::Live,
        ["in", function] => PredicateScope::Function(function.to_owned()),
        ["at", location] => PredicateScope::Location(location.to_owned()),
        ["in" | "at"] => {
            return Err(refuse(open, open + 1, "a function or location was expected".to_owned()));
        }
        ["global" | "live", word, ..] | ["in" | "at", _, word, ..] => {
            return Err(refuse(indent, open, format!("found `{word}`, expected `{{`")));
        }
        [word, ..] => {
            let message = format!("found `{word}`, expected `global`, `live`, `in` or `at`");
            return Err(refuse(indent, indent + word.len(), message));
        }
        [] => {
            let message = "found `{`, expected `global`, `live`, `in` or `at`".to_owned();
            return Err(refuse(open, open + 1, message));
        }
    };
    let Some(length) = closing_brace(&line[open + 1..]) else {
        let message = "the condition does not end on its line".to_owned();
        return Err(refuse(open, open + 1, message));
    };
    let close = open + 1 + length;
    let after = line[close + 1..].trim_start();
    if !after.is_empty() && !after.starts_with("//") {
        let message = "nothing may follow a condition but a comment".to_owned();
        return Err(refuse(line.len() - after.len(), line.len(), message));
    }
    Ok(Some(PredicateLine {
        scope,
        condition: normalise_condition(&line[open + 1..close]),
        span: Span::new(start + indent, start + close + 1),
    }))
}

#[cfg(test)]
mod tests {
    use super::{print_file, read};

    #[test]
    fn printing_normalises() {
        let text = "belnap preds 1  \r\n// a comment\r\n\r\n  global{x>0}// why\r\n\
                    in  f { s==\"}\" }\r\nat main:L1 {a[ {1} ]}\nglobal { main::x#2<=f()#2 }";
        let file = read(text).expect("predicates");
        let printed = print_file(&file);
        assert_eq!(
            printed,
            "belnap preds 1\nglobal { x > 0 }\nin f { s == \"}\" }\nat main:L1 { a[{ 1 }] }\n\
             global { main::x#2 <= f()#2 }\n"
        );
        assert_eq!(read(&printed), Ok(file));
    }

    #[test]
    fn the_same_condition_may_have_several_scopes() {
        assert!(read("belnap preds 1\nglobal { x }\nin f { x }\nat f { x }\nat g { x }\n").is_ok());
    }
}
