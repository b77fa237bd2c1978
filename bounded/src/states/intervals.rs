//! Values of expressions where variables are in intervals.

use belnap_ir::cfg::{Cfg, IntegerMode};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::fold::{largest, smallest};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::IntType;
use belnap_solver::evaluate::Model;

use super::diagrams::{EVERY, Interval};

/// So many values of a variable are told apart one by one where something is computed from them.
const FEW: u128 = 16;

/// A part of some intervals in which something is true, by halving them where it is not known;
/// what cannot be told of single numbers counts as true.
pub fn narrow(
    intervals: Vec<Interval>,
    holds: &dyn Fn(&[Interval]) -> Option<bool>,
    tries: &mut usize,
) -> Option<Vec<Interval>> {
    *tries = tries.checked_sub(1)?;
    let width = |at: &usize| intervals[*at].1.abs_diff(intervals[*at].0);
    let widest = (0..intervals.len()).max_by_key(width).filter(|at| width(at) > 0);
    match (holds(&intervals), widest) {
        (Some(false), _) => None,
        (Some(true), _) | (None, None) => Some(intervals),
        (None, Some(widest)) => {
            let (low, high) = intervals[widest];
            let middle = low + (high.abs_diff(low) / 2) as i128;
            [(low, middle), (middle + 1, high)].into_iter().find_map(|half| {
                let mut halved = intervals.clone();
                halved[widest] = half;
                narrow(halved, holds, tries)
            })
        }
    }
}

/// An interval in parts: few numbers each by itself; of many, some numbers (ascending) by
/// themselves, and what is between them.
pub fn split((mut low, high): Interval, numbers: &[i128]) -> Vec<Interval> {
    if low <= high && high.abs_diff(low) < FEW {
        return (low..=high).map(|number| (number, number)).collect();
    }
    let mut parts = Vec::new();
    let within = (low, high);
    for number in numbers.iter().filter(|number| (within.0..=within.1).contains(number)) {
        parts.extend((low < *number).then(|| (low, number - 1)));
        parts.push((*number, *number));
        match number.checked_add(1) {
            Some(next) => low = next,
            None => return parts,
        }
    }
    parts.extend((low <= high).then_some((low, high)));
    parts
}

/// The values that a variable can have.
pub fn range(cfg: &Cfg, var: CfgVarId) -> Interval {
    match cfg.type_of(var).as_int() {
        Some(ty) if cfg.machine.integers != IntegerMode::Mathematical => {
            (smallest(ty), largest(ty))
        }
        _ => EVERY,
    }
}

/// Values of expressions where variables are in intervals.
pub struct Evaluation<'a> {
    cfg: &'a Cfg,
    known: &'a [(CfgVarId, Interval)],
    /// The values, if each variable has one.
    model: Option<Model>,
}

impl<'a> Evaluation<'a> {
    /// Where the variables are in these intervals.
    pub fn new(cfg: &'a Cfg, known: &'a [(CfgVarId, Interval)]) -> Self {
        let single = known.iter().all(|(_, (low, high))| low == high);
        let model = single.then(|| {
            let numbers = known.iter().map(|(var, (value, _))| (*var, *value)).collect();
            Model { numbers, ..Model::default() }
        });
        Evaluation { cfg, known, model }
    }

    /// An interval that a number is in, if something is known of it.
    pub fn number(&self, expr: &Expr) -> Option<Interval> {
        if let Some(model) = &self.model {
            return model.number(self.cfg, expr).map(|number| (number, number));
        }
        match expr {
            Expr::Int(number, _) => Some((*number, *number)),
            Expr::Var(var) => {
                self.known.iter().find(|(known, _)| known == var).map(|(_, interval)| *interval)
            }
            Expr::Cast(ty, operand) => match self.number(operand) {
                Some(interval) => self.fit(interval, *ty),
                None => self.truth(operand).map(i128::from).map(|truth| (truth, truth)),
            },
            Expr::If(operands) => match self.truth(&operands[0]) {
                Some(truth) => self.number(&operands[if truth { 1 } else { 2 }]),
                None => {
                    let (a, b) = (self.number(&operands[1])?, self.number(&operands[2])?);
                    Some((a.0.min(b.0), a.1.max(b.1)))
                }
            },
            Expr::Binary(op, operands) => {
                let ty = self.cfg.type_of_expr(expr)?.as_int()?;
                let (a, b) = (self.number(&operands[0])?, self.number(&operands[1])?);
                let interval = match op {
                    BinaryOp::Add => (a.0.checked_add(b.0)?, a.1.checked_add(b.1)?),
                    BinaryOp::Sub => (a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?),
                    BinaryOp::Mul if b.0 == b.1 => {
                        let ends = (a.0.checked_mul(b.0)?, a.1.checked_mul(b.0)?);
                        (ends.0.min(ends.1), ends.0.max(ends.1))
                    }
                    BinaryOp::Div if b.0 == b.1 && b.0 > 0 => (a.0 / b.0, a.1 / b.0),
                    BinaryOp::Rem if b.0 == b.1 && b.0 > 0 && a.0 >= 0 => (0, a.1.min(b.0 - 1)),
                    BinaryOp::Rem if b.0 == b.1 && b.0 > 0 => (1 - b.0, b.0 - 1),
                    _ => return None,
                };
                self.fit(interval, ty)
            }
            _ => None,
        }
    }

    /// An interval of numbers, if they are numbers of a type.
    fn fit(&self, interval: Interval, ty: IntType) -> Option<Interval> {
        let unbounded = self.cfg.machine.integers == IntegerMode::Mathematical;
        (unbounded || ty.contains(interval.0) && ty.contains(interval.1)).then_some(interval)
    }

    /// Whether a condition holds, if that is known.
    pub fn truth(&self, condition: &Expr) -> Option<bool> {
        if let Some(model) = &self.model {
            return model.truth(self.cfg, condition);
        }
        match condition {
            Expr::Bool(truth) => Some(*truth),
            Expr::Not(operand) => self.truth(operand).map(|truth| !truth),
            Expr::Compare(op, operands) => {
                let (a, b) = (self.number(&operands[0])?, self.number(&operands[1])?);
                let ends = [(a.0, b.1), (a.1, b.0)].map(|(a, b)| op.holds(a, b));
                match op {
                    CompareOp::Eq | CompareOp::Ne => {
                        let apart = a.1 < b.0 || b.1 < a.0;
                        apart.then_some(*op == CompareOp::Ne)
                    }
                    _ => (ends[0] == ends[1]).then_some(ends[0]),
                }
            }
            Expr::And(operands) | Expr::Or(operands) => {
                let deciding = matches!(condition, Expr::Or(_));
                let truths: Vec<Option<bool>> =
                    operands.iter().map(|one| self.truth(one)).collect();
                match truths.contains(&Some(deciding)) {
                    true => Some(deciding),
                    false => (!truths.contains(&None)).then_some(!deciding),
                }
            }
            _ => None,
        }
    }
}
