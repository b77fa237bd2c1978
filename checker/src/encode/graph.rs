//! Clean-up of a flat graph: branch targets merged with what follows, unreachable locations
//! dropped, the line from entry to `start` counted.

use belnap_ir::boolprog::Dialect;
use belnap_ir::ids::LocId;
use belnap_ir::kripke::LocationKind;

use super::flatten::{FlatProgram, Guard};

/// Merges, prunes and numbers the graph; edges end up sorted by source.
pub fn tidy(flat: &mut FlatProgram<'_>, after_branch: &[LocId]) {
    flat.edges.sort_by_key(|edge| edge.from);
    merge_with_next(flat, after_branch);
    flat.edges.sort_by_key(|edge| edge.from);
    drop_unreachable(flat);
    flat.prefix = straight_prefix(flat);
}

/// A branch target whose `assume` became the guard has nothing left to do. If nothing else leads
/// to the location after it, the two are one, so that a branch of the CFG is one step.
fn merge_with_next(flat: &mut FlatProgram<'_>, after_branch: &[LocId]) {
    let mut into = vec![0_usize; flat.locations.len()];
    for edge in &flat.edges {
        into[edge.to.index()] += 1;
    }
    let mut merged: Vec<Option<LocId>> = vec![None; flat.locations.len()];
    let mut removed = vec![false; flat.edges.len()];
    for at in after_branch {
        let own = flat.edges.partition_point(|edge| edge.from < *at);
        let next = flat.edges[own].to;
        let location = &flat.locations[next.index()];
        if next != *at
            && next != flat.entry
            && into[next.index()] == 1
            && location.kind == LocationKind::Normal
            && location.scope == flat.locations[at.index()].scope
        {
            removed[own] = true;
            merged[next.index()] = Some(*at);
        }
    }
    let root = |mut at: LocId| {
        while let Some(before) = merged[at.index()] {
            at = before;
        }
        at
    };
    for (next, _) in merged.iter().enumerate().filter(|(_, before)| before.is_some()) {
        let labels = std::mem::take(&mut flat.locations[next].labels);
        let source = flat.locations[next].source.take();
        let into = &mut flat.locations[root(LocId::from(next)).index()];
        into.labels.extend(labels);
        into.source = source.or(into.source.take());
    }
    let mut removed = removed.into_iter();
    flat.edges.retain(|_| !removed.next().unwrap_or(false));
    for edge in &mut flat.edges {
        edge.from = root(edge.from);
    }
}

fn drop_unreachable(flat: &mut FlatProgram<'_>) {
    let mut reached = vec![false; flat.locations.len()];
    let mut order = vec![flat.entry];
    reached[flat.entry.index()] = true;
    let mut next = 0;
    while let Some(at) = order.get(next).copied() {
        next += 1;
        let from = flat.edges.partition_point(|edge| edge.from < at);
        for edge in flat.edges[from..].iter().take_while(|edge| edge.from == at) {
            if !std::mem::replace(&mut reached[edge.to.index()], true) {
                order.push(edge.to);
            }
        }
    }
    let mut renamed = Vec::with_capacity(reached.len());
    let mut count = 0;
    for kept in &reached {
        renamed.push(LocId::from(count));
        count += usize::from(*kept);
    }
    let mut kept = reached.iter();
    flat.locations.retain(|_| *kept.next().expect("one mark per location"));
    flat.edges.retain(|edge| reached[edge.from.index()]);
    for edge in &mut flat.edges {
        edge.from = renamed[edge.from.index()];
        edge.to = renamed[edge.to.index()];
    }
    flat.entry = renamed[flat.entry.index()];
}

/// Steps from the entry to the label `start`; 0 if the program has none. A classic program may
/// call any label so: it has no line that no execution sees.
fn straight_prefix(flat: &FlatProgram<'_>) -> u32 {
    if flat.program.dialect == Dialect::Classic {
        return 0;
    }
    let mut at = flat.entry;
    for steps in 0..=flat.locations.len() {
        let location = &flat.locations[at.index()];
        if location.scope.0 == 0 && location.labels.iter().any(|label| label == "start") {
            return u32::try_from(steps).unwrap_or(u32::MAX);
        }
        let from = flat.edges.partition_point(|edge| edge.from < at);
        let mut out = flat.edges[from..].iter().take_while(|edge| edge.from == at);
        match (out.next(), out.next()) {
            (Some(edge), None) if matches!(edge.guard, Guard::Always) => at = edge.to,
            _ => return 0,
        }
    }
    0
}
