//! Loops about which a carried certificate would say nothing.
//!
//! A loop that decides nothing is removed, and where control went on behind it may lie between
//! steps that became one. A certificate must say something on every loop: at its head, what holds
//! at the locations from which control comes there, as far as no step on the way changes that, and
//! what makes true what holds at the location where control goes from there.

use std::collections::{BTreeSet, HashMap, VecDeque};

use belnap_ir::cfg::{Cfg, Edge, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, TiSlice, TiVec, ti_vec};
use belnap_ir::substitute::{size, substitute};

use belnap_ir::effects::assigned;
use belnap_ir::graph::{incoming, loop_heads, outgoing};

/// Largest condition that is made.
const SIZE: usize = 200;

/// The head of a loop.
pub(super) struct Cut {
    pub(super) at: CfgLocId,
    /// The locations from which control comes there through locations between only.
    pub(super) from: BTreeSet<CfgLocId>,
    /// What steps on the way there change.
    pub(super) changed: BTreeSet<CfgVarId>,
    /// A way through locations between only to one that is not; empty if there is none.
    pub(super) onwards: Vec<CfgEdgeId>,
}

impl Cut {
    /// What must be true at the head so that a condition is true at the end of the way onwards, if
    /// that does not depend on choices. The conditions on the way decide nothing.
    pub(super) fn precondition(&self, cfg: &Cfg, condition: &Expr) -> Option<Expr> {
        let mut condition = condition.clone();
        for edge in self.onwards.iter().rev() {
            let operation = &cfg.edges[*edge].operation;
            if let Operation::Assign(pairs) = operation {
                let new = |var: CfgVarId| pairs.iter().find(|(changed, _)| *changed == var);
                condition = substitute(&condition, &|var| new(var).map(|(_, new)| new.clone()));
                continue;
            }
            let changed = assigned(operation);
            if condition.mentions(&|var| changed.contains(&var)) {
                return None;
            }
        }
        (size(&condition, SIZE) <= SIZE).then_some(condition)
    }
}

/// A head of each loop that consists of locations `between` only.
pub(super) fn cuts(cfg: &Cfg, between: &TiSlice<CfgLocId, bool>) -> Vec<Cut> {
    let on_loops = on_loops(cfg, between);
    let heads = loop_heads(cfg);
    let incoming = incoming(cfg);
    let mut all = Vec::new();
    for head in heads.keys().filter(|at| heads[*at] && on_loops[*at]) {
        let mut cut = Cut {
            at: head,
            from: BTreeSet::new(),
            changed: BTreeSet::new(),
            onwards: onwards(cfg, between, head),
        };
        let mut seen = BTreeSet::from([head]);
        let mut open = vec![head];
        while let Some(at) = open.pop() {
            for edge in incoming[at].iter().map(|edge| &cfg.edges[*edge]) {
                cut.changed.extend(assigned(&edge.operation));
                if !between[edge.from] {
                    cut.from.insert(edge.from);
                } else if seen.insert(edge.from) {
                    open.push(edge.from);
                }
            }
        }
        all.push(cut);
    }
    all
}

/// A shortest way from a location through locations between to one that is not.
fn onwards(cfg: &Cfg, between: &TiSlice<CfgLocId, bool>, from: CfgLocId) -> Vec<CfgEdgeId> {
    let outgoing = outgoing(cfg);
    let mut came: HashMap<CfgLocId, CfgEdgeId> = HashMap::new();
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        if !between[at] {
            let mut way = Vec::new();
            let mut at = at;
            while at != from {
                way.push(came[&at]);
                at = cfg.edges[came[&at]].from;
            }
            way.reverse();
            return way;
        }
        for edge in &outgoing[at] {
            let to = cfg.edges[*edge].to;
            if to != from && !came.contains_key(&to) {
                came.insert(to, *edge);
                open.push_back(to);
            }
        }
    }
    Vec::new()
}

/// What is left of the locations between without those that no such loop leads to, and those that
/// lead to none.
fn on_loops(cfg: &Cfg, between: &TiSlice<CfgLocId, bool>) -> TiVec<CfgLocId, bool> {
    let mut left = between.to_owned();
    for backwards in [false, true] {
        let ends = |edge: &Edge| match backwards {
            false => (edge.from, edge.to),
            true => (edge.to, edge.from),
        };
        let mut next: TiVec<CfgLocId, Vec<CfgLocId>> = ti_vec![Vec::new(); left.len()];
        let mut before: TiVec<CfgLocId, usize> = ti_vec![0_usize; left.len()];
        for (from, to) in cfg.edges.iter().map(ends).filter(|(from, to)| left[*from] && left[*to]) {
            next[from].push(to);
            before[to] += 1;
        }
        let mut free: Vec<CfgLocId> =
            left.keys().filter(|at| left[*at] && before[*at] == 0).collect();
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
