//! Which objects pointers are used to access.

use super::access::{self, Access};
use super::reachable::{ReachableCode, operations};
use crate::mir::{Argument, Base, Callee, ObjectId, Op, Program, Storage, Value};
use crate::points_to::PointsTo;
use belnap_ir::ids::{TiVec, ti_vec};

/// Objects that may be accessed by a pointer, here or in unknown code, by id.
pub(super) fn find_pointed_to(
    program: &Program,
    points_to: &PointsTo,
    code: &ReachableCode,
) -> TiVec<ObjectId, bool> {
    let mut found: TiVec<ObjectId, bool> = ti_vec![false; program.objects.len()];
    let mut mark = |object: ObjectId| {
        let external = program.objects[object].storage == Storage::External;
        // Only unknown code that is named has access to what is declared but defined nowhere.
        found[object] |= code.taken[object] || !external;
    };
    points_to.escaped().iter().for_each(|&object| mark(object));
    for op in operations(program, code) {
        access::visit(op, &mut |access| {
            let address = match access {
                Access::Load(cell) | Access::Store(cell) => &cell.address,
                Access::Block(address) => address,
                _ => return,
            };
            let targets = match address.base {
                Base::Object(_) if address.terms.is_empty() => return,
                _ => points_to.of_address(address),
            };
            // An index that is a distance leads from an object to another.
            let stays =
                |&object: &ObjectId| targets.cells.iter().all(|target| target.object == object);
            if !matches!(&address.base, Base::Object(object) if stays(object)) {
                targets.cells.iter().for_each(|target| mark(target.object));
            }
        });
        let roots: Vec<Value> = match op {
            Op::HavocReachable(_, values) => values.clone(),
            Op::Call { callee: Callee::Direct(callee), .. }
                if program.functions[*callee].body.is_some() =>
            {
                continue;
            }
            Op::Call { arguments, .. } => arguments
                .iter()
                .map(|argument| match argument {
                    Argument::Scalar(value, _) => value.clone(),
                    Argument::Aggregate(address, _) => address.clone().value(),
                })
                .collect(),
            _ => continue,
        };
        points_to.reachable(&roots).cells.iter().for_each(|target| mark(target.object));
    }
    found
}
