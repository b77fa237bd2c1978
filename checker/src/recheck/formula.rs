//! Formulas in positive form, built and compared on their own terms.
//!
//! Unlike the engine's graph, CTL operators stay operators: `EF p` unfolds to `p | EX EF p`, where
//! the inner `EF p` is the same formula again. Only `mu` and `nu` have variables. A subformula and
//! its negation are made together, so the one is known from the other.

use std::collections::HashMap;

use belnap_formats::property;
use belnap_ir::property::{Along, Atom, Between, Fixpoint, Formula, Quantifier, Step};

/// A formula in positive form; equal formulas have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormulaId(usize);

/// A named fixpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Binder(usize);

/// What a formula says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Positive {
    /// A constant.
    Const(bool),
    /// An atom (`true`) or its negation (`false`).
    Literal(Atom, bool),
    /// The variable of a named fixpoint.
    Var(Binder),
    /// All of these.
    And(Vec<FormulaId>),
    /// Some of these.
    Or(Vec<FormulaId>),
    /// A next-step operator, possibly only along some actions.
    Step(Quantifier, Option<Vec<String>>, FormulaId),
    /// `EF EG AF AG`.
    Along(Quantifier, Along, FormulaId),
    /// Until or release.
    Between(Quantifier, Between, FormulaId, FormulaId),
    /// A named fixpoint.
    Fix(Binder),
}

struct Bound {
    name: String,
    kind: Fixpoint,
    /// The fixpoint and its body, once known.
    formulas: Option<(FormulaId, FormulaId)>,
}

/// A formula and its negation.
type Pair = (FormulaId, FormulaId);

/// Variables in scope, innermost last, each in a fixpoint and in its negation.
type Scope = Vec<(String, (Binder, Binder))>;

/// The formulas of one property.
#[derive(Default)]
pub struct Formulas {
    nodes: Vec<Positive>,
    numbers: HashMap<Positive, FormulaId>,
    bound: Vec<Bound>,
    negations: HashMap<FormulaId, FormulaId>,
    parsed: HashMap<String, Option<Formula>>,
}

impl Formulas {
    /// A closed formula and its negation, both in positive form.
    pub fn add(&mut self, formula: &Formula) -> Pair {
        self.build(formula, &mut Vec::new())
    }

    /// `AX … AX φ`, and `EX … EX !φ`.
    pub fn add_steps(&mut self, count: u32, formula: Pair) -> Pair {
        (0..count).fold(formula, |(truth, falsity), _| {
            let truth = self.number(Positive::Step(Quantifier::Forall, None, truth));
            let falsity = self.number(Positive::Step(Quantifier::Exists, None, falsity));
            self.pair(truth, falsity)
        })
    }

    /// Says of two formulas that each is the negation of the other.
    fn pair(&mut self, formula: FormulaId, negation: FormulaId) -> Pair {
        self.negations.insert(formula, negation);
        self.negations.insert(negation, formula);
        (formula, negation)
    }

    /// What a formula says.
    pub fn get(&self, id: FormulaId) -> &Positive {
        &self.nodes[id.0]
    }

    /// The negation of a subformula of the property.
    pub fn negation(&self, id: FormulaId) -> Option<FormulaId> {
        self.negations.get(&id).copied()
    }

    fn number(&mut self, node: Positive) -> FormulaId {
        if let Some(known) = self.numbers.get(&node) {
            return *known;
        }
        let id = FormulaId(self.nodes.len());
        self.nodes.push(node.clone());
        self.numbers.insert(node, id);
        id
    }

    fn build(&mut self, formula: &Formula, scope: &mut Scope) -> Pair {
        let pair = match formula {
            Formula::Const(value) => {
                (self.number(Positive::Const(*value)), self.number(Positive::Const(!value)))
            }
            Formula::Atom(atom, _) => {
                let mut literal = |sign| self.number(Positive::Literal(atom.clone(), sign));
                (literal(true), literal(false))
            }
            Formula::Var(name, _) => {
                let known = scope.iter().rev().find(|(bound, _)| bound == name);
                let (own, dual) = known.expect("validated: every variable is bound").1;
                (self.number(Positive::Var(own)), self.number(Positive::Var(dual)))
            }
            Formula::Not(inner) => {
                let (own, dual) = self.build(inner, scope);
                (dual, own)
            }
            Formula::And(operands) => self.operands(operands, scope, true),
            Formula::Or(operands) => self.operands(operands, scope, false),
            Formula::Implies(a, b) => {
                let (a, not_a) = self.build(a, scope);
                let (b, not_b) = self.build(b, scope);
                (
                    self.number(Positive::Or(vec![not_a, b])),
                    self.number(Positive::And(vec![a, not_b])),
                )
            }
            Formula::Iff(a, b) => {
                let (a, not_a) = self.build(a, scope);
                let (b, not_b) = self.build(b, scope);
                let implications = [(not_a, b), (a, not_b)]
                    .map(|(left, right)| self.number(Positive::Or(vec![left, right])));
                let exceptions = [(a, not_b), (not_a, b)]
                    .map(|(left, right)| self.number(Positive::And(vec![left, right])));
                for (implication, exception) in implications.into_iter().zip(exceptions) {
                    self.pair(implication, exception);
                }
                (
                    self.number(Positive::And(implications.to_vec())),
                    self.number(Positive::Or(exceptions.to_vec())),
                )
            }
            Formula::Step(quantifier, step, body) => {
                let body = self.build(body, scope);
                let actions = match step {
                    Step::Next | Step::Modal => None,
                    Step::Actions(actions) => Some(actions.clone()),
                };
                (
                    self.number(Positive::Step(*quantifier, actions.clone(), body.0)),
                    self.number(Positive::Step(other(*quantifier), actions, body.1)),
                )
            }
            Formula::Along(quantifier, along, body) => {
                let body = self.build(body, scope);
                let dual = match along {
                    Along::Finally => Along::Globally,
                    Along::Globally => Along::Finally,
                };
                (
                    self.number(Positive::Along(*quantifier, *along, body.0)),
                    self.number(Positive::Along(other(*quantifier), dual, body.1)),
                )
            }
            Formula::Between(quantifier, between, left, right) => {
                let left = self.build(left, scope);
                let right = self.build(right, scope);
                self.between(*quantifier, *between, left, right)
            }
            Formula::Fixpoint(kind, name, body) => self.fixpoint_pair(*kind, name, body, scope),
        };
        self.pair(pair.0, pair.1)
    }

    fn operands(&mut self, operands: &[Formula], scope: &mut Scope, all: bool) -> Pair {
        let pairs = operands.iter().map(|operand| self.build(operand, scope));
        let (own, dual): (Vec<_>, Vec<_>) = pairs.unzip();
        let (and, or) = if all { (own, dual) } else { (dual, own) };
        let (and, or) = (self.number(Positive::And(and)), self.number(Positive::Or(or)));
        if all { (and, or) } else { (or, and) }
    }

    fn between(
        &mut self,
        quantifier: Quantifier,
        between: Between,
        left: Pair,
        right: Pair,
    ) -> Pair {
        let (own, left, right) = match between {
            Between::Until | Between::Release => (between, left, right),
            // p W q is q R (p | q).
            Between::WeakUntil => {
                let either = self.number(Positive::Or(vec![left.0, right.0]));
                let neither = self.number(Positive::And(vec![left.1, right.1]));
                (Between::Release, right, self.pair(either, neither))
            }
        };
        let dual = if own == Between::Until { Between::Release } else { Between::Until };
        (
            self.number(Positive::Between(quantifier, own, left.0, right.0)),
            self.number(Positive::Between(other(quantifier), dual, left.1, right.1)),
        )
    }

    fn fixpoint_pair(
        &mut self,
        kind: Fixpoint,
        name: &str,
        body: &Formula,
        scope: &mut Scope,
    ) -> Pair {
        let dual_kind = match kind {
            Fixpoint::Least => Fixpoint::Greatest,
            Fixpoint::Greatest => Fixpoint::Least,
        };
        let mut bind = |kind| {
            self.bound.push(Bound { name: name.to_owned(), kind, formulas: None });
            Binder(self.bound.len() - 1)
        };
        let binders = (bind(kind), bind(dual_kind));
        scope.push((name.to_owned(), binders));
        let bodies = self.build(body, scope);
        scope.pop();
        let mut close = |binder: Binder, body| {
            let whole = self.number(Positive::Fix(binder));
            self.bound[binder.0].formulas = Some((whole, body));
            whole
        };
        (close(binders.0, bodies.0), close(binders.1, bodies.1))
    }

    fn bound(&self, binder: Binder) -> (FormulaId, FormulaId) {
        self.bound[binder.0].formulas.expect("set when the fixpoint was built")
    }

    /// The fixpoint that a formula is, or is the variable of; and its kind.
    pub fn fixpoint(&self, id: FormulaId) -> Option<(FormulaId, Fixpoint)> {
        match self.get(id) {
            Positive::Var(binder) | Positive::Fix(binder) => {
                Some((self.bound(*binder).0, self.bound[binder.0].kind))
            }
            Positive::Along(_, Along::Finally, _) | Positive::Between(_, Between::Until, ..) => {
                Some((id, Fixpoint::Least))
            }
            Positive::Along(..) | Positive::Between(..) => Some((id, Fixpoint::Greatest)),
            _ => None,
        }
    }

    /// What a fixpoint or its variable is equal to.
    pub fn unfold(&mut self, id: FormulaId) -> Option<FormulaId> {
        match self.get(id).clone() {
            Positive::Var(binder) | Positive::Fix(binder) => Some(self.bound(binder).1),
            Positive::Along(quantifier, along, body) => {
                let next = self.number(Positive::Step(quantifier, None, id));
                let parts = vec![body, next];
                Some(self.number(match along {
                    Along::Finally => Positive::Or(parts),
                    Along::Globally => Positive::And(parts),
                }))
            }
            Positive::Between(quantifier, between, left, right) => {
                let next = self.number(Positive::Step(quantifier, None, id));
                let on = vec![left, next];
                Some(if between == Between::Until {
                    let on = self.number(Positive::And(on));
                    self.number(Positive::Or(vec![right, on]))
                } else {
                    let on = self.number(Positive::Or(on));
                    self.number(Positive::And(vec![right, on]))
                })
            }
            _ => None,
        }
    }

    fn parts(&self, id: FormulaId) -> Vec<FormulaId> {
        match self.get(id) {
            Positive::Const(_) | Positive::Literal(..) | Positive::Var(_) => Vec::new(),
            Positive::And(parts) | Positive::Or(parts) => parts.clone(),
            Positive::Step(_, _, body) | Positive::Along(_, _, body) => vec![*body],
            Positive::Between(_, _, left, right) => vec![*left, *right],
            Positive::Fix(binder) => vec![self.bound(*binder).1],
        }
    }

    /// Whether `inner` occurs in `outer` and is not the same.
    pub fn encloses(&self, outer: FormulaId, inner: FormulaId) -> bool {
        outer != inner && self.subformulas(outer).contains(&inner)
    }

    fn subformulas(&self, id: FormulaId) -> Vec<FormulaId> {
        let mut found = vec![id];
        let mut next = 0;
        while let Some(id) = found.get(next).copied() {
            next += 1;
            for part in self.parts(id) {
                if !found.contains(&part) {
                    found.push(part);
                }
            }
        }
        found
    }

    /// Variables of fixpoints that are around the formula, not in it.
    fn free(&self, id: FormulaId) -> Vec<Binder> {
        let subformulas = self.subformulas(id);
        let inside = |binder: &Binder| subformulas.contains(&self.bound(*binder).0);
        let variables = subformulas.iter().filter_map(|id| match self.get(*id) {
            Positive::Var(binder) => Some(*binder),
            _ => None,
        });
        variables.filter(|binder| !inside(binder)).collect()
    }

    /// Whether a text shows a formula.
    pub fn shows(&mut self, text: &str, id: FormulaId) -> bool {
        let free = self.free(id);
        // A variable alone cannot be read, so the fixpoints around it are written around it.
        let around = free.iter().map(|binder| format!("nu {}. ", self.bound[binder.0].name));
        let closed = format!("{}({text})", around.collect::<String>());
        if !self.parsed.contains_key(&closed) {
            self.parsed.insert(closed.clone(), property::read_formula(&closed).ok());
        }
        let Some(mut formula) = self.parsed[&closed].as_ref() else { return false };
        for _ in &free {
            let Formula::Fixpoint(_, _, body) = formula else { return false };
            formula = body;
        }
        let mut scope = free.iter().map(|b| (self.bound[b.0].name.as_str(), *b)).collect();
        self.same(formula, id, &mut scope)
    }

    fn same<'a>(
        &'a self,
        formula: &Formula,
        id: FormulaId,
        scope: &mut Vec<(&'a str, Binder)>,
    ) -> bool {
        match (formula, self.get(id)) {
            (Formula::Const(shown), Positive::Const(value)) => shown == value,
            (Formula::Atom(shown, _), Positive::Literal(atom, true)) => shown == atom,
            (Formula::Not(inner), Positive::Literal(atom, false)) => {
                matches!(&**inner, Formula::Atom(shown, _) if shown == atom)
            }
            (Formula::Var(name, _), Positive::Var(binder)) => {
                scope.iter().rev().find(|(bound, _)| bound == name).map(|found| found.1)
                    == Some(*binder)
            }
            (Formula::And(_), Positive::And(_)) | (Formula::Or(_), Positive::Or(_)) => {
                // Parentheses within one operator say nothing.
                let and = matches!(formula, Formula::And(_));
                let (mut shown, mut parts) = (Vec::new(), Vec::new());
                flatten_shown(formula, and, &mut shown);
                self.flatten(id, and, &mut parts);
                shown.len() == parts.len()
                    && shown.into_iter().zip(parts).all(|(a, b)| self.same(a, b, scope))
            }
            (Formula::Step(shown, step, inner), Positive::Step(quantifier, actions, body)) => {
                let same_actions = match (step, actions) {
                    (Step::Actions(shown), Some(actions)) => shown == actions,
                    (Step::Next | Step::Modal, None) => true,
                    _ => false,
                };
                shown == quantifier && same_actions && self.same(inner, *body, scope)
            }
            (Formula::Along(shown, operator, inner), Positive::Along(quantifier, along, body)) => {
                shown == quantifier && operator == along && self.same(inner, *body, scope)
            }
            (
                Formula::Between(shown, operator, a, b),
                Positive::Between(quantifier, between, left, right),
            ) => {
                shown == quantifier
                    && operator == between
                    && self.same(a, *left, scope)
                    && self.same(b, *right, scope)
            }
            (Formula::Fixpoint(kind, name, inner), Positive::Fix(binder)) => {
                let bound = &self.bound[binder.0];
                if *kind != bound.kind || *name != bound.name {
                    return false;
                }
                scope.push((&bound.name, *binder));
                let same = self.same(inner, self.bound(*binder).1, scope);
                scope.pop();
                same
            }
            _ => false,
        }
    }

    fn flatten(&self, id: FormulaId, and: bool, found: &mut Vec<FormulaId>) {
        match self.get(id) {
            Positive::And(parts) if and => parts.iter().for_each(|p| self.flatten(*p, and, found)),
            Positive::Or(parts) if !and => parts.iter().for_each(|p| self.flatten(*p, and, found)),
            _ => found.push(id),
        }
    }
}

fn flatten_shown<'f>(formula: &'f Formula, and: bool, found: &mut Vec<&'f Formula>) {
    match formula {
        Formula::And(parts) if and => parts.iter().for_each(|p| flatten_shown(p, and, found)),
        Formula::Or(parts) if !and => parts.iter().for_each(|p| flatten_shown(p, and, found)),
        _ => found.push(formula),
    }
}

fn other(quantifier: Quantifier) -> Quantifier {
    match quantifier {
        Quantifier::Exists => Quantifier::Forall,
        Quantifier::Forall => Quantifier::Exists,
    }
}
