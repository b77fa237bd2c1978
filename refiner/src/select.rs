//! Conditions to predicates: split into atoms, without what is known, the simplest first.

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::substitute::size;
use belnap_solver::wp::Conditions;
use rustc_hash::FxHashSet;

/// Larger conditions make no good predicates.
const MAX_SIZE: usize = 60;

/// Collects predicates for one refinement.
pub struct Selection<'a> {
    conditions: Conditions<'a>,
    known: FxHashSet<Expr>,
    found: Vec<Expr>,
}

impl<'a> Selection<'a> {
    /// Nothing selected yet; `known` are the predicates there are, in normal form.
    pub fn new(cfg: &'a Cfg, known: &[Expr]) -> Self {
        let conditions = Conditions::new(cfg);
        let mut all: FxHashSet<Expr> = FxHashSet::default();
        for condition in known {
            all.insert(conditions.normal(&condition.clone().negated()));
            all.insert(condition.clone());
        }
        Selection { conditions, known: all, found: Vec::new() }
    }

    /// Proposes a condition: its atoms are selected if they are new.
    pub fn propose(&mut self, condition: &Expr) {
        let normal = self.conditions.normal(condition);
        self.split(&normal);
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
        if matches!(atom, Expr::Bool(_)) || size(&atom, MAX_SIZE) >= MAX_SIZE {
            return;
        }
        let negation = self.conditions.normal(&atom.clone().negated());
        if !self.known.contains(&atom) && !self.known.contains(&negation) {
            self.known.insert(negation.clone());
            self.known.insert(atom.clone());
            // Of the two, the one that is read more easily.
            self.found.push(if simpler(&negation, &atom) { negation } else { atom });
        }
    }

    /// Adds what the branches of the graph ask about the terms that were found: a variable whose
    /// value matters for one branch matters for the others soon.
    pub fn widen(&mut self, cfg: &Cfg) {
        let terms: Vec<Expr> = self.found.iter().filter_map(term).cloned().collect();
        for edge in &cfg.edges {
            if let Operation::Assume(condition) = &edge.operation {
                let normal = self.conditions.normal(condition);
                self.widen_from(&normal, &terms);
            }
        }
    }

    fn widen_from(&mut self, condition: &Expr, terms: &[Expr]) {
        if term(condition).is_some_and(|term| terms.contains(term)) {
            self.add(condition);
        }
        if matches!(condition, Expr::Not(_) | Expr::And(_) | Expr::Or(_)) {
            condition.operands().iter().for_each(|operand| self.widen_from(operand, terms));
        }
    }

    /// Whether something new was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// What was found, at most `most`, in the order of being proposed.
    pub fn finish(mut self, most: usize) -> Vec<Expr> {
        self.found.truncate(most);
        self.found
    }
}

/// What a condition compares with a constant.
fn term(condition: &Expr) -> Option<&Expr> {
    match condition {
        Expr::Compare(_, operands) if matches!(operands[1], Expr::Int(..)) => Some(&operands[0]),
        _ => None,
    }
}

/// Equalities before inequalities, less before greater.
fn simpler(a: &Expr, b: &Expr) -> bool {
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
