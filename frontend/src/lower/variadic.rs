//! Variable arguments. The caller puts them into memory of its own, and a function with variable
//! arguments has one parameter more, a pointer to them: so they are found wherever the list goes,
//! whether the call is inlined or not, direct or not.
//!
//! Each argument has a slot of 8 bytes. What is larger, and every record, is elsewhere, and the
//! slot has its address. Programs cannot tell: that they only ask for what was passed, by its
//! type, is assumed, and the ledger says so.

use belnap_ir::ids::TiVec;
use belnap_ir::types::IntType;

use crate::ctype::{ArrayLength, CType, TypeId, Types};
use crate::hir::{self, Expr, ExprKind, Place};
use crate::mir::{Address, Argument, Cell, Havoc, ObjectId, Op, Origin, Storage, Value};
use crate::unsupported::VARIADIC_ACCESS;

use super::Lower;
use super::stmt::strip_conversions;
use super::walk::{Item, walk_all};

/// What a slot holds.
const SLOT: IntType = IntType::unsigned(64);
/// Bytes of a slot.
const SLOT_BYTES: i64 = 8;

/// Of each function: whether it looks at its variable arguments.
pub(super) fn find_readers(program: &hir::Program) -> TiVec<hir::FunctionId, bool> {
    let looks = |function: &hir::Function| {
        let mut found = false;
        walk_all(function.body.as_deref().unwrap_or_default(), &mut |item| {
            found |= matches!(item, Item::Expr(Expr { kind: ExprKind::Arguments, .. }));
        });
        found
    };
    program.functions.iter().map(looks).collect()
}

/// Whether an argument of this type is elsewhere than in its slot.
pub(crate) fn is_elsewhere(types: &Types, ty: TypeId) -> bool {
    types.scalar(ty).is_none_or(|int| int.bits > SLOT.bits)
}

impl Lower<'_> {
    /// Whether a function of this type has variable arguments.
    pub(super) fn is_variadic(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), CType::Function(function) if function.variadic)
    }

    /// What is passed for these variable arguments: where they are.
    pub(super) fn variable_arguments(
        &mut self,
        given: &[Expr],
        arguments: Vec<Argument>,
        at: Origin,
    ) -> Argument {
        let passed = |pointer| Argument::Scalar(pointer, self.known.void_pointer);
        // `__builtin_va_arg_pack()` stands for those of the function at hand.
        let is_pack = |expr: &Expr| matches!(strip_conversions(expr).kind, ExprKind::Arguments);
        let pack = given.last().is_some_and(is_pack);
        match (pack, arguments.as_slice()) {
            (_, []) => return passed(Value::int(0, self.fold.address)),
            (true, [Argument::Scalar(own, _)]) => return passed(own.clone()),
            _ => {}
        }
        let length = ArrayLength::Known(arguments.len() as u64);
        let ty = self.types.fresh(CType::Array(self.known.slot, length));
        let types = arguments.iter().map(|argument| match argument {
            Argument::Scalar(_, ty) | Argument::Aggregate(_, ty) => *ty,
        });
        self.variable_arguments.passed.insert(ty, types.collect());
        let slots = Address::of(self.add_hidden_variable("arguments()", ty, at));
        let mut next = slots.clone();
        for argument in arguments {
            let value = self.slot(argument, at);
            let cell = Cell { address: next.clone(), ty: SLOT, bits: None };
            self.graph.step(Op::Assign(cell, value), at);
            next = next.plus(SLOT_BYTES);
        }
        let pointer = self.fold.address(slots);
        if !pack {
            return Argument::Scalar(pointer, self.known.void_pointer);
        }
        let detail = "`__builtin_va_arg_pack` after other arguments";
        let note = self.note_unknown(VARIADIC_ACCESS, detail, at);
        self.graph.note_next(note);
        self.graph.step(Op::HavocReachable(Havoc::Unknown, vec![pointer]), at);
        let ty = self.known.void_pointer;
        Argument::Scalar(self.unknown_because(VARIADIC_ACCESS, detail, ty, at), ty)
    }

    /// What the slot of an argument holds.
    fn slot(&mut self, argument: Argument, at: Origin) -> Value {
        let address = match argument {
            Argument::Scalar(value, ty) if !is_elsewhere(&self.types, ty) => {
                return self.fold.cast(SLOT, value);
            }
            Argument::Scalar(value, ty) => {
                let address = Address::of(self.add_hidden_variable("argument()", ty, at));
                let int = self.scalar(ty).unwrap_or(super::fold::INT);
                let cell = Cell { address: address.clone(), ty: int, bits: None };
                self.graph.step(Op::Assign(cell, value), at);
                address
            }
            Argument::Aggregate(from, ty) => {
                let address = Address::of(self.add_hidden_variable("argument()", ty, at));
                self.copy(address.clone(), from, ty, at);
                address
            }
        };
        let pointer = self.fold.address(address);
        self.fold.cast(SLOT, pointer)
    }

    /// A variable of the current function that has no name in C, but an address.
    fn add_hidden_variable(&mut self, name: &str, ty: TypeId, at: Origin) -> ObjectId {
        let object = self.new_object(name.to_owned(), ty, Storage::Local, at);
        self.objects[object].shares_address = true;
        object
    }

    /// Where the variable arguments of the current function are.
    pub(super) fn arguments_begin(&self) -> Value {
        let ty = self.fold.address;
        match self.frame.arguments {
            Some(object) => Value::load(Cell { address: Address::of(object), ty, bits: None }),
            None => Value::int(0, ty),
        }
    }

    /// `va_arg` of a scalar.
    pub(super) fn va_arg(&mut self, list: &Place, ty: TypeId, at: Origin) -> Value {
        if !is_elsewhere(&self.types, ty) {
            return self.next_slot(list, ty, at);
        }
        let pointer = self.next_pointer(list, ty, at);
        let int = self.scalar(ty).unwrap_or(super::fold::INT);
        let cell = Cell { address: Address::at(pointer), ty: int, bits: None };
        self.note_list(at);
        self.save(Value::load(cell), ty, at)
    }

    /// `va_arg` of a record.
    pub(super) fn va_arg_into(&mut self, to: Address, ty: TypeId, list: &Place, at: Origin) {
        let pointer = self.next_pointer(list, ty, at);
        self.note_list(at);
        self.copy(to, Address::at(pointer), ty, at);
    }

    /// Where the next argument is, which is elsewhere than in its slot.
    fn next_pointer(&mut self, list: &Place, ty: TypeId, at: Origin) -> Value {
        let pointer = self.types.fresh(CType::Pointer(ty));
        self.variable_arguments.elsewhere.insert(pointer, ty);
        self.next_slot(list, pointer, at)
    }

    /// What the slot that a list points to holds, as a scalar of this type; then the list points to
    /// the next.
    fn next_slot(&mut self, list: &Place, ty: TypeId, at: Origin) -> Value {
        let address = self.place(list);
        let pointer = Cell { address, ty: self.fold.address, bits: None };
        let here = Address::at(Value::load(pointer.clone()));
        let value = self.temporary(ty, at);
        let slot = Cell { address: here.clone(), ty: SLOT, bits: None };
        let held = self.fold.cast(value.ty, Value::load(slot));
        self.note_list(at);
        self.graph.step(Op::Assign(value.clone(), held), at);
        let next = self.fold.address(here.plus(SLOT_BYTES));
        self.note_list(at);
        self.graph.step(Op::Assign(pointer, next), at);
        Value::load(value)
    }

    /// The next step rests on it that the argument is there.
    fn note_list(&mut self, at: Origin) {
        let detail = "`va_arg` asks for an argument that was passed, by its type";
        let note = self.note_assumed(VARIADIC_ACCESS, detail, at);
        self.graph.note_next(note);
    }
}
