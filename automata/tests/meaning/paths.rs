//! Random formulas over numbered atoms.

use belnap_ir::linear::Path;
use belnap_ir::property::{Along, Atom, Between};
use belnap_ir::span::Span;
use belnap_test_support::random::Random;

/// An atom of a number.
pub fn atom(number: usize) -> Path {
    Path::Atom(Atom::Named(format!("p{number}")), Span::default())
}

/// A formula with so many operators, more or less.
pub fn random_path(random: &mut Random, size: usize, atoms: usize) -> Path {
    if size == 0 {
        let leaf = atom(random.index(atoms));
        return if random.one_in(3) { Path::Not(Box::new(leaf)) } else { leaf };
    }
    let left = random.index(size);
    let mut one = |size| Box::new(random_path(random, size, atoms));
    let (body, first, second) = (one(size - 1), one(left), one(size - 1 - left));
    match random.index(13) {
        0 => Path::Not(body),
        1 | 2 => Path::And(vec![*first, *second]),
        3 | 4 => Path::Or(vec![*first, *second]),
        5 => Path::Implies(first, second),
        6 if size < 4 => Path::Iff(first, second),
        6 | 7 => Path::Next(body),
        8 => Path::Along(Along::Finally, body),
        9 => Path::Along(Along::Globally, body),
        10 => Path::Between(Between::Until, first, second),
        11 => Path::Between(Between::Release, first, second),
        _ => Path::Between(Between::WeakUntil, first, second),
    }
}
