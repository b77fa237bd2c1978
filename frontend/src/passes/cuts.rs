//! Loops about which a carried certificate would say nothing.
//!
//! A loop that decides nothing is removed, and where control went on behind it may lie between
//! steps that became one. A certificate must say something on every loop: at its head, what holds
//! at the locations from which control comes there, as far as no step on the way changes that.

use std::collections::BTreeSet;

use belnap_ir::cfg::{Cfg, Edge};
use belnap_ir::ids::{CfgLocId, CfgVarId};

use super::effects::assigned;
use super::shape::{location, loop_heads};

/// The head of a loop.
pub(super) struct Cut {
    pub(super) at: CfgLocId,
    /// The locations from which control comes there through locations between only.
    pub(super) from: BTreeSet<CfgLocId>,
    /// What steps on the way there change.
    pub(super) changed: BTreeSet<CfgVarId>,
}

/// A head of each loop that consists of locations `between` only.
pub(super) fn cuts(cfg: &Cfg, between: &[bool]) -> Vec<Cut> {
    let on_loops = on_loops(cfg, between);
    let heads = loop_heads(cfg);
    let mut incoming = vec![Vec::new(); cfg.locations.len()];
    for edge in &cfg.edges {
        incoming[edge.to.index()].push(edge);
    }
    let mut all = Vec::new();
    for head in (0..heads.len()).filter(|at| heads[*at] && on_loops[*at]) {
        let mut cut = Cut { at: location(head), from: BTreeSet::new(), changed: BTreeSet::new() };
        let mut seen = BTreeSet::from([head]);
        let mut open = vec![head];
        while let Some(at) = open.pop() {
            for edge in &incoming[at] {
                cut.changed.extend(assigned(&edge.operation));
                if !between[edge.from.index()] {
                    cut.from.insert(edge.from);
                } else if seen.insert(edge.from.index()) {
                    open.push(edge.from.index());
                }
            }
        }
        all.push(cut);
    }
    all
}

/// What is left of the locations between without those that no such loop leads to, and those that
/// lead to none.
fn on_loops(cfg: &Cfg, between: &[bool]) -> Vec<bool> {
    let mut left = between.to_vec();
    for backwards in [false, true] {
        let ends = |edge: &Edge| match backwards {
            false => (edge.from.index(), edge.to.index()),
            true => (edge.to.index(), edge.from.index()),
        };
        let mut next = vec![Vec::new(); left.len()];
        let mut before = vec![0_usize; left.len()];
        for (from, to) in cfg.edges.iter().map(ends).filter(|(from, to)| left[*from] && left[*to]) {
            next[from].push(to);
            before[to] += 1;
        }
        let mut free: Vec<usize> =
            (0..left.len()).filter(|at| left[*at] && before[*at] == 0).collect();
        while let Some(at) = free.pop() {
            left[at] = false;
            for to in &next[at] {
                before[*to] -= 1;
                if before[*to] == 0 {
                    free.push(*to);
                }
            }
        }
    }
    left
}
