//! Values put together with what is evident simplified, so that conditions stay small.

use belnap_ir::cfg::IntegerMode;
use belnap_ir::expr::{BinaryOp, CompareOp, UnaryOp};
use belnap_ir::types::{IntType, Type};

use crate::mir::{Address, Base, Value};

/// `int`
pub(crate) const INT: IntType = IntType::signed(32);

/// How to simplify.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fold {
    pub integers: IntegerMode,
    /// The type of addresses.
    pub address: IntType,
}

impl Fold {
    /// The type of a number; truth values count as `int`.
    pub fn int_type(self, value: &Value) -> IntType {
        match value.type_of(self.address) {
            Type::Int(ty) => ty,
            _ => INT,
        }
    }

    /// The constant, if its type has it.
    fn number(self, value: i128, ty: IntType) -> Option<Value> {
        if self.integers == IntegerMode::Mathematical && !ty.contains(value) {
            return None;
        }
        Some(Value::int(value, ty))
    }

    /// A number or truth value as a number.
    pub fn cast(self, ty: IntType, value: Value) -> Value {
        match value {
            Value::Bool(value) => Value::int(i128::from(value), ty),
            Value::Int(number, from) if number >= 0 || from != IntType::unsigned(128) => {
                self.number(number, ty).unwrap_or(Value::Cast(ty, Box::new(value)))
            }
            Value::Cast(between, inner) => {
                let through = match inner.type_of(self.address) {
                    Type::Int(from) => preserves(from, between) || between.bits >= ty.bits,
                    _ => between != IntType::signed(1),
                };
                if through {
                    self.cast(ty, *inner)
                } else if between == ty {
                    Value::Cast(between, inner)
                } else {
                    Value::Cast(ty, Box::new(Value::Cast(between, inner)))
                }
            }
            value if value.type_of(self.address) == Type::Int(ty) => value,
            value => Value::Cast(ty, Box::new(value)),
        }
    }

    /// An operator on a number.
    pub fn unary(self, op: UnaryOp, operand: Value) -> Value {
        if let Value::Int(number, ty) = operand {
            let result = match op {
                UnaryOp::Neg => number.wrapping_neg(),
                UnaryOp::BitNot => !number,
            };
            if let Some(value) = self.number(result, ty) {
                return value;
            }
        }
        Value::Unary(op, Box::new(operand))
    }

    /// An operator on two numbers of one type; shifts by less than the width.
    pub fn binary(self, op: BinaryOp, left: Value, right: Value) -> Value {
        if let (Value::Int(a, ty), Value::Int(b, _)) = (&left, &right)
            && let Some(result) = evaluate(op, *a, *b, *ty)
            && let Some(value) = self.number(result, *ty)
        {
            return value;
        }
        Value::Binary(op, Box::new([left, right]))
    }

    /// A comparison of two numbers of one type.
    pub fn compare(self, op: CompareOp, left: Value, right: Value) -> Value {
        if let (Value::Int(a, ty), Value::Int(b, _)) = (&left, &right)
            && (ty.bits < 128 || ty.signed)
        {
            return Value::Bool(op.holds(*a, *b));
        }
        if let Value::Int(..) = left
            && !matches!(right, Value::Int(..))
        {
            return self.compare(op.mirror(), right, left);
        }
        if let Value::Int(number, _) = right {
            if let Some(truth) = self.compare_with_truth(op, &left, number) {
                return truth;
            }
            if number == 0 && matches!(op, CompareOp::Eq | CompareOp::Ne) && is_never_null(&left) {
                return Value::Bool(op == CompareOp::Ne);
            }
            if let Value::Cast(ty, inner) = &left
                && let Type::Int(from) = inner.type_of(self.address)
                && preserves(from, *ty)
                && from.contains(number)
            {
                return self.compare(op, (**inner).clone(), Value::int(number, from));
            }
        }
        if let (Value::Cast(a, x), Value::Cast(b, y)) = (&left, &right)
            && let (Type::Int(from), Type::Int(other)) =
                (x.type_of(self.address), y.type_of(self.address))
            && from == other
            && preserves(from, *a)
            && preserves(from, *b)
        {
            return self.compare(op, (**x).clone(), (**y).clone());
        }
        Value::Compare(op, Box::new([left, right]))
    }

    /// `(number) truth op constant` as a truth value.
    fn compare_with_truth(self, op: CompareOp, left: &Value, number: i128) -> Option<Value> {
        let Value::Cast(ty, truth) = left else { return None };
        if truth.type_of(self.address) != Type::Bool || *ty == IntType::signed(1) {
            return None;
        }
        let truth = (**truth).clone();
        Some(match (op.holds(0, number), op.holds(1, number)) {
            (false, false) => Value::Bool(false),
            (true, true) => Value::Bool(true),
            (false, true) => truth,
            (true, false) => truth.negate(),
        })
    }

    /// Whether a number is not zero.
    pub fn truth(self, value: Value) -> Value {
        match value {
            Value::If(arms)
                if matches!(arms[1], Value::Int(..)) && matches!(arms[2], Value::Int(..)) =>
            {
                let [condition, then, otherwise] = *arms;
                match (self.truth(then), self.truth(otherwise)) {
                    (Value::Bool(true), Value::Bool(false)) => condition,
                    (Value::Bool(false), Value::Bool(true)) => condition.negate(),
                    (same, _) => same,
                }
            }
            value => match value.type_of(self.address) {
                Type::Int(ty) => self.compare(CompareOp::Ne, value, Value::Int(0, ty)),
                _ => value,
            },
        }
    }

    /// Conjunction of two truth values.
    pub fn and(self, left: Value, right: Value) -> Value {
        match (left, right) {
            (Value::Bool(false), _) => Value::Bool(false),
            (Value::Bool(true), other) | (other, Value::Bool(true)) => other,
            (Value::And(all), Value::And(more)) => Value::And(append(all, more)),
            (Value::And(all), other) => Value::And(append(all, vec![other])),
            (left, right) => Value::And(vec![left, right]),
        }
    }

    /// Disjunction of two truth values.
    pub fn or(self, left: Value, right: Value) -> Value {
        match (left, right) {
            (Value::Bool(true), _) => Value::Bool(true),
            (Value::Bool(false), other) | (other, Value::Bool(false)) => other,
            (Value::Or(all), Value::Or(more)) => Value::Or(append(all, more)),
            (Value::Or(all), other) => Value::Or(append(all, vec![other])),
            (left, right) => Value::Or(vec![left, right]),
        }
    }

    /// `condition ? then : otherwise`
    pub fn conditional(self, condition: Value, then: Value, otherwise: Value) -> Value {
        match condition {
            Value::Bool(true) => then,
            Value::Bool(false) => otherwise,
            _ if then == otherwise => then,
            condition => Value::If(Box::new([condition, then, otherwise])),
        }
    }

    /// `pointer + index * stride`
    pub fn element(self, mut address: Address, index: Value, stride: i64) -> Address {
        if stride == 0 {
            return address;
        }
        match index {
            Value::Int(number, _) => {
                // Sign-extended: an offset of -4 is kept as -4.
                let number = IntType::signed(self.address.bits).wrap(number);
                let bytes = i64::try_from(number).unwrap_or(0).wrapping_mul(stride);
                address.offset = self.offset(address.offset.wrapping_add(bytes));
            }
            index => {
                let index = self.cast(self.address, index);
                match address.terms.iter_mut().find(|(known, _)| *known == index) {
                    Some((_, known)) => *known = known.wrapping_add(stride),
                    None => address.terms.push((index, stride)),
                }
                address.terms.retain(|(_, stride)| *stride != 0);
            }
        }
        address
    }

    /// An offset modulo the width of addresses.
    fn offset(self, offset: i64) -> i64 {
        let wrapped = IntType::signed(self.address.bits).wrap(i128::from(offset));
        i64::try_from(wrapped).unwrap_or(offset)
    }

    /// An address as a value; a number if it starts from one.
    pub fn address(self, address: Address) -> Value {
        if address.terms.is_empty()
            && let Base::Pointer(pointer) = &address.base
            && let Value::Int(number, ty) = **pointer
        {
            return Value::int(number.wrapping_add(i128::from(address.offset)), ty);
        }
        address.value()
    }

    /// `left - right` in bytes, as a signed number.
    pub fn pointer_difference(self, left: Value, right: Value) -> Value {
        let signed = IntType::signed(self.address.bits);
        let left = Address::at(left);
        let right = Address::at(right);
        if left.base == right.base && left.terms == right.terms {
            return Value::int(i128::from(left.offset) - i128::from(right.offset), signed);
        }
        let difference = self.binary(BinaryOp::Sub, self.address(left), self.address(right));
        self.cast(signed, difference)
    }
}

/// Every value of `from` is one of `to`.
pub(crate) const fn preserves(from: IntType, to: IntType) -> bool {
    if from.signed == to.signed { to.bits >= from.bits } else { to.signed && to.bits > from.bits }
}

/// Both lists, one after the other.
fn append(mut all: Vec<Value>, more: Vec<Value>) -> Vec<Value> {
    all.extend(more);
    all
}

/// The address of a whole object or function.
fn is_never_null(value: &Value) -> bool {
    match value {
        Value::Function(_) => true,
        Value::Address(address) => {
            matches!(address.base, Base::Object(_))
                && address.offset == 0
                && address.terms.is_empty()
        }
        _ => false,
    }
}

/// The result before it is wrapped; `None` where it is not evident.
fn evaluate(op: BinaryOp, a: i128, b: i128, ty: IntType) -> Option<i128> {
    let plain = ty.signed || ty.bits < 128;
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div if plain => a.checked_div(b)?,
        BinaryOp::Rem if plain => a.checked_rem(b)?,
        BinaryOp::Shl if (0..i128::from(ty.bits)).contains(&b) => a.wrapping_shl(b as u32),
        BinaryOp::Shr if plain && (0..i128::from(ty.bits)).contains(&b) => a >> b,
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        _ => return None,
    })
}
