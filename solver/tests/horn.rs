//! Invariants and interpolants, on programs whose verdicts are known by argument.

mod graph;

use std::time::{Duration, Instant};

use belnap_ir::cfg::{Cfg, IntegerMode, Operation};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, FunctionId};
use belnap_ir::types::Type;
use belnap_solver::horn::{
    Clauses, HornAnswer, HornLimits, Inductive, Part, inductive, loop_invariants, path_interpolants,
};
use graph::*;

fn limits(seconds: u64) -> HornLimits {
    HornLimits { time: Duration::from_secs(seconds) }
}

fn invariants(cfg: &Cfg, error: u32, seconds: u64) -> HornAnswer<Vec<(CfgLocId, Expr)>> {
    loop_invariants(cfg, &all_edges(cfg), CfgLocId(0), CfgLocId(error), &limits(seconds))
}

/// `x = 0; while (x < 1000) x++; assert(x == 1000);` The error is location 3.
fn counter(integers: IntegerMode) -> Cfg {
    let mut cfg = graph(integers, 5);
    let x = int(&mut cfg, "x");
    edge(&mut cfg, 0, 1, set(x, n(0)));
    edge(&mut cfg, 1, 4, when(CompareOp::Lt, v(x), n(1000)));
    edge(&mut cfg, 4, 1, set(x, add(v(x), n(1))));
    edge(&mut cfg, 1, 2, when(CompareOp::Ge, v(x), n(1000)));
    edge(&mut cfg, 2, 3, when(CompareOp::Ne, v(x), n(1000)));
    cfg
}

/// `x = 2; y = 2; while (y <= 2) y = y - 1; error` with the error after the loop (location 3).
fn never_ends(integers: IntegerMode) -> Cfg {
    let mut cfg = graph(integers, 4);
    let (x, y) = (int(&mut cfg, "x"), int(&mut cfg, "y"));
    edge(&mut cfg, 0, 1, Operation::Assign(vec![(x, n(2)), (y, n(2))]));
    edge(&mut cfg, 1, 2, when(CompareOp::Le, v(y), n(2)));
    edge(&mut cfg, 2, 1, set(y, sub(v(y), n(1))));
    edge(&mut cfg, 1, 3, when(CompareOp::Gt, v(y), n(2)));
    cfg
}

#[test]
fn the_loop_of_figure_1_never_ends_on_mathematical_numbers() {
    let cfg = never_ends(IntegerMode::Mathematical);
    let HornAnswer::Unreachable(found) = invariants(&cfg, 3, 20) else { panic!() };
    assert_eq!(found.len(), 4);
    assert_eq!(found[3], (CfgLocId(3), Expr::Bool(false)));
}

#[test]
fn the_loop_of_figure_1_is_not_proved_to_run_forever_on_a_machine() {
    // It ends when y wraps around, after two thousand million steps: nobody finds that soon.
    let cfg = never_ends(IntegerMode::Wrap);
    assert!(!matches!(invariants(&cfg, 3, 2), HornAnswer::Unreachable(_)));
}

#[test]
fn a_counter_ends_at_its_limit() {
    for mode in [IntegerMode::Mathematical, IntegerMode::Wrap] {
        assert!(
            matches!(invariants(&counter(mode), 3, 20), HornAnswer::Unreachable(_)),
            "{mode:?}"
        );
    }
}

#[test]
fn a_wrong_assertion_is_reachable() {
    for mode in [IntegerMode::Mathematical, IntegerMode::Wrap] {
        let mut cfg = graph(mode, 5);
        let x = int(&mut cfg, "x");
        edge(&mut cfg, 0, 1, set(x, n(0)));
        edge(&mut cfg, 1, 4, when(CompareOp::Lt, v(x), n(3)));
        edge(&mut cfg, 4, 1, set(x, add(v(x), n(1))));
        edge(&mut cfg, 1, 2, when(CompareOp::Ge, v(x), n(3)));
        edge(&mut cfg, 2, 3, when(CompareOp::Eq, v(x), n(3)));
        assert_eq!(invariants(&cfg, 3, 20), HornAnswer::Reachable, "{mode:?}");
    }
}

/// The driver loop of the SLAM papers: `do { lock; old = new; if (*) { unlock; new++ } }
/// while (new != old); unlock`, where taking a taken lock or freeing a free one is an error.
fn lock_program(integers: IntegerMode) -> Cfg {
    let mut cfg = graph(integers, 10);
    let lock = int(&mut cfg, "lock");
    let (new, old) = (int(&mut cfg, "new"), int(&mut cfg, "old"));
    edge(&mut cfg, 0, 1, set(lock, n(0)));
    edge(&mut cfg, 1, 9, when(CompareOp::Ne, v(lock), n(0)));
    edge(&mut cfg, 1, 2, when(CompareOp::Eq, v(lock), n(0)));
    edge(&mut cfg, 2, 3, Operation::Assign(vec![(lock, n(1)), (old, v(new))]));
    edge(&mut cfg, 3, 6, Operation::SKIP);
    edge(&mut cfg, 3, 4, Operation::SKIP);
    edge(&mut cfg, 4, 9, when(CompareOp::Ne, v(lock), n(1)));
    edge(&mut cfg, 4, 5, when(CompareOp::Eq, v(lock), n(1)));
    edge(&mut cfg, 5, 6, Operation::Assign(vec![(lock, n(0)), (new, add(v(new), n(1)))]));
    edge(&mut cfg, 6, 1, when(CompareOp::Ne, v(new), v(old)));
    edge(&mut cfg, 6, 7, when(CompareOp::Eq, v(new), v(old)));
    edge(&mut cfg, 7, 9, when(CompareOp::Ne, v(lock), n(1)));
    edge(&mut cfg, 7, 8, set(lock, n(0)));
    cfg
}

#[test]
fn a_lock_is_used_in_turn() {
    for mode in [IntegerMode::Mathematical, IntegerMode::Wrap] {
        let cfg = lock_program(mode);
        assert!(matches!(invariants(&cfg, 9, 20), HornAnswer::Unreachable(_)), "{mode:?}");
    }
}

#[test]
fn two_counters_stay_equal() {
    for mode in [IntegerMode::Mathematical, IntegerMode::Wrap] {
        let mut cfg = graph(mode, 4);
        let (x, y, k) = (int(&mut cfg, "x"), int(&mut cfg, "y"), int(&mut cfg, "k"));
        edge(&mut cfg, 0, 1, Operation::Assign(vec![(x, n(0)), (y, n(0))]));
        edge(&mut cfg, 1, 2, Operation::Nondet(vec![k]));
        let both = vec![(x, add(v(x), v(k))), (y, add(v(y), v(k)))];
        edge(&mut cfg, 2, 1, Operation::Assign(both));
        edge(&mut cfg, 1, 3, when(CompareOp::Ne, v(x), v(y)));
        assert!(matches!(invariants(&cfg, 3, 20), HornAnswer::Unreachable(_)), "{mode:?}");
    }
}

#[test]
fn one_counter_is_twice_the_other() {
    for mode in [IntegerMode::Mathematical, IntegerMode::Wrap] {
        let mut cfg = graph(mode, 5);
        let (x, y) = (int(&mut cfg, "x"), int(&mut cfg, "y"));
        edge(&mut cfg, 0, 1, Operation::Assign(vec![(x, n(0)), (y, n(0))]));
        edge(&mut cfg, 1, 2, when(CompareOp::Lt, v(x), n(100)));
        let both = vec![(x, add(v(x), n(1))), (y, add(v(y), n(2)))];
        edge(&mut cfg, 2, 1, Operation::Assign(both));
        edge(&mut cfg, 1, 3, when(CompareOp::Ge, v(x), n(100)));
        edge(&mut cfg, 3, 4, when(CompareOp::Ne, v(y), n(200)));
        let outcome = invariants(&cfg, 4, 60);
        assert!(matches!(outcome, HornAnswer::Unreachable(_)), "{mode:?}: {outcome:?}");
    }
}

#[test]
fn unknown_values_can_be_anything() {
    let mut cfg = graph(IntegerMode::Wrap, 3);
    let x = int(&mut cfg, "x");
    edge(&mut cfg, 0, 1, Operation::Unknown(vec![x]));
    edge(&mut cfg, 1, 2, when(CompareOp::Eq, v(x), n(7)));
    assert_eq!(invariants(&cfg, 2, 20), HornAnswer::Reachable);
}

#[test]
fn a_loop_keeps_a_cell() {
    let mut cfg = graph(IntegerMode::Wrap, 4);
    let a = variable(&mut cfg, "a", Type::Array(WORDS));
    let (o, p) = (object(&mut cfg, "o", 4), object(&mut cfg, "p", 4));
    let write = |at, value| set(a, Expr::write(v(a), Expr::Address(at), value));
    let read = |at| Expr::read(v(a), Expr::Address(at));
    edge(&mut cfg, 0, 1, write(o, n(1)));
    edge(&mut cfg, 1, 2, write(p, n(5)));
    edge(&mut cfg, 2, 1, Operation::SKIP);
    edge(&mut cfg, 2, 3, when(CompareOp::Ne, read(o), n(1)));
    assert!(matches!(invariants(&cfg, 3, 20), HornAnswer::Unreachable(_)));
}

#[test]
fn cells_of_moved_regions_are_understood() {
    let mut cfg = graph(IntegerMode::Wrap, 4);
    let a = variable(&mut cfg, "a", Type::Array(WORDS));
    let x = int(&mut cfg, "x");
    let at = |index: i128| Expr::int(index, WORDS.index);
    let moved = Expr::Shift(Box::new([v(a), at(1)]));
    edge(&mut cfg, 0, 1, Operation::Assume(is(CompareOp::Eq, Expr::read(v(a), at(3)), n(5))));
    edge(&mut cfg, 1, 2, set(x, Expr::read(moved.clone(), at(2))));
    edge(&mut cfg, 2, 3, when(CompareOp::Ne, v(x), n(5)));
    assert!(matches!(invariants(&cfg, 3, 20), HornAnswer::Unreachable(_)));
    // A region that is moved as a whole is not, and so nothing is said.
    cfg.edges[CfgEdgeId(1)].operation = set(a, moved);
    cfg.edges[CfgEdgeId(2)].operation = when(CompareOp::Ne, Expr::read(v(a), at(2)), n(5));
    assert!(matches!(invariants(&cfg, 3, 20), HornAnswer::Unknown(_)));
}

#[test]
fn calls_are_not_understood() {
    let mut cfg = graph(IntegerMode::Wrap, 3);
    let call = Operation::Call { function: FunctionId(0), arguments: Vec::new(), result: None };
    let step = edge(&mut cfg, 0, 1, call);
    assert!(matches!(invariants(&cfg, 1, 5), HornAnswer::Unknown(_)));
    assert!(matches!(interpolants(&cfg, &[step]), HornAnswer::Unknown(_)));
}

#[test]
fn an_unreachable_location_has_no_states() {
    let mut cfg = graph(IntegerMode::Wrap, 3);
    edge(&mut cfg, 0, 0, Operation::SKIP);
    edge(&mut cfg, 2, 1, Operation::SKIP);
    let HornAnswer::Unreachable(found) = invariants(&cfg, 1, 5) else { panic!() };
    assert_eq!(found[2], (CfgLocId(2), Expr::Bool(false)));
}

fn interpolants(cfg: &Cfg, steps: &[CfgEdgeId]) -> HornAnswer<Vec<Expr>> {
    path_interpolants(cfg, steps, &limits(20))
}

#[test]
fn a_straight_path_has_interpolants() {
    for mode in [IntegerMode::Mathematical, IntegerMode::Wrap] {
        let (mut cfg, [x, y, z]) = graph_of_three(mode, 8);
        let steps = line(
            &mut cfg,
            vec![
                set(x, n(1)),
                Operation::Nondet(vec![z]),
                set(y, add(v(x), n(1))),
                Operation::Unknown(vec![x]),
                when(CompareOp::Gt, v(z), n(0)),
                when(CompareOp::Gt, v(y), n(2)),
            ],
        );
        let HornAnswer::Unreachable(found) = interpolants(&cfg, &steps) else { panic!("{mode:?}") };
        assert_eq!(found.len(), 7);
        assert_eq!((&found[0], &found[6]), (&Expr::Bool(true), &Expr::Bool(false)));
    }
}

#[test]
fn a_path_that_can_be_followed_has_none() {
    let mut cfg = graph(IntegerMode::Wrap, 3);
    let x = int(&mut cfg, "x");
    // Only because numbers wrap around.
    let steps = line(
        &mut cfg,
        vec![when(CompareOp::Gt, v(x), n(5)), when(CompareOp::Lt, add(v(x), n(1)), n(0))],
    );
    assert_eq!(interpolants(&cfg, &steps), HornAnswer::Reachable);
}

#[test]
fn bits_are_beyond_integers_but_not_beyond_vectors() {
    let mut cfg = graph(IntegerMode::Wrap, 3);
    let (x, y) = (int(&mut cfg, "x"), int(&mut cfg, "y"));
    let steps = line(
        &mut cfg,
        vec![set(y, Expr::binary(BinaryOp::BitAnd, v(x), n(1))), when(CompareOp::Gt, v(y), n(1))],
    );
    assert!(matches!(interpolants(&cfg, &steps), HornAnswer::Unreachable(_)));
}

#[test]
fn long_paths_are_possible() {
    for mode in [IntegerMode::Mathematical, IntegerMode::Wrap] {
        let mut cfg = graph(mode, 102);
        let (x, y) = (int(&mut cfg, "x"), int(&mut cfg, "y"));
        let mut operations = vec![set(x, n(0))];
        for at in 0..49 {
            operations.push(when(CompareOp::Lt, v(x), n(1000)));
            operations.push(set(if at % 2 == 0 { x } else { y }, add(v(x), n(1))));
        }
        operations.push(when(CompareOp::Ge, v(x), n(1000)));
        let steps = line(&mut cfg, operations);
        assert!(matches!(interpolants(&cfg, &steps), HornAnswer::Unreachable(_)), "{mode:?}");
    }
}

#[test]
fn the_time_is_kept() {
    let (mut cfg, [x, y, z]) = graph_of_three(IntegerMode::Wrap, 4);
    let cube = |var| {
        let square = Expr::binary(BinaryOp::Mul, v(var), v(var));
        Expr::binary(BinaryOp::Mul, square, v(var))
    };
    edge(&mut cfg, 0, 1, Operation::Assign(vec![(x, n(3)), (y, n(5)), (z, n(7))]));
    let step = vec![(x, add(cube(y), v(z))), (y, sub(cube(z), v(x))), (z, add(cube(x), v(y)))];
    edge(&mut cfg, 1, 1, Operation::Assign(step));
    let strange = is(CompareOp::Eq, add(cube(x), cube(y)), add(cube(z), n(123_456)));
    edge(&mut cfg, 1, 3, Operation::Assume(strange));
    // Without a limit this goes on for hours; how closely a limit is kept depends on the machine.
    for seconds in [1, 3] {
        let start = Instant::now();
        let outcome = invariants(&cfg, 3, seconds);
        assert!(start.elapsed() < Duration::from_secs(60), "{outcome:?}");
    }
    // And the next question is answered.
    let next = invariants(&counter(IntegerMode::Wrap), 3, 20);
    assert!(matches!(next, HornAnswer::Unreachable(_)), "{next:?}");
}

#[test]
fn wrong_invariants_are_refused() {
    let mut cfg = graph(IntegerMode::Wrap, 2);
    let x = int(&mut cfg, "x");
    let step = set(x, add(v(x), n(1)));
    let mut clauses = Clauses::new(&cfg);
    let relation = clauses.relation(vec![x]);
    clauses.add_initial(relation, is(CompareOp::Eq, v(x), n(0)));
    clauses.add_rule(relation, &step, relation);
    clauses.add_query(relation, is(CompareOp::Eq, v(x), n(-1)));
    // True of integers; but the number after the largest is negative.
    assert!(clauses.check(&[is(CompareOp::Ge, v(x), n(0))], &limits(5)).is_err());
    assert!(clauses.check(&[Expr::Bool(true)], &limits(5)).is_err());
    assert!(clauses.check(&[Expr::Bool(false)], &limits(5)).is_err());
}

fn eliminated(cfg: &Cfg, errors: &[u32], candidates: &[Expr]) -> Option<Inductive> {
    let errors: Vec<CfgLocId> = errors.iter().map(|at| CfgLocId(*at)).collect();
    let edges = all_edges(cfg);
    let part = Part { edges: &edges, errors: &errors };
    inductive(cfg, &part, candidates, Duration::from_secs(20))
}

#[test]
fn what_does_not_hold_and_what_is_not_needed_is_eliminated() {
    let cfg = counter(IntegerMode::Wrap);
    let x = || v(CfgVarId(0));
    let candidates = [
        is(CompareOp::Le, x(), n(5)),
        is(CompareOp::Ge, x(), n(0)),
        is(CompareOp::Le, x(), n(1000)),
        is(CompareOp::Lt, x(), n(1000)),
    ];
    let found = eliminated(&cfg, &[3], &candidates).expect("x <= 1000 is enough");
    assert_eq!(found.excluded, [CfgLocId(3)]);
    assert_eq!(found.at, [(CfgLocId(1), vec![candidates[2].clone()])]);
    assert_eq!(eliminated(&cfg, &[3], &candidates[..2]), None);
}

#[test]
fn one_error_of_two_is_excluded() {
    // Location 4 is the body of the loop, which is reached.
    let cfg = counter(IntegerMode::Wrap);
    let candidates = [is(CompareOp::Le, v(CfgVarId(0)), n(1000))];
    let found = eliminated(&cfg, &[3, 4], &candidates).expect("3 is excluded");
    assert_eq!(found.excluded, [CfgLocId(3)]);
}

#[test]
fn a_bound_is_kept_only_where_numbers_have_none() {
    let bound = [is(CompareOp::Le, v(CfgVarId(1)), n(2))];
    assert_eq!(eliminated(&never_ends(IntegerMode::Wrap), &[3], &bound), None);
    let found = eliminated(&never_ends(IntegerMode::Mathematical), &[3], &bound);
    assert_eq!(found.expect("y only shrinks").at, [(CfgLocId(1), bound.to_vec())]);
}
