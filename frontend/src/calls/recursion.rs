//! Which functions call which, and which of them call themselves.

use belnap_ir::graph::{components, postorder};
use belnap_ir::ids::{TiVec, ti_vec};

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
    pub callees: TiVec<FunctionId, Vec<FunctionId>>,
    /// Of each function: it may be called while it is active.
    pub recursive: TiVec<FunctionId, bool>,
    /// Of each function: a number that those have in common that call each other.
    pub circle: TiVec<FunctionId, usize>,
    /// Those that the entry function can call and itself, callees before callers.
    pub bottom_up: Vec<FunctionId>,
}

impl CallGraph {
    pub(super) fn new(program: &Program) -> Self {
        let has_body = |id: &FunctionId| program.functions[*id].body.is_some();
        let callees: TiVec<FunctionId, Vec<FunctionId>> = program
            .functions
            .iter()
            .map(|function| function.body.iter().flat_map(direct_calls).filter(has_body).collect())
            .collect();
        let count = callees.len();
        let mut graph = CallGraph {
            recursive: ti_vec![false; count],
            circle: ti_vec![0; count],
            callees,
            bottom_up: Vec::new(),
        };
        graph.search(program.entry);
        graph
    }

    fn search(&mut self, root: FunctionId) {
        let next = |at: FunctionId| self.callees[at].iter().copied();
        let count = self.callees.len();
        let components = components(count, [root], next);
        self.bottom_up = postorder(count, [root], next);
        for (number, component) in components.into_iter().enumerate() {
            let calls_itself = |at: FunctionId| self.callees[at].contains(&at);
            component.iter().for_each(|member| self.circle[*member] = number);
            if component.len() > 1 || calls_itself(component[0]) {
                component.into_iter().for_each(|member| self.recursive[member] = true);
            }
        }
    }
}
