//! What of a question about a step matters to the prover.
//!
//! Most predicates have nothing to do with most steps: whatever they mean, the question is about
//! how the diagrams relate them to the few that do. So the two diagrams, the invariant before the
//! step and the one that the step must not lead out of, become one, from which these predicates
//! are projected away. The rest is possible wherever the whole is: if the prover says that the
//! rest is impossible, so is the whole. If it does not, nothing is known.

use belnap_ir::bdd::{BddTable, Node, Ref};
use rustc_hash::FxHashMap;

use crate::exclusive::Exclusion;

/// Most nodes that are made.
const NODES: usize = 50_000;

/// Most decisions of a diagram: its paths are followed by recursion.
const DEPTH: usize = 1000;

/// The decision on a predicate, before or after a step: its number in the diagrams made here.
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
}

/// Diagrams without complemented references, except to constants; equal functions are equal.
#[derive(Default)]
struct Diagrams {
    table: BddTable,
    unique: FxHashMap<(u32, Ref, Ref), Ref>,
    chosen: FxHashMap<(Ref, Ref, Ref), Ref>,
    projected: FxHashMap<(Ref, Ref), Ref>,
}

/// There is too much to do.
struct TooLarge;

/// Where an invariant holds before a step and another does not hold after it, as far as that can
/// be said without the predicates that do not matter; `None` if that is much work. `after` says
/// what becomes of a predicate in the step, `matters` is asked about predicates before the step, and
/// the `exclusions` are known of them.
pub fn violation(
    table: &BddTable,
    (from, to): (Ref, Ref),
    after: &dyn Fn(u32) -> Decision,
    matters: &dyn Fn(u32) -> bool,
    exclusions: &[Exclusion],
) -> Option<(BddTable, Ref)> {
    let kept = |var: u32| match Decision::of(var) {
        Decision::Old(predicate) => matters(predicate),
        _ => true,
    };
    let mut diagrams = Diagrams::default();
    let mut made = || {
        let mut before = diagrams.copied(table, from, &Decision::Old)?;
        let outside = diagrams.copied(table, to.complement(), after)?;
        let violation = diagrams.both(before, outside, &kept)?;
        if violation == Ref::FALSE || exclusions.is_empty() {
            return Ok(violation);
        }
        for exclusion in exclusions {
            before = diagrams.without(before, exclusion)?;
        }
        diagrams.both(before, outside, &kept)
    };
    let function = made().ok()?;
    Some((diagrams.table, function))
}

impl Diagrams {
    /// A function of another table, with other decisions.
    fn copied(
        &mut self,
        table: &BddTable,
        function: Ref,
        decision: &dyn Fn(u32) -> Decision,
    ) -> Result<Ref, TooLarge> {
        let nodes = table.nodes_of(function);
        let mut decided: Vec<u32> = nodes.iter().map(|index| table.nodes[*index].var).collect();
        decided.sort_unstable();
        decided.dedup();
        if decided.len() > DEPTH || nodes.len() > NODES {
            return Err(TooLarge);
        }
        let mut copies: FxHashMap<usize, Ref> = FxHashMap::default();
        for index in nodes {
            let Node { var, hi, lo } = table.nodes[index];
            let hi = self.copy(hi, &copies)?;
            let lo = self.copy(lo, &copies)?;
            let copy = match decision(var) {
                Decision::Old(predicate) => self.decide(2 * predicate, hi, lo)?,
                Decision::New(predicate) => self.decide(2 * predicate + 1, hi, lo)?,
                Decision::True => hi,
            };
            copies.insert(index, copy);
        }
        self.copy(function, &copies)
    }

    fn copy(&mut self, function: Ref, copies: &FxHashMap<usize, Ref>) -> Result<Ref, TooLarge> {
        let Some(index) = function.node_index() else { return Ok(function) };
        let copy = copies[&index];
        match function.is_complemented() {
            true => self.choose(copy, Ref::FALSE, Ref::TRUE),
            false => Ok(copy),
        }
    }

    /// `if var then hi else lo`, wherever the variable stands in the order.
    fn decide(&mut self, var: u32, hi: Ref, lo: Ref) -> Result<Ref, TooLarge> {
        let decision = self.node(var, Ref::TRUE, Ref::FALSE)?;
        self.choose(decision, hi, lo)
    }

    fn node(&mut self, var: u32, hi: Ref, lo: Ref) -> Result<Ref, TooLarge> {
        if hi == lo {
            return Ok(hi);
        }
        if let Some(known) = self.unique.get(&(var, hi, lo)) {
            return Ok(*known);
        }
        if self.table.nodes.len() == NODES {
            return Err(TooLarge);
        }
        self.table.nodes.push(Node { var, hi, lo });
        let node = Ref(self.table.nodes.len() as i32 + 1);
        self.unique.insert((var, hi, lo), node);
        Ok(node)
    }

    fn top(&self, function: Ref) -> Option<u32> {
        function.node_index().map(|index| self.table.nodes[index].var)
    }

    /// A function where a variable, which is not behind its first decision, is true, and false.
    fn parts(&self, function: Ref, var: u32) -> [Ref; 2] {
        match function.node_index().map(|index| self.table.nodes[index]) {
            Some(node) if node.var == var => [node.hi, node.lo],
            _ => [function, function],
        }
    }

    /// `if condition then hi else lo`
    fn choose(&mut self, condition: Ref, hi: Ref, lo: Ref) -> Result<Ref, TooLarge> {
        if condition == Ref::TRUE || hi == lo {
            return Ok(hi);
        }
        if condition == Ref::FALSE {
            return Ok(lo);
        }
        if let Some(known) = self.chosen.get(&(condition, hi, lo)) {
            return Ok(*known);
        }
        let tops = [condition, hi, lo].into_iter().filter_map(|one| self.top(one));
        let var = tops.min().unwrap_or_default();
        let [then, otherwise] = self.parts(condition, var);
        let ([hi_hi, hi_lo], [lo_hi, lo_lo]) = (self.parts(hi, var), self.parts(lo, var));
        let of_true = self.choose(then, hi_hi, lo_hi)?;
        let of_false = self.choose(otherwise, hi_lo, lo_lo)?;
        let result = self.node(var, of_true, of_false)?;
        self.chosen.insert((condition, hi, lo), result);
        Ok(result)
    }

    /// Where a function is true and two predicates do not have the values that they cannot have.
    fn without(&mut self, function: Ref, exclusion: &Exclusion) -> Result<Ref, TooLarge> {
        let mut rest = Ref::FALSE;
        for &(predicate, value) in exclusion {
            let other = if value { [rest, Ref::TRUE] } else { [Ref::TRUE, rest] };
            rest = self.decide(2 * predicate, other[0], other[1])?;
        }
        self.choose(function, rest, Ref::FALSE)
    }

    /// Where both are true for some values of the variables that are not kept.
    fn both(&mut self, a: Ref, b: Ref, kept: &dyn Fn(u32) -> bool) -> Result<Ref, TooLarge> {
        if a == Ref::FALSE || b == Ref::FALSE {
            return Ok(Ref::FALSE);
        }
        let tops = [a, b].into_iter().filter_map(|one| self.top(one));
        let Some(var) = tops.min() else { return Ok(Ref::TRUE) };
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.projected.get(&key) {
            return Ok(*known);
        }
        let ([a_hi, a_lo], [b_hi, b_lo]) = (self.parts(a, var), self.parts(b, var));
        let hi = self.both(a_hi, b_hi, kept)?;
        let result = match kept(var) {
            true => {
                let lo = self.both(a_lo, b_lo, kept)?;
                self.node(var, hi, lo)?
            }
            false if hi == Ref::TRUE => hi,
            false => {
                let lo = self.both(a_lo, b_lo, kept)?;
                self.choose(hi, Ref::TRUE, lo)?
            }
        };
        self.projected.insert(key, result);
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BddTable, Decision, Node, Ref, violation};

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

    proptest! {
        #[test]
        fn is_what_it_says(
            (table, from, to) in tables(),
            kept: u8,
            steps in any::<[u8; 4]>(),
            exclusions in proptest::collection::vec([(0..PREDICATES, any::<bool>()), (0..PREDICATES, any::<bool>())], 0..3),
        ) {
            let after = |var: u32| match steps[var as usize] % 3 {
                0 => Decision::Old(var),
                1 => Decision::New(var),
                _ => Decision::True,
            };
            let matters = |var: u32| kept & (1 << var) != 0;
            let (made, function) = violation(&table, (from, to), &after, &matters, &exclusions).unwrap();
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
            let ignored: u32 = (0..PREDICATES).filter(|var| !matters(*var)).map(|var| 1 << (2 * var)).sum();
            for state in 0..1_u32 << (2 * PREDICATES) {
                let same = |other: &u32| (other ^ state) & !ignored == 0;
                let expected = (0..1_u32 << (2 * PREDICATES)).filter(same).any(possible);
                prop_assert_eq!(made.evaluate(function, &|var| bit(state, var)), expected);
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
