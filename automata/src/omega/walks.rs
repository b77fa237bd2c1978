//! Walks through a graph whose steps have letters: where does one start whose word is refused, or
//! accepted?
//!
//! Both are questions about a product: of the graph with a deterministic reader, where a walk is
//! refused if the least priority that it meets again and again is odd; and of the graph with the
//! automaton itself, where some run has to be accepting.

use belnap_ir::operator::{Markers, NeededAutomaton};
use indexmap::IndexSet;
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use super::monitor::Monitor;
use super::trim::sink;

/// A step of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The markers that are true of it.
    pub letter: Markers,
    /// Where it leads.
    pub to: usize,
    /// What the caller knows it by.
    pub label: usize,
}

/// A graph whose steps have letters.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// By place.
    pub steps: Vec<Vec<Step>>,
    /// Whether every walk can be continued for ever, though perhaps by steps that are not there. A
    /// walk after which the answer no longer depends on what follows is then enough.
    pub goes_on: bool,
}

/// There is more to look at than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the product with the automaton of an operator has more than {0} nodes")]
pub struct TooLarge(pub usize);

/// A walk that goes round for ever, or one after which everything is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Where it starts.
    pub start: usize,
    /// The steps, each leading to where the next one starts.
    pub steps: Vec<Step>,
    /// The number of the step it goes on with after the last; `None` if it does not matter how it
    /// goes on.
    pub again: Option<usize>,
}

/// The walks that were looked for.
pub struct Walks {
    product: Product,
    /// The nodes from which there is one.
    meets: Vec<bool>,
    /// Those that lie on a cycle to go round, each with the priority that decides there.
    goals: Vec<Option<u32>>,
    /// The component of each node, by deciding priority.
    components: Vec<(u32, Vec<usize>)>,
    first: usize,
}

/// Places with what is remembered there.
struct Product {
    nodes: IndexSet<(usize, usize)>,
    /// By node: the step of the graph, the next node and the priority.
    links: Vec<Vec<(Step, usize, u32)>>,
    /// Whether it no longer matters what follows.
    settled: Vec<bool>,
}

impl Walks {
    /// Whether one of them starts at a place. The place is one of those asked about.
    pub fn starts_at(&self, place: usize) -> bool {
        self.node(place).is_some_and(|node| self.meets[node])
    }

    fn node(&self, place: usize) -> Option<usize> {
        self.product.nodes.get_index_of(&(place, self.first))
    }

    /// A shortest way from a place to where it goes round, and a shortest way round.
    pub fn walk(&self, place: usize) -> Option<Walk> {
        let start = self.node(place).filter(|&node| self.meets[node])?;
        let product = &self.product;
        let goal = |node: usize| product.settled[node] || self.goals[node].is_some();
        let all = |_: usize| true;
        let (mut steps, end) = product.shortest(start, goal, all)?;
        if product.settled[end] {
            return Some(Walk { start: place, steps, again: None });
        }
        let priority = self.goals[end]?;
        let (_, component) = self.components.iter().find(|(own, _)| *own == priority)?;
        let inside = |node: usize| component[node] == component[end];
        // Round: to a step with the deciding priority, over it, and back.
        let begins = |node: usize| {
            let mut links = product.links[node].iter();
            links.any(|(_, to, own)| *own == priority && inside(*to))
        };
        let within = |node: usize, own: u32| own >= priority && inside(node);
        let again = steps.len();
        let (there, from) = product.shortest_by(end, begins, within)?;
        steps.extend(there);
        let (step, to, _) = product.links[from]
            .iter()
            .find(|(_, to, own)| *own == priority && inside(*to))
            .copied()?;
        steps.push(step);
        let (back, _) = product.shortest_by(to, |node| node == end, within)?;
        steps.extend(back);
        Some(Walk { start: place, steps, again: Some(again) })
    }
}

impl Product {
    fn explore(
        starts: impl Iterator<Item = (usize, usize)>,
        limit: usize,
        mut follow: impl FnMut((usize, usize)) -> (Vec<(Step, usize, u32)>, bool),
    ) -> Result<Product, TooLarge> {
        let mut product =
            Product { nodes: starts.collect(), links: Vec::new(), settled: Vec::new() };
        while let Some(&node) = product.nodes.get_index(product.links.len()) {
            let (next, settled) = follow(node);
            let link = |(step, state, priority): (Step, usize, u32)| {
                let (to, _) = product.nodes.insert_full((step.to, state));
                (step, to, priority)
            };
            let links = next.into_iter().map(link).collect();
            product.links.push(links);
            product.settled.push(settled);
            if product.nodes.len() > limit {
                return Err(TooLarge(limit));
            }
        }
        Ok(product)
    }

    fn shortest(
        &self,
        from: usize,
        goal: impl Fn(usize) -> bool,
        within: impl Fn(usize) -> bool,
    ) -> Option<(Vec<Step>, usize)> {
        self.shortest_by(from, goal, |node, _| within(node))
    }

    /// A shortest way to a goal over steps to these nodes with these priorities.
    fn shortest_by(
        &self,
        from: usize,
        goal: impl Fn(usize) -> bool,
        within: impl Fn(usize, u32) -> bool,
    ) -> Option<(Vec<Step>, usize)> {
        let mut came: Vec<Option<(usize, Step)>> = vec![None; self.nodes.len()];
        let mut seen = vec![false; self.nodes.len()];
        let mut queue = std::collections::VecDeque::from([from]);
        seen[from] = true;
        while let Some(node) = queue.pop_front() {
            if goal(node) {
                let mut steps = Vec::new();
                let mut at = node;
                while let Some((before, step)) = came[at] {
                    steps.push(step);
                    at = before;
                }
                steps.reverse();
                return Some((steps, node));
            }
            for &(step, to, priority) in &self.links[node] {
                if within(to, priority) && !std::mem::replace(&mut seen[to], true) {
                    came[to] = Some((node, step));
                    queue.push_back(to);
                }
            }
        }
        None
    }

    /// The walks on which the least priority met again and again is odd, or even.
    fn walks(self, odd: bool, first: usize) -> Walks {
        let count = self.nodes.len();
        let mut priorities: Vec<u32> =
            self.links.iter().flatten().map(|(.., priority)| *priority).collect();
        priorities.sort_unstable();
        priorities.dedup();
        priorities.retain(|priority| (priority % 2 == 1) == odd);
        let mut goals = vec![None; count];
        let mut components = Vec::new();
        for priority in priorities {
            let component = self.components(priority);
            let mut deciding = vec![false; count];
            for (from, links) in self.links.iter().enumerate() {
                for (_, to, own) in links {
                    if *own == priority && component[from] == component[*to] {
                        deciding[component[from]] = true;
                    }
                }
            }
            for node in 0..count {
                if deciding[component[node]] {
                    goals[node].get_or_insert(priority);
                }
            }
            components.push((priority, component));
        }
        let mut meets: Vec<bool> =
            (0..count).map(|node| self.settled[node] || goals[node].is_some()).collect();
        let mut before = vec![Vec::new(); count];
        for (from, links) in self.links.iter().enumerate() {
            links.iter().for_each(|(_, to, _)| before[*to].push(from));
        }
        let mut work: Vec<usize> = (0..count).filter(|&node| meets[node]).collect();
        while let Some(node) = work.pop() {
            for &from in &before[node] {
                if !std::mem::replace(&mut meets[from], true) {
                    work.push(from);
                }
            }
        }
        Walks { product: self, meets, goals, components, first }
    }

    /// The strongly connected component of each node over steps of at least this priority.
    fn components(&self, least: u32) -> Vec<usize> {
        let mut graph = DiGraph::<(), ()>::with_capacity(self.nodes.len(), 0);
        let nodes: Vec<_> = (0..self.nodes.len()).map(|_| graph.add_node(())).collect();
        for (from, links) in self.links.iter().enumerate() {
            for (_, to, _) in links.iter().filter(|(.., priority)| *priority >= least) {
                graph.add_edge(nodes[from], nodes[*to], ());
            }
        }
        let mut component = vec![0; nodes.len()];
        for (number, members) in tarjan_scc(&graph).iter().enumerate() {
            members.iter().for_each(|member| component[member.index()] = number);
        }
        component
    }
}

/// The walks from these places whose words are refused.
///
/// # Errors
/// If there is more to look at than `limit` nodes.
pub fn refused(
    graph: &Graph,
    monitor: &mut Monitor<'_>,
    starts: &[usize],
    limit: usize,
) -> Result<Walks, TooLarge> {
    let starts = starts.iter().map(|&place| (place, Monitor::INITIAL));
    let product = Product::explore(starts, limit, |(place, state)| {
        match (monitor.decided(state), graph.goes_on) {
            (Some(true), _) => (Vec::new(), false),
            (Some(false), true) => (Vec::new(), true),
            _ => {
                let read = |step: &Step| {
                    let (next, priority) = monitor.read(state, step.letter);
                    (*step, next, priority)
                };
                (graph.steps[place].iter().map(read).collect(), false)
            }
        }
    })?;
    Ok(product.walks(true, Monitor::INITIAL))
}

/// The walks from these places whose words a trimmed automaton accepts.
///
/// # Errors
/// If there is more to look at than `limit` nodes.
pub fn accepted(
    graph: &Graph,
    automaton: &NeededAutomaton,
    starts: &[usize],
    limit: usize,
) -> Result<Walks, TooLarge> {
    // Before the first letter the automaton is in all its initial states.
    let first = automaton.edges.len();
    let sink = sink(automaton);
    let starts = starts.iter().map(|&place| (place, first));
    let product = Product::explore(starts, limit, |(place, state)| {
        let begins = state == first;
        let states = if begins { &automaton.initial } else { std::slice::from_ref(&state) };
        if graph.goes_on && sink.is_some_and(|sink| states.contains(&sink)) {
            return (Vec::new(), true);
        }
        let mut links = Vec::new();
        for step in &graph.steps[place] {
            for edge in states.iter().flat_map(|state| &automaton.edges[*state]) {
                if edge.needs & !step.letter == 0 {
                    links.push((*step, edge.to, if edge.accepting { 2 } else { 3 }));
                }
            }
        }
        (links, false)
    })?;
    Ok(product.walks(false, first))
}
