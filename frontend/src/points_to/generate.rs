//! From the operations of a program to inclusions.

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Graph, Node, Part, Pointee, Use};
use super::layout::Layouts;
use crate::mir::{
    Argument, Callee, Cell, FunctionId, Havoc, ObjectId, Op, Program, ResultTo, Storage, Value,
};

/// Where an address is.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    /// At these pointees.
    pub(super) known: Vec<Pointee>,
    /// Where pointers point to, after motions.
    pub(super) pointed: Vec<(Node, u32)>,
}

#[derive(Clone, Debug)]
enum PassedArgument {
    /// A value, and whether it is wide enough to be an address.
    Scalar(Option<Node>, bool),
    Aggregate(Place, Option<u64>),
}

#[derive(Clone, Debug)]
struct IndirectCall {
    arguments: Vec<PassedArgument>,
    result: Option<PassedArgument>,
}

pub(super) struct Generator<'a> {
    program: &'a Program,
    pub(super) graph: Graph,
    calls: Vec<IndirectCall>,
    /// Nodes that others are moved to, by motion.
    pub(super) moved: FxHashMap<(Node, u32), Node>,
    /// What indices lead to.
    pub(super) indexed: FxHashMap<Node, Node>,
    /// What pointers are that move from nowhere.
    pub(super) counted: FxHashMap<Node, Node>,
}

/// The solved inclusions of a program.
pub(super) fn solve(program: &Program) -> Graph {
    let graph = Graph::new(Layouts::new(program), program.objects.len());
    let mut generator = Generator {
        program,
        graph,
        calls: Vec::new(),
        moved: FxHashMap::default(),
        indexed: FxHashMap::default(),
        counted: FxHashMap::default(),
    };
    generator.program();
    let mut linked = FxHashSet::default();
    let mut escaped = FxHashSet::default();
    loop {
        generator.graph.solve();
        let called = std::mem::take(&mut generator.graph.called);
        let known = std::mem::take(&mut generator.graph.escaped_functions);
        if called.is_empty() && known.is_empty() {
            if generator.graph.find_numbers() {
                continue;
            }
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
            // What is stored by printing, if anything, is a number.
            Op::Skip
            | Op::Zero { .. }
            | Op::Padding { .. }
            | Op::Print { .. }
            | Op::Lifetime { .. }
            | Op::Finish { .. } => (),
            Op::Free(pointer) => {
                self.value(pointer);
            }
            Op::Assume(condition) => {
                self.value(condition);
            }
            Op::Declare(objects) => {
                for &object in objects {
                    self.indeterminate(object);
                }
            }
            Op::FillBytes { to, byte, size } => {
                self.value(size);
                if let Some(byte) = self.value(byte) {
                    let to = self.place(to);
                    let to = self.anywhere(&to);
                    self.store_at(&to, 1, byte);
                }
            }
            Op::Assign(cell, value) => self.assign(cell, value),
            Op::Havoc(havoc, cells) => {
                for cell in cells {
                    self.havoc(*havoc, cell);
                }
            }
            Op::Lost { cells, from } => self.lose(cells, from),
            Op::Action { arguments, result, .. } => {
                for value in arguments {
                    self.value(value);
                }
                if let Some(cell) = result {
                    self.havoc(Havoc::Nondet, cell);
                }
            }
            Op::Copy { to, from, ty } => {
                let size = self.graph.layouts.size_of(*ty);
                let (to, from) = (self.place(to), self.place(from));
                self.copy(&to, &from, size);
            }
            Op::CopyBytes { to, from, size } => {
                self.value(size);
                let size = match size {
                    Value::Int(size, _) => u64::try_from(*size).ok(),
                    _ => None,
                };
                let (to, from) = (self.place(to), self.place(from));
                self.copy(&to, &from, size);
            }
            Op::HavocReachable(_, roots) => {
                for root in roots {
                    let node = self.value(root);
                    let is_wide = self.graph.layouts.is_wide(self.graph.layouts.bits_of(root));
                    self.give(node, is_wide);
                }
            }
            Op::Allocate { site, size, result, zeroed, .. } => {
                self.value(size);
                if !zeroed {
                    self.indeterminate(*site);
                }
                let number = self.graph.number(Pointee::Cell(*site, Some(0)));
                let address = self.graph.constant(number);
                self.store(result, address);
            }
            Op::Call { callee, arguments, result } => {
                self.call(callee, arguments, result.as_ref());
            }
        }
    }

    /// Cells get numbers that are computed from some values, or these go out of sight.
    fn lose(&mut self, cells: &[Cell], from: &[Value]) {
        let from: Vec<Node> = from.iter().filter_map(|value| self.value(value)).collect();
        for cell in cells {
            self.havoc(Havoc::Unknown, cell);
            for &node in &from {
                let piece = self.moved_node(node, Graph::PIECE);
                self.store(cell, piece);
            }
        }
        if cells.is_empty() {
            for node in from {
                self.graph.add_use(node, Use::Expose(Part::All));
            }
        }
    }

    fn call(&mut self, callee: &Callee, arguments: &[Argument], result: Option<&ResultTo>) {
        let arguments: Vec<PassedArgument> =
            arguments.iter().map(|argument| self.argument(argument)).collect();
        let result = result.map(|result| self.result(result));
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

    /// Numbers that were never written are numbers, as those of models are that return any.
    fn indeterminate(&mut self, object: ObjectId) {
        let ty = self.program.objects[object].ty;
        if self.graph.layouts.has_only_numbers(ty) {
            let number = self.graph.constant(Graph::NUMBER);
            let is_scalar = self.program.types.scalar(ty).is_some();
            self.graph.store(Pointee::Cell(object, is_scalar.then_some(0)), 1, number);
        }
    }

    fn havoc(&mut self, havoc: Havoc, cell: &Cell) {
        // Unknown integers may be addresses if they are wide enough.
        let is_wide = cell.bits.is_none()
            && u64::from(cell.ty.bits) >= 8 * self.graph.layouts.pointer_bytes();
        let any = match havoc {
            Havoc::Unknown if is_wide => self.unknown(),
            _ => self.graph.constant(Graph::NUMBER),
        };
        self.store(cell, any);
    }

    /// A node for what is not known.
    fn unknown(&mut self) -> Node {
        let node = self.graph.constant(Graph::ANYTHING);
        self.graph.add_target(node, Graph::NUMBER);
        node
    }

    /// Unknown code gets a value.
    fn give(&mut self, value: Option<Node>, is_wide: bool) {
        let Some(node) = value else { return };
        self.graph.include(node, Graph::UNKNOWN_CODE);
        if is_wide {
            self.graph.add_use(node, Use::Reach);
        }
    }

    fn argument(&mut self, argument: &Argument) -> PassedArgument {
        match argument {
            Argument::Scalar(value, _) => {
                let is_wide = self.graph.layouts.is_wide(self.graph.layouts.bits_of(value));
                PassedArgument::Scalar(self.value(value), is_wide)
            }
            Argument::Aggregate(address, ty) => {
                PassedArgument::Aggregate(self.place(address), self.graph.layouts.size_of(*ty))
            }
        }
    }

    fn result(&mut self, result: &ResultTo) -> PassedArgument {
        match result {
            ResultTo::Scalar(cell, _) => {
                let node = self.graph.fresh_node();
                self.store(cell, node);
                PassedArgument::Scalar(Some(node), true)
            }
            ResultTo::Aggregate(address, ty) => {
                PassedArgument::Aggregate(self.place(address), self.graph.layouts.size_of(*ty))
            }
        }
    }

    fn pass(
        &mut self,
        callee: FunctionId,
        arguments: &[PassedArgument],
        result: Option<&PassedArgument>,
    ) {
        let function = &self.program.functions[callee];
        if function.body.is_none() {
            return self.pass_to_unknown(arguments, result);
        }
        for (&parameter, argument) in function.parameters.iter().zip(arguments) {
            let first = known(Pointee::Cell(parameter, Some(0)));
            match argument {
                PassedArgument::Scalar(None, _) => (),
                PassedArgument::Scalar(Some(node), _) => {
                    self.store_at(&first, self.graph.layouts.pointer_bytes(), *node);
                }
                PassedArgument::Aggregate(from, size) => self.copy(&first, from, *size),
            }
        }
        // A call that does not fit the function.
        let surplus = arguments.get(function.parameters.len()..).unwrap_or_default();
        self.pass_to_unknown(surplus, None);
        let Some((from, to)) = function.result.zip(result) else { return };
        let from = known(Pointee::Cell(from, Some(0)));
        match to {
            PassedArgument::Scalar(None, _) => (),
            PassedArgument::Scalar(Some(node), _) => {
                self.load_at(&from, self.graph.layouts.pointer_bytes(), *node);
            }
            PassedArgument::Aggregate(to, size) => self.copy(to, &from, *size),
        }
    }

    fn pass_to_unknown(&mut self, arguments: &[PassedArgument], result: Option<&PassedArgument>) {
        for argument in arguments {
            match argument {
                PassedArgument::Scalar(node, is_wide) => self.give(*node, *is_wide),
                PassedArgument::Aggregate(from, _) => {
                    let from = self.anywhere(from);
                    self.load_at(&from, 1, Graph::UNKNOWN_CODE);
                }
            }
        }
        match result {
            None | Some(PassedArgument::Scalar(None, _)) => (),
            Some(PassedArgument::Scalar(Some(node), _)) => self.graph.add_unknown(*node),
            Some(PassedArgument::Aggregate(to, _)) => {
                let to = self.anywhere(to);
                let unknown = self.unknown();
                self.store_at(&to, 1, unknown);
            }
        }
    }

    /// The whole objects.
    fn anywhere(&mut self, place: &Place) -> Place {
        let whole = |&pointee: &Pointee| match pointee {
            Pointee::Cell(object, _) => Pointee::Cell(object, None),
            other => other,
        };
        let known = place.known.iter().map(whole).collect();
        let mut pointed = Vec::with_capacity(place.pointed.len());
        for &(node, motion) in &place.pointed {
            pointed.push((self.moved_node(node, motion), Graph::BLUR));
        }
        Place { known, pointed }
    }

    fn called_by_unknown(&mut self, function: FunctionId) {
        let function = &self.program.functions[function];
        if function.body.is_none() {
            return;
        }
        for &parameter in &function.parameters {
            let unknown = self.unknown();
            self.graph.store(Pointee::Cell(parameter, None), 1, unknown);
        }
        if let Some(result) = function.result {
            self.graph.load(Pointee::Cell(result, None), 1, Graph::UNKNOWN_CODE);
        }
    }
}

/// A place that needs no pointer.
fn known(pointee: Pointee) -> Place {
    Place { known: vec![pointee], pointed: Vec::new() }
}
