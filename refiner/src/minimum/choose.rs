//! Which candidates to track, given the traces so far: the ways to choose, as a table.

use std::time::Duration;

use belnap_execution::random::Random;
use belnap_ir::traces::Traces;
use belnap_solver::minimum::smallest;

use super::search::{Search, contains_one, is_part};

/// A way to choose: one row of [`CHOOSERS`].
#[derive(Clone, Copy)]
pub struct Chooser {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it chooses, in a line.
    pub description: &'static str,
    /// What it costs at most.
    pub cost: &'static str,
    /// Chooses, ascending; `None` if that takes too long. Every trace has a set that excludes it.
    pub choose: fn(&mut Search<'_>, &mut Traces, &ChooseOptions) -> Option<Vec<usize>>,
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
        cost: "at most --max-subsets abstractions of each path, and one optimum",
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
/// Sets of a trace are looked for up to the size at which some exclude it. Larger ones are of use
/// only where they are smaller than the choice, and then looked for too: what is chosen is smallest
/// among all sets, as far as limits do not cut off.
fn minimize(
    search: &mut Search<'_>,
    all: &mut Traces,
    options: &ChooseOptions,
) -> Option<Vec<usize>> {
    let mut tried = 0;
    loop {
        let demands: Vec<_> = all.traces.iter().map(|trace| trace.eliminating.clone()).collect();
        let chosen = smallest(&demands, options.time)?;
        let useful = chosen.len().saturating_sub(1).min(search.limits.size);
        if tried >= useful {
            return Some(chosen);
        }
        tried = useful;
        for number in 0..all.traces.len() {
            if !all.traces[number].proposed {
                search.extend(all, number, useful);
            }
        }
    }
}

/// The greedy algorithm (Minimum Predicates, Fig. 6): what was chosen, and what excludes the rest,
/// without what can be left out.
fn drop_one_by_one(
    search: &mut Search<'_>,
    all: &mut Traces,
    options: &ChooseOptions,
) -> Option<Vec<usize>> {
    let mut chosen = all.chosen.clone();
    for trace in &all.traces {
        if !contains_one(trace, &chosen) {
            chosen.extend(trace.eliminating.first()?);
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
            None => return Some(chosen),
        }
    }
}

fn excludes_all(search: &mut Search<'_>, all: &mut Traces, set: &[usize]) -> bool {
    (0..all.traces.len()).all(|number| match all.traces[number].proposed {
        // What is taken on trust cannot be tried.
        true => all.traces[number].eliminating.iter().any(|one| is_part(one, set)),
        false => search.excludes(all, number, set),
    })
}

fn shuffle(order: &mut [usize], random: &mut Random) {
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
}
