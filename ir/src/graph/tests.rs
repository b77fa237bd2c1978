//! Searches against brute force.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::cfg::{Edge, Function, Location, LocationKind, Machine};

/// Successors of each node.
pub(super) type Graph = Vec<Vec<usize>>;

/// Graphs with up to eight nodes; edges may be there twice.
pub(super) fn graphs() -> impl Strategy<Value = Graph> {
    (1_usize..9).prop_flat_map(|count| {
        prop::collection::vec(prop::collection::vec(0..count, 0..4), count..=count)
    })
}

/// Which nodes can be reached from which, each from itself.
fn closure(graph: &Graph) -> Vec<Vec<bool>> {
    let count = graph.len();
    let mut reached = vec![vec![false; count]; count];
    for (from, next) in graph.iter().enumerate() {
        reached[from][from] = true;
        next.iter().for_each(|to| reached[from][*to] = true);
    }
    for between in 0..count {
        for from in 0..count {
            for to in 0..count {
                reached[from][to] |= reached[from][between] && reached[between][to];
            }
        }
    }
    reached
}

/// A depth-first walk from every node, written as one defines it.
#[derive(Default)]
struct Walk {
    found: Vec<usize>,
    left: Vec<usize>,
    path: Vec<usize>,
    heads: HashSet<usize>,
}

impl Walk {
    fn of(graph: &Graph) -> Self {
        let mut walk = Walk::default();
        (0..graph.len()).for_each(|root| walk.visit(graph, root));
        walk
    }

    fn visit(&mut self, graph: &Graph, node: usize) {
        if self.path.contains(&node) {
            self.heads.insert(node);
        }
        if !self.found.contains(&node) {
            self.found.push(node);
            self.path.push(node);
            graph[node].iter().for_each(|next| self.visit(graph, *next));
            self.path.pop();
            self.left.push(node);
        }
    }
}

/// A control-flow graph of that shape.
fn cfg_of(graph: &Graph) -> Cfg {
    let location = Location::bare(LocationKind::Normal);
    let edges = graph
        .iter()
        .enumerate()
        .flat_map(|(from, next)| next.iter().map(move |to| Edge::skip(from.into(), (*to).into())));
    let function = Function {
        name: "main".to_owned(),
        parameters: Vec::new(),
        result: None,
        entry: CfgLocId(0),
        exit: CfgLocId(0),
    };
    Cfg {
        locations: ti_vec![location; graph.len()],
        functions: ti_vec![function],
        edges: edges.collect(),
        ..Cfg::empty(Machine::default())
    }
}

#[test]
fn long_lines_need_no_stack() {
    let count = 1_000_000;
    let next = |at: usize| (at + 1 < count).then_some(at + 1);
    assert_eq!(components(count, [0], next).len(), count);
    assert_eq!(postorder(count, [0], next).first(), Some(&(count - 1)));
}

proptest! {
    #[test]
    fn reachable_is_the_closure(graph in graphs()) {
        let closure = closure(&graph);
        let found = reachable(graph.len(), [0], |at: usize| graph[at].iter().copied());
        prop_assert_eq!(&found.raw, &closure[0]);
    }

    #[test]
    fn components_are_nodes_that_reach_each_other(graph in graphs()) {
        let closure = closure(&graph);
        let found = components(graph.len(), 0..graph.len(), |at| graph[at].iter().copied());
        let mut place = vec![usize::MAX; graph.len()];
        for (index, component) in found.iter().enumerate() {
            component.iter().for_each(|node| place[*node] = index);
        }
        prop_assert_eq!(found.iter().map(Vec::len).sum::<usize>(), graph.len());
        for from in 0..graph.len() {
            for to in 0..graph.len() {
                let same = closure[from][to] && closure[to][from];
                prop_assert_eq!(same, place[from] == place[to]);
                // Components come after those that they lead to.
                prop_assert!(!closure[from][to] || place[to] <= place[from]);
            }
        }
    }

    #[test]
    fn results_are_in_the_order_of_a_walk(graph in graphs()) {
        let walk = Walk::of(&graph);
        let successors = |at: usize| graph[at].iter().copied();
        prop_assert_eq!(&postorder(graph.len(), 0..graph.len(), successors), &walk.left);
        let found = components(graph.len(), 0..graph.len(), successors);
        let place = |nodes: &[usize], node| nodes.iter().position(|other| *other == node);
        prop_assert!(found.iter().all(|members| members.is_sorted_by_key(|at| place(&walk.found, *at))));
        // The walk leaves the first member last.
        prop_assert!(found.is_sorted_by_key(|members| place(&walk.left, members[0])));
        let heads = loop_heads(&cfg_of(&graph));
        prop_assert!(heads.iter_enumerated().all(|(at, is)| *is == walk.heads.contains(&at.index())));
    }

    #[test]
    fn postorder_has_each_reached_node_once(graph in graphs()) {
        let closure = closure(&graph);
        let order = postorder(graph.len(), [0], |at: usize| graph[at].iter().copied());
        let set: HashSet<usize> = order.iter().copied().collect();
        prop_assert_eq!(set.len(), order.len());
        prop_assert!((0..graph.len()).all(|at| set.contains(&at) == closure[0][at]));
        // A node comes after what it leads to, unless that leads back to it.
        let place = |node: usize| order.iter().position(|other| *other == node);
        for from in order.iter().copied() {
            for to in graph[from].iter().copied().filter(|to| !closure[*to][from]) {
                prop_assert!(place(to) < place(from));
            }
        }
    }

    #[test]
    fn neighbours_are_those_of_edges(graph in graphs()) {
        let cfg = cfg_of(&graph);
        let (out, into, next) = (outgoing(&cfg), incoming(&cfg), successors(&cfg));
        for at in cfg.locations.keys() {
            prop_assert!(cfg.edges_from(at).eq(out[at].iter().copied()));
            prop_assert!(out[at].iter().map(|edge| cfg.edges[*edge].to).eq(next[at].clone()));
            let all = cfg.edges.iter_enumerated().filter(|(_, edge)| edge.to == at);
            prop_assert!(all.map(|(id, _)| id).eq(into[at].clone()));
        }
    }

    #[test]
    fn every_cycle_has_a_head_and_is_found(graph in graphs()) {
        let cfg = cfg_of(&graph);
        let (heads, next) = (loop_heads(&cfg), successors(&cfg));
        let all: Vec<CfgLocId> = cfg.locations.keys().collect();
        // Without the heads, nothing is on a cycle.
        let rest = cycles(&next, &all, &|at| !heads[at], &|_, _| true);
        prop_assert!(rest.is_empty());
        let closure = closure(&graph);
        let on_cycle = |at: usize| graph[at].iter().any(|to| closure[*to][at]);
        let mut found: Vec<usize> = cycles(&next, &all, &|_| true, &|_, _| true)
            .into_iter()
            .flatten()
            .map(CfgLocId::index)
            .collect();
        found.sort_unstable();
        let expected: Vec<usize> = (0..graph.len()).filter(|at| on_cycle(*at)).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn worklists_give_each_location_once(graph in graphs()) {
        let cfg = cfg_of(&graph);
        let mut work = Worklist::new(&cfg);
        cfg.locations.keys().for_each(|at| work.push(at));
        let mut given: Vec<CfgLocId> = std::iter::from_fn(|| work.pop()).collect();
        let mut order = last_first(&cfg);
        order.reverse();
        prop_assert_eq!(&given, &order);
        given.sort_unstable();
        prop_assert!(given.into_iter().eq(cfg.locations.keys()));
    }
}
