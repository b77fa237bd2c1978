//! What of a program can be executed at all, what at most once, and which objects that needs.

use belnap_ir::graph;
use belnap_ir::ids::{TiSlice, TiVec, ti_vec};
use rustc_hash::{FxHashMap, FxHashSet};

use super::access::{self, Access};
use crate::mir::{
    Base, Body, Callee, FunctionId, NodeId, ObjectId, Op, Origin, Program, Storage, Value,
};

/// A function that can be executed.
#[derive(Clone, Debug)]
pub(super) struct ReachableFunction {
    /// The function itself.
    pub id: FunctionId,
    /// Nodes that can be reached from its entry, by id.
    pub nodes: TiVec<NodeId, bool>,
    /// Edges that lie on a cycle of its graph, by index.
    pub cyclic: Vec<bool>,
    /// Is called by some edge.
    pub is_called: bool,
    /// Can be entered again before it returns.
    pub is_recursive: bool,
}

/// What of a program can be executed, and what that mentions.
#[derive(Clone, Debug)]
pub(super) struct ReachableCode {
    /// Functions, the entry function first.
    pub functions: Vec<ReachableFunction>,
    /// Objects that executable code or the initial values of such objects mention, by id.
    pub used: TiVec<ObjectId, bool>,
    /// Objects whose address is a value somewhere, by id.
    pub taken: TiVec<ObjectId, bool>,
    /// Functions whose address is a value somewhere.
    pub functions_taken: FxHashSet<FunctionId>,
    /// Static initialisers of used objects, by index.
    pub initial: Vec<bool>,
    /// The allocation sites.
    pub sites: FxHashMap<ObjectId, Site>,
}

/// A place where memory is allocated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    /// Where it is in the user's program.
    pub at: Origin,
    /// How many bytes, if it is always the same number, and nothing is read behind them: what
    /// `realloc` copies is as long as the new block.
    pub size: Option<u64>,
}

/// Larger allocations count as being of unknown size: there need not be room for them.
const LARGEST: i128 = 1 << 20;

/// Whether an edge can be followed.
pub(super) fn possible(op: &Op) -> bool {
    !matches!(op, Op::Assume(Value::Bool(false)))
}

impl ReachableCode {
    /// Finds what can be executed from the entry function on.
    pub fn of(program: &Program) -> Self {
        let functions = functions(program);
        let is_moved = program
            .objects
            .iter()
            .any(|object| object.storage == Storage::Heap && object.name.starts_with("realloc"));
        let mut code = ReachableCode {
            functions,
            used: ti_vec![false; program.objects.len()],
            taken: ti_vec![false; program.objects.len()],
            functions_taken: FxHashSet::default(),
            initial: vec![false; program.initial.len()],
            sites: FxHashMap::default(),
        };
        for index in 0..code.functions.len() {
            let function = &code.functions[index];
            let source = &program.functions[function.id];
            let called = function.is_called;
            let nodes = function.nodes.clone();
            if called {
                for object in source.parameters.iter().chain(&source.result) {
                    code.used[*object] = true;
                }
            }
            for edge in source.body.iter().flat_map(|body| &body.edges) {
                if nodes[edge.from] && possible(&edge.step.op) {
                    code.mention(&edge.step.op);
                    if let Op::Allocate { site, size, .. } = &edge.step.op {
                        let size = match size {
                            Value::Int(size, _) if !is_moved && (1..=LARGEST).contains(size) => {
                                Some(*size as u64)
                            }
                            _ => None,
                        };
                        code.sites.insert(*site, Site { at: edge.step.at, size });
                    }
                }
            }
        }
        for (used, object) in code.used.iter_mut().zip(&program.objects) {
            *used |= program.keep.contains(&object.name);
        }
        code.add_initialisers(program);
        code
    }

    /// Adds the initialisers of used objects, which may use further objects.
    fn add_initialisers(&mut self, program: &Program) {
        loop {
            let mut changed = false;
            for (index, step) in program.initial.iter().enumerate() {
                let Some(object) = step.initialized_object() else { continue };
                if self.used[object] && !self.initial[index] {
                    self.initial[index] = true;
                    self.mention(&step.op);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn mention(&mut self, op: &Op) {
        access::visit(op, &mut |access| match access {
            Access::Load(cell) | Access::Store(cell) => self.mention_base(&cell.address.base),
            Access::Block(address) => self.mention_base(&address.base),
            Access::Object(object) => self.used[object] = true,
            Access::Taken(address) => {
                self.mention_base(&address.base);
                if let Base::Object(object) = address.base {
                    self.taken[object] = true;
                }
            }
            Access::Function(function) => {
                self.functions_taken.insert(function);
            }
        });
    }

    fn mention_base(&mut self, base: &Base) {
        if let Base::Object(object) = base {
            self.used[*object] = true;
        }
    }
}

/// Functions that can be executed, in the order in which calls lead to them.
fn functions(program: &Program) -> Vec<ReachableFunction> {
    let mut order = vec![program.entry];
    let mut known: FxHashSet<FunctionId> = order.iter().copied().collect();
    let mut calls: Vec<Vec<FunctionId>> = Vec::new();
    let mut functions: Vec<ReachableFunction> = Vec::new();
    let mut next = 0;
    while let Some(&id) = order.get(next) {
        next += 1;
        let mut callees = Vec::new();
        let (nodes, cyclic) = match &program.functions[id].body {
            Some(body) => {
                let nodes = reachable(body);
                for edge in body.edges.iter().filter(|edge| nodes[edge.from]) {
                    if let Op::Call { callee: Callee::Direct(callee), .. } = &edge.step.op
                        && program.functions[*callee].body.is_some()
                    {
                        callees.push(*callee);
                        if known.insert(*callee) {
                            order.push(*callee);
                        }
                    }
                }
                let cyclic = edges_on_cycles(body, &nodes);
                (nodes, cyclic)
            }
            None => (TiVec::new(), Vec::new()),
        };
        calls.push(callees);
        functions.push(ReachableFunction {
            id,
            nodes,
            cyclic,
            is_called: false,
            is_recursive: false,
        });
    }
    for index in 0..functions.len() {
        let mut reached: FxHashSet<FunctionId> = FxHashSet::default();
        let mut stack = calls[index].clone();
        while let Some(callee) = stack.pop() {
            if reached.insert(callee)
                && let Some(at) = order.iter().position(|&id| id == callee)
            {
                stack.extend(&calls[at]);
            }
        }
        functions[index].is_recursive = reached.contains(&order[index]);
        let id = order[index];
        functions[index].is_called = calls.iter().any(|callees| callees.contains(&id));
    }
    functions
}

fn reachable(body: &Body) -> TiVec<NodeId, bool> {
    let mut outgoing: TiVec<NodeId, Vec<NodeId>> = ti_vec![Vec::new(); body.nodes.len()];
    for edge in body.edges.iter().filter(|edge| possible(&edge.step.op)) {
        outgoing[edge.from].push(edge.to);
    }
    let next = |node: NodeId| outgoing[node].iter().copied();
    graph::reachable(body.nodes.len(), [body.entry], next)
}

/// Edges inside a strongly connected component.
fn edges_on_cycles(body: &Body, nodes: &TiSlice<NodeId, bool>) -> Vec<bool> {
    let mut outgoing: TiVec<NodeId, Vec<NodeId>> = ti_vec![Vec::new(); body.nodes.len()];
    for edge in &body.edges {
        if nodes[edge.from] && possible(&edge.step.op) {
            outgoing[edge.from].push(edge.to);
        }
    }
    let component = components(&outgoing);
    body.edges
        .iter()
        .map(|edge| possible(&edge.step.op) && component[edge.from] == component[edge.to])
        .collect()
}

/// The strongly connected component of each node, by number.
fn components(outgoing: &TiSlice<NodeId, Vec<NodeId>>) -> TiVec<NodeId, usize> {
    let count = outgoing.len();
    let mut component: TiVec<NodeId, usize> = ti_vec![0; count];
    let found = graph::components(count, outgoing.keys(), |at| outgoing[at].iter().copied());
    for (number, members) in found.into_iter().enumerate() {
        members.into_iter().for_each(|member| component[member] = number);
    }
    component
}

/// The operations that can be executed, with the static initialisers that matter first.
pub(super) fn operations<'p>(
    program: &'p Program,
    code: &'p ReachableCode,
) -> impl Iterator<Item = &'p Op> + use<'p> {
    let initial = program
        .initial
        .iter()
        .enumerate()
        .filter(|(index, _)| code.initial[*index])
        .map(|(_, step)| &step.op);
    let bodies = code.functions.iter().flat_map(|function| {
        let body = &program.functions[function.id].body;
        body.iter().flat_map(|body| &body.edges).filter_map(|edge| {
            let executed = function.nodes[edge.from] && possible(&edge.step.op);
            executed.then_some(&edge.step.op)
        })
    });
    initial.chain(bodies)
}

#[cfg(test)]
mod tests {
    use belnap_ir::ids::TiVec;

    use super::components;
    use crate::mir::NodeId;

    #[test]
    fn components_are_cycles() {
        let graph = [vec![1], vec![2], vec![1, 3], vec![], vec![4]];
        let nodes = |of: Vec<u32>| of.into_iter().map(NodeId).collect();
        let graph: TiVec<NodeId, Vec<NodeId>> = graph.into_iter().map(nodes).collect();
        let found = components(&graph).raw;
        assert_eq!(found[1], found[2]);
        assert_ne!(found[0], found[1]);
        assert_ne!(found[3], found[1]);
        assert!(found[..4].iter().all(|other| *other != found[4]));
    }
}
