//! Statements.

use belnap_ir::expr::CompareOp;
use belnap_ir::types::IntType;

use crate::ctype::CType;
use crate::hir::{self, Expr, ExprKind, Initializer, ObjectId, Statement, StatementKind};
use crate::mir::{self, Address, Cell, Havoc, Op, Origin, Value};
use crate::unsupported;

use super::Lower;
use super::calls::Target;
use super::effects::Writes;
use super::walk::Item;

impl Lower<'_> {
    /// Statements in order. Declarations in a row that initialise nothing are one step.
    pub(super) fn statements(&mut self, statements: &[Statement]) {
        let mut rest = statements;
        while let Some((first, after)) = rest.split_first() {
            let declared = rest.iter().map_while(plain_declaration).count();
            if declared > 0 {
                let objects = rest[..declared].iter().filter_map(plain_declaration);
                let objects: Vec<mir::ObjectId> = objects.map(|id| mir::ObjectId(id.0)).collect();
                let at = through(first.at, rest[declared - 1].at);
                self.graph.here(at);
                self.graph.step(Op::Declare(objects.clone()), at);
                objects.into_iter().for_each(|object| self.truth_value(object, at));
                rest = &rest[declared..];
            } else {
                self.statement(first);
                rest = after;
            }
        }
    }

    /// A statement.
    pub(super) fn statement(&mut self, statement: &Statement) {
        let at = statement.at;
        self.graph.here(at);
        match &statement.kind {
            StatementKind::Expr(expr) => self.effect(expr),
            StatementKind::Block(statements) => self.statements(statements),
            StatementKind::Declare { object, size, initializer } => {
                self.declare(*object, size.as_ref(), initializer.as_ref(), at);
            }
            StatementKind::If(condition, then, otherwise) => {
                self.if_statement(condition, then, otherwise.as_deref());
            }
            StatementKind::Switch(value, body) => self.switch(value, body, at),
            StatementKind::While(condition, body) => {
                self.loop_statement(Some(condition), None, body, at);
            }
            StatementKind::DoWhile(body, condition) => self.do_while(body, condition, at),
            StatementKind::For { condition, step, body } => {
                self.loop_statement(condition.as_ref(), step.as_ref(), body, at);
            }
            StatementKind::Label(label) => self.label(*label, at),
            StatementKind::Case(..) | StatementKind::Default => self.case(at),
            StatementKind::Goto(label) => {
                let target = self.label_node(*label, at);
                self.graph.jump(target, at);
            }
            StatementKind::ComputedGoto(value, labels) => self.computed_goto(value, labels, at),
            StatementKind::Break => {
                if let Some(&target) = self.frame.breaks.last() {
                    self.graph.jump(target, at);
                }
            }
            StatementKind::Continue => {
                if let Some(&target) = self.frame.continues.last() {
                    self.graph.jump(target, at);
                }
            }
            StatementKind::Return(value) => self.return_statement(value.as_ref(), at),
            StatementKind::Asm { outputs, inputs, clobbers_memory, labels } => {
                self.asm(outputs, inputs, *clobbers_memory, labels, at);
            }
        }
    }

    fn declare(
        &mut self,
        object: ObjectId,
        size: Option<&Expr>,
        initializer: Option<&Initializer>,
        at: Origin,
    ) {
        if let Some(size) = size {
            self.array_size(object, size, at);
        }
        let id = mir::ObjectId(object.0);
        let Some(initializer) = initializer else {
            self.graph.step(Op::Declare(vec![id]), at);
            self.truth_value(id, at);
            return;
        };
        let mut itself = false;
        for (_, value) in &initializer.items {
            super::walk::walk(Item::Expr(value), &mut |item| {
                if let Item::Place(place) = item {
                    itself |= super::reach::root_object(place) == Some(object);
                }
            });
        }
        if itself {
            self.graph.step(Op::Declare(vec![id]), at);
        }
        self.initialize(object, initializer, at);
    }

    /// The size in bytes of an array of variable length: assumed to be one that an array has.
    fn array_size(&mut self, object: ObjectId, size: &Expr, at: Origin) {
        let (fold, bytes) = (self.fold, self.value(size));
        let number = |number| Value::int(number, fold.int_type(&bytes));
        let most = i128::MAX >> (IntType::MAX_BITS - fold.address.bits);
        let some = fold.compare(CompareOp::Ne, bytes.clone(), number(0));
        let fits = fold.compare(CompareOp::Le, bytes.clone(), number(most));
        let name = &self.hir.objects[object].name;
        let detail = format!("the length of `{name}` is positive");
        let note = self.note_assumed(unsupported::VARIABLE_LENGTH_ARRAY, detail, at);
        let (next, otherwise) = (self.graph.node(at), self.graph.node(at));
        self.graph.branch_assuming(fold.and(some, fits), next, (otherwise, note), at);
        self.graph.current = otherwise;
        self.graph.jump(next, at);
        self.graph.current = next;
        if self.options.asked.tracks_memory() {
            let kept = self.temporary_object(self.known.size, at);
            self.objects[mir::ObjectId(object.0)].bytes = Some(kept);
            let cell = Cell { address: Address::of(kept), ty: fold.int_type(&bytes), bits: None };
            self.graph.step(Op::Assign(cell, bytes), at);
        }
    }

    /// The name of the local whose address is returned, in so many words.
    fn dead_local(&self, value: &Expr) -> Option<String> {
        let ExprKind::AddressOf(place) = &strip_conversions(value).kind else { return None };
        let object = &self.hir.objects[super::reach::root_object(place)?];
        let is_local = matches!(object.storage, hir::Storage::Local | hir::Storage::Parameter);
        is_local.then(|| object.name.clone())
    }

    /// Makes what a variable holds a truth value, if it is of such a type.
    pub(super) fn truth_value(&mut self, object: mir::ObjectId, at: Origin) {
        if let CType::Bool = self.types.get(self.objects[object].ty) {
            let ty = IntType::unsigned(8);
            let cell = mir::Cell { address: Address::of(object), ty, bits: None };
            let truth = self.fold.truth(Value::load(cell.clone()));
            let value = self.fold.cast(ty, truth);
            self.graph.step(Op::Assign(cell, value), at);
        }
    }

    fn if_statement(&mut self, condition: &Expr, then: &Statement, otherwise: Option<&Statement>) {
        let after = self.graph.node(then.at);
        let then_node = self.graph.node(then.at);
        let else_node = otherwise.map_or(after, |otherwise| self.graph.node(otherwise.at));
        self.branch(condition, then_node, else_node);
        self.graph.current = then_node;
        self.statement(then);
        self.graph.jump(after, then.at);
        if let Some(otherwise) = otherwise {
            self.graph.current = else_node;
            self.statement(otherwise);
            self.graph.jump(after, otherwise.at);
        }
        self.graph.current = after;
    }

    /// `while` and `for`.
    fn loop_statement(
        &mut self,
        condition: Option<&Expr>,
        step: Option<&Expr>,
        body: &Statement,
        at: Origin,
    ) {
        let head_at = condition.map_or(at, |condition| condition.at);
        let head = self.graph.node(head_at);
        let inside = self.graph.node(body.at);
        let after = self.graph.node(at);
        let next = step.map_or(head, |step| self.graph.node(step.at));
        self.graph.jump(head, at);
        self.graph.current = head;
        match condition {
            Some(condition) => self.branch_loop(condition, inside, after),
            None => self.graph.step_to(Op::Skip, before(at, body.at), inside),
        }
        self.graph.current = inside;
        self.loop_body(body, after, next);
        self.graph.jump(next, at);
        if let Some(step) = step {
            self.graph.current = next;
            self.effect(step);
            self.graph.jump(head, step.at);
        }
        self.graph.current = after;
    }

    fn do_while(&mut self, body: &Statement, condition: &Expr, at: Origin) {
        let inside = self.graph.node(body.at);
        let next = self.graph.node(condition.at);
        let after = self.graph.node(at);
        self.graph.jump(inside, at);
        self.graph.current = inside;
        self.loop_body(body, after, next);
        self.graph.jump(next, at);
        self.graph.current = next;
        self.branch_loop(condition, inside, after);
        self.graph.current = after;
    }

    /// The body of a loop, in which `break` leads to `after` and `continue` to `next`.
    fn loop_body(&mut self, body: &Statement, after: mir::NodeId, next: mir::NodeId) {
        self.frame.breaks.push(after);
        self.frame.continues.push(next);
        self.statement(body);
        self.frame.breaks.pop();
        self.frame.continues.pop();
    }

    /// The condition of a loop: an endless one is a step of its own, so that it has a place.
    fn branch_loop(&mut self, condition: &Expr, inside: mir::NodeId, after: mir::NodeId) {
        if let ExprKind::Int(number) = strip_conversions(condition).kind
            && number != 0
        {
            self.graph.step_to(Op::Skip, condition.at, inside);
        } else {
            self.branch(condition, inside, after);
        }
    }

    fn return_statement(&mut self, value: Option<&Expr>, at: Origin) {
        let exit = self.frame.exit;
        self.note_return(at);
        let Some(result) = self.frame.result else {
            if let Some(value) = value {
                self.effect(value);
            }
            self.graph.jump(exit, at);
            return;
        };
        let ty = self.objects[result].ty;
        let to = Address::of(result);
        match value {
            None => self.return_nothing(result, at),
            Some(value) if self.scalar(ty).is_none() => {
                self.aggregate_into(to, ty, value, at);
                self.graph.jump(exit, at);
            }
            Some(value) => {
                let cell = mir::Cell {
                    address: to,
                    ty: self.scalar(ty).unwrap_or(super::fold::INT),
                    bits: None,
                };
                if self.is_direct_call(value, ty) {
                    self.call(value, Target::Scalar(cell, ty), at);
                    self.graph.jump(exit, at);
                } else if let Some(name) = self.dead_local(value) {
                    // Compilers return another address, such as null.
                    self.effect(value);
                    let detail = format!("the address of `{name}`, which is gone");
                    let note = self.note_unknown(unsupported::UNKNOWN_POINTER, detail, at);
                    self.graph.note_next(note);
                    self.graph.step_to(Op::Havoc(Havoc::Unknown, vec![cell]), at, exit);
                } else {
                    let value = self.value(value);
                    let value = self.fold.cast(cell.ty, value);
                    self.graph.step_to(Op::Assign(cell, value), at, exit);
                }
            }
        }
    }

    /// An expression for its effects.
    pub(super) fn effect(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Assign(place, value) => {
                self.assign(place, value, expr.at, false);
            }
            ExprKind::CompoundAssign { .. }
            | ExprKind::PointerAssign { .. }
            | ExprKind::Increment { .. } => {
                self.update(expr, false);
            }
            ExprKind::Call(..) | ExprKind::CallPointer(..) => {
                self.call(expr, Target::Discard, expr.at);
            }
            ExprKind::Convert(operand) | ExprKind::Not(operand) => self.effect(operand),
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.effect(right);
            }
            ExprKind::StatementExpr(statements, value) => {
                self.statements(statements);
                if let Some(value) = value {
                    self.effect(value);
                }
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let then = self.aside(then, |lower, then| lower.effect(then));
                let otherwise = self.aside(otherwise, |lower, otherwise| lower.effect(otherwise));
                self.join(condition, &then, &otherwise, expr.at);
            }
            ExprKind::And(condition, then) | ExprKind::Elvis(condition, then) => {
                let negated = matches!(expr.kind, ExprKind::Elvis(..));
                self.effect_under(condition, then, negated, expr.at);
            }
            ExprKind::Or(condition, otherwise) => {
                self.effect_under(condition, otherwise, true, expr.at);
            }
            ExprKind::Unsupported { construct, detail, operands } => {
                self.unsupported(construct, detail, operands, expr);
            }
            _ if self.scalar(expr.ty).is_some() => {
                self.value(expr);
            }
            _ if self.is_void(expr.ty) => {}
            _ => {
                self.aggregate(expr);
            }
        }
    }

    /// The effects of `body`, if `condition` is true (`negated`: false).
    fn effect_under(&mut self, condition: &Expr, body: &Expr, negated: bool, at: Origin) {
        let body = self.aside(body, |lower, body| lower.effect(body));
        if body.pure {
            self.effect(condition);
            return;
        }
        let after = self.graph.node(at);
        if negated {
            self.branch(condition, after, body.start);
        } else {
            self.branch(condition, body.start, after);
        }
        self.graph.current = body.end;
        self.graph.jump(after, at);
        self.graph.current = after;
    }

    /// One of two asides, by a condition.
    fn join(
        &mut self,
        condition: &Expr,
        then: &super::graph::Aside<()>,
        otherwise: &super::graph::Aside<()>,
        at: Origin,
    ) {
        if then.pure && otherwise.pure {
            self.effect(condition);
            return;
        }
        self.branch(condition, then.start, otherwise.start);
        let after = self.graph.node(at);
        for end in [then.end, otherwise.end] {
            self.graph.current = end;
            self.graph.jump(after, at);
        }
        self.graph.current = after;
    }

    /// The operands of something not understood; of a function, what they point to may change.
    /// Their scalars.
    pub(super) fn unknown_operands(
        &mut self,
        construct: &'static str,
        detail: &str,
        operands: &[Expr],
        at: Origin,
    ) -> Vec<Value> {
        let is_function =
            matches!(construct, unsupported::BUILTIN_FUNCTION | unsupported::CONCURRENCY);
        let (mut pointers, mut scalars) = (Vec::new(), Vec::new());
        for (index, operand) in operands.iter().enumerate() {
            if is_function && self.scalar(operand.ty).is_some() && self.may_be_pointer(operand) {
                let value = self.value(operand);
                let mut later = Writes::default();
                operands[index + 1..].iter().for_each(|operand| later.add(operand));
                pointers.push(self.keep(value, operand.ty, &later, operand.at));
            } else {
                scalars.extend(self.scalars(operand));
            }
        }
        scalars.extend(pointers.iter().cloned());
        pointers.retain(|pointer| !matches!(pointer, Value::Int(..) | Value::Function(_)));
        if !pointers.is_empty() {
            let note = self.note_unknown(construct, detail, at);
            self.graph.note_next(note);
            self.graph.step(Op::HavocReachable(Havoc::Unknown, pointers), at);
        }
        scalars
    }

    /// Something not understood: its operands, then a step with a note; the value is unknown.
    pub(super) fn unsupported(
        &mut self,
        construct: &'static str,
        detail: &str,
        operands: &[Expr],
        expr: &Expr,
    ) -> Value {
        let from = self.unknown_operands(construct, detail, operands, expr.at);
        let note = self.note_unknown(construct, detail, expr.at);
        self.graph.note_next(note);
        if self.scalar(expr.ty).is_some() {
            self.unknown_from(from, expr.ty, expr.at)
        } else {
            self.graph.step(Op::Lost { cells: Vec::new(), from }, expr.at);
            Value::Bool(false)
        }
    }
}

/// The object of a declaration that neither initialises nor computes a size.
fn plain_declaration(statement: &Statement) -> Option<ObjectId> {
    match &statement.kind {
        StatementKind::Declare { object, size: None, initializer: None } => Some(*object),
        _ => None,
    }
}

/// From the first to the last.
pub(super) fn through(first: Origin, last: Origin) -> Origin {
    if first.unit == last.unit { Origin { end: last.end.max(first.end), ..first } } else { first }
}

/// The operand of conversions.
pub(super) fn strip_conversions(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Convert(operand) => strip_conversions(operand),
        _ => expr,
    }
}

/// The part of a statement before its body.
fn before(at: Origin, body: Origin) -> Origin {
    if at.unit == body.unit && (at.start..=at.end).contains(&body.start) {
        Origin { end: body.start, ..at }
    } else {
        at
    }
}
