//! The parts of an operation of the middle form: one walk for everyone who looks at all of them or
//! changes them.

use crate::mir::{Address, Argument, Callee, Cell, FunctionId, ObjectId, Op, ResultTo, Value};

/// Something an operation consists of.
#[derive(Clone, Copy, Debug)]
pub enum OpPart<'a> {
    /// A value that it computes.
    Value(&'a Value),
    /// A scalar that it changes.
    Stored(&'a Cell),
    /// Where several cells begin that it reads or changes.
    Block(&'a Address),
    /// An object that it names as a whole.
    Object(&'a ObjectId),
    /// A function that it calls directly.
    Callee(&'a FunctionId),
}

/// The same, to be changed.
#[derive(Debug)]
pub enum OpPartMut<'a> {
    /// A value that it computes.
    Value(&'a mut Value),
    /// A scalar that it changes.
    Stored(&'a mut Cell),
    /// Where several cells begin that it reads or changes.
    Block(&'a mut Address),
    /// An object that it names as a whole.
    Object(&'a mut ObjectId),
    /// A function that it calls directly.
    Callee(&'a mut FunctionId),
}

/// Visits the parts of `$op`, a shared or a mutable reference, as variants of `$part`.
macro_rules! visit_parts {
    ($op:expr, $part:ident, $visit:expr) => {
        match $op {
            Op::Skip | Op::Finish { .. } => {}
            Op::Assign(cell, value) => {
                $visit($part::Stored(cell));
                $visit($part::Value(value));
            }
            Op::Assume(value) | Op::Free(value) => $visit($part::Value(value)),
            Op::Havoc(_, cells) => {
                cells.into_iter().for_each(|cell| $visit($part::Stored(cell)));
            }
            Op::Lost { cells, from } => {
                cells.into_iter().for_each(|cell| $visit($part::Stored(cell)));
                from.into_iter().for_each(|value| $visit($part::Value(value)));
            }
            Op::Declare(objects) | Op::Lifetime { objects, .. } => {
                objects.into_iter().for_each(|object| $visit($part::Object(object)));
            }
            Op::Copy { to, from, ty: _ } => {
                $visit($part::Block(to));
                $visit($part::Block(from));
            }
            Op::Zero { to, ty: _ } => $visit($part::Block(to)),
            Op::Padding { object, .. } => $visit($part::Object(object)),
            Op::FillBytes { to, byte, size } => {
                $visit($part::Block(to));
                $visit($part::Value(byte));
                $visit($part::Value(size));
            }
            Op::CopyBytes { to, from, size } => {
                $visit($part::Block(to));
                $visit($part::Block(from));
                $visit($part::Value(size));
            }
            Op::HavocReachable(_, roots) => {
                roots.into_iter().for_each(|root| $visit($part::Value(root)));
            }
            Op::Print { format, pointers } => {
                $visit($part::Value(format));
                pointers.into_iter().for_each(|pointer| $visit($part::Value(pointer)));
            }
            Op::Allocate { site, size, result, .. } => {
                $visit($part::Object(site));
                $visit($part::Value(size));
                $visit($part::Stored(result));
            }
            Op::Action { outcomes: _, arguments, result } => {
                arguments.into_iter().for_each(|value| $visit($part::Value(value)));
                result.into_iter().for_each(|cell| $visit($part::Stored(cell)));
            }
            Op::Call { callee, arguments, result } => {
                match callee {
                    Callee::Direct(function) => $visit($part::Callee(function)),
                    Callee::Indirect(pointer, _) => $visit($part::Value(pointer)),
                }
                for argument in arguments {
                    match argument {
                        Argument::Scalar(value, _) => $visit($part::Value(value)),
                        Argument::Aggregate(address, _) => $visit($part::Block(address)),
                    }
                }
                match result {
                    None => {}
                    Some(ResultTo::Scalar(cell, _)) => $visit($part::Stored(cell)),
                    Some(ResultTo::Aggregate(address, _)) => $visit($part::Block(address)),
                }
            }
        }
    };
}

impl Op {
    /// Calls `visit` for each direct part, in the order of the fields.
    pub fn for_each_part<'a>(&'a self, visit: &mut impl FnMut(OpPart<'a>)) {
        visit_parts!(self, OpPart, visit);
    }

    /// Calls `visit` for each direct part, in the order of the fields.
    pub fn for_each_part_mut<'a>(&'a mut self, visit: &mut impl FnMut(OpPartMut<'a>)) {
        visit_parts!(self, OpPartMut, visit);
    }

    /// Calls `visit` for each address: of cells written and read, of pointers made and copied.
    /// Addresses inside an address are visited after it.
    pub fn for_each_address(&self, visit: &mut impl FnMut(&Address)) {
        self.for_each_part(&mut |part| match part {
            OpPart::Value(value) => value.for_each_address(visit),
            OpPart::Stored(cell) => cell.address.for_each_address(visit),
            OpPart::Block(address) => address.for_each_address(visit),
            OpPart::Object(_) | OpPart::Callee(_) => {}
        });
    }
}
