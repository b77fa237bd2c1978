//! Types of what is allocated, from the pointers that get its address.

use rustc_hash::FxHashMap;

use crate::ctype::{CType, TypeId, Types};
use crate::mir::{Base, Cell, ObjectId, Op, Program, Storage, Value};

/// Longest way from an allocation to a pointer with a type.
const MAX_STEPS: usize = 16;

/// Gives allocation sites without a type the one that a pointer that gets the address points to:
/// the first whose size divides what is allocated, if that is known.
pub(super) fn infer_types(program: &mut Program) {
    let mut flows: FxHashMap<ObjectId, Vec<(ObjectId, u64)>> = FxHashMap::default();
    let mut sites = Vec::new();
    for edge in program.functions.iter().flat_map(|function| &function.body).flat_map(|b| &b.edges)
    {
        match &edge.step.op {
            Op::Assign(to, value) => {
                if let (Some(from), Some(to)) = (loaded(value), place(to)) {
                    flows.entry(from).or_default().push(to);
                }
            }
            Op::Allocate { site, size, result, .. } => {
                let untyped =
                    matches!(program.types.get(program.objects[site.0 as usize].ty), CType::Void);
                if untyped && let Some(result) = place(result) {
                    let size = match size {
                        Value::Int(size, _) => u64::try_from(*size).ok(),
                        _ => None,
                    };
                    sites.push((*site, size, result));
                }
            }
            _ => (),
        }
    }
    for (site, size, result) in sites {
        if let Some(ty) = pointed_to(program, &flows, result, size) {
            let object = &mut program.objects[site.0 as usize];
            object.ty = ty;
            object.align = object.align.max(program.types.align_of(ty));
        }
    }
}

/// Breadth first, from what gets the address.
fn pointed_to(
    program: &Program,
    flows: &FxHashMap<ObjectId, Vec<(ObjectId, u64)>>,
    result: (ObjectId, u64),
    size: Option<u64>,
) -> Option<TypeId> {
    let mut seen = vec![result];
    let mut at = 0;
    let mut second_best = None;
    while let Some(&(object, offset)) = seen.get(at).filter(|_| at < MAX_STEPS) {
        at += 1;
        let ty = program.objects[object.0 as usize].ty;
        if program.objects[object.0 as usize].storage != Storage::Heap
            && let Some(target) = pointer_at(&program.types, ty, offset)
            && let Some(bytes) = program.types.size_of(target).filter(|&bytes| bytes > 0)
            && !matches!(program.types.get(target), CType::Void)
        {
            if bytes > 1 && size.is_none_or(|size| size.is_multiple_of(bytes)) {
                return Some(target);
            }
            second_best = second_best.or(Some(target));
        }
        for next in flows.get(&object).into_iter().flatten() {
            if !seen.contains(next) {
                seen.push(*next);
            }
        }
    }
    second_best
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

/// The object and offset of a cell.
fn place(cell: &Cell) -> Option<(ObjectId, u64)> {
    match cell.address.base {
        Base::Object(object) if cell.bits.is_none() => {
            Some((object, u64::try_from(cell.address.offset).ok()?))
        }
        _ => None,
    }
}

/// The variable whose value this is.
fn loaded(value: &Value) -> Option<ObjectId> {
    match value {
        Value::Cast(_, operand) => loaded(operand),
        Value::Load(cell) => {
            place(cell).filter(|place| place.1 == 0 && cell.address.terms.is_empty()).map(|p| p.0)
        }
        // A result that may be null.
        Value::If(operands) => loaded(&operands[1]).or_else(|| loaded(&operands[2])),
        _ => None,
    }
}
