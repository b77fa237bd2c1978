//! Random control-flow graphs that are valid, made from a source of numbers.
//!
//! Every kind of operation, expression and location turns up; names are awkward on purpose. The
//! file depends on `belnap-ir` alone, so that tests of other crates can include it.

use belnap_ir::cfg::{
    Approximation, AskedKind, AskedProperty, Cell, Cfg, DataModel, Edge, Function, IntegerMode,
    Location, LocationKind, Machine, Object, ObjectKind, Operation, Scope, Treatment, Variable,
    VariableKind, Weakens,
};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::fold::Arithmetic;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, FunctionId, ObjectId, ScopeId};
use belnap_ir::span::SourceLine;
use belnap_ir::types::{ArrayType, IntType, Type};

/// A random valid graph; `below(n)` gives a number below n.
pub fn random_cfg(below: &mut dyn FnMut(usize) -> usize) -> Cfg {
    let mut maker = Maker { below, cfg: Cfg::empty(Machine::default()) };
    maker.tables();
    let functions = 1 + maker.below(3);
    for index in 0..functions {
        maker.declare(index);
    }
    for index in 0..functions {
        maker.function(index);
    }
    maker.finish();
    maker.cfg
}

const INTS: [IntType; 6] = [
    IntType::signed(32),
    IntType::unsigned(8),
    IntType::unsigned(64),
    IntType::unsigned(128),
    IntType::signed(128),
    IntType::signed(1),
];

struct Maker<'a> {
    below: &'a mut dyn FnMut(usize) -> usize,
    cfg: Cfg,
}

impl Maker<'_> {
    fn below(&mut self, end: usize) -> usize {
        (self.below)(end)
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Something awkward, distinct for distinct `index`.
    fn name(&mut self, index: usize) -> String {
        let odd = ["x", "f::x#", "é\"\\", "a b", "+", "true", "i", "\n", "{x > 0}", "a[]."];
        format!("{}{index}", self.one(&odd))
    }

    fn text(&mut self) -> String {
        self.one(&["", "", "x = 1;", "asm(\"nop\")", "π // …"]).to_owned()
    }

    fn source(&mut self) -> Option<SourceLine> {
        let file = self.one(&["", "a.c", "dir:1/b.c:7", "é"]).to_owned();
        let line = 1 + self.below(99) as u32;
        self.flip().then_some(SourceLine { file, line })
    }

    fn ty(&mut self) -> Type {
        let int = self.one(&INTS);
        match self.below(4) {
            0 => Type::Bool,
            1 => Type::Array(ArrayType { index: self.one(&INTS), cell: int }),
            _ => Type::Int(int),
        }
    }

    fn tables(&mut self) {
        self.cfg.machine = Machine {
            data_model: self.one(&[DataModel::ILP32, DataModel::LP64]),
            integers: self.one(&[
                IntegerMode::Wrap,
                IntegerMode::Undefined,
                IntegerMode::Mathematical,
            ]),
            unsigned_char: self.below(4) == 0,
        };
        for index in 0..self.below(4) {
            use ObjectKind::{External, Function, Global, Heap, Local, String};
            let object = Object {
                name: self.name(index),
                kind: self.one(&[Global, Local, Heap, String, Function, External]),
                size: self.one(&[None, Some(0), Some(40), Some(u64::MAX)]),
                align: self.one(&[1, 4, 1 << 31]),
                c_type: self.text(),
                source: self.source(),
            };
            self.cfg.objects.push(object);
        }
        for _ in 0..1 + self.below(4) {
            self.variable(None);
        }
    }

    fn variable(&mut self, function: Option<FunctionId>) -> CfgVarId {
        let id = CfgVarId::from(self.cfg.variables.len());
        let ty = self.ty();
        let is_array = ty.as_array().is_some();
        let mut cells = Vec::new();
        for object in 0..self.cfg.objects.len() {
            if is_array && self.flip() {
                let offset = self.below(3) as u64;
                cells.push(Cell { object: object.into(), offset });
                cells.push(Cell { object: object.into(), offset: offset + 4 });
            }
        }
        use VariableKind::{Global, Local, Parameter, Region, Result, Temporary};
        let kind = match (is_array, function) {
            (true, _) => self.one(&[Region, Region, Temporary]),
            (_, None) => self.one(&[Global, Global, Temporary, Local]),
            (_, Some(_)) => self.one(&[Local, Local, Parameter, Result, Temporary]),
        };
        let name = self.name(id.index());
        let variable = Variable {
            c_name: self.flip().then(|| name.clone()),
            name,
            c_type: self.text(),
            ty,
            kind,
            function,
            scope: if self.flip() { function.map(|of| ScopeId(of.0)) } else { None },
            source: self.source(),
            cells,
        };
        self.cfg.variables.push(variable);
        id
    }

    /// A function and its variables, without locations.
    fn declare(&mut self, index: usize) {
        let id = FunctionId::from(index);
        let parameters: Vec<CfgVarId> =
            (0..self.below(3)).map(|_| self.variable(Some(id))).collect();
        let result = self.flip().then(|| self.variable(Some(id)));
        for _ in 0..self.below(3) {
            self.variable(Some(id));
        }
        let name = self.name(index);
        self.cfg.scopes.push(Scope { function: name.clone(), caller: None, call: None });
        let (entry, exit) = (CfgLocId(0), CfgLocId(0));
        self.cfg.functions.push(Function { name, parameters, result, entry, exit });
    }

    fn location(&mut self, function: FunctionId, kind: LocationKind) -> CfgLocId {
        let location = Location {
            function,
            scope: ScopeId(function.0),
            kind,
            labels: (0..self.below(3)).map(|index| self.name(index)).collect(),
            enters: self.flip().then(|| self.text()),
            source: self.source(),
        };
        self.cfg.locations.push(location);
        CfgLocId::from(self.cfg.locations.len() - 1)
    }

    /// Locations and edges of a function: a line, then anything.
    fn function(&mut self, index: usize) {
        let id = FunctionId::from(index);
        let first = self.cfg.locations.len();
        let (line, more) = (self.below(3), 1 + self.below(6));
        for _ in 0..line + more {
            self.location(id, LocationKind::Normal);
        }
        let kind = if index == 0 { LocationKind::Halted } else { LocationKind::Return };
        let exit = self.location(id, kind);
        self.location(id, LocationKind::Failed);
        let all: Vec<CfgLocId> = (first..self.cfg.locations.len()).map(CfgLocId::from).collect();
        for at in &all[..line] {
            let operation = self.assign(id);
            self.edge(*at, CfgLocId(at.0 + 1), operation);
        }
        for at in &all[line..line + more] {
            for operation in self.step(id) {
                let to = self.one(&all);
                self.edge(*at, to, operation);
            }
        }
        for at in &all[line + more..] {
            if self.cfg.locations[*at].kind != LocationKind::Return {
                self.edge(*at, *at, Operation::SKIP);
            }
        }
        let function = &mut self.cfg.functions[FunctionId::from(index)];
        (function.entry, function.exit) = (all[0], exit);
        if index == 0 {
            (self.cfg.entry, self.cfg.start) = (all[0], all[line]);
        }
    }

    fn edge(&mut self, from: CfgLocId, to: CfgLocId, operation: Operation) {
        let (source, text) = (self.source(), self.text());
        self.cfg.edges.push(Edge { operation, source, text, ..Edge::skip(from, to) });
    }

    /// Variables that a function may use.
    fn visible(&self, function: FunctionId) -> Vec<CfgVarId> {
        let variables = self.cfg.variables.iter().enumerate();
        variables
            .filter(|(_, one)| one.function.is_none_or(|of| of == function))
            .map(|(index, _)| CfgVarId::from(index))
            .collect()
    }

    fn some(&mut self, function: FunctionId) -> Vec<CfgVarId> {
        let mut vars = self.visible(function);
        vars.retain(|_| (self.below)(3) == 0);
        vars
    }

    fn assign(&mut self, function: FunctionId) -> Operation {
        let vars = self.some(function);
        let assignment = |var| (var, self.expr(function, self.cfg.type_of(var), 4));
        Operation::Assign(vars.into_iter().map(assignment).collect())
    }

    /// Operations of edges of which one exists in every state.
    fn step(&mut self, function: FunctionId) -> Vec<Operation> {
        match self.below(9) {
            0 => vec![Operation::Nondet(self.some(function))],
            1 => vec![Operation::Unknown(self.some(function))],
            2 => vec![Operation::AssumeUnknown, Operation::AssumeUnknown],
            3 | 4 => {
                let guard = self.expr(function, Type::Bool, 4);
                vec![Operation::Assume(guard.clone()), Operation::Assume(guard.negate())]
            }
            5 => {
                let cases: Vec<Expr> =
                    (0..2 + self.below(2)).map(|_| self.expr(function, Type::Bool, 3)).collect();
                let default = Expr::And(cases.iter().cloned().map(Expr::negate).collect());
                cases.into_iter().chain([default]).map(Operation::Assume).collect()
            }
            6 => vec![Operation::AssumeUnknown, self.assign(function)],
            7 if self.cfg.functions.len() > 1 => {
                let callee = 1 + self.below(self.cfg.functions.len() - 1);
                vec![self.call(function, callee)]
            }
            _ => vec![self.assign(function)],
        }
    }

    fn call(&mut self, function: FunctionId, callee: usize) -> Operation {
        let Function { parameters, result, .. } =
            self.cfg.functions[FunctionId::from(callee)].clone();
        let types: Vec<Type> = parameters.iter().map(|var| self.cfg.type_of(*var)).collect();
        let arguments = types.into_iter().map(|ty| self.expr(function, ty, 3)).collect();
        let result = result.and_then(|result| {
            let ty = self.cfg.type_of(result);
            self.visible(function).into_iter().find(|var| self.cfg.type_of(*var) == ty)
        });
        Operation::Call { function: callee.into(), arguments, result }
    }

    fn finish(&mut self) {
        for _ in 0..self.below(3) {
            let caller = Some(ScopeId::from(self.below(self.cfg.scopes.len())));
            let scope = Scope { function: self.text(), caller, call: self.source() };
            self.cfg.scopes.push(scope);
        }
        for at in self.cfg.locations.keys() {
            if self.below(4) == 0 {
                self.cfg.locations[at].scope = ScopeId::from(self.below(self.cfg.scopes.len()));
            }
            if self.cfg.locations[at].kind == LocationKind::Failed && self.flip() {
                let property = AskedProperty {
                    kind: self.one(&AskedKind::ALL),
                    location: at,
                    source: self.source(),
                    text: self.text(),
                };
                self.cfg.properties.push(property);
            }
        }
        for _ in 0..self.below(3) {
            let mut edges: Vec<CfgEdgeId> =
                (0..self.cfg.edges.len()).map(CfgEdgeId::from).collect();
            edges.retain(|_| (self.below)(5) == 0);
            use Weakens::{Both, Precision, Proofs, Refutations};
            let entry = Approximation {
                construct: self.one(&["other", "volatile"]).to_owned(),
                detail: self.text(),
                source: self.source(),
                treatment: self.one(&[Treatment::Unknown, Treatment::Nondet, Treatment::Assumed]),
                weakens: self.one(&[Precision, Proofs, Refutations, Both]),
                edges,
            };
            self.cfg.ledger.push(entry);
        }
    }

    /// An expression of the given type, at most `depth` deep and a bit.
    fn expr(&mut self, function: FunctionId, ty: Type, depth: usize) -> Expr {
        let vars = self.visible(function);
        let vars: Vec<CfgVarId> =
            vars.into_iter().filter(|var| self.cfg.type_of(*var) == ty).collect();
        if !vars.is_empty() && (depth == 0 || self.below(3) == 0) {
            return Expr::var(self.one(&vars));
        }
        if depth > 0 && self.below(8) == 0 {
            let condition = self.expr(function, Type::Bool, depth - 1);
            let then = self.expr(function, ty, depth - 1);
            return Expr::ite(condition, then, self.expr(function, ty, depth - 1));
        }
        match ty {
            Type::Bool => self.truth(function, depth),
            Type::Int(int) => self.number(function, int, depth),
            Type::Array(array) => self.region(function, array, depth),
        }
    }

    fn truth(&mut self, function: FunctionId, depth: usize) -> Expr {
        if depth == 0 {
            return Expr::Bool(self.flip());
        }
        let depth = depth - 1;
        match self.below(5) {
            0 => Expr::Not(Box::new(self.expr(function, Type::Bool, depth))),
            connective @ (1 | 2) => {
                let operands =
                    (0..2 + self.below(2)).map(|_| self.expr(function, Type::Bool, depth));
                let operands = operands.collect();
                if connective == 1 { Expr::And(operands) } else { Expr::Or(operands) }
            }
            which => {
                let int = self.one(&INTS);
                let ty = if which == 3 { Type::Bool } else { Type::Int(int) };
                let ops = if which == 3 { &CompareOp::ALL[..2] } else { &CompareOp::ALL[..] };
                let op = self.one(ops);
                let left = self.expr(function, ty, depth);
                Expr::compare(op, left, self.expr(function, ty, depth))
            }
        }
    }

    fn number(&mut self, function: FunctionId, int: IntType, depth: usize) -> Expr {
        if depth == 0 || self.below(4) == 0 {
            if int == self.cfg.machine.address() && !self.cfg.objects.is_empty() && self.flip() {
                return Expr::Address(ObjectId::from(self.below(self.cfg.objects.len())));
            }
            let small = self.below(7) as i128 - 3;
            let value = int.wrap(self.one(&[small, i128::MAX, i128::MIN, i128::MAX / 5]));
            let arithmetic = Arithmetic::of(self.cfg.machine.integers);
            return Expr::int(if arithmetic.writes(value, int) { value } else { 1 }, int);
        }
        let depth = depth - 1;
        let ty = Type::Int(int);
        match self.below(5) {
            0 => {
                let op = self.one(&[UnaryOp::Neg, UnaryOp::BitNot]);
                Expr::Unary(op, Box::new(self.expr(function, ty, depth)))
            }
            1 => {
                let from = self.one(&INTS);
                let from = if self.flip() { Type::Bool } else { Type::Int(from) };
                Expr::cast(int, self.expr(function, from, depth))
            }
            2 => {
                let array = ArrayType { index: self.one(&INTS), cell: int };
                let region = self.expr(function, Type::Array(array), depth);
                Expr::read(region, self.expr(function, Type::Int(array.index), depth))
            }
            _ => {
                let op = self.one(&BinaryOp::ALL);
                let right = match op {
                    BinaryOp::Shl | BinaryOp::Shr => self.one(&INTS),
                    _ => int,
                };
                let left = self.expr(function, ty, depth);
                Expr::binary(op, left, self.expr(function, Type::Int(right), depth))
            }
        }
    }

    fn region(&mut self, function: FunctionId, array: ArrayType, depth: usize) -> Expr {
        let [whole, index, cell] =
            [Type::Array(array), Type::Int(array.index), Type::Int(array.cell)];
        let deeper = depth.saturating_sub(1);
        match if depth == 0 { 0 } else { self.below(4) } {
            0 => Expr::Fill(array, Box::new(self.expr(function, cell, deeper))),
            1 => {
                let region = self.expr(function, whole, deeper);
                let at = self.expr(function, index, deeper);
                Expr::write(region, at, self.expr(function, cell, deeper))
            }
            2 => {
                let region = self.expr(function, whole, deeper);
                Expr::Shift(Box::new([region, self.expr(function, index, deeper)]))
            }
            _ => Expr::Splice(Box::new([
                self.expr(function, whole, deeper),
                self.expr(function, whole, deeper),
                self.expr(function, index, deeper),
                self.expr(function, index, deeper),
            ])),
        }
    }
}
