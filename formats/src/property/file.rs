//! Reading: text to tokens to statements to validated properties.

use std::collections::HashMap;

use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::property::{Formula, Property};
use belnap_ir::span::Span;
use belnap_ir::validate;
use lalrpop_util::ParseError;

use super::grammar::{StatementsParser, WholeParser};
use super::lexer::{Lexer, Token};
use super::prp;
use super::resolve::Resolver;
use super::tree::Statement;
use crate::detect::detect;

/// The newest version of the format.
const VERSION: u32 = 1;

/// Reads one formula, without definitions.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read_formula(text: &str) -> Result<Formula, Vec<Diagnostic>> {
    let parsed = WholeParser::new()
        .parse(Lexer::new(text))
        .map_err(|error| vec![syntax_error(error, text)])?;
    let mut resolver = Resolver::default();
    let formula = resolver.resolve(parsed);
    let mut found = resolver.found;
    found.extend(validate::property::formula(&formula));
    found.truncate(MAX_FOUND);
    if found.is_empty() { Ok(formula) } else { Err(found) }
}

/// Reads a `.ctl` file or an SV-COMP `.prp` file.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read_file(text: &str) -> Result<Vec<Property>, Vec<Diagnostic>> {
    if prp::is_prp(text) {
        return prp::read(text);
    }
    check_kind(text).and_then(|()| check_header(text)).map_err(|error| vec![error])?;
    let statements = StatementsParser::new()
        .parse(Lexer::new(text))
        .map_err(|error| vec![syntax_error(error, text)])?;
    properties(text, statements)
}

/// A file of ours in JSON starts like a quoted condition, but is none.
fn check_kind(text: &str) -> Result<(), Diagnostic> {
    match detect(text) {
        Ok(kind) if kind.is_json() => {
            let message = format!("this is {kind}, not a property file");
            Err(Diagnostic::error("ctl-kind", Place::Whole, message))
        }
        _ => Ok(()),
    }
}

/// The first line may say what the file is; if it does, it must be one of ours.
fn check_header(text: &str) -> Result<(), Diagnostic> {
    let first = text.lines().next().unwrap_or("");
    let mut words = first.trim_start_matches('\u{feff}').split_whitespace();
    if words.next() != Some("//") || words.next() != Some("belnap") {
        return Ok(());
    }
    let span = Span::new(0, first.len());
    let kind = words.next().unwrap_or("");
    if kind != "ctl" {
        return Err(Diagnostic::at(
            "ctl-kind",
            span,
            format!("this is a 'belnap {kind}' file, not a property file"),
        ));
    }
    let version = words.next().unwrap_or("");
    match version.parse::<u32>() {
        Ok(number) if (1..=VERSION).contains(&number) && words.next().is_none() => Ok(()),
        Ok(number) if number > VERSION => Err(Diagnostic::at(
            "ctl-version",
            span,
            format!("version {number} is newer than this program, which reads up to {VERSION}"),
        )),
        _ => Err(Diagnostic::at(
            "ctl-version",
            span,
            "the first line names no version of the format",
        )
        .note(format!("expected '// belnap ctl {VERSION}'"))),
    }
}

/// A file with more mistakes than this is not worth reading on.
pub(super) const MAX_FOUND: usize = 50;

/// The properties of a file, definitions replaced, all of them validated.
fn properties(text: &str, statements: Vec<Statement>) -> Result<Vec<Property>, Vec<Diagnostic>> {
    let mut resolver = Resolver::new(statements.iter().filter_map(|statement| match statement {
        Statement::Let { name, .. } => Some(name.as_str()),
        Statement::Property { .. } => None,
    }));
    let mut definitions = Names { text, what: "definitions", first: HashMap::new() };
    let mut names = Names { text, what: "properties", first: HashMap::new() };
    let mut properties = Vec::new();
    let mut found = Vec::new();
    for statement in statements {
        match statement {
            Statement::Let { name, span, body } => {
                found.extend(definitions.add(&name, span));
                let mut formula = resolver.resolve(body);
                let wrong = validate::property::formula(&formula);
                if !wrong.is_empty() {
                    // Uses need not repeat what is wrong with the definition.
                    formula = Formula::Const(true);
                }
                found.extend(wrong);
                resolver.define(name, formula);
            }
            Statement::Property { name, span, formula } => {
                let name = name.unwrap_or_else(|| format!("p{}", properties.len() + 1));
                found.extend(names.add(&name, span));
                let formula = resolver.resolve(formula);
                found.extend(validate::property::formula(&formula));
                properties.push(Property { name, formula });
            }
        }
        found.append(&mut resolver.found);
        if found.len() > MAX_FOUND {
            break;
        }
    }
    if found.is_empty() && properties.is_empty() {
        found.push(Diagnostic::error("ctl-empty", Place::Whole, "the file states no property"));
    }
    found.truncate(MAX_FOUND);
    if found.is_empty() { Ok(properties) } else { Err(found) }
}

/// Names that must be distinct.
struct Names<'t> {
    text: &'t str,
    what: &'static str,
    /// Where each name stands first.
    first: HashMap<String, Span>,
}

impl Names<'_> {
    /// What is wrong if the name is taken.
    fn add(&mut self, name: &str, span: Span) -> Option<Diagnostic> {
        let Some(first) = self.first.get(name) else {
            self.first.insert(name.to_owned(), span);
            return None;
        };
        let line = self.text[..first.start].matches('\n').count() + 1;
        let message = format!("there are two {} called '{name}'", self.what);
        Some(
            Diagnostic::at("ctl-duplicate", span, message)
                .note(format!("the first is on line {line}")),
        )
    }
}

fn syntax_error(error: ParseError<usize, Token<'_>, Diagnostic>, text: &str) -> Diagnostic {
    let (span, found, expected) = match error {
        ParseError::User { error } => return error,
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            (Span::new(start, end), token.to_string(), expected)
        }
        ParseError::ExtraToken { token: (start, token, end) } => {
            (Span::new(start, end), token.to_string(), Vec::new())
        }
        ParseError::UnrecognizedEof { expected, .. } => {
            let end = text.trim_end().len();
            (Span::new(end, end), "the end of the text".to_owned(), expected)
        }
        ParseError::InvalidToken { location } => {
            (Span::new(location, location), "an invalid token".to_owned(), Vec::new())
        }
    };
    let message = match expectation(&expected) {
        Some(expectation) => format!("expected {expectation}, found {found}"),
        None => format!("unexpected {found}"),
    };
    let found = Diagnostic::at("ctl-syntax", span, message);
    match looks_like_ltl(text) {
        true => found.note(
            "this looks like LTL; properties are CTL and the mu-calculus, where each G, F, X and U \
             has an A (on all executions) or E (on some) before it: AG p, AF p, A[p U q]",
        ),
        false => found,
    }
}

/// Whether some temporal operator has no path quantifier.
fn looks_like_ltl(text: &str) -> bool {
    let mut inside = false;
    let outside: String = text
        .chars()
        .map(|c| {
            inside = (inside || c == '{') && c != '}';
            if inside { ' ' } else { c }
        })
        .collect();
    let mut words = outside.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.any(|word| matches!(word, "G" | "F" | "X" | "GF" | "FG"))
        || outside.trim_start().starts_with("[]")
}

/// The expected terminals in a person's words.
fn expectation(expected: &[String]) -> Option<String> {
    /// Terminals that only start or continue what a group's name says.
    const OPERATORS: [&str; 4] = ["&", "|", "->", "<->"];
    const STARTS: [&str; 17] = [
        "true",
        "false",
        "mu",
        "nu",
        "EX",
        "AX",
        "EF",
        "AF",
        "EG",
        "AG",
        "halted",
        "failed",
        "!",
        "(",
        "[",
        "<",
        "condition",
    ];
    const NAMES: [&str; 9] = ["name", "E", "A", "U", "R", "W", "at", "enter", "pc"];

    let terminals: Vec<&str> = expected.iter().map(|name| name.trim_matches('"')).collect();
    let mut words: Vec<String> = Vec::new();
    let formula = terminals.contains(&"true");
    let name = terminals.contains(&"name");
    let operator = terminals.contains(&"&");
    if formula {
        words.push("a formula".to_owned());
    } else if name {
        words.push("a name".to_owned());
    }
    if operator {
        words.push("an operator".to_owned());
    }
    for terminal in terminals {
        let covered = (formula && (STARTS.contains(&terminal) || terminal == "quoted"))
            || (name && (NAMES.contains(&terminal) || terminal == "quoted"))
            || (operator && OPERATORS.contains(&terminal));
        if covered {
            continue;
        }
        words.push(match terminal {
            "number" => "a number".to_owned(),
            "text" => "a label, function or file name".to_owned(),
            "quoted" => "a quoted name".to_owned(),
            symbol => format!("'{symbol}'"),
        });
    }
    let last = words.pop()?;
    if words.is_empty() { Some(last) } else { Some(format!("{} or {last}", words.join(", "))) }
}
