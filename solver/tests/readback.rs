//! Expressions become terms, and terms the same expressions again, as far as values can tell.

mod graph;

use belnap_ir::cfg::{Cfg, IntegerMode, Operation};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::IntType;
use belnap_ir::validate::cfg::validate_incomplete;
use belnap_solver::readback::Reader;
use belnap_solver::terms::{Term, Terms};
use proptest::prelude::*;
use z3::ast::Ast;
use z3::{Params, SatResult, Solver};

use graph::random::{Maker, TYPES, hundred_cases, small_graph};
use graph::*;

fn constants(cfg: &Cfg) -> Vec<(String, Expr)> {
    let vars = cfg.variables.iter().enumerate();
    vars.map(|(at, var)| (var.name.clone(), Expr::var(CfgVarId::from(at)))).collect()
}

/// Whether two terms have the same value in every state; `None` if the prover does not say.
fn same(a: &Term, b: &Term) -> Option<bool> {
    let solver = Solver::new();
    let mut params = Params::new();
    params.set_u32("timeout", 300);
    solver.set_params(&params);
    solver.assert(a.equals(b)?.not());
    match solver.check() {
        SatResult::Unsat => Some(true),
        SatResult::Sat => Some(false),
        SatResult::Unknown => None,
    }
}

/// What the validator says about a condition, beyond what it says about any.
fn complaints(cfg: &Cfg, condition: Expr) -> usize {
    let said = |condition| {
        let mut cfg = cfg.clone();
        edge(&mut cfg, 0, 0, Operation::Assume(condition));
        validate_incomplete(&cfg).len()
    };
    said(condition) - said(Expr::Bool(true))
}

fn round_trip(cfg: &Cfg, expr: &Expr) -> Result<(), TestCaseError> {
    let Some(ty) = cfg.type_of_expr(expr) else {
        return Err(TestCaseError::fail("an expression without a type"));
    };
    let mut terms = Terms::new(cfg);
    let Some(term) = terms.term(expr, &|_| 0) else {
        return Err(TestCaseError::fail("an expression without a term"));
    };
    for simplified in [false, true] {
        let read = if simplified { term.dynamic().simplify() } else { term.dynamic() };
        let back = Reader::new(cfg, constants(cfg)).expression(&read, ty);
        let Some(back) = back else {
            return Err(TestCaseError::fail(format!("not read: {read:?}")));
        };
        prop_assert_eq!(cfg.type_of_expr(&back), Some(ty));
        prop_assert_eq!(complaints(cfg, is(CompareOp::Eq, back.clone(), back.clone())), 0);
        let Some(again) = terms.term(&back, &|_| 0) else {
            return Err(TestCaseError::fail(format!("no term: {back:?}")));
        };
        prop_assert_ne!(same(&term, &again), Some(false), "{:?}\nread as {:?}", read, back);
    }
    Ok(())
}

proptest! {
    #![proptest_config(hundred_cases())]

    #[test]
    fn vectors_are_read_back(tape in prop::collection::vec(any::<u8>(), 1..80)) {
        let cfg = small_graph(IntegerMode::Wrap);
        let mut maker = Maker::new(&tape, false);
        let expr = match maker.choose(2) {
            0 => maker.truth(4),
            _ => {
                let ty = TYPES[maker.choose(TYPES.len())];
                maker.number(ty, 4)
            }
        };
        round_trip(&cfg, &expr)?;
    }

    #[test]
    fn unbounded_numbers_are_read_back(tape in prop::collection::vec(any::<u8>(), 1..60)) {
        let cfg = small_graph(IntegerMode::Mathematical);
        let mut maker = Maker::new(&tape, true);
        let expr = match maker.choose(2) {
            0 => maker.truth(3),
            _ => {
                let ty = TYPES[maker.choose(TYPES.len())];
                maker.number(ty, 3)
            }
        };
        round_trip(&cfg, &expr)?;
    }

    /// Integers that stand for numbers of a machine: the same as on the machine, where the
    /// machine's numbers do not wrap around. Sums of variables, of constants and differences are
    /// made in a type that holds them.
    #[test]
    fn integers_are_read_for_machines(
        factors in prop::collection::vec(-9i128..10, 3),
        constant in -300i128..300,
        op in 0usize..6,
    ) {
        let cfg = small_graph(IntegerMode::Wrap);
        let vars = [0, 2, 6].map(CfgVarId);
        let ops = CompareOp::ALL;
        let wide = IntType::signed(16);
        let number = |value| Expr::int(value, wide);
        // On the machine, in a type that is wide enough for certain.
        let mut sum = number(constant);
        for (var, factor) in vars.iter().zip(&factors) {
            let multiple =
                Expr::binary(BinaryOp::Mul, number(*factor), Expr::cast(wide, v(*var)));
            sum = add(sum, multiple);
        }
        let meant = is(ops[op], sum, number(0));
        let mut integers = Terms::unbounded(&cfg);
        let Some(Term::Truth(term)) = integers.term(&meant, &|_| 0) else {
            return Err(TestCaseError::fail("no term"));
        };
        for term in [term.clone(), term.simplify()] {
            let Some(read) = Reader::new(&cfg, constants(&cfg)).condition(&term) else {
                return Err(TestCaseError::fail(format!("not read: {term:?}")));
            };
            let mut machine = Terms::new(&cfg);
            let both = machine.term(&meant, &|_| 0).zip(machine.term(&read, &|_| 0));
            let answer = both.and_then(|(a, b)| same(&a, &b));
            prop_assert_ne!(answer, Some(false), "{:?}\nread as {:?}", meant, read);
        }
    }
}

#[test]
fn quantifiers_and_strangers_are_not_read() {
    use z3::ast::{Bool, Int, forall_const};
    let cfg = small_graph(IntegerMode::Mathematical);
    let mut reader = Reader::new(&cfg, constants(&cfg));
    let x = Int::new_const("a0");
    let positive = x.gt(Int::from_i64(0));
    assert!(reader.condition(&positive).is_some());
    assert_eq!(reader.condition(&forall_const(&[&x], &[], &positive)), None);
    assert_eq!(reader.condition(&Bool::new_const("somebody")), None);
}
