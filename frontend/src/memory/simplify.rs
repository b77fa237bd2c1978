//! Parameters that are the same constant or address whenever they are used, as those of inlined
//! calls often are, are replaced by it: then accesses name what they access, and formats are known.

use rustc_hash::{FxHashMap, FxHashSet};

use super::access::{self, Access};
use crate::mir::{Address, Base, Cell, ObjectId, Op, Program, Storage, Value};
use crate::mir_parts::OpPartMut;

/// Replaces what is constant, until nothing changes.
pub fn simplify(program: &mut Program) {
    let mut done: FxHashSet<ObjectId> = FxHashSet::default();
    loop {
        let constants = constants(program, &done);
        if constants.is_empty() {
            break;
        }
        for step in steps(program) {
            replace(&mut step.op, &constants);
        }
        done.extend(constants.keys());
    }
    super::lists::follow(program);
    super::formats::resolve(program);
}

fn steps(program: &mut Program) -> impl Iterator<Item = &mut crate::mir::Step> {
    let bodies = program.functions.iter_mut().filter_map(|function| function.body.as_mut());
    bodies.flat_map(|body| body.edges.iter_mut().map(|edge| &mut edge.step))
}

/// Parameters of inlined calls with one assignment, of something constant.
fn constants(program: &Program, done: &FxHashSet<ObjectId>) -> FxHashMap<ObjectId, Value> {
    let mut values: FxHashMap<ObjectId, Option<Value>> = FxHashMap::default();
    let real = program.functions.iter().flat_map(|function| &function.parameters);
    let mut excluded: FxHashSet<ObjectId> = real.copied().collect();
    excluded.extend(done);
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    for op in bodies.flat_map(|body| body.edges.iter().map(|edge| &edge.step.op)) {
        if let Op::Assign(cell, value) = op
            && let Some(object) = whole(program, cell)
        {
            let known = is_constant(value).then(|| value.clone());
            let earlier = values.insert(object, known.clone());
            if earlier.is_some_and(|earlier| earlier != known) {
                values.insert(object, None);
            }
            access::visit_value(value, &mut |access| exclude(program, access, &mut excluded));
            continue;
        }
        access::visit(op, &mut |access| exclude(program, access, &mut excluded));
    }
    values
        .into_iter()
        .filter(|(object, _)| !excluded.contains(object))
        .filter_map(|(object, value)| Some((object, value?)))
        .collect()
}

/// Objects that are accessed in another way than by loads of the whole.
fn exclude(program: &Program, access: Access<'_>, excluded: &mut FxHashSet<ObjectId>) {
    let object = match access {
        Access::Load(cell) if whole(program, cell).is_some() => return,
        Access::Load(cell) | Access::Store(cell) => match cell.address.base {
            Base::Object(object) => object,
            Base::Pointer(_) => return,
        },
        Access::Block(address) | Access::Taken(address) => match address.base {
            Base::Object(object) => object,
            Base::Pointer(_) => return,
        },
        Access::Object(object) => object,
        Access::Function(_) => return,
    };
    excluded.insert(object);
}

/// The parameter a cell is all of.
fn whole(program: &Program, cell: &Cell) -> Option<ObjectId> {
    let Base::Object(object) = cell.address.base else { return None };
    let source = &program.objects[object];
    let matches = source.storage == Storage::Parameter
        && !source.is_volatile
        && cell.address.offset == 0
        && cell.address.terms.is_empty()
        && cell.bits.is_none()
        && program.types.scalar(source.ty) == Some(cell.ty);
    matches.then_some(object)
}

fn is_constant(value: &Value) -> bool {
    match value {
        Value::Int(..) | Value::Function(_) => true,
        Value::Address(address) => {
            matches!(address.base, Base::Object(_)) && address.terms.is_empty()
        }
        _ => false,
    }
}

fn replace(op: &mut Op, constants: &FxHashMap<ObjectId, Value>) {
    op.for_each_part_mut(&mut |part| match part {
        OpPartMut::Value(value) => in_value(value, constants),
        OpPartMut::Stored(cell) => in_address(&mut cell.address, constants),
        OpPartMut::Block(address) => in_address(address, constants),
        OpPartMut::Object(_) | OpPartMut::Callee(_) => {}
    });
}

fn in_address(address: &mut Address, constants: &FxHashMap<ObjectId, Value>) {
    for (value, _) in &mut address.terms {
        in_value(value, constants);
    }
    if let Base::Pointer(pointer) = &mut address.base {
        in_value(pointer, constants);
        if let Value::Address(inner) = &mut **pointer {
            let mut inner = (**inner).clone().plus(address.offset);
            inner.terms.append(&mut address.terms);
            *address = inner;
        }
    }
}

fn in_value(value: &mut Value, constants: &FxHashMap<ObjectId, Value>) {
    match value {
        Value::Load(cell) => {
            in_address(&mut cell.address, constants);
            if let Base::Object(object) = cell.address.base
                && let Some(constant) = constants.get(&object)
            {
                *value = constant.clone();
            }
        }
        Value::Address(address) => in_address(address, constants),
        _ => value.operands_mut().iter_mut().for_each(|operand| in_value(operand, constants)),
    }
    fold(value);
}

/// Casts and products of constants are constants.
fn fold(value: &mut Value) {
    let folded = match value {
        Value::Cast(ty, operand) => match **operand {
            Value::Int(number, _) if ty.contains(number) => Some(Value::Int(number, *ty)),
            _ => None,
        },
        Value::Binary(belnap_ir::expr::BinaryOp::Mul, operands) => match **operands {
            [Value::Int(left, ty), Value::Int(right, _)] => left
                .checked_mul(right)
                .filter(|&product| ty.contains(product))
                .map(|product| Value::Int(product, ty)),
            _ => None,
        },
        _ => None,
    };
    if let Some(folded) = folded {
        *value = folded;
    }
}
