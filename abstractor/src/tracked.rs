//! Which predicate is tracked where.
//!
//! A line of a predicate file can stand for several predicates: `in f { x > 0 }` for one per
//! inlined copy of `f`. A predicate that several lines stand for is one.

use belnap_formats::condition::{self, Names};
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId, FunctionId, ScopeId};
use belnap_ir::predicate::{PredicateScope, PredicateSet, normalise_condition};
use belnap_ir::span::Span;
use belnap_solver::wp::Conditions;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// A predicate over the states of a graph.
#[derive(Clone, Debug)]
pub struct Tracked {
    /// Its name in the Boolean program, without braces; distinct.
    pub name: String,
    /// The condition in normal form.
    pub condition: Expr,
    /// The variables it mentions, ascending.
    pub vars: Vec<CfgVarId>,
    /// The function whose variables it mentions; `None` if all are shared.
    pub function: Option<FunctionId>,
    /// It stands for a result of a call, and means something only right after that.
    pub stands_in: bool,
}

/// The predicates of an abstraction.
#[derive(Clone, Debug, Default)]
pub struct Predicates {
    /// All, in order of the file; distinct conditions.
    pub all: Vec<Tracked>,
    /// Per location, the numbers of those tracked there.
    pub at: Vec<FixedBitSet>,
}

impl Predicates {
    /// Whether a predicate is tracked at a location.
    pub fn is_at(&self, predicate: usize, location: CfgLocId) -> bool {
        self.at[location.index()].contains(predicate)
    }

    /// Whether a predicate has a meaning in a function: it mentions no other's variables.
    pub fn visible(&self, predicate: usize, function: FunctionId) -> bool {
        self.all[predicate].function.is_none_or(|own| own == function)
    }

    /// Tracks a condition at more locations, as a new predicate if there is none like it. The name
    /// is a wish: one that is taken is made longer. The number of the predicate is returned.
    pub fn track(
        &mut self,
        cfg: &Cfg,
        condition: Expr,
        name: &str,
        locations: impl IntoIterator<Item = CfgLocId>,
    ) -> Result<usize, (FunctionId, FunctionId)> {
        let number = match self.all.iter().position(|known| known.condition == condition) {
            Some(known) => known,
            None => {
                let mut vars = Vec::new();
                condition.for_each_var(&mut |var| vars.push(var));
                vars.sort_unstable();
                vars.dedup();
                let function = owner(cfg, &vars)?;
                let taken = |name: &str| self.all.iter().any(|known| known.name == name);
                // As a reader of the program will spell it.
                let mut name = normalise_condition(name);
                if taken(&name) {
                    name = normalise_condition(&condition::print(cfg, &condition));
                }
                self.all.push(Tracked { name, condition, vars, function, stands_in: false });
                for at in &mut self.at {
                    at.grow(self.all.len());
                }
                self.all.len() - 1
            }
        };
        self.at.resize(cfg.locations.len(), FixedBitSet::with_capacity(self.all.len()));
        let function = self.all[number].function;
        for location in locations {
            let home = cfg.locations[location.index()].function;
            if function.is_none_or(|own| own == home) {
                self.at[location.index()].insert(number);
            }
        }
        Ok(number)
    }
}

/// The function whose variables these are; an error if they are of two.
fn owner(cfg: &Cfg, vars: &[CfgVarId]) -> Result<Option<FunctionId>, (FunctionId, FunctionId)> {
    let mut found = None;
    for var in vars {
        match (found, cfg.variables[var.index()].function) {
            (None, own) => found = own,
            (Some(a), Some(b)) if a != b => return Err((a, b)),
            _ => {}
        }
    }
    Ok(found)
}

/// The predicates that a file speaks of. Every line that is wrong is reported.
pub fn resolve(cfg: &Cfg, set: &PredicateSet, text: &str) -> Result<Predicates, Vec<Diagnostic>> {
    let names = Names::new(cfg);
    let conditions = Conditions::new(cfg);
    let mut predicates = Predicates::default();
    predicates.at.resize(cfg.locations.len(), FixedBitSet::new());
    let mut refused = Vec::new();
    for predicate in &set.predicates {
        let span = predicate.span;
        let line = Line { span, written: text.get(span.start..span.end).unwrap_or_default() };
        let instances = match instances(cfg, &names, &predicate.scope, &line) {
            Ok(instances) => instances,
            Err(diagnostic) => {
                refused.push(*diagnostic);
                continue;
            }
        };
        let several = instances.len() > 1;
        // A name as written must mean this predicate wherever a property uses it.
        let written = condition::parse(&names, &predicate.condition, Some(ScopeId(0))).ok();
        let written = written.map(|expr| conditions.normal(&expr));
        for (expr, locations) in instances {
            let expr = conditions.normal(&expr);
            let elsewhere = written.as_ref().is_some_and(|other| *other != expr);
            let name = match several || elsewhere {
                true => condition::print(cfg, &expr),
                false => predicate.condition.clone(),
            };
            if let Err((a, b)) = predicates.track(cfg, expr, &name, locations) {
                let name = |id: FunctionId| &cfg.functions[id.index()].name;
                refused.push(Diagnostic::at(
                    "preds-two-functions",
                    predicate.span,
                    format!(
                        "a predicate cannot mention variables of two functions (`{}` and `{}`)",
                        name(a),
                        name(b)
                    ),
                ));
            }
        }
    }
    if refused.is_empty() { Ok(predicates) } else { Err(refused) }
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

/// Conditions with the locations they are tracked at.
type Instances = Vec<(Expr, Vec<CfgLocId>)>;

fn instances(
    cfg: &Cfg,
    names: &Names<'_>,
    scope: &PredicateScope,
    line: &Line<'_>,
) -> Result<Instances, Box<Diagnostic>> {
    let parse = |scope: Option<ScopeId>| {
        let (written, offset) = line.condition();
        condition::parse(names, written, scope).map_err(|diagnostic| line.moved(diagnostic, offset))
    };
    let all = || (0..cfg.locations.len()).map(CfgLocId::from);
    match scope {
        PredicateScope::Global => {
            // Names of the function that starts are visible too: there is one activation of it.
            let expr = parse(Some(cfg.locations[cfg.start.index()].scope))?;
            Ok(vec![(expr, all().collect())])
        }
        PredicateScope::Function(function) => {
            let scopes = condition::activations(names, function)
                .map_err(|diagnostic| line.about_place(diagnostic, function))?;
            let mut instances = Vec::new();
            for scope in scopes {
                let inside = all().filter(|location| within(cfg, *location, scope));
                instances.push((parse(Some(scope))?, inside.collect()));
            }
            Ok(merged(instances))
        }
        PredicateScope::Location(place) => {
            let locations = condition::locations(names, place)
                .map_err(|diagnostic| line.about_place(diagnostic, place))?;
            let mut instances = Vec::new();
            for location in locations {
                let scope = cfg.locations[location.index()].scope;
                instances.push((parse(Some(scope))?, vec![location]));
            }
            Ok(merged(instances))
        }
    }
}

/// Whether a location belongs to an activation or to one that it called.
fn within(cfg: &Cfg, location: CfgLocId, scope: ScopeId) -> bool {
    let mut at = Some(cfg.locations[location.index()].scope);
    while let Some(own) = at {
        if own == scope {
            return true;
        }
        at = cfg.scopes[own.index()].caller;
    }
    false
}

/// Equal conditions become one.
fn merged(instances: Instances) -> Instances {
    let mut known: FxHashMap<Expr, usize> = FxHashMap::default();
    let mut all: Instances = Vec::new();
    for (expr, locations) in instances {
        match known.get(&expr) {
            Some(at) => all[*at].1.extend(locations),
            None => {
                known.insert(expr.clone(), all.len());
                all.push((expr, locations));
            }
        }
    }
    all
}
