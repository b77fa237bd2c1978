//! Where objects begin and end to live, and where the program ends: steps that checks of memory
//! need.

use rustc_hash::FxHashSet;

use crate::mir::{
    Base, Body, Edge, Function, FunctionId, Node, NodeId, NodeKind, ObjectId, Op, Origin, Program,
    Step, Storage, Until, Value,
};
use crate::mir_parts::OpPart;

/// Adds the steps. Only variables whose address is a value somewhere can be used when they are
/// gone.
pub fn insert(program: &mut Program) {
    let taken = taken_objects(program);
    let entry = program.entry;
    for id in (0..program.functions.len()).map(FunctionId::from) {
        let own: Vec<ObjectId> = taken
            .iter()
            .copied()
            .filter(|object| {
                let object = &program.objects[*object];
                let is_local = matches!(object.storage, Storage::Local | Storage::Parameter);
                object.function == Some(id) && is_local
            })
            .collect();
        let Function { body: Some(body), at, .. } = &mut program.functions[id] else { continue };
        if id == entry {
            append(body, Op::Finish { returns: true }, *at);
        }
        let mut ending = own.clone();
        ending.extend(body.edges.iter().filter_map(|edge| match edge.step.op {
            Op::Allocate { site, until: Until::Returned, .. } => Some(site),
            _ => None,
        }));
        if !ending.is_empty() {
            append(body, Op::Lifetime { objects: ending, begins: false }, *at);
        }
        if !own.is_empty() {
            prepend(body, Op::Lifetime { objects: own, begins: true }, *at);
        }
    }
}

/// Objects whose address is a value somewhere, ascending.
pub fn taken_objects(program: &Program) -> Vec<ObjectId> {
    let mut taken = FxHashSet::default();
    let bodies = program.functions.iter().flat_map(|function| &function.body);
    let steps = bodies.flat_map(|body| &body.edges).map(|edge| &edge.step);
    for step in steps.chain(&program.initial) {
        step.op.for_each_part(&mut |part| match part {
            OpPart::Value(value) => visit(value, &mut taken),
            OpPart::Stored(cell) => visit_parts(&cell.address, &mut taken),
            OpPart::Block(address) => visit_parts(address, &mut taken),
            OpPart::Object(_) | OpPart::Callee(_) => {}
        });
    }
    let mut taken: Vec<ObjectId> = taken.into_iter().collect();
    taken.sort_unstable();
    taken
}

fn visit(value: &Value, taken: &mut FxHashSet<ObjectId>) {
    match value {
        Value::Load(cell) => visit_parts(&cell.address, taken),
        Value::Address(address) => {
            if let Base::Object(object) = address.base {
                taken.insert(object);
            }
            visit_parts(address, taken);
        }
        _ => value.operands().iter().for_each(|operand| visit(operand, taken)),
    }
}

fn visit_parts(address: &crate::mir::Address, taken: &mut FxHashSet<ObjectId>) {
    if let Base::Pointer(pointer) = &address.base {
        visit(pointer, taken);
    }
    address.terms.iter().for_each(|(index, _)| visit(index, taken));
}

/// A new node, in the scope of another.
pub fn add_node(body: &mut Body, like: NodeId) -> NodeId {
    let node = &body.nodes[like];
    let node = Node { kind: NodeKind::Normal, labels: Vec::new(), enters: None, ..node.clone() };
    body.nodes.push_and_get_key(node)
}

/// A step behind the last one.
fn append(body: &mut Body, op: Op, at: Origin) {
    let (from, to) = (body.exit, add_node(body, body.exit));
    let at = Origin { start: body.nodes[from].at.start, ..at };
    let at = Origin { end: body.nodes[from].at.end, ..at };
    body.edges.push(Edge { from, to, step: Step { op, at, notes: Vec::new() } });
    body.exit = to;
}

/// A step before the first one.
fn prepend(body: &mut Body, op: Op, at: Origin) {
    let (from, to) = (add_node(body, body.entry), body.entry);
    body.nodes[from].enters = body.nodes[to].enters.take();
    body.edges.push(Edge { from, to, step: Step { op, at, notes: Vec::new() } });
    body.entry = from;
}
