//! The smallest choice that meets every demand: the pseudo-Boolean problem of Minimum Predicates,
//! §3.2, Equations 1 and 2, by Z3's `Optimize`.

use std::collections::BTreeMap;
use std::time::Duration;

use z3::ast::Bool;
use z3::{Optimize, SatResult, Solver};

use crate::prover::time_limit;
use crate::session::limited_solver;

/// What the things of a set share among them: each has less the more it needs.
const SHARED: usize = 60;

/// A demand: at least one of these sets must be chosen completely.
pub type Demand = Vec<Vec<usize>>;

/// The fewest things to choose so that every demand is met, ascending. Of several such choices it
/// has those that meet most demands, the fewer others they need the better: the one that meets
/// least is left out if that can be, then the next, whatever the prover found first. `None` if a
/// demand has no set, or the prover runs out of time.
pub fn smallest(demands: &[Demand], time: Duration) -> Option<Vec<usize>> {
    let mut merits: BTreeMap<usize, usize> = BTreeMap::new();
    for set in demands.iter().flatten() {
        let share = SHARED / set.len().max(1);
        set.iter().for_each(|thing| *merits.entry(*thing).or_default() += share);
    }
    let mut things: Vec<usize> = merits.keys().copied().collect();
    things.sort_by_key(|thing| merits[thing]);
    let bits: Vec<Bool> = things.iter().map(|one| Bool::new_const(format!("x{one}"))).collect();
    let named: BTreeMap<usize, &Bool> = things.iter().copied().zip(&bits).collect();
    let bit = |thing: &usize| named[thing].clone();
    let met: Vec<Bool> = demands
        .iter()
        .map(|sets| {
            let all = |set: &Vec<usize>| Bool::and(&set.iter().map(bit).collect::<Vec<_>>());
            Bool::or(&sets.iter().map(all).collect::<Vec<_>>())
        })
        .collect();
    let optimize = Optimize::new();
    optimize.set_params(&time_limit(time));
    met.iter().for_each(|one| optimize.assert(one));
    bits.iter().for_each(|one| optimize.assert_soft(&one.not(), 1, None));
    if optimize.check(&[]) != SatResult::Sat {
        return None;
    }
    let model = optimize.get_model()?;
    let is_chosen = |one: &&Bool| model.eval(*one, true).and_then(|it| it.as_bool()) == Some(true);
    let fewest = i32::try_from(bits.iter().filter(is_chosen).count()).ok()?;
    let weighted: Vec<(&Bool, i32)> = bits.iter().map(|one| (one, 1)).collect();
    let solver = limited_solver(time);
    met.iter().for_each(|one| solver.assert(one));
    solver.assert(Bool::pb_le(&weighted, fewest));
    let mut chosen = leave_out(&solver, &things, &bits)?;
    chosen.sort_unstable();
    Some(chosen)
}

/// Leaves out the first thing if that can be, and so on.
fn leave_out(solver: &Solver, things: &[usize], bits: &[Bool]) -> Option<Vec<usize>> {
    let mut chosen = Vec::new();
    for (thing, bit) in things.iter().zip(bits) {
        match solver.check_assumptions(&[bit.not()]) {
            SatResult::Sat => solver.assert(bit.not()),
            SatResult::Unsat => {
                solver.assert(bit);
                chosen.push(*thing);
            }
            SatResult::Unknown => return None,
        }
    }
    Some(chosen)
}

#[cfg(test)]
mod tests {
    use super::{Demand, smallest};
    use std::time::Duration;

    fn solve(demands: &[Demand]) -> Option<Vec<usize>> {
        smallest(demands, Duration::from_secs(10))
    }

    /// Minimum Predicates, Example 5; {2, 3, 5} is as small, and not what the paper has.
    #[test]
    fn example_5_is_solved_by_the_second_the_fourth_and_the_fifth() {
        let first = vec![vec![1, 3, 5], vec![2, 5]];
        let second = vec![vec![2, 3], vec![4]];
        assert_eq!(solve(&[first, second]), Some(vec![2, 4, 5]));
    }

    #[test]
    fn demands_without_sets_cannot_be_met() {
        assert_eq!(solve(&[]), Some(vec![]));
        assert_eq!(solve(&[vec![vec![]]]), Some(vec![]));
        assert_eq!(solve(&[vec![vec![1]], vec![]]), None);
    }
}
