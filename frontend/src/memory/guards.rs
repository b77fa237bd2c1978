//! What checks of memory ask for before a step: its accesses are inside objects that are alive, and
//! what it frees is a block.

use belnap_ir::cfg::AskedKind;
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::types::IntType;

use super::assumed::is_inside;
use super::ghosts::within;
use super::layout::{self, PlaceInType};
use super::routes::factors;
use super::slots::Shape;
use super::translate::{Translator, plus, times};
use crate::ctype::{CType, TypeId, Types};
use crate::mir::{
    Address, Argument, Base, Cell, Object, ObjectId, Op, ResultTo, Step, Storage, Value,
};
use crate::mir_parts::OpPart;
use crate::mir_walk::conditional_loads;
use crate::unsupported::{MEMORY_ALLOCATION, VARIADIC_ACCESS};

/// What must be true before a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Guard {
    /// What is checked.
    pub kind: AskedKind,
    /// The condition; not a constant.
    pub condition: Expr,
}

/// An access, and when it is made.
struct Touched {
    address: Address,
    /// The number of bytes; of the address type.
    bytes: Value,
    /// It is made if all these are true.
    under: Vec<Value>,
}

impl Translator<'_, '_> {
    /// What checks ask for before a step.
    pub fn guards(&mut self, step: &Step) -> Vec<Guard> {
        let asked = self.program().asked;
        if !asked.tracks_memory() && !asked.has(AskedKind::Null) {
            return Vec::new();
        }
        let mut guards = Vec::new();
        for touched in self.find_touched(step) {
            let mut conditions = Vec::new();
            match &touched.address.base {
                Base::Object(object) => self.guard_named(*object, &touched, &mut conditions),
                Base::Pointer(pointer) => self.guard_pointed(pointer, &touched, &mut conditions),
            }
            let under: Vec<Expr> =
                touched.under.iter().map(|value| self.value(value).negate()).collect();
            for (kind, condition) in conditions {
                guards.push((kind, either(under.iter().cloned().chain([condition]))));
            }
        }
        match &step.op {
            Op::Free(pointer) if asked.has(AskedKind::Free) => {
                guards.push((AskedKind::Free, self.may_free(pointer)));
            }
            Op::Finish { returns } => self.guard_end(*returns, &mut guards),
            _ => {}
        }
        let mut out: Vec<Guard> = Vec::new();
        for (kind, condition) in guards {
            let guard = Guard { kind, condition: not_constant(condition) };
            if guard.condition != always() && !out.contains(&guard) {
                out.push(guard);
            }
        }
        out
    }

    /// The accesses of a step that are not plainly fine.
    fn find_touched(&self, step: &Step) -> Vec<Touched> {
        let program = self.program();
        if step.is_about(VARIADIC_ACCESS, &program.ledger) {
            return Vec::new();
        }
        // A block that grows is copied with what comes behind it.
        let grows = step.is_about(MEMORY_ALLOCATION, &program.ledger);
        if grows && matches!(step.op, Op::CopyBytes { .. }) {
            return Vec::new();
        }
        let mut found = accesses(&program.types, &step.op);
        found.retain(|touched| {
            let bytes = match &touched.bytes {
                Value::Int(bytes, _) => u64::try_from(*bytes).ok(),
                _ => None,
            };
            !is_inside(program, &touched.address, bytes)
        });
        found
    }

    /// An access to an object by its name, with an index or at a constant place.
    fn guard_named(
        &mut self,
        object: ObjectId,
        touched: &Touched,
        out: &mut Vec<(AskedKind, Expr)>,
    ) {
        let asked = self.program().asked;
        let ty = self.program().objects[object].ty;
        let address = &touched.address;
        if self.is_unsized(object) {
            return;
        }
        if asked.has(AskedKind::Bounds) {
            let place = layout::place(&self.program().types, ty, address.offset);
            let levels = place.and_then(|place| self.in_bounds(&place, &address.terms));
            if let Some(condition) = levels {
                out.push((AskedKind::Bounds, condition));
                return;
            }
        }
        let kind = match (asked.has(AskedKind::Access), asked.has(AskedKind::Bounds)) {
            (true, _) => AskedKind::Access,
            (_, true) => AskedKind::Bounds,
            _ => return,
        };
        let int = self.tables.address;
        let offset = self.own_offset(address);
        let bytes = self.value(&touched.bytes);
        let condition = match self.size_of_named(object) {
            Some(size) => within(&offset, &bytes, size, int),
            None => self.not_known("the size of an object"),
        };
        out.push((kind, condition));
    }

    /// How many bytes an object has that is not allocated, if that is known.
    fn size_of_named(&mut self, object: ObjectId) -> Option<Expr> {
        let &Object { ty, storage, bytes, .. } = &self.program().objects[object];
        if let Some(bytes) = bytes {
            return Some(self.bytes_of_array(bytes));
        }
        let size = self.program().types.size_of(ty).filter(|_| storage != Storage::Heap)?;
        Some(Expr::int(i128::from(size), self.tables.address))
    }

    /// Whether an object is defined elsewhere, and nobody knows how large it is.
    fn is_unsized(&self, object: ObjectId) -> bool {
        let object = &self.program().objects[object];
        object.storage == Storage::External && self.program().types.size_of(object.ty).is_none()
    }

    /// Every index is inside its array; `None` if indices do not say where the access is.
    fn in_bounds(&mut self, place: &PlaceInType, terms: &[(Value, i64)]) -> Option<Expr> {
        let int = self.tables.address;
        let steps: Vec<Vec<i64>> =
            terms.iter().map(|(_, stride)| factors(place, *stride)).collect::<Option<_>>()?;
        let mut conditions = Vec::new();
        for (depth, level) in place.levels.iter().enumerate() {
            let length = i128::from(level.length?);
            let mut index: Option<Expr> = None;
            for ((value, _), factors) in terms.iter().zip(&steps) {
                if factors[depth] != 0 {
                    let term = times(self.value(value), factors[depth], int);
                    index = Some(match index {
                        None => term,
                        Some(sum) => Expr::binary(BinaryOp::Add, sum, term),
                    });
                }
            }
            conditions.push(match index {
                None => Expr::Bool((0..length).contains(&i128::from(level.index))),
                Some(index) => {
                    let index = plus(index, level.index, int);
                    Expr::compare(CompareOp::Lt, index, Expr::int(length, int))
                }
            });
        }
        if place.levels.is_empty() {
            return None;
        }
        Some(all(conditions))
    }

    /// An access through a pointer.
    fn guard_pointed(
        &mut self,
        pointer: &Value,
        touched: &Touched,
        out: &mut Vec<(AskedKind, Expr)>,
    ) {
        let asked = self.program().asked;
        let null = Expr::int(0, self.tables.address);
        let value = self.value(pointer);
        if asked.has(AskedKind::Null) {
            let used = Expr::compare(CompareOp::Ne, value.clone(), null.clone());
            out.push((AskedKind::Null, used));
        }
        if asked.has(AskedKind::Access) {
            out.push((AskedKind::Access, self.valid(touched)));
        } else if asked.has(AskedKind::Bounds) {
            let nothing = Expr::compare(CompareOp::Eq, value, null);
            let inside = self.valid(touched);
            out.push((AskedKind::Bounds, either([nothing, inside])));
        }
    }

    /// An access through a pointer is inside one of the objects to which it may point.
    fn valid(&mut self, touched: &Touched) -> Expr {
        let targets = self.memory.points_to.of_address(&touched.address);
        if targets.anything {
            return self.not_known("what a pointer of unknown origin points to");
        }
        let address = self.address(&touched.address);
        let address = self.spill_deep(address);
        let bytes = self.value(&touched.bytes);
        let mut objects: Vec<ObjectId> = targets.cells.iter().map(|cell| cell.object).collect();
        objects.dedup();
        let mut conditions = Vec::new();
        for object in objects {
            if !self.memory.code.used[object] {
                continue;
            }
            let base = self.object_address(object);
            conditions.push(match self.inside(object, base, &address, &bytes) {
                Some(condition) => condition,
                None => self.not_known("how large an object is, or whether it is there"),
            });
        }
        either(conditions)
    }

    /// What a pointer points to may be freed.
    fn may_free(&mut self, pointer: &Value) -> Expr {
        let targets = self.memory.points_to.of_value(pointer);
        if targets.anything {
            return self.not_known("what a pointer of unknown origin points to");
        }
        let address = self.value(pointer);
        let null = Expr::int(0, self.tables.address);
        let mut conditions = vec![Expr::compare(CompareOp::Eq, address.clone(), null)];
        let mut sites: Vec<ObjectId> = targets.cells.iter().map(|cell| cell.object).collect();
        sites.dedup();
        conditions.extend(sites.into_iter().map(|site| self.is_block(site, &address)));
        either(conditions)
    }

    /// The program ends.
    fn guard_end(&mut self, returns: bool, out: &mut Vec<(AskedKind, Expr)>) {
        let asked = self.program().asked;
        let freed = self.all_freed();
        if returns && asked.has(AskedKind::Lost) {
            let pointed = match self.globals_reach_blocks() {
                true => self.not_known("whether a global variable leads to what is not freed"),
                false => Expr::Bool(false),
            };
            out.push((AskedKind::Lost, either([freed.clone(), pointed])));
        }
        if asked.has(AskedKind::Leak) {
            out.push((AskedKind::Leak, freed));
        }
    }

    /// Whether what is allocated may be found from variables that are there until the end.
    fn globals_reach_blocks(&self) -> bool {
        let program = self.program();
        let lasting = |storage| matches!(storage, Storage::Static | Storage::External);
        let roots: Vec<Value> = (0..program.objects.len())
            .map(ObjectId::from)
            .filter(|&object| self.memory.code.used[object])
            .filter(|&object| lasting(program.objects[object].storage))
            .map(|object| Address::of(object).value())
            .collect();
        let targets = self.memory.points_to.reachable(&roots);
        let is_block = |object: ObjectId| program.objects[object].storage == Storage::Heap;
        targets.anything || targets.cells.iter().any(|cell| is_block(cell.object))
    }

    /// A truth value that is not known.
    fn not_known(&mut self, detail: &str) -> Expr {
        let flag = IntType::unsigned(8);
        let note = self.unknown_note("unknown-pointer", detail.to_owned());
        let var = self.unknown_value(flag, note);
        Expr::compare(CompareOp::Ne, Expr::Var(var), Expr::int(0, flag))
    }

    /// Whether checks show all that is assumed of the accesses of a step: each is inside its
    /// object, and of what is inside an object, no array is left for what is next to it.
    pub fn discharges(&self, step: &Step) -> bool {
        let program = self.program();
        let asked = program.asked;
        if step.is_about(VARIADIC_ACCESS, &program.ledger)
            || matches!(step.op, Op::HavocReachable(..))
        {
            return false;
        }
        let (access, bounds) = (asked.has(AskedKind::Access), asked.has(AskedKind::Bounds));
        let is_plain = |id: ObjectId, named: bool| {
            let object = &program.objects[id];
            let stays = !has_inner_array(&program.types, object.ty);
            let ends = object.shares_address
                || object.storage == Storage::Heap && !self.ghosts.knows_end(id);
            stays && (named || !ends)
        };
        let touched = self.find_touched(step);
        if touched.is_empty() {
            return access;
        }
        touched.iter().all(|touched| match &touched.address.base {
            Base::Object(object) if self.is_unsized(*object) => false,
            Base::Object(object) => bounds || access && is_plain(*object, true),
            Base::Pointer(_) => {
                let targets = self.memory.points_to.of_address(&touched.address);
                access && targets.cells.iter().all(|cell| is_plain(cell.object, false))
            }
        })
    }
}

/// Whether a type has an array inside that is not all of it.
fn has_inner_array(types: &Types, ty: TypeId) -> bool {
    let mut ty = ty;
    while let CType::Array(element, _) = types.get(ty) {
        ty = *element;
    }
    let CType::Record(id) = types.get(ty) else { return false };
    let fields = types.record(*id).layout.iter().flat_map(|layout| &layout.fields);
    fields.into_iter().any(|field| {
        matches!(types.get(field.ty), CType::Array(..)) || has_inner_array(types, field.ty)
    })
}

/// The accesses of an operation.
fn accesses(types: &Types, op: &Op) -> Vec<Touched> {
    let number = |bytes| Value::int(i128::from(bytes), types.address());
    // The unit of a bit-field may be larger than what a packed record has there.
    let width = |cell: &Cell| number(if cell.bits.is_some() { 1 } else { Shape::of(cell).bytes });
    let mut found = Vec::new();
    for (cell, under) in conditional_loads(op) {
        found.push(Touched { bytes: width(&cell), address: cell.address, under });
    }
    let mut touch = |address: &Address, bytes: Value| {
        if bytes != number(0) {
            found.push(Touched { address: address.clone(), bytes, under: Vec::new() });
        }
    };
    op.for_each_part(&mut |part| {
        if let OpPart::Stored(cell) = part {
            touch(&cell.address, width(cell));
        }
    });
    let size = |ty| Value::int(i128::from(types.size_of(ty).unwrap_or(1)), types.address());
    match op {
        Op::Copy { to, from, ty } => {
            touch(from, size(*ty));
            touch(to, size(*ty));
        }
        Op::Zero { to, ty } => touch(to, size(*ty)),
        Op::FillBytes { to, size, .. } => touch(to, size.clone()),
        Op::CopyBytes { to, from, size } => {
            touch(from, size.clone());
            touch(to, size.clone());
        }
        Op::Call { arguments, result, .. } => {
            for argument in arguments {
                if let Argument::Aggregate(address, ty) = argument {
                    touch(address, size(*ty));
                }
            }
            if let Some(ResultTo::Aggregate(address, ty)) = result {
                touch(address, size(*ty));
            }
        }
        _ => {}
    }
    found
}

/// A condition that is always true, as a comparison.
fn always() -> Expr {
    not_constant(Expr::Bool(true))
}

/// The condition, as a comparison if it is constant: both branches of the graph are there.
fn not_constant(condition: Expr) -> Expr {
    let zero = Expr::int(0, IntType::unsigned(8));
    match condition {
        Expr::Bool(true) => Expr::compare(CompareOp::Eq, zero.clone(), zero),
        Expr::Bool(false) => Expr::compare(CompareOp::Ne, zero.clone(), zero),
        condition => condition,
    }
}

/// One of the conditions is true.
fn either(conditions: impl IntoIterator<Item = Expr>) -> Expr {
    let mut some: Vec<Expr> = Vec::new();
    for condition in conditions {
        match condition {
            Expr::Bool(true) => return Expr::Bool(true),
            Expr::Bool(false) => {}
            condition => some.push(condition),
        }
    }
    match some.len() {
        0 => Expr::Bool(false),
        1 => some.remove(0),
        _ => Expr::Or(some),
    }
}

/// All conditions are true.
fn all(mut conditions: Vec<Expr>) -> Expr {
    if conditions.contains(&Expr::Bool(false)) {
        return Expr::Bool(false);
    }
    conditions.retain(|condition| *condition != Expr::Bool(true));
    match conditions.len() {
        0 => Expr::Bool(true),
        1 => conditions.remove(0),
        _ => Expr::And(conditions),
    }
}
