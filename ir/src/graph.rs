//! The shape of graphs: who follows whom, what is reached, loops, and orders of nodes.
//!
//! [`components`], [`postorder`], [`reachable`] and [`weak_topological_order`] serve any graph
//! whose nodes are ids or numbers below a count, and whose successors a function gives; the rest is
//! about control-flow graphs.
//! Results follow the order of roots and successors, so that artefacts do not depend on anything
//! else. No search is recursive: programs may be longer than a stack is deep.

mod nesting;
mod order;

use std::collections::BTreeSet;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Reversed;

use crate::cfg::Cfg;
use crate::ids::{CfgEdgeId, CfgLocId, TiSlice, TiVec, ti_vec};

pub use nesting::{DEEPEST, Element, weak_topological_order};
pub use order::order_variables;

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
/// are in the order in which a depth-first search finds them.
pub fn components<K, I>(
    count: usize,
    roots: impl IntoIterator<Item = K>,
    successors: impl FnMut(K) -> I,
) -> Vec<Vec<K>>
where
    K: Copy,
    usize: From<K>,
    I: IntoIterator<Item = K>,
{
    components_with(&mut ti_vec![None; count], roots, successors)
}

/// As [`components`], with a table of nodes found, which is empty before and after.
fn components_with<K, I>(
    place: &mut TiSlice<K, Option<NodeIndex>>,
    roots: impl IntoIterator<Item = K>,
    mut successors: impl FnMut(K) -> I,
) -> Vec<Vec<K>>
where
    K: Copy,
    usize: From<K>,
    I: IntoIterator<Item = K>,
{
    let mut graph = DiGraph::<K, ()>::default();
    let mut edges = Vec::new();
    let mut open = Vec::new();
    for root in roots {
        open.push(root);
        while let Some(node) = open.pop() {
            if place[node].is_none() {
                let from = graph.add_node(node);
                place[node] = Some(from);
                let (first, below) = (edges.len(), open.len());
                edges.extend(successors(node).into_iter().map(|next| (from, next)));
                open.extend(edges[first..].iter().map(|(_, next)| *next));
                open[below..].reverse();
            }
        }
    }
    for (from, to) in edges.into_iter().filter_map(|(from, to)| Some((from, place[to]?))) {
        graph.add_edge(from, to, ());
    }
    graph.node_weights().for_each(|node| place[*node] = None);
    // Kosaraju's search needs no recursion. Backwards, its first walk takes edges forwards and in
    // their order, and its result starts with the component that this walk left last.
    let mut components = kosaraju_scc(Reversed(&graph));
    components.iter_mut().for_each(|members| members.sort_unstable());
    let nodes = |members: Vec<NodeIndex>| members.into_iter().map(|member| graph[member]).collect();
    components.into_iter().rev().map(nodes).collect()
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

/// Targets of edges that close a cycle.
pub fn loop_heads(cfg: &Cfg) -> TiVec<CfgLocId, bool> {
    let mut place = ti_vec![0; cfg.locations.len()];
    last_first(cfg).into_iter().enumerate().for_each(|(at, location)| place[location] = at);
    let mut heads = ti_vec![false; cfg.locations.len()];
    // A depth-first walk leaves the source of an edge before the target only if it came from there.
    for edge in cfg.edges.iter().filter(|edge| place[edge.from] <= place[edge.to]) {
        heads[edge.to] = true;
    }
    heads
}

/// Locations, each after those that follow it, as far as cycles allow: as a depth-first walk leaves
/// them, from the functions' entries, then from what they do not reach.
pub fn last_first(cfg: &Cfg) -> Vec<CfgLocId> {
    let entries = cfg.functions.iter().map(|function| function.entry);
    let successors = successors(cfg);
    postorder(cfg.locations.len(), entries.chain(cfg.locations.keys()), |at| {
        successors[at].iter().copied()
    })
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
        let mut order = last_first(cfg);
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
