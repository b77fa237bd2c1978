//! Syntax errors in words: what was found, and what would have been right.

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::span::Span;
use lalrpop_util::ParseError;

use super::lexer::{Token, threads};

/// Words that start an expression and nothing else.
const EXPRESSION: [&str; 3] = ["\"*\"", "\"choose\"", "\"'\""];
/// Words that may start an expression.
const EXPRESSION_START: [&str; 12] = [
    "identifier",
    "quoted",
    "number",
    "\"true\"",
    "\"false\"",
    "\"!\"",
    "\"*\"",
    "\"choose\"",
    "\"schoose\"",
    "\"nondet\"",
    "\"(\"",
    "\"'\"",
];
const STATEMENT_START: [&str; 18] = [
    "identifier",
    "quoted",
    "number",
    "\"_\"",
    "\"abortif\"",
    "\"assert\"",
    "\"assume\"",
    "\"constrain\"",
    "\"dead\"",
    "\"decl\"",
    "\"enforce\"",
    "\"goto\"",
    "\"if\"",
    "\"print\"",
    "\"return\"",
    "\"skip\"",
    "\"while\"",
    "\";\"",
];
const OPERATORS: [&str; 6] = ["\"&\"", "\"|\"", "\"^\"", "\"=\"", "\"!=\"", "\"=>\""];
const PROCEDURE_START: [&str; 3] = ["\"void\"", "\"bool\"", "\"dfs\""];
const NAME: [&str; 2] = ["identifier", "quoted"];

/// The parser's error as a diagnostic.
pub fn diagnostic(text: &str, error: ParseError<usize, Token<'_>, Box<Diagnostic>>) -> Diagnostic {
    match error {
        ParseError::User { error } => *error,
        ParseError::InvalidToken { location } => {
            Diagnostic::at("bp-syntax", Span::new(location, location), "this cannot be read")
        }
        ParseError::UnrecognizedEof { location: _, expected } => {
            let expected = without_action(expected);
            let end = text.trim_end().len();
            let message = format!("the file ends here, but {}", expectation(&expected));
            Diagnostic::at("bp-syntax", Span::new(end, end), message)
        }
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            unexpected(text, start, &token, end, &without_action(expected))
        }
        ParseError::ExtraToken { token: (start, token, end) } => {
            unexpected(text, start, &token, end, &[])
        }
    }
}

/// Programs with actions are made by tools: whoever writes one by hand is told of other words.
fn without_action(mut expected: Vec<String>) -> Vec<String> {
    expected.retain(|one| one != "\"action\"");
    expected
}

fn unexpected(
    text: &str,
    start: usize,
    token: &Token<'_>,
    end: usize,
    expected: &[String],
) -> Diagnostic {
    if *token == Token::Semicolon {
        let before = text[..start].trim_end();
        for (word, what) in [
            ("wait", "`wait` waits for another thread"),
            ("broadcast", "`broadcast` wakes other threads"),
        ] {
            let own_word = |rest: &str| !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if before.strip_suffix(word).is_some_and(own_word) {
                return *threads(Span::new(before.len() - word.len(), before.len()), what);
            }
        }
    }
    let found = excerpt(&text[start..end]);
    let message = format!("found `{found}`, but {}", expectation(expected));
    let diagnostic = Diagnostic::at("bp-syntax", Span::new(start, end), message);
    match note(token, &found, expected) {
        Some(note) => diagnostic.note(note),
        None => diagnostic,
    }
}

fn note(token: &Token<'_>, found: &str, expected: &[String]) -> Option<String> {
    let has = |word: &str| expected.iter().any(|e| e == word);
    let is_word = found.starts_with(|c: char| c.is_ascii_alphabetic());
    let operator = OPERATORS.iter().any(|word| has(word));
    match token {
        Token::Ident(_) | Token::Quoted(_) => None,
        Token::Open if operator => Some("a call cannot stand inside an expression".to_owned()),
        Token::Star if operator && found == "?" => {
            Some("`?` is a value, the same as `*`; there is no conditional expression".to_owned())
        }
        _ if is_word && has("identifier") && !has("\"skip\"") && !has("\"*\"") => {
            Some(format!("`{found}` is a word of the language and cannot be a name"))
        }
        _ => None,
    }
}

fn excerpt(found: &str) -> String {
    let mut short: String = found.chars().take(40).collect();
    if short.len() < found.len() {
        short.push('…');
    }
    short.replace(['\n', '\r', '\t'], " ")
}

/// "an expression, `)` or `,` was expected", with the many words that start an expression, a
/// statement or a procedure counted as one.
fn expectation(expected: &[String]) -> String {
    let has = |word: &str| expected.iter().any(|e| e == word);
    let mut grouped: Vec<&str> = Vec::new();
    let mut said: Vec<String> = Vec::new();
    let mut group = |present: bool, words: &[&'static str], name: &str| {
        if present {
            grouped.extend(words);
            said.push(name.to_owned());
        }
    };
    let statement = has("\"skip\"");
    group(has("\";\"") && !statement && !has("\"void\""), &["\";\""], "`;`");
    group(statement, &STATEMENT_START, "a statement");
    group(EXPRESSION.iter().any(|word| has(word)), &EXPRESSION_START, "an expression");
    group(has("\"void\""), &PROCEDURE_START, "a procedure");
    if has("\"void\"") && has("\"decl\"") {
        group(true, &["\"decl\"", "\"enforce\"", "\";\""], "a declaration");
    }
    group(OPERATORS.iter().any(|word| has(word)), &OPERATORS, "an operator");
    let plain_name = NAME.iter().all(|word| has(word)) && !grouped_has(&grouped, NAME[0]);
    if plain_name {
        grouped.extend(NAME);
        let name = if has("number") { "a label" } else { "a name" };
        said.push(name.to_owned());
        if has("number") {
            grouped.push("number");
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    for word in expected {
        if !grouped_has(&grouped, word) && seen.insert(word) {
            said.push(match word.as_str() {
                "number" => "a number".to_owned(),
                word => format!("`{}`", word.trim_matches('"')),
            });
        }
    }
    match said.split_last() {
        None => "nothing more was expected".to_owned(),
        Some((last, [])) => format!("{last} was expected"),
        Some((last, before)) => format!("{} or {last} was expected", before.join(", ")),
    }
}

fn grouped_has(grouped: &[&str], word: &str) -> bool {
    grouped.contains(&word)
}
