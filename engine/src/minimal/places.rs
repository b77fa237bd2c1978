//! The same predicates at fewer places: where their values matter instead of everywhere, or at few
//! locations.

use belnap_abstractor::tracked::Predicates;
use belnap_formats::predicates::Births;
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::CfgLocId;
use belnap_ir::predicate::{Predicate, PredicateScope, PredicateSet};

use super::subsets::fewest;
use super::trials::Trials;
use crate::cegar::Failure;

/// A predicate that is tracked at more locations is left there.
const TRACKED: usize = 16;

/// So many lines are easier to read than one that says `live`.
const LINES: usize = 2;

/// Tracks each predicate at as few places as can be found.
pub fn narrow(trials: &mut Trials<'_>, set: PredicateSet) -> Result<PredicateSet, Failure> {
    let mut lines: Vec<Vec<Predicate>> = set.iter().map(|one| vec![one.clone()]).collect();
    for at in 0..lines.len() {
        let one = lines[at][0].clone();
        if one.scope == PredicateScope::Global {
            let live = Predicate { scope: PredicateScope::Live, ..one.clone() };
            let tried = replace(&lines, at, std::slice::from_ref(&live));
            let cfg = trials.subject.cfg;
            let is_fewer = count_places(cfg, &tried) < count_places(cfg, &flatten(&lines));
            if is_fewer && trials.decides(&tried)? {
                lines[at] = vec![live];
            }
        }
        let Some(parts) = at_locations(trials.subject.cfg, &flatten(&lines), &lines[at][0]) else {
            continue;
        };
        let count = parts.len();
        let kept = fewest(trials, parts, count, &|kept| replace(&lines, at, kept))?;
        if kept.len() < count && kept.len() <= LINES {
            lines[at] = kept;
        }
    }
    Ok(flatten(&lines))
}

/// A predicate of a set as lines that track it at each location by itself, if these are few.
fn at_locations(cfg: &Cfg, set: &PredicateSet, one: &Predicate) -> Option<Vec<Predicate>> {
    let [instance] = &*one.instances else { return None };
    if matches!(one.scope, PredicateScope::Location(_)) {
        return None;
    }
    let locations = tracked_at(cfg, set, one)?;
    if locations.is_empty() || locations.len() > TRACKED {
        return None;
    }
    let births = Births::new(cfg);
    let line = |at: CfgLocId| {
        let scope = PredicateScope::Location(at.to_string());
        births.predicate(scope, &instance.condition).ok()
    };
    locations.into_iter().map(line).collect()
}

/// Where a predicate of a set is tracked.
fn tracked_at(cfg: &Cfg, set: &PredicateSet, one: &Predicate) -> Option<Vec<CfgLocId>> {
    let tracked = Predicates::of(cfg, set).ok()?;
    let number = tracked.all.iter().position(|known| known.name == one.name)?;
    Some(cfg.locations.keys().filter(|at| tracked.is_at(number, *at)).collect())
}

fn count_places(cfg: &Cfg, set: &PredicateSet) -> usize {
    let tracked = Predicates::of(cfg, set);
    tracked.map_or(0, |tracked| tracked.at.iter().map(|at| at.count_ones(..)).sum())
}

fn flatten(lines: &[Vec<Predicate>]) -> PredicateSet {
    lines.iter().flatten().cloned().collect()
}

/// A set in which other lines stand for those of one predicate.
fn replace(lines: &[Vec<Predicate>], at: usize, by: &[Predicate]) -> PredicateSet {
    let mut lines = lines.to_vec();
    lines[at] = by.to_vec();
    flatten(&lines)
}
