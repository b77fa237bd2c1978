//! Bit vectors as expressions.

use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::types::{IntType, Type};
use z3::DeclKind;
use z3::ast::{Ast, BV, Dynamic};

use super::Reader;

/// A number read from a vector.
pub(super) struct Vector {
    pub(super) expr: Expr,
    pub(super) ty: IntType,
    /// It is a constant, that can be of either signedness.
    free: bool,
}

impl Vector {
    fn new(expr: Expr, ty: IntType) -> Self {
        Vector { expr, ty, free: false }
    }

    /// With the same bits, of a type of the same width.
    pub(super) fn of_type(self, ty: IntType) -> Expr {
        match self.expr {
            expr if self.ty == ty => expr,
            Expr::Int(value, _) => Expr::int(value, ty),
            expr => Expr::cast(ty, expr),
        }
    }

    fn unsigned(self) -> Expr {
        let ty = IntType::unsigned(self.ty.bits);
        self.of_type(ty)
    }

    /// The type to use with another operand of the same width.
    pub(super) fn common(&self, other: &Vector) -> IntType {
        if self.free { other.ty } else { self.ty }
    }
}

impl Reader<'_> {
    pub(super) fn vector(&mut self, term: &Dynamic, depth: usize) -> Option<Vector> {
        let kind = self.visit(term, depth)?;
        let bits = u8::try_from(term.as_bv()?.get_size()).ok()?;
        if bits > IntType::MAX_BITS {
            return None;
        }
        if kind == DeclKind::Uninterpreted {
            return match self.constant(term)? {
                (expr, Type::Int(ty)) if ty.bits == bits => Some(Vector::new(expr, ty)),
                _ => None,
            };
        }
        let (signed, unsigned) = (IntType::signed(bits), IntType::unsigned(bits));
        let operands = term.children();
        let below = depth + 1;
        let as_type = |reader: &mut Self, at: usize, ty: IntType| {
            Some(reader.vector(&operands[at], below)?.of_type(ty))
        };
        let two = |reader: &mut Self, op: BinaryOp, ty: IntType| {
            let (a, b) = (as_type(reader, 0, ty)?, as_type(reader, 1, ty)?);
            Some(Vector::new(Expr::binary(op, a, b), ty))
        };
        match kind {
            DeclKind::Bnum => {
                let value = bits_of(&term.as_bv()?)? as i128;
                Some(Vector { expr: Expr::int(value, signed), ty: signed, free: true })
            }
            DeclKind::Badd => self.fold_operands(BinaryOp::Add, &operands, below),
            DeclKind::Bsub => self.fold_operands(BinaryOp::Sub, &operands, below),
            DeclKind::Bmul => self.fold_operands(BinaryOp::Mul, &operands, below),
            DeclKind::Band => self.fold_operands(BinaryOp::BitAnd, &operands, below),
            DeclKind::Bor => self.fold_operands(BinaryOp::BitOr, &operands, below),
            DeclKind::Bxor => self.fold_operands(BinaryOp::BitXor, &operands, below),
            DeclKind::Bneg | DeclKind::Bnot => {
                let operand = self.vector(&operands[0], below)?;
                let op = if kind == DeclKind::Bneg { UnaryOp::Neg } else { UnaryOp::BitNot };
                Some(Vector::new(Expr::Unary(op, Box::new(operand.expr)), operand.ty))
            }
            DeclKind::Bsdiv | DeclKind::BsdivI => two(self, BinaryOp::Div, signed),
            DeclKind::Budiv | DeclKind::BudivI => two(self, BinaryOp::Div, unsigned),
            DeclKind::Bsrem | DeclKind::BsremI => two(self, BinaryOp::Rem, signed),
            DeclKind::Burem | DeclKind::BuremI => two(self, BinaryOp::Rem, unsigned),
            DeclKind::Bsmod | DeclKind::BsmodI => {
                let (a, b) = (as_type(self, 0, signed)?, as_type(self, 1, signed)?);
                Some(Vector::new(modulo(a, b, signed), signed))
            }
            DeclKind::Bshl | DeclKind::Blshr | DeclKind::Bashr => {
                let shifted = self.vector(&operands[0], below)?;
                let count = self.vector(&operands[1], below)?.unsigned();
                let (op, ty) = match kind {
                    DeclKind::Bshl => (BinaryOp::Shl, shifted.ty),
                    DeclKind::Blshr => (BinaryOp::Shr, unsigned),
                    _ => (BinaryOp::Shr, signed),
                };
                Some(Vector::new(Expr::binary(op, shifted.of_type(ty), count), ty))
            }
            DeclKind::SignExt | DeclKind::ZeroExt => {
                let operand = self.vector(&operands[0], below)?;
                let signed = kind == DeclKind::SignExt;
                let own = IntType { bits: operand.ty.bits, signed };
                let ty = IntType { bits, signed };
                Some(Vector::new(Expr::cast(ty, operand.of_type(own)), ty))
            }
            DeclKind::Extract => {
                let low = find_lowest_bit(&term.as_bv()?, &operands[0].as_bv()?)?;
                let operand = self.vector(&operands[0], below)?;
                if low == 0 {
                    // Either signedness will do: the operand's keeps casts short.
                    let ty = IntType { bits, signed: operand.ty.signed };
                    return Some(Vector::new(Expr::cast(ty, operand.expr), ty));
                }
                let count = IntType::unsigned(operand.ty.bits);
                let low = Expr::int(i128::from(low), count);
                let moved = Expr::binary(BinaryOp::Shr, operand.unsigned(), low);
                Some(Vector::new(Expr::cast(unsigned, moved), unsigned))
            }
            DeclKind::Concat => {
                let mut parts = operands.iter();
                let first = self.vector(parts.next()?, below)?.unsigned();
                let mut all = Expr::cast(unsigned, first);
                for part in parts {
                    let part = self.vector(part, below)?;
                    let by = Expr::int(i128::from(part.ty.bits), unsigned);
                    let low = Expr::cast(unsigned, part.unsigned());
                    let moved = Expr::binary(BinaryOp::Shl, all, by);
                    all = Expr::binary(BinaryOp::BitOr, moved, low);
                }
                Some(Vector::new(all, unsigned))
            }
            DeclKind::Bcomp => {
                let equal = self.comparison(CompareOp::Eq, None, &operands, below)?;
                Some(Vector::new(Expr::cast(unsigned, equal), unsigned))
            }
            DeclKind::Ite => {
                let condition = self.truth(&operands[0], below)?;
                let (a, b) = (self.vector(&operands[1], below)?, self.vector(&operands[2], below)?);
                let ty = a.common(&b);
                Some(Vector::new(Expr::ite(condition, a.of_type(ty), b.of_type(ty)), ty))
            }
            DeclKind::Select => {
                let (expr, ty) = self.cell(&operands, below)?;
                (ty.bits == bits).then(|| Vector::new(expr, ty))
            }
            _ => None,
        }
    }

    /// A bit of a vector, as a truth value.
    pub(super) fn bit(&mut self, term: &Dynamic, whole: &Dynamic, depth: usize) -> Option<Expr> {
        let at = tested_bit(term, whole)?;
        let vector = self.vector(whole, depth)?;
        let ty = vector.ty;
        let mask = Expr::int(1i128.checked_shl(at)?, ty);
        let masked = Expr::binary(BinaryOp::BitAnd, vector.expr, mask);
        Some(Expr::compare(CompareOp::Ne, masked, Expr::int(0, ty)))
    }

    /// An operator between two or more operands, of the type of the first that is not a constant.
    fn fold_operands(
        &mut self,
        op: BinaryOp,
        operands: &[Dynamic],
        depth: usize,
    ) -> Option<Vector> {
        let all: Option<Vec<Vector>> =
            operands.iter().map(|operand| self.vector(operand, depth)).collect();
        let mut all = all?;
        let ty = all.iter().find(|one| !one.free).or(all.first())?.ty;
        if op != BinaryOp::Sub {
            // `x + 1`, not `1 + x`.
            all.sort_by_key(|one| one.free);
        }
        if op == BinaryOp::Add {
            all.sort_by_key(|one| negative_part(&one.expr).is_some());
        }
        let mut parts = all.into_iter().map(|one| one.of_type(ty));
        let first = parts.next()?;
        let joined = parts.fold(first, |sum, part| match negative_part(&part) {
            Some(less) if op == BinaryOp::Add => Expr::binary(BinaryOp::Sub, sum, less),
            _ => Expr::binary(op, sum, part),
        });
        Some(Vector::new(joined, ty))
    }
}

/// What the prover writes as `-1 * x`.
fn negative_part(expr: &Expr) -> Option<Expr> {
    match expr {
        Expr::Unary(UnaryOp::Neg, operand) => Some((**operand).clone()),
        Expr::Binary(BinaryOp::Mul, operands) => match &operands[1] {
            Expr::Int(value, ty) if *value == ty.wrap(-1) => Some(operands[0].clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The remainder with the sign of the divisor.
fn modulo(a: Expr, b: Expr, ty: IntType) -> Expr {
    let zero = || Expr::int(0, ty);
    let rest = Expr::binary(BinaryOp::Rem, a, b.clone());
    let below = |expr: &Expr| Expr::compare(CompareOp::Lt, expr.clone(), zero());
    let differ = Expr::compare(CompareOp::Ne, below(&rest), below(&b));
    let some = Expr::compare(CompareOp::Ne, rest.clone(), zero());
    let moved = Expr::binary(BinaryOp::Add, rest.clone(), b);
    Expr::ite(Expr::And(vec![some, differ]), moved, rest)
}

/// The lowest bit that `part` takes of `whole`: found by making the same term again, since the
/// bindings do not give a declaration's parameters.
fn find_lowest_bit(part: &BV, whole: &BV) -> Option<u32> {
    let bits = part.get_size();
    (0..=whole.get_size().checked_sub(bits)?)
        .find(|low| whole.extract(low + bits - 1, *low).ast_eq(part))
}

/// Which bit of `whole` the term is: found by its value on vectors that have the bits whose number
/// has bit 0, bit 1 and so on, since the bindings do not give a declaration's parameters.
fn tested_bit(term: &Dynamic, whole: &Dynamic) -> Option<u32> {
    let width = whole.as_bv()?.get_size();
    if width > u128::BITS {
        return None;
    }
    let mut at = 0;
    for digit in 0..u32::BITS - (width - 1).leading_zeros() {
        let pattern = (0..width)
            .filter(|position| position >> digit & 1 == 1)
            .fold(0u128, |pattern, position| pattern | 1 << position);
        let pattern = Dynamic::from_ast(&BV::from_str(width, &pattern.to_string())?);
        let value = term.substitute(&[(whole, &pattern)]).simplify();
        if value.as_bool()?.as_bool()? {
            at |= 1 << digit;
        }
    }
    Some(at)
}

/// The bits of a numeral.
pub(crate) fn bits_of(value: &BV) -> Option<u128> {
    let width = value.get_size();
    if width <= 64 {
        return value.as_u64().map(u128::from);
    }
    let high = value.extract(width - 1, 64).simplify().as_u64()?;
    let low = value.extract(63, 0).simplify().as_u64()?;
    Some(u128::from(high) << 64 | u128::from(low))
}
