//! What is left of an address in a number.
//!
//! Addresses of user programs have no bits above the lowest 47 where they have 64, and no object
//! lies in the first or the last page.

use belnap_ir::types::{IntType, Type};

use super::graph::Pointee;
use super::layout::Layouts;
use super::motion::Motion;
use crate::mir::{ObjectId, Value};

/// Bits of an address that are not always zero.
const ADDRESS_BITS: u8 = 47;

/// Numbers that are smaller, also negative ones, are not addresses.
pub(super) const PAGE: i128 = 4096;

/// A difference of addresses has at least so many bits.
const DISTANCE_BITS: u8 = 32;

/// What a motion makes of a pointee.
pub(super) enum MotionResult {
    Nothing,
    As(Pointee),
    /// An offset of the object moves.
    Moved(ObjectId, u64),
}

impl Layouts {
    /// Whether numbers of so many bits hold addresses.
    pub(super) fn is_wide(&self, bits: u8) -> bool {
        bits >= self.address().bits.min(ADDRESS_BITS)
    }

    /// The motion of what stays itself where numbers of so many bits hold addresses.
    pub(super) fn narrow(&self, bits: u8) -> Motion {
        if self.is_wide(bits) { Motion::STAY } else { Motion::Narrow(bits) }
    }

    /// Bits of a value.
    pub(super) fn bits_of(&self, value: &Value) -> u8 {
        match value.type_of(self.address()) {
            Type::Int(ty) => ty.bits,
            _ => 1,
        }
    }

    /// Whether a constant may be an address, or a piece of one.
    pub(super) fn is_number(&self, number: i128, ty: IntType) -> bool {
        let signed = IntType::signed(ty.bits).wrap(number);
        number != 0 && !(self.is_wide(ty.bits) && (-PAGE..PAGE).contains(&signed))
    }

    /// A constant that is combined with addresses, as a signed number; bits that addresses do not
    /// have do not count.
    pub(super) fn mask(&self, number: i128) -> i128 {
        let unused = self.address().bits.min(ADDRESS_BITS);
        number | (-1 << unused)
    }

    /// Whether a constant has bits only where addresses have none.
    pub(super) fn is_top(&self, number: i128) -> bool {
        let unused = self.address().bits.min(ADDRESS_BITS);
        number & ((1 << unused) - 1) == 0
    }

    /// Whether addresses have no bits from this one on.
    pub(super) fn is_beyond(&self, bit: i128) -> bool {
        bit >= i128::from(self.address().bits.min(ADDRESS_BITS))
    }

    /// What a motion other than to stay makes of a pointee.
    pub(super) fn apply_motion(&self, pointee: Pointee, motion: &Motion) -> MotionResult {
        let is_piece = matches!(motion, Motion::Piece | Motion::Low(_) | Motion::Narrow(_));
        match pointee {
            // What is left of something unknown where only few bits are is a number.
            Pointee::Anything if matches!(motion, Motion::Low(_)) => {
                MotionResult::As(Pointee::Number)
            }
            Pointee::Anything | Pointee::Number | Pointee::Piece(_) | Pointee::FunctionPiece(_) => {
                MotionResult::As(pointee)
            }
            Pointee::Function(function) if is_piece => {
                MotionResult::As(Pointee::FunctionPiece(function))
            }
            Pointee::Function(_) => MotionResult::As(pointee),
            Pointee::Cell(object, offset) => match (offset, motion) {
                // A tag, and nothing of where the object is.
                (Some(_), Motion::Low(bits)) if self.is_aligned(object, *bits) => {
                    MotionResult::Nothing
                }
                // A difference is one in fewer bits, too.
                (None, Motion::Narrow(bits)) if *bits >= DISTANCE_BITS => MotionResult::As(pointee),
                _ if is_piece => MotionResult::As(Pointee::Piece(object)),
                (None, _) => MotionResult::As(pointee),
                (Some(offset), _) => MotionResult::Moved(object, offset),
            },
        }
    }
}
