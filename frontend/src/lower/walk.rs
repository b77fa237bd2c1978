//! Visiting everything inside an expression, place or statement.

use crate::hir::{Expr, ExprKind, Initializer, Place, PlaceKind, Statement, StatementKind};

/// Something visited.
#[derive(Clone, Copy)]
pub(super) enum Item<'a> {
    Expr(&'a Expr),
    Place(&'a Place),
    Statement(&'a Statement),
}

/// Visits `root` and everything inside, what contains before what is contained.
pub(super) fn walk<'a>(root: Item<'a>, visit: &mut impl FnMut(Item<'a>)) {
    visit(root);
    match root {
        Item::Expr(expr) => inside_expr(expr, visit),
        Item::Place(place) => inside_place(place, visit),
        Item::Statement(statement) => inside_statement(statement, visit),
    }
}

/// Visits what is inside an initializer.
pub(super) fn walk_initializer<'a>(initializer: &'a Initializer, visit: &mut impl FnMut(Item<'a>)) {
    for (place, value) in &initializer.items {
        walk(Item::Place(place), visit);
        walk(Item::Expr(value), visit);
    }
}

/// Visits statements.
pub(super) fn walk_all<'a>(statements: &'a [Statement], visit: &mut impl FnMut(Item<'a>)) {
    for statement in statements {
        walk(Item::Statement(statement), visit);
    }
}

fn inside_expr<'a>(expr: &'a Expr, visit: &mut impl FnMut(Item<'a>)) {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Arguments
        | ExprKind::Function(_)
        | ExprKind::LabelAddress(_) => {}
        ExprKind::Load(place)
        | ExprKind::AddressOf(place)
        | ExprKind::Increment { place, .. }
        | ExprKind::VaArg(place) => walk(Item::Place(place), visit),
        ExprKind::Unary(_, operand) | ExprKind::Not(operand) | ExprKind::Convert(operand) => {
            walk(Item::Expr(operand), visit)
        }
        ExprKind::Binary(_, left, right)
        | ExprKind::PointerDifference(left, right, _)
        | ExprKind::Compare(_, left, right)
        | ExprKind::And(left, right)
        | ExprKind::Or(left, right)
        | ExprKind::Elvis(left, right)
        | ExprKind::Comma(left, right)
        | ExprKind::PointerAdd { pointer: left, index: right, .. } => {
            walk(Item::Expr(left), visit);
            walk(Item::Expr(right), visit);
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            walk(Item::Expr(condition), visit);
            walk(Item::Expr(then), visit);
            walk(Item::Expr(otherwise), visit);
        }
        ExprKind::Assign(place, value)
        | ExprKind::CompoundAssign { place, value, .. }
        | ExprKind::PointerAssign { place, index: value, .. } => {
            walk(Item::Place(place), visit);
            walk(Item::Expr(value), visit);
        }
        ExprKind::Call(_, arguments) => {
            arguments.iter().for_each(|argument| walk(Item::Expr(argument), visit));
        }
        ExprKind::CallPointer(callee, arguments) => {
            walk(Item::Expr(callee), visit);
            arguments.iter().for_each(|argument| walk(Item::Expr(argument), visit));
        }
        ExprKind::StatementExpr(statements, value) => {
            walk_all(statements, visit);
            if let Some(value) = value {
                walk(Item::Expr(value), visit);
            }
        }
        ExprKind::Unsupported { operands, .. } => {
            operands.iter().for_each(|operand| walk(Item::Expr(operand), visit));
        }
    }
}

fn inside_place<'a>(place: &'a Place, visit: &mut impl FnMut(Item<'a>)) {
    match &place.kind {
        PlaceKind::Object(_) => {}
        PlaceKind::Deref(pointer) => walk(Item::Expr(pointer), visit),
        PlaceKind::Field(base, ..) => walk(Item::Place(base), visit),
        PlaceKind::Index(base, index) => {
            walk(Item::Place(base), visit);
            walk(Item::Expr(index), visit);
        }
        PlaceKind::Literal(_, initializer) => walk_initializer(initializer, visit),
        PlaceKind::Temporary(value) => walk(Item::Expr(value), visit),
    }
}

fn inside_statement<'a>(statement: &'a Statement, visit: &mut impl FnMut(Item<'a>)) {
    match &statement.kind {
        StatementKind::Expr(expr) | StatementKind::ComputedGoto(expr, _) => {
            walk(Item::Expr(expr), visit);
        }
        StatementKind::Block(statements) => walk_all(statements, visit),
        StatementKind::Declare { size, initializer, .. } => {
            if let Some(size) = size {
                walk(Item::Expr(size), visit);
            }
            if let Some(initializer) = initializer {
                walk_initializer(initializer, visit);
            }
        }
        StatementKind::If(condition, then, otherwise) => {
            walk(Item::Expr(condition), visit);
            walk(Item::Statement(then), visit);
            if let Some(otherwise) = otherwise {
                walk(Item::Statement(otherwise), visit);
            }
        }
        StatementKind::Switch(value, body) | StatementKind::While(value, body) => {
            walk(Item::Expr(value), visit);
            walk(Item::Statement(body), visit);
        }
        StatementKind::DoWhile(body, condition) => {
            walk(Item::Statement(body), visit);
            walk(Item::Expr(condition), visit);
        }
        StatementKind::For { condition, step, body } => {
            if let Some(condition) = condition {
                walk(Item::Expr(condition), visit);
            }
            walk(Item::Statement(body), visit);
            if let Some(step) = step {
                walk(Item::Expr(step), visit);
            }
        }
        StatementKind::Return(value) => {
            if let Some(value) = value {
                walk(Item::Expr(value), visit);
            }
        }
        StatementKind::Asm { outputs, inputs, .. } => {
            outputs.iter().for_each(|place| walk(Item::Place(place), visit));
            inputs.iter().for_each(|input| walk(Item::Expr(input), visit));
        }
        StatementKind::Label(_)
        | StatementKind::Case(..)
        | StatementKind::Default
        | StatementKind::Goto(_)
        | StatementKind::Break
        | StatementKind::Continue => {}
    }
}
