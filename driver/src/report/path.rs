//! Paths and lassos: numbered states with what changed, statements between them.

use std::fmt::Write as _;

use belnap_ir::belnap::Belnap;
use belnap_ir::result::{Path, PathStep, StateValues, StepTaken};

use super::digit;

/// Writes a path over the given variables.
pub fn write(out: &mut String, path: &Path, variables: &[String]) {
    let width = path.steps.len().to_string().len();
    let mut before: Option<&StateValues> = None;
    for (index, state) in path.steps.iter().enumerate() {
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
            let _ = writeln!(out, "  {mark} {:width$}    {}", "", statement(step));
        }
        before = Some(&state.state);
    }
    if let Some(start) = path.loop_start {
        let _ = writeln!(out, "    {:width$}  back to {}, and so on for ever", "", start + 1);
    }
}

/// Where, on which line, and what changed; of the first state everything that is known.
fn describe(state: &PathStep, before: Option<&StateValues>, variables: &[String]) -> String {
    let mut text = state.location.clone();
    if let Some(source) = &state.source {
        let _ = write!(text, " ({source})");
    }
    let value = |values: &StateValues, name: &str| values.get(name).map(|value| value.must());
    let shown: Vec<String> = match before {
        None => state
            .state
            .iter()
            .map(|(name, value)| format!("{name}={}", digit(Some(value.must()))))
            .collect(),
        Some(before) => {
            let mut names: Vec<&String> = state.state.keys().collect();
            names.extend(before.keys().filter(|name| !state.state.contains_key(*name)));
            let changed =
                names.into_iter().filter(|name| value(&state.state, name) != value(before, name));
            changed.map(|name| format!("{name}={}", digit(value(&state.state, name)))).collect()
        }
    };
    if !shown.is_empty() {
        let _ = write!(text, "  {}", shown.join(", "));
    }
    if before.is_none() && state.state.len() < variables.len() {
        let rest = if shown.is_empty() { "all variables" } else { "the others" };
        let _ = write!(text, "  ({rest} unknown)");
    }
    text
}

/// The statement, and the source text it abstracts.
pub fn statement(step: &StepTaken) -> String {
    let mut text = match (&step.action, step.statement.is_empty()) {
        (Some(action), true) => format!("[{action}]"),
        (Some(action), false) => format!("[{action}] {}", step.statement),
        (None, true) => "(a step)".to_owned(),
        (None, false) => step.statement.clone(),
    };
    let origin: Vec<String> =
        step.cfg_edge.iter().map(ToString::to_string).chain(step.source_text.clone()).collect();
    if !origin.is_empty() {
        let _ = write!(text, "    // {}", origin.join(" "));
    }
    text
}
