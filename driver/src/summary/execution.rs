//! Summaries of executions, and of replays.

use std::fmt::Write as _;

use belnap_formats::execution::Execution;
use belnap_formats::replay::Replay;

use super::count;

/// What an execution shows, on one line.
pub fn line(execution: &Execution) -> String {
    match execution {
        Execution::Refutes { inputs, edges } => {
            let (steps, inputs) = (count(edges.len(), "step"), count(inputs.len(), "input"));
            format!("execution that refutes the property: {steps}, {inputs}")
        }
        Execution::Only { steps } => {
            format!("the only execution of the program: {}", count(*steps, "step"))
        }
    }
}

/// The inputs of an execution, in order.
pub fn page(execution: &Execution) -> String {
    let mut out = format!("{}\n", line(execution));
    if let Execution::Refutes { inputs, .. } = execution {
        for input in inputs {
            let _ = writeln!(out, "  {} = {}", input.variable, input.value);
        }
    }
    out
}

/// What a replay runs, on one line.
pub fn replay_line(replay: &Replay) -> String {
    let property = replay.property.as_deref().unwrap_or("an unknown property");
    let inputs = count(replay.inputs.len(), "input");
    format!("replay of {} for {property}: {inputs}", replay.program.files.join(", "))
}

/// The inputs of a replay, in order.
pub fn replay_page(replay: &Replay) -> String {
    let mut out = format!("{}\n", replay_line(replay));
    for input in &replay.inputs {
        let _ = writeln!(out, "  {}  {}", input.value, input.place);
    }
    out
}
