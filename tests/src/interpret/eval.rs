//! The value of an expression in a state, as `belnap_ir::expr` defines it.

use std::sync::Arc;

use belnap_ir::cfg::IntegerMode;
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::types::IntType;

use super::value::{Indices, Region, Value};

/// Why an expression has no value here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A number of mathematical mode does not fit 128 bits, or a region is nested too deeply: a
    /// limit of this interpreter.
    TooLarge,
    /// The expression is ill-typed: a bug in who made the graph.
    IllTyped,
}

/// What expressions are evaluated in.
pub struct Context<'a> {
    /// What arithmetic means.
    pub mode: IntegerMode,
    /// Values of variables.
    pub values: &'a [Value],
    /// Addresses of objects.
    pub addresses: &'a [i128],
    /// The type of addresses.
    pub address: IntType,
}

/// Reads of a region recurse at most this deep.
const DEEPEST_REGION: usize = 1000;

impl Context<'_> {
    fn mathematical(&self) -> bool {
        self.mode == IntegerMode::Mathematical
    }

    fn indices(&self) -> Indices {
        Indices { wrap: !self.mathematical() }
    }

    /// The value of an expression.
    pub fn value(&self, expr: &Expr) -> Result<Value, Fault> {
        Ok(match expr {
            Expr::Int(value, ty) => Value::Int(*value, *ty),
            Expr::Bool(value) => Value::Bool(*value),
            Expr::Var(var) => self.values.get(var.index()).ok_or(Fault::IllTyped)?.clone(),
            Expr::Address(object) => {
                let address = self.addresses.get(object.index()).ok_or(Fault::IllTyped)?;
                Value::Int(*address, self.address)
            }
            Expr::Unary(op, operand) => {
                let (value, ty) = self.int(operand)?;
                self.unary(*op, value, ty)?
            }
            Expr::Binary(op, operands) => {
                let (left, ty) = self.int(&operands[0])?;
                let (right, right_ty) = self.int(&operands[1])?;
                if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                    Value::Int(self.shifted(*op, left, ty, right, right_ty)?, ty)
                } else if ty == right_ty {
                    Value::Int(self.binary(*op, left, right, ty)?, ty)
                } else {
                    return Err(Fault::IllTyped);
                }
            }
            Expr::Compare(op, operands) => Value::Bool(self.compare(*op, operands)?),
            Expr::Not(operand) => Value::Bool(!self.truth(operand)?),
            Expr::And(operands) => {
                let mut all = true;
                for operand in operands {
                    all &= self.truth(operand)?;
                }
                Value::Bool(all)
            }
            Expr::Or(operands) => {
                let mut any = false;
                for operand in operands {
                    any |= self.truth(operand)?;
                }
                Value::Bool(any)
            }
            Expr::Cast(ty, operand) => match self.value(operand)? {
                Value::Bool(truth) => Value::Int(ty.wrap(i128::from(truth)), *ty),
                Value::Int(value, _) if self.mathematical() => Value::Int(value, *ty),
                Value::Int(value, _) => Value::Int(ty.wrap(value), *ty),
                Value::Region(_) => return Err(Fault::IllTyped),
            },
            Expr::If(operands) => {
                let chosen = if self.truth(&operands[0])? { 1 } else { 2 };
                self.value(&operands[chosen])?
            }
            Expr::Read(operands) => {
                let region = self.region(&operands[0])?;
                let index = self.index(&operands[1], &region)?;
                Value::Int(region.read(index, self.indices()), region.ty().cell)
            }
            Expr::Write(operands) => {
                let mut region = self.region(&operands[0])?;
                let index = self.index(&operands[1], &region)?;
                let value = self.cell(&operands[2], &region)?;
                Arc::make_mut(&mut region).write(index, value, self.indices());
                Value::Region(region)
            }
            Expr::Fill(ty, operand) => {
                let (value, cell) = self.int(operand)?;
                if cell != ty.cell {
                    return Err(Fault::IllTyped);
                }
                Value::Region(Arc::new(Region::filled_exactly(*ty, value)))
            }
            Expr::Splice(operands) => {
                let base = self.region(&operands[0])?;
                let other = self.region(&operands[1])?;
                let from = self.index(&operands[2], &base)?;
                let length = self.index(&operands[3], &base)?;
                if base.ty() != other.ty() {
                    return Err(Fault::IllTyped);
                }
                shallow(Region::splice(&base, &other, from, length, self.indices()))?
            }
            Expr::Shift(operands) => {
                let region = self.region(&operands[0])?;
                let by = self.index(&operands[1], &region)?;
                shallow(Region::shift(&region, by))?
            }
        })
    }

    /// The value of a condition.
    pub fn truth(&self, expr: &Expr) -> Result<bool, Fault> {
        match self.value(expr)? {
            Value::Bool(truth) => Ok(truth),
            _ => Err(Fault::IllTyped),
        }
    }

    fn int(&self, expr: &Expr) -> Result<(i128, IntType), Fault> {
        match self.value(expr)? {
            Value::Int(value, ty) => Ok((value, ty)),
            _ => Err(Fault::IllTyped),
        }
    }

    fn region(&self, expr: &Expr) -> Result<Arc<Region>, Fault> {
        match self.value(expr)? {
            Value::Region(region) => Ok(region),
            _ => Err(Fault::IllTyped),
        }
    }

    /// A number of the index type of `region`.
    pub fn index(&self, expr: &Expr, region: &Region) -> Result<i128, Fault> {
        self.int_of(expr, region.ty().index)
    }

    /// A number of the cell type of `region`.
    pub fn cell(&self, expr: &Expr, region: &Region) -> Result<i128, Fault> {
        self.int_of(expr, region.ty().cell)
    }

    fn int_of(&self, expr: &Expr, wanted: IntType) -> Result<i128, Fault> {
        let (value, ty) = self.int(expr)?;
        if ty == wanted { Ok(value) } else { Err(Fault::IllTyped) }
    }

    fn unary(&self, op: UnaryOp, value: i128, ty: IntType) -> Result<Value, Fault> {
        let exact = match op {
            UnaryOp::Neg if self.mathematical() => value.checked_neg().ok_or(Fault::TooLarge)?,
            UnaryOp::Neg => value.wrapping_neg(),
            UnaryOp::BitNot => !value,
        };
        Ok(Value::Int(self.fit(exact, ty), ty))
    }

    /// In modes with widths, the value of the type that is congruent to a number.
    fn fit(&self, value: i128, ty: IntType) -> i128 {
        if self.mathematical() { value } else { ty.wrap(value) }
    }

    fn binary(&self, op: BinaryOp, a: i128, b: i128, ty: IntType) -> Result<i128, Fault> {
        if self.mathematical() {
            return exact(op, a, b).ok_or(Fault::TooLarge);
        }
        // Arithmetic modulo 2^128 is right modulo every smaller power of two.
        let wide = match op {
            BinaryOp::Add => a.wrapping_add(b),
            BinaryOp::Sub => a.wrapping_sub(b),
            BinaryOp::Mul => a.wrapping_mul(b),
            BinaryOp::Div if b == 0 => {
                if ty.signed && a < 0 {
                    1
                } else {
                    -1
                }
            }
            BinaryOp::Rem if b == 0 => a,
            BinaryOp::Div if ty.signed => a.wrapping_div(b),
            BinaryOp::Rem if ty.signed => a.wrapping_rem(b),
            BinaryOp::Div => ((a as u128) / (b as u128)) as i128,
            BinaryOp::Rem => ((a as u128) % (b as u128)) as i128,
            BinaryOp::BitAnd => a & b,
            BinaryOp::BitOr => a | b,
            BinaryOp::BitXor => a ^ b,
            BinaryOp::Shl | BinaryOp::Shr => return Err(Fault::IllTyped),
        };
        Ok(ty.wrap(wide))
    }

    fn shifted(
        &self,
        op: BinaryOp,
        a: i128,
        ty: IntType,
        count: i128,
        count_ty: IntType,
    ) -> Result<i128, Fault> {
        let count = if self.mathematical() {
            u128::try_from(count).unwrap_or(u128::MAX)
        } else {
            IntType::unsigned(count_ty.bits).wrap(count) as u128
        };
        if count >= u128::from(ty.bits) {
            let sign = op == BinaryOp::Shr && ty.signed && a < 0;
            return Ok(if sign { -1 } else { 0 });
        }
        let count = count as u32;
        if op == BinaryOp::Shr {
            // The numbers of an unsigned type of 128 bits may look negative.
            let logical = !ty.signed && !self.mathematical();
            return Ok(if logical { ((a as u128) >> count) as i128 } else { a >> count });
        }
        if !self.mathematical() {
            return Ok(ty.wrap(a << count));
        }
        let moved = a << count;
        if moved >> count == a { Ok(moved) } else { Err(Fault::TooLarge) }
    }

    fn compare(&self, op: CompareOp, operands: &[Expr; 2]) -> Result<bool, Fault> {
        let ordering = match (self.value(&operands[0])?, self.value(&operands[1])?) {
            (Value::Bool(a), Value::Bool(b)) => match op {
                CompareOp::Eq => return Ok(a == b),
                CompareOp::Ne => return Ok(a != b),
                _ => return Err(Fault::IllTyped),
            },
            (Value::Int(a, ty), Value::Int(b, other)) if ty == other => {
                if ty.signed || self.mathematical() {
                    a.cmp(&b)
                } else {
                    (a as u128).cmp(&(b as u128))
                }
            }
            _ => return Err(Fault::IllTyped),
        };
        Ok(match op {
            CompareOp::Eq => ordering.is_eq(),
            CompareOp::Ne => ordering.is_ne(),
            CompareOp::Lt => ordering.is_lt(),
            CompareOp::Le => ordering.is_le(),
            CompareOp::Gt => ordering.is_gt(),
            CompareOp::Ge => ordering.is_ge(),
        })
    }
}

/// Arithmetic on unbounded numbers, as far as 128 bits go.
fn exact(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div if b == 0 => Some(if a < 0 { 1 } else { -1 }),
        BinaryOp::Rem if b == 0 => Some(a),
        BinaryOp::Div => a.checked_div(b),
        BinaryOp::Rem => Some(a.wrapping_rem(b)),
        BinaryOp::BitAnd => Some(a & b),
        BinaryOp::BitOr => Some(a | b),
        BinaryOp::BitXor => Some(a ^ b),
        BinaryOp::Shl | BinaryOp::Shr => None,
    }
}

fn shallow(region: Arc<Region>) -> Result<Value, Fault> {
    if region.nesting() > DEEPEST_REGION {
        return Err(Fault::TooLarge);
    }
    Ok(Value::Region(region))
}
