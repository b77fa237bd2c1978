//! What is known about several predicates after a step together, beyond what is known about each.

use belnap_ir::cfg::Edge;
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgVarId;

use crate::approximate::Worker;
use crate::edges::{Excluded, Update};
use crate::implicants::Cube;

/// Limit on predicates of an edge that are looked at together.
const MAX_INEXACT: usize = 12;

impl Worker<'_> {
    /// Combinations of at most `most` predicates after an assignment that cannot come about,
    /// although each value alone can.
    pub(crate) fn find_excluded(
        &mut self,
        edge: &Edge,
        over: &[usize],
        assignments: &[(CfgVarId, Expr)],
        updates: &[(usize, Update)],
        most: usize,
    ) -> Vec<Excluded> {
        let mut open: Vec<(usize, Expr)> = Vec::new();
        for (predicate, update) in updates {
            let Update::Choice(choice) = update else { continue };
            if choice.exact || !self.predicates.is_at(*predicate, edge.to) {
                continue;
            }
            let condition = &self.predicates.all[*predicate].condition;
            if let Some(wp) = self.conditions.weakest_precondition(condition, assignments) {
                open.push((*predicate, wp));
            }
        }
        open.truncate(MAX_INEXACT);
        let mut found: Vec<Excluded> = Vec::new();
        for count in 2..=most.min(open.len()) {
            for group in subsets(open.len(), count) {
                let group: Vec<&(usize, Expr)> = group.into_iter().map(|at| &open[at]).collect();
                if are_connected(&group) {
                    self.exclude(&group, over, updates, &mut found);
                }
            }
        }
        found
    }

    fn exclude(
        &mut self,
        group: &[&(usize, Expr)],
        over: &[usize],
        updates: &[(usize, Update)],
        found: &mut Vec<Excluded>,
    ) {
        for bits in 0..1_usize << group.len() {
            let after: Cube =
                group.iter().enumerate().map(|(at, (p, _))| (*p, bits >> at & 1 == 1)).collect();
            let conditions: Vec<Expr> = group
                .iter()
                .enumerate()
                .map(|(at, (_, wp))| match bits >> at & 1 == 1 {
                    true => wp.clone(),
                    false => wp.clone().negate(),
                })
                .collect();
            let never = self.conditions.normal(&Expr::And(conditions).negate());
            let mut before = self.weakest(&never, over);
            before.retain(|cube| !said_already(cube, &after, updates, found));
            if !before.is_empty() {
                found.push(Excluded { before, after });
            }
        }
    }
}

/// Whether a single update, or a smaller group, excludes this.
fn said_already(
    before: &Cube,
    after: &Cube,
    updates: &[(usize, Update)],
    found: &[Excluded],
) -> bool {
    let inside = |smaller: &Cube, larger: &Cube| smaller.iter().all(|l| larger.contains(l));
    let by_one = after.iter().any(|(predicate, value)| {
        let update = updates.iter().find(|(known, _)| known == predicate);
        let Some((_, Update::Choice(choice))) = update else { return false };
        let against = if *value { &choice.falsity } else { &choice.truth };
        against.iter().any(|cube| inside(cube, before))
    });
    by_one
        || found.iter().any(|known| {
            inside(&known.after, after) && known.before.iter().any(|cube| inside(cube, before))
        })
}

/// Whether the conditions share variables, directly or through each other.
fn are_connected(group: &[&(usize, Expr)]) -> bool {
    let vars = |expr: &Expr| {
        let mut vars = Vec::new();
        expr.for_each_var(&mut |var| vars.push(var));
        vars
    };
    let mut reached = vars(&group[0].1);
    let mut left: Vec<Vec<CfgVarId>> = group[1..].iter().map(|(_, wp)| vars(wp)).collect();
    loop {
        let before = left.len();
        left.retain(|own| {
            let shares = own.iter().any(|var| reached.contains(var));
            if shares {
                reached.extend(own);
            }
            !shares
        });
        if left.is_empty() || left.len() == before {
            return left.is_empty();
        }
    }
}

/// All sets of `count` numbers below `of`, each ascending.
fn subsets(of: usize, count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for last in count - 1..of {
        for mut smaller in subsets(last, count - 1) {
            smaller.push(last);
            all.push(smaller);
        }
    }
    all.sort();
    all
}
