//! Which complete states a structure may reach, and orders of its locations.

use std::collections::BTreeSet;
use std::rc::Rc;

use belnap_ir::ids::{LocId, TiVec, ti_vec};

use super::evaluate::StateSet;
use super::space::Space;
use crate::bdd::{Bdd, NodeLimit};

/// The complete states that may be reached from the initial ones, per location.
pub fn reachable(space: &Space<'_>) -> Result<StateSet, NodeLimit> {
    let bdds = &space.bdds;
    let count = space.kripke.locations.len();
    let order = along_flow(space);
    let mut reached: TiVec<LocId, Bdd> = ti_vec![bdds.falsity(); count];
    // What has not been propagated yet.
    let mut fresh: TiVec<LocId, Bdd> = ti_vec![bdds.falsity(); count];
    let entry = space.kripke.entry;
    let initial = space.initial()?;
    reached[entry] = initial.clone();
    fresh[entry] = initial;
    let mut work = BTreeSet::from([(order[entry], entry)]);
    while let Some((_, at)) = work.pop_first() {
        let new: Bdd = std::mem::replace(&mut fresh[at], bdds.falsity());
        for edge in space.outgoing(at) {
            let to = space.kripke.edges[edge].to;
            let image = space.may_from(edge, &new)?;
            let added = bdds.minus(&image, &reached[to])?;
            if !bdds.is_false(&added) {
                reached[to] = bdds.or(&reached[to], &added)?;
                fresh[to] = bdds.or(&fresh[to], &added)?;
                work.insert((order[to], to));
            }
        }
    }
    Ok(Rc::new(reached))
}

/// Positions of the locations such that, loops aside, predecessors come first.
pub fn along_flow(space: &Space<'_>) -> TiVec<LocId, u32> {
    let count = space.kripke.locations.len();
    let last = u32::try_from(count).expect("locations are numbered by u32");
    finishing_order(space, count).into_iter().map(|place| last - place).collect()
}

/// Positions of the locations such that, loops aside, successors come first.
pub fn against_flow(space: &Space<'_>) -> TiVec<LocId, u32> {
    finishing_order(space, space.kripke.locations.len())
}

/// When a depth-first search from the entry leaves each location.
fn finishing_order(space: &Space<'_>, count: usize) -> TiVec<LocId, u32> {
    let mut place: TiVec<LocId, u32> = ti_vec![u32::MAX; count];
    let mut seen: TiVec<LocId, bool> = ti_vec![false; count];
    let mut next = 0;
    let roots = std::iter::once(space.kripke.entry).chain((0..count).map(LocId::from));
    for root in roots {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut stack = vec![(root, space.outgoing(root))];
        while let Some((at, edges)) = stack.last_mut() {
            if let Some(edge) = edges.next() {
                let to = space.kripke.edges[edge].to;
                if !std::mem::replace(&mut seen[to], true) {
                    stack.push((to, space.outgoing(to)));
                }
            } else {
                place[*at] = next;
                next += 1;
                stack.pop();
            }
        }
    }
    place
}
