//! What of a question about a step matters to the prover.
//!
//! Most predicates have nothing to do with most steps: whatever they mean, the question is about
//! how the diagrams relate them to the few that do. So the two diagrams, the invariant before the
//! step and the one that the step must not lead out of, become one, from which these predicates
//! are projected away. The rest is possible wherever the whole is: if the prover says that the
//! rest is impossible, so is the whole. If it does not, nothing is known.

use std::collections::{BTreeMap, HashMap};

use belnap_ir::bdd::{BddTable, Ref};
use belnap_ir::diagrams::{Diagrams, TooLarge};

use crate::assumed::Assumed;
use crate::exclusive::Exclusion;

/// Limit on nodes that are made.
const NODES: usize = 50_000;

/// The decision on a predicate, before or after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// On the predicate of this number in the certificate, before the step.
    Old(u32),
    /// After the step.
    New(u32),
    /// On nothing: the predicate is known to be true.
    True,
}

impl Decision {
    /// The decision that a node of a diagram made here stands for.
    pub const fn of(var: u32) -> Decision {
        if var.is_multiple_of(2) { Decision::Old(var / 2) } else { Decision::New(var / 2) }
    }

    /// Its number in the diagrams made here, if it is on anything.
    const fn number(self) -> Option<u32> {
        match self {
            Decision::Old(predicate) => Some(2 * predicate),
            Decision::New(predicate) => Some(2 * predicate + 1),
            Decision::True => None,
        }
    }
}

/// Where an invariant holds before a step and another does not hold after it, as far as that can
/// be said without the predicates that do not matter; `None` if that is much work. `after` says
/// what becomes of a predicate in the step, `matters` is asked about predicates before the step,
/// and the `exclusions` are known of them.
pub fn violation(
    table: &BddTable,
    (from, to): (Ref, Ref),
    after: &dyn Fn(u32) -> Decision,
    matters: &dyn Fn(u32) -> bool,
    exclusions: &[Exclusion],
) -> Option<(Diagrams, Ref)> {
    violation_where(table, (from, to), after, matters, exclusions, None)
}

/// The same where the condition of the step is true, as far as comparisons say; `None` also if
/// predicates that exclude each other are not decided on one after the other.
pub fn violation_where(
    table: &BddTable,
    (from, to): (Ref, Ref),
    after: &dyn Fn(u32) -> Decision,
    matters: &dyn Fn(u32) -> bool,
    exclusions: &[Exclusion],
    assumed: Option<&Assumed<'_>>,
) -> Option<(Diagrams, Ref)> {
    let kept = |var: u32| match Decision::of(var) {
        Decision::Old(predicate) => matters(predicate),
        _ => true,
    };
    let old = |var: u32| Decision::Old(var).number();
    let made = |diagrams: &mut Diagrams, joined: bool| -> Result<Ref, TooLarge> {
        let mut before = diagrams.copied(table, from, &old)?;
        if let Some(assumed) = assumed {
            let condition = assumed.diagram(diagrams, &|predicate| 2 * predicate)?;
            before = diagrams.choose(condition, before, Ref::FALSE)?;
        }
        let outside = diagrams.copied(table, to.complement(), &|var| after(var).number())?;
        let violation = diagrams.both(before, outside, &kept)?;
        if violation == Ref::FALSE || exclusions.is_empty() {
            return Ok(violation);
        }
        let mut possible = if joined { Ref::TRUE } else { before };
        // What is decided on later comes first: the rest stands above it.
        for exclusion in exclusions.iter().rev() {
            let one = excluding(diagrams, *exclusion)?;
            possible = diagrams.choose(one, possible, Ref::FALSE)?;
        }
        before = if joined { diagrams.choose(before, possible, Ref::FALSE)? } else { possible };
        diagrams.both(before, outside, &kept)
    };
    let joined = are_apart(exclusions);
    if assumed.is_some() && !joined {
        return None;
    }
    let mut diagrams = Diagrams::new(NODES);
    let function = made(&mut diagrams, joined).ok()?;
    Some((diagrams, function))
}

/// Whether predicates that exclude each other are decided on one after the other, with no others
/// between that exclude each other: then all exclusions together are few nodes, and fewer than with
/// the invariant, which may have many.
fn are_apart(exclusions: &[Exclusion]) -> bool {
    let mut spans: Vec<(u32, u32)> =
        exclusions.iter().map(|[(a, _), (b, _)]| (*a.min(b), *a.max(b))).collect();
    spans.sort_unstable();
    // Predicates of one variable are those that are connected by exclusions.
    let mut of: HashMap<u32, u32> = HashMap::new();
    for (first, second) in spans.iter().copied() {
        let root = of.get(&first).copied().unwrap_or(first);
        of.insert(first, root);
        of.entry(second).or_insert(root);
    }
    let mut ends: BTreeMap<u32, u32> = BTreeMap::new();
    for (predicate, root) in of {
        let end = ends.entry(root).or_insert(predicate);
        *end = (*end).max(predicate);
    }
    ends.iter().zip(ends.keys().skip(1)).all(|((_, end), next)| end < next)
}

/// Where two predicates do not have values that exclude each other.
fn excluding(
    diagrams: &mut Diagrams,
    [(first, of_first), (second, of_second)]: Exclusion,
) -> Result<Ref, TooLarge> {
    // One of them has the other value.
    let other = |value: bool, rest: Ref| match value {
        true => (rest, Ref::TRUE),
        false => (Ref::TRUE, rest),
    };
    let (hi, lo) = other(of_second, Ref::FALSE);
    let of_second = diagrams.decide(2 * second, hi, lo)?;
    let (hi, lo) = other(of_first, of_second);
    diagrams.decide(2 * first, hi, lo)
}

#[cfg(test)]
mod tests {
    use belnap_ir::bdd::Node;
    use proptest::prelude::*;

    use super::{BddTable, Decision, Ref, violation};

    const PREDICATES: u32 = 4;

    /// Tables whose decisions are in any order, with two functions.
    fn tables() -> impl Strategy<Value = (BddTable, Ref, Ref)> {
        let node = (0..PREDICATES, any::<u16>(), any::<u16>(), any::<[bool; 2]>());
        (proptest::collection::vec(node, 1..12), any::<[u16; 2]>(), any::<[bool; 2]>()).prop_map(
            |(drawn, tops, signs)| {
                let some = |below: usize, draw: u16, negative: bool| {
                    let number = (usize::from(draw) % (below + 1) + 1) as i32;
                    Ref(if negative { -number } else { number })
                };
                let mut table = BddTable::default();
                for (var, hi, lo, signs) in drawn {
                    let below = table.nodes.len();
                    let (hi, lo) = (some(below, hi, signs[0]), some(below, lo, signs[1]));
                    table.nodes.push(Node { var, hi, lo });
                }
                let all = table.nodes.len();
                let (a, b) = (some(all, tops[0], signs[0]), some(all, tops[1], signs[1]));
                (table, a, b)
            },
        )
    }

    /// A predicate and its value.
    fn literal() -> impl Strategy<Value = (u32, bool)> {
        (0..PREDICATES, any::<bool>())
    }

    proptest! {
        #[test]
        fn is_what_it_says(
            (table, from, to) in tables(),
            kept: u8,
            steps in any::<[u8; 4]>(),
            exclusions in proptest::collection::vec([literal(), literal()], 0..3),
        ) {
            let after = |var: u32| match steps[var as usize] % 3 {
                0 => Decision::Old(var),
                1 => Decision::New(var),
                _ => Decision::True,
            };
            let matters = |var: u32| kept & (1 << var) != 0;
            let found = violation(&table, (from, to), &after, &matters, &exclusions);
            let (made, function) = found.unwrap();
            // Bit 2 v is predicate v before the step, bit 2 v + 1 the same after it.
            let bit = |state: u32, at: u32| state & (1 << at) != 0;
            let possible = |state: u32| {
                let new = |var: u32| match after(var) {
                    Decision::Old(var) => bit(state, 2 * var),
                    Decision::New(var) => bit(state, 2 * var + 1),
                    Decision::True => true,
                };
                let old = |var: u32| bit(state, 2 * var);
                let has = |(var, value): &(u32, bool)| old(*var) == *value;
                let excluded = exclusions.iter().any(|pair| pair.iter().all(has));
                !excluded && table.evaluate(from, &old) && !table.evaluate(to, &new)
            };
            let ignored = (0..PREDICATES).filter(|var| !matters(*var));
            let ignored: u32 = ignored.map(|var| 1 << (2 * var)).sum();
            for state in 0..1_u32 << (2 * PREDICATES) {
                let same = |other: &u32| (other ^ state) & !ignored == 0;
                let expected = (0..1_u32 << (2 * PREDICATES)).filter(same).any(possible);
                prop_assert_eq!(made.table().evaluate(function, &|var| bit(state, var)), expected);
            }
        }
    }

    #[test]
    fn long_diagrams_are_left_alone() {
        let mut table = BddTable::default();
        for var in (0..5000).rev() {
            let rest =
                if table.nodes.is_empty() { Ref::TRUE } else { Ref(table.nodes.len() as i32 + 1) };
            table.nodes.push(Node { var, hi: rest, lo: Ref::FALSE });
        }
        let all = Ref(table.nodes.len() as i32 + 1);
        assert!(violation(&table, (all, all), &Decision::Old, &|_| true, &[]).is_none());
    }
}
