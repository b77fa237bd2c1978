//! Whether an execution is one because of where objects lie.
//!
//! Addresses are constants that nobody knows. An execution that needs certain ones is possible as far
//! as the graph says, but a machine need not have such a layout. So the choices of the execution are
//! tried with objects in other places; what is chosen to be an address moves with its object.

use std::collections::BTreeMap;

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::ids::{CfgEdgeId, CfgVarId, ObjectId};
use belnap_ir::types::Type;
use rustc_hash::FxHashMap;

use super::Execution;
use super::run::{Run, Source};
use crate::terms::ROOM;

/// Layouts that are tried: one bit of an address decides in all of them alike for one execution in
/// a thousand.
const LAYOUTS: u64 = 10;

/// Most steps of all tries together.
const STEPS: usize = 200_000;

/// Whether some other layout makes a condition on the way of an execution false.
pub fn needs_layout(cfg: &Cfg, steps: &[CfgEdgeId], execution: &Execution) -> bool {
    if execution.addresses.is_empty() {
        return false;
    }
    let tries = (STEPS / steps.len().max(1)).clamp(2, LAYOUTS as usize) as u64;
    (1..=tries).any(|seed| is_blocked(cfg, steps, Elsewhere::new(cfg, execution, seed)))
}

/// Whether a condition is false; one that depends on something open is not.
fn is_blocked(cfg: &Cfg, steps: &[CfgEdgeId], source: Option<Elsewhere<'_>>) -> bool {
    let Some(source) = source else { return false };
    let scalars = source.execution.start.iter().map(|one| one.var);
    let Some(mut run) = Run::new(cfg, source, scalars) else { return false };
    for step in steps {
        if let Some(Operation::Assume(condition)) =
            cfg.edges.get(step.index()).map(|edge| &edge.operation)
            && run.value(condition) == Some(0)
        {
            return true;
        }
        if run.take(*step).is_none() {
            return false;
        }
        run.forget_steps();
    }
    false
}

/// The choices of an execution, with objects in other places.
struct Elsewhere<'e> {
    cfg: &'e Cfg,
    execution: &'e Execution,
    taken: usize,
    /// Cells that are chosen; none where they are not always the same.
    cells: FxHashMap<(CfgVarId, i128), Option<i128>>,
    addresses: FxHashMap<ObjectId, i128>,
    /// Where objects were, and where they are: first addresses.
    before: BTreeMap<i128, ObjectId>,
    now: BTreeMap<i128, ObjectId>,
}

impl<'e> Elsewhere<'e> {
    fn new(cfg: &'e Cfg, execution: &'e Execution, seed: u64) -> Option<Self> {
        let addresses = layout(cfg, seed)?;
        let mut cells = FxHashMap::default();
        let steps = execution.steps.iter().flat_map(|step| &step.cells);
        for cell in steps.chain(&execution.cells) {
            let known = cells.entry((cell.region, cell.index)).or_insert(Some(cell.value));
            *known = known.filter(|value| *value == cell.value);
        }
        let now = addresses.iter().map(|(object, address)| (*address, *object)).collect();
        let before = execution.addresses.iter().map(|(object, address)| (*address, *object));
        let before = before.collect();
        Some(Elsewhere { cfg, execution, taken: 0, cells, addresses, before, now })
    }

    fn size(&self, object: ObjectId) -> i128 {
        self.cfg.objects[object.index()].size.unwrap_or(ROOM).into()
    }

    /// What was an address in an object, or that behind it, as one in the same object.
    fn moved(&self, var: CfgVarId, value: i128) -> i128 {
        let bits = self.cfg.machine.address().bits;
        let is_address = match self.cfg.type_of(var) {
            Type::Int(ty) => ty.bits == bits,
            Type::Array(ty) => ty.cell.bits == bits,
            Type::Bool => false,
        };
        match self.before.range(..=value).next_back() {
            Some((first, object)) if is_address && value - first <= self.size(*object) => {
                value - first + self.addresses[object]
            }
            _ => value,
        }
    }

    /// Where a cell was.
    fn origin(&self, index: i128) -> Option<i128> {
        let (first, object) = self.now.range(..=index).next_back()?;
        let (before, _) = self.before.iter().find(|(_, own)| *own == object)?;
        Some(index - first + before)
    }
}

impl Source for Elsewhere<'_> {
    fn leaves_open(&self) -> bool {
        true
    }

    fn takes(&mut self, _edge: CfgEdgeId) {
        self.taken += 1;
    }

    fn scalar(&mut self, var: CfgVarId, _version: u32) -> Option<i128> {
        let given = match self.taken.checked_sub(1) {
            None => &self.execution.start,
            Some(step) => &self.execution.steps.get(step)?.scalars,
        };
        let value = given.iter().find(|one| one.var == var)?.value;
        Some(self.moved(var, value))
    }

    fn cell(&mut self, region: CfgVarId, _version: u32, index: i128) -> Option<i128> {
        let index = match self.cfg.variables[region.index()].is_by_address() {
            true => self.origin(index)?,
            false => index,
        };
        let value = self.cells.get(&(region, index)).copied().flatten()?;
        Some(self.moved(region, value))
    }

    fn address(&mut self, object: ObjectId) -> Option<i128> {
        self.addresses.get(&object).copied()
    }
}

/// Objects in another order, with other room between them; `None` if there is no room.
fn layout(cfg: &Cfg, seed: u64) -> Option<FxHashMap<ObjectId, i128>> {
    let mixed = |number: u64| {
        let mixed = (number ^ seed << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32
    };
    // Half of the layouts are as low as they can be.
    let space = cfg.object_space();
    let high = if seed % 2 == 0 { 0 } else { u128::from(mixed(1 << 40)) << 24 };
    let most = if cfg.objects.len() < 500 { 1 << 20 } else { 1 << 12 };
    let mut order: Vec<usize> = (0..cfg.objects.len()).collect();
    order.sort_by_key(|object| mixed(*object as u64));
    let mut next = (1 << 17) + high % (space.end / 2);
    let mut addresses = FxHashMap::default();
    for index in order {
        let object = &cfg.objects[index];
        let align = u128::from(object.align.max(1));
        let gap = u128::from(mixed(!(index as u64)) % most);
        next = next.next_multiple_of(align) + gap.next_multiple_of(align);
        addresses.insert(ObjectId::from(index), i128::try_from(next).ok()?);
        next += u128::from(object.size.unwrap_or(ROOM).max(1)) + 1;
        if next >= space.end {
            return None;
        }
    }
    Some(addresses)
}
