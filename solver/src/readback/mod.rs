//! Terms of the prover as expressions.
//!
//! The prover's vectors have no signedness and its integers no width: both are found again from
//! the expressions that the constants stand for, with casts where operands differ. An expression
//! read from vectors, or from integers in mode `mathematical`, means what the term means.
//! Integers read for a machine of bounded numbers mean the same as long as the constants stand
//! for numbers of their types: sums are made in a type that holds them.

mod number;
mod vector;

pub(crate) use vector::bits_of;

use belnap_ir::cfg::{Cfg, IntegerMode};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::simplify::Simplifier;
use belnap_ir::types::{ArrayType, IntType, Type};
use rustc_hash::FxHashMap;
use z3::ast::{Ast, AstKind, Bool, Dynamic};
use z3::{DeclKind, SortKind};

/// Reads terms over given constants.
pub struct Reader<'a> {
    cfg: &'a Cfg,
    constants: FxHashMap<String, (Expr, Type)>,
    /// Nodes that may still be visited: a term is a graph, and its tree can be much larger.
    fuel: usize,
}

/// Nodes visited for one term, at most.
const FUEL: usize = 20_000;

impl<'a> Reader<'a> {
    /// For terms over constants that stand for expressions of `cfg`; a bound variable is named as
    /// the prover prints it, `(:var 0)`.
    pub fn new(cfg: &'a Cfg, constants: impl IntoIterator<Item = (String, Expr)>) -> Self {
        let typed = |(name, expr): (String, Expr)| {
            let ty = cfg.type_of_expr(&expr)?;
            Some((name, (expr, ty)))
        };
        Reader { cfg, constants: constants.into_iter().filter_map(typed).collect(), fuel: 0 }
    }

    /// A condition; `None` if it has no expression, or a very large one.
    pub fn condition(&mut self, term: &Bool) -> Option<Expr> {
        self.expression(&Dynamic::from_ast(term), Type::Bool)
    }

    /// An expression of the given type; `None` if the term has none, or a very large one.
    pub fn expression(&mut self, term: &Dynamic, ty: Type) -> Option<Expr> {
        // Some terms can be read only when what cannot happen is gone, such as division by zero.
        let expr = self.read_typed(term, ty).or_else(|| self.read_typed(&term.simplify(), ty))?;
        Some(Simplifier::new(self.cfg).simplify(&expr))
    }

    fn read_typed(&mut self, term: &Dynamic, ty: Type) -> Option<Expr> {
        self.fuel = FUEL;
        let expr = match (ty, term.sort_kind()) {
            (Type::Bool, SortKind::Bool) => self.truth(term, 0)?,
            (Type::Int(ty), SortKind::Bv | SortKind::Int) => self.scalar(term, ty, 0)?,
            (Type::Array(ty), SortKind::Array) => self.region(term, ty, 0)?,
            _ => return None,
        };
        (expr.depth() <= Expr::MAX_DEPTH).then_some(expr)
    }

    fn unbounded(&self) -> bool {
        self.cfg.machine.integers == IntegerMode::Mathematical
    }

    /// Accounts for a visit; the kind of an application.
    fn visit(&mut self, term: &Dynamic, depth: usize) -> Option<DeclKind> {
        self.fuel = self.fuel.checked_sub(1)?;
        if depth > Expr::MAX_DEPTH {
            return None;
        }
        match term.kind() {
            AstKind::App | AstKind::Numeral => Some(term.decl().kind()),
            // Not an application; leaves are looked up before anything else.
            AstKind::Var => Some(DeclKind::Uninterpreted),
            _ => None,
        }
    }

    fn constant(&self, term: &Dynamic) -> Option<(Expr, Type)> {
        let name = match term.kind() {
            AstKind::Var => term.to_string(),
            AstKind::App if term.num_children() == 0 => term.decl().name(),
            _ => return None,
        };
        self.constants.get(&name).cloned()
    }

    fn truth(&mut self, term: &Dynamic, depth: usize) -> Option<Expr> {
        let kind = self.visit(term, depth)?;
        if kind == DeclKind::Uninterpreted {
            return match self.constant(term)? {
                (expr, Type::Bool) => Some(expr),
                _ => None,
            };
        }
        let operands = term.children();
        let below = depth + 1;
        Some(match kind {
            DeclKind::True => Expr::Bool(true),
            DeclKind::False => Expr::Bool(false),
            DeclKind::Not => self.truth(&operands[0], below)?.negate(),
            DeclKind::And => connect(self.truths(&operands, below)?, true),
            DeclKind::Or => connect(self.truths(&operands, below)?, false),
            DeclKind::Implies => {
                let premise = self.truth(&operands[0], below)?.negate();
                Expr::Or(vec![premise, self.truth(&operands[1], below)?])
            }
            DeclKind::Ite => Expr::ite(
                self.truth(&operands[0], below)?,
                self.truth(&operands[1], below)?,
                self.truth(&operands[2], below)?,
            ),
            DeclKind::Eq | DeclKind::Iff => {
                self.comparison(CompareOp::Eq, None, &operands, below)?
            }
            DeclKind::Xor | DeclKind::Distinct if operands.len() == 2 => {
                self.comparison(CompareOp::Ne, None, &operands, below)?
            }
            DeclKind::Le => self.comparison(CompareOp::Le, None, &operands, below)?,
            DeclKind::Lt => self.comparison(CompareOp::Lt, None, &operands, below)?,
            DeclKind::Ge => self.comparison(CompareOp::Ge, None, &operands, below)?,
            DeclKind::Gt => self.comparison(CompareOp::Gt, None, &operands, below)?,
            DeclKind::Sleq => self.comparison(CompareOp::Le, Some(true), &operands, below)?,
            DeclKind::Slt => self.comparison(CompareOp::Lt, Some(true), &operands, below)?,
            DeclKind::Sgeq => self.comparison(CompareOp::Ge, Some(true), &operands, below)?,
            DeclKind::Sgt => self.comparison(CompareOp::Gt, Some(true), &operands, below)?,
            DeclKind::Uleq => self.comparison(CompareOp::Le, Some(false), &operands, below)?,
            DeclKind::Ult => self.comparison(CompareOp::Lt, Some(false), &operands, below)?,
            DeclKind::Ugeq => self.comparison(CompareOp::Ge, Some(false), &operands, below)?,
            DeclKind::Ugt => self.comparison(CompareOp::Gt, Some(false), &operands, below)?,
            DeclKind::Bit2bool => self.bit(term, &operands[0], below)?,
            _ => return None,
        })
    }

    fn truths(&mut self, terms: &[Dynamic], depth: usize) -> Option<Vec<Expr>> {
        terms.iter().map(|term| self.truth(term, depth)).collect()
    }

    /// A comparison of two terms; `signed` says how vectors are read, if it matters.
    fn comparison(
        &mut self,
        op: CompareOp,
        signed: Option<bool>,
        operands: &[Dynamic],
        depth: usize,
    ) -> Option<Expr> {
        let [a, b] = operands else { return None };
        match a.sort_kind() {
            SortKind::Bool => {
                let (a, b) = (self.truth(a, depth)?, self.truth(b, depth)?);
                Some(Expr::compare(op, a, b))
            }
            SortKind::Bv => {
                let (a, b) = (self.vector(a, depth)?, self.vector(b, depth)?);
                let mut ty = a.common(&b);
                ty.signed = signed.unwrap_or(ty.signed);
                Some(Expr::compare(op, a.of_type(ty), b.of_type(ty)))
            }
            SortKind::Int => {
                let (a, b) = (self.linear(a, depth)?, self.linear(b, depth)?);
                self.linear_comparison(op, &a, &b)
            }
            _ => None,
        }
    }

    /// The type of the variables that a region is made of.
    fn region_type(&self, term: &Dynamic) -> Option<ArrayType> {
        if let Some((_, ty)) = self.constant(term) {
            return ty.as_array();
        }
        let operands = match term.kind() {
            AstKind::App => term.children(),
            _ => return None,
        };
        match term.decl().kind() {
            DeclKind::Store => self.region_type(&operands[0]),
            DeclKind::Ite => {
                self.region_type(&operands[1]).or_else(|| self.region_type(&operands[2]))
            }
            _ => None,
        }
    }

    fn region(&mut self, term: &Dynamic, ty: ArrayType, depth: usize) -> Option<Expr> {
        let kind = self.visit(term, depth)?;
        if kind == DeclKind::Uninterpreted {
            return self.constant(term).filter(|(_, own)| *own == Type::Array(ty)).map(|c| c.0);
        }
        let operands = term.children();
        let below = depth + 1;
        Some(match kind {
            DeclKind::Store if operands.len() == 3 => Expr::write(
                self.region(&operands[0], ty, below)?,
                self.scalar(&operands[1], ty.index, below)?,
                self.scalar(&operands[2], ty.cell, below)?,
            ),
            DeclKind::Ite => Expr::ite(
                self.truth(&operands[0], below)?,
                self.region(&operands[1], ty, below)?,
                self.region(&operands[2], ty, below)?,
            ),
            DeclKind::ConstArray => {
                Expr::Fill(ty, Box::new(self.scalar(&operands[0], ty.cell, below)?))
            }
            _ => return None,
        })
    }

    /// A cell of a region.
    fn cell(&mut self, operands: &[Dynamic], depth: usize) -> Option<(Expr, IntType)> {
        let [region, index] = operands else { return None };
        let ty = self.region_type(region)?;
        let index = self.scalar(index, ty.index, depth)?;
        Some((Expr::read(self.region(region, ty, depth)?, index), ty.cell))
    }

    fn scalar(&mut self, term: &Dynamic, ty: IntType, depth: usize) -> Option<Expr> {
        match term.sort_kind() {
            SortKind::Bv => {
                let vector = self.vector(term, depth)?;
                (vector.ty.bits == ty.bits).then(|| vector.of_type(ty))
            }
            SortKind::Int => self.number(term, ty, depth),
            _ => None,
        }
    }
}

fn connect(mut operands: Vec<Expr>, unit: bool) -> Expr {
    match (operands.len(), unit) {
        (0, unit) => Expr::Bool(unit),
        (1, _) => operands.remove(0),
        (_, true) => Expr::And(operands),
        (_, false) => Expr::Or(operands),
    }
}
