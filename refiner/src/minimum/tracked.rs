//! What a set of candidates has tracked where: `PredInfer`, kept for each candidate.

use std::collections::BTreeSet;

use belnap_formats::traces::fit::Fitted;
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId, TiVec};
use belnap_ir::predicate::{Places, Predicate, PredicateScope, PredicateSet};
use belnap_ir::traces::{Origin, Traces};
use belnap_solver::needed::needed_at;
use belnap_solver::spread::{Spread, Tests, spread};
use belnap_solver::wp::Conditions;
use rustc_hash::FxHashMap;

/// A condition, and where it is needed to begin with.
type Need = (Expr, Vec<CfgLocId>);

/// What candidates have tracked.
pub struct Tracking<'a> {
    cfg: &'a Cfg,
    limit: usize,
    /// What is tracked whatever is chosen.
    kept: Spread,
    needs: Vec<Vec<Need>>,
    /// Whether a candidate is spread: what other methods propose is tracked as it is.
    spreads: Vec<bool>,
    alone: FxHashMap<usize, Spread>,
    together: FxHashMap<Vec<usize>, Spread>,
}

impl<'a> Tracking<'a> {
    /// Of the candidates of some traces, each location with at most `limit` conditions of a set.
    pub fn new(
        cfg: &'a Cfg,
        traces: &Traces,
        fitted: &Fitted,
        kept: &PredicateSet,
        limit: usize,
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
            kept: spread(cfg, &kept, 0),
            needs,
            spreads,
            alone: FxHashMap::default(),
            together: FxHashMap::default(),
        }
    }

    /// What one candidate has tracked.
    pub fn of_one(&mut self, candidate: usize) -> &Spread {
        let Tracking { cfg, limit, needs, spreads, .. } = self;
        let limit = if spreads[candidate] { *limit } else { 0 };
        self.alone.entry(candidate).or_insert_with(|| spread(cfg, &needs[candidate], limit))
    }

    /// What is tracked with a set of candidates, as some parts whose union it is.
    pub fn of(&mut self, set: &[usize]) -> Vec<&Spread> {
        set.iter().for_each(|one| {
            self.of_one(*one);
        });
        let parts: Vec<&Spread> = set.iter().map(|one| &self.alone[one]).collect();
        // Only where a limit cuts off is the union more than what is inferred together.
        let spread_here =
            |at: CfgLocId| -> usize { parts.iter().map(|part| part.at[at].count_ones(..)).sum() };
        let is_cut =
            set.len() > 1 && self.cfg.locations.keys().any(|at| spread_here(at) > self.limit);
        if !is_cut {
            return std::iter::once(&self.kept).chain(parts).collect();
        }
        if !self.together.contains_key(set) {
            let (cfg, limit) = (self.cfg, self.limit);
            let needs = |inferred: bool| -> Vec<Need> {
                let wanted = set.iter().filter(|one| self.spreads[**one] == inferred);
                wanted.flat_map(|one| self.needs[*one].clone()).collect()
            };
            let (inferred, given) = (needs(true), needs(false));
            let mut all = spread(cfg, &inferred, limit);
            join(&mut all, &spread(cfg, &given, 0));
            self.together.insert(set.to_vec(), all);
        }
        vec![&self.kept, &self.together[set]]
    }

    /// The conditions that a set of candidates has tracked, without those that are kept anyway, in
    /// the order in which they are inferred.
    pub fn expressions(&mut self, set: &[usize]) -> Vec<Expr> {
        let mut found: Vec<Expr> = Vec::new();
        for part in self.of(set).into_iter().skip(1) {
            for condition in &part.conditions {
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
    fn given(&self, predicate: &Predicate) -> Vec<Need> {
        let matters = |condition: &Expr, at: CfgLocId| {
            predicate.scope != PredicateScope::Live
                || !condition.mentions(&|var| !self.live[at].contains(&var))
        };
        let of = |condition: &Expr, places: &Places| {
            let mut places = match places {
                Places::Everywhere => self.cfg.locations.keys().collect(),
                Places::At(locations) => locations.clone(),
            };
            places.retain(|at| matters(condition, *at));
            (self.conditions.normal(condition), places)
        };
        predicate.instances.iter().map(|one| of(&one.condition, &one.places)).collect()
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
