//! Whether an execution is one because of where objects lie.
//!
//! Addresses are unknown constants. An execution that needs certain ones is possible as
//! far as the graph says, but a machine need not have such a layout. So the choices of the
//! execution are tried with objects in other places; what is chosen to be an address moves with its
//! object. If it is one in some layouts, the prover is asked whether it is in all.

use std::collections::BTreeMap;
use std::time::Duration;

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::ids::{CfgEdgeId, CfgVarId, ObjectId};
use belnap_ir::types::{IntType, Type};
use rustc_hash::FxHashMap;
use z3::SatResult;
use z3::ast::Bool;

use super::slice::Slice;
use super::{operations, solver};
use crate::terms::{Term, Terms};
use crate::transition::constraints;
use belnap_execution::layout::ROOM;
use belnap_execution::run::{Run, Source};
use belnap_execution::versions::Versions;
use belnap_execution::{CellValue, Execution, ScalarValue, objects_of};

/// Layouts that are tried: one bit of an address decides in all of them alike for one execution in
/// a thousand.
const LAYOUTS: u64 = 10;

/// Limit on steps of all tries together.
const STEPS: usize = 200_000;

/// Time limit for the prover; what it does not know is left to the tries.
const QUESTION: Duration = Duration::from_secs(3);

/// Whether some other layout makes a condition on the way of an execution false.
pub fn needs_layout(cfg: &Cfg, steps: &[CfgEdgeId], execution: &Execution) -> bool {
    if execution.addresses.is_empty() {
        return false;
    }
    let tries = (STEPS / steps.len().max(1)).clamp(2, LAYOUTS as usize) as u64;
    (1..=tries).any(|seed| is_blocked(cfg, steps, Elsewhere::new(cfg, execution, seed)))
        || may_be_blocked(cfg, steps, execution) == Some(true)
}

/// Whether there is a layout that makes a condition false; `None` if the prover does not know.
fn may_be_blocked(cfg: &Cfg, steps: &[CfgEdgeId], execution: &Execution) -> Option<bool> {
    let operations = operations(cfg, steps).ok()?;
    let slice = Slice::of(cfg, &operations);
    let mut terms = Terms::new(cfg);
    let mut versions = Versions::default();
    let solver = solver(QUESTION);
    let same = Same { cfg, execution };
    let start = (&execution.start, &execution.cells);
    same.choose(&terms, &versions, start).iter().for_each(|fact| solver.assert(fact));
    let mut conditions = Vec::new();
    for (step, operation) in operations.iter().enumerate() {
        let of_step =
            constraints(&mut terms, operation, &mut versions, &|var| slice.is_wanted(step, var));
        if of_step.unconditional || of_step.open.iter().any(|var| slice.matters(step, *var)) {
            return None;
        }
        match operation {
            Operation::Assume(_) => conditions.extend(of_step.all),
            _ => of_step.all.iter().for_each(|fact| solver.assert(fact)),
        }
        if let (Operation::Nondet(_) | Operation::Unknown(_), Some(values)) =
            (operation, execution.steps.get(step))
        {
            let values = (&values.scalars, &values.cells);
            same.choose(&terms, &versions, values).iter().for_each(|fact| solver.assert(fact));
        }
    }
    let facts = terms.roomy_address_facts(&objects_of(&operations));
    facts.iter().for_each(|fact| solver.assert(fact));
    solver.assert(Bool::and(&conditions).not());
    match solver.check() {
        SatResult::Sat => Some(true),
        SatResult::Unsat => Some(false),
        SatResult::Unknown => None,
    }
}

/// The choices of an execution, wherever its objects lie.
struct Same<'e> {
    cfg: &'e Cfg,
    execution: &'e Execution,
}

impl Same<'_> {
    /// That these values are chosen for the versions that variables have.
    fn choose(
        &self,
        terms: &Terms<'_>,
        versions: &Versions,
        (scalars, cells): (&Vec<ScalarValue>, &Vec<CellValue>),
    ) -> Vec<Bool> {
        let address = self.cfg.machine.address();
        let mut facts = Vec::new();
        for one in scalars {
            let variable = terms.variable(one.var, versions.of(one.var));
            let value = match self.cfg.type_of(one.var) {
                Type::Bool => Term::Truth(Bool::from_bool(one.value != 0)),
                Type::Int(ty) if ty.bits == address.bits => self.place_term(terms, one.value, ty),
                Type::Int(ty) => terms.number(one.value, ty),
                Type::Array(_) => continue,
            };
            facts.extend(variable.equals(&value));
        }
        for cell in cells {
            let region = terms.variable(cell.region, versions.of(cell.region));
            let (Term::Region(region), Some(ty)) =
                (region, self.cfg.type_of(cell.region).as_array())
            else {
                continue;
            };
            let index = match self.cfg.variables[cell.region].is_by_address() {
                true => self.place_term(terms, cell.index, ty.index),
                false => terms.number(cell.index, ty.index),
            };
            let value = match ty.cell.bits == address.bits {
                true => self.place_term(terms, cell.value, ty.cell),
                false => terms.number(cell.value, ty.cell),
            };
            facts.push(region.select(&index.dynamic()).eq(value.dynamic()));
        }
        facts
    }

    /// A number that is an address in an object, or that behind it, is the same one of the same
    /// object.
    fn place_term(&self, terms: &Terms<'_>, value: i128, ty: IntType) -> Term {
        let size = |object: ObjectId| self.cfg.objects[object].size.unwrap_or(ROOM).into();
        let inside =
            |(object, first): &&(ObjectId, i128)| (0..=size(*object)).contains(&(value - first));
        // The address behind an object may be that of another.
        let found = self.execution.addresses.iter().filter(inside).max_by_key(|(_, first)| *first);
        let Some((object, first)) = found else { return terms.number(value, ty) };
        match (terms.address(*object), terms.number(value - first, ty)) {
            (Term::Vector(address), Term::Vector(offset)) => Term::Vector(address.bvadd(&offset)),
            (Term::Number(address), Term::Number(offset)) => Term::Number(address + offset),
            _ => terms.number(value, ty),
        }
    }
}

/// Whether a condition is false; one that depends on something open is not.
fn is_blocked(cfg: &Cfg, steps: &[CfgEdgeId], source: Option<Elsewhere<'_>>) -> bool {
    let Some(source) = source else { return false };
    let scalars = source.execution.start.iter().map(|one| one.var);
    let Some(mut run) = Run::new(cfg, source, scalars) else { return false };
    for step in steps {
        if let Some(Operation::Assume(condition)) = cfg.edges.get(*step).map(|edge| &edge.operation)
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
        self.cfg.objects[object].size.unwrap_or(ROOM).into()
    }

    /// What was an address in an object, or that behind it, as one in the same object.
    fn shift(&self, var: CfgVarId, value: i128) -> i128 {
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
        Some(self.shift(var, value))
    }

    fn cell(&mut self, region: CfgVarId, _version: u32, index: i128) -> Option<i128> {
        let index = match self.cfg.variables[region].is_by_address() {
            true => self.origin(index)?,
            false => index,
        };
        let value = self.cells.get(&(region, index)).copied().flatten()?;
        Some(self.shift(region, value))
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
    let high = if seed.is_multiple_of(2) { 0 } else { u128::from(mixed(1 << 40)) << 24 };
    let most = if cfg.objects.len() < 500 { 1 << 20 } else { 1 << 12 };
    let mut order: Vec<ObjectId> = cfg.objects.keys().collect();
    order.sort_by_key(|object| mixed(object.0.into()));
    let mut next = (1 << 17) + high % (space.end / 2);
    let mut addresses = FxHashMap::default();
    for id in order {
        let object = &cfg.objects[id];
        let align = u128::from(object.align.max(1));
        let gap = u128::from(mixed(!u64::from(id.0)) % most);
        next = next.next_multiple_of(align) + gap.next_multiple_of(align);
        addresses.insert(id, i128::try_from(next).ok()?);
        next += u128::from(object.size.unwrap_or(ROOM).max(1)) + 1;
        if next >= space.end {
            return None;
        }
    }
    Some(addresses)
}
