//! The state of an execution, step by step, and values as people write them.

use std::collections::HashMap;

use belnap_engine::conclusion::ExecutedPath;
use belnap_evidence::blocks::{Block, blocks};
use belnap_execution::run::{Run, Source};
use belnap_execution::{Execution, StepValues};
use belnap_ir::cfg::{Cfg, Object, ObjectKind, Variable};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgVarId, ObjectId};
use belnap_ir::types::Type;

/// Bytes that an object of unknown size may take.
const ROOM: i128 = 1 << 20;

/// A state of an execution.
pub struct State<'a> {
    cfg: &'a Cfg,
    execution: &'a Execution,
    blocks: Vec<Block>,
    scalars: HashMap<CfgVarId, i128>,
    /// `None` from where it could not be followed: then only what was recorded is known.
    run: Option<Run<'a, Recorded<'a>>>,
}

impl<'a> State<'a> {
    /// The first one.
    pub fn new(cfg: &'a Cfg, path: &'a ExecutedPath) -> Self {
        let execution = &path.execution;
        let blocks = blocks(cfg, &path.edges, execution);
        let scalars = execution.start.iter().map(|one| (one.var, one.value)).collect();
        let all = cfg.variables.keys().filter(|var| !matches!(cfg.type_of(*var), Type::Array(_)));
        let run = Run::new(cfg, Recorded { execution, step: None }, all);
        State { cfg, execution, blocks, scalars, run }
    }

    /// Takes a step.
    pub fn take(&mut self, edge: CfgEdgeId, step: &StepValues) {
        self.scalars.extend(step.scalars.iter().map(|one| (one.var, one.value)));
        if self.run.as_mut().is_some_and(|run| run.take(edge).is_none()) {
            self.run = None;
        }
    }

    /// Whether a step gives a variable the distance between two blocks: the next one allocates, and
    /// takes it from a variable that the program does not have.
    pub fn is_distance(&self, step: usize, var: CfgVarId) -> bool {
        self.cfg.variables[var].name.starts_with('$')
            && self.blocks.iter().any(|block| block.step == step + 1)
    }

    /// The value of a scalar variable, if it is known.
    pub fn of(&self, var: CfgVarId) -> Option<i128> {
        self.scalars.get(&var).copied()
    }

    /// The value of a number or condition, if it is known.
    pub fn value(&mut self, expr: &Expr) -> Option<i128> {
        match (expr, &mut self.run) {
            (Expr::Var(var), None) => self.of(*var),
            (_, Some(run)) => run.value(expr),
            (_, None) => None,
        }
    }

    /// The value of a variable, as people write it.
    pub fn shown(&self, variable: &Variable, value: i128) -> String {
        self.shown_as(&variable.c_type, value)
    }

    /// A value of a C type, as people write it.
    pub fn shown_as(&self, c_type: &str, value: i128) -> String {
        if c_type.contains('*') {
            return self.pointer(value);
        }
        let is_char = matches!(c_type, "char" | "signed char" | "unsigned char");
        match u8::try_from(value) {
            Ok(byte) if is_char && (byte.is_ascii_graphic() || byte == b' ') => {
                format!("{value} ('{}')", char::from(byte))
            }
            _ => value.to_string(),
        }
    }

    /// What an address is the address of.
    fn pointer(&self, value: i128) -> String {
        if value == 0 {
            return "NULL".to_owned();
        }
        let holds = |(id, first): &&(ObjectId, i128)| {
            let size = self.cfg.objects[*id].size.map_or(ROOM, i128::from);
            (*first..=*first + size).contains(&value)
        };
        let found = self.execution.addresses.iter().filter(holds).max_by_key(|(_, first)| *first);
        match found {
            Some((id, first)) => self
                .place_in_block(*id, value)
                .unwrap_or_else(|| place_in(&self.cfg.objects[*id], value - first)),
            None => format!("0x{value:x}"),
        }
    }

    /// The address of a byte of a block, if its line of the program allocates several: these are
    /// numbered.
    fn place_in_block(&self, object: ObjectId, value: i128) -> Option<String> {
        let source = |object: ObjectId| self.cfg.objects[object].source.as_ref();
        let place = source(object)?;
        let here: Vec<&Block> =
            self.blocks.iter().filter(|one| source(one.object) == Some(place)).collect();
        let begins_before = |one: &&&Block| one.object == object && one.address <= value;
        let block = **here.iter().filter(begins_before).max_by_key(|one| one.address)?;
        let number = here.iter().position(|one| **one == block)? + 1;
        let whole = format!("block {number} of {place}");
        (here.len() > 1).then(|| behind(whole, value - block.address))
    }
}

/// The address of a byte of an object, as C writes it.
fn place_in(object: &Object, offset: i128) -> String {
    let name = object.name.rsplit("::").next().unwrap_or(&object.name);
    let name = name.split('#').next().unwrap_or(name);
    let whole = match (object.kind, &object.source) {
        (ObjectKind::Heap, Some(source)) => format!("memory of {source}"),
        (ObjectKind::String | ObjectKind::Function, _) => name.to_owned(),
        _ if object.c_type.contains('[') => name.to_owned(),
        _ => format!("&{name}"),
    };
    let length = object.c_type.rsplit_once('[').and_then(|(_, rest)| rest.split(']').next());
    let length = length.and_then(|length| length.parse::<i128>().ok()).filter(|length| *length > 0);
    match (offset, length, object.size) {
        (1.., Some(length), Some(size)) if offset % (i128::from(size) / length).max(1) == 0 => {
            format!("&{name}[{}]", offset / (i128::from(size) / length).max(1))
        }
        _ => behind(whole, offset),
    }
}

/// The address of a byte behind another.
fn behind(whole: String, offset: i128) -> String {
    match offset {
        0 => whole,
        1 => format!("{whole} + 1 byte"),
        _ => format!("{whole} + {offset} bytes"),
    }
}

/// What an execution left to chance, as it was recorded.
struct Recorded<'a> {
    execution: &'a Execution,
    /// The step that is being taken; `None` before the first.
    step: Option<usize>,
}

impl Source for Recorded<'_> {
    fn leaves_open(&self) -> bool {
        true
    }

    fn takes(&mut self, _edge: CfgEdgeId) {
        self.step = Some(self.step.map_or(0, |step| step + 1));
    }

    fn scalar(&mut self, var: CfgVarId, _version: u32) -> Option<i128> {
        let values = match self.step {
            None => &self.execution.start,
            Some(step) => &self.execution.steps.get(step)?.scalars,
        };
        values.iter().find(|one| one.var == var).map(|one| one.value)
    }

    fn cell(&mut self, region: CfgVarId, _version: u32, index: i128) -> Option<i128> {
        let known = self.step.map_or(0, |step| step + 1).min(self.execution.steps.len());
        let later = self.execution.steps[..known].iter().rev().flat_map(|step| &step.cells);
        let mut all = later.chain(&self.execution.cells);
        all.find(|cell| cell.region == region && cell.index == index).map(|cell| cell.value)
    }

    fn address(&mut self, object: ObjectId) -> Option<i128> {
        let mut all = self.execution.addresses.iter();
        all.find(|(own, _)| *own == object).map(|(_, address)| *address)
    }
}
