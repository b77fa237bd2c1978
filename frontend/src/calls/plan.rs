//! What to inline, so that the result does not exceed a limit.

use crate::mir::{FunctionId, Program};

use super::inline::{InlineMode, InlineOptions, KeptReason};
use super::recursion::CallGraph;

/// Functions that stay functions.
#[derive(Debug)]
pub(super) struct Plan {
    /// Of each function: calls of it stay calls.
    pub kept: Vec<bool>,
    /// Those, and why.
    pub reasons: Vec<(FunctionId, KeptReason)>,
}

struct Sizes<'a> {
    graph: &'a CallGraph,
    own: Vec<u128>,
    /// Edges of a copy.
    expanded: Vec<u128>,
    /// Number of copies.
    copies: Vec<u128>,
}

impl Plan {
    pub(super) fn new(program: &Program, options: InlineOptions) -> Self {
        let graph = CallGraph::new(program);
        let mut plan = Plan { kept: vec![false; program.functions.len()], reasons: Vec::new() };
        for &function in graph.bottom_up.iter().filter(|&&function| function != program.entry) {
            let is_model = program.functions[function.0 as usize].is_model;
            if graph.recursive[function.0 as usize] {
                plan.keep(function, KeptReason::Recursive);
            } else if match options.mode {
                InlineMode::All => false,
                InlineMode::Models => !is_model,
                InlineMode::None => true,
            } {
                plan.keep(function, KeptReason::Mode);
            }
        }
        if graph.recursive[program.entry.0 as usize] {
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
            expanded: vec![0; count],
            copies: vec![0; count],
        };
        loop {
            let total = sizes.compute(program.entry, &plan.kept);
            if total <= options.limit as u128 {
                return plan;
            }
            // The one that costs most; models only if there is no other.
            let costliest = graph
                .bottom_up
                .iter()
                .filter(|function| {
                    let index = function.0 as usize;
                    **function != program.entry && !plan.kept[index] && sizes.copies[index] > 1
                })
                .max_by_key(|function| {
                    let index = function.0 as usize;
                    let saved = (sizes.copies[index] - 1).saturating_mul(sizes.expanded[index]);
                    (!program.functions[index].is_model, saved, std::cmp::Reverse(function.0))
                });
            match costliest {
                Some(&function) => plan.keep(function, KeptReason::Limit),
                None => return plan,
            }
        }
    }

    fn keep(&mut self, function: FunctionId, reason: KeptReason) {
        self.kept[function.0 as usize] = true;
        self.reasons.push((function, reason));
    }
}

impl Sizes<'_> {
    /// Edges of the whole program.
    fn compute(&mut self, entry: FunctionId, kept: &[bool]) -> u128 {
        for function in &self.graph.bottom_up {
            let index = function.0 as usize;
            let mut size = self.own[index];
            for callee in &self.graph.callees[index] {
                if !kept[callee.0 as usize] {
                    size = size.saturating_add(self.expanded[callee.0 as usize]).saturating_add(2);
                }
            }
            self.expanded[index] = size;
            self.copies[index] = 0;
        }
        let mut total: u128 = 0;
        for function in self.graph.bottom_up.iter().rev() {
            let index = function.0 as usize;
            if *function == entry || kept[index] {
                self.copies[index] = 1;
                total = total.saturating_add(self.expanded[index]);
            }
            let copies = self.copies[index];
            for callee in &self.graph.callees[index] {
                if !kept[callee.0 as usize] {
                    let callee = &mut self.copies[callee.0 as usize];
                    *callee = callee.saturating_add(copies);
                }
            }
        }
        total
    }
}
