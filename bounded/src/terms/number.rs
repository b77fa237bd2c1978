//! Numbers: operators and conversions.

use belnap_ir::expr::BinaryOp;
use belnap_ir::fold::Arithmetic;
use belnap_ir::types::IntType;
use belnap_solver::bits::{Node, TermId};

use super::{Terms, largest};

const WRAPS: Arithmetic = Arithmetic { unbounded: false };

impl Terms {
    /// An operator on numbers of one width. The count of a shift has been resized.
    pub fn binary(&mut self, op: BinaryOp, signed: bool, a: TermId, b: TermId) -> TermId {
        let bits = self.bits(a);
        match op {
            BinaryOp::Add => return self.plus(a, 1, b),
            BinaryOp::Sub => return self.plus(a, largest(bits), b),
            _ => {}
        }
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            let ty = IntType { bits, signed };
            let unsigned = IntType::unsigned(bits);
            let right = if matches!(op, BinaryOp::Shl | BinaryOp::Shr) { unsigned } else { ty };
            let folded = WRAPS.binary(op, ty.wrap(x as i128), right.wrap(y as i128), ty, right);
            if let Some(value) = folded {
                return self.number(value as u128, bits);
            }
        }
        let plain = (self.plain(a), self.plain(b));
        // Pieces of addresses are put together again.
        let is_piece = op == BinaryOp::Shr && self.may_be_address(a);
        if plain.0 > 1 && self.constant(b).is_some() && !is_piece {
            return self.for_plain(a, &mut |terms, leaf| terms.binary(op, signed, leaf, b));
        }
        if plain.1 > 1 && self.constant(a).is_some() {
            return self.for_plain(b, &mut |terms, leaf| terms.binary(op, signed, a, leaf));
        }
        // Numbers without a sign bit are the same either way.
        let positive = |terms: &Terms, id: TermId| terms.range(id).1 >> (bits - 1) == 0;
        let signed = signed
            && match op {
                BinaryOp::Div | BinaryOp::Rem => !(positive(self, a) && positive(self, b)),
                BinaryOp::Shr => !positive(self, a),
                _ => false,
            };
        match op {
            BinaryOp::Mul => self.product(a, b),
            BinaryOp::Div | BinaryOp::Rem => self.quotient(op, signed, a, b),
            BinaryOp::Shl | BinaryOp::Shr => self.shift(op, signed, a, b),
            _ => self.bitwise(op, a, b),
        }
    }

    /// `~a`, which is `-a - 1`.
    pub fn complement(&mut self, a: TermId) -> TermId {
        let bits = self.bits(a);
        let minus_one = self.number(u128::MAX, bits);
        self.plus(minus_one, largest(bits), a)
    }

    pub(super) fn order(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let bits = self.bits(a);
        self.intern(bits, Node::Binary(op, false, a.min(b), a.max(b)))
    }

    fn product(&mut self, a: TermId, b: TermId) -> TermId {
        let bits = self.bits(a);
        let (factor, of) = match (self.constant(a), self.constant(b)) {
            (Some(factor), _) => (factor, b),
            (_, Some(factor)) => (factor, a),
            _ => return self.order(BinaryOp::Mul, a, b),
        };
        // Distributing a factor over several parts would make as many products of one.
        match factor > 1 && self.as_sum(of).parts.len() > 1 {
            true => self.intern(bits, Node::Sum(Box::new([(factor, of)]), 0)),
            false => {
                let zero = self.number(0, bits);
                self.plus(zero, factor, of)
            }
        }
    }

    fn quotient(&mut self, op: BinaryOp, signed: bool, a: TermId, b: TermId) -> TermId {
        let bits = self.bits(a);
        if let (Some(by), false) = (self.constant(b), signed) {
            if by.is_power_of_two() && op == BinaryOp::Div {
                let count = self.number(u128::from(by.trailing_zeros()), bits);
                return self.shift(BinaryOp::Shr, false, a, count);
            }
            if by.is_power_of_two() {
                let mask = self.number(by - 1, bits);
                return self.bitwise(BinaryOp::BitAnd, a, mask);
            }
            if by != 0 && self.range(a).1 < by {
                return if op == BinaryOp::Div { self.number(0, bits) } else { a };
            }
        }
        self.intern(bits, Node::Binary(op, signed, a, b))
    }

    fn shift(&mut self, op: BinaryOp, signed: bool, a: TermId, count: TermId) -> TermId {
        let bits = self.bits(a);
        if let Some(by) = self.constant(count) {
            if by == 0 {
                return a;
            }
            if by >= u128::from(bits) && !signed {
                return self.number(0, bits);
            }
            if let Node::Binary(inner, same, x, first) = *self.node(a)
                && inner == op
                && same == signed
                && let Some(first) = self.constant(first)
            {
                let most = u128::from(bits);
                let both = first.min(most) + by.min(most);
                // A number of bits is less than two to it, so that the sum fits after all.
                let both = self.number(both.min(most), bits);
                return self.shift(op, signed, x, both);
            }
            if op == BinaryOp::Shr && !signed && self.range(a).1 >> by == 0 {
                return self.number(0, bits);
            }
        }
        if self.constant(a) == Some(0) {
            return a;
        }
        self.intern(bits, Node::Binary(op, signed, a, count))
    }

    fn bitwise(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let bits = self.bits(a);
        if a == b {
            return if op == BinaryOp::BitXor { self.number(0, bits) } else { a };
        }
        let (mask, of) = match (self.constant(a), self.constant(b)) {
            (Some(mask), _) => (mask, b),
            (_, Some(mask)) => (mask, a),
            _ if op == BinaryOp::BitOr => {
                let together = self.put_together(a, b);
                return together.unwrap_or_else(|| self.order(op, a, b));
            }
            _ => return self.order(op, a, b),
        };
        let all = largest(bits);
        match (op, mask) {
            (BinaryOp::BitAnd, 0) => return self.number(0, bits),
            (BinaryOp::BitOr, mask) if mask == all => return self.number(all, bits),
            (BinaryOp::BitXor, mask) if mask == all => return self.complement(of),
            (BinaryOp::BitOr | BinaryOp::BitXor, 0) => return of,
            (BinaryOp::BitAnd, mask)
                if (mask + u128::from(mask != u128::MAX)).is_power_of_two()
                    && self.range(of).1 <= mask =>
            {
                return of;
            }
            (BinaryOp::BitAnd, mask) if mask == all => return of,
            _ => {}
        }
        if let Node::Binary(inner, _, x, y) = *self.node(of)
            && inner == op
            && let Some((own, x)) = match (self.constant(x), self.constant(y)) {
                (Some(own), _) => Some((own, y)),
                (_, Some(own)) => Some((own, x)),
                _ => None,
            }
        {
            let both = match op {
                BinaryOp::BitAnd => own & mask,
                BinaryOp::BitOr => own | mask,
                _ => own ^ mask,
            };
            let both = self.number(both, bits);
            return self.bitwise(op, x, both);
        }
        self.order(op, a, b)
    }

    /// What a number was before it was extended; itself if it was not.
    pub fn before_extension(&self, id: TermId) -> TermId {
        match *self.node(id) {
            Node::Resize(_, inner) if self.bits(inner) < self.bits(id) => inner,
            _ => id,
        }
    }

    /// A number with another width, extended by its sign or by zeros.
    pub fn resize(&mut self, signed: bool, a: TermId, bits: u8) -> TermId {
        let own = self.bits(a);
        if bits == own {
            return a;
        }
        if let Some(value) = self.constant(a) {
            let wide = IntType { bits: own, signed }.wrap(value as i128);
            return self.number(wide as u128, bits);
        }
        if self.plain(a) > 1 && !(bits < own && self.may_be_address(a)) {
            return self.for_plain(a, &mut |terms, leaf| terms.resize(signed, leaf, bits));
        }
        let signed = signed && bits > own && self.range(a).1 >> (own - 1) != 0;
        if bits < own { self.cut(a, bits) } else { self.widen(signed, a, bits) }
    }

    fn cut(&mut self, a: TermId, bits: u8) -> TermId {
        match self.node(a).clone() {
            Node::Resize(signed, inner) => {
                let own = self.bits(inner);
                match own <= bits {
                    true => self.resize(signed, inner, bits),
                    false => self.cut(inner, bits),
                }
            }
            // The lowest bits of a sum are the sum of the lowest bits.
            Node::Sum(parts, rest) if !self.has_address(a) => {
                let mut sum = self.number(rest, bits);
                for (factor, part) in parts {
                    let part = self.resize(false, part, bits);
                    sum = self.plus(sum, factor, part);
                }
                sum
            }
            _ => self.intern(bits, Node::Resize(false, a)),
        }
    }

    fn widen(&mut self, signed: bool, a: TermId, bits: u8) -> TermId {
        match self.node(a).clone() {
            // Nothing was cut off.
            Node::Resize(_, inner)
                if !signed
                    && self.bits(inner) == bits
                    && self.range(inner).1 <= largest(self.bits(a)) =>
            {
                inner
            }
            Node::Resize(inner_signed, inner)
                if self.bits(inner) < self.bits(a) && (!inner_signed || signed) =>
            {
                self.widen(inner_signed, inner, bits)
            }
            Node::Sum(parts, rest)
                if !signed && self.exact_range(&parts, rest, self.bits(a)).is_some() =>
            {
                self.widen_sum(&parts, rest, self.bits(a), bits)
            }
            _ => self.intern(bits, Node::Resize(signed, a)),
        }
    }

    /// A sum that never wraps around, extended: so are its parts.
    fn widen_sum(&mut self, parts: &[(u128, TermId)], rest: u128, own: u8, bits: u8) -> TermId {
        let signed = IntType::signed(own);
        let mut sum = self.number(signed.wrap(rest as i128) as u128, bits);
        for (factor, part) in parts {
            let factor = signed.wrap(*factor as i128) as u128 & largest(bits);
            let part = self.resize(false, *part, bits);
            sum = self.plus(sum, factor, part);
        }
        sum
    }

    pub(super) fn range_of_binary(
        &self,
        op: BinaryOp,
        signed: bool,
        a: TermId,
        b: TermId,
        all: (u128, u128),
    ) -> (u128, u128) {
        let ((low, high), (least, most)) = (self.range(a), self.range(b));
        // All ones up to the highest bit of a number.
        let ones = |value: u128| match value {
            0 => 0,
            value => u128::MAX >> value.leading_zeros(),
        };
        match op {
            BinaryOp::BitAnd => (0, high.min(most)),
            BinaryOp::BitOr => (low.max(least), ones(high | most)),
            BinaryOp::BitXor => (0, ones(high | most)),
            BinaryOp::Div if !signed && least > 0 => (low / most, high / least),
            BinaryOp::Rem if !signed && least > 0 => (0, high.min(most - 1)),
            BinaryOp::Shr if !signed => match self.constant(b) {
                Some(by) if by < 128 => (low >> by, high >> by),
                _ => (0, high),
            },
            BinaryOp::Shl => match self.constant(b) {
                Some(by)
                    if by < 128 && high.leading_zeros() >= by as u32 && high << by <= all.1 =>
                {
                    (low << by, high << by)
                }
                _ => all,
            },
            BinaryOp::Mul => match high.checked_mul(most) {
                Some(product) if product <= all.1 => (low * least, product),
                _ => all,
            },
            _ => all,
        }
    }
}
