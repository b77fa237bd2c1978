//! The translation against the meaning of operators on constants.

use std::time::Duration;

use belnap_ir::cfg::{Cfg, IntegerMode, Machine};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::fold::{Arithmetic, largest, smallest};
use belnap_ir::types::{ArrayType, IntType};
use belnap_solver::smt_lib::{SmtAnswer, check};

use super::{Effect, Script, When, any};

const TYPES: [IntType; 6] = [
    IntType::signed(1),
    IntType::unsigned(8),
    IntType::signed(8),
    IntType::signed(32),
    IntType::unsigned(64),
    IntType::unsigned(128),
];

fn graph(integers: IntegerMode) -> Cfg {
    Cfg::empty(Machine { integers, ..Machine::default() })
}

fn values(ty: IntType) -> Vec<i128> {
    let near = [-9, -8, -3, -1, 0, 1, 2, 7, 8, 9, 31, 33];
    let mut all: Vec<i128> = near.into_iter().filter(|value| ty.contains(*value)).collect();
    all.extend([smallest(ty), largest(ty)]);
    all
}

/// Every claim is false everywhere.
fn impossible(cfg: &Cfg, claims: &[Expr]) {
    let mut script = Script::new(cfg, Effect::new());
    let claims: Vec<String> = claims.iter().map(|claim| script.term(claim, When::Before)).collect();
    for some in claims.chunks(64) {
        let text = script.question(&any(some.iter().cloned()));
        assert_eq!(check(&text, Duration::from_secs(30)), SmtAnswer::Unsatisfiable, "{text}");
    }
}

#[test]
fn operators_compute_what_constants_fold_to() {
    for mode in [IntegerMode::Wrap, IntegerMode::Mathematical] {
        let (cfg, arithmetic) = (graph(mode), Arithmetic::of(mode));
        let differs = |expr: Expr, value: i128, ty: IntType| {
            Expr::compare(CompareOp::Ne, expr, Expr::Int(value, ty))
        };
        let mut claims = Vec::new();
        let values =
            |ty: IntType| values(ty).into_iter().filter(move |value| arithmetic.writes(*value, ty));
        for ty in TYPES {
            for a in values(ty) {
                for op in [UnaryOp::Neg, UnaryOp::BitNot] {
                    if let Some(value) = arithmetic.unary(op, a, ty) {
                        let expr = Expr::Unary(op, Box::new(Expr::Int(a, ty)));
                        claims.push(differs(expr, value, ty));
                    }
                }
                for to in TYPES {
                    if let Some(value) = arithmetic.cast(a, to) {
                        claims.push(differs(Expr::cast(to, Expr::Int(a, ty)), value, to));
                    }
                }
                for b in values(ty) {
                    for op in CompareOp::ALL {
                        let expr = Expr::compare(op, Expr::Int(a, ty), Expr::Int(b, ty));
                        let holds = arithmetic.compare(op, a, b, ty);
                        claims.push(if holds { expr.negate() } else { expr });
                    }
                }
                for right in TYPES {
                    for b in values(right) {
                        for op in BinaryOp::ALL {
                            let bits =
                                matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor);
                            let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
                            let loose = bits && mode == IntegerMode::Mathematical;
                            if loose || (right != ty && !shift) {
                                continue;
                            }
                            if let Some(value) = arithmetic.binary(op, a, b, ty, right) {
                                let (a, b) = (Expr::Int(a, ty), Expr::Int(b, right));
                                claims.push(differs(Expr::binary(op, a, b), value, ty));
                            }
                        }
                    }
                }
            }
        }
        assert!(claims.len() > 1000);
        impossible(&cfg, &claims);
    }
}

#[test]
fn regions_are_read_by_their_equations() {
    let byte = IntType::unsigned(8);
    let ty = ArrayType { index: byte, cell: byte };
    let int = |value| Expr::Int(value, byte);
    let fill = |value| Expr::Fill(ty, Box::new(int(value)));
    let written = Expr::write(fill(1), int(250), int(9));
    let moved = Expr::Shift(Box::new([written.clone(), int(10)]));
    let spliced = Expr::Splice(Box::new([moved.clone(), fill(5), int(254), int(4)]));
    let chosen = Expr::ite(Expr::Bool(false), fill(3), spliced.clone());
    let is = |region: &Expr, index, value| {
        let cell = Expr::read(region.clone(), int(index));
        Expr::compare(CompareOp::Ne, cell, int(value))
    };
    let claims = [
        is(&written, 250, 9),
        is(&written, 249, 1),
        is(&moved, 240, 9),
        is(&moved, 250, 1),
        is(&spliced, 253, 1),
        is(&spliced, 254, 5),
        is(&spliced, 1, 5),
        is(&spliced, 2, 1),
        is(&spliced, 240, 9),
        is(&chosen, 255, 5),
    ];
    impossible(&graph(IntegerMode::Wrap), &claims);
}
