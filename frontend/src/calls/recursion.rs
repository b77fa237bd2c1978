//! Which functions call which, and which of them call themselves.

use crate::mir::{Body, Callee, FunctionId, Op, Program};

/// Direct calls of a body, in order, also of functions without a body.
pub(super) fn direct_calls(body: &Body) -> impl Iterator<Item = FunctionId> + '_ {
    body.edges.iter().filter_map(|edge| match &edge.step.op {
        Op::Call { callee: Callee::Direct(function), .. } => Some(*function),
        _ => None,
    })
}

/// Direct calls between functions with bodies.
#[derive(Debug)]
pub(super) struct CallGraph {
    /// Of each function, those it calls, once per call.
    pub callees: Vec<Vec<FunctionId>>,
    /// Of each function: it may be called while it is active.
    pub recursive: Vec<bool>,
    /// Those that the entry function can call and itself, callees before callers.
    pub bottom_up: Vec<FunctionId>,
}

impl CallGraph {
    pub(super) fn new(program: &Program) -> Self {
        let has_body = |id: &FunctionId| program.functions[id.0 as usize].body.is_some();
        let callees: Vec<Vec<FunctionId>> = program
            .functions
            .iter()
            .map(|function| function.body.iter().flat_map(direct_calls).filter(has_body).collect())
            .collect();
        let mut graph =
            CallGraph { recursive: vec![false; callees.len()], callees, bottom_up: Vec::new() };
        graph.search(program.entry);
        graph
    }

    /// Tarjan's search for strongly connected components.
    fn search(&mut self, root: FunctionId) {
        let count = self.callees.len();
        let mut found = vec![0u32; count];
        let mut low = vec![0u32; count];
        let mut on_stack = vec![false; count];
        let mut stack = Vec::new();
        let mut path = vec![(root.0 as usize, 0)];
        let mut discovered = 0;
        while let Some(&mut (at, ref mut next)) = path.last_mut() {
            if *next == 0 {
                discovered += 1;
                (found[at], low[at], on_stack[at]) = (discovered, discovered, true);
                stack.push(at);
            }
            if let Some(callee) = self.callees[at].get(*next) {
                *next += 1;
                let callee = callee.0 as usize;
                if found[callee] == 0 {
                    path.push((callee, 0));
                } else if on_stack[callee] {
                    low[at] = low[at].min(found[callee]);
                    self.recursive[at] |= callee == at;
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[at]);
            }
            if low[at] == found[at] {
                let first = stack.iter().rposition(|&member| member == at).unwrap_or(0);
                let several = stack.len() - first > 1;
                for member in stack.drain(first..) {
                    on_stack[member] = false;
                    self.recursive[member] |= several;
                }
            }
            self.bottom_up.push(FunctionId(at as u32));
        }
    }
}
