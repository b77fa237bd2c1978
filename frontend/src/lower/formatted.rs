//! Functions like `scanf` and `printf`: what they store, as far as their format says it.

use belnap_ir::expr::CompareOp;
use belnap_ir::types::IntType;

use crate::ctype::CType;
use crate::format;
use crate::hir::{self, Expr, ExprKind};
use crate::mir::{Address, Argument, Cell, Havoc, Op, Origin, Value};
use crate::unsupported;

use super::Lower;
use super::attributes::Behaviour;
use super::calls::{NamedCall, Target};
use super::effects::Writes;
use super::reach::root_object;
use super::stmt::strip_conversions;

impl Lower<'_> {
    /// A function like `scanf`. All its numbers can be read, whatever they are; or, unless what
    /// was read before forbids it, fewer of them, and the rest keeps its value.
    pub(super) fn input(
        &mut self,
        id: hir::FunctionId,
        arguments: &[Expr],
        target: Target,
        at: Origin,
    ) {
        let function = &self.hir.functions[id];
        let (name, result) = (function.name.clone(), self.result_type(function.ty));
        let Some(numbers) = self.numbers(id, arguments) else {
            self.scan(id, arguments, target, at);
            return;
        };
        let mut cells = self.read_targets(arguments, &numbers, at);
        let whole = self.temporary(self.known.byte, at);
        let mut chosen: Vec<Cell> = cells.iter().map(|(_, read)| read.clone()).collect();
        chosen.push(whole.clone());
        self.graph.step(Op::Havoc(Havoc::Nondet, chosen), at);
        let (fold, count) = (self.fold, self.temporary(result, at));
        let number = |number: usize| Value::int(number as i128, count.ty);
        let [all, fewer, after] = [self.graph.node(at), self.graph.node(at), self.graph.node(at)];
        self.graph.branch(fold.truth(Value::load(whole)), all, fewer, at);
        self.graph.current = all;
        for (cell, read) in &cells {
            self.graph.step(Op::Assign(cell.clone(), Value::load(read.clone())), at);
        }
        self.graph.step_to(Op::Assign(count.clone(), number(cells.len())), at, after);
        self.graph.current = fewer;
        self.note_read(&name, at);
        let part = self.unknown(result, at);
        let low = fold.compare(CompareOp::Ge, part.clone(), number(0));
        let high = fold.compare(CompareOp::Lt, part.clone(), number(cells.len()));
        let part = fold.conditional(fold.and(low, high), part, Value::int(-1, count.ty));
        self.graph.step(Op::Assign(count.clone(), part), at);
        cells.pop();
        for (index, (cell, read)) in cells.into_iter().enumerate() {
            let is_read = fold.compare(CompareOp::Gt, Value::load(count.clone()), number(index));
            let value = fold.conditional(is_read, Value::load(read), Value::load(cell.clone()));
            self.graph.step(Op::Assign(cell, value), at);
        }
        self.graph.jump(after, at);
        self.graph.current = after;
        if let Target::Scalar(cell, _) = target {
            let value = fold.cast(cell.ty, Value::load(count));
            self.graph.step(Op::Assign(cell, value), at);
        }
    }

    /// Evaluates the arguments; where each number goes, and a temporary for what is read.
    fn read_targets(
        &mut self,
        arguments: &[Expr],
        numbers: &[crate::ctype::TypeId],
        at: Origin,
    ) -> Vec<(Cell, Cell)> {
        self.note_argument_order(arguments);
        let fixed = arguments.len() - numbers.len();
        let mut cells = Vec::new();
        for (index, argument) in arguments.iter().enumerate().rev() {
            if index < fixed {
                self.effect(argument);
                continue;
            }
            let mut pointer = self.value(argument);
            let mut moves = false;
            pointer.for_each_cell(&mut |_| moves = true);
            if moves {
                pointer = self.save(pointer, argument.ty, argument.at);
            }
            let (address, ty) = (Address::at(pointer), numbers[index - fixed]);
            let Some(int) = self.scalar(ty) else { continue };
            cells.push((Cell { address, ty: int, bits: None }, self.temporary(ty, at)));
        }
        cells.reverse();
        cells
    }

    /// The types of the numbers that a format reads, if it reads nothing else and they are those
    /// of what the arguments point to.
    fn numbers(
        &self,
        id: hir::FunctionId,
        arguments: &[Expr],
    ) -> Option<Vec<crate::ctype::TypeId>> {
        let (before, rest) = arguments.split_at_checked(self.count_named_parameters(id))?;
        let widths = format::scanned_widths(&self.literal(before.last()?)?, self.types.model())?;
        let target = |argument: &Expr, bits: u8| match *self.types.get(argument.ty) {
            CType::Pointer(target) => {
                let number = matches!(self.types.get(target), CType::Int(_) | CType::Enum(_));
                let fits = self.scalar(target).is_some_and(|int| int.bits == bits);
                (number && fits).then_some(target)
            }
            _ => None,
        };
        if widths.len() != rest.len() {
            return None;
        }
        rest.iter().zip(widths).map(|(argument, bits)| target(argument, bits)).collect()
    }

    /// A function that stores something we do not know.
    pub(super) fn scan(
        &mut self,
        id: hir::FunctionId,
        arguments: &[Expr],
        target: Target,
        at: Origin,
    ) {
        let name = self.hir.functions[id].name.clone();
        let fixed = self.count_named_parameters(id);
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
            match self.number_at(&pointer, argument) {
                Some(cell) => cells.push(cell),
                None => pointers.push(pointer),
            }
        }
        cells.reverse();
        if !pointers.is_empty() {
            self.note_read(&name, at);
            self.graph.step(Op::HavocReachable(Havoc::Unknown, pointers), at);
        }
        self.note_read(&name, at);
        let Target::Scalar(cell, ty) = target else {
            let op = if cells.is_empty() { Op::Skip } else { Op::Havoc(Havoc::Unknown, cells) };
            self.graph.step(op, at);
            return;
        };
        let any = self.temporary(ty, at);
        cells.push(any.clone());
        self.graph.step(Op::Havoc(Havoc::Unknown, cells), at);
        let fold = self.fold;
        let most = arguments.len().saturating_sub(fixed) as i128;
        let number = |number: i128| Value::int(number, cell.ty);
        let low = fold.compare(CompareOp::Ge, Value::load(any.clone()), number(0));
        let high = fold.compare(CompareOp::Le, Value::load(any.clone()), number(most));
        let result = fold.conditional(fold.and(low, high), Value::load(any), number(-1));
        self.graph.step(Op::Assign(cell, result), at);
    }

    /// A call of a function like `printf` that has no other effect.
    pub(super) fn print_call(&mut self, call: NamedCall<'_>) {
        let NamedCall { function: id, expr, arguments, target, at } = call;
        let types: Vec<crate::ctype::TypeId> =
            arguments.iter().map(|argument| argument.ty).collect();
        let values = self.arguments(arguments, &types, true, at);
        self.print(id, arguments, &values, at);
        self.behave(Behaviour::NoEffect, id, expr.ty, target, at);
    }

    /// Whether a call of a function like `printf` has a format without `%n`, for all to see.
    pub(super) fn only_prints(&self, id: hir::FunctionId, arguments: &[Expr]) -> bool {
        let format =
            self.count_named_parameters(id).checked_sub(1).and_then(|last| arguments.get(last));
        let text = format.and_then(|format| self.literal(format));
        let counts = text.and_then(|text| format::find_counts(&text, self.types.model()));
        counts.is_some_and(|counts| counts.is_empty())
    }

    /// What a function like `printf` stores through its arguments: how much it has written so far.
    /// `arguments` are the values of those given.
    pub(super) fn print(
        &mut self,
        id: hir::FunctionId,
        given: &[Expr],
        arguments: &[Argument],
        at: Origin,
    ) {
        let named = self.count_named_parameters(id);
        let (Some(text), Some(Argument::Scalar(format, _)), Some(rest)) = (
            given.get(named.wrapping_sub(1)),
            arguments.get(named.wrapping_sub(1)),
            arguments.get(named..),
        ) else {
            return;
        };
        let mut pointers = Vec::new();
        for argument in rest {
            match argument {
                Argument::Scalar(value, ty) if !self.is_float(*ty) => pointers.push(value.clone()),
                Argument::Scalar(..) => {}
                Argument::Aggregate(address, ty) => self.pointers_at(address, *ty, &mut pointers),
            }
        }
        pointers.retain(|pointer| !matches!(pointer, Value::Int(..) | Value::Function(_)));
        let text = self.literal(text);
        if self.stores_text(id) {
            self.note_written_addresses(rest, text.as_deref(), at);
        }
        let counts = text.and_then(|text| format::find_counts(&text, self.types.model()));
        let cells = counts.and_then(|counts| {
            let cells = counts.into_iter().map(|(index, bits)| match rest.get(index)? {
                Argument::Scalar(pointer, ty) if self.is_pointer(*ty) => {
                    let address = Address::at(pointer.clone());
                    Some(Cell { address, ty: IntType::signed(bits), bits: None })
                }
                _ => None,
            });
            cells.collect::<Option<Vec<Cell>>>()
        });
        let op = match cells {
            Some(cells) if cells.is_empty() => return,
            Some(cells) => Op::Havoc(Havoc::Unknown, cells),
            None if pointers.is_empty() => return,
            None => Op::Print { format: format.clone(), pointers },
        };
        let detail = format!("what `{}` stores", self.hir.functions[id].name);
        let note = self.note_unknown(unsupported::LIBRARY_FUNCTION, detail, at);
        self.graph.note_next(note);
        self.graph.step(op, at);
    }

    /// Whether a function like `printf` stores what it writes, as `sprintf` does.
    fn stores_text(&self, id: hir::FunctionId) -> bool {
        let CType::Function(ty) = self.types.get(self.hir.functions[id].ty) else {
            return false;
        };
        let [to, _, ..] = ty.parameters.as_slice() else { return false };
        matches!(*self.types.get(*to), CType::Pointer(target) if self.scalar(target).is_some())
    }

    /// Addresses that are written as text can be read from there again.
    fn note_written_addresses(
        &mut self,
        arguments: &[Argument],
        format: Option<&[char]>,
        at: Origin,
    ) {
        let has_pointers = format.is_none_or(|format| format.contains(&'p'));
        let numbers = arguments.iter().filter_map(|argument| match argument {
            Argument::Scalar(value, ty) if has_pointers || !self.is_pointer(*ty) => Some(value),
            _ => None,
        });
        let from: Vec<Value> =
            numbers.filter(|value| !matches!(value, Value::Int(..))).cloned().collect();
        if !from.is_empty() {
            self.graph.step(Op::Lost { cells: Vec::new(), from }, at);
        }
    }

    /// The number of named parameters.
    fn count_named_parameters(&self, id: hir::FunctionId) -> usize {
        match self.types.get(self.hir.functions[id].ty) {
            CType::Function(ty) => ty.parameters.len(),
            _ => 0,
        }
    }

    /// The characters of a string literal.
    pub(super) fn literal(&self, text: &Expr) -> Option<Vec<char>> {
        let ExprKind::AddressOf(place) = &strip_conversions(text).kind else { return None };
        let object = &self.hir.objects[root_object(place)?];
        let text = object.initializer.as_ref();
        let text = text.filter(|_| object.storage == hir::Storage::String)?;
        let unit = |(_, unit): &(hir::Place, Expr)| match unit.kind {
            ExprKind::Int(unit) => u8::try_from(unit).ok().map(char::from),
            _ => None,
        };
        let units: Option<Vec<char>> = text.items.iter().map(unit).collect();
        Some(units?.into_iter().take_while(|&unit| unit != '\0').collect())
    }

    /// The next step stores something read that is not known.
    fn note_read(&mut self, name: &str, at: Origin) {
        let detail = format!("what `{name}` reads");
        let note = self.note_unknown(unsupported::LIBRARY_FUNCTION, detail, at);
        self.graph.note_next(note);
    }

    /// The number that a pointer to a number points to; text and the rest is none.
    fn number_at(&self, pointer: &Value, argument: &Expr) -> Option<Cell> {
        let CType::Pointer(target) = *self.types.get(argument.ty) else { return None };
        let int = self.scalar(target).filter(|int| int.bits > 8)?;
        (!self.is_pointer(target)).then(|| Cell {
            address: Address::at(pointer.clone()),
            ty: int,
            bits: None,
        })
    }
}
