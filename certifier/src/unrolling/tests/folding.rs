//! What terms fold to, against the translation that the other certificates use.

use std::time::Duration;

use belnap_ir::cfg::{Cfg, Machine, Object, ObjectKind, Variable};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::{CfgVarId, ObjectId};
use belnap_ir::types::{ArrayType, IntType, Type};
use belnap_solver::smt_lib::{SmtAnswer, check};
use belnap_test_support::random::Random;
use belnap_test_support::seeds;

use crate::smt::{Effect, Script, When, not};
use crate::unrolling::state::{Evaluation, State};
use crate::unrolling::terms::{Term, Terms};

const ADDRESS: IntType = IntType::unsigned(64);
const BYTE: IntType = IntType::signed(8);
const MEMORY: ArrayType = ArrayType { index: ADDRESS, cell: BYTE };
const POINTER: CfgVarId = CfgVarId(0);
const NUMBER: CfgVarId = CfgVarId(1);
const REGION: CfgVarId = CfgVarId(2);

/// Objects of known and unknown size, a pointer, a byte, and memory.
fn graph() -> Cfg {
    let mut cfg = Cfg::empty(Machine::default());
    let sizes = [(Some(8), ObjectKind::Local), (None, ObjectKind::Heap)];
    for (number, (size, kind)) in
        sizes.into_iter().chain([(Some(3), ObjectKind::External)]).enumerate()
    {
        cfg.objects.push(Object {
            name: format!("o{number}"),
            kind,
            size,
            align: 1,
            c_type: String::new(),
            source: None,
        });
    }
    for (name, ty) in
        [("p", Type::Int(ADDRESS)), ("n", Type::Int(BYTE)), ("m", Type::Array(MEMORY))]
    {
        cfg.variables.push(Variable::temporary(name.to_owned(), ty));
    }
    cfg
}

struct Maker(Random);

impl Maker {
    fn address(&mut self, depth: u32) -> Expr {
        let op = self.0.pick(&[BinaryOp::Add, BinaryOp::Add, BinaryOp::Sub]);
        match if depth == 0 { self.0.below(4) } else { self.0.below(8) } {
            0 | 1 => Expr::Address(ObjectId(self.0.below(3) as u32)),
            2 => Expr::var(POINTER),
            3 => Expr::int(self.0.below(10).into(), ADDRESS),
            4 => Expr::ite(self.truth(depth - 1), self.address(depth - 1), self.address(depth - 1)),
            5 => Expr::cast(ADDRESS, self.byte(depth - 1)),
            6 => {
                let scale = Expr::int(self.0.below(5).into(), ADDRESS);
                Expr::binary(BinaryOp::Mul, self.address(depth - 1), scale)
            }
            _ => Expr::binary(op, self.address(depth - 1), self.address(0)),
        }
    }

    fn byte(&mut self, depth: u32) -> Expr {
        match if depth == 0 { self.0.below(2) } else { self.0.below(7) } {
            0 => Expr::var(NUMBER),
            1 => Expr::int(self.0.below(8) as i128 - 4, BYTE),
            2 => Expr::Unary(UnaryOp::Neg, Box::new(self.byte(depth - 1))),
            3 => Expr::cast(BYTE, self.address(depth - 1)),
            4 => Expr::binary(BinaryOp::BitAnd, self.byte(depth - 1), self.byte(0)),
            _ => Expr::read(self.memory(depth), self.address(depth - 1)),
        }
    }

    fn memory(&mut self, depth: u32) -> Expr {
        match if depth == 0 { 0 } else { self.0.below(6) } {
            0 => Expr::var(REGION),
            1 => Expr::Fill(MEMORY, Box::new(self.byte(depth - 1))),
            2 => Expr::Splice(Box::new([
                self.memory(depth - 1),
                self.memory(depth - 1),
                self.address(depth - 1),
                Expr::int(self.0.below(9).into(), ADDRESS),
            ])),
            3 => Expr::Shift(Box::new([self.memory(depth - 1), self.address(0)])),
            _ => Expr::write(self.memory(depth - 1), self.address(depth - 1), self.byte(0)),
        }
    }

    fn truth(&mut self, depth: u32) -> Expr {
        use CompareOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let op = self.0.pick(&[Eq, Eq, Ne, Lt, Le, Gt, Ge]);
        match self.0.below(3) {
            0 => Expr::compare(op, self.byte(depth), self.byte(depth)),
            _ => Expr::compare(op, self.address(depth), self.address(depth)),
        }
    }
}

#[test]
fn what_folds_to_a_constant_is_one() {
    let cfg = graph();
    let mut folded = [0, 0];
    for seed in seeds::seeds(1500) {
        let condition = Maker(Random::new(seed)).truth(3);
        let mut terms = Terms::new(&cfg);
        let state = State::arbitrary(&cfg, &mut terms);
        let term = Evaluation { cfg: &cfg, terms: &mut terms, state: &state }.truth(&condition);
        let mut script = Script::new(&cfg, Effect::new());
        let text = script.term(&condition, When::Before);
        let impossible = match term {
            Term::TRUE => not(&text),
            Term::FALSE => text,
            _ => continue,
        };
        folded[usize::from(term == Term::TRUE)] += 1;
        let question = script.question(&impossible);
        let answer = check(&question, Duration::from_secs(20));
        assert_eq!(answer, SmtAnswer::Unsatisfiable, "{seed}: {condition:?}\n{question}");
    }
    assert!(folded.into_iter().all(|count| count > 100), "{folded:?}");
}
