//! Executions that the refiner found, run by the interpreter.

use belnap_execution::Execution;
use belnap_formats::condition::{self, Names};
use belnap_ir::cfg::{Cfg, LocationKind, Operation};
use belnap_ir::ids::{CfgEdgeId, ScopeId};
use belnap_ir::property::{Along, Atom, Formula, Quantifier};

use crate::abstraction::explored::prefix;
use crate::interpret::{Enabled, Interpreter, Layout, State, Value};

/// Runs an execution on its graph, which has no objects and no calls; says what is wrong unless it
/// follows its path, is where properties are judged before its end, and ends in a state that
/// refutes the property. One that relies on what is unknown has the values there that it says;
/// whether it refutes the property whatever these are is for others to say, those who compare
/// verdicts with all executions of the graph.
pub fn replay(
    cfg: &Cfg,
    property: &Formula,
    edges: &[CfgEdgeId],
    execution: &Execution,
) -> Result<(), String> {
    let layout = Layout::new(cfg, 0).map_err(|error| error.to_string())?;
    let interpreter = Interpreter::new(cfg, layout);
    let mut state = interpreter.initial(&mut |asked| Value::zero(asked.variable.ty));
    let number = |state: &State, var: belnap_ir::ids::CfgVarId| match &state.values[var.index()] {
        Value::Bool(truth) => Some(i128::from(*truth)),
        value => value.as_int(),
    };
    for one in &execution.start {
        state.values[one.var.index()] = Value::number(one.value, cfg.type_of(one.var));
    }
    for cell in &execution.cells {
        set_cell(&mut state, cell);
    }
    if edges.len() < prefix(cfg) as usize {
        return Err("it ends before the property is judged".to_owned());
    }
    if edges.len() != execution.steps.len() {
        return Err("it has another number of steps than its path".to_owned());
    }
    for (at, (edge, step)) in edges.iter().zip(&execution.steps).enumerate() {
        let Enabled::Edges(exist, unknown) = interpreter.enabled(&state) else {
            return Err(format!("it ended before step {at}"));
        };
        let relies = execution.relies_on_unknown;
        if !(exist.contains(edge) || relies && unknown.contains(edge)) {
            return Err(format!("step {at} does not exist"));
        }
        if !relies && matches!(cfg.edges[*edge].operation, Operation::Unknown(_)) {
            return Err(format!("step {at} is unknown"));
        }
        let mut supply = |asked: &crate::interpret::Asked<'_>| {
            let mut given = step.scalars.iter();
            let named = |var: belnap_ir::ids::CfgVarId| {
                std::ptr::eq(&raw const cfg.variables[var], asked.variable)
            };
            let value = given.find(|one| named(one.var)).map_or(0, |one| one.value);
            Value::number(value, asked.variable.ty)
        };
        interpreter
            .step(&mut state, *edge, &mut supply)
            .map_err(|fault| format!("step {at}: {fault:?}"))?;
        for cell in &step.cells {
            set_cell(&mut state, cell);
        }
        for one in &step.scalars {
            if number(&state, one.var) != Some(one.value) {
                return Err(format!("step {at} gives another value"));
            }
        }
    }
    let body = match property {
        Formula::Along(Quantifier::Forall, Along::Globally, body) => {
            truth(cfg, &interpreter, &state, body).map(|truth| !truth)
        }
        Formula::Not(inner) => match &**inner {
            Formula::Along(Quantifier::Exists, Along::Finally, body) => {
                truth(cfg, &interpreter, &state, body)
            }
            _ => None,
        },
        _ => None,
    };
    match body {
        Some(true) => Ok(()),
        Some(false) => Err("its last state does not refute the property".to_owned()),
        None => Err("a last state cannot refute the property".to_owned()),
    }
}

fn set_cell(state: &mut State, cell: &belnap_execution::CellValue) {
    let how = crate::interpret::Indices { wrap: true };
    if let Value::Region(region) = &mut state.values[cell.region.index()] {
        std::sync::Arc::make_mut(region).write(cell.index, cell.value, how);
    }
}

/// The truth of a formula about one state.
fn truth(
    cfg: &Cfg,
    interpreter: &Interpreter<'_>,
    state: &State,
    formula: &Formula,
) -> Option<bool> {
    let of = |formula: &Formula| truth(cfg, interpreter, state, formula);
    let location = &cfg.locations[state.location];
    Some(match formula {
        Formula::Const(truth) => *truth,
        Formula::Not(a) => !of(a)?,
        Formula::And(all) => all.iter().map(of).collect::<Option<Vec<_>>>()?.iter().all(|t| *t),
        Formula::Or(all) => all.iter().map(of).collect::<Option<Vec<_>>>()?.iter().any(|t| *t),
        Formula::Atom(Atom::At { label, .. }, _) => {
            location.labels.contains(label) || *label == state.location.to_string()
        }
        Formula::Atom(Atom::Halted, _) => location.kind == LocationKind::Halted,
        Formula::Atom(Atom::Failed, _) => location.kind == LocationKind::Failed,
        Formula::Atom(Atom::Condition(text), _) => {
            let condition = condition::parse(&Names::new(cfg), text, Some(ScopeId(0))).ok()?;
            interpreter.evaluate(state, &condition) == Ok(Value::Bool(true))
        }
        _ => return None,
    })
}
