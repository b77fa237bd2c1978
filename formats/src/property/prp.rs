//! SV-COMP property files: `CHECK( init(main()), LTL(G ! call(reach_error())) )`.

use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::property::{Along, Atom, Formula, Property, Quantifier};
use belnap_ir::span::Span;

use super::file::MAX_FOUND;

/// Properties of SV-COMP that are known but cannot be checked, by the text inside `LTL(…)`
/// without blanks.
const UNSUPPORTED: [(&str, &str); 7] = [
    ("Gvalid-free", "valid-memsafety"),
    ("Gvalid-deref", "valid-memsafety"),
    ("Gvalid-memtrack", "valid-memsafety"),
    ("Gvalid-memcleanup", "valid-memcleanup"),
    ("G!overflow", "no-overflow"),
    ("G!data-race", "no-data-race"),
    ("G!deadlock", "no-deadlock"),
];

/// Whether a text is an SV-COMP property file rather than one of ours.
pub fn is_prp(text: &str) -> bool {
    text.trim_start().strip_prefix("CHECK").is_some_and(|rest| rest.trim_start().starts_with('('))
}

/// One property per `CHECK` line.
///
/// # Errors
/// Lines that are not properties we read.
pub fn read(text: &str) -> Result<Vec<Property>, Vec<Diagnostic>> {
    let mut properties: Vec<Property> = Vec::new();
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
            Ok(property) if properties.iter().any(|earlier| earlier.name == property.name) => {
                found.push(Diagnostic::at(
                    "ctl-duplicate",
                    span,
                    format!("there are two properties called '{}'", property.name),
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

fn check(line: &str, span: Span) -> Result<Property, Diagnostic> {
    let malformed = || {
        Diagnostic::at("prp-syntax", span, "this is not an SV-COMP property")
            .note("expected CHECK( init(main()), LTL(G ! call(reach_error())) )")
    };
    let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let inside = compact
        .strip_prefix("CHECK(init(")
        .and_then(|rest| rest.strip_suffix(')'))
        .ok_or_else(malformed)?;
    let (entry, property) = inside.split_once("()),").ok_or_else(malformed)?;
    if entry != "main" {
        return Err(unsupported(span, &format!("a program that starts in '{entry}'")));
    }
    let Some(formula) = property.strip_prefix("LTL(").and_then(|rest| rest.strip_suffix(')'))
    else {
        return Err(match property.split_once('(') {
            Some((logic, _)) => unsupported(span, &format!("a property in '{logic}'")),
            None => malformed(),
        });
    };
    if let Some((_, name)) = UNSUPPORTED.iter().find(|(text, _)| *text == formula) {
        return Err(unsupported(span, &format!("'{name}'")));
    }
    if formula == "Fend" {
        // A program that runs into an error has ended.
        let ended = Formula::Or(vec![atom(Atom::Halted, span), atom(Atom::Failed, span)]);
        let formula = Formula::Along(Quantifier::Forall, Along::Finally, Box::new(ended));
        return Ok(Property { name: "termination".into(), formula });
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
        return Err(unsupported(span, &format!("'LTL({formula})'")));
    };
    let avoided = Formula::Not(Box::new(atom(avoided, span)));
    let formula = Formula::Along(Quantifier::Forall, Along::Globally, Box::new(avoided));
    Ok(Property { name: "unreach-call".into(), formula })
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
    Diagnostic::at("prp-unsupported", span, format!("{what} cannot be checked"))
        .note("of SV-COMP's properties, unreach-call and termination can")
}
