//! Small programs by hand, for tests of what reads and changes them.

use belnap_ir::cfg::{DataModel, IntegerMode};
use belnap_ir::ids::{TiVec, ti_vec};
use belnap_ir::types::IntType;

use crate::ctype::{
    ArrayLength, CType, Field, FunctionType, IntKind, Layout, Record, RecordId, TypeId, Types,
};
use crate::mir::{
    Address, Argument, Body, Callee, Cell, Edge, Function, FunctionId, Node, NodeId, NodeKind,
    Object, ObjectId, Op, Origin, Program, ResultTo, Scope, ScopeId, Step, Storage, Value,
};

pub(crate) const U64: IntType = IntType::unsigned(64);
pub(crate) const I32: IntType = IntType::signed(32);

/// A program without anything but types.
pub(crate) fn empty_program(types: Types) -> Program {
    Program {
        types,
        integers: IntegerMode::Wrap,
        objects: TiVec::new(),
        functions: TiVec::new(),
        scopes: TiVec::new(),
        initial: Vec::new(),
        entry: FunctionId(0),
        variable_arguments: Default::default(),
        asked: crate::checks::Asked::default(),
        keep: Vec::new(),
        ledger: TiVec::new(),
    }
}

/// A program under construction; its functions are lines of operations.
pub(crate) struct Sketch {
    pub(crate) program: Program,
}

impl Sketch {
    pub(crate) fn new() -> Self {
        Sketch { program: empty_program(Types::new(DataModel::LP64)) }
    }

    pub(crate) fn int(&mut self) -> TypeId {
        self.program.types.int(IntKind::Int)
    }

    pub(crate) fn void(&mut self) -> TypeId {
        self.program.types.intern(CType::Void)
    }

    pub(crate) fn pointer(&mut self) -> TypeId {
        let void = self.void();
        self.program.types.pointer(void)
    }

    pub(crate) fn array(&mut self, element: TypeId, length: u64) -> TypeId {
        self.program.types.intern(CType::Array(element, ArrayLength::Known(length)))
    }

    /// A struct with these members at these offsets, or a union.
    pub(crate) fn record(&mut self, is_union: bool, fields: &[(TypeId, u64)], size: u64) -> TypeId {
        let fields = fields
            .iter()
            .map(|&(ty, offset)| Field { name: None, ty, offset, bits: None })
            .collect();
        let layout = Some(Layout { fields, size, align: 8 });
        self.program.types.records.push(Record { tag: None, is_union, layout });
        let id = RecordId(self.program.types.records.len() as u32 - 1);
        self.program.types.intern(CType::Record(id))
    }

    pub(crate) fn object(
        &mut self,
        name: &str,
        ty: TypeId,
        storage: Storage,
        function: Option<FunctionId>,
    ) -> ObjectId {
        let scope = function.map(|function| self.program.functions[function].scope);
        self.program.objects.push(Object {
            name: name.to_owned(),
            ty,
            storage,
            function,
            scope,
            align: 8,
            is_volatile: false,
            is_const: false,
            shares_address: false,
            bytes: None,
            at: Origin::default(),
        });
        ObjectId(self.program.objects.len() as u32 - 1)
    }

    pub(crate) fn global(&mut self, name: &str, ty: TypeId) -> ObjectId {
        self.object(name, ty, Storage::Static, None)
    }

    /// A function without body, taking and returning pointers.
    pub(crate) fn function(&mut self, name: &str, parameters: usize) -> FunctionId {
        let id = FunctionId(self.program.functions.len() as u32);
        let scope = ScopeId(self.program.scopes.len() as u32);
        let scope_entry = Scope { function: name.to_owned(), caller: None, call: None, copy: 0 };
        self.program.scopes.push(scope_entry);
        let pointer = self.pointer();
        let ty = FunctionType {
            result: pointer,
            parameters: vec![pointer; parameters],
            variadic: false,
            prototyped: true,
        };
        let ty = self.program.types.intern(CType::Function(ty));
        self.program.functions.push(Function {
            name: name.to_owned(),
            ty,
            parameters: Vec::new(),
            result: None,
            body: None,
            scope,
            is_model: false,
            at: Origin::default(),
        });
        id
    }

    /// Gives a function parameters, a result and an empty body; returns the parameters.
    pub(crate) fn define(&mut self, id: FunctionId) -> Vec<ObjectId> {
        let pointer = self.pointer();
        let CType::Function(ty) = self.program.types.get(self.program.functions[id].ty).clone()
        else {
            unreachable!("functions have function types")
        };
        let parameters: Vec<ObjectId> = (0..ty.parameters.len())
            .map(|index| self.object(&format!("p{index}"), pointer, Storage::Parameter, Some(id)))
            .collect();
        let result = self.object("result", pointer, Storage::Result, Some(id));
        let function = &mut self.program.functions[id];
        function.parameters.clone_from(&parameters);
        function.result = Some(result);
        let entry = node(function.scope);
        function.body = Some(Body {
            nodes: ti_vec![entry],
            edges: Vec::new(),
            entry: NodeId(0),
            exit: NodeId(0),
        });
        parameters
    }

    /// Appends an operation; its origin is its number.
    pub(crate) fn push(&mut self, id: FunctionId, op: Op) {
        let function = &mut self.program.functions[id];
        let scope = function.scope;
        let body = function.body.as_mut().expect("defined");
        body.nodes.push(node(scope));
        let to = NodeId(body.nodes.len() as u32 - 1);
        let number = body.edges.len() as u32 + 1;
        let at = Origin { unit: id.0, start: number, end: number };
        body.edges.push(Edge { from: body.exit, to, step: Step { op, at, notes: Vec::new() } });
        body.exit = to;
    }

    /// `*to = value`, of a pointer.
    pub(crate) fn assign(&mut self, id: FunctionId, to: Address, value: Value) {
        self.push(id, Op::Assign(cell(to), value));
    }

    pub(crate) fn call(&mut self, id: FunctionId, callee: Callee, values: &[Value], to: ObjectId) {
        let pointer = self.pointer();
        let arguments =
            values.iter().map(|value| Argument::Scalar(value.clone(), pointer)).collect();
        let result = Some(ResultTo::Scalar(cell(Address::of(to)), pointer));
        self.push(id, Op::Call { callee, arguments, result });
    }
}

const fn node(scope: ScopeId) -> Node {
    let at = Origin { unit: 0, start: 0, end: 0 };
    Node { kind: NodeKind::Normal, labels: Vec::new(), scope, enters: None, at }
}

/// A pointer in memory.
pub(crate) const fn cell(address: Address) -> Cell {
    Cell { address, ty: U64, bits: None }
}

/// The contents of a pointer variable.
pub(crate) fn load(object: ObjectId) -> Value {
    Value::load(cell(Address::of(object)))
}

/// `&object`
pub(crate) fn address(object: ObjectId) -> Value {
    Address::of(object).value()
}
