//! The same predicates at fewer places: where their values matter instead of everywhere, or at one
//! location. A line for each of several locations would be harder to read than one that says
//! `live`.

use belnap_abstractor::tracked::Predicates;
use belnap_formats::predicates::Births;
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::CfgLocId;
use belnap_ir::predicate::{Predicate, PredicateScope, PredicateSet};

use super::trials::Trials;
use crate::cegar::Failure;

/// A predicate that is tracked at more locations is hardly needed at one only.
const TRACKED: usize = 16;

/// Tracks each predicate at as few places as can be found.
pub fn narrow(trials: &mut Trials<'_>, set: PredicateSet) -> Result<PredicateSet, Failure> {
    let mut lines: Vec<Predicate> = set.iter().cloned().collect();
    for at in 0..lines.len() {
        if lines[at].scope == PredicateScope::Global {
            let live = Predicate { scope: PredicateScope::Live, ..lines[at].clone() };
            let tried = replace(&lines, at, std::slice::from_ref(&live));
            let before = lines.iter().cloned().collect();
            let cfg = trials.subject.cfg;
            let is_fewer = count_places(cfg, &tried) < count_places(cfg, &before);
            if is_fewer && trials.decides(&tried)? {
                lines[at] = live;
            }
        }
        if let Some(only) = find_location(trials, &lines, at)? {
            lines[at] = only;
        }
    }
    Ok(lines.into_iter().collect())
}

/// A predicate at the one location where it is needed, if that is so: of its locations, one half
/// suffices, of that one half, and so on.
fn find_location(
    trials: &mut Trials<'_>,
    lines: &[Predicate],
    at: usize,
) -> Result<Option<Predicate>, Failure> {
    let set = lines.iter().cloned().collect();
    let Some(mut parts) = at_locations(trials.subject.cfg, &set, &lines[at]) else {
        return Ok(None);
    };
    while parts.len() > 1 {
        let (first, second) = parts.split_at(parts.len() / 2);
        parts = if trials.decides(&replace(lines, at, first))? {
            first.to_vec()
        } else if trials.decides(&replace(lines, at, second))? {
            second.to_vec()
        } else {
            return Ok(None);
        };
    }
    Ok(parts.pop())
}

/// A predicate of a set as lines that track it at each location by itself, if these are several and
/// not many.
fn at_locations(cfg: &Cfg, set: &PredicateSet, one: &Predicate) -> Option<Vec<Predicate>> {
    let [instance] = &*one.instances else { return None };
    if matches!(one.scope, PredicateScope::Location(_)) {
        return None;
    }
    let locations = tracked_at(cfg, set, one)?;
    if !(2..=TRACKED).contains(&locations.len()) {
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

/// A set in which other lines stand for one.
fn replace(lines: &[Predicate], at: usize, by: &[Predicate]) -> PredicateSet {
    lines[..at].iter().chain(by).chain(&lines[at + 1..]).cloned().collect()
}
