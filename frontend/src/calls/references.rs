//! The objects and functions that operations mention: to find them and to rename them.

use crate::mir::{
    Address, Argument, Base, Callee, Cell, FunctionId, ObjectId, Op, ResultTo, Value,
};

/// Something mentioned.
#[derive(Debug)]
pub(super) enum Reference<'a> {
    /// An object.
    Object(&'a mut ObjectId),
    /// A function: called, or its address.
    Function(&'a mut FunctionId),
}

/// Calls `visit` for everything an operation mentions.
pub(super) fn in_op(op: &mut Op, visit: &mut dyn FnMut(Reference<'_>)) {
    match op {
        Op::Skip => (),
        Op::Assign(cell, value) => {
            in_cell(cell, visit);
            in_value(value, visit);
        }
        Op::Assume(value) => in_value(value, visit),
        Op::Havoc(_, cells) => cells.iter_mut().for_each(|cell| in_cell(cell, visit)),
        Op::Lost { cells, from } => {
            cells.iter_mut().for_each(|cell| in_cell(cell, visit));
            from.iter_mut().for_each(|value| in_value(value, visit));
        }
        Op::Declare(objects) => {
            objects.iter_mut().for_each(|object| visit(Reference::Object(object)));
        }
        Op::Copy { to, from, ty: _ } => {
            in_address(to, visit);
            in_address(from, visit);
        }
        Op::Zero { to, ty: _ } => in_address(to, visit),
        Op::Padding { object, .. } => visit(Reference::Object(object)),
        Op::FillBytes { to, byte, size } => {
            in_address(to, visit);
            in_value(byte, visit);
            in_value(size, visit);
        }
        Op::CopyBytes { to, from, size } => {
            in_address(to, visit);
            in_address(from, visit);
            in_value(size, visit);
        }
        Op::HavocReachable(_, roots) => roots.iter_mut().for_each(|root| in_value(root, visit)),
        Op::Print { format, pointers } => {
            in_value(format, visit);
            pointers.iter_mut().for_each(|pointer| in_value(pointer, visit));
        }
        Op::Allocate { site, size, result, .. } => {
            visit(Reference::Object(site));
            in_value(size, visit);
            in_cell(result, visit);
        }
        Op::Call { callee, arguments, result, .. } => {
            match callee {
                Callee::Direct(function) => visit(Reference::Function(function)),
                Callee::Indirect(pointer, _) => in_value(pointer, visit),
            }
            for argument in arguments {
                match argument {
                    Argument::Scalar(value, _) => in_value(value, visit),
                    Argument::Aggregate(address, _) => in_address(address, visit),
                }
            }
            match result {
                None => (),
                Some(ResultTo::Scalar(cell, _)) => in_cell(cell, visit),
                Some(ResultTo::Aggregate(address, _)) => in_address(address, visit),
            }
        }
    }
}

fn in_cell(cell: &mut Cell, visit: &mut dyn FnMut(Reference<'_>)) {
    in_address(&mut cell.address, visit);
}

fn in_address(address: &mut Address, visit: &mut dyn FnMut(Reference<'_>)) {
    match &mut address.base {
        Base::Object(object) => visit(Reference::Object(object)),
        Base::Pointer(pointer) => in_value(pointer, visit),
    }
    for (index, _) in &mut address.terms {
        in_value(index, visit);
    }
}

fn in_value(value: &mut Value, visit: &mut dyn FnMut(Reference<'_>)) {
    match value {
        Value::Int(..) | Value::Bool(_) => (),
        Value::Load(cell) => in_cell(cell, visit),
        Value::Address(address) => in_address(address, visit),
        Value::Function(function) => visit(Reference::Function(function)),
        Value::Unary(_, operand) | Value::Not(operand) | Value::Cast(_, operand) => {
            in_value(operand, visit);
        }
        Value::Binary(_, operands) | Value::Compare(_, operands) => {
            operands.iter_mut().for_each(|operand| in_value(operand, visit));
        }
        Value::And(operands) | Value::Or(operands) => {
            operands.iter_mut().for_each(|operand| in_value(operand, visit));
        }
        Value::If(operands) => operands.iter_mut().for_each(|operand| in_value(operand, visit)),
    }
}
