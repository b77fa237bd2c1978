//! Reading: text to tokens to statements to validated properties.

use std::collections::HashMap;

use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::linear::{LinearProperty, Path, Stated};
use belnap_ir::operator::{Operator, OperatorProperty};
use belnap_ir::property::{Formula, Property};
use belnap_ir::span::Span;
use belnap_ir::validate;
use lalrpop_util::ParseError;

use super::grammar::{StatementsParser, WholeParser, WholePathParser};
use super::lexer::{Lexer, Token};
use super::operators::{Load, defined};
use super::prp;
use super::resolve::Resolver;
use super::tree::Statement;
use crate::detect::detect;

/// The newest version of the format. Files without operators are of version 1.
pub(super) const VERSION: u32 = 2;

/// Reads one formula, without definitions and operators.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read_formula(text: &str) -> Result<Formula, Vec<Diagnostic>> {
    match read_property(String::new(), text)? {
        Stated::Branching(property) => Ok(property.formula),
        other => Err(vec![no_meaning(&other)]),
    }
}

/// Reads one formula, without definitions, as a property of this name.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read_property(name: String, text: &str) -> Result<Stated, Vec<Diagnostic>> {
    let mut used = Vec::new();
    let parsed = WholeParser::new()
        .parse(&mut used, Lexer::new(text))
        .map_err(|error| vec![syntax_error(error, text)])?;
    let mut resolver = Resolver::new([], used);
    let formula = resolver.resolve(parsed);
    let mut found = std::mem::take(&mut resolver.found);
    found.extend(validate::property::formula(&formula));
    found.extend(resolver.confused());
    found.truncate(MAX_FOUND);
    if found.is_empty() { Ok(branching(&resolver, name, formula)) } else { Err(found) }
}

/// A property about states, with operators if it has some.
fn branching(resolver: &Resolver, name: String, formula: Formula) -> Stated {
    let applications = resolver.meaning(&formula);
    match applications.is_empty() {
        true => Stated::Branching(Property { name, formula }),
        false => Stated::Operators(OperatorProperty { name, formula, applications }),
    }
}

/// Reads the definition of an operator.
pub(super) fn parse_operator(text: &str) -> Result<Operator, Diagnostic> {
    let parsed = StatementsParser::new().parse(&mut Vec::new(), Lexer::new(text));
    let mut statements = parsed.map_err(|error| unexpected(error, text))?;
    match statements.pop() {
        Some(Statement::Operator { name, span, markers, body }) => {
            defined((name, span), markers, body, &no_files)
        }
        _ => Err(Diagnostic::error("ctl-syntax", Place::Whole, "this is not an operator")),
    }
}

fn no_files(_: &str) -> Result<String, String> {
    Err("no file can be read here".to_owned())
}

/// Reads one formula of LTL, without definitions.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read_path(text: &str) -> Result<Path, Vec<Diagnostic>> {
    let parsed = WholePathParser::new()
        .parse(&mut Vec::new(), Lexer::linear(text))
        .map_err(|error| vec![path_error(error, text)])?;
    let found = validate::property::path(&parsed);
    if found.is_empty() { Ok(parsed) } else { Err(found) }
}

/// Reads a `.ctl` file or an SV-COMP `.prp` file.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read_stated(text: &str) -> Result<Vec<Stated>, Vec<Diagnostic>> {
    read_stated_with(text, &no_files)
}

/// As [`read_stated`], with a way to read the automata that operators name.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read_stated_with(text: &str, load: Load<'_>) -> Result<Vec<Stated>, Vec<Diagnostic>> {
    if prp::is_prp(text) {
        return prp::read(text);
    }
    let version =
        check_kind(text).and_then(|()| check_header(text)).map_err(|error| vec![error])?;
    let mut used = Vec::new();
    let statements = StatementsParser::new()
        .parse(&mut used, Lexer::new(text))
        .map_err(|error| vec![syntax_error(error, text)])?;
    let operators = statements.iter().find_map(|statement| match statement {
        Statement::Operator { span, .. } => Some(*span),
        _ => None,
    });
    if let Some(span) = operators.or(used.first().map(|used| used.span))
        && version == Some(1)
    {
        let message = "files of version 1 have no operators";
        return Err(vec![
            Diagnostic::at("ctl-version", span, message)
                .note(format!("the first line can be '// belnap ctl {VERSION}'")),
        ]);
    }
    let mut resolver = Resolver::new(statements.iter().filter_map(definition), used);
    properties(text, &mut resolver, statements, load)
}

/// The name that a statement defines.
fn definition(statement: &Statement) -> Option<&str> {
    match statement {
        Statement::Let { name, .. } => Some(name),
        _ => None,
    }
}

/// As [`read_stated`], where LTL and operators have no meaning.
///
/// # Errors
/// Every rule that the text breaks, with its place, and properties in LTL or with operators.
pub fn read_file(text: &str) -> Result<Vec<Property>, Vec<Diagnostic>> {
    let stated = read_stated(text)?.into_iter().map(|one| match one {
        Stated::Branching(property) => Ok(property),
        other => Err(vec![no_meaning(&other)]),
    });
    stated.collect()
}

/// The refusal of a property that is not about states alone.
fn no_meaning(property: &Stated) -> Diagnostic {
    let name = match property.name() {
        "" => "this".to_owned(),
        name => format!("'{name}'"),
    };
    let refuse =
        |rule, what| Diagnostic::error(rule, Place::Whole, format!("{name} is a property {what}"));
    match property {
        Stated::Linear(_) => refuse("ctl-linear", "in LTL")
            .note("belnap check, belnap-check, belnap verify and belnap-passes take it"),
        Stated::Branching(_) | Stated::Operators(_) => refuse("ctl-operator", "with operators")
            .note("belnap check, belnap-check and belnap verify-system take it"),
    }
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

/// The first line may say what the file is; if it does, it must be one of ours. The version, if it
/// says one.
fn check_header(text: &str) -> Result<Option<u32>, Diagnostic> {
    let first = text.lines().next().unwrap_or("");
    let mut words = first.trim_start_matches('\u{feff}').split_whitespace();
    if words.next() != Some("//") || words.next() != Some("belnap") {
        return Ok(None);
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
        Ok(number) if (1..=VERSION).contains(&number) && words.next().is_none() => Ok(Some(number)),
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
fn properties(
    text: &str,
    resolver: &mut Resolver,
    statements: Vec<Statement>,
    load: Load<'_>,
) -> Result<Vec<Stated>, Vec<Diagnostic>> {
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
                properties.push(branching(resolver, name, formula));
            }
            Statement::Operator { name, span, markers, body } => {
                let operator = defined((name, span), markers, body, load);
                found.extend(operator.and_then(|own| resolver.operators.define(own, span)).err());
            }
            Statement::Linear { name, span, path } => {
                found.extend(names.add(&name, span));
                let path = resolver.resolve_path(path, text);
                found.extend(validate::property::path(&path));
                properties.push(Stated::Linear(LinearProperty { name, path }));
            }
        }
        found.append(&mut resolver.found);
        if found.len() > MAX_FOUND {
            break;
        }
    }
    found.extend(resolver.confused());
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
    let found = unexpected(error, text);
    let linear = found.rule == "ctl-syntax" && looks_like_ltl(text);
    // In a file that states LTL, the mistake may be anywhere.
    match linear && !text.contains("ltl") {
        true => found.note(
            "this looks like LTL (`belnap verify --ltl`, or 'ltl name: …;' in a file); in CTL and \
             the mu-calculus each G, F, X and U has an A (on all executions) or E (on some) before \
             it: AG p, AF p, A[p U q]",
        ),
        false => found,
    }
}

/// What is wrong with a formula of LTL.
fn path_error(error: ParseError<usize, Token<'_>, Diagnostic>, text: &str) -> Diagnostic {
    let found = unexpected(error, text);
    match found.rule == "ctl-syntax" && looks_like_ctl(text) {
        true => found.note(
            "this looks like CTL or the mu-calculus (`belnap verify --property`, or 'property \
             name: …;' in a file); in LTL, which is about every execution by itself, G, F, X and U \
             stand alone: G p, F p, p U q",
        ),
        false => found,
    }
}

fn unexpected(error: ParseError<usize, Token<'_>, Diagnostic>, text: &str) -> Diagnostic {
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
    Diagnostic::at("ctl-syntax", span, message)
}

/// Whether some temporal operator has no path quantifier.
fn looks_like_ltl(text: &str) -> bool {
    // After text that is no token, the lexer stays where it is.
    let mut tokens = Lexer::new(text).map_while(Result::ok);
    if tokens.any(|(_, token, _)| matches!(token, Token::Applied(..))) {
        return false;
    }
    let outside = outside_conditions(text);
    words(&outside).any(|word| matches!(word, "G" | "F" | "X" | "GF" | "FG"))
        || outside.trim_start().starts_with("[]")
}

/// Whether there is an operator that LTL does not have.
fn looks_like_ctl(text: &str) -> bool {
    let outside = outside_conditions(text);
    let ours = ["EX", "AX", "EF", "AF", "EG", "AG", "mu", "nu"];
    words(&outside).any(|word| ours.contains(&word)) || outside.contains(['[', '<'])
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

/// The text with blanks for conditions.
fn outside_conditions(text: &str) -> String {
    let mut inside = false;
    let blank = |c| {
        inside = (inside || c == '{') && c != '}';
        if inside { ' ' } else { c }
    };
    text.chars().map(blank).collect()
}

/// The expected terminals in a person's words.
fn expectation(expected: &[String]) -> Option<String> {
    /// Terminals that only start or continue what a group's name says.
    const OPERATORS: [&str; 8] = ["&", "|", "->", "<->", "U", "R", "W", "."];
    const STARTS: [&str; 21] = [
        "X",
        "F",
        "G",
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
        "applied",
    ];
    const NAMES: [&str; 13] =
        ["name", "E", "A", "U", "R", "W", "X", "F", "G", "at", "enter", "pc", "ltl"];

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
