//! May-summaries.

use belnap_ir::ids::{LocId, ScopeId, TiVec, VarId, ti_vec};
use belnap_ir::kripke::SymbolicEdge;

use super::Summaries;
use crate::bdd::{Bdd, NodeLimit};
use crate::encode::EdgeRole;

impl Summaries<'_> {
    /// The may-summary of each copy: values at the entry, values of changed globals after it, and
    /// results.
    pub(super) fn may(&self) -> Result<Vec<Bdd>, NodeLimit> {
        let bdds = &self.layout.bdds;
        let mut reached: TiVec<LocId, Bdd> =
            ti_vec![bdds.falsity(); self.copied.kripke.locations.len()];
        let mut summaries = vec![bdds.falsity(); self.copied.copies.len()];
        for (number, copy) in self.copied.copies.iter().enumerate() {
            if let Some(first) = copy.first {
                reached[first] = self.may_entry(number, first)?;
            }
        }
        loop {
            let mut changed = false;
            for (_, edge, role) in self.inside() {
                let from = reached[edge.from].clone();
                let more = match role {
                    EdgeRole::Into(_) => continue,
                    EdgeRole::Return(copy, results) => {
                        let pairs = self.may_return(*copy, results.as_deref(), &from)?;
                        changed |= grow(&mut summaries[*copy], &pairs, bdds)?;
                        continue;
                    }
                    EdgeRole::Step => {
                        let updated: Vec<VarId> =
                            edge.updates.iter().map(|(var, _)| *var).collect();
                        self.may_image(&from, &self.may_relation(edge)?, &updated)?
                    }
                    EdgeRole::Over(call) => {
                        let relation = self.may_over(*call, &summaries)?;
                        self.may_image(&from, &relation, &self.assigned(*call))?
                    }
                };
                let more = bdds.and(&more, &self.enforce[edge.to])?;
                changed |= grow(&mut reached[edge.to], &more, bdds)?;
            }
            if !changed {
                return Ok(summaries);
            }
        }
    }

    /// The states at the entry of a copy: globals and parameters are what they are, locals are
    /// arbitrary, and variables of activations inside are parked.
    fn may_entry(&self, number: usize, first: LocId) -> Result<Bdd, NodeLimit> {
        let bdds = &self.layout.bdds;
        let mut entry = self.enforce[first].clone();
        for var in self.at_entry(number) {
            let same =
                bdds.iff(bdds.var(self.layout.before(var)), bdds.var(self.layout.entry(var)))?;
            entry = bdds.and(&entry, &same)?;
        }
        for var in self.parked(number) {
            entry = bdds.minus(&entry, bdds.var(self.layout.before(var)))?;
        }
        Ok(entry)
    }

    /// Globals, and parameters of a copy.
    pub(super) fn at_entry(&self, number: usize) -> Vec<VarId> {
        let variables = self.copied.kripke.variables.iter_enumerated();
        let globals = variables.filter(|(_, it)| it.scope.is_none()).map(|(var, _)| var);
        globals.chain(self.copied.copies[number].params.iter().copied()).collect()
    }

    /// The variables of activations inside of a copy.
    pub(super) fn parked(&self, number: usize) -> Vec<VarId> {
        let kripke = &self.copied.kripke;
        let copy = self.copied.copies[number].scope;
        let inside = |scope: ScopeId| {
            scope != copy
                && std::iter::successors(Some(scope), |at| kripke.scopes[*at].caller)
                    .any(|scope| scope == copy)
        };
        let variables = kripke.variables.iter_enumerated();
        variables.filter(|(_, it)| it.scope.is_some_and(inside)).map(|(var, _)| var).collect()
    }

    /// The may-steps along an edge: values before, of updated variables after, and choices.
    fn may_relation(&self, edge: &SymbolicEdge) -> Result<Bdd, NodeLimit> {
        let (layout, bdds) = (&self.layout, &self.layout.bdds);
        let mut relation = bdds.not(&self.get(edge.guard.falsity)?)?;
        let mut unchanged = self.copied.kripke.variables.keys().collect::<Vec<_>>();
        for (var, value) in &edge.updates {
            unchanged.retain(|own| own != var);
            let (truth, falsity) = (self.get(value.truth)?, self.get(value.falsity)?);
            let after = bdds.var(layout.after(*var));
            let allowed = bdds.ite(after, &bdds.not(&falsity)?, &bdds.not(&truth)?)?;
            relation = bdds.and(&relation, &allowed)?;
        }
        if let Some(constrain) = &edge.constrain {
            let kept = unchanged
                .into_iter()
                .map(|var| (layout.after(var), bdds.var(layout.before(var)).clone()));
            let violated =
                bdds.substitute(&self.get(constrain.falsity)?, &bdds.substitution(kept))?;
            relation = bdds.minus(&relation, &violated)?;
        }
        Ok(relation)
    }

    fn may_image(&self, from: &Bdd, relation: &Bdd, updated: &[VarId]) -> Result<Bdd, NodeLimit> {
        let (layout, bdds) = (&self.layout, &self.layout.bdds);
        let mut gone = layout.choices_in(relation);
        gone.extend(updated.iter().map(|var| layout.before(*var)));
        let image = bdds.and_exists(from, relation, &bdds.cube(gone)?)?;
        let renaming =
            updated.iter().map(|var| (layout.after(*var), bdds.var(layout.before(*var)).clone()));
        bdds.substitute(&image, &bdds.substitution(renaming))
    }

    /// What a return of a copy adds to its summary.
    fn may_return(
        &self,
        number: usize,
        results: Option<&[belnap_ir::kripke::Partial]>,
        from: &Bdd,
    ) -> Result<Bdd, NodeLimit> {
        let (layout, bdds) = (&self.layout, &self.layout.bdds);
        let mut pairs = from.clone();
        for (index, result) in results.into_iter().flatten().enumerate() {
            let (truth, falsity) = (self.get(result.truth)?, self.get(result.falsity)?);
            let value = bdds.var(layout.result(index));
            let allowed = bdds.ite(value, &bdds.not(&falsity)?, &bdds.not(&truth)?)?;
            pairs = bdds.and(&pairs, &allowed)?;
        }
        let mut gone = layout.choices_in(&pairs);
        let changed = &self.copied.copies[number].changed;
        let variables = self.copied.kripke.variables.keys();
        gone.extend(variables.filter(|var| !changed.contains(var)).map(|var| layout.before(var)));
        let pairs = bdds.exists(&pairs, &bdds.cube(gone)?)?;
        let renaming =
            changed.iter().map(|var| (layout.before(*var), bdds.var(layout.after(*var)).clone()));
        bdds.substitute(&pairs, &bdds.substitution(renaming))
    }

    /// The variables that a call assigns: globals that the callee changes, and targets.
    pub(super) fn assigned(&self, call: usize) -> Vec<VarId> {
        let call = &self.copied.calls[call];
        let mut assigned = self.copied.copies[call.copy].changed.clone();
        assigned.extend(call.targets.iter().flatten());
        assigned.sort_unstable();
        assigned.dedup();
        assigned
    }

    /// The may-steps over a call: values before, of assigned variables after, and choices.
    pub(super) fn may_over(&self, call: usize, summaries: &[Bdd]) -> Result<Bdd, NodeLimit> {
        let (layout, bdds) = (&self.layout, &self.layout.bdds);
        let data = &self.copied.calls[call];
        let globals = self.globals();
        let now =
            globals.iter().map(|var| (layout.entry(*var), bdds.var(layout.before(*var)).clone()));
        let mut relation = bdds.substitute(&summaries[data.copy], &bdds.substitution(now))?;
        let mut gone = Vec::new();
        for (param, truth, falsity) in self.passed(call)? {
            let value = bdds.var(layout.entry(param));
            let allowed = bdds.ite(value, &bdds.not(&falsity)?, &bdds.not(&truth)?)?;
            relation = bdds.and(&relation, &allowed)?;
            gone.push(layout.entry(param));
        }
        gone.extend(data.targets.iter().flatten().map(|var| layout.after(*var)));
        let results = 0..self.copied.copies[data.copy].results;
        let target = |index: usize| data.targets.get(index).copied().flatten();
        gone.extend(results.clone().filter(|at| target(*at).is_none()).map(|at| layout.result(at)));
        let relation = bdds.exists(&relation, &bdds.cube(gone)?)?;
        let renaming = results.filter_map(|index| {
            let var = target(index)?;
            Some((layout.result(index), bdds.var(layout.after(var)).clone()))
        });
        bdds.substitute(&relation, &bdds.substitution(renaming))
    }

    pub(super) fn globals(&self) -> Vec<VarId> {
        let variables = self.copied.kripke.variables.iter_enumerated();
        variables.filter(|(_, it)| it.scope.is_none()).map(|(var, _)| var).collect()
    }
}

/// Adds to a set, and says whether that changes it.
pub(super) fn grow(set: &mut Bdd, more: &Bdd, bdds: &crate::bdd::Bdds) -> Result<bool, NodeLimit> {
    let grown = bdds.or(set, more)?;
    let changed = grown != *set;
    *set = grown;
    Ok(changed)
}
