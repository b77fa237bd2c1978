//! Sums of multiples, in normal form: parts ascend, none has the factor 0, none is a sum unless it
//! would become too long.

use std::collections::BTreeMap;

use belnap_ir::types::IntType;
use belnap_solver::bits::{Node, TermId};

use super::{Terms, largest};

/// Most parts of a sum; longer ones are sums of sums.
const PARTS: usize = 48;

/// A sum that is not a term yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) parts: Vec<(u128, TermId)>,
    pub(super) rest: u128,
}

impl Terms {
    /// A number as a sum.
    pub(super) fn as_sum(&self, id: TermId) -> Sum {
        match self.node(id) {
            Node::Constant(value) => Sum { parts: Vec::new(), rest: *value },
            Node::Sum(parts, rest) => Sum { parts: parts.to_vec(), rest: *rest },
            _ => Sum { parts: vec![(1, id)], rest: 0 },
        }
    }

    /// `a + factor * b` in normal form, however long.
    fn add(&self, a: &Sum, factor: u128, b: &Sum, bits: u8) -> Sum {
        let mask = largest(bits);
        let rest = a.rest.wrapping_add(factor.wrapping_mul(b.rest)) & mask;
        let mut parts = Vec::with_capacity(a.parts.len() + b.parts.len());
        let (mut left, mut right) = (a.parts.iter().peekable(), b.parts.iter().peekable());
        loop {
            let next = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some((f, x)), Some((g, y))) if x == y => {
                    let sum = (f.wrapping_add(factor.wrapping_mul(*g)), *x);
                    left.next();
                    right.next();
                    sum
                }
                (Some((f, x)), other) if other.is_none_or(|(_, y)| x < y) => {
                    let own = (*f, *x);
                    left.next();
                    own
                }
                (_, Some((g, y))) => {
                    let own = (factor.wrapping_mul(*g), *y);
                    right.next();
                    own
                }
                (Some(_), None) => break,
            };
            if next.0 & mask != 0 {
                parts.push((next.0 & mask, next.1));
            }
        }
        Sum { parts, rest }
    }

    /// `a - b`, which need not be a term.
    pub(super) fn difference(&self, a: TermId, b: TermId) -> Sum {
        let bits = self.bits(a);
        self.add(&self.as_sum(a), largest(bits), &self.as_sum(b), bits)
    }

    /// `a + factor * b`
    pub fn plus(&mut self, a: TermId, factor: u128, b: TermId) -> TermId {
        let bits = self.bits(a);
        let sum = self.add(&self.as_sum(a), factor, &self.as_sum(b), bits);
        if sum.parts.len() <= PARTS {
            return self.sum(sum, bits);
        }
        let factor = factor & largest(bits);
        let mut parts = [(1, a), (factor, b)];
        parts.sort_unstable_by_key(|(_, part)| *part);
        self.intern(bits, Node::Sum(Box::new(parts), 0))
    }

    /// The term of a sum.
    fn sum(&mut self, sum: Sum, bits: u8) -> TermId {
        match sum.parts[..] {
            [] => self.number(sum.rest, bits),
            [(1, part)] if sum.rest == 0 => part,
            [(factor, part)] if self.plain(part) > 1 => {
                let mut apply = |terms: &mut Terms, leaf: TermId| {
                    let rest = terms.number(sum.rest, bits);
                    terms.plus(rest, factor, leaf)
                };
                self.for_plain(part, &mut apply)
            }
            _ => self.intern(bits, Node::Sum(sum.parts.into(), sum.rest)),
        }
    }

    /// A choice between plain values with each replaced by what `apply` makes of it.
    pub(super) fn for_plain(
        &mut self,
        choice: TermId,
        apply: &mut dyn FnMut(&mut Terms, TermId) -> TermId,
    ) -> TermId {
        match *self.node(choice) {
            Node::Ite(condition, a, b) => {
                let (a, b) = (self.for_plain(a, apply), self.for_plain(b, apply));
                self.ite(condition, a, b)
            }
            _ => apply(self, choice),
        }
    }

    /// The smallest and the largest value of a sum before it wraps around, factors and the constant
    /// read with a sign.
    pub(super) fn unwrapped_range(
        &self,
        parts: &[(u128, TermId)],
        rest: u128,
        bits: u8,
    ) -> Option<(i128, i128)> {
        let ty = IntType::signed(bits);
        let factors = parts.iter().map(|(factor, part)| (ty.wrap(*factor as i128), *part));
        self.range_of_multiples(factors, ty.wrap(rest as i128))
    }

    /// The same of `a - b`.
    pub(super) fn unwrapped_difference(&self, a: &Sum, b: &Sum, bits: u8) -> Option<(i128, i128)> {
        let ty = IntType::signed(bits);
        let mut factors: BTreeMap<TermId, i128> = BTreeMap::new();
        for (sign, sum) in [(1, a), (-1, b)] {
            for (factor, part) in &sum.parts {
                let own = factors.entry(*part).or_default();
                *own = own.checked_add(ty.wrap(*factor as i128).checked_mul(sign)?)?;
            }
        }
        let rest = ty.wrap(a.rest as i128).checked_sub(ty.wrap(b.rest as i128))?;
        self.range_of_multiples(factors.into_iter().map(|(part, factor)| (factor, part)), rest)
    }

    fn range_of_multiples(
        &self,
        parts: impl Iterator<Item = (i128, TermId)>,
        rest: i128,
    ) -> Option<(i128, i128)> {
        let (mut low, mut high) = (rest, rest);
        for (factor, part) in parts {
            let (least, most) = self.range(part);
            let ends = [i128::try_from(least).ok()?, i128::try_from(most).ok()?];
            let ends = [ends[0].checked_mul(factor)?, ends[1].checked_mul(factor)?];
            low = low.checked_add(ends[0].min(ends[1]))?;
            high = high.checked_add(ends[0].max(ends[1]))?;
        }
        Some((low, high))
    }

    /// The range of a sum, if it never wraps around.
    pub(super) fn exact_range(
        &self,
        parts: &[(u128, TermId)],
        rest: u128,
        bits: u8,
    ) -> Option<(u128, u128)> {
        let (low, high) = self.unwrapped_range(parts, rest, bits)?;
        let (low, high) = (u128::try_from(low).ok()?, u128::try_from(high).ok()?);
        (high <= largest(bits)).then_some((low, high))
    }

    /// The range of a sum, if it never wraps around, or always does once.
    pub(super) fn range_of_sum(
        &self,
        parts: &[(u128, TermId)],
        rest: u128,
        bits: u8,
    ) -> Option<(u128, u128)> {
        let (low, high) = self.unwrapped_range(parts, rest, bits)?;
        let turn = i128::try_from(largest(bits)).ok()?.checked_add(1)?;
        let same_turn = low.div_euclid(turn) == high.div_euclid(turn);
        let within = |value: i128| u128::try_from(value.rem_euclid(turn)).ok();
        same_turn.then_some((within(low)?, within(high)?))
    }

    /// Whether a difference is never 0, whatever its parts are: blocks of memory with an unknown
    /// gap between them are apart.
    pub(super) fn is_never_zero(&self, difference: &Sum, bits: u8) -> bool {
        self.range_of_sum(&difference.parts, difference.rest, bits).is_some_and(|(low, _)| low > 0)
    }

    /// Whether a sum is the address of an object, a constant, and unknown gaps.
    pub(super) fn is_place(&self, parts: &[(u128, TermId)]) -> bool {
        let is_gap = |part: TermId| match *self.node(part) {
            Node::Resize(false, inner) => matches!(self.node(inner), Node::Symbol(_)),
            _ => false,
        };
        let is_base =
            |(factor, part): &(u128, TermId)| *factor == 1 && self.located(*part).is_some();
        parts.iter().filter(|part| is_base(part)).count() == 1
            && parts.iter().all(|part| is_base(part) || is_gap(part.1))
    }

    /// A number as a multiple of a part and a plain number, if it is one: the factor, the part, and
    /// the plain number.
    pub fn only_part(&mut self, id: TermId) -> Option<(u128, TermId, TermId)> {
        let sum = self.as_sum(id);
        let is_base =
            |(factor, part): &(u128, TermId)| *factor == 1 && self.located(*part).is_some();
        let (bases, others): (Vec<_>, Vec<_>) = sum.parts.iter().copied().partition(is_base);
        let [(factor, part)] = others[..] else { return None };
        if bases.len() > 1 {
            return None;
        }
        let rest = Sum { parts: bases, rest: sum.rest };
        Some((factor, part, self.sum(rest, self.bits(id))))
    }

    /// Whether a number is a sum with the address of an object in it.
    pub fn has_address(&self, id: TermId) -> bool {
        match self.node(id) {
            Node::Sum(parts, _) => parts.iter().any(|(_, part)| self.located(*part).is_some()),
            _ => false,
        }
    }

    /// Whether some value of a choice between plain ones is an address.
    pub fn may_be_address(&self, choice: TermId) -> bool {
        self.plain(choice) > 0
            && self.leaves(choice).iter().any(|leaf| self.constant(*leaf).is_none())
    }

    /// Two choices between places of one object as choices between distances from its start, with
    /// a sign; the order of these is that of the places.
    pub fn without_base(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        if self.plain(a) == 0 || self.plain(b) == 0 {
            return None;
        }
        let (base, _) = self.split(self.leaves(a)[0]);
        let base = base.filter(|base| self.located(*base).is_some())?;
        let (bits, (low, high)) = (self.bits(a), self.range(base));
        let ty = IntType::signed(bits);
        for leaf in self.leaves(a).into_iter().chain(self.leaves(b)) {
            let (own, distance) = self.split(leaf);
            let distance = ty.wrap(distance as i128);
            let first = i128::try_from(low).ok()?.checked_add(distance)?;
            let last = i128::try_from(high).ok()?.checked_add(distance)?;
            let wraps = first < 0 || u128::try_from(last).ok()? > largest(bits);
            if own != Some(base) || wraps {
                return None;
            }
        }
        let mut distance = |terms: &mut Terms, leaf: TermId| {
            let (_, distance) = terms.split(leaf);
            terms.number(distance, bits)
        };
        Some((self.for_plain(a, &mut distance), self.for_plain(b, &mut distance)))
    }

    /// A number as a part that is not constant, if there is one, and a constant.
    pub fn split(&mut self, id: TermId) -> (Option<TermId>, u128) {
        match self.node(id) {
            Node::Constant(value) => (None, *value),
            Node::Sum(parts, rest) if *rest != 0 => {
                let (sum, rest) = (Sum { parts: parts.to_vec(), rest: 0 }, *rest);
                let bits = self.bits(id);
                (Some(self.sum(sum, bits)), rest)
            }
            _ => (Some(id), 0),
        }
    }
}
