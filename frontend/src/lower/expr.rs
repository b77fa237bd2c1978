//! Expressions to values: effects become steps, in an order C permits (left to right).

use crate::hir::{self, BinaryOp, Expr, ExprKind, Place};
use crate::mir::{Address, Havoc, Op, Origin, Value};
use crate::unsupported;

use super::Lower;
use super::calls::Target;
use super::effects::Writes;
use super::external::is_missing;
use super::graph::Aside;
use super::reach::root_object;
use super::stmt::strip_conversions;
use crate::ctype::{CType, TypeId};

/// Deeper values are split with temporaries.
const MAX_DEPTH: usize = 60;

impl Lower<'_> {
    /// The value of a scalar expression; its effects are appended.
    pub(super) fn value(&mut self, expr: &Expr) -> Value {
        if self.scalar(expr.ty).is_none() {
            self.effect(expr);
            return Value::Int(0, super::fold::INT);
        }
        let value = self.evaluate(expr);
        if value.depth() > MAX_DEPTH { self.save(value, expr.ty, expr.at) } else { value }
    }

    /// The value, however deep; its effects are appended.
    fn evaluate(&mut self, expr: &Expr) -> Value {
        let (ty, at) = (expr.ty, expr.at);
        let int = self.scalar(ty).unwrap_or(super::fold::INT);
        match &expr.kind {
            ExprKind::Int(number) => Value::int(*number, int),
            ExprKind::Float(number) => self.float_constant(*number, ty, at),
            ExprKind::Load(place) => self.load(place),
            ExprKind::AddressOf(place) => self.address_of(place, at),
            ExprKind::Function(id) => self.function_address(*id, at),
            ExprKind::LabelAddress(label) => self.label_address(*label, at),
            ExprKind::Unary(op, operand) => {
                let operand = self.value(operand);
                self.unary(*op, operand, ty, at)
            }
            ExprKind::PointerAdd { pointer, index, stride, negative } => {
                let (mut start, index) = self.two(pointer, index);
                if self.is_other_view(pointer, *stride) && !matches!(index, Value::Int(..)) {
                    // An index of `&s` would be taken for one of the array that `s` begins with.
                    start = self.save(start, pointer.ty, at);
                }
                self.pointer_add(start, index, *stride, *negative)
            }
            ExprKind::PointerDifference(left, right, _)
            | ExprKind::Binary(BinaryOp::Sub, left, right)
                if is_label(left) || is_label(right) =>
            {
                self.effect(left);
                self.effect(right);
                let detail = "the distance of labels";
                self.unknown_because(unsupported::COMPUTED_GOTO, detail, ty, at)
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = self.two(left, right);
                self.binary(*op, left, right, ty, at)
            }
            ExprKind::PointerDifference(left, right, stride) => {
                let (left, right) = self.two(left, right);
                let bytes = self.fold.pointer_difference(left, right);
                let bytes = self.fold.cast(int, bytes);
                match i128::from(*stride) {
                    0 => self.unknown_because(unsupported::OTHER, "elements of no size", ty, at),
                    1 => bytes,
                    stride => self.fold.binary(BinaryOp::Div, bytes, Value::Int(stride, int)),
                }
            }
            ExprKind::Compare(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => {
                let truth = self.truth(expr);
                self.fold.cast(int, truth)
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise, expr)
            }
            ExprKind::Elvis(condition, otherwise) => self.elvis(condition, otherwise, expr),
            ExprKind::Convert(operand) => self.conversion(operand, ty, at),
            ExprKind::Assign(place, value) => self.assign(place, value, at, true),
            ExprKind::CompoundAssign { .. }
            | ExprKind::PointerAssign { .. }
            | ExprKind::Increment { .. } => self.update(expr, true),
            ExprKind::Call(..) | ExprKind::CallPointer(..) => {
                let cell = self.temporary(ty, at);
                self.call(expr, Target::Scalar(cell.clone(), ty), at);
                Value::load(cell)
            }
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.value(right)
            }
            ExprKind::StatementExpr(statements, value) => {
                self.statements(statements);
                match value {
                    Some(value) => self.value(value),
                    None => self.unknown_because(unsupported::OTHER, "a missing value", ty, at),
                }
            }
            ExprKind::Arguments => self.arguments_begin(),
            ExprKind::VaArg(next) => self.va_arg(next, ty, at),
            ExprKind::Unsupported { construct, detail, operands } => {
                self.unsupported(construct, detail, operands, expr)
            }
        }
    }

    /// The address of a place, or perhaps null if its object is defined nowhere.
    fn address_of(&mut self, place: &Place, at: Origin) -> Value {
        let address = self.place(place);
        let address = self.fold.address(address);
        match root_object(place).filter(|object| self.is_missing_object(*object)) {
            Some(object) => {
                let name = &self.hir.objects[object].name;
                self.or_null(name, address, at)
            }
            None => address,
        }
    }

    /// The address of a function, or perhaps null if it is defined nowhere.
    fn function_address(&mut self, id: hir::FunctionId, at: Origin) -> Value {
        let address = Value::Function(crate::mir::FunctionId(id.0));
        let function = &self.hir.functions[id];
        if is_missing(function) { self.or_null(&function.name, address, at) } else { address }
    }

    /// Two values, the left evaluated first.
    pub(super) fn two(&mut self, left: &Expr, right: &Expr) -> (Value, Value) {
        if self.open_order.contains(&right.at) {
            match (Writes::of(left).is_empty(), Writes::of(right).is_empty()) {
                (true, false) => {
                    let early = self.value(left);
                    let early = self.save(early, left.ty, left.at);
                    let second = self.value(right);
                    let late = self.value(left);
                    return (self.either(early, late, left.ty, right.at), second);
                }
                (false, true) => {
                    let early = self.value(right);
                    let early = self.save(early, right.ty, right.at);
                    let first = self.value(left);
                    let late = self.value(right);
                    return (first, self.either(early, late, right.ty, right.at));
                }
                _ => self.note_order(right.at),
            }
        }
        let first = self.value(left);
        let first = self.keep(first, left.ty, &Writes::of(right), left.at);
        (first, self.value(right))
    }

    /// The value, saved if what is evaluated later may change it.
    pub(super) fn keep(&mut self, value: Value, ty: TypeId, later: &Writes, at: Origin) -> Value {
        if self.may_change(&value, later) { self.save(value, ty, at) } else { value }
    }

    /// Whether a pointer is the address of an object, converted to one of elements of this size
    /// that the object is not made of.
    fn is_other_view(&self, pointer: &Expr, stride: u64) -> bool {
        let object = strip_conversions(pointer);
        let CType::Pointer(target) = *self.types.get(object.ty) else { return false };
        matches!(object.kind, ExprKind::AddressOf(_)) && self.types.size_of(target) != Some(stride)
    }

    /// `pointer + index * stride`, or minus.
    pub(super) fn pointer_add(
        &mut self,
        pointer: Value,
        index: Value,
        stride: u64,
        negative: bool,
    ) -> Value {
        let stride = i64::try_from(stride).unwrap_or(i64::MAX);
        let stride = if negative { -stride } else { stride };
        let address = self.fold.element(Address::at(pointer), index, stride);
        self.fold.address(address)
    }

    /// A conversion. What a call allocates gets its type from the pointer it is converted to.
    fn conversion(&mut self, operand: &Expr, ty: TypeId, at: Origin) -> Value {
        if self.is_void(operand.ty) || self.scalar(operand.ty).is_none() {
            let from = self.scalars(operand);
            let detail = "a conversion";
            return self.lost_because(unsupported::COMPLEX_NUMBER, detail, from, ty, at);
        }
        if matches!(self.types.get(ty), CType::Bool) {
            let truth = self.truth(operand);
            let int = self.scalar(ty).unwrap_or(super::fold::INT);
            return self.fold.cast(int, truth);
        }
        if self.is_pointer(ty) && self.is_direct_call(operand, ty) {
            let cell = self.temporary(ty, at);
            self.call(operand, Target::Scalar(cell.clone(), ty), at);
            return Value::load(cell);
        }
        let value = self.value(operand);
        self.convert(value, operand.ty, ty, at)
    }

    /// `condition ? then : otherwise`, as a value if the arms have no steps.
    fn conditional(
        &mut self,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
        expr: &Expr,
    ) -> Value {
        let then = self.aside(then, Self::value);
        let otherwise = self.aside(otherwise, Self::value);
        if then.pure && otherwise.pure {
            let condition = self.truth(condition);
            return self.fold.conditional(condition, then.result, otherwise.result);
        }
        self.branch(condition, then.start, otherwise.start);
        self.join_values(vec![then, otherwise], expr.ty, expr.at)
    }

    /// `condition ?: otherwise`
    fn elvis(&mut self, condition: &Expr, otherwise: &Expr, expr: &Expr) -> Value {
        let mut first = self.value(condition);
        if first.depth() > 3 {
            first = self.save(first, condition.ty, condition.at);
        }
        let truth = self.truth_of(first.clone(), condition.ty, condition.at);
        let then = self.aside(condition, |lower, condition| {
            lower.convert(first, condition.ty, expr.ty, expr.at)
        });
        let otherwise = self.aside(otherwise, Self::value);
        if then.pure && otherwise.pure {
            return self.fold.conditional(truth, then.result, otherwise.result);
        }
        self.graph.branch(truth, then.start, otherwise.start, condition.at);
        self.join_values(vec![then, otherwise], expr.ty, expr.at)
    }

    /// A temporary that gets the value of whichever aside control comes from.
    pub(super) fn join_values(&mut self, arms: Vec<Aside<Value>>, ty: TypeId, at: Origin) -> Value {
        let cell = self.temporary(ty, at);
        let after = self.graph.node(at);
        for arm in arms {
            self.graph.current = arm.end;
            let value = self.fold.cast(cell.ty, arm.result);
            self.graph.step_to(Op::Assign(cell.clone(), value), at, after);
        }
        self.graph.current = after;
        Value::load(cell)
    }

    /// What evaluating an expression appends, at a node that nothing leads to yet.
    pub(super) fn aside<T>(
        &mut self,
        expr: &Expr,
        evaluate: impl FnOnce(&mut Self, &Expr) -> T,
    ) -> Aside<T> {
        let begun = self.graph.begin_aside(expr.at);
        let result = evaluate(self, expr);
        self.graph.end_aside(begun, result)
    }

    /// A value we do not know; the reason is noted before.
    pub(super) fn unknown(&mut self, ty: TypeId, at: Origin) -> Value {
        self.unknown_from(Vec::new(), ty, at)
    }

    /// A value that is computed from others and that we do not know; the reason is noted before.
    pub(super) fn unknown_from(&mut self, from: Vec<Value>, ty: TypeId, at: Origin) -> Value {
        if matches!(self.types.get(ty), CType::Bool) {
            let truth = self.unknown_truth_from(from, at);
            return self.fold.cast(belnap_ir::types::IntType::unsigned(8), truth);
        }
        let cell = self.temporary(ty, at);
        self.graph.step(lose_cells(vec![cell.clone()], from), at);
        Value::load(cell)
    }

    /// A truth value we do not know; the reason is noted before.
    pub(super) fn unknown_truth(&mut self, at: Origin) -> Value {
        self.unknown_truth_from(Vec::new(), at)
    }

    /// A truth value that depends on others and that we do not know.
    pub(super) fn unknown_truth_from(&mut self, from: Vec<Value>, at: Origin) -> Value {
        let cell = self.temporary(self.known.byte, at);
        self.graph.step(lose_cells(vec![cell.clone()], from), at);
        self.fold.truth(Value::load(cell))
    }

    /// A value we do not know, and why.
    pub(super) fn unknown_because(
        &mut self,
        construct: &'static str,
        detail: impl Into<String>,
        ty: TypeId,
        at: Origin,
    ) -> Value {
        self.lost_because(construct, detail, Vec::new(), ty, at)
    }

    /// A value that is computed from others and that we do not know, and why.
    pub(super) fn lost_because(
        &mut self,
        construct: &'static str,
        detail: impl Into<String>,
        from: Vec<Value>,
        ty: TypeId,
        at: Origin,
    ) -> Value {
        let note = self.note_unknown(construct, detail, at);
        self.graph.note_next(note);
        self.unknown_from(from, ty, at)
    }

    /// The scalars of an operand that is not understood.
    pub(super) fn scalars(&mut self, operand: &Expr) -> Vec<Value> {
        if self.is_void(operand.ty) {
            self.effect(operand);
            return Vec::new();
        }
        if self.scalar(operand.ty).is_some() {
            return vec![self.value(operand)];
        }
        let address = self.aggregate(operand);
        let mut cells = Vec::new();
        self.cells(&address, operand.ty, &mut cells);
        cells.into_iter().map(Value::load).collect()
    }
}

/// The cells become unknown; constants do not matter.
pub(super) fn lose_cells(cells: Vec<crate::mir::Cell>, mut from: Vec<Value>) -> Op {
    from.retain(|value| !matches!(value, Value::Int(..)));
    if from.is_empty() { Op::Havoc(Havoc::Unknown, cells) } else { Op::Lost { cells, from } }
}

/// The address of a label, perhaps converted.
fn is_label(expr: &Expr) -> bool {
    matches!(strip_conversions(expr).kind, ExprKind::LabelAddress(_))
}
