//! The shape of graphs: who follows whom, what is reached, loops, and orders of nodes.
//!
//! [`components`], [`postorder`] and [`reachable`] serve any graph whose nodes are ids or numbers
//! below a count, and whose successors a function gives; the rest is about control-flow graphs.
//! Results follow the order of roots and successors, so that artefacts do not depend on anything
//! else. No search is recursive: programs may be longer than a stack is deep.

use std::collections::BTreeSet;

use crate::cfg::Cfg;
use crate::ids::{CfgEdgeId, CfgLocId, TiSlice, TiVec, ti_vec};

/// The nodes that can be reached from some, these included.
pub fn reachable<K, I>(
    count: usize,
    roots: impl IntoIterator<Item = K>,
    successors: impl Fn(K) -> I,
) -> TiVec<K, bool>
where
    K: Copy,
    usize: From<K>,
    I: IntoIterator<Item = K>,
{
    let mut seen: TiVec<K, bool> = ti_vec![false; count];
    let mut open: Vec<K> = roots.into_iter().collect();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            open.extend(successors(node));
        }
    }
    seen
}

/// The nodes that can be reached, each after those that it leads to, but for steps back.
pub fn postorder<K, I>(
    count: usize,
    roots: impl IntoIterator<Item = K>,
    successors: impl Fn(K) -> I,
) -> Vec<K>
where
    K: Copy,
    usize: From<K>,
    I: IntoIterator<Item = K>,
{
    let mut seen: TiVec<K, bool> = ti_vec![false; count];
    let mut order = Vec::new();
    let mut path = Vec::new();
    for root in roots {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        path.push((root, successors(root).into_iter()));
        while let Some((node, rest)) = path.last_mut() {
            match rest.find(|next| !seen[*next]) {
                Some(next) => {
                    seen[next] = true;
                    path.push((next, successors(next).into_iter()));
                }
                None => {
                    order.push(*node);
                    path.pop();
                }
            }
        }
    }
    order
}

/// Strongly connected components of what can be reached, each after those that it leads to; members
/// are in the order in which they are found. (Tarjan's search.)
pub fn components<K, I>(
    count: usize,
    roots: impl IntoIterator<Item = K>,
    mut successors: impl FnMut(K) -> I,
) -> Vec<Vec<K>>
where
    K: Copy,
    usize: From<K>,
    I: IntoIterator<Item = K>,
{
    let mut search = Search::new(count);
    let mut path = Vec::new();
    for root in roots {
        if search.found[root] != NEW {
            continue;
        }
        search.enter(root);
        path.push((root, successors(root).into_iter()));
        while let Some((node, rest)) = path.last_mut() {
            match rest.next() {
                Some(next) if search.found[next] == NEW => {
                    search.enter(next);
                    path.push((next, successors(next).into_iter()));
                }
                Some(next) => search.meet(*node, next),
                None => {
                    let node = *node;
                    path.pop();
                    search.leave(node, path.last().map(|(parent, _)| *parent));
                }
            }
        }
    }
    search.components
}

/// Not found yet.
const NEW: usize = usize::MAX;

/// A search for strongly connected components under way.
struct Search<K> {
    /// Numbers in the order of discovery.
    found: TiVec<K, usize>,
    /// The first node that is known to be in the same component.
    low: TiVec<K, usize>,
    on_stack: TiVec<K, bool>,
    /// Nodes found whose component is not complete.
    stack: Vec<K>,
    components: Vec<Vec<K>>,
    count: usize,
}

impl<K: Copy> Search<K>
where
    usize: From<K>,
{
    fn new(count: usize) -> Self {
        Search {
            found: ti_vec![NEW; count],
            low: ti_vec![NEW; count],
            on_stack: ti_vec![false; count],
            stack: Vec::new(),
            components: Vec::new(),
            count: 0,
        }
    }

    fn enter(&mut self, node: K) {
        (self.found[node], self.low[node]) = (self.count, self.count);
        self.count += 1;
        self.on_stack[node] = true;
        self.stack.push(node);
    }

    /// An edge leads to a node that was found before.
    fn meet(&mut self, from: K, to: K) {
        if self.on_stack[to] {
            self.low[from] = self.low[from].min(self.found[to]);
        }
    }

    fn leave(&mut self, node: K, parent: Option<K>) {
        if let Some(parent) = parent {
            self.low[parent] = self.low[parent].min(self.low[node]);
        }
        if self.low[node] == self.found[node] {
            let first = self.found[node];
            let start = self.stack.partition_point(|member| self.found[*member] < first);
            let component = self.stack.split_off(start);
            component.iter().for_each(|member| self.on_stack[*member] = false);
            self.components.push(component);
        }
    }
}

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
/// and the edges for which `follows` does.
pub fn cycles(
    successors: &TiSlice<CfgLocId, Vec<CfgLocId>>,
    nodes: &[CfgLocId],
    inside: &dyn Fn(CfgLocId) -> bool,
    follows: &dyn Fn(CfgLocId, CfgLocId) -> bool,
) -> Vec<Vec<CfgLocId>> {
    let next = |at: CfgLocId| {
        successors[at].iter().copied().filter(move |to| inside(*to) && follows(at, *to))
    };
    let roots = nodes.iter().copied().filter(|node| inside(*node));
    let mut components = components(successors.len(), roots, next);
    components
        .retain(|component| component.len() > 1 || next(component[0]).any(|to| to == component[0]));
    components
}

#[cfg(test)]
mod tests;
