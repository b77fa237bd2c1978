//! Simplified invariants against their long forms, in every state of small variables.

mod graph;

use belnap_ir::cfg::{Cfg, IntegerMode};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::CfgVarId;
use belnap_ir::simplify::Simplifier;
use belnap_ir::substitute::substitute;
use belnap_ir::types::{IntType, Type};
use belnap_solver::invariant::InvariantSimplifier;
use graph::random::Maker;
use graph::*;
use proptest::prelude::*;

const SMALL: [IntType; 3] = [IntType::signed(3), IntType::signed(3), IntType::unsigned(3)];

fn small_graph(integers: IntegerMode) -> Cfg {
    let mut cfg = graph(integers, 1);
    for (name, ty) in ["x", "y", "u"].iter().zip(SMALL) {
        variable(&mut cfg, name, Type::Int(ty));
    }
    variable(&mut cfg, "t", Type::Bool);
    cfg
}

fn condition(maker: &mut Maker<'_>) -> Expr {
    let ops = CompareOp::ALL;
    let op = ops[maker.choose(6)];
    let var = maker.choose(3);
    let constant = Expr::int(maker.choose(8) as i128, SMALL[var]);
    let term = v(CfgVarId::from(var));
    match maker.choose(9) {
        8 => {
            let sum = sub(term, Expr::int(2, SMALL[var]));
            let rest = Expr::binary(BinaryOp::Rem, sum, Expr::int(2, SMALL[var]));
            is(op, rest, Expr::int(0, SMALL[var]))
        }
        0 => v(CfgVarId(3)),
        1 => v(CfgVarId(3)).negate(),
        2 => is(op, v(CfgVarId(1)), v(CfgVarId(0))),
        3 => is(op, add(term, Expr::int(1, SMALL[var])), constant),
        4 => is(op, sub(term, Expr::int(1, SMALL[var])), constant),
        5 => {
            let product = Expr::binary(BinaryOp::Mul, v(CfgVarId(0)), v(CfgVarId(1)));
            is(op, product, Expr::int(2, SMALL[0]))
        }
        _ => is(op, term, constant),
    }
}

fn invariant(tape: &[u8]) -> Vec<Vec<Expr>> {
    let mut maker = Maker::without_regions(tape);
    let cases = 1 + maker.choose(4);
    (0..cases)
        .map(|_| {
            let conditions = 1 + maker.choose(5);
            (0..conditions).map(|_| condition(&mut maker)).collect()
        })
        .collect()
}

fn holds(cfg: &Cfg, condition: &Expr, state: [i128; 4]) -> bool {
    let closed = substitute(condition, &|var| {
        let value = state[var.index()];
        Some(match SMALL.get(var.index()) {
            Some(ty) => Expr::int(value, *ty),
            None => Expr::Bool(value != 0),
        })
    });
    match Simplifier::new(cfg).simplify(&closed) {
        Expr::Bool(truth) => truth,
        other => panic!("not a truth value: {other:?}"),
    }
}

fn comparisons(condition: &Expr) -> usize {
    match condition {
        Expr::And(operands) | Expr::Or(operands) => operands.iter().map(comparisons).sum(),
        _ => 1,
    }
}

fn simplified(cfg: &Cfg, cases: &[Vec<Expr>]) -> Expr {
    InvariantSimplifier::new(cfg).expect("the prover is there").simplify(cases)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn short_forms_hold_in_the_same_states(tape in prop::collection::vec(any::<u8>(), 0..100)) {
        let cfg = small_graph(IntegerMode::Wrap);
        let cases = invariant(&tape);
        let short = simplified(&cfg, &cases);
        prop_assert!(comparisons(&short) <= cases.iter().map(Vec::len).sum());
        for x in -4..4 {
            for y in -4..4 {
                for u in 0..8 {
                    for t in 0..2 {
                        let state = [x, y, u, t];
                        let long = cases
                            .iter()
                            .any(|case| case.iter().all(|one| holds(&cfg, one, state)));
                        prop_assert_eq!(holds(&cfg, &short, state), long, "{:?}", state);
                    }
                }
            }
        }
        prop_assert_eq!(simplified(&cfg, &cases), short);
    }
}

/// Variables of type int.
fn words() -> (Cfg, Expr, Expr) {
    let mut cfg = graph(IntegerMode::Wrap, 1);
    let (x, y) = (v(int(&mut cfg, "x")), v(int(&mut cfg, "y")));
    (cfg, x, y)
}

#[test]
fn bounds_that_follow_are_left_out() {
    let (cfg, x, y) = words();
    let at_least = |left: &Expr, right| is(CompareOp::Ge, left.clone(), n(right));
    let above = is(CompareOp::Gt, add(x.clone(), n(1)), n(1));
    let two = is(CompareOp::Le, x.clone(), n(2));
    let case = vec![above, at_least(&x, 0), two.clone(), is(CompareOp::Lt, x.clone(), n(5))];
    assert_eq!(simplified(&cfg, &[case]), Expr::And(vec![at_least(&x, 1), two]));
    let equal = is(CompareOp::Eq, x.clone(), y.clone());
    let case = vec![equal.clone(), at_least(&x, 3), at_least(&y, 2), at_least(&y, 3)];
    assert_eq!(simplified(&cfg, &[case]), Expr::And(vec![at_least(&x, 3), equal]));
}

#[test]
fn multiples_do_not_matter_to_remainders() {
    let (cfg, x, _) = words();
    let rest = |of: Expr, by| is(CompareOp::Eq, Expr::binary(BinaryOp::Rem, of, n(by)), n(0));
    let minus = |by| sub(x.clone(), n(by));
    assert_eq!(simplified(&cfg, &[vec![rest(minus(2), 2)]]), rest(x.clone(), 2));
    assert_eq!(simplified(&cfg, &[vec![rest(minus(1), 2)]]), rest(minus(1), 2));
    // Three does not divide the number of numbers.
    assert_eq!(simplified(&cfg, &[vec![rest(minus(3), 3)]]), rest(minus(3), 3));
}

#[test]
fn cases_are_joined_and_share_what_they_have_in_common() {
    let (cfg, x, y) = words();
    let case = |a, b| {
        let equal = |left: &Expr, right| is(CompareOp::Eq, left.clone(), n(right));
        vec![equal(&x, a), equal(&y, b)]
    };
    let range =
        |low, high| [is(CompareOp::Ge, x.clone(), n(low)), is(CompareOp::Le, x.clone(), n(high))];
    let one = is(CompareOp::Eq, y.clone(), n(1));
    let [low, high] = range(0, 2);
    let short = simplified(&cfg, &[case(0, 1), case(1, 1), case(2, 1)]);
    assert_eq!(short, Expr::And(vec![low, high, one]));
    let [low, high] = range(5, 9);
    let with_range = |a: Expr, b: Expr| vec![a, b, low.clone(), high.clone()];
    let (mut other, z) = (cfg, CfgVarId(2));
    assert_eq!(int(&mut other, "z"), z);
    let is = |left: &Expr, right| is(CompareOp::Eq, left.clone(), n(right));
    let cases = [
        with_range(is(&y, 0), is(&v(z), 1)),
        with_range(is(&y, 4), is(&v(z), 0)),
        with_range(is(&y, 7), is(&v(z), 2)),
    ];
    let short = simplified(&other, &cases);
    let Expr::And(parts) = &short else { panic!("{short:?}") };
    assert_eq!(parts[..2], [low, high]);
    assert!(matches!(&parts[2..], [Expr::Or(cases)] if cases.len() == 3), "{parts:?}");
}

#[test]
fn what_excludes_nothing_or_everything_is_a_constant() {
    let (cfg, x, _) = words();
    let (low, high) = (is(CompareOp::Lt, x.clone(), n(3)), is(CompareOp::Ge, x, n(3)));
    let all = [vec![low.clone()], vec![high.clone()]];
    assert_eq!(simplified(&cfg, &all), Expr::Bool(true));
    assert_eq!(simplified(&cfg, &[vec![low, high]]), Expr::Bool(false));
    assert_eq!(simplified(&cfg, &[]), Expr::Bool(false));
}

#[test]
fn numbers_without_bounds_keep_theirs() {
    let mut cfg = graph(IntegerMode::Mathematical, 1);
    let x = v(int(&mut cfg, "x"));
    let top = is(CompareOp::Le, x.clone(), n(i128::from(i32::MAX)));
    let next = is(CompareOp::Gt, add(x, n(1)), n(0));
    let short = simplified(&cfg, &[vec![top.clone(), next]]);
    let Expr::And(parts) = short else { panic!("{short:?}") };
    assert!(parts.len() == 2 && parts.contains(&top), "{parts:?}");
}
