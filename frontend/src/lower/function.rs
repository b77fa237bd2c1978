//! Functions: parameters, result, the graph of the body, and what happens before the first
//! statement of the entry function.

use belnap_ir::cfg::{Machine, Treatment, Weakens};
use belnap_ir::expr::CompareOp;
use belnap_ir::ids::TiVec;
use belnap_ir::types::Type;
use rustc_hash::FxHashMap;

use crate::ctype::{ArrayLength, CType, TypeId};
use crate::hir;
use crate::mir::{
    Address, Body, Cell, Edge, Function, FunctionId, Node, NodeId, ObjectId, Op, Origin, ScopeId,
    Step, Storage, Value,
};
use crate::unsupported;

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
    /// The parameter with the place of its variable arguments.
    pub arguments: Option<ObjectId>,
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
            arguments: None,
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
    pub(super) fn functions(&mut self, entry: hir::FunctionId) -> TiVec<FunctionId, Function> {
        (0..self.hir.functions.len())
            .map(|index| {
                let id = hir::FunctionId(u32::try_from(index).expect("more than 2^32 functions"));
                self.function(id, id == entry)
            })
            .collect()
    }

    fn function(&mut self, id: hir::FunctionId, is_entry: bool) -> Function {
        let program = self.hir;
        let function = &program.functions[id];
        let reachable = self.reach.functions[id].is_some();
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
            if self.reach.pointed_to[id] {
                self.external_body(id, &mut lowered);
            }
            return lowered;
        };
        self.begin(id, function.at);
        lowered.result = self.frame.result;
        if self.is_variadic(function.ty) {
            let ty = self.known.void_pointer;
            let object = self.parameter("arguments()".to_owned(), ty, function.at);
            self.frame.arguments = Some(object);
            lowered.parameters.push(object);
        }
        let entry = self.graph.current;
        self.graph.node_mut(entry).enters = Some(function.name.clone());
        if is_entry {
            self.start(id);
            for parameter in lowered.parameters.clone() {
                self.truth_value(parameter, function.at);
            }
        }
        self.statements(body);
        self.fall_off(function);
        lowered.body = Some(self.end());
        lowered
    }

    /// A new graph for a function.
    pub(super) fn begin(&mut self, id: hir::FunctionId, at: Origin) {
        let function = &self.hir.functions[id];
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
    pub(super) fn end(&mut self) -> Body {
        let graph = std::mem::replace(&mut self.graph, Graph::new(ScopeId(0), Origin::default()));
        let exit = self.frame.exit;
        self.frame = Frame::default();
        graph.finish(exit)
    }

    /// A new parameter of the current function.
    pub(super) fn parameter(&mut self, name: String, ty: TypeId, at: Origin) -> ObjectId {
        let object = self.new_object(name, ty, Storage::Parameter, at);
        let function = self.frame.function;
        let parameter = &mut self.objects[object];
        parameter.function = function;
        parameter.scope = function.map(|function| ScopeId(function.0));
        object
    }

    /// What a function type returns.
    pub(super) fn result_type(&self, ty: TypeId) -> TypeId {
        match self.types.get(ty) {
            CType::Function(function) => function.result,
            _ => self.known.void,
        }
    }

    /// Before the first statement of the program: there is at least one argument, the program's
    /// name, and not more than the system has room for, and `argv` points to something that ends
    /// with a null pointer.
    fn start(&mut self, id: hir::FunctionId) {
        let function = &self.hir.functions[id];
        if function.name != "main" || self.reach.called[id] {
            return;
        }
        let mut parameters = function
            .parameters
            .iter()
            .map(|parameter| (ObjectId(parameter.0), &self.hir.objects[*parameter]));
        let Some((argc, object)) = parameters.next() else { return };
        let Some(ty) = self.scalar(object.ty) else { return };
        let count = Cell { address: Address::of(argc), ty, bits: None };
        let (fold, one) = (self.fold, Value::int(1, ty));
        let most = match Machine::MOST_ARGUMENTS {
            most if ty.contains(most) => most,
            _ if ty.bits == self.types.model().int => i128::MAX >> (128 - ty.bits),
            _ => 1,
        };
        let none = fold.compare(CompareOp::Lt, Value::load(count.clone()), one.clone());
        let many = fold.compare(CompareOp::Gt, Value::load(count.clone()), Value::int(most, ty));
        let some = fold.conditional(fold.or(none, many), one, Value::load(count.clone()));
        let rest: Vec<(ObjectId, &hir::Object)> = parameters.collect();
        let detail = format!("`{}` is from 1 to {most}", object.name);
        let word = unsupported::EXTERNAL_VARIABLE;
        let note = self.note(word, detail, Treatment::Assumed, Weakens::Proofs, object.at);
        self.graph.note_next(note);
        self.graph.step(Op::Assign(count.clone(), some), object.at);
        for (parameter, object) in rest {
            let CType::Pointer(target) = *self.types.get(object.ty) else { continue };
            let array = self.types.intern(CType::Array(target, ArrayLength::Unknown));
            let name = format!("*{}", object.name);
            let external = Address::of(self.new_object(name, array, Storage::External, object.at));
            let address = self.types.address();
            let cell = Cell { address: Address::of(parameter), ty: address, bits: None };
            let detail = format!("what `{}` points to may be anything", object.name);
            let word = unsupported::EXTERNAL_VARIABLE;
            let note = self.note(word, detail, Treatment::Assumed, Weakens::Refutations, object.at);
            self.graph.note_next(note);
            self.graph.step(Op::Assign(cell, external.clone().value()), object.at);
            if let (Some(ty), Some(size)) = (self.scalar(target), self.types.size_of(target)) {
                let last = fold.element(external, Value::load(count.clone()), size as i64);
                let end = Cell { address: last, ty, bits: None };
                self.graph.step(Op::Assign(end, Value::int(0, ty)), object.at);
            }
        }
    }

    /// Control reaches the end of the body.
    fn fall_off(&mut self, function: &hir::Function) {
        let at = function.end;
        self.graph.here(at);
        if !self.graph.is_entered() {
            return;
        }
        self.note_return(at);
        let exit = self.frame.exit;
        let Some(result) = self.frame.result else {
            self.graph.jump(exit, at);
            return;
        };
        let ty = self.objects[result].ty;
        match self.scalar(ty) {
            Some(int) if function.name == "main" => {
                let cell = Cell { address: Address::of(result), ty: int, bits: None };
                self.graph.step_to(Op::Assign(cell, Value::Int(0, int)), at, exit);
            }
            _ => self.return_nothing(result, at),
        }
    }

    /// A function returns without the result that it has.
    pub(super) fn return_nothing(&mut self, result: ObjectId, at: Origin) {
        let name = &self.objects[result].name;
        let detail = format!("the result that `{name}` does not return is some value");
        let note = self.note_assumed(unsupported::MISSING_RESULT, detail, at);
        self.graph.note_next(note);
        self.graph.step_to(Op::Declare(vec![result]), at, self.frame.exit);
    }

    /// A step of its own where a function returns that is declared not to.
    pub(super) fn note_return(&mut self, at: Origin) {
        let Some(id) = self.frame.function else { return };
        let function = &self.hir.functions[hir::FunctionId(id.0)];
        if function.noreturn && !function.is_model {
            let name = &function.name;
            let detail = format!("`{name}`, which is declared not to return, may return");
            let note = self.note_assumed(unsupported::NONRETURNING_FUNCTION, detail, at);
            self.graph.note_next(note);
            self.graph.step(Op::Skip, at);
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

/// Puts steps before a body.
pub(super) fn prepend(body: &mut Body, steps: Vec<Step>) {
    for step in steps.into_iter().rev() {
        let old = body.entry;
        let new = NodeId(u32::try_from(body.nodes.len()).expect("more than 2^32 nodes"));
        let first = &mut body.nodes[old];
        let mut node = Node { labels: Vec::new(), ..first.clone() };
        node.enters = first.enters.take();
        body.nodes.push(node);
        body.edges.push(Edge { from: new, to: old, step });
        body.entry = new;
    }
}
