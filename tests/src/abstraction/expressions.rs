//! Random expressions over a few small variables.

use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::{CfgVarId, ObjectId};
use belnap_ir::types::{ArrayType, IntType, Type};

use belnap_test_support::random::Random;

/// Makes expressions.
pub struct Maker {
    /// Where randomness comes from.
    pub random: Random,
    /// What they are about.
    pub vars: Vec<(CfgVarId, Type)>,
    /// Objects whose addresses may occur.
    pub objects: Vec<ObjectId>,
    /// The type of addresses.
    pub address: IntType,
}

impl Maker {
    fn var_of(&mut self, ty: Type) -> Option<CfgVarId> {
        let vars: Vec<CfgVarId> =
            self.vars.iter().filter(|(_, other)| *other == ty).map(|(var, _)| *var).collect();
        (!vars.is_empty()).then(|| self.random.pick(&vars))
    }

    fn array(&self) -> Option<(CfgVarId, ArrayType)> {
        self.vars.iter().find_map(|(var, ty)| ty.as_array().map(|array| (*var, array)))
    }

    /// A type that some number has: of a variable, or of a cell.
    pub fn int_type(&mut self) -> IntType {
        match self.random.pick(&self.vars).1 {
            Type::Int(ty) => ty,
            Type::Array(array) => array.cell,
            Type::Bool => {
                self.vars.iter().find_map(|(_, ty)| ty.as_int()).unwrap_or(IntType::unsigned(2))
            }
        }
    }

    /// An expression of a type.
    pub fn expr(&mut self, ty: Type, depth: u32) -> Expr {
        match ty {
            Type::Bool => self.truth(depth),
            Type::Int(ty) => self.number(ty, depth),
            Type::Array(ty) => self.region(ty, depth),
        }
    }

    /// A condition.
    pub fn truth(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.random.one_in(8) {
            if let Some(var) = self.var_of(Type::Bool) {
                return Expr::Var(var);
            }
            if depth == 0 && self.random.one_in(10) {
                return Expr::Bool(self.random.one_in(2));
            }
        }
        let inner = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 1 } else { 12 }) {
            8 => Expr::And(vec![self.truth(inner), self.truth(inner)]),
            9 => Expr::Or(vec![self.truth(inner), self.truth(inner)]),
            10 => Expr::Not(Box::new(self.truth(inner))),
            11 => Expr::ite(self.truth(inner), self.truth(inner), self.truth(inner)),
            _ => {
                use CompareOp::{Eq, Ge, Gt, Le, Lt, Ne};
                let op = self.random.pick(&[Eq, Eq, Ne, Lt, Le, Gt, Ge]);
                let ty = self.int_type();
                Expr::compare(op, self.number(ty, inner.max(1)), self.number(ty, inner))
            }
        }
    }

    fn constant(&mut self, ty: IntType) -> Expr {
        if ty == self.address && !self.objects.is_empty() && !self.random.one_in(4) {
            return Expr::Address(self.random.pick(&self.objects));
        }
        let most = if ty.bits > 8 { 3 } else { 16 };
        Expr::int(i128::from(self.random.below(most)), ty)
    }

    fn number(&mut self, ty: IntType, depth: u32) -> Expr {
        if depth == 0 || self.random.one_in(3) {
            return match self.var_of(Type::Int(ty)) {
                Some(var) if !self.random.one_in(3) => Expr::Var(var),
                _ => self.constant(ty),
            };
        }
        let depth = depth - 1;
        if ty.bits > 8 {
            // Products of addresses are hard for the prover, and nobody writes them.
            let op = self.random.pick(&[BinaryOp::Add, BinaryOp::Sub]);
            return Expr::binary(op, self.number(ty, depth), self.number(ty, depth));
        }
        use BinaryOp::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub};
        match self.random.below(12) {
            0 => {
                let op = self.random.pick(&[UnaryOp::Neg, UnaryOp::BitNot]);
                Expr::Unary(op, Box::new(self.number(ty, depth)))
            }
            1 => {
                let count = self.int_type();
                let op = self.random.pick(&[Shl, Shr]);
                Expr::binary(op, self.number(ty, depth), self.number(count, depth))
            }
            2 => {
                let from = self.int_type();
                Expr::cast(ty, self.number(from, depth))
            }
            3 => Expr::cast(ty, self.truth(depth)),
            4 => Expr::ite(self.truth(depth), self.number(ty, depth), self.number(ty, depth)),
            5..8 => match self.array() {
                Some((_, array)) if array.cell == ty => {
                    let region = self.region(array, depth);
                    Expr::read(region, self.number(array.index, depth))
                }
                _ => Expr::binary(Add, self.number(ty, depth), self.number(ty, depth)),
            },
            _ => {
                let op = self
                    .random
                    .pick(&[Add, Add, Add, Sub, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor]);
                Expr::binary(op, self.number(ty, depth), self.number(ty, depth))
            }
        }
    }

    fn region(&mut self, ty: ArrayType, depth: u32) -> Expr {
        let plain = self.var_of(Type::Array(ty)).map(Expr::Var);
        let plain = plain.unwrap_or(Expr::Fill(ty, Box::new(Expr::int(0, ty.cell))));
        if depth == 0 {
            return plain;
        }
        let depth = depth - 1;
        match self.random.below(10) {
            0 => Expr::Fill(ty, Box::new(self.number(ty.cell, depth))),
            1 => {
                let (base, other) = (self.region(ty, depth), self.region(ty, depth));
                let (from, length) = (self.number(ty.index, depth), self.number(ty.index, depth));
                Expr::Splice(Box::new([base, other, from, length]))
            }
            2 => {
                let region = self.region(ty, depth);
                Expr::Shift(Box::new([region, self.number(ty.index, depth)]))
            }
            3 => Expr::ite(self.truth(depth), self.region(ty, depth), self.region(ty, depth)),
            4 => plain,
            _ => {
                let (index, value) = (self.number(ty.index, depth), self.number(ty.cell, depth));
                Expr::write(self.region(ty, depth), index, value)
            }
        }
    }
}
