//! Runs a path from the values of a model, by rules of our own.
//!
//! Only what nothing determines is taken from the model: values at the start, addresses, choices.
//! The run is evidence that does not rest on the prover or on the translation for it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::{BinaryOp, Expr, UnaryOp};
use belnap_ir::fold::Arithmetic;
use belnap_ir::ids::{CfgVarId, ObjectId};
use belnap_ir::types::{ArrayType, IntType, Type};
use rustc_hash::FxHashMap;
use z3::Model;
use z3::ast::Dynamic;

use super::slice::Slice;
use super::{CellValue, Execution, Origin, ScalarValue, StepValues};
use crate::readback::bits_of;
use crate::terms::{Term, Terms};
use crate::transition::{Versions, for_each_changed, for_each_expr};

/// The execution that a model describes; `None` if it does not follow the path or a number is too
/// large.
pub(super) fn run(
    terms: &mut Terms<'_>,
    model: &Model,
    operations: &[&Operation],
    slice: &Slice,
    objects: &[ObjectId],
) -> Option<Execution> {
    let cfg = terms.cfg();
    let mut run = Run {
        cfg,
        terms,
        model,
        arithmetic: Arithmetic::of(cfg.machine.integers),
        versions: Versions::default(),
        scalars: FxHashMap::default(),
        regions: FxHashMap::default(),
        cells: BTreeMap::new(),
    };
    let mentioned = scalars_of(cfg, operations);
    let mut start = Vec::with_capacity(mentioned.len());
    for var in mentioned {
        let value = run.given(var)?;
        run.scalars.insert(var, Some(value));
        start.push(ScalarValue { var, value });
    }
    let mut steps = Vec::with_capacity(operations.len());
    // The step that left a version of a region to chance.
    let mut chance: FxHashMap<(CfgVarId, u32), usize> = FxHashMap::default();
    for (at, operation) in operations.iter().enumerate() {
        steps.push(run.step(operation, at, slice)?);
        if matches!(operation, Operation::Nondet(_) | Operation::Unknown(_)) {
            for_each_changed(operation, &mut |var| {
                chance.insert((var, run.versions.of(var)), at);
            });
        }
    }
    let addresses: Option<Vec<(ObjectId, i128)>> =
        objects.iter().map(|object| Some((*object, run.address(*object)?))).collect();
    let mut cells = Vec::new();
    for ((region, version), values) in run.cells {
        let into = match chance.get(&(region, version)) {
            Some(step) => &mut steps[*step].cells,
            None => &mut cells,
        };
        into.extend(values.iter().map(|(&index, &value)| CellValue { region, index, value }));
    }
    let relies_on_unknown = operations
        .iter()
        .any(|operation| matches!(operation, Operation::Unknown(_) | Operation::AssumeUnknown));
    Some(Execution { start, cells, addresses: addresses?, steps, relies_on_unknown })
}

fn scalars_of(cfg: &Cfg, operations: &[&Operation]) -> BTreeSet<CfgVarId> {
    let mut all = BTreeSet::new();
    let mut add = |var| {
        if !matches!(cfg.type_of(var), Type::Array(_)) {
            all.insert(var);
        }
    };
    for operation in operations {
        for_each_changed(operation, &mut add);
        for_each_expr(operation, &mut |expr| expr.for_each_var(&mut add));
    }
    all
}

/// A region during a run.
enum Region {
    /// A version of a variable that nothing determines.
    Given(CfgVarId, u32),
    Write(Rc<Region>, i128, i128),
    Fill(i128),
    Splice(Rc<Region>, Rc<Region>, i128, i128),
    Shift(Rc<Region>, i128),
}

struct Run<'r, 'a> {
    cfg: &'a Cfg,
    terms: &'r mut Terms<'a>,
    model: &'r Model,
    arithmetic: Arithmetic,
    versions: Versions,
    /// `None` where the value could not be computed.
    scalars: FxHashMap<CfgVarId, Option<i128>>,
    regions: FxHashMap<CfgVarId, Rc<Region>>,
    /// Cells of given regions that were read, by variable and version.
    cells: BTreeMap<(CfgVarId, u32), BTreeMap<i128, i128>>,
}

impl Run<'_, '_> {
    fn step(&mut self, operation: &Operation, at: usize, slice: &Slice) -> Option<StepValues> {
        let mut scalars = Vec::new();
        let mut origin = Origin::Program;
        match operation {
            Operation::Assume(condition) => {
                if self.value(condition)? == 0 {
                    return None;
                }
            }
            Operation::Assign(assignments) => {
                let mut new = Vec::new();
                let mut regions = Vec::new();
                for (var, value) in assignments.iter().filter(|(var, _)| slice.wanted(at, *var)) {
                    if matches!(self.cfg.type_of(*var), Type::Array(_)) {
                        regions.push((*var, self.region(value)?));
                    } else {
                        new.push((*var, self.value(value)));
                    }
                }
                self.versions.advance(operation);
                self.regions.extend(regions);
                for (var, value) in new {
                    if let Some(value) = value {
                        scalars.push(ScalarValue { var, value });
                    }
                    self.scalars.insert(var, value);
                }
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
                        let value = self.given(*var)?;
                        self.scalars.insert(*var, Some(value));
                        scalars.push(ScalarValue { var: *var, value });
                    }
                }
            }
            Operation::AssumeUnknown => origin = Origin::Unknown,
            Operation::Call { .. } => return None,
        }
        Some(StepValues { origin, scalars, cells: Vec::new() })
    }

    /// The model's value for the current version of a scalar.
    fn given(&self, var: CfgVarId) -> Option<i128> {
        let term = self.terms.variable(var, self.versions.of(var));
        self.number(&term.dynamic(), self.cfg.type_of(var))
    }

    fn address(&self, object: ObjectId) -> Option<i128> {
        let ty = Type::Int(self.cfg.machine.address());
        self.number(&self.terms.address(object).dynamic(), ty)
    }

    fn number(&self, term: &Dynamic, ty: Type) -> Option<i128> {
        let value = self.model.eval(term, true)?;
        match ty {
            Type::Bool => value.as_bool()?.as_bool().map(i128::from),
            Type::Int(_) if self.arithmetic.unbounded => value.as_int()?.as_i128(),
            Type::Int(int) => Some(int.wrap(bits_of(&value.as_bv()?)? as i128)),
            Type::Array(_) => None,
        }
    }

    fn int_type(&self, expr: &Expr) -> Option<IntType> {
        self.cfg.type_of_expr(expr).and_then(Type::as_int)
    }

    fn value(&mut self, expr: &Expr) -> Option<i128> {
        match expr {
            Expr::Int(value, _) => Some(*value),
            Expr::Bool(truth) => Some(i128::from(*truth)),
            Expr::Var(var) => self.scalars.get(var).copied().flatten(),
            Expr::Address(object) => self.address(*object),
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
            Expr::And(operands) => self.connected(operands, 0),
            Expr::Or(operands) => self.connected(operands, 1),
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
    fn connected(&mut self, operands: &[Expr], decisive: i128) -> Option<i128> {
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
                let (index, value) = (self.value(&operands[1])?, self.value(&operands[2])?);
                Rc::new(Region::Write(region, index, value))
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

    fn cell(&mut self, region: Rc<Region>, index: i128, ty: ArrayType) -> Option<i128> {
        let unbounded = self.arithmetic.unbounded;
        let (mut region, mut index) = (region, index);
        loop {
            let next = match &*region {
                Region::Given(var, version) => return self.given_cell(*var, *version, index, ty),
                Region::Fill(value) => return Some(*value),
                Region::Write(_, at, value) if *at == index => return Some(*value),
                Region::Write(rest, _, _) => rest.clone(),
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

    fn given_cell(
        &mut self,
        var: CfgVarId,
        version: u32,
        index: i128,
        ty: ArrayType,
    ) -> Option<i128> {
        if let Some(value) = self.cells.get(&(var, version)).and_then(|cells| cells.get(&index)) {
            return Some(*value);
        }
        let Term::Region(region) = self.terms.variable(var, version) else { return None };
        let at = self.terms.number(index, ty.index).dynamic();
        let value = self.number(&region.select(&at), Type::Int(ty.cell))?;
        self.cells.entry((var, version)).or_default().insert(index, value);
        Some(value)
    }
}
