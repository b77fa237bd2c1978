//! Sets the targets of computed jumps, which are known only at the end of a function.

use crate::hir::{
    Expr, ExprKind, Initializer, LabelId, Place, PlaceKind, Statement, StatementKind,
};

/// Gives every `goto *e` the labels whose addresses are taken.
pub(crate) fn set_targets(statements: &mut [Statement], taken: &[LabelId]) {
    for statement in statements {
        in_statement(statement, taken);
    }
}

fn in_statement(statement: &mut Statement, taken: &[LabelId]) {
    match &mut statement.kind {
        StatementKind::ComputedGoto(target, labels) => {
            in_expr(target, taken);
            *labels = taken.to_vec();
        }
        StatementKind::Expr(value) => in_expr(value, taken),
        StatementKind::Block(statements) => set_targets(statements, taken),
        StatementKind::Declare { initializer: Some(initializer), .. } => {
            in_initializer(initializer, taken);
        }
        StatementKind::If(condition, then, otherwise) => {
            in_expr(condition, taken);
            in_statement(then, taken);
            if let Some(otherwise) = otherwise {
                in_statement(otherwise, taken);
            }
        }
        StatementKind::Switch(value, body) | StatementKind::While(value, body) => {
            in_expr(value, taken);
            in_statement(body, taken);
        }
        StatementKind::DoWhile(body, value) => {
            in_expr(value, taken);
            in_statement(body, taken);
        }
        StatementKind::For { condition, step, body } => {
            for value in condition.iter_mut().chain(step) {
                in_expr(value, taken);
            }
            in_statement(body, taken);
        }
        StatementKind::Return(Some(value)) => in_expr(value, taken),
        _ => {}
    }
}

fn in_initializer(initializer: &mut Initializer, taken: &[LabelId]) {
    for (_, value) in &mut initializer.items {
        in_expr(value, taken);
    }
}

fn in_place(place: &mut Place, taken: &[LabelId]) {
    match &mut place.kind {
        PlaceKind::Object(_) => {}
        PlaceKind::Deref(value) | PlaceKind::Temporary(value) => in_expr(value, taken),
        PlaceKind::Field(base, ..) => in_place(base, taken),
        PlaceKind::Index(base, index) => {
            in_place(base, taken);
            in_expr(index, taken);
        }
        PlaceKind::Literal(_, initializer) => in_initializer(initializer, taken),
    }
}

fn in_expr(expr: &mut Expr, taken: &[LabelId]) {
    match &mut expr.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Arguments
        | ExprKind::Function(_)
        | ExprKind::LabelAddress(_) => {}
        ExprKind::Load(place) | ExprKind::AddressOf(place) | ExprKind::VaArg(place) => {
            in_place(place, taken)
        }
        ExprKind::Unary(_, operand) | ExprKind::Not(operand) | ExprKind::Convert(operand) => {
            in_expr(operand, taken)
        }
        ExprKind::Binary(_, left, right)
        | ExprKind::PointerAdd { pointer: left, index: right, .. }
        | ExprKind::PointerDifference(left, right, _)
        | ExprKind::Compare(_, left, right)
        | ExprKind::And(left, right)
        | ExprKind::Or(left, right)
        | ExprKind::Elvis(left, right)
        | ExprKind::Comma(left, right) => {
            in_expr(left, taken);
            in_expr(right, taken);
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            in_expr(condition, taken);
            in_expr(then, taken);
            in_expr(otherwise, taken);
        }
        ExprKind::Assign(place, value)
        | ExprKind::CompoundAssign { place, value, .. }
        | ExprKind::PointerAssign { place, index: value, .. } => {
            in_place(place, taken);
            in_expr(value, taken);
        }
        ExprKind::Increment { place, .. } => in_place(place, taken),
        ExprKind::Call(_, operands) | ExprKind::Unsupported { operands, .. } => {
            operands.iter_mut().for_each(|operand| in_expr(operand, taken));
        }
        ExprKind::CallPointer(callee, arguments) => {
            in_expr(callee, taken);
            arguments.iter_mut().for_each(|argument| in_expr(argument, taken));
        }
        ExprKind::StatementExpr(statements, value) => {
            set_targets(statements, taken);
            if let Some(value) = value {
                in_expr(value, taken);
            }
        }
    }
}
