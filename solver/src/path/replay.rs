//! Runs a path from the values of a model.

use belnap_ir::cfg::Operation;
use belnap_ir::fold::Arithmetic;
use belnap_ir::ids::{CfgVarId, ObjectId};
use belnap_ir::types::Type;
use z3::Model;
use z3::ast::Dynamic;

use super::slice::Slice;
use crate::readback::bits_of;
use crate::terms::{Term, Terms};
use belnap_execution::run::{Run, Source};
use belnap_execution::{Execution, scalars_of};

/// The execution that a model describes; `None` if it does not follow the path or a number is too
/// large.
pub(super) fn run(
    terms: &Terms<'_>,
    model: &Model,
    operations: &[&Operation],
    slice: &Slice,
    objects: &[ObjectId],
) -> Option<Execution> {
    let cfg = terms.cfg();
    let mut run = Run::new(cfg, Given { terms, model }, scalars_of(cfg, operations))?;
    for (at, operation) in operations.iter().enumerate() {
        run.step(operation, &|var| slice.is_wanted(at, var))?;
    }
    run.finish(objects)
}

/// What a model says.
struct Given<'r, 'a> {
    terms: &'r Terms<'a>,
    model: &'r Model,
}

impl Source for Given<'_, '_> {
    fn scalar(&mut self, var: CfgVarId, version: u32) -> Option<i128> {
        let term = self.terms.variable(var, version);
        self.number(&term.dynamic(), self.terms.cfg().type_of(var))
    }

    fn cell(&mut self, region: CfgVarId, version: u32, index: i128) -> Option<i128> {
        let ty = self.terms.cfg().type_of(region).as_array()?;
        let Term::Region(region) = self.terms.variable(region, version) else { return None };
        let at = self.terms.number(index, ty.index).dynamic();
        self.number(&region.select(&at), Type::Int(ty.cell))
    }

    fn address(&mut self, object: ObjectId) -> Option<i128> {
        let ty = Type::Int(self.terms.cfg().machine.address());
        self.number(&self.terms.address(object).dynamic(), ty)
    }
}

impl Given<'_, '_> {
    fn number(&self, term: &Dynamic, ty: Type) -> Option<i128> {
        let value = self.model.eval(term, true)?;
        let unbounded = Arithmetic::of(self.terms.cfg().machine.integers).unbounded;
        match ty {
            Type::Bool => value.as_bool()?.as_bool().map(i128::from),
            Type::Int(_) if unbounded => value.as_int()?.as_i128(),
            Type::Int(int) => Some(int.wrap(bits_of(&value.as_bv()?)? as i128)),
            Type::Array(_) => None,
        }
    }
}
