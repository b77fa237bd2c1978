//! The ways through locations about which a certificate says nothing.

use belnap_ir::cfg::Cfg;
use belnap_ir::graph::outgoing;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, TiSlice, TiVec, ti_vec};

/// Limit on ways that are followed from a location.
const MOST_WAYS: usize = 1000;

/// Longest way.
const LONGEST: usize = 1000;

/// Edges that follow one another; all locations on the way are such about which nothing is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The edges, at least one.
    pub edges: Vec<CfgEdgeId>,
    /// Its place among the ways that begin with the same edge.
    number: usize,
}

impl Way {
    /// Where it starts.
    pub fn start(&self, cfg: &Cfg) -> CfgLocId {
        cfg.edges[self.edges[0]].from
    }

    /// Where it ends.
    pub fn end(&self, cfg: &Cfg) -> CfgLocId {
        cfg.edges[self.edges[self.edges.len() - 1]].to
    }

    /// A name for files: that of its first edge, and a number if it has more.
    pub fn name(&self) -> String {
        match self.number {
            0 => self.edges[0].to_string(),
            number => format!("{}-{number}", self.edges[0]),
        }
    }

    /// For people.
    pub fn text(&self, cfg: &Cfg) -> String {
        let first = self.edges[0];
        let what = &cfg.edges[first].text;
        let what = if what.is_empty() { String::new() } else { format!(" ({what})") };
        match self.edges.len() {
            1 => format!("{first}{what}"),
            _ => format!("{first}{what} and what follows"),
        }
    }
}

/// All ways of a graph.
pub struct Ways<'a> {
    cfg: &'a Cfg,
    between: &'a TiSlice<CfgLocId, bool>,
    out: TiVec<CfgLocId, Vec<CfgEdgeId>>,
}

impl<'a> Ways<'a> {
    /// The ways through the locations `between`.
    ///
    /// # Errors
    /// If such locations are a loop.
    pub fn new(cfg: &'a Cfg, between: &'a TiSlice<CfgLocId, bool>) -> Result<Self, String> {
        let ways = Ways { cfg, between, out: outgoing(cfg) };
        match ways.on_loop() {
            Some(at) => Err(format!("{at} is on a loop about which nothing is said")),
            None => Ok(ways),
        }
    }

    /// A location on a loop of locations between, found by removing those to which no step from
    /// another leads.
    fn on_loop(&self) -> Option<CfgLocId> {
        let inner = |edge: &CfgEdgeId| {
            let edge = &self.cfg.edges[*edge];
            self.between[edge.from] && self.between[edge.to]
        };
        let target = |edge: &CfgEdgeId| self.cfg.edges[*edge].to;
        let mut steps_to: TiVec<CfgLocId, usize> = ti_vec![0; self.cfg.locations.len()];
        self.out.iter().flatten().filter(|edge| inner(edge)).for_each(|edge| {
            steps_to[target(edge)] += 1;
        });
        let mut left = self.between.to_owned();
        let mut free: Vec<CfgLocId> =
            left.keys().filter(|at| left[*at] && steps_to[*at] == 0).collect();
        while let Some(at) = free.pop() {
            left[at] = false;
            for edge in self.out[at].iter().filter(|edge| inner(edge)) {
                let to = target(edge);
                steps_to[to] -= 1;
                if steps_to[to] == 0 {
                    free.push(to);
                }
            }
        }
        left.position(|left| *left)
    }

    /// The ways from a location, also those that end at a location between; `None` if there are too
    /// many.
    pub fn from(&self, at: CfgLocId) -> Option<Vec<Way>> {
        let mut all = Vec::new();
        for first in &self.out[at] {
            let mut open = vec![vec![*first]];
            let mut number = 0;
            while let Some(edges) = open.pop() {
                let end = self.cfg.edges[edges[edges.len() - 1]].to;
                if self.between[end] {
                    for next in self.out[end].iter().rev() {
                        open.push(edges.iter().copied().chain([*next]).collect());
                    }
                }
                if all.len() == MOST_WAYS || edges.len() > LONGEST {
                    return None;
                }
                all.push(Way { edges, number });
                number += 1;
            }
        }
        Some(all)
    }
}
