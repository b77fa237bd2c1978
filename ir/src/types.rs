//! Types of the variables and expressions of a control-flow graph.
//!
//! C's types are reduced to what determines values: bit vectors of a width and a signedness, truth
//! values, and regions of memory (arrays of bit vectors). Pointers are unsigned bit vectors of the
//! machine's address width; `_Bool` is `u8` with values 0 and 1; floating-point numbers are the
//! bit vectors of their representation (`float` is `u32`, `double` is `u64`), which are stored and
//! copied, while arithmetic and comparisons of them are `unknown`.

use std::fmt;

/// A bit vector read as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IntType {
    /// Width, from 1 to 128.
    pub bits: u8,
    /// Two's complement if signed.
    pub signed: bool,
}

impl IntType {
    /// The widest type.
    pub const MAX_BITS: u8 = 128;

    /// A signed type.
    pub const fn signed(bits: u8) -> Self {
        IntType { bits, signed: true }
    }

    /// An unsigned type.
    pub const fn unsigned(bits: u8) -> Self {
        IntType { bits, signed: false }
    }

    /// The value of this type congruent to `value` modulo two to the width.
    ///
    /// Values are kept in an `i128`; those of `u128` above its maximum appear as the negative
    /// number with the same bits.
    pub const fn wrap(self, value: i128) -> i128 {
        let spare = 128 - self.bits as u32;
        if self.signed || spare == 0 {
            (value << spare) >> spare
        } else {
            (((value as u128) << spare) >> spare) as i128
        }
    }

    /// Whether `value` is a value of this type.
    pub const fn contains(self, value: i128) -> bool {
        self.wrap(value) == value
    }
}

impl fmt::Display for IntType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.signed { 'i' } else { 'u' }, self.bits)
    }
}

/// The type of a region: a total function from indices to cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayType {
    /// Type of indices: addresses, or element numbers of a region that is one array.
    pub index: IntType,
    /// Type of cells.
    pub cell: IntType,
}

impl fmt::Display for ArrayType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]{}", self.index, self.cell)
    }
}

/// The type of a variable or expression, written `bool`, `i32`, `u8`, `[u32]i16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// Truth values: the type of conditions.
    Bool,
    /// Numbers.
    Int(IntType),
    /// Regions.
    Array(ArrayType),
}

impl Type {
    /// The integer type, if it is one.
    pub const fn as_int(self) -> Option<IntType> {
        match self {
            Type::Int(int) => Some(int),
            _ => None,
        }
    }

    /// The array type, if it is one.
    pub const fn as_array(self) -> Option<ArrayType> {
        match self {
            Type::Array(array) => Some(array),
            _ => None,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Bool => f.write_str("bool"),
            Type::Int(int) => fmt::Display::fmt(int, f),
            Type::Array(array) => fmt::Display::fmt(array, f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::IntType;

    #[test]
    fn values_wrap_at_their_width() {
        assert_eq!(IntType::signed(8).wrap(200), -56);
        assert_eq!(IntType::unsigned(8).wrap(-1), 255);
        assert_eq!(IntType::signed(1).wrap(1), -1);
        assert_eq!(IntType::unsigned(64).wrap(-1), i128::from(u64::MAX));
        assert_eq!(IntType::signed(128).wrap(i128::MIN), i128::MIN);
        assert_eq!(IntType::unsigned(128).wrap(-1), -1);
        assert!(!IntType::signed(32).contains(1 << 31));
    }
}
