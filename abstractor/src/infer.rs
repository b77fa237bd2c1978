//! Where predicates are needed: `PredInfer` of Minimum Predicates, Fig. 2.
//!
//! A predicate that is the condition of a branch is needed where the branch is; the rest is
//! [`belnap_solver::spread`].

use belnap_formats::condition::Writer;
use belnap_formats::predicates::{PredicateFile, PredicateLine};
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::{CfgLocId, ti_vec};
use belnap_ir::predicate::PredicateScope;
use belnap_solver::spread::{Tests, spread};
use fixedbitset::FixedBitSet;

use crate::tracked::Predicates;

/// Tracks the given predicates only where they are needed, and what they need before. One that is
/// the condition of no branch is needed wherever it is given. No location gets more than `limit`
/// predicates, beyond those it starts with.
pub fn infer(cfg: &Cfg, given: &Predicates, limit: usize) -> Predicates {
    let tests = Tests::of(cfg);
    let mut needed = Vec::with_capacity(given.all.len());
    for (number, tracked) in given.all.iter().enumerate() {
        let is_given = |at: &CfgLocId| given.is_at(number, *at);
        let mut places = tests.places(&tracked.condition).to_vec();
        places.retain(is_given);
        if places.is_empty() {
            places = cfg.locations.keys().filter(is_given).collect();
        }
        needed.push((tracked.condition.clone(), places));
    }
    let spread = spread(cfg, &needed, limit);
    let mut inferred = Predicates {
        all: given.all.clone(),
        at: ti_vec![FixedBitSet::with_capacity(given.all.len()); cfg.locations.len()],
    };
    let writer = Writer::new(cfg);
    for (number, condition) in spread.conditions.into_iter().enumerate() {
        let places = spread.at.iter_enumerated().filter(|(_, here)| here.contains(number));
        let name = writer.name(&condition);
        // Conditions over two functions are not spread.
        let _ = inferred.track(cfg, condition, &name, places.map(|(at, _)| at));
    }
    inferred
}

/// The predicates as a file says them: `global` where they are tracked everywhere they have a
/// meaning, else location by location.
pub fn as_file(cfg: &Cfg, predicates: &Predicates) -> PredicateFile {
    let writer = Writer::new(cfg);
    let mut lines = Vec::new();
    for (number, tracked) in predicates.all.iter().enumerate() {
        let condition = writer.print(&tracked.condition);
        let mut line = |scope| lines.push(PredicateLine::new(scope, &condition));
        let everywhere = (0..cfg.locations.len()).map(CfgLocId::from).all(|at| {
            let function = cfg.locations[at].function;
            predicates.is_at(number, at) || !predicates.visible(number, function)
        });
        if everywhere {
            line(PredicateScope::Global);
            continue;
        }
        for at in (0..cfg.locations.len()).map(CfgLocId::from) {
            if predicates.is_at(number, at) {
                line(PredicateScope::Location(at.to_string()));
            }
        }
    }
    PredicateFile { lines }
}
