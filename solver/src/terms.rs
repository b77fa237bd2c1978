//! Expressions as terms of the prover.
//!
//! Numbers are bit vectors, or unbounded integers in integer mode `mathematical`; regions are
//! arrays. The terms mean what `belnap_ir::expr` says, in every state: SMT-LIB's division by zero
//! and its shifts agree with ours on bit vectors. On unbounded integers bitwise operators, and
//! shifts by other than constants, have no term: questions about them are not answered.

use belnap_ir::cfg::{Cfg, IntegerMode};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::{CfgVarId, ObjectId};
use belnap_ir::types::{ArrayType, IntType, Type};
use rustc_hash::FxHashMap;
use z3::ast::{Array, BV, Bool, Dynamic, Int};
use z3::{Sort, ast};

/// A term of any type.
#[derive(Clone, Debug)]
pub enum Term {
    /// A truth value.
    Truth(Bool),
    /// A number of bounded width.
    Vector(BV),
    /// An unbounded number.
    Number(Int),
    /// A region.
    Region(Array),
}

impl Term {
    /// The term without its type.
    pub fn dynamic(&self) -> Dynamic {
        match self {
            Term::Truth(term) => Dynamic::from_ast(term),
            Term::Vector(term) => Dynamic::from_ast(term),
            Term::Number(term) => Dynamic::from_ast(term),
            Term::Region(term) => Dynamic::from_ast(term),
        }
    }

    /// `self == other`, for terms of one type.
    pub fn equals(&self, other: &Term) -> Option<Bool> {
        Some(match (self, other) {
            (Term::Truth(a), Term::Truth(b)) => a.eq(b),
            (Term::Vector(a), Term::Vector(b)) => a.eq(b),
            (Term::Number(a), Term::Number(b)) => a.eq(b),
            (Term::Region(a), Term::Region(b)) => a.eq(b),
            _ => return None,
        })
    }
}

/// Translates the expressions of one graph, in the prover's context of this thread.
pub struct Terms<'a> {
    cfg: &'a Cfg,
    unbounded: bool,
    known: FxHashMap<(Expr, u32), Term>,
}

impl<'a> Terms<'a> {
    /// For expressions of `cfg`.
    pub fn new(cfg: &'a Cfg) -> Self {
        let unbounded = cfg.machine.integers == IntegerMode::Mathematical;
        Terms { cfg, unbounded, known: FxHashMap::default() }
    }

    /// For expressions of `cfg`, read as if its numbers were unbounded.
    pub fn unbounded(cfg: &'a Cfg) -> Self {
        Terms { cfg, unbounded: true, known: FxHashMap::default() }
    }

    /// The graph.
    pub fn cfg(&self) -> &'a Cfg {
        self.cfg
    }

    /// The sort of values of a type.
    pub fn sort(&self, ty: Type) -> Sort {
        match ty {
            Type::Bool => Sort::bool(),
            Type::Int(_) if self.unbounded => Sort::int(),
            Type::Int(int) => Sort::bitvector(u32::from(int.bits)),
            Type::Array(array) => {
                Sort::array(&self.sort(Type::Int(array.index)), &self.sort(Type::Int(array.cell)))
            }
        }
    }

    /// The constant with this name and type.
    pub fn constant(&self, name: &str, ty: Type) -> Term {
        match ty {
            Type::Bool => Term::Truth(Bool::new_const(name)),
            Type::Int(_) if self.unbounded => Term::Number(Int::new_const(name)),
            Type::Int(int) => Term::Vector(BV::new_const(name, u32::from(int.bits))),
            Type::Array(array) => {
                let index = self.sort(Type::Int(array.index));
                Term::Region(Array::new_const(name, &index, &self.sort(Type::Int(array.cell))))
            }
        }
    }

    /// A variable as it is after its `version`-th change; version 0 is as it is now.
    pub fn variable(&self, var: CfgVarId, version: u32) -> Term {
        let variable = &self.cfg.variables[var];
        match version {
            0 => self.constant(&variable.name, variable.ty),
            version => self.constant(&format!("{}@{version}", variable.name), variable.ty),
        }
    }

    /// The address of an object.
    pub fn address(&self, object: ObjectId) -> Term {
        let name = format!("&{}", self.cfg.objects[object].name);
        self.constant(&name, Type::Int(self.cfg.machine.address()))
    }

    /// A number of a type.
    pub fn number(&self, value: i128, ty: IntType) -> Term {
        if self.unbounded {
            return Term::Number(Int::from_i128(value));
        }
        let bits = IntType::unsigned(ty.bits).wrap(value) as u128;
        let term = BV::from_str(u32::from(ty.bits), &bits.to_string());
        Term::Vector(term.expect("a number of its width"))
    }

    /// A condition in the state where each variable has its version 0.
    pub fn condition(&mut self, expr: &Expr) -> Option<Bool> {
        match self.term(expr, &|_| 0)? {
            Term::Truth(term) => Some(term),
            _ => None,
        }
    }

    /// An expression where `version` gives the version of each variable; `None` if it has no
    /// term.
    pub fn term(&mut self, expr: &Expr, version: &dyn Fn(CfgVarId) -> u32) -> Option<Term> {
        // Small terms are cheaper to make than to look up.
        let key = match expr {
            Expr::Var(var) => return Some(self.variable(*var, version(*var))),
            Expr::Int(value, ty) => return Some(self.number(*value, *ty)),
            Expr::Bool(value) => return Some(Term::Truth(Bool::from_bool(*value))),
            Expr::Address(object) => return Some(self.address(*object)),
            _ => all_current(expr, version).then(|| (expr.clone(), 0)),
        };
        if let Some(known) = key.as_ref().and_then(|key| self.known.get(key)) {
            return Some(known.clone());
        }
        let term = self.compound(expr, version)?;
        if let Some(key) = key {
            self.known.insert(key, term.clone());
        }
        Some(term)
    }

    fn compound(&mut self, expr: &Expr, version: &dyn Fn(CfgVarId) -> u32) -> Option<Term> {
        match expr {
            Expr::Int(..) | Expr::Bool(_) | Expr::Var(_) | Expr::Address(_) => {
                self.term(expr, version)
            }
            Expr::Unary(op, operand) => match (op, self.term(operand, version)?) {
                (UnaryOp::Neg, Term::Vector(a)) => Some(Term::Vector(a.bvneg())),
                (UnaryOp::BitNot, Term::Vector(a)) => Some(Term::Vector(a.bvnot())),
                (UnaryOp::Neg, Term::Number(a)) => Some(Term::Number(a.unary_minus())),
                // ~x is -x - 1, for unbounded numbers too.
                (UnaryOp::BitNot, Term::Number(a)) => {
                    Some(Term::Number(a.unary_minus() - Int::from_i64(1)))
                }
                _ => None,
            },
            Expr::Binary(op, operands) => {
                let ty = self.int_type(&operands[0])?;
                let right = self.int_type(&operands[1])?;
                match (self.term(&operands[0], version)?, self.term(&operands[1], version)?) {
                    (Term::Vector(a), Term::Vector(b)) => {
                        Some(Term::Vector(vector(*op, &a, &b, ty, right)))
                    }
                    (Term::Number(a), Term::Number(b)) => {
                        number(*op, &a, &b, &operands[1], ty).map(Term::Number)
                    }
                    _ => None,
                }
            }
            Expr::Compare(op, operands) => {
                let signed = self.int_type(&operands[0]).is_some_and(|ty| ty.signed);
                let a = self.term(&operands[0], version)?;
                let b = self.term(&operands[1], version)?;
                compare(*op, &a, &b, signed).map(Term::Truth)
            }
            Expr::Not(operand) => Some(Term::Truth(self.truth(operand, version)?.not())),
            Expr::And(operands) => Some(Term::Truth(Bool::and(&self.truths(operands, version)?))),
            Expr::Or(operands) => Some(Term::Truth(Bool::or(&self.truths(operands, version)?))),
            Expr::Cast(ty, operand) => {
                let from = self.cfg.type_of_expr(operand)?;
                let term = self.term(operand, version)?;
                self.cast(*ty, term, from)
            }
            Expr::If(operands) => {
                let condition = self.truth(&operands[0], version)?;
                match (self.term(&operands[1], version)?, self.term(&operands[2], version)?) {
                    (Term::Truth(a), Term::Truth(b)) => Some(Term::Truth(condition.ite(&a, &b))),
                    (Term::Vector(a), Term::Vector(b)) => Some(Term::Vector(condition.ite(&a, &b))),
                    (Term::Number(a), Term::Number(b)) => Some(Term::Number(condition.ite(&a, &b))),
                    (Term::Region(a), Term::Region(b)) => Some(Term::Region(condition.ite(&a, &b))),
                    _ => None,
                }
            }
            Expr::Read(operands) => {
                let index = self.term(&operands[1], version)?;
                self.read(&operands[0], &index, version)
            }
            Expr::Write(operands) => {
                let Term::Region(region) = self.term(&operands[0], version)? else { return None };
                let index = self.term(&operands[1], version)?.dynamic();
                let value = self.term(&operands[2], version)?.dynamic();
                Some(Term::Region(region.store(&index, &value)))
            }
            Expr::Fill(ty, operand) => {
                let value = self.term(operand, version)?.dynamic();
                let index = self.sort(Type::Int(ty.index));
                Some(Term::Region(Array::const_array(&index, &value)))
            }
            Expr::Splice(_) | Expr::Shift(_) => {
                let ty = self.cfg.type_of_expr(expr)?.as_array()?;
                let index = self.constant("index!", Type::Int(ty.index));
                let cell = self.read(expr, &index, version)?;
                let bound = index.dynamic();
                Some(Term::Region(ast::lambda_const(&[&bound], &cell.dynamic())))
            }
        }
    }

    /// The cell of a region at an index that has been translated.
    fn read(
        &mut self,
        region: &Expr,
        index: &Term,
        version: &dyn Fn(CfgVarId) -> u32,
    ) -> Option<Term> {
        let ty = self.cfg.type_of_expr(region)?.as_array()?;
        match region {
            Expr::Fill(_, value) => self.term(value, version),
            Expr::Shift(operands) => {
                let by = self.term(&operands[1], version)?;
                let moved = self.plus(index, &by)?;
                self.read(&operands[0], &moved, version)
            }
            Expr::Splice(operands) => {
                let from = self.term(&operands[2], version)?;
                let length = self.term(&operands[3], version)?;
                let inside = within(index, &from, &length)?;
                let other = self.read(&operands[1], index, version)?;
                let base = self.read(&operands[0], index, version)?;
                choose(&inside, &other, &base)
            }
            Expr::Write(operands) => {
                let at = self.term(&operands[1], version)?;
                let value = self.term(&operands[2], version)?;
                let rest = self.read(&operands[0], index, version)?;
                choose(&index.equals(&at)?, &value, &rest)
            }
            Expr::If(operands) => {
                let condition = self.truth(&operands[0], version)?;
                let then = self.read(&operands[1], index, version)?;
                let otherwise = self.read(&operands[2], index, version)?;
                choose(&condition, &then, &otherwise)
            }
            region => {
                let Term::Region(region) = self.term(region, version)? else { return None };
                Some(self.cell(region.select(&index.dynamic()), ty))
            }
        }
    }

    fn cell(&self, cell: Dynamic, ty: ArrayType) -> Term {
        let term = self.retype(cell, Type::Int(ty.cell));
        term.expect("cells are of the region's sort")
    }

    /// A term of known type.
    pub fn retype(&self, term: Dynamic, ty: Type) -> Option<Term> {
        match ty {
            Type::Bool => term.as_bool().map(Term::Truth),
            Type::Int(_) if self.unbounded => term.as_int().map(Term::Number),
            Type::Int(_) => term.as_bv().map(Term::Vector),
            Type::Array(_) => term.as_array().map(Term::Region),
        }
    }

    fn plus(&self, a: &Term, b: &Term) -> Option<Term> {
        match (a, b) {
            (Term::Vector(a), Term::Vector(b)) => Some(Term::Vector(a.bvadd(b))),
            (Term::Number(a), Term::Number(b)) => Some(Term::Number(a + b)),
            _ => None,
        }
    }

    fn truth(&mut self, expr: &Expr, version: &dyn Fn(CfgVarId) -> u32) -> Option<Bool> {
        match self.term(expr, version)? {
            Term::Truth(term) => Some(term),
            _ => None,
        }
    }

    fn truths(&mut self, all: &[Expr], version: &dyn Fn(CfgVarId) -> u32) -> Option<Vec<Bool>> {
        all.iter().map(|expr| self.truth(expr, version)).collect()
    }

    fn int_type(&self, expr: &Expr) -> Option<IntType> {
        self.cfg.type_of_expr(expr).and_then(Type::as_int)
    }

    fn cast(&self, to: IntType, term: Term, from: Type) -> Option<Term> {
        match (term, from) {
            (Term::Truth(condition), _) => {
                choose(&condition, &self.number(1, to), &self.number(0, to))
            }
            (Term::Number(a), _) => Some(Term::Number(a)),
            (Term::Vector(a), Type::Int(from)) => {
                Some(Term::Vector(resize(&a, from, u32::from(to.bits))))
            }
            _ => None,
        }
    }

    /// What is true of the addresses of the given objects: in the space for objects, aligned, not
    /// wrapping around, and of distinct objects not overlapping.
    pub fn address_facts(&self, objects: &[ObjectId]) -> Vec<Bool> {
        self.addresses_apart(objects, 1)
    }

    /// As [`Terms::address_facts`], with room for what is allocated at run time, so that it does
    /// not overlap with other objects even if it is large. Such addresses exist; not all are such.
    pub fn roomy_address_facts(&self, objects: &[ObjectId]) -> Vec<Bool> {
        self.addresses_apart(objects, belnap_execution::layout::ROOM)
    }

    fn addresses_apart(&self, objects: &[ObjectId], unknown: u64) -> Vec<Bool> {
        let mut facts = Vec::new();
        let ty = self.cfg.machine.address();
        let space = self.cfg.object_space();
        let first =
            |object: ObjectId| i128::try_from(self.cfg.space_of(object, &space).start).unwrap_or(1);
        let size =
            |object: ObjectId| i128::from(self.cfg.objects[object].size.unwrap_or(unknown).max(1));
        // Where the last object of a size may begin, whose end must be an address, too.
        let last = |object: ObjectId| {
            let most = (1_i128 << ty.bits) - 1;
            let end = self.cfg.space_of(object, &space).end;
            i128::try_from(end).unwrap_or(most).min(most) - size(object)
        };
        for (at, object) in objects.iter().enumerate() {
            let address = self.address(*object);
            let align = i128::from(self.cfg.objects[*object].align.max(1));
            match &address {
                Term::Vector(address) => {
                    let Term::Vector(zero) = self.number(0, ty) else { continue };
                    if let Term::Vector(first) = self.number(first(*object), ty) {
                        facts.push(address.bvuge(&first));
                    }
                    if align > 1
                        && let Term::Vector(mask) = self.number(align - 1, ty)
                    {
                        facts.push(address.bvand(&mask).eq(&zero));
                    }
                    // Also the address behind the last byte, which pointers may have, is larger.
                    if let Term::Vector(last) = self.number(last(*object), ty) {
                        facts.push(address.bvule(&last));
                    }
                }
                Term::Number(address) => {
                    facts.push(address.ge(Int::from_i128(first(*object))));
                    facts.push(address.le(Int::from_i128(last(*object))));
                    if align > 1 {
                        let align = Int::from_i128(align);
                        facts.push(address.modulo(&align).eq(Int::from_i64(0)));
                    }
                }
                Term::Truth(_) | Term::Region(_) => {}
            }
            for other in &objects[..at] {
                let (a, b) = (self.address(*object), self.address(*other));
                // Since neither wraps around: one ends before the other begins.
                let apart = |a: &Term, b: &Term, size: i128| match (a, b, self.number(size - 1, ty))
                {
                    (Term::Vector(a), Term::Vector(b), Term::Vector(last)) => {
                        Some(a.bvadd(&last).bvult(b))
                    }
                    (Term::Number(a), Term::Number(b), Term::Number(last)) => {
                        Some((a + last).lt(b))
                    }
                    _ => None,
                };
                if let (Some(before), Some(after)) =
                    (apart(&a, &b, size(*object)), apart(&b, &a, size(*other)))
                {
                    facts.push(Bool::or(&[before, after]));
                }
            }
        }
        facts
    }
}

fn all_current(expr: &Expr, version: &dyn Fn(CfgVarId) -> u32) -> bool {
    let mut current = true;
    expr.for_each_var(&mut |var| current &= version(var) == 0);
    current
}

/// `condition ? then : otherwise`
pub(crate) fn choose(condition: &Bool, then: &Term, otherwise: &Term) -> Option<Term> {
    Some(match (then, otherwise) {
        (Term::Truth(a), Term::Truth(b)) => Term::Truth(condition.ite(a, b)),
        (Term::Vector(a), Term::Vector(b)) => Term::Vector(condition.ite(a, b)),
        (Term::Number(a), Term::Number(b)) => Term::Number(condition.ite(a, b)),
        _ => return None,
    })
}

fn within(index: &Term, from: &Term, length: &Term) -> Option<Bool> {
    Some(match (index, from, length) {
        (Term::Vector(index), Term::Vector(from), Term::Vector(length)) => {
            index.bvsub(from).bvult(length)
        }
        (Term::Number(index), Term::Number(from), Term::Number(length)) => {
            let distance = index - from;
            Bool::and(&[distance.ge(Int::from_i64(0)), distance.lt(length)])
        }
        _ => return None,
    })
}

fn resize(a: &BV, from: IntType, bits: u32) -> BV {
    let own = u32::from(from.bits);
    match bits.cmp(&own) {
        std::cmp::Ordering::Equal => a.clone(),
        std::cmp::Ordering::Less => a.extract(bits - 1, 0),
        std::cmp::Ordering::Greater if from.signed => a.sign_ext(bits - own),
        std::cmp::Ordering::Greater => a.zero_ext(bits - own),
    }
}

fn vector(op: BinaryOp, a: &BV, b: &BV, ty: IntType, right: IntType) -> BV {
    match op {
        BinaryOp::Add => a.bvadd(b),
        BinaryOp::Sub => a.bvsub(b),
        BinaryOp::Mul => a.bvmul(b),
        BinaryOp::Div if ty.signed => a.bvsdiv(b),
        BinaryOp::Div => a.bvudiv(b),
        BinaryOp::Rem if ty.signed => a.bvsrem(b),
        BinaryOp::Rem => a.bvurem(b),
        BinaryOp::BitAnd => a.bvand(b),
        BinaryOp::BitOr => a.bvor(b),
        BinaryOp::BitXor => a.bvxor(b),
        BinaryOp::Shl | BinaryOp::Shr => shift(op, a, b, ty, right),
    }
}

/// The count is unsigned and may be wider or narrower than what is shifted.
fn shift(op: BinaryOp, a: &BV, count: &BV, ty: IntType, right: IntType) -> BV {
    let bits = u32::from(ty.bits.max(right.bits));
    let wide = resize(a, ty, bits);
    let count = resize(count, IntType::unsigned(right.bits), bits);
    let shifted = match (op, ty.signed) {
        (BinaryOp::Shl, _) => wide.bvshl(&count),
        (_, true) => wide.bvashr(&count),
        (_, false) => wide.bvlshr(&count),
    };
    resize(&shifted, IntType { bits: bits as u8, signed: ty.signed }, u32::from(ty.bits))
}

fn number(op: BinaryOp, a: &Int, b: &Int, right: &Expr, ty: IntType) -> Option<Int> {
    let zero = || Int::from_i64(0);
    Some(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        // SMT-LIB's division rounds so that the remainder is not negative; ours towards zero.
        BinaryOp::Div | BinaryOp::Rem => {
            let size = |x: &Int| x.lt(zero()).ite(&x.unary_minus(), x);
            let quotient = size(a).div(size(b));
            let same_sign = a.lt(zero()).eq(b.lt(zero()));
            let quotient = same_sign.ite(&quotient, &quotient.unary_minus());
            let by_zero = b.eq(zero());
            if op == BinaryOp::Div {
                let limit = a.lt(zero()).ite(&Int::from_i64(1), &Int::from_i64(-1));
                by_zero.ite(&limit, &quotient)
            } else {
                by_zero.ite(a, &(a - b * quotient))
            }
        }
        BinaryOp::Shl | BinaryOp::Shr => {
            let Expr::Int(count, _) = right else { return None };
            let out = || a.lt(zero()).ite(&Int::from_i64(-1), &zero());
            match (op, u32::try_from(*count)) {
                (BinaryOp::Shl, Ok(count)) if count < u32::from(ty.bits) && count < 126 => {
                    a * Int::from_i128(1 << count)
                }
                // Division by a positive number rounds down.
                (BinaryOp::Shr, Ok(count)) if count < u32::from(ty.bits) && count < 126 => {
                    a.div(Int::from_i128(1 << count))
                }
                (BinaryOp::Shl, _) => zero(),
                (_, _) if ty.signed => out(),
                _ => zero(),
            }
        }
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => return None,
    })
}

fn compare(op: CompareOp, a: &Term, b: &Term, signed: bool) -> Option<Bool> {
    Some(match (op, a, b) {
        (CompareOp::Eq, a, b) => a.equals(b)?,
        (CompareOp::Ne, a, b) => a.equals(b)?.not(),
        (CompareOp::Gt, a, b) => compare(CompareOp::Lt, b, a, signed)?,
        (CompareOp::Ge, a, b) => compare(CompareOp::Le, b, a, signed)?,
        (CompareOp::Lt, Term::Vector(a), Term::Vector(b)) if signed => a.bvslt(b),
        (CompareOp::Le, Term::Vector(a), Term::Vector(b)) if signed => a.bvsle(b),
        (CompareOp::Lt, Term::Vector(a), Term::Vector(b)) => a.bvult(b),
        (CompareOp::Le, Term::Vector(a), Term::Vector(b)) => a.bvule(b),
        (CompareOp::Lt, Term::Number(a), Term::Number(b)) => a.lt(b),
        (CompareOp::Le, Term::Number(a), Term::Number(b)) => a.le(b),
        _ => return None,
    })
}
