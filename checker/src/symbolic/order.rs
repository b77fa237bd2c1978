//! A static order of variables: those that meet in an update or guard stand close together.
//!
//! The FORCE heuristic: each edge's variables pull each other to their common centre, repeatedly,
//! and the order with the smallest total span wins. Deterministic.

use std::collections::BTreeSet;

use belnap_ir::bdd::Ref;
use belnap_ir::ids::{TiVec, VarId};
use belnap_ir::kripke::SymbolicKripke;

/// The position of each variable in the order.
pub fn variable_order(kripke: &SymbolicKripke) -> TiVec<VarId, u32> {
    let n = kripke.variables.len();
    let groups = groups(kripke);
    let mut best: Vec<u32> = (0..n as u32).collect();
    let mut best_span = span(&groups, &best);
    let mut position = best.clone();
    for _ in 0..30 {
        let mut pull = vec![(0.0_f64, 0_u32); n];
        for group in &groups {
            let centre =
                group.iter().map(|var| f64::from(position[*var])).sum::<f64>() / group.len() as f64;
            for var in group {
                pull[*var].0 += centre;
                pull[*var].1 += 1;
            }
        }
        let mut order: Vec<(f64, usize)> = (0..n)
            .map(|var| match pull[var] {
                (_, 0) => (f64::from(position[var]), var),
                (sum, count) => (sum / f64::from(count), var),
            })
            .collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then(position[a.1].cmp(&position[b.1])));
        for (place, (_, var)) in order.iter().enumerate() {
            position[*var] = place as u32;
        }
        let span = span(&groups, &position);
        if span >= best_span {
            break;
        }
        best_span = span;
        best.clone_from(&position);
    }
    best.into()
}

fn span(groups: &[Vec<usize>], position: &[u32]) -> u64 {
    groups
        .iter()
        .map(|group| {
            let places = group.iter().map(|var| position[*var]);
            let low = places.clone().min().unwrap_or(0);
            u64::from(places.max().unwrap_or(0) - low)
        })
        .sum()
}

/// The sets of at least two variables that meet in some function of an edge.
fn groups(kripke: &SymbolicKripke) -> Vec<Vec<usize>> {
    let n = kripke.variables.len();
    let mut supports: Vec<BTreeSet<usize>> = Vec::with_capacity(kripke.table.nodes.len());
    // Supports of single nodes would be quadratic on large tables; large functions tell little
    // about affinity anyway.
    const LARGEST: usize = 24;
    let of = |supports: &[BTreeSet<usize>], reference: Ref| match reference.node_index() {
        Some(index) => supports[index].clone(),
        None => BTreeSet::new(),
    };
    for node in &kripke.table.nodes {
        let mut support = of(&supports, node.hi);
        support.extend(of(&supports, node.lo));
        let var = node.var as usize;
        if var < 2 * n {
            support.insert(var % n);
        }
        if support.len() > LARGEST {
            support = support.into_iter().take(LARGEST).collect();
        }
        supports.push(support);
    }
    let mut groups = BTreeSet::new();
    for edge in &kripke.edges {
        let mut add = |refs: &[Ref], own: Option<usize>| {
            let mut group: BTreeSet<usize> = own.into_iter().collect();
            for reference in refs {
                group.extend(of(&supports, *reference));
            }
            if group.len() > 1 {
                groups.insert(group.into_iter().collect::<Vec<_>>());
            }
        };
        add(&[edge.guard.truth, edge.guard.falsity], None);
        for (var, value) in &edge.updates {
            add(&[value.truth, value.falsity], Some(var.index()));
        }
        if let Some(constrain) = &edge.constrain {
            add(&[constrain.truth, constrain.falsity], None);
        }
    }
    groups.into_iter().collect()
}
