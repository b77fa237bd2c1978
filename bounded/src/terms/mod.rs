//! Terms over the inputs of a program: numbers and truth values, each made once and simplified as
//! it is made.
//!
//! A term is a number in an arena; operands have smaller numbers. Of each term the arena knows a
//! range, and whether it is a choice between few *plain* values: constants, and addresses of
//! objects with a constant offset, perhaps behind gaps of unknown length. Operators with a constant
//! are applied to each of them, so that counters, states of automata and pointers of a program stay
//! plain as long as possible.
//!
//! Whatever is simplified holds for all values of the symbols that satisfy the facts about
//! addresses ([`mod@crate::facts`]); everything asked of the prover is asked under these.

mod guard;
mod number;
mod pieces;
mod sum;
mod truth;

use belnap_ir::ids::ObjectId;
use belnap_solver::bits::{Node, Term, TermId};
use rustc_hash::FxHashMap;

pub use guard::{Guard, Guards};

/// The truth value `false`.
pub const FALSE: TermId = TermId(0);
/// The truth value `true`.
pub const TRUE: TermId = TermId(1);

/// Most plain values of a choice that operators are applied to one by one.
const PLAIN: u8 = 32;

/// What is known of an object's address.
#[derive(Clone, Copy, Debug)]
pub struct Located {
    /// The object that begins at the address.
    pub object: ObjectId,
    /// Bytes that it takes at least.
    pub size: u64,
}

/// All terms of an unrolling.
#[derive(Default)]
pub struct Terms {
    terms: Vec<Term>,
    known: FxHashMap<Term, TermId>,
    /// The smallest and the largest value, as unsigned numbers.
    ranges: Vec<(u128, u128)>,
    /// How many plain values a term is a choice between; 0 if it is not.
    plain: Vec<u8>,
    symbols: u32,
    located: FxHashMap<TermId, Located>,
}

/// The largest number of a width.
pub const fn largest(bits: u8) -> u128 {
    u128::MAX >> (128 - bits as u32)
}

impl Terms {
    /// None but the truth values.
    pub fn new() -> Self {
        let mut terms = Terms::default();
        terms.intern(0, Node::Constant(0));
        terms.intern(0, Node::Constant(1));
        terms
    }

    /// All, by number.
    pub fn all(&self) -> &[Term] {
        &self.terms
    }

    /// A term's node.
    pub fn node(&self, id: TermId) -> &Node {
        &self.terms[id.index()].node
    }

    /// A term's width; 0 for truth values.
    pub fn bits(&self, id: TermId) -> u8 {
        self.terms[id.index()].bits
    }

    /// The value of a constant.
    pub fn constant(&self, id: TermId) -> Option<u128> {
        match self.node(id) {
            Node::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// The smallest and the largest value of a number.
    pub fn range(&self, id: TermId) -> (u128, u128) {
        self.ranges[id.index()]
    }

    /// How many plain values a term is a choice between; 0 if it is not such a choice.
    pub fn plain(&self, id: TermId) -> u8 {
        self.plain[id.index()]
    }

    /// The object whose address a symbol is.
    pub fn located(&self, id: TermId) -> Option<Located> {
        self.located.get(&id).copied()
    }

    /// A number of a width, from its lowest bits.
    pub fn number(&mut self, value: u128, bits: u8) -> TermId {
        self.intern(bits, Node::Constant(value & largest(bits)))
    }

    /// A truth value.
    pub const fn truth(value: bool) -> TermId {
        if value { TRUE } else { FALSE }
    }

    /// A new symbol; of width 0, a truth value.
    pub fn symbol(&mut self, bits: u8) -> TermId {
        self.symbols += 1;
        self.intern(bits, Node::Symbol(self.symbols))
    }

    /// A new symbol for the address of an object, in a range.
    pub fn address(&mut self, bits: u8, range: (u128, u128), located: Located) -> TermId {
        let id = self.symbol(bits);
        self.ranges[id.index()] = range;
        self.plain[id.index()] = 1;
        self.located.insert(id, located);
        id
    }

    /// The term as it is, without simplification.
    pub fn intern(&mut self, bits: u8, node: Node) -> TermId {
        let term = Term { bits, node };
        if let Some(known) = self.known.get(&term) {
            return *known;
        }
        let id = TermId(u32::try_from(self.terms.len()).expect("fewer terms than numbers"));
        let range = self.range_of(&term);
        let plain = self.plain_of(&term);
        self.terms.push(term.clone());
        self.ranges.push(range);
        self.plain.push(plain);
        self.known.insert(term, id);
        id
    }

    fn plain_of(&self, term: &Term) -> u8 {
        match &term.node {
            _ if term.bits == 0 => 0,
            Node::Constant(_) => 1,
            Node::Ite(_, a, b) => match (self.plain(*a), self.plain(*b)) {
                (0, _) | (_, 0) => 0,
                (a, b) => {
                    if a + b <= PLAIN {
                        a + b
                    } else {
                        0
                    }
                }
            },
            Node::Sum(parts, _) => u8::from(self.is_place(parts)),
            _ => 0,
        }
    }

    fn range_of(&self, term: &Term) -> (u128, u128) {
        let bits = term.bits;
        if bits == 0 {
            return (0, 1);
        }
        let all = (0, largest(bits));
        match &term.node {
            Node::Constant(value) => (*value, *value),
            Node::Ite(_, a, b) => {
                let (a, b) = (self.range(*a), self.range(*b));
                (a.0.min(b.0), a.1.max(b.1))
            }
            Node::Sum(parts, rest) => self.range_of_sum(parts, *rest, bits).unwrap_or(all),
            Node::Binary(op, signed, a, b) => self.range_of_binary(*op, *signed, *a, *b, all),
            Node::Resize(signed, a) => {
                let (low, high) = self.range(*a);
                let own = self.bits(*a);
                match bits < own {
                    true if high <= all.1 => (low, high),
                    true => all,
                    false if *signed && high >> (own - 1) != 0 => all,
                    false => (low, high),
                }
            }
            _ => all,
        }
    }
}

#[cfg(test)]
mod tests;
