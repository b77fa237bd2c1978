//! Small graphs, built by hand.
#![allow(dead_code, reason = "each test file uses some of it")]

pub mod random;

use belnap_ir::cfg::{
    Cfg, Edge, Function, IntegerMode, Location, LocationKind, Machine, Object, ObjectKind,
    Operation, Scope, Variable, VariableKind,
};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, ObjectId, ti_vec};
use belnap_ir::types::{ArrayType, IntType, Type};

pub const I32: IntType = IntType::signed(32);
pub const U32: IntType = IntType::unsigned(32);
pub const WORDS: ArrayType = ArrayType { index: IntType::unsigned(64), cell: I32 };

/// A graph without edges and with `locations` locations.
pub fn graph(integers: IntegerMode, locations: usize) -> Cfg {
    let location = Location::bare(LocationKind::Normal);
    Cfg {
        scopes: ti_vec![Scope { function: "main".into(), caller: None, call: None }],
        functions: ti_vec![Function {
            name: "main".into(),
            parameters: Vec::new(),
            result: None,
            entry: CfgLocId(0),
            exit: CfgLocId(0),
        }],
        locations: ti_vec![location; locations],
        ..Cfg::empty(Machine { integers, ..Machine::default() })
    }
}

pub fn variable(cfg: &mut Cfg, name: &str, ty: Type) -> CfgVarId {
    let kind = VariableKind::Global;
    cfg.variables.push(Variable { kind, ..Variable::temporary(name.into(), ty) });
    CfgVarId::from(cfg.variables.len() - 1)
}

pub fn int(cfg: &mut Cfg, name: &str) -> CfgVarId {
    variable(cfg, name, Type::Int(I32))
}

/// A graph without edges, and the variables `x`, `y` and `z`.
pub fn graph_of_three(integers: IntegerMode, locations: usize) -> (Cfg, [CfgVarId; 3]) {
    let mut cfg = graph(integers, locations);
    let variables = ["x", "y", "z"].map(|name| int(&mut cfg, name));
    (cfg, variables)
}

pub fn object(cfg: &mut Cfg, name: &str, size: u64) -> ObjectId {
    cfg.objects.push(Object {
        name: name.into(),
        kind: ObjectKind::Global,
        size: Some(size),
        align: 4,
        c_type: String::new(),
        source: None,
    });
    ObjectId::from(cfg.objects.len() - 1)
}

pub fn edge(cfg: &mut Cfg, from: u32, to: u32, operation: Operation) -> CfgEdgeId {
    let (from, to) = (CfgLocId(from), CfgLocId(to));
    cfg.edges.push(Edge { operation, ..Edge::skip(from, to) });
    CfgEdgeId::from(cfg.edges.len() - 1)
}

/// A line of operations from location 0 on.
pub fn line(cfg: &mut Cfg, operations: Vec<Operation>) -> Vec<CfgEdgeId> {
    let numbered = operations.into_iter().enumerate();
    numbered.map(|(at, operation)| edge(cfg, at as u32, at as u32 + 1, operation)).collect()
}

pub fn all_edges(cfg: &Cfg) -> Vec<CfgEdgeId> {
    (0..cfg.edges.len()).map(CfgEdgeId::from).collect()
}

pub fn v(var: CfgVarId) -> Expr {
    Expr::var(var)
}

pub fn n(value: i128) -> Expr {
    Expr::int(value, I32)
}

pub fn add(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOp::Add, a, b)
}

pub fn sub(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOp::Sub, a, b)
}

pub fn is(op: CompareOp, a: Expr, b: Expr) -> Expr {
    Expr::compare(op, a, b)
}

pub fn set(var: CfgVarId, value: Expr) -> Operation {
    Operation::Assign(vec![(var, value)])
}

pub fn when(op: CompareOp, a: Expr, b: Expr) -> Operation {
    Operation::Assume(is(op, a, b))
}
