//! Fewer predicates that still decide: what refinement found, without what is not needed.
//!
//! Refinement only adds, so that a proof has predicates that excluded one path and do not matter
//! any more. Here sets are tried, each abstracted and checked like those of a round, but without
//! what earlier rounds proved: many predicates are left out at once, then fewer, then single ones,
//! until none can be spared (`subsets`); if there are few sets that are smaller yet, all of them
//! are tried. What is left is then tracked at fewer places (`places`) and made weaker
//! (`weaker`).
//!
//! A set is accepted only if it decides the property in the same way, so the verdict stays. More
//! predicates do not always decide more: where a limit of the abstraction is reached, or a
//! predicate that is tracked everywhere makes variables matter to others. So nothing is concluded
//! from sets that were tried about others.

mod places;
mod subsets;
mod trials;
mod weaker;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use belnap_ir::predicate::PredicateSet;
use belnap_ir::result::CheckResult;
use tracing::debug;

use crate::cegar::{Failure, Watch};
use crate::conclusion::Conclusion;
use crate::subject::Subject;
use trials::{Trials, Way};

/// When to be content with what is left.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Sets that are tried.
    pub attempts: Option<usize>,
    /// Time after which no other set is tried.
    pub time: Option<Duration>,
    /// Choices of fewer conditions, if there are no more, are all tried.
    pub choices: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { attempts: None, time: None, choices: 150 }
    }
}

/// Predicates that decide a property, and what the search for them took.
#[derive(Debug)]
pub struct Shrunk {
    /// How small they are.
    pub account: Account,
    /// The set, if it is not the one that was given.
    pub small: Option<Small>,
}

/// A set that is smaller than the one that was given.
#[derive(Debug)]
pub struct Small {
    /// The predicates.
    pub predicates: PredicateSet,
    /// What they decide.
    pub conclusion: Conclusion,
    /// What the checker says of their abstraction, if there is one.
    pub result: Option<CheckResult>,
}

/// How small a set is, and what it took to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    /// Conditions before.
    pub of: usize,
    /// Conditions that are left.
    pub needed: usize,
    /// What is known about smaller sets.
    pub smallness: Smallness,
    /// Sets that were tried.
    pub attempts: usize,
    /// How long it took.
    pub time: Duration,
}

/// What is known about sets that are smaller yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Smallness {
    /// No choice of fewer of the given conditions decides the property.
    Minimum,
    /// The property is not decided without any one of the predicates.
    Irreducible,
    /// A limit was reached before that was known.
    Unfinished,
}

/// Looks for fewer predicates that decide a property as the given ones do; `None` if these do not
/// decide. With `given` they are tried as an invariant, as those are that somebody has given.
///
/// # Errors
/// The property does not fit the graph, or a stage failed.
pub fn shrink(
    subject: &Subject<'_>,
    set: &PredicateSet,
    given: bool,
    limits: Limits,
    watch: &dyn Watch,
) -> Result<Option<Shrunk>, Failure> {
    let begin = Instant::now();
    subject.theory.prover.set_end(watch.end());
    let Some(way) = Way::of(subject, set, given, watch.end())? else { return Ok(None) };
    let mut trials = Trials::new(*subject, way, limits, watch);
    let (mut small, is_minimum) = subsets::choose(&mut trials, set, limits.choices)?;
    if way != Way::Induction {
        small = places::narrow(&mut trials, small)?;
        small = weaker::weaken(&mut trials, small)?;
        small = subsets::leave_out(&mut trials, small)?;
    }
    let account = Account {
        of: count_conditions(set),
        needed: count_conditions(&small),
        smallness: match (trials.is_stopped(), is_minimum) {
            (true, _) => Smallness::Unfinished,
            (false, true) => Smallness::Minimum,
            (false, false) => Smallness::Irreducible,
        },
        attempts: trials.attempts(),
        time: begin.elapsed(),
    };
    debug!(?account, "has left out predicates");
    if small == *set {
        return Ok(Some(Shrunk { account, small: None }));
    }
    let concluded = way.conclude(subject, &small, watch.end())?;
    let small =
        concluded.map(|(conclusion, result)| Small { predicates: small, conclusion, result });
    Ok(Some(Shrunk { account, small }))
}

/// The number of different conditions; one may be tracked at several locations.
fn count_conditions(set: &PredicateSet) -> usize {
    set.iter().map(|one| &one.name).collect::<BTreeSet<_>>().len()
}
