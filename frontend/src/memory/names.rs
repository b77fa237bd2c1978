//! Readable, unique names.

use belnap_ir::cfg::DataModel;
use belnap_ir::types::IntType;
use rustc_hash::FxHashMap;

use super::classify::Memory;
use super::layout::{self, Way};
use super::slots::{Shape, Slot};
use crate::ctype::{CType, TypeId};
use crate::mir::{ObjectId, Storage};

/// Names that are taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    taken: FxHashMap<String, u32>,
}

impl Names {
    /// The name, or with `#2`, `#3` and so on if it is taken.
    pub fn unique(&mut self, wanted: &str) -> String {
        let wanted = if wanted.is_empty() { "_" } else { wanted };
        let mut number = match self.taken.get(wanted) {
            None => {
                self.taken.insert(wanted.to_owned(), 1);
                return wanted.to_owned();
            }
            Some(&number) => number,
        };
        loop {
            number += 1;
            let name = format!("{wanted}#{number}");
            if !self.taken.contains_key(&name) {
                self.taken.insert(wanted.to_owned(), number);
                self.taken.insert(name.clone(), 1);
                return name;
            }
        }
    }
}

/// How a slot is called.
#[derive(Clone, Debug)]
pub(super) struct SlotName {
    /// `f::s.x`
    pub qualified: String,
    /// `s.x`
    pub c_name: String,
    /// Its type as C writes it.
    pub c_type: String,
    /// `node.next` or `int`, whatever the object.
    pub general: String,
}

/// `f::x` of a local, `x` of a global object.
pub(super) fn object_name(memory: &Memory<'_>, object: ObjectId) -> String {
    let object = &memory.program.objects[object];
    match object.scope {
        // Its name is the function's already.
        _ if object.storage == Storage::Result => object.name.clone(),
        Some(scope) => {
            format!("{}::{}", memory.program.scopes[scope].function, object.name)
        }
        None => object.name.clone(),
    }
}

/// How to call a slot.
pub(super) fn slot_name(memory: &Memory<'_>, slot: Slot, shape: Shape) -> SlotName {
    let types = &memory.program.types;
    let object = &memory.program.objects[slot.object];
    let base = object_name(memory, slot.object);
    let place = memory.place(slot.object, slot.offset as i64);
    let Some(place) = place else {
        let suffix = if slot.offset == 0 { String::new() } else { format!("+{}", slot.offset) };
        let bits = if shape.is_whole() { String::new() } else { format!("@{}", shape.bit) };
        return SlotName {
            qualified: format!("{base}{suffix}{bits}"),
            c_name: format!("{}{suffix}{bits}", object.name),
            c_type: number_name(shape.ty, types.model()),
            general: format!("{}{bits}", number_name(shape.ty, types.model())),
        };
    };
    let mut path = String::new();
    for way in &place.path {
        match way {
            Way::Member(name) => {
                path.push('.');
                path.push_str(name);
            }
            Way::Element(position) => {
                let level = &place.levels[*position];
                if memory.is_split(slot.object, level) {
                    path.push_str(&format!("[{}]", level.index));
                } else {
                    path.push_str("[]");
                }
            }
        }
    }
    let mut member = place.member.clone();
    let mut c_type = None;
    if let Some(int) = types.scalar(place.ty) {
        if place.rest == 0 && int.bits == shape.ty.bits {
            c_type = Some(types.display(place.ty));
        }
    } else if let Some((name, ty)) = named_member(memory, place.ty, place.rest, shape) {
        path.push('.');
        path.push_str(&name);
        member = Some((place.ty, name));
        c_type = Some(types.display(ty));
    }
    if c_type.is_none() && (place.rest != 0 || shape.bit != 0) {
        path.push_str(&format!("@{}", 8 * place.rest + u64::from(shape.bit)));
    }
    let c_type = c_type.unwrap_or_else(|| number_name(shape.ty, types.model()));
    let general = match &member {
        Some((record, field)) => format!("{}.{field}", record_name(memory, *record)),
        None => c_type.replace(' ', ""),
    };
    let path = if object.storage == Storage::Heap { path } else { trim_brackets(&path) };
    SlotName {
        qualified: format!("{base}{path}"),
        c_name: format!("{}{path}", object.name),
        c_type,
        general,
    }
}

/// `[]` says nothing at the end of a region's name.
fn trim_brackets(path: &str) -> String {
    path.trim_end_matches("[]").to_owned()
}

fn named_member(
    memory: &Memory<'_>,
    ty: TypeId,
    rest: u64,
    shape: Shape,
) -> Option<(String, TypeId)> {
    let types = &memory.program.types;
    let CType::Record(id) = types.get(ty) else { return None };
    if !shape.is_whole() {
        let name = layout::bit_field_name(types, ty, rest, shape.bit)?;
        let fields = &types.record(*id).layout.as_ref()?.fields;
        let field = fields.iter().find(|field| field.name.as_deref() == Some(name))?;
        return Some((name.to_owned(), field.ty));
    }
    let (name, ty) = layout::union_member(types, ty, rest, u64::from(shape.bytes))?;
    Some((name.to_owned(), ty))
}

fn record_name(memory: &Memory<'_>, ty: TypeId) -> String {
    let types = &memory.program.types;
    match types.get(ty) {
        CType::Record(id) => match &types.record(*id).tag {
            Some(tag) => tag.clone(),
            None => types.display(ty),
        },
        _ => types.display(ty),
    }
}

/// A bit vector as C would name it.
pub(super) fn number_name(ty: IntType, model: DataModel) -> String {
    let name = match ty.bits {
        8 => "char",
        bits if bits == model.short => "short",
        bits if bits == model.int => "int",
        bits if bits == model.long && model.native().is_none() => "long",
        64 => "long long",
        128 => "__int128",
        _ => return ty.to_string(),
    };
    if ty.signed { name.to_owned() } else { format!("unsigned {name}") }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn names_are_numbered_when_taken() {
        let mut names = Names::default();
        assert_eq!(names.unique("x"), "x");
        assert_eq!(names.unique("x"), "x#2");
        assert_eq!(names.unique("x#3"), "x#3");
        assert_eq!(names.unique("x"), "x#4");
    }
}
