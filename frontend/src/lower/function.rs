//! Functions: parameters, result, the graph of the body, and what happens before the first
//! statement of the entry function.

use belnap_ir::types::Type;
use rustc_hash::FxHashMap;

use crate::ctype::{ArrayLength, CType, TypeId};
use crate::hir;
use crate::mir::{
    Address, Cell, Function, FunctionId, NodeId, ObjectId, Op, Origin, ScopeId, Step, Storage,
    Value,
};

use super::Lower;
use super::graph::Graph;
use super::switch::SwitchFrame;

/// What is known about the function that is being lowered.
#[derive(Debug)]
pub(super) struct Frame {
    /// Which; `None` for static initializers.
    pub function: Option<FunctionId>,
    /// Where it returns.
    pub exit: NodeId,
    /// Where it leaves its result.
    pub result: Option<ObjectId>,
    /// Nodes of C labels.
    pub labels: FxHashMap<hir::LabelId, NodeId>,
    /// Where `break` goes, innermost last.
    pub breaks: Vec<NodeId>,
    /// Where `continue` goes, innermost last.
    pub continues: Vec<NodeId>,
    /// `switch` statements around, innermost last.
    pub switches: Vec<SwitchFrame>,
    /// Number of temporaries.
    pub temporaries: u32,
}

impl Default for Frame {
    fn default() -> Self {
        Frame {
            function: None,
            exit: NodeId(0),
            result: None,
            labels: FxHashMap::default(),
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            temporaries: 0,
        }
    }
}

impl Lower<'_> {
    /// All functions, those that are reachable with their bodies.
    pub(super) fn functions(&mut self, entry: hir::FunctionId, first: Vec<Step>) -> Vec<Function> {
        let mut first = Some(first);
        (0..self.hir.functions.len())
            .map(|index| {
                let id = hir::FunctionId(u32::try_from(index).expect("more than 2^32 functions"));
                let first = if id == entry { first.take() } else { None };
                self.function(id, first)
            })
            .collect()
    }

    fn function(&mut self, id: hir::FunctionId, first: Option<Vec<Step>>) -> Function {
        let program = self.hir;
        let function = &program.functions[id.0 as usize];
        let reachable = self.reach.functions[id.0 as usize].is_some();
        let mut lowered = Function {
            name: function.name.clone(),
            ty: function.ty,
            parameters: function.parameters.iter().map(|object| ObjectId(object.0)).collect(),
            result: None,
            body: None,
            scope: ScopeId(id.0),
            is_model: function.is_model,
            at: function.at,
        };
        if !reachable {
            lowered.parameters.clear();
            return lowered;
        }
        let Some(body) = &function.body else {
            lowered.parameters.clear();
            if self.reach.pointed_to[id.0 as usize] {
                self.external_body(id, &mut lowered);
            }
            return lowered;
        };
        self.begin(id, function.at);
        lowered.result = self.frame.result;
        let entry = self.graph.current;
        self.graph.node_mut(entry).enters = Some(function.name.clone());
        if let Some(first) = first {
            self.start(id, first);
        }
        self.statements(body);
        self.fall_off(function);
        lowered.body = Some(self.end());
        lowered
    }

    /// A new graph for a function.
    pub(super) fn begin(&mut self, id: hir::FunctionId, at: Origin) {
        let function = &self.hir.functions[id.0 as usize];
        self.graph = Graph::new(ScopeId(id.0), at);
        self.frame = Frame { function: Some(FunctionId(id.0)), ..Frame::default() };
        self.frame.exit = self.graph.node(function.end);
        let result = self.result_type(function.ty);
        if !self.is_void(result) {
            let name = format!("{}()", function.name);
            self.frame.result = Some(self.new_object(name, result, Storage::Result, at));
        }
    }

    /// The graph of the function that [`Lower::begin`] began.
    pub(super) fn end(&mut self) -> crate::mir::Body {
        let graph = std::mem::replace(&mut self.graph, Graph::new(ScopeId(0), Origin::default()));
        let exit = self.frame.exit;
        self.frame = Frame::default();
        graph.finish(exit)
    }

    /// What a function type returns.
    pub(super) fn result_type(&self, ty: TypeId) -> TypeId {
        match self.types.get(ty) {
            CType::Function(function) => function.result,
            _ => self.known.void,
        }
    }

    /// Before the first statement of the program: unknown initial values, and `argv`.
    fn start(&mut self, id: hir::FunctionId, first: Vec<Step>) {
        for step in first {
            step.notes.iter().for_each(|&note| self.graph.note_next(note));
            self.graph.step(step.op, step.at);
        }
        let function = &self.hir.functions[id.0 as usize];
        if function.name != "main" || self.reach.called[id.0 as usize] {
            return;
        }
        for &parameter in function.parameters.iter().skip(1) {
            let object = &self.hir.objects[parameter.0 as usize];
            let CType::Pointer(target) = *self.types.get(object.ty) else { continue };
            let array = self.types.intern(CType::Array(target, ArrayLength::Unknown));
            let name = format!("*{}", object.name);
            let external = self.new_object(name, array, Storage::External, object.at);
            let cell = Cell {
                address: Address::of(ObjectId(parameter.0)),
                ty: self.types.address(),
                bits: None,
            };
            self.graph.step(Op::Assign(cell, Address::of(external).value()), object.at);
        }
    }

    /// Control reaches the end of the body.
    fn fall_off(&mut self, function: &hir::Function) {
        let at = function.end;
        self.graph.here(at);
        let exit = self.frame.exit;
        let Some(result) = self.frame.result else {
            self.graph.jump(exit, at);
            return;
        };
        let ty = self.objects[result.0 as usize].ty;
        match self.scalar(ty) {
            Some(int) if function.name == "main" => {
                let cell = Cell { address: Address::of(result), ty: int, bits: None };
                self.graph.step_to(Op::Assign(cell, Value::Int(0, int)), at, exit);
            }
            _ => self.graph.step_to(Op::Declare(vec![result]), at, exit),
        }
    }

    /// A new scalar variable of the current function.
    pub(super) fn temporary(&mut self, ty: TypeId, at: Origin) -> Cell {
        let object = self.temporary_object(ty, at);
        let int = self.scalar(ty).unwrap_or(super::fold::INT);
        Cell { address: Address::of(object), ty: int, bits: None }
    }

    /// A new variable of the current function.
    pub(super) fn temporary_object(&mut self, ty: TypeId, at: Origin) -> ObjectId {
        self.frame.temporaries += 1;
        let name = format!("tmp{}", self.frame.temporaries);
        self.new_object(name, ty, Storage::Temporary, at)
    }

    /// The value, in a new temporary; `ty` is a C type that has it.
    pub(super) fn save(&mut self, value: Value, ty: TypeId, at: Origin) -> Value {
        if value.type_of(self.fold.address) == Type::Bool {
            let cell = self.temporary(self.known.bool_, at);
            let number = self.fold.cast(cell.ty, value);
            self.graph.step(Op::Assign(cell.clone(), number), at);
            return self.fold.truth(Value::load(cell));
        }
        let cell = self.temporary(ty, at);
        let value = self.fold.cast(cell.ty, value);
        self.graph.step(Op::Assign(cell.clone(), value), at);
        Value::load(cell)
    }
}
