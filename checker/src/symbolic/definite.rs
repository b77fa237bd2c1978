//! Which variables are never unknown at a location.
//!
//! At the entry a plain variable is known and a predicate is not; an exact update from known
//! variables gives a known value. Where a variable is always known one rail says all, and the
//! sets of tri-vectors there are as small as sets of complete states. What holds of a tri-vector
//! that leaves such a variable open holds in both cases of it.

use belnap_ir::ids::{EdgeId, LocId, TiVec, VarId, ti_vec};
use belnap_ir::kripke::SymbolicKripke;

use super::space::{RAILS, Space};
use crate::bdd::{ImportedTable, NodeLimit};

/// For each location, for each variable, whether it is always known there.
pub(super) fn always_known(
    space: &Space<'_>,
    table: &ImportedTable,
) -> Result<TiVec<LocId, TiVec<VarId, bool>>, NodeLimit> {
    let kripke = space.kripke;
    let sources = sources(space, table)?;
    let mut known: TiVec<LocId, TiVec<VarId, bool>> =
        ti_vec![ti_vec![true; kripke.variables.len()]; kripke.locations.len()];
    known[kripke.entry] = known_at_entry(kripke);
    let mut work = vec![kripke.entry];
    let mut visited: TiVec<LocId, bool> = ti_vec![false; kripke.locations.len()];
    visited[kripke.entry] = true;
    while let Some(at) = work.pop() {
        for edge in space.outgoing(at) {
            let data = &kripke.edges[edge];
            let mut after = known[at].clone();
            for ((var, _), source) in data.updates.iter().zip(&sources[edge]) {
                after[*var] =
                    source.as_ref().is_some_and(|source| source.iter().all(|var| known[at][*var]));
            }
            let to = data.to;
            let mut changed = !std::mem::replace(&mut visited[to], true);
            for (known, after) in known[to].iter_mut().zip(after) {
                changed |= *known && !after;
                *known &= after;
            }
            if changed {
                work.push(to);
            }
        }
    }
    Ok(known)
}

fn known_at_entry(kripke: &SymbolicKripke) -> TiVec<VarId, bool> {
    let parked = |scope: Option<belnap_ir::ids::ScopeId>| scope.is_some_and(|scope| scope.0 != 0);
    kripke.variables.iter().map(|v| !v.predicate || parked(v.scope)).collect()
}

/// For each update of an edge: the variables its value is made of, or `None` if it is not exact.
type Sources = Vec<Option<Vec<VarId>>>;

fn sources(space: &Space<'_>, table: &ImportedTable) -> Result<TiVec<EdgeId, Sources>, NodeLimit> {
    let bdds = &space.bdds;
    let first_choice = RAILS as usize * space.position.len();
    let mut edges = TiVec::with_capacity(space.kripke.edges.len());
    for edge in &space.kripke.edges {
        let mut updates = Vec::with_capacity(edge.updates.len());
        for (_, value) in &edge.updates {
            let truth = table.get(bdds, value.truth)?;
            let falsity = table.get(bdds, value.falsity)?;
            let support = bdds.support(&truth).into_iter();
            let variables = support
                .filter(|var| (*var as usize) < first_choice)
                .map(|var| space.variable_at(var))
                .collect();
            updates.push((falsity == bdds.not(&truth)?).then_some(variables));
        }
        edges.push(updates);
    }
    Ok(edges)
}
