//! Bytes of numbers, and numbers of bytes: what memory does to words.
//!
//! The same byte of one of two words is that byte of one of the two, and bytes of a word that are
//! put side by side are the word again.

use super::numbers::{Operator, ones};
use super::terms::{Node, Term, Terms};

/// How many pieces are put together at most.
const PIECES: usize = 16;

/// How deeply choices are followed.
const DEPTH: u32 = 32;

/// The bits `low..high` of a word, which stand from bit `at` on in another.
#[derive(Clone, Copy, Debug)]
struct Piece {
    word: Term,
    low: u8,
    high: u8,
    at: u8,
}

impl Piece {
    const fn end(self) -> u8 {
        self.at + (self.high - self.low)
    }
}

impl Terms {
    /// A word and the lowest of its bits that a shorter term has.
    fn cut_from(&self, term: Term) -> Option<(Term, u8)> {
        let Node::Low(inner) = self.node(term) else { return None };
        Some(self.shifted_right(inner).unwrap_or((inner, 0)))
    }

    fn shifted_right(&self, term: Term) -> Option<(Term, u8)> {
        let Node::Binary(Operator::ShiftRightUnsigned, word, by) = self.node(term) else {
            return None;
        };
        let by = self.constant(by).filter(|by| *by < u128::from(self.bits(term)))?;
        Some((word, by as u8))
    }

    fn bits_of_word(&mut self, word: Term, low: u8, count: u8) -> Term {
        let by = self.number(u128::from(low), self.bits(word));
        let shifted = self.binary(Operator::ShiftRightUnsigned, word, by);
        self.resize(shifted, count, false)
    }

    /// `condition ? a : b` of bytes of words, as a byte of a choice of words.
    pub fn choice_of_bytes(&mut self, condition: Term, a: Term, b: Term) -> Option<Term> {
        let (x, y, low) = match (self.cut_from(a), self.cut_from(b)) {
            (Some((x, low)), Some((y, other))) if low == other => (x, y, low),
            (Some((x, low)), None) => (x, self.constant_word(b, x, low)?, low),
            (None, Some((y, low))) => (self.constant_word(a, y, low)?, y, low),
            _ => return None,
        };
        if self.bits(x) != self.bits(y) {
            return None;
        }
        let word = self.choice(condition, x, y);
        Some(self.bits_of_word(word, low, self.bits(a)))
    }

    /// A word of zeros around a constant byte. Not for lowest bytes of numbers, which are as often
    /// bytes by themselves.
    fn constant_word(&mut self, byte: Term, like: Term, low: u8) -> Option<Term> {
        let value = self.constant(byte)?;
        (low > 0 || self.has_leaves(like)).then(|| self.number(value << low, self.bits(like)))
    }

    /// `a | b`, where that puts together what belongs together.
    pub fn put_side_by_side(&mut self, a: Term, b: Term) -> Option<Term> {
        let is_shifted = |term| matches!(self.node(term), Node::Binary(Operator::ShiftLeft, ..));
        if !is_shifted(a) && !is_shifted(b) {
            return None;
        }
        let width = self.bits(a);
        let mut pieces = Vec::new();
        self.collect(a, 0, width, &mut pieces)?;
        self.collect(b, 0, width, &mut pieces)?;
        pieces.sort_by_key(|piece| piece.at);
        if pieces.windows(2).any(|pair| pair[0].end() > pair[1].at) {
            return None;
        }
        let count = pieces.len();
        let mut merged: Vec<Piece> = Vec::with_capacity(count);
        for piece in pieces {
            match merged.last().copied().and_then(|last| self.merge(last, piece)) {
                Some(both) => {
                    merged.pop();
                    merged.push(both);
                }
                None => merged.push(piece),
            }
        }
        (merged.len() < count).then(|| self.put(&merged, width))
    }

    fn put(&mut self, pieces: &[Piece], width: u8) -> Term {
        let mut whole = self.number(0, width);
        for Piece { word, low, high, at } in pieces.iter().copied() {
            let bits = self.bits_of_word(word, low, high - low);
            let (wide, at) = (self.resize(bits, width, false), self.number(u128::from(at), width));
            let placed = self.binary(Operator::ShiftLeft, wide, at);
            whole = match self.constant(whole) {
                Some(0) => placed,
                _ => self.or_bits(whole, placed),
            };
        }
        whole
    }

    /// The pieces of a term that stands from bit `at` on, below bit `end`.
    fn collect(&self, term: Term, at: u8, end: u8, pieces: &mut Vec<Piece>) -> Option<()> {
        match self.node(term) {
            Node::Number(0) => return Some(()),
            Node::Binary(Operator::Or, a, b) => {
                self.collect(a, at, end, pieces)?;
                return self.collect(b, at, end, pieces);
            }
            Node::Binary(Operator::ShiftLeft, inner, by) => {
                let end = end.min(at.saturating_add(self.bits(term)));
                let by = u8::try_from(self.constant(by)?).ok()?;
                let at = at.checked_add(by)?;
                return if at < end { self.collect(inner, at, end, pieces) } else { Some(()) };
            }
            Node::Extended(false, inner) => return self.collect(inner, at, end, pieces),
            _ => {}
        }
        let (word, low) =
            self.cut_from(term).or_else(|| self.shifted_right(term)).unwrap_or((term, 0));
        let count = self.bits(term).min(self.bits(word) - low).min(end - at);
        pieces.push(Piece { word, low, high: low + count, at });
        (pieces.len() <= PIECES).then_some(())
    }

    /// Two pieces as one, the first below the second.
    fn merge(&mut self, below: Piece, above: Piece) -> Option<Piece> {
        if below.end() != above.at {
            return None;
        }
        if below.high == above.low && self.bits(below.word) == self.bits(above.word) {
            let word = self.merge_words(below.word, above.word, above.low, DEPTH)?;
            return Some(Piece { word, high: above.high, ..below });
        }
        let is_all = below.low == 0 && below.high == self.bits(below.word);
        if !is_all || above.low != below.high {
            return None;
        }
        let word = self.with_lowest(above.word, below.word, DEPTH)?;
        Some(Piece { word, low: 0, high: above.high, at: below.at })
    }

    /// The word with the bits of the first below `bit`, and of the second above.
    fn merge_words(&mut self, below: Term, above: Term, bit: u8, depth: u32) -> Option<Term> {
        if below == above {
            return Some(below);
        }
        match (self.node(below), self.node(above)) {
            (Node::Number(x), Node::Number(y)) => {
                Some(self.number(x & ones(bit) | y & !ones(bit), self.bits(below)))
            }
            (Node::Choice(condition, a, b), Node::Choice(same, x, y))
                if condition == same && depth > 0 =>
            {
                let a = self.merge_words(a, x, bit, depth - 1)?;
                let b = self.merge_words(b, y, bit, depth - 1)?;
                Some(self.choice(condition, a, b))
            }
            _ => None,
        }
    }

    /// The word with these lowest bits, if they are constant or its own.
    fn with_lowest(&mut self, word: Term, lowest: Term, depth: u32) -> Option<Term> {
        let count = self.bits(lowest);
        if self.resize(word, count, false) == lowest {
            return Some(word);
        }
        match (self.node(lowest), self.node(word)) {
            (Node::Number(x), Node::Number(y)) => {
                Some(self.number(x | y & !ones(count), self.bits(word)))
            }
            (Node::Choice(condition, a, b), Node::Choice(same, x, y))
                if condition == same && depth > 0 =>
            {
                let a = self.with_lowest(x, a, depth - 1)?;
                let b = self.with_lowest(y, b, depth - 1)?;
                Some(self.choice(condition, a, b))
            }
            _ => None,
        }
    }
}
