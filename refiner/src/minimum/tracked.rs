//! What a set of candidates has tracked where: `PredInfer`, kept for each candidate.

use std::collections::BTreeSet;

use belnap_formats::traces::fit::Fitted;
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId, TiVec};
use belnap_ir::predicate::{self, Predicate, PredicateScope, PredicateSet};
use belnap_ir::traces::{Origin, Traces};
use belnap_solver::needed::needed_at;
use belnap_solver::spread::{Spread, Tests, spread};
use belnap_solver::wp::Conditions;
use rustc_hash::FxHashMap;

use super::eliminate::{Eliminator, Places};

/// A condition, and where it is needed to begin with.
type Need = (Expr, Vec<CfgLocId>);

/// What candidates have tracked.
pub struct Tracking<'a> {
    cfg: &'a Cfg,
    limit: usize,
    /// What is tracked whatever is chosen.
    kept: Tracked,
    needs: Vec<Vec<Need>>,
    /// Whether a candidate is spread: what other methods propose is tracked as it is.
    spreads: Vec<bool>,
    /// The candidates, as lines of a predicate file.
    lines: Vec<String>,
    /// What was inferred earlier, by line.
    earlier: FxHashMap<String, Spread>,
    alone: FxHashMap<usize, Tracked>,
    together: FxHashMap<Vec<usize>, Tracked>,
}

/// Conditions, and the atoms that they are.
struct Tracked {
    spread: Spread,
    places: Places,
    /// The most conditions at one location.
    most: usize,
}

impl Tracked {
    fn new(spread: Spread, eliminator: &mut Eliminator<'_>) -> Self {
        let (places, most) = (eliminator.places(&spread), spread.most());
        Tracked { spread, places, most }
    }
}

impl<'a> Tracking<'a> {
    /// Of the candidates of some traces, each location with at most `limit` conditions of a set.
    pub fn new(
        cfg: &'a Cfg,
        traces: &Traces,
        fitted: &Fitted,
        kept: &PredicateSet,
        limit: usize,
        eliminator: &mut Eliminator<'_>,
    ) -> Self {
        let places = Needed::new(cfg, kept);
        let kept: Vec<Need> = kept.iter().flat_map(|one| places.given(one)).collect();
        let mut needs = Vec::with_capacity(fitted.candidates.len());
        let mut spreads = Vec::with_capacity(fitted.candidates.len());
        for (predicate, candidate) in fitted.candidates.iter().zip(&traces.candidates) {
            let inferred = candidate.origin != Origin::Proposed
                && !matches!(predicate.scope, PredicateScope::Location(_));
            spreads.push(inferred);
            needs.push(if inferred { places.tested(predicate) } else { places.given(predicate) });
        }
        Tracking {
            cfg,
            limit,
            kept: Tracked::new(spread(cfg, &kept, 0), eliminator),
            needs,
            spreads,
            lines: traces.candidates.iter().map(|one| one.predicate.clone()).collect(),
            earlier: FxHashMap::default(),
            alone: FxHashMap::default(),
            together: FxHashMap::default(),
        }
    }

    /// What is tracked whatever is chosen.
    pub const fn kept(&self) -> &Spread {
        &self.kept.spread
    }

    /// With what was inferred earlier for the same graph and the same kept predicates.
    #[must_use]
    pub fn remembering(self, earlier: FxHashMap<String, Spread>) -> Self {
        Tracking { earlier, ..self }
    }

    /// What was inferred, for later.
    pub fn remember(self) -> FxHashMap<String, Spread> {
        let Tracking { mut earlier, lines, alone, .. } = self;
        earlier.extend(alone.into_iter().map(|(one, it)| (lines[one].clone(), it.spread)));
        earlier
    }

    /// What one candidate has tracked.
    pub fn of_one(&mut self, candidate: usize, eliminator: &mut Eliminator<'_>) -> &Spread {
        let Tracking { cfg, limit, needs, spreads, lines, earlier, alone, .. } = self;
        let tracked = alone.entry(candidate).or_insert_with(|| {
            let limit = if spreads[candidate] { *limit } else { 0 };
            let known = earlier.remove(&lines[candidate]);
            Tracked::new(known.unwrap_or_else(|| spread(cfg, &needs[candidate], limit)), eliminator)
        });
        &tracked.spread
    }

    /// What is tracked with a set of candidates, as some parts whose union it is.
    pub fn of(&mut self, set: &[usize], eliminator: &mut Eliminator<'_>) -> Vec<&Places> {
        self.parts(set, eliminator).into_iter().map(|part| &part.places).collect()
    }

    /// What is kept, and then what a set has tracked.
    fn parts(&mut self, set: &[usize], eliminator: &mut Eliminator<'_>) -> Vec<&Tracked> {
        for one in set {
            self.of_one(*one, eliminator);
        }
        if self.is_cut(set) && !self.together.contains_key(set) {
            let needs = |inferred: bool| -> Vec<Need> {
                let wanted = set.iter().filter(|one| self.spreads[**one] == inferred);
                wanted.flat_map(|one| self.needs[*one].clone()).collect()
            };
            let mut all = spread(self.cfg, &needs(true), self.limit);
            join(&mut all, &spread(self.cfg, &needs(false), 0));
            self.together.insert(set.to_vec(), Tracked::new(all, eliminator));
        }
        match self.together.get(set) {
            Some(together) => vec![&self.kept, together],
            None => {
                let parts = set.iter().map(|one| &self.alone[one]);
                std::iter::once(&self.kept).chain(parts).collect()
            }
        }
    }

    /// Whether the limit cuts off what a set has tracked: only then is the union of what its
    /// candidates have tracked more than what is inferred for the set.
    fn is_cut(&self, set: &[usize]) -> bool {
        let parts = || set.iter().map(|one| &self.alone[one]);
        if set.len() < 2 || parts().map(|part| part.most).sum::<usize>() <= self.limit {
            return false;
        }
        let at = |at: CfgLocId| parts().map(|part| part.places[at].len()).sum::<usize>();
        self.cfg.locations.keys().any(|location| at(location) > self.limit)
    }

    /// The conditions that a set of candidates has tracked, without those that are kept anyway, in
    /// the order in which they are inferred.
    pub fn expressions(&mut self, set: &[usize], eliminator: &mut Eliminator<'_>) -> Vec<Expr> {
        let mut found: Vec<Expr> = Vec::new();
        for part in self.parts(set, eliminator).into_iter().skip(1) {
            for condition in &part.spread.conditions {
                if !found.contains(condition) {
                    found.push(condition.clone());
                }
            }
        }
        found
    }
}

fn join(all: &mut Spread, more: &Spread) {
    for (number, condition) in more.conditions.iter().enumerate() {
        let known = all.conditions.iter().position(|one| one == condition);
        let own = known.unwrap_or(all.conditions.len());
        if known.is_none() {
            all.conditions.push(condition.clone());
        }
        for (at, here) in more.at.iter_enumerated() {
            all.at[at].grow(all.conditions.len());
            if here.contains(number) {
                all.at[at].insert(own);
            }
        }
    }
}

/// Where predicates are tracked.
struct Needed<'a> {
    cfg: &'a Cfg,
    conditions: Conditions<'a>,
    tests: Tests,
    live: TiVec<CfgLocId, BTreeSet<CfgVarId>>,
}

impl<'a> Needed<'a> {
    fn new(cfg: &'a Cfg, kept: &PredicateSet) -> Self {
        let mut always = Vec::new();
        let kept = kept.iter().filter(|one| one.scope != PredicateScope::Live);
        for instance in kept.flat_map(|one| &one.instances) {
            instance.condition.for_each_var(&mut |var| always.push(var));
        }
        Needed {
            cfg,
            conditions: Conditions::new(cfg),
            tests: Tests::of(cfg),
            live: needed_at(cfg, &always),
        }
    }

    /// Where a predicate is tracked as it is.
    fn given(&self, one: &Predicate) -> Vec<Need> {
        let matters = |condition: &Expr, at: CfgLocId| {
            one.scope != PredicateScope::Live
                || !condition.mentions(&|var| !self.live[at].contains(&var))
        };
        let of = |condition: &Expr, places: &predicate::Places| {
            let mut places = match places {
                predicate::Places::Everywhere => self.cfg.locations.keys().collect(),
                predicate::Places::At(locations) => locations.clone(),
            };
            places.retain(|at| matters(condition, *at));
            (self.conditions.normal(condition), places)
        };
        one.instances.iter().map(|it| of(&it.condition, &it.places)).collect()
    }

    /// Where a predicate is tested; if nowhere, where it is tracked.
    fn tested(&self, predicate: &Predicate) -> Vec<Need> {
        let narrow = |(condition, places): Need| {
            let tested = self.tests.places(&condition).iter().copied();
            let tested: Vec<CfgLocId> = tested.filter(|at| places.contains(at)).collect();
            (condition, if tested.is_empty() { places } else { tested })
        };
        self.given(predicate).into_iter().map(narrow).collect()
    }
}
