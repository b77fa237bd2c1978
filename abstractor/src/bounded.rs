//! Implicants of bounded size, as in SLAM: conjunctions of at most k literals.
//!
//! The result is the set of all minimal ones, so it does not depend on the order of questions.

use belnap_solver::session::{Answer, Literal, Session};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::implicants::Cube;

/// All minimal conjunctions of at most `size` literals over the given atoms that can be true and
/// imply the condition with number `goal`. Positions are those in `atoms`.
pub fn implicants(
    session: &mut Session<'_>,
    atoms: &[usize],
    goal: usize,
    size: usize,
) -> Vec<Cube> {
    let mut search = Search {
        session,
        atoms,
        goal,
        seen: Seen::default(),
        found: Vec::new(),
        decided: FxHashMap::default(),
    };
    search.look();
    if search.holds(&[]) == Some(true) {
        return vec![Cube::new()];
    }
    for length in 1..=size.min(atoms.len()) {
        search.of_length(length, 0, &mut Vec::new());
    }
    search.found
}

/// Which of the states seen satisfy what.
#[derive(Default)]
struct Seen {
    count: usize,
    positive: Vec<FixedBitSet>,
    /// Where the condition is false.
    against: FixedBitSet,
}

struct Search<'s, 'a> {
    session: &'s mut Session<'a>,
    atoms: &'s [usize],
    goal: usize,
    seen: Seen,
    found: Vec<Cube>,
    /// Cubes that are decided, found or impossible, by their last literals.
    decided: FxHashMap<(usize, bool), Vec<Cube>>,
}

impl Search<'_, '_> {
    /// Takes in the states that the session has found.
    fn look(&mut self) {
        let mut with_goal = self.atoms.to_vec();
        with_goal.push(self.goal);
        let rows: Vec<FixedBitSet> = self.session.seen(&with_goal).collect();
        let mut positive = vec![FixedBitSet::with_capacity(rows.len()); self.atoms.len()];
        let mut against = FixedBitSet::with_capacity(rows.len());
        for (at, row) in rows.iter().enumerate() {
            for (position, column) in positive.iter_mut().enumerate() {
                column.set(at, row.contains(position));
            }
            against.set(at, !row.contains(self.atoms.len()));
        }
        self.seen = Seen { count: rows.len(), positive, against };
    }

    /// The states seen that satisfy a cube.
    fn satisfying(&self, cube: &[(usize, bool)]) -> FixedBitSet {
        let mut all = FixedBitSet::with_capacity(self.seen.count);
        all.insert_range(..self.seen.count);
        for (position, value) in cube {
            let mut column = self.seen.positive[*position].clone();
            if !value {
                column.toggle_range(..self.seen.count);
            }
            all.intersect_with(&column);
        }
        all
    }

    fn of_length(&mut self, length: usize, from: usize, cube: &mut Cube) {
        if cube.len() == length {
            self.try_cube(cube);
            return;
        }
        for position in from..self.atoms.len() {
            for value in [true, false] {
                cube.push((position, value));
                if !self.is_known(cube) {
                    self.of_length(length, position + 1, cube);
                }
                cube.pop();
            }
        }
    }

    /// Whether a cube contains one that is decided, and that it does not contain without its last
    /// literal.
    fn is_known(&self, cube: &[(usize, bool)]) -> bool {
        let inside = |smaller: &Cube| smaller.iter().all(|literal| cube.contains(literal));
        let ending = cube.last().and_then(|last| self.decided.get(last));
        ending.is_some_and(|ending| ending.iter().any(inside))
    }

    fn decide(&mut self, cube: &Cube) {
        if let Some(last) = cube.last() {
            self.decided.entry(*last).or_default().push(cube.clone());
        }
    }

    fn try_cube(&mut self, cube: &Cube) {
        let satisfying = self.satisfying(cube);
        if !satisfying.is_disjoint(&self.seen.against) {
            return;
        }
        match self.holds(cube) {
            Some(true) => {
                if !satisfying.is_clear() || self.possible(cube) {
                    self.found.push(cube.clone());
                }
                self.decide(cube);
            }
            Some(false) => self.look(),
            None => {}
        }
    }

    fn literals(&self, cube: &[(usize, bool)]) -> Vec<Literal> {
        let literal = |(position, value): &(usize, bool)| Literal {
            atom: self.atoms[*position],
            positive: *value,
        };
        cube.iter().map(literal).collect()
    }

    /// Whether a cube implies the condition.
    fn holds(&mut self, cube: &[(usize, bool)]) -> Option<bool> {
        let mut literals = self.literals(cube);
        literals.push(Literal { atom: self.goal, positive: false });
        match self.session.ask(&literals, 0) {
            Answer::Unsatisfiable(_) => Some(true),
            Answer::Satisfiable => Some(false),
            Answer::Unknown => None,
        }
    }

    fn possible(&mut self, cube: &[(usize, bool)]) -> bool {
        let literals = self.literals(cube);
        !matches!(self.session.ask(&literals, 0), Answer::Unsatisfiable(_))
    }
}
