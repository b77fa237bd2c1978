//! Functions without a body: what the options say about them, and which ones a program must not
//! call.

use belnap_ir::cfg::{Treatment, Weakens};
use belnap_ir::expr::CompareOp;

use crate::ctype::{CType, TypeId};
use crate::hir::{self, Expr};
use crate::mir::{
    self, Address, Cell, Havoc, NoteId, Object, ObjectId, Op, Origin, Storage, Value,
};
use crate::unsupported;

use super::calls::Target;
use super::effects::Writes;
use super::reach::Reach;
use super::stmt::strip_conversions;
use super::{ExternFunctions, Lower, Refusal};

/// Functions that end what a graph can say about the program, and the ledger's word for it.
const REFUSED: &[(&str, &str)] = &[
    ("pthread_create", unsupported::CONCURRENCY),
    ("thrd_create", unsupported::CONCURRENCY),
    ("fork", unsupported::CONCURRENCY),
    ("vfork", unsupported::CONCURRENCY),
    ("clone", unsupported::CONCURRENCY),
    ("setjmp", unsupported::SETJMP),
    ("_setjmp", unsupported::SETJMP),
    ("sigsetjmp", unsupported::SETJMP),
    ("__sigsetjmp", unsupported::SETJMP),
    ("longjmp", unsupported::SETJMP),
    ("_longjmp", unsupported::SETJMP),
    ("siglongjmp", unsupported::SETJMP),
    ("swapcontext", unsupported::SETJMP),
    ("setcontext", unsupported::SETJMP),
];

/// Attribute in a model file: the variadic arguments point to where input goes.
const INPUT: &str = "belnap_input";

/// Attribute in a model file: nothing changes, and the result is unknown.
const NO_EFFECT: &str = "belnap_no_effect";

/// The functions a reachable part of the program calls that it must not call.
pub(super) fn refused(program: &hir::Program, reach: &Reach) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    for (function, mention) in program.functions.iter().zip(&reach.functions) {
        let (Some(at), None) = (mention, &function.body) else { continue };
        let Some((name, word)) = REFUSED.iter().find(|(name, _)| *name == function.name) else {
            continue;
        };
        let message = if *word == unsupported::SETJMP {
            format!("jumps out of functions are not supported: the program may call `{name}`")
        } else {
            format!("concurrent programs are not supported: the program may call `{name}`")
        };
        let mut refusal = Refusal::at("c-unsupported", *at, message);
        refusal.diagnostic.notes.push(unsupported::construct(word).meaning.to_owned());
        refusals.push(refusal);
    }
    refusals
}

/// What an external call may change.
#[derive(Default)]
struct Reached {
    /// Everything reachable from these.
    pointers: Vec<Value>,
    /// One scalar each.
    cells: Vec<Cell>,
}

impl Lower<'_> {
    /// A pointer, or a number that was one.
    pub(super) fn may_be_pointer(&self, expr: &Expr) -> bool {
        self.is_pointer(expr.ty)
            || (self.is_pointer(strip_conversions(expr).ty) && !self.is_float(expr.ty))
    }

    /// A call of a function without a body.
    pub(super) fn call_external(
        &mut self,
        id: hir::FunctionId,
        expr: &Expr,
        arguments: &[Expr],
        target: Target,
        at: Origin,
    ) {
        let function = &self.hir.functions[id.0 as usize];
        if function.attributes.iter().any(|attribute| attribute == NO_EFFECT) {
            self.call_without_effect(id, arguments, target, at);
            return;
        }
        let input = function.attributes.iter().any(|attribute| attribute == INPUT);
        let fixed = match self.types.get(function.ty) {
            CType::Function(ty) if input => ty.parameters.len(),
            _ => 0,
        };
        let mut reached = Reached::default();
        for (index, argument) in arguments.iter().enumerate() {
            if self.scalar(argument.ty).is_none() {
                self.aggregate_argument(argument, &mut reached);
                continue;
            }
            let value = self.value(argument);
            if self.may_be_pointer(argument) && index >= fixed {
                let mut later = Writes::default();
                arguments[index + 1..].iter().for_each(|argument| later.add(argument));
                let value = self.keep(value, argument.ty, &later, argument.at);
                self.reached(value, argument.ty, input, &mut reached);
            }
        }
        if input {
            let count = arguments.len().saturating_sub(fixed);
            self.input_steps(id, reached, count, target, at);
        } else {
            self.external_steps(id, reached, target, expr.ty, at);
        }
    }

    /// What a function like `scanf` does.
    fn input_steps(
        &mut self,
        id: hir::FunctionId,
        reached: Reached,
        count: usize,
        target: Target,
        at: Origin,
    ) {
        let name = self.hir.functions[id.0 as usize].name.clone();
        if !reached.pointers.is_empty() {
            let detail = format!("what `{name}` reads");
            let note = self.note_unknown(unsupported::LIBRARY_FUNCTION, detail, at);
            self.graph.note_next(note);
            self.graph.step(Op::HavocReachable(Havoc::Unknown, reached.pointers), at);
        }
        let note = self.note(
            unsupported::LIBRARY_FUNCTION,
            format!("`{name}` stores to all its arguments, whatever it returns"),
            Treatment::Assumed,
            Weakens::Both,
            at,
        );
        self.graph.note_next(note);
        let mut cells = reached.cells;
        let Target::Scalar(cell, ty) = target else {
            let op = if cells.is_empty() { Op::Skip } else { Op::Havoc(Havoc::Nondet, cells) };
            self.graph.step(op, at);
            return;
        };
        let any = self.temporary(ty, at);
        cells.push(any.clone());
        self.graph.step(Op::Havoc(Havoc::Nondet, cells), at);
        let fold = self.fold;
        let number = |number: i128| Value::int(number, cell.ty);
        let low = fold.compare(CompareOp::Ge, Value::load(any.clone()), number(0));
        let high = fold.compare(CompareOp::Le, Value::load(any.clone()), number(count as i128));
        let result = fold.conditional(fold.and(low, high), Value::load(any), number(-1));
        self.graph.step(Op::Assign(cell, result), at);
    }

    /// A call that only gives a result, which is unknown.
    fn call_without_effect(
        &mut self,
        id: hir::FunctionId,
        arguments: &[Expr],
        target: Target,
        at: Origin,
    ) {
        arguments.iter().for_each(|argument| self.effect(argument));
        let (address, ty) = match target {
            Target::Discard => {
                self.graph.step(Op::Skip, at);
                return;
            }
            Target::Scalar(cell, ty) => (cell.address, ty),
            Target::Aggregate(address, ty) => (address, ty),
        };
        let detail = format!("result of `{}`", self.hir.functions[id.0 as usize].name);
        let note = self.note_unknown(unsupported::LIBRARY_FUNCTION, detail, at);
        self.graph.note_next(note);
        self.havoc_at(Havoc::Unknown, address, ty, None, at);
    }

    /// Pointers inside a record that is passed by value.
    fn aggregate_argument(&mut self, argument: &Expr, reached: &mut Reached) {
        let address = self.aggregate(argument);
        let mut cells = Vec::new();
        self.cells(&address, argument.ty, &mut cells);
        let address = self.fold.address;
        let pointers = cells.into_iter().filter(|cell| cell.ty == address && cell.bits.is_none());
        reached.pointers.extend(pointers.map(Value::load));
    }

    /// What a pointer passed to an external function may change.
    fn reached(&self, pointer: Value, ty: TypeId, input: bool, reached: &mut Reached) {
        if let Value::Int(..) | Value::Function(_) = pointer {
            return;
        }
        if let CType::Pointer(target) = *self.types.get(ty)
            && input
            && !self.is_pointer(target)
            && let Some(int) = self.scalar(target)
            && int.bits > 8
        {
            let cell = Cell { address: Address::at(pointer), ty: int, bits: None };
            reached.cells.push(cell);
        } else {
            reached.pointers.push(pointer);
        }
    }

    /// What an external function does.
    fn external_steps(
        &mut self,
        id: hir::FunctionId,
        reached: Reached,
        target: Target,
        result: TypeId,
        at: Origin,
    ) {
        let function = &self.hir.functions[id.0 as usize];
        let name = function.name.clone();
        let externs = self.options.externs;
        let havoc = match externs {
            ExternFunctions::Unknown => Havoc::Unknown,
            ExternFunctions::Nondet | ExternFunctions::Pure => Havoc::Nondet,
        };
        let notes = self.external_notes(&name, externs, at);
        let mut stepped = false;
        if externs != ExternFunctions::Pure && !reached.pointers.is_empty() {
            self.note_all(&notes);
            self.graph.step(Op::HavocReachable(havoc, reached.pointers), at);
            stepped = true;
        }
        if function.noreturn {
            let note = self.note_assumed(
                unsupported::NONRETURNING_FUNCTION,
                format!("`{name}` ends the program"),
                at,
            );
            self.note_all(&notes);
            self.graph.note_next(note);
            let halted = self.graph.halted(at);
            self.graph.step_to(Op::Skip, at, halted);
            return;
        }
        let place = match target {
            Target::Discard => None,
            Target::Scalar(cell, ty) => Some((cell.address, ty)),
            Target::Aggregate(address, ty) => Some((address, ty)),
        };
        if let Some((address, ty)) = place {
            self.note_all(&notes);
            let ty = if matches!(self.types.get(result), CType::Bool) { result } else { ty };
            self.havoc_at(havoc, address, ty, None, at);
        } else if !stepped {
            self.note_all(&notes);
            self.graph.step(Op::Skip, at);
        }
    }

    fn note_all(&mut self, notes: &[NoteId]) {
        notes.iter().for_each(|&note| self.graph.note_next(note));
    }

    /// What the ledger says about a call of an external function.
    fn external_notes(&mut self, name: &str, externs: ExternFunctions, at: Origin) -> Vec<NoteId> {
        let construct = unsupported::EXTERNAL_FUNCTION;
        let (detail, treatment, weakens) = match externs {
            ExternFunctions::Unknown => {
                (format!("`{name}` has no body"), Treatment::Unknown, Weakens::Precision)
            }
            ExternFunctions::Nondet => {
                (format!("`{name}` may do anything"), Treatment::Nondet, Weakens::Refutations)
            }
            ExternFunctions::Pure => {
                let detail = format!("`{name}` may return anything and changes nothing");
                (detail, Treatment::Nondet, Weakens::Both)
            }
        };
        let effect = self.note(construct, detail, treatment, weakens, at);
        let assumed = self.note_assumed(
            construct,
            format!(
                "`{name}` returns, changes only what its arguments reach, and calls nothing back"
            ),
            at,
        );
        vec![effect, assumed]
    }

    /// A body for an external function that pointers may point to, where its parameters are known.
    pub(super) fn external_body(&mut self, id: hir::FunctionId, lowered: &mut mir::Function) {
        let CType::Function(ty) = self.types.get(lowered.ty).clone() else { return };
        if ty.variadic || !ty.prototyped {
            return;
        }
        let at = lowered.at;
        self.begin(id, at);
        let entry = self.graph.current;
        self.graph.node_mut(entry).enters = Some(lowered.name.clone());
        let mut reached = Reached::default();
        for (index, &parameter) in ty.parameters.iter().enumerate() {
            let object =
                ObjectId(u32::try_from(self.objects.len()).expect("more than 2^32 objects"));
            self.objects.push(Object {
                name: format!("parameter{}", index + 1),
                ty: parameter,
                storage: Storage::Parameter,
                function: Some(mir::FunctionId(id.0)),
                scope: Some(lowered.scope),
                align: self.types.align_of(parameter),
                is_volatile: false,
                at,
            });
            lowered.parameters.push(object);
            if self.is_pointer(parameter) {
                let address = Address::of(object);
                let cell = Cell { address, ty: self.fold.address, bits: None };
                reached.pointers.push(Value::load(cell));
            }
        }
        let target = match self.frame.result {
            None => Target::Discard,
            Some(object) => match self.scalar(ty.result) {
                Some(int) => {
                    let cell = Cell { address: Address::of(object), ty: int, bits: None };
                    Target::Scalar(cell, ty.result)
                }
                None => Target::Aggregate(Address::of(object), ty.result),
            },
        };
        self.external_steps(id, reached, target, ty.result, at);
        lowered.result = self.frame.result;
        let exit = self.frame.exit;
        self.graph.jump(exit, at);
        lowered.body = Some(self.end());
        lowered.is_model = true;
    }
}
