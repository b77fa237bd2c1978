//! Lists that go over the arguments of one call, by a loop: the pointer to the next argument
//! becomes the number of it. Then the arguments are an array that nobody has the address of, and
//! what a program computes from them does not depend on where they lie.

use belnap_ir::expr::BinaryOp;
use rustc_hash::{FxHashMap, FxHashSet};

use super::access::{self, Access};
use super::lists::{Key, Private, SLOT_BYTES, key, loaded_cell, ops};
use crate::mir::{Address, Base, Cell, ObjectId, Op, Program, Value};

/// Where a pointer of a list may come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// The slot of this number.
    Slot(ObjectId, i64),
    /// Another pointer, so many slots further.
    Moved(Key, i64),
}

/// Replaces pointers to arguments by their numbers, where that is possible.
pub(super) fn number(program: &mut Program) {
    let cursors = find_cursors(program);
    if cursors.is_empty() {
        return;
    }
    let address = program.types.address();
    let areas = &program.variable_arguments.passed;
    let objects = &program.objects;
    let is_area = |object: ObjectId| areas.contains_key(&objects[object].ty);
    let bodies = program.functions.iter_mut().filter_map(|function| function.body.as_mut());
    for step in bodies.flat_map(|body| body.edges.iter_mut().map(|edge| &mut edge.step)) {
        let Op::Assign(cell, value) = &mut step.op else { continue };
        if key(cell).is_some_and(|key| cursors.contains_key(&key)) {
            *value = match origin(value, &is_area) {
                Some(Origin::Slot(_, number)) => Value::int(i128::from(number), address),
                Some(Origin::Moved(from, by)) => {
                    let from = Address::of(from.0).plus(from.1);
                    let from = Value::load(Cell { address: from, ty: address, bits: None });
                    let by = Value::int(i128::from(by), address);
                    Value::Binary(BinaryOp::Add, Box::new([from, by]))
                }
                None => continue,
            };
        } else if let Some(slot) = loaded_cell(value)
            && let Some((cursor, offset)) = pointer(&slot.address)
            && let Some(area) = cursors.get(&cursor)
        {
            let number = Address::of(cursor.0).plus(cursor.1);
            let number = Value::load(Cell { address: number, ty: address, bits: None });
            slot.address = Address::of(*area).plus(offset);
            slot.address.terms.push((number, SLOT_BYTES));
        }
    }
}

/// The pointers that only go over the arguments of one call, and these.
fn find_cursors(program: &Program) -> FxHashMap<Key, ObjectId> {
    let private = Private::of(program);
    let Pointers { origins, mut other } = Pointers::of(program);
    let mut cursors: FxHashMap<Key, ObjectId> = FxHashMap::default();
    for (&key, origins) in origins.iter().filter(|(key, _)| private.has(**key)) {
        for origin in origins {
            if let Origin::Slot(area, _) = origin
                && *cursors.entry(key).or_insert(*area) != *area
            {
                other.insert(key);
            }
        }
    }
    let moves: Vec<(Key, Key)> = origins
        .iter()
        .flat_map(|(&to, origins)| origins.iter().map(move |origin| (to, *origin)))
        .filter_map(|(to, origin)| match origin {
            Origin::Moved(from, _) => Some((to, from)),
            Origin::Slot(..) => None,
        })
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (to, from) in &moves {
            if let (None, Some(&area)) = (cursors.get(to), cursors.get(from))
                && private.has(*to)
            {
                changed = cursors.insert(*to, area).is_none();
            }
        }
    }
    // Those that are copies of each other go over the same arguments, or none is a number.
    cursors.retain(|key, _| !other.contains(key));
    loop {
        let apart = moves.iter().find(|(to, from)| cursors.get(to) != cursors.get(from));
        let Some((to, from)) = apart else { return cursors };
        cursors.remove(to);
        cursors.remove(from);
    }
}

/// How pointers are used that could go over arguments.
#[derive(Default)]
struct Pointers {
    /// What is assigned to them.
    origins: FxHashMap<Key, Vec<Origin>>,
    /// Those that are also used otherwise.
    other: FxHashSet<Key>,
}

impl Pointers {
    fn of(program: &Program) -> Self {
        let areas = &program.variable_arguments.passed;
        let is_area = |object: ObjectId| areas.contains_key(&program.objects[object].ty);
        let mut pointers = Pointers::default();
        for op in ops(program) {
            let read = match op {
                Op::Assign(cell, value) => pointers.assign(cell, value, &is_area),
                _ => None,
            };
            let mut loads = 0;
            access::visit(op, &mut |access| match access {
                Access::Load(cell) => {
                    let found = key(cell);
                    loads += u32::from(found.is_some() && found == read);
                    pointers.other.extend(found.filter(|_| found != read || loads > 1));
                }
                Access::Store(cell) if !matches!(op, Op::Assign(..)) => {
                    pointers.other.extend(key(cell));
                }
                _ => {}
            });
        }
        pointers
    }

    /// Notes an assignment; the pointer that it reads as it should be, once.
    fn assign(
        &mut self,
        cell: &Cell,
        value: &Value,
        is_area: &dyn Fn(ObjectId) -> bool,
    ) -> Option<Key> {
        let origin = origin(value, is_area);
        let read = match origin {
            Some(Origin::Moved(from, _)) => Some(from),
            _ => slot(value),
        };
        if let Some(to) = key(cell) {
            match origin {
                Some(origin) => self.origins.entry(to).or_default().push(origin),
                None => drop(self.other.insert(to)),
            }
        } else if origin.is_some() {
            self.other.extend(read);
        }
        read
    }
}

/// Where a value points to, if that is a slot.
fn origin(value: &Value, is_area: &dyn Fn(ObjectId) -> bool) -> Option<Origin> {
    let address = match value {
        Value::Address(address) => &**address,
        Value::Load(cell) => return Some(Origin::Moved(key(cell)?, 0)),
        _ => return None,
    };
    let number = |offset: i64| (offset % SLOT_BYTES == 0).then_some(offset / SLOT_BYTES);
    match address.base {
        Base::Object(area) if address.terms.is_empty() && is_area(area) => {
            Some(Origin::Slot(area, number(address.offset)?))
        }
        Base::Object(_) => None,
        Base::Pointer(_) => {
            let (from, offset) = pointer(address)?;
            Some(Origin::Moved(from, number(offset)?))
        }
    }
}

/// The pointer through which a value is a slot's.
fn slot(value: &Value) -> Option<Key> {
    match value {
        Value::Load(cell) if cell.bits.is_none() => Some(pointer(&cell.address)?.0),
        Value::Cast(_, operand) => slot(operand),
        _ => None,
    }
}

/// The pointer that an address is so many bytes behind.
fn pointer(address: &Address) -> Option<(Key, i64)> {
    match &address.base {
        Base::Pointer(pointer) if address.terms.is_empty() => match &**pointer {
            Value::Load(cell) => Some((key(cell)?, address.offset)),
            _ => None,
        },
        _ => None,
    }
}
