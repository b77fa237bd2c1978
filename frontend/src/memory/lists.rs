//! Lists of variable arguments whose position is known, as it is where calls are inlined and no
//! loop goes over the arguments: there `va_arg` names the argument that it gives, and nothing has
//! to be assumed. What only found the arguments is dropped.

use belnap_ir::cfg::{Treatment, Weakens};
use belnap_ir::ids::{TiSlice, TiVec, ti_vec};
use rustc_hash::{FxHashMap, FxHashSet};

use super::access::{self, Access};
use crate::ctype::{CType, TypeId};
use crate::lower::is_elsewhere;
use crate::mir::{
    Address, Base, Body, Cell, Havoc, NodeId, Note, NoteId, ObjectId, Op, Program, Step, Storage,
    Value,
};
use crate::unsupported::VARIADIC_ACCESS;

/// Bytes of the slot of an argument.
pub(super) const SLOT_BYTES: i64 = 8;
/// More places than this are not followed.
const LIMIT: usize = 20_000_000;

/// A cell of an object that only this analysis and plain accesses know.
pub(super) type Key = (ObjectId, i64);
/// Where the pointers in cells point to at a node, as far as that is known.
type State = FxHashMap<Key, Key>;

/// What `va_arg` gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// An argument, by its type.
    Argument,
    /// Nothing that C has a meaning for.
    Missing,
    /// That is not clear.
    Unclear,
}

/// Names the arguments that `va_arg` gives, where that is clear.
pub(super) fn follow(program: &mut Program) {
    if program.variable_arguments.passed.is_empty() {
        return;
    }
    copy_scalars(program);
    let private = Private::of(program);
    let constant = constant_slots(program);
    let mut found = FxHashSet::default();
    for index in program.functions.keys() {
        let Some(mut body) = program.functions[index].body.take() else { continue };
        let lists = Lists::of(program, &body, &private, &constant);
        if !lists.keys.is_empty() && lists.keys.len() * body.nodes.len() < LIMIT {
            let states = lists.states(&body);
            let mut missing = Vec::new();
            for edge in &mut body.edges {
                if let Some(state) = &states[edge.from]
                    && lists.rewrite(&mut edge.step, state) == Found::Missing
                {
                    missing.push(&mut edge.step);
                }
            }
            found.extend(lists.keys.iter().map(|key| key.0));
            missing.into_iter().for_each(|step| lose(step, &mut program.ledger));
        }
        program.functions[index].body = Some(body);
    }
    let areas = program.objects.iter().enumerate().filter(|(_, object)| {
        object.name == "arguments()" || program.variable_arguments.passed.contains_key(&object.ty)
    });
    found.extend(areas.map(|(index, _)| ObjectId(index as u32)));
    while drop_unread(program, &found) {}
    super::cursors::number(program);
}

/// What `va_arg` gives that asks for an argument that is not there is not known.
fn lose(step: &mut Step, ledger: &mut TiVec<NoteId, Note>) {
    let Op::Assign(cell, _) = &step.op else { return };
    step.op = Op::Havoc(Havoc::Unknown, vec![cell.clone()]);
    step.notes.push(NoteId(u32::try_from(ledger.len()).unwrap_or(u32::MAX)));
    ledger.push(Note {
        construct: VARIADIC_ACCESS,
        detail: "`va_arg` asks for an argument that was not passed, or by another type".to_owned(),
        treatment: Treatment::Unknown,
        weakens: Weakens::Precision,
        at: step.at,
        global: false,
    });
}

/// A record that is nothing but a scalar is copied as one: so lists are where they are passed by
/// value.
fn copy_scalars(program: &mut Program) {
    let types = &program.types;
    let only = |ty: TypeId| {
        let CType::Record(id) = types.get(ty) else { return None };
        match types.record(*id).layout.as_ref()?.fields.as_slice() {
            [field] if field.bits.is_none() && types.size_of(field.ty) == types.size_of(ty) => {
                types.scalar(field.ty)
            }
            _ => None,
        }
    };
    let bodies = program.functions.iter_mut().filter_map(|function| function.body.as_mut());
    for step in bodies.flat_map(|body| body.edges.iter_mut().map(|edge| &mut edge.step)) {
        if let Op::Copy { to, from, ty } = &step.op
            && let Some(int) = only(*ty)
        {
            let [to, from] =
                [to, from].map(|address| Cell { address: address.clone(), ty: int, bits: None });
            step.op = Op::Assign(to, Value::load(from));
        }
    }
}

/// Objects that are accessed by plain loads and stores only.
pub(super) struct Private(TiVec<ObjectId, bool>);

impl Private {
    pub fn of(program: &Program) -> Self {
        let mut read: TiVec<ObjectId, bool> = ti_vec![false; program.objects.len()];
        let mut private: TiVec<ObjectId, bool> = program
            .objects
            .iter()
            .map(|object| {
                let local = [Storage::Local, Storage::Parameter, Storage::Temporary];
                local.contains(&object.storage) && !object.is_volatile
            })
            .collect();
        for op in ops(program) {
            access::visit(op, &mut |access| match access {
                Access::Store(_) | Access::Function(_) => {}
                Access::Load(cell) => mark(&cell.address, &mut read),
                Access::Block(address) | Access::Taken(address) => mark(address, &mut read),
                Access::Object(object) => read[object] = true,
            });
        }
        let mut cells: FxHashSet<(ObjectId, i64, i64)> = FxHashSet::default();
        for op in ops(program) {
            let mut visit = |access: Access<'_>| match access {
                Access::Load(cell) | Access::Store(cell) => match key(cell) {
                    Some((object, offset)) => {
                        let bytes = i64::from(cell.ty.bits.div_ceil(8));
                        cells.insert((object, offset, offset + bytes));
                    }
                    None => unmark(&cell.address, &mut private),
                },
                Access::Block(address) | Access::Taken(address) => unmark(address, &mut private),
                Access::Object(_) | Access::Function(_) => {}
            };
            match op {
                // A pointer that nothing reads.
                Op::Assign(cell, _) if key(cell).is_some_and(|(to, _)| !read[to]) => {}
                op => access::visit(op, &mut visit),
            }
        }
        let mut cells: Vec<(ObjectId, i64, i64)> = cells.into_iter().collect();
        cells.sort_unstable();
        for pair in cells.windows(2) {
            // Cells that overlap, as members of unions do.
            if pair[0].0 == pair[1].0 && pair[1].1 < pair[0].2 {
                private[pair[0].0] = false;
            }
        }
        Private(private)
    }

    pub fn has(&self, (object, _): Key) -> bool {
        self.0[object]
    }
}

fn mark(address: &Address, marked: &mut TiSlice<ObjectId, bool>) {
    if let Base::Object(object) = address.base {
        marked[object] = true;
    }
}

fn unmark(address: &Address, marked: &mut TiSlice<ObjectId, bool>) {
    if let Base::Object(object) = address.base {
        marked[object] = false;
    }
}

pub(super) fn ops(program: &Program) -> impl Iterator<Item = &Op> {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let steps = bodies.flat_map(|body| body.edges.iter().map(|edge| &edge.step));
    program.initial.iter().chain(steps).map(|step| &step.op)
}

/// The object and the offset of a plain cell.
pub(super) fn key(cell: &Cell) -> Option<Key> {
    let address = &cell.address;
    match address.base {
        Base::Object(object) if address.terms.is_empty() && cell.bits.is_none() => {
            Some((object, address.offset))
        }
        _ => None,
    }
}

/// The slots that get one address, of an argument that is elsewhere.
fn constant_slots(program: &Program) -> FxHashMap<Key, Key> {
    let mut slots: FxHashMap<Key, Option<Key>> = FxHashMap::default();
    for op in ops(program) {
        let Op::Assign(cell, value) = op else { continue };
        let Some(slot) = key(cell) else { continue };
        let types = program.variable_arguments.passed.get(&program.objects[slot.0].ty);
        let number = usize::try_from(slot.1 / SLOT_BYTES).ok();
        let given = types.zip(number).and_then(|(types, number)| types.get(number));
        if given.is_some_and(|ty| is_elsewhere(&program.types, *ty)) {
            let value = match value {
                Value::Cast(_, operand) => operand,
                value => value,
            };
            let place = match value {
                Value::Address(address) if address.terms.is_empty() => match address.base {
                    Base::Object(object) => Some((object, address.offset)),
                    Base::Pointer(_) => None,
                },
                _ => None,
            };
            slots.entry(slot).and_modify(|known| *known = None).or_insert(place);
        }
    }
    slots.into_iter().filter_map(|(slot, place)| Some((slot, place?))).collect()
}

/// The lists of a function.
struct Lists<'a> {
    program: &'a Program,
    constant: &'a FxHashMap<Key, Key>,
    /// Cells with pointers to slots, or to arguments that are elsewhere.
    keys: FxHashSet<Key>,
}

impl<'a> Lists<'a> {
    fn of(
        program: &'a Program,
        body: &Body,
        private: &Private,
        constant: &'a FxHashMap<Key, Key>,
    ) -> Self {
        let mut keys: FxHashSet<Key> = FxHashSet::default();
        for edge in &body.edges {
            if edge.step.is_about(VARIADIC_ACCESS, &program.ledger)
                && let Op::Assign(cell, _) = &edge.step.op
            {
                keys.extend(key(cell).filter(|key| private.has(*key)));
            }
        }
        loop {
            let before = keys.len();
            for edge in &body.edges {
                if let Op::Assign(cell, value) = &edge.step.op
                    && key(cell).is_some_and(|key| keys.contains(&key))
                    && let Some(source) = source(value)
                    && private.has(source)
                {
                    keys.insert(source);
                }
            }
            if keys.len() == before {
                return Lists { program, constant, keys };
            }
        }
    }

    /// What is known at each node; nothing of one that is not reached.
    fn states(&self, body: &Body) -> TiVec<NodeId, Option<State>> {
        let mut outgoing: TiVec<NodeId, Vec<usize>> = ti_vec![Vec::new(); body.nodes.len()];
        for (index, edge) in body.edges.iter().enumerate() {
            outgoing[edge.from].push(index);
        }
        let mut states: TiVec<NodeId, Option<State>> = ti_vec![None; body.nodes.len()];
        states[body.entry] = Some(State::default());
        let mut waiting: Vec<NodeId> = vec![body.entry];
        while let Some(node) = waiting.pop() {
            let Some(state) = states[node].clone() else { continue };
            for &index in &outgoing[node] {
                let edge = &body.edges[index];
                let after = self.after(&edge.step.op, state.clone());
                let next = &mut states[edge.to];
                let joined = match &next {
                    None => after,
                    Some(known) => {
                        let mut both = known.clone();
                        both.retain(|key, place| after.get(key) == Some(place));
                        both
                    }
                };
                if next.as_ref() != Some(&joined) {
                    *next = Some(joined);
                    waiting.push(edge.to);
                }
            }
        }
        states
    }

    fn after(&self, op: &Op, mut state: State) -> State {
        let new = match op {
            Op::Assign(cell, value) => {
                key(cell).zip(self.value(value, &state)).filter(|(key, _)| self.keys.contains(key))
            }
            Op::Declare(objects) => {
                state.retain(|key, _| !objects.contains(&key.0));
                None
            }
            _ => None,
        };
        access::visit(op, &mut |access| {
            if let Access::Store(cell) = access
                && let Some(key) = key(cell)
            {
                state.remove(&key);
            }
        });
        state.extend(new);
        state
    }

    /// Where a value points to.
    fn value(&self, value: &Value, state: &State) -> Option<Key> {
        match value {
            Value::Address(address) => self.place(address, state),
            Value::Load(cell) => match key(cell).and_then(|key| state.get(&key)) {
                Some(place) => Some(*place),
                None => self.constant.get(&self.place(&cell.address, state)?).copied(),
            },
            Value::Cast(ty, operand) if ty.bits >= self.program.types.address().bits => {
                self.value(operand, state)
            }
            _ => None,
        }
    }

    fn place(&self, address: &Address, state: &State) -> Option<Key> {
        let (object, offset) = match &address.base {
            Base::Object(object) => (*object, 0),
            Base::Pointer(pointer) => self.value(pointer, state)?,
        };
        address.terms.is_empty().then_some((object, offset + address.offset))
    }

    /// Names what a step of `va_arg` accesses.
    fn rewrite(&self, step: &mut Step, state: &State) -> Found {
        if !step.is_about(VARIADIC_ACCESS, &self.program.ledger) {
            return Found::Unclear;
        }
        let known = |known: bool| if known { Found::Argument } else { Found::Unclear };
        let found = match &mut step.op {
            Op::Assign(to, value) => {
                let to = key(to);
                match loaded_cell(value) {
                    Some(cell) => self.name_argument(to, cell, state),
                    None => known(self.value(value, state).is_some()),
                }
            }
            Op::Copy { from, ty, .. } => {
                let place = self.place(from, state);
                let is_it = |(object, offset): &Key| offset == &0 && self.ty(*object) == *ty;
                match place.filter(is_it) {
                    Some((object, _)) => {
                        *from = Address::of(object);
                        Found::Argument
                    }
                    None => Found::Unclear,
                }
            }
            _ => Found::Unclear,
        };
        if found != Found::Unclear {
            let ledger = &self.program.ledger;
            step.notes.retain(|note| ledger[*note].construct != VARIADIC_ACCESS);
        }
        found
    }

    /// Names the slot, or the argument elsewhere, that goes to a variable.
    fn name_argument(&self, to: Option<Key>, cell: &mut Cell, state: &State) -> Found {
        let (Some((to, _)), Some((object, offset))) = (to, self.place(&cell.address, state)) else {
            return Found::Unclear;
        };
        let found = match self.program.variable_arguments.passed.get(&self.ty(object)) {
            Some(types) => {
                let number = usize::try_from(offset / SLOT_BYTES).ok();
                match number.and_then(|number| types.get(number)) {
                    Some(given) if offset % SLOT_BYTES == 0 => {
                        self.compare_types(*given, self.ty(to))
                    }
                    _ => Found::Missing,
                }
            }
            None if offset == 0 && self.ty(object) == self.ty(to) => Found::Argument,
            None => Found::Unclear,
        };
        if found == Found::Argument {
            cell.address = Address::of(object).plus(offset);
        }
        found
    }

    fn ty(&self, object: ObjectId) -> TypeId {
        self.program.objects[object].ty
    }

    /// What an argument of one type is where one goes to a variable of another.
    fn compare_types(&self, given: TypeId, to: TypeId) -> Found {
        let types = &self.program.types;
        let elsewhere = self.program.variable_arguments.elsewhere.get(&to).copied();
        if let Some(asked) = elsewhere {
            return if asked == given { Found::Argument } else { Found::Missing };
        }
        let is_word =
            |ty| matches!(types.get(ty), CType::Int(_) | CType::Enum(_) | CType::Pointer(_));
        let bits = |ty| types.scalar(ty).map(|int| int.bits);
        let is_pointer = |ty| matches!(types.get(ty), CType::Pointer(_));
        match (is_word(given) && is_word(to), is_pointer(given), is_pointer(to)) {
            _ if given == to && !is_elsewhere(types, given) => Found::Argument,
            (true, true, true) => Found::Argument,
            (true, false, false) if bits(given) == bits(to) => Found::Argument,
            // Such as 0 for a null pointer.
            (true, true, false) | (true, false, true) => Found::Unclear,
            _ => Found::Missing,
        }
    }
}

/// The cell whose contents a value is, perhaps converted.
pub(super) fn loaded_cell(value: &mut Value) -> Option<&mut Cell> {
    match value {
        Value::Load(cell) => Some(cell),
        Value::Cast(_, operand) => loaded_cell(operand),
        _ => None,
    }
}

/// The cell that the pointer in a value comes from.
fn source(value: &Value) -> Option<Key> {
    match value {
        Value::Load(cell) => key(cell),
        Value::Cast(_, operand) => source(operand),
        Value::Address(address) => match &address.base {
            Base::Pointer(pointer) => source(pointer),
            Base::Object(_) => None,
        },
        _ => None,
    }
}

/// Drops assignments to cells of these objects that nothing reads; whether there were any.
fn drop_unread(program: &mut Program, objects: &FxHashSet<ObjectId>) -> bool {
    let private = Private::of(program);
    let mut read: FxHashSet<Key> = FxHashSet::default();
    for op in ops(program) {
        let own = match op {
            Op::Assign(cell, _) => key(cell),
            _ => None,
        };
        access::visit(op, &mut |access| {
            if let Access::Load(cell) = access {
                // That a pointer is moved on is not a use of it.
                read.extend(key(cell).filter(|key| own != Some(*key)));
            }
        });
    }
    let ledger = &program.ledger;
    let mut dropped = false;
    let bodies = program.functions.iter_mut().filter_map(|function| function.body.as_mut());
    for step in bodies.flat_map(|body| body.edges.iter_mut().map(|edge| &mut edge.step)) {
        if let Op::Assign(cell, _) = &step.op
            && let Some(key) = key(cell)
            && objects.contains(&key.0)
            && private.has(key)
            && !read.contains(&key)
        {
            step.op = Op::Skip;
            step.notes.retain(|note| ledger[*note].construct != VARIADIC_ACCESS);
            dropped = true;
        }
    }
    dropped
}
