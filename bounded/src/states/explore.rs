//! All states that may be reached while some variables are tracked, and ways to errors.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::graph::{incoming, last_first, outgoing, reachable};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, TiVec, ti_vec};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::diagrams::{Diagrams, States, TooLarge};
use super::steps::{Precision, Step, Steps};

/// Limit on the ways to errors that are told of one exploration.
const MOST_WAYS: usize = 300;

/// So many steps with what is known of single variables are about as much work as one.
const BY_PARTS: usize = 16;

/// The sets that are always there: none and all.
const FIXED: usize = 2;

/// A graph whose states are listed.
pub struct Explorer<'a> {
    pub steps: Steps<'a>,
    pub diagrams: Diagrams,
    /// How many more steps may be taken, each from a set of states.
    pub budget: usize,
    outgoing: TiVec<CfgLocId, Vec<CfgEdgeId>>,
    into: TiVec<CfgLocId, Vec<CfgEdgeId>>,
    errors: TiVec<CfgLocId, bool>,
    /// Errors, and locations from which there is one way only, to an error.
    lost: TiVec<CfgLocId, bool>,
    /// The place of each location in an order in which steps lead ahead, but for those of loops.
    place: TiVec<CfgLocId, usize>,
    /// The levels of variables on which something depends that is asked later.
    live: TiVec<CfgLocId, FixedBitSet>,
    /// What each step asks and changes.
    touched: TiVec<CfgEdgeId, FixedBitSet>,
    /// The sets that are not given up.
    kept: usize,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted;

impl From<TooLarge> for Exhausted {
    fn from(_: TooLarge) -> Self {
        Exhausted
    }
}

/// The states that may be reached at each location; `None` where no error is ahead.
pub type Reached = TiVec<CfgLocId, Option<States>>;

/// What was found.
pub struct Explored {
    pub reached: Reached,
    /// Ways from the entry to errors, each by another of the steps that were asked for, and ahead
    /// from there.
    pub ways: Vec<(CfgEdgeId, Vec<CfgEdgeId>)>,
}

/// States at a location from which steps were taken.
struct Visit {
    at: CfgLocId,
    states: States,
}

/// States that were new at a location.
struct Arrival {
    /// From which visit, and by which step; the entry has none.
    from: Option<(usize, CfgEdgeId)>,
    states: States,
}

/// What is known so far.
struct Search {
    reached: TiVec<CfgLocId, States>,
    /// States from which no step was taken yet.
    fresh: TiVec<CfgLocId, States>,
    open: BinaryHeap<Reverse<(usize, CfgLocId)>>,
    visits: Vec<Visit>,
    arrivals: TiVec<CfgLocId, Vec<Arrival>>,
    /// The last steps to errors, each with the visit it was taken from.
    failing: Vec<(usize, CfgEdgeId, States)>,
}

impl<'a> Explorer<'a> {
    /// For a graph with errors; with diagrams of at most so many parts, and so many steps.
    pub fn new(cfg: &'a Cfg, errors: &[CfgLocId], parts: usize, budget: usize) -> Self {
        let steps = Steps::new(cfg);
        let mut is_error = ti_vec![false; cfg.locations.len()];
        errors.iter().for_each(|at| is_error[*at] = true);
        let (outgoing, mut lost, mut changed) = (outgoing(cfg), is_error.clone(), true);
        while changed {
            changed = false;
            for at in last_first(cfg).into_iter().filter(|at| *at != cfg.entry) {
                if !lost[at]
                    && let Some(edge) = only_step(cfg, &outgoing[at])
                {
                    lost[at] = lost[cfg.edges[edge].to];
                    changed |= lost[at];
                }
            }
        }
        let into = incoming(cfg);
        let before = |at: CfgLocId| into[at].iter().map(|edge| cfg.edges[*edge].from);
        let leads = reachable(cfg.locations.len(), errors.iter().copied(), before);
        let mut useful = ti_vec![false; cfg.locations.len()];
        cfg.locations.keys().for_each(|at| useful[at] = leads[at]);
        let mut place = ti_vec![usize::MAX; cfg.locations.len()];
        for (number, at) in last_first(cfg).into_iter().rev().enumerate() {
            place[at] = number;
        }
        let live = find_live(&steps, &useful);
        let touches = |edge: CfgEdgeId| {
            let mut levels = FixedBitSet::with_capacity(steps.variables.len());
            steps.used(edge, |level| levels.insert(level as usize));
            cfg.edges[edge].operation.for_each_changed(|var| {
                levels.extend(steps.level(var).map(|level| level as usize));
            });
            levels
        };
        Explorer {
            touched: cfg.edges.keys().map(touches).collect(),
            kept: FIXED,
            diagrams: Diagrams::new(parts),
            budget,
            outgoing,
            into,
            errors: is_error,
            lost,
            place,
            live,
            steps,
        }
    }

    /// How much can be tracked: variables, and their values exactly.
    pub fn capacity(&self) -> usize {
        self.steps.more(self.steps.variables.len(), Precision::Exact)
    }

    /// The last steps to errors, and to where nothing but an error is ahead.
    pub fn goals(&self) -> Vec<CfgEdgeId> {
        let cfg = self.steps.cfg;
        let is_last = |edge: &CfgEdgeId| {
            let edge = &cfg.edges[*edge];
            self.lost[edge.to] && !self.lost[edge.from]
        };
        cfg.edges.keys().filter(is_last).collect()
    }

    /// From now on no set is given up that was found so far.
    pub fn keep(&mut self) {
        self.kept = self.diagrams.made();
    }

    /// The locations from which one of some steps can be reached, by the graph.
    fn before(&self, goals: &[CfgEdgeId]) -> TiVec<CfgLocId, bool> {
        let cfg = self.steps.cfg;
        let sources = goals.iter().map(|goal| cfg.edges[*goal].from);
        let before = |at: CfgLocId| {
            self.into[at].iter().map(|edge| cfg.edges[*edge].from).collect::<Vec<_>>()
        };
        let leads = reachable(cfg.locations.len(), sources, before);
        cfg.locations.keys().map(|at| leads[at] || self.lost[at]).collect()
    }

    /// Finds all states that may be reached before some last steps to errors, and ways that these
    /// end. Sets that were found earlier are given up, but for those that are kept.
    pub fn explore(
        &mut self,
        tracked: &FixedBitSet,
        goals: &[CfgEdgeId],
    ) -> Result<Explored, Exhausted> {
        let cfg = self.steps.cfg;
        self.diagrams.keep_first(self.kept);
        self.steps.forget_ranges();
        let useful = self.before(goals);
        let mut search = Search {
            reached: ti_vec![States::NONE; cfg.locations.len()],
            fresh: ti_vec![States::NONE; cfg.locations.len()],
            open: BinaryHeap::new(),
            visits: Vec::new(),
            arrivals: cfg.locations.iter().map(|_| Vec::new()).collect(),
            failing: Vec::new(),
        };
        let mut steps: TiVec<CfgEdgeId, Option<(Step, Vec<u32>)>> =
            cfg.edges.iter().map(|_| None).collect();
        self.arrive(&mut search, cfg.entry, None, States::ALL)?;
        let mut failed: BTreeSet<CfgEdgeId> = BTreeSet::new();
        while let Some(Reverse((_, at))) = search.open.pop() {
            let states = std::mem::replace(&mut search.fresh[at], States::NONE);
            if states.is_none() {
                continue;
            }
            let visit = search.visits.len();
            search.visits.push(Visit { at, states });
            for number in 0..self.outgoing[at].len() {
                let edge = self.outgoing[at][number];
                let to = cfg.edges[edge].to;
                let is_goal = self.lost[to] && goals.binary_search(&edge).is_ok();
                if !useful[to] || self.lost[to] && !is_goal || failed.contains(&edge) {
                    continue;
                }
                // Where nothing happens to what is tracked there is nothing to do.
                let touches = !self.touched[edge].is_disjoint(tracked);
                self.budget = self.budget.checked_sub(usize::from(touches)).ok_or(Exhausted)?;
                if steps[edge].is_none() {
                    let step = self.steps.step(&mut self.diagrams, edge, tracked)?;
                    steps[edge] = Some((step, self.dying(edge, tracked)));
                }
                let Some((step, dying)) = &steps[edge] else { continue };
                let next = self.steps.take(&mut self.diagrams, step, states)?;
                let next = self.diagrams.forget(next, dying)?;
                if next.is_none() {
                    continue;
                }
                if self.lost[to] {
                    failed.insert(edge);
                    if search.failing.len() < MOST_WAYS {
                        search.failing.push((visit, edge, next));
                    }
                    continue;
                }
                self.arrive(&mut search, to, Some((visit, edge)), next)?;
            }
        }
        let mut ways = Vec::new();
        for (visit, edge, states) in std::mem::take(&mut search.failing) {
            let made = self.diagrams.made();
            ways.push((edge, self.way(&search, (visit, edge, states), tracked)?));
            self.diagrams.keep_first(made);
        }
        let reached = search.reached.into_iter_enumerated();
        let reached = reached.map(|(at, states)| useful[at].then_some(states)).collect();
        Ok(Explored { reached, ways })
    }

    fn arrive(
        &mut self,
        search: &mut Search,
        at: CfgLocId,
        from: Option<(usize, CfgEdgeId)>,
        states: States,
    ) -> Result<(), Exhausted> {
        let states = self.diagrams.without(states, search.reached[at])?;
        if states.is_none() {
            return Ok(());
        }
        search.reached[at] = self.diagrams.either(search.reached[at], states)?;
        if search.fresh[at].is_none() {
            search.open.push(Reverse((self.place[at], at)));
        }
        search.fresh[at] = self.diagrams.either(search.fresh[at], states)?;
        search.arrivals[at].push(Arrival { from, states });
        Ok(())
    }

    /// The tracked levels of variables that matter before a step, or get a value in it, and do not
    /// matter after it.
    fn dying(&self, edge: CfgEdgeId, tracked: &FixedBitSet) -> Vec<u32> {
        let edge = &self.steps.cfg.edges[edge];
        let mut levels = self.live[edge.from].clone();
        edge.operation.for_each_changed(|var| {
            if let Some(level) = self.steps.level(var) {
                levels.insert(level as usize);
            }
        });
        levels.difference_with(&self.live[edge.to]);
        levels.intersect_with(tracked);
        levels.ones().map(|level| level as u32).collect()
    }

    /// The steps from the entry to an error, whose last one leads from a visit to these states.
    fn way(
        &mut self,
        search: &Search,
        last: (usize, CfgEdgeId, States),
        tracked: &FixedBitSet,
    ) -> Result<Vec<CfgEdgeId>, Exhausted> {
        let (mut visit, mut edge, states) = last;
        let mut wanted = self.diagrams.pick(states).unwrap_or_default();
        let mut edges = Vec::new();
        loop {
            edges.push(edge);
            let Visit { at, states: all } = search.visits[visit];
            let step = self.steps.step(&mut self.diagrams, edge, tracked)?;
            let mut from = self.steps.origin(&mut self.diagrams, &step, all, &wanted)?;
            // Arrivals are disjoint; a later one is not where this visit's states come from.
            let mut origin = None;
            for arrival in &search.arrivals[at] {
                if arrival.from.is_some_and(|(earlier, _)| earlier >= visit) {
                    break;
                }
                let part = self.diagrams.both(arrival.states, from)?;
                if !part.is_none() {
                    (origin, from) = (arrival.from, part);
                    break;
                }
            }
            let Some((earlier, by)) = origin else { break };
            wanted = self.diagrams.pick(from).unwrap_or_default();
            (visit, edge) = (earlier, by);
        }
        edges.reverse();
        // Where it is not known which states a step comes from, there is no way to tell.
        let first = edges.first().map(|edge| self.steps.cfg.edges[*edge].from);
        if first != Some(self.steps.cfg.entry) {
            tracing::debug!(steps = edges.len(), "it is not known where states come from");
            return Err(Exhausted);
        }
        let end = |edges: &[CfgEdgeId]| edges.last().map(|edge| self.steps.cfg.edges[*edge].to);
        while let Some(at) = end(&edges).filter(|at| !self.errors[*at])
            && let Some(edge) = only_step(self.steps.cfg, &self.outgoing[at])
        {
            edges.push(edge);
        }
        Ok(edges)
    }

    /// Few levels that have to be tracked so that a way from the entry to an error is impossible,
    /// rather those that are tracked; `None` if it is possible whatever is tracked. Sets that were
    /// found earlier are given up.
    pub fn reason(
        &mut self,
        way: &[CfgEdgeId],
        tracked: &FixedBitSet,
    ) -> Result<Option<FixedBitSet>, Exhausted> {
        self.diagrams.keep_first(self.kept);
        let mut all = FixedBitSet::with_capacity(self.capacity());
        all.insert_range(..);
        let stuck = match self.stuck_by_parts(way, &all)? {
            Some(stuck) => Some(stuck),
            None => self.stuck(way, &all)?,
        };
        let Some(stuck) = stuck else { return Ok(None) };
        let (way, mut wanted) = self.slice(&way[..=stuck]);
        let levels: Vec<usize> = wanted.ones().collect();
        // Most often it is enough what the program tells apart.
        if self.stuck(&way, &wanted)?.is_none() {
            for precision in [Precision::Ranges, Precision::Exact] {
                let more: Vec<usize> =
                    levels.iter().map(|level| self.steps.more(*level, precision)).collect();
                let mut with_more = wanted.clone();
                with_more.extend(more.iter().copied());
                if precision == Precision::Ranges && self.stuck(&way, &with_more)?.is_none() {
                    continue;
                }
                let (rather, others): (Vec<usize>, Vec<usize>) =
                    more.into_iter().partition(|level| tracked.contains(*level));
                for level in others.into_iter().chain(rather) {
                    self.remove_unless_needed(&way, &mut with_more, &[level])?;
                }
                wanted = with_more;
                break;
            }
        }
        let (rather, others): (Vec<usize>, Vec<usize>) =
            levels.into_iter().partition(|level| tracked.contains(*level));
        for level in others.into_iter().chain(rather) {
            let with_more = [level].into_iter().chain(self.steps.all_more(level));
            self.remove_unless_needed(&way, &mut wanted, &with_more.collect::<Vec<_>>())?;
        }
        Ok(Some(wanted))
    }

    fn remove_unless_needed(
        &mut self,
        way: &[CfgEdgeId],
        wanted: &mut FixedBitSet,
        removed: &[usize],
    ) -> Result<(), Exhausted> {
        let before = wanted.clone();
        removed.iter().for_each(|level| wanted.remove(*level));
        if self.stuck(way, wanted)?.is_none() {
            *wanted = before;
        }
        Ok(())
    }

    /// The first step of a way that is impossible while some levels are tracked.
    pub fn stuck(
        &mut self,
        way: &[CfgEdgeId],
        tracked: &FixedBitSet,
    ) -> Result<Option<usize>, Exhausted> {
        self.steps.forget_ranges();
        let mut states = States::ALL;
        for (at, edge) in way.iter().enumerate() {
            let touched = &self.touched[*edge];
            if touched.is_disjoint(tracked) && !touched.is_clear() {
                continue;
            }
            self.budget = self.budget.checked_sub(1).ok_or(Exhausted)?;
            let step = self.steps.step(&mut self.diagrams, *edge, tracked)?;
            states = self.steps.take(&mut self.diagrams, &step, states)?;
            let dying = self.dying(*edge, tracked);
            states = self.diagrams.forget(states, &dying)?;
            if states.is_none() {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Those of the tracked levels that have to do with why a step of a way is impossible.
    pub fn concerned(&self, way: &[CfgEdgeId], stuck: usize, tracked: &FixedBitSet) -> FixedBitSet {
        let (_, mut levels) = self.slice(&way[..=stuck]);
        levels.intersect_with(tracked);
        let more: Vec<usize> = levels.ones().flat_map(|level| self.steps.all_more(level)).collect();
        levels.extend(more.into_iter().filter(|level| tracked.contains(*level)));
        levels
    }

    /// The same levels, all values exactly of which ranges are tracked.
    pub fn exactly(&self, levels: &FixedBitSet) -> FixedBitSet {
        let mut exact = levels.clone();
        for level in 0..self.steps.variables.len() {
            if levels.contains(self.steps.more(level, Precision::Ranges)) {
                exact.insert(self.steps.more(level, Precision::Exact));
            }
        }
        exact
    }

    /// The same by what is known of each variable by itself, which is less, and soon found where
    /// many are tracked.
    fn stuck_by_parts(
        &mut self,
        way: &[CfgEdgeId],
        tracked: &FixedBitSet,
    ) -> Result<Option<usize>, Exhausted> {
        let mut parts: FxHashMap<u32, States> = FxHashMap::default();
        self.budget = self.budget.checked_sub(1 + way.len() / BY_PARTS).ok_or(Exhausted)?;
        for (at, edge) in way.iter().enumerate() {
            let step = self.steps.step(&mut self.diagrams, *edge, tracked)?;
            let mut levels = self.changes(*edge);
            self.steps.used(*edge, |level| levels.push(level));
            levels.sort_unstable();
            levels.dedup();
            let mut states = States::ALL;
            for level in levels.iter().rev() {
                let part = parts.get(level).copied().unwrap_or(States::ALL);
                states = self.diagrams.both(states, part)?;
            }
            states = self.steps.take(&mut self.diagrams, &step, states)?;
            if states.is_none() {
                return Ok(Some(at));
            }
            for level in &levels {
                let others: Vec<u32> =
                    levels.iter().copied().filter(|other| other != level).collect();
                parts.insert(*level, self.diagrams.forget(states, &others)?);
            }
        }
        Ok(None)
    }

    /// The steps of a way that have to do with what its last step asks, and the levels of the
    /// variables that this depends on.
    fn slice(&self, way: &[CfgEdgeId]) -> (Vec<CfgEdgeId>, FixedBitSet) {
        let mut wanted = FixedBitSet::with_capacity(self.capacity());
        let mut kept = Vec::new();
        for (at, edge) in way.iter().enumerate().rev() {
            let mut asked = Vec::new();
            let changes = self.changes(*edge);
            if changes.is_empty() {
                self.steps.used(*edge, |level| asked.push(level));
                let last = at + 1 == way.len();
                if last || asked.iter().any(|level| wanted.contains(*level as usize)) {
                    wanted.extend(asked.iter().map(|level| *level as usize));
                    kept.push(*edge);
                }
            } else if changes.iter().any(|level| wanted.contains(*level as usize)) {
                for level in changes.into_iter().filter(|level| wanted.contains(*level as usize)) {
                    asked.extend(self.steps.sources(*edge, level).unwrap_or_default());
                }
                wanted.extend(asked.iter().map(|level| *level as usize));
                kept.push(*edge);
            }
        }
        kept.reverse();
        (kept, wanted)
    }

    fn changes(&self, edge: CfgEdgeId) -> Vec<u32> {
        let mut levels = Vec::new();
        let operation = &self.steps.cfg.edges[edge].operation;
        operation.for_each_changed(|var| levels.extend(self.steps.level(var)));
        levels
    }
}

/// The only step from a location, if it is always possible.
fn only_step(cfg: &Cfg, outgoing: &[CfgEdgeId]) -> Option<CfgEdgeId> {
    let [edge] = *outgoing else { return None };
    let possible = !matches!(
        cfg.edges[edge].operation,
        Operation::Assume(_) | Operation::AssumeUnknown | Operation::Call { .. }
    );
    possible.then_some(edge)
}

/// For each location from which an error can be reached, the levels of the variables on which
/// something depends that is asked later on the way to one.
fn find_live(steps: &Steps<'_>, useful: &TiVec<CfgLocId, bool>) -> TiVec<CfgLocId, FixedBitSet> {
    let cfg = steps.cfg;
    let count = steps.variables.len();
    let mut live = ti_vec![FixedBitSet::with_capacity(count); cfg.locations.len()];
    let into = incoming(cfg);
    let mut open: BTreeSet<CfgLocId> = cfg.locations.keys().filter(|at| useful[*at]).collect();
    while let Some(at) = open.pop_last() {
        for edge in &into[at] {
            let from = cfg.edges[*edge].from;
            let mut before = live[at].clone();
            let mut changed = Vec::new();
            cfg.edges[*edge].operation.for_each_changed(|var| changed.extend(steps.level(var)));
            if changed.is_empty() {
                steps.used(*edge, |level| before.insert(level as usize));
            }
            let of_live = changed.iter().filter(|level| live[at].contains(**level as usize));
            let sources: Vec<u32> = of_live
                .flat_map(|level| steps.sources(*edge, *level).unwrap_or_default())
                .collect();
            changed.iter().for_each(|level| before.remove(*level as usize));
            before.extend(sources.into_iter().map(|level| level as usize));
            if !before.is_subset(&live[from]) {
                live[from].union_with(&before);
                open.insert(from);
            }
        }
    }
    live
}
