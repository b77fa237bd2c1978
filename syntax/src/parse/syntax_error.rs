//! Syntax errors in words of C: what was found, and what would have been right.

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::span::Span;
use lalrpop_util::ParseError;

use super::token::{KEYWORDS, Token};

/// The parser's error as a diagnostic.
pub fn diagnostic(text: &str, error: ParseError<usize, Token, Box<Diagnostic>>) -> Diagnostic {
    match error {
        ParseError::User { error } => *error,
        ParseError::InvalidToken { location } => {
            Diagnostic::at("c-syntax", Span::new(location, location), "this cannot be read")
        }
        ParseError::UnrecognizedEof { location: _, expected } => {
            let end = text.trim_end().len();
            let message =
                format!("the file ends here, but {} was expected", expectation(&expected));
            Diagnostic::at("c-syntax", Span::new(end, end), message)
        }
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            unexpected(text, start, &token, end, &expected)
        }
        ParseError::ExtraToken { token: (start, token, end) } => {
            unexpected(text, start, &token, end, &[])
        }
    }
}

fn unexpected(
    text: &str,
    start: usize,
    token: &Token,
    end: usize,
    expected: &[String],
) -> Diagnostic {
    let found = excerpt(&text[start..end]);
    let is_type = *token == Token::Type;
    let found = match token {
        Token::Type => format!("found `{found}`, which is the name of a type here"),
        Token::String(_) => format!("found the string {found}"),
        _ => format!("found `{found}`"),
    };
    let message = format!("{found}, but {} was expected", expectation(expected));
    if let Some(at) = missing_semicolon(text, start, expected) {
        let message = format!("a `;` is missing here: {message} on a later line");
        return Diagnostic::at("c-syntax", Span::new(at, at), message);
    }
    let diagnostic = Diagnostic::at("c-syntax", Span::new(start, end), message);
    match note(text, start, token, expected) {
        Some(note) if !is_type => diagnostic.note(note),
        _ => diagnostic,
    }
}

/// Where a statement ends that lacks its `;`, if what follows is on another line.
fn missing_semicolon(text: &str, start: usize, expected: &[String]) -> Option<usize> {
    if !expected.iter().any(|word| word == "\";\"") {
        return None;
    }
    let before = text[..start].trim_end();
    let between = &text[before.len()..start];
    // A line that the preprocessor wrote, or a comment, is not the end of a statement.
    let last = before.lines().next_back()?.trim_start();
    let is_code = !last.starts_with('#') && !before.ends_with("*/") && !last.contains("//");
    (between.contains('\n') && is_code).then_some(before.len())
}

fn note(text: &str, start: usize, token: &Token, expected: &[String]) -> Option<String> {
    let has = |word: &str| expected.iter().any(|e| e == word);
    let before = word_before(text, start);
    let declares = match token {
        Token::Name(_) => !has("NAME"),
        Token::Star => !has("\"*\""),
        _ => false,
    };
    match before {
        Some(word) if declares && !is_keyword(word) => {
            Some(format!("`{word}` is not the name of a type here: no typedef declares it before"))
        }
        _ if *token == Token::OpenBracket && text[start + 1..].trim_start().starts_with('[') => {
            Some("attributes of C23, `[[…]]`, are not supported".to_owned())
        }
        _ if *token == Token::CloseBrace && has("\";\"") && !has("\"_Static_assert\"") => {
            Some("a `;` may be missing before the brace".to_owned())
        }
        _ if *token == Token::Else => Some("no `if` is open here".to_owned()),
        _ if has("NAME") && !has("integer") && is_word(token) => {
            let word = &text[start..];
            let length = word.find(|c: char| !(c.is_alphanumeric() || c == '_'));
            let word = &word[..length.unwrap_or(word.len())];
            Some(format!("`{word}` is a word of the language and cannot be a name"))
        }
        _ => None,
    }
}

/// Whether the token is spelled with letters.
fn is_word(token: &Token) -> bool {
    KEYWORDS.iter().any(|(_, keyword)| keyword == token)
}

fn is_keyword(word: &str) -> bool {
    KEYWORDS.iter().any(|(keyword, _)| *keyword == word)
}

/// The identifier or keyword right before `start`.
fn word_before(text: &str, start: usize) -> Option<&str> {
    let before = text[..start].trim_end();
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let word = &before[before.trim_end_matches(part).len()..];
    word.starts_with(|c: char| !c.is_ascii_digit() && part(c)).then_some(word)
}

fn excerpt(found: &str) -> String {
    let mut short: String = found.chars().take(40).collect();
    if short.len() < found.len() {
        short.push('…');
    }
    short.replace(['\n', '\r', '\t'], " ")
}

/// Words worth naming one by one, in this order.
const SAID: [(&str, &str); 16] = [
    ("\";\"", "`;`"),
    ("\",\"", "`,`"),
    ("\")\"", "`)`"),
    ("\"]\"", "`]`"),
    ("\"}\"", "`}`"),
    ("\"{\"", "`{`"),
    ("\"(\"", "`(`"),
    ("\":\"", "`:`"),
    ("\"=\"", "`=`"),
    ("\"*\"", "`*`"),
    ("\"else\"", "`else`"),
    ("\"while\"", "`while`"),
    ("string", "a string"),
    ("\"...\"", "`...`"),
    ("\"goto\"", "`goto`"),
    ("\"__attribute__\"", "`__attribute__`"),
];

/// Limit on those that are named.
const LONGEST: usize = 4;

/// "an expression or `)`": the many words that start an expression, a statement or a declaration
/// are one thing.
fn expectation(expected: &[String]) -> String {
    let has = |word: &str| expected.iter().any(|e| e == word);
    let mut said: Vec<&str> = Vec::new();
    let mut closing_only = true;
    let (expression, type_word) = (has("integer"), has("basic"));
    if has("\"if\"") {
        said.push(if type_word { "a statement, a declaration" } else { "a statement" });
    } else if expression {
        said.push(if type_word { "an expression, a type" } else { "an expression" });
    } else if has("binary") {
        said.push("an operator");
    } else if has("\"_Static_assert\"") {
        said.push(if has("\"}\"") { "a field" } else { "a declaration" });
    } else if type_word && !has("record") {
        said.push("the name of an attribute");
    } else if type_word && has("NAME") && (has("\"*\"") || has("\"{\"")) {
        said.push("a name");
    } else if type_word {
        said.push(if has("\"...\"") { "a parameter" } else { "a type" });
    } else {
        closing_only = false;
        match () {
            () if has("NAME") => said.push("a name"),
            () if has("TYPE") => said.push("the name of a type"),
            () if has("VARIABLE") => said.push("a name that is not a type"),
            () => {}
        }
    }
    let statement = has("\"if\"") || has("\"_Static_assert\"");
    for (word, name) in SAID {
        let useful = match word {
            "\"}\"" => true,
            "\";\"" => !statement,
            "\")\"" | "\"]\"" | "\":\"" => !statement,
            _ => !closing_only,
        };
        if useful && has(word) && said.len() < LONGEST {
            said.push(name);
        }
    }
    match said.split_last() {
        None => match expected.first() {
            Some(word) => format!("`{}`", word.trim_matches('"')),
            None => "nothing more".to_owned(),
        },
        Some((last, [])) => (*last).replace(", ", " or "),
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
    }
}
