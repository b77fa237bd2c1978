//! Which places may coincide although graphs keep them apart: objects that live one after the
//! other, string literals, and both sides of a copy.

use crate::mir::{
    Address, Argument, Base, FunctionId, Object, ObjectId, Op, Program, ScopeId, Storage, Value,
};
use crate::points_to::PointsTo;

/// Objects whose addresses are compared.
pub(super) struct Identity<'a> {
    pub program: &'a Program,
    pub points_to: &'a PointsTo,
    /// Whether a function is called, not inlined: activations share its objects.
    pub is_called: &'a dyn Fn(FunctionId) -> bool,
}

impl Identity<'_> {
    /// Whether a step compares addresses so that the result depends on whether objects coincide.
    pub fn matters_to(&self, op: &Op) -> bool {
        let mut found = match op {
            Op::Assume(value) | Op::Assign(_, value) => self.is_compared_in(value),
            Op::Call { arguments, .. } => arguments.iter().any(|argument| match argument {
                Argument::Scalar(value, _) => self.is_compared_in(value),
                Argument::Aggregate(..) => false,
            }),
            _ => false,
        };
        op.for_each_address(&mut |address| {
            found |= address.terms.iter().any(|(index, _)| self.is_compared_in(index));
            if let Base::Pointer(pointer) = &address.base {
                found |= self.is_compared_in(pointer);
            }
        });
        found
    }

    fn is_compared_in(&self, value: &Value) -> bool {
        let here = match value {
            Value::Compare(_, operands) => {
                let [left, right] = operands.each_ref().map(|operand| self.objects(operand));
                left.iter().any(|&one| right.iter().any(|&other| self.coincide(one, other)))
            }
            _ => false,
        };
        here || value.operands().iter().any(|operand| self.is_compared_in(operand))
    }

    fn objects(&self, value: &Value) -> Vec<ObjectId> {
        if matches!(value, Value::Int(..)) || !self.points_to.may_be_pointer(value) {
            return Vec::new();
        }
        let mut objects: Vec<ObjectId> =
            self.points_to.of_value(value).cells.iter().map(|target| target.object).collect();
        objects.dedup();
        objects
    }

    fn coincide(&self, one: ObjectId, other: ObjectId) -> bool {
        let [first, second] = [one, other].map(|object| &self.program.objects[object]);
        match (first.storage, second.storage) {
            (Storage::String, Storage::String) => one != other || first.shares_address,
            _ if !is_automatic(first) || !is_automatic(second) => false,
            _ if one == other => first.function.is_some_and(self.is_called),
            _ => self.live_apart(first, second),
        }
    }

    /// Whether one of two locals may be gone before the other is there.
    fn live_apart(&self, first: &Object, second: &Object) -> bool {
        if first.scope == second.scope {
            return first.shares_address && second.shares_address;
        }
        if self.is_within(second.scope, first.scope) {
            return first.shares_address;
        }
        !self.is_within(first.scope, second.scope) || second.shares_address
    }

    /// Whether an activation is inside another.
    fn is_within(&self, inner: Option<ScopeId>, outer: Option<ScopeId>) -> bool {
        let caller = |scope: ScopeId| self.program.scopes[scope].caller;
        std::iter::successors(inner, |&scope| caller(scope)).any(|scope| Some(scope) == outer)
    }
}

fn is_automatic(object: &Object) -> bool {
    matches!(object.storage, Storage::Local | Storage::Parameter)
}

/// Whether both sides of a copy may have bytes in common. Of a step that only names two pointers,
/// both sides of a copy of unknown length, whether they may be in the same object.
pub(super) fn may_overlap(points_to: &PointsTo, op: &Op) -> bool {
    let (to, from) = match op {
        Op::CopyBytes { to, from, size } => {
            if let (Some((one, start)), Some((other, begin)), Value::Int(size, _)) =
                (plain_place(to), plain_place(from), size)
            {
                return one == other && i128::from(start.abs_diff(begin)) < *size;
            }
            (points_to.of_address(to), points_to.of_address(from))
        }
        Op::Assign(_, Value::If(values)) => {
            (points_to.of_value(&values[1]), points_to.of_value(&values[2]))
        }
        _ => return false,
    };
    let escaped = |object| points_to.escaped().binary_search(&object).is_ok();
    let meets = |object| {
        from.cells.iter().any(|other| other.object == object) || from.anything && escaped(object)
    };
    to.cells.iter().any(|target| meets(target.object))
        || to.anything && (from.anything || from.cells.iter().any(|other| escaped(other.object)))
}

/// An object and an offset in it that are plain.
fn plain_place(address: &Address) -> Option<(ObjectId, i64)> {
    match address.base {
        Base::Object(object) if address.terms.is_empty() => Some((object, address.offset)),
        _ => None,
    }
}
