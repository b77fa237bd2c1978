//! Random numbers from a seed: the same seed gives the same test everywhere.

use fastrand::Rng;

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Random(Rng);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Random(Rng::with_seed(seed))
    }

    /// Any number.
    pub fn bits(&mut self) -> u64 {
        self.0.u64(..)
    }

    /// A number below `bound`; 0 if that is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0.u64(..bound.max(1))
    }

    /// An index of something that has so many elements; 0 if it has none.
    pub fn index(&mut self, count: usize) -> usize {
        self.0.usize(..count.max(1))
    }

    /// True one time in `n`.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// True so many times in a hundred.
    pub fn percent(&mut self, times: u64) -> bool {
        self.below(100) < times
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.index(from.len())]
    }
}
