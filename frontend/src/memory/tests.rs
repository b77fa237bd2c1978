//! Small hand-made programs and the graphs they become.

use belnap_formats::cfg::outline;
use belnap_ir::cfg::{AskedKind, Cfg, DataModel};
use belnap_ir::expr::{BinaryOp, CompareOp};
use belnap_ir::ids::{TiVec, ti_vec};
use belnap_ir::source_map::SourceMap;
use belnap_ir::types::IntType;
use belnap_ir::validate;

use super::{UnitSource, build};
use crate::calls::sketch::empty_program;
use crate::ctype::{
    ArrayLength, BitField, CType, Field, FunctionType, IntKind, Layout, Record, RecordId, TypeId,
    Types,
};
use crate::mir::{
    Address, Base, Body, Cell, Edge, Function, FunctionId, Havoc, Node, NodeId, NodeKind, Object,
    ObjectId, Op, Origin, Program, Scope, ScopeId, Step, Storage, Until, Value,
};

const INT: IntType = IntType::signed(32);
const ADDRESS: IntType = IntType::unsigned(64);

/// A program with one function in the making.
struct Sketch {
    program: Program,
    int: TypeId,
    body: Body,
}

impl Sketch {
    fn new() -> Self {
        let mut types = Types::new(DataModel::LP64);
        let int = types.int(IntKind::Int);
        let ty = types.intern(CType::Function(FunctionType {
            result: int,
            parameters: Vec::new(),
            variadic: false,
            prototyped: true,
        }));
        let main = Function {
            name: "main".to_owned(),
            ty,
            parameters: Vec::new(),
            result: None,
            body: None,
            scope: ScopeId(0),
            is_model: false,
            at: Origin::default(),
        };
        let scope = Scope { function: "main".to_owned(), caller: None, call: None, copy: 0 };
        let program =
            Program { functions: ti_vec![main], scopes: ti_vec![scope], ..empty_program(types) };
        let body =
            Body { nodes: TiVec::new(), edges: Vec::new(), entry: NodeId(0), exit: NodeId(0) };
        let mut sketch = Sketch { program, int, body };
        sketch.node(NodeKind::Normal);
        sketch
    }

    fn node(&mut self, kind: NodeKind) -> NodeId {
        let id = NodeId(self.body.nodes.len() as u32);
        let at = Origin::default();
        self.body.nodes.push(Node {
            kind,
            labels: Vec::new(),
            scope: ScopeId(0),
            enters: None,
            at,
        });
        id
    }

    fn object(&mut self, name: &str, ty: TypeId, storage: Storage) -> ObjectId {
        let local = matches!(storage, Storage::Local);
        self.program.objects.push(Object {
            name: name.to_owned(),
            ty,
            storage,
            function: local.then_some(FunctionId(0)),
            scope: local.then_some(ScopeId(0)),
            align: self.program.types.align_of(ty),
            is_volatile: false,
            is_const: false,
            shares_address: false,
            bytes: None,
            at: Origin::default(),
        });
        ObjectId(self.program.objects.len() as u32 - 1)
    }

    fn local(&mut self, name: &str, ty: TypeId) -> ObjectId {
        self.object(name, ty, Storage::Local)
    }

    fn array(&mut self, element: TypeId, length: u64) -> TypeId {
        self.program.types.intern(CType::Array(element, ArrayLength::Known(length)))
    }

    fn pointer(&mut self, to: TypeId) -> TypeId {
        self.program.types.pointer(to)
    }

    fn record(&mut self, tag: &str, is_union: bool, fields: Vec<Field>, size: u64) -> TypeId {
        let layout = Layout { fields, size, align: 4 };
        let id = RecordId(self.program.types.records.len() as u32);
        self.program.types.records.push(Record {
            tag: Some(tag.to_owned()),
            is_union,
            layout: Some(layout),
        });
        self.program.types.intern(CType::Record(id))
    }

    fn step(op: Op) -> Step {
        Step { op, at: Origin::default(), notes: Vec::new() }
    }

    fn edge(&mut self, from: NodeId, to: NodeId, op: Op) {
        self.body.edges.push(Edge { from, to, step: Self::step(op) });
    }

    /// From the last node to a new one.
    fn then(&mut self, op: Op) {
        let from = NodeId(self.body.nodes.len() as u32 - 1);
        let to = self.node(NodeKind::Normal);
        self.edge(from, to, op);
    }

    fn cfg(mut self) -> Cfg {
        self.body.exit = NodeId(self.body.nodes.len() as u32 - 1);
        self.program.functions[FunctionId(0)].body = Some(self.body);
        let map = SourceMap::new("t.c", "text");
        let cfg = build(&self.program, &[UnitSource { map: &map, text: "text", is_model: false }]);
        assert_eq!(validate::cfg::validate(&cfg), vec![], "{}", outline(&cfg));
        cfg
    }

    fn text(self) -> String {
        outline(&self.cfg())
    }
}

fn field(name: &str, ty: TypeId, offset: u64) -> Field {
    Field { name: Some(name.to_owned()), ty, offset, bits: None }
}

fn int(value: i128) -> Value {
    Value::int(value, INT)
}

fn cell(address: Address, ty: IntType) -> Cell {
    Cell { address, ty, bits: None }
}

fn of(object: ObjectId) -> Cell {
    cell(Address::of(object), INT)
}

fn indexed(object: ObjectId, index: Value, stride: i64) -> Address {
    Address { base: Base::Object(object), offset: 0, terms: vec![(index, stride)] }
}

fn widened(object: ObjectId) -> Value {
    Value::Cast(ADDRESS, Box::new(Value::load(of(object))))
}

#[track_caller]
fn contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
}

#[test]
fn scalars_are_variables() {
    let mut sketch = Sketch::new();
    let ty = sketch.int;
    let (x, g) = (sketch.local("x", ty), sketch.object("g", ty, Storage::Static));
    let zero = Op::Zero { to: Address::of(g), ty };
    sketch.program.initial.push(Sketch::step(zero));
    sketch.then(Op::Declare(vec![x]));
    sketch.then(Op::Havoc(Havoc::Nondet, vec![of(x)]));
    let sum = Value::Binary(BinaryOp::Add, Box::new([Value::load(of(x)), int(1)]));
    sketch.then(Op::Assign(of(g), sum));
    contains(&sketch.text(), &["g := 0", "nondet main::x", "g := main::x + 1"]);
}

#[test]
fn records_are_split_into_what_is_used() {
    let mut sketch = Sketch::new();
    let ty = sketch.int;
    let fields = vec![field("a", ty, 0), field("b", ty, 4), field("c", ty, 8)];
    let record = sketch.record("r", false, fields, 12);
    let (s, t) = (sketch.local("s", record), sketch.local("t", record));
    sketch.then(Op::Assign(cell(Address::of(s).plus(4), INT), int(7)));
    sketch.then(Op::Copy { to: Address::of(t), from: Address::of(s), ty: record });
    let x = sketch.local("x", ty);
    sketch.then(Op::Assign(of(x), Value::load(cell(Address::of(t).plus(8), INT))));
    let text = sketch.text();
    contains(&text, &["main::s.b := 7", "main::t.b, main::t.c := main::s.b, main::s.c"]);
    assert!(!text.contains("s.a"), "{text}");
}

#[test]
fn bit_fields_of_split_records_are_narrow_variables() {
    let mut sketch = Sketch::new();
    let ty = sketch.int;
    let bits = BitField { offset: 3, width: 5, unit_bytes: 4 };
    let flags = Field { bits: Some(bits), ..field("flags", ty, 0) };
    let record = sketch.record("r", false, vec![flags], 4);
    let s = sketch.local("s", record);
    let narrow = IntType::signed(5);
    let place = Cell { address: Address::of(s), ty: narrow, bits: Some(bits) };
    sketch.then(Op::Assign(place, Value::int(3, narrow)));
    contains(&sketch.text(), &["main::s.flags := 3", "i5"]);
}

#[test]
fn private_arrays_are_indexed_by_element() {
    let mut sketch = Sketch::new();
    let ty = sketch.int;
    let array = sketch.array(ty, 100);
    let (a, i) = (sketch.local("a", array), sketch.local("i", ty));
    sketch.then(Op::Declare(vec![a]));
    sketch.then(Op::Assign(cell(indexed(a, widened(i), 4), INT), int(1)));
    sketch.then(Op::Assign(cell(Address::of(a).plus(8), INT), int(2)));
    sketch.then(Op::Zero { to: Address::of(a), ty: array });
    let text = sketch.text();
    contains(&text, &["main::a[(u64)main::i] := 1", "main::a[2] := 2"]);
    assert!(!text.contains('&'), "{text}");
}

#[test]
fn small_arrays_with_constant_indices_are_variables() {
    let mut sketch = Sketch::new();
    let ty = sketch.int;
    let array = sketch.array(ty, 3);
    let a = sketch.local("a", array);
    sketch.then(Op::Zero { to: Address::of(a), ty: array });
    sketch.then(Op::Assign(cell(Address::of(a).plus(8), INT), int(2)));
    contains(&sketch.text(), &["main::a[2] := 2", "main::a[2] := 0"]);
}

#[test]
fn what_pointers_may_touch_is_one_region() {
    let mut sketch = Sketch::new();
    let ty = sketch.int;
    let pointer = sketch.pointer(ty);
    let (x, y) = (sketch.local("x", ty), sketch.local("y", ty));
    let p = sketch.local("p", pointer);
    let at_p = cell(Address::of(p), ADDRESS);
    sketch.then(Op::Declare(vec![x, y, p]));
    sketch.then(Op::Assign(at_p.clone(), Value::Address(Box::new(Address::of(x)))));
    sketch.then(Op::Assign(at_p.clone(), Value::Address(Box::new(Address::of(y)))));
    sketch.then(Op::Assign(cell(Address::at(Value::load(at_p)), INT), int(3)));
    sketch.then(Op::Assign(of(x), Value::load(of(y))));
    contains(&sketch.text(), &["main::p := &main::x", "int[main::p] := 3", "int[&main::y]"]);
}

#[test]
fn unions_are_bytes() {
    let mut sketch = Sketch::new();
    let ty = sketch.int;
    let byte = sketch.program.types.int(IntKind::UnsignedChar);
    let union = sketch.record("u", true, vec![field("i", ty, 0), field("c", byte, 0)], 4);
    let u = sketch.local("u", union);
    sketch.then(Op::Assign(cell(Address::of(u), INT), int(258)));
    let byte = IntType::unsigned(8);
    let x = sketch.local("x", ty);
    let low = Value::load(cell(Address::of(u), byte));
    sketch.then(Op::Assign(of(x), Value::Cast(INT, Box::new(low))));
    contains(&sketch.text(), &["main::x := (i32)main::u[0]", "write(main::u, 0, 2), 1, 1), 2, 0)"]);
}

#[test]
fn repeated_allocations_have_addresses_of_their_own() {
    let mut sketch = Sketch::new();
    let ty = sketch.int;
    let pointer = sketch.pointer(ty);
    let site = sketch.object("malloc", ty, Storage::Heap);
    let p = sketch.local("p", pointer);
    let at_p = cell(Address::of(p), ADDRESS);
    let allocate = Op::Allocate {
        site,
        size: Value::int(4, ADDRESS),
        zeroed: true,
        until: Until::Freed,
        result: at_p.clone(),
    };
    sketch.then(allocate);
    let last = NodeId(sketch.body.nodes.len() as u32 - 1);
    sketch.edge(last, NodeId(0), Op::Assign(cell(Address::at(Value::load(at_p)), INT), int(3)));
    sketch.node(NodeKind::Normal);
    contains(
        &sketch.text(),
        &["next(malloc) := &malloc", "main::p, next(malloc) := next(malloc),", "next(malloc) + 16"],
    );
}

#[test]
fn failures_are_asked_for() {
    let mut sketch = Sketch::new();
    let failed = sketch.node(NodeKind::Failed(AskedKind::Assert));
    let end = sketch.node(NodeKind::Normal);
    let ty = sketch.int;
    let x = sketch.local("x", ty);
    let is_zero = Value::Compare(CompareOp::Eq, Box::new([Value::load(of(x)), int(0)]));
    let not_zero = Value::Compare(CompareOp::Ne, Box::new([Value::load(of(x)), int(0)]));
    sketch.edge(NodeId(0), failed, Op::Assume(is_zero));
    sketch.edge(NodeId(0), end, Op::Assume(not_zero));
    let cfg = sketch.cfg();
    assert_eq!(cfg.properties.len(), 1);
    assert_eq!(cfg.start, cfg.entry);
}

#[test]
fn an_access_to_nothing_is_unknown() {
    let mut sketch = Sketch::new();
    let ty = sketch.int;
    let x = sketch.local("x", ty);
    let null = Address::at(Value::int(0, ADDRESS));
    sketch.then(Op::Assign(of(x), Value::load(cell(null.clone(), INT))));
    sketch.then(Op::Assign(cell(null, INT), int(1)));
    contains(&sketch.text(), &["unknown", "unknown-pointer"]);
}
