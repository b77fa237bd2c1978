//! The interpreter of control-flow graphs on small graphs whose behaviour is plain.

use std::collections::BTreeSet;

use belnap_ir::cfg::{Cfg, DataModel, IntegerMode, LocationKind, Machine, Operation, VariableKind};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::{FunctionId, ObjectId};
use belnap_ir::types::{ArrayType, IntType, Type};
use belnap_tests::graph::GraphBuilder;
use belnap_tests::interpret::{
    Context, End, Fault, Interpreter, Layout, Script, Seeded, Value, Zero,
};

const INT: IntType = IntType::signed(32);
const ADDRESS: IntType = IntType::unsigned(64);

fn number(value: i128) -> Expr {
    Expr::int(value, INT)
}

fn add(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOp::Add, a, b)
}

fn layout(cfg: &Cfg) -> Layout {
    Layout::new(cfg, 0).expect("fits")
}

fn evaluate(mode: IntegerMode, expr: &Expr) -> Result<Value, Fault> {
    Context { mode, values: &[], addresses: &[], address: ADDRESS }.value(expr)
}

fn int(mode: IntegerMode, op: BinaryOp, a: i128, b: i128, ty: IntType) -> i128 {
    let expr = Expr::binary(op, Expr::int(a, ty), Expr::int(b, ty));
    evaluate(mode, &expr).expect("has a value").as_int().expect("a number")
}

#[test]
fn arithmetic_follows_the_definition() {
    use BinaryOp::{Add, Div, Mul, Rem, Shl, Shr};
    let wrap = |op, a, b, ty| int(IntegerMode::Wrap, op, a, b, ty);
    let (i8, u8, i32, u128) =
        (IntType::signed(8), IntType::unsigned(8), INT, IntType::unsigned(128));
    assert_eq!(wrap(Add, 127, 1, i8), -128);
    assert_eq!(wrap(Mul, 16, 16, u8), 0);
    assert_eq!(wrap(Div, -7, 2, i32), -3);
    assert_eq!(wrap(Rem, -7, 2, i32), -1);
    assert_eq!(wrap(Div, 7, 0, i32), -1);
    assert_eq!(wrap(Div, -7, 0, i32), 1);
    assert_eq!(wrap(Div, 7, 0, u8), 255);
    assert_eq!(wrap(Rem, -7, 0, i32), -7);
    assert_eq!(wrap(Div, -128, -1, i8), -128);
    assert_eq!(wrap(Rem, -128, -1, i8), 0);
    assert_eq!(wrap(Div, -1, 2, u128), i128::MAX);
    assert_eq!(wrap(Shl, 1, 7, i8), -128);
    assert_eq!(wrap(Shl, 1, 8, i8), 0);
    assert_eq!(wrap(Shr, -128, 100, i8), -1);
    assert_eq!(wrap(Shr, -128, -1, i8), -1);
    assert_eq!(wrap(Shr, -1, 127, u128), 1);
    let exact = |op, a, b, ty| int(IntegerMode::Mathematical, op, a, b, ty);
    assert_eq!(exact(Add, 127, 1, i8), 128);
    assert_eq!(exact(Div, 7, 0, u8), -1);
    assert_eq!(exact(Shl, 100, 7, i8), 12800);
    let huge = Expr::binary(Mul, Expr::int(i128::MAX, u128), Expr::int(2, u128));
    assert_eq!(evaluate(IntegerMode::Mathematical, &huge), Err(Fault::TooLarge));
}

#[test]
fn casts_and_comparisons_read_the_sign() {
    let minus = || number(-1);
    let wide = Expr::cast(IntType::unsigned(64), minus());
    let expected = Value::Int(i128::from(u64::MAX), IntType::unsigned(64));
    assert_eq!(evaluate(IntegerMode::Wrap, &wide), Ok(expected));
    let exact = evaluate(IntegerMode::Mathematical, &wide).expect("has a value");
    assert_eq!(exact.as_int(), Some(-1));
    let u128 = IntType::unsigned(128);
    let compare = Expr::compare(CompareOp::Gt, Expr::cast(u128, minus()), Expr::int(5, u128));
    assert_eq!(evaluate(IntegerMode::Wrap, &compare), Ok(Value::Bool(true)));
}

#[test]
fn regions_are_functions() {
    let ty = ArrayType { index: IntType::unsigned(8), cell: INT };
    let at = |value: i128| Expr::int(value, IntType::unsigned(8));
    let fill = |value: i128| Expr::Fill(ty, Box::new(number(value)));
    let read = |region: &Expr, index: i128| {
        let expr = Expr::read(region.clone(), at(index));
        evaluate(IntegerMode::Wrap, &expr).expect("has a value").as_int()
    };
    let written = Expr::write(fill(1), at(3), number(9));
    assert_eq!((read(&written, 3), read(&written, 4)), (Some(9), Some(1)));
    let splice = Expr::Splice(Box::new([written, fill(2), at(250), at(10)]));
    let cells: Vec<_> = [249, 250, 255, 0, 3, 4].map(|index| read(&splice, index)).into();
    assert_eq!(cells, [Some(1), Some(2), Some(2), Some(2), Some(2), Some(1)]);
    let shift = Expr::Shift(Box::new([splice, at(1)]));
    assert_eq!((read(&shift, 249), read(&shift, 3)), (Some(2), Some(1)));
}

/// `for (i = 0; i < n; i++) a[i] = i; assert(a[2] != bad)`
fn array_loop(bad: i128) -> Cfg {
    let mut graph = GraphBuilder::new(Machine::default());
    let (entry, exit) = graph.ends();
    let n = graph.global("n", Type::Int(INT));
    let i = graph.global("i", Type::Int(INT));
    let a = graph.global("a", Type::Array(ArrayType { index: ADDRESS, cell: INT }));
    let object = graph.object("a", Some(400), 4);
    let address = |index: Expr| {
        let scaled = Expr::binary(BinaryOp::Mul, Expr::cast(ADDRESS, index), Expr::int(4, ADDRESS));
        add(Expr::Address(object), scaled)
    };
    let failed = graph.failure("bad");
    let head = graph.then(entry, Operation::Assign(vec![(i, number(0))]));
    graph.start(head);
    let begin = graph.then(head, Operation::Nondet(vec![n]));
    let (body, after) =
        graph.branch(begin, Expr::compare(CompareOp::Lt, Expr::Var(i), Expr::Var(n)));
    let write = Expr::write(Expr::Var(a), address(Expr::Var(i)), Expr::Var(i));
    let step = graph.then(body, Operation::Assign(vec![(a, write)]));
    graph.edge(step, begin, Operation::Assign(vec![(i, add(Expr::Var(i), number(1)))]));
    let wrong =
        Expr::compare(CompareOp::Eq, Expr::read(Expr::Var(a), address(number(2))), number(bad));
    let (yes, no) = graph.branch(after, wrong);
    graph.edge(yes, failed, Operation::SKIP);
    graph.edge(no, exit, Operation::SKIP);
    graph.finish()
}

#[test]
fn loops_write_arrays() {
    let cfg = array_loop(7);
    for seed in 0..5 {
        let layout = Layout::new(&cfg, seed).expect("fits");
        assert_eq!(layout.address(ObjectId(0)) % 4, 0);
        let interpreter = Interpreter::new(&cfg, layout);
        let outcome = interpreter.run(&mut Script::new([5]), 1000);
        assert_eq!(outcome.end, End::Halted(cfg.functions[FunctionId(0)].exit));
        assert_eq!(interpreter.variable(&outcome.state, "i").and_then(Value::as_int), Some(5));
        assert_eq!(interpreter.cell_of(&outcome.state, "a", "a", 12), Some(3));
        assert_eq!(interpreter.cell_of(&outcome.state, "a", "a", 20), Some(0));
    }
}

#[test]
fn executions_fail_run_out_of_fuel_and_meet_unknowns() {
    let cfg = array_loop(2);
    let interpreter = Interpreter::new(&cfg, layout(&cfg));
    let ended = |n: i128, fuel| interpreter.run(&mut Script::new([n]), fuel).end;
    assert_eq!(ended(5, 1000), End::Failed(cfg.properties[0].location));
    assert_eq!(ended(5, 10), End::OutOfFuel);

    let mut graph = GraphBuilder::new(Machine::default());
    let (entry, exit) = graph.ends();
    let x = graph.global("x", Type::Int(INT));
    let next = graph.then(entry, Operation::Unknown(vec![x]));
    let zero = Expr::compare(CompareOp::Eq, Expr::Var(x), number(0));
    graph.edge(next, exit, Operation::Assume(zero.clone()));
    graph.edge(next, exit, Operation::AssumeUnknown);
    let cfg = graph.finish();
    let careful = Interpreter::new(&cfg, layout(&cfg));
    assert!(matches!(careful.run(&mut Zero, 9).end, End::MetUnknown(_)));
    let bold = Interpreter::new(&cfg, layout(&cfg)).past_unknown();
    assert_eq!(bold.run(&mut Zero, 9).end, End::Nondeterministic(next));
    let ends: BTreeSet<bool> = (0..200)
        .map(|seed| matches!(bold.run(&mut Seeded { seed }, 9).end, End::Halted(_)))
        .collect();
    assert_eq!(ends.len(), 2);
}

/// Recursive factorial.
fn factorial() -> Cfg {
    let machine = Machine { data_model: DataModel::ILP32, ..Machine::default() };
    let mut graph = GraphBuilder::new(machine);
    let (entry, exit) = graph.ends();
    let main = belnap_ir::ids::FunctionId(0);
    let y = graph.local("main::y", Type::Int(INT), VariableKind::Local);
    let f = graph.function("f");
    let n = graph.local("f::n", Type::Int(INT), VariableKind::Parameter);
    let t = graph.local("f::t", Type::Int(INT), VariableKind::Local);
    let r = graph.local("f::r", Type::Int(INT), VariableKind::Result);
    let (begin, end) = graph.ends();
    let (more, one) = graph.branch(begin, Expr::compare(CompareOp::Gt, Expr::Var(n), number(1)));
    graph.edge(one, end, Operation::Assign(vec![(r, number(1))]));
    let less = add(Expr::Var(n), number(-1));
    let back =
        graph.then(more, Operation::Call { function: f, arguments: vec![less], result: Some(t) });
    let product = Expr::binary(BinaryOp::Mul, Expr::Var(n), Expr::Var(t));
    graph.edge(back, end, Operation::Assign(vec![(r, product)]));
    graph.resume(main);
    let call = Operation::Call { function: f, arguments: vec![number(6)], result: Some(y) };
    graph.edge(entry, exit, call);
    graph.finish()
}

#[test]
fn calls_have_activations() {
    let cfg = factorial();
    let interpreter = Interpreter::new(&cfg, layout(&cfg));
    let outcome = interpreter.run(&mut Seeded { seed: 3 }, 1000);
    assert_eq!(outcome.end, End::Halted(cfg.functions[FunctionId(0)].exit));
    let y = interpreter.variable(&outcome.state, "main::y").and_then(Value::as_int);
    assert_eq!(y, Some(720));
    assert!(outcome.state.stack.is_empty());
    assert_eq!(cfg.locations[cfg.functions[FunctionId(1)].exit].kind, LocationKind::Return);
}

#[test]
fn all_executions_of_a_tiny_graph() {
    let cfg = array_loop(2);
    let interpreter = Interpreter::new(&cfg, layout(&cfg));
    let domain = |asked: &belnap_tests::interpret::Asked<'_>| match asked.edge {
        Some(_) => (0..4).map(|n| Value::number(n, asked.variable.ty)).collect(),
        None => vec![Value::zero(asked.variable.ty)],
    };
    let all = interpreter.explore(&domain, 1000).expect("small");
    assert_eq!(all.initial, 1);
    assert!(all.locations().contains(&cfg.properties[0].location));
    let kind = |state: &belnap_tests::interpret::State| {
        format!("{:?}", cfg.locations[state.location].kind)
    };
    let traces = all.traces(kind, 5);
    let expected = [vec!["Normal"], vec!["Normal", "Failed"], vec!["Normal", "Halted"]];
    assert_eq!(traces, expected.map(|t| t.iter().map(|s| (*s).to_owned()).collect()).into());
    assert!(all.diverges(kind).is_empty());
    assert!(interpreter.explore(&domain, 10).is_err());
}

#[test]
fn objects_do_not_overlap() {
    let machine = Machine { data_model: DataModel::ILP32, ..Machine::default() };
    let mut graph = GraphBuilder::new(machine);
    graph.object("a", Some(3), 1);
    graph.object("b", None, 8);
    graph.object("c", Some(16), 16);
    graph.object("d", None, 8);
    let cfg = graph.finish();
    for seed in 0..50 {
        let layout = Layout::new(&cfg, seed).expect("fits");
        let mut ranges: Vec<(i128, i128)> = cfg
            .objects
            .iter()
            .enumerate()
            .map(|(index, object)| {
                let address = layout.address(ObjectId::from(index));
                assert_eq!(address % i128::from(object.align), 0);
                (address, address + object.size.map_or(1 << 20, i128::from))
            })
            .collect();
        ranges.sort_unstable();
        assert!(ranges[0].0 > 0 && ranges.windows(2).all(|pair| pair[0].1 < pair[1].0));
        assert!(ranges[3].1 < 1 << 32);
    }
    let mut graph = GraphBuilder::new(machine);
    for i in 0..5000 {
        graph.object(&format!("o{i}"), None, 8);
    }
    assert!(Layout::new(&graph.finish(), 0).is_err());
}
