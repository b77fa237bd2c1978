//! What formulas mean on words, straight from the definition.

pub mod paths;

use belnap_ir::linear::Path;
use belnap_ir::property::{Along, Atom, Between};

/// A word whose letters are sets of atoms.
pub struct Word {
    pub letters: Vec<usize>,
    /// Where it goes on after the last letter; without, it ends.
    pub again: Option<usize>,
}

impl Word {
    pub fn satisfies(&self, path: &Path) -> bool {
        self.values(path, false)[0]
    }

    /// At each position, whether the formula, or its negation, is true there. Negation is pushed
    /// inwards; what nothing refutes before the word ends is true.
    fn values(&self, path: &Path, negated: bool) -> Vec<bool> {
        let own = |path| self.values(path, negated);
        let zip = |left: Vec<bool>, right: Vec<bool>, and: bool| {
            let pairs = left.into_iter().zip(right);
            pairs.map(|(l, r)| if and { l && r } else { l || r }).collect::<Vec<bool>>()
        };
        match path {
            Path::Const(value) => vec![*value != negated; self.letters.len()],
            Path::Atom(atom, _) => {
                let set = |letter: &usize| letter >> number(atom) & 1 == 1;
                self.letters.iter().map(|letter| set(letter) != negated).collect()
            }
            Path::Not(body) => self.values(body, !negated),
            Path::And(operands) | Path::Or(operands) => {
                let and = matches!(path, Path::And(_)) != negated;
                let mut values = operands.iter().map(own);
                let first = values.next().expect("there are operands");
                values.fold(first, |left, right| zip(left, right, and))
            }
            Path::Implies(left, right) => zip(self.values(left, !negated), own(right), negated),
            Path::Iff(left, right) => {
                let both = zip(self.values(left, false), self.values(right, negated), true);
                let neither = zip(self.values(left, true), self.values(right, !negated), true);
                zip(both, neither, false)
            }
            Path::Next(body) => {
                let body = own(body);
                (0..body.len()).map(|at| self.next(&body, at)).collect()
            }
            Path::Along(along, body) => {
                let body = own(body);
                match (*along == Along::Finally) != negated {
                    true => self.solution(true, |at, later| body[at] || later),
                    false => self.solution(false, |at, later| body[at] && later),
                }
            }
            Path::Between(between, left, right) => {
                let (l, r) = (own(left), own(right));
                let within = |at: usize, later: bool| r[at] || l[at] && later;
                let without = |at: usize, later: bool| r[at] && (l[at] || later);
                match (between, negated) {
                    (Between::Until, false) => self.solution(true, within),
                    (Between::Until, true) => self.solution(false, without),
                    (Between::Release, false) => self.solution(false, without),
                    (Between::Release, true) => self.solution(true, within),
                    (Between::WeakUntil, false) => self.solution(false, within),
                    (Between::WeakUntil, true) => self.solution(true, without),
                }
            }
        }
    }

    fn next(&self, body: &[bool], at: usize) -> bool {
        match (at + 1 < body.len(), self.again) {
            (true, _) => body[at + 1],
            (false, Some(again)) => body[again],
            (false, None) => true,
        }
    }

    /// The least or greatest solution of an equation between now and later.
    fn solution(&self, least: bool, now: impl Fn(usize, bool) -> bool) -> Vec<bool> {
        let mut values = vec![!least; self.letters.len()];
        for _ in 0..=values.len() {
            for at in (0..values.len()).rev() {
                values[at] = now(at, self.next(&values, at));
            }
        }
        values
    }
}

/// The number of an atom: `p0` is 0.
pub fn number(atom: &Atom) -> usize {
    match atom {
        Atom::Named(name) => name[1..].parse().expect("atoms are numbered"),
        _ => panic!("{atom} is no atom of these tests"),
    }
}
