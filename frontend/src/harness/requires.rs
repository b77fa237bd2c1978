//! Conditions that a function needs, in comments before it: `// requires: n > 0`, or the same in
//! ACSL, `//@ requires n > 0 && \valid(a + (0..n-1));`.

use std::ops::Range;

use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::span::SourceLine;

use super::Shape;
use crate::hir::Function;

/// A condition, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// Its file and line.
    pub at: SourceLine,
    /// The condition in C; empty if nothing is left to assume.
    pub condition: String,
    /// What it says about pointers.
    pub shapes: Vec<(String, Shape)>,
}

/// The word that a condition follows.
const WORD: &str = "requires";

/// The conditions in comments before the definition of a function at a place; none if its file
/// cannot be read.
///
/// # Errors
/// A condition is not one that can be read here.
pub(super) fn before(
    place: &SourceLine,
    function: &Function,
) -> Result<Vec<Requirement>, Diagnostic> {
    let Ok(text) = std::fs::read_to_string(&place.file) else { return Ok(Vec::new()) };
    let lines: Vec<&str> = text.lines().collect();
    let end = (place.line as usize).saturating_sub(1).min(lines.len());
    let first = comments(&lines[..end]).start;
    let clauses = clauses(&lines[first..end]).into_iter().map(|(line, condition)| {
        let at = SourceLine { file: place.file.clone(), line: (first + line) as u32 + 1 };
        read(at, &condition, &function.name)
    });
    clauses.collect()
}

/// The conditions that comments state, each with its line. They end with the line, in ACSL with a
/// semicolon.
fn clauses(lines: &[&str]) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let (mut is_acsl, mut is_open) = (false, false);
    for (number, line) in lines.iter().enumerate() {
        if line.contains("//") || line.contains("/*") {
            is_acsl = line.contains("//@") || line.contains("/*@");
        }
        let (text, is_closed) = match line.split_once("*/") {
            Some((text, _)) => (text, true),
            None => (*line, false),
        };
        let text = text.trim().trim_start_matches(['/', '*', '@', ' ', '\t']);
        for (index, piece) in text.split(';').map(str::trim).enumerate() {
            is_open &= index == 0;
            if let Some(condition) = required(piece) {
                found.push((number, condition.to_owned()));
                is_open = is_acsl;
            } else if let Some((_, condition)) = found.last_mut().filter(|_| is_open) {
                *condition = format!("{condition} {piece}").trim().to_owned();
            }
        }
        is_open &= !is_closed;
    }
    found
}

/// The condition of a clause that is one.
fn required(clause: &str) -> Option<&str> {
    let rest = clause.strip_prefix(WORD)?;
    let is_word = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    is_word.then(|| rest.trim_start_matches(':').trim())
}

/// The lines of comments directly above the last line; the beginning of the definition may be in
/// between.
fn comments(lines: &[&str]) -> Range<usize> {
    let mut first = lines.len();
    let mut seen = false;
    while first > 0 {
        let line = lines[first - 1].trim();
        if line.ends_with("*/") {
            // Up to where it opens.
            while first > 0 && !lines[first - 1].contains("/*") {
                first -= 1;
            }
            if first == 0 || !lines[first - 1].trim().starts_with("/*") {
                break;
            }
            first -= 1;
            seen = true;
        } else if line.starts_with("//") {
            first -= 1;
            seen = true;
        } else if !seen && !line.contains([';', '{', '}', '#']) && lines.len() - first < 4 {
            first -= 1;
        } else {
            break;
        }
    }
    first..lines.len()
}

fn read(at: SourceLine, condition: &str, function: &str) -> Result<Requirement, Diagnostic> {
    let mut rest = condition.replace("\\null", "0");
    let mut shapes = Vec::new();
    for word in ["\\valid_read(", "\\valid("] {
        while let Some(from) = rest.find(word) {
            let inside = from + word.len();
            let Some(length) = closing(&rest[inside..]) else { break };
            let Some(shape) = shape(rest[inside..inside + length].trim()) else { break };
            shapes.push(shape);
            rest.replace_range(from..=inside + length, "1");
        }
    }
    let plain = rest.replace(' ', "");
    let refused = |what: &str| {
        let message = format!("{}:{}: {what}: `requires {condition}`", at.file, at.line);
        let note = format!("before `{function}`; conditions are those of C, over its parameters");
        Err(Diagnostic::error("c-requires", Place::Whole, message).note(note))
    };
    if plain.contains('\\') || plain.contains("==>") || plain.contains(['{', '}', '"', '#', '?']) {
        return refused("this condition cannot be read");
    }
    if plain.is_empty() {
        return refused("there is no condition");
    }
    let is_trivial = plain.split("&&").all(|part| part == "1" || part == "(1)");
    let condition = if is_trivial { String::new() } else { rest.trim().to_owned() };
    Ok(Requirement { at, condition, shapes })
}

/// Where the parenthesis is closed that is open in front of a text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1_usize;
    text.char_indices().find_map(|(at, c)| {
        depth = match c {
            '(' => depth + 1,
            ')' => depth - 1,
            _ => depth,
        };
        (depth == 0).then_some(at)
    })
}

/// What `\valid` says: `p`, or `p + (0 .. n - 1)`.
fn shape(inside: &str) -> Option<(String, Shape)> {
    let text = inside.replace(' ', "");
    let Some((name, range)) = text.split_once("+(") else {
        return is_name(&text).then_some((text, Shape::Object));
    };
    let last = range.strip_suffix(')')?.strip_prefix("0..")?;
    let shape = match (last.parse::<u64>(), last.strip_suffix("-1")) {
        (Ok(last), _) => Shape::Array(last + 1),
        (_, Some(count)) if is_name(count) => Shape::Counted(count.to_owned()),
        _ => return None,
    };
    is_name(name).then(|| (name.to_owned(), shape))
}

/// Whether a text is a name in C.
pub(super) fn is_name(text: &str) -> bool {
    let of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(of_name)
}

impl Requirement {
    /// Whether the condition mentions a name.
    pub(super) fn mentions(&self, name: &str) -> bool {
        let of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        self.condition.split(|c: char| !of_name(c)).any(|word| word == name)
    }
}

#[cfg(test)]
mod tests {
    use super::{Shape, clauses, comments, read};
    use belnap_ir::span::SourceLine;

    #[test]
    fn conditions_are_read() {
        let at = SourceLine { file: "a.c".to_owned(), line: 1 };
        let of = |text| read(at.clone(), text, "f");
        assert_eq!(of("n > 0 && n <= 10").map(|one| one.condition), Ok("n > 0 && n <= 10".into()));
        let valid = of("\\valid(a + (0 .. n-1)) && \\valid_read(p) ").expect("read");
        assert_eq!(valid.condition, "");
        let counted = ("a".to_owned(), Shape::Counted("n".to_owned()));
        assert_eq!(valid.shapes, [("p".to_owned(), Shape::Object), counted]);
        assert_eq!(of("p != \\null").map(|one| one.condition), Ok("p != 0".into()));
        assert!(of("\\forall int i; i").is_err() && of("").is_err() && of("a ==> b").is_err());
    }

    #[test]
    fn comments_stand_directly_before() {
        let text = ["int x;", "// a", "", "/* b", " * c */", "static", "int"];
        assert_eq!(comments(&text), 3..7);
        assert_eq!(comments(&["// a", "int y;", "// b"]), 2..3);
        assert_eq!(comments(&["x; /* a", "*/"]).start, 1);
    }

    #[test]
    fn clauses_may_share_lines_and_have_several() {
        let acsl = ["/*@ requires a > 0; requires", "  @   b > 0", "  @ && c; assigns d;", "  @*/"];
        let of = |line, text: &str| (line, text.to_owned());
        assert_eq!(clauses(&acsl), [of(0, "a > 0"), of(0, "b > 0 && c")]);
        let plain = ["// requires: a > 0", "// and more", "/* requires b; */", "int"];
        assert_eq!(clauses(&plain), [of(0, "a > 0"), of(2, "b")]);
        assert_eq!(
            clauses(&["//@ requires a", "//@   && b;", "//@ ensures c;"]),
            [of(0, "a && b")]
        );
        assert_eq!(clauses(&["/*@ requires a */", "int f(int b);"]), [of(0, "a")]);
    }
}
