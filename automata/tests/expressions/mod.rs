//! Random expressions, and what they say of a word that repeats itself, straight from their shape.

use std::collections::BTreeSet;

use belnap_ir::operator::{Markers, Omega};
use belnap_test_support::random::Random;

/// Markers of random expressions.
pub const MARKERS: usize = 2;

/// A random set of markers.
pub fn letter(random: &mut Random) -> Markers {
    random.below(1 << MARKERS) as Markers
}

/// An expression whose words are finite.
fn finite(random: &mut Random, depth: usize) -> Omega {
    if depth == 0 || random.one_in(3) {
        return Omega::Letter(letter(random));
    }
    let body = |random: &mut Random| Box::new(finite(random, depth - 1));
    let several =
        |random: &mut Random| (0..1 + random.index(3)).map(|_| finite(random, depth - 1)).collect();
    match random.below(6) {
        0 => Omega::Then(several(random)),
        1 => Omega::Either(several(random)),
        2 => Omega::Star(body(random)),
        3 => Omega::Plus(body(random)),
        4 => Omega::Optional(body(random)),
        _ => Omega::Power(body(random), random.below(4) as u32),
    }
}

/// An expression whose words are infinite.
pub fn infinite(random: &mut Random, depth: usize) -> Omega {
    match random.below(4) {
        0 if depth > 0 => Omega::Either((0..2).map(|_| infinite(random, depth - 1)).collect()),
        1 if depth > 0 => Omega::Then(vec![finite(random, depth - 1), infinite(random, depth - 1)]),
        _ => loop {
            let body = finite(random, depth);
            if !only_empty(&body) {
                return Omega::Forever(Box::new(body));
            }
        },
    }
}

fn only_empty(omega: &Omega) -> bool {
    match omega {
        Omega::Letter(_) | Omega::Forever(_) => false,
        Omega::Then(parts) | Omega::Either(parts) => parts.iter().all(only_empty),
        Omega::Star(body) | Omega::Plus(body) | Omega::Optional(body) => only_empty(body),
        Omega::Power(body, times) => *times == 0 || only_empty(body),
    }
}

/// A word: its letters, and the number of the one that follows the last.
pub struct Lasso {
    pub letters: Vec<Markers>,
    pub again: usize,
}

/// What an expression says of the parts of a word.
struct Matches {
    /// Whether the empty word matches.
    empty: bool,
    /// Between which positions something matches that is not empty.
    between: BTreeSet<(usize, usize)>,
    /// From where all that follows matches.
    forever: BTreeSet<usize>,
}

impl Lasso {
    #[allow(dead_code, reason = "each test file uses a part")]
    pub fn random(random: &mut Random) -> Lasso {
        let letters: Vec<Markers> = (0..1 + random.index(6)).map(|_| letter(random)).collect();
        Lasso { again: random.index(letters.len()), letters }
    }

    /// Whether the word is among those of an expression, or above one of them.
    pub fn is_in(&self, omega: &Omega) -> bool {
        self.matches(omega).forever.contains(&0)
    }

    fn matches(&self, omega: &Omega) -> Matches {
        match omega {
            Omega::Letter(needs) => {
                let positions = 0..self.letters.len();
                let met = positions.filter(|at| needs & !self.letters[*at] == 0);
                let between = met.map(|at| (at, self.next(at))).collect();
                Matches { empty: false, between, forever: BTreeSet::new() }
            }
            Omega::Then(parts) => parts.iter().fold(nothing(), |before, part| {
                let after = self.matches(part);
                then(&before, &after)
            }),
            Omega::Power(body, times) => {
                let own = self.matches(body);
                (0..*times).fold(nothing(), |before, _| then(&before, &own))
            }
            Omega::Either(parts) => {
                let mut all =
                    Matches { empty: false, between: BTreeSet::new(), forever: BTreeSet::new() };
                for own in parts.iter().map(|part| self.matches(part)) {
                    all.empty |= own.empty;
                    all.between.extend(own.between);
                    all.forever.extend(own.forever);
                }
                all
            }
            Omega::Star(body) => Matches { empty: true, ..repeated(self.matches(body)) },
            Omega::Plus(body) => repeated(self.matches(body)),
            Omega::Optional(body) => Matches { empty: true, ..self.matches(body) },
            Omega::Forever(body) => {
                let around = repeated(self.matches(body)).between;
                let ends = |(_, to): &&(usize, usize)| around.contains(&(*to, *to));
                let forever = around.iter().filter(ends).map(|(from, _)| *from).collect();
                Matches { empty: false, between: BTreeSet::new(), forever }
            }
        }
    }

    fn next(&self, at: usize) -> usize {
        if at + 1 < self.letters.len() { at + 1 } else { self.again }
    }
}

fn nothing() -> Matches {
    Matches { empty: true, between: BTreeSet::new(), forever: BTreeSet::new() }
}

fn then(first: &Matches, second: &Matches) -> Matches {
    let mut between = BTreeSet::new();
    let mut forever = first.forever.clone();
    if first.empty {
        between.extend(&second.between);
        forever.extend(&second.forever);
    }
    if second.empty {
        between.extend(&first.between);
    }
    for (from, middle) in &first.between {
        let rest = second.between.iter().filter(|(start, _)| start == middle);
        between.extend(rest.map(|(_, to)| (*from, *to)));
        if second.forever.contains(middle) {
            forever.insert(*from);
        }
    }
    Matches { empty: first.empty && second.empty, between, forever }
}

fn repeated(mut own: Matches) -> Matches {
    loop {
        let more = then(&own, &Matches { empty: false, ..nothing_but(&own) }).between;
        let before = own.between.len();
        own.between.extend(more);
        if own.between.len() == before {
            return own;
        }
    }
}

fn nothing_but(own: &Matches) -> Matches {
    Matches { empty: own.empty, between: own.between.clone(), forever: BTreeSet::new() }
}
