//! Numbers as words of bits, the least significant first, and what is computed with them. Division
//! by zero and shifts by too much have the results that SMT-LIB gives them.

use super::gates::{Bit, Gates};

/// The bits of a number.
pub(super) type Word = Vec<Bit>;

/// A number that is known.
pub(super) fn constant(value: u128, bits: u8) -> Word {
    (0..bits).map(|at| Bit::constant(value >> at & 1 == 1)).collect()
}

fn not(a: &[Bit]) -> Word {
    a.iter().map(|bit| !*bit).collect()
}

impl Gates {
    /// `a` if `condition`, else `b`, bit by bit.
    pub fn select(&mut self, condition: Bit, a: &[Bit], b: &[Bit]) -> Word {
        a.iter().zip(b).map(|(a, b)| self.mux(condition, *a, *b)).collect()
    }

    /// Bit by bit.
    pub fn each(&mut self, a: &[Bit], b: &[Bit], gate: fn(&mut Gates, Bit, Bit) -> Bit) -> Word {
        a.iter().zip(b).map(|(a, b)| gate(self, *a, *b)).collect()
    }

    /// Whether both are the same.
    pub fn equal(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        a.iter().zip(b).fold(Bit::TRUE, |same, (a, b)| {
            let differ = self.xor(*a, *b);
            self.and(same, !differ)
        })
    }

    /// Whether the first is less.
    pub fn less(&mut self, signed: bool, a: &[Bit], b: &[Bit]) -> Bit {
        let last = a.len().saturating_sub(1);
        a.iter().zip(b).enumerate().fold(Bit::FALSE, |less, (at, (a, b))| {
            let (a, b) = if signed && at == last { (*b, *a) } else { (*a, *b) };
            // Of bits that differ, the first is 0 if it is less.
            self.majority(!a, b, less)
        })
    }

    /// The sum, with a carry to begin with.
    pub fn add(&mut self, a: &[Bit], b: &[Bit], carry: Bit) -> Word {
        let mut carry = carry;
        let mut sum = Word::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            let half = self.xor(*a, *b);
            sum.push(self.xor(half, carry));
            carry = self.majority(*a, *b, carry);
        }
        sum
    }

    /// The difference.
    pub fn subtract(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        self.add(a, &not(b), Bit::TRUE)
    }

    /// A sum of multiples and a constant.
    pub fn sum<'w>(
        &mut self,
        parts: impl Iterator<Item = (u128, &'w Word)>,
        rest: u128,
        bits: u8,
    ) -> Word {
        let mut sum = constant(rest, bits);
        for (factor, part) in parts {
            for (shift, negative) in signed_digits(factor, bits) {
                let term = shifted(part, shift);
                sum = match negative {
                    true => self.subtract(&sum, &term),
                    false => self.add(&sum, &term, Bit::FALSE),
                };
            }
        }
        sum
    }

    /// The product.
    pub fn multiply(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let known = |word: &[Bit]| word.iter().filter(|bit| bit.known().is_some()).count();
        let (a, b) = if known(a) > known(b) { (b, a) } else { (a, b) };
        let mut product = vec![Bit::FALSE; a.len()];
        for (shift, bit) in b.iter().enumerate() {
            let term: Word =
                shifted(a, shift).into_iter().map(|other| self.and(*bit, other)).collect();
            product = self.add(&product, &term, Bit::FALSE);
        }
        product
    }

    /// Quotient and remainder of numbers without sign, by long division.
    pub fn divide(&mut self, a: &[Bit], b: &[Bit]) -> (Word, Word) {
        let mut divisor = b.to_vec();
        divisor.push(Bit::FALSE);
        let mut rest = vec![Bit::FALSE; divisor.len()];
        let mut quotient = vec![Bit::FALSE; a.len()];
        for at in (0..a.len()).rev() {
            rest.pop();
            rest.insert(0, a[at]);
            let fits = !self.less(false, &rest, &divisor);
            let less = self.subtract(&rest, &divisor);
            rest = self.select(fits, &less, &rest);
            quotient[at] = fits;
        }
        rest.truncate(a.len());
        (quotient, rest)
    }

    /// Quotient and remainder of signed numbers; the remainder has the sign of the first.
    pub fn divide_signed(&mut self, a: &[Bit], b: &[Bit]) -> (Word, Word) {
        let (Some(sign), Some(other)) = (a.last().copied(), b.last().copied()) else {
            return (Word::new(), Word::new());
        };
        let (first, second) = (self.negate_if(sign, a), self.negate_if(other, b));
        let (quotient, rest) = self.divide(&first, &second);
        let differ = self.xor(sign, other);
        (self.negate_if(differ, &quotient), self.negate_if(sign, &rest))
    }

    fn negate_if(&mut self, condition: Bit, a: &[Bit]) -> Word {
        let flipped: Word = a.iter().map(|bit| self.xor(*bit, condition)).collect();
        let zero = vec![Bit::FALSE; a.len()];
        self.add(&flipped, &zero, condition)
    }

    /// Shifted to the left, with zeros behind.
    pub fn shift_left(&mut self, a: &[Bit], by: &[Bit]) -> Word {
        let turned: Word = a.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&turned, by, Bit::FALSE);
        shifted.reverse();
        shifted
    }

    /// Shifted to the right, with copies of a bit in front.
    pub fn shift_right(&mut self, a: &[Bit], by: &[Bit], fill: Bit) -> Word {
        let mut word = a.to_vec();
        let stages = a.len().next_power_of_two().trailing_zeros() as usize;
        for (stage, bit) in by.iter().enumerate().take(stages) {
            let distance = 1 << stage;
            let moved: Word = (0..word.len())
                .map(|at| word.get(at + distance).copied().unwrap_or(fill))
                .collect();
            word = self.select(*bit, &moved, &word);
        }
        let too_far = by.iter().skip(stages).fold(Bit::FALSE, |some, bit| self.or(some, *bit));
        let all = vec![fill; word.len()];
        self.select(too_far, &all, &word)
    }
}

/// Times a power of two.
fn shifted(a: &[Bit], by: usize) -> Word {
    let zeros = std::iter::repeat_n(Bit::FALSE, by.min(a.len()));
    zeros.chain(a.iter().copied()).take(a.len()).collect()
}

/// A factor as a sum of few powers of two, some of them negative: exponents, and which.
fn signed_digits(factor: u128, bits: u8) -> Vec<(usize, bool)> {
    let mut digits = Vec::new();
    let mut rest = factor;
    let mut at = 0;
    while rest != 0 && at < usize::from(bits) {
        if rest & 1 == 1 {
            // Of a run of ones only its ends are left: 0111 is 1000 - 1.
            let negative = rest & 2 == 2;
            digits.push((at, negative));
            rest = if negative { rest.wrapping_add(1) } else { rest - 1 };
            if rest == 0 {
                // The carry of a number of all ones leaves the word.
                break;
            }
        }
        rest >>= 1;
        at += 1;
    }
    digits
}
