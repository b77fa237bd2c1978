//! Which sets of candidates exclude a trace: in increasing size, and each tried once (Minimum
//! Predicates, §3.2).

use std::collections::BTreeSet;

use belnap_ir::cfg::Cfg;
use belnap_ir::traces::{Cut, Trace, Traces};
use rustc_hash::FxHashSet;

use super::eliminate::{Eliminator, Impossible};
use super::related::{mentioned_at, places_of, related};
use super::tracked::Tracking;

/// How many sets are tried for one trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetLimits {
    /// Sets that are tried (MAXSUB).
    pub subsets: usize,
    /// Sets that exclude the trace (MAXELM).
    pub eliminating: usize,
    /// Candidates of a set.
    pub size: usize,
    /// Conditions that `PredInfer` gives to a location.
    pub inferred: usize,
}

impl Default for SetLimits {
    /// Those of the paper's experiments.
    fn default() -> Self {
        SetLimits { subsets: 1000, eliminating: 20, size: 5, inferred: 20 }
    }
}

/// What sets are tried with.
pub struct Search<'a> {
    /// The graph.
    pub cfg: &'a Cfg,
    /// How many.
    pub limits: SetLimits,
    /// What candidates have tracked.
    pub tracking: Tracking<'a>,
    /// Whether that excludes a trace.
    pub eliminator: Eliminator<'a>,
    /// What the traces are, in their order.
    pub traces: Vec<Impossible>,
    /// The sets that do not exclude each trace, once somebody has asked.
    pub failing: Vec<Option<FxHashSet<Vec<usize>>>>,
}

impl Search<'_> {
    /// The candidates that a trace can depend on, in groups.
    pub fn groups(&mut self, all: &Traces, number: usize) -> Vec<Vec<usize>> {
        let what = &self.traces[number];
        let places = places_of(self.cfg, what);
        let mentioned: Vec<_> = (0..all.candidates.len())
            .map(|one| mentioned_at(self.tracking.of_one(one, &mut self.eliminator), &places))
            .collect();
        let kept = self.tracking.kept();
        let kept = kept.conditions.iter().map(|condition| {
            let mut variables = BTreeSet::new();
            condition.for_each_var(&mut |var| {
                variables.insert(var);
            });
            variables
        });
        let kept: Vec<_> = kept.collect();
        related(self.cfg, what, &all.traces[number].core, &mentioned, &kept)
    }

    /// Tries all sets with at most `size` candidates that were not tried, unless a limit is
    /// reached.
    pub fn extend(&mut self, all: &mut Traces, number: usize, size: usize) {
        let groups = self.groups(all, number);
        let what = self.traces[number].clone();
        let trace = &mut all.traces[number];
        self.failing[number] = None;
        let known: FxHashSet<Vec<usize>> =
            trace.failing.iter().chain(&trace.returned).cloned().collect();
        trace.cut = (size > self.limits.size).then_some(Cut::Size);
        for size in 0..=size.min(self.limits.size) {
            for group in groups.iter().filter(|group| group.len() >= size) {
                let mut combination: Vec<usize> = (0..size).collect();
                loop {
                    let mut set: Vec<usize> = combination.iter().map(|at| group[*at]).collect();
                    set.sort_unstable();
                    if !known.contains(&set) && !contains_one(trace, &set) {
                        trace.cut = self.reached(trace);
                        if trace.cut.is_some() || self.eliminator.is_over() {
                            return;
                        }
                        self.try_set(trace, &what, &set);
                    }
                    if !advance(&mut combination, group.len()) {
                        break;
                    }
                }
            }
        }
    }

    /// Which limit is reached, if one is.
    fn reached(&self, trace: &Trace) -> Option<Cut> {
        if trace.eliminating.len() >= self.limits.eliminating {
            Some(Cut::Eliminating)
        } else if trace.tried() >= self.limits.subsets {
            Some(Cut::Subsets)
        } else {
            None
        }
    }

    /// Tries a set, and keeps the answer.
    fn try_set(&mut self, trace: &mut Trace, what: &Impossible, set: &[usize]) -> bool {
        let eliminates = {
            let tracked = self.tracking.of(set, &mut self.eliminator);
            self.eliminator.eliminates(what, &tracked)
        };
        if eliminates {
            trace.eliminating.retain(|other| !is_part(set, other));
            trace.eliminating.push(set.to_vec());
        } else {
            trace.failing.push(set.to_vec());
        }
        eliminates
    }

    /// Whether a set excludes a trace: by what is known, or tried and kept.
    pub fn excludes(&mut self, all: &mut Traces, number: usize, set: &[usize]) -> bool {
        let trace = &mut all.traces[number];
        if contains_one(trace, set) {
            return true;
        }
        let failing =
            self.failing[number].get_or_insert_with(|| trace.failing.iter().cloned().collect());
        if failing.contains(set) {
            return false;
        }
        if trace.tried() >= self.limits.subsets {
            trace.cut = Some(Cut::Subsets);
            return false;
        }
        if self.eliminator.is_over() {
            return false;
        }
        let what = self.traces[number].clone();
        let excludes = self.try_set(trace, &what, set);
        if let (false, Some(failing)) = (excludes, &mut self.failing[number]) {
            failing.insert(set.to_vec());
        }
        excludes
    }
}

/// Whether a set contains one that excludes the trace.
pub fn contains_one(trace: &Trace, set: &[usize]) -> bool {
    trace.eliminating.iter().any(|one| is_part(one, set))
}

/// Whether a set is part of another; both ascending.
pub fn is_part(part: &[usize], whole: &[usize]) -> bool {
    part.len() <= whole.len() && part.iter().all(|one| whole.binary_search(one).is_ok())
}

/// The next combination of so many numbers below `count`; whether there is one.
fn advance(combination: &mut [usize], count: usize) -> bool {
    let size = combination.len();
    for at in (0..size).rev() {
        if combination[at] < count - size + at {
            combination[at] += 1;
            for later in at + 1..size {
                combination[later] = combination[later - 1] + 1;
            }
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::advance;

    #[test]
    fn combinations_are_listed_once_each() {
        let mut combination = vec![0, 1];
        let mut all = vec![combination.clone()];
        while advance(&mut combination, 4) {
            all.push(combination.clone());
        }
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert!(!advance(&mut [], 4));
    }
}
