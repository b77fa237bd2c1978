//! Runs of a path by rules of our own.
//!
//! Only what nothing determines is given by a [`Source`]: values at the start, addresses, choices.
//! A run is evidence that does not rest on the prover or on the translation for it.

use std::collections::BTreeMap;
use std::rc::Rc;

use belnap_ir::cfg::{Cfg, Operation, Variable};
use belnap_ir::expr::{BinaryOp, Expr, UnaryOp};
use belnap_ir::fold::Arithmetic;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, FunctionId, ObjectId};
use belnap_ir::types::{ArrayType, IntType, Type};
use rustc_hash::FxHashMap;

use crate::versions::Versions;
use crate::{CellValue, Execution, Origin, ScalarValue, StepValues};

/// A region during a run.
enum Region {
    /// A version of a variable that nothing determines.
    Given(CfgVarId, u32),
    /// Some cells are written; `None` where the value could not be computed.
    Cells(Rc<Region>, FxHashMap<i128, Option<i128>>),
    Fill(i128),
    Splice(Rc<Region>, Rc<Region>, i128, i128),
    Shift(Rc<Region>, i128),
}

/// The region with another value in a cell.
fn write_cell(mut region: Rc<Region>, index: i128, value: Option<i128>) -> Rc<Region> {
    if let Some(Region::Cells(_, cells)) = Rc::get_mut(&mut region) {
        cells.insert(index, value);
        return region;
    }
    Rc::new(Region::Cells(region, FxHashMap::from_iter([(index, value)])))
}

/// Gives the values that nothing determines; `None` if it has none.
pub trait Source {
    /// Whether what has no value stays without one; else the run ends.
    fn leaves_open(&self) -> bool {
        false
    }
    /// The run takes an edge of the graph.
    fn takes(&mut self, _edge: CfgEdgeId) {}
    /// A version of a scalar variable.
    fn scalar(&mut self, var: CfgVarId, version: u32) -> Option<i128>;
    /// A cell of a version of a region, asked for once.
    fn cell(&mut self, region: CfgVarId, version: u32, index: i128) -> Option<i128>;
    /// The address of an object.
    fn address(&mut self, object: ObjectId) -> Option<i128>;
}

/// A call under way.
struct Call {
    /// The edge.
    edge: CfgEdgeId,
    /// What the function's own variables were before, if it was active.
    scalars: Vec<(CfgVarId, Option<Option<i128>>)>,
    regions: Vec<(CfgVarId, Option<Rc<Region>>)>,
}

/// A run so far.
pub struct Run<'a, S> {
    cfg: &'a Cfg,
    source: S,
    arithmetic: Arithmetic,
    versions: Versions,
    /// `None` where the value could not be computed.
    scalars: FxHashMap<CfgVarId, Option<i128>>,
    regions: FxHashMap<CfgVarId, Rc<Region>>,
    /// Cells of given regions that were read, by variable and version.
    cells: BTreeMap<(CfgVarId, u32), BTreeMap<i128, i128>>,
    start: Vec<ScalarValue>,
    steps: Vec<StepValues>,
    /// The step that left a version of a region to chance.
    chance: FxHashMap<(CfgVarId, u32), usize>,
    relies_on_unknown: bool,
    /// Calls under way, the innermost last.
    calls: Vec<Call>,
    /// The variables of each function, once one is called.
    own: FxHashMap<FunctionId, Rc<Vec<CfgVarId>>>,
}

impl<'a, S: Source> Run<'a, S> {
    /// One before its first step, in which these scalar variables have values.
    pub fn new(cfg: &'a Cfg, source: S, vars: impl IntoIterator<Item = CfgVarId>) -> Option<Self> {
        let mut run = Run {
            cfg,
            source,
            arithmetic: Arithmetic::of(cfg.machine.integers),
            versions: Versions::default(),
            scalars: FxHashMap::default(),
            regions: FxHashMap::default(),
            cells: BTreeMap::new(),
            start: Vec::new(),
            steps: Vec::new(),
            chance: FxHashMap::default(),
            relies_on_unknown: false,
            calls: Vec::new(),
            own: FxHashMap::default(),
        };
        for var in vars {
            let value = run.source.scalar(var, 0);
            if value.is_none() && !run.source.leaves_open() {
                return None;
            }
            run.scalars.insert(var, value);
            run.start.extend(value.map(|value| ScalarValue { var, value }));
        }
        Some(run)
    }

    /// The execution; `objects` are those whose addresses it mentions.
    pub fn finish(mut self, objects: &[ObjectId]) -> Option<Execution> {
        let addresses: Option<Vec<(ObjectId, i128)>> =
            objects.iter().map(|object| Some((*object, self.source.address(*object)?))).collect();
        let mut cells = Vec::new();
        for ((region, version), values) in self.cells {
            let into = match self.chance.get(&(region, version)) {
                Some(step) => &mut self.steps[*step].cells,
                None => &mut cells,
            };
            into.extend(values.iter().map(|(&index, &value)| CellValue { region, index, value }));
        }
        Some(Execution {
            start: self.start,
            cells,
            addresses: addresses?,
            steps: self.steps,
            relies_on_unknown: self.relies_on_unknown,
        })
    }

    /// Forgets how it came here.
    pub fn forget_steps(&mut self) {
        self.steps.clear();
        self.chance.clear();
    }

    /// Takes an edge of the graph; `None` if it cannot be taken.
    pub fn take(&mut self, edge: CfgEdgeId) -> Option<()> {
        self.source.takes(edge);
        let cfg = self.cfg;
        match &cfg.edges[edge].operation {
            Operation::Call { function, arguments, .. } => self.enter(edge, *function, arguments),
            operation => self.step(operation, &|_| true),
        }
    }

    /// The variables of a function.
    fn own(&mut self, function: FunctionId) -> Rc<Vec<CfgVarId>> {
        let all = self.cfg.variables.iter_enumerated();
        let own = |(var, variable): (CfgVarId, &Variable)| {
            (variable.function == Some(function)).then_some(var)
        };
        self.own.entry(function).or_insert_with(|| Rc::new(all.filter_map(own).collect())).clone()
    }

    /// Calls a function: parameters get values, its other variables any.
    fn enter(&mut self, edge: CfgEdgeId, function: FunctionId, arguments: &[Expr]) -> Option<()> {
        let values: Vec<Option<i128>> = arguments.iter().map(|one| self.value(one)).collect();
        if values.contains(&None) && !self.source.leaves_open() {
            return None;
        }
        let own = self.own(function);
        let mut call = Call { edge, scalars: Vec::new(), regions: Vec::new() };
        let cfg = self.cfg;
        let parameters = &cfg.functions[function].parameters;
        for var in own.iter().copied() {
            self.versions.renew(var);
            if matches!(cfg.type_of(var), Type::Array(_)) {
                let given = Rc::new(Region::Given(var, self.versions.of(var)));
                call.regions.push((var, self.regions.insert(var, given)));
                continue;
            }
            let value = match parameters.iter().position(|parameter| *parameter == var) {
                Some(number) => values[number],
                None => self.source.scalar(var, self.versions.of(var)),
            };
            if value.is_none() && !self.source.leaves_open() {
                return None;
            }
            call.scalars.push((var, self.scalars.insert(var, value)));
        }
        self.calls.push(call);
        let passed = parameters.iter().zip(values);
        let scalars =
            passed.filter_map(|(var, value)| Some(ScalarValue { var: *var, value: value? }));
        let scalars = scalars.collect();
        self.steps.push(StepValues { origin: Origin::Program, scalars, cells: Vec::new() });
        Some(())
    }

    /// Returns from the innermost call: the caller's variables are as before, but for the result.
    /// Where control is then; `None` if no call is under way.
    pub fn leave(&mut self) -> Option<CfgLocId> {
        let Call { edge, scalars, regions } = self.calls.pop()?;
        let edge = &self.cfg.edges[edge];
        let Operation::Call { function, result, .. } = edge.operation else { return None };
        let from = self.cfg.functions[function].result;
        let value = from.and_then(|from| self.scalars.get(&from).copied().flatten());
        for (var, before) in scalars {
            match before {
                Some(value) => self.scalars.insert(var, value),
                None => self.scalars.remove(&var),
            };
        }
        for (var, before) in regions {
            match before {
                Some(region) => self.regions.insert(var, region),
                None => self.regions.remove(&var),
            };
        }
        if let Some(var) = result {
            self.versions.renew(var);
            self.scalars.insert(var, value);
            if let (Some(step), Some(value)) = (self.steps.last_mut(), value) {
                step.scalars.push(ScalarValue { var, value });
            }
        }
        Some(edge.to)
    }

    /// Takes a step; `None` if it cannot be taken. Assignments to variables that are not `wanted`
    /// are left out.
    pub fn step(&mut self, operation: &Operation, wanted: &dyn Fn(CfgVarId) -> bool) -> Option<()> {
        let values = self.values(operation, wanted)?;
        if matches!(operation, Operation::Nondet(_) | Operation::Unknown(_)) {
            operation.for_each_changed(|var| {
                self.chance.insert((var, self.versions.of(var)), self.steps.len());
            });
        }
        self.relies_on_unknown |= values.origin == Origin::Unknown;
        self.steps.push(values);
        Some(())
    }

    /// Does what an operation does; `None` if it cannot be done.
    fn values(
        &mut self,
        operation: &Operation,
        wanted: &dyn Fn(CfgVarId) -> bool,
    ) -> Option<StepValues> {
        let mut scalars = Vec::new();
        let mut origin = Origin::Program;
        match operation {
            Operation::Assume(condition) => {
                if self.value(condition)? == 0 {
                    return None;
                }
            }
            Operation::Assign(assignments) => {
                let wanted = assignments.iter().filter(|(var, _)| wanted(*var));
                scalars = self.assign(operation, wanted)?;
            }
            Operation::Nondet(vars) | Operation::Unknown(vars) => {
                origin = match operation {
                    Operation::Nondet(_) => Origin::Environment,
                    _ => Origin::Unknown,
                };
                self.versions.advance(operation);
                for var in vars {
                    if matches!(self.cfg.type_of(*var), Type::Array(_)) {
                        let given = Region::Given(*var, self.versions.of(*var));
                        self.regions.insert(*var, Rc::new(given));
                    } else {
                        let value = self.source.scalar(*var, self.versions.of(*var));
                        if value.is_none() && !self.source.leaves_open() {
                            return None;
                        }
                        self.scalars.insert(*var, value);
                        scalars.extend(value.map(|value| ScalarValue { var: *var, value }));
                    }
                }
            }
            Operation::AssumeUnknown => origin = Origin::Unknown,
            Operation::Call { .. } => return None,
        }
        Some(StepValues { origin, scalars, cells: Vec::new() })
    }

    /// Assigns at once what `operation` assigns, as far as that is `wanted`; the new values of
    /// scalars.
    fn assign<'e>(
        &mut self,
        operation: &Operation,
        wanted: impl Iterator<Item = &'e (CfgVarId, Expr)>,
    ) -> Option<Vec<ScalarValue>> {
        let (of_regions, of_scalars): (Vec<_>, Vec<_>) =
            wanted.partition(|(var, _)| matches!(self.cfg.type_of(*var), Type::Array(_)));
        let mut new = Vec::with_capacity(of_scalars.len());
        for (var, value) in of_scalars {
            new.push((*var, self.value(value)));
        }
        let mut regions = Vec::with_capacity(of_regions.len());
        match of_regions[..] {
            [(var, value)] => regions.push((*var, self.replace_region(*var, value)?)),
            _ => {
                for (var, value) in of_regions {
                    regions.push((*var, self.region(value)?));
                }
            }
        }
        self.versions.advance(operation);
        self.regions.extend(regions);
        let mut scalars = Vec::new();
        for (var, value) in new {
            scalars.extend(value.map(|value| ScalarValue { var, value }));
            self.scalars.insert(var, value);
        }
        Some(scalars)
    }

    fn int_type(&self, expr: &Expr) -> Option<IntType> {
        self.cfg.type_of_expr(expr).and_then(Type::as_int)
    }

    /// The value of a number or condition; truth values are 1 and 0.
    pub fn value(&mut self, expr: &Expr) -> Option<i128> {
        match expr {
            Expr::Int(value, _) => Some(*value),
            Expr::Bool(truth) => Some(i128::from(*truth)),
            Expr::Var(var) => self.scalars.get(var).copied().flatten(),
            Expr::Address(object) => self.source.address(*object),
            Expr::Unary(op, operand) => {
                let value = self.value(operand)?;
                let ty = self.int_type(operand)?;
                match (op, self.arithmetic.unbounded) {
                    (UnaryOp::Neg, true) => value.checked_neg(),
                    (UnaryOp::BitNot, true) => Some(!value),
                    (_, false) => self.arithmetic.unary(*op, value, ty),
                }
            }
            Expr::Binary(op, operands) => {
                let (a, b) = (self.value(&operands[0])?, self.value(&operands[1])?);
                let (ty, right) = (self.int_type(&operands[0])?, self.int_type(&operands[1])?);
                self.binary(*op, a, b, ty, right)
            }
            Expr::Compare(op, operands) => {
                let (a, b) = (self.value(&operands[0])?, self.value(&operands[1])?);
                let ty = self.int_type(&operands[0]).unwrap_or(IntType::unsigned(1));
                Some(i128::from(self.arithmetic.compare(*op, a, b, ty)))
            }
            Expr::Not(operand) => Some(1 - self.value(operand)?),
            Expr::And(operands) => self.connect(operands, 0),
            Expr::Or(operands) => self.connect(operands, 1),
            Expr::Cast(ty, operand) => {
                let value = self.value(operand)?;
                Some(if self.arithmetic.unbounded { value } else { ty.wrap(value) })
            }
            Expr::If(operands) => {
                let chosen = if self.value(&operands[0])? != 0 { 1 } else { 2 };
                self.value(&operands[chosen])
            }
            Expr::Read(operands) => {
                let region = self.region(&operands[0])?;
                let index = self.value(&operands[1])?;
                let ty = self.cfg.type_of_expr(&operands[0])?.as_array()?;
                self.cell(region, index, ty)
            }
            Expr::Write(_) | Expr::Fill(..) | Expr::Splice(_) | Expr::Shift(_) => None,
        }
    }

    /// The first operand that is `decisive` decides; the others need not have a value.
    fn connect(&mut self, operands: &[Expr], decisive: i128) -> Option<i128> {
        let mut all_known = true;
        for operand in operands {
            match self.value(operand) {
                Some(value) if value == decisive => return Some(decisive),
                Some(_) => {}
                None => all_known = false,
            }
        }
        all_known.then_some(1 - decisive)
    }

    fn binary(&self, op: BinaryOp, a: i128, b: i128, ty: IntType, right: IntType) -> Option<i128> {
        // A number that is not bounded may be larger than its type, but shifts look at the type.
        let far = matches!(op, BinaryOp::Shl | BinaryOp::Shr) && !(0..ty.bits.into()).contains(&b);
        let ty = if self.arithmetic.unbounded && !far { IntType::signed(128) } else { ty };
        self.arithmetic.binary(op, a, b, ty, right)
    }

    /// The value that a cell gets, which may stay open; `None` if the run ends there.
    fn value_to_store(&mut self, expr: &Expr) -> Option<Option<i128>> {
        let value = self.value(expr);
        (value.is_some() || self.source.leaves_open()).then_some(value)
    }

    fn region(&mut self, expr: &Expr) -> Option<Rc<Region>> {
        Some(match expr {
            Expr::Var(var) => {
                let given = || Rc::new(Region::Given(*var, 0));
                self.regions.entry(*var).or_insert_with(given).clone()
            }
            Expr::If(operands) => {
                let chosen = if self.value(&operands[0])? != 0 { 1 } else { 2 };
                self.region(&operands[chosen])?
            }
            Expr::Write(operands) => {
                let region = self.region(&operands[0])?;
                let (index, value) =
                    (self.value(&operands[1])?, self.value_to_store(&operands[2])?);
                write_cell(region, index, value)
            }
            Expr::Fill(_, value) => Rc::new(Region::Fill(self.value(value)?)),
            Expr::Splice(operands) => {
                let (base, other) = (self.region(&operands[0])?, self.region(&operands[1])?);
                let (from, length) = (self.value(&operands[2])?, self.value(&operands[3])?);
                Rc::new(Region::Splice(base, other, from, length))
            }
            Expr::Shift(operands) => {
                let region = self.region(&operands[0])?;
                Rc::new(Region::Shift(region, self.value(&operands[1])?))
            }
            _ => return None,
        })
    }

    /// What replaces the region `var`, which nobody reads any more: it is changed in place.
    fn replace_region(&mut self, var: CfgVarId, expr: &Expr) -> Option<Rc<Region>> {
        match expr {
            Expr::Var(own) if *own == var => {
                let region = self.region(expr)?;
                self.regions.remove(&var);
                Some(region)
            }
            Expr::Write(operands) => {
                let (index, value) =
                    (self.value(&operands[1])?, self.value_to_store(&operands[2])?);
                Some(write_cell(self.replace_region(var, &operands[0])?, index, value))
            }
            _ => self.region(expr),
        }
    }

    fn cell(&mut self, region: Rc<Region>, index: i128, ty: ArrayType) -> Option<i128> {
        let unbounded = self.arithmetic.unbounded;
        let (mut region, mut index) = (region, index);
        loop {
            let next = match &*region {
                Region::Given(var, version) => return self.given_cell(*var, *version, index),
                Region::Fill(value) => return Some(*value),
                Region::Cells(rest, cells) => match cells.get(&index) {
                    Some(value) => return *value,
                    None => rest.clone(),
                },
                Region::Splice(base, other, from, length) => {
                    let inside = if unbounded {
                        let distance = index.checked_sub(*from)?;
                        0 <= distance && distance < *length
                    } else {
                        let unsigned = IntType::unsigned(ty.index.bits);
                        let distance = unsigned.wrap(index.wrapping_sub(*from)) as u128;
                        distance < unsigned.wrap(*length) as u128
                    };
                    if inside { other.clone() } else { base.clone() }
                }
                Region::Shift(rest, by) => {
                    index = if unbounded {
                        index.checked_add(*by)?
                    } else {
                        ty.index.wrap(index.wrapping_add(*by))
                    };
                    rest.clone()
                }
            };
            region = next;
        }
    }

    fn given_cell(&mut self, var: CfgVarId, version: u32, index: i128) -> Option<i128> {
        if let Some(value) = self.cells.get(&(var, version)).and_then(|cells| cells.get(&index)) {
            return Some(*value);
        }
        let value = self.source.cell(var, version, index)?;
        self.cells.entry((var, version)).or_default().insert(index, value);
        Some(value)
    }
}
