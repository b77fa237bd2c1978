//! Types of what is allocated, from the pointers that get its address.

use rustc_hash::FxHashMap;

use crate::ctype::{CType, TypeId, Types};
use crate::mir::{Argument, Base, Cell, ObjectId, Op, Program, Value};

/// Longest way from an allocation to a pointer with a type.
const MAX_STEPS: usize = 16;

/// Gives allocation sites without a type the one that a pointer that gets the address points to:
/// the first whose size divides what is allocated, if that is known.
pub(super) fn infer_types(program: &mut Program) {
    let mut flows = Flows::default();
    let mut sites = Vec::new();
    for edge in program.functions.iter().flat_map(|function| &function.body).flat_map(|b| &b.edges)
    {
        match &edge.step.op {
            Op::Assign(to, value) => flows.add(program, to, value),
            Op::Call { arguments, .. } => {
                for argument in arguments {
                    if let Argument::Scalar(value, ty) = argument
                        && let Some(from) = loaded_object(value)
                        && let CType::Pointer(target) = program.types.get(*ty)
                    {
                        flows.seen_as.entry(from).or_default().push(*target);
                    }
                }
            }
            Op::Allocate { site, size, result, .. } => {
                let ty = program.objects[*site].ty;
                if matches!(program.types.get(ty), CType::Void) {
                    let size = match size {
                        Value::Int(size, _) => u64::try_from(*size).ok(),
                        _ => None,
                    };
                    sites.push((*site, size, pointee(program, result), place(result)));
                }
            }
            _ => (),
        }
    }
    for (site, size, target, result) in sites {
        if let Some(ty) = flows.type_of(program, target, result, size) {
            let object = &mut program.objects[site];
            object.ty = ty;
            object.align = object.align.max(program.types.align_of(ty));
        }
    }
}

/// Where the values of variables go.
#[derive(Debug, Default)]
struct Flows {
    /// To other variables.
    to: FxHashMap<ObjectId, Vec<ObjectId>>,
    /// To pointers to these types.
    seen_as: FxHashMap<ObjectId, Vec<TypeId>>,
}

impl Flows {
    fn add(&mut self, program: &Program, to: &Cell, value: &Value) {
        let Some(from) = loaded_object(value) else { return };
        if let Some(target) = pointee(program, to) {
            self.seen_as.entry(from).or_default().push(target);
        }
        if let Some(to) = place(to) {
            self.to.entry(from).or_default().push(to);
        }
    }

    /// What is allocated, if its address is seen as one of `target` and goes to `result`.
    fn type_of(
        &self,
        program: &Program,
        target: Option<TypeId>,
        result: Option<ObjectId>,
        size: Option<u64>,
    ) -> Option<TypeId> {
        let mut candidates: Vec<TypeId> = target.into_iter().collect();
        let mut reached: Vec<ObjectId> = result.into_iter().collect();
        let mut at = 0;
        while let Some(object) = reached.get(at).filter(|_| at < MAX_STEPS) {
            at += 1;
            candidates.extend(self.seen_as.get(object).into_iter().flatten());
            let next = self.to.get(object).map_or(&[][..], Vec::as_slice);
            let next = next.iter().filter(|next| !reached.contains(next));
            let next: Vec<ObjectId> = next.copied().collect();
            reached.extend(next);
        }
        candidates.retain(|&ty| {
            !matches!(program.types.get(ty), CType::Void)
                && program.types.size_of(ty).is_some_and(|size| size > 0)
        });
        let fits = |ty: &&TypeId| {
            let bytes = program.types.size_of(**ty).unwrap_or(1);
            bytes > 1 && size.is_none_or(|size| size.is_multiple_of(bytes))
        };
        candidates.iter().find(fits).or(candidates.first()).copied()
    }
}

/// What a cell points to, if the types of variables and fields say so.
fn pointee(program: &Program, cell: &Cell) -> Option<TypeId> {
    let ty = match &cell.address.base {
        Base::Object(object) => program.objects[*object].ty,
        Base::Pointer(pointer) => match &**pointer {
            Value::Load(cell) => pointee(program, cell)?,
            _ => return None,
        },
    };
    pointer_at(&program.types, ty, u64::try_from(cell.address.offset).ok()?)
}

/// What the pointer at an offset of a type points to.
fn pointer_at(types: &Types, ty: TypeId, offset: u64) -> Option<TypeId> {
    match types.get(ty) {
        CType::Pointer(target) if offset == 0 => Some(*target),
        CType::Array(element, _) => {
            let size = types.size_of(*element).filter(|&size| size > 0)?;
            pointer_at(types, *element, offset % size)
        }
        CType::Record(id) => {
            let layout = types.record(*id).layout.as_ref()?;
            let field = layout.fields.iter().find(|field| {
                field.offset <= offset
                    && types.size_of(field.ty).is_some_and(|size| offset - field.offset < size)
            })?;
            pointer_at(types, field.ty, offset - field.offset)
        }
        _ => None,
    }
}

/// The variable that a cell is.
fn place(cell: &Cell) -> Option<ObjectId> {
    match cell.address.base {
        Base::Object(object)
            if cell.bits.is_none() && cell.address.offset == 0 && cell.address.terms.is_empty() =>
        {
            Some(object)
        }
        _ => None,
    }
}

/// The variable whose value this is.
fn loaded_object(value: &Value) -> Option<ObjectId> {
    match value {
        Value::Cast(_, operand) => loaded_object(operand),
        Value::Load(cell) => place(cell),
        // A result that may be null.
        Value::If(operands) => loaded_object(&operands[1]).or_else(|| loaded_object(&operands[2])),
        _ => None,
    }
}
