//! What holds of every graph of the middle form, for tests of the stages that make them.
//!
//! 1. Ids are in range, and the entry function has a body.
//! 2. Out of a node go one edge that is not an `Assume`, or two `Assume` edges with a condition
//!    and its negation; out of the exit, and of halted and failed nodes, none.
//! 3. Values, cells and addresses are typed; no value is too deep for a graph.
//! 4. Arguments and results of direct calls fit the callee.
//! 5. Static initializers are assignments, zeros and copies.

use belnap_ir::expr::{BinaryOp, Expr};
use belnap_ir::ids::{TiVec, ti_vec};
use belnap_ir::types::{IntType, Type};

use crate::mir::{
    Address, Argument, Base, Body, Callee, Cell, Function, NodeId, NodeKind, ObjectId, Op, Program,
    ResultTo, Step, Value,
};

/// All violations, as sentences; empty if there are none.
pub fn violations(program: &Program) -> Vec<String> {
    let mut checker = Checker { program, found: Vec::new(), place: "initial".to_owned() };
    checker.program();
    checker.found
}

struct Checker<'a> {
    program: &'a Program,
    found: Vec<String>,
    place: String,
}

impl Checker<'_> {
    fn require(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.found.push(format!("{}: {}", self.place, what()));
        }
    }

    fn program(&mut self) {
        for step in &self.program.initial {
            let plain = matches!(
                step.op,
                Op::Assign(..) | Op::Zero { .. } | Op::Padding { .. } | Op::Copy { .. }
            );
            self.require(plain, || format!("{:?} in a static initializer", step.op));
            self.step(step);
        }
        let entry = self.program.functions.get(self.program.entry);
        self.require(entry.is_some_and(|entry| entry.body.is_some()), || "no entry".to_owned());
        for function in &self.program.functions {
            self.place = function.name.clone();
            if let Some(body) = &function.body {
                self.function(function, body);
            }
        }
        for (index, object) in self.program.objects.iter().enumerate() {
            self.place = format!("object {index} ({})", object.name);
            let function = object.function.is_none_or(|id| self.has_function(id.0));
            let scope = object.scope.is_none_or(|id| self.has_scope(id.0));
            self.require(function && scope, || "owner out of range".to_owned());
            self.require(object.align.is_power_of_two(), || "alignment".to_owned());
        }
    }

    fn has_function(&self, id: u32) -> bool {
        (id as usize) < self.program.functions.len()
    }

    fn has_scope(&self, id: u32) -> bool {
        (id as usize) < self.program.scopes.len()
    }

    fn function(&mut self, function: &Function, body: &Body) {
        function.parameters.iter().chain(&function.result).for_each(|&object| self.object(object));
        let count = body.nodes.len();
        let mut outgoing: TiVec<NodeId, Vec<&Op>> = ti_vec![Vec::new(); count];
        for edge in &body.edges {
            let known = (edge.from.0 as usize) < count && (edge.to.0 as usize) < count;
            self.require(known, || "an edge to nowhere".to_owned());
            if known {
                outgoing[edge.from].push(&edge.step.op);
            }
            self.place = format!("{} {}->{}", function.name, edge.from.0, edge.to.0);
            self.step(&edge.step);
        }
        let inside = (body.entry.0 as usize) < count && (body.exit.0 as usize) < count;
        self.require(inside, || "entry or exit out of range".to_owned());
        for (index, (node, ops)) in body.nodes.iter().zip(&outgoing).enumerate() {
            self.place = format!("{} node {index}", function.name);
            self.require(self.has_scope(node.scope.0), || "scope out of range".to_owned());
            let ends = index == body.exit.0 as usize || node.kind != NodeKind::Normal;
            let fine = match ops.as_slice() {
                [] => ends,
                [op] => !ends && !matches!(op, Op::Assume(_)),
                [Op::Assume(a), Op::Assume(b)] => {
                    !ends && (a.clone().negate() == *b || b.clone().negate() == *a)
                }
                _ => false,
            };
            self.require(fine, || format!("outgoing edges {ops:?}"));
        }
    }

    fn object(&mut self, object: ObjectId) {
        let known = (object.0 as usize) < self.program.objects.len();
        self.require(known, || format!("object {} out of range", object.0));
    }

    fn step(&mut self, step: &Step) {
        let notes = step.notes.iter().all(|note| (note.0 as usize) < self.program.ledger.len());
        self.require(notes, || "a note out of range".to_owned());
        let address = self.program.types.address();
        match &step.op {
            Op::Skip | Op::Finish { .. } => {}
            Op::Assign(cell, value) => {
                self.cell(cell);
                self.check_type(value, Type::Int(cell.ty));
            }
            Op::Assume(condition) => self.check_type(condition, Type::Bool),
            Op::Havoc(_, cells) => {
                self.require(!cells.is_empty(), || "havoc of nothing".to_owned());
                cells.iter().for_each(|cell| self.cell(cell));
            }
            Op::Lost { cells, from } => {
                cells.iter().for_each(|cell| self.cell(cell));
                from.iter().for_each(|value| self.value(value));
            }
            Op::Declare(objects) | Op::Lifetime { objects, .. } => {
                objects.iter().for_each(|&object| self.object(object));
            }
            Op::Copy { to, from, ty } => {
                self.address(to);
                self.address(from);
                self.check_size(*ty);
            }
            Op::Zero { to, ty } => {
                self.address(to);
                self.check_size(*ty);
            }
            Op::Padding { object, .. } => self.object(*object),
            Op::FillBytes { to, byte, size } => {
                self.address(to);
                self.check_type(byte, Type::Int(IntType::unsigned(8)));
                self.check_type(size, Type::Int(address));
            }
            Op::CopyBytes { to, from, size } => {
                self.address(to);
                self.address(from);
                self.check_type(size, Type::Int(address));
            }
            Op::HavocReachable(_, pointers) => self.pointers(pointers),
            Op::Print { format, pointers } => {
                self.check_type(format, Type::Int(address));
                self.pointers(pointers);
            }
            Op::Free(pointer) => self.check_type(pointer, Type::Int(address)),
            Op::Allocate { site, size, result, .. } => {
                self.object(*site);
                self.check_type(size, Type::Int(address));
                self.cell(result);
            }
            Op::Action { arguments, result, .. } => {
                arguments.iter().for_each(|value| self.value(value));
                result.iter().for_each(|cell| self.cell(cell));
            }
            Op::Call { callee, arguments, result, .. } => {
                self.call(callee, arguments, result.as_ref());
            }
        }
    }

    fn check_size(&mut self, ty: crate::ctype::TypeId) {
        let known = self.program.types.size_of(ty).is_some();
        self.require(known, || format!("`{}` has no size", self.program.types.display(ty)));
    }

    fn pointers(&mut self, pointers: &[Value]) {
        for pointer in pointers {
            let is_int = matches!(pointer.type_of(self.program.types.address()), Type::Int(_));
            self.require(is_int, || "a pointer that is a truth value".to_owned());
            self.value(pointer);
        }
    }

    fn call(&mut self, callee: &Callee, arguments: &[Argument], result: Option<&ResultTo>) {
        for argument in arguments {
            match argument {
                Argument::Scalar(value, ty) => match self.program.types.scalar(*ty) {
                    Some(int) => self.check_type(value, Type::Int(int)),
                    None => self.require(false, || "a scalar argument without width".to_owned()),
                },
                Argument::Aggregate(address, _) => self.address(address),
            }
        }
        match result {
            Some(ResultTo::Scalar(cell, ty)) => {
                self.cell(cell);
                let fits = self.program.types.scalar(*ty) == Some(cell.ty);
                self.require(fits, || "a result of another width".to_owned());
            }
            Some(ResultTo::Aggregate(address, _)) => self.address(address),
            None => {}
        }
        match callee {
            Callee::Indirect(pointer, _) => {
                self.check_type(pointer, Type::Int(self.program.types.address()));
            }
            Callee::Direct(id) => {
                self.require(self.has_function(id.0), || "callee out of range".to_owned());
                let Some(function) = self.program.functions.get(*id) else { return };
                if function.body.is_some() {
                    self.direct_call(function, arguments, result);
                }
            }
        }
    }

    fn direct_call(
        &mut self,
        function: &Function,
        arguments: &[Argument],
        result: Option<&ResultTo>,
    ) {
        let enough = arguments.len() >= function.parameters.len();
        self.require(enough, || format!("too few arguments for `{}`", function.name));
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            let (Argument::Scalar(_, given) | Argument::Aggregate(_, given)) = argument;
            let wanted = self.program.objects[*parameter].ty;
            self.require(*given == wanted, || {
                let types = &self.program.types;
                format!("`{}` given for `{}`", types.display(*given), types.display(wanted))
            });
        }
        if let Some(ResultTo::Scalar(_, ty) | ResultTo::Aggregate(_, ty)) = result {
            let given = function.result.map(|object| self.program.objects[object].ty);
            self.require(given == Some(*ty), || format!("result of `{}`", function.name));
        }
    }

    fn check_type(&mut self, value: &Value, ty: Type) {
        let found = value.type_of(self.program.types.address());
        self.require(found == ty, || format!("{found} instead of {ty}: {value:?}"));
        self.value(value);
        self.require(value.depth() < Expr::MAX_DEPTH, || "a value too deep".to_owned());
    }

    fn cell(&mut self, cell: &Cell) {
        self.address(&cell.address);
        if let Some(bits) = cell.bits {
            let inside =
                u32::from(bits.offset) + u32::from(bits.width) <= 8 * u32::from(bits.unit_bytes);
            let fits = inside && bits.width == cell.ty.bits;
            self.require(fits, || format!("bit-field {bits:?} of type {}", cell.ty));
        }
    }

    fn address(&mut self, address: &Address) {
        let ty = self.program.types.address();
        match &address.base {
            Base::Object(object) => self.object(*object),
            Base::Pointer(pointer) => self.check_type(pointer, Type::Int(ty)),
        }
        for (index, stride) in &address.terms {
            self.check_type(index, Type::Int(ty));
            self.require(*stride != 0, || "a stride of 0".to_owned());
        }
    }

    /// Checks what is inside.
    fn value(&mut self, value: &Value) {
        let address = self.program.types.address();
        match value {
            Value::Int(number, ty) => {
                self.require(ty.contains(*number), || format!("{number} is not of type {ty}"));
            }
            Value::Bool(_) => {}
            Value::Load(cell) => self.cell(cell),
            Value::Address(place) => self.address(place),
            Value::Function(id) => {
                self.require(self.has_function(id.0), || "function out of range".to_owned());
            }
            Value::Unary(_, operand) => self.number(operand),
            Value::Binary(op, operands) => {
                self.number(&operands[0]);
                self.number(&operands[1]);
                let same = operands[0].type_of(address) == operands[1].type_of(address);
                let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
                self.require(same || shift, || format!("operands of two types: {value:?}"));
            }
            Value::Compare(_, operands) => {
                self.number(&operands[0]);
                self.check_type(&operands[1], operands[0].type_of(address));
            }
            Value::Not(operand) => self.check_type(operand, Type::Bool),
            Value::And(operands) | Value::Or(operands) => {
                self.require(operands.len() >= 2, || "a junction of one".to_owned());
                operands.iter().for_each(|operand| self.check_type(operand, Type::Bool));
            }
            Value::Cast(_, operand) => self.value(operand),
            Value::If(operands) => {
                self.check_type(&operands[0], Type::Bool);
                self.value(&operands[1]);
                self.check_type(&operands[2], operands[1].type_of(address));
            }
        }
    }

    fn number(&mut self, value: &Value) {
        let is_int = matches!(value.type_of(self.program.types.address()), Type::Int(_));
        self.require(is_int, || format!("a truth value as a number: {value:?}"));
        self.value(value);
    }
}
