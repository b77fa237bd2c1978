//! Random structures, formulas and Boolean programs, from seeds.

#![allow(dead_code, reason = "each test file uses a part")]

pub mod formulas;
pub mod programs;
pub mod structures;

pub use belnap_test_support::random::Random;
use belnap_test_support::seeds;

/// Seeds from `first` on, and `BELNAP_SEED` further: `count` of them, or `BELNAP_CASES` times as
/// many.
pub fn seeds(first: u64, count: u64) -> std::ops::Range<u64> {
    let first = first + seeds::first();
    first..first + seeds::cases(count)
}
