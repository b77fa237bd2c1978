//! Rendering of diagnostics for a person: file, line and column, the source line and a caret.
//!
//! A diagnostic is rendered as `file:line:col: error: message [rule]`, the form editors and CI
//! systems already understand; below it `annotate-snippets` draws the line, second places and
//! notes. Columns count characters, from 1. What is shown is bounded, whatever the input.

mod excerpt;

use std::fmt::Write;

use annotate_snippets::renderer::{DEFAULT_ERROR_STYLE, DEFAULT_WARNING_STYLE, Style};
use annotate_snippets::{Group, Level, Renderer};
use anstream::{AutoStream, ColorChoice};
use belnap_ir::diagnostic::{Diagnostic, Note, Place, Severity};

use crate::error::Source;
use excerpt::{Excerpt, Text};

/// Longest part of a message that is shown; only one that quotes a very long name is longer.
const LONGEST_MESSAGE: usize = 1000;

/// Most diagnostics that are shown.
const SHOWN: usize = 20;

/// Whether messages have colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Text only.
    Plain,
    /// With escape codes of terminals.
    Coloured,
}

impl Look {
    /// What standard error can show: colours on a terminal, unless `NO_COLOR` is set.
    pub fn of_stderr() -> Self {
        match AutoStream::choice(&std::io::stderr()) {
            ColorChoice::Never => Look::Plain,
            _ => Look::Coloured,
        }
    }

    fn renderer(self) -> Renderer {
        match self {
            Look::Plain => Renderer::plain(),
            Look::Coloured => Renderer::styled(),
        }
    }

    fn paint(self, style: Style, text: &str) -> String {
        match self {
            Look::Plain => text.to_owned(),
            Look::Coloured => format!("{style}{text}{style:#}"),
        }
    }
}

/// Renders one diagnostic about `text`, which was read from `file`; ends with a line end.
pub fn render(file: &str, text: &str, diagnostic: &Diagnostic) -> String {
    render_all(file, text, std::slice::from_ref(diagnostic))
}

/// Renders several diagnostics about one file, in order; past the first twenty, only their number.
pub fn render_all(file: &str, text: &str, diagnostics: &[Diagnostic]) -> String {
    render_in(&[Source::new(file, text)], diagnostics)
}

/// As [`render_all`], for diagnostics about several texts that were read together.
pub fn render_in(sources: &[Source], diagnostics: &[Diagnostic]) -> String {
    render_as(Look::Plain, sources, diagnostics)
}

/// As [`render_in`], with or without colours.
pub fn render_as(look: Look, sources: &[Source], diagnostics: &[Diagnostic]) -> String {
    let texts: Vec<Text<'_>> = sources.iter().map(Text::new).collect();
    let mut out = String::new();
    for diagnostic in diagnostics.iter().take(SHOWN) {
        render_one(look, &texts, diagnostic, &mut out);
    }
    if diagnostics.len() > SHOWN {
        let file = sources.first().map_or("input", |source| source.name.as_str());
        let _ = writeln!(out, "{file}: {} more problems not shown", diagnostics.len() - SHOWN);
    }
    out
}

/// The file, line and column (from 1) of a diagnostic about one of some texts, as far as it has
/// them.
pub(crate) fn place_in(
    sources: &[Source],
    diagnostic: &Diagnostic,
) -> (String, Option<(usize, usize)>) {
    let text = sources.get(diagnostic.source as usize).map(Text::new);
    let Some(text) = text else { return ("input".to_owned(), None) };
    match text.excerpt(&diagnostic.place) {
        Some(Excerpt { file, line_number, column, .. }) => (file, Some((line_number, column + 1))),
        None => (text.name().to_owned(), None),
    }
}

/// Renders an error that has neither a place nor a rule; its message may be long and pass on what
/// another program says.
pub(crate) fn render_plain(look: Look, subject: &str, message: &str, notes: &[String]) -> String {
    let message: String = message.chars().map(printable_or_newline).collect();
    let mut out = headline(look, subject, Severity::Error, &message);
    draw(look, &[], notes.iter().map(|note| show(note)).collect(), &mut out);
    out
}

fn render_one(look: Look, texts: &[Text<'_>], diagnostic: &Diagnostic, out: &mut String) {
    let text_of = |source: u32| texts.get(source as usize);
    let excerpt_of = |source: u32, place: &Place| text_of(source)?.excerpt(place);
    let first = excerpt_of(diagnostic.source, &diagnostic.place);
    let about = subject(text_of(diagnostic.source), &diagnostic.place, first.as_ref());
    let message = format!("{} [{}]", show(&diagnostic.message), diagnostic.rule);
    out.push_str(&headline(look, &about, diagnostic.severity, &message));
    let mut excerpts: Vec<Excerpt<'_>> = first.into_iter().collect();
    let mut notes = Vec::new();
    for Note { message, place } in &diagnostic.notes {
        let message = show(message);
        let Some((source, place)) = place else {
            notes.push(message);
            continue;
        };
        match excerpt_of(*source, place) {
            Some(excerpt) => {
                let second = Some(excerpt.second(&message));
                let left = excerpts.iter_mut().fold(second, |left, other| other.join(left?));
                excerpts.extend(left);
            }
            None => notes.push(format!("{}: {message}", subject(text_of(*source), place, None))),
        }
    }
    draw(look, &excerpts, notes, out);
}

/// What a message is about, and where.
fn subject(text: Option<&Text<'_>>, place: &Place, excerpt: Option<&Excerpt<'_>>) -> String {
    let file = text.map_or("input", Text::name);
    match (place, excerpt) {
        (_, Some(Excerpt { file, line_number, column, .. })) => {
            format!("{file}:{line_number}:{}", column + 1)
        }
        (Place::Json(path), None) => {
            let path = if path.is_empty() { "the top level" } else { path };
            format!("{file}: at {}", show(path).replace('\n', "\u{fffd}"))
        }
        _ => file.to_owned(),
    }
}

fn headline(look: Look, subject: &str, severity: Severity, message: &str) -> String {
    let (word, style) = match severity {
        Severity::Warning => ("warning", DEFAULT_WARNING_STYLE),
        Severity::Error => ("error", DEFAULT_ERROR_STYLE),
    };
    let subject = look.paint(Style::new().bold(), subject);
    format!("{subject}: {}: {message}\n", look.paint(style, word))
}

/// Adds the excerpts and the notes.
fn draw(look: Look, excerpts: &[Excerpt<'_>], notes: Vec<String>, out: &mut String) {
    if excerpts.is_empty() && notes.is_empty() {
        return;
    }
    let snippets = excerpts.iter().enumerate().map(|(at, excerpt)| excerpt.snippet(at == 0));
    let notes = notes.into_iter().map(|note| Level::NOTE.message(note));
    let group = Group::with_level(Level::ERROR).elements(snippets).elements(notes);
    let _ = writeln!(out, "{}", look.renderer().render(&[group]));
}

/// A message as shown: names of a hostile file must not reach the terminal as commands, nor fill
/// it.
fn show(message: &str) -> String {
    let cut = message.char_indices().nth(LONGEST_MESSAGE).map(|(at, _)| at);
    let kept = message[..cut.unwrap_or(message.len())].chars();
    let mut shown: String = kept.map(printable_or_newline).collect();
    if cut.is_some() {
        shown.push('…');
    }
    shown
}

/// Nothing that would disturb a terminal.
fn printable_or_newline(character: char) -> char {
    match character {
        '\n' => '\n',
        '\t' => ' ',
        other if other.is_control() => '\u{fffd}',
        other => other,
    }
}

#[cfg(test)]
mod tests;
