//! Whether what is printed by a format is also counted (`%n`): known once calls are inlined, since
//! formats usually are literals that are passed on.

use rustc_hash::FxHashMap;

use crate::format;
use crate::mir::{Base, Havoc, ObjectId, Op, Program, Storage, Value};
use crate::unsupported::LIBRARY_FUNCTION;

/// Replaces every [`Op::Print`].
pub(super) fn resolve(program: &mut Program) {
    let texts = texts(program);
    let model = program.types.model();
    let ledger = &program.ledger;
    let bodies = program.functions.iter_mut().filter_map(|function| function.body.as_mut());
    for step in bodies.flat_map(|body| body.edges.iter_mut().map(|edge| &mut edge.step)) {
        let Op::Print { format, pointers } = &mut step.op else { continue };
        let counts = text(&texts, format).and_then(|text| format::find_counts(&text, model));
        if counts.is_some_and(|counts| counts.is_empty()) || pointers.is_empty() {
            step.op = Op::Skip;
            step.notes.retain(|note| ledger[*note].construct != LIBRARY_FUNCTION);
        } else {
            step.op = Op::HavocReachable(Havoc::Unknown, std::mem::take(pointers));
        }
    }
}

/// The characters of string literals.
fn texts(program: &Program) -> FxHashMap<ObjectId, FxHashMap<i64, char>> {
    let mut texts: FxHashMap<ObjectId, FxHashMap<i64, char>> = FxHashMap::default();
    for (index, object) in program.objects.iter().enumerate() {
        if object.storage == Storage::String {
            texts.insert(ObjectId(index as u32), FxHashMap::default());
        }
    }
    for step in &program.initial {
        let Op::Assign(cell, Value::Int(unit, _)) = &step.op else { continue };
        if let Base::Object(object) = cell.address.base
            && let Some(text) = texts.get_mut(&object)
        {
            text.insert(cell.address.offset, char::from(*unit as u8));
        }
    }
    texts
}

/// The text of a format that is a literal.
fn text(texts: &FxHashMap<ObjectId, FxHashMap<i64, char>>, format: &Value) -> Option<Vec<char>> {
    let Value::Address(address) = format else { return None };
    let Base::Object(object) = address.base else { return None };
    let text = texts.get(&object).filter(|_| address.terms.is_empty())?;
    let units = (address.offset..).map(|at| text.get(&at).copied().unwrap_or('\0'));
    Some(units.take_while(|&unit| unit != '\0').collect())
}
