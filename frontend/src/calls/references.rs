//! The objects and functions that operations mention: to find them and to rename them.

use crate::mir::{Address, Base, FunctionId, ObjectId, Op, Value};
use crate::mir_parts::OpPartMut;

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
    op.for_each_part_mut(&mut |part| match part {
        OpPartMut::Value(value) => in_value(value, visit),
        OpPartMut::Stored(cell) => in_address(&mut cell.address, visit),
        OpPartMut::Block(address) => in_address(address, visit),
        OpPartMut::Object(object) => visit(Reference::Object(object)),
        OpPartMut::Callee(function) => visit(Reference::Function(function)),
    });
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
        Value::Load(cell) => in_address(&mut cell.address, visit),
        Value::Address(address) => in_address(address, visit),
        Value::Function(function) => visit(Reference::Function(function)),
        _ => value.operands_mut().iter_mut().for_each(|operand| in_value(operand, visit)),
    }
}
