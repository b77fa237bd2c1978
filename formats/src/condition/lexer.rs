//! Tokens of conditions, and of the names of variables and objects.
//!
//! Every text is a sequence of tokens: a character that starts none is a token of its own. So each
//! name of a graph has one, and white space around tokens does not matter.

use belnap_ir::span::Span;

/// What a token looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters, digits, `_` and `$`, not starting with a digit.
    Word,
    /// Anything that starts with a digit, also what is no number.
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

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub kind: Kind,
    pub text: &'t str,
    pub span: Span,
}

const SIGNS: [&str; 23] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::",
];

/// The tokens of a text, the last of them the end.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
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
    let while_true = |holds: &dyn Fn(char) -> bool| rest.find(|c| !holds(c)).unwrap_or(rest.len());
    match rest.chars().next() {
        None => (Kind::End, 0),
        Some('"') => (Kind::Text, literal_length(rest, '"')),
        Some('\'') => (Kind::Character, literal_length(rest, '\'')),
        Some(c) if c.is_numeric() => (Kind::Number, while_true(&|c| is_word(c) || c == '.')),
        Some(c) if is_word(c) => (Kind::Word, while_true(&is_word)),
        Some(c) => {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            (Kind::Sign, sign.map_or(c.len_utf8(), |sign| sign.len()))
        }
    }
}

/// The length of the literal that `text` starts with; one that is not closed goes to the end.
fn literal_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}
