//! Expressions become terms, and terms the same expressions again, as far as values can tell.

mod graph;

use belnap_ir::cfg::{Cfg, IntegerMode, Operation};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::{ArrayType, IntType, Type};
use belnap_ir::validate::cfg::validate_incomplete;
use belnap_solver::readback::Reader;
use belnap_solver::terms::{Term, Terms};
use proptest::prelude::*;
use z3::ast::Ast;
use z3::{Params, SatResult, Solver};

use graph::*;

/// Small, so that the prover can decide products and quotients; of odd widths too.
const TYPES: [IntType; 6] = [
    IntType::signed(4),
    IntType::unsigned(4),
    IntType::signed(6),
    IntType::unsigned(3),
    IntType::signed(1),
    IntType::unsigned(8),
];
const REGION: ArrayType = ArrayType { index: TYPES[1], cell: TYPES[2] };

fn small_graph(integers: IntegerMode) -> Cfg {
    let mut cfg = graph(integers, 1);
    for (at, ty) in TYPES.iter().enumerate() {
        variable(&mut cfg, &format!("a{at}"), Type::Int(*ty));
        variable(&mut cfg, &format!("b{at}"), Type::Int(*ty));
    }
    variable(&mut cfg, "t", Type::Bool);
    variable(&mut cfg, "r", Type::Array(REGION));
    variable(&mut cfg, "s", Type::Array(REGION));
    cfg
}

/// Makes an expression of the decisions on a tape; where it ends, all are 0.
struct Maker<'t> {
    tape: &'t [u8],
    unbounded: bool,
}

impl Maker<'_> {
    fn choose(&mut self, among: usize) -> usize {
        match self.tape {
            [first, rest @ ..] => {
                self.tape = rest;
                usize::from(*first) % among
            }
            [] => 0,
        }
    }

    fn var(at: usize) -> Expr {
        Expr::var(CfgVarId::from(at))
    }

    fn truth(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return Self::var(2 * TYPES.len());
        }
        let below = depth - 1;
        match self.choose(8) {
            0 => Self::var(2 * TYPES.len()),
            1 => self.truth(below).negated(),
            2 => Expr::And(vec![self.truth(below), self.truth(below), self.truth(below)]),
            3 => Expr::Or(vec![self.truth(below), self.truth(below)]),
            4 => Expr::ite(self.truth(below), self.truth(below), self.truth(below)),
            5 => is(CompareOp::Eq, self.truth(below), self.truth(below)),
            _ => {
                let ops = [
                    CompareOp::Eq,
                    CompareOp::Ne,
                    CompareOp::Lt,
                    CompareOp::Le,
                    CompareOp::Gt,
                    CompareOp::Ge,
                ];
                let op = ops[self.choose(6)];
                let ty = TYPES[self.choose(TYPES.len())];
                is(op, self.number(ty, below), self.number(ty, below))
            }
        }
    }

    fn constant(&mut self, ty: IntType) -> Expr {
        Expr::int(self.choose(256) as i128, ty)
    }

    fn number(&mut self, ty: IntType, depth: usize) -> Expr {
        let at = TYPES.iter().position(|one| *one == ty).unwrap_or(0);
        let choice = if depth == 0 { self.choose(3) } else { self.choose(14) };
        let below = depth.saturating_sub(1);
        match choice {
            0 => Self::var(2 * at),
            1 => Self::var(2 * at + 1),
            2 => self.constant(ty),
            3 => {
                let op = if self.choose(2) == 0 { UnaryOp::Neg } else { UnaryOp::BitNot };
                Expr::Unary(op, Box::new(self.number(ty, below)))
            }
            4 => {
                let from = TYPES[self.choose(TYPES.len())];
                Expr::cast(ty, self.number(from, below))
            }
            5 => Expr::cast(ty, self.truth(below)),
            6 => {
                let condition = self.truth(below);
                Expr::ite(condition, self.number(ty, below), self.number(ty, below))
            }
            7 if ty == REGION.cell => {
                let region = self.region(below);
                Expr::read(region, self.number(REGION.index, below))
            }
            8 => {
                let op = [BinaryOp::Shl, BinaryOp::Shr][self.choose(2)];
                let left = self.number(ty, below);
                let right = TYPES[self.choose(TYPES.len())];
                let count = match self.unbounded {
                    true => self.constant(IntType::unsigned(3)),
                    false => self.number(right, below),
                };
                Expr::binary(op, left, count)
            }
            9 => {
                let op = [BinaryOp::Div, BinaryOp::Rem][self.choose(2)];
                let left = self.number(ty, below);
                let right = match self.unbounded {
                    true => self.constant(ty),
                    false => self.number(ty, below),
                };
                Expr::binary(op, left, right)
            }
            10 if !self.unbounded => {
                let op = [BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor][self.choose(3)];
                Expr::binary(op, self.number(ty, below), self.number(ty, below))
            }
            _ => {
                let op = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul][self.choose(3)];
                let left = self.number(ty, below);
                let right = match (op, self.unbounded) {
                    // The prover need not decide products of unbounded numbers.
                    (BinaryOp::Mul, true) => self.constant(ty),
                    _ => self.number(ty, below),
                };
                Expr::binary(op, left, right)
            }
        }
    }

    fn region(&mut self, depth: usize) -> Expr {
        let base = 2 * TYPES.len() + 1;
        let below = depth.saturating_sub(1);
        match if depth == 0 { self.choose(2) } else { self.choose(6) } {
            0 => Self::var(base),
            1 => Self::var(base + 1),
            2 => Expr::ite(self.truth(below), self.region(below), self.region(below)),
            3 => Expr::Fill(REGION, Box::new(self.number(REGION.cell, below))),
            _ => {
                let region = self.region(below);
                let index = self.number(REGION.index, below);
                Expr::write(region, index, self.number(REGION.cell, below))
            }
        }
    }
}

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
    #![proptest_config(ProptestConfig {
        cases: 100,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn vectors_are_read_back(tape in prop::collection::vec(any::<u8>(), 1..80)) {
        let cfg = small_graph(IntegerMode::Wrap);
        let mut maker = Maker { tape: &tape, unbounded: false };
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
        let mut maker = Maker { tape: &tape, unbounded: true };
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
        let ops = [
            CompareOp::Eq, CompareOp::Ne, CompareOp::Lt,
            CompareOp::Le, CompareOp::Gt, CompareOp::Ge,
        ];
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
