//! The explanation of an inconclusive result as a path of the graph.

use belnap_ir::cfg::{Cfg, Edge, Location, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use belnap_ir::result::Explanation;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// A path of the graph from its entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphPath {
    /// Its edges, each starting where the one before ends.
    pub edges: Vec<CfgEdgeId>,
}

impl GraphPath {
    /// The path of an explanation; `None` if it is none, or not one of this graph's, or has calls.
    pub fn of(cfg: &Cfg, explanation: &Explanation) -> Option<GraphPath> {
        let path = explanation.shortest.as_ref().or(explanation.path.as_ref())?;
        if path.loop_start.is_some() {
            return None;
        }
        let mut edges = Vec::with_capacity(path.steps.len());
        let mut at = cfg.entry;
        let (last, before) = path.steps.split_last()?;
        if last.step.is_some() {
            return None;
        }
        for step in before {
            let edge = step.step.as_ref()?.cfg_edge?;
            let known = cfg.edges.get(edge)?;
            if known.from != at || matches!(known.operation, Operation::Call { .. }) {
                return None;
            }
            at = known.to;
            edges.push(edge);
        }
        Some(GraphPath { edges })
    }

    /// Where it ends.
    pub fn end(&self, cfg: &Cfg) -> CfgLocId {
        self.edges.last().map_or(cfg.entry, |edge| cfg.edges[*edge].to)
    }

    /// The graph and the path with one more step, to a new location, which exists where a condition
    /// holds.
    ///
    /// The graph is one to ask about, not one to keep: its new edge stands last, out of the order
    /// that [`Cfg::edges`] has in a valid graph, so that all others keep their numbers.
    pub fn followed_by(&self, cfg: &Cfg, condition: Expr) -> (Cfg, GraphPath) {
        let mut extended = cfg.clone();
        let mut path = self.clone();
        let end = self.end(cfg);
        let id = CfgEdgeId::from(extended.edges.len());
        let to = CfgLocId::from(extended.locations.len());
        extended.locations.push(Location { labels: Vec::new(), ..cfg.locations[end].clone() });
        extended.edges.push(Edge {
            from: end,
            to,
            operation: Operation::Assume(condition),
            source: None,
            text: String::new(),
        });
        path.edges.push(id);
        (extended, path)
    }

    /// Takes steps that ask for nothing, which the graph gets, in place of some that do. New edges
    /// stand last, as with [`GraphPath::followed_by`].
    pub fn relax(&mut self, cfg: &mut Cfg, steps: &[usize]) {
        for step in steps {
            let edge = &mut self.edges[*step];
            let known = &cfg.edges[*edge];
            if matches!(known.operation, Operation::Assume(_)) {
                let free = Edge { operation: Operation::Assume(Expr::Bool(true)), ..known.clone() };
                *edge = CfgEdgeId::from(cfg.edges.len());
                cfg.edges.push(free);
            }
        }
    }

    /// The edges of the path, each once, ascending: the path with its loops.
    pub fn program(&self) -> Vec<CfgEdgeId> {
        let mut edges = self.edges.clone();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// How often it comes to the location that it comes to most often.
    pub fn rounds(&self, cfg: &Cfg) -> usize {
        self.visits(cfg).into_iter().max().unwrap_or(0)
    }

    /// The locations of the loops of the graph that it comes to, with one list for each largest
    /// loop.
    pub fn loops(&self, cfg: &Cfg) -> Vec<Vec<CfgLocId>> {
        let visits = self.visits(cfg);
        let all: Vec<CfgEdgeId> = (0..cfg.edges.len()).map(CfgEdgeId::from).collect();
        let mut loops = loops(cfg, &all);
        loops.retain(|locations| locations.iter().any(|at| visits[at.index()] > 0));
        loops
    }

    fn visits(&self, cfg: &Cfg) -> Vec<usize> {
        let mut visits = vec![0_usize; cfg.locations.len()];
        visits[cfg.entry.index()] = 1;
        for edge in &self.edges {
            visits[cfg.edges[*edge].to.index()] += 1;
        }
        visits
    }
}

/// The locations of the loops of a part of a graph, with one list for each largest loop.
pub fn loops(cfg: &Cfg, edges: &[CfgEdgeId]) -> Vec<Vec<CfgLocId>> {
    let edges = edges.iter().map(|id| &cfg.edges[*id]);
    let edges = edges.map(|edge| (edge.from.index() as u32, edge.to.index() as u32));
    let graph = DiGraph::<(), (), u32>::from_edges(edges);
    let mut components = tarjan_scc(&graph);
    let own = |at: &NodeIndex| graph.contains_edge(*at, *at);
    components.retain(|component| component.len() > 1 || component.iter().all(own));
    let loops = components.into_iter().map(|component| {
        let mut locations: Vec<CfgLocId> =
            component.into_iter().map(|at| CfgLocId::from(at.index())).collect();
        locations.sort_unstable();
        locations
    });
    loops.collect()
}
