//! What memory must hold that nothing initialises.
//!
//! A region of the graph has cells by address, or by index if it is an array whose address nobody
//! takes. An address belongs to a variable that the program declares, or to what a call of an
//! allocating function gives: such calls are counted.

use std::collections::BTreeMap;

use belnap_execution::layout::ROOM;
use belnap_execution::{CellValue, Execution, ScalarValue};
use belnap_ir::cfg::{Cfg, DataModel, ObjectKind, Operation};
use belnap_ir::expr::{BinaryOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgVarId, ObjectId, ScopeId};
use belnap_ir::span::SourceLine;

use crate::blocks::{Block, blocks};
use crate::c_text::words;
use belnap_formats::replay::ALLOCATING;
use belnap_formats::replay::{Allocation, Array, Replay, is_place};
use belnap_ir::c_tokens::is_identifier;

/// What is said where a value can go nowhere.
const NOWHERE: &str = "memory that nothing initialises must not be zero";

/// Where the memory of an execution is.
pub struct Contents<'a> {
    cfg: &'a Cfg,
    /// The first addresses of objects, ascending.
    objects: Vec<(i128, ObjectId)>,
    calls: Vec<Call>,
}

/// A call of an allocating function.
struct Call {
    function: &'static str,
    place: Option<SourceLine>,
    /// The address that it gives.
    address: i128,
    /// How many bytes it is asked for.
    size: i128,
    /// The address of what is moved, if it moves something.
    old: Option<i128>,
}

impl<'a> Contents<'a> {
    /// Of an execution of a graph.
    pub fn of(cfg: &'a Cfg, path: &[CfgEdgeId], run: &Execution) -> Self {
        let mut objects: Vec<(i128, ObjectId)> =
            run.addresses.iter().map(|(object, address)| (*address, *object)).collect();
        objects.sort_unstable();
        let mut contents = Contents { cfg, objects, calls: Vec::new() };
        contents.count_calls(path, run);
        contents
    }

    /// Finds the calls of allocating functions, and what each gives.
    fn count_calls(&mut self, path: &[CfgEdgeId], run: &Execution) {
        let cfg = self.cfg;
        let mut blocks = blocks(cfg, path, run).into_iter().peekable();
        let mut arguments: BTreeMap<(ScopeId, &str), i128> = BTreeMap::new();
        // The function that has been called, until it has allocated.
        let mut called: Option<(&'static str, ScopeId)> = None;
        for (number, (edge, step)) in path.iter().zip(&run.steps).enumerate() {
            let edge = &cfg.edges[*edge];
            for one in &step.scalars {
                let variable = &cfg.variables[one.var];
                if let (Some(scope), Some(name)) = (variable.scope, &variable.c_name) {
                    arguments.insert((scope, name), one.value);
                }
            }
            match (blocks.next_if(|block| block.step == number), called) {
                (Some(Block { address, .. }), Some((function, scope))) => {
                    let argument = |name| arguments.get(&(scope, name)).copied();
                    let place = cfg.scopes[scope].call.clone();
                    let (size, old) = (argument("size").unwrap_or_default(), argument("old"));
                    let size = size.saturating_mul(argument("count").unwrap_or(1));
                    self.calls.push(Call { function, place, address, size, old });
                    called = None;
                }
                // No function of the graph is entered for it.
                (Some(Block { object, address, .. }), None) if self.is_of_alloca(object) => {
                    let size = cfg.objects[object].size.unwrap_or(ROOM).into();
                    let (function, place) = ("alloca", edge.source.clone());
                    self.calls.push(Call { function, place, address, size, old: None });
                }
                _ => {}
            }
            let to = &cfg.locations[edge.to];
            let entered = ALLOCATING.iter().find(|name| to.enters.as_deref() == Some(name));
            called = entered.map(|function| (*function, to.scope)).or(called);
        }
    }

    /// Whether `alloca` gives an object.
    fn is_of_alloca(&self, object: ObjectId) -> bool {
        self.cfg.objects[object].name.starts_with("alloca()")
    }

    /// The cell to which an operation copies a value that was chosen for it.
    pub fn find_chosen_cell(
        &self,
        operation: &Operation,
        chosen: &ScalarValue,
    ) -> Option<CellValue> {
        let Operation::Assign(changes) = operation else { return None };
        changes.iter().find_map(|(region, expr)| {
            let mut at = expr;
            while let Expr::Write(operands) = at {
                if operands[2] == Expr::Var(chosen.var) {
                    let index = self.address(&operands[1])?;
                    return Some(CellValue { region: *region, index, value: chosen.value });
                }
                at = &operands[0];
            }
            None
        })
    }

    /// The address that an expression is, if it is some bytes behind that of an object.
    fn address(&self, expr: &Expr) -> Option<i128> {
        match expr {
            Expr::Address(object) => {
                self.objects.iter().find(|(_, own)| own == object).map(|(address, _)| *address)
            }
            Expr::Binary(BinaryOp::Add, operands) => match &operands[1] {
                Expr::Int(offset, _) => Some(self.address(&operands[0])? + offset),
                _ => None,
            },
            _ => None,
        }
    }

    /// The variable that a cell is the whole of, and where it is declared.
    pub fn variable_of(&self, cell: CellValue) -> Option<(&'a SourceLine, &'a str)> {
        let (_, object) = self.objects.iter().find(|(address, _)| *address == cell.index)?;
        let object = &self.cfg.objects[*object];
        let name = plain_name(&object.name);
        let width = width(self.cfg, cell.region)?;
        let is_whole = object.kind == ObjectKind::Local && object.size == Some(width.into());
        let is_number = !object.c_type.contains(['[', '{']) && !is_record(&object.c_type);
        let is_named = is_whole && is_number && is_identifier(name);
        Some((object.source.as_ref().filter(|_| is_named)?, name))
    }

    /// Adds what a cell holds that nothing has written.
    ///
    /// # Errors
    /// Why the cell cannot be given its value in a replay.
    pub fn add(&self, cell: CellValue, replay: &mut Replay) -> Result<(), String> {
        let added = match self.cfg.variables[cell.region].is_by_address() {
            true => self.add_at(cell, replay),
            false => self.add_element(cell, replay),
        };
        match added {
            Some(added) => added,
            None if cell.value == 0 => Ok(()),
            None => Err(NOWHERE.to_owned()),
        }
    }

    /// A cell by its address; `None` if it is not known what is there.
    fn add_at(&self, cell: CellValue, replay: &mut Replay) -> Option<Result<(), String>> {
        let width = width(self.cfg, cell.region)?;
        let after = self.objects.partition_point(|(address, _)| *address <= cell.index);
        let (address, object) = self.objects[after.checked_sub(1)?];
        let object = &self.cfg.objects[object];
        if object.kind == ObjectKind::Heap {
            return self.add_allocated(cell, width, replay);
        }
        let offset = u64::try_from(cell.index - address).ok()?;
        let inside = object.size.is_some_and(|size| offset + u64::from(width) <= size);
        let name = plain_name(&object.name);
        let place = object.source.as_ref()?;
        if object.kind != ObjectKind::Local || !inside || !is_identifier(name) {
            return None;
        }
        if offset.is_multiple_of(width.into()) {
            let (index, value) = (offset / u64::from(width), cell.value);
            return Some(add_cell(replay, place, name, width, index, value));
        }
        let mut bytes = bytes(cell.value, width).zip(offset..);
        Some(bytes.try_for_each(|(byte, at)| add_cell(replay, place, name, 1, at, byte)))
    }

    /// A cell of what an allocating function gives.
    fn add_allocated(
        &self,
        cell: CellValue,
        width: u8,
        replay: &mut Replay,
    ) -> Option<Result<(), String>> {
        let is_in = |from: i128, size: i128| {
            from <= cell.index && cell.index + i128::from(width) <= from.saturating_add(size)
        };
        let gives = |call: &Call| is_in(call.address, call.size);
        // What is moved to a larger place has other memory behind the end that it had.
        let moves = |call: &Call| call.old.is_some_and(|old| is_in(old, call.size));
        let mut calls = self.calls.iter();
        let at = calls.position(gives).or_else(|| self.calls.iter().position(moves))?;
        let call = &self.calls[at];
        let from = call.old.filter(|_| !gives(call)).unwrap_or(call.address);
        let offset = u64::try_from(cell.index - from).ok()?;
        let number = at as u64 + 1;
        let place = match replay.allocations.binary_search_by_key(&number, |one| one.number) {
            Ok(place) => place,
            Err(place) => {
                let source = call.place.as_ref().map(ToString::to_string).unwrap_or_default();
                let (function, bytes) = (call.function.to_owned(), BTreeMap::new());
                let new = Allocation { number, function, place: source, bytes };
                replay.allocations.insert(place, new);
                place
            }
        };
        let known = &mut replay.allocations[place].bytes;
        for (byte, at) in bytes(cell.value, width).zip(offset..) {
            if known.insert(at, byte).is_some_and(|other| other != byte) {
                return Some(Err(format!("byte {at} of an allocation must be two things")));
            }
        }
        Some(Ok(()))
    }

    /// A cell of an array by its index; `None` if it is not known which that is.
    fn add_element(&self, cell: CellValue, replay: &mut Replay) -> Option<Result<(), String>> {
        let variable = &self.cfg.variables[cell.region];
        let width = width(self.cfg, cell.region)?;
        let index = u64::try_from(cell.index).ok()?;
        // `a[].x` is a part of an element; that elements are the last part is not said.
        let (name, index) = match plain_name(&variable.name).split_once("[]") {
            Some((array, part)) => (format!("{array}[{index}]{part}"), 0),
            None => (plain_name(&variable.name).to_owned(), index),
        };
        let place = variable.source.as_ref().filter(|_| is_place(&name))?;
        Some(add_cell(replay, place, &name, width, index, cell.value))
    }
}

/// Whether a type, as C writes it, is a structure or a union; of a name for one that is not seen.
fn is_record(c_type: &str) -> bool {
    words(c_type).any(|(_, word)| ["struct", "union"].contains(&word)) && !c_type.contains('*')
}

/// Bytes of a cell of a region, if it is a number of its own: bit-fields are not, and begin
/// anywhere in the bytes that hold them.
fn width(cfg: &Cfg, region: CfgVarId) -> Option<u8> {
    let variable = &cfg.variables[region];
    let bits = variable.ty.as_array()?.cell.bits;
    let is_whole = !variable.name.contains('@')
        && bits_of(&variable.c_type, cfg.machine.data_model) == Some(bits);
    is_whole.then_some(bits / 8)
}

/// The bits of a number, a pointer or an enumeration, by its type as the frontend writes it.
fn bits_of(c_type: &str, model: DataModel) -> Option<u8> {
    let plain = c_type.trim_start_matches("unsigned ").trim_start_matches("signed ");
    match plain {
        _ if plain.contains('*') => Some(model.pointer),
        "long" => Some(model.long),
        "char" | "_Bool" => Some(8),
        "short" => Some(model.short),
        "int" => Some(model.int),
        "float" => Some(32),
        "long long" => Some(model.long_long),
        "double" => Some(64),
        _ if plain.starts_with("enum") => Some(model.int),
        _ => None,
    }
}

/// The bytes of a number, the lowest first.
fn bytes(value: i128, width: u8) -> impl Iterator<Item = i128> {
    value.to_le_bytes().into_iter().take(width.into()).map(i128::from)
}

/// A name without the function that it is local to, and without what tells copies of that apart.
fn plain_name(name: &str) -> &str {
    let own = name.rsplit("::").next().unwrap_or_default();
    own.split('#').next().unwrap_or_default()
}

/// Adds what a cell of a variable, or of a part of it, holds.
fn add_cell(
    replay: &mut Replay,
    place: &SourceLine,
    name: &str,
    width: u8,
    index: u64,
    value: i128,
) -> Result<(), String> {
    let same = |array: &&mut Array| {
        array.file == place.file
            && array.line == place.line
            && array.name == name
            && array.width == Some(width)
    };
    let array = match replay.arrays.iter_mut().find(same) {
        Some(array) => array,
        None => {
            let (file, line, name) = (place.file.clone(), place.line, name.to_owned());
            let cells = BTreeMap::new();
            replay.arrays.push(Array { file, line, name, width: Some(width), cells });
            replay.arrays.last_mut().expect("one was added")
        }
    };
    match array.cells.insert(index, value) {
        Some(other) if other != value => {
            Err(format!("{name}[{index}], not initialised, must be {other} and then {value}"))
        }
        _ => Ok(()),
    }
}
