//! Places that predicates name: locations and activations.

use std::collections::BTreeSet;

use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::{CfgLocId, ScopeId};
use belnap_ir::span::SourceLine;

use super::names::{LISTED, Names};
use super::primary::list_names;
use crate::near::nearest;

/// The locations that `text` names, ascending: `n12` by number; `LABEL` or `FUNCTION:LABEL` by a
/// label of C, in all inlined copies; `FILE:LINE` by the line of the source, where FILE is a whole
/// path or the end of one.
///
/// # Errors
/// If there are none, with names that are near.
pub fn locations(names: &Names<'_>, text: &str) -> Result<Vec<CfgLocId>, Diagnostic> {
    if let Some(number) = text.strip_prefix('n').and_then(number) {
        if number < names.cfg.locations.len() {
            return Ok(vec![CfgLocId::from(number)]);
        }
        let message = format!("there is no location {text}");
        let last = names.cfg.locations.len().saturating_sub(1);
        return Err(Diagnostic::error("preds-place", Place::Whole, message)
            .note(format!("the last one is n{last}")));
    }
    let found = match text.rsplit_once(':') {
        Some((file, line)) if number(line).is_some() => on_line(names, file, line),
        _ => find_labelled(names, text),
    };
    if found.is_empty() { Err(no_location(names, text)) } else { Ok(found) }
}

/// The activations of the C function `function`, ascending; each inlined copy is one.
///
/// # Errors
/// If there are none, with names that are near.
pub fn activations(names: &Names<'_>, function: &str) -> Result<Vec<ScopeId>, Diagnostic> {
    let scopes = names.cfg.scopes.iter().enumerate();
    let found: Vec<ScopeId> = scopes
        .filter(|(_, scope)| scope.function == function)
        .map(|(index, _)| ScopeId::from(index))
        .collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let functions: BTreeSet<&str> =
        names.cfg.scopes.iter().map(|scope| scope.function.as_str()).collect();
    let message = format!("the graph has no function `{function}`");
    let diagnostic = Diagnostic::error("preds-place", Place::Whole, message);
    Err(suggest(diagnostic, nearest(function, functions.into_iter()), "it may never be called"))
}

fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn find_labelled(names: &Names<'_>, text: &str) -> Vec<CfgLocId> {
    let (function, label) = match text.split_once(':') {
        Some((function, label)) => (Some(function), label),
        None => (None, text),
    };
    let cfg = names.cfg;
    let locations = cfg.locations.iter().enumerate();
    locations
        .filter(|(_, location)| {
            let here = cfg.scopes[location.scope].function.as_str();
            function.is_none_or(|function| function == here)
                && location.labels.iter().any(|other| other == label)
        })
        .map(|(index, _)| CfgLocId::from(index))
        .collect()
}

fn on_line(names: &Names<'_>, file: &str, line: &str) -> Vec<CfgLocId> {
    let is_file = |source: &SourceLine| {
        let end = source.file.strip_suffix(file);
        end.is_some_and(|before| before.is_empty() || before.ends_with('/'))
    };
    let matches = |source: &SourceLine| line.parse() == Ok(source.line) && is_file(source);
    let locations = names.cfg.locations.iter().enumerate();
    locations
        .filter(|(_, location)| location.source.as_ref().is_some_and(matches))
        .map(|(index, _)| CfgLocId::from(index))
        .collect()
}

fn no_location(names: &Names<'_>, text: &str) -> Diagnostic {
    let cfg = names.cfg;
    let mut known = BTreeSet::new();
    let asks_line = text.rsplit_once(':').is_some_and(|(_, line)| number(line).is_some());
    for location in &cfg.locations {
        if let (true, Some(source)) = (asks_line, &location.source) {
            known.insert(source.to_string());
            let name = source.file.rsplit('/').next().unwrap_or_default();
            known.insert(format!("{name}:{}", source.line));
        }
        for label in location.labels.iter().filter(|_| !asks_line) {
            known.insert(label.clone());
            known.insert(format!("{}:{label}", cfg.scopes[location.scope].function));
        }
    }
    let message = if asks_line {
        format!("no location is on the line {text}")
    } else {
        format!("no location has the label `{text}`")
    };
    let diagnostic = Diagnostic::error("preds-place", Place::Whole, message);
    let known = || known.iter().map(String::as_str);
    let label = text.split_once(':').map(|(_, label)| format!(":{label}"));
    let same_label = known().filter(|other| label.as_ref().is_some_and(|l| other.ends_with(l)));
    let same_label: Vec<&str> = same_label.take(LISTED).collect();
    let near = if same_label.is_empty() { nearest(text, known()) } else { same_label };
    suggest(diagnostic, near, "a location is n12, LABEL, FUNCTION:LABEL or FILE:LINE")
}

/// Says what is like what was asked for, or else something general.
fn suggest(diagnostic: Diagnostic, near: Vec<&str>, otherwise: &str) -> Diagnostic {
    if near.is_empty() {
        return diagnostic.note(otherwise);
    }
    diagnostic.note(format!("there is {}", list_names(&near)))
}
