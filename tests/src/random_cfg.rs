//! Random control-flow graphs: structured programs with everything a graph can have.
//!
//! Loops are mostly bounded by counters of their own; some are not, so that executions that do
//! not end occur. The same seed gives the same graph.

use belnap_ir::cfg::{
    Approximation, Cfg, DataModel, IntegerMode, LocationKind, Machine, Operation, Treatment,
    VariableKind, Weakens,
};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::fold::Arithmetic;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, FunctionId, ObjectId};
use belnap_ir::types::{ArrayType, IntType, Type};
use belnap_test_support::random::Random;

use crate::graph::GraphBuilder;

/// How large and how wild.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Statements in a block.
    pub statements: u64,
    /// Nesting of statements.
    pub nesting: u32,
    /// Only numbers of two bits and one small region, for exhaustive exploration.
    pub tiny: bool,
}

/// A random graph.
pub fn random_cfg(seed: u64, shape: Shape) -> Cfg {
    let mut random = Random::new(seed);
    let machine = Machine {
        data_model: random.pick(&[DataModel::ILP32, DataModel::LP64]),
        integers: random.pick(&[
            IntegerMode::Wrap,
            IntegerMode::Wrap,
            IntegerMode::Undefined,
            IntegerMode::Mathematical,
        ]),
        ..Machine::default()
    };
    let mut maker = Maker {
        graph: GraphBuilder::new(machine),
        random,
        shape,
        address: machine.address(),
        arithmetic: Arithmetic::of(machine.integers),
        scalars: Vec::new(),
        temporaries: Vec::new(),
        regions: Vec::new(),
        objects: Vec::new(),
        functions: Vec::new(),
        counters: 0,
        labels: 0,
        failures: 0,
    };
    maker.program();
    let mut cfg = maker.graph.finish();
    keep_ledger(&mut cfg);
    cfg
}

/// Every `unknown` edge has an entry in the ledger.
pub fn keep_ledger(cfg: &mut Cfg) {
    for (index, edge) in cfg.edges.iter().enumerate() {
        if matches!(edge.operation, Operation::Unknown(_) | Operation::AssumeUnknown) {
            cfg.ledger.push(Approximation {
                construct: "inline-assembly".to_owned(),
                detail: edge.text.clone(),
                source: edge.source.clone(),
                treatment: Treatment::Unknown,
                weakens: Weakens::Precision,
                edges: vec![CfgEdgeId::from(index)],
            });
        }
    }
}

/// A function that can be called.
struct Callable {
    id: FunctionId,
    parameters: Vec<Type>,
    result: Type,
}

struct Maker {
    graph: GraphBuilder,
    random: Random,
    shape: Shape,
    address: IntType,
    arithmetic: Arithmetic,
    /// Variables of the function that is made, and shared ones.
    scalars: Vec<(CfgVarId, Type)>,
    temporaries: Vec<(CfgVarId, Type)>,
    regions: Vec<(CfgVarId, ArrayType)>,
    objects: Vec<ObjectId>,
    functions: Vec<Callable>,
    counters: u32,
    labels: u32,
    failures: u32,
}

impl Maker {
    fn int_type(&mut self) -> IntType {
        if self.shape.tiny {
            return self.random.pick(&[IntType::signed(2), IntType::unsigned(2)]);
        }
        let bits = self.random.pick(&[1, 7, 8, 8, 16, 32, 32, 32, 64, 128]);
        IntType { bits, signed: self.random.one_in(2) }
    }

    fn scalar_type(&mut self) -> Type {
        if self.random.one_in(6) { Type::Bool } else { Type::Int(self.int_type()) }
    }

    fn program(&mut self) {
        let (entry, exit) = self.graph.ends();
        let scalars = if self.shape.tiny { 2 } else { 6 };
        for index in 0..scalars {
            // A few of one type, so that they meet.
            let ty = match index {
                0 | 1 if self.shape.tiny => Type::Int(IntType::unsigned(2)),
                0..3 => Type::Int(IntType::signed(32)),
                _ => self.scalar_type(),
            };
            let var = self.graph.global(&format!("g{index}"), ty);
            self.scalars.push((var, ty));
        }
        let cell = self.int_type();
        let regions: &[ArrayType] = if self.shape.tiny {
            &[ArrayType { index: IntType::unsigned(2), cell: IntType::unsigned(2) }]
        } else {
            &[
                ArrayType { index: self.address, cell: IntType::signed(32) },
                ArrayType { index: IntType::unsigned(8), cell },
            ]
        };
        for (index, ty) in regions.iter().enumerate() {
            let var = self.graph.global(&format!("m{index}"), Type::Array(*ty));
            self.regions.push((var, *ty));
        }
        for (index, size) in [Some(4), Some(40), None].into_iter().enumerate() {
            let object = self.graph.object(&format!("o{index}"), size, 4);
            self.objects.push(object);
        }
        if !self.shape.tiny {
            for index in 0..self.random.below(3) {
                self.callable(&format!("f{index}"));
            }
        }
        let main = FunctionId(0);
        self.graph.resume(main);
        self.locals("main");
        let mut start = entry;
        for _ in 0..self.random.below(4) {
            let pairs = self.assignments(1);
            start = self.graph.then(start, Operation::Assign(pairs));
        }
        self.graph.start(start);
        let end = self.block(start, self.shape.nesting);
        self.graph.edge(end, exit, Operation::SKIP);
    }

    fn locals(&mut self, function: &str) {
        let count = if self.shape.tiny { 1 } else { 2 };
        for index in 0..count {
            let ty = self.scalar_type();
            let name = format!("{function}::x{index}");
            let var = self.graph.local(&name, ty, VariableKind::Local);
            self.scalars.push((var, ty));
            let ty = self.scalar_type();
            let name = format!("{function}::t{index}");
            let var = self.graph.local(&name, ty, VariableKind::Temporary);
            self.temporaries.push((var, ty));
            self.scalars.push((var, ty));
        }
    }

    fn callable(&mut self, name: &str) {
        let (shared, temporaries) = (self.scalars.clone(), self.temporaries.clone());
        let id = self.graph.function(name);
        let parameters: Vec<Type> = (0..self.random.below(3)).map(|_| self.scalar_type()).collect();
        for (index, ty) in parameters.iter().enumerate() {
            let name = format!("{name}::p{index}");
            let var = self.graph.local(&name, *ty, VariableKind::Parameter);
            self.scalars.push((var, *ty));
        }
        let result = self.scalar_type();
        let var = self.graph.local(&format!("{name}::r"), result, VariableKind::Result);
        self.scalars.push((var, result));
        self.locals(name);
        let (entry, exit) = self.graph.ends();
        let end = self.block(entry, 1);
        let value = self.expr(result, 2);
        self.graph.edge(end, exit, Operation::Assign(vec![(var, value)]));
        (self.scalars, self.temporaries) = (shared, temporaries);
        self.functions.push(Callable { id, parameters, result });
    }

    fn block(&mut self, mut from: CfgLocId, nesting: u32) -> CfgLocId {
        for _ in 0..1 + self.random.below(self.shape.statements) {
            from = self.statement(from, nesting);
            if self.random.one_in(6) {
                self.labels += 1;
                let label = format!("L{}", self.labels);
                self.graph.label(from, &label);
            }
        }
        from
    }

    fn statement(&mut self, from: CfgLocId, nesting: u32) -> CfgLocId {
        let kinds = if nesting == 0 { 12 } else { 20 };
        match self.random.below(kinds) {
            0..3 => {
                let pairs = self.assignments(2);
                self.graph.then(from, Operation::Assign(pairs))
            }
            3 => self.graph.then(from, Operation::SKIP),
            4 | 5 => self.through_temporary(from),
            6 => {
                let vars = self.some_vars();
                self.graph.then(from, Operation::Nondet(vars))
            }
            7 => {
                let vars = self.some_vars();
                self.graph.then(from, Operation::Unknown(vars))
            }
            8 | 9 => {
                let (var, ty) = {
                    let at = self.random.below(self.regions.len() as u64) as usize;
                    self.regions[at]
                };
                let value = self.region(ty, 2, Some(var));
                self.graph.then(from, Operation::Assign(vec![(var, value)]))
            }
            10 => self.check(from),
            11 => self.call(from),
            12..15 => {
                let condition = self.expr(Type::Bool, 2);
                let (yes, no) = self.graph.branch(from, condition);
                self.rejoin(yes, no, nesting)
            }
            15 => {
                let yes = self.graph.then(from, Operation::AssumeUnknown);
                let no = self.graph.then(from, Operation::AssumeUnknown);
                self.rejoin(yes, no, nesting)
            }
            16 => self.switch(from, nesting),
            17 | 18 => self.counted(from, nesting),
            _ => {
                let head = self.graph.then(from, Operation::SKIP);
                let condition =
                    if self.random.one_in(8) { Expr::Bool(true) } else { self.expr(Type::Bool, 2) };
                let (body, after) = self.graph.branch(head, condition);
                let end = self.block(body, nesting - 1);
                self.graph.edge(end, head, Operation::SKIP);
                after
            }
        }
    }

    fn rejoin(&mut self, yes: CfgLocId, no: CfgLocId, nesting: u32) -> CfgLocId {
        let yes = self.block(yes, nesting - 1);
        let no = if self.random.one_in(2) { self.block(no, nesting - 1) } else { no };
        let join = self.graph.then(yes, Operation::SKIP);
        self.graph.edge(no, join, Operation::SKIP);
        join
    }

    fn switch(&mut self, from: CfgLocId, nesting: u32) -> CfgLocId {
        let ty = self.int_type();
        let value = self.expr(Type::Int(ty), 1);
        let is = |op, number| Expr::compare(op, value.clone(), Expr::int(number, ty));
        let (a, b) = (Expr::int(1, ty), Expr::int(0, ty));
        let join = self.graph.location();
        let cases = if a == b { vec![] } else { vec![0, 1] };
        let default: Vec<Expr> = cases.iter().map(|case| is(CompareOp::Ne, *case)).collect();
        for case in &cases {
            let arm = self.graph.then(from, Operation::Assume(is(CompareOp::Eq, *case)));
            let end = self.block(arm, nesting - 1);
            self.graph.edge(end, join, Operation::SKIP);
        }
        let guard = if cases.is_empty() { Expr::Bool(true) } else { Expr::And(default) };
        self.graph.edge(from, join, Operation::Assume(guard));
        join
    }

    /// `for (c = 0; c < n; c++) …`, up, down and with a bound that is not known.
    fn counted(&mut self, from: CfgLocId, nesting: u32) -> CfgLocId {
        self.counters += 1;
        let ty = if self.shape.tiny { IntType::unsigned(2) } else { IntType::signed(32) };
        let name = format!("c{}", self.counters);
        let counter = self.graph.global(&name, Type::Int(ty));
        let most = if self.shape.tiny { 2 } else { 4 };
        let bound = match self.random.below(3) {
            0 if !self.shape.tiny => {
                Expr::binary(BinaryOp::BitAnd, self.expr(Type::Int(ty), 1), Expr::int(7, ty))
            }
            _ => Expr::int(i128::from(self.random.below(most)), ty),
        };
        let up = self.random.one_in(2);
        let (first, op, step, last) = if up {
            (Expr::int(0, ty), CompareOp::Lt, BinaryOp::Add, bound)
        } else {
            (bound, CompareOp::Gt, BinaryOp::Sub, Expr::int(0, ty))
        };
        let head = self.graph.then(from, Operation::Assign(vec![(counter, first)]));
        let (body, after) = self.graph.branch(head, Expr::compare(op, Expr::Var(counter), last));
        let end = self.block(body, nesting - 1);
        let moved = Expr::binary(step, Expr::Var(counter), Expr::int(1, ty));
        self.graph.edge(end, head, Operation::Assign(vec![(counter, moved)]));
        after
    }

    /// An assertion or an assumption.
    fn check(&mut self, from: CfgLocId) -> CfgLocId {
        let condition = self.expr(Type::Bool, 2);
        let (good, bad) = self.graph.branch(from, condition);
        let end = if self.random.one_in(3) {
            self.graph.location_of_kind(LocationKind::Halted)
        } else {
            self.failures += 1;
            let label = format!("FAILED{}", self.failures);
            self.graph.failure(&label)
        };
        self.graph.edge(bad, end, Operation::SKIP);
        good
    }

    fn call(&mut self, from: CfgLocId) -> CfgLocId {
        if self.functions.is_empty() {
            return self.graph.then(from, Operation::SKIP);
        }
        let at = self.random.below(self.functions.len() as u64) as usize;
        let Callable { id, result, .. } = self.functions[at];
        let types = self.functions[at].parameters.clone();
        let arguments = types.into_iter().map(|ty| self.expr(ty, 2)).collect();
        let result = self.var_of(result).filter(|_| !self.random.one_in(4));
        self.graph.then(from, Operation::Call { function: id, arguments, result })
    }

    /// `t := e; x := f(t)`
    fn through_temporary(&mut self, from: CfgLocId) -> CfgLocId {
        if self.temporaries.is_empty() {
            return from;
        }
        let at = self.random.below(self.temporaries.len() as u64) as usize;
        let (temporary, ty) = self.temporaries[at];
        let value = self.expr(ty, 2);
        let between = self.graph.then(from, Operation::Assign(vec![(temporary, value)]));
        match self.var_of(ty) {
            Some(var) => {
                let pairs = vec![(var, Expr::Var(temporary))];
                self.graph.then(between, Operation::Assign(pairs))
            }
            None => between,
        }
    }

    fn some_vars(&mut self) -> Vec<CfgVarId> {
        let mut vars: Vec<CfgVarId> =
            (0..1 + self.random.below(2)).map(|_| self.random.pick(&self.scalars).0).collect();
        if self.random.one_in(6) {
            vars.push(self.regions[0].0);
        }
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    fn assignments(&mut self, most: u64) -> Vec<(CfgVarId, Expr)> {
        let mut pairs: Vec<(CfgVarId, Expr)> = Vec::new();
        for _ in 0..1 + self.random.below(most) {
            let (var, ty) = self.random.pick(&self.scalars);
            if !pairs.iter().any(|(other, _)| *other == var) {
                pairs.push((var, self.expr(ty, 3)));
            }
        }
        pairs
    }

    fn var_of(&mut self, ty: Type) -> Option<CfgVarId> {
        let vars: Vec<CfgVarId> =
            self.scalars.iter().filter(|(_, other)| *other == ty).map(|(var, _)| *var).collect();
        (!vars.is_empty()).then(|| self.random.pick(&vars))
    }

    /// An expression of a type.
    pub fn expr(&mut self, ty: Type, depth: u32) -> Expr {
        match ty {
            Type::Bool => self.truth(depth),
            Type::Int(int) => self.number(int, depth),
            Type::Array(array) => self.region(array, depth, None),
        }
    }

    fn truth(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.random.one_in(6) {
            let constant = Expr::Bool(self.random.one_in(2));
            return match self.var_of(Type::Bool) {
                Some(var) if !self.random.one_in(4) => Expr::Var(var),
                _ => constant,
            };
        }
        let depth = depth - 1;
        match self.random.below(10) {
            0 => Expr::Not(Box::new(self.truth(depth))),
            1 => Expr::And(vec![self.truth(depth), self.truth(depth)]),
            2 => Expr::Or(vec![self.truth(depth), self.truth(depth), self.truth(depth)]),
            3 => Expr::ite(self.truth(depth), self.truth(depth), self.truth(depth)),
            4 => {
                let op = self.random.pick(&[CompareOp::Eq, CompareOp::Ne]);
                Expr::compare(op, self.truth(depth), self.truth(depth))
            }
            _ => {
                use CompareOp::{Eq, Ge, Gt, Le, Lt, Ne};
                let op = self.random.pick(&[Eq, Ne, Lt, Le, Gt, Ge]);
                let ty = match self.random.below(4) {
                    0 => self.int_type(),
                    1 if !self.shape.tiny => self.address,
                    _ => match self.random.pick(&self.scalars).1 {
                        Type::Int(ty) => ty,
                        _ => self.int_type(),
                    },
                };
                Expr::compare(op, self.number(ty, depth), self.number(ty, depth))
            }
        }
    }

    fn number(&mut self, ty: IntType, depth: u32) -> Expr {
        if depth == 0 || self.random.one_in(5) {
            if ty == self.address && self.random.one_in(2) {
                return Expr::Address(self.random.pick(&self.objects));
            }
            return match self.var_of(Type::Int(ty)) {
                Some(var) if !self.random.one_in(3) => Expr::Var(var),
                _ => self.constant(ty),
            };
        }
        let depth = depth - 1;
        use BinaryOp::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub};
        match self.random.below(12) {
            0 => {
                let op = self.random.pick(&[UnaryOp::Neg, UnaryOp::BitNot]);
                Expr::Unary(op, Box::new(self.number(ty, depth)))
            }
            1 => {
                let count = self.int_type();
                let op = self.random.pick(&[Shl, Shr]);
                Expr::binary(op, self.number(ty, depth), self.number(count, depth))
            }
            2 | 3 => {
                let from = self.scalar_type();
                Expr::cast(ty, self.expr(from, depth))
            }
            4 => Expr::ite(self.truth(depth), self.number(ty, depth), self.number(ty, depth)),
            5 => {
                let with = self.regions.iter().find(|(_, array)| array.cell == ty).copied();
                match with {
                    Some((_, array)) => {
                        let region = self.region(array, depth, None);
                        Expr::read(region, self.number(array.index, depth.min(2)))
                    }
                    None => self.constant(ty),
                }
            }
            _ => {
                let op =
                    self.random.pick(&[Add, Add, Sub, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor]);
                Expr::binary(op, self.number(ty, depth), self.number(ty, depth))
            }
        }
    }

    fn constant(&mut self, ty: IntType) -> Expr {
        let value = match self.random.below(8) {
            0 => -1,
            1 => ty.wrap(1 << (ty.bits - 1)),
            2 => !ty.wrap(1 << (ty.bits - 1)),
            _ => i128::from(self.random.below(10)),
        };
        match self.arithmetic.writes(ty.wrap(value), ty) {
            true => Expr::int(value, ty),
            false => Expr::int(0, ty),
        }
    }

    fn region(&mut self, ty: ArrayType, depth: u32, base: Option<CfgVarId>) -> Expr {
        let var = base
            .or_else(|| self.regions.iter().find(|(_, other)| *other == ty).map(|(var, _)| *var));
        let plain = var.map_or_else(|| Expr::Fill(ty, Box::new(Expr::int(0, ty.cell))), Expr::Var);
        if depth == 0 {
            return plain;
        }
        let depth = depth - 1;
        match self.random.below(10) {
            0 => Expr::Fill(ty, Box::new(self.number(ty.cell, depth))),
            1 => {
                let (base, other) = (self.region(ty, depth, base), self.region(ty, depth, None));
                let from = self.number(ty.index, depth);
                let length = match self.random.below(3) {
                    0 => self.number(ty.index, depth),
                    _ => Expr::int(i128::from(self.random.below(12)), ty.index),
                };
                Expr::Splice(Box::new([base, other, from, length]))
            }
            2 => {
                let region = self.region(ty, depth, base);
                Expr::Shift(Box::new([region, self.number(ty.index, depth)]))
            }
            3 => {
                let (a, b) = (self.region(ty, depth, base), self.region(ty, depth, None));
                Expr::ite(self.truth(depth), a, b)
            }
            4..9 => {
                let region =
                    if self.random.one_in(3) { self.region(ty, depth, base) } else { plain };
                let index = self.number(ty.index, depth.min(1));
                Expr::write(region, index, self.number(ty.cell, depth))
            }
            _ => plain,
        }
    }
}

/// A graph with variables and no code, and random expressions over them.
pub fn random_exprs(seed: u64, count: usize) -> (Cfg, Vec<(Expr, Type)>) {
    let mut cfg = random_cfg(seed, Shape { statements: 1, nesting: 0, tiny: false });
    let mut maker = Maker {
        graph: GraphBuilder::new(cfg.machine),
        random: Random::new(!seed),
        shape: Shape { statements: 1, nesting: 0, tiny: false },
        address: cfg.machine.address(),
        arithmetic: Arithmetic::of(cfg.machine.integers),
        scalars: Vec::new(),
        temporaries: Vec::new(),
        regions: Vec::new(),
        objects: (0..cfg.objects.len()).map(ObjectId::from).collect(),
        functions: Vec::new(),
        counters: 0,
        labels: 0,
        failures: 0,
    };
    for (index, variable) in cfg.variables.iter().enumerate() {
        let var = CfgVarId::from(index);
        match variable.ty {
            Type::Array(ty) => maker.regions.push((var, ty)),
            ty => maker.scalars.push((var, ty)),
        }
    }
    let exprs = (0..count)
        .map(|_| {
            let ty = match maker.random.below(8) {
                0 => Type::Array(maker.regions[0].1),
                1 | 2 => Type::Bool,
                _ => maker.scalar_type(),
            };
            let depth = 1 + maker.random.below(5) as u32;
            (maker.expr(ty, depth), ty)
        })
        .collect();
    cfg.ledger.clear();
    (cfg, exprs)
}
