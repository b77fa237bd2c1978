//! Questions about random terms, asked of the SAT solver and of the prover. What is possible is
//! also computed with the values that make it so.

use std::time::Duration;

use belnap_ir::expr::BinaryOp;
use belnap_solver::bits::{Answer, Effort, Node, Term, TermId, decide};
use belnap_solver::blast::Blaster;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use rustc_hash::FxHashMap;

const EFFORT: Effort = Effort { work: 0, time: Duration::from_secs(60) };
const WIDTHS: [u8; 5] = [1, 3, 5, 8, 13];

/// Random terms, with enough of each width to choose from.
fn terms(random: &mut Random, count: usize) -> Vec<Term> {
    let mut terms = Vec::new();
    for bits in WIDTHS.into_iter().chain([0]) {
        let node = Node::Constant(u128::from(random.below(1 << bits.max(1))));
        terms.push(Term { bits, node });
        for _ in 0..2 {
            terms.push(Term { bits, node: Node::Symbol(terms.len() as u32) });
        }
    }
    for _ in 0..count {
        let bits = random.pick(&[0, 0, 1, 3, 5, 5, 8, 8, 13]);
        let node = if bits == 0 { truth(random, &terms) } else { number(random, &terms, bits) };
        terms.push(Term { bits, node });
    }
    terms
}

fn any(random: &mut Random, terms: &[Term], bits: u8) -> TermId {
    let fitting: Vec<usize> = (0..terms.len()).filter(|at| terms[*at].bits == bits).collect();
    TermId(random.pick(&fitting) as u32)
}

fn truth(random: &mut Random, terms: &[Term]) -> Node {
    let bits = random.pick(&WIDTHS);
    let (a, b) = (any(random, terms, bits), any(random, terms, bits));
    let (p, q) = (any(random, terms, 0), any(random, terms, 0));
    match random.below(7) {
        0 => Node::Not(p),
        1 => Node::And(p, q),
        2 => Node::Or(p, q),
        3 => Node::Ite(any(random, terms, 0), p, q),
        4 => Node::Equal(a, b),
        5 => Node::Equal(p, q),
        _ => Node::Less(random.one_in(2), a, b),
    }
}

fn number(random: &mut Random, terms: &[Term], bits: u8) -> Node {
    let (a, b) = (any(random, terms, bits), any(random, terms, bits));
    match random.below(5) {
        0 => Node::Ite(any(random, terms, 0), a, b),
        1 => {
            let below = |random: &mut Random| u128::from(random.below(1 << bits));
            let parts = [(below(random), a), (below(random), b)];
            Node::Sum(Box::new(parts), below(random))
        }
        2 => {
            let width = random.pick(&WIDTHS);
            Node::Resize(random.one_in(2), any(random, terms, width))
        }
        _ => Node::Binary(random.pick(&BinaryOp::ALL), random.one_in(2), a, b),
    }
}

/// What terms are, computed from values of symbols; those without one are 0.
fn compute(terms: &[Term], symbols: &FxHashMap<u32, u128>) -> Vec<u128> {
    let mut values: Vec<u128> = Vec::new();
    for term in terms {
        let of = |id: &TermId| values[id.index()];
        let width = |id: &TermId| terms[id.index()].bits;
        let mask = (1_u128 << term.bits.max(1)) - 1;
        let value = match &term.node {
            Node::Constant(value) => *value,
            Node::Symbol(symbol) => symbols.get(symbol).copied().unwrap_or(0),
            Node::Not(a) => 1 - of(a),
            Node::And(a, b) => of(a) & of(b),
            Node::Or(a, b) => of(a) | of(b),
            Node::Ite(c, a, b) => of(if of(c) == 1 { a } else { b }),
            Node::Equal(a, b) => u128::from(of(a) == of(b)),
            Node::Less(false, a, b) => u128::from(of(a) < of(b)),
            Node::Less(true, a, b) => u128::from(signed(of(a), width(a)) < signed(of(b), width(b))),
            Node::Sum(parts, rest) => {
                parts.iter().fold(*rest, |sum, (factor, part)| sum + factor * of(part))
            }
            Node::Binary(op, is_signed, a, b) => binary(*op, *is_signed, of(a), of(b), term.bits),
            Node::Resize(false, a) => of(a),
            Node::Resize(true, a) => signed(of(a), width(a)) as u128,
        };
        values.push(value & mask);
    }
    values
}

fn signed(value: u128, bits: u8) -> i128 {
    let bound = 1_i128 << bits;
    let value = value as i128;
    if value >= bound / 2 { value - bound } else { value }
}

/// As SMT-LIB has it.
fn binary(op: BinaryOp, is_signed: bool, a: u128, b: u128, bits: u8) -> u128 {
    let (x, y) = (signed(a, bits), signed(b, bits));
    let wide = u128::from(bits);
    match (op, is_signed) {
        (BinaryOp::Add, _) => a + b,
        (BinaryOp::Sub, _) => a.wrapping_sub(b),
        (BinaryOp::Mul, _) => a * b,
        (BinaryOp::Div, false) => a.checked_div(b).unwrap_or(u128::MAX),
        (BinaryOp::Div, true) => x.checked_div(y).unwrap_or(if x < 0 { 1 } else { -1 }) as u128,
        (BinaryOp::Rem, false) => a.checked_rem(b).unwrap_or(a),
        (BinaryOp::Rem, true) => x.checked_rem(y).unwrap_or(x) as u128,
        (BinaryOp::BitAnd, _) => a & b,
        (BinaryOp::BitOr, _) => a | b,
        (BinaryOp::BitXor, _) => a ^ b,
        (BinaryOp::Shl, _) => {
            if b >= wide {
                0
            } else {
                a << b
            }
        }
        (BinaryOp::Shr, false) => {
            if b >= wide {
                0
            } else {
                a >> b
            }
        }
        (BinaryOp::Shr, true) => (x >> b.min(wide - 1)) as u128,
    }
}

#[test]
fn both_answer_alike() {
    let (mut possible, mut impossible) = (0, 0);
    for seed in seeds(150) {
        let mut random = Random::new(seed);
        let all = terms(&mut random, 60);
        let mut blaster = Blaster::default();
        // The list grows between questions.
        for known in [40, 60, all.len()] {
            let terms = &all[..known];
            let wanted: Vec<TermId> = (0..3).map(|_| any(&mut random, terms, 0)).collect();
            let ours = blaster.decide(terms, &wanted, EFFORT);
            match (ours, decide(terms, &wanted, EFFORT)) {
                (Answer::Impossible, Answer::Impossible) => impossible += 1,
                (Answer::Possible(symbols), Answer::Possible(_)) => {
                    let values = compute(terms, &symbols);
                    assert!(wanted.iter().all(|id| values[id.index()] == 1), "seed {seed}");
                    possible += 1;
                }
                other => panic!("seed {seed}: {other:?}"),
            }
        }
    }
    assert!(possible > 50 && impossible > 50, "{possible} possible, {impossible} impossible");
}

#[test]
fn little_effort_is_no_answer() {
    // Two numbers whose product is a large prime.
    let symbol = |at| Term { bits: 64, node: Node::Symbol(at) };
    let binary = |op, a, b| Term { bits: 64, node: Node::Binary(op, false, TermId(a), TermId(b)) };
    let number = |value| Term { bits: 64, node: Node::Constant(value) };
    let truth = |node| Term { bits: 0, node };
    let terms = [
        symbol(0),
        symbol(1),
        binary(BinaryOp::Mul, 0, 1),
        number(0xffff_fffb),
        truth(Node::Equal(TermId(2), TermId(3))),
        number(1),
        truth(Node::Less(false, TermId(5), TermId(0))),
        number(1 << 32),
        truth(Node::Less(false, TermId(0), TermId(7))),
        truth(Node::Less(false, TermId(1), TermId(7))),
        truth(Node::Less(false, TermId(5), TermId(1))),
    ];
    let wanted = [4, 6, 8, 9, 10].map(TermId);
    let little = Effort { work: 100_000, time: Duration::from_secs(60) };
    assert!(matches!(Blaster::default().decide(&terms, &wanted, little), Answer::Unknown));
}
