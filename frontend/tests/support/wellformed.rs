//! What `hir.rs` promises about typed programs, checked.

use belnap_frontend::ctype::{CType, IntKind, TypeId};
use belnap_frontend::hir::{
    BinaryOp, Expr, ExprKind, Initializer, Place, PlaceKind, Program, Statement, StatementKind,
    Storage,
};

/// Violations of the contract.
pub fn violations(program: &Program) -> Vec<String> {
    let mut checker = Checker { program, found: Vec::new() };
    for object in &program.objects {
        if let Some(initializer) = &object.initializer {
            checker.initializer(initializer);
            for (_, value) in &initializer.items {
                checker.constant(value);
            }
        }
        let is_static = matches!(object.storage, Storage::Static | Storage::String);
        if is_static && program.types.size_of(object.ty).is_none() {
            checker.report(format!("static '{}' is incomplete", object.name));
        }
    }
    for function in &program.functions {
        if !matches!(program.types.get(function.ty), CType::Function(_)) {
            checker.report(format!("'{}' has no function type", function.name));
        }
        if let Some(body) = &function.body {
            checker.statements(body);
        }
    }
    checker.found
}

struct Checker<'p> {
    program: &'p Program,
    found: Vec<String>,
}

impl Checker<'_> {
    fn report(&mut self, message: String) {
        if self.found.len() < 10 {
            self.found.push(message);
        }
    }

    fn require(&mut self, holds: bool, what: &str, expr: &Expr) {
        if !holds {
            let mut text = format!("{:?}", expr.kind);
            text.truncate(300);
            let ty = self.program.types.display(expr.ty);
            self.report(format!("{what} at {:?} of type {ty}: {text}", expr.at));
        }
    }

    fn ty(&self, id: TypeId) -> &CType {
        self.program.types.get(id)
    }

    fn is_int(&self, id: TypeId) -> bool {
        matches!(self.ty(id), CType::Int(_) | CType::Bool | CType::Enum(_))
    }

    fn is_scalar(&self, id: TypeId) -> bool {
        self.program.types.scalar(id).is_some()
    }

    fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.ty(id), CType::Pointer(_))
    }

    /// A type that arithmetic is done in: promoted.
    fn is_computed(&self, id: TypeId) -> bool {
        match self.ty(id) {
            CType::Int(kind) => self.program.types.int_type(*kind).bits >= 32,
            CType::Float(_) => true,
            _ => false,
        }
    }

    fn constant(&mut self, value: &Expr) {
        let fine = matches!(
            value.kind,
            ExprKind::Int(_)
                | ExprKind::Float(_)
                | ExprKind::Function(_)
                | ExprKind::LabelAddress(_)
                | ExprKind::AddressOf(_)
                | ExprKind::PointerAdd { .. }
                | ExprKind::Convert(_)
                | ExprKind::Conditional(..)
                | ExprKind::Binary(..)
                | ExprKind::Unsupported { .. }
        );
        self.require(fine, "initial value is not constant", value);
    }

    fn initializer(&mut self, initializer: &Initializer) {
        for (place, value) in &initializer.items {
            self.place(place);
            self.expr(value);
            self.require(place.ty == value.ty, "initializer of another type", value);
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn condition(&mut self, value: &Expr) {
        self.expr(value);
        self.require(self.is_scalar(value.ty), "condition is not a scalar", value);
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Expr(value) => self.expr(value),
            StatementKind::Block(statements) => self.statements(statements),
            StatementKind::Declare { object, size, initializer } => {
                let ty = self.program.objects[*object].ty;
                if size.is_none() && self.program.types.size_of(ty).is_none() {
                    self.report(format!("local of unknown size at {:?}", statement.at));
                }
                if let Some(size) = size {
                    self.expr(size);
                }
                if let Some(initializer) = initializer {
                    self.initializer(initializer);
                }
            }
            StatementKind::If(value, then, otherwise) => {
                self.condition(value);
                self.statement(then);
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise);
                }
            }
            StatementKind::Switch(value, body) => {
                self.expr(value);
                self.require(self.is_computed(value.ty), "switch is not promoted", value);
                self.statement(body);
            }
            StatementKind::While(value, body) | StatementKind::DoWhile(body, value) => {
                self.condition(value);
                self.statement(body);
            }
            StatementKind::For { condition, step, body } => {
                if let Some(condition) = condition {
                    self.condition(condition);
                }
                if let Some(step) = step {
                    self.expr(step);
                }
                self.statement(body);
            }
            StatementKind::ComputedGoto(target, labels) => {
                self.expr(target);
                self.require(!labels.is_empty(), "computed goto without targets", target);
            }
            StatementKind::Return(Some(value)) => self.expr(value),
            StatementKind::Asm { outputs, inputs, .. } => {
                outputs.iter().for_each(|place| self.place(place));
                inputs.iter().for_each(|value| self.expr(value));
            }
            _ => {}
        }
    }

    fn place(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Object(_) => {}
            PlaceKind::Deref(pointer) => {
                self.expr(pointer);
                self.require(self.is_pointer(pointer.ty), "dereferenced value", pointer);
            }
            PlaceKind::Field(base, record, index) => {
                self.place(base);
                let layout = &self.program.types.record(*record).layout;
                match layout.as_ref().and_then(|layout| layout.fields.get(*index)) {
                    Some(field) if field.bits == place.bits => {}
                    _ => self.report(format!("no such field at {:?}", place.at)),
                }
                if !matches!(self.ty(base.ty), CType::Record(_)) {
                    self.report(format!("field of no record at {:?}", place.at));
                }
            }
            PlaceKind::Index(base, index) => {
                self.place(base);
                self.expr(index);
                self.require(self.is_int(index.ty), "index is not an integer", index);
                match self.ty(base.ty) {
                    CType::Array(element, _) if *element == place.ty => {}
                    _ => self.report(format!("element of no array at {:?}", place.at)),
                }
            }
            PlaceKind::Literal(_, initializer) => self.initializer(initializer),
            PlaceKind::Temporary(value) => self.expr(value),
        }
    }

    fn operands(&mut self, expr: &Expr, left: &Expr, right: &Expr) {
        self.expr(left);
        self.expr(right);
        self.require(left.ty == right.ty, "operands of different types", expr);
    }

    fn expr(&mut self, expr: &Expr) {
        let ty = expr.ty;
        let decayed = !matches!(self.ty(ty), CType::Array(..) | CType::Function(_));
        self.require(decayed, "value has not decayed", expr);
        let int = |checker: &Self, ty| matches!(checker.ty(ty), CType::Int(IntKind::Int));
        match &expr.kind {
            ExprKind::Int(value) => {
                let fits = self.program.types.scalar(ty).is_some_and(|int| int.contains(*value));
                self.require(fits, "number outside of its type", expr);
                self.require(!matches!(self.ty(ty), CType::Float(_)), "integer of type", expr);
            }
            ExprKind::Float(_) => {
                self.require(matches!(self.ty(ty), CType::Float(_)), "float of type", expr);
            }
            ExprKind::Load(place) => {
                self.place(place);
                self.require(place.ty == ty, "load of another type", expr);
            }
            ExprKind::AddressOf(place) => {
                self.place(place);
                self.require(self.is_pointer(ty), "address is not a pointer", expr);
                self.require(place.bits.is_none(), "address of a bit-field", expr);
            }
            ExprKind::Function(_) => self.require(self.is_pointer(ty), "function", expr),
            ExprKind::LabelAddress(_) => self.require(self.is_pointer(ty), "label", expr),
            ExprKind::Unary(_, operand) => {
                self.expr(operand);
                self.require(operand.ty == ty && self.is_computed(ty), "unary", expr);
            }
            ExprKind::Binary(op, left, right) => {
                if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                    self.expr(left);
                    self.expr(right);
                    self.require(self.is_computed(right.ty), "shift amount", expr);
                } else {
                    self.operands(expr, left, right);
                }
                self.require(left.ty == ty && self.is_computed(ty), "binary", expr);
                let float = matches!(self.ty(ty), CType::Float(_));
                let arithmetic =
                    matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div);
                self.require(!float || arithmetic, "bit operation on floats", expr);
            }
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.expr(pointer);
                self.expr(index);
                self.require(pointer.ty == ty && self.is_pointer(ty), "pointer sum", expr);
                self.require(self.is_int(index.ty), "pointer index", expr);
            }
            ExprKind::PointerDifference(left, right, stride) => {
                self.expr(left);
                self.expr(right);
                let fine = self.is_pointer(left.ty) && self.is_pointer(right.ty) && *stride > 0;
                self.require(fine, "pointer difference", expr);
            }
            ExprKind::Compare(_, left, right) => {
                self.operands(expr, left, right);
                self.require(self.is_scalar(left.ty) && int(self, ty), "comparison", expr);
            }
            ExprKind::Not(operand) => {
                self.condition(operand);
                self.require(int(self, ty), "not", expr);
            }
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                self.condition(left);
                self.condition(right);
                self.require(int(self, ty), "logical", expr);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.condition(condition);
                self.operands(expr, then, otherwise);
                self.require(then.ty == ty, "conditional", expr);
            }
            ExprKind::Elvis(condition, otherwise) => {
                self.condition(condition);
                self.expr(otherwise);
                self.require(otherwise.ty == ty, "elvis", expr);
            }
            ExprKind::Convert(operand) => {
                self.expr(operand);
                let scalars = self.is_scalar(operand.ty) && self.is_scalar(ty);
                let void = matches!(self.ty(ty), CType::Void);
                self.require(scalars || void, "conversion", expr);
                let pointer_and_float = self.is_pointer(ty)
                    && matches!(self.ty(operand.ty), CType::Float(_))
                    || self.is_pointer(operand.ty) && matches!(self.ty(ty), CType::Float(_));
                self.require(!pointer_and_float, "conversion of a float", expr);
            }
            ExprKind::Assign(place, value) => {
                self.place(place);
                self.expr(value);
                self.require(place.ty == ty && value.ty == ty, "assignment", expr);
            }
            ExprKind::CompoundAssign { place, op, value, compute } => {
                self.place(place);
                self.expr(value);
                let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
                let fine = (shift || value.ty == *compute) && self.is_computed(*compute);
                self.require(fine && place.ty == ty, "compound assignment", expr);
            }
            ExprKind::PointerAssign { place, index, .. } => {
                self.place(place);
                self.expr(index);
                let fine = self.is_pointer(ty) && place.ty == ty && self.is_int(index.ty);
                self.require(fine, "pointer assignment", expr);
            }
            ExprKind::Increment { place, .. } => {
                self.place(place);
                self.require(place.ty == ty && self.is_scalar(ty), "increment", expr);
            }
            ExprKind::Call(_, arguments) => self.arguments(arguments),
            ExprKind::CallPointer(callee, arguments) => {
                self.expr(callee);
                self.require(self.is_pointer(callee.ty), "callee", expr);
                self.arguments(arguments);
            }
            ExprKind::Comma(left, right) => {
                self.expr(left);
                self.expr(right);
                self.require(right.ty == ty, "comma", expr);
            }
            ExprKind::StatementExpr(statements, value) => {
                self.statements(statements);
                let value_type = value.as_ref().map(|value| value.ty);
                let fine = value_type.map_or(matches!(self.ty(ty), CType::Void), |of| of == ty);
                self.require(fine, "statement expression", expr);
                if let Some(value) = value {
                    self.expr(value);
                }
            }
            ExprKind::Arguments => {}
            ExprKind::VaArg(list) => self.place(list),
            ExprKind::Unsupported { operands, .. } => {
                operands.iter().for_each(|operand| self.expr(operand));
            }
        }
    }

    fn arguments(&mut self, arguments: &[Expr]) {
        for argument in arguments {
            self.expr(argument);
            let narrow = matches!(self.ty(argument.ty), CType::Void);
            self.require(!narrow, "void argument", argument);
        }
    }
}
