//! What graphs assume about memory: accesses stay in their objects, and objects lie
//! anywhere. Which steps rest on that.

use belnap_ir::cfg::Treatment;
use belnap_ir::expr::{BinaryOp, CompareOp};
use belnap_ir::ids::{TiSlice, TiVec};
use belnap_ir::span::SourceLine;
use belnap_ir::types::{IntType, Type};
use rustc_hash::FxHashSet;

use super::access::{self, Access};
use super::layout;
use super::slots::Shape;
use crate::mir::{
    Address, Argument, Base, Cell, Note, NoteId, ObjectId, Op, Origin, Program, ResultTo, Step,
    Storage, Value,
};
use crate::points_to::PointsTo;
use crate::unsupported::{self, EXTERNAL_FUNCTION, VARIADIC_ACCESS};

/// An assumption that the ledger has one entry for: its number, and the lines that rest on it.
#[derive(Default)]
pub(super) struct Assumption {
    note: Option<NoteId>,
    lines: Vec<SourceLine>,
}

impl Assumption {
    /// The entry, made if it is new, for a step of a line.
    pub fn at(
        &mut self,
        word: &'static str,
        line: Option<SourceLine>,
        ledger: &mut TiVec<NoteId, Note>,
    ) -> NoteId {
        self.lines.extend(line);
        *self.note.get_or_insert_with(|| {
            let id = NoteId(u32::try_from(ledger.len()).unwrap_or(u32::MAX));
            ledger.push(Note {
                construct: word,
                detail: String::new(),
                treatment: Treatment::Assumed,
                weakens: unsupported::construct(word).assumed,
                at: Origin { unit: u32::MAX, ..Origin::default() },
                global: true,
            });
            id
        })
    }

    /// Says what is assumed, and on which lines.
    pub fn name_lines(&mut self, what: &str, ledger: &mut TiSlice<NoteId, Note>) {
        let Some(note) = self.note.and_then(|note| ledger.get_mut(note)) else { return };
        let first = self.lines.first().cloned();
        self.lines.sort_unstable();
        self.lines.dedup();
        note.detail = match (first, self.lines.len()) {
            (None, _) => what.to_owned(),
            (Some(first), 1) => format!("{what} ({first})"),
            (Some(first), 2) => format!("{what} ({first} and one more line)"),
            (Some(first), count) => format!("{what} ({first} and {} more lines)", count - 1),
        };
    }
}

/// Whether a step has an access that is not plainly inside its object.
pub(super) fn may_leave_objects(program: &Program, step: &Step) -> bool {
    // For lists of arguments, too, the ledger has an entry of its own.
    if step.is_about(VARIADIC_ACCESS, &program.ledger) {
        return false;
    }
    let mut leaves = false;
    access::visit(&step.op, &mut |access| match access {
        Access::Load(cell) | Access::Store(cell) => leaves |= !is_cell_inside(program, cell),
        _ => {}
    });
    let size = |ty| program.types.size_of(ty);
    let outside = |address: &Address, length| !is_inside(program, address, length);
    leaves
        || match &step.op {
            Op::Copy { to, from, ty } => outside(to, size(*ty)) || outside(from, size(*ty)),
            Op::Zero { to, ty } => outside(to, size(*ty)),
            Op::FillBytes { to, size, .. } => outside(to, constant(size)),
            Op::CopyBytes { to, from, size } => {
                outside(to, constant(size)) || outside(from, constant(size))
            }
            // For unknown code, the ledger has an entry of its own.
            Op::HavocReachable(..) => !step.is_about(EXTERNAL_FUNCTION, &program.ledger),
            Op::Call { arguments, result, .. } => {
                arguments.iter().any(|argument| match argument {
                    Argument::Scalar(..) => false,
                    Argument::Aggregate(address, ty) => outside(address, size(*ty)),
                }) || matches!(result, Some(ResultTo::Aggregate(address, ty))
                    if outside(address, size(*ty)))
            }
            _ => false,
        }
}

fn constant(size: &Value) -> Option<u64> {
    match size {
        Value::Int(size, _) => u64::try_from(*size).ok(),
        _ => None,
    }
}

fn is_cell_inside(program: &Program, cell: &Cell) -> bool {
    // The unit of a bit-field may be larger than what a packed record has there.
    let length = if cell.bits.is_some() { 1 } else { u64::from(Shape::of(cell).bytes) };
    is_inside(program, &cell.address, Some(length))
}

/// Whether so many bytes from an address on are in its object, as far as that is plain.
pub(super) fn is_inside(program: &Program, address: &Address, length: Option<u64>) -> bool {
    let (Base::Object(object), Some(length)) = (&address.base, length) else { return false };
    let object = &program.objects[*object];
    let Some(size) = program.types.size_of(object.ty).filter(|_| object.storage != Storage::Heap)
    else {
        return false;
    };
    match address.terms.as_slice() {
        [] => u64::try_from(address.offset)
            .is_ok_and(|offset| offset.checked_add(length).is_some_and(|end| end <= size)),
        [(index, stride)] => {
            let Some(place) = layout::place(&program.types, object.ty, address.offset) else {
                return false;
            };
            let (Some((least, most)), Some(level)) = (
                range(index, program.types.address()),
                place.levels.iter().find(|level| i64::try_from(level.element) == Ok(*stride)),
            ) else {
                return false;
            };
            let within = (address.offset - level.start as i64).rem_euclid(*stride) as u64;
            within.saturating_add(length) <= level.element
                && i128::from(level.index) + least >= 0
                && level.length.is_some_and(|all| i128::from(level.index) + most < i128::from(all))
        }
        _ => false,
    }
}

/// The least and the largest number a value may be, as far as its form says.
pub(super) fn range(value: &Value, address: IntType) -> Option<(i128, i128)> {
    match value {
        Value::Int(number, _) => Some((*number, *number)),
        Value::Cast(ty, operand) => match operand.type_of(address) {
            Type::Int(_) => range(operand, address)
                .filter(|(least, most)| ty.contains(*least) && ty.contains(*most))
                .or_else(|| all(*ty)),
            _ => Some((0, 1)),
        },
        Value::Binary(BinaryOp::BitAnd, operands) => {
            operands.iter().find_map(|operand| match operand {
                Value::Int(mask, _) if *mask >= 0 => Some((0, *mask)),
                _ => None,
            })
        }
        Value::Binary(BinaryOp::Rem, operands) => match operands[1] {
            Value::Int(by, ty) if by > 0 => Some((if ty.signed { 1 - by } else { 0 }, by - 1)),
            _ => None,
        },
        Value::If(operands) => {
            let (one, other) = (range(&operands[1], address)?, range(&operands[2], address)?);
            Some((one.0.min(other.0), one.1.max(other.1)))
        }
        Value::Load(cell) => all(cell.ty),
        _ => None,
    }
}

/// The least and the largest number of a type that is not wide.
fn all(ty: IntType) -> Option<(i128, i128)> {
    let half = 1 << (ty.bits.min(64) - 1);
    let range = if ty.signed { (-half, half - 1) } else { (0, 2 * half - 1) };
    (ty.bits < 64).then_some(range)
}

/// Whether an operation writes where a string literal or a constant object may be. Of a local that
/// is named the first value is written, and nothing else.
pub(super) fn may_write_constant(program: &Program, points_to: &PointsTo, op: &Op) -> bool {
    let mut found = false;
    let mut written = |address: &Address| {
        let constant = |object: ObjectId, named: bool| {
            let object = &program.objects[object];
            match object.storage {
                Storage::String => true,
                Storage::Static | Storage::External => object.is_const,
                _ => object.is_const && !named,
            }
        };
        found |= match address.base {
            Base::Object(object) => constant(object, true),
            Base::Pointer(_) => {
                let targets = points_to.of_address(address).cells;
                targets.iter().any(|target| constant(target.object, false))
            }
        };
    };
    match op {
        Op::Assign(cell, _) | Op::Allocate { result: cell, .. } => written(&cell.address),
        Op::Havoc(_, cells) => cells.iter().for_each(|cell| written(&cell.address)),
        Op::Action { result, .. } => result.iter().for_each(|cell| written(&cell.address)),
        Op::Copy { to, .. } | Op::Zero { to, .. } | Op::FillBytes { to, .. } => written(to),
        Op::CopyBytes { to, .. } => written(to),
        Op::Call { result: Some(ResultTo::Scalar(cell, _)), .. } => written(&cell.address),
        Op::Call { result: Some(ResultTo::Aggregate(to, _)), .. } => written(to),
        _ => {}
    }
    found
}

/// The objects that something is read of, or that something points to.
pub(super) fn read_objects(program: &Program) -> FxHashSet<ObjectId> {
    let mut read = FxHashSet::default();
    let bodies = program.functions.iter().flat_map(|function| &function.body);
    for edge in bodies.flat_map(|body| &body.edges) {
        access::visit(&edge.step.op, &mut |access| {
            let base = match access {
                Access::Load(cell) => &cell.address.base,
                Access::Block(address) | Access::Taken(address) => &address.base,
                _ => return,
            };
            if let Base::Object(object) = base {
                read.insert(*object);
            }
        });
    }
    read
}

/// Whether a step compares addresses so that the result depends on where objects lie; `several`:
/// whether an object stands for several.
pub(super) fn depends_on_addresses(
    points_to: &PointsTo,
    op: &Op,
    several: &dyn Fn(ObjectId) -> bool,
) -> bool {
    let compared = Compared { points_to, several };
    let mut depends = match op {
        Op::Assume(value) | Op::Assign(_, value) => compared.in_value(value),
        _ => false,
    };
    op.for_each_address(&mut |address| {
        depends |= address.terms.iter().any(|(index, _)| compared.is_distance(index));
    });
    depends
}

struct Compared<'a> {
    points_to: &'a PointsTo,
    several: &'a dyn Fn(ObjectId) -> bool,
}

impl Compared<'_> {
    fn in_value(&self, value: &Value) -> bool {
        if let Value::Compare(op, operands) = value {
            let [left, right] = &**operands;
            return self.operands(*op, left, right);
        }
        value.operands().iter().any(|operand| self.in_value(operand))
    }

    fn operands(&self, op: CompareOp, left: &Value, right: &Value) -> bool {
        let is_number = |value: &Value| matches!(value, Value::Int(number, _) if *number != 0);
        let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        match (self.objects(left), self.objects(right)) {
            (None, None) => [left, right]
                .into_iter()
                .any(|operand| self.is_piece(operand) || self.is_distance(operand)),
            (Some(_), None) if equality => is_number(right) || self.is_distance(right),
            (None, Some(_)) if equality => is_number(left) || self.is_distance(left),
            (Some(_), Some(_)) if equality => false,
            (Some(mut all), Some(more)) => {
                all.extend(more);
                all.sort_unstable();
                all.dedup();
                all.len() > 1 || all.iter().any(|object| (self.several)(*object))
            }
            _ => true,
        }
    }

    /// The objects that a value is an address in; none if it is something else. What is computed
    /// from an address may point anywhere in its object, and is a number.
    fn objects(&self, value: &Value) -> Option<Vec<ObjectId>> {
        if matches!(value, Value::Int(..)) || !self.points_to.may_be_pointer(value) {
            return None;
        }
        let targets = self.points_to.of_value(value).cells;
        let exact = !targets.is_empty() && targets.iter().all(|target| target.offset.is_some());
        exact.then(|| targets.iter().map(|target| target.object).collect())
    }

    /// Whether a value says where objects lie: it is computed from bits of an address, or it is
    /// how far objects are apart.
    fn is_distance(&self, value: &Value) -> bool {
        if matches!(value, Value::Int(..)) || !self.points_to.may_be_pointer(value) {
            return false;
        }
        let targets = self.points_to.of_value(value);
        let moved = targets.cells.iter().any(|target| target.offset.is_none());
        targets.pieces || targets.number && moved && !targets.anything
    }

    /// Whether a value is made of some bits of an address.
    fn is_piece(&self, value: &Value) -> bool {
        match value {
            Value::Cast(_, operand) => self.is_piece(operand) || self.objects(operand).is_some(),
            Value::Binary(op, operands) => {
                matches!(op, BinaryOp::BitAnd | BinaryOp::Rem | BinaryOp::Shr)
                    && operands.iter().any(|operand| self.objects(operand).is_some())
            }
            _ => false,
        }
    }
}
