//! Combinations of predicates that no state has: mutually exclusive and implied predicates.
//!
//! They are true whatever the program does, so the checker may drop states that violate them.

use belnap_ir::ids::FunctionId;
use belnap_solver::session::{Answer, Literal};
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::approximate::Worker;
use crate::implicants::Cube;

/// Combinations that are listed to find facts of three predicates.
const MAX_COMBINATIONS: usize = 256;

/// Largest number of predicates among which facts of three are looked for.
const MAX_FOR_TRIPLES: usize = 24;

/// Largest number of predicates among which facts of more are looked for.
const MAX_FOR_LARGER: usize = 12;

/// Limit on facts of more than three among these.
const MOST_LARGER: usize = 32;

impl Worker<'_> {
    /// Minimal conjunctions of predicates visible in a function that no state satisfies, as far as
    /// their predicates are tracked together somewhere: those of at most three, and among few
    /// predicates as many more as tell all that is possible. Sorted; those that follow from others
    /// of two are left out.
    pub fn facts(&mut self, function: FunctionId) -> Vec<Cube> {
        let visible: Vec<usize> = (0..self.predicates.all.len())
            .filter(|predicate| self.predicates.visible(*predicate, function))
            .collect();
        let mut facts = Vec::new();
        for component in self.components(&visible) {
            facts.extend(self.impossible(&component));
        }
        let shared = |(number, _): &(usize, bool)| self.predicates.all[*number].function.is_none();
        facts.retain(|cube| self.tracked_together(cube));
        facts.sort();
        // Facts about shared predicates alone are for all functions, and follow only from such.
        let of_all: Vec<Cube> =
            facts.iter().filter(|cube| cube.iter().all(shared)).cloned().collect();
        let mut facts = without_implied(facts);
        if self.cfg.functions.len() > 1 {
            facts.extend(without_implied(of_all));
            facts.sort();
            facts.dedup();
        }
        facts
    }

    /// The predicates, those together that share variables, directly or through each other.
    fn components(&self, of: &[usize]) -> Vec<Vec<usize>> {
        let mut components: Vec<Vec<usize>> = Vec::new();
        for predicate in of {
            let own = &self.predicates.all[*predicate].vars;
            let shares = |other: &usize| {
                self.predicates.all[*other].vars.iter().any(|var| own.binary_search(var).is_ok())
            };
            let mut together = vec![*predicate];
            components.retain_mut(|component| {
                let joined = component.iter().any(shares);
                if joined {
                    together.append(component);
                }
                !joined
            });
            together.sort_unstable();
            components.push(together);
        }
        components.sort();
        components
    }

    fn tracked_together(&self, cube: &Cube) -> bool {
        let all = |at: &FixedBitSet| cube.iter().all(|(predicate, _)| at.contains(*predicate));
        self.predicates.at.iter().any(all)
    }

    fn impossible(&mut self, component: &[usize]) -> Vec<Cube> {
        let found = match self.combinations(component, MAX_COMBINATIONS) {
            Some(all) => {
                let mut found = absent(component.len(), &all);
                if component.len() <= MAX_FOR_LARGER {
                    add_larger(component.len(), &all, &mut found);
                }
                found
            }
            None => self.excluding_pairs(component),
        };
        let named = |cube: Cube| cube.into_iter().map(|(at, v)| (component[at], v)).collect();
        found.into_iter().map(named).collect()
    }

    /// Pairs that exclude each other, by question.
    fn excluding_pairs(&mut self, component: &[usize]) -> Vec<Cube> {
        let shares: Vec<(usize, usize)> = (0..component.len())
            .flat_map(|a| (a + 1..component.len()).map(move |b| (a, b)))
            .filter(|(a, b)| {
                let vars = |at: usize| &self.predicates.all[component[at]].vars;
                vars(*a).iter().any(|var| vars(*b).binary_search(var).is_ok())
            })
            .collect();
        let (session, numbers) = self.session(component);
        let mut found = Vec::new();
        for (a, b) in shares {
            for values in [(true, true), (true, false), (false, true), (false, false)] {
                let literals = [
                    Literal { atom: numbers[a], positive: values.0 },
                    Literal { atom: numbers[b], positive: values.1 },
                ];
                if matches!(session.ask(&literals, 0), Answer::Unsatisfiable(_)) {
                    found.push(vec![(a, values.0), (b, values.1)]);
                }
            }
        }
        found
    }
}

/// Minimal conjunctions of at most three literals that none of the listed combinations satisfies.
fn absent(width: usize, all: &[FixedBitSet]) -> Vec<Cube> {
    let column = |(position, value): (usize, bool)| {
        let mut column = FixedBitSet::with_capacity(all.len());
        for (at, row) in all.iter().enumerate() {
            column.set(at, row.contains(position) == value);
        }
        column
    };
    let literals: Vec<(usize, bool)> =
        (0..width).flat_map(|position| [(position, true), (position, false)]).collect();
    let mut found = Vec::new();
    let mut open = Vec::new();
    for literal in literals {
        let column = column(literal);
        if column.is_clear() {
            found.push(vec![literal]);
        } else {
            open.push((literal, column));
        }
    }
    let mut pairs = FxHashSet::default();
    let distinct = |a: &(usize, bool), b: &(usize, bool)| a.0 != b.0;
    for (at, (a, first)) in open.iter().enumerate() {
        for (b, second) in &open[at + 1..] {
            if distinct(a, b) && first.is_disjoint(second) {
                pairs.insert((*a, *b));
                found.push(vec![*a, *b]);
            }
        }
    }
    // A predicate that is always the same says nothing about others.
    if width > MAX_FOR_TRIPLES {
        return found;
    }
    for (at, (a, first)) in open.iter().enumerate() {
        for (next, (b, second)) in open.iter().enumerate().skip(at + 1) {
            if !distinct(a, b) || pairs.contains(&(*a, *b)) {
                continue;
            }
            let both = first & second;
            for (c, third) in &open[next + 1..] {
                let smaller = pairs.contains(&(*a, *c)) || pairs.contains(&(*b, *c));
                if distinct(b, c) && distinct(a, c) && !smaller && both.is_disjoint(third) {
                    found.push(vec![*a, *b, *c]);
                }
            }
        }
    }
    found
}

/// Adds minimal conjunctions of more literals, until together they exclude all that is not listed.
///
/// What is not listed starts as some listed combination does, and goes on as none does; so it is
/// enough to look at these beginnings.
fn add_larger(width: usize, all: &[FixedBitSet], found: &mut Vec<Cube>) {
    let agrees = |row: &FixedBitSet, cube: &[Signed]| {
        cube.iter().all(|(position, value)| row.contains(*position) == *value)
    };
    let is_absent = |cube: &[Signed]| !all.iter().any(|row| agrees(row, cube));
    let mut added = 0;
    for row in all {
        let listed: Cube = (0..width).map(|position| (position, row.contains(position))).collect();
        for length in 1..=width {
            let mut cube = listed[..length].to_vec();
            let last = &mut cube[length - 1];
            last.1 = !last.1;
            let known = |one: &Cube| one.iter().all(|literal| cube.contains(literal));
            if !is_absent(&cube) || found.iter().any(known) {
                continue;
            }
            let mut at = 0;
            while at < cube.len() {
                let literal = cube.remove(at);
                if !is_absent(&cube) {
                    cube.insert(at, literal);
                    at += 1;
                }
            }
            found.push(cube);
            added += 1;
            if added == MOST_LARGER {
                return;
            }
        }
    }
}

/// Drops pairs that follow from other pairs: `a => c` where `a => b` and `b => c` stay; then
/// combinations of three one of which is weaker than another's.
fn without_implied(facts: Vec<Cube>) -> Vec<Cube> {
    let mut implications = Implications::new(&facts);
    let mut kept = vec![true; facts.len()];
    for at in (0..facts.len()).rev() {
        if let [a, b] = facts[at][..] {
            implications.skipped[at] = true;
            kept[at] = !implications.implies(a, negate(b));
            implications.skipped[at] = !kept[at];
        }
    }
    let triples: Vec<usize> = (0..facts.len()).filter(|at| facts[*at].len() == 3).collect();
    for at in triples.iter().rev() {
        let stronger = triples.iter().any(|other| {
            other != at && kept[*other] && implications.covers(&facts[*other], &facts[*at])
        });
        kept[*at] = !stronger;
    }
    let mut kept = kept.into_iter();
    facts.into_iter().filter(|_| kept.next() == Some(true)).collect()
}

/// A predicate and its value.
type Signed = (usize, bool);

fn negate((predicate, value): Signed) -> Signed {
    (predicate, !value)
}

/// What follows from a literal by facts about two predicates.
struct Implications {
    /// What each literal implies, and by which fact.
    from: FxHashMap<Signed, Vec<(Signed, usize)>>,
    /// Facts not to be used.
    skipped: Vec<bool>,
}

impl Implications {
    fn new(facts: &[Cube]) -> Self {
        let mut from: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for (at, fact) in facts.iter().enumerate() {
            if let [a, b] = fact[..] {
                from.entry(a).or_default().push((negate(b), at));
                from.entry(b).or_default().push((negate(a), at));
            }
        }
        Implications { from, skipped: vec![false; facts.len()] }
    }

    fn implies(&self, premise: Signed, conclusion: Signed) -> bool {
        let mut seen = FxHashSet::from_iter([premise]);
        let mut open = vec![premise];
        while let Some(literal) = open.pop() {
            for (implied, fact) in self.from.get(&literal).into_iter().flatten() {
                if self.skipped[*fact] {
                    continue;
                }
                if *implied == conclusion {
                    return true;
                }
                if seen.insert(*implied) {
                    open.push(*implied);
                }
            }
        }
        false
    }

    /// Whether what a combination of three excludes includes what another one does: they differ in
    /// one literal, which is implied by the other's.
    fn covers(&self, cube: &Cube, other: &Cube) -> bool {
        let mut missing = other.iter().filter(|literal| !cube.contains(literal));
        let (Some(theirs), None) = (missing.next(), missing.next()) else { return false };
        let own = cube.iter().find(|literal| !other.contains(literal));
        own.is_some_and(|own| self.implies(*theirs, *own))
    }
}

#[cfg(test)]
mod tests {
    use fixedbitset::FixedBitSet;

    use super::{absent, add_larger, without_implied};

    fn rows(width: usize, all: &[usize]) -> Vec<FixedBitSet> {
        let row = |bits: &usize| {
            let mut row = FixedBitSet::with_capacity(width);
            (0..width).for_each(|at| row.set(at, bits >> at & 1 == 1));
            row
        };
        all.iter().map(row).collect()
    }

    /// Whatever is listed, the facts exclude the rest and nothing else.
    #[test]
    fn facts_among_few_predicates_are_exact() {
        const WIDTH: usize = 4;
        for listed in (1..1_usize << (1 << WIDTH)).step_by(31) {
            let all: Vec<usize> = (0..1 << WIDTH).filter(|bits| listed >> bits & 1 == 1).collect();
            let all_rows = rows(WIDTH, &all);
            let mut facts = absent(WIDTH, &all_rows);
            add_larger(WIDTH, &all_rows, &mut facts);
            for (bits, row) in rows(WIDTH, &(0..1 << WIDTH).collect::<Vec<_>>()).iter().enumerate()
            {
                let excluded =
                    facts.iter().any(|fact| fact.iter().all(|(at, v)| row.contains(*at) == *v));
                assert_eq!(excluded, !all.contains(&bits), "{all:?} {bits}");
            }
        }
    }

    #[test]
    fn implications_of_bounds_are_a_chain() {
        // x < 1, x < 2, x < 3
        let rows = rows(3, &[0b000, 0b100, 0b110, 0b111]);
        let mut facts = absent(3, &rows);
        facts.sort();
        assert_eq!(facts.len(), 3);
        assert_eq!(
            without_implied(facts),
            [vec![(0, true), (1, false)], vec![(1, true), (2, false)]]
        );
    }
}
