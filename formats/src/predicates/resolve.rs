//! From lines to predicates of a graph: what a line stands for, a condition for each activation or
//! location it names, and where that is tracked.

use std::collections::HashMap;

use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, ScopeId};
use belnap_ir::predicate::{Instance, Places, Predicate, PredicateScope, PredicateSet};
use belnap_ir::span::Span;

use super::{PredicateFile, PredicateLine};
use crate::condition::{Names, activations, locations, parse};

/// The predicates that the lines of a file stand for in a graph; one for each line. `text` is what
/// the file was read from.
///
/// # Errors
/// Every line that is wrong is reported, with its place in the text.
pub fn resolve(
    names: &Names<'_>,
    file: &PredicateFile,
    text: &str,
) -> Result<PredicateSet, Vec<Diagnostic>> {
    let mut set = PredicateSet::default();
    let mut refused = Vec::new();
    for line in &file.lines {
        match predicate(names, line, text) {
            Ok(predicate) => set.add(predicate),
            Err(diagnostic) => refused.push(*diagnostic),
        }
    }
    if refused.is_empty() { Ok(set) } else { Err(refused) }
}

/// What a line of the file `text`, or a line of its own, stands for.
pub(super) fn predicate(
    names: &Names<'_>,
    line: &PredicateLine,
    text: &str,
) -> Result<Predicate, Box<Diagnostic>> {
    let instances = instances(names, line, text)?;
    let in_property = match &*instances {
        [only] if line.is_read_as_property(names.cfg()) => Some(only.condition.clone()),
        _ => parse(names, &line.condition, Some(ScopeId(0))).ok(),
    };
    Ok(Predicate {
        scope: line.scope.clone(),
        name: line.condition.clone(),
        instances,
        in_property,
    })
}

impl PredicateLine {
    /// Whether it is read in the in_property activation.
    fn is_read_as_property(&self, cfg: &Cfg) -> bool {
        let everywhere = matches!(self.scope, PredicateScope::Global | PredicateScope::Live);
        everywhere && cfg.locations[cfg.start].scope == ScopeId(0)
    }
}

fn instances(
    names: &Names<'_>,
    predicate: &PredicateLine,
    text: &str,
) -> Result<Vec<Instance>, Box<Diagnostic>> {
    let line = Line::new(predicate, text);
    let parse = |scope: ScopeId| {
        let read = parse(names, line.condition, Some(scope));
        read.map_err(|diagnostic| line.relocate(diagnostic, line.offset))
    };
    let cfg = names.cfg();
    let all = || (0..cfg.locations.len()).map(CfgLocId::from);
    let mut found = Vec::new();
    match &predicate.scope {
        PredicateScope::Global | PredicateScope::Live => {
            // Names of the entry function are visible too: there is one activation of it.
            let condition = parse(cfg.locations[cfg.start].scope)?;
            found.push(Instance { condition, places: Places::Everywhere });
        }
        PredicateScope::Function(function) => {
            let scopes = activations(names, function)
                .map_err(|diagnostic| line.about_place(diagnostic, function))?;
            for scope in scopes {
                let inside = all().filter(|location| within(cfg, *location, scope));
                let places = Places::At(inside.collect());
                found.push(Instance { condition: parse(scope)?, places });
            }
        }
        PredicateScope::Location(place) => {
            let places = locations(names, place)
                .map_err(|diagnostic| line.about_place(diagnostic, place))?;
            for location in places {
                let condition = parse(cfg.locations[location].scope)?;
                found.push(Instance { condition, places: Places::At(vec![location]) });
            }
        }
    }
    Ok(merge(found))
}

/// A line where it stands.
struct Line<'a> {
    span: Span,
    /// From the first word to the closing brace; nothing if the line is in no file.
    written: &'a str,
    /// The condition as written.
    condition: &'a str,
    /// Where the condition starts in the line.
    offset: usize,
}

impl<'a> Line<'a> {
    fn new(line: &'a PredicateLine, text: &'a str) -> Self {
        let span = line.span;
        let written = text.get(span.start..span.end).unwrap_or_default();
        let Some(open) = written.find('{') else {
            return Line { span, written, condition: &line.condition, offset: 0 };
        };
        let inside = &written[open + 1..];
        let condition = inside.strip_suffix('}').unwrap_or(inside);
        Line { span, written, condition, offset: open + 1 }
    }

    /// A diagnostic about the part of the line that starts at `offset`, as one about the file.
    fn relocate(&self, mut diagnostic: Diagnostic, offset: usize) -> Box<Diagnostic> {
        diagnostic.place = match diagnostic.place {
            Place::Text(inner) => {
                let start = self.span.start + offset;
                Place::Text(Span::new(start + inner.start, start + inner.end))
            }
            _ => Place::Text(self.span),
        };
        Box::new(diagnostic)
    }

    /// A diagnostic about the name of a function or place, the second word of the line.
    fn about_place(&self, mut diagnostic: Diagnostic, name: &str) -> Box<Diagnostic> {
        let keyword = self.written.find(char::is_whitespace).unwrap_or(0);
        let start = self.written[keyword..].find(name).map_or(0, |at| keyword + at);
        diagnostic.place = Place::Text(Span::new(0, name.len()));
        self.relocate(diagnostic, start)
    }
}

/// Whether a location belongs to an activation or to one that it called.
fn within(cfg: &Cfg, location: CfgLocId, scope: ScopeId) -> bool {
    let mut at = Some(cfg.locations[location].scope);
    while let Some(own) = at {
        if own == scope {
            return true;
        }
        at = cfg.scopes[own].caller;
    }
    false
}

/// Equal conditions become one.
fn merge(instances: Vec<Instance>) -> Vec<Instance> {
    let mut known: HashMap<Expr, usize> = HashMap::new();
    let mut all: Vec<Instance> = Vec::new();
    for instance in instances {
        match known.get(&instance.condition) {
            Some(at) => all[*at].places.extend(instance.places),
            None => {
                known.insert(instance.condition.clone(), all.len());
                all.push(instance);
            }
        }
    }
    all
}
