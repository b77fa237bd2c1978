//! Layout of JSON for reading: what fits stands on one line, records get a line each, and tables
//! of numbers fill lines.
//!
//! The input is compact JSON; only white space is added, in time linear in the text. The rules:
//! * The outermost object has a line for each field.
//! * A field of it that holds records (objects, or arrays that do not start with a number) has a
//!   line for each record.
//! * Otherwise an object or array stands on one line if that line is not too long; how long is too
//!   long differs between formats.
//! * An array that is too long is broken at every element; if its elements are numbers, or arrays
//!   that start with one, only where a line is full.

/// Longest line of nested data and of tables, in characters, unless a single string is longer.
pub(crate) const WIDTH: usize = 100;

/// Longest line of a format that is mostly lists of records.
pub(crate) const RECORD_WIDTH: usize = 240;

/// Lays out compact JSON, with objects and arrays on one line up to `width`; ends with a line end.
pub(crate) fn layout(compact: &str, width: usize) -> String {
    let widths = widths(compact.as_bytes());
    let mut printer = Printer {
        text: compact,
        out: String::with_capacity(compact.len() + compact.len() / 4),
        width,
        column: 0,
        open: Vec::new(),
    };
    printer.run(&widths);
    printer.out.push('\n');
    printer.out
}

/// Width on one line of each array and object, in order of their opening brackets.
fn widths(text: &[u8]) -> Vec<usize> {
    let mut widths = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut width = 0;
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'"' => {
                let end = string_end(text, at);
                width += characters(&text[at..end]);
                at = end;
                continue;
            }
            b'{' | b'[' => {
                open.push(widths.len());
                widths.push(width);
                width += 1;
            }
            b'}' | b']' => {
                width += 1;
                if let Some(index) = open.pop() {
                    widths[index] = width - widths[index];
                }
            }
            b',' | b':' => width += 2,
            _ => width += 1,
        }
        at += 1;
    }
    widths
}

/// The byte after the string that starts at `at`.
fn string_end(text: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while end < text.len() {
        match text[end] {
            b'"' => return end + 1,
            b'\\' => end += 2,
            _ => end += 1,
        }
    }
    text.len()
}

fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

/// How the elements of an open array or object are separated.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    OneLine,
    LineEach,
    FillLines,
}

struct Printer<'a> {
    text: &'a str,
    out: String,
    /// Longest object or array on one line.
    width: usize,
    /// Characters on the current line.
    column: usize,
    open: Vec<Mode>,
}

impl Printer<'_> {
    fn run(&mut self, widths: &[usize]) {
        let text = self.text.as_bytes();
        let mut opened = 0;
        let mut at = 0;
        while at < text.len() {
            let end = token_end(text, at);
            match text[at] {
                b'{' | b'[' => {
                    let mode = self.mode(at, widths[opened]);
                    opened += 1;
                    self.put(at, end);
                    self.open.push(mode);
                    if mode != Mode::OneLine {
                        self.break_line();
                    }
                }
                b'}' | b']' => {
                    if self.open.pop().is_some_and(|mode| mode != Mode::OneLine) {
                        self.break_line();
                    }
                    self.put(at, end);
                }
                b',' => {
                    self.put(at, end);
                    let next = element_width(text, end, widths.get(opened));
                    match self.open.last() {
                        Some(Mode::LineEach) => self.break_line(),
                        // One more for the comma that may follow.
                        Some(Mode::FillLines) if self.column + 1 + next + 1 > WIDTH => {
                            self.break_line();
                        }
                        _ => self.space(),
                    }
                }
                b':' => {
                    self.put(at, end);
                    self.space();
                }
                _ => self.put(at, end),
            }
            at = end;
        }
    }

    fn mode(&self, at: usize, width: usize) -> Mode {
        let text = self.text.as_bytes();
        match self.open.last() {
            None => return Mode::LineEach,
            Some(Mode::OneLine | Mode::FillLines) => return Mode::OneLine,
            Some(Mode::LineEach) => {}
        }
        let empty = matches!(text.get(at + 1), Some(b'}' | b']'));
        let records = self.open.len() == 1 && holds_records(text, at);
        if empty || (!records && self.column + width < self.width) {
            Mode::OneLine
        } else if starts_with_number(text, at) {
            Mode::FillLines
        } else {
            Mode::LineEach
        }
    }

    fn put(&mut self, start: usize, end: usize) {
        let token = &self.text[start..end];
        self.column += characters(token.as_bytes());
        self.out.push_str(token);
    }

    fn space(&mut self) {
        self.out.push(' ');
        self.column += 1;
    }

    fn break_line(&mut self) {
        self.out.push('\n');
        self.column = 2 * self.open.len();
        for _ in 0..self.open.len() {
            self.out.push_str("  ");
        }
    }
}

/// The byte after the token at `at`: a bracket, a separator, a string, or a bare word or number.
fn token_end(text: &[u8], at: usize) -> usize {
    match text[at] {
        b'"' => string_end(text, at),
        b'{' | b'}' | b'[' | b']' | b',' | b':' => at + 1,
        _ => {
            let rest = &text[at..];
            let length = rest.iter().position(|byte| matches!(byte, b',' | b':' | b'}' | b']'));
            at + length.unwrap_or(rest.len())
        }
    }
}

/// Width of the element at `at`; `container` is the width of the next array or object.
fn element_width(text: &[u8], at: usize, container: Option<&usize>) -> usize {
    match (text.get(at), container) {
        (Some(b'{' | b'['), Some(width)) => *width,
        (Some(_), _) => token_end(text, at) - at,
        (None, _) => 0,
    }
}

/// Whether the array or object at `at` starts with a record.
fn holds_records(text: &[u8], at: usize) -> bool {
    let mut first = at + 1;
    if text[at] == b'{' && text.get(first) == Some(&b'"') {
        first = string_end(text, first) + 1;
    }
    match text.get(first) {
        Some(b'{') => true,
        Some(b'[') => !starts_with_number(text, first),
        _ => false,
    }
}

/// Whether the array at `at` starts with a number, possibly inside another array.
fn starts_with_number(text: &[u8], at: usize) -> bool {
    let mut at = at;
    while text.get(at) == Some(&b'[') {
        at += 1;
    }
    text.get(at).is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, layout};

    #[test]
    fn records_have_a_line_each() {
        let text = r#"{"a":1,"b":["x","y"],"c":{"s":{"p":"t"},"u":{}},"d":[["s","u"]],"e":[]}"#;
        let expected = "{\n  \"a\": 1,\n  \"b\": [\"x\", \"y\"],\n  \"c\": {\n    \"s\": {\"p\": \
                        \"t\"},\n    \"u\": {}\n  },\n  \"d\": [\n    [\"s\", \"u\"]\n  ],\n  \
                        \"e\": []\n}\n";
        assert_eq!(layout(text, WIDTH), expected);
    }

    #[test]
    fn tables_of_numbers_fill_lines() {
        let nodes: Vec<(i32, i32, i32)> = (0..60).map(|i| (i, -i, 1)).collect();
        let text = serde_json::to_string(&serde_json::json!({ "nodes": nodes })).expect("JSON");
        let shown = layout(&text, WIDTH);
        assert!(shown.lines().all(|line| line.len() <= WIDTH));
        assert!(shown.lines().count() < 20, "{shown}");
    }

    #[test]
    fn layout_adds_only_white_space() {
        let text = r#"{"k":["a, b: [c]","\"\\",{"x":[1,2.5e3,true,null,[{}]],"é{":"]"}]}"#;
        let compact: serde_json::Value = serde_json::from_str(text).expect("JSON");
        let shown: serde_json::Value = serde_json::from_str(&layout(text, WIDTH)).expect("JSON");
        assert_eq!(compact, shown);
    }
}
