//! Values of expressions where variables are in intervals.

use belnap_ir::cfg::{Cfg, IntegerMode};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::fold::{largest, smallest};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::IntType;
use belnap_solver::evaluate::Model;
use rustc_hash::FxHashMap;

use super::diagrams::{EVERY, Interval};

/// So many values of a variable are told apart one by one where something is computed from them.
const FEW: u128 = 16;

/// An end of what was seen in a region that moved more often is moved to the end of the region.
const MOST_MOVES: u32 = 60;

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

/// Numbers between which a program does not tell the values of a variable apart.
pub struct Regions {
    /// Where each begins but the first, ascending.
    starts: Vec<i128>,
}

impl Regions {
    /// Some numbers each by itself, and what is between them.
    pub fn of(numbers: Vec<i128>) -> Self {
        let both = |number: i128| [Some(number), number.checked_add(1)];
        let mut starts: Vec<i128> = numbers.into_iter().flat_map(both).flatten().collect();
        starts.sort_unstable();
        starts.dedup();
        Regions { starts }
    }

    /// The smallest interval of whole regions that an interval is in.
    pub fn around_all(&self, (low, high): Interval) -> Interval {
        (self.around(low).0, self.around(high).1)
    }

    /// The region of a number.
    fn around(&self, number: i128) -> Interval {
        let behind = self.starts.partition_point(|start| *start <= number);
        let first = behind.checked_sub(1).map_or(i128::MIN, |at| self.starts[at]);
        let last = self.starts.get(behind).map_or(i128::MAX, |next| next - 1);
        (first, last)
    }
}

/// What was seen so far in each region of a variable: the smallest interval that has it all. An end
/// that moved often is moved to that of the region.
#[derive(Default)]
pub struct Ranges {
    /// By the first number of a region; with how often each end moved.
    seen: FxHashMap<i128, (Interval, [u32; 2])>,
}

impl Ranges {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.seen.clear();
    }

    /// Adds an interval; what was seen in its regions, with it and up to where regions meet in it.
    pub fn add(&mut self, regions: &Regions, (low, high): Interval) -> Interval {
        let (first, last) = (regions.around(low), regions.around(high));
        let lowest = self.add_to(first, (low, high.min(first.1))).0;
        let highest = self.add_to(last, (low.max(last.0), high)).1;
        (lowest, highest)
    }

    fn add_to(&mut self, region: Interval, (low, high): Interval) -> Interval {
        let (known, moved) = self.seen.entry(region.0).or_insert(((low, high), [0; 2]));
        if low < known.0 {
            moved[0] += 1;
            known.0 = if moved[0] > MOST_MOVES { region.0 } else { low };
        }
        if high > known.1 {
            moved[1] += 1;
            known.1 = if moved[1] > MOST_MOVES { region.1 } else { high };
        }
        *known
    }
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

/// What an operator makes of numbers in two intervals, if nothing overflows.
fn computed(op: BinaryOp, a: Interval, b: Interval) -> Option<Interval> {
    let divisor = (b.0 == b.1 && b.0 != 0).then_some(b.0);
    match op {
        BinaryOp::Add => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
        BinaryOp::Sub => Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?)),
        BinaryOp::Mul => {
            let product = |a: i128, b: i128| a.checked_mul(b);
            let ends =
                [product(a.0, b.0)?, product(a.0, b.1)?, product(a.1, b.0)?, product(a.1, b.1)?];
            Some((ends.into_iter().min()?, ends.into_iter().max()?))
        }
        BinaryOp::Div => {
            let ends = (a.0.checked_div(divisor?)?, a.1.checked_div(divisor?)?);
            Some((ends.0.min(ends.1), ends.0.max(ends.1)))
        }
        BinaryOp::Rem => {
            let divisor = divisor?.checked_abs()?;
            let most = divisor - 1;
            // Numbers of one sign with the same quotient keep their distances.
            if a.0 / divisor == a.1 / divisor && (a.0 >= 0 || a.1 <= 0) {
                return Some((a.0 % divisor, a.1 % divisor));
            }
            let low = if a.0 < 0 { a.0.max(-most) } else { 0 };
            let high = if a.1 > 0 { a.1.min(most) } else { 0 };
            Some((low, high))
        }
        _ => None,
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
                computed(*op, a, b).map_or_else(|| self.any(ty), |found| self.fit(found, ty))
            }
            _ => None,
        }
    }

    /// An interval of numbers; all of a type if some are not of it.
    fn fit(&self, interval: Interval, ty: IntType) -> Option<Interval> {
        let unbounded = self.cfg.machine.integers == IntegerMode::Mathematical;
        match unbounded || ty.contains(interval.0) && ty.contains(interval.1) {
            true => Some(interval),
            false => self.any(ty),
        }
    }

    fn any(&self, ty: IntType) -> Option<Interval> {
        let bounded = self.cfg.machine.integers != IntegerMode::Mathematical;
        bounded.then(|| (smallest(ty), largest(ty)))
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

#[cfg(test)]
mod tests {
    use belnap_ir::expr::BinaryOp;
    use proptest::prelude::*;

    use super::{Ranges, Regions, computed};

    proptest! {
        #[test]
        fn intervals_have_what_is_computed(a in -30..30_i128, width_a in 0..9_i128,
                                           b in -9..9_i128, width_b in 0..3_i128) {
            let intervals = ((a, a + width_a), (b, b + width_b));
            for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem] {
                let Some((low, high)) = computed(op, intervals.0, intervals.1) else { continue };
                for a in a..=a + width_a {
                    for b in b..=b + width_b {
                        let value = match op {
                            BinaryOp::Add => a + b,
                            BinaryOp::Sub => a - b,
                            BinaryOp::Mul => a * b,
                            BinaryOp::Div => a / b,
                            _ => a % b,
                        };
                        prop_assert!((low..=high).contains(&value), "{op:?} of {a} and {b}");
                    }
                }
            }
        }

        #[test]
        fn regions_are_between_numbers(
            numbers in proptest::collection::vec(-9..9_i128, 0..4),
            low in -12..12_i128,
            width in 0..5_i128,
        ) {
            let high = low + width;
            let (first, last) = Regions::of(numbers.clone()).around_all((low, high));
            prop_assert!(first <= low && high <= last);
            let mut ranges = Ranges::default();
            prop_assert_eq!(ranges.add(&Regions::of(numbers.clone()), (low, high)), (low, high));
            let (all, _) = ranges.add(&Regions::of(numbers.clone()), (low - 1, low - 1));
            prop_assert!(first.min(low - 1) <= all && all < low);
            // What is added compares with all numbers like one of the two ends.
            for number in numbers {
                let added = (first..low).contains(&number) || (high + 1..=last).contains(&number);
                prop_assert!(!added);
            }
        }
    }
}
