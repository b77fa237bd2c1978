//! States out of the prover's models.

use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgVarId, ObjectId};
use belnap_ir::types::{IntType, Type};

use crate::evaluate::Model;
use crate::terms::{Term, Terms};

/// What a model of the prover says about everything that the conditions mention.
pub fn model(
    terms: &mut Terms<'_>,
    answer: &z3::Model,
    conditions: &[Expr],
    objects: &[ObjectId],
) -> Option<Model> {
    let mut model = Model::default();
    let mut vars: Vec<CfgVarId> = Vec::new();
    for condition in conditions {
        condition.for_each_var(&mut |var| vars.push(var));
    }
    vars.sort_unstable();
    vars.dedup();
    for var in vars {
        let value = terms.variable(var, 0);
        match terms.cfg().type_of(var) {
            Type::Bool => {
                model.truths.insert(var, truth(answer, &value)?);
            }
            Type::Int(ty) => {
                model.numbers.insert(var, number(answer, &value, ty)?);
            }
            Type::Array(_) => {}
        }
    }
    let address = terms.cfg().machine.address();
    for object in objects {
        let value = number(answer, &terms.address(*object), address)?;
        model.addresses.insert(*object, value);
    }
    for condition in conditions {
        cells(terms, answer, condition, &mut model)?;
    }
    Some(model)
}

/// The cells of regions that a condition reads directly.
fn cells(terms: &mut Terms<'_>, answer: &z3::Model, expr: &Expr, model: &mut Model) -> Option<()> {
    if let Expr::Read(operands) = expr
        && let [Expr::Var(region), index] = &**operands
    {
        let ty = terms.cfg().type_of(*region).as_array()?;
        let at = number(answer, &terms.term(index, &|_| 0)?, ty.index)?;
        let cell = number(answer, &terms.term(expr, &|_| 0)?, ty.cell)?;
        model.cells.insert((*region, at), cell);
    }
    for operand in expr.operands() {
        cells(terms, answer, operand, model)?;
    }
    Some(())
}

fn truth(answer: &z3::Model, term: &Term) -> Option<bool> {
    let Term::Truth(term) = term else { return None };
    answer.eval(term, true)?.as_bool()
}

/// The value of a number in a model.
pub fn number(answer: &z3::Model, term: &Term, ty: IntType) -> Option<i128> {
    match term {
        Term::Number(term) => answer.eval(term, true)?.as_i128(),
        Term::Vector(term) => {
            let value = answer.eval(term, true)?;
            if let Some(value) = value.as_u64() {
                return Some(ty.wrap(i128::from(value)));
            }
            // Wider numbers are only to be had as text.
            let text = value.to_string();
            let bits = match (text.strip_prefix("#x"), text.strip_prefix("#b")) {
                (Some(digits), _) => u128::from_str_radix(digits, 16).ok()?,
                (_, Some(digits)) => u128::from_str_radix(digits, 2).ok()?,
                _ => return None,
            };
            Some(ty.wrap(bits as i128))
        }
        Term::Truth(_) | Term::Region(_) => None,
    }
}
