//! Sums in one form: each term once, with its coefficient, in order, and one constant.

use std::collections::BTreeMap;

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::{BinaryOp, Expr, UnaryOp};
use belnap_ir::fold::{Arithmetic, smallest};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::{IntType, Type};

/// Longer sums are left as they are.
const MOST_TERMS: usize = 16;

/// Values of a variable that make the sides of comparisons in a condition equal: what it is
/// compared with, and what sums tell in which it stands once.
pub fn solutions(cfg: &Cfg, condition: &Expr, var: CfgVarId) -> Vec<Expr> {
    let mut values = Vec::new();
    collect_solutions(cfg, condition, var, &mut values);
    values
}

fn collect_solutions(cfg: &Cfg, condition: &Expr, var: CfgVarId, values: &mut Vec<Expr>) {
    if let Expr::Compare(_, operands) = condition {
        match &**operands {
            [Expr::Var(left), value] if *left == var => values.push(value.clone()),
            [value, Expr::Var(right)] if *right == var => values.push(value.clone()),
            sides => values.extend(solve(cfg, sides, var)),
        }
    }
    for operand in condition.operands() {
        collect_solutions(cfg, operand, var, values);
    }
}

/// The value of a variable with which two sums are equal, of its type. Where it stands in a cast,
/// that may be another number.
fn solve(cfg: &Cfg, [left, right]: &[Expr; 2], var: CfgVarId) -> Option<Expr> {
    let ty = cfg.type_of(var).as_int()?;
    let difference = Sum::of(cfg, left)?.minus(&Sum::of(cfg, right)?)?;
    let is_own = |term: &Expr| match term {
        Expr::Cast(_, operand) => **operand == Expr::Var(var),
        other => *other == Expr::Var(var),
    };
    let (own, coefficient) = difference.terms.iter().find(|(term, _)| is_own(term))?;
    let (own, coefficient) = (own.clone(), *coefficient);
    let mut rest = difference;
    rest.terms.remove(&own);
    let value = rest.negate()?.divide(coefficient)?.to_expr()?;
    let mut again = false;
    value.for_each_var(&mut |other| again |= other == var);
    let cast = cfg.type_of_expr(&value) != Some(Type::Int(ty));
    (!again).then(|| if cast { Expr::cast(ty, value) } else { value })
}

/// `coefficient * term + … + constant`; modulo two to the width, if numbers are bounded.
#[derive(Clone, Debug, PartialEq)]
pub struct Sum {
    terms: BTreeMap<Expr, i128>,
    constant: i128,
    ty: IntType,
    bounded: bool,
}

impl Sum {
    /// A number as a sum; `None` if it is not one of numbers that can be computed with here.
    pub fn of(cfg: &Cfg, expr: &Expr) -> Option<Sum> {
        let Some(Type::Int(ty)) = cfg.type_of_expr(expr) else { return None };
        let bounded = !Arithmetic::of(cfg.machine.integers).unbounded;
        if ty.bits == IntType::MAX_BITS {
            return None;
        }
        let mut sum = Sum { terms: BTreeMap::new(), constant: 0, ty, bounded };
        sum.add(expr, 1)?;
        (sum.terms.len() <= MOST_TERMS).then_some(sum)
    }

    /// As a number of the width, with a sign whatever the type is, if numbers are bounded. What is
    /// its own negation is positive.
    fn reduce(&self, value: i128) -> i128 {
        let signed = IntType::signed(self.ty.bits);
        match self.bounded {
            true if signed.wrap(value) == smallest(signed) => -smallest(signed),
            true => signed.wrap(value),
            false => value,
        }
    }

    fn add(&mut self, expr: &Expr, times: i128) -> Option<()> {
        match expr {
            Expr::Int(value, _) => {
                let value = self.constant.checked_add(value.checked_mul(times)?)?;
                self.constant = self.reduce(value);
            }
            Expr::Binary(BinaryOp::Add, operands) => {
                self.add(&operands[0], times)?;
                self.add(&operands[1], times)?;
            }
            Expr::Binary(BinaryOp::Sub, operands) => {
                self.add(&operands[0], times)?;
                self.add(&operands[1], times.checked_neg()?)?;
            }
            Expr::Unary(UnaryOp::Neg, operand) => self.add(operand, times.checked_neg()?)?,
            Expr::Binary(BinaryOp::Mul, operands) => match &**operands {
                [Expr::Int(factor, _), term] | [term, Expr::Int(factor, _)] => {
                    let times = self.reduce(times.checked_mul(*factor)?);
                    self.add(term, times)?;
                }
                _ => self.add_term(expr, times)?,
            },
            _ => self.add_term(expr, times)?,
        }
        Some(())
    }

    fn add_term(&mut self, term: &Expr, times: i128) -> Option<()> {
        let known = self.terms.get(term).copied().unwrap_or(0);
        match self.reduce(known.checked_add(times)?) {
            0 => self.terms.remove(term),
            coefficient => self.terms.insert(term.clone(), coefficient),
        };
        Some(())
    }

    /// `self - other`, which are of one type.
    pub fn minus(mut self, other: &Sum) -> Option<Sum> {
        for (term, coefficient) in &other.terms {
            self.add_term(term, coefficient.checked_neg()?)?;
        }
        self.constant = self.reduce(self.constant.checked_sub(other.constant)?);
        (self.terms.len() <= MOST_TERMS).then_some(self)
    }

    /// The sum that is zero together with this one.
    pub fn negate(&self) -> Option<Sum> {
        let nothing = Sum { terms: BTreeMap::new(), constant: 0, ..self.clone() };
        nothing.minus(self)
    }

    /// What gives this sum if it is multiplied by a number: one or its negation, or any odd one
    /// modulo two to the width.
    fn divide(&self, by: i128) -> Option<Sum> {
        let factor = match by {
            1 | -1 => by,
            _ if self.bounded && by % 2 != 0 => {
                // Each round doubles the number of bits that are right.
                let rounds = (0..7).try_fold(1_i128, |inverse, _| {
                    let product = self.reduce(by.checked_mul(inverse)?);
                    Some(self.reduce(inverse.checked_mul(2_i128.checked_sub(product)?)?))
                });
                rounds?
            }
            _ => return None,
        };
        let mut result = Sum { terms: BTreeMap::new(), constant: 0, ..self.clone() };
        for (term, coefficient) in &self.terms {
            result.add_term(term, self.reduce(coefficient.checked_mul(factor)?))?;
        }
        result.constant = self.reduce(self.constant.checked_mul(factor)?);
        Some(result)
    }

    /// The sum without the number in it, and that number.
    pub fn split(mut self) -> (Sum, i128) {
        let constant = std::mem::take(&mut self.constant);
        (self, constant)
    }

    /// How many terms it has.
    pub fn terms(&self) -> usize {
        self.terms.len()
    }

    /// The type of its numbers.
    pub fn int_type(&self) -> IntType {
        self.ty
    }

    /// The number that it is, if it has no terms.
    pub fn number(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The two sides of an equation that says that it is zero: the first term with a positive
    /// coefficient on the left, no coefficient negative, the constant on the right.
    pub(crate) fn sides(&self) -> Option<(Expr, Expr)> {
        let first = *self.terms.values().next()?;
        let sum = if first < 0 { self.negate()? } else { self.clone() };
        let side = |positive: bool| {
            let own = sum.terms.iter().filter(|(_, times)| (**times > 0) == positive);
            own.map(|(term, times)| (term.clone(), *times)).collect::<BTreeMap<Expr, i128>>()
        };
        let left = Sum { terms: side(true), constant: 0, ..sum.clone() };
        let right = Sum { terms: side(false), constant: 0, ..sum.clone() }.negate()?;
        let constant = sum.reduce(sum.constant.checked_neg()?);
        Some((left.to_expr()?, Sum { constant, ..right }.to_expr()?))
    }

    /// As an expression; `None` if a coefficient is not a number of the type.
    pub fn to_expr(&self) -> Option<Expr> {
        let number = |value: i128| {
            let value = if self.bounded { self.ty.wrap(value) } else { value };
            self.ty.contains(value).then_some(Expr::Int(value, self.ty))
        };
        let times = |term: &Expr, times: i128| match times {
            1 => Some(term.clone()),
            times => Some(Expr::binary(BinaryOp::Mul, number(times)?, term.clone())),
        };
        let mut sum: Option<Expr> = None;
        for (term, coefficient) in self.terms.iter().filter(|(_, times)| **times > 0) {
            let term = times(term, *coefficient)?;
            sum = Some(match sum {
                Some(sum) => Expr::binary(BinaryOp::Add, sum, term),
                None => term,
            });
        }
        let mut constant = self.constant;
        let mut sum = match sum {
            Some(sum) => sum,
            None => number(std::mem::take(&mut constant))?,
        };
        for (term, coefficient) in self.terms.iter().filter(|(_, times)| **times < 0) {
            let term = times(term, coefficient.checked_neg()?)?;
            sum = Expr::binary(BinaryOp::Sub, sum, term);
        }
        Some(match constant {
            0 => sum,
            constant => Expr::binary(BinaryOp::Add, sum, number(constant)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use belnap_ir::cfg::Machine;
    use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
    use belnap_ir::ids::CfgVarId;
    use belnap_ir::types::{IntType, Type};

    use super::solutions;
    use crate::example::graph;
    use crate::wp::Conditions;

    const I32: IntType = IntType::signed(32);

    /// With the value that was found, the sides are equal.
    #[test]
    fn solutions_make_sides_equal() {
        let cfg = graph(Machine::default(), &[Type::Int(I32); 3]);
        let var = |index: u32| Expr::Var(CfgVarId(index));
        let int = |value: i128| Expr::int(value, I32);
        let of = |op, left: Expr, right: Expr| Expr::binary(op, left, right);
        let sums = [
            (of(BinaryOp::Sub, var(0), var(1)), int(1000)),
            (of(BinaryOp::Add, var(1), var(2)), var(0)),
            (of(BinaryOp::Mul, var(1), int(3)), of(BinaryOp::Add, var(0), int(7))),
            (of(BinaryOp::Sub, int(5), of(BinaryOp::Mul, int(-7), var(1))), var(2)),
        ];
        for (left, right) in sums {
            let sides = Expr::compare(CompareOp::Eq, left, right);
            let found = solutions(&cfg, &sides, CfgVarId(1));
            assert_eq!(found.len(), 1, "{sides:?}");
            let put = |other: CfgVarId| (other == CfgVarId(1)).then(|| found[0].clone());
            let equal = belnap_ir::substitute::substitute(&sides, &put);
            assert_eq!(Conditions::new(&cfg).normal(&equal), Expr::Bool(true), "{sides:?}");
        }
        let even = Expr::compare(CompareOp::Eq, of(BinaryOp::Mul, var(1), int(2)), var(0));
        assert!(solutions(&cfg, &even, CfgVarId(1)).is_empty());
    }
}
