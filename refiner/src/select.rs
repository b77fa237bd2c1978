//! Conditions to predicates: split into atoms, without what is known, the simplest first.

use std::collections::BTreeSet;

use belnap_formats::condition::Writer;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::CfgLocId;
use belnap_ir::predicate::{PredicateScope, PredicateSet};
use belnap_ir::substitute::size;
use belnap_ir::types::IntType;
use belnap_solver::wp::Conditions;
use rustc_hash::FxHashSet;

use crate::known::Known;
use crate::widen::{self, Habits};

/// Constants from which on one more of the same kind looks like counting.
const COUNTED: usize = 2;

/// Constants further apart are not counting.
const WIDEST_STEP: u128 = 64;

/// Limit on the constants of a leap.
const MOST_LEAPS: usize = 16;

/// Larger conditions make no good predicates.
const MAX_SIZE: usize = 60;

/// A new predicate.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The condition, in normal form.
    pub condition: Expr,
    /// Where to track it.
    pub scope: PredicateScope,
}

/// Collects predicates for one refinement.
pub struct Selection<'a> {
    set: &'a PredicateSet,
    writer: Writer<'a>,
    conditions: Conditions<'a>,
    known: FxHashSet<Expr>,
    found: Vec<Expr>,
    /// What is enough as it is: no more of the kind are added.
    chosen: Vec<Expr>,
    /// What is to be tracked at one location.
    placed: Vec<Found>,
    /// Whether the graph computes with bits.
    bits: bool,
    /// What is about single bits, though the graph is not.
    about_bits: Vec<Expr>,
}

impl<'a> Selection<'a> {
    /// Nothing selected yet.
    pub fn new(cfg: &'a Cfg, known: &Known<'a>) -> Self {
        let conditions = Conditions::new(cfg);
        let mut all: FxHashSet<Expr> = FxHashSet::default();
        for condition in known.conditions {
            all.insert(conditions.normal(&condition.clone().negate()));
            all.insert(condition.clone());
        }
        let bits = computes_with_bits(cfg);
        Selection {
            set: known.set,
            writer: Writer::new(cfg),
            conditions,
            known: all,
            found: Vec::new(),
            chosen: Vec::new(),
            placed: Vec::new(),
            bits,
            about_bits: Vec::new(),
        }
    }

    /// Proposes a condition: its atoms are selected if they are new; whether one was.
    pub fn propose(&mut self, condition: &Expr) -> bool {
        let before = self.found.len();
        let normal = self.conditions.normal(condition);
        self.split(&normal);
        self.found.len() > before
    }

    /// Chooses a condition that is one atom, as it is, if it is new.
    pub fn choose(&mut self, atom: &Expr) {
        let atom = self.conditions.normal(atom);
        if self.is_new(&atom) {
            let atom = self.learn(atom);
            self.chosen.push(atom);
        }
    }

    /// Whether a condition and its negation are not known.
    pub fn is_new(&self, atom: &Expr) -> bool {
        let atom = self.conditions.normal(atom);
        let negation = self.conditions.normal(&atom.clone().negate());
        let constant = matches!(atom, Expr::Bool(_));
        !constant && !self.known.contains(&atom) && !self.known.contains(&negation)
    }

    /// Remembers an atom; gives it or its negation, whichever is read more easily.
    fn learn(&mut self, atom: Expr) -> Expr {
        let negation = self.conditions.normal(&atom.clone().negate());
        self.known.insert(negation.clone());
        self.known.insert(atom.clone());
        if simpler(&negation, &atom) { negation } else { atom }
    }

    /// Proposes a condition as one predicate, tracked at one location.
    pub fn propose_at(&mut self, at: CfgLocId, condition: Expr) {
        let scope = PredicateScope::Location(at.to_string());
        if !self.set.contains(&scope, &self.writer.name(&condition)) {
            self.placed.push(Found { condition, scope });
        }
    }

    fn split(&mut self, condition: &Expr) {
        match condition {
            Expr::Bool(_) => {}
            Expr::Not(operand) => self.split(operand),
            Expr::And(operands) | Expr::Or(operands) => {
                operands.iter().for_each(|operand| self.split(operand));
            }
            Expr::If(operands) => operands.iter().for_each(|operand| self.split(operand)),
            atom => self.add(atom),
        }
    }

    fn add(&mut self, atom: &Expr) {
        let atom = self.conditions.normal(atom);
        if size(&atom, MAX_SIZE) >= MAX_SIZE || !self.is_new(&atom) {
            return;
        }
        if !self.bits && is_about_bits(&atom) {
            self.about_bits.push(atom);
            return;
        }
        let atom = self.learn(atom);
        self.found.push(atom);
    }

    /// Adds predicates of the kind of those that were found. A bound of a variable whose values
    /// are all distinguished is left out, unless nothing else is new.
    pub fn widen(&mut self, cfg: &Cfg) {
        let habits = Habits::new(cfg);
        for atom in self.found.clone() {
            for like in habits.like(cfg, &atom) {
                self.add(&like);
            }
        }
        if self.found.iter().any(|atom| !habits.bounds_protocol(atom)) {
            self.found.retain(|atom| !habits.bounds_protocol(atom));
        }
    }

    /// Whether refinement seems to count: all that was found compares terms with constants that
    /// are compared with several constants already, and that hold no state of a protocol.
    pub fn counts(&self, cfg: &Cfg) -> bool {
        let habits = Habits::new(cfg);
        let again = |atom: &Expr| {
            let Some(own) = widen::term(atom) else { return false };
            let same =
                |known: &&Expr| widen::term(known) == Some(own) && !self.found.contains(known);
            // Each known predicate is there with its negation.
            !habits.is_protocol(own) && self.known.iter().filter(same).count() >= 2 * COUNTED
        };
        !self.found.is_empty() && self.found.iter().any(again)
    }

    /// Where refinement counts and nothing stops it, it counts in leaps: as many constants more as
    /// the term is compared with already.
    pub fn leap(&mut self) {
        for atom in self.found.clone() {
            let (Some(term), Some((op, value, ty))) = (widen::term(&atom), comparison_of(&atom))
            else {
                continue;
            };
            let same = |known: &&Expr| widen::term(known) == Some(term);
            let constants = self.known.iter().filter(same).filter_map(comparison_of);
            let constants = constants.filter(|(other, ..)| *other == op);
            let values: BTreeSet<i128> = constants.map(|(_, value, _)| value).collect();
            let others = values.iter().filter(|other| **other != value);
            let Some(nearest) = others.min_by_key(|other| other.abs_diff(value)) else { continue };
            if values.len() <= COUNTED || nearest.abs_diff(value) > WIDEST_STEP {
                continue;
            }
            let step = value.wrapping_sub(*nearest);
            for times in 1..=values.len().min(MOST_LEAPS) as i128 {
                let next = value.wrapping_add(step.wrapping_mul(times));
                if ty.contains(next) {
                    self.add(&Expr::compare(op, term.clone(), Expr::int(next, ty)));
                }
            }
        }
    }

    /// What was found, to put back with [`Selection::restore`].
    pub fn take(&mut self) -> Vec<Expr> {
        std::mem::take(&mut self.found)
    }

    /// Puts back what was found.
    pub fn restore(&mut self, found: Vec<Expr>) {
        self.found = found;
    }

    /// Whether nothing was found, or what was found is accompanied by conditions about single bits
    /// in a program that knows no bits: the prover's last resort.
    pub fn is_poor(&self) -> bool {
        self.found.is_empty() || !self.about_bits.is_empty()
    }

    /// Selects what was left out for being about single bits.
    pub fn accept_bits(&mut self) {
        self.bits = true;
        for atom in std::mem::take(&mut self.about_bits) {
            self.add(&atom);
        }
    }

    /// Whether nothing new was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.chosen.is_empty() && self.placed.is_empty()
    }

    /// What was chosen, and what was found, of that at most `most`, in the order of being proposed.
    pub fn finish(self, most: usize) -> Vec<Found> {
        let found = self.chosen.into_iter().chain(self.found.into_iter().take(most));
        let live = |condition| Found { condition, scope: PredicateScope::Live };
        self.placed.into_iter().chain(found.map(live)).collect()
    }
}

/// How a condition compares something with which constant.
fn comparison_of(condition: &Expr) -> Option<(CompareOp, i128, IntType)> {
    match condition {
        Expr::Compare(op, operands) => match operands[1] {
            Expr::Int(value, ty) => Some((*op, value, ty)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an operation looks at bits.
fn is_bitwise(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(op, _) => matches!(
            op,
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor | BinaryOp::Shl | BinaryOp::Shr
        ),
        Expr::Unary(UnaryOp::BitNot, _) => true,
        _ => false,
    }
}

fn is_about_bits(expr: &Expr) -> bool {
    let odd = match expr {
        Expr::Cast(ty, _) => ty.bits < 8,
        // So that it does not wrap around: nothing is harder for a prover.
        Expr::Binary(BinaryOp::Mul, operands) => {
            operands.iter().any(|operand| matches!(operand, Expr::Cast(..)))
        }
        _ => false,
    };
    odd || is_bitwise(expr) || expr.operands().iter().any(is_about_bits)
}

fn computes_with_bits(cfg: &Cfg) -> bool {
    // A remainder is as good as a mask.
    fn bits(expr: &Expr) -> bool {
        let remainder = matches!(expr, Expr::Binary(BinaryOp::Rem, _));
        remainder || is_bitwise(expr) || expr.operands().iter().any(bits)
    }
    cfg.edges.iter().any(|edge| match &edge.operation {
        Operation::Assume(condition) => bits(condition),
        Operation::Assign(assignments) => assignments.iter().any(|(_, value)| bits(value)),
        _ => false,
    })
}

/// Equalities before inequalities, less before greater.
pub(crate) fn simpler(a: &Expr, b: &Expr) -> bool {
    use belnap_ir::expr::CompareOp::{Eq, Ge, Gt, Le, Lt, Ne};
    let rank = |expr: &Expr| match expr {
        Expr::Compare(Eq, _) => 0,
        Expr::Compare(Lt | Le, _) => 1,
        Expr::Compare(Gt | Ge, _) => 2,
        Expr::Compare(Ne, _) => 3,
        _ => 4,
    };
    rank(a) < rank(b)
}
