//! Drops what the entry function cannot reach: nodes, functions, objects, initializers, scopes.

use super::references::{self, Reference};
use crate::mir::{Body, Edge, FunctionId, NodeId, ObjectId, Op, Program, ScopeId};
use belnap_ir::ids::{TiSlice, TiVec, ti_vec};

/// What is in use.
#[derive(Debug)]
struct InUse {
    objects: TiVec<ObjectId, bool>,
    functions: TiVec<FunctionId, bool>,
    waiting_objects: Vec<ObjectId>,
    waiting_functions: Vec<FunctionId>,
}

/// Drops nodes that no path leads to, and functions, objects and scopes that nothing mentions any
/// more. Ids change. A static object is mentioned by the code that uses it and by initializers of
/// objects that are mentioned.
pub fn prune(program: &mut Program) {
    for function in &mut program.functions {
        if let Some(body) = &mut function.body {
            drop_dead_nodes(body);
        }
    }
    let used = find_in_use(program);
    let objects = numbering(&used.objects);
    let functions = numbering(&used.functions);
    retain(&mut program.objects, &used.objects);
    retain(&mut program.functions, &used.functions);
    program
        .initial
        .retain(|step| step.initialized_object().is_none_or(|object| used.objects[object]));

    let mut rename = |reference: Reference<'_>| match reference {
        Reference::Object(object) => *object = objects[*object],
        Reference::Function(function) => *function = functions[*function],
    };
    for step in &mut program.initial {
        references::in_op(&mut step.op, &mut rename);
    }
    for function in &mut program.functions {
        for parameter in function.parameters.iter_mut().chain(&mut function.result) {
            rename(Reference::Object(parameter));
        }
        for edge in function.body.iter_mut().flat_map(|body| &mut body.edges) {
            references::in_op(&mut edge.step.op, &mut rename);
        }
    }
    program.entry = functions[program.entry];
    for object in &mut program.objects {
        object.function = object
            .function
            .filter(|function| used.functions[*function])
            .map(|function| functions[function]);
        object.bytes =
            object.bytes.filter(|bytes| used.objects[*bytes]).map(|bytes| objects[bytes]);
    }
    prune_scopes(program);
}

fn find_in_use(program: &mut Program) -> InUse {
    let mut used = InUse {
        objects: ti_vec![false; program.objects.len()],
        functions: ti_vec![false; program.functions.len()],
        waiting_objects: Vec::new(),
        waiting_functions: Vec::new(),
    };
    let mut initializers: TiVec<ObjectId, Vec<usize>> = ti_vec![Vec::new(); program.objects.len()];
    for (index, step) in program.initial.iter_mut().enumerate() {
        match step.initialized_object() {
            Some(object) => initializers[object].push(index),
            None => used.mention(&mut step.op),
        }
    }
    used.function(program.entry);
    loop {
        if let Some(id) = used.waiting_functions.pop() {
            let function = &mut program.functions[id];
            for &object in function.parameters.iter().chain(&function.result) {
                used.object(object);
            }
            for edge in function.body.iter_mut().flat_map(|body| &mut body.edges) {
                used.mention(&mut edge.step.op);
            }
        } else if let Some(object) = used.waiting_objects.pop() {
            for &index in &initializers[object] {
                used.mention(&mut program.initial[index].op);
            }
        } else if let Some(object) = used.next_kept(program) {
            used.object(object);
        } else {
            return used;
        }
    }
}

impl InUse {
    /// An object that is to stay and is not in use yet, of a function that is.
    fn next_kept(&self, program: &Program) -> Option<ObjectId> {
        let is_live = |function: FunctionId| self.functions[function];
        let mut objects = (0..).map(ObjectId).zip(&program.objects);
        let kept = objects.find(|(id, object)| {
            !self.objects[*id]
                && program.keep.contains(&object.name)
                && object.function.is_none_or(is_live)
        });
        kept.map(|(id, _)| id)
    }

    fn mention(&mut self, op: &mut Op) {
        references::in_op(op, &mut |reference| match reference {
            Reference::Object(object) => self.object(*object),
            Reference::Function(function) => self.function(*function),
        });
    }

    fn object(&mut self, object: ObjectId) {
        if !std::mem::replace(&mut self.objects[object], true) {
            self.waiting_objects.push(object);
        }
    }

    fn function(&mut self, function: FunctionId) {
        if !std::mem::replace(&mut self.functions[function], true) {
            self.waiting_functions.push(function);
        }
    }
}

fn drop_dead_nodes(body: &mut Body) {
    let mut outgoing: TiVec<NodeId, Vec<NodeId>> = ti_vec![Vec::new(); body.nodes.len()];
    for edge in &body.edges {
        outgoing[edge.from].push(edge.to);
    }
    let mut used: TiVec<NodeId, bool> = ti_vec![false; body.nodes.len()];
    used[body.entry] = true;
    let mut waiting = vec![body.entry];
    while let Some(node) = waiting.pop() {
        for &next in &outgoing[node] {
            if !std::mem::replace(&mut used[next], true) {
                waiting.push(next);
            }
        }
    }
    used[body.exit] = true;
    if used.iter().all(|used| *used) {
        return;
    }
    let numbers = numbering(&used);
    retain(&mut body.nodes, &used);
    body.edges.retain(|edge| used[edge.from]);
    let rename = |node: &mut NodeId| *node = numbers[*node];
    for Edge { from, to, .. } in &mut body.edges {
        rename(from);
        rename(to);
    }
    rename(&mut body.entry);
    rename(&mut body.exit);
}

fn prune_scopes(program: &mut Program) {
    let mut used: TiVec<ScopeId, bool> = ti_vec![false; program.scopes.len()];
    let scopes = program.functions.iter().map(|function| function.scope);
    let nodes = program.functions.iter().flat_map(|function| &function.body);
    let nodes = nodes.flat_map(|body| &body.nodes).map(|node| node.scope);
    let objects = program.objects.iter().filter_map(|object| object.scope);
    for scope in scopes.chain(nodes).chain(objects) {
        let mut scope = Some(scope);
        while let Some(at) = scope {
            if std::mem::replace(&mut used[at], true) {
                break;
            }
            scope = program.scopes[at].caller;
        }
    }
    let numbers = numbering(&used);
    let rename = |scope: &mut ScopeId| *scope = numbers[*scope];
    retain(&mut program.scopes, &used);
    program.scopes.iter_mut().flat_map(|scope| &mut scope.caller).for_each(rename);
    program.objects.iter_mut().flat_map(|object| &mut object.scope).for_each(rename);
    for function in &mut program.functions {
        rename(&mut function.scope);
        let nodes = function.body.iter_mut().flat_map(|body| &mut body.nodes);
        nodes.for_each(|node| rename(&mut node.scope));
    }
}

/// New numbers of those that stay.
fn numbering<I: From<usize>>(used: &TiSlice<I, bool>) -> TiVec<I, I> {
    let mut next = 0;
    used.iter()
        .map(|used| {
            let number = I::from(next);
            next += usize::from(*used);
            number
        })
        .collect()
}

fn retain<I, T>(items: &mut TiVec<I, T>, used: &TiSlice<I, bool>) {
    let mut used = used.iter();
    items.retain(|_| used.next().is_some_and(|used| *used));
}
