//! Variables of the program: whatever a caller may have stored there before.

use crate::ctype::CType;
use crate::hir::{FunctionId, Object, Storage};
use crate::lower;
use crate::pipeline::UnitText;

use super::Requirement;
use super::requires::is_name;
use super::values::{Pointer, Writer};

/// Makes the variables arbitrary that the function or its conditions need, as far as the text can
/// name them.
pub(super) fn write(
    writer: &mut Writer<'_>,
    units: &[UnitText],
    function: FunctionId,
    requirements: &[Requirement],
) {
    let program = writer.program;
    let needed = lower::needed_objects(program, function);
    let is_required = |name: &str| requirements.iter().any(|one| one.mentions(name));
    let mut kept = Vec::new();
    for (object, needed) in program.objects.iter().zip(needed) {
        if !needed && !is_required(&object.name) {
            continue;
        }
        let is_own = object.storage == Storage::Static && !object.is_const && !object.is_volatile;
        // Of variables with the same name in several units, all but one have a number behind it.
        let c_name = object.name.split('#').next().unwrap_or_default();
        if !is_own || !is_name(c_name) || units[object.at.unit as usize].is_model {
            continue;
        }
        if !add(writer, object) {
            kept.push(format!("`{c_name}`"));
        }
    }
    kept.sort_unstable();
    kept.dedup();
    let text = match &kept[..] {
        [] => return,
        [one] => format!("the variable {one} has its first value"),
        _ => format!("the variables {} have their first values", kept.join(", ")),
    };
    writer.assumptions.push(text);
}

/// Makes a variable arbitrary; whether that can be.
fn add(writer: &mut Writer<'_>, object: &Object) -> bool {
    let types = &writer.program.types;
    let is_here = object.at.unit as usize == writer.unit;
    let name = &object.name;
    if object.function.is_some() || !is_name(name) {
        return false;
    }
    if !is_here {
        // It can be declared if its type needs no name, unless it is `static` there.
        let plain = matches!(types.get(object.ty), CType::Bool | CType::Int(_) | CType::Float(_));
        let Some(declaration) =
            writer.declare(object.ty, name).filter(|_| plain && !object.is_internal)
        else {
            return false;
        };
        writer.line(&format!("extern {declaration};"));
    }
    let depth = writer.options.depth;
    match (types.get(object.ty), writer.given_shape(name)) {
        (CType::Pointer(target), Some(shape)) => {
            let (target, may_be_null) = (*target, writer.may_be_null(name));
            let pointer = Pointer {
                place: name,
                declaration: None,
                target,
                shape,
                may_be_null,
                depth: depth.saturating_add(1),
            };
            writer.point(pointer);
            writer.pointers.push(format!("`{name}` points to what was asked for"));
            true
        }
        _ if has_pointers(writer, object.ty) => false,
        _ => {
            writer.fill(name, object.ty, depth, false);
            true
        }
    }
}

/// Whether objects of a type have pointers.
fn has_pointers(writer: &Writer<'_>, ty: crate::ctype::TypeId) -> bool {
    let types = &writer.program.types;
    match types.get(ty) {
        CType::Pointer(_) => true,
        CType::Array(element, _) => has_pointers(writer, *element),
        CType::Record(id) => {
            let layout = types.record(*id).layout.as_ref();
            layout
                .is_some_and(|layout| layout.fields.iter().any(|one| has_pointers(writer, one.ty)))
        }
        _ => false,
    }
}
