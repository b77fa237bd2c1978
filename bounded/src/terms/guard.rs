//! Guards: conditions under which control gets somewhere, as a chain that remembers in which order
//! they came.
//!
//! Paths that part and meet again have a common beginning; what they differ in afterwards tells
//! them apart, and often nothing is left of it.

use belnap_ir::types::IntType;
use belnap_solver::bits::{Node, TermId};

use super::{FALSE, TRUE, Terms};

/// Most links that are looked at for what is known of a number.
const LOOK: usize = 400;

/// A chain of conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Guard(u32);

/// A condition after others.
struct Link {
    before: Guard,
    condition: TermId,
    depth: u32,
    /// All conditions together.
    term: TermId,
}

/// All guards of an unrolling.
pub struct Guards(Vec<Link>);

/// What a condition says of a number: it is between two values, or not, as a signed number or not.
struct Bounds {
    of: TermId,
    signed: bool,
    low: i128,
    high: i128,
}

impl Default for Guards {
    fn default() -> Self {
        Guards(vec![Link { before: Guard(0), condition: TRUE, depth: 0, term: TRUE }])
    }
}

impl Guards {
    /// No condition.
    pub const NONE: Guard = Guard(0);

    fn link(&self, guard: Guard) -> &Link {
        &self.0[guard.0 as usize]
    }

    /// All conditions together.
    pub fn term(&self, guard: Guard) -> TermId {
        self.link(guard).term
    }

    /// One more condition; `None` if nothing satisfies all of them.
    pub fn assume(&mut self, terms: &mut Terms, guard: Guard, condition: TermId) -> Option<Guard> {
        if condition == FALSE {
            return None;
        }
        if let Node::And(..) = terms.node(condition) {
            let all = terms.operands(condition, true);
            return all
                .into_iter()
                .rev()
                .try_fold(guard, |guard, one| self.assume_one(terms, guard, one));
        }
        self.assume_one(terms, guard, condition)
    }

    fn assume_one(&mut self, terms: &mut Terms, guard: Guard, condition: TermId) -> Option<Guard> {
        match self.implied(terms, guard, condition) {
            Some(true) => return Some(guard),
            Some(false) => return None,
            None => {}
        }
        let term = terms.and(self.term(guard), condition);
        if term == FALSE {
            return None;
        }
        let depth = self.link(guard).depth + 1;
        self.0.push(Link { before: guard, condition, depth, term });
        Some(Guard(u32::try_from(self.0.len() - 1).expect("fewer guards than numbers")))
    }

    /// Whether a condition is true, or false, wherever all of a guard's are, if that is plain.
    pub fn implied(&self, terms: &mut Terms, guard: Guard, condition: TermId) -> Option<bool> {
        if condition == TRUE {
            return Some(true);
        }
        if condition == FALSE {
            return Some(false);
        }
        let opposite = terms.not(condition);
        if let (Node::Not(_), Node::Equal(..)) = (terms.node(condition), terms.node(opposite)) {
            return self.implied(terms, guard, opposite).map(|truth| !truth);
        }
        let asked = bounds(terms, condition);
        let range = asked.as_ref().map(|asked| full(terms, asked));
        let (mut low, mut high) = range.unwrap_or((0, 0));
        let mut at = guard;
        for _ in 0..LOOK {
            if at == Guards::NONE {
                break;
            }
            let link = self.link(at);
            if link.condition == condition {
                return Some(true);
            }
            if link.condition == opposite {
                return Some(false);
            }
            if let Some(asked) = &asked
                && let Some(known) = bounds_like(terms, link.condition, asked)
            {
                (low, high) = (low.max(known.0), high.min(known.1));
            }
            at = link.before;
        }
        let asked = asked?;
        match (low, high) {
            (low, high) if low > high => Some(false),
            (low, high) if asked.low <= low && high <= asked.high => Some(true),
            (low, high) if high < asked.low || asked.high < low => Some(false),
            _ => None,
        }
    }

    /// The least and the greatest value that a number can have where all of a guard's conditions
    /// are true, as far as that is plain; without a sign.
    pub fn range(&self, terms: &Terms, guard: Guard, of: TermId) -> (u128, u128) {
        let (mut low, mut high) = terms.range(of);
        let ty = IntType { bits: terms.bits(of), signed: true };
        let mut signed = (belnap_ir::fold::smallest(ty), belnap_ir::fold::largest(ty));
        let mut at = guard;
        for _ in 0..LOOK {
            if at == Guards::NONE {
                break;
            }
            let link = self.link(at);
            if let Some(known) = bounds(terms, link.condition).filter(|known| known.of == of) {
                match known.signed {
                    true => signed = (signed.0.max(known.low), signed.1.min(known.high)),
                    false => {
                        low = u128::try_from(known.low).map_or(low, |known| low.max(known));
                        high = u128::try_from(known.high).map_or(high, |known| high.min(known));
                    }
                }
            }
            at = link.before;
        }
        if let (Ok(least), Ok(most)) = (u128::try_from(signed.0), u128::try_from(signed.1)) {
            (low, high) = (low.max(least), high.min(most));
        }
        (low, high)
    }

    /// The guard of states that have one of two guards, and a condition that is true for those of
    /// the first and false for those of the second. No state satisfies both; `None` if it turns out
    /// that none satisfies either.
    pub fn join(&mut self, terms: &mut Terms, a: Guard, b: Guard) -> Option<(Guard, TermId)> {
        let (common, first, second) = self.part(a, b);
        let conjunction = |terms: &mut Terms, all: &[TermId]| {
            all.iter().fold(TRUE, |all, one| terms.and(all, *one))
        };
        let (left, right) = (conjunction(terms, &first), conjunction(terms, &second));
        let either = terms.or(left, right);
        let selector = match (first.first(), second.first()) {
            (Some(x), Some(y)) if terms.not(*x) == *y => *x,
            _ if second.len() < first.len() => terms.not(right),
            _ => left,
        };
        self.assume(terms, common, either).map(|joined| (joined, selector))
    }

    /// Where two chains part, and the conditions of each after that.
    fn part(&self, a: Guard, b: Guard) -> (Guard, Vec<TermId>, Vec<TermId>) {
        let (mut a, mut b) = (a, b);
        let (mut first, mut second) = (Vec::new(), Vec::new());
        while a != b {
            let (left, right) = (self.link(a), self.link(b));
            if left.depth >= right.depth {
                first.push(left.condition);
                a = left.before;
            }
            if right.depth >= left.depth {
                second.push(right.condition);
                b = right.before;
            }
        }
        first.reverse();
        second.reverse();
        (a, first, second)
    }
}

/// The whole range of a number, as it is read for some bounds.
fn full(terms: &Terms, bounds: &Bounds) -> (i128, i128) {
    let bits = terms.bits(bounds.of);
    let ty = IntType { bits, signed: bounds.signed };
    let (low, high) = terms.range(bounds.of);
    // If it spans the sign bit, it says nothing of the signed number.
    match bounds.signed && high >> (bits - 1) != 0 {
        true => (belnap_ir::fold::smallest(ty), belnap_ir::fold::largest(ty)),
        false => (low as i128, high as i128),
    }
}

/// What a condition says of a number, if it compares one with a constant. Widths of 128 bits are
/// left out: not all their numbers can be compared as ours are.
fn bounds(terms: &Terms, condition: TermId) -> Option<Bounds> {
    let (inner, negated) = match *terms.node(condition) {
        Node::Not(inner) => (inner, true),
        _ => (condition, false),
    };
    match *terms.node(inner) {
        Node::Less(signed, a, b) => {
            let ty = IntType { bits: terms.bits(a), signed };
            let (least, most) = (belnap_ir::fold::smallest(ty), belnap_ir::fold::largest(ty));
            if ty.bits == IntType::MAX_BITS {
                return None;
            }
            let value = |value: u128| ty.wrap(value as i128);
            match (terms.constant(a), terms.constant(b), negated) {
                (None, Some(b), false) => Some((a, least, value(b) - 1)),
                (None, Some(b), true) => Some((a, value(b), most)),
                (Some(a), None, false) => Some((b, value(a) + 1, most)),
                (Some(a), None, true) => Some((b, least, value(a))),
                _ => None,
            }
            .map(|(of, low, high)| Bounds { of, signed, low, high })
        }
        Node::Equal(a, b) if !negated && terms.bits(a) > 0 && terms.bits(a) < IntType::MAX_BITS => {
            let (of, value) = match (terms.constant(a), terms.constant(b)) {
                (None, Some(value)) => (a, value),
                (Some(value), None) => (b, value),
                _ => return None,
            };
            let value = value as i128;
            Some(Bounds { of, signed: false, low: value, high: value })
        }
        _ => None,
    }
}

/// The bounds that a condition gives for the number of others, read as they are.
fn bounds_like(terms: &Terms, condition: TermId, like: &Bounds) -> Option<(i128, i128)> {
    let known = bounds(terms, condition)?;
    if known.of != like.of {
        return None;
    }
    if known.signed == like.signed {
        return Some((known.low, known.high));
    }
    // One value is one value either way; so are bounds on this side of the sign bit.
    let bits = terms.bits(known.of);
    let ty = IntType { bits, signed: like.signed };
    let half = 1_i128 << (bits - 1);
    match (known.low, known.high) {
        (low, high) if low == high => Some((ty.wrap(low), ty.wrap(low))),
        (low, high) if 0 <= low && high < half => Some((low, high)),
        _ => None,
    }
}
