//! The words of a preprocessed text.
//!
//! Whether an identifier is a typedef name is asked only when the parser pulls the token after
//! [`Token::Name`]: by then every declaration before the identifier has been reduced (Jourdan and
//! Pottier, "A simple, possibly correct LR parser for C11").

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::span::Span;

use super::MAX_NESTING;
use super::literal;
use super::scope::Names;
use super::token::{KEYWORDS, Qualifier, Token};
use crate::ast::{BinaryOp, UnaryOp};
use crate::symbol::Symbol;

/// A word with its place, or why there is none.
pub type Spanned = Result<(usize, Token, usize), Box<Diagnostic>>;

type Refused<T> = Result<T, Box<Diagnostic>>;

/// The words of a text, one after the other; ends at the first error.
pub struct Lexer<'text, 'names> {
    text: &'text str,
    at: usize,
    names: &'names Names<'names>,
    /// Keywords by symbol.
    keywords: Vec<Option<Token>>,
    /// The identifier whose second token is due.
    pending: Option<(usize, Symbol, usize)>,
    /// Nothing but blanks since the line began.
    line_start: bool,
    after_colon: bool,
    brackets: usize,
}

const BLANK: u8 = 1;
const WORD_START: u8 = 2;
const WORD: u8 = 4;
const DIGIT: u8 = 8;

/// What a byte can be part of.
const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        class[byte] = match byte as u8 {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => BLANK,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. => WORD_START | WORD,
            b'0'..=b'9' => WORD | DIGIT,
            _ => 0,
        };
        byte += 1;
    }
    class
};

fn is(byte: u8, class: u8) -> bool {
    CLASS[byte as usize] & class != 0
}

impl<'text, 'names> Lexer<'text, 'names> {
    /// Starts at the beginning of `text`.
    pub fn new(text: &'text str, names: &'names Names<'names>) -> Self {
        let mut keywords = Vec::new();
        for (word, token) in KEYWORDS {
            let index = names.intern(word).0 as usize;
            if keywords.len() <= index {
                keywords.resize(index + 1, None);
            }
            keywords[index] = Some(token.clone());
        }
        Lexer {
            text,
            at: 0,
            names,
            keywords,
            pending: None,
            line_start: true,
            after_colon: false,
            brackets: 0,
        }
    }

    fn byte(&self, offset: usize) -> u8 {
        self.text.as_bytes().get(self.at + offset).copied().unwrap_or(0)
    }

    fn refuse<T>(&self, start: usize, end: usize, message: impl Into<String>) -> Refused<T> {
        Err(Box::new(Diagnostic::at("c-token", Span::new(start, end), message)))
    }

    fn skip_blanks(&mut self) -> Refused<()> {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'\n' => {
                    self.at += 1;
                    self.line_start = true;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'/' if self.byte(1) == b'/' => self.at = self.end_of_line(),
                b'/' if self.byte(1) == b'*' => {
                    let Some(length) = self.text[self.at + 2..].find("*/") else {
                        return self.refuse(self.at, self.at + 2, "this comment is never closed");
                    };
                    self.at += length + 4;
                }
                b'\\' if self.byte(1) == b'\n' => self.at += 2,
                b'\\' if self.byte(1) == b'\r' && self.byte(2) == b'\n' => self.at += 3,
                b'#' if self.line_start => self.directive()?,
                b'%' if self.line_start && self.byte(1) == b':' => self.directive()?,
                _ => break,
            }
        }
        Ok(())
    }

    /// The end of this line, which may be continued.
    fn end_of_line(&self) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        loop {
            let Some(length) = bytes[at..].iter().position(|&byte| byte == b'\n') else {
                return bytes.len();
            };
            let line = &bytes[at..at + length];
            if !line.strip_suffix(b"\r").unwrap_or(line).ends_with(b"\\") {
                return at + length;
            }
            at += length + 1;
        }
    }

    /// Skips what a preprocessor leaves: line markers, `#pragma` and `#ident`.
    fn directive(&mut self) -> Refused<()> {
        let end = self.end_of_line();
        let line = &self.text[self.at..end];
        let rest = line.trim_start_matches(['#', '%', ':']).trim_start();
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        match &rest[..length] {
            "pragma" => {
                let (start, pragma) = (self.at, &rest[length..]);
                self.obey(pragma, start, start + line.trim_end().len())?;
            }
            "line" | "ident" | "sccs" | "" => {}
            word if word.starts_with(|c: char| c.is_ascii_digit()) => {}
            word => {
                let stop = self.at + line.len() - rest.len() + length;
                let message = format!("`#{word}` is a line for the preprocessor");
                let note = "run the preprocessor first, or give the file the suffix `.c`";
                let span = Span::new(self.at, stop);
                return Err(Box::new(Diagnostic::at("c-token", span, message).note(note)));
            }
        }
        self.at = end;
        Ok(())
    }

    fn word(&mut self) -> Refused<Option<Token>> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut end = start + 1;
        let mut union = bytes[start];
        while let Some(&byte) = bytes.get(end)
            && is(byte, WORD)
        {
            union |= byte;
            end += 1;
        }
        if union >= 0x80 {
            self.check_letters(start, end)?;
        }
        let word = &self.text[start..end];
        match bytes.get(end) {
            Some(b'"' | b'\'') if matches!(word, "L" | "u" | "U" | "u8") => {
                return self.read_quoted().map(Some);
            }
            Some(b'\\') if matches!(bytes.get(end + 1), Some(b'u' | b'U')) => {
                return self.universal_word().map(Some);
            }
            Some(b'\\') if end + 2 < bytes.len() => self.check_continuation(start, end)?,
            _ => {}
        }
        self.at = end;
        let symbol = self.names.intern(word);
        match self.keywords.get(symbol.0 as usize) {
            Some(Some(token)) => {
                let token = token.clone();
                self.keyword(token, start)
            }
            _ => {
                self.pending = Some((start, symbol, end));
                Ok(Some(Token::Name(symbol)))
            }
        }
    }

    /// An identifier with universal character names (`\u00e9`), which is how gcc's preprocessor
    /// writes letters outside ASCII.
    fn universal_word(&mut self) -> Refused<Token> {
        let start = self.at;
        let mut word = String::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.bytes().take_while(|&byte| is(byte, WORD)).count();
            word.push_str(&rest[..plain]);
            self.at += plain;
            if self.byte(0) != b'\\' || !matches!(self.byte(1), b'u' | b'U') {
                break;
            }
            let length = if self.byte(1) == b'u' { 4 } else { 8 };
            match literal::universal(&self.text[self.at + 2..], length) {
                Some(character) if character.is_alphanumeric() || is_mark(character) => {
                    word.push(character);
                }
                _ => {
                    let message = "this is not the universal name of a letter";
                    return self.refuse(self.at, self.at + 2, message);
                }
            }
            self.at += 2 + length;
        }
        let symbol = self.names.intern(&word);
        self.pending = Some((start, symbol, self.at));
        Ok(Token::Name(symbol))
    }

    /// Keywords that need a look around; `None` is skipped.
    fn keyword(&mut self, token: Token, start: usize) -> Refused<Option<Token>> {
        Ok(Some(match token {
            Token::Extension => return Ok(None),
            Token::Attribute if self.after_colon => Token::LabelAttribute,
            Token::Qualifier(Qualifier::Atomic) => {
                self.skip_blanks()?;
                if self.byte(0) == b'(' { Token::AtomicType } else { token }
            }
            Token::Pragma => {
                self.skip_pragma(start)?;
                return Ok(None);
            }
            token => token,
        }))
    }

    fn obey(&self, pragma: &str, start: usize, end: usize) -> Refused<()> {
        let obeyed = self.names.packing.borrow_mut().obey(pragma);
        obeyed.or_else(|word| self.refuse(start, end, format!("`#pragma {word}` is not supported")))
    }

    fn skip_pragma(&mut self, start: usize) -> Refused<()> {
        for expected in [b'(', b'"', b')'] {
            self.skip_blanks()?;
            let found = self.byte(0);
            if expected == b'"' && matches!(found, b'"' | b'L' | b'u' | b'U') {
                let from = self.at;
                self.read_quoted()?;
                let pragma = self.text[from..self.at].trim_matches('"');
                self.obey(pragma, start, self.at)?;
            } else if found == expected {
                self.at += 1;
            } else {
                return self.refuse(start, start + 7, "`_Pragma` needs a string in parentheses");
            }
        }
        Ok(())
    }

    /// Letters outside ASCII are fine in identifiers, arrows and quotation marks are not.
    fn check_letters(&self, start: usize, end: usize) -> Refused<()> {
        for (at, character) in self.text[start..end].char_indices() {
            if !(character.is_ascii() || character.is_alphanumeric() || is_mark(character)) {
                let start = start + at;
                let message =
                    format!("the character `{}` has no place here", character.escape_debug());
                return self.refuse(start, start + character.len_utf8(), message);
            }
        }
        Ok(())
    }

    /// A word that goes on after a line continuation would be read as two.
    fn check_continuation(&self, start: usize, end: usize) -> Refused<()> {
        let rest = &self.text[end + 1..];
        let rest = rest.strip_prefix('\r').unwrap_or(rest);
        match rest.strip_prefix('\n').and_then(|line| line.bytes().next()) {
            Some(byte) if is(byte, WORD) => self.refuse(
                start,
                end,
                "this word is continued on the next line; run the preprocessor first",
            ),
            _ => Ok(()),
        }
    }

    fn number(&mut self) -> Refused<Token> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut end = start;
        while let Some(&byte) = bytes.get(end) {
            let dots = byte == b'.' && bytes.get(end + 1) == Some(&b'.');
            let sign = matches!(byte, b'+' | b'-')
                && end > start
                && match bytes[end - 1] {
                    b'e' | b'E' => !self.text[start..].starts_with(['0']) || !is_hex(bytes, start),
                    b'p' | b'P' => is_hex(bytes, start),
                    _ => false,
                };
            if dots || !(is(byte, WORD) || byte == b'.' || sign) {
                break;
            }
            end += 1;
        }
        self.at = end;
        literal::number(&self.text[start..end], start)
    }

    /// A character or string, with its prefix; neighbouring strings are joined.
    fn read_quoted(&mut self) -> Refused<Token> {
        let start = self.at;
        let first = self.raw_literal()?;
        if self.text[start..first.end].ends_with('\'') {
            return literal::character(self.text, first);
        }
        let mut end = first.end;
        let mut more = Vec::new();
        loop {
            let (before, line_start) = (self.at, self.line_start);
            self.skip_blanks()?;
            let prefix = match (self.byte(0), self.byte(1)) {
                (b'u', b'8') => 2,
                (b'L' | b'u' | b'U', _) => 1,
                _ => 0,
            };
            if self.byte(prefix) != b'"' {
                (self.at, self.line_start) = (before, line_start);
                break;
            }
            let part = self.raw_literal()?;
            end = part.end;
            more.push(part);
        }
        self.at = end;
        literal::string(self.text, first, &more)
    }

    /// The place of a literal whose prefix or quote is next.
    fn raw_literal(&mut self) -> Refused<Span> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        while !matches!(self.byte(0), b'"' | b'\'') {
            self.at += 1;
        }
        let quote = self.byte(0);
        let mut at = self.at + 1;
        loop {
            match bytes.get(at) {
                Some(b'\\') if bytes[at + 1..].starts_with(b"\r\n") => at += 3,
                Some(b'\\') => at += 2,
                Some(&byte) if byte == quote => break,
                None | Some(b'\n') => {
                    let what = if quote == b'"' { "string" } else { "character" };
                    let message = format!("this {what} is not closed on its line");
                    return self.refuse(start, self.at + 1, message);
                }
                Some(_) => at += 1,
            }
        }
        self.at = at + 1;
        Ok(Span::new(start, self.at))
    }

    fn operator(&mut self, first: u8) -> Refused<Token> {
        let start = self.at;
        let (second, third) = (self.byte(1), self.byte(2));
        let (token, length) = match (first, second, third) {
            (b'(', ..) => (Token::Open, 1),
            (b')', ..) => (Token::Close, 1),
            (b';', ..) => (Token::Semicolon, 1),
            (b',', ..) => (Token::Comma, 1),
            (b'[', ..) => (Token::OpenBracket, 1),
            (b']', ..) => (Token::CloseBracket, 1),
            (b'{', ..) => (Token::OpenBrace, 1),
            (b'}', ..) => (Token::CloseBrace, 1),
            (b'<', b'<', b'=') => (Token::AssignOp(BinaryOp::Shl), 3),
            (b'>', b'>', b'=') => (Token::AssignOp(BinaryOp::Shr), 3),
            (b'.', b'.', b'.') => (Token::Ellipsis, 3),
            (b'-', b'>', _) => (Token::Arrow, 2),
            (b'+', b'+', _) => (Token::Increment(false), 2),
            (b'-', b'-', _) => (Token::Increment(true), 2),
            (b'<', b'<', _) => (Token::Binary(BinaryOp::Shl), 2),
            (b'>', b'>', _) => (Token::Binary(BinaryOp::Shr), 2),
            (b'<', b'=', _) => (Token::Binary(BinaryOp::LessEqual), 2),
            (b'>', b'=', _) => (Token::Binary(BinaryOp::GreaterEqual), 2),
            (b'=', b'=', _) => (Token::Binary(BinaryOp::Equal), 2),
            (b'!', b'=', _) => (Token::Binary(BinaryOp::NotEqual), 2),
            (b'&', b'&', _) => (Token::AndAnd, 2),
            (b'|', b'|', _) => (Token::Binary(BinaryOp::Or), 2),
            (b'*', b'=', _) => (Token::AssignOp(BinaryOp::Mul), 2),
            (b'/', b'=', _) => (Token::AssignOp(BinaryOp::Div), 2),
            (b'%', b'=', _) => (Token::AssignOp(BinaryOp::Rem), 2),
            (b'+', b'=', _) => (Token::AssignOp(BinaryOp::Add), 2),
            (b'-', b'=', _) => (Token::AssignOp(BinaryOp::Sub), 2),
            (b'&', b'=', _) => (Token::AssignOp(BinaryOp::BitAnd), 2),
            (b'^', b'=', _) => (Token::AssignOp(BinaryOp::BitXor), 2),
            (b'|', b'=', _) => (Token::AssignOp(BinaryOp::BitOr), 2),
            (b'<', b':', _) => (Token::OpenBracket, 2),
            (b':', b'>', _) => (Token::CloseBracket, 2),
            (b'<', b'%', _) => (Token::OpenBrace, 2),
            (b'%', b'>', _) => (Token::CloseBrace, 2),
            (b'=', ..) => (Token::Assign, 1),
            (b'*', ..) => (Token::Star, 1),
            (b'.', ..) => (Token::Dot, 1),
            (b'&', ..) => (Token::Ampersand, 1),
            (b'+', ..) => (Token::Plus, 1),
            (b'-', ..) => (Token::Minus, 1),
            (b'!', ..) => (Token::Prefix(UnaryOp::Not), 1),
            (b'~', ..) => (Token::Prefix(UnaryOp::BitNot), 1),
            (b'<', ..) => (Token::Binary(BinaryOp::Less), 1),
            (b'>', ..) => (Token::Binary(BinaryOp::Greater), 1),
            (b'/', ..) => (Token::Binary(BinaryOp::Div), 1),
            (b'%', ..) => (Token::Binary(BinaryOp::Rem), 1),
            (b'^', ..) => (Token::Binary(BinaryOp::BitXor), 1),
            (b'|', ..) => (Token::Binary(BinaryOp::BitOr), 1),
            (b'?', ..) => (Token::Question, 1),
            (b':', ..) => (Token::Colon, 1),
            _ => {
                let found = self.text[start..].chars().next().unwrap_or_default();
                let message = format!("the character `{}` has no place here", found.escape_debug());
                return self.refuse(start, start + found.len_utf8(), message);
            }
        };
        self.at += length;
        self.count_brackets(&token, start)?;
        Ok(token)
    }

    fn count_brackets(&mut self, token: &Token, start: usize) -> Refused<()> {
        match token {
            Token::Open | Token::OpenBracket | Token::OpenBrace => {
                self.brackets += 1;
                if self.brackets > MAX_NESTING as usize {
                    return Err(too_deep(Span::new(start, self.at), "brackets are"));
                }
            }
            Token::Close | Token::CloseBracket | Token::CloseBrace => {
                self.brackets = self.brackets.saturating_sub(1);
            }
            _ => {}
        }
        Ok(())
    }

    fn token(&mut self) -> Refused<Option<(usize, Token, usize)>> {
        loop {
            self.skip_blanks()?;
            let start = self.at;
            let Some(&first) = self.text.as_bytes().get(start) else { return Ok(None) };
            self.line_start = false;
            let token = match first {
                _ if is(first, WORD_START) => match self.word()? {
                    Some(token) => token,
                    None => continue,
                },
                _ if is(first, DIGIT) => self.number()?,
                b'.' if is(self.byte(1), DIGIT) => self.number()?,
                b'"' | b'\'' => self.read_quoted()?,
                b'\\' if matches!(self.byte(1), b'u' | b'U') => self.universal_word()?,
                _ => self.operator(first)?,
            };
            self.after_colon = token == Token::Colon;
            return Ok(Some((start, token, self.at)));
        }
    }
}

impl Iterator for Lexer<'_, '_> {
    type Item = Spanned;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some((start, name, end)) = self.pending.take() {
            let token = if self.names.is_type(name) { Token::Type } else { Token::Variable };
            return Some(Ok((start, token, end)));
        }
        self.token().transpose()
    }
}

/// Whether the number that starts here is hexadecimal.
fn is_hex(bytes: &[u8], start: usize) -> bool {
    bytes[start] == b'0' && matches!(bytes.get(start + 1), Some(b'x' | b'X'))
}

/// Combining marks, which identifiers of some languages need.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}')
}

/// The refusal of nesting beyond [`MAX_NESTING`].
pub fn too_deep(span: Span, what: &str) -> Box<Diagnostic> {
    let message = format!("{what} nested more than {MAX_NESTING} deep");
    Box::new(Diagnostic::at("c-nesting", span, message))
}
