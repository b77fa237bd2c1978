//! Random values made from a list of random numbers, which proptest shrinks well.
#![allow(dead_code, reason = "each test executable uses its own part")]

use belnap_ir::belnap::Belnap;
use belnap_ir::span::SourceLine;
use proptest::prelude::{Strategy, any};

/// A source of decisions; when the numbers are used up, it starts over.
#[derive(Debug, Clone)]
pub struct Dice {
    numbers: Vec<u32>,
    next: usize,
}

impl Dice {
    /// Random dice.
    pub fn strategy() -> impl Strategy<Value = Dice> {
        proptest::collection::vec(any::<u32>(), 1..300)
            .prop_map(|numbers| Dice { numbers, next: 0 })
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        let number = self.numbers[self.next % self.numbers.len()];
        self.next += 1;
        number as usize % end
    }

    /// Yes or no.
    pub fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    /// One of the four values.
    pub fn value(&mut self) -> Belnap {
        Belnap::ALL[self.below(4)]
    }

    /// `t` or `f`.
    pub fn definite(&mut self) -> Belnap {
        self.flip().into()
    }

    /// Something awkward, distinct for distinct `index`.
    pub fn text(&mut self, index: usize) -> String {
        const ODD: [&str; 8] =
            ["s", "{x > 0}", "é\"\\", "a b", "]},", "\n\t", "main/2.f:", "\u{1F600}\u{7f}"];
        format!("{}{index}", ODD[self.below(ODD.len())])
    }

    /// Perhaps a value.
    pub fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.flip() { Some(make(self)) } else { None }
    }

    /// Up to `most` values, made from their index.
    pub fn list<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self, usize) -> T) -> Vec<T> {
        let count = self.below(most + 1);
        (0..count).map(|index| make(self, index)).collect()
    }

    /// A line of some source file.
    pub fn source(&mut self) -> SourceLine {
        SourceLine { file: self.text(0), line: self.below(100) as u32 }
    }
}
