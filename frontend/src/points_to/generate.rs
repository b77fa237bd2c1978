//! From the operations of a program to inclusions.

use rustc_hash::FxHashSet;

use super::arithmetic::{bytes, motion, object_offsets, operand_motions};
use super::graph::{Graph, Node, Pointee, Use};
use super::layout::Layouts;
use crate::mir::{
    Address, Argument, Base, Callee, Cell, FunctionId, Havoc, ObjectId, Op, Program, ResultTo,
    Storage, Value,
};

/// Where an address is.
#[derive(Clone, Debug)]
enum Place {
    /// At these pointees.
    Known(Vec<Pointee>),
    /// Where a pointer points to, after a motion.
    Pointed(Node, u32),
}

#[derive(Clone, Debug)]
enum Passed {
    Scalar(Option<Node>),
    Aggregate(Place, Option<u64>),
}

#[derive(Clone, Debug)]
struct IndirectCall {
    arguments: Vec<Passed>,
    result: Option<Passed>,
}

struct Generator<'a> {
    program: &'a Program,
    graph: Graph,
    calls: Vec<IndirectCall>,
}

/// The solved inclusions of a program.
pub(super) fn solve(program: &Program) -> Graph {
    let graph = Graph::new(Layouts::new(program), program.objects.len());
    let mut generator = Generator { program, graph, calls: Vec::new() };
    generator.program();
    let mut linked = FxHashSet::default();
    let mut escaped = FxHashSet::default();
    loop {
        generator.graph.solve();
        let called = std::mem::take(&mut generator.graph.called);
        let known = std::mem::take(&mut generator.graph.escaped_functions);
        if called.is_empty() && known.is_empty() {
            break;
        }
        for (call, callee) in called {
            if linked.insert((call, callee)) {
                let IndirectCall { arguments, result } = generator.calls[call as usize].clone();
                match callee {
                    Pointee::Function(callee) => {
                        generator.pass(callee, &arguments, result.as_ref())
                    }
                    _ => generator.pass_to_unknown(&arguments, result.as_ref()),
                }
            }
        }
        for function in known {
            if escaped.insert(function) {
                generator.called_by_unknown(function);
            }
        }
    }
    let mut escaped: Vec<FunctionId> = escaped.into_iter().collect();
    escaped.sort_unstable();
    generator.graph.escaped_functions = escaped;
    generator.graph.finish();
    generator.graph
}

impl Generator<'_> {
    fn program(&mut self) {
        for (index, object) in self.program.objects.iter().enumerate() {
            if object.storage == Storage::External {
                self.graph.escape(ObjectId(index as u32));
            }
        }
        for step in &self.program.initial {
            self.op(&step.op);
        }
        for function in &self.program.functions {
            for edge in function.body.iter().flat_map(|body| &body.edges) {
                self.op(&edge.step.op);
            }
        }
        // Whoever starts the program chooses the arguments.
        self.called_by_unknown(self.program.entry);
    }

    fn op(&mut self, op: &Op) {
        match op {
            Op::Skip
            | Op::Assume(_)
            | Op::Declare(_)
            | Op::Havoc(Havoc::Nondet, _)
            | Op::Zero { .. }
            | Op::Padding { .. }
            | Op::FillBytes { .. } => (),
            Op::Assign(cell, value) => self.assign(cell, value),
            Op::Havoc(Havoc::Unknown, cells) => {
                for cell in cells {
                    if self.may_be_pointer(cell) {
                        let unknown = self.graph.constant(Graph::ANYTHING);
                        self.store(cell, unknown);
                    }
                }
            }
            Op::Copy { to, from, ty } => {
                let size = self.graph.layouts.size_of(*ty);
                let (to, from) = (self.place(to), self.place(from));
                self.copy(&to, &from, size);
            }
            Op::CopyBytes { to, from, size } => {
                let size = match size {
                    Value::Int(size, _) => u64::try_from(*size).ok(),
                    _ => None,
                };
                let (to, from) = (self.place(to), self.place(from));
                self.copy(&to, &from, size);
            }
            Op::HavocReachable(_, roots) => {
                for root in roots {
                    self.value_into(root, Graph::UNKNOWN_CODE);
                }
            }
            Op::Allocate { site, result, .. } => {
                let number = self.graph.number(Pointee::Cell(*site, Some(0)));
                let address = self.graph.constant(number);
                self.store(result, address);
            }
            Op::Call { callee, arguments, result, .. } => {
                let arguments: Vec<Passed> =
                    arguments.iter().map(|argument| self.argument(argument)).collect();
                let result = result.as_ref().map(|result| self.result(result));
                match callee {
                    Callee::Direct(callee) => self.pass(*callee, &arguments, result.as_ref()),
                    Callee::Indirect(pointer, _) => {
                        let Some(pointer) = self.value(pointer) else { return };
                        let call = self.calls.len() as u32;
                        self.calls.push(IndirectCall { arguments, result });
                        self.graph.add_use(pointer, Use::Call(call));
                    }
                }
            }
        }
    }

    /// Unknown integers may be addresses if they are wide enough.
    fn may_be_pointer(&self, cell: &Cell) -> bool {
        cell.bits.is_none() && u64::from(cell.ty.bits) >= 8 * self.graph.layouts.pointer_bytes()
    }

    fn argument(&mut self, argument: &Argument) -> Passed {
        match argument {
            Argument::Scalar(value, _) => Passed::Scalar(self.value(value)),
            Argument::Aggregate(address, ty) => {
                Passed::Aggregate(self.place(address), self.graph.layouts.size_of(*ty))
            }
        }
    }

    fn result(&mut self, result: &ResultTo) -> Passed {
        match result {
            ResultTo::Scalar(cell, _) => {
                let node = self.graph.fresh_node();
                self.store(cell, node);
                Passed::Scalar(Some(node))
            }
            ResultTo::Aggregate(address, ty) => {
                Passed::Aggregate(self.place(address), self.graph.layouts.size_of(*ty))
            }
        }
    }

    fn pass(&mut self, callee: FunctionId, arguments: &[Passed], result: Option<&Passed>) {
        let function = &self.program.functions[callee.0 as usize];
        if function.body.is_none() {
            return self.pass_to_unknown(arguments, result);
        }
        for (&parameter, argument) in function.parameters.iter().zip(arguments) {
            let first = Place::Known(vec![Pointee::Cell(parameter, Some(0))]);
            match argument {
                Passed::Scalar(None) => (),
                Passed::Scalar(Some(node)) => {
                    self.store_at(&first, self.graph.layouts.pointer_bytes(), *node);
                }
                Passed::Aggregate(from, size) => self.copy(&first, from, *size),
            }
        }
        // What `va_arg` gives is unknown.
        let variadic = arguments.get(function.parameters.len()..).unwrap_or_default();
        self.pass_to_unknown(variadic, None);
        let Some((from, to)) = function.result.zip(result) else { return };
        let from = Place::Known(vec![Pointee::Cell(from, Some(0))]);
        match to {
            Passed::Scalar(None) => (),
            Passed::Scalar(Some(node)) => {
                self.load_at(&from, self.graph.layouts.pointer_bytes(), *node);
            }
            Passed::Aggregate(to, size) => self.copy(to, &from, *size),
        }
    }

    fn pass_to_unknown(&mut self, arguments: &[Passed], result: Option<&Passed>) {
        for argument in arguments {
            match argument {
                Passed::Scalar(None) => (),
                Passed::Scalar(Some(node)) => self.graph.include(*node, Graph::UNKNOWN_CODE),
                Passed::Aggregate(from, _) => {
                    let from = self.anywhere(from);
                    self.load_at(&from, 1, Graph::UNKNOWN_CODE);
                }
            }
        }
        match result {
            None | Some(Passed::Scalar(None)) => (),
            Some(Passed::Scalar(Some(node))) => self.graph.add_target(*node, Graph::ANYTHING),
            Some(Passed::Aggregate(to, _)) => {
                let to = self.anywhere(to);
                let unknown = self.graph.constant(Graph::ANYTHING);
                self.store_at(&to, 1, unknown);
            }
        }
    }

    /// The whole objects.
    fn anywhere(&mut self, place: &Place) -> Place {
        match place {
            Place::Pointed(node, Graph::STAY) => Place::Pointed(*node, Graph::BLUR),
            Place::Pointed(node, motion) => {
                let moved = self.graph.fresh_node();
                self.graph.add_use(*node, Use::Move(*motion, moved));
                Place::Pointed(moved, Graph::BLUR)
            }
            Place::Known(pointees) => {
                let whole = pointees.iter().map(|&pointee| match pointee {
                    Pointee::Cell(object, _) => Pointee::Cell(object, None),
                    other => other,
                });
                Place::Known(whole.collect())
            }
        }
    }

    fn called_by_unknown(&mut self, function: FunctionId) {
        let function = &self.program.functions[function.0 as usize];
        if function.body.is_none() {
            return;
        }
        for &parameter in &function.parameters {
            let unknown = self.graph.constant(Graph::ANYTHING);
            self.graph.store(Pointee::Cell(parameter, None), 1, unknown);
        }
        if let Some(result) = function.result {
            self.graph.load(Pointee::Cell(result, None), 1, Graph::UNKNOWN_CODE);
        }
    }

    fn place(&mut self, address: &Address) -> Place {
        let motion = motion(address);
        match &address.base {
            Base::Object(object) => {
                let offsets = object_offsets(&self.graph.layouts, *object, address, &motion);
                let pointees = offsets.into_iter().map(|offset| Pointee::Cell(*object, offset));
                Place::Known(pointees.collect())
            }
            Base::Pointer(pointer) => {
                // An address computed from a null pointer is in what was added.
                let node = if matches!(**pointer, Value::Int(..)) && !address.terms.is_empty() {
                    let node = self.graph.fresh_node();
                    for (value, _) in &address.terms {
                        self.moved_into(value, Graph::BLUR, node);
                    }
                    Some(node)
                } else {
                    self.value(pointer)
                };
                match node {
                    None => Place::Known(Vec::new()),
                    Some(node) => Place::Pointed(node, self.graph.motion(motion)),
                }
            }
        }
    }

    fn load_at(&mut self, place: &Place, bytes: u64, into: Node) {
        match place {
            Place::Known(pointees) => {
                for &pointee in pointees {
                    self.graph.load(pointee, bytes, into);
                }
            }
            Place::Pointed(node, motion) => {
                self.graph.add_use(*node, Use::Load(*motion, bytes, into));
            }
        }
    }

    fn store_at(&mut self, place: &Place, bytes: u64, from: Node) {
        match place {
            Place::Known(pointees) => {
                for &pointee in pointees {
                    self.graph.store(pointee, bytes, from);
                }
            }
            Place::Pointed(node, motion) => {
                self.graph.add_use(*node, Use::Store(*motion, bytes, from));
            }
        }
    }

    fn store(&mut self, cell: &Cell, from: Node) {
        if cell.bits.is_none() {
            let place = self.place(&cell.address);
            self.store_at(&place, bytes(cell), from);
        }
    }

    fn assign(&mut self, cell: &Cell, value: &Value) {
        if cell.bits.is_some() {
            return;
        }
        if let Some(node) = self.variable(cell) {
            self.value_into(value, node);
        } else if let Some(node) = self.value(value) {
            self.store(cell, node);
        }
    }

    fn copy(&mut self, to: &Place, from: &Place, size: Option<u64>) {
        let copy = self.graph.new_copy(size);
        match from {
            Place::Known(pointees) => {
                for &pointee in pointees {
                    self.graph.copy_from(copy, pointee);
                }
            }
            Place::Pointed(node, motion) => {
                self.graph.add_use(*node, Use::CopyFrom(*motion, copy));
            }
        }
        match to {
            Place::Known(pointees) => {
                for &pointee in pointees {
                    self.graph.copy_to(copy, pointee);
                }
            }
            Place::Pointed(node, motion) => self.graph.add_use(*node, Use::CopyTo(*motion, copy)),
        }
    }

    /// The node of a cell that needs no pointer and is no part of a larger access.
    fn variable(&mut self, cell: &Cell) -> Option<Node> {
        let Place::Known(pointees) = self.constant_place(&cell.address)? else { return None };
        let &[Pointee::Cell(object, Some(offset))] = &pointees[..] else { return None };
        match self.graph.cells(object, offset, bytes(cell))[..] {
            [node] => Some(node),
            _ => None,
        }
    }

    fn constant_place(&mut self, address: &Address) -> Option<Place> {
        matches!(address.base, Base::Object(_)).then(|| self.place(address))
    }

    /// A node that includes what the value points to; `None` if that is nothing.
    fn value(&mut self, value: &Value) -> Option<Node> {
        match value {
            Value::Int(..)
            | Value::Bool(_)
            | Value::Compare(..)
            | Value::Not(_)
            | Value::And(_)
            | Value::Or(_) => return None,
            Value::Cast(_, operand) => return self.value(operand),
            Value::Function(function) => {
                let number = self.graph.number(Pointee::Function(*function));
                return Some(self.graph.constant(number));
            }
            Value::Load(cell) => {
                if cell.bits.is_some() {
                    return None;
                }
                if let Some(node) = self.variable(cell) {
                    return Some(node);
                }
            }
            Value::Address(address) => {
                if let Some(Place::Known(pointees)) = self.constant_place(address)
                    && let [pointee] = pointees[..]
                {
                    let number = self.graph.number(pointee);
                    return Some(self.graph.constant(number));
                }
            }
            Value::Unary(..) | Value::Binary(..) | Value::If(_) => (),
        }
        let node = self.graph.fresh_node();
        self.value_into(value, node);
        Some(node)
    }

    fn moved_into(&mut self, value: &Value, motion: u32, into: Node) {
        if let Some(node) = self.value(value) {
            self.graph.add_use(node, Use::Move(motion, into));
        }
    }

    fn value_into(&mut self, value: &Value, into: Node) {
        match value {
            Value::Cast(_, operand) => self.value_into(operand, into),
            Value::If(operands) => {
                self.value_into(&operands[1], into);
                self.value_into(&operands[2], into);
            }
            Value::Unary(_, operand) => self.moved_into(operand, Graph::BLUR, into),
            Value::Binary(op, operands) => {
                for (operand, motion) in operand_motions(*op, operands) {
                    let motion = self.graph.motion(motion);
                    self.moved_into(operand, motion, into);
                }
            }
            Value::Address(address) => match self.place(address) {
                Place::Known(pointees) => {
                    for pointee in pointees {
                        let number = self.graph.number(pointee);
                        self.graph.add_target(into, number);
                    }
                }
                Place::Pointed(node, Graph::STAY) => self.graph.include(node, into),
                Place::Pointed(node, motion) => {
                    self.graph.add_use(node, Use::Move(motion, into));
                }
            },
            Value::Load(cell) if cell.bits.is_none() => {
                let place = self.place(&cell.address);
                self.load_at(&place, bytes(cell), into);
            }
            _ => {
                if let Some(node) = self.value(value) {
                    self.graph.include(node, into);
                }
            }
        }
    }
}
