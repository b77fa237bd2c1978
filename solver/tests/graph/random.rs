//! Random expressions.

use belnap_ir::cfg::{Cfg, IntegerMode};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::{ArrayType, IntType, Type};

use proptest::test_runner::Config;

use super::{graph, is, variable};

/// A hundred cases; a failure is shown and not kept in a file.
pub fn hundred_cases() -> Config {
    Config { cases: 100, failure_persistence: None, ..Config::default() }
}

/// Small, so that the prover can decide products and quotients; of odd widths too.
pub const TYPES: [IntType; 6] = [
    IntType::signed(4),
    IntType::unsigned(4),
    IntType::signed(6),
    IntType::unsigned(3),
    IntType::signed(1),
    IntType::unsigned(8),
];
const REGION: ArrayType = ArrayType { index: TYPES[1], cell: TYPES[2] };

/// Two variables of each type, a truth value and two regions.
pub fn small_graph(integers: IntegerMode) -> Cfg {
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
pub struct Maker<'t> {
    tape: &'t [u8],
    unbounded: bool,
    regions: bool,
}

impl<'t> Maker<'t> {
    pub fn new(tape: &'t [u8], unbounded: bool) -> Self {
        Maker { tape, unbounded, regions: true }
    }

    pub fn without_regions(tape: &'t [u8]) -> Self {
        Maker { tape, unbounded: false, regions: false }
    }

    pub fn choose(&mut self, among: usize) -> usize {
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

    pub fn truth(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return Self::var(2 * TYPES.len());
        }
        let below = depth - 1;
        match self.choose(8) {
            0 => Self::var(2 * TYPES.len()),
            1 => self.truth(below).negate(),
            2 => Expr::And(vec![self.truth(below), self.truth(below), self.truth(below)]),
            3 => Expr::Or(vec![self.truth(below), self.truth(below)]),
            4 => Expr::ite(self.truth(below), self.truth(below), self.truth(below)),
            5 => is(CompareOp::Eq, self.truth(below), self.truth(below)),
            _ => {
                let ops = CompareOp::ALL;
                let op = ops[self.choose(6)];
                let ty = TYPES[self.choose(TYPES.len())];
                is(op, self.number(ty, below), self.number(ty, below))
            }
        }
    }

    fn constant(&mut self, ty: IntType) -> Expr {
        Expr::int(self.choose(256) as i128, ty)
    }

    pub fn number(&mut self, ty: IntType, depth: usize) -> Expr {
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
            7 if self.regions && ty == REGION.cell => {
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
