//! Predicates: side-effect free C conditions, each global or attached to a place.
//!
//! Until the C frontend exists a condition is kept as its text with white space normalised, so
//! that `{y<=2}` and `{y <= 2}` are the same predicate.

use crate::span::Span;

/// Where a predicate is tracked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PredicateScope {
    /// `global { e }`: everywhere.
    Global,
    /// `live { e }`: wherever the values of all its variables matter later.
    Live,
    /// `in f { e }`: in one function.
    Function(String),
    /// `at L { e }`: at the location with this name.
    Location(String),
}

/// One line of a `.preds` file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// Where it is tracked.
    pub scope: PredicateScope,
    /// The condition, normalised by [`normalise_condition`]; not empty.
    pub condition: String,
    /// Where it stands.
    pub span: Span,
}

/// A whole `.preds` file; no two predicates agree in scope and condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PredicateSet {
    /// In order of the file.
    pub predicates: Vec<Predicate>,
}

impl PredicateSet {
    /// Adds those of another set that are not in this one.
    pub fn add(&mut self, other: PredicateSet) {
        for new in other.predicates {
            let same = |old: &Predicate| old.scope == new.scope && old.condition == new.condition;
            if !self.predicates.iter().any(same) {
                self.predicates.push(new);
            }
        }
    }
}

/// The tokens of a C condition joined with canonical spacing.
///
/// Only spacing changes: `x==2&&!y` becomes `x == 2 && !y`. Names of a control-flow graph stay in
/// one piece: `main::x#2`. Text that is not C is normalised in
/// the same way, so the function never fails.
pub fn normalise_condition(text: &str) -> String {
    let tokens = tokens(text);
    let mut out = String::new();
    let mut previous: Option<&str> = None;
    let mut previous_unary = false;
    // Where the last tokens start in `out`, as far as no blank separates them.
    let mut joined: [Option<usize>; 2] = [None, None];
    for token in &tokens {
        let unary = matches!(*token, "!" | "~")
            || (matches!(*token, "-" | "+" | "*" | "&") && previous.is_none_or(starts_operand));
        let tight = match previous {
            None => true,
            Some(before) => {
                previous_unary
                    || matches!(before, "(" | "[" | "." | "->" | "::" | "#")
                    || matches!(*token, ")" | "]" | "," | "." | "->" | "[" | "::" | "#")
                    || (*token == "(" && ends_operand(before))
            }
        };
        let tight = tight && stays_apart(&out, joined, token);
        if !tight {
            out.push(' ');
            joined = [None, None];
        }
        joined = [joined[1], Some(out.len())];
        out.push_str(token);
        previous = Some(token);
        previous_unary = unary;
    }
    out
}

/// Whether `token` put right behind `out` is still read as a token of its own: `- -x` must not
/// become `--x`. No operator is longer than three characters, so two tokens back are enough.
fn stays_apart(out: &str, joined: [Option<usize>; 2], token: &str) -> bool {
    let Some(last) = joined[1] else { return true };
    if is_word(&out[last..]) || is_word(token) {
        return !(is_word(&out[last..]) && is_word(token));
    }
    let from = joined[0].filter(|&from| !is_word(&out[from..])).unwrap_or(last);
    let together = format!("{}{token}", &out[from..]);
    let apart = tokens(&together);
    apart.last() == Some(&token) && apart.len() == if from < last { 3 } else { 2 }
}

/// The length of the text before the brace that closes a `{` just before `text`.
///
/// Braces nest; braces inside C string and character literals do not count.
pub fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(offset) = text[at..].find(['{', '}', '"', '\'']) {
        at += offset;
        match text.as_bytes()[at] {
            b'{' => depth += 1,
            b'}' if depth == 0 => return Some(at),
            b'}' => depth -= 1,
            quote => at += literal_length(&text[at..], quote as char)? - 1,
        }
        at += 1;
    }
    None
}

fn is_word(token: &str) -> bool {
    token
        .starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '"' || c == '\'')
}

fn ends_operand(token: &str) -> bool {
    is_word(token) || matches!(token, ")" | "]")
}

fn starts_operand(before: &str) -> bool {
    !ends_operand(before)
}

fn tokens(text: &str) -> Vec<&str> {
    const OPERATORS: [&str; 23] = [
        "<<=", ">>=", "...", "::", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&",
        "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    ];
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first == '"' || first == '\'' {
            literal_length(rest, first).unwrap_or(rest.len())
        } else if first.is_alphanumeric() || first == '_' || first == '$' {
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
                .unwrap_or(rest.len())
        } else {
            OPERATORS
                .iter()
                .find(|operator| rest.starts_with(**operator))
                .map_or(first.len_utf8(), |operator| operator.len())
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

/// The length of the literal that `text` starts with, if it is closed.
fn literal_length(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(at + c.len_utf8()),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{closing_brace, normalise_condition};

    #[test]
    fn spacing_is_canonical() {
        for (given, expected) in [
            ("x==2", "x == 2"),
            ("  y<=2&&!z ", "y <= 2 && !z"),
            ("a[ i ]->next . v>-1", "a[i]->next.v > -1"),
            ("f(x,y)+*p", "f(x, y) + *p"),
            ("a&b", "a & b"),
            ("-(x) * - y", "-(x) * -y"),
            ("c=='\\''", "c == '\\''"),
            ("main :: x # 2<=2", "main::x#2 <= 2"),
            ("f ( ) # 2>a::b [ 3 ]", "f()#2 > a::b[3]"),
            ("main::t . state==S.state&&*f::p#1", "main::t.state == S.state && *f::p#1"),
            ("x?a::b:c", "x ? a::b : c"),
        ] {
            assert_eq!(normalise_condition(given), expected);
            assert_eq!(normalise_condition(expected), expected);
        }
    }

    #[test]
    fn tokens_never_merge() {
        for text in [
            "- -x",
            "& &x",
            "+ + + x",
            "! = y",
            ". . .",
            "a - - b",
            "( ) - > x",
            "x[-  - 1]",
            "a : : b",
            "a :: : b",
            "# : : #",
            "a # # :: b",
            "x::-y#(z)",
            ":: ::",
        ] {
            let once = normalise_condition(text);
            assert_eq!(normalise_condition(&once), once, "{text}");
        }
    }

    #[test]
    fn braces_nest_and_literals_hide_them() {
        assert_eq!(closing_brace("x > 0} y"), Some(5));
        assert_eq!(closing_brace("a{b}c}"), Some(5));
        assert_eq!(closing_brace("s == \"}\\\"}\"}"), Some(11));
        assert_eq!(closing_brace("c == '}'}"), Some(8));
        assert_eq!(closing_brace("c == '}"), None);
        assert_eq!(closing_brace("'"), None);
        assert_eq!(closing_brace("'\\'}"), None);
        assert_eq!(closing_brace("x"), None);
    }
}
