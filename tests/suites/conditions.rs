//! Conditions as text mean what they mean as expressions: random expressions over variables of all
//! kinds of types are printed, read back and evaluated in random states, on both machines and in
//! both kinds of arithmetic.

use belnap_cli::render::render;
use belnap_formats::condition::{Names, parse, print};
use belnap_ir::cfg::{Cfg, DataModel, IntegerMode, Machine, Operation, VariableKind};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::{CfgEdgeId, CfgVarId, ObjectId};
use belnap_ir::types::{ArrayType, IntType, Type};
use belnap_ir::validate::cfg::validate;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::cases;
use belnap_tests::graph::GraphBuilder;
use belnap_tests::interpret::{Context, Layout, Value};

/// Expressions per machine and mode; `BELNAP_CASES` multiplies it.
const CASES: u64 = 3000;

/// States in which an expression is compared with what is read back.
const STATES: u64 = 6;

/// A graph with two variables of each type, a few with names that are easily misread.
fn graph(machine: Machine) -> Cfg {
    let mut graph = GraphBuilder::new(machine);
    let types = ["i1", "u1", "u4", "i7", "i8", "u8", "i16", "u16", "u31", "i32", "u32", "u33"];
    let wide = ["i40", "i64", "u64", "i128", "u128"];
    for text in types.into_iter().chain(wide) {
        let bits = text[1..].parse().expect("a width");
        let ty = Type::Int(IntType { bits, signed: text.starts_with('i') });
        graph.global(&format!("{text}_a"), ty);
        graph.local(&format!("main::{text}#2"), ty, VariableKind::Local);
    }
    graph.global("flag", Type::Bool);
    graph.local("main::t.done", Type::Bool, VariableKind::Local);
    let address = machine.address();
    for name in ["main::p", "&frame::o", "next(malloc())", "r[3]", "u8", "(struct p).y"] {
        graph.global(name, Type::Int(address));
    }
    let int = IntType::signed(32);
    for (name, cell) in [("r", int), ("node.next", address), ("\"text\"", int)] {
        graph.global(name, Type::Array(ArrayType { index: address, cell }));
    }
    let small = ArrayType { index: IntType::unsigned(8), cell: IntType::signed(16) };
    graph.global("s[]", Type::Array(small));
    graph.global("s[].f", Type::Array(small));
    for name in
        ["o", "r", "node.next", "frame::o", "&&label", "\"text\"", "(struct p)", "malloc()#2"]
    {
        graph.object(name, Some(4), 4);
    }
    let (entry, exit) = graph.ends();
    graph.edge(entry, exit, Operation::SKIP);
    let mut cfg = graph.finish();
    for variable in &mut cfg.variables {
        if matches!(variable.name.as_str(), "main::p" | "node.next") {
            variable.c_type = "int *".to_owned();
        }
    }
    cfg
}

struct Maker<'a> {
    cfg: &'a Cfg,
    random: Random,
}

impl Maker<'_> {
    fn variable(&mut self, ty: Type) -> Option<Expr> {
        let of_type: Vec<CfgVarId> =
            self.cfg.variables.keys().filter(|at| self.cfg.variables[*at].ty == ty).collect();
        (!of_type.is_empty()).then(|| Expr::Var(self.random.pick(&of_type)))
    }

    /// A type some variable has.
    fn int_type(&mut self) -> IntType {
        loop {
            let at = self.random.below(self.cfg.variables.len() as u64) as usize;
            if let Type::Int(ty) = self.cfg.variables[CfgVarId::from(at)].ty {
                return ty;
            }
        }
    }

    fn constant(&mut self, ty: IntType) -> Expr {
        let raw = i128::from(self.random.below(u64::MAX)) - (1 << 63);
        let value = match self.random.below(6) {
            0 => 0,
            1 => i128::from(self.random.below(10)),
            2 => -i128::from(self.random.below(10)),
            3 => 1 << self.random.below(127),
            4 => (1_i128 << (ty.bits - 1)).wrapping_sub(i128::from(self.random.below(2))),
            _ => raw,
        };
        let mathematical = self.cfg.machine.integers == IntegerMode::Mathematical;
        // Beyond 64 bits unbounded numbers are outside what the interpreter can say.
        let value = if mathematical && ty.bits == 128 { value % (1 << 60) } else { value };
        let value = if mathematical && !ty.signed { value.saturating_abs() } else { value };
        Expr::int(value, ty)
    }

    fn region(&mut self, ty: ArrayType, depth: u32) -> Expr {
        let whole = Type::Array(ty);
        if depth == 0 {
            return self
                .variable(whole)
                .unwrap_or(Expr::Fill(ty, Box::new(self.constant(ty.cell))));
        }
        match self.random.below(8) {
            0 => Expr::write(
                self.region(ty, depth - 1),
                self.int(ty.index, depth - 1),
                self.int(ty.cell, depth - 1),
            ),
            1 => Expr::Fill(ty, Box::new(self.int(ty.cell, depth - 1))),
            2 => Expr::Splice(Box::new([
                self.region(ty, depth - 1),
                self.region(ty, depth - 1),
                self.int(ty.index, depth - 1),
                self.int(ty.index, depth - 1),
            ])),
            3 => Expr::Shift(Box::new([self.region(ty, depth - 1), self.int(ty.index, depth - 1)])),
            4 => Expr::ite(
                self.truth(depth - 1),
                self.region(ty, depth - 1),
                self.region(ty, depth - 1),
            ),
            _ => self.region(ty, 0),
        }
    }

    fn int(&mut self, ty: IntType, depth: u32) -> Expr {
        let address = self.cfg.machine.address();
        if depth == 0 || self.random.one_in(5) {
            if ty == address && self.random.one_in(4) {
                let objects = self.cfg.objects.len() as u64;
                return Expr::Address(ObjectId::from(self.random.below(objects) as usize));
            }
            if self.random.one_in(3) {
                return self.constant(ty);
            }
            return self.variable(Type::Int(ty)).unwrap_or(Expr::Int(0, ty));
        }
        let depth = depth - 1;
        match self.random.below(12) {
            0 => {
                let op = self.random.pick(&[UnaryOp::Neg, UnaryOp::BitNot]);
                Expr::Unary(op, Box::new(self.int(ty, depth)))
            }
            1..=5 => {
                let op = self.random.pick(&[
                    BinaryOp::Add,
                    BinaryOp::Sub,
                    BinaryOp::Mul,
                    BinaryOp::Div,
                    BinaryOp::Rem,
                    BinaryOp::BitAnd,
                    BinaryOp::BitOr,
                    BinaryOp::BitXor,
                ]);
                Expr::binary(op, self.int(ty, depth), self.int(ty, depth))
            }
            6 => {
                let op = self.random.pick(&[BinaryOp::Shl, BinaryOp::Shr]);
                let count = self.int_type();
                Expr::binary(op, self.int(ty, depth), self.int(count, depth))
            }
            7 => Expr::cast(ty, self.truth(depth)),
            8 | 9 => {
                let from = self.int_type();
                Expr::cast(ty, self.int(from, depth))
            }
            10 => Expr::ite(self.truth(depth), self.int(ty, depth), self.int(ty, depth)),
            _ => {
                let arrays: Vec<ArrayType> = self
                    .cfg
                    .variables
                    .iter()
                    .filter_map(|variable| variable.ty.as_array())
                    .filter(|array| array.cell == ty)
                    .collect();
                if arrays.is_empty() {
                    return self.int(ty, depth);
                }
                let array = self.random.pick(&arrays);
                Expr::read(self.region(array, depth), self.int(array.index, depth))
            }
        }
    }

    fn truth(&mut self, depth: u32) -> Expr {
        if depth == 0 {
            let constant = Expr::Bool(self.random.one_in(2));
            return self
                .variable(Type::Bool)
                .filter(|_| !self.random.one_in(6))
                .unwrap_or(constant);
        }
        let depth = depth - 1;
        match self.random.below(12) {
            0 => Expr::Not(Box::new(self.truth(depth))),
            kind @ (1 | 2) => {
                let count = 2 + self.random.below(2);
                let operands = (0..count).map(|_| self.truth(depth)).collect();
                if kind == 1 { Expr::And(operands) } else { Expr::Or(operands) }
            }
            3 => Expr::ite(self.truth(depth), self.truth(depth), self.truth(depth)),
            4 => {
                let op = self.random.pick(&[CompareOp::Eq, CompareOp::Ne]);
                Expr::compare(op, self.truth(depth), self.truth(depth))
            }
            5 => self.truth(0),
            _ => {
                let ty = self.int_type();
                let op = self.random.pick(&CompareOp::ALL);
                Expr::compare(op, self.int(ty, depth), self.int(ty, depth))
            }
        }
    }

    /// A value for each variable: small numbers, extreme ones and noise.
    fn state(&mut self) -> Vec<Value> {
        let variables = self.cfg.variables.iter();
        variables
            .map(|variable| match variable.ty {
                Type::Array(_) => Value::noise(self.random.below(u64::MAX), variable.ty),
                ty => {
                    let bits = ty.as_int().map_or(1, |int| u64::from(int.bits));
                    let number = match self.random.below(5) {
                        0 => i128::from(self.random.below(4)) - 2,
                        1 => 1 << (bits - 1),
                        2 => (1_i128 << (bits - 1)).wrapping_sub(1),
                        3 => i128::from(self.random.below(40)),
                        _ => i128::from(self.random.below(u64::MAX)),
                    };
                    let mathematical = self.cfg.machine.integers == IntegerMode::Mathematical;
                    Value::number(if mathematical { number % (1 << 40) } else { number }, ty)
                }
            })
            .collect()
    }
}

/// What was read is valid where a graph has conditions.
fn assert_valid(cfg: &Cfg, condition: &Expr) {
    let mut with = cfg.clone();
    let edge = &mut with.edges[CfgEdgeId(0)];
    let mut other = edge.clone();
    edge.operation = Operation::Assume(condition.clone());
    other.operation = Operation::Assume(condition.clone().negate());
    if condition.depth() < Expr::MAX_DEPTH {
        with.edges.insert(CfgEdgeId(1), other);
        let found = validate(&with);
        assert!(found.is_empty(), "{found:?}\n{condition:?}");
    }
}

fn round_trips(machine: Machine, depth: u32, cases: u64) {
    let cfg = graph(machine);
    assert!(validate(&cfg).is_empty(), "{:?}", validate(&cfg));
    let names = Names::new(&cfg);
    let layout = Layout::new(&cfg, 1).expect("the objects fit");
    let addresses: Vec<i128> =
        (0..cfg.objects.len()).map(|at| layout.address(ObjectId::from(at))).collect();
    let mut same = 0;
    for seed in 0..cases {
        let mut maker = Maker { cfg: &cfg, random: Random::new(seed) };
        let expr = maker.truth(depth);
        assert!(expr.depth() <= Expr::MAX_DEPTH);
        let text = print(&cfg, &expr);
        let again = parse(&names, &text, None).unwrap_or_else(|diagnostic| {
            panic!("seed {seed}\n{expr:?}\n{}", render("printed", &text, &diagnostic))
        });
        assert_valid(&cfg, &again);
        assert!(again.depth() <= expr.depth(), "seed {seed} grows: {text}");
        let second = print(&cfg, &again);
        let settled = parse(&names, &second, None).map(|expr| print(&cfg, &expr));
        assert_eq!(settled.as_ref(), Ok(&second), "seed {seed}: printing does not settle");
        same += u64::from(again == expr);
        for _ in 0..STATES {
            let values = maker.state();
            let context = Context {
                mode: machine.integers,
                values: &values,
                addresses: &addresses,
                address: machine.address(),
            };
            if let Ok(value) = context.value(&expr) {
                let read = context.value(&again);
                assert_eq!(read, Ok(value), "seed {seed}\n{text}\n{expr:?}\n{again:?}");
            }
        }
    }
    assert!(same * 2 > cases, "only {same} of {cases} are read as they were");
}

fn machine(data_model: DataModel, integers: IntegerMode) -> Machine {
    Machine { data_model, integers, ..Machine::default() }
}

#[test]
fn on_64_bits() {
    round_trips(machine(DataModel::LP64, IntegerMode::Wrap), 5, cases(CASES));
}

#[test]
fn on_32_bits() {
    round_trips(machine(DataModel::ILP32, IntegerMode::Wrap), 5, cases(CASES));
}

#[test]
fn on_unbounded_numbers() {
    round_trips(machine(DataModel::LP64, IntegerMode::Mathematical), 5, cases(CASES));
}

#[test]
fn on_unbounded_numbers_with_addresses_of_32_bits() {
    round_trips(machine(DataModel::ILP32, IntegerMode::Mathematical), 4, cases(CASES));
}

/// The deepest expressions a graph can have are read back.
#[test]
fn the_deepest_expressions() {
    let cfg = graph(Machine::default());
    let names = Names::new(&cfg);
    let narrow = Type::Int(IntType::unsigned(8));
    let at = cfg.variables.iter().position(|variable| variable.ty == narrow).expect("a u8");
    let var = || Expr::Var(CfgVarId::from(at));
    let zero = || Expr::Int(0, IntType::unsigned(8));
    let grow: [&dyn Fn(Expr) -> Expr; 5] = [
        &|e| Expr::binary(BinaryOp::Add, var(), e),
        &|e| Expr::binary(BinaryOp::Shl, e, var()),
        &|e| Expr::Unary(UnaryOp::BitNot, Box::new(e)),
        &|e| Expr::ite(Expr::Bool(true), zero(), e),
        &|e| Expr::ite(Expr::compare(CompareOp::Lt, e, zero()), var(), zero()),
    ];
    for grow in grow {
        let mut expr = var();
        loop {
            let larger = grow(expr.clone());
            if larger.depth() >= Expr::MAX_DEPTH {
                break;
            }
            expr = larger;
        }
        let expr = Expr::compare(CompareOp::Ne, expr, zero());
        assert_eq!(parse(&names, &print(&cfg, &expr), None), Ok(expr));
    }
}

/// What gcc says about constant expressions, on both machines.
#[test]
fn constants_are_what_gcc_makes_of_them() {
    let same = [
        ("-1 < 0u", false),
        ("-1 < (unsigned char)0", true),
        ("(unsigned char)(200 + 100) == 44", true),
        ("(char)200 == -56", true),
        ("(signed char)'\\377' == -1 && '\\377' == -1", true),
        ("'\\x41' == 'A' && '\\n' == 10 && '\\'' == 39", true),
        ("1 << 31 == -2147483647 - 1", true),
        ("1u << 31 == 2147483648", true),
        ("5 / -2 == -2 && -5 / 2 == -2", true),
        ("-5 % 3 == -2 && 5 % -3 == 2", true),
        ("-8 >> 1 == -4", true),
        ("0xffffffff == 4294967295 && 0xffffffff > -1", false),
        ("0xffffffff == -1", true),
        ("4294967295 == -1", false),
        ("-2147483648 < 0 && 2147483648 > 0", true),
        ("~0u == 4294967295u", true),
        ("(1 ? -1 : 0u) > 0", true),
        ("!5 == 0 && !0 == 1", true),
        ("3 > 2 > 1", false),
        ("1 || 0 && 0", true),
        ("2 & 3 == 3", false),
        ("(2 & 3) == 2", true),
        ("1 | 2 ^ 3 & 4", true),
        ("(1 | 2 ^ 3 & 4) == 3", true),
        ("(_Bool)256 == 1 && (unsigned char)256 == 0", true),
        ("010 == 8 && 0x1F == 31 && 0 == 00", true),
        ("7 >> 1 + 1 == 1", true),
        ("10 - 3 - 2 == 5 && 100 / 10 / 5 == 2", true),
        ("1 ? 0 : 1 ? 1 : 1", false),
        ("(short)65535 == -1 && (unsigned short)-1 == 65535", true),
        ("-1 == 4294967295u", true),
        ("-1ll == 4294967295u", false),
        ("-1 == 18446744073709551615ull", true),
        ("(int)4294967297 == 1", true),
        ("2147483647 + 1 < 0", true),
        ("- -5 == 5 && -(-5) == +5", true),
        ("abs(-3) == 3 && abs(3) == 3", true),
        ("(3 > 2) + (2 > 1) == 2 && (3 > 2) == (2 > 1)", true),
        ("(unsigned char)~0 == 255 && ~(unsigned char)0 == -1", true),
        ("(unsigned char)(0xff << 4) == 0xf0", true),
    ];
    let by_model = [
        ("-1l < 0u", true, false),
        ("(long)4294967296 == 0", false, true),
        ("(unsigned long)-1 == 18446744073709551615u", true, false),
        ("0x80000000 > -1l", true, false),
        ("2147483648 - 2147483649 < 0", true, true),
    ];
    let models = [DataModel::LP64, DataModel::ILP32];
    for (place, model) in models.into_iter().enumerate() {
        let machine = machine(model, IntegerMode::Wrap);
        let cfg = graph(machine);
        let names = Names::new(&cfg);
        let context = Context {
            mode: IntegerMode::Wrap,
            values: &[],
            addresses: &[],
            address: machine.address(),
        };
        let here = by_model.iter().map(|(text, lp64, ilp32)| (*text, [*lp64, *ilp32][place]));
        for (text, expected) in same.into_iter().chain(here) {
            let expr = parse(&names, text, None)
                .unwrap_or_else(|found| panic!("{}", render("constant", text, &found)));
            assert_eq!(context.value(&expr), Ok(Value::Bool(expected)), "{text} on {model:?}");
        }
    }
}
