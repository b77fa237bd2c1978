//! Summaries of recursive procedures: what calls of them can do, and what they certainly can.
//!
//! The *may-summary* of a procedure relates complete values of globals and parameters at its entry
//! to values of globals and results at its return, for all ways through it that may exist. The
//! *must-summary* relates complete values at the entry to what is known at the return of some way
//! that must exist. Both are least fixpoints, over a structure with one copy of each procedure
//! (`encode::copies`): where a call leads over another call, its summary so far is used. What a
//! call certainly does from a state that is not complete is what it certainly does from each of
//! its completions, as each concrete state is in one of them.
//!
//! The steps over calls then get these functions: with a choice variable for each value that is
//! assigned, and one for whether it is known, the guard says which choices are possible and
//! which are certain. In that structure control gets to a place with some values just if it does
//! in the program. That is all it is good for ([`reachability`]): a step over a call skips what
//! happens inside, and where a procedure returns control stays.

mod layout;
mod may;
mod must;
pub mod reachability;

use belnap_ir::bdd::Ref;
use belnap_ir::ids::{EdgeId, LocId, TiVec, VarId};
use belnap_ir::kripke::{Partial, Semantics, SymbolicEdge, SymbolicKripke};

use crate::bdd::{Bdd, Exporter, ImportedTable, NodeLimit};
use crate::encode::{Copied, EdgeRole};
use layout::Layout;

/// What is computed with.
struct Summaries<'c> {
    copied: &'c Copied,
    layout: Layout,
    table: ImportedTable,
    /// By location: what complete states there satisfy.
    enforce: TiVec<LocId, Bdd>,
    /// By location: the copy that it is in.
    owner: TiVec<LocId, Option<usize>>,
}

/// The structure with the steps over calls filled in.
///
/// # Errors
/// If there are too many nodes.
pub(crate) fn fill(copied: &Copied, max_nodes: usize) -> Result<SymbolicKripke, NodeLimit> {
    let summaries = Summaries::new(copied, max_nodes)?;
    let may = summaries.may()?;
    let must = match copied.kripke.semantics == Semantics::Over || copied.kripke.strict {
        true => None,
        false => Some(summaries.must()?),
    };
    summaries.filled(&may, must.as_deref())
}

impl<'c> Summaries<'c> {
    fn new(copied: &'c Copied, max_nodes: usize) -> Result<Self, NodeLimit> {
        let kripke = &copied.kripke;
        let layout = Layout::new(copied, max_nodes)?;
        let bdds = &layout.bdds;
        let table = bdds.import(&kripke.table, |number| layout.of_table(number))?;
        let everywhere = table.get(bdds, kripke.enforce)?;
        let mut enforce = TiVec::with_capacity(kripke.locations.len());
        for location in &kripke.locations {
            let own = table.get(bdds, kripke.scopes[location.scope].enforce)?;
            enforce.push(bdds.and(&everywhere, &own)?);
        }
        let owner = kripke.locations.iter().map(|location| {
            let scopes =
                std::iter::successors(Some(location.scope), |at| kripke.scopes[*at].caller);
            scopes
                .into_iter()
                .find_map(|scope| copied.copies.iter().position(|copy| copy.scope == scope))
        });
        let owner = owner.collect();
        Ok(Summaries { copied, layout, table, enforce, owner })
    }

    fn get(&self, reference: Ref) -> Result<Bdd, NodeLimit> {
        self.table.get(&self.layout.bdds, reference)
    }

    /// The edges inside of copies, with their roles.
    fn inside(&self) -> impl Iterator<Item = (EdgeId, &'c SymbolicEdge, &'c EdgeRole)> {
        let edges = self.copied.kripke.edges.iter_enumerated().zip(&self.copied.roles);
        edges
            .map(|((id, edge), role)| (id, edge, role))
            .filter(|(_, edge, _)| self.owner[edge.from].is_some())
    }

    /// The step into the callee of a call.
    fn entering(&self, call: usize) -> &'c SymbolicEdge {
        let roles = self.copied.roles.iter();
        let index =
            roles.clone().position(|role| matches!(role, EdgeRole::Into(own) if *own == call));
        &self.copied.kripke.edges[EdgeId::from(index.expect("each call has a step into it"))]
    }

    /// The values that a call passes, each with its parameter's variable.
    fn passed(&self, call: usize) -> Result<Vec<(VarId, Bdd, Bdd)>, NodeLimit> {
        let copy = &self.copied.copies[self.copied.calls[call].copy];
        let updates = self.entering(call).updates.iter();
        let passed = updates.filter(|(var, _)| copy.params.contains(var));
        passed
            .map(|(var, value)| Ok((*var, self.get(value.truth)?, self.get(value.falsity)?)))
            .collect()
    }

    /// The structure, with functions for the steps over calls.
    fn filled(&self, may: &[Bdd], must: Option<&[Bdd]>) -> Result<SymbolicKripke, NodeLimit> {
        let (layout, kripke) = (&self.layout, &self.copied.kripke);
        let bdds = &layout.bdds;
        let mut exporter = Exporter::new(bdds, |var| layout.to_table(var));
        let mut export = |reference: Ref| exporter.add(&self.get(reference)?);
        let mut filled = kripke.clone();
        filled.enforce = export(kripke.enforce)?;
        for scope in &mut filled.scopes {
            scope.enforce = export(scope.enforce)?;
        }
        for edge in &mut filled.edges {
            let updates = edge.updates.iter_mut().map(|(_, value)| value);
            for value in updates.chain([&mut edge.guard]).chain(&mut edge.constrain) {
                value.truth = export(value.truth)?;
                value.falsity = export(value.falsity)?;
            }
        }
        for (index, role) in self.copied.roles.iter().enumerate() {
            let EdgeRole::Over(call) = role else { continue };
            let edge = &mut filled.edges[EdgeId::from(index)];
            let possible = self.may_over(*call, may)?;
            let certain = must.map(|must| self.must_over(*call, must)).transpose()?;
            let assigned = self.assigned(*call);
            let guard = self.chosen(&assigned, &possible, certain.as_ref())?;
            edge.guard =
                Partial { truth: exporter.add(&guard.0)?, falsity: exporter.add(&guard.1)? };
            edge.updates.clear();
            for var in &assigned {
                let (value, known) = (bdds.var(layout.chosen(*var)), bdds.var(layout.known(*var)));
                let truth = if kripke.strict { value.clone() } else { bdds.and(known, value)? };
                let falsity = match kripke.strict {
                    true => bdds.not(value)?,
                    false => bdds.minus(known, value)?,
                };
                let value =
                    Partial { truth: exporter.add(&truth)?, falsity: exporter.add(&falsity)? };
                edge.updates.push((*var, value));
            }
        }
        filled.choices = layout.choices();
        filled.table = exporter.finish();
        Ok(filled)
    }

    /// The guard of a step over a call, where choices say what is assigned: where it is true, and
    /// where it is false.
    fn chosen(
        &self,
        assigned: &[VarId],
        possible: &Bdd,
        certain: Option<&Bdd>,
    ) -> Result<(Bdd, Bdd), NodeLimit> {
        let (layout, kripke) = (&self.layout, &self.copied.kripke);
        let bdds = &layout.bdds;
        let values =
            assigned.iter().map(|var| (layout.after(*var), bdds.var(layout.chosen(*var)).clone()));
        let mut may = bdds.substitute(possible, &bdds.substitution(values))?;
        if kripke.strict {
            return Ok((may.clone(), bdds.not(&may)?));
        }
        for var in assigned {
            may = bdds.and(&may, bdds.var(layout.known(*var)))?;
        }
        let truth = match certain {
            None => bdds.falsity(),
            Some(certain) => {
                let mut rails = Vec::new();
                let mut plain = bdds.truth();
                for var in assigned {
                    let (value, known) =
                        (bdds.var(layout.chosen(*var)), bdds.var(layout.known(*var)));
                    rails.push((layout.after(*var), bdds.and(known, value)?));
                    rails.push((layout.after(*var) + 1, bdds.minus(known, value)?));
                    // What is not known is chosen in one way.
                    plain = bdds.and(&plain, &bdds.or(known, &bdds.not(value)?)?)?;
                }
                bdds.and(&plain, &bdds.substitute(certain, &bdds.substitution(rails))?)?
            }
        };
        Ok((truth, bdds.not(&may)?))
    }
}
