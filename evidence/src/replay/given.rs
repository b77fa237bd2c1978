//! The choices of an execution, for another graph of the same program.

use std::collections::{BTreeMap, HashMap, VecDeque};

use belnap_execution::Execution;
use belnap_execution::guided::{Addresses, Choices, chosen_addresses};
use belnap_ir::cfg::{Cfg, Machine, Operation};
use belnap_ir::ids::{CfgEdgeId, CfgVarId, FunctionId, ObjectId};
use belnap_ir::span::SourceLine;

/// Where an input stands: the line and the variable.
type Site = (Option<SourceLine>, String);

/// Limit on the arguments that a program gets in a replay, its name among them.
pub const MOST_ARGUMENTS: i128 = 100_000;

/// The number of arguments, where a program takes this for it.
pub fn arguments(count: i128) -> i128 {
    if (1..=Machine::MOST_ARGUMENTS).contains(&count) { count } else { 1 }
}

/// Bytes that are kept free for an object of unknown size.
const ROOM: u64 = 1 << 20;

/// The choices. Those that the execution does not make are zero.
#[derive(Clone)]
pub struct Given<'a> {
    cfg: &'a Cfg,
    start: HashMap<String, i128>,
    chosen: HashMap<Site, VecDeque<i128>>,
    cells: HashMap<(String, i128), i128>,
    /// What all others are, if they are not open.
    other: Option<i128>,
    /// Where objects lie, if that is not open.
    addresses: Option<Addresses>,
}

impl<'a> Given<'a> {
    /// Those of an execution of the graph that was checked, with objects where we put them.
    pub fn new(cfg: &'a Cfg, checked: &Cfg, edges: &[CfgEdgeId], execution: &Execution) -> Self {
        Given::in_layout(cfg, checked, edges, execution, chosen_addresses(cfg))
    }

    /// The same with objects where the execution has them; `None` if there is no room for the
    /// others.
    pub fn in_its_layout(
        cfg: &'a Cfg,
        checked: &Cfg,
        edges: &[CfgEdgeId],
        execution: &Execution,
    ) -> Option<Self> {
        let mut addresses = chosen_addresses(cfg)?;
        let place = |(object, address): &(ObjectId, i128)| {
            let name = &checked.objects[*object].name;
            let own = cfg.objects.iter().position(|object| object.name == *name)?;
            Some((ObjectId::from(own), *address))
        };
        let own: Vec<(ObjectId, i128)> = execution.addresses.iter().filter_map(place).collect();
        // All others are behind them.
        let size = |object: ObjectId| -> i128 { cfg.objects[object].size.unwrap_or(ROOM).into() };
        let end: i128 = own.iter().map(|(object, first)| first + size(*object)).max()?;
        let distance = end.div_euclid(ROOM.into()).checked_add(1)? * i128::from(ROOM);
        addresses.values_mut().for_each(|address| *address += distance);
        addresses.extend(own);
        let most = i128::try_from(cfg.object_space().end).ok()? - i128::from(ROOM);
        let fits = addresses.iter().all(|(object, first)| first + size(*object) < most);
        fits.then(|| Given::in_layout(cfg, checked, edges, execution, Some(addresses)))
    }

    fn in_layout(
        cfg: &'a Cfg,
        checked: &Cfg,
        edges: &[CfgEdgeId],
        execution: &Execution,
        addresses: Option<Addresses>,
    ) -> Self {
        let name = |var: CfgVarId| checked.variables[var].name.clone();
        let start = execution.start.iter().map(|one| (name(one.var), one.value)).collect();
        let mut chosen: HashMap<Site, VecDeque<i128>> = HashMap::new();
        let mut cells = HashMap::new();
        let moved = Moved::new(cfg, checked, execution, addresses.as_ref());
        for cell in execution.steps.iter().flat_map(|step| &step.cells).chain(&execution.cells) {
            let index = match checked.variables[cell.region].is_by_address() {
                true => moved.address(cell.index),
                false => cell.index,
            };
            cells.insert((name(cell.region), index), cell.value);
        }
        for (edge, step) in edges.iter().zip(&execution.steps) {
            let edge = &checked.edges[*edge];
            if matches!(edge.operation, Operation::Nondet(_)) {
                for one in &step.scalars {
                    let site = (edge.source.clone(), name(one.var));
                    chosen.entry(site).or_default().push_back(one.value);
                }
            }
        }
        Given { cfg, start, chosen, cells, other: Some(0), addresses }
    }

    /// None.
    pub fn nothing(cfg: &'a Cfg) -> Self {
        let (start, chosen, cells) = (HashMap::new(), HashMap::new(), HashMap::new());
        Given { cfg, start, chosen, cells, other: Some(0), addresses: chosen_addresses(cfg) }
    }

    /// The same with zero in all memory, if that is something else.
    pub fn with_zeroed_memory(&self) -> Option<Self> {
        let differs = self.cells.values().any(|value| *value != 0);
        differs.then(|| Given { cells: HashMap::new(), ..self.clone() })
    }

    /// Whether a variable is the number of the program's arguments.
    fn counts_arguments(&self, var: CfgVarId) -> bool {
        let first = &self.cfg.functions[FunctionId(0)];
        first.name == "main" && first.parameters.first() == Some(&var)
    }

    /// Those that are certainly the same in the whole program; all else is open. Passes may have
    /// removed a choice, and an execution that needs another value there than zero is none the less
    /// one. Of a line with several choices for a variable, some of which may have been removed, it
    /// is not known which is which; nor is it of what memory holds at different times.
    pub fn certain(&self, checked: &Cfg) -> Self {
        let (all, own) = (sites(self.cfg), sites(checked));
        let mut certain = self.clone();
        certain.chosen.retain(|site, _| all.get(site) == Some(&1) && own.get(site) == Some(&1));
        certain.cells.clear();
        certain.other = None;
        certain.addresses = None;
        certain
    }
}

/// Objects are elsewhere when the whole program is run: where an execution has them, and where they
/// are then.
struct Moved(BTreeMap<i128, i128>);

impl Moved {
    fn new(cfg: &Cfg, checked: &Cfg, execution: &Execution, addresses: Option<&Addresses>) -> Self {
        let named: HashMap<&str, i128> = addresses
            .into_iter()
            .flatten()
            .map(|(object, address)| (&cfg.objects[*object].name[..], *address))
            .collect();
        let to = |object: ObjectId| named.get(&checked.objects[object].name[..]).copied();
        let pairs = execution.addresses.iter();
        Moved(pairs.filter_map(|(object, from)| Some((*from, to(*object)?))).collect())
    }

    /// The address of the same place.
    fn address(&self, old: i128) -> i128 {
        let object = self.0.range(..=old).next_back();
        object.map_or(old, |(from, to)| old - from + to)
    }
}

/// How many edges choose at each site.
fn sites(cfg: &Cfg) -> HashMap<Site, usize> {
    let mut all = HashMap::new();
    for edge in &cfg.edges {
        if let Operation::Nondet(vars) = &edge.operation {
            for var in vars {
                let name = cfg.variables[*var].name.clone();
                *all.entry((edge.source.clone(), name)).or_default() += 1;
            }
        }
    }
    all
}

impl Choices for Given<'_> {
    fn scalar(&mut self, edge: Option<CfgEdgeId>, var: CfgVarId) -> Option<i128> {
        let name = &self.cfg.variables[var].name;
        let given = match edge {
            // A program that is run gets its name, at least.
            None if self.other.is_some() && self.counts_arguments(var) => {
                let count = self.start.get(name).copied().unwrap_or(1);
                Some(arguments(count).min(MOST_ARGUMENTS))
            }
            None => self.start.get(name).copied(),
            Some(edge) => {
                let site = (self.cfg.edges[edge].source.clone(), name.clone());
                self.chosen.get_mut(&site).and_then(VecDeque::pop_front)
            }
        };
        given.or(self.other)
    }

    fn cell(&mut self, region: CfgVarId, index: i128) -> Option<i128> {
        let name = self.cfg.variables[region].name.clone();
        self.cells.get(&(name, index)).copied().or(self.other)
    }

    fn addresses(&self, _cfg: &Cfg) -> Option<Addresses> {
        self.addresses.clone()
    }
}
