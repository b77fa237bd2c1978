//! Sets of small numbers, for sets of targets that are mostly few and sometimes many.

/// A set of numbers, in blocks of 64.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits {
    /// Block number and its members, ascending; no block is empty.
    blocks: Vec<(u32, u64)>,
}

impl Bits {
    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub(super) fn insert(&mut self, number: u32) {
        let bit = 1 << (number % 64);
        match self.blocks.binary_search_by_key(&(number / 64), |block| block.0) {
            Ok(index) => self.blocks[index].1 |= bit,
            Err(index) => self.blocks.insert(index, (number / 64, bit)),
        }
    }

    pub(super) fn contains(&self, number: u32) -> bool {
        self.blocks
            .binary_search_by_key(&(number / 64), |block| block.0)
            .is_ok_and(|index| self.blocks[index].1 & (1 << (number % 64)) != 0)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.blocks.iter().flat_map(|&(block, bits)| {
            (0..64).filter(move |bit| bits & (1 << bit) != 0).map(move |bit| 64 * block + bit)
        })
    }

    /// Adds all of `other`.
    pub(super) fn extend(&mut self, other: &Bits) {
        if self.blocks.is_empty() {
            self.blocks.clone_from(&other.blocks);
            return;
        }
        // Most often there is nothing new, or only to blocks that exist.
        let mut fresh = 0;
        let mut mine = 0;
        for &(block, bits) in &other.blocks {
            while mine < self.blocks.len() && self.blocks[mine].0 < block {
                mine += 1;
            }
            match self.blocks.get_mut(mine) {
                Some(existing) if existing.0 == block => existing.1 |= bits,
                _ => fresh += 1,
            }
        }
        if fresh == 0 {
            return;
        }
        let old = std::mem::take(&mut self.blocks);
        self.blocks.reserve(old.len() + fresh);
        let mut theirs = other.blocks.iter().peekable();
        for block in old {
            while let Some(other) = theirs.next_if(|other| other.0 < block.0) {
                self.blocks.push(*other);
            }
            theirs.next_if(|other| other.0 == block.0);
            self.blocks.push(block);
        }
        self.blocks.extend(theirs);
    }

    /// Removes all of `other`.
    pub(super) fn remove(&mut self, other: &Bits) {
        let mut theirs = 0;
        self.blocks.retain_mut(|block| {
            while theirs < other.blocks.len() && other.blocks[theirs].0 < block.0 {
                theirs += 1;
            }
            if let Some(other) = other.blocks.get(theirs)
                && other.0 == block.0
            {
                block.1 &= !other.1;
            }
            block.1 != 0
        });
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn union_and_difference() {
        let set = |numbers: &[u32]| {
            let mut set = Bits::default();
            for &number in numbers {
                set.insert(number);
            }
            set
        };
        let mut left = set(&[1, 70, 500]);
        left.extend(&set(&[0, 70, 200, 9000]));
        assert_eq!(left.iter().collect::<Vec<_>>(), [0, 1, 70, 200, 500, 9000]);
        left.remove(&set(&[0, 1, 200, 201]));
        assert_eq!(left, set(&[70, 500, 9000]));
        assert!(left.contains(500) && !left.contains(1));
    }
}
