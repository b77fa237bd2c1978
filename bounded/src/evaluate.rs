//! Expressions of the graph as terms, in a state.

use std::rc::Rc;

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::{CfgVarId, ObjectId};
use belnap_ir::types::{IntType, Type};
use belnap_solver::bits::TermId;
use rustc_hash::FxHashMap;

use crate::region::{Contents, Region};
use crate::terms::{FALSE, Guard, Guards, Located, TRUE, Terms, largest};

/// No value, of a variable that does not matter.
pub const DEAD: TermId = TermId(u32::MAX);

/// Indices that are told apart at most, where one of several is meant.
const SPREAD: u128 = 16;

/// The values of all variables where control is at some location.
#[derive(Clone)]
pub struct State {
    /// Under which condition control is there.
    pub guard: Guard,
    /// Of scalar variables, by number; [`DEAD`] if nothing reads it.
    pub scalars: Vec<TermId>,
    /// Of regions, by number.
    pub regions: Vec<Option<Rc<Region>>>,
}

/// Makes terms of expressions.
pub struct Evaluator<'a> {
    cfg: &'a Cfg,
    /// All terms made so far; equal ones are shared.
    pub terms: Terms,
    /// The conditions under which states exist.
    pub guards: Guards,
    /// What regions have before anything is written.
    pub contents: Contents,
    /// The addresses of objects that were mentioned.
    pub addresses: FxHashMap<ObjectId, TermId>,
}

impl<'a> Evaluator<'a> {
    /// For expressions of a graph.
    pub fn new(cfg: &'a Cfg) -> Self {
        let (contents, addresses) = (Contents::default(), FxHashMap::default());
        Evaluator { cfg, terms: Terms::new(), guards: Guards::default(), contents, addresses }
    }

    /// A condition; `None` if it has no term.
    pub fn condition(&mut self, state: &State, expr: &Expr) -> Option<TermId> {
        self.scalar(state, expr).map(|(term, _)| term)
    }

    /// A number or truth value, with its type; `None` if it has no term.
    pub fn scalar(&mut self, state: &State, expr: &Expr) -> Option<(TermId, Type)> {
        Some(match expr {
            Expr::Int(value, ty) => (self.terms.number(*value as u128, ty.bits), Type::Int(*ty)),
            Expr::Bool(value) => (Terms::truth(*value), Type::Bool),
            Expr::Var(var) => (self.variable(state, *var)?, self.cfg.type_of(*var)),
            Expr::Address(object) => (self.address(*object), Type::Int(self.cfg.machine.address())),
            Expr::Unary(op, operand) => return self.unary(state, *op, operand),
            Expr::Binary(op, operands) => return self.binary(state, *op, operands),
            Expr::Compare(op, operands) => {
                let (a, ty) = self.scalar(state, &operands[0])?;
                let (b, _) = self.scalar(state, &operands[1])?;
                (self.compare(*op, ty, a, b), Type::Bool)
            }
            Expr::Not(operand) => {
                let a = self.condition(state, operand)?;
                (self.terms.not(a), Type::Bool)
            }
            Expr::And(operands) => (self.connect(state, operands, FALSE)?, Type::Bool),
            Expr::Or(operands) => (self.connect(state, operands, TRUE)?, Type::Bool),
            Expr::Cast(to, operand) => (self.cast(state, *to, operand)?, Type::Int(*to)),
            Expr::If(operands) => return self.choice(state, operands),
            Expr::Read(operands) => {
                let region = self.region(state, &operands[0])?;
                let (index, _) = self.scalar(state, &operands[1])?;
                let index = self.spread(state.guard, index);
                let cell = region.read(&mut self.terms, &mut self.contents, index);
                (cell, Type::Int(region.ty.cell))
            }
            Expr::Write(_) | Expr::Fill(..) | Expr::Splice(_) | Expr::Shift(_) => return None,
        })
    }

    /// A number or truth value to be kept; `None` if it has no term. An address that may be one of
    /// few is a choice between them.
    pub fn value(&mut self, state: &State, expr: &Expr) -> Option<TermId> {
        let (value, _) = self.scalar(state, expr)?;
        Some(match self.terms.has_address(value) {
            true => self.spread(state.guard, value),
            false => value,
        })
    }

    fn unary(&mut self, state: &State, op: UnaryOp, operand: &Expr) -> Option<(TermId, Type)> {
        let (a, ty) = self.scalar(state, operand)?;
        let bits = ty.as_int()?.bits;
        let term = match op {
            UnaryOp::Neg => {
                let zero = self.terms.number(0, bits);
                self.terms.plus(zero, largest(bits), a)
            }
            UnaryOp::BitNot => self.terms.complement(a),
        };
        Some((term, ty))
    }

    fn binary(
        &mut self,
        state: &State,
        op: BinaryOp,
        operands: &[Expr; 2],
    ) -> Option<(TermId, Type)> {
        let (a, ty) = self.scalar(state, &operands[0])?;
        let (b, right) = self.scalar(state, &operands[1])?;
        let (own, right) = (ty.as_int()?, right.as_int()?);
        let b = match op {
            BinaryOp::Shl | BinaryOp::Shr => self.count(b, right, own),
            _ => b,
        };
        let term = match self.narrow(state.guard, op, a, b) {
            Some(term) => term,
            None => self.terms.binary(op, own.signed, a, b),
        };
        Some((term, ty))
    }

    /// A product or quotient of numbers that the guard keeps small, computed with fewer bits: what
    /// the prover makes of it grows with the square of their number.
    fn narrow(&mut self, guard: Guard, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let is_known = |term| self.terms.constant(term).is_some();
        if !matches!(op, BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem)
            || is_known(a)
            || is_known(b)
        {
            return None;
        }
        let range = |term| self.guards.range(&self.terms, guard, term);
        let width = |(_, most): (u128, u128)| (u128::BITS - most.leading_zeros()).max(1);
        let (first, second) = (range(a), range(b));
        let needed = match op {
            BinaryOp::Mul => width(first) + width(second),
            // What it is by zero depends on the number of bits; what is left does not.
            BinaryOp::Div if second.0 == 0 => return None,
            _ => width(first).max(width(second)),
        };
        let bits = self.terms.bits(a);
        // Then no sign is lost either.
        let fewer =
            u8::try_from(needed).ok().filter(|fewer| 2 * u32::from(*fewer) <= bits.into())?;
        let a = self.terms.resize(false, a, fewer);
        let b = self.terms.resize(false, b, fewer);
        let term = self.terms.binary(op, false, a, b);
        Some(self.terms.resize(false, term, bits))
    }

    fn cast(&mut self, state: &State, to: IntType, operand: &Expr) -> Option<TermId> {
        let (a, from) = self.scalar(state, operand)?;
        Some(match from {
            Type::Int(from) => self.terms.resize(from.signed, a, to.bits),
            _ => {
                let (one, zero) = (self.terms.number(1, to.bits), self.terms.number(0, to.bits));
                self.terms.ite(a, one, zero)
            }
        })
    }

    /// `c ? a : b`; what is not chosen need not have a term.
    fn choice(&mut self, state: &State, operands: &[Expr; 3]) -> Option<(TermId, Type)> {
        let condition = self.condition(state, &operands[0])?;
        match condition {
            TRUE => return self.scalar(state, &operands[1]),
            FALSE => return self.scalar(state, &operands[2]),
            _ => {}
        }
        let (a, ty) = self.scalar(state, &operands[1])?;
        let (b, _) = self.scalar(state, &operands[2])?;
        Some((self.terms.ite(condition, a, b), ty))
    }

    fn variable(&self, state: &State, var: CfgVarId) -> Option<TermId> {
        Some(state.scalars[var.index()]).filter(|term| *term != DEAD)
    }

    /// An index, as a choice between plain ones if the guard leaves few.
    fn spread(&mut self, guard: Guard, index: TermId) -> TermId {
        let terms = &mut self.terms;
        if terms.plain(index) > 0 {
            return index;
        }
        let Some((factor, part, rest)) = terms.only_part(index) else { return index };
        let of = terms.before_extension(part);
        let (low, high) = self.guards.range(terms, guard, of);
        // What has a sign is not the number that it is extended to.
        let bits = terms.bits(of);
        if low > high || high - low >= SPREAD || of != part && high >> (bits - 1) != 0 {
            return index;
        }
        let leaf = |terms: &mut Terms, value: u128| {
            let value = terms.number(value, terms.bits(part));
            terms.plus(rest, factor, value)
        };
        let last = leaf(terms, high);
        (low..high).rev().fold(last, |others, value| {
            let number = terms.number(value, bits);
            let (is_this, this) = (terms.equal(of, number), leaf(terms, value));
            terms.ite(is_this, this, others)
        })
    }

    /// The address of an object.
    fn address(&mut self, object: ObjectId) -> TermId {
        if let Some(known) = self.addresses.get(&object) {
            return *known;
        }
        let bits = self.cfg.machine.address().bits;
        let space = self.cfg.space_of(object, &self.cfg.object_space());
        let size = self.cfg.objects[object].size.unwrap_or(1).max(1);
        let end = space.end.min(largest(bits));
        let range = (space.start, end.saturating_sub(u128::from(size)).max(space.start));
        let id = self.terms.address(bits, range, Located { object, size });
        self.addresses.insert(object, id);
        id
    }

    /// The count of a shift in the width of what is shifted, which has more values than bits.
    fn count(&mut self, count: TermId, from: IntType, to: IntType) -> TermId {
        if from.bits <= to.bits {
            return self.terms.resize(false, count, to.bits);
        }
        let limit = self.terms.number(u128::from(to.bits), from.bits);
        let inside = self.terms.less(false, count, limit);
        let cut = self.terms.resize(false, count, to.bits);
        let all = self.terms.number(u128::from(to.bits), to.bits);
        self.terms.ite(inside, cut, all)
    }

    fn compare(&mut self, op: CompareOp, ty: Type, a: TermId, b: TermId) -> TermId {
        let terms = &mut self.terms;
        let Type::Int(IntType { signed, .. }) = ty else {
            let same = terms.equal(a, b);
            // Truth values are only compared for being equal; `false < true` as numbers are.
            return match op {
                CompareOp::Eq => same,
                CompareOp::Ne => terms.not(same),
                CompareOp::Lt => {
                    let not = terms.not(a);
                    terms.and(not, b)
                }
                CompareOp::Le => {
                    let not = terms.not(a);
                    terms.or(not, b)
                }
                CompareOp::Gt => {
                    let not = terms.not(b);
                    terms.and(a, not)
                }
                CompareOp::Ge => {
                    let not = terms.not(b);
                    terms.or(a, not)
                }
            };
        };
        match op {
            CompareOp::Eq => terms.equal(a, b),
            CompareOp::Lt => terms.less(signed, a, b),
            CompareOp::Gt => terms.less(signed, b, a),
            CompareOp::Ne => {
                let same = terms.equal(a, b);
                terms.not(same)
            }
            CompareOp::Le => {
                let greater = terms.less(signed, b, a);
                terms.not(greater)
            }
            CompareOp::Ge => {
                let less = terms.less(signed, a, b);
                terms.not(less)
            }
        }
    }

    /// A conjunction, which `false` decides, or a disjunction, which `true` does.
    fn connect(&mut self, state: &State, operands: &[Expr], decisive: TermId) -> Option<TermId> {
        let mut all = if decisive == FALSE { TRUE } else { FALSE };
        for operand in operands {
            let operand = self.condition(state, operand)?;
            all = match decisive {
                FALSE => self.terms.and(all, operand),
                _ => self.terms.or(all, operand),
            };
            if all == decisive {
                break;
            }
        }
        Some(all)
    }

    /// A region; `None` if it has no terms.
    pub fn region(&mut self, state: &State, expr: &Expr) -> Option<Rc<Region>> {
        Some(match expr {
            Expr::Var(var) => state.regions[var.index()].clone()?,
            Expr::Write(operands) => {
                let region = self.region(state, &operands[0])?;
                let (index, _) = self.scalar(state, &operands[1])?;
                let index = self.spread(state.guard, index);
                let value = self.value(state, &operands[2])?;
                self.write(region, index, value)
            }
            Expr::If(operands) => {
                let condition = self.condition(state, &operands[0])?;
                let a = self.region(state, &operands[1])?;
                let b = self.region(state, &operands[2])?;
                Region::choice(&mut self.terms, &mut self.contents, condition, &a, &b)
            }
            Expr::Fill(ty, value) => Rc::new(Region::fill(*ty, self.scalar(state, value)?.0)),
            Expr::Splice(operands) => {
                let both = (self.region(state, &operands[0])?, self.region(state, &operands[1])?);
                let (from, _) = self.scalar(state, &operands[2])?;
                let (length, _) = self.scalar(state, &operands[3])?;
                Region::splice(&mut self.terms, &mut self.contents, both, from, length)
            }
            Expr::Shift(operands) => {
                let region = self.region(state, &operands[0])?;
                Region::shift(region, self.scalar(state, &operands[1])?.0)
            }
            _ => return None,
        })
    }

    /// A region with another value in a cell; changed in place if nobody else has it.
    fn write(&mut self, mut region: Rc<Region>, index: TermId, value: TermId) -> Rc<Region> {
        let own = Rc::make_mut(&mut region);
        own.write(&mut self.terms, &mut self.contents, index, value);
        region
    }

    /// Writes to a region of a state, in order; `None` if one has no terms.
    pub fn writes(
        &mut self,
        state: &State,
        var: CfgVarId,
        expr: &Expr,
    ) -> Option<Vec<(TermId, TermId)>> {
        let (mut writes, mut at) = (Vec::new(), expr);
        while let Expr::Write(operands) = at {
            let (index, _) = self.scalar(state, &operands[1])?;
            let index = self.spread(state.guard, index);
            let value = self.value(state, &operands[2])?;
            writes.push((index, value));
            at = &operands[0];
        }
        writes.reverse();
        matches!(at, Expr::Var(own) if *own == var).then_some(writes)
    }

    /// Does writes to a region in place.
    pub fn write_all(&mut self, region: &mut Rc<Region>, writes: &[(TermId, TermId)]) {
        let own = Rc::make_mut(region);
        for (index, value) in writes {
            own.write(&mut self.terms, &mut self.contents, *index, *value);
        }
    }

    /// This state where a condition is true, else the other, as far as variables matter.
    pub fn merge(&mut self, condition: TermId, a: State, b: &State, guard: Guard) -> State {
        let mut merged = a;
        merged.guard = guard;
        for (own, other) in merged.scalars.iter_mut().zip(&b.scalars) {
            if *own != *other {
                *own = match (*own, *other) {
                    (DEAD, _) | (_, DEAD) => DEAD,
                    (own, other) => self.terms.ite(condition, own, other),
                };
            }
        }
        for (own, other) in merged.regions.iter_mut().zip(&b.regions) {
            *own = match (own.take(), other) {
                (Some(own), Some(other)) => {
                    let (terms, contents) = (&mut self.terms, &mut self.contents);
                    Some(Region::choice(terms, contents, condition, &own, other))
                }
                _ => None,
            };
        }
        merged
    }
}
