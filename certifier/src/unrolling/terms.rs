//! Terms of an unrolled program: a graph in which equal terms are one, folded as they are made.
//!
//! Truth values, and bit vectors of some width; whether bits are read as a signed number is a
//! matter of operators. The rules are few and simple. They keep branches that are plainly dead from
//! being followed, and questions small: constants, sums with a constant, choices of few constants,
//! and what is known of addresses.

use std::collections::HashMap;

use belnap_ir::cfg::Cfg;
use belnap_ir::ids::{ObjectId, TiVec};

use super::numbers::{self, Operator, ones};

/// A term; its number is larger than those of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

impl Term {
    /// False.
    pub const FALSE: Term = Term(0);
    /// True.
    pub const TRUE: Term = Term(1);

    /// Its number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What values of a term are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// True or false.
    Truth,
    /// So many bits.
    Bits(u8),
}

/// How a term is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A truth value.
    Truth(bool),
    /// A constant.
    Number(u128),
    /// A value that can be anything, by number.
    Any(u32),
    /// The address of an object.
    Address(ObjectId),
    /// A cell of a region that can hold anything, by the region's number.
    Cell(u32, Term),
    /// An operator on bits.
    Binary(Operator, Term, Term),
    /// The same bits, or the same truth.
    Equal(Term, Term),
    /// Less, as signed numbers or not.
    Less(bool, Term, Term),
    /// Negation.
    Not(Term),
    /// Conjunction.
    And(Term, Term),
    /// Disjunction.
    Or(Term, Term),
    /// The lowest bits.
    Low(Term),
    /// More bits: copies of the sign, or zeros.
    Extended(bool, Term),
    /// The second if the first is true, else the third.
    Choice(Term, Term, Term),
}

/// A choice of at most so many constants is followed into operations.
const LEAVES: u8 = 16;

/// Constants of a choice above which those that are repeated are listed once.
const REPEATED: u8 = 4;

/// A remainder by at most this number is a choice of constants.
const FEW: u128 = 8;

/// A base and a constant that is added to it; without a base, the constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BaseOffset {
    /// What is added to.
    pub base: Option<Term>,
    /// The constant.
    pub offset: u128,
}

/// The terms of a check, by number; operands come before what they are in.
pub struct Terms {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    /// Of a choice of constants, how many there are; 1 for a constant, 0 for other terms.
    leaves: Vec<u8>,
    known: HashMap<(Node, Sort), Term>,
    /// Sizes of objects, at least 1.
    sizes: TiVec<ObjectId, u128>,
    address_bits: u8,
    inputs: u32,
}

impl Terms {
    /// The constants true and false.
    pub fn new(cfg: &Cfg) -> Self {
        let size = |size: Option<u64>| u128::from(size.unwrap_or(1).max(1));
        let mut terms = Terms {
            nodes: Vec::new(),
            sorts: Vec::new(),
            leaves: Vec::new(),
            known: HashMap::new(),
            sizes: cfg.objects.iter().map(|object| size(object.size)).collect(),
            address_bits: cfg.machine.address().bits,
            inputs: 0,
        };
        terms.make(Node::Truth(false), Sort::Truth);
        terms.make(Node::Truth(true), Sort::Truth);
        terms
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How a term is made.
    pub fn node(&self, term: Term) -> Node {
        self.nodes[term.index()]
    }

    /// What its values are.
    pub fn sort(&self, term: Term) -> Sort {
        self.sorts[term.index()]
    }

    /// The width of a term that is not a truth value.
    pub fn bits(&self, term: Term) -> u8 {
        match self.sort(term) {
            Sort::Bits(bits) => bits,
            Sort::Truth => 1,
        }
    }

    /// The term with a number.
    pub fn nth(&self, number: usize) -> Term {
        debug_assert!(number < self.len());
        Term(number as u32)
    }

    fn make(&mut self, node: Node, sort: Sort) -> Term {
        if let Some(term) = self.known.get(&(node, sort)) {
            return *term;
        }
        let term = Term(self.nodes.len() as u32);
        self.leaves.push(self.count_leaves(node));
        self.nodes.push(node);
        self.sorts.push(sort);
        self.known.insert((node, sort), term);
        term
    }

    fn count_leaves(&self, node: Node) -> u8 {
        match node {
            Node::Number(_) | Node::Address(_) => 1,
            Node::Binary(Operator::Add, base, offset) => {
                let nodes = (self.node(base), self.node(offset));
                u8::from(matches!(nodes, (Node::Address(_), Node::Number(_))))
            }
            Node::Choice(_, a, b) => match [a, b].map(|one| self.leaves[one.index()]) {
                [0, _] | [_, 0] => 0,
                [a, b] if a + b > LEAVES => 0,
                [a, b] => a + b,
            },
            _ => 0,
        }
    }

    fn leaves(&self, term: Term) -> u8 {
        self.leaves[term.index()]
    }

    /// Whether a term is a constant or a choice of few.
    pub fn has_leaves(&self, term: Term) -> bool {
        self.leaves(term) > 0
    }

    /// Whether some constant of a choice is an address.
    fn has_address(&self, term: Term) -> bool {
        match self.node(term) {
            Node::Choice(_, a, b) if self.has_leaves(term) => {
                self.has_address(a) || self.has_address(b)
            }
            Node::Number(_) => false,
            _ => self.has_leaves(term),
        }
    }

    /// Whether a term is a choice of few constants.
    pub fn is_choice_of_constants(&self, term: Term) -> bool {
        self.leaves(term) > 1
    }

    /// A truth value.
    pub const fn truth(value: bool) -> Term {
        if value { Term::TRUE } else { Term::FALSE }
    }

    /// The constant of a width congruent to a number.
    pub fn number(&mut self, value: u128, bits: u8) -> Term {
        self.make(Node::Number(value & ones(bits)), Sort::Bits(bits))
    }

    /// A new value that can be anything.
    pub fn any(&mut self, sort: Sort) -> Term {
        self.inputs += 1;
        self.make(Node::Any(self.inputs), sort)
    }

    /// A number for a region that can hold anything.
    pub fn any_region(&mut self) -> u32 {
        self.inputs += 1;
        self.inputs
    }

    /// The address of an object.
    pub fn address(&mut self, object: ObjectId) -> Term {
        self.make(Node::Address(object), Sort::Bits(self.address_bits))
    }

    /// A cell of a region that can hold anything.
    pub fn cell(&mut self, region: u32, index: Term, bits: u8) -> Term {
        self.make(Node::Cell(region, index), Sort::Bits(bits))
    }

    pub(super) fn constant(&self, term: Term) -> Option<u128> {
        match self.node(term) {
            Node::Number(value) => Some(value),
            _ => None,
        }
    }

    /// A term as a base and a constant.
    pub fn place(&self, term: Term) -> BaseOffset {
        match self.node(term) {
            Node::Number(offset) => BaseOffset { base: None, offset },
            Node::Binary(Operator::Add, base, constant) => match self.constant(constant) {
                Some(offset) => BaseOffset { base: Some(base), offset },
                None => BaseOffset { base: Some(term), offset: 0 },
            },
            _ => BaseOffset { base: Some(term), offset: 0 },
        }
    }

    /// The term that a base and a constant are.
    pub fn at(&mut self, place: BaseOffset, bits: u8) -> Term {
        let offset = self.number(place.offset, bits);
        match place.base {
            None => offset,
            Some(base) if self.constant(offset) == Some(0) => base,
            Some(base) => self.make(Node::Binary(Operator::Add, base, offset), Sort::Bits(bits)),
        }
    }

    /// The object that a place is in, and how many bytes behind its start; the end of an object is
    /// a place in it if `end`.
    pub fn in_object(&self, place: BaseOffset, end: bool) -> Option<(ObjectId, u128)> {
        let Node::Address(object) = self.node(place.base?) else { return None };
        let size = self.sizes[object] + u128::from(end);
        (place.offset < size).then_some((object, place.offset))
    }

    /// The constants that choices are of, each once.
    pub fn constants<const N: usize>(&self, choices: [Term; N]) -> Vec<Term> {
        let (mut open, mut constants) = (choices.to_vec(), Vec::new());
        while let Some(term) = open.pop() {
            match self.node(term) {
                Node::Choice(_, a, b) => open.extend([a, b]),
                _ => constants.push(term),
            }
        }
        constants.sort_unstable();
        constants.dedup();
        constants
    }

    /// Makes the same of every constant that a choice is of.
    pub fn of_each(
        &mut self,
        choice: Term,
        make: &mut dyn FnMut(&mut Terms, Term) -> Term,
    ) -> Term {
        match self.node(choice) {
            Node::Choice(condition, a, b) => {
                let (a, b) = (self.of_each(a, make), self.of_each(b, make));
                self.choice(condition, a, b)
            }
            _ => make(self, choice),
        }
    }

    /// Makes the same of every pair of constants that two choices are of, if these are few.
    fn of_pairs(
        &mut self,
        (a, b): (Term, Term),
        make: &mut dyn FnMut(&mut Terms, Term, Term) -> Term,
    ) -> Option<Term> {
        let (in_a, in_b) = (self.leaves(a), self.leaves(b));
        let pairs = in_a.saturating_mul(in_b);
        (2..=LEAVES).contains(&pairs).then(|| {
            self.of_each(a, &mut |terms, a| terms.of_each(b, &mut |terms, b| make(terms, a, b)))
        })
    }

    /// `a op b`
    pub fn binary(&mut self, op: Operator, a: Term, b: Term) -> Term {
        let bits = self.bits(a);
        if let (Some(a), Some(b)) = (self.constant(a), self.constant(b)) {
            return self.number(op.apply(a, b, bits), bits);
        }
        // Bytes of addresses are put together again.
        let is_byte = op == Operator::ShiftRightUnsigned && self.has_address(a);
        if !is_byte
            && let Some(term) = self.of_pairs((a, b), &mut |terms, a, b| terms.binary(op, a, b))
        {
            return term;
        }
        let swap = op.commutes() && self.constant(b).is_none();
        let swap = swap && (self.constant(a).is_some() || b < a);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        match op {
            Operator::Add => self.sum(a, b, bits),
            Operator::Sub => self.difference(a, b, bits),
            _ => self.other_binary(op, a, b, bits),
        }
    }

    /// A sum: constants come last.
    fn sum(&mut self, a: Term, b: Term, bits: u8) -> Term {
        let (left, right) = (self.place(a), self.place(b));
        let offset = left.offset.wrapping_add(right.offset) & ones(bits);
        let base = match (left.base, right.base) {
            (Some(a), Some(b)) => {
                let (a, b) = (a.min(b), a.max(b));
                Some(self.make(Node::Binary(Operator::Add, a, b), Sort::Bits(bits)))
            }
            (base, None) | (None, base) => base,
        };
        self.at(BaseOffset { base, offset }, bits)
    }

    fn difference(&mut self, a: Term, b: Term, bits: u8) -> Term {
        let (left, right) = (self.place(a), self.place(b));
        let offset = left.offset.wrapping_sub(right.offset) & ones(bits);
        let base = match (left.base, right.base) {
            (base, None) => base,
            (Some(a), Some(b)) if a == b => None,
            (Some(a), Some(b)) => match self.node(a) {
                Node::Binary(Operator::Add, one, other) if one == b => Some(other),
                Node::Binary(Operator::Add, one, other) if other == b => Some(one),
                _ => Some(self.make(Node::Binary(Operator::Sub, a, b), Sort::Bits(bits))),
            },
            (None, Some(b)) => {
                let zero = self.number(0, bits);
                Some(self.make(Node::Binary(Operator::Sub, zero, b), Sort::Bits(bits)))
            }
        };
        self.at(BaseOffset { base, offset }, bits)
    }

    fn other_binary(&mut self, op: Operator, a: Term, b: Term, bits: u8) -> Term {
        use Operator::{And, Mul, Or, RemSigned, RemUnsigned, Xor};
        use Operator::{ShiftLeft, ShiftRightSigned, ShiftRightUnsigned};
        match (op, self.constant(b)) {
            (Mul | And, Some(0)) => return b,
            (Or | Xor | ShiftLeft | ShiftRightSigned | ShiftRightUnsigned, Some(0)) => return a,
            (Mul, Some(1)) => return a,
            (And, Some(all)) if all == ones(bits) => return a,
            (Mul, Some(_)) => {
                let BaseOffset { base, offset } = self.place(a);
                if let Some(base) = base.filter(|_| offset != 0) {
                    let offset = self.number(offset, bits);
                    let product = self.binary(Mul, base, b);
                    let constant = self.binary(Mul, offset, b);
                    return self.binary(Operator::Add, product, constant);
                }
            }
            (And | Or, None) if a == b => return a,
            (Or, None) => {
                let together = self.put_side_by_side(a, b);
                return together.unwrap_or_else(|| self.or_bits(a, b));
            }
            (RemUnsigned | RemSigned, Some(by)) if by > 0 && by <= FEW => {
                return self.remainder(op, a, b, by);
            }
            (Xor, None) if a == b => return self.number(0, bits),
            _ => {}
        }
        self.make(Node::Binary(op, a, b), Sort::Bits(bits))
    }

    /// The bits of either.
    pub(super) fn or_bits(&mut self, a: Term, b: Term) -> Term {
        let sort = self.sort(a);
        self.make(Node::Binary(Operator::Or, a.min(b), a.max(b)), sort)
    }

    /// A remainder by a small number: a choice of few constants, if it has no sign.
    fn remainder(&mut self, op: Operator, a: Term, b: Term, by: u128) -> Term {
        let bits = self.bits(a);
        let remainder = self.make(Node::Binary(op, a, b), Sort::Bits(bits));
        let is_positive = matches!(self.node(a), Node::Extended(false, _));
        if op == Operator::RemSigned && (!is_positive || by >> (bits - 1) != 0) {
            return remainder;
        }
        let last = self.number(by - 1, bits);
        (0..by - 1).rev().fold(last, |others, value| {
            let value = self.number(value, bits);
            let here = self.make(Node::Equal(remainder, value), Sort::Truth);
            self.choice(here, value, others)
        })
    }

    /// A bit vector with so many bits: the lowest, or more of them.
    pub fn resize(&mut self, a: Term, bits: u8, is_signed: bool) -> Term {
        let from = self.bits(a);
        if from == bits {
            return a;
        }
        if let Some(value) = self.constant(a) {
            return self.number(numbers::resize(value, from, bits, is_signed), bits);
        }
        if self.is_choice_of_constants(a) && !(bits < from && self.has_address(a)) {
            return self.of_each(a, &mut |terms, a| terms.resize(a, bits, is_signed));
        }
        let node = match (self.node(a), bits < from) {
            (Node::Extended(was_signed, inner), true) => {
                return self.resize(inner, bits, was_signed);
            }
            (_, true) => Node::Low(a),
            (_, false) => Node::Extended(is_signed, a),
        };
        self.make(node, Sort::Bits(bits))
    }

    /// `a == b`, of bits or truth values.
    pub fn equal(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return Term::TRUE;
        }
        if self.sort(a) == Sort::Truth {
            let other = self.not(b);
            return self.choice(a, b, other);
        }
        if let Some(term) = self.of_pairs((a, b), &mut Terms::equal) {
            return term;
        }
        let (left, right) = (self.place(a), self.place(b));
        if left.base == right.base {
            return Terms::truth(left.offset == right.offset);
        }
        if self.are_distinct(left, right) {
            return Term::FALSE;
        }
        let bits = self.bits(a);
        match (left.base, right.base) {
            (Some(base), None) => {
                self.equals_constant(base, right.offset.wrapping_sub(left.offset), bits)
            }
            (None, Some(base)) => {
                self.equals_constant(base, left.offset.wrapping_sub(right.offset), bits)
            }
            _ => self.make(Node::Equal(a.min(b), a.max(b)), Sort::Truth),
        }
    }

    /// Whether two places are different wherever objects are: they do not overlap, and are not at
    /// 0.
    fn are_distinct(&self, a: BaseOffset, b: BaseOffset) -> bool {
        let is_null = |place: BaseOffset| place.base.is_none() && place.offset == 0;
        match (self.in_object(a, false), self.in_object(b, false)) {
            (Some((a, _)), Some((b, _))) => a != b,
            _ => {
                let behind = |place| self.in_object(place, true).is_some();
                is_null(a) && behind(b) || is_null(b) && behind(a)
            }
        }
    }

    fn equals_constant(&mut self, a: Term, value: u128, bits: u8) -> Term {
        let value = value & ones(bits);
        if let Node::Extended(is_signed, inner) = self.node(a) {
            let own = self.bits(inner);
            let low = value & ones(own);
            if numbers::resize(low, own, bits, is_signed) != value {
                return Term::FALSE;
            }
            let low = self.number(low, own);
            return self.equal(inner, low);
        }
        let value = self.number(value, bits);
        self.make(Node::Equal(a, value), Sort::Truth)
    }

    /// `a < b`
    pub fn less(&mut self, is_signed: bool, a: Term, b: Term) -> Term {
        let bits = self.bits(a);
        if a == b {
            return Term::FALSE;
        }
        if let (Some(a), Some(b)) = (self.constant(a), self.constant(b)) {
            return Terms::truth(numbers::less(a, b, bits, is_signed));
        }
        if let Some(term) = self.of_pairs((a, b), &mut |terms, a, b| terms.less(is_signed, a, b)) {
            return term;
        }
        let places = [a, b].map(|one| self.in_object(self.place(one), true));
        if let ([Some((one, a)), Some((other, b))], false) = (places, is_signed)
            && one == other
        {
            return Terms::truth(a < b);
        }
        let least = if is_signed { 1 << (bits - 1) } else { 0 };
        let most = if is_signed { ones(bits) >> 1 } else { ones(bits) };
        if self.constant(b) == Some(least) || self.constant(a) == Some(most) {
            return Term::FALSE;
        }
        self.make(Node::Less(is_signed, a, b), Sort::Truth)
    }

    /// Negation.
    pub fn not(&mut self, a: Term) -> Term {
        match self.node(a) {
            Node::Truth(value) => Terms::truth(!value),
            Node::Not(inner) => inner,
            _ => self.make(Node::Not(a), Sort::Truth),
        }
    }

    /// Conjunction.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (Term::FALSE, _) | (_, Term::FALSE) => return Term::FALSE,
            (Term::TRUE, other) | (other, Term::TRUE) => return other,
            _ if a == b => return a,
            _ if self.are_opposite(a, b) => return Term::FALSE,
            _ => {}
        }
        for (whole, part) in [(a, b), (b, a)] {
            if let Node::And(one, other) = self.node(whole) {
                if one == part || other == part {
                    return whole;
                }
                if self.are_opposite(one, part) || self.are_opposite(other, part) {
                    return Term::FALSE;
                }
            }
        }
        self.make(Node::And(a.min(b), a.max(b)), Sort::Truth)
    }

    /// Disjunction.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        match (a, b) {
            (Term::TRUE, _) | (_, Term::TRUE) => return Term::TRUE,
            (Term::FALSE, other) | (other, Term::FALSE) => return other,
            _ if a == b => return a,
            _ if self.are_opposite(a, b) => return Term::TRUE,
            _ => {}
        }
        for (whole, part) in [(a, b), (b, a)] {
            if let Node::And(one, other) = self.node(whole) {
                if one == part || other == part {
                    return part;
                }
                if self.are_opposite(one, part) {
                    return self.or(part, other);
                }
                if self.are_opposite(other, part) {
                    return self.or(part, one);
                }
            }
        }
        self.make(Node::Or(a.min(b), a.max(b)), Sort::Truth)
    }

    fn are_opposite(&self, a: Term, b: Term) -> bool {
        self.node(a) == Node::Not(b) || self.node(b) == Node::Not(a)
    }

    /// Whether two truth values are plainly never true together: one of the parts of the first and
    /// one of those of the second exclude each other.
    pub fn are_exclusive(&self, a: Term, b: Term) -> bool {
        let (in_a, in_b) = (self.parts(a), self.parts(b));
        in_a.iter().any(|a| in_b.iter().any(|b| self.exclude(*a, *b)))
    }

    fn exclude(&self, a: Term, b: Term) -> bool {
        let same_side = |a: Term, b: Term| match (self.node(a), self.node(b)) {
            (Node::Equal(x, one), Node::Equal(y, other)) if x == y => {
                let constants = self.constant(one).zip(self.constant(other));
                constants.is_some_and(|(one, other)| one != other)
            }
            _ => false,
        };
        self.are_opposite(a, b) || a == Term::FALSE || b == Term::FALSE || same_side(a, b)
    }

    /// The parts of a conjunction.
    fn parts(&self, term: Term) -> Vec<Term> {
        let (mut parts, mut open) = (Vec::new(), vec![term]);
        while let Some(term) = open.pop() {
            match self.node(term) {
                Node::And(a, b) => open.extend([a, b]),
                _ => parts.push(term),
            }
        }
        parts
    }

    /// `condition ? a : b`, of bits or truth values.
    pub fn choice(&mut self, condition: Term, a: Term, b: Term) -> Term {
        match self.node(condition) {
            Node::Truth(true) => return a,
            Node::Truth(false) => return b,
            Node::Not(inner) => return self.choice(inner, b, a),
            _ => {}
        }
        let a = match self.node(a) {
            Node::Choice(same, inner, _) if same == condition => inner,
            _ => a,
        };
        let b = match self.node(b) {
            Node::Choice(same, _, inner) if same == condition => inner,
            _ => b,
        };
        if a == b {
            return a;
        }
        if self.sort(a) == Sort::Truth {
            let other = self.not(condition);
            match (a, b) {
                (Term::TRUE, _) => return self.or(condition, b),
                (Term::FALSE, _) => return self.and(other, b),
                (_, Term::TRUE) => return self.or(other, a),
                (_, Term::FALSE) => return self.and(condition, a),
                _ => {}
            }
        }
        if let Some(term) = self.choice_of_addresses(condition, a, b) {
            return term;
        }
        if let Some(term) = self.choice_of_bytes(condition, a, b) {
            return term;
        }
        let sort = self.sort(a);
        self.make(Node::Choice(condition, a, b), sort)
    }

    /// `condition ? a : b` of addresses and other constants, each of which is listed once; `None`
    /// if none is repeated.
    fn choice_of_addresses(&mut self, condition: Term, a: Term, b: Term) -> Option<Term> {
        let count = self.leaves(a).checked_add(self.leaves(b)).filter(|count| *count > REPEATED)?;
        if !self.has_leaves(a) || !self.has_leaves(b) {
            return None;
        }
        if !self.has_address(a) && !self.has_address(b) {
            return None;
        }
        let mut values = self.constants([a, b]);
        let last = (values.len() < usize::from(count)).then(|| values.pop()).flatten()?;
        let sort = self.sort(a);
        Some(values.into_iter().fold(last, |others, value| {
            let (in_a, in_b) = (self.equal(a, value), self.equal(b, value));
            match self.choice(condition, in_a, in_b) {
                Term::TRUE => value,
                Term::FALSE => others,
                here => self.make(Node::Choice(here, value, others), sort),
            }
        }))
    }
}

impl Node {
    /// What it is made of.
    pub const fn operands(self) -> [Option<Term>; 3] {
        match self {
            Node::Truth(_) | Node::Number(_) | Node::Any(_) | Node::Address(_) => [None; 3],
            Node::Cell(_, a) | Node::Not(a) | Node::Low(a) | Node::Extended(_, a) => {
                [Some(a), None, None]
            }
            Node::Binary(_, a, b)
            | Node::Equal(a, b)
            | Node::Less(_, a, b)
            | Node::And(a, b)
            | Node::Or(a, b) => [Some(a), Some(b), None],
            Node::Choice(a, b, c) => [Some(a), Some(b), Some(c)],
        }
    }
}
