//! Which predicate is tracked where.
//!
//! A line of a predicate file can stand for several predicates: `in f { x > 0 }` for one per
//! inlined copy of `f`. A predicate that several lines stand for is one.

use belnap_formats::condition::{self, Names};
use belnap_formats::predicates::{self, RefusedText};
use belnap_ir::c_tokens::normalise_condition;
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId, FunctionId, PredicateId, TiVec};
use belnap_ir::predicate::{Instance, Places, Predicate, PredicateScope, PredicateSet};
use belnap_ir::span::Span;
use belnap_solver::needed::needed_at;
use belnap_solver::wp::Conditions;
use fixedbitset::FixedBitSet;

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
    pub at: TiVec<CfgLocId, FixedBitSet>,
}

impl Predicates {
    /// Whether a predicate is tracked at a location.
    pub fn is_at(&self, predicate: usize, location: CfgLocId) -> bool {
        self.at[location].contains(predicate)
    }

    /// Whether a predicate has a meaning in a function: it mentions no other's variables.
    pub fn visible(&self, predicate: usize, function: FunctionId) -> bool {
        self.all[predicate].function.is_none_or(|own| own == function)
    }

    /// Tracks a condition at more locations, as a new predicate if there is none like it. The name
    /// is a wish: one that is taken is made longer. The number of the predicate is returned.
    ///
    /// # Errors
    /// If the condition mentions variables of two functions.
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
                    name = condition::Writer::new(cfg).name(&condition);
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
            let home = cfg.locations[location].function;
            if function.is_none_or(|own| own == home) {
                self.at[location].insert(number);
            }
        }
        Ok(number)
    }
}

/// The function whose variables these are; an error if they are of two.
fn owner(cfg: &Cfg, vars: &[CfgVarId]) -> Result<Option<FunctionId>, (FunctionId, FunctionId)> {
    let mut found = None;
    for var in vars {
        match (found, cfg.variables[*var].function) {
            (None, own) => found = own,
            (Some(a), Some(b)) if a != b => return Err((a, b)),
            _ => {}
        }
    }
    Ok(found)
}

/// A predicate that mentions variables of two functions, which no state has values for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoFunctions {
    /// The predicate.
    pub predicate: PredicateId,
    /// The functions.
    pub functions: (FunctionId, FunctionId),
}

impl TwoFunctions {
    /// In words, about the line of a file that the predicate is.
    pub fn diagnostic(&self, cfg: &Cfg, line: Span) -> Diagnostic {
        let name = |id: FunctionId| &cfg.functions[id].name;
        let message = format!(
            "a predicate cannot mention variables of two functions (`{}` and `{}`)",
            name(self.functions.0),
            name(self.functions.1)
        );
        Diagnostic::at("preds-two-functions", line, message)
    }
}

/// Predicates that cannot be tracked, shown in the file that their set would be.
pub fn refuse_untracked(cfg: &Cfg, set: &PredicateSet, found: &[TwoFunctions]) -> RefusedText {
    let text = predicates::print(set);
    let lines = predicates::read(&text).map(|file| file.lines).unwrap_or_default();
    let line = |one: &TwoFunctions| lines.get(one.predicate.index()).map(|line| line.span);
    let found = found.iter().map(|one| one.diagnostic(cfg, line(one).unwrap_or_default()));
    RefusedText { found: found.collect(), text }
}

/// Reads a file of predicates, and tracks them.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn read_tracked(cfg: &Cfg, text: &str) -> Result<Predicates, Vec<Diagnostic>> {
    let file = predicates::read(text)?;
    let set = predicates::resolve(&Names::new(cfg), &file, text)?;
    Predicates::of(cfg, &set).map_err(|refused| {
        let line = |one: &TwoFunctions| file.lines[one.predicate.index()].span;
        refused.iter().map(|one| one.diagnostic(cfg, line(one))).collect()
    })
}

/// Where an instance is tracked.
type Tracking<'p> = (&'p Expr, Vec<CfgLocId>);

/// The instances of all predicates. Of those with scope `live`, locations are left out where the
/// value of a variable does not matter.
fn instances<'p>(cfg: &Cfg, set: &'p PredicateSet) -> Vec<Vec<Tracking<'p>>> {
    let is_live = |predicate: &Predicate| predicate.scope == PredicateScope::Live;
    let live = set.iter().any(is_live).then(|| {
        let mut always = Vec::new();
        for instance in set.iter().filter(|one| !is_live(one)).flat_map(|one| &one.instances) {
            instance.condition.for_each_var(&mut |var| always.push(var));
        }
        needed_at(cfg, &always)
    });
    let matters = |condition: &Expr, at: CfgLocId| {
        let mut all = true;
        condition.for_each_var(&mut |var| {
            all &= live.as_ref().is_none_or(|live| live[at].contains(&var));
        });
        all
    };
    let tracking = |predicate: &Predicate, Instance { condition, places }: &'p Instance| {
        let mut locations = match places {
            Places::Everywhere => cfg.locations.keys().collect(),
            Places::At(locations) => locations.clone(),
        };
        if is_live(predicate) {
            locations.retain(|at| matters(condition, *at));
        }
        (condition, locations)
    };
    set.iter().map(|one| one.instances.iter().map(|it| tracking(one, it)).collect()).collect()
}

impl Predicates {
    /// Tracks a set of predicates.
    ///
    /// # Errors
    /// All predicates that cannot be tracked.
    pub fn of(cfg: &Cfg, set: &PredicateSet) -> Result<Predicates, Vec<TwoFunctions>> {
        let conditions = Conditions::new(cfg);
        let mut predicates = Predicates::default();
        predicates.at.resize(cfg.locations.len(), FixedBitSet::new());
        let mut refused = Vec::new();
        let writer = condition::Writer::new(cfg);
        for ((id, predicate), instances) in set.enumerate().zip(instances(cfg, set)) {
            let several = instances.len() > 1;
            // A name as written must mean this predicate wherever a property uses it.
            let in_property = predicate.in_property.as_ref().map(|expr| conditions.normal(expr));
            for (condition, locations) in instances {
                let condition = conditions.normal(condition);
                let elsewhere = in_property.as_ref().is_some_and(|other| *other != condition);
                let name = match several || elsewhere {
                    true => writer.print(&condition),
                    false => predicate.name.clone(),
                };
                if let Err(functions) = predicates.track(cfg, condition, &name, locations) {
                    refused.push(TwoFunctions { predicate: id, functions });
                }
            }
        }
        if refused.is_empty() { Ok(predicates) } else { Err(refused) }
    }
}
