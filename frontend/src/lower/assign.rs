//! Assignments: the place is evaluated, then the value, then it is stored.

use belnap_ir::expr::BinaryOp;

use crate::ctype::{CType, TypeId};
use crate::hir::{self, Expr, ExprKind, Place};
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
        self.note_order(value.at);
        if self.scalar(place.ty).is_none() {
            let address = self.place(place);
            let address = self.keep_address(address, &Writes::of(value), place);
            self.aggregate_into(address, place.ty, value, at);
            return Value::Bool(false);
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
                let (cell, right) = self.place_and_value(place, value);
                let old = self.load_cell(cell.clone(), place);
                let old = self.convert(old, place.ty, *compute, at);
                let new = self.binary(*op, old, right, *compute, at);
                let new = self.convert(new, *compute, place.ty, at);
                self.store(cell, new, place, at, wanted)
            }
            ExprKind::PointerAssign { place, index, stride, negative } => {
                let (cell, index) = self.place_and_value(place, index);
                let old = self.load_cell(cell.clone(), place);
                let new = self.pointer_add(old, index, *stride, *negative);
                self.store(cell, new, place, at, wanted)
            }
            ExprKind::Increment { place, negative, prefix, stride } => {
                let address = self.place(place);
                let cell = self.cell_at(address, place);
                self.note_volatile(place);
                let mut old = self.load_cell(cell.clone(), place);
                if wanted && !*prefix {
                    old = self.save(old, place.ty, at);
                }
                let new = self.stepped(old.clone(), place.ty, *negative, *stride, at);
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
    fn stepped(
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
                let truth = self.fold.truth(old).negated();
                self.fold.cast(int, truth)
            }
            CType::Bool => Value::Int(1, int),
            CType::Float(_) => self.float_unknown(if negative { "`--`" } else { "`++`" }, ty, at),
            _ => {
                let op = if negative { hir::BinaryOp::Sub } else { hir::BinaryOp::Add };
                if int.bits < super::fold::INT.bits {
                    // Done in `int`, where it cannot overflow, and converted back.
                    let op = if negative { BinaryOp::Sub } else { BinaryOp::Add };
                    self.fold.binary(op, old, Value::Int(1, int))
                } else {
                    self.binary(op, old, Value::Int(1, int), ty, at)
                }
            }
        }
    }

    /// The cell of a place, then a value.
    fn place_and_value(&mut self, place: &Place, value: &Expr) -> (Cell, Value) {
        self.note_order(value.at);
        let address = self.place(place);
        let address = self.keep_address(address, &Writes::of(value), place);
        let cell = self.cell_at(address, place);
        let value = self.value(value);
        self.note_volatile(place);
        (cell, value)
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
