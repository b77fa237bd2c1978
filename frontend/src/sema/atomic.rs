//! `__sync_*` and `__atomic_*` with their meaning in one thread.

use belnap_ir::expr::CompareOp;
use belnap_ir::span::Span;
use belnap_syntax::ast::{self, BinaryOp as Op};

use crate::ctype::{IntKind, TypeId};
use crate::hir::{Expr, ExprKind, ObjectId, Origin, Place, PlaceKind, Statement, StatementKind};

use super::{Res, Sema};

/// A sequence of statements with a value, in the making.
struct Sequence {
    statements: Vec<Statement>,
    at: Origin,
}

impl Sequence {
    fn effect(&mut self, value: Expr) {
        self.statements.push(Statement { kind: StatementKind::Expr(value), at: self.at });
    }

    fn finish(self, value: Expr) -> Expr {
        let ty = value.ty;
        let kind = ExprKind::StatementExpr(self.statements, Some(Box::new(value)));
        Expr { kind, ty, at: self.at }
    }
}

impl Sema<'_> {
    pub(crate) fn atomic(
        &mut self,
        name: &str,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Res<Option<Expr>> {
        let at = self.origin(span);
        let short = name.trim_start_matches('_');
        let short = short.strip_prefix("sync_").or_else(|| short.strip_prefix("atomic_"));
        let short = short.unwrap_or_default();
        // Sized variants such as `__sync_fetch_and_add_4`.
        let sized = [
            ("_1", IntKind::UnsignedChar),
            ("_2", IntKind::UnsignedShort),
            ("_4", IntKind::UnsignedInt),
            ("_8", IntKind::UnsignedLongLong),
            ("_16", IntKind::UnsignedInt128),
        ];
        let mut sized = sized
            .into_iter()
            .filter_map(|(suffix, kind)| short.strip_suffix(suffix).map(|short| (short, kind)));
        let (short, own) = sized.next().map_or((short, None), |(short, kind)| (short, Some(kind)));
        let values = self.values(arguments)?;
        let int = self.common.int;
        let void = self.common.void;
        match short {
            "synchronize" | "thread_fence" | "signal_fence" => {
                let zero = self.int_expr(0, int, at);
                return Ok(Some(Expr { kind: ExprKind::Convert(Box::new(zero)), ty: void, at }));
            }
            "always_lock_free" | "is_lock_free" => {
                return Ok(Some(self.int_expr(1, self.common.bool, at)));
            }
            _ => {}
        }
        let mut values = values.into_iter();
        let Some(pointer) = values.next() else { return Ok(None) };
        let rest: Vec<Expr> = values.collect();
        let Some(ty) = self.target(pointer.ty) else {
            let message = format!("'{name}' on something that is not a pointer");
            return Err(self.error("c-operand", span, message));
        };
        let ty = match own.map(|kind| self.types.int(kind)) {
            Some(own) if self.types.size_of(own) != self.types.size_of(ty) => own,
            _ if self.is_void(ty) => self.common.char,
            _ => ty,
        };
        if !self.is_scalar(ty) && !matches!(short, "load" | "store" | "exchange") {
            let mut operands = vec![pointer];
            operands.extend(rest);
            return Ok(Some(self.unsupported("concurrency", name, operands, int, at)));
        }
        let mut sequence = Sequence { statements: Vec::new(), at };
        let given = pointer.clone();
        let pointer = self.temporary("pointer", pointer, &mut sequence.statements);
        match self.atomic_on(short, pointer, ty, rest, sequence, span)? {
            Ok(value) => Ok(Some(value)),
            Err(mut operands) => {
                operands.push(given);
                Ok(Some(self.unsupported("concurrency", name, operands, int, at)))
            }
        }
    }

    /// The operation on `*pointer`, or its operands if it is not known.
    fn atomic_on(
        &mut self,
        short: &str,
        pointer: ObjectId,
        ty: TypeId,
        rest: Vec<Expr>,
        mut sequence: Sequence,
        span: Span,
    ) -> Res<Result<Expr, Vec<Expr>>> {
        let at = sequence.at;
        let void = self.common.void;
        let mut rest = rest.into_iter();
        let value = match short {
            "load_n" => self.pointee(pointer, ty, at),
            "load" => {
                let Some(to) = rest.next() else { return Ok(Err(Vec::new())) };
                let value = self.pointee(pointer, ty, at);
                let store = self.store(to, value, at)?;
                self.convert(store, void)
            }
            "store_n" | "lock_release" | "clear" => {
                let zero = self.int_expr(0, self.common.int, at);
                let value = if short == "store_n" { rest.next().unwrap_or(zero) } else { zero };
                let store = self.store_pointee(pointer, ty, value, at)?;
                self.convert(store, void)
            }
            "store" => {
                let Some(from) = rest.next() else { return Ok(Err(Vec::new())) };
                let value = self.at_pointer(from, ty, at);
                let store = self.store_pointee(pointer, ty, value, at)?;
                self.convert(store, void)
            }
            "exchange_n" | "lock_test_and_set" | "test_and_set" => {
                let one = self.int_expr(1, self.common.int, at);
                let value = if short == "test_and_set" { one } else { rest.next().unwrap_or(one) };
                let old = self.pointee(pointer, ty, at);
                let old = self.temporary("old", old, &mut sequence.statements);
                let store = self.store_pointee(pointer, ty, value, at)?;
                sequence.effect(store);
                let old = self.local(old, at);
                if short == "test_and_set" { self.convert(old, self.common.bool) } else { old }
            }
            "exchange" => {
                let (Some(from), Some(to)) = (rest.next(), rest.next()) else {
                    return Ok(Err(Vec::new()));
                };
                let old = self.pointee(pointer, ty, at);
                let old = self.temporary("old", old, &mut sequence.statements);
                let value = self.at_pointer(from, ty, at);
                let store = self.store_pointee(pointer, ty, value, at)?;
                sequence.effect(store);
                let old = self.local(old, at);
                let store = self.store(to, old, at)?;
                self.convert(store, void)
            }
            "bool_compare_and_swap" | "val_compare_and_swap" => {
                let (Some(expected), Some(desired)) = (rest.next(), rest.next()) else {
                    return Ok(Err(Vec::new()));
                };
                let expected = self.convert_for_assignment(expected, ty)?;
                let desired = self.convert_for_assignment(desired, ty)?;
                let old = self.pointee(pointer, ty, at);
                let old = self.temporary("old", old, &mut sequence.statements);
                let equal = self.local(old, at);
                let equal = self.compare(CompareOp::Eq, equal, expected, at)?;
                let equal = self.temporary("equal", equal, &mut sequence.statements);
                let store = self.store_pointee(pointer, ty, desired, at)?;
                self.when(equal, store, None, &mut sequence);
                if short == "val_compare_and_swap" {
                    self.local(old, at)
                } else {
                    let equal = self.local(equal, at);
                    self.convert(equal, self.common.bool)
                }
            }
            "compare_exchange_n" | "compare_exchange" => {
                let (Some(expected), Some(desired)) = (rest.next(), rest.next()) else {
                    return Ok(Err(Vec::new()));
                };
                let expected = self.temporary("expected", expected, &mut sequence.statements);
                let desired = match short {
                    "compare_exchange" => self.at_pointer(desired, ty, at),
                    _ => self.convert_for_assignment(desired, ty)?,
                };
                let old = self.pointee(pointer, ty, at);
                let old = self.temporary("old", old, &mut sequence.statements);
                let equal = self.local(old, at);
                let wanted = self.local(expected, at);
                let wanted = self.at_pointer(wanted, ty, at);
                let equal = self.compare(CompareOp::Eq, equal, wanted, at)?;
                let equal = self.temporary("equal", equal, &mut sequence.statements);
                let store = self.store_pointee(pointer, ty, desired, at)?;
                let old = self.local(old, at);
                let back = self.store_pointee(expected, ty, old, at)?;
                self.when(equal, store, Some(back), &mut sequence);
                let equal = self.local(equal, at);
                self.convert(equal, self.common.bool)
            }
            _ => {
                let Some((op, returns_new)) = read_modify_write(short) else {
                    return Ok(Err(rest.collect()));
                };
                let Some(value) = rest.next() else { return Ok(Err(Vec::new())) };
                let old = self.pointee(pointer, ty, at);
                let old = self.temporary("old", old, &mut sequence.statements);
                let current = self.local(old, at);
                let new = self.combine(op, current, value, ty, span)?;
                let store = self.store_pointee(pointer, ty, new, at)?;
                if returns_new {
                    store
                } else {
                    sequence.effect(store);
                    self.local(old, at)
                }
            }
        };
        Ok(Ok(sequence.finish(value)))
    }

    /// `old op value` in the type of the atomic; pointers are added to in bytes.
    fn combine(
        &mut self,
        op: Option<Op>,
        old: Expr,
        value: Expr,
        ty: TypeId,
        span: Span,
    ) -> Res<Expr> {
        let at = self.origin(span);
        let (old, value) = if self.is_pointer(ty) {
            (
                self.convert(old, self.common.size),
                self.convert_for_assignment(value, self.common.size)?,
            )
        } else {
            (old, self.convert_for_assignment(value, ty)?)
        };
        let combined = match op {
            Some(op) => self.binary(op, old, value, at)?,
            None => {
                let both = self.binary(Op::BitAnd, old, value, at)?;
                let ty = both.ty;
                let op = crate::hir::UnaryOp::BitNot;
                Expr { kind: ExprKind::Unary(op, Box::new(both)), ty, at }
            }
        };
        self.convert_for_assignment(combined, ty)
    }

    fn local(&self, object: ObjectId, at: Origin) -> Expr {
        let place = self.object_place(object, at);
        let ty = place.ty;
        Expr { kind: ExprKind::Load(Box::new(place)), ty, at }
    }

    fn pointee_place(&self, pointer: ObjectId, ty: TypeId, at: Origin) -> Place {
        let pointer = self.local(pointer, at);
        Place { kind: PlaceKind::Deref(Box::new(pointer)), ty, bits: None, at }
    }

    fn pointee(&self, pointer: ObjectId, ty: TypeId, at: Origin) -> Expr {
        let place = self.pointee_place(pointer, ty, at);
        Expr { kind: ExprKind::Load(Box::new(place)), ty, at }
    }

    /// The value a pointer points to, as type `ty`.
    fn at_pointer(&self, pointer: Expr, ty: TypeId, at: Origin) -> Expr {
        let kind = PlaceKind::Deref(Box::new(pointer));
        let place = Place { kind, ty, bits: None, at };
        Expr { kind: ExprKind::Load(Box::new(place)), ty, at }
    }

    fn store_pointee(
        &mut self,
        pointer: ObjectId,
        ty: TypeId,
        value: Expr,
        at: Origin,
    ) -> Res<Expr> {
        let value = self.convert_for_assignment(value, ty)?;
        let place = self.pointee_place(pointer, ty, at);
        Ok(Expr { kind: ExprKind::Assign(Box::new(place), Box::new(value)), ty, at })
    }

    /// `*to = value`
    fn store(&mut self, to: Expr, value: Expr, at: Origin) -> Res<Expr> {
        let ty = value.ty;
        let kind = PlaceKind::Deref(Box::new(to));
        let place = Place { kind, ty, bits: None, at };
        Ok(Expr { kind: ExprKind::Assign(Box::new(place), Box::new(value)), ty, at })
    }

    fn when(
        &self,
        condition: ObjectId,
        then: Expr,
        otherwise: Option<Expr>,
        sequence: &mut Sequence,
    ) {
        let at = sequence.at;
        let statement = |value: Expr| Box::new(Statement { kind: StatementKind::Expr(value), at });
        let condition = self.local(condition, at);
        let kind = StatementKind::If(condition, statement(then), otherwise.map(statement));
        sequence.statements.push(Statement { kind, at });
    }
}

/// Operator (`None`: nand) and whether the new value is the result.
fn read_modify_write(short: &str) -> Option<(Option<Op>, bool)> {
    let (word, returns_new) = if let Some(word) = short.strip_prefix("fetch_and_") {
        (word, false)
    } else if let Some(word) = short.strip_suffix("_and_fetch") {
        (word, true)
    } else if let Some(word) = short.strip_prefix("fetch_") {
        (word, false)
    } else {
        (short.strip_suffix("_fetch")?, true)
    };
    let op = match word {
        "add" => Some(Op::Add),
        "sub" => Some(Op::Sub),
        "or" => Some(Op::BitOr),
        "and" => Some(Op::BitAnd),
        "xor" => Some(Op::BitXor),
        "nand" => None,
        _ => return None,
    };
    Some((op, returns_new))
}
