//! The states of a small graph and what its edges do to the predicates, by trying them all.

use std::collections::BTreeSet;
use std::sync::Arc;

use belnap_ir::cfg::{Cfg, Edge, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgVarId, ObjectId};
use belnap_ir::types::{IntType, Type};

use super::{Set, Subject};
use crate::interpret::{Indices, Interpreter, Layout, Region, State, Value};

/// What an edge does to a state, as seen by the predicates: the combination before, and those
/// that can come after (none if the edge does not exist there).
pub type Row = (u8, Set);

/// All states of a graph without locations, or some if there are too many.
pub struct Concrete<'a> {
    subject: &'a Subject,
    interpreter: Interpreter<'a>,
    /// Values to try for each variable.
    domains: Vec<Vec<Value>>,
    /// Whether these are all.
    complete: bool,
    /// The states: a value for each variable.
    pub states: Vec<Vec<Value>>,
    /// The combination of each state.
    pub combinations: Vec<u8>,
}

impl<'a> Concrete<'a> {
    /// The states of a graph with its objects in a layout that depends on `layout`.
    pub fn new(subject: &'a Subject, layout: u64) -> Self {
        let cfg = &subject.cfg;
        let layout = Layout::new(cfg, layout).expect("the objects fit");
        let addresses: Vec<i128> =
            (0..cfg.objects.len()).map(|at| layout.address(ObjectId::from(at))).collect();
        let domains: Vec<Vec<Value>> =
            cfg.variables.iter().map(|variable| domain(variable.ty, &addresses)).collect();
        let complete = cfg.objects.is_empty();
        let mut states: Vec<Vec<Value>> = vec![Vec::new()];
        for domain in &domains {
            let extended = |state: &Vec<Value>| {
                let state = state.clone();
                domain.iter().map(move |value| [&state[..], std::slice::from_ref(value)].concat())
            };
            states = states.iter().flat_map(extended).collect();
        }
        let interpreter = Interpreter::new(cfg, layout);
        let mut concrete = Concrete {
            subject,
            interpreter,
            domains,
            complete,
            states: Vec::new(),
            combinations: Vec::new(),
        };
        concrete.combinations =
            states.iter().map(|values| concrete.combination(values.clone())).collect();
        concrete.states = states;
        concrete
    }

    /// The graph.
    pub fn cfg(&self) -> &'a Cfg {
        &self.subject.cfg
    }

    fn state(&self, values: Vec<Value>) -> State {
        State { location: self.cfg().entry, values, stack: Vec::new() }
    }

    fn holds(&self, state: &State, condition: &Expr) -> bool {
        match self.interpreter.evaluate(state, condition) {
            Ok(Value::Bool(truth)) => truth,
            other => panic!("seed {}: {condition:?} is {other:?}", self.subject.seed),
        }
    }

    /// Whether a condition is true of values of the variables.
    pub fn is_true(&self, values: &[Value], condition: &Expr) -> bool {
        self.holds(&self.state(values.to_vec()), condition)
    }

    /// The truth of the predicates.
    fn combination(&self, values: Vec<Value>) -> u8 {
        let state = self.state(values);
        let conditions = self.subject.conditions.iter().enumerate();
        conditions
            .filter(|(_, condition)| self.holds(&state, condition))
            .fold(0, |bits, (at, _)| bits | 1 << at)
    }

    /// The combinations that some state has.
    pub fn possible(&self) -> Set {
        self.combinations.iter().fold(0, |set, combination| set | 1 << combination)
    }

    /// Where an edge can lead from a state: values of the variables. For `unknown`, one of them
    /// is so; an `assume unknown` may not exist.
    pub fn after(&self, values: &[Value], id: CfgEdgeId) -> Vec<Vec<Value>> {
        let edge = &self.cfg().edges[id];
        match &edge.operation {
            Operation::Assume(condition) => {
                let exists = self.holds(&self.state(values.to_vec()), condition);
                if exists { vec![values.to_vec()] } else { Vec::new() }
            }
            Operation::Nondet(vars) | Operation::Unknown(vars) => self.chosen(values, vars),
            _ => {
                let mut state = self.state(values.to_vec());
                self.interpreter
                    .step(&mut state, id, &mut |asked| Value::zero(asked.variable.ty))
                    .unwrap_or_else(|fault| panic!("seed {}: {fault:?}", self.subject.seed));
                vec![state.values]
            }
        }
    }

    fn chosen(&self, values: &[Value], vars: &[CfgVarId]) -> Vec<Vec<Value>> {
        let mut all = vec![values.to_vec()];
        for var in vars {
            let each = |state: &Vec<Value>| {
                let state = state.clone();
                self.domains[var.index()].iter().map(move |value| {
                    let mut state = state.clone();
                    state[var.index()] = value.clone();
                    state
                })
            };
            all = all.iter().flat_map(each).collect();
        }
        all
    }

    /// The number of a state; only if all are listed.
    pub fn number(&self, values: &[Value]) -> usize {
        let digits = values.iter().zip(&self.domains);
        digits.fold(0, |number, (value, domain)| number * domain.len() + digit(value))
    }

    /// What an edge does, each different row once.
    pub fn rows(&self, id: CfgEdgeId) -> BTreeSet<Row> {
        let mut rows = BTreeSet::new();
        for (values, combination) in self.states.iter().zip(&self.combinations) {
            let mut post = 0;
            for after in self.after(values, id) {
                let next = match self.complete {
                    true => self.combinations[self.number(&after)],
                    false => self.combination(after),
                };
                post |= 1 << next;
            }
            rows.insert((*combination, post));
        }
        rows
    }

    /// The edges that are steps of the Boolean program: all but those where executions end.
    pub fn steps(&self) -> impl Iterator<Item = (CfgEdgeId, &'a Edge)> {
        let cfg = self.cfg();
        let normal =
            |edge: &&Edge| cfg.locations[edge.from].kind == belnap_ir::cfg::LocationKind::Normal;
        let edges = cfg.edges.iter().enumerate().filter(move |(_, edge)| normal(edge));
        edges.map(|(at, edge)| (CfgEdgeId::from(at), edge))
    }
}

/// All values of a small type, in the order of [`digit`]; some of a large one.
fn domain(ty: Type, addresses: &[i128]) -> Vec<Value> {
    match ty {
        Type::Bool => [false, true].map(Value::Bool).to_vec(),
        Type::Int(int) if int.bits > 8 => {
            let near = addresses.iter().flat_map(|address| [*address, address + 1]);
            near.chain([0]).map(|number| Value::number(number, ty)).collect()
        }
        Type::Int(int) => (0..1 << int.bits).map(|bits| Value::number(bits, ty)).collect(),
        Type::Array(array) if array.index.bits > 8 => {
            let cells = (0..1_i128 << (2 * addresses.len())).step_by(3);
            cells
                .map(|bits| {
                    let mut region = Region::filled(array, bits);
                    for (at, address) in addresses.iter().enumerate() {
                        region.write(*address, bits >> (2 * at) & 3, WRAP);
                    }
                    Value::Region(Arc::new(region))
                })
                .collect()
        }
        Type::Array(array) => {
            let (count, width) = (1 << array.index.bits, u32::from(array.cell.bits));
            (0..1_i128 << (count * width))
                .map(|bits| {
                    let mut region = Region::filled(array, 0);
                    for index in 0..count {
                        let cell = bits >> (index * width) & ((1 << width) - 1);
                        region.write(i128::from(index), cell, WRAP);
                    }
                    Value::Region(Arc::new(region))
                })
                .collect()
        }
    }
}

const WRAP: Indices = Indices { wrap: true };

/// The place of a value of a small type in its domain.
fn digit(value: &Value) -> usize {
    let unsigned = |number: i128, ty: IntType| IntType::unsigned(ty.bits).wrap(number) as usize;
    match value {
        Value::Bool(truth) => usize::from(*truth),
        Value::Int(number, ty) => unsigned(*number, *ty),
        Value::Region(region) => {
            let ty = region.ty();
            (0..1 << ty.index.bits).rev().fold(0, |digit, index| {
                digit << ty.cell.bits | unsigned(region.read(index, WRAP), ty.cell)
            })
        }
    }
}
