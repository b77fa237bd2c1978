//! Rendering of diagnostics for a person: file, line and column, the source line and a caret.
//!
//! A diagnostic is rendered as `file:line:col: error: message [rule]`, the form editors and CI
//! systems already understand, and its second places as `file:line:col: note: message`. Columns
//! count characters, from 1. Any place is accepted: one that lies outside the text, or inside a
//! character, is moved to the nearest place that exists.

use std::cell::OnceCell;
use std::fmt::Write;
use std::ops::Range;

use belnap_ir::diagnostic::{Diagnostic, Place, Severity};
use belnap_ir::source_map::SourceMap;
use belnap_ir::span::SourceLine;

use crate::error::Source;

/// Longest part of a source line that is shown.
const WINDOW: usize = 100;

/// Longest part of a message that is shown; only one that quotes a very long name is longer.
const LONGEST_MESSAGE: usize = 1000;

/// Most diagnostics that are shown.
const SHOWN: usize = 20;

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
    let texts: Vec<Text<'_>> = sources.iter().map(Text::new).collect();
    let mut out = String::new();
    for diagnostic in diagnostics.iter().take(SHOWN) {
        render_one(&texts, diagnostic, &mut out);
    }
    if diagnostics.len() > SHOWN {
        let file = sources.first().map_or("input", |source| source.name.as_str());
        let _ = writeln!(out, "{file}: {} more problems not shown", diagnostics.len() - SHOWN);
    }
    out
}

/// Renders an error that has neither a place nor a rule; its message may be long and pass on what
/// another program says.
pub(crate) fn render_plain(subject: &str, message: &str, notes: &[String]) -> String {
    let message: String = message.chars().map(printable_or_newline).collect();
    let mut out = format!("{subject}: error: {message}\n");
    notes.iter().for_each(|note| render_note(note, &mut out));
    out
}

fn render_one(texts: &[Text<'_>], diagnostic: &Diagnostic, out: &mut String) {
    let severity = match diagnostic.severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let message = format!("{} [{}]", shown(&diagnostic.message), diagnostic.rule);
    let text_of = |source: u32| texts.get(source as usize);
    render_place(text_of(diagnostic.source), &diagnostic.place, severity, &message, out);
    for note in diagnostic.notes.iter().filter(|note| note.place.is_none()) {
        render_note(&note.message, out);
    }
    // What belongs to another place comes last, so that nothing seems to belong to that place.
    for note in &diagnostic.notes {
        if let Some((source, place)) = &note.place {
            render_place(text_of(*source), place, "note", &shown(&note.message), out);
        }
    }
}

fn render_note(note: &str, out: &mut String) {
    let _ = writeln!(out, "  note: {}", shown(note));
}

/// Adds the line with place and message, and what stands there.
fn render_place(
    text: Option<&Text<'_>>,
    place: &Place,
    kind: &str,
    message: &str,
    out: &mut String,
) {
    let (file, excerpt) = text.map_or(("input".to_owned(), None), |text| text.excerpt(place));
    out.push_str(&file);
    if let Some(excerpt) = &excerpt {
        let _ = write!(out, ":{}:{}", excerpt.line_number, excerpt.column + 1);
    }
    if let Place::Json(path) = place {
        let path = if path.is_empty() { "the top level" } else { path };
        let _ = write!(out, ": at {}", shown(path).replace('\n', "\u{fffd}"));
    }
    let _ = writeln!(out, ": {kind}: {message}");
    if let Some(excerpt) = &excerpt {
        excerpt.draw(out);
    }
}

/// A source, and where its lines come from once somebody asks.
struct Text<'a> {
    source: &'a Source,
    map: OnceCell<SourceMap>,
}

impl<'a> Text<'a> {
    fn new(source: &'a Source) -> Self {
        Text { source, map: OnceCell::new() }
    }

    /// The file that a place is in, and what stands there.
    fn excerpt(&self, place: &Place) -> (String, Option<Excerpt<'a>>) {
        let Source { name, text, has_line_markers } = self.source;
        let mut file = name.clone();
        let excerpt = match place {
            Place::Text(span) => {
                let mut excerpt = Excerpt::of_span(text, span.start, span.end);
                if *has_line_markers {
                    let map = self.map.get_or_init(|| SourceMap::new(name, text));
                    let origin: SourceLine = map.line_at(span.start);
                    (file, excerpt.line_number) = (origin.file, origin.line as usize);
                }
                Some(excerpt)
            }
            Place::LineColumn(line, column) => Some(Excerpt::of_line(text, *line, *column)),
            Place::Json(_) | Place::Whole => None,
        };
        (file, excerpt)
    }
}

/// A source line and the characters of it to point at.
struct Excerpt<'a> {
    line_number: usize,
    line: &'a str,
    /// Characters before the place.
    column: usize,
    /// Characters to underline, at least one.
    width: usize,
}

impl<'a> Excerpt<'a> {
    fn of_span(text: &'a str, start: usize, end: usize) -> Self {
        let start = text.floor_char_boundary(start);
        let end = text.floor_char_boundary(end).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = line_at(text, line_start);
        let line_end = (line_start + line.len()).max(start);
        let width = text[start..end.min(line_end)].chars().take(WINDOW).count();
        Excerpt {
            line_number: 1 + text.as_bytes()[..line_start].iter().filter(|b| **b == b'\n').count(),
            line,
            column: text[line_start..start].chars().count(),
            width: width.max(1),
        }
    }

    fn of_line(text: &'a str, line_number: usize, column: usize) -> Self {
        let line_start = match line_number {
            0 | 1 => 0,
            _ => text.match_indices('\n').nth(line_number - 2).map_or(text.len(), |(at, _)| at + 1),
        };
        Excerpt {
            line_number: line_number.max(1),
            line: line_at(text, line_start),
            column: column.saturating_sub(1),
            width: 1,
        }
    }

    /// Adds the line, cut to a window around the place, and the carets under it.
    fn draw(&self, out: &mut String) {
        let length = self.line.chars().count();
        let window = self.window(length);
        let before = if window.start > 0 { "…" } else { "" };
        let after = if window.end < length { "…" } else { "" };
        let shown: String =
            self.line.chars().skip(window.start).take(window.len()).map(printable).collect();
        let shown = format!("{before}{shown}{after}");
        let number = self.line_number.to_string();
        let margin = " ".repeat(number.len());
        let indent = self.column.clamp(window.start, window.end) - window.start
            + usize::from(window.start > 0);
        let width = self.width.min(window.end.saturating_sub(self.column)).max(1);
        let _ = writeln!(out, "  {number} | {}", shown.trim_end());
        let _ = writeln!(out, "  {margin} | {}{}", " ".repeat(indent), "^".repeat(width));
    }

    fn window(&self, length: usize) -> Range<usize> {
        if length <= WINDOW {
            return 0..length;
        }
        let start = self.column.saturating_sub(WINDOW / 2).min(length - WINDOW);
        start..start + WINDOW
    }
}

/// The line that starts at byte `start`, without its end.
fn line_at(text: &str, start: usize) -> &str {
    let rest = &text[start..];
    let line = rest.find('\n').map_or(rest, |end| &rest[..end]);
    line.strip_suffix('\r').unwrap_or(line)
}

/// A message as shown: names of a hostile file must not reach the terminal as commands, nor fill
/// it.
fn shown(message: &str) -> String {
    let cut = message.char_indices().nth(LONGEST_MESSAGE).map(|(at, _)| at);
    let kept = message[..cut.unwrap_or(message.len())].chars();
    let mut shown: String = kept.map(printable_or_newline).collect();
    if cut.is_some() {
        shown.push('…');
    }
    shown
}

/// One column per character, and nothing that would disturb a terminal.
fn printable(character: char) -> char {
    match character {
        '\t' => ' ',
        other if other.is_control() => '\u{fffd}',
        other => other,
    }
}

fn printable_or_newline(character: char) -> char {
    if character == '\n' { character } else { printable(character) }
}

#[cfg(test)]
mod tests {
    use super::{render, render_all, render_in};
    use crate::error::Source;
    use belnap_ir::diagnostic::{Diagnostic, Place};
    use belnap_ir::span::Span;

    fn at(text: &str, start: usize, end: usize) -> String {
        render("a.bp", text, &Diagnostic::at("r", Span::new(start, end), "wrong"))
    }

    #[test]
    fn a_span_shows_its_line_and_carets() {
        let shown = at("decl x;\n\tgoto L1;\r\nend", 14, 16);
        assert_eq!(shown, "a.bp:2:7: error: wrong [r]\n  2 |  goto L1;\n    |       ^^\n");
    }

    #[test]
    fn a_span_over_several_lines_is_underlined_to_the_end_of_the_first() {
        assert_eq!(at("ab cd\nef", 3, 8), "a.bp:1:4: error: wrong [r]\n  1 | ab cd\n    |    ^^\n");
    }

    #[test]
    fn columns_count_characters() {
        assert!(at("αβγ x", 7, 8).starts_with("a.bp:1:5: "));
        assert!(at("αβγ x", 1, 3).starts_with("a.bp:1:1: "), "inside a character");
    }

    #[test]
    fn a_message_that_quotes_a_huge_name_is_cut() {
        let message = format!("no variable `{}`", "é".repeat(100_000));
        let shown = render("a.bp", "", &Diagnostic::error("r", Place::Whole, message));
        assert!(shown.ends_with("éé… [r]\n") && shown.len() < 3000, "{shown}");
    }

    #[test]
    fn the_end_of_the_text_is_a_place() {
        assert_eq!(at("ab\n", 3, 3), "a.bp:2:1: error: wrong [r]\n  2 | \n    | ^\n");
        assert_eq!(at("", 0, 0), "a.bp:1:1: error: wrong [r]\n  1 | \n    | ^\n");
        assert!(at("ab\n", 99, 120).starts_with("a.bp:2:1: "));
        assert!(at("ab\n", 2, 0).starts_with("a.bp:1:3: "));
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("{}X{}", "a".repeat(5000), "b".repeat(5000));
        let shown = at(&text, 5000, 5001);
        let lines: Vec<&str> = shown.lines().collect();
        let column = lines[2].chars().position(|c| c == '^').expect("caret");
        assert_eq!(lines[1].chars().nth(column), Some('X'));
        assert!(lines[1].chars().count() < 120);
    }

    #[test]
    fn other_places() {
        let json =
            Diagnostic::error("r", Place::Json("states[3].name".into()), "wrong").note("try");
        assert_eq!(
            render("k.json", "", &json),
            "k.json: at states[3].name: error: wrong [r]\n  note: try\n"
        );
        let whole = Diagnostic::error("r", Place::Whole, "wrong").warning();
        assert_eq!(render("k.json", "", &whole), "k.json: warning: wrong [r]\n");
        let line = Diagnostic::error("r", Place::LineColumn(2, 3), "wrong");
        assert_eq!(
            render("k.json", "{\n  x", &line),
            "k.json:2:3: error: wrong [r]\n  2 |   x\n    |   ^\n"
        );
        for (line, column) in [(0, 0), (9, 9), (1, usize::MAX)] {
            render("k.json", "{\n", &Diagnostic::error("r", Place::LineColumn(line, column), "w"));
        }
    }

    #[test]
    fn second_places_are_shown_wherever_they_are() {
        let twice = Diagnostic::at("r", Span::new(11, 12), "wrong").note("try");
        let same = twice.clone().also(Span::new(4, 5), "first declared here");
        assert_eq!(
            render("a.c", "int x;\nint x;\n", &same),
            "a.c:2:5: error: wrong [r]\n  2 | int x;\n    |     ^\n  note: try\n\
             a.c:1:5: note: first declared here\n  1 | int x;\n    |     ^\n"
        );
        let units = [
            Source::preprocessed("a.i", "# 7 \"x.h\" 1\nint x;\n"),
            Source::preprocessed("b.i", "int x;\nint x;\n"),
        ];
        let other = twice.in_source(1).also_in(0, Span::new(16, 17), "first declared here");
        let shown = render_in(&units, std::slice::from_ref(&other));
        assert!(shown.starts_with("b.i:2:5: error: wrong [r]\n"), "{shown}");
        let note = "x.h:7:5: note: first declared here\n  7 | int x;\n    |     ^\n";
        assert!(shown.ends_with(note), "{shown}");
        assert!(render_in(&units, &[other.in_source(9)]).starts_with("input: error: wrong [r]"));
    }

    #[test]
    fn a_hostile_second_place_is_harmless() {
        let twice = Diagnostic::at("r", Span::new(0, 1), "wrong");
        let shown = render("a.c", "\x1b[31m", &twice.also(Span::new(99, 7), "\x1b]0;"));
        assert!(!shown.contains('\x1b') && shown.contains("note: \u{fffd}]0;\n"), "{shown}");
    }

    #[test]
    fn many_diagnostics_are_counted() {
        let many = vec![Diagnostic::error("r", Place::Whole, "wrong"); 25];
        assert!(render_all("f", "", &many).ends_with("f: 5 more problems not shown\n"));
    }
}
