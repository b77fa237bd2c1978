//! Drops what the entry function cannot reach: nodes, functions, objects, initializers, scopes.

use super::references::{self, Reference};
use crate::mir::{Body, Edge, FunctionId, Node, NodeId, ObjectId, Op, Program, ScopeId};

/// What is in use.
#[derive(Debug)]
struct InUse {
    objects: Vec<bool>,
    functions: Vec<bool>,
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
    program.initial.retain(|step| {
        step.initialized_object().is_none_or(|object| used.objects[object.0 as usize])
    });

    let mut rename = |reference: Reference<'_>| match reference {
        Reference::Object(object) => *object = ObjectId(objects[object.0 as usize]),
        Reference::Function(function) => *function = FunctionId(functions[function.0 as usize]),
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
    program.entry = FunctionId(functions[program.entry.0 as usize]);
    for object in &mut program.objects {
        object.function = object
            .function
            .filter(|function| used.functions[function.0 as usize])
            .map(|function| FunctionId(functions[function.0 as usize]));
    }
    prune_scopes(program);
}

fn find_in_use(program: &mut Program) -> InUse {
    let mut used = InUse {
        objects: vec![false; program.objects.len()],
        functions: vec![false; program.functions.len()],
        waiting_objects: Vec::new(),
        waiting_functions: Vec::new(),
    };
    let mut initializers: Vec<Vec<usize>> = vec![Vec::new(); program.objects.len()];
    for (index, step) in program.initial.iter_mut().enumerate() {
        match step.initialized_object() {
            Some(object) => initializers[object.0 as usize].push(index),
            None => used.mention(&mut step.op),
        }
    }
    used.function(program.entry);
    loop {
        if let Some(id) = used.waiting_functions.pop() {
            let function = &mut program.functions[id.0 as usize];
            for &object in function.parameters.iter().chain(&function.result) {
                used.object(object);
            }
            for edge in function.body.iter_mut().flat_map(|body| &mut body.edges) {
                used.mention(&mut edge.step.op);
            }
        } else if let Some(object) = used.waiting_objects.pop() {
            for &index in &initializers[object.0 as usize] {
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
        let is_live = |function: FunctionId| self.functions[function.0 as usize];
        let mut objects = (0..).map(ObjectId).zip(&program.objects);
        let kept = objects.find(|(id, object)| {
            !self.objects[id.0 as usize]
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
        if !std::mem::replace(&mut self.objects[object.0 as usize], true) {
            self.waiting_objects.push(object);
        }
    }

    fn function(&mut self, function: FunctionId) {
        if !std::mem::replace(&mut self.functions[function.0 as usize], true) {
            self.waiting_functions.push(function);
        }
    }
}

fn drop_dead_nodes(body: &mut Body) {
    let mut outgoing: Vec<Vec<u32>> = vec![Vec::new(); body.nodes.len()];
    for edge in &body.edges {
        outgoing[edge.from.0 as usize].push(edge.to.0);
    }
    let mut used = vec![false; body.nodes.len()];
    used[body.entry.0 as usize] = true;
    let mut waiting = vec![body.entry.0];
    while let Some(node) = waiting.pop() {
        for &next in &outgoing[node as usize] {
            if !std::mem::replace(&mut used[next as usize], true) {
                waiting.push(next);
            }
        }
    }
    used[body.exit.0 as usize] = true;
    if used.iter().all(|used| *used) {
        return;
    }
    let numbers = numbering(&used);
    retain::<Node>(&mut body.nodes, &used);
    body.edges.retain(|edge| used[edge.from.0 as usize]);
    let rename = |node: &mut NodeId| *node = NodeId(numbers[node.0 as usize]);
    for Edge { from, to, .. } in &mut body.edges {
        rename(from);
        rename(to);
    }
    rename(&mut body.entry);
    rename(&mut body.exit);
}

fn prune_scopes(program: &mut Program) {
    let mut used = vec![false; program.scopes.len()];
    let scopes = program.functions.iter().map(|function| function.scope);
    let nodes = program.functions.iter().flat_map(|function| &function.body);
    let nodes = nodes.flat_map(|body| &body.nodes).map(|node| node.scope);
    let objects = program.objects.iter().filter_map(|object| object.scope);
    for scope in scopes.chain(nodes).chain(objects) {
        let mut scope = Some(scope);
        while let Some(at) = scope {
            if std::mem::replace(&mut used[at.0 as usize], true) {
                break;
            }
            scope = program.scopes[at.0 as usize].caller;
        }
    }
    let numbers = numbering(&used);
    let rename = |scope: &mut ScopeId| *scope = ScopeId(numbers[scope.0 as usize]);
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
fn numbering(used: &[bool]) -> Vec<u32> {
    let mut next = 0;
    used.iter()
        .map(|used| {
            let number = next;
            next += u32::from(*used);
            number
        })
        .collect()
}

fn retain<T>(items: &mut Vec<T>, used: &[bool]) {
    let mut used = used.iter();
    items.retain(|_| used.next().is_some_and(|used| *used));
}
