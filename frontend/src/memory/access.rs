//! Which memory an operation mentions.

use crate::mir::{Address, Base, Cell, FunctionId, ObjectId, Op, Value};
use crate::mir_parts::OpPart;

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
    op.for_each_part(&mut |part| match part {
        OpPart::Value(value) => visit_value(value, found),
        OpPart::Stored(cell) => {
            found(Access::Store(cell));
            visit_address(&cell.address, found);
        }
        OpPart::Block(address) => {
            found(Access::Block(address));
            visit_address(address, found);
        }
        OpPart::Object(object) => found(Access::Object(*object)),
        OpPart::Callee(_) => {}
    });
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
        Value::Load(cell) => {
            found(Access::Load(cell));
            visit_address(&cell.address, found);
        }
        Value::Address(address) => {
            found(Access::Taken(address));
            visit_address(address, found);
        }
        Value::Function(function) => found(Access::Function(*function)),
        _ => value.operands().iter().for_each(|operand| visit_value(operand, found)),
    }
}
