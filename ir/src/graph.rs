//! The shape of a graph: who follows whom, loop heads, components, and the order of a walk.

use std::collections::BTreeSet;

use crate::cfg::Cfg;
use crate::ids::{CfgEdgeId, CfgLocId, TiSlice, TiVec, ti_vec};

/// Targets of the edges of each location.
pub fn successors(cfg: &Cfg) -> TiVec<CfgLocId, Vec<CfgLocId>> {
    let mut successors = ti_vec![Vec::new(); cfg.locations.len()];
    for edge in &cfg.edges {
        successors[edge.from].push(edge.to);
    }
    successors
}

/// The edges from each location, ascending.
pub fn outgoing(cfg: &Cfg) -> TiVec<CfgLocId, Vec<CfgEdgeId>> {
    let mut outgoing = ti_vec![Vec::new(); cfg.locations.len()];
    for (id, edge) in cfg.edges.iter_enumerated() {
        outgoing[edge.from].push(id);
    }
    outgoing
}

/// The edges to each location, ascending.
pub fn incoming(cfg: &Cfg) -> TiVec<CfgLocId, Vec<CfgEdgeId>> {
    let mut incoming = ti_vec![Vec::new(); cfg.locations.len()];
    for (id, edge) in cfg.edges.iter_enumerated() {
        incoming[edge.to].push(id);
    }
    incoming
}

/// A depth-first walk from the functions' entries, then from what they do not reach.
struct Walk {
    /// Targets of edges that close a cycle.
    heads: TiVec<CfgLocId, bool>,
    /// Locations in the order in which they were left.
    left: Vec<CfgLocId>,
}

fn walk(cfg: &Cfg) -> Walk {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        No,
        OnPath,
        Done,
    }
    let successors = successors(cfg);
    let mut seen: TiVec<CfgLocId, Seen> = ti_vec![Seen::No; cfg.locations.len()];
    let mut walk = Walk { heads: ti_vec![false; cfg.locations.len()], left: Vec::new() };
    let entries = cfg.functions.iter().map(|function| function.entry);
    for root in entries.chain(cfg.locations.keys()) {
        if seen[root] != Seen::No {
            continue;
        }
        seen[root] = Seen::OnPath;
        let mut path = vec![(root, 0)];
        while let Some((location, next)) = path.last_mut() {
            let Some(target) = successors[*location].get(*next).copied() else {
                seen[*location] = Seen::Done;
                walk.left.push(*location);
                path.pop();
                continue;
            };
            *next += 1;
            match seen[target] {
                Seen::No => {
                    seen[target] = Seen::OnPath;
                    path.push((target, 0));
                }
                Seen::OnPath => walk.heads[target] = true,
                Seen::Done => {}
            }
        }
    }
    walk
}

/// Targets of edges that close a cycle.
pub fn loop_heads(cfg: &Cfg) -> TiVec<CfgLocId, bool> {
    walk(cfg).heads
}

/// Locations, each after those that follow it, as far as cycles allow.
pub fn last_first(cfg: &Cfg) -> Vec<CfgLocId> {
    walk(cfg).left
}

/// Locations to look at, those first that come first on paths without cycles.
pub struct Worklist {
    rank: TiVec<CfgLocId, usize>,
    order: Vec<CfgLocId>,
    waiting: BTreeSet<usize>,
}

impl Worklist {
    /// An empty list.
    pub fn new(cfg: &Cfg) -> Self {
        let mut order = walk(cfg).left;
        order.reverse();
        let mut rank = ti_vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, location)| rank[*location] = place);
        Worklist { rank, order, waiting: BTreeSet::new() }
    }

    /// Adds a location.
    pub fn push(&mut self, location: CfgLocId) {
        self.waiting.insert(self.rank[location]);
    }

    /// The first in the order.
    pub fn pop(&mut self) -> Option<CfgLocId> {
        self.waiting.pop_first().map(|rank| self.order[rank])
    }

    /// The last in the order, for analyses that go backwards.
    pub fn pop_last(&mut self) -> Option<CfgLocId> {
        self.waiting.pop_last().map(|rank| self.order[rank])
    }
}

/// Strongly connected components with a cycle, among the given nodes, for which `inside` holds,
/// and the edges for which `follows` does (Tarjan's algorithm, without recursion).
pub fn cycles(
    successors: &TiSlice<CfgLocId, Vec<CfgLocId>>,
    nodes: &[CfgLocId],
    inside: &dyn Fn(CfgLocId) -> bool,
    follows: &dyn Fn(CfgLocId, CfgLocId) -> bool,
) -> Vec<Vec<CfgLocId>> {
    const NEW: usize = usize::MAX;
    let count = successors.len();
    let (mut order, mut low) = (ti_vec![NEW; count], ti_vec![NEW; count]);
    let mut on_stack = ti_vec![false; count];
    let (mut stack, mut components, mut next) = (Vec::new(), Vec::new(), 0);
    for root in nodes.iter().copied().filter(|node| inside(*node)) {
        if order[root] != NEW {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((node, position)) = path.last().copied() {
            if position == 0 && order[node] == NEW {
                order[node] = next;
                low[node] = next;
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(target) = successors[node].get(position).copied() {
                if let Some(last) = path.last_mut() {
                    last.1 += 1;
                }
                if !inside(target) || !follows(node, target) {
                    continue;
                }
                if order[target] == NEW {
                    path.push((target, 0));
                } else if on_stack[target] {
                    low[node] = low[node].min(order[target]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == order[node] {
                let start = stack.iter().rposition(|other| *other == node).unwrap_or(0);
                let component = stack.split_off(start);
                component.iter().for_each(|member| on_stack[*member] = false);
                let cyclic =
                    component.len() > 1 || successors[node].contains(&node) && follows(node, node);
                if cyclic {
                    components.push(component);
                }
            }
        }
    }
    components
}
