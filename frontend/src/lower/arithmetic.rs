//! Arithmetic with the guards that C's undefined cases need: division by zero and its overflow
//! end the program (as the machine does, which is assumed at that place), shifts out of range are
//! unknown, and in mode `undefined` signed overflow ends the program. Where a check is asked for,
//! it fails instead.

use belnap_ir::cfg::{AskedKind, IntegerMode};
use belnap_ir::expr::{BinaryOp, CompareOp, UnaryOp};
use belnap_ir::types::IntType;

use crate::checks::{division, overflow, shift};
use crate::ctype::TypeId;
use crate::hir;
use crate::mir::{NodeId, Op, Origin, Value};
use crate::unsupported;

use super::Lower;

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
                    let otherwise = self.overflow_node(at);
                    self.require(overflow::negatable(self.fold, &operand), otherwise, at);
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

    /// Control goes on if the condition is true, and to the given node otherwise.
    fn require(&mut self, condition: Value, otherwise: NodeId, at: Origin) {
        match condition {
            Value::Bool(true) => {}
            Value::Bool(false) => self.graph.step_to(Op::Skip, at, otherwise),
            condition => {
                let next = self.graph.node(at);
                self.graph.branch(condition, next, otherwise, at);
                self.graph.current = next;
            }
        }
    }

    /// Whether the user asks for a check here: not in models, which are not theirs.
    fn asks(&self, kind: AskedKind) -> bool {
        let is_model =
            |id: crate::mir::FunctionId| self.hir.functions[hir::FunctionId(id.0)].is_model;
        self.options.asked.has(kind) && !self.frame.function.is_some_and(is_model)
    }

    /// Where control goes if arithmetic overflows.
    fn overflow_node(&mut self, at: Origin) -> NodeId {
        match self.asks(AskedKind::Overflow) {
            true => self.graph.failed_node(AskedKind::Overflow, at),
            false => self.graph.halted_node(at),
        }
    }

    fn is_mathematical(&self) -> bool {
        self.options.integers == IntegerMode::Mathematical
    }

    fn checks_overflow(&self, ty: IntType) -> bool {
        let ends = self.options.integers == IntegerMode::Undefined;
        (ends || self.asks(AskedKind::Overflow)) && ty.signed && ty.bits >= self.types.model().int
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

    /// In mode `undefined`, the program ends where a signed result does not fit; a check fails.
    fn guard_overflow(&mut self, op: BinaryOp, left: &Value, right: &Value, at: Origin) {
        let int = self.fold.int_type(left);
        if !self.checks_overflow(int) {
            return;
        }
        if int.bits < IntType::MAX_BITS {
            let otherwise = self.overflow_node(at);
            for condition in overflow::conditions(self.fold, op, left, right) {
                self.require(condition, otherwise, at);
            }
        } else {
            self.guard_unknown(AskedKind::Overflow, "overflow of numbers of 128 bits", at);
        }
    }

    /// Whether a check of the widest numbers fails is not known, if it is asked for.
    fn guard_unknown(&mut self, kind: AskedKind, detail: &str, at: Origin) {
        if self.asks(kind) {
            let note = self.note_unknown(unsupported::OTHER, detail, at);
            self.graph.note_next(note);
            let fits = self.unknown_truth(at);
            let otherwise = self.graph.failed_node(kind, at);
            self.require(fits, otherwise, at);
        }
    }

    /// Division and remainder: the machine traps on zero, and where the quotient does not fit.
    fn divide(&mut self, op: BinaryOp, left: Value, right: Value, at: Origin) -> Value {
        let int = self.fold.int_type(&left);
        let fold = self.fold;
        if !division::never_zero(&right) {
            self.require_or_trap(fold.truth(right.clone()), AskedKind::Division, BY_ZERO, at);
        }
        if let Value::Int(0, _) = right {
            return Value::Int(0, int);
        }
        let kind = match self.asks(AskedKind::Overflow) {
            true => AskedKind::Overflow,
            false => AskedKind::Division,
        };
        if matches!(right, Value::Int(-1, _))
            && int.signed
            && self.options.integers == IntegerMode::Wrap
        {
            if self.asks(kind) {
                let otherwise = self.graph.failed_node(kind, at);
                self.require(overflow::negatable(fold, &left), otherwise, at);
            }
            // Compilers make no division of this, and nothing traps.
            return match op {
                BinaryOp::Div => fold.unary(UnaryOp::Neg, left),
                _ => Value::Int(0, int),
            };
        }
        if int.signed
            && !self.is_mathematical()
            && !division::quotient_fits(fold, &left, &right, int)
        {
            let next = self.graph.node(at);
            let check = self.graph.node(at);
            let minus_one = Value::Int(-1, int);
            let fine = fold.compare(CompareOp::Ne, right.clone(), minus_one);
            self.graph.branch(fine, next, check, at);
            self.graph.current = check;
            self.require_or_trap(overflow::negatable(fold, &left), kind, BY_MINUS_ONE, at);
            self.graph.jump(next, at);
            self.graph.current = next;
        }
        fold.binary(op, left, right)
    }

    /// Control goes on if the condition is true; else a check fails or, as is assumed, the machine
    /// ends the program.
    fn require_or_trap(
        &mut self,
        condition: Value,
        kind: AskedKind,
        assumed: &'static str,
        at: Origin,
    ) {
        if self.asks(kind) {
            let otherwise = self.graph.failed_node(kind, at);
            return self.require(condition, otherwise, at);
        }
        let note = self.note_assumed(unsupported::DIVISION, assumed, at);
        let (next, halted) = (self.graph.node(at), self.graph.halted_node(at));
        self.graph.branch_assuming(condition, next, (halted, note), at);
        self.graph.current = next;
    }

    fn shift(&mut self, op: BinaryOp, left: Value, count: Value, ty: TypeId, at: Origin) -> Value {
        let int = self.fold.int_type(&left);
        let fold = self.fold;
        if self.is_mathematical() {
            return self.mathematical_shift(op, left, &count, ty, at);
        }
        if shift::in_range(fold, &count, i128::from(int.bits)) {
            self.guard_shift(op, &left, &count, int, at);
            return fold.binary(op, left, count);
        }
        let asks = self.asks(AskedKind::Shift);
        if let (Value::Int(number, _), false) = (&count, asks) {
            let detail = format!("shift by {number}");
            let from = vec![left];
            return self.lost_because(unsupported::UNDEFINED_SHIFT, detail, from, ty, at);
        }
        let mut count = count;
        if count.depth() > SIMPLE {
            count = self.save(count, self.known.size, at);
        }
        let fits = shift::fits(fold, &count, int);
        if asks {
            let otherwise = self.graph.failed_node(AskedKind::Shift, at);
            let never = fits == Value::Bool(false);
            self.require(fits, otherwise, at);
            if never {
                return Value::Int(0, int);
            }
            self.guard_shift(op, &left, &count, int, at);
            return fold.binary(op, left, count);
        }
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

    /// In mode `undefined`, the program ends where `<<` loses bits of a signed number; a check
    /// fails.
    fn guard_shift(&mut self, op: BinaryOp, left: &Value, count: &Value, int: IntType, at: Origin) {
        let asks = self.asks(AskedKind::Shift);
        let guarded = asks || self.options.integers == IntegerMode::Undefined;
        if op != BinaryOp::Shl || !guarded || !int.signed || int.bits < self.types.model().int {
            return;
        }
        if int.bits == IntType::MAX_BITS {
            return self.guard_unknown(AskedKind::Shift, "shift of a number of 128 bits", at);
        }
        let otherwise = match asks {
            true => self.graph.failed_node(AskedKind::Shift, at),
            false => self.graph.halted_node(at),
        };
        for condition in shift::keeps(self.fold, left, count, int) {
            self.require(condition, otherwise, at);
        }
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
        let in_range = shift::in_range(self.fold, count, i128::from(int.bits));
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
