//! Calls that are still calls: parameters, results and the locals of each activation.

use belnap_ir::cfg::{Operation, Variable, VariableKind};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgVarId, FunctionId, ScopeId};
use belnap_ir::types::Type;

use super::batch::Batch;
use super::names::slot_name;
use super::slots::{Shape, Slot};
use super::steps::{finish, next_address, plain};
use super::tables::Store;
use super::translate::{Counter, Emitted, Translator, Where, convert};
use crate::mir::{self, Address, Argument, Cell, ObjectId, ResultTo, Storage};
use crate::unsupported;

/// A parameter of the graph's function: a scalar of a C parameter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameter {
    /// Position of the C parameter.
    pub position: usize,
    /// The slot of the C parameter it is for.
    pub slot: Slot,
    /// How it is accessed.
    pub shape: Shape,
    /// The variable.
    pub var: CfgVarId,
    /// The C parameter is in memory and gets its value when the function begins.
    pub stored: bool,
}

/// How a function is called.
#[derive(Clone, Debug)]
pub(super) struct Interface {
    /// The graph's function.
    pub id: FunctionId,
    /// Parameters of the graph's function, one for each scalar that is passed.
    pub parameters: Vec<Parameter>,
    /// C parameters with arrays in memory, whose contents do not get through.
    pub lost: Vec<ObjectId>,
    /// Its result, if it is a scalar.
    pub result: Option<CfgVarId>,
}

impl Translator<'_, '_> {
    /// How to call a function.
    pub fn interface(&mut self, function: mir::FunctionId, id: FunctionId) -> Interface {
        let source = &self.program().functions[function];
        let mut parameters = Vec::new();
        let mut lost = Vec::new();
        for (position, &object) in source.parameters.iter().enumerate() {
            let slots: Vec<Slot> = self.memory.slots_of(object).collect();
            for slot in slots {
                let (Some(shape), Some(class)) = (self.memory.shape(slot), self.memory.class(slot))
                else {
                    continue;
                };
                let stored = !self.memory.is_direct(object);
                let var = match self.tables.store(class) {
                    Some(store) if !stored => store.var(),
                    _ if !self.is_single(slot) => {
                        lost.push(object);
                        continue;
                    }
                    _ => self.parameter_variable(object, slot, shape, id),
                };
                parameters.push(Parameter { position, slot, shape, var, stored });
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        parameters.retain(|parameter| seen.insert(parameter.var));
        let result = source.result.and_then(|object| {
            let int = self.program().types.scalar(self.program().objects[object].ty)?;
            let slot = Slot::new(object, 0, Shape::of_number(int));
            match self.memory.class(slot).and_then(|class| self.tables.store(class)) {
                Some(Store::Plain(var, _)) => Some(var),
                _ => None,
            }
        });
        lost.dedup();
        Interface { id, parameters, lost, result }
    }

    fn is_single(&self, slot: Slot) -> bool {
        self.memory
            .place(slot.object, slot.offset as i64)
            .is_some_and(|place| place.levels.is_empty())
    }

    fn parameter_variable(
        &mut self,
        object: ObjectId,
        slot: Slot,
        shape: Shape,
        function: FunctionId,
    ) -> CfgVarId {
        let name = slot_name(self.memory, slot, shape);
        let source = &self.program().objects[object];
        let var = self.tables.temporary(&name.qualified, Type::Int(shape.ty), Some(function));
        let variable: &mut Variable = &mut self.tables.variables[var.index()];
        variable.kind = VariableKind::Parameter;
        variable.c_type = name.c_type;
        variable.scope = source.scope.map(|scope| ScopeId(scope.0));
        var
    }

    /// What happens first in a called function: its locals in memory get addresses if it is
    /// recursive, its parameters in memory their values.
    pub fn prologue(&mut self, function: mir::FunctionId, recursive: bool) -> Vec<Emitted> {
        let mut out = Vec::new();
        if recursive {
            self.frame(function, &mut out);
        }
        let Some(interface) = self.callees.get(&function).cloned() else { return out };
        for &object in &interface.lost {
            let source = &self.program().objects[object];
            let (ty, name) = (source.ty, source.name.clone());
            let first = out.len();
            self.unknown_block(&Address::of(object), ty, &mut out);
            let detail = format!("arrays in '{name}', passed by value to a function that is kept");
            let note = self.unknown_note(unsupported::AGGREGATE_ARGUMENT, detail);
            for emitted in &mut out[first..] {
                emitted.notes.push(note);
            }
        }
        let mut batch = Batch::default();
        for parameter in interface.parameters.iter().filter(|parameter| parameter.stored) {
            let slot = parameter.slot;
            let address = Address::of(slot.object).plus(slot.offset as i64);
            let place = self.in_memory(slot, &address);
            if !matches!(place, Where::Unknown(..)) {
                let value = Expr::Var(parameter.var);
                self.write(&place, parameter.shape, value, &mut batch, &mut out);
            }
        }
        finish(batch, &mut out);
        out
    }

    fn frame(&mut self, function: mir::FunctionId, out: &mut Vec<Emitted>) {
        let ty = self.tables.address;
        let objects = self.frame_objects(function);
        if objects.is_empty() {
            return;
        }
        let note = self.note(
            "recursion-frame",
            format!(
                "each activation of '{}' has locals at addresses of their own, without end",
                self.program().functions[function].name
            ),
            belnap_ir::cfg::Treatment::Assumed,
            belnap_ir::cfg::Weakens::Both,
        );
        let mut batch = Batch::default();
        for object in objects {
            let Some(Counter { next, own: Some(own) }) = self.counters.get(&object).copied() else {
                continue;
            };
            let size = self.program().types.size_of(self.program().objects[object].ty);
            let size = Expr::int(i128::from(size.unwrap_or(1)), ty);
            batch.set(own, Expr::Var(next));
            batch.set(next, next_address(Expr::Var(next), size, ty));
        }
        if !batch.is_empty() {
            let operation = Operation::Assign(batch.into_changes());
            out.push(Emitted { operation, notes: vec![note] });
        }
    }

    /// Locals of a function that live in memory.
    pub fn frame_objects(&self, function: mir::FunctionId) -> Vec<ObjectId> {
        let objects = &self.program().objects;
        objects
            .iter_enumerated()
            .filter(|(id, object)| {
                let local = matches!(
                    object.storage,
                    Storage::Local | Storage::Parameter | Storage::Temporary | Storage::Result
                );
                object.function == Some(function) && local && self.memory.code.used[*id]
            })
            .map(|(id, _)| id)
            .filter(|&object| !self.memory.is_direct(object))
            .collect()
    }

    /// A call of a function with a graph.
    pub fn direct_call(
        &mut self,
        callee: mir::FunctionId,
        interface: &Interface,
        arguments: &[Argument],
        result: Option<&ResultTo>,
        out: &mut Vec<Emitted>,
    ) {
        let source = &self.program().functions[callee];
        let mut given = Vec::new();
        for parameter in &interface.parameters {
            let expr = self.argument(parameter, arguments.get(parameter.position));
            given.push(expr);
        }
        let call =
            |result| Operation::Call { function: interface.id, arguments: given.clone(), result };
        match result {
            None => out.push(plain(call(None))),
            Some(ResultTo::Scalar(cell, _)) => {
                let Some(var) = interface.result else {
                    out.push(plain(call(None)));
                    return;
                };
                let ty = self.tables.variables[var.index()].ty;
                self.scalar_result(cell, ty, call, out);
            }
            Some(ResultTo::Aggregate(to, ty)) => {
                out.push(plain(call(None)));
                if let Some(object) = source.result {
                    let length = self.program().types.size_of(*ty);
                    let from = Address::of(object);
                    let block = self.memory.block(to, Some(&from), Some(*ty), length);
                    self.afterwards(out, |this, out| this.copy_block(&block, out));
                }
            }
        }
    }

    fn scalar_result(
        &mut self,
        cell: &Cell,
        ty: Type,
        call: impl Fn(Option<CfgVarId>) -> Operation,
        out: &mut Vec<Emitted>,
    ) {
        let place = self.locate(cell);
        if let Where::Plain(var, of) = place
            && Type::Int(of) == ty
        {
            out.push(plain(call(Some(var))));
            return;
        }
        let temporary = self.temporary(ty);
        out.push(plain(call(Some(temporary))));
        let value = match ty {
            Type::Int(int) => convert(Expr::Var(temporary), int, cell.ty),
            _ => return,
        };
        self.afterwards(out, |this, out| {
            let mut batch = Batch::default();
            this.write(&place, Shape::of(cell), value, &mut batch, out);
            finish(batch, out);
        });
    }

    fn argument(&mut self, parameter: &Parameter, argument: Option<&Argument>) -> Expr {
        let ty = self.tables.variables[parameter.var.index()].ty;
        let value = match argument {
            Some(Argument::Scalar(value, _)) => Some(self.value(value)),
            Some(Argument::Aggregate(from, _)) => self.aggregate_argument(parameter, from, ty),
            None => None,
        };
        let found = value.as_ref().map(|value| self.tables.type_of(value));
        match (value, found, ty) {
            (Some(value), Some(found), wanted) if found == wanted => value,
            (Some(value), Some(Type::Int(_) | Type::Bool), Type::Int(wanted)) => {
                Expr::cast(wanted, value)
            }
            _ => {
                let note = self.unknown_note(
                    "missing-argument",
                    "an argument that the function does not get".to_owned(),
                );
                let var = self.temporary(ty);
                let operation = Operation::Unknown(vec![var]);
                self.prelude.push(Emitted { operation, notes: vec![note] });
                Expr::Var(var)
            }
        }
    }

    fn aggregate_argument(
        &mut self,
        parameter: &Parameter,
        from: &Address,
        ty: Type,
    ) -> Option<Expr> {
        let object = &self.program().objects[parameter.slot.object];
        let length = self.program().types.size_of(object.ty);
        let to = Address::of(parameter.slot.object);
        let block = self.memory.block(&to, Some(from), Some(object.ty), length);
        match ty {
            Type::Int(_) => self.part_value(block.from.as_ref()?, parameter.slot, parameter.shape),
            _ => self.range_value(&block, parameter.slot, parameter.shape),
        }
    }
}
