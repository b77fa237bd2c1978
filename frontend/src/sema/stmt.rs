//! Statements: blocks are flattened, labels and cases stand before what they label.

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::span::Span;
use belnap_syntax::ast::{self, Block, BlockItem, ForInit, StatementKind as Ast};
use belnap_syntax::symbol::Symbol;

use crate::hir::{Expr, ExprKind, LabelId, Statement, StatementKind};

use super::function::{Label, Switch};
use super::{FIRST_DEFINED, Failed, Res, Sema};

impl Sema<'_> {
    /// A block in its own scope.
    fn block(&mut self, block: &Block) -> Vec<Statement> {
        let mut statements = Vec::new();
        self.with_scope(|sema| sema.block_items(block, &mut statements));
        statements
    }

    /// What is in a block, in the current scope.
    pub(crate) fn block_items(&mut self, block: &Block, out: &mut Vec<Statement>) {
        let outer = self.enter_labels(&block.local_labels);
        for item in &block.items {
            if self.has_enough_errors() {
                break;
            }
            self.block_item(item, out);
        }
        self.leave_labels(outer);
    }

    /// Opens the scope of `__label__` declarations; whether there is one.
    fn enter_labels(&mut self, names: &[Symbol]) -> bool {
        if names.is_empty() {
            return false;
        }
        let labels = names
            .iter()
            .map(|&name| {
                let id = self.new_label(name);
                (name, Label { id, defined: None, at: crate::hir::Origin::default() })
            })
            .collect();
        if let Some(body) = &mut self.body {
            body.labels.push(labels);
        }
        true
    }

    fn leave_labels(&mut self, opened: bool) {
        if !opened {
            return;
        }
        let labels = self.body.as_mut().and_then(|body| body.labels.pop()).unwrap_or_default();
        for (name, label) in labels {
            // Declared but neither defined nor used is fine.
            if label.defined.is_none() && label.at != crate::hir::Origin::default() {
                let message = format!("label '{}' is not defined", self.name(name));
                self.error_at("c-label-defined", label.at, message);
            }
        }
    }

    fn new_label(&mut self, name: Symbol) -> LabelId {
        let id = LabelId(self.labels.len() as u32);
        self.labels.push(self.name(name).to_owned());
        id
    }

    fn block_item(&mut self, item: &BlockItem, out: &mut Vec<Statement>) {
        match item {
            BlockItem::Declaration(declaration) => {
                // Reported; what follows is still looked at.
                let _ = self.declaration(declaration, out);
            }
            BlockItem::Function(definition) => {
                let message = "a function is defined inside another one";
                self.error("c-nested-function", definition.declarator.span, message);
                if let Some(name) = definition.declarator.name {
                    self.reported.insert(name);
                }
            }
            BlockItem::Statement(statement) => self.statement(statement, out),
            BlockItem::StaticAssert(assertion) => self.static_assert(assertion),
        }
    }

    /// A statement; reported errors leave it out.
    pub(crate) fn statement(&mut self, statement: &ast::Statement, out: &mut Vec<Statement>) {
        let _ = self.try_statement(statement, out);
    }

    /// A statement as one: a block if it became several.
    fn single(&mut self, statement: &ast::Statement) -> Box<Statement> {
        let mut statements = Vec::new();
        self.with_scope(|sema| sema.statement(statement, &mut statements));
        let at = self.origin(statement.span);
        match statements.len() {
            1 => Box::new(statements.remove(0)),
            _ => Box::new(Statement { kind: StatementKind::Block(statements), at }),
        }
    }

    fn condition_of(&mut self, expr: &ast::Expr) -> Res<Expr> {
        let value = self.value(expr)?;
        self.condition(value)
    }

    /// Analyses the body of a loop, in which `break` and `continue` are allowed.
    fn loop_body(&mut self, statement: &ast::Statement) -> Box<Statement> {
        if let Some(body) = &mut self.body {
            body.breakable += 1;
            body.continuable += 1;
        }
        let single = self.single(statement);
        if let Some(body) = &mut self.body {
            body.breakable -= 1;
            body.continuable -= 1;
        }
        single
    }

    fn try_statement(&mut self, statement: &ast::Statement, out: &mut Vec<Statement>) -> Res<()> {
        let span = statement.span;
        let at = self.origin(span);
        let kind = match &statement.kind {
            Ast::Expr(None) => return Ok(()),
            Ast::Expr(Some(expr)) => StatementKind::Expr(self.value(expr)?),
            Ast::Block(block) => StatementKind::Block(self.block(block)),
            Ast::If(condition, then, otherwise) => {
                let condition = self.condition_of(condition);
                let then = self.single(then);
                let otherwise = otherwise.as_ref().map(|otherwise| self.single(otherwise));
                StatementKind::If(condition?, then, otherwise)
            }
            Ast::Switch(value, body) => return self.switch(value, body, span, out),
            Ast::While(condition, body) => {
                let condition = self.condition_of(condition);
                let body = self.loop_body(body);
                StatementKind::While(condition?, body)
            }
            Ast::DoWhile(body, condition) => {
                let body = self.loop_body(body);
                StatementKind::DoWhile(body, self.condition_of(condition)?)
            }
            Ast::For(parts) => {
                let statements = self.with_scope(|sema| sema.for_loop(parts, span))?;
                StatementKind::Block(statements)
            }
            Ast::Goto(name, label) => StatementKind::Goto(self.label(*name, *label)),
            Ast::ComputedGoto(target) => {
                let target = self.value(target)?;
                if let Some(body) = &mut self.body {
                    body.computed = true;
                }
                StatementKind::ComputedGoto(target, Vec::new())
            }
            Ast::Continue => {
                if self.body.as_ref().is_none_or(|body| body.continuable == 0) {
                    return Err(self.error("c-continue", span, "'continue' outside of a loop"));
                }
                StatementKind::Continue
            }
            Ast::Break => {
                if self.body.as_ref().is_none_or(|body| body.breakable == 0) {
                    let message = "'break' outside of a loop or switch";
                    return Err(self.error("c-break", span, message));
                }
                StatementKind::Break
            }
            Ast::Return(value) => return self.return_statement(value.as_ref(), span, out),
            Ast::Label(name, label, labelled) => {
                let id = self.label(*name, *label);
                self.define_label(*name, *label)?;
                let at = self.origin(*label);
                out.push(Statement { kind: StatementKind::Label(id), at });
                return self.try_statement(labelled, out);
            }
            Ast::Case(low, high, labelled) => {
                let case = self.case(low, high.as_ref(), span);
                if let Ok(Some((low_value, high_value))) = case {
                    let at = self.origin(low.span);
                    out.push(Statement { kind: StatementKind::Case(low_value, high_value), at });
                }
                return self.try_statement(labelled, out);
            }
            Ast::Default(labelled) => {
                self.default(span)?;
                out.push(Statement { kind: StatementKind::Default, at });
                return self.try_statement(labelled, out);
            }
            Ast::Asm(asm) => self.asm(asm, span)?,
        };
        out.push(Statement { kind, at });
        Ok(())
    }

    fn for_loop(&mut self, parts: &ast::For, span: Span) -> Res<Vec<Statement>> {
        let at = self.origin(span);
        let mut statements = Vec::new();
        match &parts.init {
            ForInit::Expr(None) => {}
            ForInit::Expr(Some(expr)) => {
                let value = self.value(expr)?;
                let at = value.at;
                statements.push(Statement { kind: StatementKind::Expr(value), at });
            }
            ForInit::Declaration(declaration) => self.declaration(declaration, &mut statements)?,
        }
        let condition = match &parts.condition {
            Some(condition) => self.condition_of(condition).map(Some),
            None => Ok(None),
        };
        let step = match &parts.step {
            Some(step) => self.value(step).map(Some),
            None => Ok(None),
        };
        let body = self.loop_body(&parts.body);
        let kind = StatementKind::For { condition: condition?, step: step?, body };
        statements.push(Statement { kind, at });
        Ok(statements)
    }

    fn switch(
        &mut self,
        value: &ast::Expr,
        statement: &ast::Statement,
        span: Span,
        out: &mut Vec<Statement>,
    ) -> Res<()> {
        let value = self.value(value)?;
        if !self.is_integer(value.ty) {
            let message = format!("a switch on a value of type '{}'", self.types.display(value.ty));
            return Err(self.error_at("c-switch", value.at, message));
        }
        let value = self.promote(value);
        if let Some(body) = &mut self.body {
            body.breakable += 1;
            body.switches.push(Switch {
                ty: value.ty,
                cases: std::collections::BTreeMap::new(),
                default: None,
            });
        }
        let inner = self.single(statement);
        if let Some(body) = &mut self.body {
            body.breakable -= 1;
            body.switches.pop();
        }
        let at = self.origin(span);
        out.push(Statement { kind: StatementKind::Switch(value, inner), at });
        Ok(())
    }

    /// The values of a case; `None` for an empty range.
    fn case(
        &mut self,
        low: &ast::Expr,
        high: Option<&ast::Expr>,
        span: Span,
    ) -> Res<Option<(i128, i128)>> {
        let ty = self.body.as_ref().and_then(|body| body.switches.last()).map(|switch| switch.ty);
        let Some(int) = ty.and_then(|ty| self.types.scalar(ty)) else {
            return Err(self.error("c-case", span, "a case outside of a switch"));
        };
        let first = int.wrap(self.constant_expr(low, "a case")?);
        let last = match high {
            Some(high) => int.wrap(self.constant_expr(high, "a case")?),
            None => first,
        };
        if last < first {
            return Ok(None);
        }
        let switch = self.body.as_mut().and_then(|body| body.switches.last_mut());
        let Some(switch) = switch else { return Err(Failed) };
        let before = switch.cases.range(..=last).next_back();
        if let Some((_, &(_, other))) = before.filter(|(_, (end, _))| *end >= first) {
            let message = format!("the case {first} occurs twice");
            let diagnostic = Diagnostic::at("c-case-unique", low.span, message);
            return Err(self.report(diagnostic.also(other, "it is one of these values")));
        }
        switch.cases.insert(first, (last, low.span));
        Ok(Some((first, last)))
    }

    fn default(&mut self, span: Span) -> Res<()> {
        let switch = self.body.as_mut().and_then(|body| body.switches.last_mut());
        match switch {
            None => Err(self.error("c-case", span, "'default' outside of a switch")),
            Some(Switch { default: Some(first), .. }) => {
                let diagnostic = Diagnostic::at("c-case-unique", span, "a switch has two defaults");
                let diagnostic = diagnostic.also(*first, "the first one is here");
                Err(self.report(diagnostic))
            }
            Some(switch) => {
                switch.default = Some(span);
                Ok(())
            }
        }
    }

    fn return_statement(
        &mut self,
        value: Option<&ast::Expr>,
        span: Span,
        out: &mut Vec<Statement>,
    ) -> Res<()> {
        let at = self.origin(span);
        let result = self.body.as_ref().map_or(self.common.void, |body| body.result);
        let value = match value {
            None => {
                if !self.is_void(result) {
                    let result = self.types.display(result);
                    let message = format!("'return' without a value in a function of '{result}'");
                    self.warn("c-return", at, message);
                }
                None
            }
            Some(expr) => {
                let value = self.value(expr)?;
                if self.is_void(result) {
                    if !self.is_void(value.ty) {
                        let message = "'return' with a value in a function that returns nothing";
                        self.warn("c-return", at, message.to_owned());
                    }
                    out.push(Statement { kind: StatementKind::Expr(value), at });
                    None
                } else {
                    Some(self.assigned(value, result)?)
                }
            }
        };
        out.push(Statement { kind: StatementKind::Return(value), at });
        Ok(())
    }

    /// A label, seen or not.
    fn label(&mut self, name: Symbol, span: Span) -> LabelId {
        let at = self.origin(span);
        if let Some(body) = &mut self.body {
            for labels in body.labels.iter_mut().rev() {
                if let Some(label) = labels.get_mut(&name) {
                    if label.at == crate::hir::Origin::default() {
                        label.at = at;
                    }
                    return label.id;
                }
            }
        }
        let id = self.new_label(name);
        if let Some(labels) = self.body.as_mut().and_then(|body| body.labels.first_mut()) {
            labels.insert(name, Label { id, defined: None, at });
        }
        id
    }

    fn define_label(&mut self, name: Symbol, span: Span) -> Res<()> {
        let Some(body) = &mut self.body else { return Ok(()) };
        let label = body.labels.iter_mut().rev().find_map(|labels| labels.get_mut(&name));
        match label {
            Some(Label { defined: Some(first), .. }) => {
                let first = *first;
                let message = format!("label '{}' is defined twice", self.name(name));
                let diagnostic = Diagnostic::at("c-label-unique", span, message);
                Err(self.report(diagnostic.also(first, FIRST_DEFINED)))
            }
            Some(label) => {
                label.defined = Some(span);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// `&&label`
    pub(crate) fn label_address(&mut self, name: Symbol, span: Span) -> Res<Expr> {
        if self.body.is_none() {
            return Err(self.error("c-label-defined", span, "a label outside of a function"));
        }
        let id = self.label(name, span);
        if let Some(body) = &mut self.body
            && !body.taken.contains(&id)
        {
            body.taken.push(id);
        }
        let at = self.origin(span);
        Ok(Expr { kind: ExprKind::LabelAddress(id), ty: self.common.void_pointer, at })
    }

    fn asm(&mut self, asm: &ast::Asm, span: Span) -> Res<StatementKind> {
        let mut outputs = Vec::with_capacity(asm.outputs.len());
        for output in &asm.outputs {
            outputs.push(self.place(output)?);
        }
        let inputs = self.values(&asm.inputs)?;
        let labels = asm.labels.iter().map(|&name| self.label(name, span)).collect();
        let clobbers_memory = asm.clobbers_memory;
        Ok(StatementKind::Asm { outputs, inputs, clobbers_memory, labels })
    }

    /// `({ … })`: the value of the last statement, if it is an expression.
    pub(crate) fn statement_expr(&mut self, block: &Block, span: Span) -> Res<Expr> {
        let at = self.origin(span);
        if self.body.is_none() {
            let message = "a statement expression outside of a function";
            return Err(self.error("c-statement-expression", span, message));
        }
        let errors = self.errors.len();
        let mut statements = Vec::new();
        self.with_scope(|sema| sema.block_items(block, &mut statements));
        if self.errors.len() > errors {
            return Err(Failed);
        }
        let has_value = match block.items.last() {
            Some(BlockItem::Statement(last)) => is_value(last),
            _ => false,
        };
        let mut value = None;
        if has_value
            && let Some(Statement { kind: StatementKind::Expr(_), .. }) = statements.last()
            && let Some(Statement { kind: StatementKind::Expr(last), .. }) = statements.pop()
        {
            value = Some(Box::new(last));
        }
        let ty = value.as_ref().map_or(self.common.void, |value| value.ty);
        Ok(Expr { kind: ExprKind::StatementExpr(statements, value), ty, at })
    }
}

/// Whether a statement is an expression, labels aside.
fn is_value(statement: &ast::Statement) -> bool {
    match &statement.kind {
        Ast::Expr(Some(_)) => true,
        Ast::Label(_, _, labelled) => is_value(labelled),
        _ => false,
    }
}
