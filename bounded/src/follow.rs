//! The execution that the values of symbols describe, followed by rules of our own.

use belnap_execution::Execution;
use belnap_execution::guided::Addresses;
use belnap_execution::layout::layout_around;
use belnap_execution::run::Source;
use belnap_execution::versions::Versions;
use belnap_execution::walk::follow_edges;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::ids::{CfgEdgeId, CfgVarId, ObjectId};
use belnap_ir::types::Type;
use belnap_solver::bits::Node;
use rustc_hash::FxHashMap;

use crate::unroll::{Fresh, Unroller};
use crate::values::values;

/// The execution that the values of symbols describe, up to the first error, with its edges. What
/// is unknown stays open; `None` if a condition depends on it.
pub fn follow(
    cfg: &Cfg,
    unroller: &Unroller<'_>,
    symbols: &FxHashMap<u32, u128>,
) -> Option<(Vec<CfgEdgeId>, Execution)> {
    walk(cfg, unroller, symbols, false)
}

/// As [`follow`], where what is unknown has the values of its symbols, too.
pub fn follow_with_unknown(
    cfg: &Cfg,
    unroller: &Unroller<'_>,
    symbols: &FxHashMap<u32, u128>,
) -> Option<(Vec<CfgEdgeId>, Execution)> {
    walk(cfg, unroller, symbols, true)
}

fn walk(
    cfg: &Cfg,
    unroller: &Unroller<'_>,
    symbols: &FxHashMap<u32, u128>,
    with_unknown: bool,
) -> Option<(Vec<CfgEdgeId>, Execution)> {
    let values = values(unroller.evaluator.terms.all(), symbols);
    let mut source = Chosen {
        cfg,
        unroller,
        values: &values,
        choices: Vec::new(),
        taken: 0,
        with_unknown,
        is_unknown: false,
        versions: Versions::default(),
        given: FxHashMap::default(),
        addresses: addresses(cfg, unroller, symbols).unwrap_or_default(),
    };
    source.note_regions();
    let mut edges = Vec::new();
    let (mut at, mut visit) = (cfg.entry, 0);
    loop {
        // The state that was left by a step is in the next visit of its target.
        let ahead = &unroller.visits[visit..];
        visit += ahead.iter().position(|one| one.location == at)?;
        let here = &unroller.visits[visit];
        if values[here.error.index()] != 0 {
            break;
        }
        let step = here.steps.iter().find(|step| values[step.taken.index()] != 0)?;
        // Whether such an edge exists is unknown.
        if !with_unknown && cfg.edges[step.edge].operation == Operation::AssumeUnknown {
            return None;
        }
        edges.push(step.edge);
        source.choices.push(&step.fresh);
        at = cfg.edges[step.edge].to;
        visit += 1;
    }
    let execution = follow_edges(cfg, &edges, source, unroller.error_at(at)?)?;
    Some((edges, execution))
}

/// Where objects lie: as the symbols say, and where nothing depends on it, beside these.
fn addresses(
    cfg: &Cfg,
    unroller: &Unroller<'_>,
    symbols: &FxHashMap<u32, u128>,
) -> Option<Addresses> {
    let evaluator = &unroller.evaluator;
    let said = evaluator.addresses.iter().filter_map(|(object, address)| {
        let Node::Symbol(symbol) = evaluator.terms.node(*address) else { return None };
        Some((*object, *symbols.get(symbol)? as i128))
    });
    let all: Vec<ObjectId> = (0..cfg.objects.len()).map(ObjectId::from).collect();
    layout_around(cfg, &all, said.collect())
}

/// Gives the values of symbols.
struct Chosen<'a, 'u> {
    cfg: &'a Cfg,
    unroller: &'a Unroller<'u>,
    values: &'a [u128],
    /// What each step leaves open.
    choices: Vec<&'a Vec<Fresh>>,
    taken: usize,
    /// Whether what is unknown has values.
    with_unknown: bool,
    /// Whether the last step is unknown.
    is_unknown: bool,
    versions: Versions,
    /// Contents of versions of regions, by number.
    given: FxHashMap<(CfgVarId, u32), u32>,
    /// Where objects lie.
    addresses: Addresses,
}

impl Chosen<'_, '_> {
    /// What is open now: at the start, or after the last step.
    fn open(&self) -> &[Fresh] {
        match self.taken {
            0 => &self.unroller.start,
            taken => self.choices[taken - 1],
        }
    }

    /// Regions that have any contents now.
    fn note_regions(&mut self) {
        for fresh in self.open().to_vec() {
            if let Fresh::Region(var, number) = fresh {
                self.given.insert((var, self.versions.of(var)), number);
            }
        }
    }
}

impl Source for Chosen<'_, '_> {
    fn leaves_open(&self) -> bool {
        true
    }

    fn takes(&mut self, edge: CfgEdgeId) {
        self.taken += 1;
        let operation = &self.cfg.edges[edge].operation;
        self.versions.advance(operation);
        self.is_unknown = !self.with_unknown && matches!(operation, Operation::Unknown(_));
        if !self.is_unknown {
            self.note_regions();
        }
    }

    fn scalar(&mut self, var: CfgVarId, _version: u32) -> Option<i128> {
        if self.is_unknown {
            return None;
        }
        let symbol = self.open().iter().find_map(|fresh| match fresh {
            Fresh::Scalar(own, symbol) if *own == var => Some(*symbol),
            _ => None,
        });
        // What nothing reads may have any value.
        let value = symbol.map_or(0, |symbol| self.values[symbol.index()]);
        Some(match self.cfg.type_of(var) {
            Type::Int(ty) => ty.wrap(value as i128),
            _ => value as i128,
        })
    }

    fn cell(&mut self, region: CfgVarId, version: u32, index: i128) -> Option<i128> {
        let Type::Array(ty) = self.cfg.type_of(region) else { return None };
        let number = *self.given.get(&(region, version))?;
        let wanted = index as u128 & crate::terms::largest(ty.index.bits);
        let given = self.unroller.evaluator.contents.given(number).iter();
        let mut known = given.filter(|one| self.values[one.index.index()] == wanted);
        let value = known.next().map_or(0, |one| self.values[one.value.index()]);
        Some(ty.cell.wrap(value as i128))
    }

    fn address(&mut self, object: ObjectId) -> Option<i128> {
        self.addresses.get(&object).copied()
    }
}
