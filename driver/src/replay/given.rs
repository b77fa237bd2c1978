//! The choices of an execution, for another graph of the same program.

use std::collections::{HashMap, VecDeque};

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::ids::{CfgEdgeId, CfgVarId};
use belnap_ir::span::SourceLine;
use belnap_solver::path::{Choices, Execution};

/// Where an input stands: the line and the variable.
type Site = (Option<SourceLine>, String);

/// The choices. Those that the execution does not make are zero.
#[derive(Clone)]
pub struct Given<'a> {
    cfg: &'a Cfg,
    start: HashMap<String, i128>,
    chosen: HashMap<Site, VecDeque<i128>>,
    cells: HashMap<(String, i128), i128>,
    /// What all others are, if they are not open.
    other: Option<i128>,
}

impl<'a> Given<'a> {
    /// Those of an execution of the graph that was checked.
    pub fn new(cfg: &'a Cfg, checked: &Cfg, edges: &[CfgEdgeId], execution: &Execution) -> Self {
        let name = |var: CfgVarId| checked.variables[var.index()].name.clone();
        let start = execution.start.iter().map(|one| (name(one.var), one.value)).collect();
        let mut chosen: HashMap<Site, VecDeque<i128>> = HashMap::new();
        let mut cells = HashMap::new();
        for cell in execution.steps.iter().flat_map(|step| &step.cells).chain(&execution.cells) {
            cells.insert((name(cell.region), cell.index), cell.value);
        }
        for (edge, step) in edges.iter().zip(&execution.steps) {
            let edge = &checked.edges[edge.index()];
            if matches!(edge.operation, Operation::Nondet(_)) {
                for one in &step.scalars {
                    let site = (edge.source.clone(), name(one.var));
                    chosen.entry(site).or_default().push_back(one.value);
                }
            }
        }
        Given { cfg, start, chosen, cells, other: Some(0) }
    }

    /// None.
    pub fn nothing(cfg: &'a Cfg) -> Self {
        let (start, chosen, cells) = (HashMap::new(), HashMap::new(), HashMap::new());
        Given { cfg, start, chosen, cells, other: Some(0) }
    }

    /// The same with zero in all memory, if that is something else.
    pub fn with_zeroed_memory(&self) -> Option<Self> {
        let differs = self.cells.values().any(|value| *value != 0);
        differs.then(|| Given { cells: HashMap::new(), ..self.clone() })
    }

    /// Those that are certainly the same in the whole program; all else is open. Passes may have
    /// removed a choice, and an execution that needs another value there than zero is none the less
    /// one. Of a line with several choices for a variable, some of which may have been removed, it is
    /// not known which is which; nor is it of what memory holds at different times.
    pub fn certain(&self, checked: &Cfg) -> Self {
        let (all, own) = (sites(self.cfg), sites(checked));
        let mut certain = self.clone();
        certain.chosen.retain(|site, _| all.get(site) == Some(&1) && own.get(site) == Some(&1));
        certain.cells.clear();
        certain.other = None;
        certain
    }
}

/// How many edges choose at each site.
fn sites(cfg: &Cfg) -> HashMap<Site, usize> {
    let mut all = HashMap::new();
    for edge in &cfg.edges {
        if let Operation::Nondet(vars) = &edge.operation {
            for var in vars {
                let name = cfg.variables[var.index()].name.clone();
                *all.entry((edge.source.clone(), name)).or_default() += 1;
            }
        }
    }
    all
}

impl Choices for Given<'_> {
    fn scalar(&mut self, edge: Option<CfgEdgeId>, var: CfgVarId) -> Option<i128> {
        let name = &self.cfg.variables[var.index()].name;
        let given = match edge {
            None => self.start.get(name).copied(),
            Some(edge) => {
                let site = (self.cfg.edges[edge.index()].source.clone(), name.clone());
                self.chosen.get_mut(&site).and_then(VecDeque::pop_front)
            }
        };
        given.or(self.other)
    }

    fn cell(&mut self, region: CfgVarId, index: i128) -> Option<i128> {
        let name = self.cfg.variables[region.index()].name.clone();
        self.cells.get(&(name, index)).copied().or(self.other)
    }

    fn leaves_addresses(&self) -> bool {
        self.other.is_none()
    }
}
