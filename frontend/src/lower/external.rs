//! Functions without a body: what the options say about them, and which ones a program must not
//! call.

use belnap_ir::cfg::{Treatment, Weakens};
use belnap_ir::diagnostic::Diagnostic;

use crate::ctype::{CType, TypeId};
use crate::hir::{self, Expr};
use crate::mir::{self, Address, Argument, Cell, Havoc, NoteId, ObjectId, Op, Origin, Value};
use crate::sema::STARTUP_SECTION;
use crate::unsupported;

use super::attributes::{Behaviour, behaviour};
use super::calls::{NamedCall, Target};
use super::effects::Writes;
use super::reach::Reach;
use super::stmt::strip_conversions;
use super::{ExternFunctions, Lower, unsupported_at};

/// Functions that end what a graph can say about the program, and the ledger's word for it.
const REFUSED: &[(&str, &str)] = &[
    ("pthread_create", unsupported::CONCURRENCY),
    ("thrd_create", unsupported::CONCURRENCY),
    ("fork", unsupported::CONCURRENCY),
    ("vfork", unsupported::CONCURRENCY),
    ("clone", unsupported::CONCURRENCY),
    ("atexit", unsupported::EXIT_HANDLER),
    ("at_quick_exit", unsupported::EXIT_HANDLER),
    ("on_exit", unsupported::EXIT_HANDLER),
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

/// The functions a reachable part of the program calls that it must not call.
pub(super) fn find_refusals(program: &hir::Program, reach: &Reach) -> Vec<Diagnostic> {
    let mut refusals = Vec::new();
    for (function, mention) in program.functions.iter().zip(&reach.functions) {
        let (Some(at), None) = (mention, &function.body) else { continue };
        let Some((name, word)) = REFUSED.iter().find(|(name, _)| *name == function.name) else {
            continue;
        };
        let what = match *word {
            unsupported::SETJMP => "jumps out of functions",
            unsupported::EXIT_HANDLER => "functions that are called when the program ends",
            _ => "concurrent programs",
        };
        let message = format!("{what} are not supported: the program may call `{name}`");
        let meaning = unsupported::construct(word).meaning;
        refusals.push(unsupported_at(*at, message).note(meaning));
    }
    refusals.extend(find_renamed(program, reach));
    for function in program.functions.iter().filter(|function| function.body.is_some()) {
        let outside = |word: &&String| matches!(word.as_str(), "constructor" | "destructor");
        if let Some(word) = function.attributes.iter().find(outside) {
            let name = &function.name;
            let message = format!("a {word} is not supported: `{name}` runs outside `main`");
            refusals.push(unsupported_at(function.at, message));
        }
    }
    let defined = program.objects.iter().filter(|object| object.storage == hir::Storage::Static);
    let objects = defined.map(|object| (&object.name, &object.attributes, object.at));
    let functions = program.functions.iter().filter(|function| function.body.is_some());
    let functions = functions.map(|function| (&function.name, &function.attributes, function.at));
    for (name, attributes, at) in objects.chain(functions) {
        if attributes.iter().any(|word| word == STARTUP_SECTION) {
            let message =
                format!("the section of `{name}` is not supported: it runs outside `main`");
            refusals.push(unsupported_at(at, message));
        }
    }
    refusals
}

/// What a reachable part of the program mentions that is another thing by another name.
fn find_renamed(program: &hir::Program, reach: &Reach) -> Vec<Diagnostic> {
    let functions = program.functions.iter().zip(&reach.functions).filter_map(|(function, at)| {
        let at = (*at).filter(|_| function.body.is_none())?;
        Some((&function.name, &function.attributes, at))
    });
    let objects = program.objects.iter().zip(&reach.objects).filter_map(|(object, mentioned)| {
        let known = *mentioned && object.storage == hir::Storage::External;
        known.then_some((&object.name, &object.attributes, object.at))
    });
    let by_linker = objects.clone().filter(|(name, ..)| is_defined_by_linker(name));
    let by_linker = by_linker.map(|(name, _, at)| {
        let message = format!("`{name}` is not supported: the linker says where it is");
        unsupported_at(at, message)
    });
    let refused = functions.chain(objects.clone()).filter_map(|(name, attributes, at)| {
        let known = ["alias", "ifunc", "weakref", "asm"];
        let word = attributes.iter().find(|word| known.contains(&word.as_str()))?;
        let message = format!("`{word}` is not supported: `{name}` is another name of something");
        Some(unsupported_at(at, message))
    });
    refused.chain(by_linker).collect()
}

/// Whether linkers give this name to a place among the objects of a program.
fn is_defined_by_linker(name: &str) -> bool {
    let ends = ["__bss_start", "__data_start", "_edata", "_end", "_etext", "__executable_start"];
    let section = name.strip_prefix("__start_").or_else(|| name.strip_prefix("__stop_"));
    section.is_some() || ends.contains(&name) || name.ends_with("_array_start")
}

/// Whether a function is weak and nothing defines it: then it may not be there at all.
pub(super) fn is_missing(function: &hir::Function) -> bool {
    function.body.is_none() && is_weak(&function.attributes) && behaviour(function).is_none()
}

fn is_weak(attributes: &[String]) -> bool {
    attributes.iter().any(|word| word == "weak")
}

impl Lower<'_> {
    /// Whether an object is weak and nothing defines it.
    pub(super) fn is_missing_object(&self, object: hir::ObjectId) -> bool {
        let object = &self.hir.objects[object];
        object.storage == hir::Storage::External && is_weak(&object.attributes)
    }

    /// An address that is null if `name` is not there.
    pub(super) fn or_null(&mut self, name: &str, address: Value, at: Origin) -> Value {
        let detail = format!("whether the weak symbol `{name}` is defined");
        let note = self.note_unknown(unsupported::EXTERNAL_VARIABLE, detail, at);
        self.graph.note_next(note);
        let defined = self.unknown_truth(at);
        self.fold.conditional(defined, address, Value::int(0, self.fold.address))
    }

    /// A pointer, or a number that was one.
    pub(super) fn may_be_pointer(&self, expr: &Expr) -> bool {
        self.is_pointer(expr.ty)
            || (self.is_pointer(strip_conversions(expr).ty) && !self.is_float(expr.ty))
    }

    /// A pointer, or a number that has room for one.
    pub(super) fn may_hold_pointer(&self, expr: &Expr) -> bool {
        let has_room = |ty| self.scalar(ty).is_some_and(|int| int.bits >= self.fold.address.bits);
        self.may_be_pointer(expr) || has_room(expr.ty) && !self.is_float(expr.ty)
    }

    /// A call of a function without a body.
    pub(super) fn call_external(&mut self, call: NamedCall<'_>) {
        if let Some(behaviour) = behaviour(&self.hir.functions[call.function]) {
            self.call_behaviour(behaviour, call);
            return;
        }
        let NamedCall { function: id, expr, arguments, target, at } = call;
        self.note_argument_order(arguments);
        let (mut pointers, mut functions) = (Vec::new(), Vec::new());
        for (index, argument) in arguments.iter().enumerate().rev() {
            if self.scalar(argument.ty).is_none() {
                self.pointers_inside(argument, &mut pointers);
                continue;
            }
            let value = self.value(argument);
            if let Value::Function(function) = value {
                functions.push(function);
            }
            let constant = matches!(value, Value::Int(..) | Value::Function(_));
            if self.may_hold_pointer(argument) && !constant {
                let mut later = Writes::default();
                arguments[..index].iter().for_each(|argument| later.add(argument));
                pointers.push(self.keep(value, argument.ty, &later, argument.at));
            }
        }
        functions.reverse();
        self.external_steps(id, pointers, &functions, target, expr.ty, at);
    }

    /// Pointers inside a record that is passed by value.
    fn pointers_inside(&mut self, argument: &Expr, pointers: &mut Vec<Value>) {
        let address = self.aggregate(argument);
        self.pointers_at(&address, argument.ty, pointers);
    }

    pub(super) fn pointers_at(&mut self, address: &Address, ty: TypeId, pointers: &mut Vec<Value>) {
        let mut cells = Vec::new();
        self.cells(address, ty, &mut cells);
        let address = self.fold.address;
        let wide = cells.into_iter().filter(|cell| cell.ty == address && cell.bits.is_none());
        pointers.extend(wide.map(Value::load));
    }

    /// What an external function does that gets these pointers and functions.
    fn external_steps(
        &mut self,
        id: hir::FunctionId,
        pointers: Vec<Value>,
        functions: &[mir::FunctionId],
        target: Target,
        result: TypeId,
        at: Origin,
    ) {
        let function = &self.hir.functions[id];
        let name = function.name.clone();
        let externs = self.options.externs;
        let havoc = match externs {
            ExternFunctions::Unknown => Havoc::Unknown,
            ExternFunctions::Nondet | ExternFunctions::Pure => Havoc::Nondet,
        };
        let declared = function.at;
        let notes = self.external_notes(&name, functions, at, declared);
        let mut stepped = false;
        if externs != ExternFunctions::Pure && !pointers.is_empty() {
            self.note_all(&notes);
            self.graph.step(Op::HavocReachable(havoc, pointers), at);
            stepped = true;
        }
        if function.noreturn {
            let note = self.note_assumed(
                unsupported::NONRETURNING_FUNCTION,
                format!("`{name}` ends the program"),
                at,
            );
            self.graph.note_next(notes[0]);
            self.graph.note_next(note);
            let halted = self.graph.halted_node(at);
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
    fn external_notes(
        &mut self,
        name: &str,
        functions: &[mir::FunctionId],
        at: Origin,
        declared: Origin,
    ) -> Vec<NoteId> {
        let construct = unsupported::EXTERNAL_FUNCTION;
        let (detail, treatment, weakens) = match self.options.externs {
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
        let own = functions.iter().map(|function| &self.hir.functions[hir::FunctionId(function.0)]);
        let own: Vec<String> = own
            .filter(|function| function.body.is_some())
            .map(|function| format!("`{}`", function.name))
            .collect();
        let calls = match own.as_slice() {
            [] => "calls nothing back".to_owned(),
            some => format!("does not call {}", some.join(" or ")),
        };
        let assumed = self.note_assumed(
            construct,
            format!("`{name}` returns, changes only what its arguments reach, and {calls}"),
            declared,
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
        let mut pointers = Vec::new();
        for (index, &parameter) in ty.parameters.iter().enumerate() {
            let object = self.parameter(format!("parameter{}", index + 1), parameter, at);
            lowered.parameters.push(object);
            let int = self.scalar(parameter).filter(|int| int.bits >= self.fold.address.bits);
            if let Some(ty) = int.filter(|_| !self.is_float(parameter)) {
                let cell = Cell { address: Address::of(object), ty, bits: None };
                pointers.push(Value::load(cell));
            } else if self.scalar(parameter).is_none() {
                self.pointers_at(&Address::of(object), parameter, &mut pointers);
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
        if let Some(outcomes) = self.action(id) {
            let parameters = lowered.parameters.iter().zip(&ty.parameters);
            let arguments = parameters.map(|(&object, &ty)| match self.scalar(ty) {
                Some(int) => {
                    let cell = Cell { address: Address::of(object), ty: int, bits: None };
                    Argument::Scalar(Value::load(cell), ty)
                }
                None => Argument::Aggregate(Address::of(object), ty),
            });
            let arguments = arguments.collect();
            self.action_step(id, outcomes, arguments, target, at);
            lowered.result = self.frame.result;
            let exit = self.frame.exit;
            self.graph.jump(exit, at);
            lowered.body = Some(self.end());
            lowered.is_model = true;
            return;
        }
        match behaviour(&self.hir.functions[id]) {
            Some(behaviour) => {
                self.external_behaviour(behaviour, id, &lowered.parameters, target, at)
            }
            None => self.external_steps(id, pointers, &[], target, ty.result, at),
        }
        lowered.result = self.frame.result;
        let exit = self.frame.exit;
        self.graph.jump(exit, at);
        lowered.body = Some(self.end());
        lowered.is_model = true;
    }

    /// The body of a function with an attribute instead of one.
    fn external_behaviour(
        &mut self,
        behaviour: Behaviour,
        id: hir::FunctionId,
        parameters: &[ObjectId],
        target: Target,
        at: Origin,
    ) {
        let conditional = matches!(behaviour, Behaviour::Assume | Behaviour::Assert);
        let condition = parameters.first().filter(|_| conditional);
        let seen = self.result_type(self.hir.functions[id].ty);
        let ty = condition.and_then(|&object| self.scalar(self.objects[object].ty));
        let (Some(&object), Some(int)) = (condition, ty) else {
            self.behave(behaviour, id, seen, target, at);
            return;
        };
        let cell = Cell { address: Address::of(object), ty: int, bits: None };
        let fine = self.graph.node(at);
        let otherwise = self.node_if_false(behaviour, at);
        self.graph.branch(self.fold.truth(Value::load(cell)), fine, otherwise, at);
        self.graph.current = fine;
    }
}
