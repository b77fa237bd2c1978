//! Operations on single cells, lifetimes and unknown effects.

use belnap_ir::cfg::Operation;
use belnap_ir::expr::{BinaryOp, Expr};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::{IntType, Type};

use super::batch::Batch;
use super::bytes;
use super::slots::{Shape, Slot};
use super::tables::Store;
use super::translate::{Emitted, Translator, Where, convert};
use crate::mir::{Argument, Callee, Cell, Havoc, ObjectId, Op, ResultTo, Value};

/// Nested writes of one assignment.
const MAX_NESTED: usize = 40;

impl Translator<'_, '_> {
    /// What an operation does; `once`: it is executed at most once per run (per activation for
    /// what is local to one).
    pub fn step(&mut self, op: &Op, once: bool, once_per_call: bool) -> Vec<Emitted> {
        let mut out = Vec::new();
        match op {
            Op::Skip => {}
            Op::Assign(cell, value) => {
                let value = self.value(value);
                self.store(cell, value, &mut out);
            }
            Op::Assume(value) => {
                let condition = self.value(value);
                out.push(plain(Operation::Assume(condition)));
            }
            Op::Havoc(havoc, cells) => self.havoc(*havoc, cells, &mut out),
            Op::Lost { cells, .. } => self.havoc(Havoc::Unknown, cells, &mut out),
            Op::Declare(objects) => {
                for &object in objects {
                    self.declare(object, once, once_per_call, &mut out);
                    self.note_declared(object, &mut out);
                }
            }
            Op::Copy { .. } | Op::Zero { .. } | Op::FillBytes { .. } | Op::CopyBytes { .. } => {
                self.block_step(op, &mut out);
            }
            Op::Padding { object, bits, zero } => self.pad(*object, bits, *zero, &mut out),
            Op::HavocReachable(havoc, values) => self.havoc_reachable(*havoc, values, &mut out),
            Op::Print { pointers, .. } => {
                self.havoc_reachable(Havoc::Unknown, pointers, &mut out);
            }
            Op::Allocate { site, size, zeroed, result, .. } => {
                self.allocate(*site, size, *zeroed, result, &mut out);
            }
            Op::Free(pointer) => self.free(pointer, &mut out),
            Op::Lifetime { objects, begins } => self.live(objects, *begins, &mut out),
            // What others take part in has several edges: `super::actions`.
            Op::Finish { .. } | Op::Action { .. } => {}
            Op::Call { callee, arguments, result, .. } => {
                self.call(callee, arguments, result.as_ref(), &mut out);
            }
        }
        out
    }

    /// `cell := value`
    pub fn store(&mut self, cell: &Cell, value: Expr, out: &mut Vec<Emitted>) {
        let place = self.locate(cell);
        let mut batch = Batch::default();
        self.write(&place, Shape::of(cell), value, &mut batch, out);
        finish(batch, out);
    }

    /// Puts a value into a place.
    pub fn write(
        &mut self,
        place: &Where,
        shape: Shape,
        value: Expr,
        batch: &mut Batch,
        out: &mut Vec<Emitted>,
    ) {
        let region = match place {
            Where::Plain(var, ty) => {
                batch.set(*var, convert(value, shape.ty, *ty));
                return;
            }
            Where::Cell(region, index, ty) => {
                batch.write(*region, index.clone(), convert(value, shape.ty, *ty));
                *region
            }
            Where::Bytes(region, _) if self.is_mathematical() && shape.bytes > 1 => {
                let note = self.unknown_note(
                    "punned-memory",
                    "memory written by its bytes, with unbounded numbers".to_owned(),
                );
                out.push(Emitted {
                    operation: Operation::Unknown(vec![*region]),
                    notes: vec![note],
                });
                return;
            }
            Where::Bytes(region, index) => {
                let index = self.spill_deep(index.clone());
                let value = self.spill_deep(value);
                for (index, byte) in
                    bytes::write(*region, &index, value, shape, self.tables.bytes())
                {
                    batch.write(*region, index, byte);
                }
                *region
            }
            Where::Unknown(changed, note) => {
                let operation = if changed.is_empty() {
                    Operation::SKIP
                } else {
                    Operation::Unknown(changed.clone())
                };
                out.push(Emitted { operation, notes: vec![*note] });
                return;
            }
        };
        if batch.depth(region) > MAX_NESTED {
            finish(std::mem::take(batch), out);
        }
    }

    fn havoc(&mut self, havoc: Havoc, cells: &[Cell], out: &mut Vec<Emitted>) {
        let mut chosen: Vec<CfgVarId> = Vec::new();
        let mut batch = Batch::default();
        let mut later = Vec::new();
        for cell in cells {
            let shape = Shape::of(cell);
            match self.locate(cell) {
                Where::Plain(var, _) => {
                    if !chosen.contains(&var) {
                        chosen.push(var);
                    }
                }
                place => {
                    let var = self.temporary(Type::Int(cell.ty));
                    if !matches!(place, Where::Unknown(..)) {
                        chosen.push(var);
                    }
                    self.write(&place, shape, Expr::Var(var), &mut batch, &mut later);
                }
            }
        }
        if !chosen.is_empty() {
            out.push(plain(havoc_operation(havoc, chosen)));
        }
        out.append(&mut later);
        finish(batch, out);
    }

    fn havoc_reachable(&mut self, havoc: Havoc, values: &[Value], out: &mut Vec<Emitted>) {
        let targets = self.memory.points_to.reachable(values);
        let mut vars: Vec<CfgVarId> = Vec::new();
        for target in &targets.cells {
            vars.extend(self.vars_of(target.object));
        }
        if targets.anything {
            vars.extend(self.changed_by_anything(&[]));
        }
        vars.sort_unstable();
        vars.dedup();
        if !vars.is_empty() {
            out.push(plain(havoc_operation(havoc, vars)));
        }
    }

    /// The lifetime of an object begins: its contents are arbitrary, and C does not say what is
    /// between its members.
    fn declare(
        &mut self,
        object: ObjectId,
        once: bool,
        once_per_call: bool,
        out: &mut Vec<Emitted>,
    ) {
        self.arbitrary(object, once, once_per_call, out);
        self.open_padding(object, out);
    }

    fn arbitrary(
        &mut self,
        object: ObjectId,
        once: bool,
        once_per_call: bool,
        out: &mut Vec<Emitted>,
    ) {
        let slots: Vec<Slot> = self.memory.slots_of(object).collect();
        if self.memory.is_direct(object) {
            let mut vars = Vec::new();
            for slot in slots {
                match self.memory.class(slot).and_then(|class| self.tables.store(class)) {
                    Some(Store::Plain(var, _)) => vars.push(var),
                    Some(store) if !once_per_call => vars.push(store.var()),
                    _ => {}
                }
            }
            vars.sort_unstable();
            vars.dedup();
            if !vars.is_empty() {
                out.push(plain(Operation::Nondet(vars)));
            }
            return;
        }
        let plain_vars: Vec<CfgVarId> = slots
            .iter()
            .filter_map(|&slot| match self.memory.class(slot).and_then(|c| self.tables.store(c)) {
                Some(Store::Plain(var, _)) => Some(var),
                _ => None,
            })
            .collect();
        if !plain_vars.is_empty() {
            out.push(plain(Operation::Nondet(plain_vars)));
        }
        if !once {
            let address = self.object_address(object);
            let size = self.program().types.size_of(self.program().objects[object].ty);
            match size {
                Some(size) => {
                    let length = Expr::int(i128::from(size), self.tables.address);
                    self.arbitrary_contents(object, address, length, out);
                }
                None => self.unknown_contents(object, out),
            }
        }
    }

    /// The cells of an object in a range become arbitrary.
    pub fn arbitrary_contents(
        &mut self,
        object: ObjectId,
        address: Expr,
        length: Expr,
        out: &mut Vec<Emitted>,
    ) {
        let ty = self.tables.address;
        let slots: Vec<Slot> = self.memory.slots_of(object).collect();
        let heap = self.program().objects[object].storage == crate::mir::Storage::Heap;
        let mut chosen = Vec::new();
        let mut batch = Batch::default();
        let mut done = Vec::new();
        for slot in slots {
            let Some(store) = self.memory.class(slot).and_then(|class| self.tables.store(class))
            else {
                continue;
            };
            let single = !heap
                && self
                    .memory
                    .place(object, slot.offset as i64)
                    .is_some_and(|place| place.levels.is_empty());
            match store {
                Store::Typed(region, cell) if single => {
                    let var = self.temporary(Type::Int(cell));
                    chosen.push(var);
                    let at = super::translate::plus(address.clone(), slot.offset as i64, ty);
                    batch.write(region, at, Expr::Var(var));
                }
                Store::Plain(..) => {}
                _ if done.contains(&store.var()) => {}
                _ => {
                    let region = store.var();
                    done.push(region);
                    let Type::Array(array) = self.tables.variables[region.index()].ty else {
                        continue;
                    };
                    let other = self.temporary(Type::Array(array));
                    chosen.push(other);
                    batch.splice(region, Expr::Var(other), address.clone(), length.clone());
                }
            }
        }
        if !chosen.is_empty() {
            out.push(plain(Operation::Nondet(chosen)));
        }
        finish(batch, out);
    }

    fn unknown_contents(&mut self, object: ObjectId, out: &mut Vec<Emitted>) {
        let mut vars = self.vars_of(object);
        vars.sort_unstable();
        vars.dedup();
        if vars.is_empty() {
            return;
        }
        if vars.iter().all(|&var| self.tables.is_only(var, object)) {
            out.push(plain(Operation::Nondet(vars)));
            return;
        }
        let note = self.unknown_note(
            "variable-length-array",
            format!("the lifetime of '{}'", self.program().objects[object].name),
        );
        out.push(Emitted { operation: Operation::Unknown(vars), notes: vec![note] });
    }

    fn allocate(
        &mut self,
        site: ObjectId,
        size: &Value,
        zeroed: bool,
        result: &Cell,
        out: &mut Vec<Emitted>,
    ) {
        let ty = self.tables.address;
        let size = self.value(size);
        let size = self.spill_deep(size);
        let address = self.object_address(site);
        if zeroed {
            let mut regions: Vec<CfgVarId> = self.vars_of(site);
            regions.sort_unstable();
            regions.dedup();
            let mut batch = Batch::default();
            for region in regions {
                if let Type::Array(array) = self.tables.variables[region.index()].ty {
                    let zeros = Expr::Fill(array, Box::new(Expr::int(0, array.cell)));
                    batch.splice(region, zeros, address.clone(), size.clone());
                }
            }
            finish(batch, out);
        }
        // Otherwise the contents are arbitrary already: no other cell was ever at this address.
        self.note_allocated(site, &address, &size, out);
        let counter = self.counters.get(&site).copied();
        let place = self.locate(result);
        let mut batch = Batch::default();
        self.write(&place, Shape::of(result), address.clone(), &mut batch, out);
        if let Some(counter) = counter {
            if batch.len() > 1 || batch.is_read_by(&address) {
                finish(std::mem::take(&mut batch), out);
            }
            let next = next_address(address, size, ty);
            let next = self.further(next, out);
            batch.set(counter.next, next);
        }
        finish(batch, out);
    }

    /// A call that is still one.
    fn call(
        &mut self,
        callee: &Callee,
        arguments: &[Argument],
        result: Option<&ResultTo>,
        out: &mut Vec<Emitted>,
    ) {
        if let Callee::Direct(function) = callee
            && let Some(target) = self.callees.get(function).cloned()
        {
            self.direct_call(*function, &target, arguments, result, out);
            return;
        }
        let note = match callee {
            Callee::Direct(function) => {
                let name = &self.program().functions[*function].name;
                self.unknown_note("external-function", format!("call of '{name}'"))
            }
            Callee::Indirect(..) => {
                self.unknown_note("function-pointer", "call through a pointer".to_owned())
            }
        };
        let mut roots = Vec::new();
        for argument in arguments {
            match argument {
                Argument::Scalar(value, _) => roots.push(value.clone()),
                Argument::Aggregate(address, _) => roots.push(address.clone().value()),
            }
        }
        let first = out.len();
        self.havoc_reachable(Havoc::Unknown, &roots, out);
        match result {
            Some(ResultTo::Scalar(cell, _)) => {
                self.havoc(Havoc::Unknown, std::slice::from_ref(cell), out);
            }
            Some(ResultTo::Aggregate(address, ty)) => self.unknown_block(address, *ty, out),
            None => {}
        }
        for emitted in &mut out[first..] {
            emitted.notes.push(note);
        }
    }
}

/// The operation without notes.
pub(super) const fn plain(operation: Operation) -> Emitted {
    Emitted { operation, notes: Vec::new() }
}

/// Emits the assignments, if there are any.
pub(super) fn finish(batch: Batch, out: &mut Vec<Emitted>) {
    if !batch.is_empty() {
        out.push(plain(Operation::Assign(batch.into_changes())));
    }
}

fn havoc_operation(havoc: Havoc, vars: Vec<CfgVarId>) -> Operation {
    match havoc {
        Havoc::Nondet => Operation::Nondet(vars),
        Havoc::Unknown => Operation::Unknown(vars),
    }
}

/// The address after an object of `size` bytes, a multiple of 16 further.
pub(super) fn next_address(address: Expr, size: Expr, ty: IntType) -> Expr {
    const STEP: i128 = 16;
    let round = match size {
        Expr::Int(size, _) => Expr::int((size + STEP - 1).div_euclid(STEP).max(1) * STEP, ty),
        size => {
            // One byte more, so that nothing is nothing's neighbour: size / 16 * 16 + 16.
            let units = Expr::binary(BinaryOp::Div, size, Expr::int(STEP, ty));
            let units = Expr::binary(BinaryOp::Mul, units, Expr::int(STEP, ty));
            Expr::binary(BinaryOp::Add, units, Expr::int(STEP, ty))
        }
    };
    Expr::binary(BinaryOp::Add, address, round)
}
