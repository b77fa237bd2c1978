//! Loops inside loops: Bourdoncle's weak topological order (*Efficient chaotic iteration strategies
//! with widenings*, 1993).
//!
//! The order lists what can be reached. A strongly connected component stands in it as one element:
//! its head, the node that a depth-first search from the entry finds first, and then the order of
//! the rest without the steps back to the head. So every cycle goes through the head of a component
//! that it lies in, and an edge leads to a later element or to the head of a component around it.

use super::{NodeIndex, components_with};
use crate::ids::{TiVec, ti_vec};

/// How deep components may nest. Graphs of programs stay far below; what is given up is bounded
/// time (each level is a search) and stack for those who walk the order.
pub const DEEPEST: usize = 100;

/// A part of a weak topological order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element<K> {
    /// A node that is on no cycle of the component around it, but for those through its head.
    Location(K),
    /// A loop.
    Component {
        /// Where the component was entered; each cycle in it is in its body or passes the head.
        head: K,
        /// The other nodes; none for a node with an edge to itself.
        body: Vec<Element<K>>,
    },
}

/// The nodes that can be reached from the entry, those that lead to others before them except for
/// steps back to heads of components. `None` if components nest deeper than [`DEEPEST`].
pub fn weak_topological_order<K, I>(
    count: usize,
    entry: K,
    successors: impl Fn(K) -> I,
) -> Option<Vec<Element<K>>>
where
    K: Copy + PartialEq,
    usize: From<K>,
    I: IntoIterator<Item = K>,
{
    let (places, parts) = (ti_vec![None; count], ti_vec![0; count]);
    Search { successors, places, parts, last_part: 0 }.elements(vec![entry], 0, 0)
}

/// A search for components in components.
struct Search<K, F> {
    successors: F,
    places: TiVec<K, Option<NodeIndex>>,
    /// The component without its head in which each node was last found, by number.
    parts: TiVec<K, usize>,
    last_part: usize,
}

impl<K, I, F> Search<K, F>
where
    K: Copy + PartialEq,
    usize: From<K>,
    I: IntoIterator<Item = K>,
    F: Fn(K) -> I,
{
    /// The order of a part, all of which can be reached from the roots without leaving it.
    fn elements(&mut self, roots: Vec<K>, part: usize, depth: usize) -> Option<Vec<Element<K>>> {
        if depth > DEEPEST {
            return None;
        }
        let Search { successors, places, parts, .. } = self;
        let inside = |at| successors(at).into_iter().filter(|to| parts[*to] == part);
        let components = components_with(places, roots, inside);
        components.into_iter().rev().map(|members| self.element(&members, depth)).collect()
    }

    fn element(&mut self, members: &[K], depth: usize) -> Option<Element<K>> {
        let head = members[0];
        let is_loop = members.len() > 1 || (self.successors)(head).into_iter().any(|to| to == head);
        if !is_loop {
            return Some(Element::Location(head));
        }
        self.last_part += 1;
        let part = self.last_part;
        members[1..].iter().for_each(|member| self.parts[*member] = part);
        let inside = (self.successors)(head).into_iter().filter(|to| self.parts[*to] == part);
        let body = self.elements(inside.collect(), part, depth + 1)?;
        Some(Element::Component { head, body })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::graph::reachable;
    use crate::graph::tests::{Graph, graphs};

    fn order_of(graph: &Graph) -> Vec<Element<usize>> {
        weak_topological_order(graph.len(), 0, |at| graph[at].iter().copied()).expect("shallow")
    }

    /// Nodes in order, each with the heads of the components that it is in.
    fn flatten(order: &[Element<usize>], around: &[usize], nodes: &mut Vec<(usize, Vec<usize>)>) {
        for element in order {
            match element {
                Element::Location(node) => nodes.push((*node, around.to_vec())),
                Element::Component { head, body } => {
                    let heads = [around, &[*head]].concat();
                    nodes.push((*head, heads.clone()));
                    flatten(body, &heads, nodes);
                }
            }
        }
    }

    /// The order as it is written in the paper.
    fn write(order: &[Element<usize>]) -> String {
        let element = |element: &Element<usize>| match element {
            Element::Location(node) => node.to_string(),
            Element::Component { head, body } => {
                format!("({})", format!("{head} {}", write(body)).trim_end())
            }
        };
        order.iter().map(element).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_example_of_the_paper() {
        // Bourdoncle's Figure 2, with its nodes 1 to 8 as 0 to 7.
        let graph =
            [vec![1], vec![2, 7], vec![3], vec![4, 6], vec![5], vec![6, 4], vec![7, 2], vec![]];
        assert_eq!(write(&order_of(&graph.to_vec())), "0 1 (2 3 (4 5) 6) 7");
    }

    #[test]
    fn loops() {
        for (graph, expected) in [
            (vec![vec![]], "0"),
            (vec![vec![0]], "(0)"),
            (vec![vec![1], vec![0]], "(0 1)"),
            (vec![vec![1, 2], vec![2], vec![1]], "0 (1 2)"),
            (vec![vec![], vec![0]], "0"),
            (vec![vec![2, 1], vec![3], vec![3], vec![]], "0 1 2 3"),
        ] {
            assert_eq!(write(&order_of(&graph)), expected, "{graph:?}");
        }
    }

    /// Each node leads to the one before and to the one after: as many components as nodes.
    fn ladder(count: usize) -> Option<Vec<Element<usize>>> {
        let next = |at: usize| at.checked_sub(1).into_iter().chain([(at + 1).min(count - 1)]);
        weak_topological_order(count, 0, next)
    }

    #[test]
    fn nesting_is_bounded() {
        assert!(ladder(DEEPEST).is_some());
        assert_eq!(ladder(3 * DEEPEST), None);
    }

    #[test]
    fn many_loops_in_a_row_are_fast() {
        let count = 300_000;
        let next = |at: usize| [at, at + 1].into_iter().filter(|to| *to < count);
        assert_eq!(weak_topological_order(count, 0, next).expect("shallow").len(), count);
    }

    proptest! {
        #[test]
        fn every_edge_leads_on_or_to_a_head_around_it(graph in graphs()) {
            let mut nodes = Vec::new();
            flatten(&order_of(&graph), &[], &mut nodes);
            let place: HashMap<usize, usize> =
                nodes.iter().enumerate().map(|(at, (node, _))| (*node, at)).collect();
            prop_assert_eq!(place.len(), nodes.len(), "a node stands there twice");
            let reached = reachable(graph.len(), [0], |at: usize| graph[at].iter().copied());
            prop_assert!((0..graph.len()).all(|at| reached[at] == place.contains_key(&at)));
            for (node, heads) in &nodes {
                for to in &graph[*node] {
                    prop_assert!(place[node] < place[to] || heads.contains(to));
                }
            }
        }

        /// No more is called a component than must be: its nodes reach each other, without the
        /// heads around it.
        #[test]
        fn components_are_strongly_connected(graph in graphs()) {
            let mut nodes = Vec::new();
            flatten(&order_of(&graph), &[], &mut nodes);
            for (node, heads) in &nodes {
                for (depth, head) in heads.iter().enumerate() {
                    let inside = |at: usize| !heads[..depth].contains(&at);
                    let next = |at: usize| graph[at].iter().copied().filter(move |to| inside(*to));
                    let reached = |from: usize, to: usize| {
                        reachable(graph.len(), next(from), next)[to]
                    };
                    prop_assert!(reached(*head, *node) && reached(*node, *head));
                }
            }
        }
    }
}
