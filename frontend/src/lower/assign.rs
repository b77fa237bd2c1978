//! Assignments: the place is evaluated, then the value, then it is stored.

use belnap_ir::expr::BinaryOp;

use crate::ctype::{CType, TypeId};
use crate::hir::{Expr, ExprKind, Place};
use crate::mir::{Base, Cell, Op, Origin, Value};

use super::Lower;
use super::calls::Target;
use super::effects::Writes;

impl Lower<'_> {
    /// `place = value`; the new value of the place if `wanted`.
    pub(super) fn assign(
        &mut self,
        place: &Place,
        value: &Expr,
        at: Origin,
        wanted: bool,
    ) -> Value {
        if self.scalar(place.ty).is_none() {
            self.note_order(value.at);
            let address = self.place(place);
            let address = self.keep_address(address, &Writes::of(value), place);
            self.aggregate_into(address, place.ty, value, at);
            return Value::Bool(false);
        }
        if self.open_order.contains(&value.at) {
            match (Writes::of_place(place).is_empty(), Writes::of(value).is_empty()) {
                (true, false) => return self.assign_early_or_late(place, value, at),
                (false, true) => {
                    let early = self.value(value);
                    let early = self.save(early, value.ty, value.at);
                    let address = self.place(place);
                    let cell = self.cell_at(address, place);
                    let late = self.value(value);
                    let value = self.either(early, late, value.ty, value.at);
                    return self.store(cell, value, place, at, wanted);
                }
                _ => self.note_order(value.at),
            }
        }
        let address = self.place(place);
        let address = self.keep_address(address, &Writes::of(value), place);
        let cell = self.cell_at(address, place);
        if !wanted && place.bits.is_none() && self.is_direct_call(value, place.ty) {
            self.call(value, Target::Scalar(cell, place.ty), at);
            return Value::Bool(false);
        }
        if let ExprKind::Conditional(condition, then, otherwise) = &value.kind
            && !wanted
        {
            self.assign_conditional(cell, place, [condition, then, otherwise], at);
            return Value::Bool(false);
        }
        let value = self.value(value);
        self.store(cell, value, place, at, wanted)
    }

    /// `place = value` where evaluating the value may change which place it is; the new value.
    fn assign_early_or_late(&mut self, place: &Place, value: &Expr, at: Origin) -> Value {
        let early = self.place(place);
        let early = self.keep_address(early, &Writes::of(value), place);
        let new = self.value(value);
        let new = self.save(new, value.ty, value.at);
        let late = self.place(place);
        let cells = [early, late].map(|address| self.cell_at(address, place));
        let declared = self.scalar(place.ty).unwrap_or(super::fold::INT);
        let stored = self.fold.cast(cells[0].ty, new);
        let result = self.fold.cast(declared, stored.clone());
        if cells[0] == cells[1] {
            let [cell, _] = cells;
            self.graph.step(Op::Assign(cell, stored), at);
            return result;
        }
        let [early, late] = cells.each_ref().map(|cell| self.fold.address(cell.address.clone()));
        let after = self.differ(early, late, at, |lower, after| {
            lower.graph.step_to(Op::Assign(cells[1].clone(), stored.clone()), at, after);
        });
        let is_early = self.unknown_order(value.at);
        let starts = [self.graph.node(at), self.graph.node(at)];
        self.graph.branch(is_early, starts[0], starts[1], at);
        for (start, cell) in starts.into_iter().zip(cells) {
            self.graph.current = start;
            self.graph.step_to(Op::Assign(cell, stored.clone()), at, after);
        }
        self.graph.current = after;
        result
    }

    /// `place = condition ? then : otherwise`; arms with steps of their own store themselves.
    fn assign_conditional(
        &mut self,
        cell: Cell,
        place: &Place,
        [condition, then, otherwise]: [&Expr; 3],
        at: Origin,
    ) {
        let then = self.aside(then, Self::value);
        let otherwise = self.aside(otherwise, Self::value);
        if then.pure && otherwise.pure {
            let condition = self.truth(condition);
            let value = self.fold.conditional(condition, then.result, otherwise.result);
            self.store(cell, value, place, at, false);
            return;
        }
        self.branch(condition, then.start, otherwise.start);
        let after = self.graph.node(at);
        for arm in [then, otherwise] {
            self.graph.current = arm.end;
            self.store(cell.clone(), arm.result, place, at, false);
            self.graph.jump(after, at);
        }
        self.graph.current = after;
    }

    /// Stores a value of the place's type in its cell; the new value of the place if `wanted`.
    fn store(
        &mut self,
        cell: Cell,
        value: Value,
        place: &Place,
        at: Origin,
        wanted: bool,
    ) -> Value {
        let mut value = self.fold.cast(cell.ty, value);
        if self.writes_environment(place, at) {
            let value = self.save(value, place.ty, at);
            let declared = self.scalar(place.ty).unwrap_or(super::fold::INT);
            return self.fold.cast(declared, value);
        }
        if !wanted {
            self.graph.step(Op::Assign(cell, value), at);
            return Value::Bool(false);
        }
        let simple = matches!(cell.address.base, Base::Object(_)) && cell.address.terms.is_empty();
        if simple && !matches!(value, Value::Int(..)) {
            self.graph.step(Op::Assign(cell.clone(), value), at);
            return self.load_cell(cell, place);
        }
        if !matches!(value, Value::Int(..)) {
            value = self.save(value, place.ty, at);
            value = self.fold.cast(cell.ty, value);
        }
        self.graph.step(Op::Assign(cell, value.clone()), at);
        let declared = self.scalar(place.ty).unwrap_or(super::fold::INT);
        self.fold.cast(declared, value)
    }

    /// `op=`, `++` and `--`; the result of the expression if `wanted`.
    pub(super) fn update(&mut self, expr: &Expr, wanted: bool) -> Value {
        let at = expr.at;
        match &expr.kind {
            ExprKind::CompoundAssign { place, op, value, compute } => {
                if self.scalar(place.ty).is_none() || self.scalar(*compute).is_none() {
                    return self.update_aggregate(place, value, at);
                }
                let (cell, old, right) = self.place_and_value(place, value);
                let old = self.convert(old, place.ty, *compute, at);
                let new = self.binary(*op, old, right, *compute, at);
                let new = self.convert(new, *compute, place.ty, at);
                self.store(cell, new, place, at, wanted)
            }
            ExprKind::PointerAssign { place, index, stride, negative } => {
                let (cell, old, index) = self.place_and_value(place, index);
                let new = self.pointer_add(old, index, *stride, *negative);
                self.store(cell, new, place, at, wanted)
            }
            ExprKind::Increment { place, negative, prefix, stride } => {
                let address = self.place(place);
                let cell = self.cell_at(address, place);
                let mut old = self.old_value(&cell, place);
                if wanted && !*prefix {
                    old = self.save(old, place.ty, at);
                }
                let new = self.increment_value(old.clone(), place.ty, *negative, *stride, at);
                if *prefix {
                    return self.store(cell, new, place, at, wanted);
                }
                self.store(cell, new, place, at, false);
                old
            }
            _ => Value::Bool(false),
        }
    }

    /// A value one more or less; `stride` bytes for a pointer.
    fn increment_value(
        &mut self,
        old: Value,
        ty: TypeId,
        negative: bool,
        stride: u64,
        at: Origin,
    ) -> Value {
        let int = self.fold.int_type(&old);
        match self.types.get(ty) {
            CType::Pointer(_) => {
                self.pointer_add(old, Value::Int(1, super::fold::INT), stride, negative)
            }
            CType::Bool if negative => {
                let truth = self.fold.truth(old).negate();
                self.fold.cast(int, truth)
            }
            CType::Bool => Value::Int(1, int),
            CType::Float(_) => {
                let what = if negative { "`--`" } else { "`++`" };
                self.float_unknown(what, vec![old], ty, at)
            }
            _ => {
                let op = if negative { BinaryOp::Sub } else { BinaryOp::Add };
                if int.bits < self.types.model().int {
                    // Done in `int`, where it cannot overflow, and converted back.
                    let op = if negative { BinaryOp::Sub } else { BinaryOp::Add };
                    self.fold.binary(op, old, Value::Int(1, int))
                } else {
                    self.binary(op, old, Value::Int(1, int), ty, at)
                }
            }
        }
    }

    /// What is in the cell of a place.
    fn old_value(&mut self, cell: &Cell, place: &Place) -> Value {
        if self.is_environment(place) {
            return self.read_environment(place);
        }
        self.note_volatile(place);
        self.load_cell(cell.clone(), place)
    }

    /// The cell of a place, what is in it, and a value.
    fn place_and_value(&mut self, place: &Place, value: &Expr) -> (Cell, Value, Value) {
        let writes = Writes::of(value);
        let address = self.place(place);
        let fixed = !self.may_change_address(&address, &writes);
        let mut early = None;
        if self.open_order.contains(&value.at) {
            if fixed && Writes::of_place(place).is_empty() {
                let cell = self.cell_at(address.clone(), place);
                let old = self.load_cell(cell, place);
                early = Some(self.save(old, place.ty, value.at));
            } else {
                self.note_order(value.at);
            }
        }
        let address = self.keep_address(address, &writes, place);
        let cell = self.cell_at(address, place);
        let new = self.value(value);
        let mut old = self.old_value(&cell, place);
        if let Some(early) = early {
            let declared = self.scalar(place.ty).unwrap_or(super::fold::INT);
            let early = self.fold.cast(declared, early);
            old = self.either(early, old, place.ty, value.at);
        }
        (cell, old, new)
    }

    /// `op=` where complex numbers take part.
    fn update_aggregate(&mut self, place: &Place, value: &Expr, at: Origin) -> Value {
        let address = self.place(place);
        let address = self.keep_address(address, &Writes::of(value), place);
        self.effect(value);
        let note = self.note_unknown(crate::unsupported::COMPLEX_NUMBER, "arithmetic", at);
        self.graph.note_next(note);
        self.havoc_at(crate::mir::Havoc::Unknown, address.clone(), place.ty, None, at);
        if self.scalar(place.ty).is_some() {
            let cell = self.cell_at(address, place);
            return self.load_cell(cell, place);
        }
        Value::Bool(false)
    }
}
