//! Which bytes may hold something else than 0 and 1: an object of type `_Bool` that has such a byte
//! is not a truth value.

use belnap_ir::types::IntType;
use rustc_hash::FxHashMap;

use super::access::{self, Access};
use super::assumed;
use super::classify::Memory;
use super::reachable::ReachableCode;
use super::slots::Shape;
use crate::ctype::{CType, TypeId, Types};
use crate::mir::{Address, Base, Cell, ObjectId, Op, Program, Value};
use crate::points_to::PointsTo;
use crate::unsupported::TRUTH_VALUE;

/// The bytes of objects that may hold other numbers, as ranges of offsets.
#[derive(Default)]
pub(super) struct OtherBytes {
    of: FxHashMap<ObjectId, Vec<(u64, u64)>>,
}

impl OtherBytes {
    /// Looks at all that a program writes. What unknown functions write is left out: they keep to
    /// the types that they are declared with.
    pub fn of(program: &Program, points_to: &PointsTo, code: &ReachableCode) -> Self {
        let bodies = code.functions.iter().map(|function| &program.functions[function.id]);
        let edges = bodies.flat_map(|function| &function.body).flat_map(|body| &body.edges);
        let steps = edges.map(|edge| &edge.step).chain(&program.initial);
        let ops: Vec<&Op> = steps.map(|step| &step.op).collect();
        let mut bytes = OtherBytes::default();
        if !program.ledger.iter().any(|note| note.construct == TRUTH_VALUE) {
            return bytes;
        }
        let mut new = true;
        while new {
            new = false;
            for op in &ops {
                new |= bytes.write(program, points_to, op);
            }
        }
        bytes
    }

    /// Whether a truth value that an operation reads, or that was read for it before, may be none.
    pub fn may_be_read(&self, memory: &Memory<'_>, op: &Op) -> bool {
        let (mut bytes, mut others) = (false, false);
        let types = &memory.program.types;
        let is_number = |base: &Base| match base {
            Base::Object(object) => {
                let ty = memory.program.objects[*object].ty;
                matches!(types.get(ty), CType::Int(_) | CType::Enum(_))
            }
            Base::Pointer(_) => false,
        };
        access::visit(op, &mut |access| {
            if let Access::Load(cell) = access
                && cell.ty == IntType::unsigned(8)
                && !is_number(&cell.address.base)
            {
                bytes = true;
                others |= self.may_be_in(memory.points_to, cell);
            }
        });
        others || !bytes && self.hit_truths(memory.program)
    }

    /// Whether there is one where an object has, or may have, a truth value.
    fn hit_truths(&self, program: &Program) -> bool {
        self.of.iter().any(|(object, ranges)| {
            let mut offsets = Vec::new();
            truths(&program.types, program.objects[*object].ty, 0, &mut offsets);
            let hit = |offset: &u64| ranges.iter().any(|(low, high)| (low..high).contains(&offset));
            offsets.iter().any(hit)
        })
    }

    /// Whether a cell may hold one of them.
    fn may_be_in(&self, points_to: &PointsTo, cell: &Cell) -> bool {
        self.meet(points_to, &cell.address, Some(u64::from(Shape::of(cell).bytes)))
    }

    fn meet(&self, points_to: &PointsTo, from: &Address, length: Option<u64>) -> bool {
        let unknown = points_to.of_address(from).anything;
        unknown || !self.inside(points_to, from, length).is_empty()
    }

    /// Where they are in so many bytes from an address on.
    fn inside(&self, points_to: &PointsTo, from: &Address, length: Option<u64>) -> Vec<(u64, u64)> {
        let mut found = Vec::new();
        for target in points_to.of_address(from).cells {
            let Some(ranges) = self.of.get(&target.object) else { continue };
            let Some(start) = target.offset else {
                found.push((0, u64::MAX));
                continue;
            };
            let end = length.map_or(u64::MAX, |length| start.saturating_add(length));
            let common = ranges.iter().filter(|(low, high)| *low < end && start < *high);
            found.extend(
                common.map(|(low, high)| (low.max(&start) - start, high.min(&end) - start)),
            );
        }
        found
    }

    /// Adds what an operation writes; whether that is new.
    fn write(&mut self, program: &Program, points_to: &PointsTo, op: &Op) -> bool {
        let (to, written) = match op {
            Op::Assign(cell, value) => {
                let own = Shape::of(cell);
                let truth = match value {
                    Value::Load(from) if cell.bits.is_none() && own.bytes == 1 => {
                        !self.may_be_in(points_to, from)
                    }
                    Value::Int(0, _) => true,
                    value => assumed::range(value, program.types.address())
                        .is_some_and(|(least, most)| own.bytes == 1 && 0 <= least && most <= 1),
                };
                let all = (0, u64::from(own.bytes));
                (&cell.address, if truth { Vec::new() } else { vec![all] })
            }
            Op::Copy { to, from, ty } => {
                (to, self.inside(points_to, from, program.types.size_of(*ty)))
            }
            Op::CopyBytes { to, from, size } => {
                let length = match size {
                    Value::Int(size, _) => u64::try_from(*size).ok(),
                    _ => None,
                };
                (to, self.inside(points_to, from, length))
            }
            Op::FillBytes { byte: Value::Int(0 | 1, _), .. } => return false,
            Op::FillBytes { to, .. } => (to, vec![(0, u64::MAX)]),
            _ => return false,
        };
        let mut new = false;
        for target in points_to.of_address(to).cells {
            for (low, high) in &written {
                let range = target.offset.map_or((0, u64::MAX), |start| {
                    (start.saturating_add(*low), start.saturating_add(*high))
                });
                let ranges = self.of.entry(target.object).or_default();
                if !ranges.iter().any(|(low, high)| *low <= range.0 && range.1 <= *high) {
                    ranges.push(range);
                    new = true;
                }
            }
        }
        new
    }
}

/// Where a type has truth values, in arrays those of the first element; memory without a type may
/// have one anywhere.
fn truths(types: &Types, ty: TypeId, at: u64, offsets: &mut Vec<u64>) {
    match types.get(ty) {
        CType::Bool | CType::Void => offsets.push(at),
        CType::Array(element, _) => truths(types, *element, at, offsets),
        CType::Record(record) => {
            let fields = types.record(*record).layout.iter().flat_map(|layout| &layout.fields);
            for field in fields.filter(|field| field.bits.is_none()) {
                truths(types, field.ty, at + field.offset, offsets);
            }
        }
        _ => {}
    }
}
