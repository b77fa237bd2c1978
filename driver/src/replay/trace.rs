//! From an execution of the graph that was checked to the inputs of the program as it is.
//!
//! Passes leave out what does not matter, among it inputs. So the whole graph is run once more,
//! with the values of the execution wherever it has some, and zero elsewhere.

use std::collections::{HashMap, VecDeque};

use belnap_ir::cfg::{Cfg, IntegerMode, LocationKind, Operation, VariableKind};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId};
use belnap_ir::property::{Along, Atom, Formula, Quantifier};
use belnap_ir::span::SourceLine;
use belnap_solver::path::{Choices, Execution, guided_execution};

use super::document::{Input, Label, Local, Program, Replay, is_identifier};

/// Longest execution that is followed.
const STEPS: usize = 5_000_000;

/// Where an input stands: the line and the variable.
type Site = (Option<SourceLine>, String);

/// The replay of an execution that refutes a property; `Err` says why there is none.
pub fn replay(
    program: &Cfg,
    checked: &Cfg,
    property: &Formula,
    (edges, execution): (&[CfgEdgeId], &Execution),
    source: Program,
) -> Result<Replay, String> {
    if program.machine.integers == IntegerMode::Mathematical {
        return Err("machines have no unbounded integers".to_owned());
    }
    let target = Target::of(property).ok_or("a run does not show that this property fails")?;
    let mut given = Given::new(program, checked, edges, execution);
    let is_target = |at: CfgLocId| target.is_at(program, at);
    let (path, run) = guided_execution(program, &mut given, &is_target, STEPS)
        .ok_or("the execution could not be followed in the whole program")?;
    let mut replay = Replay::new(source);
    for (edge, step) in path.iter().zip(&run.steps) {
        if matches!(program.edges[edge.index()].operation, Operation::Nondet(_)) {
            let values = step.scalars.iter().map(|one| (one.var, one.value));
            add_choice(program, *edge, values.collect(), &mut replay)?;
        }
        if step.cells.iter().any(|cell| cell.value != 0) {
            return Err("memory that nothing initialises must not be zero".to_owned());
        }
    }
    if run.cells.iter().any(|cell| cell.value != 0) {
        return Err("memory that nothing initialises must not be zero".to_owned());
    }
    replay.locals.retain(|local| local.values.iter().any(|value| *value != 0));
    replay.arguments = arguments(program, &run)?;
    let end = path.last().map_or(program.entry, |edge| program.edges[edge.index()].to);
    replay.label = target.label(program, end)?;
    Ok(replay)
}

/// What the environment chose on an edge.
fn add_choice(
    cfg: &Cfg,
    edge: CfgEdgeId,
    values: Vec<(CfgVarId, i128)>,
    replay: &mut Replay,
) -> Result<(), String> {
    let edge = &cfg.edges[edge.index()];
    let place = edge.source.as_ref().map(ToString::to_string).unwrap_or_default();
    // A declaration without an initialiser; a local variable gets an input only by an assignment.
    let is_local = |var: &CfgVarId| cfg.variables[var.index()].kind == VariableKind::Local;
    if !edge.text.contains(['(', '=']) && values.iter().all(|(var, _)| is_local(var)) {
        for (var, value) in values {
            let variable = &cfg.variables[var.index()];
            let name = variable.c_name.as_deref().unwrap_or_default();
            if is_identifier(name) {
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
    let parameters = &cfg.functions[0].parameters;
    for one in &run.start {
        match parameters.iter().position(|parameter| *parameter == one.var) {
            Some(0) if (1..1000).contains(&one.value) => return Ok(one.value as u32 - 1),
            Some(0) => return Err(format!("a program cannot have {} arguments", one.value)),
            _ => {}
        }
    }
    Ok(0)
}

/// What is reached.
enum Target<'a> {
    Failure,
    Label(&'a str),
    Function(&'a str),
}

impl<'a> Target<'a> {
    fn of(property: &'a Formula) -> Option<Target<'a>> {
        let Formula::Along(Quantifier::Forall, Along::Globally, body) = property else {
            return None;
        };
        let Formula::Not(avoided) = &**body else { return None };
        match &**avoided {
            Formula::Atom(Atom::Failed, _) => Some(Target::Failure),
            Formula::Atom(Atom::At { label, procedure: None }, _) => Some(Target::Label(label)),
            Formula::Atom(Atom::Enter(function), _) => Some(Target::Function(function)),
            _ => None,
        }
    }

    fn is_at(&self, cfg: &Cfg, at: CfgLocId) -> bool {
        let location = &cfg.locations[at.index()];
        match self {
            Target::Failure => location.kind == LocationKind::Failed,
            Target::Label(label) => location.labels.iter().any(|own| own == label),
            Target::Function(function) => location.enters.as_deref() == Some(function),
        }
    }

    fn label(&self, cfg: &Cfg, at: CfgLocId) -> Result<Option<Label>, String> {
        match self {
            Target::Failure | Target::Function("reach_error" | "__VERIFIER_error") => Ok(None),
            Target::Function(function) => {
                Err(format!("a run does not show that {function} begins"))
            }
            Target::Label(name) => {
                let source = cfg.locations[at.index()].source.as_ref();
                let source = source.ok_or("the place of the label is not known")?;
                let (file, line) = (source.file.clone(), source.line);
                Ok(Some(Label { file, line, name: (*name).to_owned() }))
            }
        }
    }
}

/// The choices of an execution of another graph of the same program.
struct Given<'a> {
    cfg: &'a Cfg,
    start: HashMap<String, i128>,
    chosen: HashMap<Site, VecDeque<i128>>,
    cells: HashMap<(String, i128), i128>,
}

impl<'a> Given<'a> {
    fn new(cfg: &'a Cfg, checked: &Cfg, edges: &[CfgEdgeId], execution: &Execution) -> Self {
        let name = |var: CfgVarId| checked.variables[var.index()].name.clone();
        let start = execution.start.iter().map(|one| (name(one.var), one.value)).collect();
        let mut chosen: HashMap<Site, VecDeque<i128>> = HashMap::new();
        let mut cells = HashMap::new();
        for cell in execution.steps.iter().flat_map(|step| &step.cells).chain(&execution.cells) {
            cells.insert((name(cell.region), cell.index), cell.value);
        }
        for (edge, step) in edges.iter().zip(&execution.steps) {
            let edge = &checked.edges[edge.index()];
            if matches!(edge.operation, Operation::Nondet(_)) {
                for one in &step.scalars {
                    let site = (edge.source.clone(), name(one.var));
                    chosen.entry(site).or_default().push_back(one.value);
                }
            }
        }
        Given { cfg, start, chosen, cells }
    }
}

impl Choices for Given<'_> {
    fn scalar(&mut self, edge: Option<CfgEdgeId>, var: CfgVarId) -> i128 {
        let name = &self.cfg.variables[var.index()].name;
        match edge {
            None => self.start.get(name).copied().unwrap_or(0),
            Some(edge) => {
                let site = (self.cfg.edges[edge.index()].source.clone(), name.clone());
                self.chosen.get_mut(&site).and_then(VecDeque::pop_front).unwrap_or(0)
            }
        }
    }

    fn cell(&mut self, region: CfgVarId, index: i128) -> i128 {
        let name = self.cfg.variables[region.index()].name.clone();
        self.cells.get(&(name, index)).copied().unwrap_or(0)
    }
}
