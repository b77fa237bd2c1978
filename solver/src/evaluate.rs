//! States that a question has been answered with, and the value of conditions in them.
//!
//! A model answers "can this be?" for every condition it can be evaluated on, not only for the
//! question it was found with. Nothing proved rests on this module: a wrong value here can only
//! make an abstraction less precise.

use belnap_ir::cfg::{Cfg, IntegerMode};
use belnap_ir::expr::Expr;
use belnap_ir::fold::Arithmetic;
use belnap_ir::ids::{CfgVarId, ObjectId};
use belnap_ir::types::{IntType, Type};
use rustc_hash::FxHashMap;

/// A state, as far as anybody has asked: everything not listed is zero or false.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// Values of integer variables.
    pub numbers: FxHashMap<CfgVarId, i128>,
    /// Truth values.
    pub truths: FxHashMap<CfgVarId, bool>,
    /// Cells of regions.
    pub cells: FxHashMap<(CfgVarId, i128), i128>,
    /// Addresses. Without one, what mentions the object has no value.
    pub addresses: FxHashMap<ObjectId, i128>,
}

#[derive(Clone, Copy)]
enum Value {
    Number(i128),
    Truth(bool),
}

impl Model {
    /// The value of a condition; `None` if it cannot be computed.
    pub fn truth(&self, cfg: &Cfg, condition: &Expr) -> Option<bool> {
        match self.evaluator(cfg).value(condition)? {
            Value::Truth(truth) => Some(truth),
            Value::Number(_) => None,
        }
    }

    /// The value of a number.
    pub fn number(&self, cfg: &Cfg, expr: &Expr) -> Option<i128> {
        self.evaluator(cfg).number(expr)
    }

    fn evaluator<'m>(&'m self, cfg: &'m Cfg) -> Evaluator<'m> {
        Evaluator { model: self, cfg, arithmetic: Arithmetic::of(cfg.machine.integers) }
    }
}

struct Evaluator<'m> {
    model: &'m Model,
    cfg: &'m Cfg,
    arithmetic: Arithmetic,
}

/// Holds every number that fits; unbounded numbers are computed in it.
const WIDEST: IntType = IntType::signed(128);

impl Evaluator<'_> {
    fn number(&self, expr: &Expr) -> Option<i128> {
        match self.value(expr)? {
            Value::Number(number) => Some(number),
            Value::Truth(_) => None,
        }
    }

    fn truth(&self, expr: &Expr) -> Option<bool> {
        match self.value(expr)? {
            Value::Truth(truth) => Some(truth),
            Value::Number(_) => None,
        }
    }

    fn int_type(&self, expr: &Expr) -> Option<IntType> {
        self.cfg.type_of_expr(expr).and_then(Type::as_int)
    }

    /// The type to compute in: numbers of mathematical mode may exceed their own.
    fn computation_type(&self, ty: IntType) -> IntType {
        if self.arithmetic.unbounded { WIDEST } else { ty }
    }

    fn value(&self, expr: &Expr) -> Option<Value> {
        Some(match expr {
            Expr::Int(value, _) => Value::Number(*value),
            Expr::Bool(truth) => Value::Truth(*truth),
            Expr::Var(var) => match self.cfg.type_of(*var) {
                Type::Bool => Value::Truth(*self.model.truths.get(var).unwrap_or(&false)),
                Type::Int(_) => Value::Number(*self.model.numbers.get(var).unwrap_or(&0)),
                Type::Array(_) => return None,
            },
            Expr::Address(object) => Value::Number(*self.model.addresses.get(object)?),
            Expr::Unary(op, operand) => {
                let ty = self.computation_type(self.int_type(operand)?);
                Value::Number(self.arithmetic.unary(*op, self.number(operand)?, ty)?)
            }
            Expr::Binary(op, operands) => {
                let own = self.int_type(&operands[0])?;
                let right = self.int_type(&operands[1])?;
                let (a, b) = (self.number(&operands[0])?, self.number(&operands[1])?);
                use belnap_ir::expr::BinaryOp::{Shl, Shr};
                // The width that a count is compared with is that of the type itself.
                let ty = if matches!(op, Shl | Shr) { own } else { self.computation_type(own) };
                Value::Number(self.arithmetic.binary(*op, a, b, ty, right)?)
            }
            Expr::Compare(op, operands) => {
                let compare = |a, b, ty| Value::Truth(self.arithmetic.compare(*op, a, b, ty));
                match (self.value(&operands[0])?, self.value(&operands[1])?) {
                    (Value::Number(a), Value::Number(b)) => {
                        compare(a, b, self.int_type(&operands[0])?)
                    }
                    (Value::Truth(a), Value::Truth(b)) => {
                        compare(i128::from(a), i128::from(b), IntType::unsigned(1))
                    }
                    _ => return None,
                }
            }
            Expr::Not(operand) => Value::Truth(!self.truth(operand)?),
            Expr::And(operands) => Value::Truth(self.connect(operands, false)?),
            Expr::Or(operands) => Value::Truth(self.connect(operands, true)?),
            Expr::Cast(ty, operand) => match self.value(operand)? {
                Value::Number(number) if self.arithmetic.unbounded => Value::Number(number),
                Value::Number(number) => Value::Number(ty.wrap(number)),
                Value::Truth(truth) => Value::Number(ty.wrap(i128::from(truth))),
            },
            Expr::If(operands) => {
                self.value(&operands[if self.truth(&operands[0])? { 1 } else { 2 }])?
            }
            Expr::Read(operands) => {
                Value::Number(self.cell(&operands[0], self.number(&operands[1])?)?)
            }
            Expr::Write(_) | Expr::Fill(..) | Expr::Splice(_) | Expr::Shift(_) => return None,
        })
    }

    /// Decided by one operand, if one has the value `by`.
    fn connect(&self, operands: &[Expr], by: bool) -> Option<bool> {
        let mut all_known = true;
        for operand in operands {
            match self.truth(operand) {
                Some(truth) if truth == by => return Some(by),
                Some(_) => {}
                None => all_known = false,
            }
        }
        all_known.then_some(!by)
    }

    fn cell(&self, region: &Expr, index: i128) -> Option<i128> {
        match region {
            Expr::Var(var) => Some(*self.model.cells.get(&(*var, index)).unwrap_or(&0)),
            Expr::Write(operands) if self.number(&operands[1])? == index => {
                self.number(&operands[2])
            }
            Expr::Write(operands) => self.cell(&operands[0], index),
            Expr::Fill(_, value) => self.number(value),
            Expr::If(operands) => {
                self.cell(&operands[if self.truth(&operands[0])? { 1 } else { 2 }], index)
            }
            Expr::Shift(operands) => {
                let ty = self.int_type(&operands[1])?;
                let by = self.number(&operands[1])?;
                self.cell(&operands[0], self.shift(index, by, ty)?)
            }
            Expr::Splice(operands) => {
                let ty = self.int_type(&operands[2])?;
                let from = self.number(&operands[2])?;
                let distance = self.shift(index, from.checked_neg()?, ty)?;
                let length = self.number(&operands[3])?;
                let inside = if self.cfg.machine.integers == IntegerMode::Mathematical {
                    0 <= distance && distance < length
                } else {
                    let ty = IntType::unsigned(ty.bits);
                    (ty.wrap(distance) as u128) < (ty.wrap(length) as u128)
                };
                self.cell(&operands[usize::from(inside)], index)
            }
            _ => None,
        }
    }

    fn shift(&self, index: i128, by: i128, ty: IntType) -> Option<i128> {
        let moved = index.checked_add(by)?;
        Some(if self.arithmetic.unbounded { moved } else { ty.wrap(moved) })
    }
}
