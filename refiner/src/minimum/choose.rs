//! Which candidates to track, given the traces so far: the ways to choose, as a table.

use std::cmp::Reverse;
use std::time::Duration;

use belnap_execution::random::Random;
use belnap_ir::traces::{Cut, Traces};
use belnap_solver::minimum::smallest;
use rustc_hash::FxHashSet;

use super::search::{Search, contains_one};

/// A way to choose: one row of [`CHOOSERS`].
#[derive(Clone, Copy)]
pub struct Chooser {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it chooses, in a line.
    pub description: &'static str,
    /// What it costs at most.
    pub cost: &'static str,
    /// Chooses, ascending, or says why it does not. Every trace has a set that excludes it.
    pub choose: fn(&mut Search<'_>, &mut Traces, &ChooseOptions) -> Result<Vec<usize>, String>,
}

/// How to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChooseOptions {
    /// Time for one question about the smallest choice.
    pub time: Duration,
    /// What the order of candidates is drawn with, where it is drawn.
    pub seed: Option<u64>,
}

/// All ways to choose.
pub const CHOOSERS: &[Chooser] = &[
    Chooser {
        name: "minimize",
        description: "replaces: the fewest branch conditions that exclude all impossible paths so \
                      far",
        cost: "as many abstractions of each path as sets may be tried, and one optimum",
        choose: minimize,
    },
    Chooser {
        name: "greedy",
        description: "replaces: branch conditions that exclude all impossible paths so far, and of \
                      which none can be left out",
        cost: "as many abstractions of each path as conditions squared, after a first search",
        choose: drop_one_by_one,
    },
];

/// The smallest set (Minimum Predicates, §3.2).
///
/// The sets of a trace are those of the size at which some exclude it. Larger ones matter where
/// they are smaller than what is chosen; so sets with one candidate less are looked for that
/// exclude all traces together. What is chosen is smallest among all sets, as far as limits do not
/// cut off.
fn minimize(
    search: &mut Search<'_>,
    all: &mut Traces,
    options: &ChooseOptions,
) -> Result<Vec<usize>, String> {
    loop {
        let demands: Vec<_> = all.traces.iter().map(|trace| trace.eliminating.clone()).collect();
        let chosen =
            smallest(&demands, options.time).ok_or("the smallest choice takes too long")?;
        let fewer = chosen.len().saturating_sub(1).min(search.limits.size);
        if fewer == 0 || !Smaller::new(search, all).find(search, all, &[], fewer) {
            return Ok(chosen);
        }
    }
}

/// Looks for a set that excludes all traces, with few candidates.
struct Smaller {
    /// The candidates that each trace can depend on.
    near: Vec<Vec<usize>>,
    /// The traces, those first that few sets exclude.
    order: Vec<usize>,
    /// Sets from which it was looked for.
    seen: FxHashSet<Vec<usize>>,
    /// How many more are looked at.
    left: usize,
}

impl Smaller {
    fn new(search: &mut Search<'_>, all: &Traces) -> Self {
        let numbers = 0..all.traces.len();
        let mut order: Vec<usize> = numbers.clone().collect();
        order.sort_by_key(|number| {
            let trace = &all.traces[*number];
            let smallest = trace.eliminating.iter().map(Vec::len).min();
            (Reverse(smallest), trace.eliminating.len())
        });
        Smaller {
            near: numbers.map(|number| search.groups(all, number).concat()).collect(),
            order,
            seen: FxHashSet::default(),
            left: search.limits.subsets,
        }
    }

    /// Whether some set with these candidates, and at most `more` others, excludes all traces; if
    /// so, that is kept with the traces. Every such set has one that the first trace depends on
    /// that is not excluded.
    fn find(
        &mut self,
        search: &mut Search<'_>,
        all: &mut Traces,
        set: &[usize],
        more: usize,
    ) -> bool {
        let open = self.order.iter().copied().find(|number| !excludes(search, all, *number, set));
        let Some(open) = open else { return true };
        if more == 0 || self.left == 0 || search.eliminator.is_over() {
            return false;
        }
        for one in self.near[open].clone() {
            if set.contains(&one) {
                continue;
            }
            let mut larger = set.to_vec();
            larger.push(one);
            larger.sort_unstable();
            if !self.seen.insert(larger.clone()) {
                continue;
            }
            if self.left == 0 {
                all.traces[open].cut = Some(Cut::Subsets);
                return false;
            }
            self.left -= 1;
            if self.find(search, all, &larger, more - 1) {
                return true;
            }
        }
        false
    }
}

/// The greedy algorithm (Minimum Predicates, Fig. 6): what was chosen, and what excludes the rest,
/// without what can be left out.
fn drop_one_by_one(
    search: &mut Search<'_>,
    all: &mut Traces,
    options: &ChooseOptions,
) -> Result<Vec<usize>, String> {
    let mut chosen = all.chosen.clone();
    for trace in &all.traces {
        if !contains_one(trace, &chosen) {
            chosen.extend(trace.eliminating.first().ok_or("nothing excludes a trace")?);
            chosen.sort_unstable();
            chosen.dedup();
        }
    }
    let mut random = options.seed.map(Random::new);
    loop {
        let mut order = chosen.clone();
        if let Some(random) = &mut random {
            shuffle(&mut order, random);
        }
        let fewer = order.into_iter().find_map(|one| {
            let rest: Vec<usize> = chosen.iter().copied().filter(|other| *other != one).collect();
            excludes_all(search, all, &rest).then_some(rest)
        });
        match fewer {
            Some(fewer) => chosen = fewer,
            None => return Ok(chosen),
        }
    }
}

fn excludes_all(search: &mut Search<'_>, all: &mut Traces, set: &[usize]) -> bool {
    (0..all.traces.len()).all(|number| excludes(search, all, number, set))
}

/// Whether a set excludes a trace. What is taken on trust, or came back, cannot be tried.
fn excludes(search: &mut Search<'_>, all: &mut Traces, number: usize, set: &[usize]) -> bool {
    let trace = &all.traces[number];
    if trace.proposed || !trace.returned.is_empty() {
        return contains_one(trace, set);
    }
    search.excludes(all, number, set)
}

fn shuffle(order: &mut [usize], random: &mut Random) {
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
}
