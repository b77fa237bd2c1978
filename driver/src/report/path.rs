//! Paths and lassos: numbered states with what changed, statements between them.

use std::fmt::Write as _;

use belnap_ir::belnap::Belnap;
use belnap_ir::result::{Path, PathStep, StateValues, StepTaken};

use super::{changes, digit, owner, procedure_of};

/// States written at either end of a long path.
const ENDS: usize = 60;

/// Writes a path over the given variables; of a long one the ends, and where its loop starts.
pub fn write(out: &mut String, path: &Path, variables: &[String]) {
    let width = path.steps.len().to_string().len();
    let mut before: Option<&StateValues> = None;
    let mut passed_over = 0;
    for (index, state) in path.steps.iter().enumerate() {
        let end = index < ENDS || index + ENDS >= path.steps.len();
        if !end && path.loop_start != Some(index) {
            passed_over += 1;
            continue;
        }
        if passed_over > 0 {
            let _ = writeln!(out, "    … ({passed_over} more states; --format json has all)");
            passed_over = 0;
        }
        let marker = if path.loop_start == Some(index) { "  <- the loop starts here" } else { "" };
        let _ = writeln!(
            out,
            "    {:>width$}  {}{marker}",
            index + 1,
            describe(state, before, variables)
        );
        if let Some(step) = &state.step {
            // A step that is not definite is marked where the eye falls first.
            let mark = if step.value == Belnap::Unknown { '?' } else { ' ' };
            let origin = origin(step);
            let origin = if origin.is_empty() { origin } else { format!("    // {origin}") };
            let _ = writeln!(out, "  {mark} {:width$}    {}{origin}", "", statement(step));
        }
        before = Some(&state.state);
    }
    if let Some(start) = path.loop_start {
        let _ = writeln!(out, "    {:width$}  back to {}, and so on forever", "", start + 1);
    }
}

/// Where, on which line, and what changed; of the first state everything.
fn describe(state: &PathStep, before: Option<&StateValues>, variables: &[String]) -> String {
    let mut text = state.location.clone();
    if let Some(source) = &state.source {
        let _ = write!(text, " ({source})");
    }
    let shown = match before {
        None => all(state, variables),
        Some(before) => changes(before, &state.state, &state.location),
    };
    if !shown.is_empty() {
        let _ = write!(text, "  {}", shown.join(", "));
    }
    text
}

/// What is known, then what is not; locals of procedures that were not called are neither.
fn all(state: &PathStep, variables: &[String]) -> Vec<String> {
    let here = procedure_of(&state.location);
    let unknown = variables.iter().filter(|name| {
        !state.state.contains_key(*name) && owner(name).is_none_or(|procedure| procedure == here)
    });
    let known = state.state.iter();
    known
        .map(|(name, value)| format!("{name}={}", digit(Some(value.must()))))
        .chain(unknown.map(|name| format!("{name}={}", digit(None))))
        .collect()
}

/// The statement, or the action where there is none.
pub fn statement(step: &StepTaken) -> String {
    match (&step.action, step.statement.is_empty()) {
        (Some(action), true) => format!("[{action}]"),
        (Some(action), false) => format!("[{action}] {}", step.statement),
        (None, true) => "(a step)".to_owned(),
        (None, false) => step.statement.clone(),
    }
}

/// The CFG edge and source text that a step abstracts.
pub fn origin(step: &StepTaken) -> String {
    let parts: Vec<String> =
        step.cfg_edge.iter().map(ToString::to_string).chain(step.source_text.clone()).collect();
    parts.join(" ")
}
