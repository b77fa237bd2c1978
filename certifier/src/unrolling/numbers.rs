//! Arithmetic on constants: bit patterns of a width, in the lowest bits of a number.
//!
//! The rules are those of SMT-LIB's bit vectors, which are those of [`belnap_ir::expr`].

/// Operators on bit vectors of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    Add,
    Sub,
    Mul,
    DivSigned,
    DivUnsigned,
    RemSigned,
    RemUnsigned,
    ShiftLeft,
    ShiftRightSigned,
    ShiftRightUnsigned,
    And,
    Or,
    Xor,
}

impl Operator {
    /// As SMT-LIB calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Operator::Add => "bvadd",
            Operator::Sub => "bvsub",
            Operator::Mul => "bvmul",
            Operator::DivSigned => "bvsdiv",
            Operator::DivUnsigned => "bvudiv",
            Operator::RemSigned => "bvsrem",
            Operator::RemUnsigned => "bvurem",
            Operator::ShiftLeft => "bvshl",
            Operator::ShiftRightSigned => "bvashr",
            Operator::ShiftRightUnsigned => "bvlshr",
            Operator::And => "bvand",
            Operator::Or => "bvor",
            Operator::Xor => "bvxor",
        }
    }

    /// Whether the order of the operands does not matter.
    pub const fn commutes(self) -> bool {
        use Operator::{Add, And, Mul, Or, Xor};
        matches!(self, Add | Mul | And | Or | Xor)
    }

    /// The result for two patterns of a width.
    pub fn apply(self, a: u128, b: u128, bits: u8) -> u128 {
        let (signed_a, signed_b) = (signed(a, bits), signed(b, bits));
        let is_small = b < u128::from(bits);
        let result = match self {
            Operator::Add => a.wrapping_add(b),
            Operator::Sub => a.wrapping_sub(b),
            Operator::Mul => a.wrapping_mul(b),
            Operator::DivSigned if b == 0 => {
                if signed_a < 0 {
                    1
                } else {
                    u128::MAX
                }
            }
            Operator::DivSigned => signed_a.wrapping_div(signed_b) as u128,
            Operator::DivUnsigned => a.checked_div(b).unwrap_or(u128::MAX),
            Operator::RemSigned | Operator::RemUnsigned if b == 0 => a,
            Operator::RemSigned => signed_a.wrapping_rem(signed_b) as u128,
            Operator::RemUnsigned => a % b,
            Operator::ShiftLeft => {
                if is_small {
                    a << b
                } else {
                    0
                }
            }
            Operator::ShiftRightSigned => (signed_a >> b.min(u128::from(bits) - 1)) as u128,
            Operator::ShiftRightUnsigned => {
                if is_small {
                    a >> b
                } else {
                    0
                }
            }
            Operator::And => a & b,
            Operator::Or => a | b,
            Operator::Xor => a ^ b,
        };
        result & ones(bits)
    }
}

/// The pattern with every bit set.
pub const fn ones(bits: u8) -> u128 {
    u128::MAX >> (128 - bits as u32)
}

/// A pattern, read as two's complement.
pub const fn signed(pattern: u128, bits: u8) -> i128 {
    let spare = 128 - bits as u32;
    ((pattern << spare) as i128) >> spare
}

/// Whether a pattern is less than another.
pub const fn less(a: u128, b: u128, bits: u8, is_signed: bool) -> bool {
    if is_signed { signed(a, bits) < signed(b, bits) } else { a < b }
}

/// A pattern of a width as one of another, extended by copies of its sign if it has one.
pub const fn resize(pattern: u128, from: u8, to: u8, is_signed: bool) -> u128 {
    let wide = if is_signed { signed(pattern, from) as u128 } else { pattern };
    wide & ones(to)
}
