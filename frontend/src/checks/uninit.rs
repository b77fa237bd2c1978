//! Variables that are read before they are written.
//!
//! Scalar locals whose address is not taken are checked. Where every path writes first, there is
//! nothing to check, and where none does the check fails; elsewhere a variable remembers what has
//! happened. That everything else is written first is assumed.

use belnap_ir::cfg::{AskedKind, Treatment, Weakens};
use belnap_ir::expr::CompareOp;
use belnap_ir::ids::{TiVec, ti_vec};
use belnap_ir::types::IntType;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Check;
use super::lifetimes::{add_node, taken_objects};
use crate::ctype::IntKind;
use crate::mir::{
    Address, Base, Body, Cell, Edge, FunctionId, NodeId, NodeKind, Note, Object, ObjectId, Op,
    Origin, Program, Step, Storage, Value,
};
use crate::mir_parts::OpPart;
use crate::mir_walk::conditional_loads;
use crate::unsupported;

/// See the module's description.
pub const CHECK: Check = Check {
    name: "uninit",
    kind: AskedKind::Uninitialised,
    asks: "scalar locals are written before they are read",
    discharges: &[],
    failure: "a variable is read before it is written in",
    promise: "no variable is read before it is written in",
};

const FLAG: IntType = IntType::unsigned(8);

/// Adds the checks to a program whose calls are inlined.
pub fn insert(program: &mut Program) {
    let candidates = candidates(program);
    if has_others(program, &candidates) {
        program.ledger.push(Note {
            construct: unsupported::OTHER,
            detail: "arrays, members, and what pointers reach are written before they are read"
                .to_owned(),
            treatment: Treatment::Assumed,
            weakens: Weakens::Proofs,
            at: Origin { unit: u32::MAX, ..Origin::default() },
            global: true,
        });
    }
    for id in (0..program.functions.len()).map(FunctionId::from) {
        let Some(mut body) = program.functions[id].body.take() else { continue };
        Inserter { program, candidates: &candidates, flags: FxHashMap::default() }.body(&mut body);
        program.functions[id].body = Some(body);
    }
}

/// Scalar locals that are only read and written as a whole, by name.
fn candidates(program: &Program) -> FxHashSet<ObjectId> {
    let mut excluded: FxHashSet<ObjectId> = taken_objects(program).into_iter().collect();
    let mut partly = |cell: &Cell| {
        if let (Base::Object(object), None) = (&cell.address.base, whole(program, cell)) {
            excluded.insert(*object);
        }
    };
    let bodies = program.functions.iter().flat_map(|function| &function.body);
    for edge in bodies.flat_map(|body| &body.edges) {
        edge.step.op.for_each_part(&mut |part| match part {
            OpPart::Value(value) => value.for_each_cell(&mut partly),
            OpPart::Stored(cell) => {
                partly(cell);
                cell.address.for_each_cell(&mut partly);
            }
            OpPart::Block(address) => address.for_each_cell(&mut partly),
            OpPart::Object(_) | OpPart::Callee(_) => {}
        });
    }
    let ids = (0..program.objects.len()).map(ObjectId::from);
    ids.filter(|id| {
        let object = &program.objects[*id];
        let scalar = program.types.scalar(object.ty).is_some();
        scalar && object.storage == Storage::Local && !object.is_volatile && !excluded.contains(id)
    })
    .collect()
}

/// The object that a cell is the whole of.
fn whole(program: &Program, cell: &Cell) -> Option<ObjectId> {
    let Address { base: Base::Object(object), offset: 0, terms } = &cell.address else {
        return None;
    };
    let ty = program.objects[*object].ty;
    let is_whole = terms.is_empty() && program.types.scalar(ty) == Some(cell.ty);
    (is_whole && cell.bits.is_none()).then_some(*object)
}

/// Whether a program has something that has no first value and is not checked.
fn has_others(program: &Program, candidates: &FxHashSet<ObjectId>) -> bool {
    let mut found = false;
    let bodies = program.functions.iter().flat_map(|function| &function.body);
    for edge in bodies.flat_map(|body| &body.edges) {
        found |= match &edge.step.op {
            Op::Declare(objects) => objects.iter().any(|object| {
                let is_local = program.objects[*object].storage == Storage::Local;
                is_local && !candidates.contains(object)
            }),
            Op::Allocate { zeroed, .. } => !zeroed,
            _ => false,
        };
    }
    found
}

/// Of each candidate before a node: written on every path, and on some.
#[derive(Clone, Default, PartialEq)]
struct Written {
    surely: FxHashSet<ObjectId>,
    perhaps: FxHashSet<ObjectId>,
}

struct Inserter<'a> {
    program: &'a mut Program,
    candidates: &'a FxHashSet<ObjectId>,
    /// The variable that remembers whether another was written.
    flags: FxHashMap<ObjectId, Cell>,
}

impl Inserter<'_> {
    fn body(&mut self, body: &mut Body) {
        let before = self.find_written(body);
        let mut checks: Vec<(NodeId, Vec<(ObjectId, Value)>)> = Vec::new();
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        for edge in &body.edges {
            let Some(written) = &before[edge.from] else { continue };
            // A branch evaluates its condition once.
            if !seen.insert(edge.from)
                || edge.step.is_about(unsupported::TRUTH_VALUE, &self.program.ledger)
            {
                continue;
            }
            let mut reads = Vec::new();
            for (cell, under) in conditional_loads(&edge.step.op) {
                let object = whole(self.program, &cell).filter(|it| self.candidates.contains(it));
                let Some(object) = object.filter(|it| !written.surely.contains(it)) else {
                    continue;
                };
                let mut fine = match written.perhaps.contains(&object) {
                    false => Vec::new(),
                    true => vec![self.flag(object, edge.step.at)],
                };
                fine.extend(under.into_iter().map(Value::negate));
                let fine = match fine.len() {
                    0 => Value::Bool(false),
                    1 => fine.remove(0),
                    _ => Value::Or(fine),
                };
                reads.push((object, fine));
            }
            if !reads.is_empty() {
                checks.push((edge.from, reads));
            }
        }
        self.remember(body);
        for (node, reads) in checks {
            for (_, fine) in reads {
                check(body, node, fine);
            }
        }
    }

    /// What is written before each node that can be reached.
    fn find_written(&self, body: &Body) -> TiVec<NodeId, Option<Written>> {
        let mut before: TiVec<NodeId, Option<Written>> = ti_vec![None; body.nodes.len()];
        before[body.entry] = Some(Written::default());
        let mut outgoing: TiVec<NodeId, Vec<usize>> = ti_vec![Vec::new(); body.nodes.len()];
        for (index, edge) in body.edges.iter().enumerate() {
            outgoing[edge.from].push(index);
        }
        let mut open = vec![body.entry];
        while let Some(node) = open.pop() {
            for &index in &outgoing[node] {
                let edge = &body.edges[index];
                let Some(mut after) = before[node].clone() else { continue };
                for (object, is_written) in self.changes(&edge.step.op) {
                    match is_written {
                        true => {
                            after.surely.insert(object);
                            after.perhaps.insert(object);
                        }
                        false => {
                            after.surely.remove(&object);
                            after.perhaps.remove(&object);
                        }
                    }
                }
                let at = &mut before[edge.to];
                let merged = match at.as_ref() {
                    None => after,
                    Some(old) => Written {
                        surely: old.surely.intersection(&after.surely).copied().collect(),
                        perhaps: old.perhaps.union(&after.perhaps).copied().collect(),
                    },
                };
                if at.as_ref() != Some(&merged) {
                    *at = Some(merged);
                    open.push(edge.to);
                }
            }
        }
        before
    }

    /// Candidates that an operation writes, or that begin to live without a value.
    fn changes(&self, op: &Op) -> Vec<(ObjectId, bool)> {
        let mut changes = Vec::new();
        op.for_each_part(&mut |part| match part {
            OpPart::Stored(cell) => changes.extend(whole(self.program, cell).map(|it| (it, true))),
            OpPart::Object(object) if matches!(op, Op::Declare(_)) => {
                changes.push((*object, false));
            }
            _ => {}
        });
        changes.retain(|(object, _)| self.candidates.contains(object));
        changes
    }

    /// Whether an object was written, as a condition.
    fn flag(&mut self, object: ObjectId, at: Origin) -> Value {
        let next = ObjectId::from(self.program.objects.len());
        let cell = self.flags.entry(object).or_insert_with(|| {
            let of = self.program.objects[object].clone();
            let ty = self.program.types.int(IntKind::UnsignedChar);
            let name = format!("written({})", of.name);
            let storage = Storage::Temporary;
            self.program.objects.push(Object { name, ty, storage, align: 1, at, ..of });
            Cell { address: Address::of(next), ty: FLAG, bits: None }
        });
        let operands = [Value::load(cell.clone()), Value::int(0, FLAG)];
        Value::Compare(CompareOp::Ne, Box::new(operands))
    }

    /// Adds the steps that keep the flags right.
    fn remember(&mut self, body: &mut Body) {
        let mut flags: Vec<(ObjectId, Cell)> =
            self.flags.iter().map(|(object, cell)| (*object, cell.clone())).collect();
        flags.sort_unstable_by_key(|(object, _)| *object);
        for index in 0..body.edges.len() {
            for (object, is_written) in self.changes(&body.edges[index].step.op) {
                let Some(cell) = self.flags.get(&object).cloned() else { continue };
                let between = add_node(body, body.edges[index].from);
                let edge = &mut body.edges[index];
                let to = std::mem::replace(&mut edge.to, between);
                let at = edge.step.at;
                let op = Op::Assign(cell, Value::int(i128::from(is_written), FLAG));
                let step = Step { op, at, notes: Vec::new() };
                body.edges.push(Edge { from: between, to, step });
            }
        }
        for (_, cell) in flags {
            let (from, to) = (add_node(body, body.entry), body.entry);
            body.nodes[from].enters = body.nodes[to].enters.take();
            let at = body.nodes[to].at;
            let op = Op::Assign(cell, Value::int(0, FLAG));
            body.edges.push(Edge { from, to, step: Step { op, at, notes: Vec::new() } });
            body.entry = from;
        }
    }
}

/// A branch at a node, before what happens there, to one where the check fails.
fn check(body: &mut Body, node: NodeId, fine: Value) {
    let next = add_node(body, node);
    let failed = add_node(body, node);
    let at = body.edges.iter().find(|edge| edge.from == node).map(|edge| edge.step.at);
    let at = at.unwrap_or(body.nodes[node].at);
    body.nodes[failed].kind = NodeKind::Failed(AskedKind::Uninitialised);
    body.nodes[failed].at = at;
    for edge in body.edges.iter_mut().filter(|edge| edge.from == node) {
        edge.from = next;
    }
    let mut step = |to, op| {
        body.edges.push(Edge { from: node, to, step: Step { op, at, notes: Vec::new() } });
    };
    match fine {
        Value::Bool(false) => step(failed, Op::Skip),
        fine => {
            step(next, Op::Assume(fine.clone()));
            step(failed, Op::Assume(fine.negate()));
        }
    }
}
