//! Simplification of expressions, sound for every meaning of arithmetic.
//!
//! [`Simplifier::simplify`] gives an expression of the same type with the same value in every
//! state. Rules that need numbers to be bounded, or to wrap around, ask for the mode.

use crate::cfg::Cfg;
use crate::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use crate::types::{IntType, Type};

use crate::fold::{Arithmetic, largest, smallest};

/// Simplifies expressions of one graph.
#[derive(Clone, Copy)]
pub struct Simplifier<'a> {
    cfg: &'a Cfg,
    arithmetic: Arithmetic,
}

impl<'a> Simplifier<'a> {
    /// For expressions of `cfg`.
    pub fn new(cfg: &'a Cfg) -> Self {
        Simplifier { cfg, arithmetic: Arithmetic::of(cfg.machine.integers) }
    }

    /// An expression with the same value in every state, at most [`Expr::MAX_DEPTH`] deep if the
    /// given one is.
    pub fn simplify(&self, expr: &Expr) -> Expr {
        let simple = self.all(expr.clone());
        if simple.depth() > Expr::MAX_DEPTH { expr.clone() } else { simple }
    }

    fn all(&self, mut expr: Expr) -> Expr {
        for operand in expr.operands_mut() {
            *operand = self.all(std::mem::replace(operand, Expr::Bool(false)));
        }
        self.top(expr)
    }

    /// Simplifies at the root; the operands are simple.
    fn top(&self, expr: Expr) -> Expr {
        match expr {
            Expr::Unary(op, operand) => self.unary(op, *operand),
            Expr::Binary(op, operands) => {
                let [a, b] = *operands;
                self.binary(op, a, b)
            }
            Expr::Compare(op, operands) => {
                let [a, b] = *operands;
                self.compare(op, a, b)
            }
            Expr::Not(operand) => operand.negate(),
            Expr::And(operands) => connect(operands, true),
            Expr::Or(operands) => connect(operands, false),
            Expr::Cast(ty, operand) => self.cast(ty, *operand),
            Expr::If(operands) => {
                let [condition, then, otherwise] = *operands;
                conditional(condition, then, otherwise)
            }
            Expr::Read(operands) => {
                let [region, index] = *operands;
                self.read(region, index)
            }
            Expr::Write(operands) => {
                let [region, index, value] = *operands;
                write(region, index, value)
            }
            Expr::Splice(operands) => {
                let nothing = operands[0] == operands[1] || is_zero(&operands[3]);
                let [base, other, from, length] = *operands;
                if nothing { base } else { Expr::Splice(Box::new([base, other, from, length])) }
            }
            Expr::Shift(operands) if is_zero(&operands[1]) => {
                let [region, _] = *operands;
                region
            }
            other => other,
        }
    }

    fn int_type(&self, expr: &Expr) -> Option<IntType> {
        self.cfg.type_of_expr(expr).and_then(Type::as_int)
    }

    fn unary(&self, op: UnaryOp, operand: Expr) -> Expr {
        match operand {
            Expr::Int(value, ty) => match self.arithmetic.unary(op, value, ty) {
                Some(value) => Expr::Int(value, ty),
                None => Expr::Unary(op, Box::new(operand)),
            },
            Expr::Unary(inner, operand) if inner == op => *operand,
            operand => Expr::Unary(op, Box::new(operand)),
        }
    }

    fn binary(&self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        if let (Expr::Int(x, ty), Expr::Int(y, right)) = (&a, &b)
            && let Some(value) = self.arithmetic.binary(op, *x, *y, *ty, *right)
        {
            return Expr::Int(value, *ty);
        }
        let Some(ty) = self.int_type(&a) else { return Expr::binary(op, a, b) };
        let all_ones = |expr: &Expr| match expr {
            Expr::Int(value, _) => {
                *value == -1 || !self.arithmetic.unbounded && *value == ty.wrap(-1)
            }
            _ => false,
        };
        let zero = Expr::int(0, ty);
        match op {
            BinaryOp::Add | BinaryOp::BitOr | BinaryOp::BitXor if is_zero(&a) => b,
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Shl
            | BinaryOp::Shr
                if is_zero(&b) =>
            {
                a
            }
            BinaryOp::Sub | BinaryOp::BitXor if a == b => zero,
            BinaryOp::Mul | BinaryOp::BitAnd if is_zero(&a) || is_zero(&b) => zero,
            BinaryOp::Shl | BinaryOp::Shr if is_zero(&a) => zero,
            BinaryOp::Mul if is_one(&a) => b,
            BinaryOp::Mul | BinaryOp::Div if is_one(&b) => a,
            BinaryOp::Rem if is_one(&b) => zero,
            BinaryOp::BitAnd | BinaryOp::BitOr if a == b => a,
            BinaryOp::BitAnd if all_ones(&a) => b,
            BinaryOp::BitAnd if all_ones(&b) => a,
            BinaryOp::Add | BinaryOp::Sub => self.sum(op, a, b, ty),
            _ => Expr::binary(op, a, b),
        }
    }

    /// `(x ± c) ± d` with one constant.
    fn sum(&self, op: BinaryOp, a: Expr, b: Expr, ty: IntType) -> Expr {
        let Expr::Int(outer, _) = b else {
            return match a {
                Expr::Int(..) if op == BinaryOp::Add => self.sum(op, b, a, ty),
                _ => Expr::binary(op, a, b),
            };
        };
        let (base, inner) = split_offset(&a);
        let outer_sum = if op == BinaryOp::Add { Some(outer) } else { outer.checked_neg() };
        let total =
            outer_sum.and_then(|outer| self.arithmetic.binary(BinaryOp::Add, inner, outer, ty, ty));
        // Prefer a small constant: `x - 1`, neither `x + -1` nor `x + 4294967295`.
        let negative = |total: i128| {
            let wraps = !ty.signed && !self.arithmetic.unbounded && total > largest(ty) / 2;
            if wraps { Some(ty.wrap(total.wrapping_neg())) } else { total.checked_neg() }
        };
        match total {
            None => Expr::binary(op, a, b),
            Some(0) => base.clone(),
            Some(total) => match negative(total).filter(|less| *less > 0 && ty.contains(*less)) {
                Some(less) => Expr::binary(BinaryOp::Sub, base.clone(), Expr::Int(less, ty)),
                None => Expr::binary(BinaryOp::Add, base.clone(), Expr::Int(total, ty)),
            },
        }
    }

    fn compare(&self, op: CompareOp, a: Expr, b: Expr) -> Expr {
        if a == b {
            return Expr::Bool(matches!(op, CompareOp::Eq | CompareOp::Le | CompareOp::Ge));
        }
        match (&a, &b) {
            (Expr::Int(x, ty), Expr::Int(y, _)) => {
                return Expr::Bool(self.arithmetic.compare(op, *x, *y, *ty));
            }
            (Expr::Int(..), _) => return self.compare(op.mirror(), b, a),
            (Expr::Bool(_), other) if !matches!(other, Expr::Bool(_)) => {
                return self.compare(op, b, a);
            }
            (_, Expr::Bool(truth)) => {
                return if *truth == (op == CompareOp::Eq) { a } else { a.negate() };
            }
            _ => {}
        }
        if matches!(op, CompareOp::Eq | CompareOp::Ne) && self.differ(&a, &b) {
            return Expr::Bool(op == CompareOp::Ne);
        }
        if let Expr::Int(value, ty) = b {
            if let Some(simple) = self.compare_to_constant(op, &a, value, ty) {
                return simple;
            }
        } else if let (Expr::Cast(to, x), Expr::Cast(_, y)) = (&a, &b)
            && let (Some(from), Some(other)) = (self.int_type(x), self.int_type(y))
            && from == other
            && self.arithmetic.cast_keeps(from, *to)
        {
            return self.compare(op, (**x).clone(), (**y).clone());
        }
        Expr::compare(op, a, b)
    }

    fn compare_to_constant(
        &self,
        op: CompareOp,
        a: &Expr,
        value: i128,
        ty: IntType,
    ) -> Option<Expr> {
        // The range of a bounded type.
        if !self.arithmetic.unbounded {
            let (least, most) = (smallest(ty) == value, largest(ty) == value);
            match op {
                CompareOp::Lt if least => return Some(Expr::Bool(false)),
                CompareOp::Ge if least => return Some(Expr::Bool(true)),
                CompareOp::Gt if most => return Some(Expr::Bool(false)),
                CompareOp::Le if most => return Some(Expr::Bool(true)),
                _ => {}
            }
        }
        let choice = |condition: &Expr, yes: i128, no: i128| {
            let truth = |number| self.arithmetic.compare(op, number, value, ty);
            conditional(condition.clone(), Expr::Bool(truth(yes)), Expr::Bool(truth(no)))
        };
        match a {
            Expr::Cast(to, operand) => match self.cfg.type_of_expr(operand)? {
                Type::Bool => Some(choice(operand, to.wrap(1), 0)),
                Type::Int(from) => self.compare_cast(op, operand, from, *to, value),
                Type::Array(_) => None,
            },
            Expr::If(operands) => match (&operands[1], &operands[2]) {
                (Expr::Int(yes, _), Expr::Int(no, _)) => Some(choice(&operands[0], *yes, *no)),
                _ => None,
            },
            _ => None,
        }
    }

    /// `(to) x op value` as a comparison of `x`.
    fn compare_cast(
        &self,
        op: CompareOp,
        x: &Expr,
        from: IntType,
        to: IntType,
        value: i128,
    ) -> Option<Expr> {
        let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        let keeps = self.arithmetic.cast_keeps(from, to);
        if self.arithmetic.unbounded {
            let small = from.contains(value);
            return small.then(|| self.compare(op, x.clone(), Expr::Int(value, from)));
        }
        let before = from.wrap(value);
        // Extension by any rule is one to one.
        if to.wrap(before) == value && (keeps || equality && from.bits <= to.bits) {
            return Some(self.compare(op, x.clone(), Expr::Int(before, from)));
        }
        (equality && from.bits <= to.bits && to.wrap(before) != value)
            .then_some(Expr::Bool(op == CompareOp::Ne))
    }

    fn cast(&self, to: IntType, operand: Expr) -> Expr {
        match self.cfg.type_of_expr(&operand) {
            Some(Type::Int(from)) if from == to => return operand,
            Some(Type::Bool) => {
                if let Expr::Bool(truth) = operand {
                    return Expr::int(i128::from(truth), to);
                }
            }
            _ => {}
        }
        match operand {
            Expr::Int(value, _) => match self.arithmetic.cast(value, to) {
                Some(value) => Expr::Int(value, to),
                None => Expr::cast(to, operand),
            },
            Expr::Cast(between, inner) => match self.cfg.type_of_expr(&inner) {
                Some(Type::Bool) if between.wrap(1) == 1 => self.cast(to, *inner),
                Some(Type::Int(from))
                    if between.bits >= to.bits || self.arithmetic.cast_keeps(from, between) =>
                {
                    self.cast(to, *inner)
                }
                _ => Expr::cast(to, Expr::Cast(between, inner)),
            },
            operand => Expr::cast(to, operand),
        }
    }

    fn read(&self, region: Expr, index: Expr) -> Expr {
        match region {
            Expr::Write(operands) => {
                if operands[1] == index {
                    let [_, _, value] = *operands;
                    return value;
                }
                if self.differ(&operands[1], &index) {
                    let [region, _, _] = *operands;
                    return self.read(region, index);
                }
                Expr::read(Expr::Write(operands), index)
            }
            Expr::Fill(_, value) => *value,
            Expr::Shift(operands) => {
                let [region, by] = *operands;
                let moved = self.binary(BinaryOp::Add, index, by);
                self.read(region, moved)
            }
            Expr::Splice(operands) => match self.within(&index, &operands[2], &operands[3]) {
                Some(inside) => {
                    let [base, other, _, _] = *operands;
                    self.read(if inside { other } else { base }, index)
                }
                None => Expr::read(Expr::Splice(operands), index),
            },
            region => Expr::read(region, index),
        }
    }

    /// Whether an index is one of the `length` indices from `from`, if that is plain.
    fn within(&self, index: &Expr, from: &Expr, length: &Expr) -> Option<bool> {
        let Expr::Int(length, ty) = length else { return None };
        let distance = match (split_offset(index), split_offset(from)) {
            ((a, x), (b, y)) if a == b => x.checked_sub(y)?,
            _ => match (index, from) {
                (Expr::Int(x, _), Expr::Int(y, _)) => x.checked_sub(*y)?,
                _ => return None,
            },
        };
        if self.arithmetic.unbounded {
            return Some(0 <= distance && distance < *length);
        }
        let unsigned = IntType::unsigned(ty.bits);
        Some((unsigned.wrap(distance) as u128) < (unsigned.wrap(*length) as u128))
    }

    /// Whether two numbers of one type are different in every state, as far as that is plain.
    fn differ(&self, a: &Expr, b: &Expr) -> bool {
        if let (Expr::Int(x, _), Expr::Int(y, _)) = (a, b) {
            return x != y;
        }
        let ((a, x), (b, y)) = (split_offset(a), split_offset(b));
        let inside = |object: &crate::ids::ObjectId, offset: i128| {
            let size = self.cfg.objects[*object].size;
            offset == 0 || size.is_some_and(|size| (0..i128::from(size)).contains(&offset))
        };
        match (a, b) {
            (Expr::Address(o), Expr::Address(p)) if o != p => inside(o, x) && inside(p, y),
            (Expr::Address(o), Expr::Int(0, _)) => inside(o, x) && y == 0,
            (Expr::Int(0, _), Expr::Address(p)) => inside(p, y) && x == 0,
            _ if a == b => match self.int_type(a) {
                Some(_) if self.arithmetic.unbounded => x != y,
                Some(ty) => ty.wrap(x.wrapping_sub(y)) != 0,
                None => false,
            },
            _ => false,
        }
    }
}

/// `x + c` and `x - c` as `x` and the number that is added.
pub fn split_offset(expr: &Expr) -> (&Expr, i128) {
    if let Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), operands) = expr
        && let Expr::Int(value, _) = operands[1]
    {
        match (op, value.checked_neg()) {
            (BinaryOp::Add, _) => return (&operands[0], value),
            (_, Some(negative)) => return (&operands[0], negative),
            _ => {}
        }
    }
    (expr, 0)
}

fn is_zero(expr: &Expr) -> bool {
    matches!(expr, Expr::Int(0, _))
}

fn is_one(expr: &Expr) -> bool {
    matches!(expr, Expr::Int(1, _))
}

/// A conjunction (`unit` is true) or disjunction.
fn connect(operands: Vec<Expr>, unit: bool) -> Expr {
    let mut flat: Vec<Expr> = Vec::with_capacity(operands.len());
    for operand in operands {
        match operand {
            Expr::And(inner) if unit => flat.extend(inner),
            Expr::Or(inner) if !unit => flat.extend(inner),
            other => flat.push(other),
        }
    }
    let mut left: Vec<Expr> = Vec::with_capacity(flat.len());
    for operand in flat {
        match operand {
            Expr::Bool(truth) if truth == unit => {}
            Expr::Bool(_) => return operand,
            other if left.contains(&other) => {}
            other if left.contains(&other.clone().negate()) => return Expr::Bool(!unit),
            other => left.push(other),
        }
    }
    match left.pop() {
        None => Expr::Bool(unit),
        Some(only) if left.is_empty() => only,
        Some(last) => {
            left.push(last);
            if unit { Expr::And(left) } else { Expr::Or(left) }
        }
    }
}

fn conditional(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    // A branch that asks the same question again knows the answer.
    let known = |branch: Expr, answer: usize| match branch {
        Expr::If(operands) if operands[0] == condition => operands[answer].clone(),
        other => other,
    };
    let (then, otherwise) = (known(then, 1), known(otherwise, 2));
    if then == otherwise {
        return then;
    }
    match (condition, then, otherwise) {
        (Expr::Bool(true), then, _) => then,
        (Expr::Bool(false), _, otherwise) => otherwise,
        (condition, Expr::Bool(true), Expr::Bool(false)) => condition,
        (condition, Expr::Bool(false), Expr::Bool(true)) => condition.negate(),
        (condition, Expr::Bool(true), otherwise) => connect(vec![condition, otherwise], false),
        (condition, then, Expr::Bool(false)) => connect(vec![condition, then], true),
        (Expr::Not(condition), then, otherwise) => Expr::ite(*condition, otherwise, then),
        (condition, then, otherwise) => Expr::ite(condition, then, otherwise),
    }
}

fn write(region: Expr, index: Expr, value: Expr) -> Expr {
    if let Expr::Read(operands) = &value
        && operands[0] == region
        && operands[1] == index
    {
        return region;
    }
    match region {
        Expr::Write(operands) if operands[1] == index => {
            let [region, _, _] = *operands;
            Expr::write(region, index, value)
        }
        region => Expr::write(region, index, value),
    }
}
