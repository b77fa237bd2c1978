//! SV-COMP property files: `CHECK( init(main()), LTL(G ! call(reach_error())) )`.

use belnap_ir::cfg::AskedKind;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::linear::{LinearProperty, Stated};
use belnap_ir::property::{Along, Atom, Formula, Property, Quantifier};
use belnap_ir::span::Span;

use super::file::{MAX_FOUND, read_path};

/// Properties of SV-COMP that are checks of the graph, not formulas, by the text inside `LTL(…)`
/// without blanks.
const CHECKS: [(&str, AskedKind); 5] = [
    ("Gvalid-free", AskedKind::Free),
    ("Gvalid-deref", AskedKind::Access),
    ("Gvalid-memtrack", AskedKind::Lost),
    ("Gvalid-memcleanup", AskedKind::Leak),
    ("G!overflow", AskedKind::Overflow),
];

/// Properties of SV-COMP that are known but cannot be checked.
const UNSUPPORTED: [(&str, &str); 2] =
    [("G!data-race", "no-data-race"), ("G!deadlock", "no-deadlock")];

/// What SV-COMP calls three of its properties together.
const MEMORY_SAFETY: [AskedKind; 3] = [AskedKind::Free, AskedKind::Access, AskedKind::Lost];

/// The checks that an SV-COMP property file asks for, if it asks for nothing else: the property
/// that no check fails, and their kinds.
pub fn read_checks(text: &str) -> Option<(Property, Vec<AskedKind>)> {
    if !is_prp(text) {
        return None;
    }
    let mut kinds = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let formula = inside_ltl(line, Span::default()).ok()?;
        kinds.push(CHECKS.iter().find(|(text, _)| *text == formula)?.1);
    }
    kinds.sort_unstable();
    kinds.dedup();
    let is_safety =
        kinds.len() == MEMORY_SAFETY.len() && MEMORY_SAFETY.iter().all(|kind| kinds.contains(kind));
    let words: Vec<&str> = kinds.iter().map(|kind| kind.violated()).collect();
    let name = if is_safety { "valid-memsafety".to_owned() } else { words.join(", ") };
    let span = Span::new(0, text.len());
    let avoided = Formula::Not(Box::new(atom(Atom::Failed, span)));
    let formula = Formula::Along(Quantifier::Forall, Along::Globally, Box::new(avoided));
    Some((Property { name, formula }, kinds))
}

/// Whether a text is an SV-COMP property file rather than one of ours.
pub fn is_prp(text: &str) -> bool {
    text.trim_start().strip_prefix("CHECK").is_some_and(|rest| rest.trim_start().starts_with('('))
}

/// One property per `CHECK` line.
///
/// # Errors
/// Lines that are not properties we read.
pub fn read(text: &str) -> Result<Vec<Stated>, Vec<Diagnostic>> {
    let mut properties: Vec<Stated> = Vec::new();
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let from = start + (line.len() - line.trim_start().len());
        start += line.len();
        if trimmed.is_empty() {
            continue;
        }
        let span = Span::new(from, from + trimmed.len());
        match check(trimmed, span) {
            Ok(property) if properties.iter().any(|earlier| earlier.name() == property.name()) => {
                found.push(Diagnostic::at(
                    "ctl-duplicate",
                    span,
                    format!("there are two properties called '{}'", property.name()),
                ));
            }
            Ok(property) => properties.push(property),
            Err(diagnostic) => found.push(diagnostic),
        }
        if found.len() == MAX_FOUND {
            break;
        }
    }
    if found.is_empty() && properties.is_empty() {
        found.push(Diagnostic::error("ctl-empty", Place::Whole, "the file states no property"));
    }
    if found.is_empty() { Ok(properties) } else { Err(found) }
}

fn malformed(span: Span) -> Diagnostic {
    Diagnostic::at("prp-syntax", span, "this is not an SV-COMP property")
        .note("expected CHECK( init(main()), LTL(G ! call(reach_error())) )")
}

/// What is inside `LTL(…)`, without blanks.
fn inside_ltl(line: &str, span: Span) -> Result<String, Diagnostic> {
    let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let inside = compact
        .strip_prefix("CHECK(init(")
        .and_then(|rest| rest.strip_suffix(')'))
        .ok_or_else(|| malformed(span))?;
    let (entry, property) = inside.split_once("()),").ok_or_else(|| malformed(span))?;
    if entry != "main" {
        return Err(unsupported(span, &format!("a program that starts in '{entry}'")));
    }
    match property.strip_prefix("LTL(").and_then(|rest| rest.strip_suffix(')')) {
        Some(formula) => Ok(formula.to_owned()),
        None => Err(match property.split_once('(') {
            Some((logic, _)) => unsupported(span, &format!("a property in '{logic}'")),
            None => malformed(span),
        }),
    }
}

fn check(line: &str, span: Span) -> Result<Stated, Diagnostic> {
    let malformed = || malformed(span);
    let formula = inside_ltl(line, span)?;
    if let Some((_, kind)) = CHECKS.iter().find(|(text, _)| *text == formula) {
        let message = format!("'{}' is a check of a C program", kind.violated());
        return Err(Diagnostic::at("prp-unsupported", span, message)
            .note("belnap verify makes it, from a file that has nothing but checks"));
    }
    if let Some((_, name)) = UNSUPPORTED.iter().find(|(text, _)| *text == formula) {
        return Err(unsupported(span, &format!("'{name}'")));
    }
    if formula == "Fend" {
        // A program that runs into an error has ended.
        let ended = Formula::Or(vec![atom(Atom::Halted, span), atom(Atom::Failed, span)]);
        let formula = Formula::Along(Quantifier::Forall, Along::Finally, Box::new(ended));
        return Ok(Stated::Branching(Property { name: "termination".into(), formula }));
    }
    let avoided = if let Some(function) =
        formula.strip_prefix("G!call(").and_then(|rest| rest.strip_suffix("())"))
    {
        Atom::Enter(identifier(function).ok_or_else(malformed)?)
    } else if let Some(label) =
        formula.strip_prefix("G!label(").and_then(|rest| rest.strip_suffix(')'))
    {
        Atom::At { procedure: None, label: identifier(label).ok_or_else(malformed)? }
    } else {
        return linear(line, span).map(Stated::Linear);
    };
    let avoided = Formula::Not(Box::new(atom(avoided, span)));
    let formula = Formula::Along(Quantifier::Forall, Along::Globally, Box::new(avoided));
    Ok(Stated::Branching(Property { name: "unreach-call".into(), formula }))
}

/// Any other formula, in our notation for LTL with SV-COMP's atoms.
fn linear(line: &str, span: Span) -> Result<LinearProperty, Diagnostic> {
    let inside = line.split_once("LTL(").map_or("", |(_, rest)| rest);
    let inside = inside.strip_suffix(')').map_or("", str::trim_end);
    let inside = inside.strip_suffix(')').ok_or_else(|| malformed(span))?;
    let path = read_path(&with_our_atoms(inside)).map_err(|found| {
        let why = found.first().map_or_else(String::new, |found| format!(": {}", found.message));
        unsupported(span, &format!("'LTL({})'{why}", inside.trim()))
    })?;
    Ok(LinearProperty { name: "ltl".into(), path })
}

/// `call(f())` as `enter(f)`, `label(L)` as `at(L)`, `AP(x > 0)` as `{x > 0}`, and `end`.
fn with_our_atoms(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '{') {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let word = match from.strip_prefix('{').and_then(|inside| inside.find('}')) {
            Some(end) => end + 2,
            None => from.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(from.len()),
        };
        let (word, after) = from.split_at(word.max(1));
        let argument = in_parentheses(after);
        rest = after;
        match (word, argument) {
            ("end", _) => out.push_str("(halted | failed)"),
            ("call", Some((function, after))) if function.trim().ends_with("()") => {
                out.push_str(&format!("enter({})", function.trim().trim_end_matches("()")));
                rest = after;
            }
            ("label", Some((label, after))) => {
                out.push_str(&format!("at({label})"));
                rest = after;
            }
            ("AP", Some((condition, after))) => {
                out.push_str(&format!("{{{condition}}}"));
                rest = after;
            }
            _ => out.push_str(word),
        }
    }
    out + rest
}

/// What stands in the parentheses with which the text starts, and what follows them.
fn in_parentheses(text: &str) -> Option<(&str, &str)> {
    let inside = text.trim_start().strip_prefix('(')?;
    let mut open = 1_usize;
    let end = inside.find(|c| {
        match c {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        open == 0
    })?;
    Some((&inside[..end], &inside[end + 1..]))
}

fn atom(atom: Atom, span: Span) -> Formula {
    Formula::Atom(atom, span)
}

fn identifier(text: &str) -> Option<String> {
    let plain = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
        && text.starts_with(|c: char| !c.is_ascii_digit());
    plain.then(|| text.to_owned())
}

fn unsupported(span: Span, what: &str) -> Diagnostic {
    Diagnostic::at("prp-unsupported", span, format!("{what} cannot be checked")).note(
        "of SV-COMP's properties, unreach-call and termination can, LTL over call(f()), label(L), \
               AP(condition) and end, and checks of C programs",
    )
}
