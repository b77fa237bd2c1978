//! The four truth values of Belnap's logic, as pairs of a *must* and a *may* half.
//!
//! `must` says "definitely at least true", `may` says "possibly true". Conjunction and
//! disjunction work on each half; negation swaps the halves and complements them. Values are
//! spelled `t f n b` in every file: `n` for *neither* (unknown, ⊥), `b` for *both*
//! (inconsistent, ⊤).

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A Belnap truth value.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub enum Belnap {
    /// `(must, may) = (0, 0)`: definitely false.
    #[serde(rename = "f")]
    False,
    /// `(0, 1)`: unknown, ⊥.
    #[serde(rename = "n")]
    Unknown,
    /// `(1, 0)`: inconsistent, ⊤.
    #[serde(rename = "b")]
    Both,
    /// `(1, 1)`: definitely true.
    #[serde(rename = "t")]
    True,
}

impl Belnap {
    /// All four values, in a fixed order.
    pub const ALL: [Belnap; 4] = [Belnap::False, Belnap::Unknown, Belnap::Both, Belnap::True];

    /// The value with the given halves.
    pub const fn from_halves(must: bool, may: bool) -> Self {
        match (must, may) {
            (true, true) => Belnap::True,
            (false, true) => Belnap::Unknown,
            (true, false) => Belnap::Both,
            (false, false) => Belnap::False,
        }
    }

    /// The must half: the value is `t` or `b`.
    pub const fn must(self) -> bool {
        matches!(self, Belnap::True | Belnap::Both)
    }

    /// The may half: the value is `t` or `n`.
    pub const fn may(self) -> bool {
        matches!(self, Belnap::True | Belnap::Unknown)
    }

    /// Whether the value is `t` or `f`.
    pub const fn is_definite(self) -> bool {
        matches!(self, Belnap::True | Belnap::False)
    }

    /// Information order: ⊥ below `t` and `f`, both below ⊤.
    pub const fn less_informative_or_equal(self, other: Self) -> bool {
        (!self.must() || other.must()) && (self.may() || !other.may())
    }

    /// Truth order: `f` below ⊥ and ⊤, both below `t`.
    pub const fn less_true_or_equal(self, other: Self) -> bool {
        (!self.must() || other.must()) && (!self.may() || other.may())
    }

    /// The letter used in files.
    pub const fn letter(self) -> &'static str {
        match self {
            Belnap::True => "t",
            Belnap::False => "f",
            Belnap::Unknown => "n",
            Belnap::Both => "b",
        }
    }
}

impl From<bool> for Belnap {
    fn from(value: bool) -> Self {
        Belnap::from_halves(value, value)
    }
}

impl BitAnd for Belnap {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Belnap::from_halves(self.must() && other.must(), self.may() && other.may())
    }
}

impl BitOr for Belnap {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Belnap::from_halves(self.must() || other.must(), self.may() || other.may())
    }
}

impl Not for Belnap {
    type Output = Self;
    fn not(self) -> Self {
        Belnap::from_halves(!self.may(), !self.must())
    }
}

impl fmt::Display for Belnap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letter())
    }
}

impl FromStr for Belnap {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Belnap::ALL
            .into_iter()
            .find(|value| value.letter() == text)
            .ok_or_else(|| format!("'{text}' is not a truth value: expected t, f, n or b"))
    }
}

#[cfg(test)]
mod tests {
    use super::Belnap;

    fn triples() -> impl Iterator<Item = (Belnap, Belnap, Belnap)> {
        Belnap::ALL.into_iter().flat_map(|a| {
            Belnap::ALL
                .into_iter()
                .flat_map(move |b| Belnap::ALL.into_iter().map(move |c| (a, b, c)))
        })
    }

    #[test]
    fn both_orders_are_distributive_lattices() {
        for (a, b, c) in triples() {
            assert_eq!(a & b, b & a);
            assert_eq!(a | b, b | a);
            assert_eq!(a & (b & c), (a & b) & c);
            assert_eq!(a | (b | c), (a | b) | c);
            assert_eq!(a & (b | c), (a & b) | (a & c));
            assert_eq!(a | (b & c), (a | b) & (a | c));
            assert_eq!(a & (a | b), a);
            assert_eq!(a.less_true_or_equal(b), a & b == a);
        }
    }

    #[test]
    fn negation_is_an_involution_that_swaps_halves() {
        for (a, b, _) in triples() {
            assert_eq!(!!a, a);
            assert_eq!(!(a & b), !a | !b);
            assert_eq!((!a).must(), !a.may());
            assert_eq!((!a).may(), !a.must());
        }
        assert_eq!(!Belnap::Unknown, Belnap::Unknown);
        assert_eq!(!Belnap::Both, Belnap::Both);
    }

    #[test]
    fn connectives_are_monotone_in_information() {
        for (a, b, c) in triples() {
            if a.less_informative_or_equal(b) {
                assert!((!a).less_informative_or_equal(!b));
                assert!((a & c).less_informative_or_equal(b & c));
                assert!((a | c).less_informative_or_equal(b | c));
            }
        }
    }

    #[test]
    fn letters_round_trip() {
        for value in Belnap::ALL {
            assert_eq!(value.letter().parse(), Ok(value));
        }
        assert!("x".parse::<Belnap>().is_err());
    }
}
