//! Small disjunctions of prime implicants.
//!
//! The combinations of truth values that some predicates can have are listed; a function of the
//! predicates is given by those where it must be true and those where it must not be. Everything
//! else cannot happen, so a cube may cover it.

use fixedbitset::FixedBitSet;

/// A conjunction of literals: positions of predicates, ascending, each with the value it needs.
pub type Cube = Vec<(usize, bool)>;

/// Which of the listed combinations satisfy each literal.
struct Columns {
    positive: Vec<FixedBitSet>,
    count: usize,
}

impl Columns {
    fn new(width: usize, rows: &[&FixedBitSet]) -> Self {
        let mut positive = vec![FixedBitSet::with_capacity(rows.len()); width];
        for (at, row) in rows.iter().enumerate() {
            for position in row.ones() {
                positive[position].insert(at);
            }
        }
        Columns { positive, count: rows.len() }
    }

    fn of(&self, (position, value): (usize, bool)) -> FixedBitSet {
        let mut column = self.positive[position].clone();
        if !value {
            column.toggle_range(..self.count);
        }
        column
    }

    fn of_cube(&self, cube: &[(usize, bool)]) -> FixedBitSet {
        let mut all = FixedBitSet::with_capacity(self.count);
        all.insert_range(..self.count);
        for literal in cube {
            all.intersect_with(&self.of(*literal));
        }
        all
    }
}

/// A disjunction of prime implicants that is true on every combination of `on` and false on every
/// one of `off`; `width` is the number of predicates. Always the same for the same lists.
pub fn cover(width: usize, on: &[&FixedBitSet], off: &[&FixedBitSet]) -> Vec<Cube> {
    if on.is_empty() {
        return Vec::new();
    }
    if off.is_empty() {
        return vec![Cube::new()];
    }
    let (inside, outside) = (Columns::new(width, on), Columns::new(width, off));
    let mut cover = Cover { chosen: Vec::new(), left: FixedBitSet::with_capacity(on.len()) };
    cover.left.insert_range(..on.len());

    let literals: Vec<(usize, bool)> =
        (0..width).flat_map(|position| [(position, true), (position, false)]).collect();
    let (mut single, mut open) = (Vec::new(), Vec::new());
    for literal in literals {
        let (covers, excluded) = (inside.of(literal), outside.of(literal));
        if covers.is_clear() {
            continue;
        }
        if excluded.is_clear() {
            single.push((vec![literal], covers));
        } else {
            open.push((literal, covers, excluded));
        }
    }
    cover.take_from(single);
    if cover.left.is_clear() {
        return cover.irredundant(&inside);
    }
    let mut pairs = Vec::new();
    for (at, (first, covers, excluded)) in open.iter().enumerate() {
        for (second, more_covers, more_excluded) in &open[at + 1..] {
            if excluded.is_disjoint(more_excluded) {
                let both = covers & more_covers;
                if both.intersection(&cover.left).next().is_some() {
                    pairs.push((vec![*first, *second], both));
                }
            }
        }
    }
    cover.take_from(pairs);
    while let Some(row) = cover.left.minimum() {
        let cube = expand(width, on[row], &outside);
        let covers = inside.of_cube(&cube);
        cover.left.difference_with(&covers);
        cover.chosen.push(cube);
    }
    cover.irredundant(&inside)
}

struct Cover {
    chosen: Vec<Cube>,
    left: FixedBitSet,
}

impl Cover {
    /// Takes cubes that cover something new, those that cover most first.
    fn take_from(&mut self, candidates: Vec<(Cube, FixedBitSet)>) {
        loop {
            let gain = |covers: &FixedBitSet| covers.intersection_count(&self.left);
            // Of equals the first one wins.
            let best = candidates.iter().rev().max_by_key(|(_, covers)| gain(covers));
            match best {
                Some((cube, covers)) if gain(covers) > 0 => {
                    self.chosen.push(cube.clone());
                    self.left.difference_with(covers);
                }
                _ => return,
            }
        }
    }

    /// Drops cubes that the others make superfluous, and sorts the rest.
    fn irredundant(self, inside: &Columns) -> Vec<Cube> {
        let mut kept = self.chosen;
        kept.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| compare(a, b)));
        let covered = |cubes: &[Cube], skip: Option<usize>| {
            let mut all = FixedBitSet::with_capacity(inside.count);
            for (at, cube) in cubes.iter().enumerate() {
                if Some(at) != skip {
                    all.union_with(&inside.of_cube(cube));
                }
            }
            all.count_ones(..) == inside.count
        };
        let mut at = kept.len();
        while at > 0 {
            at -= 1;
            if kept.len() > 1 && covered(&kept, Some(at)) {
                kept.remove(at);
            }
        }
        kept
    }
}

/// Literals in order of position, true before false.
fn compare(a: &Cube, b: &Cube) -> std::cmp::Ordering {
    let key = |cube: &Cube| cube.iter().map(|(at, value)| (*at, !value)).collect::<Vec<_>>();
    key(a).cmp(&key(b))
}

/// A prime implicant that covers a combination: literals that exclude most first, then without
/// those that turn out to be superfluous.
fn expand(width: usize, row: &FixedBitSet, outside: &Columns) -> Cube {
    let mut cube: Cube = Vec::new();
    let mut still = FixedBitSet::with_capacity(outside.count);
    still.insert_range(..outside.count);
    while !still.is_clear() {
        let left = |position: usize| {
            still.intersection_count(&outside.of((position, row.contains(position))))
        };
        let Some(best) = (0..width).min_by_key(|position| left(*position)) else { break };
        let literal = (best, row.contains(best));
        if left(best) == still.count_ones(..) {
            // Two lists that are not disjoint: nothing separates this combination.
            break;
        }
        still.intersect_with(&outside.of(literal));
        cube.push(literal);
    }
    let mut at = 0;
    while at < cube.len() {
        let mut without = cube.clone();
        without.remove(at);
        if outside.of_cube(&without).is_clear() {
            cube = without;
        } else {
            at += 1;
        }
    }
    cube.sort_unstable();
    cube
}

/// Limit on predicates over which [`is_tautology`] looks.
const MAX_WIDTH: usize = 12;

/// Whether every combination of truth values satisfies one of the cubes, as far as that is quickly
/// seen.
pub fn is_tautology(cubes: &[Cube]) -> bool {
    let mut predicates: Vec<usize> = cubes.iter().flatten().map(|(at, _)| *at).collect();
    predicates.sort_unstable();
    predicates.dedup();
    predicates.len() <= MAX_WIDTH && is_covered(cubes, &predicates)
}

fn is_covered(cubes: &[Cube], predicates: &[usize]) -> bool {
    if cubes.iter().any(Vec::is_empty) {
        return true;
    }
    let Some((first, rest)) = predicates.split_first() else { return false };
    [true, false].into_iter().all(|value| {
        let agreeing = cubes.iter().filter(|cube| !cube.contains(&(*first, !value)));
        let left =
            agreeing.map(|cube| cube.iter().copied().filter(|(at, _)| at != first).collect());
        is_covered(&left.collect::<Vec<Cube>>(), rest)
    })
}

#[cfg(test)]
mod tests {
    use fixedbitset::FixedBitSet;

    use super::{Cube, cover};

    fn row(width: usize, bits: usize) -> FixedBitSet {
        let mut row = FixedBitSet::with_capacity(width);
        for position in 0..width {
            row.set(position, bits >> position & 1 == 1);
        }
        row
    }

    fn holds(cube: &Cube, bits: usize) -> bool {
        cube.iter().all(|(position, value)| (bits >> position & 1 == 1) == *value)
    }

    #[test]
    fn every_function_of_four_predicates() {
        const WIDTH: usize = 4;
        let rows: Vec<FixedBitSet> = (0..1 << WIDTH).map(|bits| row(WIDTH, bits)).collect();
        // Functions with a few combinations that cannot happen, by a fixed pattern.
        for function in (0..1_usize << 16).step_by(7) {
            let possible = |bits: usize| !(bits * 7 + function).is_multiple_of(5);
            let is_on = |bits: usize| function >> bits & 1 == 1;
            let listed: Vec<usize> = (0..1 << WIDTH).filter(|bits| possible(*bits)).collect();
            let pick = |on: bool| {
                let of = listed.iter().filter(|bits| is_on(**bits) == on);
                of.map(|bits| &rows[*bits]).collect::<Vec<_>>()
            };
            let (on, off) = (pick(true), pick(false));
            let cubes = cover(WIDTH, &on, &off);
            for bits in &listed {
                let covered = cubes.iter().any(|cube| holds(cube, *bits));
                assert_eq!(covered, is_on(*bits), "{function:x} {bits:x} {cubes:?}");
            }
            for cube in &cubes {
                for at in 0..cube.len() {
                    let mut shorter = cube.clone();
                    shorter.remove(at);
                    let prime = listed.iter().any(|bits| !is_on(*bits) && holds(&shorter, *bits));
                    assert!(prime, "{function:x} {cube:?} is not prime");
                }
            }
        }
    }

    #[test]
    fn single_literals_are_preferred() {
        // x == 1, x == 2, x < 3: x < 3 alone says it.
        let combos = [row(3, 0b101), row(3, 0b110), row(3, 0b100), row(3, 0b000)];
        let (on, off): (Vec<_>, Vec<_>) = (combos[..3].iter().collect(), vec![&combos[3]]);
        assert_eq!(cover(3, &on, &off), vec![vec![(2, true)]]);
    }

    #[test]
    fn a_cube_and_its_complement_cover_everything() {
        let both = vec![(0, true), (1, true)];
        assert!(super::is_tautology(&[both.clone(), vec![(0, false)], vec![(1, false)]]));
        assert!(!super::is_tautology(&[both, vec![(0, false)]]));
    }
}
