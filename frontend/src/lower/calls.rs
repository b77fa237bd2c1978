//! Calls of functions with a body, and through pointers.

use crate::ctype::{CType, TypeId};
use crate::hir::{self, Expr, ExprKind};
use crate::mir::{Address, Argument, Callee, Cell, FunctionId, Havoc, Op, Origin, ResultTo, Value};
use crate::unsupported;

use super::Lower;
use super::attributes::prints;
use super::effects::Writes;
use super::stmt::strip_conversions;

/// Where the result of a call is wanted.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// Nowhere.
    Discard,
    /// In a cell that is not a bit-field, of a C type with the representation of the call's.
    Scalar(Cell, TypeId),
    /// At an address.
    Aggregate(Address, TypeId),
}

/// A call of a function by its name.
pub(super) struct NamedCall<'e> {
    pub function: hir::FunctionId,
    /// The call itself.
    pub expr: &'e Expr,
    pub arguments: &'e [Expr],
    pub target: Target,
    pub at: Origin,
}

impl Lower<'_> {
    /// Whether `value` is a call whose result can go straight to a cell of C type `ty`.
    pub(super) fn is_direct_call(&self, value: &Expr, ty: TypeId) -> bool {
        match &value.kind {
            ExprKind::Call(..) | ExprKind::CallPointer(..) => self.same_bits(value.ty, ty),
            ExprKind::Convert(operand) => {
                self.same_bits(value.ty, operand.ty) && self.is_direct_call(operand, ty)
            }
            _ => false,
        }
    }

    /// Both types have the same values, represented in the same way.
    pub(super) fn same_bits(&self, a: TypeId, b: TypeId) -> bool {
        let plain = |ty| !self.is_float(ty) && !matches!(self.types.get(ty), CType::Bool);
        a == b
            || (plain(a) && plain(b) && self.scalar(a).is_some_and(|x| self.scalar(b) == Some(x)))
    }

    /// A call, perhaps under conversions that change no bits.
    pub(super) fn call(&mut self, expr: &Expr, target: Target, at: Origin) {
        match &expr.kind {
            ExprKind::Convert(operand) => self.call(operand, target, at),
            ExprKind::Call(function, arguments) => {
                let function = *function;
                self.call_function(NamedCall { function, expr, arguments, target, at });
            }
            ExprKind::CallPointer(callee, arguments) => match &strip_conversions(callee).kind {
                ExprKind::Function(function) => {
                    let function = *function;
                    self.call_function(NamedCall { function, expr, arguments, target, at });
                }
                _ => self.call_pointer(callee, expr, arguments, target, at),
            },
            _ => {}
        }
    }

    fn call_function(&mut self, call: NamedCall<'_>) {
        let program = self.hir;
        let function = &program.functions[call.function];
        if let Some(outcomes) = self.action(call.function) {
            let NamedCall { function: id, arguments: given, target, at, .. } = call;
            let (parameters, open) = match program.types.get(function.ty) {
                CType::Function(ty) => (ty.parameters.clone(), ty.variadic || !ty.prototyped),
                _ => (Vec::new(), true),
            };
            let arguments = self.arguments(given, &parameters, open, at);
            self.action_step(id, outcomes, arguments, target, at);
            return;
        }
        if function.body.is_none() {
            match function.name.strip_prefix("__belnap_") {
                Some(name) => self.intrinsic(name, call.arguments, call.target, call.at),
                None => match call.arguments {
                    [size] if function.name == "alloca" => self.alloca(size, call.target, call.at),
                    _ => self.call_external(call),
                },
            }
            return;
        }
        let written = self.written(&call);
        let NamedCall { function: id, expr, arguments: given, target, at } = call;
        let parameters: Vec<TypeId> =
            function.parameters.iter().map(|parameter| program.objects[*parameter].ty).collect();
        let variadic = self.is_variadic(function.ty);
        let mut arguments = self.arguments(given, &parameters, variadic, at);
        if variadic {
            if prints(function) {
                self.print(id, given, &arguments, at);
            }
            if let Some(pieces) = written {
                let call = NamedCall { function: id, expr, arguments: given, target, at };
                self.write(call, &pieces, arguments);
                return;
            }
            let mut rest = arguments.split_off(parameters.len());
            if !self.looks[id] {
                rest.clear();
            }
            let more = given.get(parameters.len()..).unwrap_or_default();
            arguments.push(self.variable_arguments(more, rest, at));
        }
        let result = self.result_type(function.ty);
        let callee = Callee::Direct(FunctionId(id.0));
        self.call_step(callee, arguments, result, expr, target, at);
    }

    fn call_pointer(
        &mut self,
        callee: &Expr,
        expr: &Expr,
        arguments: &[Expr],
        target: Target,
        at: Origin,
    ) {
        let mut later = Writes::default();
        arguments.iter().for_each(|argument| later.add(argument));
        let pointer = self.value(callee);
        if self.may_change(&pointer, &later) {
            self.note_argument_order(arguments);
        }
        let pointer = self.keep(pointer, callee.ty, &later, callee.at);
        let ty = match *self.types.get(callee.ty) {
            CType::Pointer(ty) => ty,
            _ => callee.ty,
        };
        let parameters: Vec<TypeId> = arguments.iter().map(|argument| argument.ty).collect();
        let given = arguments;
        let mut arguments = self.arguments(arguments, &parameters, true, at);
        if let CType::Function(function) = self.types.get(ty)
            && function.variadic
        {
            let named = function.parameters.len();
            let rest = arguments.split_off(named);
            let more = given.get(named..).unwrap_or_default();
            arguments.push(self.variable_arguments(more, rest, at));
        }
        let callee = Callee::Indirect(pointer, ty);
        self.call_step(callee, arguments, expr.ty, expr, target, at);
    }

    /// Arguments from right to left, converted to the definition's parameters. Missing ones are
    /// unknown; surplus ones are dropped unless the function is variadic.
    pub(super) fn arguments(
        &mut self,
        arguments: &[Expr],
        parameters: &[TypeId],
        variadic: bool,
        at: Origin,
    ) -> Vec<Argument> {
        if arguments.last().is_some_and(|last| self.open_order.contains(&last.at)) {
            let scalars = arguments.iter().all(|argument| self.scalar(argument.ty).is_some());
            if let Some(only) = Self::only_effect(arguments)
                && scalars
                && arguments.len() <= parameters.len()
            {
                return self.arguments_around(arguments, parameters, only, at);
            }
            self.note_argument_order(arguments);
        }
        let mut later = vec![Writes::default()];
        for argument in &arguments[..arguments.len().saturating_sub(1)] {
            let mut writes = later.last().cloned().unwrap_or_default();
            writes.add(argument);
            later.push(writes);
        }
        let mut values = Vec::new();
        for (index, argument) in arguments.iter().enumerate().rev() {
            let writes = later.pop().unwrap_or_default();
            let wanted = match parameters.get(index) {
                Some(&ty) => ty,
                None if variadic => argument.ty,
                None => {
                    self.effect(argument);
                    let detail = "an argument more than there are parameters changes nothing";
                    let note = self.note_assumed(unsupported::MISMATCHED_CALL, detail, at);
                    self.graph.note_next(note);
                    continue;
                }
            };
            values.push(self.argument(argument, wanted, &writes));
        }
        values.reverse();
        self.missing_arguments(&mut values, parameters, at);
        values
    }

    /// Arguments of which only one has effects: the others are evaluated before or after it.
    fn arguments_around(
        &mut self,
        arguments: &[Expr],
        parameters: &[TypeId],
        only: usize,
        at: Origin,
    ) -> Vec<Argument> {
        let writes = Writes::of(&arguments[only]);
        let pairs = || arguments.iter().zip(parameters).enumerate();
        let mut early = Vec::with_capacity(arguments.len());
        for (index, (argument, &wanted)) in pairs() {
            early.push((index != only).then(|| self.argument(argument, wanted, &writes)));
        }
        let effect = self.argument(&arguments[only], parameters[only], &Writes::default());
        let mut values = Vec::with_capacity(parameters.len());
        for ((_, (argument, &wanted)), early) in pairs().zip(early) {
            let Some(early) = early else {
                values.push(effect.clone());
                continue;
            };
            let late = self.argument(argument, wanted, &Writes::default());
            values.push(match (early, late) {
                (Argument::Scalar(early, ty), Argument::Scalar(late, _)) => {
                    Argument::Scalar(self.either(early, late, ty, argument.at), ty)
                }
                (_, late) => late,
            });
        }
        self.missing_arguments(&mut values, parameters, at);
        values
    }

    fn missing_arguments(&mut self, values: &mut Vec<Argument>, parameters: &[TypeId], at: Origin) {
        for &ty in parameters.iter().skip(values.len()) {
            let note = self.note_unknown(unsupported::MISMATCHED_CALL, "a missing argument", at);
            self.graph.note_next(note);
            values.push(self.unknown_argument(ty, at));
        }
    }

    fn argument(&mut self, argument: &Expr, wanted: TypeId, later: &Writes) -> Argument {
        let (given, at) = (argument.ty, argument.at);
        match (self.scalar(given).is_some(), self.scalar(wanted).is_some()) {
            (true, true) if self.fits_parameter(argument, wanted) => {
                let value = if given == wanted {
                    self.value(argument)
                } else {
                    let value = self.value(argument);
                    self.convert(value, given, wanted, at)
                };
                Argument::Scalar(self.keep(value, wanted, later, at), wanted)
            }
            (false, false) if given == wanted => {
                let address = self.aggregate(argument);
                let moves = self.may_change_contents(&address, later)
                    || self.may_change_address(&address, later);
                if !moves {
                    return Argument::Aggregate(address, wanted);
                }
                let saved = Address::of(self.temporary_object(wanted, at));
                self.copy(saved.clone(), address, wanted, at);
                Argument::Aggregate(saved, wanted)
            }
            _ => {
                self.effect(argument);
                let detail = "an argument of another type than the parameter";
                let note = self.note_unknown(unsupported::MISMATCHED_CALL, detail, at);
                self.graph.note_next(note);
                self.unknown_argument(wanted, at)
            }
        }
    }

    /// Whether what is passed is what a parameter gets. Types differ where there is no prototype.
    fn fits_parameter(&self, argument: &Expr, wanted: TypeId) -> bool {
        let given = argument.ty;
        let bits = |ty| self.scalar(ty).map_or(0, |int| int.bits);
        match (self.is_float(given), self.is_float(wanted)) {
            (true, true) => true,
            // A null pointer that is written as a number is one.
            (false, false) => {
                bits(given) == bits(wanted)
                    || bits(given).max(bits(wanted)) <= self.types.model().int
                    || matches!(strip_conversions(argument).kind, ExprKind::Int(0))
            }
            _ => false,
        }
    }

    /// Whether what a function returns is what a call that sees another type gets.
    fn fits_result(&self, result: TypeId, seen: TypeId) -> bool {
        let (Some(given), Some(wanted)) = (self.scalar(result), self.scalar(seen)) else {
            return false;
        };
        let plain = |ty| !self.is_float(ty) && !matches!(self.types.get(ty), CType::Bool);
        let narrower = wanted.bits <= given.bits && given.bits <= self.fold.address.bits;
        result == seen || plain(result) && plain(seen) && narrower
    }

    fn unknown_argument(&mut self, ty: TypeId, at: Origin) -> Argument {
        if self.scalar(ty).is_some() {
            return Argument::Scalar(self.unknown(ty, at), ty);
        }
        let address = Address::of(self.temporary_object(ty, at));
        self.havoc_at(Havoc::Unknown, address.clone(), ty, None, at);
        Argument::Aggregate(address, ty)
    }

    /// The call itself; `result` is what the callee returns, `expr.ty` what the call is seen as.
    pub(super) fn call_step(
        &mut self,
        callee: Callee,
        arguments: Vec<Argument>,
        result: TypeId,
        expr: &Expr,
        target: Target,
        at: Origin,
    ) {
        let call = |result| Op::Call { callee, arguments, result };
        match target {
            Target::Discard => self.graph.step(call(None), at),
            Target::Scalar(cell, ty) if self.same_bits(result, ty) => {
                self.graph.step(call(Some(ResultTo::Scalar(cell, result))), at);
            }
            Target::Aggregate(address, ty) if result == ty => {
                self.graph.step(call(Some(ResultTo::Aggregate(address, ty))), at);
            }
            Target::Scalar(cell, ty) if self.fits_result(result, expr.ty) => {
                let given = self.temporary(result, at);
                self.graph.step(call(Some(ResultTo::Scalar(given.clone(), result))), at);
                let value = self.convert(Value::load(given), result, expr.ty, at);
                let value = self.convert(value, expr.ty, ty, at);
                let value = self.fold.cast(cell.ty, value);
                self.graph.step(Op::Assign(cell, value), at);
            }
            Target::Scalar(Cell { address, .. }, ty) | Target::Aggregate(address, ty) => {
                self.graph.step(call(None), at);
                let detail = "a result of another type than the function's";
                let note = self.note_unknown(unsupported::MISMATCHED_CALL, detail, at);
                self.graph.note_next(note);
                self.havoc_at(Havoc::Unknown, address, ty, None, at);
            }
        }
    }
}
