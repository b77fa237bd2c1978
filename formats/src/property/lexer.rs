//! Tokens of the property language.
//!
//! Inside the parentheses of `at(…)` and `enter(…)` other rules hold: file names and labels are
//! one token there, and there are no comments. A statement that defines an operator has no
//! conditions, places and keywords; one in LTL applies no operators.

use std::fmt;

use belnap_ir::boolprog::MAX_NESTING;
use belnap_ir::c_tokens::normalise_condition;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::property::Quantifier;
use belnap_ir::span::Span;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'input> {
    /// A keyword or symbol, in its canonical spelling.
    Fixed(&'static str),
    /// A name that is not a keyword: `p`, `$b`, `f::x`.
    Name(&'input str),
    /// A word that starts with a digit.
    Number(&'input str),
    /// A file name, label or line number inside `at(…)`.
    Text(&'input str),
    /// `"…"`, escapes replaced.
    Quoted(String),
    /// `{…}`: the normalised text between the braces.
    Condition(String),
    /// `A always_or`: an operator, and about which executions. Its arguments follow.
    Applied(Quantifier, &'input str),
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Fixed(text) => write!(f, "'{text}'"),
            Token::Name(text) | Token::Number(text) | Token::Text(text) => {
                write!(f, "'{}'", shorten(text))
            }
            Token::Quoted(text) => write!(f, "\"{}\"", shorten(text)),
            Token::Condition(text) => write!(f, "'{{{}}}'", shorten(text)),
            Token::Applied(quantifier, name) => {
                write!(f, "'{} {}'", quantifier.letter(), shorten(name))
            }
        }
    }
}

fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((cut, _)) => format!("{}…", &text[..cut]),
    }
}

/// Words that are never names.
const KEYWORDS: [&str; 14] = [
    "true", "false", "mu", "nu", "EX", "AX", "EF", "AF", "EG", "AG", "halted", "failed", "let",
    "property",
];

/// Words with a meaning in some places that are names everywhere else.
const CONTEXTUAL: [&str; 12] = ["E", "A", "U", "R", "W", "X", "F", "G", "at", "enter", "pc", "ltl"];

/// Those that are operators of LTL, and so no names there.
const LINEAR: [&str; 6] = ["U", "R", "W", "X", "F", "G"];

/// Spellings of symbols, longest first, each with its canonical one.
const SYMBOLS: [(&str, &str); 22] = [
    ("<->", "<->"),
    ("->", "->"),
    ("&&", "&"),
    ("||", "|"),
    ("!=", "!="),
    ("==", "="),
    (".*", ".*"),
    ("&", "&"),
    ("|", "|"),
    ("!", "!"),
    ("~", "!"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    (".", "."),
    (",", ","),
    (":", ":"),
    (";", ";"),
];

/// Symbols in the definition of an operator.
const EXPRESSION_SYMBOLS: [&str; 12] = ["(", ")", "{", "}", "|", "*", "+", "?", "^", ",", "=", ";"];

/// Whether an operator can have this name.
pub fn is_operator_name(text: &str) -> bool {
    is_plain_name(text) && !text.contains("::") && !matches!(text, "at" | "enter")
}

/// Operators whose names stand between the formulas of CTL's `E[p U q]`.
pub const BETWEEN: [&str; 3] = ["U", "R", "W"];

/// Whether the text is read back as one name.
pub fn is_plain_name(text: &str) -> bool {
    !text.is_empty() && name_length(text) == text.len() && !KEYWORDS.contains(&text)
}

/// Whether the text is read back as one name in a formula of LTL.
pub fn is_plain_linear_name(text: &str) -> bool {
    is_plain_name(text) && !LINEAR.contains(&text)
}

/// Whether the text is read back as one word inside `at(…)`.
pub fn is_plain_place(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_place_char)
}

fn is_place_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '/' | '+' | '-')
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '_' | '$')
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

fn run_length(text: &str, belongs: fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// Length of the name, possibly qualified by `::`, at the start of the text; 0 if there is none.
fn name_length(text: &str) -> usize {
    if !text.starts_with(is_name_start) {
        return 0;
    }
    let mut length = run_length(text, is_word_char);
    while let Some(rest) = text[length..].strip_prefix("::")
        && rest.starts_with(is_name_start)
    {
        length += 2 + run_length(rest, is_word_char);
    }
    length
}

/// What the lexer expects because of the last tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Formula,
    /// After `at` or `enter`: a parenthesis starts a place.
    BeforePlace,
    Place,
}

/// What kind of statement the lexer is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Statement {
    /// At its first token.
    Start,
    Branching,
    Linear,
    Operator,
}

/// The tokens of a text, with their byte ranges.
#[derive(Clone)]
pub struct Lexer<'input> {
    text: &'input str,
    at: usize,
    mode: Mode,
    statement: Statement,
    /// Open parentheses and brackets, innermost last.
    open: Vec<char>,
}

/// A token and its byte range, or why there is none.
type Spanned<'input> = Result<(usize, Token<'input>, usize), Diagnostic>;

impl<'input> Lexer<'input> {
    /// The tokens of `text`.
    pub fn new(text: &'input str) -> Self {
        let statement = Statement::Start;
        Lexer { text, at: 0, mode: Mode::Formula, statement, open: Vec::new() }
    }

    /// The tokens of a formula of LTL.
    pub fn linear(text: &'input str) -> Self {
        Lexer { statement: Statement::Linear, ..Lexer::new(text) }
    }

    fn rest(&self) -> &'input str {
        &self.text[self.at..]
    }

    /// Skips white space and, outside places, comments.
    fn skip_blanks(&mut self) -> Result<(), Diagnostic> {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            self.at += rest.len() - trimmed.len();
            if self.mode == Mode::Place {
                return Ok(());
            } else if trimmed.starts_with("//") {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if let Some(comment) = trimmed.strip_prefix("/*") {
                let Some(length) = comment.find("*/") else {
                    return Err(self.error_here(2, "this comment is not closed"));
                };
                self.at += length + 4;
            } else {
                return Ok(());
            }
        }
    }

    fn error_here(&self, length: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic::at("ctl-syntax", Span::new(self.at, self.at + length), message)
    }

    /// Ends the token of that many bytes.
    fn take(&mut self, length: usize, token: Token<'input>) -> Spanned<'input> {
        let start = self.at;
        self.at += length;
        Ok((start, token, self.at))
    }

    fn lex_place(&mut self, first: char) -> Spanned<'input> {
        let rest = self.rest();
        match first {
            ':' => self.take(1, Token::Fixed(":")),
            ')' => {
                self.mode = Mode::Formula;
                self.open.pop();
                self.take(1, Token::Fixed(")"))
            }
            '"' => self.lex_quoted(),
            c if is_place_char(c) => {
                let length = run_length(rest, is_place_char);
                self.take(length, Token::Text(&rest[..length]))
            }
            c => Err(self
                .error_here(c.len_utf8(), format!("unexpected '{}' in a place", c.escape_debug()))
                .note("a label or file name with other characters is quoted: at(\"my label\")")),
        }
    }

    fn lex_formula(&mut self, first: char) -> Spanned<'input> {
        let rest = self.rest();
        match first {
            '"' => return self.lex_quoted(),
            '{' => return self.lex_condition(),
            c if is_name_start(c) => {
                let length = name_length(rest);
                let word = &rest[..length];
                if let Some((name, quantifier)) = self.application(word) {
                    let length = name.end - self.at;
                    return self.take(length, Token::Applied(quantifier, &self.text[name]));
                }
                let fixed =
                    KEYWORDS.iter().chain(&CONTEXTUAL).copied().find(|keyword| *keyword == word);
                if matches!(word, "at" | "enter") {
                    self.mode = Mode::BeforePlace;
                }
                return self.take(length, fixed.map_or(Token::Name(word), Token::Fixed));
            }
            c if c.is_ascii_digit() => {
                let length = run_length(rest, is_word_char);
                return self.take(length, Token::Number(&rest[..length]));
            }
            _ => {}
        }
        let Some((spelling, symbol)) =
            SYMBOLS.iter().find(|(spelling, _)| rest.starts_with(spelling))
        else {
            let message = format!("unexpected character '{}'", first.escape_debug());
            return Err(self.error_here(first.len_utf8(), message));
        };
        self.count_bracket(first)?;
        self.take(spelling.len(), Token::Fixed(symbol))
    }

    fn count_bracket(&mut self, first: char) -> Result<(), Diagnostic> {
        match first {
            '(' | '[' if self.open.len() == MAX_NESTING => Err(Diagnostic::at(
                "ctl-nesting",
                Span::new(self.at, self.at + 1),
                format!("brackets are nested more than {MAX_NESTING} deep"),
            )),
            '(' | '[' => {
                self.open.push(first);
                Ok(())
            }
            ')' | ']' => {
                self.open.pop();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Whether `A` or `E` stands before an operator and its arguments: the range of its name.
    fn application(&self, word: &str) -> Option<(std::ops::Range<usize>, Quantifier)> {
        let quantifier = match word {
            "A" => Quantifier::Forall,
            "E" => Quantifier::Exists,
            _ => return None,
        };
        if self.statement == Statement::Linear {
            return None;
        }
        let mut ahead = self.clone();
        ahead.at += word.len();
        ahead.skip_blanks().ok()?;
        let start = ahead.at;
        let name = &ahead.rest()[..name_length(ahead.rest())];
        let between = BETWEEN.contains(&name) && self.open.last() == Some(&'[');
        if !is_operator_name(name) || between {
            return None;
        }
        ahead.at += name.len();
        let end = ahead.at;
        ahead.skip_blanks().ok()?;
        if let Some(rest) = ahead.rest().strip_prefix('[') {
            let rest = rest.trim_start();
            let rest = rest[run_length(rest, is_word_char)..].trim_start();
            ahead.at = ahead.text.len() - rest.strip_prefix(']')?.len();
            ahead.skip_blanks().ok()?;
        }
        ahead.rest().starts_with('(').then_some((start..end, quantifier))
    }

    /// What kind of statement starts with this text.
    fn statement_of(&self) -> Statement {
        let rest = self.rest();
        let word = &rest[..name_length(rest)];
        let mut ahead = self.clone();
        ahead.at += word.len();
        let named = ahead.skip_blanks().is_ok()
            && (ahead.rest().starts_with(is_name_start) || ahead.rest().starts_with('"'));
        match word {
            "ltl" if named => Statement::Linear,
            "operator" if named => Statement::Operator,
            _ => Statement::Branching,
        }
    }

    /// A token of the definition of an operator.
    fn lex_expression(&mut self, first: char) -> Spanned<'input> {
        let rest = self.rest();
        if first == '"' {
            return self.lex_quoted();
        }
        if is_name_start(first) {
            let length = run_length(rest, is_word_char);
            let word = &rest[..length];
            let quoted = rest[length..].trim_start().starts_with('"');
            return match (word, quoted) {
                ("hoa", true) => self.take(length, Token::Fixed("hoa")),
                _ => self.take(length, Token::Name(word)),
            };
        }
        if first.is_ascii_digit() {
            let length = run_length(rest, is_word_char);
            return self.take(length, Token::Number(&rest[..length]));
        }
        let mut symbols = EXPRESSION_SYMBOLS.iter();
        let Some(symbol) = symbols.find(|symbol| rest.starts_with(**symbol)) else {
            let message = format!("unexpected character '{}'", first.escape_debug());
            return Err(self
                .error_here(first.len_utf8(), message)
                .note("an operator is defined by an expression such as {p}* {q} {}^w"));
        };
        self.count_bracket(first)?;
        self.take(1, Token::Fixed(symbol))
    }

    fn lex_quoted(&mut self) -> Spanned<'input> {
        let mut text = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((offset, c)) = chars.next() {
            match c {
                '"' if text.is_empty() => return Err(self.error_here(2, "a name is empty")),
                '"' => return self.take(offset + 1, Token::Quoted(text)),
                '\n' => break,
                '\\' => match chars.next() {
                    Some((_, c @ ('"' | '\\'))) => text.push(c),
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 't')) => text.push('\t'),
                    Some((_, 'r')) => text.push('\r'),
                    Some((end, c)) => {
                        let span = Span::new(self.at + offset, self.at + end + c.len_utf8());
                        let message = format!("unknown escape '\\{}'", c.escape_debug());
                        return Err(Diagnostic::at("ctl-syntax", span, message)
                            .note("the escapes are \\\" \\\\ \\n \\t \\r"));
                    }
                    None => break,
                },
                c => text.push(c),
            }
        }
        Err(self.error_here(1, "this quoted name is not closed on its line"))
    }

    fn lex_condition(&mut self) -> Spanned<'input> {
        let rest = self.rest();
        let mut depth = 0_usize;
        let mut quote = None;
        let mut escaped = false;
        for (offset, c) in rest.char_indices() {
            match (quote, c) {
                (Some(_), _) if escaped => escaped = false,
                (Some(_), '\\') => escaped = true,
                (Some(open), c) if c == open => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') => quote = Some(c),
                (None, '{') => depth += 1,
                (None, '}') if depth > 1 => depth -= 1,
                (None, '}') => {
                    let text = normalise_condition(&rest[1..offset]);
                    if text.is_empty() {
                        return Err(self.error_here(offset + 1, "this condition is empty"));
                    }
                    return self.take(offset + 1, Token::Condition(text));
                }
                (None, _) => {}
            }
        }
        let what = if quote.is_some() { "a literal in it is not closed" } else { "no '}' follows" };
        Err(self.error_here(1, format!("this condition is not closed: {what}")))
    }
}

impl<'input> Iterator for Lexer<'input> {
    type Item = Spanned<'input>;

    fn next(&mut self) -> Option<Spanned<'input>> {
        if let Err(error) = self.skip_blanks() {
            return Some(Err(error));
        }
        let first = self.rest().chars().next()?;
        if self.mode == Mode::Place {
            return Some(self.lex_place(first));
        }
        if self.statement == Statement::Start {
            self.statement = self.statement_of();
            if self.statement == Statement::Operator {
                return Some(self.take("operator".len(), Token::Fixed("operator")));
            }
        }
        if self.statement == Statement::Operator {
            let token = self.lex_expression(first);
            if first == ';' {
                self.statement = Statement::Start;
            }
            return Some(token);
        }
        let before_place = self.mode == Mode::BeforePlace;
        self.mode = Mode::Formula;
        let token = self.lex_formula(first);
        if before_place && first == '(' {
            self.mode = Mode::Place;
        }
        if first == ';' {
            self.statement = Statement::Start;
        }
        Some(token)
    }
}
