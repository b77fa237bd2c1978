//! Numbers in pieces: memory keeps numbers byte by byte, and puts them together again.
//!
//! A piece is some bits of a number, `x >> 8` cut off to a byte. A choice between the same pieces
//! of two numbers is that piece of a choice, and pieces that lie side by side in a disjunction of
//! bits are one. So a pointer that is kept in bytes, and changed here and there, is a choice
//! between plain addresses when it is read.

use belnap_ir::expr::BinaryOp;
use belnap_solver::bits::{Node, TermId};

use super::{Terms, largest};

/// How many pieces of a number are looked at.
const MOST: usize = 16;

/// How deep choices are looked into.
const DEEP: u32 = 32;

/// Some bits of a number, and where they are in another.
#[derive(Clone, Copy)]
struct Piece {
    of: TermId,
    /// Its lowest bit in the number that it is of.
    from: u8,
    bits: u8,
    /// Its lowest bit in the number that it is put into.
    at: u8,
}

impl Terms {
    /// `condition ? a : b` as a piece of a choice, if it is one between pieces of two numbers.
    pub(super) fn choice_of_pieces(
        &mut self,
        condition: TermId,
        a: TermId,
        b: TermId,
    ) -> Option<TermId> {
        let (first, second) = (self.cut_piece(a), self.cut_piece(b));
        let (from, x, y) = match (first, second) {
            (Some((x, from)), Some((y, other))) if from == other => (from, x, y),
            (Some((x, from)), None) => (from, x, self.around(b, x, from)?),
            (None, Some((y, from))) => (from, self.around(a, y, from)?, y),
            _ => return None,
        };
        if self.bits(x) != self.bits(y) {
            return None;
        }
        let chosen = self.ite(condition, x, y);
        Some(self.piece(chosen, from, self.bits(a)))
    }

    /// The number that a part of another was cut off from, and from which bit on.
    fn cut_piece(&self, id: TermId) -> Option<(TermId, u8)> {
        match *self.node(id) {
            Node::Resize(_, inner) if self.bits(inner) > self.bits(id) => {
                Some(self.shifted(inner).unwrap_or((inner, 0)))
            }
            _ => None,
        }
    }

    /// The number that is shifted to the right, and how far.
    fn shifted(&self, id: TermId) -> Option<(TermId, u8)> {
        match *self.node(id) {
            Node::Binary(BinaryOp::Shr, false, x, by) => {
                let by = self.constant(by).filter(|by| *by < u128::from(self.bits(id)))?;
                Some((x, u8::try_from(by).ok()?))
            }
            _ => None,
        }
    }

    /// A number like `like` that has a constant from a bit on, and else zeros. Lowest bytes are
    /// rather kept as they are, unless they are those of addresses.
    fn around(&mut self, constant: TermId, like: TermId, from: u8) -> Option<TermId> {
        let value = self.constant(constant)?;
        (from > 0 || self.plain(like) > 0).then(|| self.number(value << from, self.bits(like)))
    }

    /// Some bits of a number.
    fn piece(&mut self, of: TermId, from: u8, bits: u8) -> TermId {
        let by = self.number(u128::from(from), self.bits(of));
        let shifted = self.binary(BinaryOp::Shr, false, of, by);
        self.resize(false, shifted, bits)
    }

    /// `a | b`, if pieces of them can be put together.
    pub(super) fn put_together(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let is_shifted = |id: TermId| matches!(self.node(id), Node::Binary(BinaryOp::Shl, ..));
        if !is_shifted(a) && !is_shifted(b) {
            return None;
        }
        let bits = self.bits(a);
        let mut pieces = Vec::new();
        self.take_apart(a, 0, bits, &mut pieces)?;
        self.take_apart(b, 0, bits, &mut pieces)?;
        pieces.sort_by_key(|piece| piece.at);
        if pieces.windows(2).any(|two| two[0].at + two[0].bits > two[1].at) {
            return None;
        }
        let count = pieces.len();
        let mut together: Vec<Piece> = Vec::new();
        for piece in pieces {
            let joined = together.last().copied().and_then(|last| self.join_pieces(last, piece));
            match (joined, together.last_mut()) {
                (Some(joined), Some(last)) => *last = joined,
                _ => together.push(piece),
            }
        }
        if together.len() == count {
            return None;
        }
        let mut all: Option<TermId> = None;
        for piece in together {
            let cut = self.piece(piece.of, piece.from, piece.bits);
            let (wide, by) =
                (self.resize(false, cut, bits), self.number(u128::from(piece.at), bits));
            let placed = self.binary(BinaryOp::Shl, false, wide, by);
            all = Some(match all {
                None => placed,
                Some(rest) => self.order(BinaryOp::BitOr, rest, placed),
            });
        }
        all
    }

    /// The pieces of a number that is put at bit `at` of another of `end` bits; `None` if there are
    /// many.
    fn take_apart(&self, id: TermId, at: u8, end: u8, pieces: &mut Vec<Piece>) -> Option<()> {
        match *self.node(id) {
            Node::Constant(0) => return Some(()),
            Node::Binary(BinaryOp::BitOr, _, a, b) => {
                self.take_apart(a, at, end, pieces)?;
                return self.take_apart(b, at, end, pieces);
            }
            Node::Binary(BinaryOp::Shl, _, inner, by) => {
                let by = self.constant(by).and_then(|by| u8::try_from(by).ok());
                let end = end.min(at.saturating_add(self.bits(id)));
                return match by.and_then(|by| at.checked_add(by)) {
                    Some(at) if at >= end => Some(()),
                    Some(at) => self.take_apart(inner, at, end, pieces),
                    None => None,
                };
            }
            Node::Resize(false, inner) if self.bits(inner) < self.bits(id) => {
                return self.take_apart(inner, at, end, pieces);
            }
            _ => {}
        }
        if pieces.len() == MOST {
            return None;
        }
        let (of, from) = self.cut_piece(id).or_else(|| self.shifted(id)).unwrap_or((id, 0));
        let bits = self.bits(id).min(self.bits(of) - from).min(end - at);
        pieces.push(Piece { of, from, bits, at });
        Some(())
    }

    /// Two pieces that lie side by side as one.
    fn join_pieces(&mut self, low: Piece, high: Piece) -> Option<Piece> {
        if low.at + low.bits != high.at {
            return None;
        }
        let bits = low.bits + high.bits;
        if low.from + low.bits == high.from && self.bits(low.of) == self.bits(high.of) {
            let of = self.join_numbers(low.of, high.of, high.from, DEEP)?;
            return Some(Piece { of, bits, ..low });
        }
        // The lowest bits may have been simplified by themselves.
        let is_whole = low.from == 0 && low.bits == self.bits(low.of) && high.from == low.bits;
        let of = is_whole.then(|| self.replace_lowest(low.of, high.of, DEEP)).flatten()?;
        Some(Piece { of, from: 0, bits, at: low.at })
    }

    /// The number with the bits of the first below `from`, and those of the second from there on.
    fn join_numbers(&mut self, low: TermId, high: TermId, from: u8, depth: u32) -> Option<TermId> {
        if low == high {
            return Some(low);
        }
        match (self.node(low), self.node(high)) {
            (Node::Constant(x), Node::Constant(y)) => {
                let below = largest(from);
                let value = x & below | y & !below;
                Some(self.number(value, self.bits(low)))
            }
            (&Node::Ite(condition, a, b), &Node::Ite(other, x, y))
                if condition == other && depth > 0 =>
            {
                let a = self.join_numbers(a, x, from, depth - 1)?;
                let b = self.join_numbers(b, y, from, depth - 1)?;
                Some(self.ite(condition, a, b))
            }
            _ => None,
        }
    }

    /// The number with other lowest bits, if they are its own or constant.
    fn replace_lowest(&mut self, lowest: TermId, of: TermId, depth: u32) -> Option<TermId> {
        let bits = self.bits(lowest);
        if self.resize(false, of, bits) == lowest {
            return Some(of);
        }
        match (self.node(lowest), self.node(of)) {
            (Node::Constant(x), Node::Constant(y)) => {
                let value = x | y & !largest(bits);
                Some(self.number(value, self.bits(of)))
            }
            (&Node::Ite(condition, a, b), &Node::Ite(other, x, y))
                if condition == other && depth > 0 =>
            {
                let a = self.replace_lowest(a, x, depth - 1)?;
                let b = self.replace_lowest(b, y, depth - 1)?;
                Some(self.ite(condition, a, b))
            }
            _ => None,
        }
    }
}
