//! What variables are on the way to a copy of a location, and what expressions are there.

use std::rc::Rc;

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::{CfgVarId, TiVec};
use belnap_ir::types::{IntType, Type};

use super::guards::Guard;
use super::numbers::Operator;
use super::regions::Region;
use super::terms::{Sort, Term, Terms};

/// How truth values are read as numbers: nobody asks.
const TRUTH: IntType = IntType::unsigned(1);

/// What a variable is.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number or a truth value.
    Scalar(Term),
    /// A region.
    Region(Rc<Region>),
}

impl Value {
    /// A value of a type that can be anything.
    pub fn any(terms: &mut Terms, ty: Type) -> Value {
        match ty {
            Type::Bool => Value::Scalar(terms.any(Sort::Truth)),
            Type::Int(int) => Value::Scalar(terms.any(Sort::Bits(int.bits))),
            Type::Array(array) => {
                Value::Region(Region::any(terms, array.index.bits, array.cell.bits))
            }
        }
    }

    fn choice(terms: &mut Terms, condition: Term, a: &Value, b: &Value) -> Value {
        match (a, b) {
            (Value::Scalar(a), Value::Scalar(b)) => Value::Scalar(terms.choice(condition, *a, *b)),
            (Value::Region(a), Value::Region(b)) => {
                Value::Region(Region::choice(terms, condition, a, b))
            }
            // Values of one variable are of one kind.
            _ => a.clone(),
        }
    }
}

/// What variables are, and under which conditions.
#[derive(Clone, Debug)]
pub struct State {
    /// The conditions.
    pub guard: Guard,
    /// A value for each variable.
    pub values: TiVec<CfgVarId, Value>,
}

impl State {
    /// The state in which a program starts: every variable can be anything.
    pub fn arbitrary(cfg: &Cfg, terms: &mut Terms) -> State {
        let values = cfg.variables.iter().map(|variable| Value::any(terms, variable.ty)).collect();
        State { guard: Guard::default(), values }
    }

    /// What is so if one of some states is, of which no two are at the same time.
    pub fn join(terms: &mut Terms, mut states: Vec<State>) -> Option<State> {
        // Ways that parted last meet first.
        while states.len() > 1 {
            states.sort_by_key(|state| state.guard.length());
            let last = states.pop()?;
            let common = |other: &State| other.guard.common(&last.guard).length();
            let (partner, _) =
                states.iter().map(common).enumerate().max_by_key(|(_, length)| *length)?;
            let other = states.swap_remove(partner);
            states.push(last.join_with(terms, &other));
        }
        states.pop()
    }

    fn join_with(&self, terms: &mut Terms, other: &State) -> State {
        let common = self.guard.common(&other.guard);
        let here = self.guard.behind(terms, &common);
        let there = other.guard.behind(terms, &common);
        let either = terms.or(here, there);
        let values = self.values.iter().zip(&other.values);
        let values = values.map(|(own, other)| Value::choice(terms, here, own, other)).collect();
        State { guard: common.and(terms, either), values }
    }

    /// Whether a region is nested too deeply to go on.
    pub fn is_too_deep(&self) -> bool {
        let too_deep = |value: &Value| match value {
            Value::Region(region) => region.is_too_deep(),
            Value::Scalar(_) => false,
        };
        self.values.iter().any(too_deep)
    }
}

/// Expressions in a state.
pub struct Evaluation<'a> {
    /// The graph.
    pub cfg: &'a Cfg,
    /// Where the terms of expressions are added.
    pub terms: &'a mut Terms,
    /// Gives variables their values.
    pub state: &'a State,
}

impl Evaluation<'_> {
    /// The truth of a condition.
    pub fn truth(&mut self, expr: &Expr) -> Term {
        self.scalar(expr).0
    }

    /// The value of an expression.
    pub fn value(&mut self, expr: &Expr) -> Value {
        match self.cfg.type_of_expr(expr) {
            Some(Type::Array(_)) => Value::Region(self.region(expr)),
            _ => Value::Scalar(self.truth(expr)),
        }
    }

    /// A number or a truth value, and how it is read as a number.
    fn scalar(&mut self, expr: &Expr) -> (Term, IntType) {
        match expr {
            Expr::Int(value, ty) => (self.terms.number(*value as u128, ty.bits), *ty),
            Expr::Bool(value) => (Terms::truth(*value), TRUTH),
            Expr::Var(var) => {
                let ty = self.cfg.type_of(*var).as_int().unwrap_or(TRUTH);
                match &self.state.values[*var] {
                    Value::Scalar(term) => (*term, ty),
                    Value::Region(_) => (Term::FALSE, ty),
                }
            }
            Expr::Address(object) => (self.terms.address(*object), self.cfg.machine.address()),
            Expr::Unary(op, operand) => self.unary(*op, operand),
            Expr::Binary(op, operands) => self.binary(*op, operands),
            Expr::Compare(op, operands) => {
                let ((a, ty), (b, _)) = (self.scalar(&operands[0]), self.scalar(&operands[1]));
                (self.compare(*op, a, b, ty.signed), TRUTH)
            }
            Expr::Not(operand) => {
                let a = self.truth(operand);
                (self.terms.not(a), TRUTH)
            }
            Expr::And(operands) => (self.connect(operands, Term::TRUE, Terms::and), TRUTH),
            Expr::Or(operands) => (self.connect(operands, Term::FALSE, Terms::or), TRUTH),
            Expr::Cast(ty, operand) => (self.cast(*ty, operand), *ty),
            Expr::If(operands) => {
                let condition = self.truth(&operands[0]);
                let ((a, ty), (b, _)) = (self.scalar(&operands[1]), self.scalar(&operands[2]));
                (self.terms.choice(condition, a, b), ty)
            }
            Expr::Read(operands) => {
                let index = self.truth(&operands[1]);
                let cell = self.region(&operands[0]).read(self.terms, index);
                let ty = self.cfg.type_of_expr(&operands[0]).and_then(Type::as_array);
                (cell, ty.map_or(TRUTH, |ty| ty.cell))
            }
            // A region is not a number; valid graphs do not say so.
            Expr::Write(_) | Expr::Fill(..) | Expr::Splice(_) | Expr::Shift(_) => {
                (Term::FALSE, TRUTH)
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) -> (Term, IntType) {
        let (a, ty) = self.scalar(operand);
        let (from, with) = match op {
            UnaryOp::Neg => (0, Operator::Sub),
            UnaryOp::BitNot => (u128::MAX, Operator::Xor),
        };
        let from = self.terms.number(from, ty.bits);
        (self.terms.binary(with, from, a), ty)
    }

    fn cast(&mut self, ty: IntType, operand: &Expr) -> Term {
        let (a, from) = self.scalar(operand);
        match self.terms.sort(a) {
            Sort::Bits(_) => self.terms.resize(a, ty.bits, from.signed),
            Sort::Truth => {
                let [one, zero] = [1, 0].map(|value| self.terms.number(value, ty.bits));
                self.terms.choice(a, one, zero)
            }
        }
    }

    fn connect(
        &mut self,
        operands: &[Expr],
        neutral: Term,
        connect: fn(&mut Terms, Term, Term) -> Term,
    ) -> Term {
        operands.iter().fold(neutral, |all, operand| {
            let operand = self.truth(operand);
            connect(self.terms, all, operand)
        })
    }

    fn compare(&mut self, op: CompareOp, a: Term, b: Term, is_signed: bool) -> Term {
        let terms = &mut *self.terms;
        match op {
            CompareOp::Eq => terms.equal(a, b),
            CompareOp::Lt => terms.less(is_signed, a, b),
            CompareOp::Gt => terms.less(is_signed, b, a),
            CompareOp::Ne | CompareOp::Le | CompareOp::Ge => {
                let other = self.compare(op.negate(), a, b, is_signed);
                self.terms.not(other)
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, operands: &[Expr; 2]) -> (Term, IntType) {
        let (a, ty) = self.scalar(&operands[0]);
        let (b, right) = self.scalar(&operands[1]);
        let operator = match (op, ty.signed) {
            (BinaryOp::Add, _) => Operator::Add,
            (BinaryOp::Sub, _) => Operator::Sub,
            (BinaryOp::Mul, _) => Operator::Mul,
            (BinaryOp::Div, true) => Operator::DivSigned,
            (BinaryOp::Div, false) => Operator::DivUnsigned,
            (BinaryOp::Rem, true) => Operator::RemSigned,
            (BinaryOp::Rem, false) => Operator::RemUnsigned,
            (BinaryOp::BitAnd, _) => Operator::And,
            (BinaryOp::BitOr, _) => Operator::Or,
            (BinaryOp::BitXor, _) => Operator::Xor,
            (BinaryOp::Shl, _) => Operator::ShiftLeft,
            (BinaryOp::Shr, true) => Operator::ShiftRightSigned,
            (BinaryOp::Shr, false) => Operator::ShiftRightUnsigned,
        };
        let b = match op {
            BinaryOp::Shl | BinaryOp::Shr => self.count(b, right.bits, ty.bits),
            _ => b,
        };
        (self.terms.binary(operator, a, b), ty)
    }

    /// The count of a shift, at the width of what is shifted: one that is too large stays too
    /// large.
    fn count(&mut self, count: Term, own: u8, bits: u8) -> Term {
        let resized = self.terms.resize(count, bits, false);
        if own <= bits {
            return resized;
        }
        let width = self.terms.number(u128::from(bits), own);
        let is_small = self.terms.less(false, count, width);
        let too_large = self.terms.number(u128::MAX, bits);
        self.terms.choice(is_small, resized, too_large)
    }

    fn region(&mut self, expr: &Expr) -> Rc<Region> {
        match expr {
            Expr::Write(operands) => {
                let region = self.region(&operands[0]);
                let (index, value) = (self.truth(&operands[1]), self.truth(&operands[2]));
                region.write(self.terms, index, value)
            }
            Expr::Fill(ty, value) => {
                let value = self.truth(value);
                Region::fill(value, ty.index.bits, ty.cell.bits)
            }
            Expr::Splice(operands) => {
                let (base, other) = (self.region(&operands[0]), self.region(&operands[1]));
                let cells = (self.truth(&operands[2]), self.truth(&operands[3]));
                base.splice(self.terms, other, cells)
            }
            Expr::Shift(operands) => {
                let by = self.truth(&operands[1]);
                self.region(&operands[0]).shift(by)
            }
            Expr::If(operands) => {
                let condition = self.truth(&operands[0]);
                let (a, b) = (self.region(&operands[1]), self.region(&operands[2]));
                Region::choice(self.terms, condition, &a, &b)
            }
            Expr::Var(var) if let Value::Region(region) = &self.state.values[*var] => {
                Rc::clone(region)
            }
            // What is not a region can be anything; valid graphs do not say so.
            _ => Region::any(self.terms, 1, 1),
        }
    }
}
