//! Sets of numbers: ascending lists of ranges that neither overlap nor touch.

use belnap_ir::expr::CompareOp;
use belnap_ir::fold::{Arithmetic, largest, smallest};
use belnap_ir::types::IntType;

/// Numbers from the first to the second, both included.
pub(crate) type Range = (i128, i128);

/// All numbers of a type; `None` if their order is not that of `i128`. Unbounded numbers end at
/// those of `i128`.
pub(crate) fn numbers(arithmetic: Arithmetic, ty: IntType) -> Option<Range> {
    if arithmetic.unbounded {
        Some((i128::MIN, i128::MAX))
    } else {
        (ty.bits < IntType::MAX_BITS).then(|| (smallest(ty), largest(ty)))
    }
}

/// The numbers among `all` that compare so with `value`.
pub(crate) fn restrict((least, most): Range, op: CompareOp, value: i128) -> Vec<Range> {
    let below = value.checked_sub(1).filter(|below| *below >= least);
    let above = value.checked_add(1).filter(|above| *above <= most);
    let down = below.map(|below| (least, below));
    let up = above.map(|above| (above, most));
    match op {
        CompareOp::Eq => vec![(value, value)],
        CompareOp::Ne => down.into_iter().chain(up).collect(),
        CompareOp::Lt => down.into_iter().collect(),
        CompareOp::Gt => up.into_iter().collect(),
        CompareOp::Le => vec![(least, value)],
        CompareOp::Ge => vec![(value, most)],
    }
}

/// The numbers in both sets.
pub(crate) fn intersection(a: &[Range], b: &[Range]) -> Vec<Range> {
    let mut both = Vec::new();
    for (low, high) in a {
        for (from, to) in b {
            let (low, high) = (*low.max(from), *high.min(to));
            if low <= high {
                both.push((low, high));
            }
        }
    }
    both
}

/// The numbers in some of the ranges, which may be in any order.
pub(crate) fn union(mut ranges: Vec<Range>) -> Vec<Range> {
    ranges.sort_unstable();
    let mut all: Vec<Range> = Vec::with_capacity(ranges.len());
    for (low, high) in ranges {
        match all.last_mut() {
            Some((_, end)) if low <= end.saturating_add(1) => *end = high.max(*end),
            _ => all.push((low, high)),
        }
    }
    all
}
