//! Automata made small without a change of their words.

use std::collections::BTreeMap;

use belnap_ir::operator::{NeededAutomaton, NeededEdge};
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

/// The same words: states without an accepting future are left out, states from which every word
/// is accepted become one, steps that others make superfluous go, and states that do the same are
/// merged. States are numbered as they are met.
pub fn trim(automaton: &NeededAutomaton) -> NeededAutomaton {
    let cyclic = on_cycles(automaton, |_| true);
    let useful = can_accept(automaton, |_| true);
    let universal = can_accept(automaton, |edge| edge.needs == 0);
    let count = automaton.edges.len();
    let mut rows: Vec<Vec<NeededEdge>> = Vec::with_capacity(count);
    for (from, row) in automaton.edges.iter().enumerate() {
        if universal[from] {
            rows.push(vec![NeededEdge { needs: 0, to: from, accepting: true }]);
            continue;
        }
        let kept = row.iter().filter(|edge| useful[edge.to]);
        // Only steps that can be taken again matter to acceptance.
        let accepting = |edge: &NeededEdge| {
            edge.accepting && cyclic[from].is_some() && cyclic[from] == cyclic[edge.to]
        };
        rows.push(kept.map(|edge| NeededEdge { accepting: accepting(edge), ..*edge }).collect());
    }
    merge(&automaton.initial, &useful, &rows)
}

/// The state that accepts every word and stays where it is, if a trimmed automaton has one.
pub fn sink(automaton: &NeededAutomaton) -> Option<usize> {
    let everything = |(state, row): (usize, &Vec<NeededEdge>)| {
        row.contains(&NeededEdge { needs: 0, to: state, accepting: true })
    };
    automaton.edges.iter().enumerate().position(everything)
}

/// Whether a run of a trimmed automaton that accepts has reached the state that accepts everything.
pub fn accepts_only_in(automaton: &NeededAutomaton, sink: Option<usize>) -> bool {
    !can_accept(automaton, |edge| Some(edge.to) != sink).contains(&true)
}

/// The component of each state that lies on a cycle of the steps asked for.
fn on_cycles(
    automaton: &NeededAutomaton,
    asked: impl Fn(&NeededEdge) -> bool,
) -> Vec<Option<usize>> {
    let mut graph = DiGraph::<(), ()>::new();
    let nodes: Vec<_> = automaton.edges.iter().map(|_| graph.add_node(())).collect();
    for (from, row) in automaton.edges.iter().enumerate() {
        for edge in row.iter().filter(|edge| asked(edge)) {
            graph.add_edge(nodes[from], nodes[edge.to], ());
        }
    }
    let mut component = vec![None; nodes.len()];
    for (number, members) in tarjan_scc(&graph).iter().enumerate() {
        let alone = members.len() == 1 && graph.find_edge(members[0], members[0]).is_none();
        for member in members.iter().filter(|_| !alone) {
            component[member.index()] = Some(number);
        }
    }
    component
}

/// Where a run over the steps asked for can take accepting ones again and again.
fn can_accept(
    automaton: &NeededAutomaton,
    asked: impl Fn(&NeededEdge) -> bool + Copy,
) -> Vec<bool> {
    let cyclic = on_cycles(automaton, asked);
    let mut can = vec![false; automaton.edges.len()];
    let mut before = vec![Vec::new(); automaton.edges.len()];
    for (from, row) in automaton.edges.iter().enumerate() {
        for edge in row.iter().filter(|edge| asked(edge)) {
            before[edge.to].push(from);
            can[from] |=
                edge.accepting && cyclic[from].is_some() && cyclic[from] == cyclic[edge.to];
        }
    }
    let mut work: Vec<usize> = (0..can.len()).filter(|&state| can[state]).collect();
    while let Some(state) = work.pop() {
        for &from in &before[state] {
            if !std::mem::replace(&mut can[from], true) {
                work.push(from);
            }
        }
    }
    can
}

/// Steps that ask no more than another with the same end are enough.
fn undominated(mut row: Vec<NeededEdge>) -> Vec<NeededEdge> {
    row.sort_unstable();
    row.dedup();
    let dominates = |one: &NeededEdge, other: &NeededEdge| {
        one != other
            && one.to == other.to
            && one.needs & !other.needs == 0
            && (one.accepting || !other.accepting)
    };
    let all = row.clone();
    row.retain(|edge| !all.iter().any(|one| dominates(one, edge)));
    row
}

/// States merged that have the same steps, up to merging, in the order they are met.
fn merge(initial: &[usize], useful: &[bool], rows: &[Vec<NeededEdge>]) -> NeededAutomaton {
    let mut class = vec![0; rows.len()];
    let mut count = 1;
    let seen = |row: &[NeededEdge], class: &[usize]| {
        let there = row.iter().map(|edge| NeededEdge { to: class[edge.to], ..*edge });
        undominated(there.collect())
    };
    loop {
        let mut known = BTreeMap::new();
        let next: Vec<usize> = (0..rows.len())
            .map(|state| {
                let key = (class[state], seen(&rows[state], &class));
                let fresh = known.len();
                *known.entry(key).or_insert(fresh)
            })
            .collect();
        class = next;
        if known.len() == count {
            break;
        }
        count = known.len();
    }
    let mut member = vec![0; count];
    for (state, &class) in class.iter().enumerate().rev() {
        member[class] = state;
    }
    let mut order: Vec<usize> = Vec::new();
    let number = |class: usize, order: &mut Vec<usize>| {
        order.iter().position(|known| *known == class).unwrap_or_else(|| {
            order.push(class);
            order.len() - 1
        })
    };
    let starts = initial.iter().filter(|&&state| useful[state]);
    let mut initial: Vec<usize> = starts.map(|&state| number(class[state], &mut order)).collect();
    initial.sort_unstable();
    initial.dedup();
    let mut edges = Vec::new();
    while let Some(&own) = order.get(edges.len()) {
        let row = seen(&rows[member[own]], &class);
        let row =
            row.into_iter().map(|edge| NeededEdge { to: number(edge.to, &mut order), ..edge });
        edges.push(row.collect());
    }
    NeededAutomaton { initial, edges }
}
