//! Simplified terms have the values that the operations say, for random values of the symbols.

use belnap_ir::expr::{BinaryOp, CompareOp};
use belnap_ir::fold::Arithmetic;
use belnap_ir::ids::ObjectId;
use belnap_ir::types::IntType;
use belnap_solver::bits::{Node, TermId};
use belnap_test_support::random::Random;
use belnap_test_support::seeds::cases;
use rustc_hash::FxHashMap;

use super::*;
use crate::values::values;

const WRAPS: Arithmetic = Arithmetic { unbounded: false };
const WIDTHS: [u8; 6] = [1, 3, 8, 16, 32, 128];

/// Terms with the value that each should have in each of some valuations.
struct Pool {
    terms: Terms,
    random: Random,
    made: Vec<(TermId, Vec<u128>)>,
    symbols: Vec<FxHashMap<u32, u128>>,
}

impl Pool {
    const VALUATIONS: usize = 6;

    fn new(seed: u64) -> Self {
        let mut pool = Pool {
            terms: Terms::new(),
            random: Random::new(seed),
            made: Vec::new(),
            symbols: vec![FxHashMap::default(); Pool::VALUATIONS],
        };
        for bits in WIDTHS.iter().flat_map(|bits| [*bits; 3]).chain([0; 3]) {
            let symbol = pool.terms.symbol(bits);
            pool.give(symbol, &mut |random| number(random, bits));
            if bits > 0 {
                let value = number(&mut pool.random, bits);
                let constant = pool.terms.number(value, bits);
                pool.made.push((constant, vec![value; Pool::VALUATIONS]));
            }
        }
        // Two objects of 8 bytes that lie apart, as a machine of 32 bits has them.
        for object in 0..2 {
            let located = Located { object: ObjectId(object), size: 8 };
            let address = pool.terms.address(32, (1 << 12, (1 << 30) - 1), located);
            let base = u128::from(object) << 20;
            pool.give(address, &mut |random| base + (1 << 12) + u128::from(random.below(1 << 16)));
        }
        pool
    }

    fn give(&mut self, symbol: TermId, value: &mut dyn FnMut(&mut Random) -> u128) {
        let Node::Symbol(number) = *self.terms.node(symbol) else { panic!("not a symbol") };
        let mut all = Vec::new();
        for symbols in &mut self.symbols {
            let value = value(&mut self.random);
            symbols.insert(number, value);
            all.push(value);
        }
        self.made.push((symbol, all));
    }

    /// A term of a width, recent ones more often.
    fn any(&mut self, bits: u8) -> (TermId, Vec<u128>) {
        let of = |(id, _): &&(TermId, Vec<u128>)| self.terms.bits(*id) == bits;
        let all: Vec<&(TermId, Vec<u128>)> = self.made.iter().filter(of).collect();
        let recent = if self.random.one_in(2) { all.len().min(6) } else { all.len() };
        let chosen = all[all.len() - 1 - self.random.index(recent)];
        chosen.clone()
    }

    fn grow(&mut self) {
        let bits = self.random.pick(&WIDTHS);
        let signed = self.random.one_in(2);
        let ty = IntType { bits, signed };
        let ((a, x), (b, y), (c, z)) = (self.any(bits), self.any(bits), self.any(0));
        let (d, w) = self.any(0);
        let each = |f: &dyn Fn(usize) -> u128| (0..Pool::VALUATIONS).map(f).collect::<Vec<u128>>();
        let read = |value: u128| ty.wrap(value as i128);
        let compared = |op| {
            move |at: usize, x: &[u128], y: &[u128]| {
                u128::from(WRAPS.compare(op, read(x[at]), read(y[at]), ty))
            }
        };
        let one = match self.random.below(9) {
            0 | 1 => {
                let op = self.random.pick(&BinaryOp::ALL);
                let right = match op {
                    BinaryOp::Shl | BinaryOp::Shr => IntType::unsigned(bits),
                    _ => ty,
                };
                let value = |at: usize| {
                    let y = right.wrap(y[at] as i128);
                    WRAPS.binary(op, read(x[at]), y, ty, right).expect("wraps") as u128
                        & largest(bits)
                };
                (self.terms.binary(op, signed, a, b), each(&value))
            }
            2 => (self.terms.ite(c, a, b), each(&|at| if z[at] != 0 { x[at] } else { y[at] })),
            3 => {
                let less = compared(CompareOp::Lt);
                (self.terms.less(signed, a, b), each(&|at| less(at, &x, &y)))
            }
            4 => (self.terms.equal(a, b), each(&|at| u128::from(x[at] == y[at]))),
            5 => {
                let to = self.random.pick(&WIDTHS);
                let value = |at: usize| read(x[at]) as u128 & largest(to);
                (self.terms.resize(signed, a, to), each(&value))
            }
            6 => (self.terms.and(c, d), each(&|at| z[at] & w[at])),
            7 => (self.terms.or(c, d), each(&|at| z[at] | w[at])),
            _ => match self.random.one_in(2) {
                true => (self.terms.not(c), each(&|at| 1 - z[at])),
                false => (self.terms.ite(c, d, c), each(&|at| if z[at] != 0 { w[at] } else { 0 })),
            },
        };
        self.made.push(one);
    }

    fn check(&self, seed: u64) {
        for (at, symbols) in self.symbols.iter().enumerate() {
            let values = values(self.terms.all(), symbols);
            for (id, expected) in &self.made {
                let term = &self.terms.all()[id.index()];
                assert_eq!(values[id.index()], expected[at], "seed {seed}: {id:?} {term:?}");
                let (low, high) = self.terms.range(*id);
                let inside = term.bits == 0 || (low..=high).contains(&expected[at]);
                assert!(inside, "seed {seed}: {id:?} {term:?} is not in its range");
            }
        }
    }
}

/// Small and large numbers, and those around the sign.
fn number(random: &mut Random, bits: u8) -> u128 {
    let wide = u128::from(random.bits()) << 64 | u128::from(random.bits());
    let value = match random.below(4) {
        0 => wide,
        1 => u128::from(random.below(4)),
        2 => 0_u128.wrapping_sub(u128::from(random.below(4))),
        _ => (1 << (bits.max(1) - 1)) + u128::from(random.below(3)) - 1,
    };
    if bits == 0 { value & 1 } else { value & largest(bits) }
}

#[test]
fn terms_mean_what_they_are_made_of() {
    for seed in 0..cases(300) {
        let mut pool = Pool::new(seed);
        (0..150).for_each(|_| pool.grow());
        pool.check(seed);
    }
}

/// A guard implies what it says it does, and excludes what it says it excludes.
#[test]
fn guards_know_what_follows() {
    for seed in 0..cases(200) {
        let mut pool = Pool::new(seed);
        (0..100).for_each(|_| pool.grow());
        let mut guards = Guards::default();
        let mut guard = Guards::NONE;
        let mut assumed = vec![true; Pool::VALUATIONS];
        for _ in 0..12 {
            let (condition, value) = pool.any(0);
            let implied = guards.implied(&mut pool.terms, guard, condition);
            for at in (0..Pool::VALUATIONS).filter(|at| assumed[*at]) {
                let is_right = implied.is_none_or(|implied| implied == (value[at] != 0));
                assert!(is_right, "seed {seed}: {condition:?} {implied:?}");
            }
            let bits = pool.random.pick(&WIDTHS);
            let (number, value_of) = pool.any(bits);
            let (low, high) = guards.range(&pool.terms, guard, number);
            for at in (0..Pool::VALUATIONS).filter(|at| assumed[*at]) {
                let value = value_of[at];
                assert!((low..=high).contains(&value), "seed {seed}: {number:?} is {value}");
            }
            let both: Vec<bool> = assumed.iter().zip(&value).map(|(x, y)| *x && *y != 0).collect();
            match guards.assume(&mut pool.terms, guard, condition) {
                Some(next) => (guard, assumed) = (next, both),
                None => assert!(!both.contains(&true), "seed {seed}: {condition:?}"),
            }
        }
    }
}

/// Guards that exclude each other are joined to one that says no more and no less, and are told
/// apart.
#[test]
fn joined_guards_say_what_both_did() {
    for seed in 0..cases(400) {
        let mut pool = Pool::new(seed);
        (0..100).for_each(|_| pool.grow());
        let mut guards = Guards::default();
        let (before, _) = pool.any(0);
        let Some(common) = guards.assume(&mut pool.terms, Guards::NONE, before) else { continue };
        let (parted, _) = pool.any(0);
        let other = pool.terms.not(parted);
        let mut chain = |pool: &mut Pool, first: TermId| {
            let guard = guards.assume(&mut pool.terms, common, first)?;
            (0..3).try_fold(guard, |guard, _| {
                let (condition, _) = pool.any(0);
                let (a, b) = (pool.any(8).0, pool.any(8).0);
                let less = pool.terms.less(false, a, b);
                let more = pool.terms.less(false, b, a);
                let condition = match pool.random.below(3) {
                    0 => condition,
                    1 => less,
                    _ => more,
                };
                guards.assume(&mut pool.terms, guard, condition)
            })
        };
        let (Some(a), Some(b)) = (chain(&mut pool, parted), chain(&mut pool, other)) else {
            continue;
        };
        let joined = guards.join(&mut pool.terms, a, b);
        for symbols in &pool.symbols {
            let values = values(pool.terms.all(), symbols);
            let is_true = |guard: Guard| values[guards.term(guard).index()] != 0;
            match joined {
                None => assert!(!is_true(a) && !is_true(b), "seed {seed}"),
                Some((both, selector)) => {
                    assert_eq!(is_true(both), is_true(a) || is_true(b), "seed {seed}");
                    let chosen = values[selector.index()] != 0;
                    assert!(!is_true(a) || chosen, "seed {seed}");
                    assert!(!is_true(b) || !chosen, "seed {seed}");
                }
            }
        }
    }
}

/// Words that are written and read byte by byte, under conditions, are what they should be; and if
/// only whole words were written, they are not put together bit by bit.
#[test]
fn words_kept_in_bytes_are_words_again() {
    const BYTES: usize = 4;
    for seed in 0..cases(300) {
        let mut pool = Pool::new(seed);
        (0..60).for_each(|_| pool.grow());
        let byte_of = |pool: &mut Pool, word: TermId, at: usize| {
            let by = pool.terms.number(8 * at as u128, 32);
            let shifted = pool.terms.binary(BinaryOp::Shr, false, word, by);
            pool.terms.resize(false, shifted, 8)
        };
        let (first, mut expected) = pool.any(32);
        let mut cells: Vec<TermId> = (0..BYTES).map(|at| byte_of(&mut pool, first, at)).collect();
        let whole = pool.random.one_in(2);
        for _ in 0..4 {
            let ((word, value), (condition, holds)) = (pool.any(32), pool.any(0));
            let changed: Vec<usize> = match whole {
                true => (0..BYTES).collect(),
                false => vec![pool.random.index(BYTES)],
            };
            let mask = changed.iter().fold(0, |mask, at| mask | 0xff_u128 << (8 * at));
            for at in changed {
                let new = byte_of(&mut pool, word, at);
                cells[at] = pool.terms.ite(condition, new, cells[at]);
            }
            for (at, old) in expected.iter_mut().enumerate().filter(|(at, _)| holds[*at] != 0) {
                *old = *old & !mask | value[at] & mask;
            }
        }
        let mut read = pool.terms.number(0, 32);
        for (at, cell) in cells.into_iter().enumerate() {
            let by = pool.terms.number(8 * at as u128, 32);
            let wide = pool.terms.resize(false, cell, 32);
            let placed = pool.terms.binary(BinaryOp::Shl, false, wide, by);
            read = pool.terms.binary(BinaryOp::BitOr, false, read, placed);
        }
        pool.made.push((read, expected));
        pool.check(seed);
    }
}

/// Pointers kept in bytes, one of them replaced by another under a condition, stay plain.
#[test]
fn pointers_kept_in_bytes_stay_plain() {
    let mut terms = Terms::new();
    let address = |terms: &mut Terms, object| {
        let located = Located { object: ObjectId(object), size: 8 };
        terms.address(64, (1 << 12, (1 << 47) - 9), located)
    };
    let (a, b) = (address(&mut terms, 0), address(&mut terms, 1));
    let (null, eight) = (terms.number(0, 64), terms.number(8, 64));
    let behind = terms.plus(b, 1, eight);
    let conditions: Vec<TermId> = (0..5).map(|_| terms.symbol(0)).collect();
    let mut read = null;
    for byte in 0..8_u8 {
        let by = terms.number(u128::from(byte) * 8, 64);
        let mut cell = None;
        for (number, word) in [a, null, behind, a, behind, null].into_iter().enumerate() {
            let shifted = terms.binary(BinaryOp::Shr, false, word, by);
            let new = terms.resize(false, shifted, 8);
            cell = Some(match cell {
                None => new,
                Some(old) => terms.ite(conditions[number - 1], new, old),
            });
        }
        let wide = terms.resize(false, cell.expect("written"), 64);
        let placed = terms.binary(BinaryOp::Shl, false, wide, by);
        read = terms.binary(BinaryOp::BitOr, false, read, placed);
    }
    assert_eq!(terms.plain(read), 3, "{:?}", terms.node(read));
}

/// Blocks that lie behind one another with unknown gaps between them are told apart, and addresses
/// of such blocks are plain.
#[test]
fn blocks_behind_gaps_are_apart() {
    let mut terms = Terms::new();
    let located = Located { object: ObjectId(0), size: 1 << 40 };
    let first = terms.address(64, (1 << 12, 1 << 46), located);
    let located = Located { object: ObjectId(1), size: 8 };
    let local = terms.address(64, (1 << 12, 1 << 46), located);
    let mut blocks = vec![first];
    for _ in 0..3 {
        let gap = terms.symbol(32);
        let gap = terms.resize(false, gap, 64);
        let least = terms.number(32, 64);
        let next = terms.plus(blocks[blocks.len() - 1], 1, least);
        blocks.push(terms.plus(next, 16, gap));
    }
    for (at, block) in blocks.iter().enumerate() {
        assert_eq!(terms.plain(*block), 1);
        assert_eq!(terms.equal(*block, local), FALSE);
        let inside = terms.number(8, 64);
        let inside = terms.plus(*block, 1, inside);
        for (other, later) in blocks.iter().enumerate() {
            assert_eq!(terms.equal(inside, *later), FALSE, "{at} and {other}");
            let order = terms.less(false, *block, *later);
            assert_eq!(order, Terms::truth(at < other), "{at} and {other}");
        }
    }
}
