//! Why a way is impossible: the variables whose values exclude it.

use std::collections::BTreeSet;

use belnap_ir::ids::{CfgEdgeId, CfgVarId};

use super::step::Step;
use super::{Tracked, Values};

impl Values<'_> {
    /// Few variables that have to be tracked so that a way from the entry to an error is
    /// impossible, rather those of `free`; `None` if it is possible whatever is tracked.
    pub fn reason(
        &self,
        path: &[CfgEdgeId],
        free: &BTreeSet<CfgVarId>,
    ) -> Option<BTreeSet<CfgVarId>> {
        let all = (0..self.cfg.variables.len()).map(CfgVarId::from);
        let stuck = self.stuck(path, &Tracked::new(self, all))?;
        let mut vars = self.sources(path, stuck);
        let (rather, others): (Vec<CfgVarId>, Vec<CfgVarId>) =
            vars.iter().copied().partition(|var| free.contains(var));
        for var in others.into_iter().chain(rather) {
            vars.remove(&var);
            if self.stuck(path, &Tracked::new(self, vars.iter().copied())).is_none() {
                vars.insert(var);
            }
        }
        Some(vars)
    }

    /// The first step that is impossible; one more than there are if the end is not an error.
    fn stuck(&self, path: &[CfgEdgeId], tracked: &Tracked) -> Option<usize> {
        let mut state = tracked.all.clone();
        let possible = |edge: &CfgEdgeId| self.take(tracked, &mut state, edge.index());
        let stuck = path.iter().map(possible).position(|possible| !possible);
        stuck.or_else(|| {
            let end = path.last().map_or(self.cfg.entry, |edge| self.cfg.edges[*edge].to);
            let error = self.errors[end.index()].as_ref();
            let reached = error.is_some_and(|error| self.assume(tracked, &mut state, error));
            (!reached).then_some(path.len())
        })
    }

    /// The variables that what a step asks depends on.
    fn sources(&self, path: &[CfgEdgeId], step: usize) -> BTreeSet<CfgVarId> {
        let mut vars = BTreeSet::new();
        let asked = match path.get(step).map(|edge| &self.steps[edge.index()]) {
            Some(Step::Assume(test)) => Some(test),
            Some(Step::Assign(_)) => None,
            None => {
                let end = path.last().map_or(self.cfg.entry, |edge| self.cfg.edges[*edge].to);
                self.errors[end.index()].as_ref()
            }
        };
        if let Some(test) = asked {
            vars.extend(test.vars());
        }
        for edge in path[..step.min(path.len())].iter().rev() {
            match &self.steps[edge.index()] {
                Step::Assume(test) => {
                    let asked = test.vars();
                    if asked.len() > 1 && asked.iter().any(|var| vars.contains(var)) {
                        vars.extend(asked);
                    }
                }
                Step::Assign(all) => {
                    for (var, source) in all {
                        if vars.contains(var) {
                            vars.extend(source.vars());
                        }
                    }
                }
            }
        }
        vars
    }
}
