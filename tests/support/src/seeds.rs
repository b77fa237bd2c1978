//! Which cases a random test runs: `BELNAP_CASES` and `BELNAP_SEED`.

use std::ops::Range;

/// As many seeds as the test runs by default, times `BELNAP_CASES`, from `BELNAP_SEED` on.
pub fn seeds(count: u64) -> Range<u64> {
    first()..first() + cases(count)
}

/// `BELNAP_SEED`, or 0.
pub fn first() -> u64 {
    variable("BELNAP_SEED").unwrap_or(0)
}

/// `BELNAP_CASES` times as many.
pub fn cases(count: u64) -> u64 {
    count * variable("BELNAP_CASES").unwrap_or(1)
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}
