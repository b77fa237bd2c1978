//! A machine that runs graphs of the middle form, to compare what they compute with what a
//! compiler's code does. What is not known is zero.

use std::collections::HashMap;

use belnap_frontend::mir::{
    Address, Argument, Base, Callee, Cell, Function, FunctionId, NodeKind, ObjectId, Op, Program,
    ResultTo, Value,
};
use belnap_frontend::padding;
use belnap_ir::expr::{BinaryOp, CompareOp, UnaryOp};
use belnap_ir::types::{IntType, Type};

/// Addresses of functions begin here.
const FUNCTIONS: u64 = 0x1000;

/// How a run ended.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// The entry function returned this.
    Returned(i128),
    Halted,
    Failed,
    /// Too many steps.
    Endless,
}

pub struct Machine<'a> {
    program: &'a Program,
    memory: HashMap<u64, u8>,
    statics: HashMap<ObjectId, u64>,
    next: u64,
    steps: u64,
}

type Frame = HashMap<ObjectId, u64>;

impl<'a> Machine<'a> {
    /// Runs the program's entry function.
    pub fn run(program: &'a Program) -> End {
        let mut machine = Machine {
            program,
            memory: HashMap::new(),
            statics: HashMap::new(),
            next: 0x10_0000,
            steps: 0,
        };
        let mut frame = Frame::new();
        for step in &program.initial {
            if let Err(end) = machine.execute(&step.op, &mut frame) {
                return end;
            }
        }
        match machine.call(program.entry, &mut Frame::new(), &[]) {
            Ok((result, mut frame)) => End::Returned(match result {
                Some(cell) => machine.load(&cell, &mut frame),
                None => 0,
            }),
            Err(end) => end,
        }
    }

    fn place(&mut self, object: ObjectId, frame: &mut Frame) -> u64 {
        let known = &self.program.objects[object];
        let size = self.program.types.size_of(known.ty).unwrap_or(4096);
        let table = if known.function.is_some() { frame } else { &mut self.statics };
        *table.entry(object).or_insert_with(|| {
            let align = u64::from(known.align.max(16));
            let at = self.next.next_multiple_of(align);
            self.next = at + size + 64;
            at
        })
    }

    fn address(&mut self, address: &Address, frame: &mut Frame) -> u64 {
        let mut at = match &address.base {
            Base::Object(object) => self.place(*object, frame),
            Base::Pointer(pointer) => self.value(pointer, frame) as u64,
        };
        at = at.wrapping_add_signed(address.offset);
        for (index, stride) in &address.terms {
            at = at.wrapping_add((self.value(index, frame) as u64).wrapping_mul(*stride as u64));
        }
        let ty = self.program.types.address();
        ty.wrap(i128::from(at)) as u64
    }

    fn bytes(&self, at: u64, count: u64) -> u128 {
        (0..count).fold(0, |all, index| {
            let byte = self.memory.get(&(at + index)).copied().unwrap_or(0);
            all | u128::from(byte) << (8 * index)
        })
    }

    fn set_bytes(&mut self, at: u64, count: u64, value: u128) {
        for index in 0..count {
            self.memory.insert(at + index, (value >> (8 * index)) as u8);
        }
    }

    fn load(&mut self, cell: &Cell, frame: &mut Frame) -> i128 {
        let at = self.address(&cell.address, frame);
        let raw = match cell.bits {
            Some(bits) => self.bytes(at, u64::from(bits.unit_bytes)) >> bits.offset,
            None => self.bytes(at, u64::from(cell.ty.bits) / 8),
        };
        cell.ty.wrap(raw as i128)
    }

    fn store(&mut self, cell: &Cell, value: i128, frame: &mut Frame) {
        let at = self.address(&cell.address, frame);
        match cell.bits {
            Some(bits) => {
                let mask = ((1u128 << bits.width) - 1) << bits.offset;
                let old = self.bytes(at, u64::from(bits.unit_bytes));
                let new = (old & !mask) | (((value as u128) << bits.offset) & mask);
                self.set_bytes(at, u64::from(bits.unit_bytes), new);
            }
            None => self.set_bytes(at, u64::from(cell.ty.bits) / 8, value as u128),
        }
    }

    fn type_of(&self, value: &Value) -> IntType {
        match value.type_of(self.program.types.address()) {
            Type::Int(ty) => ty,
            _ => IntType::unsigned(1),
        }
    }

    fn value(&mut self, value: &Value, frame: &mut Frame) -> i128 {
        match value {
            Value::Int(number, _) => *number,
            Value::Bool(truth) => i128::from(*truth),
            Value::Load(cell) => self.load(cell, frame),
            Value::Address(address) => i128::from(self.address(address, frame)),
            Value::Function(id) => i128::from(FUNCTIONS + 16 * u64::from(id.0)),
            Value::Unary(op, operand) => {
                let ty = self.type_of(operand);
                let operand = self.value(operand, frame);
                ty.wrap(match op {
                    UnaryOp::Neg => operand.wrapping_neg(),
                    UnaryOp::BitNot => !operand,
                })
            }
            Value::Binary(op, operands) => {
                let ty = self.type_of(&operands[0]);
                let a = self.value(&operands[0], frame);
                let b = self.value(&operands[1], frame);
                ty.wrap(match op {
                    BinaryOp::Add => a.wrapping_add(b),
                    BinaryOp::Sub => a.wrapping_sub(b),
                    BinaryOp::Mul => a.wrapping_mul(b),
                    BinaryOp::Div => a.checked_div(b).unwrap_or(-1),
                    BinaryOp::Rem => a.checked_rem(b).unwrap_or(a),
                    BinaryOp::Shl => a.checked_shl(b as u32).unwrap_or(0),
                    BinaryOp::Shr => a >> b.clamp(0, 127),
                    BinaryOp::BitAnd => a & b,
                    BinaryOp::BitOr => a | b,
                    BinaryOp::BitXor => a ^ b,
                })
            }
            Value::Compare(op, operands) => {
                let a = self.value(&operands[0], frame);
                let b = self.value(&operands[1], frame);
                i128::from(match op {
                    CompareOp::Eq => a == b,
                    CompareOp::Ne => a != b,
                    CompareOp::Lt => a < b,
                    CompareOp::Le => a <= b,
                    CompareOp::Gt => a > b,
                    CompareOp::Ge => a >= b,
                })
            }
            Value::Not(operand) => 1 - self.value(operand, frame),
            Value::And(operands) => operands.iter().all(|o| self.value(o, frame) != 0).into(),
            Value::Or(operands) => operands.iter().any(|o| self.value(o, frame) != 0).into(),
            Value::Cast(ty, operand) => {
                let operand = self.value(operand, frame);
                ty.wrap(operand)
            }
            Value::If(operands) => {
                let chosen = if self.value(&operands[0], frame) != 0 { 1 } else { 2 };
                self.value(&operands[chosen], frame)
            }
        }
    }

    fn copy(&mut self, to: u64, from: u64, size: u64) {
        let bytes: Vec<u8> =
            (0..size).map(|i| self.memory.get(&(from + i)).copied().unwrap_or(0)).collect();
        for (offset, byte) in (0..).zip(bytes) {
            self.memory.insert(to + offset, byte);
        }
    }

    fn execute(&mut self, op: &Op, frame: &mut Frame) -> Result<(), End> {
        let size_of = |ty| self.program.types.size_of(ty).unwrap_or(0);
        match op {
            Op::Skip
            | Op::Assume(_)
            | Op::HavocReachable(..)
            | Op::Print { .. }
            | Op::Free(_)
            | Op::Lifetime { .. }
            | Op::Finish { .. }
            | Op::Declare(_) => {}
            Op::Action { .. } => unreachable!("these programs are no components"),
            Op::Padding { object, bits, zero } => {
                if *zero {
                    let to = self.address(&Address::of(*object), frame);
                    for (byte, first, count) in padding::split_into_bytes(bits) {
                        let mask = (((1u16 << count) - 1) << first) as u8;
                        *self.memory.entry(to + byte).or_insert(0) &= !mask;
                    }
                }
            }
            Op::Assign(cell, value) => {
                let value = self.value(value, frame);
                self.store(cell, value, frame);
            }
            Op::Havoc(_, cells) | Op::Lost { cells, .. } => {
                cells.iter().for_each(|cell| self.store(cell, 0, frame));
            }
            Op::Copy { to, from, ty } => {
                let size = size_of(*ty);
                let (to, from) = (self.address(to, frame), self.address(from, frame));
                self.copy(to, from, size);
            }
            Op::Zero { to, ty } => {
                let size = size_of(*ty);
                let to = self.address(to, frame);
                (0..size).for_each(|offset| {
                    self.memory.insert(to + offset, 0);
                });
            }
            Op::FillBytes { to, byte, size } => {
                let (byte, size) = (self.value(byte, frame), self.value(size, frame));
                let to = self.address(to, frame);
                for offset in 0..size as u64 {
                    self.memory.insert(to + offset, byte as u8);
                }
            }
            Op::CopyBytes { to, from, size } => {
                let size = self.value(size, frame) as u64;
                let (to, from) = (self.address(to, frame), self.address(from, frame));
                self.copy(to, from, size);
            }
            Op::Allocate { size, zeroed, result, .. } => {
                let size = self.value(size, frame) as u64;
                let at = self.next.next_multiple_of(16);
                self.next = at + size + 64;
                if *zeroed {
                    (0..size).for_each(|offset| {
                        self.memory.insert(at + offset, 0);
                    });
                }
                self.store(result, i128::from(at), frame);
            }
            Op::Call { callee, arguments, result, .. } => {
                let callee = match callee {
                    Callee::Direct(id) => *id,
                    Callee::Indirect(pointer, _) => {
                        let at = self.value(pointer, frame) as u64;
                        FunctionId(((at - FUNCTIONS) / 16) as u32)
                    }
                };
                let (from, mut inner) = self.call(callee, frame, arguments)?;
                match (result, from) {
                    (Some(ResultTo::Scalar(cell, _)), Some(from)) => {
                        let value = self.load(&from, &mut inner);
                        self.store(cell, value, frame);
                    }
                    (Some(ResultTo::Aggregate(to, ty)), Some(from)) => {
                        let from = self.address(&from.address, &mut inner);
                        let to = self.address(to, frame);
                        let size = self.program.types.size_of(*ty).unwrap_or(0);
                        self.copy(to, from, size);
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Runs a function; its frame, and where it left its result.
    fn call(
        &mut self,
        id: FunctionId,
        caller: &mut Frame,
        arguments: &[Argument],
    ) -> Result<(Option<Cell>, Frame), End> {
        let program = self.program;
        let function: &Function = &program.functions[id];
        let body = function.body.as_ref().unwrap_or_else(|| panic!("no body: {}", function.name));
        let mut frame = Frame::new();
        for (&parameter, argument) in function.parameters.iter().zip(arguments) {
            let to = self.place(parameter, &mut frame);
            match argument {
                Argument::Scalar(value, ty) => {
                    let bits = program.types.scalar(*ty).expect("a scalar").bits;
                    let value = self.value(value, caller);
                    self.set_bytes(to, u64::from(bits) / 8, value as u128);
                }
                Argument::Aggregate(from, ty) => {
                    let from = self.address(from, caller);
                    self.copy(to, from, program.types.size_of(*ty).unwrap_or(0));
                }
            }
        }
        let mut node = body.entry;
        while node != body.exit {
            self.steps += 1;
            if self.steps > 2_000_000 {
                return Err(End::Endless);
            }
            match body.nodes[node].kind {
                NodeKind::Halted => return Err(End::Halted),
                NodeKind::Failed(_) => return Err(End::Failed),
                NodeKind::Normal => {}
            }
            let mut taken = None;
            for edge in body.edges.iter().filter(|edge| edge.from == node) {
                let open = match &edge.step.op {
                    Op::Assume(condition) => self.value(condition, &mut frame) != 0,
                    _ => true,
                };
                if open {
                    assert!(taken.is_none(), "two ways in {}", function.name);
                    taken = Some(edge);
                }
            }
            let edge = taken.unwrap_or_else(|| panic!("no way in {}", function.name));
            self.execute(&edge.step.op, &mut frame)?;
            node = edge.to;
        }
        let result = function.result.map(|object| {
            let ty = program.types.scalar(program.objects[object].ty);
            Cell { address: Address::of(object), ty: ty.unwrap_or(IntType::signed(32)), bits: None }
        });
        Ok((result, frame))
    }
}
