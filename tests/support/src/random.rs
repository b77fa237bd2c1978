//! Random numbers from a seed: the same seed gives the same test everywhere.

/// What SplitMix64 adds to its state.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    /// Whether states are counted, as in SplitMix64; else each is the mixture of the one before.
    counted: bool,
}

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Random { state: mix(seed), counted: false }
    }

    /// The numbers of SplitMix64 for a seed, with which `random-c` has always made its programs.
    pub fn split_mix(seed: u64) -> Self {
        Random { state: seed, counted: true }
    }

    /// Any number.
    pub fn bits(&mut self) -> u64 {
        let mixed = mix(self.state);
        self.state = if self.counted { self.state.wrapping_add(GAMMA) } else { mixed };
        mixed
    }

    /// A number below `bound`; 0 if that is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.bits() % bound.max(1)
    }

    /// An index of something that has so many elements; 0 if it has none.
    pub fn index(&mut self, count: usize) -> usize {
        self.below(count as u64) as usize
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
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        self.choose(from).clone()
    }

    /// One of several, where it is.
    pub fn choose<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.index(from.len())]
    }
}

/// A good mixing of 64 bits (the finaliser of SplitMix64).
pub fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(GAMMA);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
