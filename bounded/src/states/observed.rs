//! What is observed of states, as variables.
//!
//! What a program keeps in allocated memory or in an array is a region in its graph, from which
//! terms read. Here each such term is a variable, too, which a step gives the value that the term
//! has after it, as far as the simplifier can tell that without knowing more of memory: what is
//! written at the same place, or what was there before if the places differ. Otherwise the variable
//! can be anything then.
//!
//! The same goes for sums that a program compares with each other, such as `x == y + 1`: how far
//! they are apart, `x - y`, is a variable. A step may change it by a number, or make it the
//! difference of two others.

use belnap_ir::cfg::{Cfg, Operation, Variable};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::CfgVarId;
use belnap_ir::simplify::Simplifier;
use belnap_ir::substitute::{size, substitute};
use belnap_ir::types::Type;
use belnap_solver::linear::Sum;
use indexmap::{IndexMap, IndexSet};

/// More differences are not observed.
const MOST_DIFFERENCES: usize = 64;

/// Larger differences are not observed, and larger choices not distributed.
const LARGEST: usize = 100;

/// If more is read from a region, no part of it is observed.
const MOST_OF_REGION: usize = 64;

/// A graph in which terms are variables.
pub struct Observed {
    /// The graph; locations, edges and other variables have the numbers that they had.
    pub cfg: Cfg,
    /// The terms that the new variables stand for.
    pub meaning: IndexMap<CfgVarId, Expr>,
}

/// The graph with a variable for each term that is read from memory, and for each difference.
pub fn observe(cfg: &Cfg) -> Observed {
    let mut observed = Observed { cfg: cfg.clone(), meaning: IndexMap::new() };
    let (mut terms, mut differences) = (IndexMap::new(), Vec::new());
    for (term, ty) in find_terms(cfg) {
        let var = observed.add(term.clone(), ty);
        terms.insert(term, var);
    }
    for (sum, term) in find_differences(cfg) {
        let var = observed.add(term, Type::Int(sum.int_type()));
        differences.push((sum, var));
    }
    if observed.meaning.is_empty() {
        return observed;
    }
    let operations: Vec<Operation> = {
        let Observed { cfg, meaning } = &observed;
        let observer = Observer { cfg, simplifier: Simplifier::new(cfg), terms, differences };
        cfg.edges.iter().map(|edge| observer.operation(&edge.operation, meaning)).collect()
    };
    for (edge, operation) in observed.cfg.edges.iter_mut().zip(operations) {
        edge.operation = operation;
    }
    observed
}

impl Observed {
    fn add(&mut self, term: Expr, ty: Type) -> CfgVarId {
        let var = CfgVarId::from(self.cfg.variables.len());
        self.cfg.variables.push(Variable::temporary(String::new(), ty));
        self.meaning.insert(var, term);
        var
    }
}

/// The terms that are read, with their types.
fn find_terms(cfg: &Cfg) -> IndexMap<Expr, Type> {
    let mut found: IndexMap<CfgVarId, IndexSet<Expr>> = IndexMap::new();
    for edge in &cfg.edges {
        edge.operation.for_each_expr(|expr| collect(expr, &mut found));
    }
    let few = found.into_values().filter(|terms| terms.len() <= MOST_OF_REGION);
    let typed = few.flatten().filter_map(|term| {
        let ty = cfg.type_of_expr(&term)?;
        Some((term, ty))
    });
    typed.collect()
}

fn collect(expr: &Expr, found: &mut IndexMap<CfgVarId, IndexSet<Expr>>) {
    if let Expr::Read(operands) = expr {
        let mut region = &operands[0];
        while let Expr::Write(written) = region {
            region = &written[0];
        }
        if let Expr::Var(var) = region {
            let term = Expr::read(Expr::Var(*var), operands[1].clone());
            found.entry(*var).or_default().insert(term);
        }
    }
    expr.operands().iter().for_each(|operand| collect(operand, found));
}

/// The differences that are asked for, and those that these become by steps, as sums and as terms.
fn find_differences(cfg: &Cfg) -> Vec<(Sum, Expr)> {
    let simplifier = Simplifier::new(cfg);
    let mut found: Vec<(Sum, Expr)> = Vec::new();
    for edge in &cfg.edges {
        edge.operation.for_each_expr(|expr| {
            let simple = simplifier.simplify(expr);
            for_each_equation(cfg, &simple, &mut |sum| add_difference(sum, &mut found));
        });
    }
    let mut at = 0;
    while let Some((_, term)) = found.get(at) {
        let term = term.clone();
        for edge in &cfg.edges {
            let Operation::Assign(pairs) = &edge.operation else { continue };
            if pairs.iter().any(|(var, _)| term.mentions(&|other| other == *var)) {
                let after = distribute(&substitute(&term, &|var| value_in(pairs, var)));
                for_each_case(&after, &mut |case| {
                    let sum = Sum::of(cfg, &simplifier.simplify(case));
                    sum.into_iter().for_each(|sum| add_difference(sum, &mut found));
                });
            }
        }
        at += 1;
    }
    found
}

/// Adds a sum without its number, if it is not known.
fn add_difference(sum: Sum, found: &mut Vec<(Sum, Expr)>) {
    let (sum, _) = sum.split();
    let known = found.iter().any(|(other, _)| factor(&sum, other).is_some());
    if sum.terms() < 2 || found.len() >= MOST_DIFFERENCES || known {
        return;
    }
    if let Some(term) = sum.to_expr().filter(|term| size(term, LARGEST) < LARGEST) {
        found.push((sum, term));
    }
}

/// Calls `visit` for what is zero where an equation of numbers in an expression holds.
fn for_each_equation(cfg: &Cfg, expr: &Expr, visit: &mut dyn FnMut(Sum)) {
    equation(cfg, expr).into_iter().for_each(&mut *visit);
    expr.operands().iter().for_each(|operand| for_each_equation(cfg, operand, visit));
}

fn equation(cfg: &Cfg, expr: &Expr) -> Option<Sum> {
    let Expr::Compare(CompareOp::Eq | CompareOp::Ne, operands) = expr else { return None };
    Sum::of(cfg, &operands[0])?.minus(&Sum::of(cfg, &operands[1])?)
}

struct Observer<'a> {
    /// With the variables for what is observed.
    cfg: &'a Cfg,
    simplifier: Simplifier<'a>,
    /// What is read.
    terms: IndexMap<Expr, CfgVarId>,
    /// Sums without a number.
    differences: Vec<(Sum, CfgVarId)>,
}

impl Observer<'_> {
    /// The step, and what becomes of what is observed in it. `meaning` is what variables stand for.
    fn operation(&self, operation: &Operation, meaning: &IndexMap<CfgVarId, Expr>) -> Operation {
        let mut changed = Vec::new();
        operation.for_each_changed(|var| changed.push(var));
        let depends = |term: &Expr| term.mentions(&|var| changed.contains(&var));
        let affected = || meaning.iter().filter(|(_, term)| depends(term));
        let with_affected = |vars: &[CfgVarId]| {
            vars.iter().copied().chain(affected().map(|(own, _)| *own)).collect()
        };
        match operation {
            Operation::Assign(pairs) => {
                let own = pairs.iter().map(|(var, value)| match self.cfg.type_of(*var) {
                    Type::Array(_) => (*var, value.clone()),
                    _ => (*var, self.expr(value)),
                });
                let mut all: Vec<(CfgVarId, Expr)> = own.collect();
                for (own, term) in affected() {
                    let after = substitute(term, &|var| value_in(pairs, var));
                    let after = match self.terms.contains_key(term) {
                        true => self.expr(&after),
                        false => self.difference(&distribute(&after)),
                    };
                    if after != Expr::Var(*own) {
                        all.push((*own, after));
                    }
                }
                Operation::Assign(all)
            }
            Operation::Nondet(vars) => Operation::Nondet(with_affected(vars)),
            Operation::Unknown(vars) => Operation::Unknown(with_affected(vars)),
            Operation::Assume(condition) => Operation::Assume(self.expr(condition)),
            other => other.clone(),
        }
    }

    /// A difference, by one that is observed if there is such.
    fn difference(&self, expr: &Expr) -> Expr {
        if let Expr::If(operands) = expr {
            let [condition, then, otherwise] = &**operands;
            let (then, otherwise) = (self.difference(then), self.difference(otherwise));
            return Expr::ite(self.expr(condition), then, otherwise);
        }
        let simple = self.simplifier.simplify(expr);
        self.by_observed(&simple).unwrap_or_else(|| self.replaced(&simple))
    }

    fn by_observed(&self, expr: &Expr) -> Option<Expr> {
        let sum = Sum::of(self.cfg, expr)?;
        let ty = sum.int_type();
        let (sum, number) = sum.split();
        if sum.terms() < 2 {
            return None;
        }
        self.differences.iter().find_map(|(known, var)| {
            let negative = factor(&sum, known)?;
            let number = Expr::int(number, ty);
            let (op, left, right) = match negative {
                false => (BinaryOp::Add, Expr::Var(*var), number),
                true => (BinaryOp::Sub, number, Expr::Var(*var)),
            };
            Some(self.simplifier.simplify(&Expr::binary(op, left, right)))
        })
    }

    /// An expression with variables for what is observed.
    fn expr(&self, expr: &Expr) -> Expr {
        self.replaced(&self.simplifier.simplify(expr))
    }

    fn replaced(&self, expr: &Expr) -> Expr {
        if let Some(var) = self.terms.get(expr) {
            return Expr::Var(*var);
        }
        if let Some(sum) = equation(self.cfg, expr)
            && let Expr::Compare(op, _) = expr
            && let Some(term) = sum.to_expr()
            && let Some(observed) = self.by_observed(&term)
        {
            let zero = Expr::int(0, sum.int_type());
            return self.simplifier.simplify(&Expr::compare(*op, observed, zero));
        }
        let mut copy = expr.clone();
        copy.operands_mut().iter_mut().for_each(|operand| *operand = self.replaced(operand));
        copy
    }
}

fn value_in(pairs: &[(CfgVarId, Expr)], var: CfgVarId) -> Option<Expr> {
    pairs.iter().find(|(changed, _)| *changed == var).map(|(_, value)| value.clone())
}

/// Whether a sum is another one (`false`) or its negation (`true`), if it is one of these.
fn factor(sum: &Sum, other: &Sum) -> Option<bool> {
    if sum == other {
        return Some(false);
    }
    (sum.negate().as_ref() == Some(other)).then_some(true)
}

/// A sum of choices as a choice of sums.
fn distribute(expr: &Expr) -> Expr {
    if size(expr, LARGEST) >= LARGEST {
        return expr.clone();
    }
    if let Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), operands) = expr {
        let [left, right] = [distribute(&operands[0]), distribute(&operands[1])];
        for (choice, of) in [(&left, 0), (&right, 1)] {
            if let Expr::If(parts) = choice {
                let with = |part: &Expr| match of {
                    0 => distribute(&Expr::binary(*op, part.clone(), right.clone())),
                    _ => distribute(&Expr::binary(*op, left.clone(), part.clone())),
                };
                return Expr::ite(parts[0].clone(), with(&parts[1]), with(&parts[2]));
            }
        }
        return Expr::binary(*op, left, right);
    }
    expr.clone()
}

fn for_each_case(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    match expr {
        Expr::If(operands) => operands[1..].iter().for_each(|part| for_each_case(part, visit)),
        other => visit(other),
    }
}
