//! The functions of edges, on complete states and on tri-vectors.

use belnap_ir::ids::{EdgeId, VarId};
use rustc_hash::FxHashMap;

use super::space::Space;
use crate::bdd::{Bdd, ImportedTable, NodeLimit, Substitution};

/// The functions of an edge on complete states.
pub(super) struct CompleteEdge {
    pub(super) guard: Bdd,
    /// No may-successor: guard refused, inconsistent update, or constraint violated.
    pub(super) blocked: Bdd,
    /// Must-transitions also need this (strict structures).
    pub(super) required: Bdd,
    /// New values; an update that is not exact reads the variable's after-rail as a choice.
    pub(super) values: Substitution,
    pub(super) choices: Bdd,
    /// Steps as a relation to the after-rails of the updated variables, and what to quantify.
    pub(super) relation: Bdd,
    /// The same without the constraint, which must-transitions of other than strict structures
    /// do not look at.
    pub(super) unconstrained: Bdd,
    pub(super) before: Bdd,
    pub(super) renaming: Substitution,
    pub(super) identity: bool,
}

/// The functions of an edge on tri-vectors.
pub(super) struct PartialEdge {
    pub(super) guard: Bdd,
    pub(super) blocked: Bdd,
    pub(super) inconsistent: Bdd,
    /// Must-transitions also need this (strict structures).
    pub(super) required: Bdd,
    pub(super) rails: Substitution,
    pub(super) choices: Bdd,
    /// For constrained edges: where the constraint is definitely violated (after-rail read as a
    /// value), and the rails to put in for the after-rails.
    pub(super) constrained: Option<(Bdd, Substitution)>,
    pub(super) identity: bool,
}

impl Space<'_> {
    pub(super) fn complete_edge(
        &self,
        index: EdgeId,
        table: &ImportedTable,
    ) -> Result<(CompleteEdge, bool), NodeLimit> {
        let bdds = &self.bdds;
        let edge = &self.kripke.edges[index];
        let guard = table.get(bdds, edge.guard.truth)?;
        let refused = table.get(bdds, edge.guard.falsity)?;
        let mut exact = refused == bdds.not(&guard)?;
        let mut blocked = refused.clone();
        let mut relation = bdds.not(&refused)?;
        let mut functions = vec![guard.clone(), refused];
        let (mut values, mut choices, mut before, mut renaming) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (var, value) in &edge.updates {
            let q = table.get(bdds, value.truth)?;
            let r = table.get(bdds, value.falsity)?;
            let (now, after) = (self.known_true(*var), self.after(*var));
            let open = bdds.not(&r)?;
            let next = if q == open {
                q.clone()
            } else {
                exact = false;
                choices.push(after);
                blocked = bdds.or(&blocked, &bdds.and(&q, &r)?)?;
                bdds.or(&q, &bdds.and(&open, bdds.var(after))?)?
            };
            let may_be_false = bdds.not(&q)?;
            let allowed = bdds.ite(bdds.var(after), &open, &may_be_false)?;
            relation = bdds.and(&relation, &allowed)?;
            before.push(now);
            renaming.push((after, bdds.var(now).clone()));
            values.push((now, next));
            functions.push(q);
            functions.push(r);
        }
        let mut required = bdds.truth();
        let unconstrained = relation.clone();
        if let Some(constrain) = &edge.constrain {
            let truth = table.get(bdds, constrain.truth)?;
            let falsity = table.get(bdds, constrain.falsity)?;
            exact &= truth == bdds.not(&falsity)?;
            let mut after: FxHashMap<u32, Bdd> = FxHashMap::default();
            let mut unchanged = Vec::new();
            for var in (0..self.position.len()).map(VarId::from) {
                let now = self.known_true(var);
                let value = values.iter().find(|(updated, _)| *updated == now);
                if value.is_none() {
                    unchanged.push((self.after(var), bdds.var(now).clone()));
                }
                let value = value.map_or_else(|| bdds.var(now).clone(), |(_, by)| by.clone());
                after.insert(self.after(var), value);
            }
            let after = bdds.substitution(after);
            blocked = bdds.or(&blocked, &bdds.substitute(&falsity, &after)?)?;
            let unchanged = bdds.substitution(unchanged);
            relation = bdds.minus(&relation, &bdds.substitute(&falsity, &unchanged)?)?;
            if self.kripke.strict {
                required = bdds.substitute(&truth, &after)?;
            }
            functions.push(truth);
            functions.push(falsity);
        }
        let identity = values.is_empty() && edge.constrain.is_none();
        let functions: Vec<&Bdd> = functions.iter().collect();
        before.extend(bdds.support(&self.choice_cube(&functions, Vec::new())?));
        Ok((
            CompleteEdge {
                guard,
                blocked,
                required,
                values: bdds.substitution(values),
                choices: self.choice_cube(&functions, choices)?,
                relation,
                unconstrained,
                before: bdds.cube(before)?,
                renaming: bdds.substitution(renaming),
                identity,
            },
            exact,
        ))
    }

    pub(super) fn partial_edge(
        &self,
        index: EdgeId,
        table: &ImportedTable,
    ) -> Result<PartialEdge, NodeLimit> {
        let bdds = &self.bdds;
        let edge = &self.kripke.edges[index];
        let (from, to) = (edge.from, edge.to);
        let guard = self.dual_at(&table.get(bdds, edge.guard.truth)?, from)?;
        let mut blocked = self.dual_at(&table.get(bdds, edge.guard.falsity)?, from)?;
        let mut inconsistent = bdds.falsity();
        let mut functions = vec![guard.clone(), blocked.clone()];
        let mut rails = Vec::new();
        let mut after: Vec<(u32, Bdd)> = Vec::new();
        for (var, value) in &edge.updates {
            let truth = self.dual_at(&table.get(bdds, value.truth)?, from)?;
            let falsity = self.dual_at(&table.get(bdds, value.falsity)?, from)?;
            inconsistent = bdds.or(&inconsistent, &bdds.and(&truth, &falsity)?)?;
            functions.push(truth.clone());
            functions.push(falsity.clone());
            after.push((self.after(*var), truth.clone()));
            after.push((self.after(*var) + 1, falsity.clone()));
            rails.push((self.known_true(*var), truth));
            rails.push((self.known_false(*var), falsity));
        }
        let unchanged = || {
            let updated = |var: &VarId| edge.updates.iter().any(|(updated, _)| updated == var);
            (0..self.position.len()).map(VarId::from).filter(move |var| !updated(var))
        };
        for var in unchanged() {
            if self.always_known(from, var) && !self.always_known(to, var) {
                let known_false = bdds.not(bdds.var(self.known_true(var)))?;
                rails.push((self.known_false(var), known_false));
            }
        }
        blocked = bdds.or(&blocked, &inconsistent)?;
        let constrained = match &edge.constrain {
            None => None,
            Some(constrain) => {
                let violated = table.get(bdds, constrain.falsity)?;
                functions.push(violated.clone());
                let violated = self.dual_at(&violated, from)?;
                for var in unchanged() {
                    let now = self.known_true(var);
                    let known_false = match self.always_known(from, var) {
                        true => bdds.not(bdds.var(now))?,
                        false => bdds.var(now + 1).clone(),
                    };
                    after.push((self.after(var), bdds.var(now).clone()));
                    after.push((self.after(var) + 1, known_false));
                }
                Some((violated, bdds.substitution(after)))
            }
        };
        let rails_by = bdds.substitution(rails.iter().cloned());
        let mut required = bdds.truth();
        if self.kripke.strict {
            required = bdds.substitute(&self.dual_at(self.enforce(to), to)?, &rails_by)?;
            if let (Some(constrain), Some((_, after))) = (&edge.constrain, &constrained) {
                let truth = table.get(bdds, constrain.truth)?;
                let both = self.dual_after(&self.dual_at(&truth, from)?, to)?;
                required = bdds.and(&required, &bdds.substitute(&both, after)?)?;
                functions.push(truth);
            }
        }
        let functions: Vec<&Bdd> = functions.iter().collect();
        Ok(PartialEdge {
            required,
            guard,
            blocked,
            inconsistent,
            identity: rails.is_empty(),
            rails: rails_by,
            choices: self.choice_cube(&functions, Vec::new())?,
            constrained,
        })
    }
}
