//! The explanation of an inconclusive result as a path of the graph.

use belnap_ir::cfg::{Cfg, Edge, Location, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::graph::cycles;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, TiVec, ti_vec};
use belnap_ir::result::Explanation;

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
        let operation = Operation::Assume(condition);
        extended.edges.push(Edge { operation, ..Edge::skip(end, to) });
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
        let all: Vec<CfgEdgeId> = cfg.edges.keys().collect();
        let mut loops = loops(cfg, &all);
        loops.retain(|locations| locations.iter().any(|at| visits[*at] > 0));
        loops
    }

    fn visits(&self, cfg: &Cfg) -> TiVec<CfgLocId, usize> {
        let mut visits = ti_vec![0; cfg.locations.len()];
        visits[cfg.entry] = 1;
        for edge in &self.edges {
            visits[cfg.edges[*edge].to] += 1;
        }
        visits
    }
}

/// The locations of the loops of a part of a graph, with one list for each largest loop.
pub fn loops(cfg: &Cfg, edges: &[CfgEdgeId]) -> Vec<Vec<CfgLocId>> {
    let mut successors: TiVec<CfgLocId, Vec<CfgLocId>> = ti_vec![Vec::new(); cfg.locations.len()];
    // The last edges come first: that decides the order of the lists.
    for edge in edges.iter().rev().map(|id| &cfg.edges[*id]) {
        successors[edge.from].push(edge.to);
    }
    let all: Vec<CfgLocId> = cfg.locations.keys().collect();
    let mut loops = cycles(&successors, &all, &|_| true, &|_, _| true);
    loops.iter_mut().for_each(|locations| locations.sort_unstable());
    loops
}
