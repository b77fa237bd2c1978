//! Questions about bit vectors, decided by a SAT solver that keeps what it has learnt.
//!
//! Terms are put into clauses bit by bit, each once; what is asked for is assumed for one question
//! only. So the second question about a growing list of terms costs little, which is what
//! unrollings ask: one more round, and one more.

mod gates;
mod words;

use std::time::Instant;

use belnap_ir::expr::BinaryOp;
use rustc_hash::FxHashMap;
use tracing::debug;

use crate::bits::{self, Answer, Effort, Node, Term, TermId, cone};
use gates::{Bit, Gates};
use words::{Word, constant};

/// The prover's own measure of work in which a conflict of the solver costs about this much.
const WORK_OF_CONFLICT: u64 = 400;

/// The same of a gate, which has a value in every question.
const WORK_OF_GATE: u64 = 4;

/// As many gates as may be made for each conflict that may be met.
const GATES_PER_CONFLICT: usize = 100;

/// Whoever asks about one growing list of terms, and wants an answer: the prover is asked where the
/// SAT solver gives none.
#[derive(Default)]
pub struct Asker {
    blaster: Blaster,
    /// What all questions took, about in the prover's own measure of work.
    pub spent: u64,
}

impl Asker {
    /// Whether some values of the symbols make all of the truth values `wanted` true. The terms are
    /// those of the question before, and perhaps more behind them.
    pub fn decide(&mut self, terms: &[Term], wanted: &[TermId], effort: Effort) -> Answer {
        let begin = Instant::now();
        let before = self.blaster.gates.conflicts();
        let answer = self.blaster.decide(terms, wanted, effort);
        let conflicts = self.blaster.gates.conflicts() - before;
        let gates = self.blaster.gates.len() as u64;
        self.spent += gates * WORK_OF_GATE + conflicts * WORK_OF_CONFLICT;
        match answer {
            Answer::Unknown => {
                self.spent += u64::from(effort.work);
                let time = effort.time.saturating_sub(begin.elapsed());
                bits::decide(terms, wanted, Effort { time, ..effort })
            }
            answer => answer,
        }
    }
}

/// A list of terms of which some have been put into clauses.
pub struct Blaster {
    gates: Gates,
    made: Vec<Option<Word>>,
}

impl Default for Blaster {
    fn default() -> Self {
        Blaster { gates: Gates::new(), made: Vec::new() }
    }
}

impl Blaster {
    /// Whether some values of the symbols make all of the truth values `wanted` true. The terms are
    /// those of the question before, and perhaps more behind them.
    pub fn decide(&mut self, terms: &[Term], wanted: &[TermId], effort: Effort) -> Answer {
        let begin = Instant::now();
        let conflicts = match effort.work {
            0 => u64::MAX,
            work => u64::from(work) / WORK_OF_CONFLICT,
        };
        let needed = cone(terms, wanted.iter().copied());
        let most = usize::try_from(conflicts).unwrap_or(usize::MAX);
        if !self.make(terms, &needed, most.saturating_mul(GATES_PER_CONFLICT)) {
            return Answer::Unknown;
        }
        let all: Vec<Bit> = wanted.iter().map(|id| self.truth(*id)).collect();
        let answer = self.gates.solve(&all, conflicts, begin.checked_add(effort.time));
        let (gates, seconds) = (self.gates.len(), begin.elapsed().as_secs_f64());
        debug!(gates, ?answer, seconds, "asked");
        match answer {
            Some(true) => Answer::Possible(self.values(terms, &needed)),
            Some(false) => Answer::Impossible,
            None => Answer::Unknown,
        }
    }

    /// Puts terms into clauses; whether that was possible with so many gates more.
    fn make(&mut self, terms: &[Term], needed: &[bool], most: usize) -> bool {
        let limit = self.gates.len().saturating_add(most);
        self.made.resize(terms.len(), None);
        for (at, term) in terms.iter().enumerate() {
            if needed[at] && self.made[at].is_none() {
                if self.gates.len().saturating_add(cost(term)) > limit {
                    return false;
                }
                let word = self.word_of(term);
                self.made[at] = Some(word);
            }
        }
        true
    }

    fn values(&self, terms: &[Term], needed: &[bool]) -> FxHashMap<u32, u128> {
        let mut values = FxHashMap::default();
        for ((term, needed), made) in terms.iter().zip(needed).zip(&self.made) {
            if let (Node::Symbol(symbol), true, Some(word)) = (&term.node, *needed, made) {
                let bits = word.iter().enumerate();
                let value = bits.map(|(at, bit)| u128::from(self.gates.value(*bit)) << at).sum();
                values.insert(*symbol, value);
            }
        }
        values
    }

    /// The word of an operand, which is made before.
    fn word(&self, id: TermId) -> Word {
        self.made[id.index()].clone().unwrap_or_default()
    }

    fn truth(&self, id: TermId) -> Bit {
        let word = self.made[id.index()].as_ref();
        word.and_then(|word| word.first()).copied().unwrap_or(Bit::FALSE)
    }

    /// A truth value is a word of one bit.
    fn word_of(&mut self, term: &Term) -> Word {
        let width = term.bits.max(1);
        match &term.node {
            Node::Constant(value) => constant(*value, width),
            Node::Symbol(_) => (0..width).map(|_| self.gates.fresh()).collect(),
            Node::Not(a) => vec![!self.truth(*a)],
            Node::And(a, b) => vec![self.gates.and(self.truth(*a), self.truth(*b))],
            Node::Or(a, b) => vec![self.gates.or(self.truth(*a), self.truth(*b))],
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.truth(*c), self.word(*a), self.word(*b));
                self.gates.select(c, &a, &b)
            }
            Node::Equal(a, b) => {
                let (a, b) = (self.word(*a), self.word(*b));
                vec![self.gates.equal(&a, &b)]
            }
            Node::Less(signed, a, b) => {
                let (a, b) = (self.word(*a), self.word(*b));
                vec![self.gates.less(*signed, &a, &b)]
            }
            Node::Sum(parts, rest) => {
                let words: Vec<(u128, Word)> =
                    parts.iter().map(|(factor, part)| (*factor, self.word(*part))).collect();
                let parts = words.iter().map(|(factor, word)| (*factor, word));
                self.gates.sum(parts, *rest, width)
            }
            Node::Binary(op, signed, a, b) => {
                let (a, b) = (self.word(*a), self.word(*b));
                self.binary(*op, *signed, &a, &b)
            }
            Node::Resize(signed, a) => {
                let a = self.word(*a);
                let fill = match (signed, a.last()) {
                    (true, Some(sign)) => *sign,
                    _ => Bit::FALSE,
                };
                let more = std::iter::repeat(fill);
                a.into_iter().chain(more).take(usize::from(width)).collect()
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, signed: bool, a: &Word, b: &Word) -> Word {
        let gates = &mut self.gates;
        match op {
            BinaryOp::Add => gates.add(a, b, Bit::FALSE),
            BinaryOp::Sub => gates.subtract(a, b),
            BinaryOp::Mul => gates.multiply(a, b),
            BinaryOp::Div | BinaryOp::Rem => {
                let (quotient, rest) = match signed {
                    true => gates.divide_signed(a, b),
                    false => gates.divide(a, b),
                };
                if op == BinaryOp::Div { quotient } else { rest }
            }
            BinaryOp::BitAnd => gates.each(a, b, Gates::and),
            BinaryOp::BitOr => gates.each(a, b, Gates::or),
            BinaryOp::BitXor => gates.each(a, b, Gates::xor),
            BinaryOp::Shl => gates.shift_left(a, b),
            BinaryOp::Shr => {
                let sign = a.last().copied().filter(|_| signed);
                gates.shift_right(a, b, sign.unwrap_or(Bit::FALSE))
            }
        }
    }
}

/// About how many gates a term takes at most.
fn cost(term: &Term) -> usize {
    let bits = usize::from(term.bits.max(1));
    match &term.node {
        Node::Binary(BinaryOp::Mul, ..) => 4 * bits * bits,
        Node::Binary(BinaryOp::Div | BinaryOp::Rem, ..) => 6 * bits * bits,
        _ => bits,
    }
}
