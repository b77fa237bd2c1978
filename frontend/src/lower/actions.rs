//! Functions each call of which is a step that others take part in.
//!
//! What a reader would guess wrong: the condition of an outcome and its action are one step. A test
//! before the step would choose for the others, and invent states in which everybody waits.

use std::rc::Rc;

use belnap_formats::condition::{self, Names};
use belnap_ir::cfg::{Cfg, Machine, Variable};
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::expr::Expr;
use belnap_ir::system::ActionFunction;
use belnap_ir::types::{IntType, Type};
use rustc_hash::FxHashMap;

use crate::ctype::{CType, TypeId};
use crate::hir;
use crate::mir::{ActionOutcome, Argument, Op, Origin, Value};
use crate::unsupported;

use super::calls::Target;
use super::{Lower, LowerOptions};

/// The outcomes of the action functions of a program.
pub(super) type Actions = FxHashMap<hir::FunctionId, Rc<[ActionOutcome]>>;

/// Finds the action functions in a program.
pub(super) fn find_actions(
    program: &hir::Program,
    options: &LowerOptions,
) -> Result<Actions, Vec<Diagnostic>> {
    let mut actions = Actions::default();
    let mut refused = Vec::new();
    for action in &options.actions {
        let mut functions = program.functions.iter_enumerated();
        let Some((id, function)) = functions.find(|(_, known)| known.name == action.function)
        else {
            let message = format!("the program does not call `{}`", action.function);
            refused.push(Diagnostic::error("c-action", Place::Whole, message).note(
                "an action that a component takes part in and that never occurs stands in `alphabet`",
            ));
            continue;
        };
        match (Reader { program, options, function }).outcomes(action) {
            Ok(outcomes) => drop(actions.insert(id, outcomes.into())),
            Err(message) => {
                let at = function.at;
                let span = belnap_ir::span::Span::new(at.start as usize, at.end as usize);
                refused.push(Diagnostic::at("c-action", span, message).in_source(at.unit));
            }
        }
    }
    if refused.is_empty() { Ok(actions) } else { Err(refused) }
}

struct Reader<'a> {
    program: &'a hir::Program,
    options: &'a LowerOptions,
    function: &'a hir::Function,
}

impl Reader<'_> {
    fn outcomes(&self, action: &ActionFunction) -> Result<Vec<ActionOutcome>, String> {
        let name = &self.function.name;
        if self.function.body.is_some() && !self.function.is_model {
            return Err(format!("`{name}` has a body: others cannot take part in a call of it"));
        }
        let types = &self.program.types;
        let CType::Function(ty) = types.get(self.function.ty) else {
            return Err(format!("`{name}` is no function"));
        };
        let number = |ty: TypeId| match types.get(ty) {
            CType::Bool | CType::Int(_) | CType::Enum(_) => types.scalar(ty),
            _ => None,
        };
        let result = number(ty.result);
        if result.is_none() && !matches!(types.get(ty.result), CType::Void) {
            return Err(format!("what `{name}` returns is no integer"));
        }
        let parameters: Vec<Option<IntType>> = ty.parameters.iter().map(|ty| number(*ty)).collect();
        let names = arguments(types.model(), &parameters, self.options);
        let outcome = |one: &belnap_ir::system::Outcome| {
            if let Some(returned) = one.returns {
                match result {
                    None => return Err(format!("`{name}` returns nothing")),
                    Some(ty) if !ty.contains(returned.into()) => {
                        return Err(format!("`{name}` cannot return {returned}"));
                    }
                    Some(_) => {}
                }
            }
            let when = one.when.as_ref().map(|text| {
                condition::parse(&Names::new(&names), text, None).map_err(|found| {
                    let message = &found.message;
                    format!("when `{name}` is `{}`, `{text}` holds: {message}", one.action)
                })
            });
            Ok(ActionOutcome {
                action: one.action.clone(),
                when: when.transpose()?,
                returns: one.returns.map(i128::from),
            })
        };
        action.outcomes.iter().map(outcome).collect()
    }
}

/// A graph that has nothing but the arguments as variables, `arg0` and so on.
fn arguments(
    data_model: belnap_ir::cfg::DataModel,
    parameters: &[Option<IntType>],
    options: &LowerOptions,
) -> Cfg {
    let machine = Machine { data_model, integers: options.integers, unsigned_char: false };
    let mut cfg = Cfg::empty(machine);
    for (number, ty) in parameters.iter().enumerate() {
        // What is no integer keeps its place, under a name that no condition has.
        let name = match ty {
            Some(_) => format!("arg{number}"),
            None => format!("arg {number}"),
        };
        let ty = Type::Int(ty.unwrap_or(IntType::unsigned(8)));
        let c_name = Some(name.clone());
        cfg.variables.push(Variable { c_name, ..Variable::temporary(name, ty) });
    }
    cfg
}

impl Lower<'_> {
    /// The outcomes of a function, if its calls are steps that others take part in.
    pub(super) fn action(&self, function: hir::FunctionId) -> Option<Rc<[ActionOutcome]>> {
        self.actions.get(&function).cloned()
    }

    /// A call of such a function.
    pub(super) fn action_step(
        &mut self,
        id: hir::FunctionId,
        outcomes: Rc<[ActionOutcome]>,
        arguments: Vec<Argument>,
        target: Target,
        at: Origin,
    ) {
        let name = self.hir.functions[id].name.clone();
        let detail = format!("`{name}` changes nothing, also of what its arguments point to");
        let note = self.note_assumed(unsupported::ACTION_FUNCTION, detail, at);
        self.graph.note_next(note);
        let conditions: Option<Vec<&Expr>> = outcomes.iter().map(|one| one.when.as_ref()).collect();
        if let Some(conditions) = conditions
            && !belnap_ir::validate::cfg_total::exhaustive(&conditions)
        {
            let detail = format!("a call of `{name}` that no outcome is for waits for ever");
            let note = self.note_assumed(unsupported::ACTION_FUNCTION, detail, at);
            self.graph.note_next(note);
        }
        let arguments = arguments
            .into_iter()
            .map(|argument| match argument {
                Argument::Scalar(value, _) => value,
                Argument::Aggregate(..) => Value::int(0, IntType::unsigned(8)),
            })
            .collect();
        let returned = self.result_type(self.hir.functions[id].ty);
        let (result, copy) = match (target, self.scalar(returned)) {
            (Target::Scalar(cell, ty), Some(_)) if self.same_bits(returned, ty) => {
                (Some(cell), None)
            }
            (Target::Scalar(cell, ty), Some(_)) => {
                let given = self.temporary(returned, at);
                (Some(given.clone()), Some((given, cell, ty)))
            }
            _ => (None, None),
        };
        if result.is_some() && outcomes.iter().any(|outcome| outcome.returns.is_none()) {
            let detail = format!("what `{name}` returns");
            let note = self.note_unknown(unsupported::ACTION_FUNCTION, detail, at);
            self.graph.note_next(note);
        }
        self.graph.step(Op::Action { outcomes, arguments, result }, at);
        if let Some((given, cell, ty)) = copy {
            let value = self.convert(Value::load(given), returned, ty, at);
            let value = self.fold.cast(cell.ty, value);
            self.graph.step(Op::Assign(cell, value), at);
        }
    }
}
