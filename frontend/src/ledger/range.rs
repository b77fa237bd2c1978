//! Where numbers lie.

use belnap_ir::expr::{BinaryOp, CompareOp, UnaryOp};
use belnap_ir::types::IntType;

/// Numbers between two others, perhaps without zero. Never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    low: i128,
    high: i128,
    /// Zero is none of them.
    nonzero: bool,
}

impl Range {
    /// Every number.
    pub(super) const ALL: Range = Range { low: i128::MIN, high: i128::MAX, nonzero: false };

    pub(super) const fn between(low: i128, high: i128) -> Self {
        Range { low, high, nonzero: low > 0 || high < 0 }
    }

    pub(super) const fn only(number: i128) -> Self {
        Range::between(number, number)
    }

    /// The numbers of a type that is not too wide.
    pub(super) fn of_type(ty: IntType) -> Option<Self> {
        let half = 1_i128 << (ty.bits.min(64) - 1);
        let (low, high) = if ty.signed { (-half, half - 1) } else { (0, 2 * half - 1) };
        (ty.bits <= 64).then_some(Range::between(low, high))
    }

    /// Without zero at its ends; nothing if that leaves nothing.
    fn tidy(mut self) -> Option<Self> {
        if self.nonzero && self.low == 0 {
            self.low = 1;
        }
        if self.nonzero && self.high == 0 {
            self.high = -1;
        }
        self.nonzero |= self.low > 0 || self.high < 0;
        (self.low <= self.high).then_some(self)
    }

    /// The numbers that are in both.
    pub(super) fn and(self, other: Range) -> Option<Self> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        Range { low, high, nonzero: self.nonzero || other.nonzero }.tidy()
    }

    /// At least the numbers that are in one of them.
    pub(super) fn or(self, other: Range) -> Self {
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        Range { low, high, nonzero: self.nonzero && other.nonzero }
    }

    /// At least `more`, of which this is a part, without the bounds that differ.
    pub(super) fn widen(self, more: Range) -> Self {
        let low = if more.low < self.low { i128::MIN } else { self.low };
        let high = if more.high > self.high { i128::MAX } else { self.high };
        Range { low, high, nonzero: more.nonzero }
    }

    pub(super) fn is_within(self, all: Range) -> bool {
        all.low <= self.low && self.high <= all.high
    }

    /// Those of which the comparison with one of `other` can be true; nothing if there are none.
    pub(super) fn restrict(self, op: CompareOp, other: Range) -> Option<Self> {
        let below = |high| Range { low: i128::MIN, high, nonzero: false };
        let above = |low| Range { low, high: i128::MAX, nonzero: false };
        match op {
            CompareOp::Eq => self.and(other),
            CompareOp::Ne if other.low == other.high => self.without(other.low),
            CompareOp::Ne => Some(self),
            CompareOp::Lt => self.and(below(other.high.checked_sub(1)?)),
            CompareOp::Le => self.and(below(other.high)),
            CompareOp::Gt => self.and(above(other.low.checked_add(1)?)),
            CompareOp::Ge => self.and(above(other.low)),
        }
    }

    fn without(mut self, number: i128) -> Option<Self> {
        if self.low == number {
            self.low = number.checked_add(1)?;
        }
        if self.high == number {
            self.high = number.checked_sub(1)?;
        }
        self.nonzero |= number == 0;
        self.tidy()
    }

    /// The results, if they are not too large for us.
    pub(super) fn unary(self, op: UnaryOp) -> Option<Self> {
        let (low, high) = match op {
            UnaryOp::Neg => (self.high.checked_neg()?, self.low.checked_neg()?),
            UnaryOp::BitNot => (!self.high, !self.low),
        };
        let nonzero = op == UnaryOp::Neg && self.nonzero;
        Range { low, high, nonzero }.tidy()
    }

    /// The results in a type with the numbers `all`, if anything is known of them.
    pub(super) fn binary(self, op: BinaryOp, other: Range, all: Range) -> Option<Self> {
        let between = |low, high| Some(Range::between(low, high));
        match op {
            BinaryOp::Add => {
                between(self.low.checked_add(other.low)?, self.high.checked_add(other.high)?)
            }
            BinaryOp::Sub => {
                between(self.low.checked_sub(other.high)?, self.high.checked_sub(other.low)?)
            }
            BinaryOp::Mul => {
                let ends = [(self.low, other.low), (self.low, other.high)];
                let more = [(self.high, other.low), (self.high, other.high)];
                let ends = ends.into_iter().chain(more);
                let ends: Vec<i128> = ends.map(|(a, b)| a.checked_mul(b)).collect::<Option<_>>()?;
                let nonzero = self.nonzero && other.nonzero;
                let (low, high) = (*ends.iter().min()?, *ends.iter().max()?);
                Range { low, high, nonzero }.tidy()
            }
            BinaryOp::Div if other.low > 0 => {
                let low = if self.low < 0 { self.low / other.low } else { self.low / other.high };
                let high =
                    if self.high < 0 { self.high / other.high } else { self.high / other.low };
                between(low, high)
            }
            BinaryOp::Rem if other.low > 0 => {
                let most = other.high - 1;
                let low = if self.low < 0 { self.low.max(-most) } else { 0 };
                let high = if self.high > 0 { self.high.min(most) } else { 0 };
                between(low, high)
            }
            BinaryOp::BitAnd if self.low >= 0 && other.low >= 0 => {
                between(0, self.high.min(other.high))
            }
            BinaryOp::BitAnd if self.low >= 0 => between(0, self.high),
            BinaryOp::BitAnd if other.low >= 0 => between(0, other.high),
            BinaryOp::BitOr => {
                let nonzero = self.nonzero || other.nonzero;
                let low =
                    if self.low >= 0 && other.low >= 0 { self.low.max(other.low) } else { all.low };
                Range { low, high: all.high, nonzero }.tidy()
            }
            BinaryOp::Shr if self.low >= 0 => between(0, self.high),
            // One bit stays one bit.
            BinaryOp::Shl if self == Range::only(1) => {
                let bits = u32::try_from(other.high).ok().filter(|bits| *bits < 126)?;
                let fits = other.low >= 0 && 1_i128 << bits <= all.high;
                fits.then(|| Range::between(1, 1 << bits))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Range;
    use belnap_ir::expr::{BinaryOp, CompareOp, UnaryOp};

    fn value(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
        Some(match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div => a.checked_div(b)?,
            BinaryOp::Rem => a.checked_rem(b)?,
            BinaryOp::Shl => a << u32::try_from(b).ok()?,
            BinaryOp::Shr => a >> u32::try_from(b).ok()?,
            BinaryOp::BitAnd => a & b,
            BinaryOp::BitOr => a | b,
            BinaryOp::BitXor => a ^ b,
        })
    }

    /// All ranges of small numbers.
    fn ranges() -> Vec<Range> {
        let mut all = Vec::new();
        for low in -3..=3 {
            for high in low..=3 {
                all.push(Range::between(low, high));
                all.extend(Range::between(low, high).without(0));
            }
        }
        all
    }

    fn numbers(range: Range) -> impl Iterator<Item = i128> {
        (range.low..=range.high).filter(move |number| has(range, *number))
    }

    fn has(range: Range, number: i128) -> bool {
        (range.low..=range.high).contains(&number) && (number != 0 || !range.nonzero)
    }

    #[test]
    fn results_lie_where_they_are_said_to() {
        let all = Range::between(-128, 127);
        for (a, b) in ranges().into_iter().flat_map(|a| ranges().into_iter().map(move |b| (a, b))) {
            for op in BinaryOp::ALL {
                let Some(range) = a.binary(op, b, all) else { continue };
                for (x, y) in numbers(a).flat_map(|x| numbers(b).map(move |y| (x, y))) {
                    if let Some(result) = value(op, x, y) {
                        assert!(has(range, result), "{x} {op:?} {y} is not in {range:?}");
                    }
                }
            }
            for number in numbers(a) {
                let either = a.or(b);
                assert!(has(either, number) && has(b.widen(either), number));
            }
        }
        for range in ranges() {
            for number in numbers(range) {
                assert!(range.unary(UnaryOp::Neg).is_some_and(|all| has(all, -number)));
                assert!(range.unary(UnaryOp::BitNot).is_some_and(|all| has(all, !number)));
            }
        }
    }

    #[test]
    fn comparisons_leave_what_they_are_true_of() {
        type Holds = fn(&i128, &i128) -> bool;
        let comparisons: [(CompareOp, Holds); 6] = [
            (CompareOp::Eq, i128::eq),
            (CompareOp::Ne, i128::ne),
            (CompareOp::Lt, i128::lt),
            (CompareOp::Le, i128::le),
            (CompareOp::Gt, i128::gt),
            (CompareOp::Ge, i128::ge),
        ];
        for (a, b) in ranges().into_iter().flat_map(|a| ranges().into_iter().map(move |b| (a, b))) {
            for (op, holds) in comparisons {
                let left = a.restrict(op, b);
                for x in numbers(a).filter(|x| numbers(b).any(|y| holds(x, &y))) {
                    assert!(left.is_some_and(|left| has(left, x)), "{a:?} {op:?} {b:?}: {x}");
                }
            }
        }
    }
}
