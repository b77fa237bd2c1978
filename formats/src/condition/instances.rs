//! What a line of a predicate file stands for: a condition for each activation or location it
//! names, and where that is tracked.

use std::collections::HashMap;

use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, ScopeId};
use belnap_ir::predicate::{Predicate, PredicateScope};
use belnap_ir::span::Span;

use super::{Names, activations, locations, parse};

/// A condition with the locations it is tracked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The condition, as written.
    pub condition: Expr,
    /// Where it is tracked.
    pub locations: Vec<CfgLocId>,
}

/// What a predicate of the file `text` stands for; distinct conditions. The diagnostic is about
/// the file.
pub fn instances(
    names: &Names<'_>,
    predicate: &Predicate,
    text: &str,
) -> Result<Vec<Instance>, Box<Diagnostic>> {
    let span = predicate.span;
    let line = Line { span, written: text.get(span.start..span.end).unwrap_or_default() };
    let parse = |scope: ScopeId| {
        let (written, offset) = line.condition();
        parse(names, written, Some(scope)).map_err(|diagnostic| line.moved(diagnostic, offset))
    };
    let cfg = names.cfg;
    let all = || (0..cfg.locations.len()).map(CfgLocId::from);
    let mut found = Vec::new();
    match &predicate.scope {
        PredicateScope::Global | PredicateScope::Live => {
            // Names of the function that starts are visible too: there is one activation of it.
            let condition = parse(cfg.locations[cfg.start].scope)?;
            found.push(Instance { condition, locations: all().collect() });
        }
        PredicateScope::Function(function) => {
            let scopes = activations(names, function)
                .map_err(|diagnostic| line.about_place(diagnostic, function))?;
            for scope in scopes {
                let inside = all().filter(|location| within(cfg, *location, scope));
                let locations = inside.collect();
                found.push(Instance { condition: parse(scope)?, locations });
            }
        }
        PredicateScope::Location(place) => {
            let places = locations(names, place)
                .map_err(|diagnostic| line.about_place(diagnostic, place))?;
            for location in places {
                let condition = parse(cfg.locations[location].scope)?;
                found.push(Instance { condition, locations: vec![location] });
            }
        }
    }
    Ok(merged(found))
}

/// A line of a predicate file.
struct Line<'a> {
    span: Span,
    /// As written, from the first word to the closing brace.
    written: &'a str,
}

impl<'a> Line<'a> {
    /// The condition as written, and where it starts in the line.
    fn condition(&self) -> (&'a str, usize) {
        let open = self.written.find('{').map_or(0, |open| open + 1);
        let inside = &self.written[open..];
        (inside.strip_suffix('}').unwrap_or(inside), open)
    }

    /// A diagnostic about the part of the line that starts at `offset`, as one about the file.
    fn moved(&self, mut diagnostic: Diagnostic, offset: usize) -> Box<Diagnostic> {
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
        self.moved(diagnostic, start)
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
fn merged(instances: Vec<Instance>) -> Vec<Instance> {
    let mut known: HashMap<Expr, usize> = HashMap::new();
    let mut all: Vec<Instance> = Vec::new();
    for instance in instances {
        match known.get(&instance.condition) {
            Some(at) => all[*at].locations.extend(instance.locations),
            None => {
                known.insert(instance.condition.clone(), all.len());
                all.push(instance);
            }
        }
    }
    all
}
