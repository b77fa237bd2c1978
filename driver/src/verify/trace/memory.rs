//! What pointers that a function is given point to, where nothing else says it: memory that its
//! caller has and nobody initialises is the environment's choice.

use belnap_engine::conclusion::ExecutedPath;
use belnap_frontend::harness::is_harness;
use belnap_ir::cfg::{Cfg, Object, ObjectKind};
use belnap_ir::ids::{CfgVarId, ObjectId};
use belnap_ir::types::Type;

use super::Given;
use super::statement::assigned;
use super::values::State;

/// The cells of such memory that an execution reads, by address.
pub fn contents(cfg: &Cfg, path: &ExecutedPath) -> Vec<Given> {
    let execution = &path.execution;
    let state = State::new(cfg, path);
    let mut objects: Vec<(i128, ObjectId)> =
        execution.addresses.iter().map(|(object, first)| (*first, *object)).collect();
    objects.sort_unstable();
    let later = execution.steps.iter().flat_map(|step| &step.cells);
    let mut cells: Vec<_> = execution.cells.iter().chain(later).collect();
    cells.sort_by_key(|cell| (cell.index, cell.region));
    cells.dedup_by_key(|cell| (cell.index, cell.region));
    let given = cells.into_iter().filter_map(|cell| {
        let (first, object) = objects.iter().rev().find(|(first, _)| *first <= cell.index)?;
        let object = &cfg.objects[*object];
        let place = object.source.as_ref().filter(|line| is_harness(&line.file))?;
        let name = element(cfg, object, cell.region, cell.index - first)?;
        let shown = state.shown(&cfg.variables[cell.region], cell.value);
        Some(Given { name, value: cell.value, shown, place: Some(place.clone()) })
    });
    given.collect()
}

/// An element of an object in C; `None` if it has no name there.
fn element(cfg: &Cfg, object: &Object, region: CfgVarId, offset: i128) -> Option<String> {
    let Type::Array(array) = cfg.type_of(region) else { return None };
    let width = i128::from(array.cell.bits) / 8;
    let name = match object.kind {
        ObjectKind::Heap => {
            let edges = cfg.edges.iter().filter(|edge| edge.source == object.source);
            edges.filter_map(|edge| assigned(&edge.text)).next()?
        }
        _ => object.name.rsplit("::").next()?,
    };
    let is_element = !object.c_type.starts_with("struct") && width > 0 && offset % width == 0;
    // A region of bytes may hold larger numbers.
    let is_whole = width > 1 || object.c_type.contains("char");
    Some(match is_element && is_whole {
        true => format!("{name}[{}]", offset / width),
        false => format!("byte {offset} of {name}"),
    })
}
