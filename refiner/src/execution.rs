//! An execution in C terms: line, statement, values that changed, inputs.

use std::fmt::Write as _;

use belnap_execution::{Execution, Origin, ScalarValue, chosen};
use belnap_formats::execution::{self, Choice, Execution as Deciding};
use belnap_formats::header::{Artefact, Header};
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::ids::CfgEdgeId;

use crate::commands::refine::NAME;

/// Of an execution with more lines than two of these, the middle is left out.
const SHOWN: usize = 100;

/// The execution as text, one line per step that shows something. Of a very long one, only the
/// first and the last lines.
pub fn text(cfg: &Cfg, edges: &[CfgEdgeId], execution: &Execution) -> String {
    let mut lines: Vec<(String, String)> = Vec::new();
    for (edge, step) in edges.iter().zip(&execution.steps) {
        let edge = &cfg.edges[*edge];
        let place = edge.source.as_ref().map(ToString::to_string).unwrap_or_default();
        let values: Vec<String> =
            step.scalars.iter().map(|value| show_assigned(cfg, value)).collect();
        let values = values.join(", ");
        let what = match (&edge.operation, step.origin) {
            (Operation::Nondet(_), _) if values.is_empty() => continue,
            (Operation::Nondet(_), _) => format!("input: {values}"),
            (_, Origin::Unknown) if !values.is_empty() => format!("unknown: {values}"),
            (Operation::Assume(condition), _) => {
                format!("[{}]", belnap_formats::cfg::expr_text(cfg, condition))
            }
            _ if values.is_empty() => continue,
            _ => values,
        };
        let shown = if edge.text.is_empty() { what } else { format!("{}    {what}", edge.text) };
        lines.push((place, shown));
    }
    let width = lines.iter().map(|(place, _)| place.len()).max().unwrap_or(0);
    let mut out = String::new();
    let left_out = match lines.len() > 2 * SHOWN {
        true => SHOWN..lines.len() - SHOWN,
        false => 0..0,
    };
    for (at, (place, shown)) in lines.iter().enumerate() {
        if at == left_out.start && !left_out.is_empty() {
            let _ = writeln!(out, "    … {} lines are left out …", left_out.len());
        }
        if !left_out.contains(&at) {
            let _ = writeln!(out, "    {place:<width$}  {shown}");
        }
    }
    out
}

/// The file about an execution that refutes a property.
pub fn document(cfg: &Cfg, edges: &[CfgEdgeId], execution: &Execution) -> String {
    let inputs = choices(cfg, edges, execution);
    print(&Deciding::Refutes { inputs, edges: edges.to_vec() })
}

/// The file that says that the only execution of the program ends after so many steps.
pub fn ending(steps: usize) -> String {
    print(&Deciding::Only { steps })
}

fn print(execution: &Deciding) -> String {
    let header = Header::of_tool(NAME, &[]);
    execution::print(&Artefact { header, content: execution.clone() })
}

/// What the environment chose, in order.
pub fn choices(cfg: &Cfg, edges: &[CfgEdgeId], execution: &Execution) -> Vec<Choice> {
    chosen(cfg, edges, execution)
        .map(|one| Choice { variable: cfg.variables[one.var].name.clone(), value: one.value })
        .collect()
}

fn show_assigned(cfg: &Cfg, value: &ScalarValue) -> String {
    let variable = &cfg.variables[value.var];
    let name = variable.c_name.as_ref().unwrap_or(&variable.name);
    format!("{name} = {}", value.value)
}
