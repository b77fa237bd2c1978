//! Which predicate is tracked where.
//!
//! A line of a predicate file can stand for several predicates: `in f { x > 0 }` for one per
//! inlined copy of `f`. A predicate that several lines stand for is one.

use belnap_formats::condition::{self, Instance, Names};
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId, FunctionId, ScopeId};
use belnap_ir::predicate::{Predicate, PredicateScope, PredicateSet, normalise_condition};
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
            let home = cfg.locations[location].function;
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
        match (found, cfg.variables[*var].function) {
            (None, own) => found = own,
            (Some(a), Some(b)) if a != b => return Err((a, b)),
            _ => {}
        }
    }
    Ok(found)
}

/// Leaves out the locations of `live` predicates where the value of a variable does not matter.
fn restrict(cfg: &Cfg, read: &mut [(&Predicate, Vec<Instance>)]) {
    let is_live = |predicate: &Predicate| predicate.scope == PredicateScope::Live;
    if !read.iter().any(|(predicate, _)| is_live(predicate)) {
        return;
    }
    let mut always = Vec::new();
    for (_, instances) in read.iter().filter(|(predicate, _)| !is_live(predicate)) {
        for instance in instances {
            instance.condition.for_each_var(&mut |var| always.push(var));
        }
    }
    let live = needed_at(cfg, &always);
    for (_, instances) in read.iter_mut().filter(|(predicate, _)| is_live(predicate)) {
        for Instance { condition, locations } in instances {
            locations.retain(|at| {
                let mut all = true;
                condition.for_each_var(&mut |var| all &= live[*at].contains(&var));
                all
            });
        }
    }
}

/// The predicates that a file speaks of. Every line that is wrong is reported.
pub fn resolve(cfg: &Cfg, set: &PredicateSet, text: &str) -> Result<Predicates, Vec<Diagnostic>> {
    let names = Names::new(cfg);
    let conditions = Conditions::new(cfg);
    let mut predicates = Predicates::default();
    predicates.at.resize(cfg.locations.len(), FixedBitSet::new());
    let mut refused = Vec::new();
    let mut read = Vec::new();
    for predicate in &set.predicates {
        match condition::instances(&names, predicate, text) {
            Ok(instances) => read.push((predicate, instances)),
            Err(diagnostic) => refused.push(*diagnostic),
        }
    }
    restrict(cfg, &mut read);
    let writer = condition::Writer::new(cfg);
    for (predicate, instances) in read {
        let several = instances.len() > 1;
        // A name as written must mean this predicate wherever a property uses it.
        let written = condition::parse(&names, &predicate.condition, Some(ScopeId(0))).ok();
        let written = written.map(|expr| conditions.normal(&expr));
        for Instance { condition: expr, locations } in instances {
            let expr = conditions.normal(&expr);
            let elsewhere = written.as_ref().is_some_and(|other| *other != expr);
            let name = match several || elsewhere {
                true => writer.print(&expr),
                false => predicate.condition.clone(),
            };
            if let Err((a, b)) = predicates.track(cfg, expr, &name, locations) {
                let name = |id: FunctionId| &cfg.functions[id].name;
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
