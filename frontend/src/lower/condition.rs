//! Expressions as truth values, and as branches.

use belnap_ir::expr::CompareOp;
use belnap_ir::types::Type;

use crate::ctype::{CType, TypeId};
use crate::hir::{Expr, ExprKind};
use crate::mir::{NodeId, Op, Origin, Value};

use super::Lower;
use super::fold::preserves;

impl Lower<'_> {
    /// Whether a scalar expression is not zero.
    pub(super) fn truth(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Compare(op, left, right) => {
                let ty = left.ty;
                let (left, right) = self.two(left, right);
                if self.is_float(ty) {
                    self.compare_floats(*op, &left, &right, ty, expr.at)
                } else {
                    self.fold.compare(*op, left, right)
                }
            }
            ExprKind::Not(operand) => self.truth(operand).negate(),
            ExprKind::And(left, right) => self.junction(left, right, true, expr.at),
            ExprKind::Or(left, right) => self.junction(left, right, false, expr.at),
            ExprKind::Convert(operand) if self.keeps_truth(operand, expr.ty) => self.truth(operand),
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.truth(right)
            }
            ExprKind::StatementExpr(statements, Some(value)) => {
                self.statements(statements);
                self.truth(value)
            }
            _ => {
                let value = self.value(expr);
                self.truth_of(value, expr.ty, expr.at)
            }
        }
    }

    /// Whether a value of a scalar type is not zero.
    pub(super) fn truth_of(&mut self, value: Value, ty: TypeId, at: Origin) -> Value {
        if self.is_float(ty) { self.truth_of_float(value, ty, at) } else { self.fold.truth(value) }
    }

    /// A conversion that is zero exactly where its operand is.
    fn keeps_truth(&self, operand: &Expr, to: TypeId) -> bool {
        if matches!(self.types.get(to), CType::Bool) {
            return self.scalar(operand.ty).is_some();
        }
        if is_truth(operand) {
            return !self.is_float(to) && self.scalar(to).is_some();
        }
        match (self.scalar(operand.ty), self.scalar(to)) {
            (Some(from), Some(into)) => {
                !self.is_float(operand.ty)
                    && !self.is_float(to)
                    && (preserves(from, into) || into.bits >= from.bits)
            }
            _ => false,
        }
    }

    /// `&&` (`conjunction`) or `||`: a value if the right operand has no steps.
    fn junction(&mut self, left: &Expr, right: &Expr, conjunction: bool, at: Origin) -> Value {
        let right = self.aside(right, Self::truth);
        if right.pure {
            let left = self.truth(left);
            return if conjunction {
                self.fold.and(left, right.result)
            } else {
                self.fold.or(left, right.result)
            };
        }
        let short = self.graph.node(at);
        let after = self.graph.node(at);
        if conjunction {
            self.branch(left, right.start, short);
        } else {
            self.branch(left, short, right.start);
        }
        let cell = self.temporary(self.known.bool_, at);
        self.graph.current = short;
        let decided = Value::int(i128::from(!conjunction), cell.ty);
        self.graph.step_to(Op::Assign(cell.clone(), decided), at, after);
        self.graph.current = right.end;
        let value = self.fold.cast(cell.ty, right.result);
        self.graph.step_to(Op::Assign(cell.clone(), value), at, after);
        self.graph.current = after;
        self.fold.truth(Value::load(cell))
    }

    /// Goes to `then` or `otherwise`, one test per atom; nothing leads to the current node after.
    pub(super) fn branch(&mut self, expr: &Expr, then: NodeId, otherwise: NodeId) {
        match &expr.kind {
            ExprKind::Not(operand) => self.branch(operand, otherwise, then),
            ExprKind::And(left, right) => {
                let between = self.graph.node(right.at);
                self.branch(left, between, otherwise);
                self.graph.current = between;
                self.branch(right, then, otherwise);
            }
            ExprKind::Or(left, right) => {
                let between = self.graph.node(right.at);
                self.branch(left, then, between);
                self.graph.current = between;
                self.branch(right, then, otherwise);
            }
            ExprKind::Convert(operand) if self.keeps_truth(operand, expr.ty) => {
                self.branch(operand, then, otherwise);
            }
            ExprKind::Compare(op @ (CompareOp::Eq | CompareOp::Ne), left, right)
                if is_truth(left) && is_zero(right) =>
            {
                if *op == CompareOp::Ne {
                    self.branch(left, then, otherwise);
                } else {
                    self.branch(left, otherwise, then);
                }
            }
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.branch(right, then, otherwise);
            }
            ExprKind::StatementExpr(statements, Some(value)) => {
                self.statements(statements);
                self.branch(value, then, otherwise);
            }
            ExprKind::Conditional(condition, first, second) => {
                let first_node = self.graph.node(first.at);
                let second_node = self.graph.node(second.at);
                self.branch(condition, first_node, second_node);
                self.graph.current = first_node;
                self.branch(first, then, otherwise);
                self.graph.current = second_node;
                self.branch(second, then, otherwise);
            }
            _ => {
                let condition = self.truth(expr);
                debug_assert_eq!(condition.type_of(self.fold.address), Type::Bool);
                self.graph.branch(condition, then, otherwise, expr.at);
            }
        }
    }
}

/// An expression that is 0 or 1 because it is a condition.
fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Compare(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => true,
        ExprKind::Convert(operand) => is_truth(operand),
        _ => false,
    }
}

fn is_zero(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(number) => *number == 0,
        ExprKind::Convert(operand) => is_zero(operand),
        _ => false,
    }
}
