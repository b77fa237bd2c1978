//! Must-summaries.
//!
//! States are tri-vectors, as in `symbolic::space`; only the entry is complete.

use belnap_ir::ids::{LocId, TiVec, VarId, ti_vec};
use belnap_ir::kripke::{Partial, SymbolicEdge};

use super::Summaries;
use super::may::grow;
use crate::bdd::{Bdd, NodeLimit};
use crate::encode::EdgeRole;

impl Summaries<'_> {
    /// The must-summary of each copy: values at the entry, what is known of changed globals after
    /// it, and of results.
    pub(super) fn must(&self) -> Result<Vec<Bdd>, NodeLimit> {
        let bdds = &self.layout.bdds;
        let mut reached: TiVec<LocId, Bdd> =
            ti_vec![bdds.falsity(); self.copied.kripke.locations.len()];
        let mut summaries = vec![bdds.falsity(); self.copied.copies.len()];
        for (number, copy) in self.copied.copies.iter().enumerate() {
            if let Some(first) = copy.first {
                reached[first] = self.must_entry(number)?;
            }
        }
        let relations = self
            .inside()
            .map(|(_, edge, role)| match role {
                EdgeRole::Step => self.must_relation(edge),
                _ => Ok(bdds.falsity()),
            })
            .collect::<Result<Vec<Bdd>, NodeLimit>>()?;
        loop {
            let mut changed = false;
            for ((_, edge, role), relation) in self.inside().zip(&relations) {
                let from = reached[edge.from].clone();
                let more = match role {
                    EdgeRole::Into(_) => continue,
                    EdgeRole::Return(copy, results) => {
                        let pairs = self.must_return(*copy, results.as_deref(), &from)?;
                        changed |= grow(&mut summaries[*copy], &pairs, bdds)?;
                        continue;
                    }
                    EdgeRole::Step => {
                        let updated: Vec<VarId> =
                            edge.updates.iter().map(|(var, _)| *var).collect();
                        self.must_image(&from, relation, &updated)?
                    }
                    EdgeRole::Over(call) => {
                        let over = self.layout.dual(&self.must_over(*call, &summaries)?)?;
                        self.must_image(&from, &over, &self.assigned(*call))?
                    }
                };
                changed |= grow(&mut reached[edge.to], &more, bdds)?;
            }
            if !changed {
                return Ok(summaries);
            }
        }
    }

    /// The tri-vectors at the entry of a copy. A local that is no predicate has each of its values
    /// for certain; of one that is, nothing is known.
    fn must_entry(&self, number: usize) -> Result<Bdd, NodeLimit> {
        let (layout, bdds) = (&self.layout, &self.layout.bdds);
        let copy = &self.copied.copies[number];
        let mut entry = bdds.truth();
        for var in self.at_entry(number) {
            entry = bdds.and(&entry, &self.known_as(var, bdds.var(layout.entry(var)))?)?;
        }
        for var in &copy.locals {
            let [truth, falsity] = [0, 1].map(|rail| bdds.var(layout.before(*var) + rail));
            let rails = match self.copied.kripke.variables[*var].predicate {
                true => bdds.not(&bdds.or(truth, falsity)?)?,
                false => bdds.not(&bdds.iff(truth, falsity)?)?,
            };
            entry = bdds.and(&entry, &rails)?;
        }
        for var in self.parked(number) {
            entry = bdds.and(&entry, &self.known_as(var, &bdds.falsity())?)?;
        }
        Ok(entry)
    }

    /// That a variable is known to have a value.
    fn known_as(&self, var: VarId, value: &Bdd) -> Result<Bdd, NodeLimit> {
        let (layout, bdds) = (&self.layout, &self.layout.bdds);
        let [truth, falsity] = [0, 1].map(|rail| bdds.var(layout.before(var) + rail));
        bdds.and(&bdds.iff(truth, value)?, &bdds.iff(falsity, &bdds.not(value)?)?)
    }

    /// What a partial value gives to two rails, where it is consistent.
    fn given(&self, value: Partial, rail: u32) -> Result<Bdd, NodeLimit> {
        let (layout, bdds) = (&self.layout, &self.layout.bdds);
        let truth = layout.dual(&self.get(value.truth)?)?;
        let falsity = layout.dual(&self.get(value.falsity)?)?;
        let both = bdds.and(&truth, &falsity)?;
        let rails =
            bdds.and(&bdds.iff(bdds.var(rail), &truth)?, &bdds.iff(bdds.var(rail + 1), &falsity)?)?;
        bdds.minus(&rails, &both)
    }

    /// The must-steps along an edge to what is known most.
    fn must_relation(&self, edge: &SymbolicEdge) -> Result<Bdd, NodeLimit> {
        let bdds = &self.layout.bdds;
        let mut relation = self.layout.dual(&self.get(edge.guard.truth)?)?;
        for (var, value) in &edge.updates {
            relation = bdds.and(&relation, &self.given(*value, self.layout.after(*var))?)?;
        }
        Ok(relation)
    }

    fn must_image(&self, from: &Bdd, relation: &Bdd, updated: &[VarId]) -> Result<Bdd, NodeLimit> {
        let (layout, bdds) = (&self.layout, &self.layout.bdds);
        let mut gone = layout.choices_in(relation);
        gone.extend(updated.iter().flat_map(|var| [layout.before(*var), layout.before(*var) + 1]));
        let image = bdds.and_exists(from, relation, &bdds.cube(gone)?)?;
        let renaming = updated.iter().flat_map(|var| {
            [0, 1].map(|rail| {
                (layout.after(*var) + rail, bdds.var(layout.before(*var) + rail).clone())
            })
        });
        bdds.substitute(&image, &bdds.substitution(renaming))
    }

    /// What a return of a copy adds to its summary, with all that knows less. An arbitrary result
    /// has each value for certain, if what it is assigned to is no predicate.
    fn must_return(
        &self,
        number: usize,
        results: Option<&[Partial]>,
        from: &Bdd,
    ) -> Result<Bdd, NodeLimit> {
        let (layout, bdds) = (&self.layout, &self.layout.bdds);
        let copy = &self.copied.copies[number];
        let mut pairs = from.clone();
        for index in 0..copy.results {
            let rail = layout.result(index);
            let rails = match results {
                Some(results) => self.given(results[index], rail)?,
                None => bdds.not(&bdds.iff(bdds.var(rail), bdds.var(rail + 1))?)?,
            };
            pairs = bdds.and(&pairs, &rails)?;
        }
        let mut gone = layout.choices_in(&pairs);
        let variables = self.copied.kripke.variables.keys();
        gone.extend(
            variables
                .filter(|var| !copy.changed.contains(var))
                .flat_map(|var| [layout.before(var), layout.before(var) + 1]),
        );
        let pairs = bdds.exists(&pairs, &bdds.cube(gone)?)?;
        let renaming = copy.changed.iter().flat_map(|var| {
            [0, 1].map(|rail| {
                (layout.before(*var) + rail, bdds.var(layout.after(*var) + rail).clone())
            })
        });
        let mut pairs = bdds.substitute(&pairs, &bdds.substitution(renaming))?;
        let after = copy.changed.iter().map(|var| layout.after(*var));
        for rail in after.chain((0..copy.results).map(|index| layout.result(index))) {
            pairs = self.forgetting(&pairs, rail)?;
        }
        Ok(pairs)
    }

    /// A set of tri-vectors with those that do not know a value.
    fn forgetting(&self, set: &Bdd, rail: u32) -> Result<Bdd, NodeLimit> {
        let bdds = &self.layout.bdds;
        let some = bdds.exists(set, &bdds.cube([rail, rail + 1])?)?;
        let nothing = bdds.not(&bdds.or(bdds.var(rail), bdds.var(rail + 1))?)?;
        bdds.or(set, &bdds.and(&some, &nothing)?)
    }

    /// The must-steps over a call from complete values: what they are before, what is known of
    /// assigned variables after, and choices. What is passed and not known can be either.
    pub(super) fn must_over(&self, call: usize, summaries: &[Bdd]) -> Result<Bdd, NodeLimit> {
        let (layout, bdds) = (&self.layout, &self.layout.bdds);
        let data = &self.copied.calls[call];
        let copy = &self.copied.copies[data.copy];
        let target = |index: usize| data.targets.get(index).copied().flatten();
        // What is overwritten or discarded does not matter.
        let mut gone: Vec<u32> =
            data.targets.iter().flatten().map(|var| layout.after(*var)).collect();
        let discarded = (0..copy.results).filter(|index| target(*index).is_none());
        gone.extend(discarded.map(|index| layout.result(index)));
        let gone = bdds.cube(gone.into_iter().flat_map(|rail| [rail, rail + 1]))?;
        let mut relation = bdds.exists(&summaries[data.copy], &gone)?;
        let now = self.globals().into_iter();
        let now = now.map(|var| (layout.entry(var), bdds.var(layout.before(var)).clone()));
        relation = bdds.substitute(&relation, &bdds.substitution(now))?;
        let mut inconsistent = bdds.falsity();
        let (mut impossible, mut passed) = (bdds.falsity(), Vec::new());
        for (param, truth, falsity) in self.passed(call)? {
            inconsistent = bdds.or(&inconsistent, &bdds.and(&truth, &falsity)?)?;
            let refused = bdds.ite(bdds.var(layout.entry(param)), &falsity, &truth)?;
            impossible = bdds.or(&impossible, &refused)?;
            passed.push(layout.entry(param));
        }
        relation = bdds.forall(&bdds.or(&relation, &impossible)?, &bdds.cube(passed)?)?;
        relation = bdds.minus(&relation, &inconsistent)?;
        let renaming = (0..copy.results).filter_map(|index| Some((index, target(index)?)));
        let renaming = renaming.flat_map(|(index, var)| {
            [0, 1].map(|rail| {
                (layout.result(index) + rail, bdds.var(layout.after(var) + rail).clone())
            })
        });
        relation = bdds.substitute(&relation, &bdds.substitution(renaming))?;
        let targets = (0..copy.results).filter_map(target);
        for var in targets.filter(|var| self.copied.kripke.variables[*var].predicate) {
            if copy.arbitrary {
                let rails = [0, 1].map(|rail| bdds.var(layout.after(var) + rail));
                relation = bdds.minus(&relation, &bdds.or(rails[0], rails[1])?)?;
            }
        }
        Ok(relation)
    }
}
