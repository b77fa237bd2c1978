//! Random structures, formulas and Boolean programs, from seeds.

pub mod formulas;
pub mod programs;
pub mod structures;

/// Seeds from `first` on: `count` of them, or `BELNAP_CASES` times as many.
pub fn seeds(first: u64, count: u64) -> std::ops::Range<u64> {
    let times = std::env::var("BELNAP_CASES").ok().and_then(|times| times.parse().ok());
    first..first + count * times.unwrap_or(1)
}

/// A small seeded generator (xorshift): the same seed gives the same case everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        // Neighbouring seeds must not give neighbouring streams.
        let mixed = (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Random((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        ((self.next() >> 16) % end as u64) as usize
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// One of some things.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}
