//! Tokens of C conditions, and of the names of variables and objects.
//!
//! Every text is a sequence of tokens: a character that starts none is a token of its own. So each
//! name of a graph has one, and white space around tokens does not matter.

use crate::span::Span;

/// What a token looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Letters, digits, `_` and `$`, not starting with a digit.
    Word,
    /// Anything that starts with a digit, also what is not a number.
    Number,
    /// A character constant.
    Character,
    /// A string literal.
    Text,
    /// An operator, or any other character.
    Sign,
    /// The end of the text.
    End,
}

/// A piece of C text that is not blank.
#[derive(Clone, Copy, Debug)]
pub struct Token<'t> {
    /// What it looks like.
    pub kind: Kind,
    /// As written.
    pub text: &'t str,
    /// Where it stands in the text.
    pub span: Span,
}

const SIGNS: [&str; 23] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::",
];

/// The tokens of a text, the last of them the end.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        let (kind, length) = first(rest);
        let span = Span::new(at, at + length);
        tokens.push(Token { kind, text: &rest[..length], span });
        if kind == Kind::End {
            return tokens;
        }
        at += length;
    }
}

fn first(rest: &str) -> (Kind, usize) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    // One that is not closed goes to the end.
    let literal = |quote: char| literal_length(rest, quote).unwrap_or(rest.len());
    let while_true = |holds: &dyn Fn(char) -> bool| rest.find(|c| !holds(c)).unwrap_or(rest.len());
    match rest.chars().next() {
        None => (Kind::End, 0),
        Some('"') => (Kind::Text, literal('"')),
        Some('\'') => (Kind::Character, literal('\'')),
        Some(c) if c.is_numeric() => (Kind::Number, while_true(&|c| is_word(c) || c == '.')),
        Some(c) if is_word(c) => (Kind::Word, while_true(&is_word)),
        Some(c) => {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            (Kind::Sign, sign.map_or(c.len_utf8(), |sign| sign.len()))
        }
    }
}

/// The tokens of a C condition joined with canonical spacing.
///
/// Only spacing changes: `x==2&&!y` becomes `x == 2 && !y`. Names of a control-flow graph stay in
/// one piece: `main::x#2`. Text that is not C is normalised in
/// the same way, so the function never fails.
pub fn normalise_condition(text: &str) -> String {
    let mut out = String::new();
    let mut previous: Option<&str> = None;
    let mut previous_unary = false;
    // Where the last tokens start in `out`, as far as no blank separates them.
    let mut joined: [Option<usize>; 2] = [None, None];
    let tokens = tokens(text);
    for token in tokens.iter().filter(|token| token.kind != Kind::End).map(|token| token.text) {
        let unary = matches!(token, "!" | "~")
            || (matches!(token, "-" | "+" | "*" | "&") && previous.is_none_or(starts_operand));
        let tight = match previous {
            None => true,
            Some(before) => {
                previous_unary
                    || matches!(before, "(" | "[" | "." | "->" | "::" | "#")
                    || matches!(token, ")" | "]" | "," | "." | "->" | "[" | "::" | "#")
                    || (token == "(" && ends_operand(before))
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
    let last_word = is_word(&out[last..]);
    if last_word || is_word(token) {
        // A point goes on with a number.
        let is_point = token == "." && out[last..].starts_with(char::is_numeric);
        return !(is_point || last_word && is_word(token));
    }
    let from = joined[0].filter(|&from| !is_word(&out[from..])).unwrap_or(last);
    let together = format!("{}{token}", &out[from..]);
    let apart = tokens(&together);
    // The end is a token, too.
    let count = if from < last { 4 } else { 3 };
    apart.len() == count && apart[count - 2].text == token
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

/// Whether a text is a name in C.
pub fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
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
            "1 . - 2",
            "x#2 . y . 3",
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
