//! Verdicts about random programs with few states, against visiting them all.
//!
//! The states are visited with the simplifier of `belnap-ir`, which knows nothing of the prover.

mod graph;

use std::collections::BTreeSet;
use std::time::Duration;

use belnap_execution::ScalarValue;
use belnap_ir::cfg::{Cfg, IntegerMode, Operation};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::{CfgLocId, CfgVarId};
use belnap_ir::simplify::Simplifier;
use belnap_ir::substitute::substitute;
use belnap_ir::types::IntType;
use belnap_solver::horn::{HornAnswer, HornLimits, loop_invariants, path_interpolants};
use belnap_solver::path::{Feasibility, PathLimits, feasibility};
use belnap_solver::wp::Conditions;
use graph::random::{Maker, TYPES, hundred_cases, small_graph};
use graph::*;
use proptest::prelude::*;

/// The variables of the programs: of types i4 and u3.
const VARS: [(CfgVarId, IntType); 2] = [(CfgVarId(0), TYPES[0]), (CfgVarId(6), TYPES[3])];

type State = [i128; 2];

fn values(ty: IntType) -> impl Iterator<Item = i128> {
    (0..1i128 << ty.bits).map(move |value| ty.wrap(value))
}

fn all_states() -> BTreeSet<State> {
    let second = || values(VARS[1].1);
    values(VARS[0].1).flat_map(|x| second().map(move |y| [x, y])).collect()
}

/// An expression over the two variables only: others become one of them.
fn narrowed(expr: &Expr) -> Expr {
    substitute(expr, &|var| match var.index() {
        0 | 6 => None,
        at if at < 2 * TYPES.len() => {
            let (from, _) = VARS[at % 2];
            Some(Expr::cast(TYPES[at / 2], v(from)))
        }
        _ => Some(Expr::compare(CompareOp::Lt, v(VARS[0].0), Expr::int(2, VARS[0].1))),
    })
}

fn evaluated(cfg: &Cfg, expr: &Expr, state: State) -> i128 {
    let closed = substitute(expr, &|var| {
        let at = VARS.iter().position(|(known, _)| *known == var)?;
        Some(Expr::int(state[at], VARS[at].1))
    });
    match Simplifier::new(cfg).simplify(&closed) {
        Expr::Int(value, _) => value,
        Expr::Bool(truth) => i128::from(truth),
        other => panic!("not a constant: {other:?}"),
    }
}

fn successors(cfg: &Cfg, operation: &Operation, state: State) -> Vec<State> {
    let at = |var: CfgVarId| VARS.iter().position(|(known, _)| *known == var).expect("one of two");
    match operation {
        Operation::Assume(condition) => {
            if evaluated(cfg, condition, state) != 0 {
                vec![state]
            } else {
                Vec::new()
            }
        }
        Operation::Assign(assignments) => {
            let mut next = state;
            for (var, value) in assignments {
                next[at(*var)] = evaluated(cfg, value, state);
            }
            vec![next]
        }
        Operation::Nondet(vars) | Operation::Unknown(vars) => {
            let mut all = vec![state];
            for var in vars {
                let (at, ty) = (at(*var), VARS[at(*var)].1);
                let each = |state: &State| {
                    let state = *state;
                    values(ty).map(move |value| {
                        let mut next = state;
                        next[at] = value;
                        next
                    })
                };
                all = all.iter().flat_map(each).collect();
            }
            all
        }
        Operation::AssumeUnknown => vec![state],
        Operation::Call { .. } => Vec::new(),
    }
}

fn changed(mut state: State, values: &[ScalarValue]) -> State {
    for one in values {
        let at = VARS.iter().position(|(known, _)| *known == one.var).expect("one of two");
        state[at] = one.value;
    }
    state
}

fn operation(maker: &mut Maker<'_>) -> Operation {
    let one = maker.choose(2);
    let (var, ty) = VARS[one];
    let value = |maker: &mut Maker<'_>, ty| narrowed(&maker.number(ty, 2));
    match maker.choose(8) {
        0 => Operation::Nondet(vec![var]),
        1 => Operation::Unknown(vec![var]),
        2 => {
            let (x, y) = (value(maker, VARS[0].1), value(maker, VARS[1].1));
            Operation::Assign(vec![(VARS[0].0, x), (VARS[1].0, y)])
        }
        3 | 4 => Operation::Assign(vec![(var, value(maker, ty))]),
        _ => Operation::Assume(narrowed(&maker.truth(2))),
    }
}

/// Regions are not part of the few states.
fn without_regions(operations: &[Operation], cfg: &Cfg) -> bool {
    let mut plain = true;
    for operation in operations {
        let mut look = |expr: &Expr| {
            expr.for_each_var(&mut |var| plain &= VARS.iter().any(|(known, _)| *known == var));
        };
        match operation {
            Operation::Assign(assignments) => {
                assignments.iter().for_each(|(_, value)| look(value));
            }
            Operation::Assume(condition) => look(condition),
            _ => {}
        }
    }
    plain && cfg.edges.is_empty()
}

const LIMITS: HornLimits = HornLimits { time: Duration::from_secs(5) };

proptest! {
    #![proptest_config(hundred_cases())]

    #[test]
    fn normal_forms(tape in prop::collection::vec(any::<u8>(), 20..120)) {
        let cfg = small_graph(IntegerMode::Wrap);
        let mut maker = Maker::without_regions(&tape);
        let conditions = Conditions::new(&cfg);
        for _ in 0..8 {
            let condition = narrowed(&maker.truth(4));
            let normal = conditions.normal(&condition);
            prop_assert_eq!(conditions.normal(&normal), normal.clone(), "once is enough");
            for state in all_states() {
                let (before, after) = (evaluated(&cfg, &condition, state), evaluated(&cfg, &normal, state));
                prop_assert_eq!(before, after, "{:?} became {:?}", condition, normal);
            }
        }
    }

    #[test]
    fn sums(factors in prop::collection::vec(-9i128..9, 8), op in 0usize..6) {
        use belnap_ir::expr::BinaryOp::{Add, Mul, Sub};
        let cfg = small_graph(IntegerMode::Wrap);
        for (var, ty) in VARS {
            let other = VARS[usize::from(var == VARS[0].0)];
            let number = |at: usize| Expr::int(ty.wrap(factors[at]), ty);
            let times = |at: usize, term: Expr| Expr::binary(Mul, number(at), term);
            let second = || Expr::cast(ty, v(other.0));
            let left = Expr::binary(Add, times(0, v(var)), Expr::binary(Sub, times(1, second()), number(2)));
            let right = Expr::binary(Sub, times(3, Expr::binary(Add, second(), number(4))), times(5, v(var)));
            let ops = CompareOp::ALL;
            let condition = Expr::compare(ops[op], left, right);
            let normal = Conditions::new(&cfg).normal(&condition);
            for state in all_states() {
                let (before, after) = (evaluated(&cfg, &condition, state), evaluated(&cfg, &normal, state));
                prop_assert_eq!(before, after, "{:?} became {:?}", condition, normal);
            }
        }
    }

    #[test]
    fn paths(tape in prop::collection::vec(any::<u8>(), 20..120)) {
        let mut cfg = small_graph(IntegerMode::Wrap);
        let mut maker = Maker::without_regions(&tape);
        let length = 2 + maker.choose(6);
        let operations: Vec<Operation> = (0..length).map(|_| operation(&mut maker)).collect();
        prop_assert!(without_regions(&operations, &cfg));
        let steps = line(&mut cfg, operations.clone());
        let follow = |kept: &dyn Fn(usize) -> bool| {
            let mut states = all_states();
            for (at, operation) in operations.iter().enumerate() {
                // A step that is left out demands nothing: what it changes can be anything.
                let open = match operation {
                    Operation::Assign(assignments) if !kept(at) => {
                        Operation::Nondet(assignments.iter().map(|(var, _)| *var).collect())
                    }
                    Operation::Assume(_) if !kept(at) => Operation::SKIP,
                    other => other.clone(),
                };
                states = states.iter().flat_map(|s| successors(&cfg, &open, *s)).collect();
            }
            !states.is_empty()
        };
        let expected = follow(&|_| true);
        match feasibility(&cfg, &steps, &PathLimits::default()) {
            Ok(Feasibility::Feasible(found)) => {
                prop_assert!(expected);
                let unknown =
                    |operation: &Operation| matches!(operation, Operation::Unknown(_));
                prop_assert_eq!(found.relies_on_unknown, operations.iter().any(unknown));
                let mut state = changed([0, 0], &found.start);
                for (operation, step) in operations.iter().zip(&found.steps) {
                    let next = changed(state, &step.scalars);
                    prop_assert!(successors(&cfg, operation, state).contains(&next));
                    state = next;
                }
            }
            Ok(Feasibility::Infeasible(core)) => {
                prop_assert!(!expected);
                prop_assert!(!follow(&|at| core.contains(&at)), "not a core: {core:?}");
            }
            other => prop_assert!(false, "{other:?}"),
        }
        match path_interpolants(&cfg, &steps, &LIMITS) {
            HornAnswer::Unreachable(found) => {
                prop_assert!(!expected);
                prop_assert_eq!(found.len(), steps.len() + 1);
                prop_assert_eq!(found.last(), Some(&Expr::Bool(false)));
                for (operation, ends) in operations.iter().zip(found.windows(2)) {
                    for state in all_states() {
                        if evaluated(&cfg, &ends[0], state) == 0 {
                            continue;
                        }
                        for next in successors(&cfg, operation, state) {
                            prop_assert_eq!(evaluated(&cfg, &ends[1], next), 1);
                        }
                    }
                }
            }
            HornAnswer::Reachable => prop_assert!(expected),
            HornAnswer::Unknown(_) => {}
        }
    }

    /// `start; while (*) body; error`, with random operations and few states.
    #[test]
    fn loops(tape in prop::collection::vec(any::<u8>(), 20..120)) {
        let mut cfg = small_graph(IntegerMode::Wrap);
        let mut maker = Maker::without_regions(&tape);
        let ends = [(0, 1), (1, 2), (2, 1), (2, 3), (1, 1), (3, 4)];
        let operations: Vec<Operation> = ends.iter().map(|_| operation(&mut maker)).collect();
        prop_assert!(without_regions(&operations, &cfg));
        for ((from, to), operation) in ends.iter().zip(&operations) {
            edge(&mut cfg, *from, *to, operation.clone());
        }
        let mut seen: Vec<BTreeSet<State>> = vec![BTreeSet::new(); 5];
        let mut open: Vec<(usize, State)> = all_states().into_iter().map(|s| (0, s)).collect();
        seen[0] = all_states();
        while let Some((at, state)) = open.pop() {
            for edge in cfg.edges.iter().filter(|edge| edge.from.index() == at) {
                for next in successors(&cfg, &edge.operation, state) {
                    if seen[edge.to.index()].insert(next) {
                        open.push((edge.to.index(), next));
                    }
                }
            }
        }
        let all = all_edges(&cfg);
        match loop_invariants(&cfg, &all, CfgLocId(0), CfgLocId(4), &LIMITS) {
            HornAnswer::Unreachable(found) => {
                prop_assert!(seen[4].is_empty());
                for (at, invariant) in found {
                    for state in &seen[at.index()] {
                        prop_assert_eq!(evaluated(&cfg, &invariant, *state), 1);
                    }
                }
            }
            HornAnswer::Reachable => prop_assert!(!seen[4].is_empty()),
            HornAnswer::Unknown(_) => {}
        }
    }
}
