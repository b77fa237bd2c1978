//! Questions about bit vectors, given as a graph of terms that share their parts.
//!
//! Whoever asks makes the [`Term`]s, simplifies them as it likes, and numbers them so that operands
//! come first. [`decide`] asks whether some values of the symbols make some of them true.

use std::time::{Duration, Instant};

use belnap_ir::expr::BinaryOp;
use rustc_hash::FxHashMap;
use tracing::debug;
use z3::ast::{BV, Bool};
use z3::{Model, Params, SatResult, Solver, Tactic};

use crate::prover::time_limit;
use crate::readback::bits_of;

/// The number of a term: its place among all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub u32);

impl TermId {
    /// The place.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A term over bit vectors, in a list in which its operands come before it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// Its width; 0 for truth values.
    pub bits: u8,
    /// Its operator and operands.
    pub node: Node,
}

/// What a term is. Operands have smaller numbers than the term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A number below two to the width; 1 and 0 for truth values.
    Constant(u128),
    /// Any value; distinct numbers are distinct symbols.
    Symbol(u32),
    /// Negation of a truth value.
    Not(TermId),
    /// Conjunction of truth values.
    And(TermId, TermId),
    /// Disjunction of truth values.
    Or(TermId, TermId),
    /// The second if the first is true, else the third.
    Ite(TermId, TermId, TermId),
    /// Whether two terms of one width are the same.
    Equal(TermId, TermId),
    /// Whether the first is less than the second, as signed numbers or not.
    Less(bool, TermId, TermId),
    /// A sum of multiples and a constant.
    Sum(Box<[(u128, TermId)]>, u128),
    /// An operator on two terms of the width of the result, as signed numbers or not.
    Binary(BinaryOp, bool, TermId, TermId),
    /// The operand made wider, by copies of its sign or by zeros, or cut off.
    Resize(bool, TermId),
}

impl Node {
    /// Calls `visit` for each operand.
    pub fn for_each_operand(&self, mut visit: impl FnMut(TermId)) {
        match self {
            Node::Constant(_) | Node::Symbol(_) => {}
            Node::Not(a) | Node::Resize(_, a) => visit(*a),
            Node::And(a, b)
            | Node::Or(a, b)
            | Node::Equal(a, b)
            | Node::Less(_, a, b)
            | Node::Binary(_, _, a, b) => [*a, *b].into_iter().for_each(visit),
            Node::Ite(a, b, c) => [*a, *b, *c].into_iter().for_each(visit),
            Node::Sum(parts, _) => parts.iter().for_each(|(_, part)| visit(*part)),
        }
    }
}

/// How much may be spent on a question.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The prover's measure of its own work, which does not depend on the machine; 0: no limit.
    pub work: u32,
    /// The last resort.
    pub time: Duration,
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub enum Answer {
    /// No values make everything true.
    Impossible,
    /// These values of the symbols do; those of other symbols do not matter.
    Possible(FxHashMap<u32, u128>),
    /// The prover does not say.
    Unknown,
}

/// The terms that some depend on, themselves included.
pub fn cone(terms: &[Term], of: impl IntoIterator<Item = TermId>) -> Vec<bool> {
    let mut needed = vec![false; terms.len()];
    let mut last = 0;
    for id in of {
        needed[id.index()] = true;
        last = last.max(id.index() + 1);
    }
    for at in (0..last).rev() {
        if needed[at] {
            terms[at].node.for_each_operand(|operand| needed[operand.index()] = true);
        }
    }
    needed
}

/// Whether some values of the symbols make all of the truth values `wanted` true.
pub fn decide(terms: &[Term], wanted: &[TermId], effort: Effort) -> Answer {
    let needed = cone(terms, wanted.iter().copied());
    let made = translate(terms, &needed);
    let solver = solver(effort);
    for id in wanted {
        if let Some(Made::Truth(truth)) = &made[id.index()] {
            solver.assert(truth);
        }
    }
    let begin = Instant::now();
    let answer = solver.check();
    let terms_needed = needed.iter().filter(|needed| **needed).count();
    debug!(terms = terms_needed, ?answer, seconds = begin.elapsed().as_secs_f64(), "asked");
    match answer {
        SatResult::Unsat => Answer::Impossible,
        SatResult::Unknown => Answer::Unknown,
        SatResult::Sat => match solver.get_model() {
            Some(model) => Answer::Possible(values(terms, &made, &model)),
            None => Answer::Unknown,
        },
    }
}

/// A prover for questions of this kind: they are put into clauses as a whole.
fn solver(effort: Effort) -> Solver {
    const STEPS: [&str; 6] =
        ["propagate-values", "solve-eqs", "simplify", "max-bv-sharing", "bit-blast", "sat"];
    let first = Tactic::new("simplify");
    let all = STEPS.iter().fold(first, |before, name| before.and_then(&Tactic::new(name)));
    let solver = all.solver();
    let mut params: Params = time_limit(effort.time);
    if effort.work > 0 {
        params.set_u32("rlimit", effort.work);
    }
    solver.set_params(&params);
    solver
}

/// A term of the prover.
enum Made {
    Truth(Bool),
    Vector(BV),
}

fn values(terms: &[Term], made: &[Option<Made>], model: &Model) -> FxHashMap<u32, u128> {
    let mut values = FxHashMap::default();
    for (term, made) in terms.iter().zip(made) {
        let (Node::Symbol(symbol), Some(made)) = (&term.node, made) else { continue };
        let value = match made {
            Made::Truth(truth) => {
                model.eval(truth, true).and_then(|value| value.as_bool()).map(u128::from)
            }
            Made::Vector(vector) => model.eval(vector, true).and_then(|value| bits_of(&value)),
        };
        values.extend(value.map(|value| (*symbol, value)));
    }
    values
}

fn translate(terms: &[Term], needed: &[bool]) -> Vec<Option<Made>> {
    let mut made: Vec<Option<Made>> = Vec::with_capacity(terms.len());
    for (term, needed) in terms.iter().zip(needed) {
        let one = needed.then(|| match term.bits {
            0 => Made::Truth(truth(&made, term)),
            _ => Made::Vector(vector(&made, term)),
        });
        made.push(one);
    }
    made
}

fn as_truth(made: &[Option<Made>], id: TermId) -> &Bool {
    match &made[id.index()] {
        Some(Made::Truth(truth)) => truth,
        _ => unreachable!("an operand is made before, and of its type"),
    }
}

fn as_vector(made: &[Option<Made>], id: TermId) -> &BV {
    match &made[id.index()] {
        Some(Made::Vector(vector)) => vector,
        _ => unreachable!("an operand is made before, and of its type"),
    }
}

fn truth(made: &[Option<Made>], term: &Term) -> Bool {
    let of = |id: TermId| as_truth(made, id);
    match &term.node {
        Node::Constant(value) => Bool::from_bool(*value != 0),
        Node::Symbol(symbol) => Bool::new_const(format!("s{symbol}")),
        Node::Not(a) => of(*a).not(),
        Node::And(a, b) => Bool::and(&[of(*a), of(*b)]),
        Node::Or(a, b) => Bool::or(&[of(*a), of(*b)]),
        Node::Ite(c, a, b) => of(*c).ite(of(*a), of(*b)),
        Node::Equal(a, b) => match (&made[a.index()], &made[b.index()]) {
            (Some(Made::Truth(a)), Some(Made::Truth(b))) => a.eq(b),
            _ => as_vector(made, *a).eq(as_vector(made, *b)),
        },
        Node::Less(true, a, b) => as_vector(made, *a).bvslt(as_vector(made, *b)),
        Node::Less(false, a, b) => as_vector(made, *a).bvult(as_vector(made, *b)),
        Node::Sum(..) | Node::Binary(..) | Node::Resize(..) => {
            unreachable!("a number is not a truth value")
        }
    }
}

fn vector(made: &[Option<Made>], term: &Term) -> BV {
    let of = |id: TermId| as_vector(made, id);
    let bits = u32::from(term.bits);
    match &term.node {
        Node::Constant(value) => constant(*value, bits),
        Node::Symbol(symbol) => BV::new_const(format!("s{symbol}"), bits),
        Node::Ite(c, a, b) => as_truth(made, *c).ite(of(*a), of(*b)),
        Node::Sum(parts, rest) => {
            let mut sum: Option<BV> = (*rest != 0).then(|| constant(*rest, bits));
            for (factor, part) in parts {
                let part = match factor {
                    1 => of(*part).clone(),
                    factor => of(*part).bvmul(constant(*factor, bits)),
                };
                sum = Some(sum.map_or_else(|| part.clone(), |sum| sum.bvadd(&part)));
            }
            sum.unwrap_or_else(|| constant(0, bits))
        }
        Node::Binary(op, signed, a, b) => binary(*op, *signed, of(*a), of(*b)),
        Node::Resize(signed, a) => {
            let a = of(*a);
            let own = a.get_size();
            match (bits.cmp(&own), signed) {
                (std::cmp::Ordering::Equal, _) => a.clone(),
                (std::cmp::Ordering::Less, _) => a.extract(bits - 1, 0),
                (std::cmp::Ordering::Greater, true) => a.sign_ext(bits - own),
                (std::cmp::Ordering::Greater, false) => a.zero_ext(bits - own),
            }
        }
        Node::Not(_) | Node::And(..) | Node::Or(..) | Node::Equal(..) | Node::Less(..) => {
            unreachable!("a truth value is not a number")
        }
    }
}

fn constant(value: u128, bits: u32) -> BV {
    match u64::try_from(value) {
        Ok(value) => BV::from_u64(value, bits),
        Err(_) => BV::from_str(bits, &value.to_string()).expect("a number of its width"),
    }
}

fn binary(op: BinaryOp, signed: bool, a: &BV, b: &BV) -> BV {
    match (op, signed) {
        (BinaryOp::Add, _) => a.bvadd(b),
        (BinaryOp::Sub, _) => a.bvsub(b),
        (BinaryOp::Mul, _) => a.bvmul(b),
        (BinaryOp::Div, true) => a.bvsdiv(b),
        (BinaryOp::Div, false) => a.bvudiv(b),
        (BinaryOp::Rem, true) => a.bvsrem(b),
        (BinaryOp::Rem, false) => a.bvurem(b),
        (BinaryOp::BitAnd, _) => a.bvand(b),
        (BinaryOp::BitOr, _) => a.bvor(b),
        (BinaryOp::BitXor, _) => a.bvxor(b),
        (BinaryOp::Shl, _) => a.bvshl(b),
        (BinaryOp::Shr, true) => a.bvashr(b),
        (BinaryOp::Shr, false) => a.bvlshr(b),
    }
}
