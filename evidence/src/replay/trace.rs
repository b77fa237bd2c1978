//! From an execution of the graph that was checked to the inputs of the program as it is.
//!
//! Passes leave out what does not matter, among it inputs. So the whole graph is run once more,
//! with the values of the execution wherever it has some, and zero elsewhere.

use belnap_execution::guided::{Arrived, Unfinished, Values, guided_execution};
use belnap_execution::{CellValue, Execution};
use belnap_frontend::unsupported::VOLATILE;
use belnap_ir::cfg::{
    Approximation, Cfg, Edge, IntegerMode, LocationKind, Operation, Treatment, Variable,
    VariableKind,
};
use belnap_ir::graph::reachable;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, FunctionId, TiVec, ti_vec};
use belnap_ir::property::Formula;
use belnap_ir::span::SourceLine;

use super::contents::Contents;
use super::given::{Given, MOST_ARGUMENTS, arguments as arguments_of};
use super::states::states;
use super::target::{Sign, Target};
use crate::invariants::loop_heads;
use crate::program::SourceProgram;
use belnap_formats::replay::{Head, Input, Local, Replay, is_place};

/// Longest execution that is followed; and if it is to go on behind its end, or others are tried
/// too.
const STEPS: usize = 5_000_000;
const LATER_STEPS: usize = 100_000;

/// Why there is no replay of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreplayed {
    /// It cannot be followed, or not be shown by a run; why.
    Impossible(String),
    /// A run does not show the state in which it ends here; why.
    NotShown(CfgLocId, String),
    /// The whole program, with the same choices, ends elsewhere: there is no such execution.
    Elsewhere,
}

impl<S: Into<String>> From<S> for Unreplayed {
    fn from(reason: S) -> Self {
        Unreplayed::Impossible(reason.into())
    }
}

impl Unreplayed {
    /// Why.
    pub fn text(self) -> String {
        match self {
            Unreplayed::Impossible(reason) | Unreplayed::NotShown(_, reason) => reason,
            Unreplayed::Elsewhere => "the whole program ends elsewhere".to_owned(),
        }
    }
}

/// What is said where something unknown is met.
const NOT_FOLLOWED: &str = "the execution could not be followed in the whole program";

/// The replay of an execution that refutes a property, and where in the program it ends, which is
/// at none of the places `passed`.
///
/// # Errors
/// Why there is none.
pub fn replay(
    program: &Cfg,
    checked: &Cfg,
    property: &Formula,
    (edges, execution): (&[CfgEdgeId], &Execution),
    passed: &[CfgLocId],
    source: &SourceProgram,
) -> Result<(Replay, CfgLocId), Unreplayed> {
    let target = Target::of(program, property)?;
    let steps = if passed.is_empty() { STEPS } else { LATER_STEPS };
    let replay = begin(source, property)?;
    let follow = |given, steps| {
        follow(program, given, &mut target.has_arrived(passed), steps, replay.clone())
    };
    let given = Given::new(program, checked, edges, execution);
    // What the prover chose for memory may be anything where zero is as good; where it is not, the
    // program may go on forever.
    let plain = given.with_zeroed_memory().and_then(|plain| follow(plain, LATER_STEPS).ok());
    let certain = given.certain(checked);
    let found = plain.map_or_else(|| follow(given, steps), Ok);
    // It may be one only where it has its objects; the compiled program shows whether it is right.
    let own = || Given::in_its_layout(program, checked, edges, execution);
    let found = found.or_else(|other| match own().filter(|_| passed.is_empty()) {
        Some(own) => follow(own, LATER_STEPS).map_err(|_| other),
        None => Err(other),
    });
    let (mut replay, path) = match found {
        Err(Unreplayed::Elsewhere) if passed.is_empty() => {
            // Only if no choice that is missing here could have led to the end.
            let sure = follow(certain, steps).err() == Some(Unreplayed::Elsewhere);
            return Err(if sure { Unreplayed::Elsewhere } else { NOT_FOLLOWED.into() });
        }
        // There need not be another state that violates the property.
        Err(Unreplayed::Elsewhere) => return Err(NOT_FOLLOWED.into()),
        found => found?,
    };
    let end = last(program, &path);
    let not_shown = |reason| Unreplayed::NotShown(end, reason);
    if let Some(of) = &source.product {
        replay.states = states(of, program, &path).map_err(not_shown)?;
        return Ok((replay, end));
    }
    match target.place(end).map_err(not_shown)? {
        Sign::Own => {}
        Sign::Label(label) => replay.label = Some(label),
        Sign::Watch(watch) => replay.watch = Some(watch),
    }
    Ok((replay, end))
}

/// A replay of which only the program and the property are known.
fn begin(source: &SourceProgram, property: &Formula) -> Result<Replay, String> {
    let replay = Replay::new(source.to_replay()?, property);
    Ok(match &source.product {
        Some(of) => replay.of_linear(&of.path),
        None => replay,
    })
}

/// Where a path ends.
fn last(program: &Cfg, path: &[CfgEdgeId]) -> CfgLocId {
    path.last().map_or(program.entry, |edge| program.edges[*edge].to)
}

/// The replay of the only execution of a program, which ends and does not refute a property.
///
/// # Errors
/// Why there is none.
pub fn follow_to_end(
    program: &Cfg,
    property: &Formula,
    source: &SourceProgram,
) -> Result<Replay, String> {
    let target = Target::of(program, property)?;
    let mut ended =
        |at: CfgLocId, _: &mut Values<'_>| program.locations[at].kind == LocationKind::Halted;
    let replay = begin(source, property)?;
    let (mut replay, _) = follow(program, Given::nothing(program), &mut ended, STEPS, replay)
        .map_err(Unreplayed::text)?;
    replay.ends = true;
    replay.label = target.label()?;
    Ok(replay)
}

/// The replay of an execution that comes to the head of a loop again and again, as often as these
/// edges do.
///
/// # Errors
/// Why there is none.
pub fn rounds(
    program: &Cfg,
    checked: &Cfg,
    property: &Formula,
    head: CfgLocId,
    (edges, execution): (&[CfgEdgeId], &Execution),
    source: &SourceProgram,
) -> Result<Replay, String> {
    let whole = whole_head(program, checked, head)?;
    let ends = edges.iter().map(|edge| checked.edges[*edge].to);
    let times = std::iter::once(checked.entry).chain(ends).filter(|at| *at == head).count();
    let mut left = times;
    let mut is_last = |at: CfgLocId, _: &mut Values<'_>| {
        left -= usize::from(at == whole);
        left == 0
    };
    let given = Given::new(program, checked, edges, execution);
    let replay = begin(source, property)?;
    let (mut replay, _) =
        follow(program, given, &mut is_last, STEPS, replay).map_err(Unreplayed::text)?;
    let location = &program.locations[whole];
    let place = location.source.as_ref().ok_or("the place of the loop is not known")?;
    replay.head = Some(Head {
        file: place.file.clone(),
        line: place.line,
        label: location.labels.first().cloned(),
        times: u32::try_from(times).map_err(|_| "it takes too many rounds")?,
    });
    Ok(replay)
}

/// The head in the whole program of a loop of the graph that was checked; `Err` says why it is not
/// known.
pub fn whole_head(program: &Cfg, checked: &Cfg, head: CfgLocId) -> Result<CfgLocId, String> {
    let location = &checked.locations[head];
    let place = location.source.as_ref().ok_or("the place of the loop is not known")?;
    if heads(checked).iter().filter(|at| is_at(checked, **at, place)).count() > 1 {
        return Err(format!("there are several loops at {place}, or copies of one"));
    }
    head_of_loop(program, place)
}

/// The head of the loop to which a line belongs. Passes may have made a later line of the loop its
/// head. Only of a single one it is certain which loop of the source it is, and how often it is
/// met.
fn head_of_loop(program: &Cfg, place: &SourceLine) -> Result<CfgLocId, String> {
    let heads = heads(program);
    let mut found: Vec<CfgLocId> =
        heads.iter().copied().filter(|at| is_at(program, *at, place)).collect();
    if found.is_empty() {
        let on_line = |at: &CfgLocId| is_at(program, *at, place);
        found.extend(heads.iter().copied().filter(|at| on_loop(program, *at).iter().any(on_line)));
    }
    let line = |at: CfgLocId| program.locations[at].source.as_ref();
    match found[..] {
        [one] if heads.iter().filter(|at| line(**at) == line(one)).count() == 1 => Ok(one),
        [] => Err(format!("there is no loop at {place} in the whole program")),
        _ => Err(format!("there are several loops at {place}, or copies of one")),
    }
}

fn is_at(cfg: &Cfg, at: CfgLocId, place: &SourceLine) -> bool {
    cfg.locations[at].source.as_ref() == Some(place)
}

/// The locations from which one can come to the head of a loop, and to which one can from there.
fn on_loop(cfg: &Cfg, head: CfgLocId) -> Vec<CfgLocId> {
    let reached = |forwards: bool| {
        let mut next: TiVec<CfgLocId, Vec<CfgLocId>> = ti_vec![Vec::new(); cfg.locations.len()];
        for edge in &cfg.edges {
            let (from, to) = if forwards { (edge.from, edge.to) } else { (edge.to, edge.from) };
            next[from].push(to);
        }
        reachable(cfg.locations.len(), [head], |at| next[at].iter().copied())
    };
    let (after, before) = (reached(true), reached(false));
    cfg.locations.keys().filter(|at| after[*at] && before[*at]).collect()
}

/// The heads of all loops but those of programs that have ended.
fn heads(cfg: &Cfg) -> Vec<CfgLocId> {
    let mut all = loop_heads(cfg);
    let stays = cfg.edges.iter().filter(|edge| edge.from == edge.to).map(|edge| edge.to);
    all.extend(stays.filter(|at| cfg.locations[*at].kind == LocationKind::Normal));
    all.sort_unstable();
    all.dedup();
    all
}

/// The execution of the whole program with the given choices, and its path.
fn follow(
    program: &Cfg,
    mut given: Given<'_>,
    arrived: &mut Arrived<'_>,
    steps: usize,
    mut replay: Replay,
) -> Result<(Replay, Vec<CfgEdgeId>), Unreplayed> {
    if program.machine.integers == IntegerMode::Mathematical {
        return Err("machines have no unbounded integers".into());
    }
    let (path, run) = match guided_execution(program, &mut given, arrived, steps) {
        Ok(found) => found,
        Err(Unfinished::Elsewhere) => return Err(Unreplayed::Elsewhere),
        Err(Unfinished::Open) => return Err(NOT_FOLLOWED.into()),
        Err(Unfinished::Long) => {
            return Err(
                format!("the execution of the whole program has more than {steps} steps").into()
            );
        }
    };
    let contents = Contents::of(program, &path, &run);
    add_inputs(program, &path, &run, &contents, &mut replay)?;
    let mut cells = run.steps.iter().flat_map(|step| &step.cells).chain(&run.cells);
    cells.try_for_each(|cell| contents.add(*cell, &mut replay))?;
    replay.allocations.iter_mut().for_each(|one| one.bytes.retain(|_, byte| *byte != 0));
    replay.allocations.retain(|one| !one.bytes.is_empty());
    replay.arrays.retain(|array| array.cells.values().any(|value| *value != 0));
    replay.locals.retain(|local| local.values.iter().any(|value| *value != 0));
    replay.arguments = arguments(program, &run)?;
    Ok((replay, path))
}

/// Adds what the environment chooses on the way: inputs, and contents of what is declared.
fn add_inputs(
    program: &Cfg,
    path: &[CfgEdgeId],
    run: &Execution,
    contents: &Contents<'_>,
    replay: &mut Replay,
) -> Result<(), Unreplayed> {
    for (at, (edge, step)) in path.iter().zip(&run.steps).enumerate() {
        let edge = &program.edges[*edge];
        if !matches!(edge.operation, Operation::Nondet(_)) {
            continue;
        }
        if let Some(place) = volatile_read(program, path[at]) {
            return Err(
                format!("a volatile object is read at {place}, and no run decides what").into()
            );
        }
        let next = path.get(at + 1).map(|next| &program.edges[*next].operation);
        let mut values = Vec::new();
        for one in &step.scalars {
            match next
                .filter(|_| !assigns(&edge.text, ""))
                .and_then(|next| contents.find_chosen_cell(next, one))
            {
                Some(cell) => add_declared(contents, cell, replay)?,
                None => values.push((one.var, one.value)),
            }
        }
        add_choice(program, edge, values, replay)?;
    }
    Ok(())
}

/// Where a volatile object is read on an edge, if one is.
fn volatile_read(cfg: &Cfg, edge: CfgEdgeId) -> Option<String> {
    let mut entries = cfg.ledger.iter().filter(|entry| entry.construct == VOLATILE);
    let is_read = |entry: &&Approximation| {
        entry.treatment == Treatment::Nondet && entry.edges.binary_search(&edge).is_ok()
    };
    let source = entries.find(is_read)?.source.as_ref();
    Some(source.map_or_else(|| "some place".to_owned(), ToString::to_string))
}

/// What the environment chose on an edge.
fn add_choice(
    cfg: &Cfg,
    edge: &Edge,
    values: Vec<(CfgVarId, i128)>,
    replay: &mut Replay,
) -> Result<(), String> {
    let place = edge.source.as_ref().map(ToString::to_string).unwrap_or_default();
    let declared = |(var, _): &(CfgVarId, i128)| is_declared(&cfg.variables[*var], &edge.text);
    if values.iter().all(declared) {
        for (var, value) in values {
            let variable = &cfg.variables[var];
            let name = variable.c_name.as_deref().unwrap_or_default();
            if is_place(name) {
                add_local(variable.source.as_ref(), name, value, replay);
            } else if value != 0 {
                return Err(format!("{name} at {place}, not initialised, must be {value}"));
            }
        }
        return Ok(());
    }
    match values[..] {
        [] => Ok(()),
        [(_, value)] => {
            replay.inputs.push(Input { value, place: format!("{place}  {}", edge.text) });
            Ok(())
        }
        _ => Err(format!("several values are chosen at once at {place}")),
    }
}

/// Whether the statement with this text, which gives a variable an arbitrary value, declares it
/// without an initialiser. A local variable gets an input only by an assignment.
fn is_declared(variable: &Variable, text: &str) -> bool {
    let name = variable.c_name.as_deref().unwrap_or_default();
    variable.kind == VariableKind::Local && !assigns(text, name)
}

/// Whether a statement with this text gives a variable of this name a value.
fn assigns(text: &str, name: &str) -> bool {
    match text.strip_suffix('…') {
        // A long text is cut, maybe before what is assigned; several declarations stand together.
        Some(text) => text.contains(['(', '=']) || !text.contains(';') && text.len() >= name.len(),
        None => text.contains(['(', '=']),
    }
}

/// What a cell of a variable in memory holds that has just been declared.
fn add_declared(
    contents: &Contents<'_>,
    cell: CellValue,
    replay: &mut Replay,
) -> Result<(), String> {
    match contents.variable_of(cell) {
        Some((source, name)) => {
            add_local(Some(source), name, cell.value, replay);
            Ok(())
        }
        None => contents.add(cell, replay),
    }
}

fn add_local(source: Option<&SourceLine>, name: &str, value: i128, replay: &mut Replay) {
    let (file, line) = source.map_or_else(Default::default, |at| (at.file.clone(), at.line));
    let same = |local: &&mut Local| local.file == file && local.line == line && local.name == name;
    match replay.locals.iter_mut().find(same) {
        Some(local) => local.values.push(value),
        None => {
            replay.locals.push(Local { file, line, name: name.to_owned(), values: vec![value] })
        }
    }
}

/// How many arguments the program gets, where it looks at their number.
fn arguments(cfg: &Cfg, run: &Execution) -> Result<u32, String> {
    let parameters = &cfg.functions[FunctionId(0)].parameters;
    for one in &run.start {
        match parameters.iter().position(|parameter| *parameter == one.var) {
            Some(0) if arguments_of(one.value) <= MOST_ARGUMENTS => {
                return Ok(arguments_of(one.value) as u32 - 1);
            }
            Some(0) => return Err(format!("it would need {} arguments", one.value)),
            _ => {}
        }
    }
    Ok(0)
}
