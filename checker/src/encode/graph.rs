//! Clean-up of a flat graph: branches joined with their guards, unreachable locations dropped,
//! the line from entry to `start` counted.

use belnap_ir::boolprog::Dialect;
use belnap_ir::ids::{LocId, TiVec, ti_vec};
use belnap_ir::kripke::LocationKind;

use super::flatten::{BranchGuard, FlatEdge, FlatProgram, Guard};

/// Joins, prunes and numbers the graph; edges end up sorted by source.
pub fn tidy(flat: &mut FlatProgram<'_>, guards: &[BranchGuard]) {
    flat.edges.sort_by_key(|edge| edge.from);
    join_branches(flat, guards);
    flat.edges.sort_by_key(|edge| edge.from);
    drop_unreachable(flat);
    flat.prefix = straight_prefix(flat);
}

/// Makes one edge of a branch and its guard, as in the CFG. Control is then never at the guard; its
/// labels name the state after it if they may and if nothing else leads there.
fn join_branches(flat: &mut FlatProgram<'_>, guards: &[BranchGuard]) {
    let mut into: TiVec<LocId, usize> = ti_vec![0_usize; flat.locations.len()];
    for edge in &flat.edges {
        into[edge.to] += 1;
    }
    let mut guarded: TiVec<LocId, Option<FlatEdge<'_>>> = TiVec::new();
    guarded.resize_with(flat.locations.len(), || None);
    for guard in guards {
        let own = flat.edges.partition_point(|edge| edge.from < guard.at);
        let next = flat.edges[own].to;
        let kind = flat.locations[next].kind;
        guarded[guard.at] = Some(flat.edges[own].clone());
        if guard.names_next && next != flat.entry && into[next] == 1 && kind == LocationKind::Normal
        {
            let before = &mut flat.locations[guard.at];
            let (name, source) = (std::mem::take(&mut before.name), before.source.take());
            let mut labels = std::mem::take(&mut before.labels);
            let after = &mut flat.locations[next];
            labels.append(&mut after.labels);
            after.name = name;
            after.labels = labels;
            after.source = after.source.take().or(source);
        } else {
            flat.stateless.insert(guard.stmt);
        }
    }
    flat.edges.retain(|edge| guarded[edge.from].is_none());
    for edge in &mut flat.edges {
        if let Some(step) = &guarded[edge.to] {
            let origin = step.origin.clone().or_else(|| edge.origin.take());
            *edge = FlatEdge { from: edge.from, origin, ..step.clone() };
        }
    }
}

fn drop_unreachable(flat: &mut FlatProgram<'_>) {
    let mut reached: TiVec<LocId, bool> = ti_vec![false; flat.locations.len()];
    let mut order = vec![flat.entry];
    reached[flat.entry] = true;
    let mut next = 0;
    while let Some(at) = order.get(next).copied() {
        next += 1;
        let from = flat.edges.partition_point(|edge| edge.from < at);
        for edge in flat.edges[from..].iter().take_while(|edge| edge.from == at) {
            if !std::mem::replace(&mut reached[edge.to], true) {
                order.push(edge.to);
            }
        }
    }
    let mut renamed: TiVec<LocId, LocId> = TiVec::with_capacity(reached.len());
    let mut count = 0;
    for kept in &reached {
        renamed.push(LocId::from(count));
        count += usize::from(*kept);
    }
    let mut kept = reached.iter();
    flat.locations.retain(|_| *kept.next().expect("one mark per location"));
    flat.edges.retain(|edge| reached[edge.from]);
    for edge in &mut flat.edges {
        edge.from = renamed[edge.from];
        edge.to = renamed[edge.to];
    }
    flat.entry = renamed[flat.entry];
    for copy in &mut flat.copies {
        copy.first = copy.first.filter(|first| reached[*first]).map(|first| renamed[first]);
    }
}

/// Steps from the entry to the label `start`; 0 if the program has none. A classic program may
/// call any label so: it has no line that no execution sees.
fn straight_prefix(flat: &FlatProgram<'_>) -> u32 {
    if flat.program.dialect == Dialect::Classic {
        return 0;
    }
    let mut at = flat.entry;
    for steps in 0..=flat.locations.len() {
        let location = &flat.locations[at];
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
