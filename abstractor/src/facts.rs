//! Combinations of predicates that no state has: mutually exclusive and implied predicates.
//!
//! They are true whatever the program does, so the checker may drop states that violate them.

use belnap_ir::ids::FunctionId;
use belnap_solver::session::{Answer, Literal};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use crate::approximate::Worker;
use crate::implicants::Cube;

/// Combinations that are listed to find facts of three predicates.
const MAX_COMBINATIONS: usize = 256;

/// Largest number of predicates among which facts of three are looked for.
const MAX_FOR_TRIPLES: usize = 24;

impl Worker<'_> {
    /// Minimal conjunctions of at most three predicates visible in a function that no state
    /// satisfies, as far as their predicates are tracked together somewhere. Sorted; those that
    /// follow from others of two are left out.
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
            Some(all) => absent(component.len(), &all),
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

/// Drops pairs that follow from other pairs: `a => c` where `a => b` and `b => c` stay; then
/// combinations of three one of which is weaker than another's.
fn without_implied(mut facts: Vec<Cube>) -> Vec<Cube> {
    let mut at = facts.len();
    while at > 0 {
        at -= 1;
        let implied = match facts[at][..] {
            [a, b] => follows(&facts, at, a, b),
            _ => false,
        };
        if implied {
            facts.remove(at);
        }
    }
    let mut at = facts.len();
    while at > 0 {
        at -= 1;
        if facts[at].len() == 3 && stronger(&facts, at) {
            facts.remove(at);
        }
    }
    facts
}

/// Whether another combination of three excludes this one too: it differs in one literal, which
/// is implied by this one's.
fn stronger(facts: &[Cube], at: usize) -> bool {
    let own = &facts[at];
    facts.iter().enumerate().any(|(index, other)| {
        let mut differing = own.iter().filter(|literal| !other.contains(literal));
        let (Some(mine), None) = (differing.next(), differing.next()) else { return false };
        let theirs = other.iter().find(|literal| !own.contains(literal));
        index != at
            && other.len() == 3
            && theirs
                .is_some_and(|(predicate, value)| follows(facts, at, *mine, (*predicate, !value)))
    })
}

/// Whether `a` implies the negation of `b` through the other pairs.
fn follows(facts: &[Cube], skip: usize, a: (usize, bool), b: (usize, bool)) -> bool {
    let negated = |(predicate, value): (usize, bool)| (predicate, !value);
    let mut reached = vec![a];
    let mut next = 0;
    while let Some(literal) = reached.get(next).copied() {
        next += 1;
        for (index, fact) in facts.iter().enumerate() {
            let [left, right] = fact[..] else { continue };
            if index == skip {
                continue;
            }
            let implied = if left == literal {
                negated(right)
            } else if right == literal {
                negated(left)
            } else {
                continue;
            };
            if implied == negated(b) {
                return true;
            }
            if !reached.contains(&implied) {
                reached.push(implied);
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use fixedbitset::FixedBitSet;

    use super::{absent, without_implied};

    #[test]
    fn implications_of_bounds_are_a_chain() {
        // x < 1, x < 2, x < 3
        let rows: Vec<FixedBitSet> = [0b000, 0b100, 0b110, 0b111]
            .map(|bits: usize| {
                let mut row = FixedBitSet::with_capacity(3);
                (0..3).for_each(|at| row.set(at, bits >> at & 1 == 1));
                row
            })
            .to_vec();
        let mut facts = absent(3, &rows);
        facts.sort();
        assert_eq!(facts.len(), 3);
        assert_eq!(
            without_implied(facts),
            [vec![(0, true), (1, false)], vec![(1, true), (2, false)]]
        );
    }
}
