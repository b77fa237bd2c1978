//! Matrices of bits.

/// Lines of bits, all of one length.
#[derive(Clone, Debug)]
pub struct Bits {
    /// Words of a line.
    words: usize,
    all: Vec<u64>,
}

impl Bits {
    /// Lines without a bit.
    pub fn new(lines: usize, length: usize) -> Self {
        let words = length.div_ceil(64);
        Bits { words, all: vec![0; words * lines] }
    }

    /// The words of a line.
    pub fn line(&self, line: u32) -> &[u64] {
        &self.all[line as usize * self.words..][..self.words]
    }

    /// The words of a line.
    pub fn line_mut(&mut self, line: u32) -> &mut [u64] {
        &mut self.all[line as usize * self.words..][..self.words]
    }

    /// Whether a bit is set.
    pub fn has(&self, line: u32, bit: u32) -> bool {
        has(self.line(line), bit)
    }

    /// Sets a bit.
    pub fn put(&mut self, line: u32, bit: u32) {
        put(self.line_mut(line), bit);
    }

    /// Takes a bit out.
    pub fn take(&mut self, line: u32, bit: u32) {
        self.line_mut(line)[bit as usize / 64] &= !(1 << (bit % 64));
    }

    /// The bits of a line, ascending.
    pub fn ones(&self, line: u32) -> impl Iterator<Item = u32> + '_ {
        ones(self.line(line))
    }

    /// How many bits are set.
    pub fn count(&self) -> usize {
        count(&self.all)
    }
}

/// Whether a bit is set.
pub fn has(words: &[u64], bit: u32) -> bool {
    words[bit as usize / 64] >> (bit % 64) & 1 == 1
}

/// Sets a bit.
pub fn put(words: &mut [u64], bit: u32) {
    words[bit as usize / 64] |= 1 << (bit % 64);
}

/// How many bits are set.
pub fn count(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

/// The bits that are set, ascending.
pub fn ones(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    words.iter().enumerate().flat_map(|(index, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| index as u32 * 64 + left.trailing_zeros());
            left &= left.wrapping_sub(1);
            bit
        })
    })
}
