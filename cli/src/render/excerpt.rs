//! What stands at a place: the source line, its number, and the characters to point at.
//!
//! Any place is accepted: one that lies outside the text, or inside a character, is moved to the
//! nearest place that exists.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Snippet};
use belnap_ir::diagnostic::Place;
use belnap_ir::source_map::SourceMap;

use crate::error::Source;

/// Longest part of a source line that is shown, in characters.
const WINDOW: usize = 100;

/// Longest text between two places that are shown as one excerpt, in bytes.
const BETWEEN: usize = 1 << 14;

/// A source, and where its lines come from once somebody asks.
pub(super) struct Text<'a> {
    source: &'a Source,
    map: OnceCell<SourceMap>,
}

impl<'a> Text<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        Text { source, map: OnceCell::new() }
    }

    pub(super) fn name(&self) -> &'a str {
        &self.source.name
    }

    /// What stands at a place, if it is one in the text.
    pub(super) fn excerpt(&self, place: &Place) -> Option<Excerpt<'a>> {
        let Source { name, text, has_line_markers } = self.source;
        let mut excerpt = match place {
            Place::Text(span) => Excerpt::of_span(text, span.start, span.end),
            Place::LineColumn(line, column) => Excerpt::of_line(text, *line, *column),
            Place::Json(_) | Place::Whole => return None,
        };
        excerpt.file.clone_from(name);
        if let (true, Place::Text(span)) = (*has_line_markers, place) {
            let map = self.map.get_or_init(|| SourceMap::new(name, text));
            let origin = map.line_at(span.start);
            (excerpt.file, excerpt.line_number) = (origin.file, origin.line as usize);
        }
        Some(excerpt)
    }
}

/// Lines of a text, and the characters of them to point at.
pub(super) struct Excerpt<'a> {
    pub(super) file: String,
    /// Of the first line.
    pub(super) line_number: usize,
    /// Characters before the place.
    pub(super) column: usize,
    /// The text that the lines are from, and where in it they are.
    whole: &'a str,
    lines: Range<usize>,
    /// The line cut around the place, if it is too long.
    cut: Option<String>,
    /// What to point at, counted from the start of the lines, and what to say there.
    marks: Vec<(Range<usize>, AnnotationKind, String)>,
}

impl<'a> Excerpt<'a> {
    fn of_span(text: &'a str, start: usize, end: usize) -> Self {
        let start = text.floor_char_boundary(start);
        let end = text.floor_char_boundary(end).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_number = 1 + line_ends(&text[..line_start]);
        Excerpt::new(text, line_number, line_start, start - line_start..end - line_start)
    }

    fn of_line(text: &'a str, line_number: usize, column: usize) -> Self {
        let line_start = match line_number {
            0 | 1 => 0,
            _ => text.match_indices('\n').nth(line_number - 2).map_or(text.len(), |(at, _)| at + 1),
        };
        let mut characters = line_at(text, line_start).char_indices();
        let start = characters.nth(column.saturating_sub(1)).map_or(usize::MAX, |(at, _)| at);
        Excerpt::new(text, line_number.max(1), line_start, start..start)
    }

    /// The line that starts at a byte; the place is counted from there, and may go past its end.
    fn new(whole: &'a str, line_number: usize, line_start: usize, place: Range<usize>) -> Self {
        let line = line_at(whole, line_start);
        let mark = place.start.min(line.len())..place.end.min(line.len());
        let column = line[..mark.start].chars().count();
        let (cut, mark) = match cut(line, column, &mark) {
            Some((cut, mark)) => (Some(cut), mark),
            None => (None, mark),
        };
        let marks = vec![(mark, AnnotationKind::Primary, String::new())];
        let lines = line_start..line_start + line.len();
        Excerpt { file: String::new(), line_number, column, whole, lines, cut, marks }
    }

    /// The same as a second place, with what is to be said there. Of a line that was cut, a
    /// snippet does not know the column.
    pub(super) fn second(mut self, message: &str) -> Self {
        let place = match &self.cut {
            Some(_) => format!("{}:{}:{}: ", self.file, self.line_number, self.column + 1),
            None => String::new(),
        };
        for (_, kind, label) in &mut self.marks {
            (*kind, *label) = (AnnotationKind::Context, format!("{place}{message}"));
        }
        self
    }

    /// Takes over the marks of another if both can be shown as one; returns it if not.
    pub(super) fn join(&mut self, mut other: Self) -> Option<Self> {
        let lines = self.lines.start.min(other.lines.start)..self.lines.end.max(other.lines.end);
        let is_one = std::ptr::eq(self.whole, other.whole)
            && self.cut.is_none()
            && other.cut.is_none()
            && self.file == other.file
            && lines.len() <= BETWEEN
            && self.number_at(lines.start) == other.number_at(lines.start);
        if !is_one {
            return Some(other);
        }
        for excerpt in [&mut *self, &mut other] {
            let shift = excerpt.lines.start - lines.start;
            for (mark, ..) in &mut excerpt.marks {
                *mark = mark.start + shift..mark.end + shift;
            }
        }
        self.marks.append(&mut other.marks);
        self.line_number = self.line_number.min(other.line_number);
        self.lines = lines;
        None
    }

    /// The number of an earlier line, if every line between has one.
    fn number_at(&self, line_start: usize) -> Option<usize> {
        self.line_number.checked_sub(line_ends(&self.whole[line_start..self.lines.start]))
    }

    /// For the renderer. The message above the first one names its place.
    pub(super) fn snippet(&self, is_first: bool) -> Snippet<'_, Annotation<'_>> {
        let path = (!is_first && self.cut.is_none()).then_some(self.file.as_str());
        let text = self.cut.as_deref().unwrap_or(&self.whole[self.lines.clone()]);
        let annotation = |(mark, kind, label): &'_ (Range<usize>, AnnotationKind, String)| {
            let label = (!label.is_empty()).then(|| label.clone());
            kind.span(mark.clone()).label(label)
        };
        Snippet::source(without_late_controls(text))
            .line_start(self.line_number)
            .path(path)
            .annotations(self.marks.iter().map(annotation))
    }
}

/// A part of a line that is too long, and where in it the mark is that starts at a column.
fn cut(line: &str, column: usize, mark: &Range<usize>) -> Option<(String, Range<usize>)> {
    let length = line.chars().count();
    let most = length.checked_sub(WINDOW).filter(|most| *most > 0)?;
    let first = column.saturating_sub(WINDOW / 2).min(most);
    let byte_of = |at: usize| line.char_indices().nth(at).map_or(line.len(), |(byte, _)| byte);
    let (from, to) = (byte_of(first), byte_of(first + WINDOW));
    let before = if first > 0 { "…" } else { "" };
    let after = if first < most { "…" } else { "" };
    let place = |at: usize| at.clamp(from, to) - from + before.len();
    Some((format!("{before}{}{after}", &line[from..to]), place(mark.start)..place(mark.end)))
}

/// The text without U+0080 to U+009F, some of which command terminals and which the renderer passes
/// on, as it does not with earlier ones. What stands for them takes as many bytes.
fn without_late_controls(text: &str) -> Cow<'_, str> {
    let is_late = |character: char| ('\u{80}'..='\u{9f}').contains(&character);
    match text.contains(is_late) {
        true => Cow::Owned(text.replace(is_late, "¿")),
        false => Cow::Borrowed(text),
    }
}

/// The line that starts at byte `start`, without its end.
fn line_at(text: &str, start: usize) -> &str {
    let rest = &text[start..];
    let line = rest.find('\n').map_or(rest, |end| &rest[..end]);
    line.strip_suffix('\r').unwrap_or(line)
}

fn line_ends(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}
