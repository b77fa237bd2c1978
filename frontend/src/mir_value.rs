//! What values and addresses of the middle form are: their types, their depth, their parts.

use belnap_ir::types::{IntType, Type};

use crate::mir::{Address, Base, Cell, Value};

impl Value {
    /// The type of a well-typed value; `address` is the type of addresses.
    pub fn type_of(&self, address: IntType) -> Type {
        match self {
            Value::Int(_, ty) | Value::Cast(ty, _) => Type::Int(*ty),
            Value::Bool(_) | Value::Compare(..) | Value::Not(_) | Value::And(_) | Value::Or(_) => {
                Type::Bool
            }
            Value::Load(cell) => Type::Int(cell.ty),
            Value::Address(_) | Value::Function(_) => Type::Int(address),
            Value::Unary(_, operand) => operand.type_of(address),
            Value::Binary(_, operands) => operands[0].type_of(address),
            Value::If(operands) => operands[1].type_of(address),
        }
    }

    /// The negation of a truth value, pushed into constants, comparisons and negations.
    #[must_use]
    pub fn negate(self) -> Self {
        match self {
            Value::Bool(value) => Value::Bool(!value),
            Value::Not(operand) => *operand,
            Value::Compare(op, operands) => Value::Compare(op.negate(), operands),
            other => Value::Not(Box::new(other)),
        }
    }

    /// How deep the expression is that this becomes: an address counts the additions and
    /// multiplications it stands for.
    pub fn depth(&self) -> usize {
        match self {
            Value::Load(cell) => 1 + usize::from(cell.bits.is_some()) * 3 + cell.address.depth(),
            Value::Address(address) => address.depth(),
            _ => 1 + self.operands().iter().map(Value::depth).max().unwrap_or(0),
        }
    }

    /// Calls `visit` for each cell that is read, also inside addresses.
    pub fn for_each_cell(&self, visit: &mut impl FnMut(&Cell)) {
        match self {
            Value::Load(cell) => {
                visit(cell);
                cell.address.for_each_cell(visit);
            }
            Value::Address(address) => address.for_each_cell(visit),
            _ => self.operands().iter().for_each(|operand| operand.for_each_cell(visit)),
        }
    }

    /// Calls `visit` for each address, of cells that are read and of pointers that are made.
    /// Addresses inside an address are visited after it.
    pub fn for_each_address(&self, visit: &mut impl FnMut(&Address)) {
        match self {
            Value::Load(cell) => cell.address.for_each_address(visit),
            Value::Address(address) => address.for_each_address(visit),
            _ => self.operands().iter().for_each(|operand| operand.for_each_address(visit)),
        }
    }

    /// The direct operands; none of a load or an address.
    pub fn operands(&self) -> &[Value] {
        match self {
            Value::Int(..)
            | Value::Bool(_)
            | Value::Function(_)
            | Value::Load(_)
            | Value::Address(_) => &[],
            Value::Unary(_, operand) | Value::Not(operand) | Value::Cast(_, operand) => {
                std::slice::from_ref(&**operand)
            }
            Value::Binary(_, operands) | Value::Compare(_, operands) => &operands[..],
            Value::And(operands) | Value::Or(operands) => operands,
            Value::If(operands) => &operands[..],
        }
    }

    /// The direct operands, to be changed; none of a load or an address.
    pub fn operands_mut(&mut self) -> &mut [Value] {
        match self {
            Value::Int(..)
            | Value::Bool(_)
            | Value::Function(_)
            | Value::Load(_)
            | Value::Address(_) => &mut [],
            Value::Unary(_, operand) | Value::Not(operand) | Value::Cast(_, operand) => {
                std::slice::from_mut(&mut **operand)
            }
            Value::Binary(_, operands) | Value::Compare(_, operands) => &mut operands[..],
            Value::And(operands) | Value::Or(operands) => operands,
            Value::If(operands) => &mut operands[..],
        }
    }
}

impl Address {
    /// How deep the expression is that this becomes.
    pub fn depth(&self) -> usize {
        let base = match &self.base {
            Base::Object(_) => 1,
            Base::Pointer(pointer) => pointer.depth(),
        };
        let terms = self.terms.iter().map(|(index, _)| 1 + index.depth()).max().unwrap_or(0);
        base.max(terms) + usize::from(self.offset != 0) + self.terms.len()
    }

    /// Calls `visit` for each cell that is read to compute the address.
    pub fn for_each_cell(&self, visit: &mut impl FnMut(&Cell)) {
        if let Base::Pointer(pointer) = &self.base {
            pointer.for_each_cell(visit);
        }
        for (index, _) in &self.terms {
            index.for_each_cell(visit);
        }
    }

    /// Calls `visit` for this address and those it is computed with.
    pub fn for_each_address(&self, visit: &mut impl FnMut(&Address)) {
        visit(self);
        if let Base::Pointer(pointer) = &self.base {
            pointer.for_each_address(visit);
        }
        for (index, _) in &self.terms {
            index.for_each_address(visit);
        }
    }
}
