//! What to inline, so that the result does not exceed a limit.

use crate::mir::{FunctionId, Program};
use belnap_ir::ids::{TiSlice, TiVec, ti_vec};

use super::inline::{InlineMode, InlineOptions, KeptReason};
use super::recursion::CallGraph;

/// Functions that stay functions.
#[derive(Debug)]
pub(super) struct Plan {
    /// Of each function: calls of it stay calls.
    pub kept: TiVec<FunctionId, bool>,
    /// Those, and why.
    pub reasons: Vec<(FunctionId, KeptReason)>,
}

struct Sizes<'a> {
    graph: &'a CallGraph,
    own: TiVec<FunctionId, u128>,
    /// Edges of a copy.
    expanded: TiVec<FunctionId, u128>,
    /// Number of copies.
    copies: TiVec<FunctionId, u128>,
}

impl Plan {
    pub(super) fn new(program: &Program, options: InlineOptions) -> Self {
        let graph = CallGraph::new(program);
        let mut plan = Plan { kept: ti_vec![false; program.functions.len()], reasons: Vec::new() };
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

    fn keep(&mut self, function: FunctionId, reason: KeptReason) {
        self.kept[function] = true;
        self.reasons.push((function, reason));
    }
}

impl Sizes<'_> {
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
