//! Functions that a model file declares with an attribute instead of a body. They become steps of
//! the caller: no parameters, no result of their own, conditions tested one atom at a time.
//!
//! | attribute | meaning |
//! |---|---|
//! | `belnap_nondet` | the result is a choice of the environment |
//! | `belnap_no_effect` | nothing changes; the result is unknown |
//! | `belnap_print` | besides, what has been written so far is counted as the format says: `%n` |
//! | `belnap_write` | besides a body: text is written as the format says (`written`) |
//! | `belnap_input` | numbers are read as the format says: choices of the environment |
//! | `belnap_scan` | what is read follows from something else: it is unknown |
//! | `belnap_frees` | besides: what it frees is assumed to be allocated |
//! | `belnap_halt` | the program ends; with `belnap_assumed`, a verdict rests on that |
//! | `belnap_never` | besides: it is assumed never to be called |
//! | `belnap_fail` | an assertion has failed |
//! | `belnap_assume` | the program ends unless the argument is true |
//! | `belnap_assert` | an assertion fails unless the argument is true |

use belnap_ir::cfg::{AskedKind, Treatment, Weakens};

use crate::ctype::CType;
use crate::hir::{self, Expr, ExprKind};
use crate::mir::{Havoc, NodeId, Op, Origin, Value};
use crate::unsupported;

use super::Lower;
use super::calls::{NamedCall, Target};
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

/// Whether a function is like `printf`: it may store something through its variable arguments.
pub(super) fn prints(function: &hir::Function) -> bool {
    let ours = function.is_model || function.body.is_none();
    ours && function.attributes.iter().any(|word| word == "belnap_print")
}

impl Lower<'_> {
    /// A call of a function with an attribute instead of a body.
    pub(super) fn call_behaviour(&mut self, behaviour: Behaviour, call: NamedCall<'_>) {
        let (id, arguments, at) = (call.function, call.arguments, call.at);
        match (behaviour, arguments) {
            (Behaviour::Assume | Behaviour::Assert, [condition, rest @ ..])
                if !matches!(strip_conversions(condition).kind, ExprKind::Int(0)) =>
            {
                let fine = self.graph.node(at);
                let otherwise = self.node_if_false(behaviour, at);
                self.branch(condition, fine, otherwise);
                self.graph.current = fine;
                rest.iter().for_each(|argument| self.effect(argument));
            }
            (Behaviour::Input, _) => self.input(id, arguments, call.target, at),
            (Behaviour::Scan, _) => self.scan(id, arguments, call.target, at),
            (Behaviour::NoEffect, _)
                if prints(&self.hir.functions[id]) && !self.only_prints(id, arguments) =>
            {
                self.print_call(call);
            }
            (Behaviour::NoEffect, [pointer, rest @ ..])
                if self.options.asked.tracks_memory() && self.frees(id) =>
            {
                let pointer = self.value(pointer);
                rest.iter().for_each(|argument| self.effect(argument));
                self.note_attributes(id, at);
                let pointer = self.fold.cast(self.fold.address, pointer);
                self.graph.step(Op::Free(pointer), at);
            }
            _ => {
                self.note_argument_order(arguments);
                let shown = self.evaluate_shown(id, arguments);
                if !shown.is_empty() {
                    self.graph.step(Op::Lost { cells: Vec::new(), from: shown }, at);
                    if matches!((behaviour, &call.target), (Behaviour::NoEffect, Target::Discard)) {
                        return;
                    }
                }
                self.behave(behaviour, id, call.expr.ty, call.target, at);
            }
        }
    }

    /// Whether a function frees what its first argument points to.
    fn frees(&self, id: hir::FunctionId) -> bool {
        let function = &self.hir.functions[id];
        function.attributes.iter().any(|attribute| attribute == "belnap_frees")
    }

    /// Evaluates arguments. Those that are printed and may be read again: addresses, but not where
    /// text is.
    fn evaluate_shown(&mut self, id: hir::FunctionId, arguments: &[Expr]) -> Vec<Value> {
        let fixed = match self.types.get(self.hir.functions[id].ty) {
            CType::Function(ty) if ty.variadic => ty.parameters.len(),
            _ => arguments.len(),
        };
        let mut shown = Vec::new();
        for (index, argument) in arguments.iter().enumerate().rev() {
            let text = matches!(*self.types.get(argument.ty), CType::Pointer(target)
                if self.scalar(target).is_some_and(|int| int.bits == 8));
            if index >= fixed && self.may_hold_pointer(argument) && !text {
                shown.push(self.value(argument));
            } else {
                self.effect(argument);
            }
        }
        shown.retain(|value| !matches!(value, Value::Int(..)));
        shown
    }

    /// Where control goes if the condition of an assumption or assertion is false.
    pub(super) fn node_if_false(&mut self, behaviour: Behaviour, at: Origin) -> NodeId {
        match behaviour {
            Behaviour::Assert | Behaviour::Fail => self.asked_node(AskedKind::Assert, at),
            _ => self.graph.halted_node(at),
        }
    }

    /// Where control goes if an assertion fails: the program ends there, and that is a failure if
    /// it is asked for.
    pub(super) fn asked_node(&mut self, kind: AskedKind, at: Origin) -> NodeId {
        match self.options.asked.has(kind) {
            true => self.graph.failed_node(kind, at),
            false => self.ending_node(at),
        }
    }

    /// Where control goes if the program ends, whether it means to or not. Where memory is checked,
    /// the end is a step.
    fn ending_node(&mut self, at: Origin) -> NodeId {
        match self.options.asked.tracks_memory() {
            true => self.graph.finishing_node(at),
            false => self.graph.halted_node(at),
        }
    }

    /// The next step rests on what the attributes of a function say.
    fn note_attributes(&mut self, id: hir::FunctionId, at: Origin) {
        let function = &self.hir.functions[id];
        for attribute in &function.attributes {
            let name = &function.name;
            let (word, detail) = match attribute.as_str() {
                "belnap_assumed" => {
                    (unsupported::NONRETURNING_FUNCTION, format!("`{name}` ends the program"))
                }
                "belnap_never" => {
                    (unsupported::UNREACHABLE_CODE, format!("`{name}()` is never reached"))
                }
                "belnap_frees" if self.options.asked.has(AskedKind::Free) => continue,
                "belnap_frees" => (
                    unsupported::MEMORY_ALLOCATION,
                    format!("{name} gets what was allocated and is not freed yet"),
                ),
                _ => continue,
            };
            let note = self.note(word, detail, Treatment::Assumed, Weakens::Both, at);
            self.graph.note_next(note);
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
                self.note_attributes(id, at);
                let attributes = &self.hir.functions[id].attributes;
                let never = attributes.iter().any(|attribute| attribute == "belnap_never");
                let end = match behaviour {
                    Behaviour::Halt if !never => self.ending_node(at),
                    _ => self.node_if_false(behaviour, at),
                };
                self.graph.step_to(Op::Skip, at, end);
                return;
            }
            Behaviour::Nondet => Havoc::Nondet,
            Behaviour::NoEffect if matches!(target, Target::Discard) => {
                self.note_attributes(id, at);
                Havoc::Unknown
            }
            Behaviour::NoEffect | Behaviour::Input | Behaviour::Scan => Havoc::Unknown,
        };
        let function = &self.hir.functions[id];
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
}
