//! Which memory an operation mentions.

use crate::mir::{
    Address, Argument, Base, Callee, Cell, FunctionId, ObjectId, Op, ResultTo, Value,
};

/// Something an operation mentions.
#[derive(Clone, Copy, Debug)]
pub(super) enum Access<'a> {
    /// A scalar is read.
    Load(&'a Cell),
    /// A scalar is changed.
    Store(&'a Cell),
    /// Several cells from here on are read or changed.
    Block(&'a Address),
    /// An object as a whole.
    Object(ObjectId),
    /// The address is used as a value.
    Taken(&'a Address),
    /// The address of a function is used as a value.
    Function(FunctionId),
}

/// Calls `found` for all memory that `op` mentions.
pub(super) fn visit<'a>(op: &'a Op, found: &mut impl FnMut(Access<'a>)) {
    match op {
        Op::Skip => {}
        Op::Assign(cell, value) => {
            store(cell, found);
            visit_value(value, found);
        }
        Op::Assume(value) => visit_value(value, found),
        Op::Havoc(_, cells) => cells.iter().for_each(|cell| store(cell, found)),
        Op::Lost { cells, from } => {
            cells.iter().for_each(|cell| store(cell, found));
            from.iter().for_each(|value| visit_value(value, found));
        }
        Op::Declare(objects) => objects.iter().for_each(|&object| found(Access::Object(object))),
        Op::Copy { to, from, .. } => {
            block(to, found);
            block(from, found);
        }
        Op::Zero { to, .. } => block(to, found),
        Op::Padding { object, .. } => found(Access::Object(*object)),
        Op::FillBytes { to, byte, size } => {
            block(to, found);
            visit_value(byte, found);
            visit_value(size, found);
        }
        Op::CopyBytes { to, from, size } => {
            block(to, found);
            block(from, found);
            visit_value(size, found);
        }
        Op::HavocReachable(_, values) => values.iter().for_each(|value| visit_value(value, found)),
        Op::Print { format, pointers } => {
            visit_value(format, found);
            pointers.iter().for_each(|pointer| visit_value(pointer, found));
        }
        Op::Allocate { site, size, result, .. } => {
            found(Access::Object(*site));
            visit_value(size, found);
            store(result, found);
        }
        Op::Call { callee, arguments, result, .. } => {
            if let Callee::Indirect(value, _) = callee {
                visit_value(value, found);
            }
            for argument in arguments {
                match argument {
                    Argument::Scalar(value, _) => visit_value(value, found),
                    Argument::Aggregate(address, _) => block(address, found),
                }
            }
            match result {
                Some(ResultTo::Scalar(cell, _)) => store(cell, found),
                Some(ResultTo::Aggregate(address, _)) => block(address, found),
                None => {}
            }
        }
    }
}

fn store<'a>(cell: &'a Cell, found: &mut impl FnMut(Access<'a>)) {
    found(Access::Store(cell));
    visit_address(&cell.address, found);
}

fn block<'a>(address: &'a Address, found: &mut impl FnMut(Access<'a>)) {
    found(Access::Block(address));
    visit_address(address, found);
}

fn visit_address<'a>(address: &'a Address, found: &mut impl FnMut(Access<'a>)) {
    if let Base::Pointer(pointer) = &address.base {
        visit_value(pointer, found);
    }
    for (value, _) in &address.terms {
        visit_value(value, found);
    }
}

/// Calls `found` for all memory that `value` mentions.
pub(super) fn visit_value<'a>(value: &'a Value, found: &mut impl FnMut(Access<'a>)) {
    match value {
        Value::Int(..) | Value::Bool(_) => {}
        Value::Load(cell) => {
            found(Access::Load(cell));
            visit_address(&cell.address, found);
        }
        Value::Address(address) => {
            found(Access::Taken(address));
            visit_address(address, found);
        }
        Value::Function(function) => found(Access::Function(*function)),
        Value::Unary(_, operand) | Value::Not(operand) | Value::Cast(_, operand) => {
            visit_value(operand, found);
        }
        Value::Binary(_, operands) | Value::Compare(_, operands) => {
            operands.iter().for_each(|operand| visit_value(operand, found));
        }
        Value::And(operands) | Value::Or(operands) => {
            operands.iter().for_each(|operand| visit_value(operand, found));
        }
        Value::If(operands) => operands.iter().for_each(|operand| visit_value(operand, found)),
    }
}
