//! Paths that can be followed, with an execution, and paths that cannot, with the reason.

mod graph;

use std::time::Duration;

use belnap_execution::{CellValue, Execution, Origin, ScalarValue};
use belnap_ir::cfg::{Cfg, IntegerMode, Operation};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgVarId, FunctionId};
use belnap_ir::types::{IntType, Type};
use belnap_solver::path::{Feasibility, PathError, PathLimits, feasibility};
use graph::*;

fn ask(cfg: &Cfg, steps: &[CfgEdgeId]) -> Feasibility {
    feasibility(cfg, steps, &PathLimits::default()).expect("a path")
}

fn execution(cfg: &Cfg, steps: &[CfgEdgeId]) -> Execution {
    match ask(cfg, steps) {
        Feasibility::Feasible(execution) => execution,
        other => panic!("{other:?}"),
    }
}

fn of(values: &[ScalarValue], var: CfgVarId) -> i128 {
    values.iter().find(|one| one.var == var).expect("a value").value
}

#[test]
fn an_execution_has_the_values_that_lead_along_the_path() {
    for mode in [IntegerMode::Mathematical, IntegerMode::Wrap] {
        let mut cfg = graph(mode, 7);
        let (x, y) = (int(&mut cfg, "x"), int(&mut cfg, "y"));
        let steps = line(
            &mut cfg,
            vec![
                when(CompareOp::Gt, v(x), n(41)),
                Operation::Nondet(vec![y]),
                when(CompareOp::Eq, v(y), add(v(x), n(1))),
                Operation::Assign(vec![(x, v(y)), (y, v(x))]),
                when(CompareOp::Lt, v(x), n(44)),
                when(CompareOp::Gt, v(x), n(0)),
            ],
        );
        let found = execution(&cfg, &steps);
        assert_eq!(of(&found.start, x), 42);
        assert_eq!(found.steps[1].origin, Origin::Environment);
        assert_eq!(of(&found.steps[1].scalars, y), 43);
        // Simultaneous: a swap.
        assert_eq!(of(&found.steps[3].scalars, x), 43);
        assert_eq!(of(&found.steps[3].scalars, y), 42);
        assert!(!found.relies_on_unknown);
    }
}

#[test]
fn unknown_steps_make_it_uncertain() {
    let mut cfg = graph(IntegerMode::Wrap, 4);
    let x = int(&mut cfg, "x");
    let unknown = vec![Operation::Unknown(vec![x]), when(CompareOp::Eq, v(x), n(-7))];
    let steps = line(&mut cfg, unknown);
    let found = execution(&cfg, &steps);
    assert!(found.relies_on_unknown);
    assert_eq!(found.steps[0].origin, Origin::Unknown);
    assert_eq!(of(&found.steps[0].scalars, x), -7);

    let mut cfg = graph(IntegerMode::Wrap, 4);
    let steps = line(&mut cfg, vec![Operation::SKIP, Operation::AssumeUnknown]);
    assert!(execution(&cfg, &steps).relies_on_unknown);
}

#[test]
fn a_core_is_small() {
    for mode in [IntegerMode::Mathematical, IntegerMode::Wrap] {
        let (mut cfg, [x, y, z]) = graph_of_three(mode, 8);
        let steps = line(
            &mut cfg,
            vec![
                set(z, n(0)),
                set(x, n(1)),
                when(CompareOp::Gt, v(y), v(z)),
                set(y, add(v(x), n(1))),
                when(CompareOp::Eq, v(z), n(0)),
                set(x, n(5)),
                when(CompareOp::Ne, v(y), n(2)),
            ],
        );
        assert_eq!(ask(&cfg, &steps), Feasibility::Infeasible(vec![1, 3, 6]));
    }
}

#[test]
fn numbers_wrap_around_on_a_machine_only() {
    let answer = |mode| {
        let mut cfg = graph(mode, 3);
        let x = int(&mut cfg, "x");
        let wraps =
            vec![when(CompareOp::Gt, v(x), n(0)), when(CompareOp::Lt, add(v(x), n(1)), n(0))];
        let steps = line(&mut cfg, wraps);
        ask(&cfg, &steps)
    };
    assert_eq!(answer(IntegerMode::Mathematical), Feasibility::Infeasible(vec![0, 1]));
    let Feasibility::Feasible(found) = answer(IntegerMode::Wrap) else { panic!() };
    assert_eq!(found.start[0].value, i128::from(i32::MAX));
}

#[test]
fn wide_and_unsigned_values_are_read_right() {
    let mut cfg = graph(IntegerMode::Wrap, 4);
    let (i128, u128) = (IntType::signed(128), IntType::unsigned(128));
    let a = variable(&mut cfg, "a", Type::Int(i128));
    let b = variable(&mut cfg, "b", Type::Int(u128));
    let c = variable(&mut cfg, "c", Type::Int(IntType::unsigned(8)));
    let t = variable(&mut cfg, "t", Type::Bool);
    let wanted = Expr::And(vec![
        is(CompareOp::Eq, v(a), Expr::int(-(1 << 100), i128)),
        is(CompareOp::Eq, v(b), Expr::int(-2, u128)),
        is(CompareOp::Gt, v(c), Expr::int(254, IntType::unsigned(8))),
        v(t),
    ]);
    let steps = line(&mut cfg, vec![Operation::Assume(wanted)]);
    let found = execution(&cfg, &steps);
    assert_eq!(of(&found.start, a), -(1 << 100));
    assert_eq!(of(&found.start, b), -2);
    assert_eq!(of(&found.start, c), 255);
    assert_eq!(of(&found.start, t), 1);
}

#[test]
fn cells_that_are_read_are_given() {
    let mut cfg = graph(IntegerMode::Wrap, 9);
    let a = variable(&mut cfg, "a", Type::Array(WORDS));
    let b = variable(&mut cfg, "b", Type::Array(WORDS));
    let x = int(&mut cfg, "x");
    let at = |index: i128| Expr::int(index, WORDS.index);
    let steps = line(
        &mut cfg,
        vec![
            set(a, Expr::write(v(a), at(3), n(10))),
            // Nothing reads b.
            set(b, Expr::write(v(b), at(1), v(x))),
            set(x, add(Expr::read(v(a), at(3)), Expr::read(v(a), at(5)))),
            when(CompareOp::Eq, v(x), n(17)),
            Operation::Nondet(vec![a]),
            when(CompareOp::Eq, Expr::read(v(a), at(3)), n(4)),
        ],
    );
    let found = execution(&cfg, &steps);
    assert_eq!(found.cells, [CellValue { region: a, index: 5, value: 7 }]);
    assert_eq!(of(&found.steps[2].scalars, x), 17);
    assert_eq!(found.steps[4].cells, [CellValue { region: a, index: 3, value: 4 }]);
}

#[test]
fn moved_regions_are_understood() {
    let mut cfg = graph(IntegerMode::Wrap, 5);
    let a = variable(&mut cfg, "a", Type::Array(WORDS));
    let b = variable(&mut cfg, "b", Type::Array(WORDS));
    let at = |index: i128| Expr::int(index, WORDS.index);
    let moved = Expr::Shift(Box::new([v(a), at(10)]));
    let copied = Expr::Splice(Box::new([v(b), moved, at(0), at(4)]));
    let mut operations = vec![
        set(b, copied),
        when(CompareOp::Eq, Expr::read(v(b), at(3)), n(1)),
        when(CompareOp::Eq, Expr::read(v(b), at(4)), n(2)),
    ];
    let steps = line(&mut cfg, operations.clone());
    let found = execution(&cfg, &steps);
    let cell = |region, index, value| CellValue { region, index, value };
    assert_eq!(found.cells, [cell(a, 13, 1), cell(b, 4, 2)]);

    cfg.edges.clear();
    operations.insert(0, when(CompareOp::Eq, Expr::read(v(a), at(13)), n(0)));
    let steps = line(&mut cfg, operations);
    assert_eq!(ask(&cfg, &steps), Feasibility::Infeasible(vec![0, 1, 2]));
}

#[test]
fn objects_do_not_overlap() {
    let mut cfg = graph(IntegerMode::Wrap, 3);
    let (o, p) = (object(&mut cfg, "o", 8), object(&mut cfg, "p", 4));
    let inside = add(Expr::Address(o), Expr::int(4, WORDS.index));
    let same = vec![when(CompareOp::Eq, inside, Expr::Address(p))];
    let steps = line(&mut cfg, same);
    assert_eq!(ask(&cfg, &steps), Feasibility::Infeasible(vec![0]));
    cfg.edges.clear();
    let before = vec![when(CompareOp::Lt, Expr::Address(o), Expr::Address(p))];
    let steps = line(&mut cfg, before);
    let found = execution(&cfg, &steps);
    let address = |at: usize| found.addresses[at].1;
    assert!(address(0) > 0 && address(0) + 8 <= address(1));
}

#[test]
fn what_has_no_term_is_run_or_not_known() {
    // Bits of unbounded numbers: the prover is not asked, the run decides.
    let mut cfg = graph(IntegerMode::Mathematical, 4);
    let (x, y) = (int(&mut cfg, "x"), int(&mut cfg, "y"));
    let bits = |mask| Expr::binary(BinaryOp::BitAnd, v(x), n(mask));
    let steps =
        line(&mut cfg, vec![set(x, n(6)), set(y, bits(4)), when(CompareOp::Eq, v(y), n(4))]);
    assert_eq!(of(&execution(&cfg, &steps).steps[1].scalars, y), 4);
    cfg.edges.clear();
    let steps =
        line(&mut cfg, vec![set(x, n(6)), set(y, bits(1)), when(CompareOp::Eq, v(y), n(1))]);
    assert!(matches!(ask(&cfg, &steps), Feasibility::Unknown(_)));
}

#[test]
fn what_is_no_path_is_refused() {
    let mut cfg = graph(IntegerMode::Wrap, 3);
    let steps = line(&mut cfg, vec![Operation::SKIP, Operation::SKIP]);
    let call = Operation::Call { function: FunctionId(0), arguments: Vec::new(), result: None };
    let call = edge(&mut cfg, 2, 0, call);
    let limits = PathLimits::default();
    let ask = |steps: &[CfgEdgeId]| feasibility(&cfg, steps, &limits);
    assert_eq!(ask(&[steps[0], steps[1], call]), Err(PathError::Call(2)));
    assert_eq!(ask(&[steps[0], steps[0]]), Err(PathError::Gap(1)));
    assert_eq!(ask(&[CfgEdgeId(99)]), Err(PathError::NoEdge(0)));
    assert!(matches!(ask(&[]), Ok(Feasibility::Feasible(_))));
}

#[test]
fn long_paths_are_possible() {
    let mut cfg = graph(IntegerMode::Wrap, 1001);
    let x = int(&mut cfg, "x");
    let mut operations = vec![set(x, n(0))];
    for _ in 0..499 {
        operations.push(when(CompareOp::Lt, v(x), n(1000)));
        operations.push(set(x, add(v(x), n(1))));
    }
    let feasible = line(&mut cfg, operations.clone());
    let found = execution(&cfg, &feasible);
    assert_eq!(found.steps[998].scalars[0].value, 499);
    cfg.edges.clear();
    operations.push(when(CompareOp::Gt, v(x), n(499)));
    let infeasible = line(&mut cfg, operations);
    let Feasibility::Infeasible(core) = ask(&cfg, &infeasible) else { panic!() };
    // All assignments and the last condition are needed; few questions make it no smaller.
    assert!((501..=510).contains(&core.len()), "{}", core.len());
}

#[test]
fn the_time_is_kept() {
    let mut cfg = graph(IntegerMode::Wrap, 2);
    let [p, q] = ["p", "q"].map(|name| variable(&mut cfg, name, Type::Int(IntType::unsigned(64))));
    let u128 = IntType::unsigned(128);
    let wide = |var| Expr::cast(u128, v(var));
    let one = Expr::int(1, IntType::unsigned(64));
    // The product of two primes near 2^62.
    let product = Expr::int(4_611_686_018_427_387_847 * 4_611_686_018_427_387_817, u128);
    let factors = Expr::And(vec![
        is(CompareOp::Eq, Expr::binary(BinaryOp::Mul, wide(p), wide(q)), product),
        is(CompareOp::Gt, v(p), one.clone()),
        is(CompareOp::Gt, v(q), one),
    ]);
    let steps = line(&mut cfg, vec![Operation::Assume(factors)]);
    let limits = PathLimits { question: Duration::from_millis(500), ..PathLimits::default() };
    let start = std::time::Instant::now();
    let answer = feasibility(&cfg, &steps, &limits);
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    assert!(matches!(answer, Ok(Feasibility::Unknown(_))), "{answer:?}");
    // And the next question is answered.
    cfg.edges.clear();
    let steps = line(&mut cfg, vec![Operation::SKIP]);
    assert!(matches!(ask(&cfg, &steps), Feasibility::Feasible(_)));
}
