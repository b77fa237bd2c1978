//! What to inline, so that the result does not exceed a limit.

use std::collections::{BTreeMap, BTreeSet};

use crate::mir::{FunctionId, Program};
use belnap_ir::ids::{TiSlice, TiVec, ti_vec};

use super::deeper::{CallTree, Deeper, Level};
use super::inline::{InlineMode, InlineOptions, KeptReason};
use super::recursion::CallGraph;

/// Functions that stay functions.
#[derive(Debug)]
pub(super) struct Plan {
    /// Of each function: calls of it stay calls.
    pub kept: TiVec<FunctionId, bool>,
    /// Those, and why.
    pub reasons: Vec<(FunctionId, KeptReason)>,
    /// Of each recursive function: the circle of calls it is in.
    pub circle: TiVec<FunctionId, Option<usize>>,
    /// Of each circle: how many calls of its functions inside of each other are replaced all the
    /// same.
    pub levels: BTreeMap<usize, usize>,
    /// What a level of each circle takes.
    sizes: BTreeMap<usize, Level>,
}

/// Limit on the edges that calls of recursive functions add, if nobody says how many levels.
const RECURSIVE_EDGES: u128 = 600;

/// Limit on levels, if nobody says how many.
const MOST_LEVELS: usize = 64;

struct Sizes<'a> {
    graph: &'a CallGraph,
    own: TiVec<FunctionId, u128>,
    /// Edges of a copy.
    expanded: TiVec<FunctionId, u128>,
    /// Number of copies.
    copies: TiVec<FunctionId, u128>,
}

impl Plan {
    pub(super) fn new(program: &Program, options: &InlineOptions) -> Self {
        let graph = CallGraph::new(program);
        let circle = |(at, circle): (FunctionId, &usize)| graph.recursive[at].then_some(*circle);
        let mut plan = Plan {
            kept: ti_vec![false; program.functions.len()],
            reasons: Vec::new(),
            circle: graph.circle.iter_enumerated().map(circle).collect(),
            levels: BTreeMap::new(),
            sizes: BTreeMap::new(),
        };
        for &function in graph.bottom_up.iter().filter(|&&function| function != program.entry) {
            let is_model = program.functions[function].is_model;
            if graph.recursive[function] {
                plan.keep(function, KeptReason::Recursive);
            } else if match options.mode {
                InlineMode::All => false,
                InlineMode::Models => !is_model,
                InlineMode::None => true,
            } {
                plan.keep(function, KeptReason::Mode);
            }
        }
        if graph.recursive[program.entry] {
            plan.keep(program.entry, KeptReason::Recursive);
        }
        let own = program
            .functions
            .iter()
            .map(|function| function.body.as_ref().map_or(0, |body| body.edges.len() as u128));
        let count = program.functions.len();
        let mut sizes = Sizes {
            graph: &graph,
            own: own.collect(),
            expanded: ti_vec![0; count],
            copies: ti_vec![0; count],
        };
        loop {
            let total = sizes.compute(program.entry, &plan.kept);
            if total <= options.limit as u128 {
                plan.levels = sizes.levels(program.entry, &plan, options);
                plan.sizes = sizes.of_levels(&plan);
                return plan;
            }
            // The one that costs most; models only if there is no other.
            let costliest = graph
                .bottom_up
                .iter()
                .filter(|&&id| id != program.entry && !plan.kept[id] && sizes.copies[id] > 1)
                .max_by_key(|&&id| {
                    let saved = (sizes.copies[id] - 1).saturating_mul(sizes.expanded[id]);
                    (!program.functions[id].is_model, saved, std::cmp::Reverse(id))
                });
            match costliest {
                Some(&function) => plan.keep(function, KeptReason::Limit),
                None => return plan,
            }
        }
    }

    /// Before anything is replaced.
    pub(super) fn deeper(&self, tree: &CallTree) -> Deeper {
        Deeper { levels: self.sizes.clone(), tree: tree.clone(), ..Deeper::default() }
    }

    fn keep(&mut self, function: FunctionId, reason: KeptReason) {
        self.kept[function] = true;
        self.reasons.push((function, reason));
    }
}

impl Sizes<'_> {
    /// How many levels of recursive calls to replace: one more of each circle in turn, as long as
    /// that fits.
    fn levels(
        &self,
        entry: FunctionId,
        plan: &Plan,
        options: &InlineOptions,
    ) -> BTreeMap<usize, usize> {
        let mut levels: BTreeMap<usize, usize> = BTreeMap::new();
        if options.mode != InlineMode::All {
            return levels;
        }
        let recursive = self.graph.bottom_up.iter().filter(|at| self.graph.recursive[**at]);
        let circles: BTreeSet<usize> = recursive.map(|at| self.graph.circle[*at]).collect();
        let before = self.with_levels(entry, plan, &levels);
        let more = if options.recursion.is_some() { u128::MAX } else { RECURSIVE_EDGES };
        let most = before.saturating_add(more).min(options.limit as u128);
        for level in 1..=options.recursion.unwrap_or(MOST_LEVELS) {
            for circle in &circles {
                if levels.get(circle).copied().unwrap_or(0) + 1 < level {
                    continue;
                }
                levels.insert(*circle, level);
                if self.with_levels(entry, plan, &levels) > most {
                    levels.insert(*circle, level - 1);
                }
            }
        }
        levels
    }

    /// Edges of the entry function, if so many levels of recursive calls are replaced.
    fn with_levels(&self, entry: FunctionId, plan: &Plan, levels: &BTreeMap<usize, usize>) -> u128 {
        let mut sizes = self.own.clone();
        // Circles have numbers from the callees up.
        let mut members = self.graph.bottom_up.clone();
        members.sort_by_key(|at| self.graph.circle[*at]);
        let circles = members.chunk_by(|a, b| self.graph.circle[*a] == self.graph.circle[*b]);
        for circle in circles {
            let number = self.graph.circle[circle[0]];
            let times = match self.graph.recursive[circle[0]] {
                true => levels.get(&number).copied().unwrap_or(0),
                false => 1,
            };
            // Inside the circle, what a call adds at the level before.
            let mut inside: Vec<u128> = vec![0; circle.len()];
            for _ in 0..times {
                let size = |at: &FunctionId| {
                    self.graph.callees[*at].iter().fold(self.own[*at], |sum, callee| {
                        let own = circle.iter().position(|member| member == callee);
                        let added = match own {
                            Some(member) => inside[member],
                            None if plan.kept[*callee] && plan.circle[*callee].is_none() => 0,
                            None => sizes[*callee].saturating_add(2),
                        };
                        sum.saturating_add(added)
                    })
                };
                inside = circle.iter().map(size).collect();
            }
            circle.iter().zip(inside).for_each(|(member, size)| sizes[*member] = size);
        }
        sizes[entry]
    }

    /// What a level of each circle of calls takes.
    fn of_levels(&self, plan: &Plan) -> BTreeMap<usize, Level> {
        let mut levels: BTreeMap<usize, Level> = BTreeMap::new();
        for at in self.graph.bottom_up.iter().filter(|at| self.graph.recursive[**at]) {
            let circle = self.graph.circle[*at];
            let callees = &self.graph.callees[*at];
            let is_own = |callee: &&FunctionId| self.graph.circle[**callee] == circle;
            let others = callees.iter().filter(|callee| !is_own(callee) && !plan.kept[**callee]);
            let edges = others
                .map(|callee| self.expanded[*callee].saturating_add(2))
                .fold(self.own[*at].saturating_add(2), u128::saturating_add);
            let level = levels.entry(circle).or_default();
            level.edges = level.edges.max(edges);
            level.calls = level.calls.max(callees.iter().filter(is_own).count() as u128);
        }
        levels
    }

    /// Edges of the whole program.
    fn compute(&mut self, entry: FunctionId, kept: &TiSlice<FunctionId, bool>) -> u128 {
        for &index in &self.graph.bottom_up {
            let mut size = self.own[index];
            for callee in &self.graph.callees[index] {
                if !kept[*callee] {
                    size = size.saturating_add(self.expanded[*callee]).saturating_add(2);
                }
            }
            self.expanded[index] = size;
            self.copies[index] = 0;
        }
        let mut total: u128 = 0;
        for &index in self.graph.bottom_up.iter().rev() {
            if index == entry || kept[index] {
                self.copies[index] = 1;
                total = total.saturating_add(self.expanded[index]);
            }
            let copies = self.copies[index];
            for callee in &self.graph.callees[index] {
                if !kept[*callee] {
                    let callee = &mut self.copies[*callee];
                    *callee = callee.saturating_add(copies);
                }
            }
        }
        total
    }
}
