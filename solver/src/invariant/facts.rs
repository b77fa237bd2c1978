//! Conditions as facts: a subject, and the numbers that stand for what it may be.
//!
//! Everything that is said of one subject is one set of numbers, so that facts about it can be
//! joined, and told again in the fewest words.

use std::collections::BTreeSet;

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::fold::Arithmetic;
use belnap_ir::simplify::{Simplifier, split_offset};
use belnap_ir::types::{IntType, Type};

use crate::ranges::{self, Range, restrict, union};

/// What a fact is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    /// The value of a number.
    Number(Expr),
    /// How two numbers compare: -1 if the first is less, 0 if they are equal, else 1.
    Order(Expr, Expr),
    /// Whether a condition holds: 1, else 0.
    Condition(Expr),
}

/// A subject and the numbers that it may be.
pub(super) type Fact = (Subject, Vec<Range>);

/// Reads conditions as facts and writes facts as conditions, in the words in which they were read.
pub(super) struct Facts<'a> {
    cfg: &'a Cfg,
    simplifier: Simplifier<'a>,
    arithmetic: Arithmetic,
    /// The comparisons that have been read.
    words: BTreeSet<Expr>,
}

impl<'a> Facts<'a> {
    pub(super) fn new(cfg: &'a Cfg) -> Self {
        Facts {
            cfg,
            simplifier: Simplifier::new(cfg),
            arithmetic: Arithmetic::of(cfg.machine.integers),
            words: BTreeSet::new(),
        }
    }

    /// The facts that together say what a condition says; `None` if it is never true.
    pub(super) fn read(&mut self, condition: &Expr) -> Option<Vec<Fact>> {
        match self.simplifier.simplify(condition) {
            Expr::Bool(truth) => truth.then(Vec::new),
            Expr::And(operands) => self.read_all(operands),
            Expr::Not(operand) => match *operand {
                Expr::Or(operands) => {
                    self.read_all(operands.into_iter().map(Expr::negate).collect())
                }
                other => Some(vec![(Subject::Condition(other), vec![(0, 0)])]),
            },
            Expr::Compare(op, operands) => Some(vec![self.read_comparison(op, *operands)]),
            other => Some(vec![(Subject::Condition(other), vec![(1, 1)])]),
        }
    }

    fn read_all(&mut self, conditions: Vec<Expr>) -> Option<Vec<Fact>> {
        let facts: Option<Vec<_>> = conditions.iter().map(|one| self.read(one)).collect();
        Some(facts?.concat())
    }

    fn read_comparison(&mut self, op: CompareOp, [left, right]: [Expr; 2]) -> Fact {
        let left = match (op, &right) {
            (CompareOp::Eq | CompareOp::Ne, Expr::Int(0, _)) => without_multiple(left),
            _ => left,
        };
        self.words.insert(Expr::compare(op, left.clone(), right.clone()));
        let ty = self.cfg.type_of_expr(&left).and_then(Type::as_int);
        match (ty, &right) {
            (None, _) => (Subject::Condition(Expr::compare(op, left, right)), vec![(1, 1)]),
            (Some(ty), Expr::Int(value, _)) => match self.read_bound(op, &left, *value, ty) {
                Some(fact) => fact,
                None => (Subject::Order(left, right), orders(op)),
            },
            _ if left <= right => (Subject::Order(left, right), orders(op)),
            _ => (Subject::Order(right, left), turn(&orders(op))),
        }
    }

    /// `x + c op value` as a fact about x.
    fn read_bound(&self, op: CompareOp, sum: &Expr, value: i128, ty: IntType) -> Option<Fact> {
        let all = ranges::numbers(self.arithmetic, ty)?;
        let (term, offset) = split_offset(sum);
        let mut values = Vec::new();
        for (low, high) in restrict(all, op, value) {
            let unbounded = self.arithmetic.unbounded;
            let moved = |end: i128, infinite: bool| match unbounded && infinite {
                true => Some(end),
                false => end.checked_sub(offset),
            };
            let (low, high) = (moved(low, low == all.0)?, moved(high, high == all.1)?);
            match (unbounded, ty.wrap(low), ty.wrap(high)) {
                (true, ..) => values.push((low, high)),
                (false, low, high) if low <= high => values.push((low, high)),
                (false, low, high) => values.extend([(all.0, high), (low, all.1)]),
            }
        }
        Some((Subject::Number(term.clone()), union(values)))
    }

    /// Everything that a subject can be.
    pub(super) fn all(&self, subject: &Subject) -> Range {
        match subject {
            Subject::Number(term) => {
                let ty = self.cfg.type_of_expr(term).and_then(Type::as_int);
                ty.and_then(|ty| ranges::numbers(self.arithmetic, ty))
                    .unwrap_or((i128::MIN, i128::MAX))
            }
            Subject::Order(..) => (-1, 1),
            Subject::Condition(_) => (0, 1),
        }
    }

    /// Facts that say as much together, each as weak as possible: an interval has two ends.
    pub(super) fn split(&self, subject: &Subject, values: &[Range]) -> Vec<Fact> {
        let (least, most) = self.all(subject);
        let (Some((low, _)), Some((_, high))) = (values.first(), values.last()) else {
            return vec![(subject.clone(), Vec::new())];
        };
        let mut parts = Vec::new();
        if *low == *high {
            parts.push(values.to_vec());
        } else {
            let ends = [(*low, most), (least, *high)];
            parts.extend(ends.into_iter().filter(|end| *end != (least, most)).map(|end| vec![end]));
            let gaps = values.windows(2).map(|pair| (pair[0].1, pair[1].0));
            parts.extend(gaps.map(|(end, start)| vec![(least, end), (start, most)]));
        }
        parts.into_iter().map(|values| (subject.clone(), values)).collect()
    }

    /// A fact as a condition; `None` if a number cannot be written.
    pub(super) fn write(&self, subject: &Subject, values: &[Range]) -> Option<Expr> {
        match subject {
            Subject::Condition(condition) => Some(match values {
                [(1, 1)] => condition.clone(),
                [(0, 0)] => condition.clone().negate(),
                _ => Expr::Bool(!values.is_empty()),
            }),
            Subject::Order(left, right) => Some(self.write_order(left, right, values)),
            Subject::Number(term) => self.write_number(term, values),
        }
    }

    fn write_order(&self, left: &Expr, right: &Expr, values: &[Range]) -> Expr {
        let op = |values: &[Range]| CompareOp::ALL.into_iter().find(|op| orders(*op) == values);
        let is_turned = |word: &Expr| match word {
            Expr::Compare(_, operands) => operands[0] == *right && operands[1] == *left,
            _ => false,
        };
        let (left, right, op) = match self.words.iter().any(is_turned) {
            true => (right, left, op(&turn(values))),
            false => (left, right, op(values)),
        };
        match op {
            Some(op) => Expr::compare(op, left.clone(), right.clone()),
            None => Expr::Bool(!values.is_empty()),
        }
    }

    fn write_number(&self, term: &Expr, values: &[Range]) -> Option<Expr> {
        let (least, most) = self.all(&Subject::Number(term.clone()));
        let (Some((low, _)), Some((_, high))) = (values.first(), values.last()) else {
            return Some(Expr::Bool(false));
        };
        let gaps: Vec<Range> =
            values.windows(2).map(|pair| (pair[0].1 + 1, pair[1].0 - 1)).collect();
        if gaps.iter().all(|(from, to)| from == to) {
            // An interval without some numbers.
            let mut parts = self.write_range(term, (*low, *high), (least, most))?;
            for (gap, _) in gaps {
                parts.push(self.comparison(CompareOp::Ne, term, gap)?);
            }
            return Some(connect(parts, Expr::And, true));
        }
        let ranges: Option<Vec<Expr>> = values
            .iter()
            .map(|range| {
                Some(connect(self.write_range(term, *range, (least, most))?, Expr::And, true))
            })
            .collect();
        Some(connect(ranges?, Expr::Or, false))
    }

    fn write_range(
        &self,
        term: &Expr,
        (low, high): Range,
        (least, most): Range,
    ) -> Option<Vec<Expr>> {
        let is = |op, value| self.comparison(op, term, value);
        Some(match (low == least, high == most) {
            (true, true) => Vec::new(),
            _ if low == high => vec![is(CompareOp::Eq, low)?],
            (false, true) => vec![self.end(term, [CompareOp::Ge, CompareOp::Gt], low, low - 1)?],
            (true, false) => {
                vec![self.end(term, [CompareOp::Le, CompareOp::Lt], high, high + 1)?]
            }
            (false, false) => vec![is(CompareOp::Ge, low)?, is(CompareOp::Le, high)?],
        })
    }

    /// The end of a range, with or without the number itself: with 0, or as it was read.
    fn end(
        &self,
        term: &Expr,
        [weak, strict]: [CompareOp; 2],
        inside: i128,
        outside: i128,
    ) -> Option<Expr> {
        let spelled =
            [(weak, inside), (strict, outside)].map(|(op, value)| self.comparison(op, term, value));
        let was_read = |one: &Option<Expr>| {
            let one = one.as_ref()?;
            let known = self.words.contains(one) || self.words.contains(&one.clone().negate());
            known.then(|| one.clone())
        };
        let [weak, strict] = &spelled;
        match (inside, outside) {
            (0, _) => weak.clone(),
            (_, 0) => strict.clone(),
            _ => was_read(weak).or_else(|| was_read(strict)).or_else(|| weak.clone()),
        }
    }

    fn comparison(&self, op: CompareOp, term: &Expr, value: i128) -> Option<Expr> {
        let ty = self.cfg.type_of_expr(term).and_then(Type::as_int)?;
        let number = Expr::Int(value, ty);
        self.arithmetic.writes(value, ty).then(|| Expr::compare(op, term.clone(), number))
    }
}

/// `x % 2` for `(x - 4) % 2`, which is zero for the same numbers, also where sums wrap around.
fn without_multiple(expr: Expr) -> Expr {
    let Expr::Binary(BinaryOp::Rem, operands) = &expr else { return expr };
    let ([sum, by], (term, offset)) = (&**operands, split_offset(&operands[0]));
    match by {
        Expr::Int(by, _) if *by > 0 && by.count_ones() == 1 && offset % by == 0 && sum != term => {
            Expr::binary(BinaryOp::Rem, term.clone(), operands[1].clone())
        }
        _ => expr,
    }
}

/// How two numbers may compare if `op` holds of them.
fn orders(op: CompareOp) -> Vec<Range> {
    restrict((-1, 1), op, 0)
}

/// The same with the two numbers exchanged.
fn turn(orders: &[Range]) -> Vec<Range> {
    orders.iter().rev().map(|(low, high)| (-high, -low)).collect()
}

/// Several conditions as one; `unit` is what none of them says.
pub(super) fn connect(mut parts: Vec<Expr>, operator: fn(Vec<Expr>) -> Expr, unit: bool) -> Expr {
    match parts.len() {
        0 => Expr::Bool(unit),
        1 => parts.swap_remove(0),
        _ => operator(parts),
    }
}
