//! Functions that a model file declares with an attribute instead of a body. They become steps of
//! the caller: no parameters, no result of their own, conditions tested one atom at a time.
//!
//! | attribute | meaning |
//! |---|---|
//! | `belnap_nondet` | the result is a choice of the environment |
//! | `belnap_no_effect` | nothing changes; the result is unknown |
//! | `belnap_input` | a choice of the environment goes where each variadic argument points to |
//! | `belnap_scan` | the same, but what goes there follows from what is read: it is unknown |
//! | `belnap_halt` | the program ends |
//! | `belnap_fail` | an assertion has failed |
//! | `belnap_assume` | the program ends unless the argument is true |
//! | `belnap_assert` | an assertion fails unless the argument is true |

use belnap_ir::cfg::{AskedKind, Treatment, Weakens};
use belnap_ir::expr::CompareOp;

use crate::ctype::CType;
use crate::hir::{self, Expr, ExprKind};
use crate::mir::{Address, Cell, Havoc, NodeId, Op, Origin, Value};
use crate::unsupported;

use super::Lower;
use super::calls::Target;
use super::effects::Writes;
use super::reach::root_object;
use super::stmt::strip_conversions;

/// What stands for a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Behaviour {
    Nondet,
    NoEffect,
    Input,
    Scan,
    Halt,
    Fail,
    Assume,
    Assert,
}

/// What the attributes of a function say.
pub(super) fn behaviour(function: &hir::Function) -> Option<Behaviour> {
    function.attributes.iter().find_map(|attribute| {
        Some(match attribute.as_str() {
            "belnap_nondet" => Behaviour::Nondet,
            "belnap_no_effect" => Behaviour::NoEffect,
            "belnap_input" => Behaviour::Input,
            "belnap_scan" => Behaviour::Scan,
            "belnap_halt" => Behaviour::Halt,
            "belnap_fail" => Behaviour::Fail,
            "belnap_assume" => Behaviour::Assume,
            "belnap_assert" => Behaviour::Assert,
            _ => return None,
        })
    })
}

impl Lower<'_> {
    /// A call of a function with an attribute instead of a body.
    pub(super) fn call_behaviour(
        &mut self,
        behaviour: Behaviour,
        id: hir::FunctionId,
        expr: &Expr,
        arguments: &[Expr],
        target: Target,
        at: Origin,
    ) {
        match (behaviour, arguments) {
            (Behaviour::Assume | Behaviour::Assert, [condition, rest @ ..])
                if !matches!(strip_conversions(condition).kind, ExprKind::Int(0)) =>
            {
                let fine = self.graph.node(at);
                let otherwise = self.refuted(behaviour, at);
                self.branch(condition, fine, otherwise);
                self.graph.current = fine;
                rest.iter().for_each(|argument| self.effect(argument));
            }
            (Behaviour::Input, _) => self.input(Havoc::Nondet, id, arguments, target, at),
            (Behaviour::Scan, _) => self.input(Havoc::Unknown, id, arguments, target, at),
            (Behaviour::NoEffect, _) if self.stores_a_count(id, arguments) => {
                self.input(Havoc::Unknown, id, arguments, target, at);
            }
            _ => {
                self.note_argument_order(arguments);
                arguments.iter().rev().for_each(|argument| self.effect(argument));
                self.behave(behaviour, id, expr.ty, target, at);
            }
        }
    }

    /// Where control goes if the condition of an assumption or assertion is false.
    pub(super) fn refuted(&mut self, behaviour: Behaviour, at: Origin) -> NodeId {
        match behaviour {
            Behaviour::Assert | Behaviour::Fail => self.graph.failed(AskedKind::Assert, at),
            _ => self.graph.halted(at),
        }
    }

    /// What happens after the arguments were evaluated; `seen` is the type of the call.
    pub(super) fn behave(
        &mut self,
        behaviour: Behaviour,
        id: hir::FunctionId,
        seen: crate::ctype::TypeId,
        target: Target,
        at: Origin,
    ) {
        let havoc = match behaviour {
            Behaviour::Halt | Behaviour::Fail | Behaviour::Assume | Behaviour::Assert => {
                let end = self.refuted(behaviour, at);
                self.graph.step_to(Op::Skip, at, end);
                return;
            }
            Behaviour::Nondet => Havoc::Nondet,
            Behaviour::NoEffect | Behaviour::Input | Behaviour::Scan => Havoc::Unknown,
        };
        let function = &self.hir.functions[id.0 as usize];
        let own = self.result_type(function.ty);
        if havoc == Havoc::Unknown && !matches!(target, Target::Discard) {
            let detail = format!("result of `{}`", function.name);
            let note = self.note_unknown(unsupported::LIBRARY_FUNCTION, detail, at);
            self.graph.note_next(note);
        }
        match target {
            Target::Discard => self.graph.step(Op::Skip, at),
            Target::Scalar(cell, ty) if self.scalar(own).is_some() && !self.same_bits(own, ty) => {
                let any = self.temporary(own, at);
                self.havoc_at(havoc, any.address.clone(), own, None, at);
                let value = self.convert(Value::load(any), own, seen, at);
                let value = self.convert(value, seen, ty, at);
                let value = self.fold.cast(cell.ty, value);
                self.graph.step(Op::Assign(cell, value), at);
            }
            Target::Scalar(cell, ty) => self.havoc_at(havoc, cell.address, ty, None, at),
            Target::Aggregate(address, ty) => self.havoc_at(havoc, address, ty, None, at),
        }
    }

    /// A function like `scanf`.
    fn input(
        &mut self,
        havoc: Havoc,
        id: hir::FunctionId,
        arguments: &[Expr],
        target: Target,
        at: Origin,
    ) {
        let function = &self.hir.functions[id.0 as usize];
        let name = function.name.clone();
        let fixed = match self.types.get(function.ty) {
            CType::Function(ty) => ty.parameters.len(),
            _ => 0,
        };
        let (mut cells, mut pointers) = (Vec::new(), Vec::new());
        self.note_argument_order(arguments);
        for (index, argument) in arguments.iter().enumerate().rev() {
            if index < fixed || !self.may_be_pointer(argument) {
                self.effect(argument);
                continue;
            }
            let mut later = Writes::default();
            arguments[..index].iter().for_each(|argument| later.add(argument));
            let pointer = self.value(argument);
            let pointer = self.keep(pointer, argument.ty, &later, argument.at);
            match self.input_cell(&pointer, argument) {
                Some(cell) => cells.push(cell),
                None => pointers.push(pointer),
            }
        }
        cells.reverse();
        if !pointers.is_empty() {
            self.note_read(&name, at);
            self.graph.step(Op::HavocReachable(Havoc::Unknown, pointers), at);
        }
        match havoc {
            Havoc::Unknown => self.note_read(&name, at),
            Havoc::Nondet => {
                let detail = format!("`{name}` stores to all its arguments, whatever it returns");
                let word = unsupported::LIBRARY_FUNCTION;
                let note = self.note(word, detail, Treatment::Assumed, Weakens::Both, at);
                self.graph.note_next(note);
            }
        }
        let Target::Scalar(cell, ty) = target else {
            let op = if cells.is_empty() { Op::Skip } else { Op::Havoc(havoc, cells) };
            self.graph.step(op, at);
            return;
        };
        let any = self.temporary(ty, at);
        cells.push(any.clone());
        self.graph.step(Op::Havoc(havoc, cells), at);
        let fold = self.fold;
        let most = arguments.len().saturating_sub(fixed) as i128;
        let number = |number: i128| Value::int(number, cell.ty);
        let low = fold.compare(CompareOp::Ge, Value::load(any.clone()), number(0));
        let high = fold.compare(CompareOp::Le, Value::load(any.clone()), number(most));
        let result = fold.conditional(fold.and(low, high), Value::load(any), number(-1));
        self.graph.step(Op::Assign(cell, result), at);
    }

    /// Whether a function like `printf` may store how much it has written so far (`%n`).
    fn stores_a_count(&self, id: hir::FunctionId, arguments: &[Expr]) -> bool {
        let CType::Function(ty) = self.types.get(self.hir.functions[id.0 as usize].ty) else {
            return false;
        };
        let Some((before, rest)) = arguments.split_at_checked(ty.parameters.len()) else {
            return false;
        };
        let pointer = |argument: &Expr| {
            matches!(*self.types.get(argument.ty), CType::Pointer(target)
                if self.scalar(target).is_some_and(|int| int.bits > 8))
        };
        rest.iter().any(pointer) && before.last().is_some_and(|format| self.counts(format))
    }

    /// Whether a format has a `%n`; one that is no literal may.
    fn counts(&self, format: &Expr) -> bool {
        let text = match &strip_conversions(format).kind {
            ExprKind::AddressOf(place) => root_object(place)
                .map(|object| &self.hir.objects[object.0 as usize])
                .filter(|object| object.storage == hir::Storage::String)
                .and_then(|object| object.initializer.as_ref()),
            _ => None,
        };
        let Some(text) = text else { return true };
        let mut inside = false;
        text.items.iter().any(|(_, unit)| {
            let ExprKind::Int(unit) = unit.kind else { return true };
            let unit = u8::try_from(unit).map_or('?', char::from);
            let counts = inside && unit == 'n';
            inside = match inside {
                false => unit == '%',
                true => unit.is_ascii_digit() || "-+ #'.*hlLqjzt".contains(unit),
            };
            counts
        })
    }

    /// The next step stores something read that is not known.
    fn note_read(&mut self, name: &str, at: Origin) {
        let detail = format!("what `{name}` reads");
        let note = self.note_unknown(unsupported::LIBRARY_FUNCTION, detail, at);
        self.graph.note_next(note);
    }

    /// The number that a pointer to a number points to; text and the rest is none.
    fn input_cell(&self, pointer: &Value, argument: &Expr) -> Option<Cell> {
        let CType::Pointer(target) = *self.types.get(argument.ty) else { return None };
        let int = self.scalar(target).filter(|int| int.bits > 8)?;
        (!self.is_pointer(target)).then(|| Cell {
            address: Address::at(pointer.clone()),
            ty: int,
            bits: None,
        })
    }
}
