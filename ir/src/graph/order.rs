//! An order of variables, for diagrams: what has to do with each other stands close together.

use super::outgoing;
use crate::cfg::{Cfg, Operation};
use crate::ids::CfgVarId;

/// Steps with more variables say little about which belong together.
const MOST_OF_STEP: usize = 6;

/// How often variables are moved.
const ROUNDS: usize = 50;

/// Some variables, ordered: each is moved to the middle of those with which it occurs, again and
/// again (Aloul, Markov and Sakallah, *FORCE: a fast and easy-to-implement variable-ordering
/// heuristic*, 2003).
pub fn order_variables(cfg: &Cfg, variables: &[CfgVarId]) -> Vec<CfgVarId> {
    let mut number = vec![None; cfg.variables.len()];
    for (at, var) in variables.iter().enumerate() {
        number[var.index()] = Some(at);
    }
    let groups = groups(cfg, &number);
    let mut place: Vec<usize> = (0..variables.len()).collect();
    let mut ordered: Vec<usize> = place.clone();
    for _ in 0..ROUNDS {
        let mut sums = vec![(0.0, 0.0); variables.len()];
        for group in &groups {
            let middle = group.iter().map(|at| place[*at] as f64).sum::<f64>() / group.len() as f64;
            for at in group {
                sums[*at].0 += middle;
                sums[*at].1 += 1.0;
            }
        }
        let wanted = |at: usize| match sums[at] {
            (_, 0.0) => place[at] as f64,
            (sum, count) => sum / count,
        };
        let before = ordered.clone();
        ordered.sort_by(|a, b| wanted(*a).total_cmp(&wanted(*b)).then(place[*a].cmp(&place[*b])));
        if before == ordered {
            break;
        }
        for (at, variable) in ordered.iter().enumerate() {
            place[*variable] = at;
        }
    }
    ordered.into_iter().map(|at| variables[at]).collect()
}

/// The variables that occur together: in a step, or in a condition and the step behind it.
fn groups(cfg: &Cfg, number: &[Option<usize>]) -> Vec<Vec<usize>> {
    let outgoing = outgoing(cfg);
    let mut groups = Vec::new();
    for edge in &cfg.edges {
        let own = occurring(&edge.operation, number);
        if let Operation::Assume(_) = edge.operation {
            for next in &outgoing[edge.to] {
                let mut both = own.clone();
                both.extend(occurring(&cfg.edges[*next].operation, number));
                groups.push(both);
            }
        }
        groups.push(own);
    }
    for group in &mut groups {
        group.sort_unstable();
        group.dedup();
    }
    groups.retain(|group| (2..=MOST_OF_STEP).contains(&group.len()));
    groups
}

fn occurring(operation: &Operation, number: &[Option<usize>]) -> Vec<usize> {
    let mut found = Vec::new();
    operation.for_each_changed(|var| found.extend(number[var.index()]));
    operation.for_each_expr(|expr| {
        expr.for_each_var(&mut |var| found.extend(number[var.index()]));
    });
    found
}
