//! Values of terms, given those of the symbols; by rules of our own.

use belnap_ir::expr::BinaryOp;
use belnap_ir::fold::Arithmetic;
use belnap_ir::types::IntType;
use belnap_solver::bits::{Node, Term, TermId};
use rustc_hash::FxHashMap;

use crate::terms::largest;

const WRAPS: Arithmetic = Arithmetic { unbounded: false };

/// The value of each term. Symbols without a value are 0.
pub fn values(terms: &[Term], symbols: &FxHashMap<u32, u128>) -> Vec<u128> {
    let mut values: Vec<u128> = Vec::with_capacity(terms.len());
    for term in terms {
        let of = |id: TermId| values[id.index()];
        let bits = |id: TermId| terms[id.index()].bits;
        let value = match &term.node {
            Node::Constant(value) => *value,
            Node::Symbol(symbol) => symbols.get(symbol).copied().unwrap_or(0),
            Node::Not(a) => 1 - of(*a),
            Node::And(a, b) => of(*a) & of(*b),
            Node::Or(a, b) => of(*a) | of(*b),
            Node::Ite(condition, a, b) => of(if of(*condition) != 0 { *a } else { *b }),
            Node::Equal(a, b) => u128::from(of(*a) == of(*b)),
            Node::Less(signed, a, b) => {
                let ty = IntType { bits: bits(*a), signed: *signed };
                let (a, b) = (ty.wrap(of(*a) as i128), ty.wrap(of(*b) as i128));
                u128::from(WRAPS.compare(belnap_ir::expr::CompareOp::Lt, a, b, ty))
            }
            Node::Sum(parts, rest) => parts.iter().fold(*rest, |sum, (factor, part)| {
                sum.wrapping_add(factor.wrapping_mul(of(*part)))
            }),
            Node::Binary(op, signed, a, b) => {
                let ty = IntType { bits: term.bits, signed: *signed };
                let right = match op {
                    BinaryOp::Shl | BinaryOp::Shr => IntType::unsigned(term.bits),
                    _ => ty,
                };
                let (a, b) = (ty.wrap(of(*a) as i128), right.wrap(of(*b) as i128));
                WRAPS.binary(*op, a, b, ty, right).unwrap_or(0) as u128
            }
            Node::Resize(signed, a) => {
                IntType { bits: bits(*a), signed: *signed }.wrap(of(*a) as i128) as u128
            }
        };
        values.push(if term.bits == 0 { value } else { value & largest(term.bits) });
    }
    values
}
