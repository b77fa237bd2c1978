//! Errors that depend on different variables, each with what it needs.
//!
//! A program that works with many things at once, such as locks, can fail with each, and how it
//! fails with one has nothing to do with the others. Sets of states of all would grow with every
//! one of them. So the last steps to errors are in groups, by the variables that have to be tracked
//! for them: groups share none, each is decided by itself, and what holds in all of them together
//! is the proof.

use belnap_ir::ids::CfgEdgeId;
use fixedbitset::FixedBitSet;
use indexmap::IndexMap;

/// The last steps to errors, and the levels that have to be tracked for each.
pub struct Goals {
    needed: IndexMap<CfgEdgeId, FixedBitSet>,
}

/// Steps that are decided together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Ascending.
    pub goals: Vec<CfgEdgeId>,
    pub tracked: FixedBitSet,
}

impl Goals {
    /// Steps about which nothing is known, and how many levels there are.
    pub fn new(goals: impl IntoIterator<Item = CfgEdgeId>, levels: usize) -> Self {
        let nothing = FixedBitSet::with_capacity(levels);
        Goals { needed: goals.into_iter().map(|goal| (goal, nothing.clone())).collect() }
    }

    /// More levels have to be tracked for a step. Returns whether that is new.
    pub fn need(&mut self, goal: CfgEdgeId, levels: &FixedBitSet) -> bool {
        let Some(needed) = self.needed.get_mut(&goal) else { return false };
        let is_new = !levels.is_subset(needed);
        needed.union_with(levels);
        is_new
    }

    /// All steps in groups, so that no level is tracked in two of them.
    pub fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (goal, needed) in &self.needed {
            let mut own = Group { goals: vec![*goal], tracked: needed.clone() };
            let shares = |group: &mut Group| {
                let nothing = own.tracked.is_clear() && group.tracked.is_clear();
                nothing || !own.tracked.is_disjoint(&group.tracked)
            };
            let shared: Vec<Group> = groups.extract_if(.., shares).collect();
            for group in shared {
                own.goals.extend(group.goals);
                own.tracked.union_with(&group.tracked);
            }
            own.goals.sort_unstable();
            groups.push(own);
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_share_no_level() {
        let goal = |number: usize| CfgEdgeId::from(number);
        let set = |levels: &[usize]| {
            let mut set = FixedBitSet::with_capacity(6);
            set.extend(levels.iter().copied());
            set
        };
        let mut goals = Goals::new((0..5).map(goal), 6);
        assert_eq!(goals.groups().len(), 1);
        assert!(goals.need(goal(0), &set(&[0, 1])));
        assert!(!goals.need(goal(0), &set(&[1])));
        goals.need(goal(1), &set(&[2, 3]));
        goals.need(goal(2), &set(&[4]));
        goals.need(goal(3), &set(&[1, 4]));
        let mut groups = goals.groups();
        groups.sort_by(|a, b| a.goals.cmp(&b.goals));
        assert_eq!(
            groups,
            [
                Group { goals: vec![goal(0), goal(2), goal(3)], tracked: set(&[0, 1, 4]) },
                Group { goals: vec![goal(1)], tracked: set(&[2, 3]) },
                Group { goals: vec![goal(4)], tracked: set(&[]) },
            ]
        );
    }
}
