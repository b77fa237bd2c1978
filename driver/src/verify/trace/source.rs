//! The C text around a condition: the statement that it belongs to.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use belnap_evidence::c_text::code;
use belnap_evidence::replay::source::text;
use belnap_frontend::harness::HarnessNames;
use belnap_ir::span::SourceLine;

/// Longest text of a statement, in characters.
const LONGEST: usize = 76;

/// What a condition decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `if (c)`.
    If,
    /// `while (c)`.
    While,
    /// `do … while (c)`.
    DoWhile,
    /// `for (…; c; …)`.
    For,
    /// `case c`.
    Case,
    /// `assert(c)`, by whatever name ends like that.
    Assert,
    /// `__VERIFIER_assume(c)`.
    Assume,
}

/// A statement that a condition, or a part of it, decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Construct {
    /// What it is.
    pub kind: Kind,
    /// The statement's head in one line: `while (i < n)`, `case 1`.
    pub text: String,
    /// Where it starts in its file.
    pub at: usize,
    /// Whether the statement's condition is false where the part is true.
    pub negated: bool,
}

/// The files of a program, read when they are asked for.
#[derive(Default)]
pub struct Sources {
    files: RefCell<HashMap<String, Option<Rc<File>>>>,
    /// What the variables stand for of the text that calls a function.
    pub harness: HarnessNames,
}

struct File {
    raw: String,
    /// The same without comments and literals.
    code: String,
    /// Where lines begin.
    lines: Vec<usize>,
}

impl Sources {
    /// The files of a program that starts with the text that calls a function.
    pub fn with_harness(harness: HarnessNames) -> Self {
        Sources { harness, ..Sources::default() }
    }

    fn file(&self, name: &str) -> Option<Rc<File>> {
        let read = || text(name).ok().map(|raw| Rc::new(File::new(raw)));
        self.files.borrow_mut().entry(name.to_owned()).or_insert_with(read).clone()
    }

    /// The statement that a part of a condition on this line belongs to.
    pub fn construct(&self, place: &SourceLine, part: &str) -> Option<Construct> {
        let file = self.file(&place.file)?;
        let line = file.line(place.line)?;
        file.construct(line, part)
    }

    /// What is in the brackets of the call on this line of a function whose name ends like this, if
    /// there is one such call.
    pub fn argument(&self, place: &SourceLine, name: &str) -> Option<String> {
        let file = self.file(&place.file)?;
        let line = file.line(place.line)?;
        let is_call = |at: &usize| {
            let rest = &file.code.as_bytes()[*at..];
            rest.starts_with(b"(") && file.word_before(*at).1.to_ascii_lowercase().ends_with(name)
        };
        let mut calls = line.filter(is_call);
        let (first, second) = (calls.next()?, calls.next());
        if second.is_some() {
            return None;
        }
        let end = file.matching(first)?;
        Some(one_line(&file.raw[first + 1..end]))
    }
}

impl File {
    fn new(raw: String) -> Self {
        let code = code(&raw);
        let breaks = raw.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        File { raw, code, lines }
    }

    /// The offsets of a line.
    fn line(&self, number: u32) -> Option<std::ops::Range<usize>> {
        let number = usize::try_from(number).ok()?.checked_sub(1)?;
        // A file that is not text in our sense has no code.
        if self.code.len() != self.raw.len() {
            return None;
        }
        let end = self.lines.get(number + 1).copied().unwrap_or(self.raw.len());
        Some(*self.lines.get(number)?..end)
    }

    /// The statement that a part of a condition belongs to; as it is if it stands there, else what
    /// may have become it.
    fn construct(&self, line: std::ops::Range<usize>, part: &str) -> Option<Construct> {
        [false, true].into_iter().find_map(|expand| {
            let mut starts = line.clone().filter(|at| self.has_at(*at, part, expand));
            starts.find_map(|at| self.enclosing(at))
        })
    }

    /// Whether some text stands here, but for blanks; one that was cut may go on. With `expand`,
    /// there may be names of macros for parts of it.
    fn has_at(&self, at: usize, part: &str, expand: bool) -> bool {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let (part, cut) = match part.strip_suffix('…') {
            Some(part) => (part, true),
            None => (part, false),
        };
        let bytes = self.raw.as_bytes();
        let wanted: Vec<u8> = part.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let starts_word = bytes.get(at).is_some_and(|byte| is_word(*byte));
        if wanted.is_empty() || starts_word && at > 0 && is_word(bytes[at - 1]) {
            return false;
        }
        let (mut here, mut next) = (at, 0);
        while next < wanted.len() {
            while next > 0 && bytes.get(here).is_some_and(u8::is_ascii_whitespace) {
                here += 1;
            }
            let is_new = expand && (here == 0 || !is_word(bytes[here - 1]));
            let name = if is_new { macro_name(&bytes[here.min(bytes.len())..]) } else { 0 };
            if name > 0 && !wanted[next..].starts_with(&bytes[here..here + name]) {
                let meaning = expansion(&wanted[next..]);
                // A macro alone may be anything.
                let is_alone = next == 0 && meaning == wanted.len();
                if meaning == 0 || is_alone && self.word_before(at).1 != "case" {
                    return false;
                }
                (here, next) = (here + name, next + meaning);
            } else if bytes.get(here) == wanted.get(next) {
                (here, next) = (here + 1, next + 1);
            } else {
                return false;
            }
        }
        let ends_word = here > 0 && is_word(bytes[here - 1]);
        cut || !(ends_word && bytes.get(here).is_some_and(|byte| is_word(*byte)))
    }

    /// The statement whose brackets a place is in.
    fn enclosing(&self, at: usize) -> Option<Construct> {
        let code = self.code.as_bytes();
        let (start, word) = self.word_before(at);
        if word == "case" {
            let end = at + code[at..].iter().position(|byte| *byte == b':')?;
            let text = one_line(&self.raw[start..end]);
            return Some(Construct { kind: Kind::Case, text, at: start, negated: false });
        }
        let mut negated = false;
        let (mut here, mut depth, mut parts) = (at, 0, 0);
        self.pass_negations(&mut here, &mut negated);
        while here > 0 {
            here -= 1;
            match code[here] {
                b')' | b']' => depth += 1,
                b'(' | b'[' if depth > 0 => depth -= 1,
                b';' if depth == 0 => parts += 1,
                b'[' | b'{' | b'}' if depth == 0 => return None,
                b'(' => match self.word_before(here) {
                    (_, "") if parts == 0 => self.pass_negations(&mut here, &mut negated),
                    (start, word) => return self.headed(start, word, here, parts, negated),
                },
                _ => {}
            }
        }
        None
    }

    /// The statement that starts with this word, with its condition in brackets; `parts` are passed
    /// semicolons in them.
    fn headed(
        &self,
        start: usize,
        word: &str,
        open: usize,
        parts: usize,
        negated: bool,
    ) -> Option<Construct> {
        let end = self.matching(open)?;
        let code = self.code.as_bytes();
        let after = code[end + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
        let before = code[..start].iter().rfind(|byte| !byte.is_ascii_whitespace());
        let lower = word.to_ascii_lowercase();
        let kind = match (word, parts) {
            ("for", 1) => Kind::For,
            ("if", 0) => Kind::If,
            ("while", 0) if after == Some(&b';') && before == Some(&b'}') => Kind::DoWhile,
            ("while", 0) => Kind::While,
            (_, 0) if lower.ends_with("assert") => Kind::Assert,
            (_, 0) if lower.ends_with("assume") => Kind::Assume,
            _ => return None,
        };
        Some(Construct { kind, text: one_line(&self.raw[start..=end]), at: start, negated })
    }

    /// Goes back over `!`, as often as there is one.
    fn pass_negations(&self, here: &mut usize, negated: &mut bool) {
        let code = self.code.as_bytes();
        while let Some(before) = code[..*here].iter().rposition(|byte| !byte.is_ascii_whitespace())
            && code[before] == b'!'
        {
            *negated = !*negated;
            *here = before;
        }
    }

    /// The word before a place, and where it starts.
    fn word_before(&self, at: usize) -> (usize, &str) {
        let before = self.code[..at].trim_end();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let start = before.rfind(|c| !is_part(c)).map_or(0, |last| last + 1);
        match before.is_char_boundary(start) {
            true => (start, &before[start..]),
            false => (at, ""),
        }
    }

    /// The bracket that closes one.
    fn matching(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        for (at, byte) in self.code.bytes().enumerate().skip(open) {
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => return Some(at),
                b')' => depth -= 1,
                _ => {}
            }
        }
        None
    }
}

/// The length of a name that a text begins with, if it is written like that of a macro.
fn macro_name(text: &[u8]) -> usize {
    let length = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
    let name = &text[..length.count()];
    let is_upper = |name: &[u8]| {
        name.first().is_some_and(|byte| !byte.is_ascii_digit())
            && name.iter().any(u8::is_ascii_uppercase)
            && !name.iter().any(u8::is_ascii_lowercase)
    };
    if is_upper(name) || matches!(name, b"true" | b"false") { name.len() } else { 0 }
}

/// The length of what a macro can stand for, at the beginning of a text without blanks: a number,
/// or anything in brackets.
fn expansion(text: &[u8]) -> usize {
    if text.first() != Some(&b'(') {
        let sign = usize::from(text.first() == Some(&b'-'));
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(**byte, b'_' | b'.');
        let is_number = text.get(sign).is_some_and(u8::is_ascii_digit);
        let length = text[sign..].iter().take_while(is_part).count();
        return if is_number { sign + length } else { 0 };
    }
    let mut depth = 0_usize;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return at + 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    0
}

/// A text in one line, cut if it is long.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    let kept: String = line.chars().take(LONGEST - 1).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::{File, Kind};

    fn construct(text: &str, part: &str) -> Option<(Kind, String, bool)> {
        let file = File::new(text.to_owned());
        let found = file.construct(0..text.len(), part)?;
        Some((found.kind, found.text, found.negated))
    }

    #[test]
    fn conditions_belong_to_statements() {
        let found = |kind, text: &str, negated| Some((kind, text.to_owned(), negated));
        let program = "int f() { x = a; if (x  < 3 && !(y || z)) g(); while (!done) ; \
                       for (i = 0; i<n; i++) {} do {} while (k); assert(p[1] == '(');\
                       switch (c) { case 7 ... 9: h(q); } __VERIFIER_assume(m); return x < 4; }";
        assert_eq!(construct(program, "x < 3"), found(Kind::If, "if (x < 3 && !(y || z))", false));
        assert_eq!(construct(program, "z"), found(Kind::If, "if (x < 3 && !(y || z))", true));
        assert_eq!(construct(program, "done"), found(Kind::While, "while (!done)", true));
        assert_eq!(construct(program, "i < n"), found(Kind::For, "for (i = 0; i<n; i++)", false));
        assert_eq!(construct(program, "k"), found(Kind::DoWhile, "while (k)", false));
        assert_eq!(
            construct(program, "p[1] == '('"),
            found(Kind::Assert, "assert(p[1] == '(')", false)
        );
        assert_eq!(construct(program, "7"), found(Kind::Case, "case 7 ... 9", false));
        assert_eq!(construct(program, "m"), found(Kind::Assume, "__VERIFIER_assume(m)", false));
        assert_eq!(construct(program, "x < 4"), None);
        assert_eq!(construct(program, "q"), None);
        assert_eq!(construct(program, "i = 0"), None);
        let program = "if (n >= CAP) f(); while (!(SR & RX)) ; if (done == true) g(n, N);";
        assert_eq!(construct(program, "n >= 4"), found(Kind::If, "if (n >= CAP)", false));
        let status = "((*(volatile int *)16) & 0x20u)";
        assert_eq!(construct(program, status), found(Kind::While, "while (!(SR & RX))", true));
        assert_eq!(construct(program, "done == 1"), found(Kind::If, "if (done == true)", false));
        assert_eq!(construct(program, "n >= 4 + 1"), None);
        assert_eq!(construct(program, "4"), None);
    }
}
