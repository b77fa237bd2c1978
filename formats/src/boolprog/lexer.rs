//! Words of a Boolean program.
//!
//! The lexer also does what is easiest before there is a tree: it sets `//@` annotations aside,
//! refuses the words of concurrent programs, and refuses nesting so deep that a tree of it could
//! not be traversed by recursion.

use std::collections::HashMap;

use belnap_ir::boolprog::MAX_NESTING;
use belnap_ir::c_tokens::{closing_brace, normalise_condition};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::span::Span;

/// A word with its place, or why there is none.
pub type Spanned<'input> = Result<(usize, Token<'input>, usize), Box<Diagnostic>>;

/// A `//@` comment, unread.
#[derive(Clone, Copy, Debug)]
pub struct RawAnnotation<'input> {
    /// What follows `//@`, up to the end of the line.
    pub text: &'input str,
    /// The comment, from its `//@`.
    pub span: Span,
    /// Where its line starts.
    pub line_start: usize,
}

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Token<'input> {
    Ident(&'input str),
    Quoted(String),
    Integer(&'input str),
    Underscore,
    True,
    False,
    Abortif,
    /// The word `action` before a name: no word of the language, because programs of others may
    /// have variables of that name, but these do not stand before names.
    Action,
    Assert,
    Assume,
    Begin,
    Bool,
    Choose,
    Constrain,
    Dead,
    Decl,
    Dfs,
    Do,
    Else,
    Elsif,
    End,
    Enforce,
    Fi,
    Goto,
    If,
    Nondet,
    Od,
    Print,
    Return,
    Schoose,
    Skip,
    Then,
    Void,
    While,
    Not,
    And,
    Or,
    Xor,
    Equal,
    NotEqual,
    Implies,
    Assign,
    Colon,
    Semicolon,
    Comma,
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    Less,
    Greater,
    Tick,
    Star,
}

fn keyword(word: &str) -> Option<Token<'static>> {
    Some(match word {
        "_" => Token::Underscore,
        "T" | "true" => Token::True,
        "F" | "false" => Token::False,
        "abortif" => Token::Abortif,
        "assert" => Token::Assert,
        "assume" => Token::Assume,
        "begin" => Token::Begin,
        "bool" => Token::Bool,
        "choose" => Token::Choose,
        "constrain" => Token::Constrain,
        "dead" => Token::Dead,
        "decl" => Token::Decl,
        "dfs" => Token::Dfs,
        "do" => Token::Do,
        "else" => Token::Else,
        "elsif" | "elif" => Token::Elsif,
        "end" => Token::End,
        "enforce" => Token::Enforce,
        "fi" => Token::Fi,
        "goto" => Token::Goto,
        "if" => Token::If,
        "nondet" => Token::Nondet,
        "od" => Token::Od,
        "print" => Token::Print,
        "return" => Token::Return,
        "schoose" => Token::Schoose,
        "skip" => Token::Skip,
        "then" => Token::Then,
        "void" => Token::Void,
        "while" => Token::While,
        _ => return None,
    })
}

/// The words of a text, one after the other; ends at the first error.
pub struct Lexer<'input> {
    text: &'input str,
    at: usize,
    line_start: usize,
    brackets: usize,
    blocks: usize,
    /// Quoted names seen so far, normalised: programs repeat them on every line.
    names: HashMap<&'input str, String>,
    /// The `//@` comments passed so far.
    pub annotations: Vec<RawAnnotation<'input>>,
}

impl<'input> Lexer<'input> {
    /// Starts at the beginning of `text`.
    pub fn new(text: &'input str) -> Self {
        Lexer {
            text,
            at: 0,
            line_start: 0,
            brackets: 0,
            blocks: 0,
            names: HashMap::new(),
            annotations: Vec::new(),
        }
    }

    fn rest(&self) -> &'input str {
        &self.text[self.at..]
    }

    fn syntax(start: usize, end: usize, message: &str, note: Option<&str>) -> Box<Diagnostic> {
        let diagnostic = Diagnostic::at("bp-syntax", Span::new(start, end), message);
        Box::new(note.into_iter().fold(diagnostic, Diagnostic::note))
    }

    fn skip_blanks(&mut self) -> Result<(), Box<Diagnostic>> {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'\n' => {
                    self.at += 1;
                    self.line_start = self.at;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'/' if bytes.get(self.at + 1) == Some(&b'/') => self.line_comment(),
                b'/' if bytes.get(self.at + 1) == Some(&b'*') => self.block_comment()?,
                _ => break,
            }
        }
        Ok(())
    }

    fn line_comment(&mut self) {
        let rest = self.rest();
        let length = rest.find('\n').unwrap_or(rest.len());
        let comment = &rest[..length];
        if let Some(text) = comment.strip_prefix("//@") {
            let span = Span::new(self.at, self.at + comment.trim_end().len());
            self.annotations.push(RawAnnotation { text, span, line_start: self.line_start });
        }
        self.at += length;
    }

    fn block_comment(&mut self) -> Result<(), Box<Diagnostic>> {
        let start = self.at;
        let Some(length) = self.text[start + 2..].find("*/") else {
            return Err(Self::syntax(
                start,
                start + 2,
                "this comment is never closed",
                Some("a `*/` is missing"),
            ));
        };
        self.at = start + 2 + length + 2;
        if let Some(newline) = self.text[start..self.at].rfind('\n') {
            self.line_start = start + newline + 1;
        }
        Ok(())
    }

    fn word(&mut self) -> Spanned<'input> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let part = |at: usize| {
            bytes.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || b"_$#".contains(b))
        };
        let mut end = start + 1;
        while part(end) || (bytes.get(end) == Some(&b'-') && part(end + 1)) {
            end += 1;
        }
        self.at = end;
        let word = &self.text[start..end];
        if let Some(what) = thread_word(word) {
            return Err(threads(Span::new(start, end), what));
        }
        match keyword(word) {
            Some(token) => {
                self.count_blocks(&token, start, end)?;
                Ok((start, token, end))
            }
            None if word == "action" && self.names_next(end) => Ok((start, Token::Action, end)),
            None => Ok((start, Token::Ident(word), end)),
        }
    }

    /// Whether a name follows on the same line.
    fn names_next(&self, at: usize) -> bool {
        let rest = self.text[at..].trim_start_matches([' ', '\t']);
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let word = &rest[..end.unwrap_or(rest.len())];
        let named = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        rest.starts_with('{') || named && keyword(word).is_none()
    }

    fn count_blocks(
        &mut self,
        token: &Token<'_>,
        start: usize,
        end: usize,
    ) -> Result<(), Box<Diagnostic>> {
        match token {
            Token::If | Token::While => {
                self.blocks += 1;
                if self.blocks > MAX_NESTING {
                    return Err(too_deep(Span::new(start, end), "statements"));
                }
            }
            Token::Fi | Token::Od => self.blocks = self.blocks.saturating_sub(1),
            Token::Begin => self.blocks = 0,
            _ => {}
        }
        Ok(())
    }

    fn number(&mut self) -> Spanned<'input> {
        let start = self.at;
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        self.at += length;
        Ok((start, Token::Integer(&rest[..length]), self.at))
    }

    fn lex_quoted(&mut self) -> Spanned<'input> {
        let start = self.at;
        let Some(length) = closing_brace(&self.text[start + 1..]) else {
            return Err(Self::syntax(
                start,
                start + 1,
                "this quoted name is never closed",
                Some("braces nest, and do not count inside C strings and characters"),
            ));
        };
        let inside = &self.text[start + 1..start + 1 + length];
        self.at = start + length + 2;
        let name = self.names.entry(inside).or_insert_with(|| normalise_condition(inside)).clone();
        if name.is_empty() {
            return Err(Self::syntax(start, self.at, "a quoted name is empty", None));
        }
        if let Some(newline) = inside.rfind('\n') {
            self.line_start = start + 1 + newline + 1;
        }
        Ok((start, Token::Quoted(name), self.at))
    }

    fn operator(&mut self, first: u8) -> Spanned<'input> {
        let start = self.at;
        let rest = self.rest();
        let starts = |prefix: &str| rest.starts_with(prefix);
        let (token, length) = match first {
            b'!' if starts("!=") => (Token::NotEqual, 2),
            b'!' | b'~' => (Token::Not, 1),
            b'&' if starts("&&") => (Token::And, 2),
            b'&' => (Token::And, 1),
            b'|' if starts("||") => (Token::Or, 2),
            b'|' => (Token::Or, 1),
            b'^' => (Token::Xor, 1),
            b'=' if starts("=>") => (Token::Implies, 2),
            b'=' if starts("==") => {
                return Err(Self::syntax(
                    start,
                    start + 2,
                    "there is no operator `==`",
                    Some("equality is written `=`"),
                ));
            }
            b'=' => (Token::Equal, 1),
            b':' if starts(":=") => (Token::Assign, 2),
            b':' => (Token::Colon, 1),
            b';' => (Token::Semicolon, 1),
            b',' => (Token::Comma, 1),
            b'(' => (Token::Open, 1),
            b')' => (Token::Close, 1),
            b'[' => (Token::OpenBracket, 1),
            b']' => (Token::CloseBracket, 1),
            b'<' => (Token::Less, 1),
            b'>' => (Token::Greater, 1),
            b'\'' => (Token::Tick, 1),
            b'*' | b'?' => (Token::Star, 1),
            _ => {
                let found = rest.chars().next().unwrap_or_default();
                let message = format!("the character `{}` has no place here", found.escape_debug());
                return Err(Self::syntax(start, start + found.len_utf8(), &message, None));
            }
        };
        self.at += length;
        match token {
            Token::Open | Token::OpenBracket => {
                self.brackets += 1;
                if self.brackets > MAX_NESTING {
                    return Err(too_deep(Span::new(start, self.at), "brackets"));
                }
            }
            Token::Close | Token::CloseBracket => {
                self.brackets = self.brackets.saturating_sub(1);
            }
            Token::Semicolon => self.brackets = 0,
            _ => {}
        }
        Ok((start, token, self.at))
    }
}

impl<'input> Iterator for Lexer<'input> {
    type Item = Spanned<'input>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Err(error) = self.skip_blanks() {
            return Some(Err(error));
        }
        let first = *self.text.as_bytes().get(self.at)?;
        Some(match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => self.word(),
            b'0'..=b'9' => self.number(),
            b'{' => self.lex_quoted(),
            _ => self.operator(first),
        })
    }
}

fn thread_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "start_thread" => "`start_thread` starts a thread",
        "end_thread" => "`end_thread` ends a thread",
        "atomic_begin" => "`atomic_begin` opens an atomic section",
        "atomic_end" => "`atomic_end` closes an atomic section",
        "sync" => "`sync` waits for other threads",
        "thread_local" => "`thread_local` declares one variable per thread",
        _ => return None,
    })
}

/// The refusal of a construct of concurrent programs.
pub fn threads(span: Span, what: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::at(
            "bp-threads",
            span,
            format!("{what}; concurrent programs are not supported"),
        )
        .note("only sequential Boolean programs can be read"),
    )
}

/// The refusal of nesting beyond [`MAX_NESTING`].
pub fn too_deep(span: Span, what: &str) -> Box<Diagnostic> {
    let message = format!("{what} are nested more than {MAX_NESTING} deep");
    Box::new(Diagnostic::at("bp-nesting", span, message))
}

#[cfg(test)]
mod tests {
    use belnap_ir::validate::boolprog::RESERVED;

    use super::{keyword, thread_word};

    #[test]
    fn reserved_words_are_those_of_the_lexer() {
        for word in RESERVED {
            assert!(keyword(word).is_some() || thread_word(word).is_some(), "{word}");
        }
        let page = include_str!("../../spec/boolprog.md");
        let reserved = page.lines().find(|line| line.starts_with("- **Reserved words**"));
        let listed: Vec<&str> = reserved
            .unwrap_or_default()
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|words| words.contains(' '))
            .flat_map(str::split_whitespace)
            .collect();
        let mut sorted = listed.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, RESERVED);
    }
}
