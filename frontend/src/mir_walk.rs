//! What evaluating an operation of the middle form reads, and when: parts of a value that are only
//! evaluated under a condition (`p && p->next`) are only read under it.

use crate::mir::{Address, Base, Cell, Op, Value};
use crate::mir_parts::OpPart;

/// The cells that an operation reads, inner ones first, each with the conditions that are all true
/// if it is read.
pub fn conditional_loads(op: &Op) -> Vec<(Cell, Vec<Value>)> {
    let mut walk = Walk::default();
    op.for_each_part(&mut |part| match part {
        OpPart::Value(value) => walk.value(value),
        OpPart::Stored(cell) => walk.address(&cell.address),
        OpPart::Block(address) => walk.address(address),
        OpPart::Object(_) | OpPart::Callee(_) => {}
    });
    walk.found
}

#[derive(Default)]
struct Walk {
    found: Vec<(Cell, Vec<Value>)>,
    under: Vec<Value>,
}

impl Walk {
    fn address(&mut self, address: &Address) {
        if let Base::Pointer(pointer) = &address.base {
            self.value(pointer);
        }
        address.terms.iter().for_each(|(index, _)| self.value(index));
    }

    fn value(&mut self, value: &Value) {
        let before = self.under.len();
        match value {
            Value::Load(cell) => {
                self.address(&cell.address);
                self.found.push(((**cell).clone(), self.under.clone()));
            }
            Value::Address(address) => self.address(address),
            Value::And(operands) => {
                for operand in operands {
                    self.value(operand);
                    self.under.push(operand.clone());
                }
            }
            Value::Or(operands) => {
                for operand in operands {
                    self.value(operand);
                    self.under.push(operand.clone().negate());
                }
            }
            Value::If(operands) => {
                let [condition, then, otherwise] = &**operands;
                self.value(condition);
                self.under.push(condition.clone());
                self.value(then);
                self.under.pop();
                self.under.push(condition.clone().negate());
                self.value(otherwise);
            }
            _ => value.operands().iter().for_each(|operand| self.value(operand)),
        }
        self.under.truncate(before);
    }
}
