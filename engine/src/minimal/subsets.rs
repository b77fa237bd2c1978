//! Fewer predicates of a set, by leaving out.

use belnap_ir::predicate::{Predicate, PredicateSet};

use super::trials::Trials;
use crate::cegar::Failure;

/// A condition, with each scope that it has in a set.
type Lines = Vec<Predicate>;

/// Leaves out conditions, then single lines; and whether no choice of fewer conditions decides.
/// That is tried if there are at most `most`.
pub fn choose(
    trials: &mut Trials<'_>,
    set: &PredicateSet,
    most: usize,
) -> Result<(PredicateSet, bool), Failure> {
    let all = by_condition(set);
    let mut kept = fewest(trials, all.clone(), all.len(), &set_of)?;
    let is_minimum = count_smaller(all.len(), kept.len()) <= most;
    if is_minimum && let Some(fewer) = find_fewer(trials, &all, kept.len())? {
        kept = fewer;
    }
    let lines = leave_out(trials, in_order(set, &set_of(&kept)))?;
    Ok((lines, is_minimum))
}

/// Leaves out lines of a set of which no condition can be left out.
pub fn leave_out(trials: &mut Trials<'_>, set: PredicateSet) -> Result<PredicateSet, Failure> {
    let lines: Vec<Lines> = set.iter().map(|one| vec![one.clone()]).collect();
    let at_once = (lines.len() - by_condition(&set).len()).max(1);
    fewest(trials, lines, at_once, &set_of).map(|kept| set_of(&kept))
}

/// Leaves out parts, `size` and then fewer at once, as long as the rest decides. At the end nothing
/// is decided without any one of them.
pub fn fewest<T: Clone>(
    trials: &mut Trials<'_>,
    mut parts: Vec<T>,
    mut size: usize,
    set_of: &dyn Fn(&[T]) -> PredicateSet,
) -> Result<Vec<T>, Failure> {
    size = size.min(parts.len());
    while size > 0 && !trials.is_stopped() {
        let before = parts.len();
        let mut at = 0;
        while at < parts.len() {
            let mut rest = parts.clone();
            rest.drain(at..parts.len().min(at + size));
            match trials.decides(&set_of(&rest))? {
                true => parts = rest,
                false => at += size,
            }
        }
        let goes_on = size > 1 || parts.len() < before;
        size = if goes_on { (size / 2).max(1).min(parts.len()) } else { 0 };
    }
    Ok(parts)
}

/// Tries all choices of fewer conditions than there are, the fewest first.
fn find_fewer(
    trials: &mut Trials<'_>,
    all: &[Lines],
    than: usize,
) -> Result<Option<Vec<Lines>>, Failure> {
    for size in 0..than {
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            let some: Vec<Lines> = chosen.iter().map(|at| all[*at].clone()).collect();
            if trials.decides(&set_of(&some))? {
                return Ok(Some(some));
            }
            if !advance(&mut chosen, all.len()) {
                break;
            }
        }
    }
    Ok(None)
}

/// The next choice of as many numbers below a limit, ascending; whether there is one.
fn advance(chosen: &mut [usize], below: usize) -> bool {
    let size = chosen.len();
    let Some(at) = (0..size).rfind(|at| chosen[*at] < below - (size - at)) else { return false };
    let first = chosen[at] + 1;
    for (number, one) in chosen[at..].iter_mut().enumerate() {
        *one = first + number;
    }
    true
}

/// The number of choices of fewer than `size` out of `all`.
fn count_smaller(all: usize, size: usize) -> usize {
    let mut sum: usize = 0;
    let mut choices: usize = 1;
    for taken in 0..size {
        sum = sum.saturating_add(choices);
        choices = choices.saturating_mul(all - taken) / (taken + 1);
    }
    sum
}

/// The lines of a set by their conditions, in order.
fn by_condition(set: &PredicateSet) -> Vec<Lines> {
    let mut groups: Vec<Lines> = Vec::new();
    for one in set.iter() {
        match groups.iter_mut().find(|group| group[0].name == one.name) {
            Some(group) => group.push(one.clone()),
            None => groups.push(vec![one.clone()]),
        }
    }
    groups
}

fn set_of(groups: &[Lines]) -> PredicateSet {
    groups.iter().flatten().cloned().collect()
}

/// Some lines of a set, in its order.
fn in_order(set: &PredicateSet, some: &PredicateSet) -> PredicateSet {
    set.iter().filter(|one| some.contains(&one.scope, &one.name)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::{advance, count_smaller};

    #[test]
    fn all_choices_come_once() {
        for (all, size) in [(5, 0), (5, 1), (5, 3), (4, 4), (0, 0)] {
            let mut chosen: Vec<usize> = (0..size).collect();
            let mut seen = vec![chosen.clone()];
            while advance(&mut chosen, all) {
                assert!(chosen.is_sorted_by(|a, b| a < b) && chosen.iter().all(|one| *one < all));
                seen.push(chosen.clone());
            }
            let count = count_smaller(all, size + 1) - count_smaller(all, size);
            assert!(seen.is_sorted_by(|a, b| a < b), "{seen:?}");
            assert_eq!(seen.len(), count, "{size} of {all}");
        }
    }
}
