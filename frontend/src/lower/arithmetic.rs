//! Arithmetic with the guards that C's undefined cases need: division by zero and its overflow
//! end the program (as the machine does, which is assumed at that place), shifts out of range are
//! unknown, and in mode `undefined` signed overflow ends the program.

use belnap_ir::cfg::IntegerMode;
use belnap_ir::expr::{BinaryOp, CompareOp, UnaryOp};
use belnap_ir::types::{IntType, Type};

use crate::ctype::TypeId;
use crate::mir::{Op, Origin, Value};
use crate::unsupported;

use super::Lower;
use super::fold::{Fold, preserves};

/// What is assumed of a division.
const BY_ZERO: &str = "dividing by zero ends the program";
const BY_MINUS_ONE: &str = "dividing the smallest number by -1 ends the program";

/// Values deeper than this are saved before they are used twice.
const SIMPLE: usize = 4;

impl Lower<'_> {
    /// `op operand`, of type `ty`.
    pub(super) fn unary(&mut self, op: UnaryOp, operand: Value, ty: TypeId, at: Origin) -> Value {
        if self.is_float(ty) {
            return match op {
                UnaryOp::Neg => self.negate_float(operand, ty, at),
                UnaryOp::BitNot => self.float_unknown(op.symbol(), vec![operand], ty, at),
            };
        }
        let int = self.fold.int_type(&operand);
        match op {
            UnaryOp::Neg => {
                if self.checks_overflow(int) {
                    let smallest = Value::Int(minimum(int), int);
                    let fits = self.fold.compare(CompareOp::Ne, operand.clone(), smallest);
                    self.require(fits, at);
                }
                self.fold.unary(UnaryOp::Neg, operand)
            }
            UnaryOp::BitNot if self.is_mathematical() && !matches!(operand, Value::Int(..)) => {
                if !int.signed {
                    return self.leave_unmodelled("~", ty, at);
                }
                let negated = self.fold.unary(UnaryOp::Neg, operand);
                self.fold.binary(BinaryOp::Sub, negated, Value::Int(1, int))
            }
            UnaryOp::BitNot => self.fold.unary(UnaryOp::BitNot, operand),
        }
    }

    /// `left op right`, of type `ty`; the right operand of a shift has a type of its own.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: Value,
        right: Value,
        ty: TypeId,
        at: Origin,
    ) -> Value {
        if self.is_float(ty) {
            if let Some(number) = self.float_arithmetic(op, &left, &right, ty) {
                return self.float_constant(number, ty, at);
            }
            return self.float_unknown(&format!("`{}`", op.symbol()), vec![left, right], ty, at);
        }
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                self.guard_overflow(op, &left, &right, at);
                self.fold.binary(op, left, right)
            }
            BinaryOp::Div | BinaryOp::Rem => self.divide(op, left, right, at),
            BinaryOp::Shl | BinaryOp::Shr => self.shift(op, left, right, ty, at),
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                self.bits(op, left, right, ty, at)
            }
        }
    }

    /// The program ends unless the condition is true.
    pub(super) fn require(&mut self, condition: Value, at: Origin) {
        match condition {
            Value::Bool(true) => {}
            Value::Bool(false) => {
                let halted = self.graph.halted_node(at);
                self.graph.step_to(Op::Skip, at, halted);
            }
            condition => {
                let next = self.graph.node(at);
                let halted = self.graph.halted_node(at);
                self.graph.branch(condition, next, halted, at);
                self.graph.current = next;
            }
        }
    }

    fn is_mathematical(&self) -> bool {
        self.options.integers == IntegerMode::Mathematical
    }

    fn checks_overflow(&self, ty: IntType) -> bool {
        self.options.integers == IntegerMode::Undefined && ty.signed && ty.bits >= 32
    }

    /// An operation on bits, in mode `mathematical`.
    fn leave_unmodelled(&mut self, what: &str, ty: TypeId, at: Origin) -> Value {
        let detail = format!("`{what}` on unbounded numbers");
        self.unknown_because(unsupported::OTHER, detail, ty, at)
    }

    fn bits(&mut self, op: BinaryOp, left: Value, right: Value, ty: TypeId, at: Origin) -> Value {
        let constant = matches!((&left, &right), (Value::Int(..), Value::Int(..)));
        if self.is_mathematical() && !constant {
            return self.leave_unmodelled("bit operation", ty, at);
        }
        self.fold.binary(op, left, right)
    }

    /// In mode `undefined`, the program ends where a signed result does not fit.
    fn guard_overflow(&mut self, op: BinaryOp, left: &Value, right: &Value, at: Origin) {
        let int = self.fold.int_type(left);
        if !self.checks_overflow(int) || int.bits == IntType::MAX_BITS {
            return;
        }
        let fold = self.fold;
        let (low, high) = (minimum(int), maximum(int));
        let number = |value: i128| Value::Int(value, int);
        match (op, left, right) {
            (BinaryOp::Add, value, Value::Int(constant, _))
            | (BinaryOp::Add, Value::Int(constant, _), value) => {
                let fits = if *constant >= 0 {
                    fold.compare(CompareOp::Le, value.clone(), number(high - constant))
                } else {
                    fold.compare(CompareOp::Ge, value.clone(), number(low - constant))
                };
                self.require(fits, at);
            }
            (BinaryOp::Sub, value, Value::Int(constant, _)) => {
                let fits = if *constant >= 0 {
                    fold.compare(CompareOp::Ge, value.clone(), number(low + constant))
                } else {
                    fold.compare(CompareOp::Le, value.clone(), number(high + constant))
                };
                self.require(fits, at);
            }
            _ => {
                let wide = IntType::signed(2 * int.bits);
                let left = fold.cast(wide, left.clone());
                let right = fold.cast(wide, right.clone());
                let exact = fold.binary(op, left, right);
                self.require_in_range(exact, wide, low, high, at);
            }
        }
    }

    fn require_in_range(&mut self, exact: Value, wide: IntType, low: i128, high: i128, at: Origin) {
        let fold = self.fold;
        self.require(fold.compare(CompareOp::Le, exact.clone(), Value::Int(high, wide)), at);
        self.require(fold.compare(CompareOp::Ge, exact, Value::Int(low, wide)), at);
    }

    /// Division and remainder: the machine traps on zero, and where the quotient does not fit.
    fn divide(&mut self, op: BinaryOp, left: Value, right: Value, at: Origin) -> Value {
        let int = self.fold.int_type(&left);
        let fold = self.fold;
        if !never_zero(&right) {
            let note = self.note_assumed(unsupported::DIVISION, BY_ZERO, at);
            let (next, halted) = (self.graph.node(at), self.graph.halted_node(at));
            self.graph.branch_assuming(fold.truth(right.clone()), next, (halted, note), at);
            self.graph.current = next;
        }
        if let Value::Int(0, _) = right {
            return Value::Int(0, int);
        }
        if matches!(right, Value::Int(-1, _))
            && int.signed
            && self.options.integers == IntegerMode::Wrap
        {
            // Compilers make no division of this, and nothing traps.
            return match op {
                BinaryOp::Div => fold.unary(UnaryOp::Neg, left),
                _ => Value::Int(0, int),
            };
        }
        let quotient_fits = match (&left, &right) {
            _ if !int.signed || self.is_mathematical() => true,
            (_, Value::Int(divisor, _)) if *divisor != -1 => true,
            (Value::Int(number, _), _) if *number != minimum(int) => true,
            _ => never_smallest(fold, &left, int) || never_negative(fold, &right, int),
        };
        if !quotient_fits {
            let next = self.graph.node(at);
            let check = self.graph.node(at);
            let minus_one = Value::Int(-1, int);
            let fine = fold.compare(CompareOp::Ne, right.clone(), minus_one);
            self.graph.branch(fine, next, check, at);
            self.graph.current = check;
            let fine = fold.compare(CompareOp::Ne, left.clone(), Value::Int(minimum(int), int));
            let note = self.note_assumed(unsupported::DIVISION, BY_MINUS_ONE, at);
            let halted = self.graph.halted_node(at);
            self.graph.branch_assuming(fine, next, (halted, note), at);
            self.graph.current = next;
        }
        fold.binary(op, left, right)
    }

    fn shift(&mut self, op: BinaryOp, left: Value, count: Value, ty: TypeId, at: Origin) -> Value {
        let int = self.fold.int_type(&left);
        let fold = self.fold;
        if self.is_mathematical() {
            return self.mathematical_shift(op, left, &count, ty, at);
        }
        if in_range(fold, &count, i128::from(int.bits)) {
            self.guard_shift(op, &left, &count, int, at);
            return fold.binary(op, left, count);
        }
        if let Value::Int(number, _) = count {
            let detail = format!("shift by {number}");
            let from = vec![left];
            return self.lost_because(unsupported::UNDEFINED_SHIFT, detail, from, ty, at);
        }
        let mut count = count;
        if count.depth() > SIMPLE {
            count = self.save(count, self.known.size, at);
        }
        let own = fold.int_type(&count);
        let unsigned = IntType::unsigned(own.bits);
        let limit = Value::int(i128::from(int.bits), unsigned);
        let fits = fold.compare(CompareOp::Lt, fold.cast(unsigned, count.clone()), limit);
        self.guard_shift(op, &left, &count, int, at);
        // Only an execution that shifts too far meets the unknown value.
        let next = self.graph.node(at);
        let too_far = self.graph.node(at);
        self.graph.branch(fits.clone(), next, too_far, at);
        self.graph.current = too_far;
        let detail = "shift by a count that may be out of range";
        let from = vec![left.clone()];
        let other = self.lost_because(unsupported::UNDEFINED_SHIFT, detail, from, ty, at);
        self.graph.jump(next, at);
        self.graph.current = next;
        fold.conditional(fits, fold.binary(op, left, count), other)
    }

    /// In mode `undefined`, the program ends where `<<` loses bits of a signed number.
    fn guard_shift(&mut self, op: BinaryOp, left: &Value, count: &Value, int: IntType, at: Origin) {
        if op != BinaryOp::Shl || !self.checks_overflow(int) || int.bits == IntType::MAX_BITS {
            return;
        }
        let fold = self.fold;
        let wide = IntType::signed(2 * int.bits);
        self.require(fold.compare(CompareOp::Ge, left.clone(), Value::Int(0, int)), at);
        let exact = fold.binary(BinaryOp::Shl, fold.cast(wide, left.clone()), count.clone());
        let largest = Value::Int(maximum(int), wide);
        self.require(fold.compare(CompareOp::Le, exact, largest), at);
    }

    fn mathematical_shift(
        &mut self,
        op: BinaryOp,
        left: Value,
        count: &Value,
        ty: TypeId,
        at: Origin,
    ) -> Value {
        let int = self.fold.int_type(&left);
        let in_range = in_range(self.fold, count, i128::from(int.bits));
        match (op, &left, count) {
            (_, Value::Int(..), Value::Int(..)) if in_range => {
                self.fold.binary(op, left, count.clone())
            }
            (BinaryOp::Shl, _, Value::Int(count, _)) if in_range && *count < 126 => {
                let factor = 1i128 << count;
                if !int.contains(factor) {
                    return self.leave_unmodelled("<<", ty, at);
                }
                self.fold.binary(BinaryOp::Mul, left, Value::Int(factor, int))
            }
            _ => self.leave_unmodelled("shift", ty, at),
        }
    }
}

/// Evidently not zero.
fn never_zero(value: &Value) -> bool {
    match value {
        Value::Int(number, _) => *number != 0,
        Value::Binary(BinaryOp::BitOr, operands) => operands.iter().any(never_zero),
        _ => false,
    }
}

/// The smallest number of a signed type.
fn minimum(ty: IntType) -> i128 {
    i128::MIN >> (IntType::MAX_BITS - ty.bits)
}

/// The largest number of a signed type.
fn maximum(ty: IntType) -> i128 {
    i128::MAX >> (IntType::MAX_BITS - ty.bits)
}

/// The type of the number that a value extends.
fn narrow_type(fold: Fold, value: &Value, ty: IntType) -> Option<IntType> {
    let Value::Cast(_, inner) = value else { return None };
    match inner.type_of(fold.address) {
        Type::Int(from) if from.bits < ty.bits && preserves(from, ty) => Some(from),
        Type::Bool => Some(IntType::unsigned(1)),
        _ => None,
    }
}

/// Evidently not the smallest number of its type.
fn never_smallest(fold: Fold, value: &Value, ty: IntType) -> bool {
    narrow_type(fold, value, ty).is_some()
}

/// Evidently not negative.
fn never_negative(fold: Fold, value: &Value, ty: IntType) -> bool {
    narrow_type(fold, value, ty).is_some_and(|from| !from.signed)
}

/// Evidently a count below `width`.
fn in_range(fold: Fold, count: &Value, width: i128) -> bool {
    let below = |value: &Value| matches!(value, Value::Int(n, _) if (0..width).contains(n));
    match count {
        Value::Int(..) => below(count),
        Value::Binary(BinaryOp::BitAnd, operands) => operands.iter().any(below),
        Value::Binary(BinaryOp::Rem, operands) => {
            let unsigned = !fold.int_type(&operands[0]).signed;
            unsigned && matches!(operands[1], Value::Int(n, _) if (1..=width).contains(&n))
        }
        Value::Cast(ty, inner) => match inner.type_of(fold.address) {
            Type::Int(from) => preserves(from, *ty) && in_range(fold, inner, width),
            _ => width > 1 && *ty != IntType::signed(1),
        },
        Value::If(arms) => in_range(fold, &arms[1], width) && in_range(fold, &arms[2], width),
        Value::Load(cell) => !cell.ty.signed && cell.ty.bits < 7 && 1 << cell.ty.bits <= width,
        _ => false,
    }
}
