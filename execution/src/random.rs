//! Numbers at random, the same every time.

/// Marsaglia's xorshift.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Those of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed | 1)
    }

    /// The next number: xorshift, the same on every machine.
    pub fn next_number(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// One of the first `count` numbers; 0 if there are none.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next_number() % count.max(1) as u64) as usize
    }
}
