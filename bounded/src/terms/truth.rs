//! Truth values: connectives, choices and comparisons.

use belnap_solver::bits::{Node, TermId};

use super::sum::Sum;
use super::{FALSE, TRUE, Terms, largest};

/// Most operands of a connective that are looked at.
const LOOK: usize = 64;

/// Values of a choice from which on addresses that occur several times are brought together.
const TREE: usize = 4;

/// How deep comparisons go into choices.
const DEEP: u32 = 24;

impl Terms {
    /// `!a`
    pub fn not(&mut self, a: TermId) -> TermId {
        match *self.node(a) {
            Node::Constant(_) => Terms::truth(a == FALSE),
            Node::Not(inner) => inner,
            _ => self.intern(0, Node::Not(a)),
        }
    }

    /// Whether one is the negation of the other.
    fn opposite(&self, a: TermId, b: TermId) -> bool {
        *self.node(a) == Node::Not(b) || *self.node(b) == Node::Not(a)
    }

    /// The operands of nested conjunctions, or disjunctions; not all if there are many.
    pub fn operands(&self, of: TermId, conjunction: bool) -> Vec<TermId> {
        let (mut open, mut operands) = (vec![of], Vec::new());
        while let Some(id) = open.pop() {
            match *self.node(id) {
                Node::And(a, b) if conjunction && operands.len() + open.len() < LOOK => {
                    open.extend([a, b]);
                }
                Node::Or(a, b) if !conjunction && operands.len() + open.len() < LOOK => {
                    open.extend([a, b]);
                }
                _ => operands.push(id),
            }
        }
        operands
    }

    /// `a && b`
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        if a == FALSE || b == FALSE || self.opposite(a, b) {
            return FALSE;
        }
        if a == TRUE || a == b {
            return b;
        }
        if b == TRUE {
            return a;
        }
        for (one, other) in [(a, b), (b, a)] {
            if matches!(self.node(other), Node::And(..)) {
                let operands = self.operands(other, true);
                if operands.contains(&one) {
                    return other;
                }
                if operands.iter().any(|operand| self.opposite(*operand, one)) {
                    return FALSE;
                }
            }
        }
        self.intern(0, Node::And(a.min(b), a.max(b)))
    }

    /// `a || b`. What is false anyway where one of them matters is left out of it.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        if a == TRUE || b == TRUE || self.opposite(a, b) {
            return TRUE;
        }
        if a == FALSE || a == b {
            return b;
        }
        if b == FALSE {
            return a;
        }
        for (one, other) in [(a, b), (b, a)] {
            let (cases, conditions) = (self.operands(one, false), self.operands(other, true));
            if conditions.iter().any(|condition| cases.contains(condition)) {
                return one;
            }
            let needed =
                |condition: &&TermId| !cases.iter().any(|case| self.opposite(*case, **condition));
            let rest: Vec<TermId> = conditions.iter().filter(needed).copied().collect();
            if rest.len() < conditions.len() {
                let rest = rest.into_iter().fold(TRUE, |all, one| self.and(all, one));
                return self.or(one, rest);
            }
        }
        self.intern(0, Node::Or(a.min(b), a.max(b)))
    }

    /// `condition ? a : b`
    pub fn ite(&mut self, condition: TermId, a: TermId, b: TermId) -> TermId {
        if condition == TRUE || a == b {
            return a;
        }
        if condition == FALSE {
            return b;
        }
        if let Node::Not(inner) = *self.node(condition) {
            return self.ite(inner, b, a);
        }
        let bits = self.bits(a);
        if bits == 0 {
            return self.choice_of_truths(condition, a, b);
        }
        if let Node::Ite(inner, x, y) = *self.node(a) {
            if inner == condition {
                return self.ite(condition, x, b);
            }
            if x == b {
                let other = self.not(inner);
                let both = self.and(condition, other);
                return self.ite(both, y, b);
            }
            if y == b {
                let both = self.and(condition, inner);
                return self.ite(both, x, b);
            }
        }
        if let Node::Ite(inner, x, y) = *self.node(b) {
            if inner == condition {
                return self.ite(condition, a, y);
            }
            if x == a {
                let either = self.or(condition, inner);
                return self.ite(either, a, y);
            }
            if y == a {
                let other = self.not(inner);
                let either = self.or(condition, other);
                return self.ite(either, a, x);
            }
        }
        if self.plain(a) > 0
            && self.plain(b) > 0
            && usize::from(self.plain(a)) + usize::from(self.plain(b)) > TREE
            && let Some(listed) = self.list_addresses(condition, a, b)
        {
            return listed;
        }
        if let Some(piece) = self.choice_of_pieces(condition, a, b) {
            return piece;
        }
        self.intern(bits, Node::Ite(condition, a, b))
    }

    /// `condition ? a : b` as a list of its plain values, each once with the condition under which
    /// it is chosen; `None` if they are all different anyway, or numbers: few numbers are told
    /// apart by their range.
    fn list_addresses(&mut self, condition: TermId, a: TermId, b: TermId) -> Option<TermId> {
        let mut values = self.leaves(a);
        values.extend(self.leaves(b));
        let all = values.len();
        values.sort_unstable();
        values.dedup();
        let are_numbers = values.iter().all(|value| self.constant(*value).is_some());
        if values.len() == all || are_numbers {
            return None;
        }
        let last = values.pop()?;
        let bits = self.bits(a);
        Some(values.into_iter().fold(last, |others, value| {
            let (first, second) = (self.equal(a, value), self.equal(b, value));
            let is_this = self.ite(condition, first, second);
            match is_this {
                TRUE => value,
                FALSE => others,
                _ => self.intern(bits, Node::Ite(is_this, value, others)),
            }
        }))
    }

    /// The values that a choice is between, in the order in which they stand there.
    pub fn leaves(&self, choice: TermId) -> Vec<TermId> {
        let (mut leaves, mut open) = (Vec::new(), vec![choice]);
        while let Some(id) = open.pop() {
            match *self.node(id) {
                Node::Ite(_, a, b) => open.extend([b, a]),
                _ => leaves.push(id),
            }
        }
        leaves
    }

    fn choice_of_truths(&mut self, condition: TermId, a: TermId, b: TermId) -> TermId {
        match (a, b) {
            (TRUE, _) => self.or(condition, b),
            (FALSE, _) => {
                let not = self.not(condition);
                self.and(not, b)
            }
            (_, TRUE) => {
                let not = self.not(condition);
                self.or(not, a)
            }
            (_, FALSE) => self.and(condition, a),
            _ if a == condition => self.or(condition, b),
            _ if b == condition => self.and(condition, a),
            _ => self.intern(0, Node::Ite(condition, a, b)),
        }
    }

    /// `a == b`, of numbers of one width or of truth values.
    pub fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        self.equal_within(a, b, DEEP)
    }

    fn equal_within(&mut self, a: TermId, b: TermId, depth: u32) -> TermId {
        if a == b {
            return TRUE;
        }
        if self.bits(a) == 0 {
            return self.same_truth(a, b);
        }
        let (left, right) = (self.range(a), self.range(b));
        if left.1 < right.0 || right.1 < left.0 {
            return FALSE;
        }
        if depth > 0 {
            for (choice, value) in [(a, b), (b, a)] {
                if self.plain(value) == 1
                    && let Node::Ite(condition, x, y) = *self.node(choice)
                    && (self.plain(x) == 1 || self.plain(y) == 1 || self.plain(choice) > 1)
                {
                    let x = self.equal_within(x, value, depth - 1);
                    let y = self.equal_within(y, value, depth - 1);
                    return self.ite(condition, x, y);
                }
            }
        }
        let bits = self.bits(a);
        let difference = self.difference(a, b);
        match difference.parts[..] {
            [] => return Terms::truth(difference.rest == 0),
            [(factor, part)] if factor == 1 || factor == largest(bits) => {
                let value = match factor {
                    1 => difference.rest.wrapping_neg(),
                    _ => difference.rest,
                };
                let value = self.number(value, bits);
                let simpler = self.constant(a).is_none() || self.constant(b).is_none();
                if simpler && ((part, value) != (a, b) && (part, value) != (b, a)) {
                    return self.equal_within(part, value, depth);
                }
            }
            _ if self.is_between_objects(&difference, bits) => return FALSE,
            _ if self.is_never_zero(&difference, bits) => return FALSE,
            _ => {}
        }
        if let Some((a, b)) = self.narrow(a, b).or_else(|| self.without_base(a, b)) {
            return self.equal_within(a, b, depth);
        }
        self.intern(0, Node::Equal(a.min(b), a.max(b)))
    }

    /// Two narrower numbers of which the same comparison holds, where the given ones were extended
    /// by zeros. For signed ones, `None`.
    fn narrow(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        let extended = |terms: &Terms, id: TermId| match *terms.node(id) {
            Node::Resize(false, inner) if terms.bits(inner) < terms.bits(id) => Some(inner),
            _ => None,
        };
        match (extended(self, a), extended(self, b)) {
            (Some(a), Some(b)) if self.bits(a) == self.bits(b) => Some((a, b)),
            (Some(a), None) => self.fitting(b, self.bits(a)).map(|b| (a, b)),
            (None, Some(b)) => self.fitting(a, self.bits(b)).map(|a| (a, b)),
            _ => None,
        }
    }

    /// A constant as a number of fewer bits, if it is one.
    fn fitting(&mut self, id: TermId, bits: u8) -> Option<TermId> {
        let value = self.constant(id).filter(|value| *value <= largest(bits))?;
        Some(self.number(value, bits))
    }

    /// Whether a difference is never 0, as there are addresses of two objects in it one of which
    /// would begin inside the other.
    fn is_between_objects(&self, difference: &Sum, bits: u8) -> bool {
        let (located, others): (Vec<_>, Vec<_>) =
            difference.parts.iter().copied().partition(|(_, part)| self.located(*part).is_some());
        let minus = largest(bits);
        // `first + distance == second`
        let (first, second) = match located[..] {
            [(1, x), (g, y)] if g == minus => (x, y),
            [(f, x), (1, y)] if f == minus => (y, x),
            _ => return false,
        };
        let (Some(first), Some(second)) = (self.located(first), self.located(second)) else {
            return false;
        };
        let distance = self.unwrapped_range(&others, difference.rest, bits);
        distance.is_some_and(|(low, high)| {
            low > -i128::from(second.size) && high < i128::from(first.size)
        })
    }

    fn same_truth(&mut self, a: TermId, b: TermId) -> TermId {
        match (a, b) {
            (TRUE, other) | (other, TRUE) => other,
            (FALSE, other) | (other, FALSE) => self.not(other),
            _ if self.opposite(a, b) => FALSE,
            _ => self.intern(0, Node::Equal(a.min(b), a.max(b))),
        }
    }

    /// `a < b`
    pub fn less(&mut self, signed: bool, a: TermId, b: TermId) -> TermId {
        self.less_within(signed, a, b, DEEP)
    }

    fn less_within(&mut self, signed: bool, a: TermId, b: TermId, depth: u32) -> TermId {
        if a == b {
            return FALSE;
        }
        let bits = self.bits(a);
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            // The sign bit turned over, signed numbers are ordered as unsigned ones are.
            let sign = if signed { 1 << (bits - 1) } else { 0 };
            return Terms::truth(x ^ sign < y ^ sign);
        }
        let (left, right) = (self.range(a), self.range(b));
        let half = |range: (u128, u128)| {
            (range.0 >> (bits - 1) == range.1 >> (bits - 1)).then_some(range.1 >> (bits - 1) != 0)
        };
        let signed = match (signed, half(left), half(right)) {
            (true, Some(x), Some(y)) if x != y => return Terms::truth(x),
            (true, Some(_), Some(_)) | (false, _, _) => false,
            _ => true,
        };
        if !signed {
            if left.1 < right.0 {
                return TRUE;
            }
            if left.0 >= right.1 {
                return FALSE;
            }
            if let Some(order) = self.order_of_sums(a, b) {
                return Terms::truth(order);
            }
        }
        if !signed && let Some((a, b)) = self.narrow(a, b) {
            return self.less_within(false, a, b, depth);
        }
        if !signed && let Some((a, b)) = self.without_base(a, b) {
            return self.less_within(true, a, b, depth);
        }
        if depth > 0
            && let Some(chosen) = self.less_in_choice(signed, a, b, depth - 1)
        {
            return chosen;
        }
        // `a < 1` is `a == 0`, and `0 < a` its negation.
        if !signed && self.constant(b) == Some(1) {
            let zero = self.number(0, bits);
            return self.equal(a, zero);
        }
        if !signed && self.constant(a) == Some(0) {
            let none = self.equal(b, a);
            return self.not(none);
        }
        self.intern(0, Node::Less(signed, a, b))
    }

    /// A choice compared with a constant is compared in each case.
    fn less_in_choice(&mut self, signed: bool, a: TermId, b: TermId, depth: u32) -> Option<TermId> {
        if self.constant(b).is_some()
            && let Node::Ite(condition, x, y) = *self.node(a)
        {
            let x = self.less_within(signed, x, b, depth);
            let y = self.less_within(signed, y, b, depth);
            return Some(self.ite(condition, x, y));
        }
        if self.constant(a).is_some()
            && let Node::Ite(condition, x, y) = *self.node(b)
        {
            let x = self.less_within(signed, a, x, depth);
            let y = self.less_within(signed, a, y, depth);
            return Some(self.ite(condition, x, y));
        }
        None
    }

    /// The order of two sums that never wrap around, if their difference has a sign.
    fn order_of_sums(&self, a: TermId, b: TermId) -> Option<bool> {
        let bits = self.bits(a);
        let (left, right) = (self.as_sum(a), self.as_sum(b));
        self.exact_range(&left.parts, left.rest, bits)?;
        self.exact_range(&right.parts, right.rest, bits)?;
        let (low, high) = self.unwrapped_difference(&right, &left, bits)?;
        match (low > 0, high <= 0) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }
}
